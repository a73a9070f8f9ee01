"""What the laws and the playthroughs need to know about That's a Question!."""

from collections.abc import Iterator
from random import Random

from server.games.engine import Seat, replace
from server.games.thats_a_question import rules
from server.games.thats_a_question.records import (
    SIDES,
    AllChosen,
    AskerGuessing,
    CardsDrawn,
    Choosing,
    LaidDown,
    Phase,
    Revealed,
)
from tests.games.hooks import Playthrough
from tests.games.thats_a_question.tables import CARDS

REVEALING = (AllChosen, Revealed, CardsDrawn)
"""Events that make secrets known, to all or to who draws: after one, states that differed in secrets may differ."""

PLAYTHROUGHS = {f"thats-a-question-{seats}": Playthrough(rules.Options(), seats) for seats in (3, 4, 6)}
"""By file name."""


def hidden_variants(state: rules.State, seat: Seat | None, rng: Random) -> Iterator[rules.State]:
    """Yield states that `seat` cannot tell from `state`: others hold other cards and have chosen otherwise."""
    for _ in range(2):
        yield replace(with_other_cards(state, seat, rng), phase=with_other_choices(state, seat, rng))


def with_other_cards(state: rules.State, seat: Seat | None, rng: Random) -> rules.State:
    """Return the state with any cards that `seat` has not seen in the other hands and the pile."""
    own = () if seat is None else state.hands[seat]
    unseen = sorted(set(CARDS) - {card.id for card in own} - seen_on_table(state))
    rng.shuffle(unseen)
    hands = (
        cards if other == seat else tuple(CARDS[unseen.pop()] for _ in cards) for other, cards in enumerate(state.hands)
    )
    return replace(state, hands=tuple(hands), draw_pile=tuple(unseen.pop() for _ in state.draw_pile))


def seen_on_table(state: rules.State) -> set[str]:
    questions = [result.question for result in state.results]
    if isinstance(state.phase, Choosing | AskerGuessing):
        questions.append(state.phase.question)
    return {card.card for question in questions for card in (question.a, question.b)}


def with_other_choices(state: rules.State, seat: Seat | None, rng: Random) -> Phase:
    """Return the phase with other answers, guesses and kickers, as far as `seat` may not know them."""
    phase = state.phase
    if not isinstance(phase, Choosing | AskerGuessing):
        return phase
    laid = tuple(
        choice if choice is None or other == seat else other_choice(state, phase, other, rng)
        for other, choice in enumerate(phase.laid)
    )
    return replace(phase, laid=laid)


def other_choice(state: rules.State, phase: Choosing | AskerGuessing, seat: Seat, rng: Random) -> LaidDown:
    if isinstance(phase, AskerGuessing) and phase.kicker_of == seat:
        return LaidDown(rng.choice(SIDES), "TOUGH")
    if seat == phase.question.answerer:
        return LaidDown(rng.choice(SIDES))
    return LaidDown(rng.choice(SIDES), rng.choice((None, *state.kickers[seat])))
