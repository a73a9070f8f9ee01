"""The words every game is written in, and the contract a game's `rules` module keeps.

What lives here is pure: no I/O, clock, global random, logging or async. A game is a module of functions over frozen
records (`Rules` lists them); the match around it decides whose move it is, keeps the clock and writes the log.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Protocol, TypeVar

import msgspec

from server.games.wording import English, Text

Seat = int
"""A place in a match, 0 to n - 1 in turn order; "left" is the next seat, "right" the previous one."""


class Record(msgspec.Struct, frozen=True, tag=True, tag_field="type", gc=False):
    """A frozen, tagged value: states, phases, moves, events and cards are records.

    Subclasses repeat `frozen=True` (type checkers do not inherit it). Use tuples and frozensets, never lists or sets:
    values of values have no cycles, so the garbage collector need not go through the thousands that a match is made of.
    """


RecordT = TypeVar("RecordT", bound=msgspec.Struct)


def replace(record: RecordT, **changes: object) -> RecordT:
    """Return a copy of `record` with the named fields changed."""
    return msgspec.structs.replace(record, **changes)


class Card(Record, frozen=True):
    """What every card of every deck has: an id that is unique in its deck and never reused."""

    id: str


CardT = TypeVar("CardT", bound=Card)


class Deck(Record, frozen=True):
    """The cards a match is played with, in the deck file's order."""

    id: str
    name: str
    language: str
    """BCP 47 tag of the texts, "en" or "ko"; "zxx" for cards without words."""
    cards: tuple[Any, ...]
    """The game's own `Card` records."""
    fingerprint: str
    """Hex SHA-256 of the cards, and of what is known where answers are judged.

    Stored with each match, so that a replay notices a changed deck.
    """
    stacked: bool = False
    """True when a test has fixed the order: `shuffled` then leaves the cards as they are."""
    known: Any = None
    """The `answers.Known` of every deck the server has, for games that judge typed answers; else None."""
    names: tuple[tuple[str, str], ...] = ()
    """What the deck is called in other languages: pairs of a BCP 47 tag and a name."""


def shuffled(deck: Deck, rng: Random) -> tuple[Any, ...]:
    """Return the deck's cards in an order drawn from `rng`, or in their own order when the deck is stacked (ALL-3)."""
    if deck.stacked:
        return deck.cards
    return tuple(rng.sample(deck.cards, len(deck.cards)))


class Timer(Record, frozen=True):
    """How long the present wait may last. The same `key` at a later ply means the clock runs on (ALL-4)."""

    key: str
    seconds: int


class Outcome(Record, frozen=True):
    """How a match ended, one entry per seat. Places start at 1 and may be shared (ALL-6)."""

    places: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    """UPPER_SNAKE_CASE, for example "TARGET_REACHED"; each game lists its reasons."""


class Open(Record, frozen=True):
    """A move with free text, which cannot be listed: `move` is the move's record with an empty text."""

    move: Any
    max_length: int


class IllegalMove(Exception):
    """A move that the rules refuse. Nothing has changed (ALL-2).

    `rule` is the id of the rule broken ("TW-9"), `message` a full sentence for the player.
    """

    def __init__(self, rule: str, message: English, **values: object) -> None:
        self.rule = rule
        self.message = Text(message, **values)
        super().__init__(self.message)


class BadOption(Exception):
    """An option outside its range: `field` as the rules name it, `message` a full sentence for the player."""

    def __init__(self, field: str, message: English, **values: object) -> None:
        self.field = field
        self.message = Text(message, **values)
        super().__init__(self.message)


class Rules(Protocol):
    """What a game's `rules.py` provides. State, Move and Event are unions of records, told apart by their tag.

    A state has a field `phase`, a record named after what is waited for (`Playing`, `Guessing`, `Over`). A phase may
    have a field `wait`: while it is equal, the match still waits for the same thing, also when the clock is another one
    or somebody has moved. Moves on their way are then not stale, and a clock that runs out has made nobody late.
    """

    VERSION: int
    """Raised by every change that would make an old log replay differently; stored with each match."""
    SEATS: range
    """The numbers of seats the game can be played with."""
    Options: Any
    """A record of the game's options, all with defaults."""
    State: Any
    Move: Any
    Event: Any
    Card: Any

    def check_options(self, options: Any) -> None:
        """Raise `BadOption` when an option is outside its range."""

    def setup(self, options: Any, seats: int, deck: Deck, rng: Random) -> tuple[Any, tuple[Any, ...]]:
        """Return the first state and the events of the set-up. Seats are numbered 0 to `seats` - 1."""

    def to_move(self, state: Any) -> frozenset[Seat]:
        """Return the seats that may act now; empty when the match is over. Never a resigned seat."""

    def legal_moves(self, state: Any, seat: Seat) -> tuple[Any, ...]:
        """Return every closed move of `seat`, and one `Open` for each kind of free text. Empty when not to move."""

    def apply(self, state: Any, seat: Seat, move: Any, deck: Deck, rng: Random) -> tuple[Any, tuple[Any, ...]]:
        """Return the state after the move and what happened. Raise `IllegalMove`, and nothing else, otherwise.

        The caller has checked that `seat` is to move.
        """

    def timer(self, state: Any) -> Timer | None:
        """Return the clock of the present wait, None when there is none."""

    def time_up(self, state: Any, deck: Deck, rng: Random) -> tuple[Any, tuple[Any, ...]]:
        """Make the move the rules name for a clock that has run out. Called only while `timer` is set."""

    def resign(self, state: Any, seat: Seat, deck: Deck, rng: Random) -> tuple[Any, tuple[Any, ...]]:
        """Take a seat out of the match for good (ALL-5); end it when fewer seats than `SEATS.start` are left."""

    def outcome(self, state: Any) -> Outcome | None:
        """Return the result once the match is over, else None."""


def left_of(seat: Seat, among: Iterable[Seat], seats: int) -> Seat:
    """Return the first seat of `among` clockwise after `seat` (which is itself tried last)."""
    wanted = frozenset(among)
    return next(s % seats for s in range(seat + 1, seat + seats + 1) if s % seats in wanted)


def places_of(ranks: Sequence[Any]) -> tuple[int, ...]:
    """Return 1-based places for sort keys, lowest key first; equal keys share a place ("1, 1, 3")."""
    return tuple(1 + sum(other < mine for other in ranks) for mine in ranks)
