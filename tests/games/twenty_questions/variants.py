"""What the laws and the playthroughs need to know about 20 Questions."""

from collections.abc import Iterator
from random import Random

from server import decks
from server.games.answers import Verdict
from server.games.engine import Seat, replace
from server.games.rulings import Judging, Review, Vote
from server.games.twenty_questions import records, rules
from server.games.twenty_questions.records import (
    CardEnded,
    FreeGuessesDeclared,
    GuessRuled,
    LineRead,
    OfferingFreeGuess,
    Phase,
    Reviewing,
)
from tests.games.hooks import Playthrough

DECK = decks.load()["twenty-questions"][0]
CARDS: tuple[records.Card, ...] = DECK.cards

REVEALING = (LineRead, FreeGuessesDeclared, GuessRuled, CardEnded)
"""Events that make secrets public: after one, states that differed in secrets may differ openly."""

PLAYTHROUGHS = {
    "twenty-questions": Playthrough(rules.Options(first_reader=1), 4),
    "twenty-questions-everything": Playthrough(rules.Options(judging=Judging.READER), 4, "everything 14"),
}
"""By file name."""


def hidden_variants(state: rules.State, seat: Seat | None, rng: Random) -> Iterator[rules.State]:
    """Yield states that `seat` cannot tell from `state`: another card, pile, choice or vote where it may not look."""
    for _ in range(2):
        pile = list(state.draw_pile)
        rng.shuffle(pile)
        card = state.card if seat == state.card.reader else with_another_card(state.card, rng)
        yield replace(state, draw_pile=tuple(pile), card=card, phase=with_other_secrets(state.phase, seat, rng))


def with_another_card(card: records.CardInPlay, rng: Random) -> records.CardInPlay:
    """Return another card of the category with the same lines under the covered numbers."""
    read = {line.number for line in card.read}
    other = rng.choice([each for each in CARDS if each.category == card.card.category])
    pairs = enumerate(zip(card.card.lines, other.lines, strict=True), start=1)
    lines = tuple(here if number in read else there for number, (here, there) in pairs)
    return replace(card, card=replace(other, lines=lines))


def with_other_secrets(phase: Phase, seat: Seat | None, rng: Random) -> Phase:
    match phase:
        case OfferingFreeGuess():
            spoken = [*phase.declared, *phase.declined]
            plays = {other: other in phase.declared if other == seat else rng.random() < 0.5 for other in spoken}
            return replace(
                phase,
                declared=tuple(other for other in spoken if plays[other]),
                declined=tuple(other for other in spoken if not plays[other]),
            )
        case Reviewing():
            return replace(phase, review=with_other_votes(phase.review, seat, rng))
        case _:
            return phase


def with_other_votes(review: Review, seat: Seat | None, rng: Random) -> Review:
    """Return the review with other votes, and for who does not judge it with another verdict."""
    votes = tuple(vote if vote.seat == seat else Vote(vote.seat, rng.random() < 0.5) for vote in review.votes)
    verdict = review.verdict if seat in review.judges else rng.choice(list(Verdict))
    return replace(review, votes=votes, verdict=verdict)
