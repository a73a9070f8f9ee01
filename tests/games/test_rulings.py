"""How people overrule a verdict (ANS-5, ANS-6)."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.games.answers import Verdict
from server.games.engine import IllegalMove
from server.games.rulings import (
    Judging,
    Review,
    Ruling,
    Vote,
    review_of,
    ruled,
    timed_out,
    to_rule,
    without_judge,
)

RIGHT = (Verdict.EXACT, Verdict.ALIAS, Verdict.NEAR)


def review(verdict: Verdict, judging: Judging, reader: int = 1, others: tuple[int, ...] = (3, 1, 2)) -> Review:
    """Return the review of a guess by seat 0."""
    asked = review_of("Pari", verdict, judging, reader, others)
    assert isinstance(asked, Review)
    return asked


def table_rules(verdict: Verdict, votes: dict[int, bool]) -> Ruling:
    state: Review | Ruling = review(verdict, Judging.TABLE, others=tuple(votes))
    for seat, accept in votes.items():
        assert isinstance(state, Review)
        state = ruled(state, seat, accept)
    assert isinstance(state, Ruling)
    return state


@pytest.mark.parametrize("verdict", list(Verdict))
def test_ans_5_automatic_lets_the_verdict_stand_at_once(verdict: Verdict) -> None:
    assert review_of("Pari", verdict, Judging.AUTOMATIC, 1, (1, 2)) == Ruling(verdict, verdict in RIGHT)


def test_ans_5_the_reader_is_shown_guess_and_verdict_and_rules_alone() -> None:
    asked = review(Verdict.NEAR, Judging.READER)

    assert (asked.guess, asked.verdict, to_rule(asked)) == ("Pari", Verdict.NEAR, frozenset((1,)))
    assert ruled(asked, 1, True) == Ruling(Verdict.NEAR, True, None, (Vote(1, True),))


@pytest.mark.parametrize(("verdict", "accept"), [(Verdict.NEAR, False), (Verdict.EXACT, False), (Verdict.WRONG, True)])
def test_ans_6_a_verdict_overruled_by_the_reader_is_kept_with_who_and_how(verdict: Verdict, accept: bool) -> None:
    asked = review(verdict, Judging.READER)

    assert ruled(asked, 1, accept) == Ruling(verdict, accept, Judging.READER, (Vote(1, accept),))


def test_ans_5_the_verdict_stands_when_the_reader_runs_out_of_time() -> None:
    assert timed_out(review(Verdict.NEAR, Judging.READER)) == Ruling(Verdict.NEAR, True)
    assert timed_out(review(Verdict.WRONG, Judging.READER)) == Ruling(Verdict.WRONG, False)


def test_ans_5_the_verdict_stands_at_once_when_nobody_can_rule() -> None:
    assert review_of("Pari", Verdict.NEAR, Judging.READER, 1, (2, 3)) == Ruling(Verdict.NEAR, True)
    assert review_of("Pari", Verdict.WRONG, Judging.TABLE, 1, ()) == Ruling(Verdict.WRONG, False)


def test_ans_5_at_the_table_everyone_else_votes_in_any_order() -> None:
    asked = review(Verdict.NEAR, Judging.TABLE)

    after_one = ruled(asked, 2, False)

    assert to_rule(asked) == frozenset((1, 2, 3))
    assert isinstance(after_one, Review)
    assert to_rule(after_one) == frozenset((1, 3))


@pytest.mark.parametrize(
    ("verdict", "votes", "is_right", "overruled_by"),
    [
        (Verdict.NEAR, {1: False, 2: False, 3: True}, False, Judging.TABLE),
        (Verdict.NEAR, {1: True, 2: False, 3: True}, True, None),
        (Verdict.WRONG, {1: True, 2: False, 3: True}, True, Judging.TABLE),
        (Verdict.WRONG, {1: False, 2: False, 3: True}, False, None),
        (Verdict.NEAR, {1: True, 2: False}, True, None),
        (Verdict.WRONG, {1: True, 2: False}, False, None),
        (Verdict.WRONG, {1: True}, True, Judging.TABLE),
    ],
)
def test_ans_5_most_votes_win_and_on_a_tie_the_verdict_stands(
    verdict: Verdict, votes: dict[int, bool], is_right: bool, overruled_by: Judging | None
) -> None:
    expected = tuple(Vote(seat, accept) for seat, accept in votes.items())

    assert table_rules(verdict, votes) == Ruling(verdict, is_right, overruled_by, expected)


def test_ans_5_a_certain_majority_still_waits_for_the_last_vote() -> None:
    state = ruled(review(Verdict.NEAR, Judging.TABLE), 1, False)
    assert isinstance(state, Review)

    state = ruled(state, 2, False)

    assert isinstance(state, Review)
    assert to_rule(state) == frozenset((3,))


def test_ans_5_the_verdict_stands_when_a_vote_is_missing_at_the_end_of_time() -> None:
    state = ruled(review(Verdict.NEAR, Judging.TABLE), 3, False)
    assert isinstance(state, Review)
    state = ruled(state, 2, False)
    assert isinstance(state, Review)

    assert timed_out(state) == Ruling(Verdict.NEAR, True, None, (Vote(2, False), Vote(3, False)))


@pytest.mark.parametrize(
    ("seat", "message"),
    [
        (0, "You do not judge this answer."),
        (7, "You do not judge this answer."),
        (2, "You have judged this answer already."),
    ],
)
def test_ans_5_a_vote_that_is_not_due_is_refused_and_changes_nothing(seat: int, message: str) -> None:
    state = ruled(review(Verdict.NEAR, Judging.TABLE), 2, False)
    assert isinstance(state, Review)
    before = repr(state)

    with pytest.raises(IllegalMove) as refusal:
        ruled(state, seat, True)

    assert (refusal.value.rule, refusal.value.message) == ("ANS-5", message)
    assert repr(state) == before


def test_ans_5_a_judge_who_resigns_is_waited_for_no_longer() -> None:
    state = ruled(review(Verdict.NEAR, Judging.TABLE), 1, False)
    assert isinstance(state, Review)
    state = ruled(state, 2, False)
    assert isinstance(state, Review)

    assert without_judge(state, 3) == Ruling(Verdict.NEAR, False, Judging.TABLE, (Vote(1, False), Vote(2, False)))
    assert without_judge(state, 2) == Review("Pari", Verdict.NEAR, Judging.TABLE, (1, 3), (Vote(1, False),))
    assert without_judge(review(Verdict.NEAR, Judging.READER), 1) == Ruling(Verdict.NEAR, True)


@given(st.sampled_from(Verdict), st.dictionaries(st.integers(1, 7), st.booleans(), min_size=1))
def test_ans_6_a_ruling_says_who_overruled_exactly_when_it_differs_from_the_verdict(
    verdict: Verdict, votes: dict[int, bool]
) -> None:
    ruling = table_rules(verdict, votes)

    assert (ruling.overruled_by is Judging.TABLE) == (ruling.is_right != verdict.is_right)
    assert {vote.seat: vote.accept for vote in ruling.votes} == votes


def test_a_review_and_a_ruling_survive_being_stored() -> None:
    state = ruled(review(Verdict.NEAR, Judging.TABLE), 2, False)
    ruling = table_rules(Verdict.WRONG, {1: True})

    assert msgspec.convert(msgspec.to_builtins(state), Review) == state
    assert msgspec.convert(msgspec.to_builtins(ruling), Ruling) == ruling
