"""Sets tables of Smarty Party! for the tests: a short list of fruit, and positions, chips and guesses as wanted."""

from random import Random
from typing import Any

from server import decks
from server.games.answers import known_of
from server.games.engine import Deck, Seat, replace
from server.games.rulings import Judging
from server.games.smarty_party.records import CHIPS, Card, Guessing, Item, Name, Options, Round, State, Step, Wager
from server.games.smarty_party.rules import Move, apply

LOADED = decks.load()["smarty-party"][0]
DECK = replace(LOADED, known=known_of([item for card in LOADED.cards for item in card.items]))
"""The lists as if there were no other decks, so that these may change."""

FRUIT = Card(
    "fruit",
    "Fruit in the bowl",
    4,
    (
        Item("Apple"),
        Item("Banana", ("Plantain",)),
        Item("Cherry"),
        Item("Dragon fruit", ("Pitaya",), smiley=True),
        Item("Elderberry"),
        Item("Fig"),
        Item("Grape"),
    ),
)
TREES = Card("trees", "Trees in the park", 2, (Item("Oak"), Item("Pine"), Item("Beech"), Item("Willow", smiley=True)))
RIVERS = Card("rivers", "Rivers on the map", 2, (Item("Rhine"), Item("Danube"), Item("Volga", smiley=True)))
CARDS = (FRUIT, TREES, RIVERS)
BOWL = Deck(
    "bowl",
    "Fruit, trees and rivers",
    "en",
    CARDS,
    "none",
    stacked=True,
    known=known_of([item for card in CARDS for item in card.items]),
)

AUTOMATIC = Options(judging=Judging.AUTOMATIC)


def table(
    *positions: int,
    turn: Seat = 1,
    reader: Seat = 0,
    card: Card = FRUIT,
    options: Options = AUTOMATIC,
    **of_round: Any,
) -> State:
    """Return a state in which `turn` is to guess in round 1, everybody's pawn where `positions` says."""
    blank = Round(1, reader, card, ((),) * len(positions), positions, wager=Wager.YES, starter=turn)
    pile = tuple(other.id for other in CARDS if other is not card)
    return State(options, Guessing(turn, 1), positions, replace(blank, **of_round), pile, (card.id,), turns=1)


def play(state: State, seat: Seat, move: Move) -> Step:
    return apply(state, seat, move, BOWL, Random("chance"))


def after(state: State, *moves: tuple[Seat, Move]) -> State:
    """Return the state after these moves."""
    for seat, move in moves:
        state, _ = play(state, seat, move)
    return state


def names(*texts: str, first: Seat = 1, guessers: int = 2) -> list[tuple[Seat, Move]]:
    """Return guesses made in turn by seats 1, 2 … beginning with `first`."""
    return [((first - 1 + at) % guessers + 1, Name(text)) for at, text in enumerate(texts)]


def taken(*chips: tuple[int, ...]) -> dict[str, Any]:
    """Return what a round looks like when the seats hold these chips."""
    left = list(CHIPS)
    for chip in (chip for mine in chips for chip in mine):
        left.remove(chip)
    return {"chips": chips, "chips_left": tuple(left)}
