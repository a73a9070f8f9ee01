"""The games the server knows: one entry each in `GAMES`.

To add a game, write its folder here (rules.py, schema.py, bot.py), its folder in decks/ and its file in the client,
then give it a line in `GAMES`. mypy checks the modules against the protocols below.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple, Protocol

from server.games.answers import Answer
from server.games.engine import Deck, Rules, Seat
from server.games.twenty import bot as twenty_bot
from server.games.twenty import rules as twenty_rules
from server.games.twenty import schema as twenty_schema


class GameSchema(Protocol):
    """What a game's `schema.py` provides: its GraphQL types, and the way between them and the rules."""

    SUMMARY: str
    """How the game is played, for the lobby: 3 to 6 sentences."""
    View: Any
    EVENTS: Any
    """A tuple of the types that `event` returns."""
    MoveInput: Any
    """A @oneOf input."""
    OptionsInput: Any
    OptionsView: Any

    def view(self, state: Any, seat: Seat | None) -> Any:
        """Return the View of a seat, or of a spectator when `seat` is None (ALL-1)."""

    def move(self, said: Any) -> Any:
        """Return the move in a MoveInput. Raise IllegalMove when it says nothing (ALL-2)."""

    def said(self, move: Any) -> dict[str, Any]:
        """Return the move as the JSON of a MoveInput."""

    def label(self, move: Any) -> str:
        """Return what a button for the move says, in English."""

    def event(self, happened: Any) -> Any:
        """Return the event as one of EVENTS."""

    def options(self, given: Any) -> Any:
        """Return the options in an OptionsInput, not yet checked."""

    def options_view(self, options: Any, seats: int | None) -> Any:
        """Return the OptionsView; `seats` is None while the number of players is open."""


class Bot(Protocol):
    """What a game's `bot.py` provides."""

    def knowledge(self, decks: tuple[Deck, ...]) -> Any:
        """Return what a well-read player may know of the game's decks, worked out once; None where there is nothing."""

    def choose(self, view: Any, seat: Seat, legal: tuple[Any, ...], rng: Random, skill: float, knowledge: Any) -> Any:
        """Return a move, knowing only the seat's view and what `knowledge` gave.

        `legal` is not empty; `skill` goes from 0 to 1.
        """


class Told(NamedTuple):
    """The answers on a card, and its other texts."""

    answers: tuple[Answer, ...]
    texts: tuple[str, ...]


@dataclass(frozen=True)
class Game:
    kind: str
    """The name in GraphQL's GameKind."""
    key: str
    """The name of the game's folder in decks/ and of its file in the client."""
    name: str
    summary: str
    rules: Rules
    schema: GameSchema
    bot: Bot
    told_by: Callable[[Any], Told] | None = None
    """What a card tells the judge of typed answers; None for games without typed answers."""
    faults_in: Callable[[tuple[Any, ...]], list[str]] | None = None
    """What is wrong with the cards of a deck, a sentence each; None for games without checks of their own."""


GAMES: tuple[Game, ...] = (
    Game("TWENTY", "twenty", "Twenty", twenty_schema.SUMMARY, twenty_rules, twenty_schema, twenty_bot),
)


def game(kind: str) -> Game:
    """Return the game of that kind. Raise KeyError when there is none."""
    return BY_KIND[kind]


BY_KIND = {game.kind: game for game in GAMES}
