"""What the tests over all games know about each: its decks, its `variants` module, and how to fill in open moves."""

from functools import cache
from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

from server import decks
from server.games.engine import Deck, Open, replace
from server.games.registry import Game, game
from server.games.simulation import FillIn, Played, random_match

LETTERS = "abcdefghij klmnop"
MOST_PLIES = 5000

DECKS = decks.load()


class Playthrough(NamedTuple):
    """A match between bots that is kept in a file."""

    options: Any
    seats: int
    seed: str = "playthrough"


def deck_of(game: Game) -> Deck:
    return DECKS[game.key][0]


def variants_of(game: Game) -> ModuleType:
    """Return tests/games/<key>/variants.py: `hidden_variants`, REVEALING, PLAYTHROUGHS."""
    return import_module(f"tests.games.{game.key.replace('-', '_')}.variants")


def fill_in(state: Any, blank: Open, rng: Random) -> Any:
    """Return the open move with random letters for every empty text in it."""
    text = "".join(rng.choices(LETTERS, k=rng.randint(1, min(blank.max_length, 12))))
    move = blank.move
    empty = {field: text for field in move.__struct_fields__ if getattr(move, field) == ""}
    return replace(move, **empty)


def filler(game: Game) -> FillIn:
    """Return the `fill_in` of the game's variants, for games that wild guesses would never end, or else ours."""
    own: FillIn = getattr(variants_of(game), "fill_in", fill_in)
    return own


@cache
def random_play(kind: str, seats: int, seed: str) -> Played:
    """Return a whole match of random moves with the game's first deck and default options."""
    the_game = game(kind)
    options = the_game.rules.Options()
    return random_match(the_game, options, seats, deck_of(the_game), seed, MOST_PLIES, filler(the_game))
