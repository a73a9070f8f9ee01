"""Lets people overrule the verdict on a guess (ANS-5, ANS-6).

What lives here is pure. A game asks `review_of` after `answers.judge`: it returns a `Ruling` when the verdict stands
at once, else a `Review` for the game to hold in its phase until everybody asked has said so or the clock runs out.
Nobody's word ends the wait for the others: the seats that may act only ever become fewer by having acted, and how
people vote shows in the ruling alone.
"""

from collections.abc import Iterable
from enum import StrEnum

from server.games.answers import Verdict
from server.games.engine import IllegalMove, Record, Seat, replace


class Judging(StrEnum):
    """Who has the last word on a guess (ANS-5)."""

    AUTOMATIC = "AUTOMATIC"
    READER = "READER"
    TABLE = "TABLE"
    """Everyone but the guesser."""


class Vote(Record, frozen=True):
    seat: Seat
    accept: bool


class Ruling(Record, frozen=True):
    """What came of a guess, for the events and the facts (ANS-6)."""

    verdict: Verdict
    is_right: bool
    overruled_by: Judging | None = None
    """READER or TABLE; None when the verdict stands."""
    votes: tuple[Vote, ...] = ()
    """By seat; none when nobody was asked."""


class Review(Record, frozen=True):
    """A guess that people are ruling on."""

    guess: str
    verdict: Verdict
    judging: Judging
    """READER or TABLE."""
    judges: tuple[Seat, ...]
    votes: tuple[Vote, ...] = ()


def review_of(guess: str, verdict: Verdict, judging: Judging, reader: Seat, others: Iterable[Seat]) -> Review | Ruling:
    """Return who rules on the guess, or the verdict when nobody does. `others` are the active seats but the guesser's.

    A reader who is not among them (resigned) rules on nothing.
    """
    if judging is Judging.AUTOMATIC:
        return stands(verdict)
    asked = others if judging is Judging.TABLE else (seat for seat in others if seat == reader)
    return settled(Review(guess, verdict, judging, tuple(sorted(asked))))


def to_rule(review: Review) -> frozenset[Seat]:
    """Return the judges who have not spoken yet."""
    return frozenset(review.judges) - {vote.seat for vote in review.votes}


def ruled(review: Review, seat: Seat, accept: bool) -> Review | Ruling:
    """Return the review with one more vote, or the ruling when it was the last. Raise IllegalMove (ANS-5)."""
    if seat not in review.judges:
        raise IllegalMove("ANS-5", "You do not judge this answer.")
    if seat not in to_rule(review):
        raise IllegalMove("ANS-5", "You have judged this answer already.")
    votes = sorted((*review.votes, Vote(seat, accept)), key=lambda vote: vote.seat)
    return settled(replace(review, votes=tuple(votes)))


def without_judge(review: Review, seat: Seat) -> Review | Ruling:
    """Return the review without a seat that has resigned, and without its vote."""
    return settled(
        replace(
            review,
            judges=tuple(judge for judge in review.judges if judge != seat),
            votes=tuple(vote for vote in review.votes if vote.seat != seat),
        )
    )


def timed_out(review: Review) -> Ruling:
    """Return the ruling when the clock has run out: the verdict stands, whatever was voted until then (ANS-5)."""
    return stands(review.verdict, review.votes)


def stands(verdict: Verdict, votes: tuple[Vote, ...] = ()) -> Ruling:
    return Ruling(verdict, verdict.is_right, None, votes)


def settled(review: Review) -> Review | Ruling:
    """Return the ruling when all judges have spoken: most votes win, on a tie the verdict stands (ANS-5)."""
    if to_rule(review):
        return review
    balance = sum(1 if vote.accept else -1 for vote in review.votes)
    is_overruled = balance < 0 if review.verdict.is_right else balance > 0
    if not is_overruled:
        return stands(review.verdict, review.votes)
    return Ruling(review.verdict, not review.verdict.is_right, review.judging, review.votes)
