"""The roll for the start, rolling, moving and how play passes on; each test names the rule it proves."""

from random import Random

import pytest

from server import decks
from server.games.engine import IllegalMove, replace
from server.games.trivial_pursuit import rules
from server.games.trivial_pursuit.records import (
    AnswerGiven,
    Answering,
    CardsShuffled,
    CategoryChosen,
    ChooseCategory,
    ChoosingCategory,
    GiveAnswer,
    Moved,
    MoveTo,
    Moving,
    Options,
    Over,
    Phase,
    QuestionAsked,
    Roll,
    Rolled,
    RolledForStart,
    Rolling,
    RollingForStart,
    Rule,
    StartTied,
    State,
    Token,
    TurnBegan,
    VoteCategory,
    VotingCategory,
)
from tests.games.trivial_pursuit.tables import (
    ALL_WEDGES,
    DECK,
    NOBODY,
    PILE,
    REAL_DECK,
    answering,
    asked,
    play,
    seed_rolling,
    table,
    token,
)


def assert_refused(state: State, move: rules.Move, rule: str, message: str, seat: int = 0) -> None:
    before = repr(state)

    with pytest.raises(IllegalMove) as refusal:
        play(state, seat, move)

    assert (refusal.value.rule, refusal.value.message) == (rule, message)
    assert repr(state) == before


# The start


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_tp_1_all_tokens_start_in_the_hub_and_everyone_rolls(seats: int) -> None:
    state, events = rules.setup(Options(), seats, REAL_DECK, Random("a"))

    assert state.tokens == (Token("HUB", (), None, 0),) * seats
    assert state.phase == RollingForStart(1, tuple(range(seats)), (None,) * seats)
    assert rules.to_move(state) == frozenset(range(seats))
    assert [rules.legal_moves(state, seat) for seat in range(seats)] == [(Roll(),)] * seats
    assert events == ()
    assert sorted(state.pile) == sorted(card.id for card in REAL_DECK.cards)
    assert list(state.pile) != [card.id for card in REAL_DECK.cards]


def start(*rolls: int | None, contenders: tuple[int, ...] = (0, 1, 2), round: int = 1) -> State:
    fresh = tuple(token(turns=0) for _ in range(3))
    return table(*fresh, phase=RollingForStart(round, contenders, rolls))


def test_tp_1_rolls_come_in_any_order_and_the_highest_begins() -> None:
    state, first = play(start(None, None, None), 2, Roll(), seed_rolling(5))
    waiting = rules.to_move(state)
    state, _ = play(state, 0, Roll(), seed_rolling(6))
    state, last = play(state, 1, Roll(), seed_rolling(2))

    assert first == (RolledForStart(2, 5, 1),)
    assert waiting == {0, 1}
    assert last == (RolledForStart(1, 2, 1), TurnBegan(0, 1, is_reply=False))
    assert (state.phase, state.turn) == (Rolling(), 0)
    assert [token.turns for token in state.tokens] == [1, 0, 0]


def test_tp_1_those_who_tie_for_highest_roll_again_until_one_is_higher() -> None:
    state, events = play(start(6, None, 6), 1, Roll(), seed_rolling(3))

    assert events == (RolledForStart(1, 3, 1), StartTied((0, 2)))
    assert state.phase == RollingForStart(2, (0, 2), NOBODY)
    assert rules.to_move(state) == {0, 2}

    state, _ = play(state, 0, Roll(), seed_rolling(1))
    state, events = play(state, 2, Roll(), seed_rolling(1))
    assert events == (RolledForStart(2, 1, 2), StartTied((0, 2)))

    state, _ = play(state, 0, Roll(), seed_rolling(2))
    state, events = play(state, 2, Roll(), seed_rolling(4))
    assert events == (RolledForStart(2, 4, 3), TurnBegan(2, 1, is_reply=False))


def test_tp_1_play_goes_left_from_the_one_who_begins() -> None:
    seats = []
    state = table(phase=Rolling(), turn=1)
    for _ in range(4):
        state = replace(state, phase=Answering(asked()))
        state, events = play(state, state.turn, GiveAnswer("no idea"))
        seats.append(events[-1])

    assert seats == [TurnBegan(seat, turn, is_reply=False) for seat, turn in ((2, 4), (0, 5), (1, 6), (2, 7))]


# Rolling and moving


def test_tp_2_a_turn_is_a_roll_and_then_a_choice_of_all_spaces_so_far_away() -> None:
    state, events = play(table(), 0, Roll(), seed_rolling(6))

    assert events == (Rolled(0, 6),)
    assert (state.phase, state.rolls) == (Moving(6), 1)
    assert rules.legal_moves(state, 0) == tuple(map(MoveTo, ("R0", "R7", "R14", "R21", "R28", "R35")))
    assert rules.legal_moves(state, 1) == ()


def test_tp_2_the_token_goes_to_the_space_chosen_and_is_asked_its_colour() -> None:
    state, events = play(table(token("R0"), token(), token(), phase=Moving(1)), 0, MoveTo("R41"))

    assert state.tokens[0].space == "R41"
    assert events == (
        Moved(0, "R0", ("R41",)),
        QuestionAsked(0, 2, 1, "c1", "YELLOW", "R41", False, "Yellow question 1?"),
    )


@pytest.mark.parametrize(
    ("space", "rule", "message"),
    [
        ("R2", "TP-2", "That space is not exactly 1 step away without turning back."),
        ("R0", "TP-2", "That space is not exactly 1 step away without turning back."),
        ("R42", "TP-2", "There is no such space on the board."),
        ("", "TP-2", "There is no such space on the board."),
    ],
)
def test_tp_2_any_other_space_is_refused(space: str, rule: str, message: str) -> None:
    assert_refused(table(token("R0"), token(), token(), phase=Moving(1)), MoveTo(space), rule, message)


def test_tp_2_a_token_may_not_go_forth_and_back_in_one_move() -> None:
    state = table(token("R3"), token(), token(), phase=Moving(2))

    assert_refused(state, MoveTo("R3"), "TP-2", "That space is not exactly 2 steps away without turning back.")


def test_tp_3_a_token_that_passes_the_hub_may_not_go_back_down_its_spoke() -> None:
    state = table(token("S2-2"), token(), token(), phase=Moving(3))

    offered = [move.space for move in rules.legal_moves(state, 0) if isinstance(move, MoveTo)]

    assert offered == ["S0-1", "S1-1", "S2-5", "S3-1", "S4-1", "S5-1"]
    assert_refused(state, MoveTo("S2-1"), "TP-2", "That space is not exactly 3 steps away without turning back.")


def test_tp_4_on_a_roll_again_space_the_same_player_rolls_and_moves_again_any_number_of_times() -> None:
    state = table(token("R0"), token(), token())
    for roll, space in ((2, "R2"), (3, "R5"), (3, "R2")):
        state, _ = play(state, 0, Roll(), seed_rolling(roll))
        state, events = play(state, 0, MoveTo(space))
        assert events == (Moved(0, events[0].origin, events[0].path),)  # type: ignore[union-attr]  # the first is Moved
        assert (state.phase, state.turn, state.questions) == (Rolling(), 0, 0)

    assert (state.pile, state.rolls) == (PILE, 3)


def test_tp_5_any_number_of_tokens_stand_on_one_space() -> None:
    state = table(token("R0"), token("R1"), token("R1"), phase=Moving(1))

    state, _ = play(state, 0, MoveTo("R1"))

    assert [token.space for token in state.tokens] == ["R1", "R1", "R1"]


# Questions


@pytest.mark.parametrize(("turn", "reader"), [(0, 2), (1, 0), (2, 1)])
def test_tp_6_the_player_on_the_right_reads(turn: int, reader: int) -> None:
    tokens = [token("R0")] * 3

    _, (_, asked_event) = play(table(*tokens, phase=Moving(1), turn=turn), turn, MoveTo("R1"))

    assert asked_event == QuestionAsked(turn, reader, 1, "c1", "YELLOW", "R1", False, "Yellow question 1?")


def test_tp_6_a_resigned_seat_reads_nothing_and_the_next_on_the_right_does() -> None:
    tokens = [token("R0")] * 4

    _, (_, asked_event) = play(table(*tokens, phase=Moving(1), resigned=(3,)), 0, MoveTo("R1"))

    assert asked_event == QuestionAsked(0, 2, 1, "c1", "YELLOW", "R1", False, "Yellow question 1?")


def test_tp_6_each_question_comes_from_the_next_card() -> None:
    state = table(token("R0"), token(), token(), phase=Moving(1))
    state, _ = play(state, 0, MoveTo("R1"))
    state, _ = play(state, 0, GiveAnswer("Chernobyl"))
    state = replace(state, phase=Moving(6))

    state, events = play(state, 0, MoveTo("R7"))

    assert isinstance(events[1], QuestionAsked)
    assert (events[1].number, events[1].card, events[1].question) == (2, "c2", "Blue question 2?")
    assert (state.pile, state.questions) == (("c3", "c4"), 2)


def test_tp_7_a_right_answer_lets_the_same_player_roll_again() -> None:
    state, events = play(answering("YELLOW", "R1"), 0, GiveAnswer("Chernobyl"))

    assert (state.phase, state.turn) == (Rolling(), 0)
    assert [type(event).__name__ for event in events] == ["AnswerGiven", "AnswerJudged"]
    assert rules.legal_moves(state, 0) == (Roll(),)


def test_tp_7_there_is_no_limit_to_right_answers_in_a_turn() -> None:
    state = answering("YELLOW", "R1", turn=0)
    for _ in range(30):
        state = replace(state, phase=Answering(asked("YELLOW", "R1")))
        state, _ = play(state, 0, GiveAnswer("Chernobyl"))

    assert (state.phase, state.turn, state.tokens[0].turns) == (Rolling(), 0, 1)


def test_tp_7_a_wrong_answer_passes_play_to_the_left() -> None:
    state, events = play(answering("YELLOW", "R1"), 0, GiveAnswer("Fukushima"))

    assert (state.phase, state.turn) == (Rolling(), 1)
    assert events[0] == AnswerGiven(0, "Fukushima")
    assert events[-1] == TurnBegan(1, 4, is_reply=False)


def test_tp_7_play_passes_over_seats_that_have_resigned() -> None:
    state, _ = play(answering("YELLOW", "R1", others=(token(), token(), token()), resigned=(1, 2)), 0, GiveAnswer("?"))

    assert state.turn == 3


def test_tp_10_in_the_hub_without_all_wedges_the_player_picks_any_category() -> None:
    state = table(token("S0-1", ALL_WEDGES[:5]), token(), token(), phase=Moving(1))
    state, events = play(state, 0, MoveTo("HUB"))

    assert (state.phase, events) == (ChoosingCategory(), (Moved(0, "S0-1", ("HUB",)),))
    assert rules.to_move(state) == {0}
    assert rules.legal_moves(state, 0) == tuple(map(ChooseCategory, ALL_WEDGES))

    state, events = play(state, 0, ChooseCategory("PINK"))

    assert events == (
        CategoryChosen(0, "PINK"),
        QuestionAsked(0, 2, 1, "c1", "PINK", "HUB", False, "Pink question 1?"),
    )
    state, _ = play(state, 0, GiveAnswer("Casablanca"))
    assert (state.phase, state.tokens[0].wedges) == (Rolling(), ALL_WEDGES[:5])


def test_tp_10_there_are_six_categories() -> None:
    state = table(phase=ChoosingCategory())

    assert_refused(state, ChooseCategory("PURPLE"), "TP-10", "There is no such category.")  # type: ignore[arg-type]  # wrong on purpose


def test_tp_11_when_the_deck_is_used_up_it_is_shuffled_anew() -> None:
    mixed = replace(DECK, stacked=False)
    state = table(token("R0"), token(), token(), phase=Moving(1), pile=(), questions=4)

    state, events = rules.apply(state, 0, MoveTo("R1"), mixed, Random("b"))

    assert events[1] == CardsShuffled(4)
    assert isinstance(events[2], QuestionAsked)
    assert {events[2].card, *state.pile} == set(PILE)
    assert len(state.pile) == 3
    others = {
        rules.apply(
            replace(state, pile=(), phase=Moving(1), tokens=(token("R0"),) * 3), 0, MoveTo("R1"), mixed, Random(seed)
        )[0].pile
        for seed in range(40)
    }
    assert len(others) > 10


def test_tp_11_a_used_card_does_not_come_back_before_all_others() -> None:
    state, _ = rules.setup(Options(), 2, REAL_DECK, Random("a"))

    assert len(set(state.pile)) == len(REAL_DECK.cards)
    assert decks.stacked(REAL_DECK, ["tp-007"]).cards[0].id == "tp-007"
    assert rules.setup(Options(), 2, decks.stacked(REAL_DECK, ["tp-007"]), Random("a"))[0].pile[0] == "tp-007"


# Moves at the wrong time


ANY_MOVES = (Roll(), MoveTo("R1"), GiveAnswer("x"), ChooseCategory("BLUE"), VoteCategory("BLUE"), Rule(True))


@pytest.mark.parametrize(
    ("phase", "fitting", "message"),
    [
        (RollingForStart(1, (0, 1, 2), NOBODY), Roll, "It is time to roll the die."),
        (Rolling(), Roll, "It is time to roll the die."),
        (Moving(1), MoveTo, "It is time to move the token."),
        (ChoosingCategory(), ChooseCategory, "It is time to choose a category."),
        (VotingCategory(NOBODY), VoteCategory, "It is time to vote on the category of the final question."),
        (Answering(asked()), GiveAnswer, "It is time to answer the question."),
        (Over("WON"), None, "The match is over."),
    ],
)
def test_all_2_a_move_of_another_phase_is_refused(phase: Phase, fitting: type | None, message: str) -> None:
    for move in ANY_MOVES:
        if type(move) is not fitting:
            assert_refused(table(phase=phase), move, "ALL-2", message, seat=1)
