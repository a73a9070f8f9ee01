"""Sets tables of Twenty for the tests: cards are written as on the deck, "QS 10H 4C"."""

from random import Random

from server import decks
from server.games.engine import replace
from server.games.twenty.rules import Move, Options, Phase, Playing, State, Step, apply

DECK = decks.load()["twenty"][0]


def table(*hands: str, count: int = 1, turn: int = 0, pile: str = "2C 3C 4C 5C", **more: object) -> State:
    """Return a state of a first hand dealt by seat 0, with one hand per seat and the top of the pile first."""
    phase: Phase = Playing(turn)
    state = State(
        Options(),
        phase,
        totals=(0,) * len(hands),
        dealer=0,
        hands=tuple(map(cards, hands)),
        draw_pile=cards(pile),
        count=count,
    )
    return replace(state, **more)


def cards(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def play(state: State, seat: int, move: Move, seed: str = "chance") -> Step:
    return apply(state, seat, move, DECK, Random(seed))
