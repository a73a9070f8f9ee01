"""Wedges, locked headquarters, the final question and who wins; each test names the rule it proves."""

from typing import Any

import pytest

from server.games.answers import Verdict
from server.games.engine import BadOption, Outcome, replace
from server.games.rulings import Ruling
from server.games.trivial_pursuit import rules
from server.games.trivial_pursuit.board import COLOURS, Colour
from server.games.trivial_pursuit.records import (
    Answering,
    AnswerJudged,
    CategoryDecided,
    CategoryVoted,
    ChoosingCategory,
    GiveAnswer,
    Judged,
    Moved,
    MoveTo,
    Moving,
    Options,
    Over,
    QuestionAsked,
    Rolling,
    State,
    TurnBegan,
    VoteCategory,
    VotingCategory,
    Won,
)
from tests.games.trivial_pursuit.tables import ALL_WEDGES, NOBODY, answering, asked, play, table, token
from tests.games.trivial_pursuit.test_turns import assert_refused

# Wedges


def test_tp_8_a_right_answer_at_a_headquarters_wins_its_wedge() -> None:
    state, events = play(answering("BLUE", "R7"), 0, GiveAnswer("lisbon"))

    assert state.tokens[0].wedges == ("BLUE",)
    assert events[1] == AnswerJudged(Judged(0, asked("BLUE", "R7"), "lisbon", Ruling(Verdict.EXACT, True)), wedge=True)
    assert state.phase == Rolling()


def test_tp_8_wedges_are_kept_in_the_order_they_were_won() -> None:
    state, _ = play(answering("BLUE", "R7", own=token(wedges=("PINK", "BROWN"))), 0, GiveAnswer("Lisbon"))

    assert state.tokens[0].wedges == ("PINK", "BROWN", "BLUE")


@pytest.mark.parametrize("space", ["R8", "S1-5", "S0-2"])
def test_tp_8_a_right_answer_elsewhere_wins_none(space: str) -> None:
    state, events = play(answering("BLUE", space), 0, GiveAnswer("Lisbon"))

    assert state.tokens[0].wedges == ()
    assert isinstance(events[1], AnswerJudged)
    assert not events[1].wedge


@pytest.mark.parametrize("guess", ["Lisbon", "Porto"])
def test_tp_8_a_headquarters_whose_wedge_is_held_is_an_ordinary_space(guess: str) -> None:
    own = token(wedges=("BLUE",))

    state, events = play(answering("BLUE", "R7", own=own), 0, GiveAnswer(guess))

    assert (state.tokens[0].wedges, state.tokens[0].locked) == (("BLUE",), None)
    assert isinstance(events[1], AnswerJudged)
    assert not events[1].wedge
    assert state.turn == (0 if guess == "Lisbon" else 1)


def test_tp_9_a_miss_at_a_headquarters_locks_it_and_passes_play() -> None:
    state, _ = play(answering("BLUE", "R7"), 0, GiveAnswer("Porto"))

    assert (state.tokens[0].locked, state.turn) == ("BLUE", 1)


def locked_near_blue(locked: Colour | None) -> State:
    """Return a state in which seat 0 stands two spaces from the blue headquarters and has rolled a 2."""
    return table(token("R9", locked=locked), token("R9"), token(), phase=Moving(2))


def test_tp_9_a_locked_headquarters_is_no_destination() -> None:
    assert [move.space for move in rules.legal_moves(locked_near_blue(None), 0) if isinstance(move, MoveTo)] == [
        "R7",
        "R11",
    ]
    assert rules.legal_moves(locked_near_blue("BLUE"), 0) == (MoveTo("R11"),)
    assert_refused(
        locked_near_blue("BLUE"),
        MoveTo("R7"),
        "TP-9",
        "You missed the question here: answer one elsewhere before you come back.",
    )


def test_tp_9_a_headquarters_is_locked_for_one_token_only_and_may_be_passed() -> None:
    state = locked_near_blue("BLUE")

    assert MoveTo("R7") in rules.legal_moves(replace(state, turn=1), 1)
    assert MoveTo("R6") in rules.legal_moves(replace(state, phase=Moving(3)), 0)
    assert MoveTo("S1-5") in rules.legal_moves(replace(state, phase=Moving(3)), 0)


@pytest.mark.parametrize("guess", ["Chernobyl", "Fukushima"])
def test_tp_9_any_question_answered_elsewhere_unlocks_it_right_or_wrong(guess: str) -> None:
    own = token(locked="BLUE")

    state, _ = play(answering("YELLOW", "R10", own=own), 0, GiveAnswer(guess))

    assert state.tokens[0].locked is None


def test_tp_9_a_miss_at_another_headquarters_locks_that_one_instead() -> None:
    state, _ = play(answering("PINK", "R28", own=token(locked="BLUE")), 0, GiveAnswer("Vertigo"))

    assert state.tokens[0].locked == "PINK"


def test_tp_9_a_roll_again_space_does_not_unlock() -> None:
    state, _ = play(table(token("R7", locked="BLUE"), token(), token(), phase=Moving(2)), 0, MoveTo("R9"))

    assert (state.phase, state.tokens[0].locked) == (Rolling(), "BLUE")
    assert rules.legal_moves(replace(state, phase=Moving(2)), 0) == (MoveTo("R11"),)


# The final question


def voting(*votes: Colour | None, turn: int = 0, **more: Any) -> State:
    tokens = [token() for _ in votes]
    tokens[turn] = token("HUB", ALL_WEDGES)
    return table(*tokens, phase=VotingCategory(votes), turn=turn, **more)


def test_tp_12_in_the_hub_with_all_wedges_the_others_vote_on_the_category() -> None:
    state = table(token("S0-1", ALL_WEDGES), token(), token(), phase=Moving(1))

    state, events = play(state, 0, MoveTo("HUB"))

    assert events == (Moved(0, "S0-1", ("HUB",)),)
    assert state.phase == VotingCategory(NOBODY)
    assert rules.to_move(state) == {1, 2}
    assert rules.legal_moves(state, 1) == tuple(map(VoteCategory, COLOURS))
    assert rules.legal_moves(state, 0) == ()


def test_tp_12_the_category_with_most_votes_is_asked_of_the_next_card() -> None:
    state, first = play(voting(None, "BLUE", None, "PINK"), 2, VoteCategory("PINK"))

    assert first == (
        CategoryVoted(2),
        CategoryDecided(0, "PINK", (None, "BLUE", "PINK", "PINK")),
        QuestionAsked(0, 3, 1, "c1", "PINK", "HUB", True, "Pink question 1?"),
    )
    assert state.phase == Answering(asked("PINK", "HUB", is_final=True))


def test_tp_12_votes_come_in_any_order_and_wait_for_the_last() -> None:
    state, events = play(voting(None, None, None), 2, VoteCategory("GREEN"))

    assert events == (CategoryVoted(2),)
    assert rules.to_move(state) == {1}
    assert rules.legal_moves(state, 2) == ()


@pytest.mark.parametrize(
    ("votes", "turn", "colour"),
    [
        ((None, "BLUE", "PINK"), 0, "BLUE"),
        (("PINK", None, "BLUE"), 1, "BLUE"),
        (("PINK", "BLUE", None), 2, "PINK"),
        ((None, "BLUE", "PINK", "GREEN", "PINK", "BLUE"), 0, "BLUE"),
        ((None, "GREEN", "PINK", "BLUE", "BLUE", "PINK"), 0, "PINK"),
        ((None, None, "PINK", "BLUE"), 0, "PINK"),
        ((None, "GREEN", "BLUE", "BLUE"), 0, "BLUE"),
    ],
)
def test_tp_12_a_tie_goes_to_the_vote_of_the_token_on_the_left(
    votes: tuple[Colour | None, ...], turn: int, colour: Colour
) -> None:
    last = next(seat for seat in reversed(range(len(votes))) if votes[seat])
    before = (*votes[:last], None, *votes[last + 1 :])
    resigned = tuple(seat for seat, vote in enumerate(votes) if vote is None and seat != turn)

    _, events = play(voting(*before, turn=turn, resigned=resigned), last, VoteCategory(votes[last] or "BLUE"))

    assert events[1] == CategoryDecided(turn, colour, votes)


def test_tp_12_among_two_the_opponent_decides() -> None:
    _, events = play(voting(None, None), 1, VoteCategory("ORANGE"))

    assert events[1:] == (
        CategoryDecided(0, "ORANGE", (None, "ORANGE")),
        QuestionAsked(0, 1, 1, "c1", "ORANGE", "HUB", True, "Orange question 1?"),
    )


def test_tp_12_there_are_six_categories_to_vote_for() -> None:
    assert_refused(
        voting(None, None, None),
        VoteCategory("PURPLE"),  # type: ignore[arg-type]  # wrong on purpose
        "TP-12",
        "There is no such category.",
        seat=1,
    )


def final(**more: Any) -> State:
    return answering("PINK", "HUB", is_final=True, own=token(wedges=ALL_WEDGES), **more)


def test_tp_12_a_right_final_answer_wins_the_match() -> None:
    state, events = play(final(), 0, GiveAnswer("Casablanca"))

    assert (state.phase, state.winners) == (Over("WON"), (0,))
    assert events[-1] == Won(0)
    assert rules.outcome(state) == Outcome((1, 2, 2), (6, 0, 0), "WON")
    assert rules.to_move(state) == frozenset()


def test_tp_12_a_wrong_final_answer_ends_the_turn_and_the_token_has_to_leave_the_hub_and_come_back() -> None:
    state, events = play(final(), 0, GiveAnswer("Vertigo"))

    assert events[-1] == TurnBegan(1, 4, is_reply=False)
    assert (state.phase, state.tokens[0].space, state.winners) == (Rolling(), "HUB", ())

    state = replace(state, turn=0, phase=Moving(1))
    state, _ = play(state, 0, MoveTo("S4-1"))
    assert isinstance(state.phase, Answering)
    assert not state.phase.asked.is_final
    state, _ = play(state, 0, GiveAnswer("Dolly"))
    state = replace(state, phase=Moving(1))
    state, _ = play(state, 0, MoveTo("HUB"))
    assert state.phase == VotingCategory(NOBODY)


def test_tp_13_overshooting_the_hub_the_token_goes_on_down_another_spoke_and_answers_there() -> None:
    state = table(token("S0-2", ALL_WEDGES), token(), token(), phase=Moving(4))

    offered = [move.space for move in rules.legal_moves(state, 0) if isinstance(move, MoveTo)]
    state, events = play(state, 0, MoveTo("S3-2"))

    assert offered == ["S1-2", "S2-2", "S3-2", "S4-2", "S5-2", "R0"]
    assert events == (
        Moved(0, "S0-2", ("S0-1", "HUB", "S3-1", "S3-2")),
        QuestionAsked(0, 2, 1, "c1", "PINK", "S3-2", False, "Pink question 1?"),
    )


# Won in the first turn


def test_tp_14_after_a_win_in_a_first_turn_those_without_a_turn_get_one() -> None:
    waiting = (token(turns=0), token(turns=0))

    state, events = play(final(others=waiting), 0, GiveAnswer("Casablanca"))

    assert events[-2:] == (Won(0), TurnBegan(1, 2, is_reply=True))
    assert (state.phase, state.turn, state.winners) == (Rolling(), 1, (0,))
    assert rules.outcome(state) is None

    state, events = play(missing(state), 1, GiveAnswer("?"))
    assert events[-1] == TurnBegan(2, 3, is_reply=True)

    state, _ = play(missing(state), 2, GiveAnswer("?"))
    assert rules.outcome(state) == Outcome((1, 2, 2), (6, 0, 0), "WON")


def missing(state: State) -> State:
    """Return the state with a plain question before the seat in turn."""
    return replace(state, phase=Answering(asked("YELLOW", "R1")))


def test_tp_14_who_wins_as_well_shares_the_win() -> None:
    state, _ = play(final(others=(token(turns=0), token(turns=0))), 0, GiveAnswer("Casablanca"))
    state, _ = play(missing(state), 1, GiveAnswer("?"))
    state = replace(state, phase=Answering(asked("PINK", "HUB", is_final=True)))

    state, events = play(state, 2, GiveAnswer("Casablanca"))

    assert events[-1] == Won(2)
    assert state.winners == (0, 2)
    outcome = rules.outcome(state)
    assert outcome is not None
    assert (outcome.places, outcome.reason) == ((1, 3, 1), "WON")


def test_tp_14_a_reply_is_one_full_turn_with_as_many_right_answers_as_it_takes() -> None:
    state, _ = play(final(others=(token(turns=0), token(turns=0))), 0, GiveAnswer("Casablanca"))

    state, _ = play(missing(state), 1, GiveAnswer("Chernobyl"))

    assert (state.phase, state.turn, state.tokens[1].turns) == (Rolling(), 1, 1)


def test_tp_14_only_those_who_have_had_no_turn_reply() -> None:
    state = final(others=(token(turns=0), token(turns=1)))

    state, _ = play(state, 0, GiveAnswer("Casablanca"))
    state, _ = play(missing(state), 1, GiveAnswer("?"))

    assert state.phase == Over("WON")


def test_tp_14_any_later_win_ends_the_match_at_once() -> None:
    state, _ = play(final(others=(token(turns=2), token(turns=1))), 0, GiveAnswer("Casablanca"))

    assert state.phase == Over("WON")


# The short game


@pytest.mark.parametrize("needed", [4, 5, 6])
def test_tp_15_so_many_different_wedges_are_enough(needed: int) -> None:
    for held in range(7):
        state = table(token("S0-1", COLOURS[:held]), token(), token(), phase=Moving(1), options=Options(wedges=needed))

        state, _ = play(state, 0, MoveTo("HUB"))

        assert state.phase == (VotingCategory(NOBODY) if held >= needed else ChoosingCategory())


def test_tp_15_a_wedge_too_many_can_still_be_won() -> None:
    state = answering("BLUE", "R7", own=token(wedges=("PINK", "GREEN", "BROWN", "ORANGE")), options=Options(wedges=4))

    state, _ = play(state, 0, GiveAnswer("Lisbon"))

    assert state.tokens[0].wedges == ("PINK", "GREEN", "BROWN", "ORANGE", "BLUE")


@pytest.mark.parametrize("wedges", [0, 3, 7])
def test_tp_15_other_numbers_are_refused(wedges: int) -> None:
    with pytest.raises(BadOption) as refusal:
        rules.check_options(Options(wedges=wedges))

    assert (refusal.value.field, refusal.value.message) == ("wedges", "A match is played for 4, 5 or 6 wedges.")


# Places


def test_tp_18_after_the_winners_come_wedges_then_right_answers() -> None:
    tokens = (
        token(wedges=("BLUE",), right=(1, 0, 2, 0, 0, 0)),
        token(wedges=("BLUE", "PINK"), right=(0, 0, 1, 0, 0, 1)),
        token(wedges=ALL_WEDGES),
        token(wedges=("GREEN",), right=(4, 0, 0, 0, 0, 0)),
        token(wedges=("PINK",), right=(0, 3, 0, 0, 0, 0)),
    )

    state = table(*tokens, phase=Over("WON"), winners=(2,))

    assert rules.outcome(state) == Outcome((4, 2, 1, 3, 4), (1, 2, 6, 1, 1), "WON")


def test_tp_18_answers_are_counted_by_category_for_the_facts() -> None:
    state, _ = play(answering("BLUE", "R7"), 0, GiveAnswer("Lisbon"))
    state = replace(state, phase=Answering(asked("PINK", "R28")))
    state, _ = play(state, 0, GiveAnswer("Vertigo"))

    assert (state.tokens[0].asked, state.tokens[0].right) == ((0, 1, 0, 0, 1, 0), (0, 1, 0, 0, 0, 0))
    assert (state.tokens[1].asked, state.tokens[1].right) == ((0,) * 6, (0,) * 6)
