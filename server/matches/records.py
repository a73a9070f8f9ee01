"""The records a match is made of: who sits where, what each ply changed, what happened. `match.py` has the rules."""

from datetime import datetime
from enum import StrEnum
from typing import Any, Literal

from msgspec import UNSET, UnsetType

from server.games.engine import Outcome, Record, Seat, Timer

CloseReason = Literal["CLOSED_BY_HOST", "EVERYBODY_LEFT", "NOT_STARTED", "IDLE"]
ClockReason = Literal["OUTAGE", "TEST"]


class Status(StrEnum):
    """Where a match stands."""

    OPEN = "OPEN"
    RUNNING = "RUNNING"
    FINISHED = "FINISHED"
    ABANDONED = "ABANDONED"


class Visibility(StrEnum):
    """Who can find and join a match."""

    PUBLIC = "PUBLIC"
    PRIVATE = "PRIVATE"


class Spectators(StrEnum):
    """Who may watch a match without a seat in it."""

    OPEN = "OPEN"
    BY_CODE = "BY_CODE"
    NONE = "NONE"


class BotLevel(StrEnum):
    """How well a bot plays."""

    EASY = "EASY"
    NORMAL = "NORMAL"
    HARD = "HARD"


class Setup(Record, frozen=True):
    """What is settled when a match is created and never changes."""

    id: str
    code: str
    game: str
    """The game's kind, "TWENTY"."""
    options: Any
    """The game's own `Options` record."""
    capacity: int
    deck: str
    deck_fingerprint: str
    deck_order: tuple[str, ...] | None
    """Card ids in the order a test has fixed, else None."""
    visibility: Visibility
    spectators: Spectators
    seed: str
    """Secret until the match has ended (ALL-3)."""
    rules_version: int
    is_test: bool
    starts_when_full: bool
    """The match begins by itself when the last seat is taken."""
    rematch_of: str | None
    created_at: datetime
    event: str | None = None
    """The id of the operator's event that the match belongs to."""
    team_size: int = 1
    """How many players may hold one seat; with more than one, a seat is a team with a captain (TP-16)."""


class Member(Record, frozen=True):
    """One of the players of a team."""

    player: str
    name: str
    is_away: bool = False
    """Their last decision as captain ended by the clock, and they have not come back since."""


class Seated(Record, frozen=True):
    """One seat: who holds it and who plays it now."""

    name: str
    """A team is called by its first member's name."""
    player: str | None
    """The player's id, in a team its captain's; None for a seat that was added as a bot."""
    bot: BotLevel | None = None
    """The bot that plays this seat at present, also while its player is away."""
    is_away: bool = False
    """The seat's last own decision ended by the clock; of a team, everybody is away."""
    has_resigned: bool = False
    members: tuple[Member, ...] = ()
    """A team in the order in which its members came; none where seats are for one player each."""


# What a ply changes


class Create(Record, frozen=True):
    """The match is there. Stands for ply 0 where updates are shown; in no log."""


class Join(Record, frozen=True):
    """A player takes a seat, or a place in the team that holds it."""

    player: str
    name: str
    seat: Seat | None = None
    """None for the next free seat, once there is none for the smallest team."""


class Leave(Record, frozen=True):
    """A player gives a seat back before the start, or leaves a team to its other members at any time."""

    player: str


class AddBot(Record, frozen=True):
    """A bot takes the next free seat."""

    level: BotLevel
    name: str


class RemoveBot(Record, frozen=True):
    """A bot's seat is freed before the start."""

    seat: Seat


class Start(Record, frozen=True):
    """The match begins with the seats that are taken."""


class Close(Record, frozen=True):
    """The match is given up: by its host before the start, or because nobody did anything for too long."""

    reason: CloseReason


class Play(Record, frozen=True):
    """A seat makes a move in the decision it was asked for."""

    seat: Seat
    decision: int
    move: Any
    move_id: str | None
    by_bot: bool = False
    member: str | UnsetType = UNSET
    """Which player of a team has moved; not kept where seats are for one player each."""


class RunOut(Record, frozen=True):
    """The clock of a decision has run out."""

    decision: int


class Resign(Record, frozen=True):
    """A seat gives up."""

    seat: Seat


class HandToBot(Record, frozen=True):
    """A bot plays on for a seat whose player is away."""

    seat: Seat
    level: BotLevel


class TakeBack(Record, frozen=True):
    """A player plays again for a seat that a bot was minding, or comes back to their team."""

    seat: Seat
    member: str | None = None
    """Which player of a team it is."""


class PassCaptaincy(Record, frozen=True):
    """A team's captain lets another member move for the team."""

    seat: Seat
    to: str | None
    """The other member; None for the next one who is not away."""


class MoveClock(Record, frozen=True):
    """The running deadline moves by `seconds`: later for the time no server ran, earlier in a test."""

    seconds: float
    reason: ClockReason
    until: datetime
    """For an outage: its end; the time before it is never credited again."""


class OfferRematch(Record, frozen=True):
    """Somebody wants to play again: `match` is the new match's id."""

    match: str


Change = (
    Join | Leave | AddBot | RemoveBot | Start | Close | Play | RunOut | Resign
    | HandToBot | TakeBack | PassCaptaincy | MoveClock | OfferRematch
)  # fmt: skip


# What has happened, beside the game's own events


class PlayerJoined(Record, frozen=True):
    """A player took a seat."""

    seat: Seat
    player: str
    name: str


class PlayerLeft(Record, frozen=True):
    """A player gave a seat back; higher seats moved down by one."""

    seat: Seat
    name: str


class MemberJoined(Record, frozen=True):
    """A player joined the team in a seat."""

    seat: Seat
    player: str
    name: str


class MemberLeft(Record, frozen=True):
    """A player left a team, which plays on without them."""

    seat: Seat
    player: str
    name: str


class MemberReturned(Record, frozen=True):
    """A member who was away is back with their team."""

    seat: Seat
    player: str
    name: str


class CaptainChanged(Record, frozen=True):
    """Another member moves for a team from now on."""

    seat: Seat
    player: str
    name: str


class BotAdded(Record, frozen=True):
    """A bot took a seat."""

    seat: Seat
    level: BotLevel
    name: str


class BotRemoved(Record, frozen=True):
    """A bot's seat was freed; higher seats moved down by one."""

    seat: Seat
    name: str


class MatchStarted(Record, frozen=True):
    """The match began with so many seats."""

    seats: int


class MatchClosed(Record, frozen=True):
    """The match was given up without a result."""

    reason: CloseReason


class TimeRanOut(Record, frozen=True):
    """The clock ran out for these seats; the rules' default moves were made."""

    seats: tuple[Seat, ...]


class SeatResigned(Record, frozen=True):
    """A seat gave up."""

    seat: Seat


class SeatHandedToBot(Record, frozen=True):
    """A bot plays on for a seat."""

    seat: Seat
    level: BotLevel


class SeatTakenBack(Record, frozen=True):
    """A seat's player is back."""

    seat: Seat


class ClockMoved(Record, frozen=True):
    """The running deadline moved by so many seconds."""

    seconds: float
    reason: ClockReason


class MatchEnded(Record, frozen=True):
    """The match has a result."""

    outcome: Outcome


class RematchOffered(Record, frozen=True):
    """There is a new match for the same players."""

    match: str


Happening = (
    PlayerJoined | PlayerLeft | BotAdded | BotRemoved | MatchStarted | MatchClosed | TimeRanOut | SeatResigned
    | SeatHandedToBot | SeatTakenBack | ClockMoved | MatchEnded | RematchOffered
    | MemberJoined | MemberLeft | MemberReturned | CaptainChanged
)  # fmt: skip


class Ply(Record, frozen=True):
    """One line of a match's log: its insert is what acknowledges the change."""

    match: str
    number: int
    """1, 2, 3 …: the match's version after this ply."""
    at: datetime
    change: Change | Create
    events: tuple[Any, ...]
    """The match's and the game's events, in order."""
    origin: str
    """The server process that wrote it."""
    digest: str = ""
    """What the state after it amounts to, so that a replay can check every ply; see `match.digest`."""


class Match(Record, frozen=True):
    """A match after its ply `ply`. Everything but `setup` follows from the log."""

    setup: Setup
    host: str
    """The player who may start the match."""
    ply: int = 0
    status: Status = Status.OPEN
    seats: tuple[Seated, ...] = ()
    state: Any = None
    """The game's state; None before the start."""
    step: int = 0
    """How often the rules have been asked; the set-up is step 0. A step's chance is `Random(f"{seed}:{step}")`."""
    decision: int = 0
    """The ply at which the present wait began."""
    timer: Timer | None = None
    """The rules' clock of the present wait; None when they set none."""
    waiting_since: datetime | None = None
    deadline: datetime | None = None
    """When the present wait ends by itself; None once the match is over."""
    credited_until: datetime | None = None
    outcome: Outcome | None = None
    rematches: tuple[str, ...] = ()
    started_at: datetime | None = None
    ended_at: datetime | None = None
