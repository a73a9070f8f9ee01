"""The rules of Smarty Party!, SP-1 to SP-16 and what the rules of every game ask, each with exact values."""

from random import Random
from typing import Any

import pytest

from server.games.answers import LONGEST, Strictness, Verdict
from server.games.engine import BadOption, IllegalMove, Open, Outcome, Seat, Timer, replace
from server.games.rulings import Judging
from server.games.smarty_party import rules
from server.games.smarty_party.records import (
    CHIPS,
    ChooseStart,
    ChoosingStart,
    Event,
    FinishedRound,
    Guess,
    GuessDropped,
    Guessing,
    GuessMade,
    GuessNamed,
    ListedItem,
    Move,
    Name,
    OnTable,
    Options,
    Over,
    Pass,
    PlaceWager,
    Result,
    Reviewing,
    RoundBegan,
    RoundDropped,
    RoundEnded,
    Rule,
    StartChosen,
    StartTimer,
    State,
    TieBreakBegan,
    TimerStarted,
    Wager,
    Wagered,
    Wagering,
)
from server.games.smarty_party.rounds import next_reader
from tests.games.smarty_party.tables import (
    AUTOMATIC,
    BOWL,
    FRUIT,
    TREES,
    after,
    names,
    play,
    table,
    taken,
)

RIGHT, WRONG, REPEAT, NO_GUESS = Result
BY_READER = Options()
BY_TABLE = Options(judging=Judging.TABLE)
RNG = Random("rules")


def refusal(state: State, seat: Seat, move: Move) -> tuple[str, str]:
    """Return the rule and the sentence with which a move is refused."""
    with pytest.raises(IllegalMove) as refused:
        play(state, seat, move)
    return refused.value.rule, refused.value.message


def begun(options: Options = AUTOMATIC, seats: int = 3) -> tuple[State, tuple[Event, ...]]:
    return rules.setup(replace(options, first_reader=options.first_reader or 0), seats, BOWL, RNG)


def ended(events: tuple[Event, ...]) -> FinishedRound:
    (finished,) = (event.finished for event in events if isinstance(event, RoundEnded))
    return finished


def waiting(state: State) -> State:
    """Return the state with the Reader still to wager."""
    return replace(state, phase=Wagering(), round=replace(state.round, wager=None, starter=None))


# Set-up and wager


def test_sp_1_the_reader_draws_a_list_and_says_topic_number_of_items_and_wager_number() -> None:
    state, events = begun()

    assert events == (
        RoundBegan(1, 0, "Fruit in the bowl", items=7, wager_number=4, guessers=(1, 2), is_tie_break=False),
    )
    assert (state.phase, state.round.card, state.draw_pile, state.used) == (
        Wagering(),
        FRUIT,
        ("trees", "rivers"),
        ("fruit",),
    )
    assert (state.positions, state.round.chips_left, state.round.pants) == ((0, 0, 0), (3, 2, 2, 1, 1, 1, 1), None)


def test_the_first_reader_is_drawn_by_lot_unless_the_options_name_a_seat_that_is_taken() -> None:
    def readers(options: Options) -> set[Seat]:
        return {rules.setup(options, 3, BOWL, Random(seed))[0].round.reader for seed in range(40)}

    assert readers(Options(first_reader=1)) == {1}
    assert readers(Options()) == readers(Options(first_reader=5)) == {0, 1, 2}


def test_sp_2_the_reader_wagers_then_chooses_who_begins() -> None:
    state, _ = begun()
    assert rules.legal_moves(state, 0) == (PlaceWager(Wager.YES), PlaceWager(Wager.NO))

    state, events = play(state, 0, PlaceWager(Wager.NO))
    assert (state.phase, state.round.wager, events) == (ChoosingStart(), Wager.NO, (Wagered(0, Wager.NO),))
    assert rules.legal_moves(state, 0) == (ChooseStart(1), ChooseStart(2))

    state, events = play(state, 0, ChooseStart(2))
    assert (state.phase, events) == (Guessing(2, wait=1), (StartChosen(0, 2),))


@pytest.mark.parametrize("seat", [-1, 0, 3])
def test_sp_2_only_somebody_who_guesses_can_begin(seat: Seat) -> None:
    state = replace(table(0, 0, 0), phase=ChoosingStart())

    assert refusal(state, 0, ChooseStart(seat)) == ("SP-2", "Choose one of the players who guess in this round.")


def test_sp_2_play_goes_left_and_skips_the_reader() -> None:
    state = table(0, 0, 0, 0, reader=2, turn=1)
    turns = []
    for text in ("apple", "banana", "cherry", "fig"):
        assert isinstance(state.phase, Guessing)
        turns.append(state.phase.guesser)
        state, _ = play(state, turns[-1], Name(text))

    assert turns == [1, 3, 0, 1]


def test_all_2_moves_of_another_phase_are_refused() -> None:
    wagering, choosing = begun()[0], replace(table(0, 0, 0), phase=ChoosingStart())
    guessing, over = table(0, 0, 0), replace(table(0, 0, 0), phase=Over("TIE_SHARED"))

    assert refusal(wagering, 0, Pass()) == ("ALL-2", "It is time for the Reader to wager YES or NO.")
    assert refusal(choosing, 0, Name("fig")) == ("ALL-2", "It is time for the Reader to choose who begins.")
    assert refusal(guessing, 1, PlaceWager(Wager.YES)) == ("ALL-2", "It is time for a guess.")
    assert refusal(under_review("fig"), 0, Pass()) == ("ALL-2", "It is time to rule on the guess on the table.")
    assert refusal(over, 0, Pass()) == ("ALL-2", "The match is over.")
    assert refusal(guessing, 0, Name("fig")) == ("SP-2", "The Reader does not guess.")
    assert refusal(guessing, 0, Pass()) == ("SP-2", "The Reader does not guess.")
    assert refusal(guessing, 1, StartTimer()) == ("SP-6", "Only the Reader starts the timer.")


# Guesses


def test_sp_3_a_right_guess_puts_on_the_pants_and_passes_the_turn() -> None:
    state, events = play(table(5, 5, 5), 1, Name("cherry"))

    assert events == (GuessMade(1, RIGHT, smiley=False, chip=None, position=5, found=1, chips_left=CHIPS),)
    assert (state.round.pants, state.round.on_table) == (1, OnTable(1, "cherry", RIGHT, 2))
    assert state.round.guesses == (Guess(1, "cherry", 2, Verdict.EXACT),)
    assert state.phase == Guessing(2, wait=2)


def test_sp_3_a_smiley_moves_back_1_at_once() -> None:
    state, events = play(table(5, 5, 5), 1, Name("dragon fruit"))

    assert events == (GuessMade(1, RIGHT, smiley=True, chip=None, position=4, found=1, chips_left=CHIPS),)
    assert state.positions == (5, 4, 5)


def test_sp_11_a_smiley_does_not_move_below_start() -> None:
    state, _ = play(table(5, 0, 5), 1, Name("dragon fruit"))

    assert state.positions == (5, 0, 5)


def test_sp_3_a_wrong_guess_takes_the_highest_chip_left() -> None:
    state, events = play(table(0, 0, 0), 1, Name("hammer"))

    assert events == (GuessMade(1, WRONG, smiley=False, chip=3, position=0, found=0, chips_left=(2, 2, 1, 1, 1, 1)),)
    assert (state.round.chips, state.round.on_table) == (((), (3,), ()), OnTable(1, "hammer", WRONG))
    assert state.round.guesses == (Guess(1, "hammer", None, Verdict.WRONG),)


def test_sp_3_chips_are_taken_3_2_2_1_1_1_1() -> None:
    state = after(table(0, 0, 0), *[(1 + at % 2, Pass()) for at in range(6)])

    assert state.round.chips == ((), (3, 2, 1), (2, 1, 1))
    assert state.round.chips_left == (1,)


@pytest.mark.parametrize("move", [Pass(), Name(""), Name("   ")])
def test_sp_3_no_guess_takes_a_chip(move: Move) -> None:
    state, events = play(table(0, 0, 0), 1, move)

    assert events == (GuessMade(1, NO_GUESS, smiley=False, chip=3, position=0, found=0, chips_left=(2, 2, 1, 1, 1, 1)),)
    assert (state.round.guesses, state.round.on_table, state.phase) == ((), None, Guessing(2, wait=2))


@pytest.mark.parametrize(
    ("said", "again"),
    [("cherry", "Cherry!"), ("banana", "plantain"), ("hammer", "the HAMMER"), ("hammer", "hamer"), ("fig", "a fig")],
)
def test_sp_4_a_repeat_right_or_wrong_changes_nothing_and_the_same_player_guesses_again(said: str, again: str) -> None:
    """SP-5: a right answer counts once, under any of its names; a wrong one also when it is misspelt."""
    before = after(table(0, 0, 0), (1, Name(said)))

    state, events = play(before, 2, Name(again))

    assert events == (
        GuessMade(
            2,
            REPEAT,
            smiley=False,
            chip=None,
            position=0,
            found=len(before.round.guesses) - len(before.round.chips[1]),
            chips_left=before.round.chips_left,
        ),
    )
    assert state == replace(before, round=replace(before.round, repeats=1, on_table=OnTable(2, again, REPEAT)))


def test_sp_4_a_repeat_lets_a_running_timer_run_on() -> None:
    before = after(table(0, 0, 0), (1, Name("cherry")), (0, StartTimer()))

    state, _ = play(before, 2, Name("cherry"))

    assert state.phase == before.phase == Guessing(2, wait=2, is_timed=True)
    assert rules.timer(state) == rules.timer(before) == Timer("timer 2", 15)


def test_sp_4_what_the_reader_has_ruled_wrong_is_a_repeat_too() -> None:
    state = after(under_review("apple"), (0, Rule(correct=False)))

    state, events = play(state, 2, Name("Apple"))

    assert [event.result for event in events if isinstance(event, GuessMade)] == [REPEAT]


def test_a_guess_is_judged_as_all_typed_answers_are() -> None:
    """ANS-3, ANS-7, ANS-8."""
    strict = replace(AUTOMATIC, strictness=Strictness.STRICT)
    near, _ = play(table(0, 0, 0), 1, Name("elderbery"))
    strictly, _ = play(table(0, 0, 0, options=strict), 1, Name("elderbery"))

    assert near.round.guesses == (Guess(1, "elderbery", 4, Verdict.NEAR),)
    assert strictly.round.guesses == (Guess(1, "elderbery", None, Verdict.WRONG),)
    assert refusal(table(0, 0, 0), 1, Name("x" * 201)) == (
        "ANS-7",
        "An answer has at most 200 characters; yours has 201.",
    )


# Judging


def under_review(text: str, options: Options = BY_READER, seats: int = 3) -> State:
    """Return a table at which seat 1 has named something and people are to rule on it."""
    return after(table(*(5,) * seats, options=options), (1, Name(text)))


def test_sp_5_the_reader_rules_on_a_guess_and_knows_the_verdict() -> None:
    state, events = play(table(5, 5, 5, options=BY_READER), 1, Name("plantain"))

    assert events == (GuessNamed(1),)
    assert isinstance(state.phase, Reviewing)
    assert (state.phase.review.verdict, state.phase.matched, state.round.on_table) == (
        Verdict.ALIAS,
        1,
        OnTable(1, "plantain", result=None),
    )
    assert rules.to_move(state) == {0}
    others = (Rule(True, text) for text in ("Apple", "Cherry", "Dragon fruit", "Elderberry", "Fig", "Grape"))
    assert rules.legal_moves(state, 0) == (Rule(True, "Banana"), Rule(False), *others)


def test_sp_5_the_reader_lets_the_verdict_stand() -> None:
    accepted, _ = play(under_review("plantain"), 0, Rule(correct=True))
    rejected, _ = play(under_review("hammer"), 0, Rule(correct=False))

    assert accepted.round.guesses == (Guess(1, "plantain", 1, Verdict.ALIAS, accepted_by=(0,)),)
    assert rejected.round.guesses == (Guess(1, "hammer", None, Verdict.WRONG, rejected_by=(0,)),)


def test_sp_5_the_reader_overrules_the_verdict_and_it_is_recorded() -> None:
    """ANS-6."""
    accepted, _ = play(under_review("pitahaya"), 0, Rule(correct=True, item="Dragon fruit"))
    rejected, _ = play(under_review("plantain"), 0, Rule(correct=False))

    assert accepted.round.guesses == (Guess(1, "pitahaya", 3, Verdict.WRONG, Judging.READER, accepted_by=(0,)),)
    assert (accepted.positions, accepted.round.pants) == ((5, 4, 5), 1)
    assert rejected.round.guesses == (Guess(1, "plantain", None, Verdict.ALIAS, Judging.READER, rejected_by=(0,)),)
    assert rejected.round.chips == ((), (3,), ())


def test_sp_5_the_reader_can_say_that_a_guess_is_another_item_or_one_already_found() -> None:
    another, _ = play(under_review("plantain"), 0, Rule(correct=True, item="Fig"))
    found = after(under_review("fig"), (0, Rule(correct=True)), (2, Name("ficus carica")))

    again, events = play(found, 0, Rule(correct=True, item="Fig"))

    assert another.round.guesses == (Guess(1, "plantain", 5, Verdict.ALIAS, accepted_by=(0,)),)
    assert (again.phase, again.round.repeats) == (Guessing(2, wait=2), 1)
    assert [event.result for event in events if isinstance(event, GuessMade)] == [REPEAT]


def test_sp_5_a_ruling_must_make_sense() -> None:
    state = under_review("hammer")

    assert refusal(state, 0, Rule(correct=True)) == ("SP-5", "Say which item of the list it is.")
    assert refusal(state, 0, Rule(correct=True, item="Hammer")) == ("SP-5", "That is not an item of the list.")
    assert refusal(state, 0, Rule(correct=False, item="Fig")) == (
        "SP-5",
        "A wrong guess is no item of the list: rule it wrong without naming one.",
    )


def test_ans_5_the_table_votes_and_only_the_reader_can_name_an_item() -> None:
    state = under_review("pitahaya", BY_TABLE, seats=4)
    assert rules.to_move(state) == {0, 2, 3}
    assert rules.legal_moves(state, 2) == (Rule(False), Rule(True))
    assert rules.legal_moves(under_review("fig", BY_TABLE), 2) == (Rule(True), Rule(False))
    assert refusal(state, 2, Rule(True, "Fig"))[0] == "SP-5"

    accepted = after(state, (2, Rule(True)), (0, Rule(True, "Dragon fruit")), (3, Rule(False)))
    nameless = after(state, (2, Rule(True)), (3, Rule(True)), (0, Rule(False)))
    rejected = after(under_review("fig", BY_TABLE, seats=4), (2, Rule(False)), (3, Rule(False)), (0, Rule(True)))

    assert accepted.round.guesses == (Guess(1, "pitahaya", 3, Verdict.WRONG, Judging.TABLE, (0, 2), (3,)),)
    assert nameless.round.guesses == (Guess(1, "pitahaya", None, Verdict.WRONG, None, (2, 3), (0,)),)
    assert rejected.round.guesses == (Guess(1, "fig", None, Verdict.EXACT, Judging.TABLE, (0,), (2, 3)),)


# The timer


def test_sp_6_the_reader_can_start_the_timer_for_the_guesser_and_once_a_turn() -> None:
    before = table(0, 0, 0)
    assert rules.to_move(before) == {0, 1}
    assert rules.legal_moves(before, 0) == (StartTimer(),)
    assert rules.legal_moves(before, 1) == (Open(Name(""), LONGEST), Pass())

    state, events = play(before, 0, StartTimer())

    assert events == (TimerStarted(1, by=0),)
    assert (state.phase, rules.timer(state)) == (Guessing(1, wait=1, is_timed=True), Timer("timer 1", 15))
    assert rules.to_move(state) == {1}


def test_sp_6_the_reader_can_start_it_at_any_moment_of_a_turn_once_the_wager_number_is_reached() -> None:
    state = after(table(0, 0, 0), *names("apple", "banana", "cherry", "fig"))

    assert play(state, 0, StartTimer())[1] == (TimerStarted(1, by=0),)


def test_sp_6_the_timer_starts_by_itself_after_20_seconds_and_then_costs_a_chip() -> None:
    """SP-16: 20 seconds and 15 of the timer."""
    state = table(0, 0, 0)
    assert rules.timer(state) == Timer("guess 1", 20)

    state, events = rules.time_up(state, BOWL, RNG)
    assert events == (TimerStarted(1, by=None),)
    assert rules.timer(state) == Timer("timer 1", 15)

    state, events = rules.time_up(state, BOWL, RNG)
    assert events == (GuessMade(1, NO_GUESS, smiley=False, chip=3, position=0, found=0, chips_left=(2, 2, 1, 1, 1, 1)),)
    assert rules.timer(state) == Timer("guess 2", 20)


def test_sp_6_both_clocks_of_a_guess_are_options() -> None:
    by_reader_alone = table(0, 0, 0, options=replace(AUTOMATIC, guess_seconds=0))
    without_timer = table(0, 0, 0, options=replace(AUTOMATIC, timer_seconds=0))

    assert rules.timer(by_reader_alone) is None
    assert rules.timer(after(by_reader_alone, (0, StartTimer()))) == Timer("timer 1", 15)
    assert rules.to_move(without_timer) == {1}
    assert rules.time_up(without_timer, BOWL, RNG)[0].round.chips == ((), (3,), ())


# The end of a round


def last_chip(*positions: int, turn: Seat = 1, **of_round: Any) -> State:
    """Return the state after the last chip was taken by `turn`; `of_round` says what lies before that."""
    return play(table(*positions, turn=turn, **of_round), turn, Pass())[0]


FOUND_THREE = tuple(Guess(2, text, item, Verdict.EXACT) for item, text in enumerate(("Apple", "Banana", "Cherry")))


def test_a_round_ends_with_the_last_chip_and_everything_is_shown() -> None:
    """SP-7: what was guessed is public once the round is over. The Pants throw out the 3, the wager is lost."""
    before = table(5, 6, 7, turn=2, guesses=FOUND_THREE, pants=1, **taken((), (3, 2, 1), (2, 1, 1)))

    state, events = play(before, 2, Name("hammer"))

    finished = FinishedRound(
        number=1,
        card="fruit",
        topic="Fruit in the bowl",
        reader=0,
        wager_number=4,
        wager=Wager.YES,
        wager_won=False,
        is_tie_break=False,
        ended_by="LAST_CHIP",
        items=(
            ListedItem("Apple", False, 2),
            ListedItem("Banana", False, 2),
            ListedItem("Cherry", False, 2),
            ListedItem("Dragon fruit", True, None),
            ListedItem("Elderberry", False, None),
            ListedItem("Fig", False, None),
            ListedItem("Grape", False, None),
        ),
        guesses=(*FOUND_THREE, Guess(2, "hammer", None, Verdict.WRONG)),
        repeats=0,
        chips=((), (3, 2, 1), (2, 1, 1, 1)),
        pants=1,
        thrown_out=3,
        steps=(1, 3, 5),
        positions=(6, 9, 12),
    )
    assert events == (
        GuessMade(2, WRONG, smiley=False, chip=1, position=7, found=3, chips_left=()),
        RoundEnded(finished),
        RoundBegan(2, 2, "Trees in the park", items=4, wager_number=2, guessers=(0, 1), is_tie_break=False),
    )
    assert (state.positions, state.finished, state.phase) == ((6, 9, 12), finished, Wagering())
    assert (state.round.chips, state.round.chips_left, state.round.pants) == (((), (), ()), CHIPS, None)


def test_a_round_ends_with_the_last_item() -> None:
    state = table(5, 6, 7, card=TREES, turn=1)

    state = after(state, *names("oak", "pine", "beech"))
    assert state.round.number == 1
    state, events = play(state, 2, Name("willow"))

    finished = ended(events)
    assert (finished.ended_by, finished.wager_won, finished.pants) == ("ALL_FOUND", True, 2)
    assert finished.positions == (4, 6, 5)
    assert state.round.number == 2


def test_sp_8_the_pants_throw_out_the_highest_chip() -> None:
    assert last_chip(5, 5, 5, pants=1, **taken((), (2, 1), (3, 2, 1, 1))).positions == (6, 7, 12)


def test_sp_8_the_pants_move_back_1_who_has_no_chips() -> None:
    state = last_chip(5, 5, 5, 5, turn=1, pants=3, **taken((), (3, 2), (2, 1, 1, 1), ()))

    assert state.positions == (6, 11, 10, 4)
    assert state.finished is not None
    assert (state.finished.pants, state.finished.thrown_out) == (3, None)


def test_sp_8_nobody_right_all_round_has_no_effect() -> None:
    state = last_chip(5, 5, 5, **taken((), (3, 1, 1), (2, 2, 1)))

    assert state.positions == (6, 11, 10)


def test_sp_9_everyone_moves_forward_by_his_chips_and_they_return() -> None:
    state = last_chip(0, 0, 0, 0, wager=Wager.NO, **taken((), (3,), (2, 1), (2, 1, 1)))

    assert state.positions == (0, 4, 3, 4)
    assert state.round.chips_left == CHIPS


@pytest.mark.parametrize(
    ("wager", "found", "is_won"),
    [(Wager.YES, 3, False), (Wager.YES, 4, True), (Wager.NO, 3, True), (Wager.NO, 4, False)],
)
def test_sp_10_yes_wins_with_at_least_the_wager_number_and_no_with_fewer(
    wager: Wager, found: int, is_won: bool
) -> None:
    guesses = tuple(Guess(2, item.text, place, Verdict.EXACT) for place, item in enumerate(FRUIT.items[:found]))

    state = last_chip(5, 5, 5, wager=wager, guesses=guesses, **taken((), (3, 1, 1), (2, 2, 1)))

    assert state.positions == (4 if is_won else 6, 11, 10)
    assert state.finished is not None
    assert (state.finished.wager_won, state.finished.steps) == (is_won, (-1 if is_won else 1, 6, 5))


def test_sp_11_nobody_goes_below_start_and_a_pawn_past_game_over_stands_on_it() -> None:
    state = last_chip(0, 18, 5, 0, wager=Wager.NO, pants=3, **taken((), (3, 1, 1), (2, 2, 1), ()))

    assert state.positions == (0, 20, 10, 0)


def test_sp_11_at_every_step_the_reader_moves_back_from_game_over() -> None:
    """The pawn on Game Over is settled after chips and wager, in this order."""
    state = last_chip(20, 5, 5, wager=Wager.NO, **taken((), (3, 1, 1), (2, 2, 1)))

    assert state.positions == (19, 11, 10)
    assert state.phase == Wagering()


@pytest.mark.parametrize(
    ("positions", "reader", "following"),
    [((3, 9, 4, 5), 0, 1), ((9, 4, 9, 9), 0, 2), ((9, 4, 9, 9), 2, 3), ((9, 4, 9, 9), 3, 0), ((9, 4, 3, 3), 0, 0)],
)
def test_sp_12_the_next_reader_is_most_advanced_then_first_on_the_readers_left(
    positions: tuple[int, ...], reader: Seat, following: Seat
) -> None:
    assert next_reader(table(*positions, reader=reader)) == following


def test_sp_12_the_pants_go_back_to_the_middle() -> None:
    assert last_chip(5, 5, 5, pants=2, **taken((), (3, 1, 1), (2, 2, 1))).round.pants is None


def test_sp_15_when_all_lists_are_used_they_are_shuffled_and_used_again() -> None:
    before = replace(table(0, 0, 0, **taken((), (3, 1, 1), (2, 2, 1))), draw_pile=(), used=("rivers", "trees", "fruit"))

    state, _ = play(before, 1, Pass())

    assert (state.round.card.id, state.draw_pile, state.used) == ("fruit", ("trees", "rivers"), ("fruit",))


# The end of the match


def test_sp_13_the_match_ends_with_a_pawn_on_game_over_and_the_least_advanced_wins() -> None:
    state = last_chip(5, 16, 3, wager=Wager.NO, **taken((), (3, 1, 1), (2, 2, 1)))

    assert (state.positions, state.phase) == ((4, 20, 8), Over("GAME_OVER_REACHED"))
    assert rules.outcome(state) == Outcome((1, 3, 2), (4, 20, 8), "GAME_OVER_REACHED")
    assert rules.to_move(state) == frozenset()


def test_sp_13_a_reader_can_end_it_by_a_lost_wager() -> None:
    state = last_chip(19, 5, 5, **taken((), (3, 1, 1), (2, 2, 1)))

    assert rules.outcome(state) == Outcome((3, 2, 1), (20, 11, 10), "GAME_OVER_REACHED")


@pytest.mark.parametrize("track", [15, 20, 25])
def test_sp_13_the_length_of_the_track_is_an_option(track: int) -> None:
    options = replace(AUTOMATIC, track=track)

    short = last_chip(1, track - 7, 5, options=options, **taken((), (3, 1, 1), (2, 2, 1)))
    enough = last_chip(1, track - 6, 5, options=options, **taken((), (3, 1, 1), (2, 2, 1)))

    assert (short.positions[1], short.phase) == (track - 1, Wagering())
    assert (enough.positions[1], enough.phase) == (track, Over("GAME_OVER_REACHED"))


TIED = {"wager": Wager.NO, **taken((), (3, 1, 1), (2, 1), (2,))}
"""Seat 1 takes the last chip and moves 6, seat 2 moves 3, seat 3 moves 2, the Reader moves back 1."""


def tied() -> State:
    """Return a match just tied: seat 1 on Game Over, seats 0 and 3 both on 7, seat 2 on 8."""
    return last_chip(8, 15, 5, 5, **TIED)


def tie_break(state: State, *moves: tuple[Seat, Move]) -> State:
    """Return the state after a round in which the Reader, seat 1, lets seat 0 begin."""
    return after(state, (1, PlaceWager(Wager.YES)), (1, ChooseStart(0)), *moves)


PASSES = [(seat, Pass()) for seat in (0, 3, 0, 3, 0, 3, 0)]
"""Seat 0 takes 3, 2, 1 and 1, seat 3 takes 2, 1 and 1."""


def test_sp_14_of_a_tie_for_the_win_only_the_tied_guess_on_and_the_one_on_game_over_reads() -> None:
    before = table(8, 15, 5, 5, **TIED)

    state, events = play(before, 1, Pass())

    assert state.positions == (7, 20, 8, 7)
    assert events[2:] == (
        TieBreakBegan((0, 3)),
        RoundBegan(2, 1, "Trees in the park", items=4, wager_number=2, guessers=(0, 3), is_tie_break=True),
    )
    assert rules.outcome(state) is None


def test_sp_14_the_least_advanced_of_the_tied_wins_and_the_wager_moves_nobody() -> None:
    """Seat 3 wins although seat 2, who was not tied, is less advanced by now."""
    state = tie_break(tied(), *PASSES)

    assert (state.positions, state.phase) == ((14, 20, 8, 11), Over("TIE_BROKEN"))
    assert rules.outcome(state) == Outcome((2, 4, 3, 1), (14, 20, 8, 11), "TIE_BROKEN")


def finds(*texts: str) -> list[tuple[Seat, Move]]:
    return [((0, 3)[at % 2], Name(text)) for at, text in enumerate(texts)]


def test_sp_14_who_falls_behind_guesses_no_more() -> None:
    state = replace(tied(), contenders=(0, 2, 3), positions=(7, 20, 7, 7))
    state = after(state, (1, PlaceWager(Wager.NO)), (1, ChooseStart(2)), (2, Pass()), (3, Name("oak")))
    state = after(state, (0, Name("pine")), (2, Pass()), (3, Name("willow")))

    state, events = play(state, 0, Name("beech"))
    assert (ended(events).is_tie_break, state.positions) == (True, (6, 20, 12, 6))
    assert events[-1] == RoundBegan(3, 1, "Rivers on the map", 3, wager_number=2, guessers=(0, 3), is_tie_break=True)

    state = tie_break(state, *PASSES)
    assert rules.outcome(state) == Outcome((2, 4, 3, 1), (13, 20, 12, 10), "TIE_BROKEN")


def test_sp_14_after_three_such_rounds_the_win_is_shared() -> None:
    """Each round seat 0 finds all but the last item and seat 3 that one: nobody has a chip, the Pants move back."""
    state = replace(tied(), positions=(0, 20, 9, 0))
    seen = []
    for _ in range(3):
        texts = [item.text for item in state.round.card.items]
        state = tie_break(state, *finds(*texts))
        seen.append((state.positions, state.tie_breaks, state.contenders))

    assert seen == [((0, 20, 9, 0), number, (0, 3)) for number in (1, 2, 3)]
    assert rules.outcome(state) == Outcome((1, 4, 3, 1), (0, 20, 9, 0), "TIE_SHARED")


def test_sp_14_when_everybody_is_on_game_over_the_win_is_shared() -> None:
    state = last_chip(19, 19, 19, **taken((), (3, 1, 1), (2, 2, 1)))

    assert rules.outcome(state) == Outcome((1, 1, 1), (20, 20, 20), "TIE_SHARED")


# Clocks


def test_sp_16_wager_and_start_player_have_45_seconds_together() -> None:
    state, _ = begun()
    assert rules.timer(state) == Timer("wager 1", 45)

    state, _ = play(state, 0, PlaceWager(Wager.YES))
    assert rules.timer(state) == Timer("wager 1", 45)

    state, events = rules.time_up(state, BOWL, RNG)
    assert (state.phase, events) == (Guessing(1, wait=1), (StartChosen(0, 1),))


def test_sp_16_out_of_time_the_wager_is_no_and_the_first_player_to_the_left_begins() -> None:
    state, events = rules.time_up(begun(replace(AUTOMATIC, first_reader=2))[0], BOWL, RNG)

    assert (state.round.wager, state.phase) == (Wager.NO, Guessing(0, wait=1))
    assert events == (Wagered(2, Wager.NO), StartChosen(2, 0))


def test_sp_16_out_of_time_the_verdict_stands() -> None:
    state = under_review("fig")
    assert rules.timer(state) == Timer("rule 1 0", 20)

    state, _ = rules.time_up(state, BOWL, RNG)

    assert state.round.guesses == (Guess(1, "fig", 5, Verdict.EXACT),)


def test_sp_16_each_clock_can_be_switched_off() -> None:
    off = Options(wager_seconds=0, guess_seconds=0, timer_seconds=0, rule_seconds=0)
    state, _ = begun(off)
    states = [state]
    for seat, move in ((0, PlaceWager(Wager.YES)), (0, ChooseStart(1)), (1, Name("fig"))):
        states.append(after(states[-1], (seat, move)))

    assert [rules.timer(state) for state in states] == [None] * 4


@pytest.mark.parametrize(
    ("options", "field"),
    [
        (Options(track=19), "track"),
        (Options(first_reader=8), "first_reader"),
        (Options(first_reader=-1), "first_reader"),
        (Options(wager_seconds=4), "wager_seconds"),
        (Options(guess_seconds=601), "guess_seconds"),
        (Options(timer_seconds=-1), "timer_seconds"),
        (Options(rule_seconds=1), "rule_seconds"),
    ],
)
def test_all_4_options_outside_their_range_are_refused(options: Options, field: str) -> None:
    with pytest.raises(BadOption) as refused:
        rules.check_options(options)

    assert refused.value.field == field
    rules.check_options(Options(track=25, first_reader=7, guess_seconds=0, timer_seconds=600))


# Resignations


def resigned(state: State, *seats: Seat) -> tuple[State, tuple[Event, ...]]:
    happened: tuple[Event, ...] = ()
    for seat in seats:
        state, events = rules.resign(state, seat, BOWL, RNG)
        happened += events
    return state, happened


def test_all_5_the_turn_of_a_guesser_who_resigns_passes_on_and_his_pants_come_back() -> None:
    before = table(5, 6, 7, 8, pants=1, **taken((), (3,), (), ()))

    state, events = resigned(before, 1)

    assert (state.phase, events) == (Guessing(2, wait=2), ())
    assert (state.round.pants, state.round.chips, state.positions) == (None, ((), (3,), (), ()), (5, 6, 7, 8))


def test_all_5_the_pawn_of_a_resigned_seat_stays_where_it_is() -> None:
    state, _ = resigned(table(5, 6, 7, 8, turn=2, **taken((), (3, 1), (2, 1), (2, 1))), 1)

    state, events = play(state, 2, Pass())

    assert ended(events).steps == (1, 0, 4, 3)
    assert ended(events).chips == ((), (3, 1), (2, 1, 1), (2, 1))
    assert state.positions == (6, 6, 11, 11)


def test_all_5_a_guess_not_ruled_on_leaves_with_its_guesser() -> None:
    state, events = resigned(under_review("fig", seats=4), 1)

    assert events == (GuessDropped(1),)
    assert (state.phase, state.round.on_table, state.round.guesses) == (Guessing(2, wait=2), None, ())


def test_all_5_a_reader_who_resigns_blocks_no_ruling() -> None:
    state, events = resigned(under_review("fig", seats=4), 0)

    assert state.round.guesses == (Guess(1, "fig", 5, Verdict.EXACT),)
    assert [type(event) for event in events] == [GuessMade]
    state, events = play(state, 2, Name("grape"))
    assert state.round.guesses[1] == Guess(2, "grape", 6, Verdict.EXACT)


def test_all_5_a_reader_who_resigns_before_the_first_turn_takes_his_list_along() -> None:
    before = waiting(table(5, 6, 9, 8))

    state, events = resigned(before, 0)

    assert events == (
        RoundDropped(1),
        RoundBegan(2, 2, "Trees in the park", items=4, wager_number=2, guessers=(1, 3), is_tie_break=False),
    )
    assert (state.round.reader, state.phase, state.finished) == (2, Wagering(), None)


def test_all_5_the_wager_of_a_reader_who_resigned_moves_nobody() -> None:
    state, _ = resigned(table(5, 6, 7, 8, **taken((), (3, 1), (2, 1), (2, 1))), 0)

    state, events = play(state, 1, Pass())

    assert ended(events).positions == (5, 11, 10, 11)
    assert state.round.reader == 1


def test_all_5_without_a_reader_to_start_it_the_timer_always_runs() -> None:
    options = replace(AUTOMATIC, guess_seconds=0)
    state, _ = resigned(table(5, 6, 7, 8, options=options), 0)
    passed, _ = play(state, 1, Pass())

    assert (rules.timer(state), rules.timer(passed)) == (Timer("timer 1", 15), Timer("timer 2", 15))
    assert rules.to_move(state) == {1}


def test_all_5_without_a_reader_the_timer_still_starts_by_itself() -> None:
    state, _ = resigned(table(5, 6, 7, 8), 0)

    assert rules.to_move(state) == {1}
    assert rules.time_up(state, BOWL, RNG)[1] == (TimerStarted(1, by=None),)


def test_all_5_a_match_with_fewer_than_three_ends_and_the_resigned_place_last() -> None:
    state, events = resigned(table(5, 9, 7, 8), 1, 3)

    assert events == (RoundDropped(1),)
    assert rules.outcome(state) == Outcome((1, 4, 2, 3), (5, 9, 7, 8), "TOO_FEW_SEATS")


def test_all_5_the_last_of_the_tied_wins_when_the_others_resign() -> None:
    state, events = resigned(tied(), 0)

    assert events == (RoundDropped(2),)
    assert rules.outcome(state) == Outcome((4, 3, 2, 1), (7, 20, 8, 7), "TIE_BROKEN")


def test_all_5_a_tie_break_without_anybody_to_read_is_shared() -> None:
    state = replace(tied(), contenders=(0, 2, 3), positions=(7, 20, 7, 7))

    state, events = resigned(state, 1)

    assert events == (RoundDropped(2),)
    assert rules.outcome(state) == Outcome((1, 4, 1, 1), (7, 20, 7, 7), "TIE_SHARED")


def test_all_5_nobody_resigns_twice_or_after_the_end() -> None:
    state, _ = resigned(table(5, 6, 7, 8), 1)
    over = replace(state, phase=Over("TIE_SHARED"))

    for refused, message in ((state, "You have resigned already."), (over, "The match is over.")):
        with pytest.raises(IllegalMove) as why:
            rules.resign(refused, 1, BOWL, RNG)
        assert (why.value.rule, why.value.message) == ("ALL-5", message)
