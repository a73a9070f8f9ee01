"""What the laws and the playthroughs need to know about Trivial Pursuit."""

from collections.abc import Iterator
from random import Random
from typing import Any

from server.games.answers import Verdict
from server.games.engine import Open, Seat, replace
from server.games.rulings import Judging, Review
from server.games.trivial_pursuit import rules
from server.games.trivial_pursuit.board import COLOURS
from server.games.trivial_pursuit.records import (
    AnswerGiven,
    Answering,
    AnswerJudged,
    Asked,
    CategoryDecided,
    GiveAnswer,
    Phase,
    QuestionAsked,
    Reviewing,
    VotingCategory,
)
from server.games.trivial_pursuit.turns import reader_of
from tests.games.hooks import Playthrough

REVEALING = (QuestionAsked, CategoryDecided, AnswerGiven, AnswerJudged)
"""Events that make secrets known, to all or to judges: after one, states that differed in secrets may differ."""

PLAYTHROUGHS = {"trivial-pursuit": Playthrough(rules.Options(wedges=4, judging=Judging.TABLE), 3)}
"""By file name."""

OTHER_ANSWERS = ("Timbuktu", "Ludwig van Beethoven", "1066", "the wheel")
RIGHT_ANSWERS = 0.9
"""How often random play answers rightly: matches of wild guesses never end."""


def fill_in(state: rules.State, blank: Open, rng: Random) -> Any:
    """Return the open move with the right answer, or something else."""
    assert isinstance(state.phase, Answering)
    text = state.phase.asked.content.text
    return GiveAnswer(text if rng.random() < RIGHT_ANSWERS else rng.choice(("", "no idea", *OTHER_ANSWERS)))


def hidden_variants(state: rules.State, seat: Seat | None, rng: Random) -> Iterator[rules.State]:
    """Yield states that `seat` cannot tell from `state`: other cards come next, and secrets on the table differ."""
    for _ in range(2):
        pile = tuple(rng.sample(state.pile, len(state.pile)))
        yield replace(state, pile=pile, phase=with_other_secrets(state, seat, rng))


def with_other_secrets(state: rules.State, seat: Seat | None, rng: Random) -> Phase:
    match state.phase:
        case Answering(asked) if seat != reader_of(state):
            return Answering(with_other_answer(asked, rng))
        case Reviewing(asked, review) if seat == reader_of(state) or seat in review.judges:
            return Reviewing(asked, with_other_rulings(review, seat, rng))
        case Reviewing(asked, review):
            other = replace(with_other_rulings(review, seat, rng), verdict=rng.choice(list(Verdict)))
            return Reviewing(with_other_answer(asked, rng), other)
        case VotingCategory(votes):
            return VotingCategory(
                tuple(
                    vote if vote is None or voter == seat else rng.choice(COLOURS) for voter, vote in enumerate(votes)
                )
            )
        case phase:
            return phase


def with_other_answer(asked: Asked, rng: Random) -> Asked:
    content = replace(asked.content, text=rng.choice(OTHER_ANSWERS), aliases=(), person=False, full_name=False)
    return replace(asked, content=replace(content, year=False, tolerance=None))


def with_other_rulings(review: Review, seat: Seat | None, rng: Random) -> Review:
    votes = (vote if vote.seat == seat else replace(vote, accept=rng.random() < 0.5) for vote in review.votes)
    return replace(review, votes=tuple(votes))
