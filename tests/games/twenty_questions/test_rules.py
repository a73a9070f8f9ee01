"""The rules of a card: who reads, names numbers, guesses and scores; setup, clocks, refusals, the end."""

from random import Random

import pytest

from server.games.answers import Strictness, Verdict
from server.games.engine import BadOption, IllegalMove, Open, Outcome, Timer, replace
from server.games.rulings import Judging, Review, Ruling
from server.games.twenty_questions import rules
from server.games.twenty_questions.records import (
    BonusEarned,
    CardDrawn,
    CardEnded,
    CardInPlay,
    ChooseClue,
    Choosing,
    ChoosingPawn,
    DeckReshuffled,
    DeclineFreeGuess,
    Guess,
    Guessing,
    GuessMade,
    GuessPassed,
    GuessRuled,
    JudgedGuess,
    Line,
    LineRead,
    Move,
    MovePawn,
    Options,
    Over,
    Pass,
    PawnMoved,
    Phase,
    PlayFreeGuess,
    ReadLine,
    Result,
    Reviewing,
    Rule,
    State,
)
from tests.games.twenty_questions.tables import (
    ALSO_RIGHT,
    CARDS,
    DECK,
    LOSE_A_TURN,
    NEARLY_RIGHT,
    PARIS,
    RIGHT,
    WRONG,
    choose,
    clues,
    guessing,
    names,
    play,
    played,
    table,
    window,
)


def refused(state: State, seat: int, move: Move) -> tuple[str, str]:
    before = repr(state)
    with pytest.raises(IllegalMove) as refusal:
        play(state, seat, move)
    assert repr(state) == before
    return refusal.value.rule, refusal.value.message


# Setup and the Reader


def test_tq_1_the_first_reader_is_drawn_by_lot_and_draws_a_card_of_which_the_category_is_public() -> None:
    readers = set()
    for number in range(30):
        state, events = rules.setup(Options(), 4, DECK, Random(number))
        readers.add(state.reader)
        assert events == (CardDrawn(1, state.reader, "PLACE", None),)
        assert (state.card, state.draw_pile) == (
            CardInPlay(1, PARIS, state.reader),
            ("rome", "ada", "moon", "year"),
        )

    assert readers == {0, 1, 2, 3}


def test_tq_1_the_host_can_set_the_first_reader() -> None:
    assert rules.setup(Options(first_reader=2), 4, DECK, Random(1))[0].reader == 2
    assert rules.setup(Options(first_reader=5), 2, DECK, Random(1))[0].reader in (0, 1)


def test_tq_1_a_card_has_twenty_lines_and_cards_are_shuffled() -> None:
    state, _ = rules.setup(Options(), 2, replace(DECK, stacked=False), Random(5))

    assert len(state.card.card.lines) == 20
    assert sorted((state.card.card.id, *state.draw_pile)) == sorted(card.id for card in CARDS)
    assert (state.card.card.id, *state.draw_pile) != tuple(card.id for card in CARDS)


def test_tq_2_the_one_on_the_readers_left_begins() -> None:
    for reader, guesser in ((0, 1), (1, 2), (2, 0)):
        state, _ = rules.setup(Options(first_reader=reader), 3, DECK, Random(1))
        assert state.phase == Choosing(guesser)
        assert rules.to_move(state) == frozenset((guesser,))


# Numbers and guesses


def test_tq_2_the_number_named_is_covered_and_its_line_becomes_public() -> None:
    state, events = choose(table(), 12)

    assert state.card.read == (ReadLine(12, 1),)
    assert events == (LineRead(1, 12, Line(clue="Clue 12 of paris.")),)
    assert (state.phase, rules.timer(state)) == (Guessing(1, "TURN"), Timer("wait 1", 10))


def test_tq_2_one_must_take_a_line_before_guessing() -> None:
    assert refused(table(), 1, RIGHT) == (
        "TQ-2",
        "Name a number first: you guess when its line has been read.",
    )


@pytest.mark.parametrize(
    ("number", "message"),
    [
        (0, "Name a number from 1 to 20."),
        (21, "Name a number from 1 to 20."),
        (-3, "Name a number from 1 to 20."),
        (9, "Number 9 is covered already: name another one."),
    ],
)
def test_tq_2_only_an_uncovered_number_can_be_named(number: int, message: str) -> None:
    assert refused(table(read=(9, 14)), 1, ChooseClue(number)) == ("TQ-2", message)


def test_tq_2_all_uncovered_numbers_are_offered_and_then_a_guess_or_a_pass() -> None:
    state = table(read=(9, 14))

    assert rules.legal_moves(state, 1) == tuple(ChooseClue(n) for n in range(1, 21) if n not in (9, 14))
    assert rules.legal_moves(choose(state, 10)[0], 1) == (Open(Guess(""), 200), Pass())
    assert (rules.legal_moves(state, 0), rules.legal_moves(state, 2)) == ((), ())


def test_tq_3_a_wrong_guess_passes_the_turn_to_the_left_without_penalty() -> None:
    state, events = play(table(phase=guessing(1), read=(9,)), 1, WRONG)

    judged = JudgedGuess(1, "London", "TURN", Ruling(Verdict.WRONG, False))
    assert events == (GuessMade(1, "London", "TURN"), GuessRuled(judged))
    assert (state.phase, state.positions, state.card.guesses) == (Choosing(2), (0, 0, 0), (judged,))


def test_tq_3_no_guess_passes_the_turn_to_the_left_too() -> None:
    state, events = play(table(phase=guessing(1), read=(9,)), 1, Pass())

    assert (state.phase, events) == (Choosing(2), (GuessPassed(1),))


def test_tq_3_the_reader_is_never_the_guesser() -> None:
    state = played(table(phase=guessing(2), read=(9,)), (2, WRONG))

    assert state.phase == Choosing(1)


def test_tq_3_with_two_players_the_one_guesser_goes_on() -> None:
    state = played(table(2, phase=guessing(1), read=(9,)), (1, WRONG), (1, ChooseClue(10)), (1, Pass()))

    assert state.phase == Choosing(1)


# Scoring


def test_tq_4_after_16_lines_the_guesser_moves_4_and_the_reader_16() -> None:
    state, events = play(table(phase=guessing(1), read=clues(16)), 1, RIGHT)

    assert state.positions == (16, 4, 0)
    assert events[1:] == (
        GuessRuled(JudgedGuess(1, "Paris", "TURN", Ruling(Verdict.EXACT, True))),
        CardEnded(Result(1, "paris", "PLACE", "Paris", 0, None, "SOLVED", 1, 16, 4, 16)),
        PawnMoved(1, 0, 4, "SOLVER"),
        PawnMoved(0, 0, 16, "READER"),
        CardDrawn(2, 2, "PLACE", None),
    )


@pytest.mark.parametrize("covered", range(1, 21))
def test_tq_4_the_twenty_points_of_a_card_are_shared(covered: int) -> None:
    state = played(table(phase=guessing(2), read=clues(covered)), (2, ALSO_RIGHT))

    assert state.positions == (covered, 0, 20 - covered)


def test_tq_4_the_next_reader_sits_on_the_old_ones_right() -> None:
    state = played(table(phase=guessing(1), read=(9,)), (1, RIGHT))

    assert (state.reader, state.card.reader, state.phase) == (2, 2, Choosing(0))
    assert (state.card, state.draw_pile) == (CardInPlay(2, DECK.cards[1], 2), ("ada", "moon", "year"))


def test_tq_4_a_guesser_who_reaches_finish_wins_and_the_reader_does_not_move() -> None:
    state, events = play(table(phase=guessing(1), read=clues(10), positions=(70, 65, 0)), 1, RIGHT)

    assert state.positions == (70, 75, 0)
    assert events[2:] == (
        CardEnded(Result(1, "paris", "PLACE", "Paris", 0, None, "SOLVED", 1, 10, 10, 0)),
        PawnMoved(1, 65, 75, "SOLVER"),
    )
    assert rules.outcome(state) == Outcome((2, 1, 3), (70, 75, 0), "FINISH_REACHED")


def test_tq_4_a_guesser_who_falls_short_of_finish_lets_the_reader_win() -> None:
    state = played(table(phase=guessing(1), read=clues(10), positions=(70, 64, 0)), (1, RIGHT))

    assert rules.outcome(state) == Outcome((1, 2, 3), (75, 74, 0), "FINISH_REACHED")


def test_tq_5_when_all_lines_are_read_in_vain_the_reader_moves_20() -> None:
    state, events = play(table(phase=guessing(2), read=clues(20)), 2, WRONG)

    assert (state.positions, state.reader) == ((20, 0, 0), 2)
    assert events[2:] == (
        CardEnded(Result(1, "paris", "PLACE", "Paris", 0, None, "SPENT", None, 20, 0, 20)),
        PawnMoved(0, 0, 20, "READER"),
        CardDrawn(2, 2, "PLACE", None),
    )


def test_tq_5_the_last_guesser_still_gets_his_guess_at_the_twentieth_line() -> None:
    state, _ = choose(table(read=tuple(range(1, 20))), 20)
    assert state.phase == Guessing(1, "TURN")

    assert played(state, (1, RIGHT)).positions == (20, 0, 0)
    assert played(state, (1, RIGHT)).results[0].end == "SOLVED"
    assert played(state, (1, Pass())).results[0].end == "SPENT"


def test_tq_5_a_twentieth_line_that_costs_the_turn_spends_the_card() -> None:
    state, _ = choose(table(read=(*range(3, 21), 1)), LOSE_A_TURN)

    assert (state.results[0].end, state.positions) == ("SPENT", (20, 0, 0))


def test_tq_6_all_lines_read_this_round_stay() -> None:
    state = played(
        table(),
        (1, ChooseClue(9)), (1, Pass()), (2, ChooseClue(12)), (2, WRONG), (1, ChooseClue(20)),
    )  # fmt: skip

    assert state.card.read == (ReadLine(9, 1), ReadLine(12, 2), ReadLine(20, 1))


# Judging


def under_review(state: State) -> Review:
    assert isinstance(state.phase, Reviewing)
    return state.phase.review


def judged_table(judging: Judging, seats: int = 4) -> State:
    return table(seats, phase=guessing(1), read=(9,), options=Options(judging=judging))


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("the PARIS!", Verdict.EXACT),
        ("City of Light", Verdict.ALIAS),
        ("Parris", Verdict.NEAR),
        ("Rome", Verdict.WRONG),
        ("", Verdict.WRONG),
    ],
)
def test_ans_3_a_guess_is_judged_by_the_card(text: str, verdict: Verdict) -> None:
    _, events = play(table(phase=guessing(1), read=(9,)), 1, Guess(text))

    ruled = events[1]
    assert isinstance(ruled, GuessRuled)
    assert ruled.guess.ruling == Ruling(verdict, verdict is not Verdict.WRONG)


def test_ans_7_a_guess_is_at_most_200_characters_and_shown_cleaned() -> None:
    state = table(phase=guessing(1), read=(9,))

    assert refused(state, 1, Guess("x" * 201)) == (
        "ANS-7",
        "An answer has at most 200 characters; yours has 201.",
    )
    assert play(state, 1, Guess(" \u202eNew \n York "))[1][0] == GuessMade(1, "New York", "TURN")


def test_ans_8_strict_players_accept_no_typing_error() -> None:
    state = table(phase=guessing(1), read=(9,), options=Options(strictness=Strictness.STRICT))

    assert played(state, (1, NEARLY_RIGHT)).results == ()
    assert played(state, (1, ALSO_RIGHT)).results[0].solver == 1


def test_ans_5_the_reader_rules_on_a_guess_and_may_overrule_the_verdict() -> None:
    state, events = play(judged_table(Judging.READER), 1, WRONG)
    assert events == (GuessMade(1, "London", "TURN"),)
    assert under_review(state) == Review("London", Verdict.WRONG, Judging.READER, (0,))
    assert (rules.to_move(state), rules.timer(state)) == (frozenset((0,)), Timer("wait 1", 20))
    assert rules.legal_moves(state, 0) == (Rule(True), Rule(False))

    accepted, events = play(state, 0, Rule(True))

    assert names(events)[:3] == ["VoteCast", "GuessRuled", "CardEnded"]
    assert (accepted.positions, accepted.results[0].solver) == ((1, 19, 0, 0), 1)
    assert played(state, (0, Rule(False))).phase == Choosing(2)


def test_ans_5_at_the_table_all_others_vote_in_one_wait_and_nobody_sees_how() -> None:
    state, _ = play(judged_table(Judging.TABLE), 1, NEARLY_RIGHT)
    assert rules.to_move(state) == frozenset((0, 2, 3))

    after_one, events = play(state, 3, Rule(False))

    assert names(events) == ["VoteCast"]
    assert (rules.to_move(after_one), rules.timer(after_one)) == (frozenset((0, 2)), rules.timer(state))
    rejected = played(after_one, (0, Rule(True)), (2, Rule(False)))
    assert rejected.phase == Choosing(2)
    assert rejected.card.guesses[0].ruling.overruled_by is Judging.TABLE
    assert played(after_one, (0, Rule(True)), (2, Rule(True))).results[0].solver == 1


def test_ans_6_who_overruled_a_verdict_is_kept() -> None:
    state = played(judged_table(Judging.READER), (1, NEARLY_RIGHT), (0, Rule(False)))

    assert state.card.guesses[0].ruling == replace(
        Ruling(Verdict.NEAR, False, Judging.READER), votes=state.card.guesses[0].ruling.votes
    )


# The end


def test_tq_18_the_first_at_finish_wins_also_in_the_middle_of_a_card() -> None:
    state, events = choose(table(positions=(70, 73, 71)), 3)

    assert names(events) == ["LineRead", "PawnMoved", "CardEnded"]
    assert (state.phase, state.positions, state.results[0].end) == (
        Over("FINISH_REACHED"),
        (70, 75, 71),
        "BROKEN_OFF",
    )
    assert rules.outcome(state) == Outcome((3, 1, 2), (70, 75, 71), "FINISH_REACHED")


def test_tq_18_a_pawn_that_another_player_moves_to_finish_wins() -> None:
    state = played(
        table(phase=ChoosingPawn(1, 2), read=(6,), positions=(73, 74, 0)),
        (1, MovePawn(0)),
    )

    assert rules.outcome(state) == Outcome((1, 2, 3), (75, 74, 0), "FINISH_REACHED")


def test_all_6_others_place_by_position_and_may_share_a_place() -> None:
    state = table(4, phase=Over("FINISH_REACHED"), positions=(30, 75, 30, 12))

    assert rules.outcome(state) == Outcome((2, 1, 2, 4), (30, 75, 30, 12), "FINISH_REACHED")
    assert rules.outcome(table()) is None


def test_tq_19_a_used_up_deck_is_shuffled_again() -> None:
    state, events = play(table(phase=guessing(1), read=(9,), draw_pile=()), 1, RIGHT)

    assert events[-2:] == (DeckReshuffled(5), CardDrawn(2, 2, "PLACE", None))
    assert (state.card.card.id, state.draw_pile) == ("paris", ("rome", "ada", "moon", "year"))


# Clocks


def time_up(state: State) -> State:
    return rules.time_up(state, DECK, Random("chance"))[0]


@pytest.mark.parametrize(
    ("phase", "option", "seconds"),
    [
        (Choosing(1), "choose_seconds", 60),
        (Guessing(1, "TURN"), "guess_seconds", 10),
        (window(2, guesser=1), "free_guess_seconds", 5),
        (ChoosingPawn(1, 2), "pawn_seconds", 30),
        (Reviewing(Guessing(1, "TURN"), Review("x", Verdict.WRONG, Judging.READER, (0,))), "ruling_seconds", 20),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_tq_20_every_wait_has_a_clock_that_an_option_sets_or_switches_off(
    phase: Phase, option: str, seconds: int
) -> None:
    state = table(phase=phase, waits=7)

    assert rules.timer(state) == Timer("wait 7", seconds)
    assert rules.timer(replace(state, options=replace(Options(), **{option: 90}))) == Timer("wait 7", 90)
    assert rules.timer(replace(state, options=replace(Options(), **{option: 0}))) is None


@pytest.mark.parametrize("option", rules.CLOCKS)
@pytest.mark.parametrize("seconds", [-1, 1, 4, 601])
def test_tq_20_a_clock_runs_5_to_600_seconds_or_not_at_all(option: str, seconds: int) -> None:
    for fine in (0, 5, 600):
        rules.check_options(replace(Options(), **{option: fine}))
    with pytest.raises(BadOption) as refusal:
        rules.check_options(replace(Options(), **{option: seconds}))

    assert (refusal.value.field, refusal.value.message) == (
        option,
        "A clock runs between 5 and 600 seconds, or 0 for no clock.",
    )


def test_tq_1_the_first_reader_must_be_a_seat() -> None:
    rules.check_options(Options(first_reader=5))
    for seat in (-1, 6):
        with pytest.raises(BadOption) as refusal:
            rules.check_options(Options(first_reader=seat))
        assert (refusal.value.field, refusal.value.message) == (
            "first_reader",
            "The first Reader is one of 0 to 5, or null to draw lots.",
        )


def test_tq_20_on_time_out_the_lowest_uncovered_number_is_named() -> None:
    assert time_up(table(read=(1, 2, 3, 9))).card.read[-1] == ReadLine(4, 1)


def test_tq_20_on_time_out_there_is_no_guess() -> None:
    state, events = rules.time_up(table(phase=guessing(1), read=(9,)), DECK, Random("chance"))

    assert (state.phase, events) == (Choosing(2), (GuessPassed(1),))


@pytest.mark.parametrize(
    ("spaces", "positions", "moved"),
    [
        (-2, (40, 60, 50, 50), (40, 60, 48, 50)),
        (-2, (50, 60, 30, 50), (50, 60, 30, 48)),
        (2, (40, 0, 50, 30), (40, 0, 50, 32)),
        (2, (30, 0, 50, 30), (30, 0, 50, 32)),
    ],
)
def test_tq_20_on_time_out_the_leader_is_moved_back_or_the_last_forward(
    spaces: int, positions: tuple[int, ...], moved: tuple[int, ...]
) -> None:
    """Of several it is the next on the left."""
    state = table(4, phase=ChoosingPawn(1, spaces), read=(6,), positions=positions)

    assert time_up(state).positions == moved


def test_tq_20_on_time_out_the_verdict_stands() -> None:
    for move, solver in ((NEARLY_RIGHT, [1]), (WRONG, [])):
        state = played(judged_table(Judging.TABLE), (1, move), (0, Rule(move is WRONG)), (2, Rule(move is WRONG)))
        assert [result.solver for result in time_up(state).results] == solver


# Refusals


@pytest.mark.parametrize(
    ("phase", "move", "message"),
    [
        (Choosing(1), Pass(), "It is time to name a number."),
        (Guessing(1, "TURN"), ChooseClue(3), "It is time to guess, or to pass."),
        (ChoosingPawn(1, 2), Guess("Paris"), "It is time to choose whose pawn moves."),
        (window(1, guesser=2), Guess("Paris"), "It is time to play a blue chip, or to keep it."),
        (
            Reviewing(Guessing(2, "TURN"), Review("x", Verdict.WRONG, Judging.READER, (1,))),
            DeclineFreeGuess(),
            "It is time to rule on a guess.",
        ),
        (Over("FINISH_REACHED"), PlayFreeGuess(), "The match is over."),
    ],
)
def test_all_2_a_move_of_another_phase_is_refused(phase: Phase, move: Move, message: str) -> None:
    assert refused(table(phase=phase), 1, move) == ("ALL-2", message)


def test_a_bonus_is_earned_by_scoring_in_the_order_of_the_moves() -> None:
    """TQ-14: the solver moves before the Reader."""
    state, events = play(table(phase=guessing(1), read=clues(10), positions=(8, 17, 0)), 1, RIGHT)

    assert [event.seat for event in events if isinstance(event, BonusEarned)] == [1, 0]
    assert (state.positions, state.owed, state.card.bonus_player) == ((18, 27, 0), (0,), 1)
