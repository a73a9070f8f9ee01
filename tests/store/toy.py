"""A toy game with every shape of value that a game's records may have, and matches and plies of it to store."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

from server.games.engine import Card, Outcome, Record, Rules, Seat, Timer
from server.matches import records
from server.matches.match import opened
from server.matches.records import (
    BotLevel,
    Change,
    Happening,
    Match,
    Member,
    Ply,
    Seated,
    Setup,
    Spectators,
    Status,
    Visibility,
)
from server.matches.store import Player, Token
from server.matches.talk import Suggestion

NOON = datetime(2026, 11, 29, 12, 0, 0, 123_000, tzinfo=UTC)


class Options(Record, frozen=True):
    target: int = 20
    seats_named: frozenset[str] = frozenset()


class Word(Card, frozen=True):
    text: str


class Guessing(Record, frozen=True):
    asked: Seat


class Over(Record, frozen=True):
    pass


class State(Record, frozen=True):
    phase: Guessing | Over
    piles: tuple[tuple[Word, ...], ...]
    held: dict[int, tuple[int, ...]]
    seen: frozenset[Word]
    scores: tuple[int, ...]
    share: float
    note: str | None = None


class Guess(Record, frozen=True):
    text: str


class Pass(Record, frozen=True):
    pass


Move = Guess | Pass


class Guessed(Record, frozen=True):
    seat: Seat
    text: str
    cards: tuple[Word, ...]


class Passed(Record, frozen=True):
    seat: Seat


Event = Guessed | Passed


RULES = cast(
    Rules,
    SimpleNamespace(VERSION=3, SEATS=range(2, 5), Options=Options, State=State, Move=Move, Event=Event, Card=Word),
)


def rules_of(kind: str) -> Rules:
    """Give the toy's rules; raise KeyError for any other kind."""
    return {"TOY": RULES}[kind]


WORDS = (Word("w1", "ten"), Word("w2", "스무고개"), Word("w3", "$where"))

STATE = State(
    phase=Guessing(asked=1),
    piles=((WORDS[0], WORDS[1]), (), (WORDS[2],)),
    held={0: (1, 2), 3: ()},
    seen=frozenset(WORDS),
    scores=(2**40, -1, 0),
    share=0.1,
)


def new_match(number: int = 1, **changes: Any) -> Match:
    """Return a match as it is created; `changes` are of its setup."""
    setup = {
        "id": f"mat_{number:04d}",
        "code": f"CODE{number:04d}",
        "game": "TOY",
        "options": Options(15, frozenset({"Ann", "Bob"})),
        "capacity": 4,
        "starts_when_full": False,
        "deck": "english",
        "deck_fingerprint": "ab" * 32,
        "deck_order": ("w2", "w1"),
        "visibility": Visibility.PUBLIC,
        "spectators": Spectators.OPEN,
        "seed": "5eed",
        "rules_version": 3,
        "is_test": False,
        "rematch_of": None,
        "created_at": NOON,
        **changes,
    }
    return opened(Match(Setup(**setup), host="plr_ann", seats=(Seated("Ann", "plr_ann"),)))


def running_match(number: int = 1, ply: int = 7, status: Status = Status.RUNNING, **changes: Any) -> Match:
    """Return a match in the middle of its game, with every field set."""
    return Match(
        new_match(number, **changes).setup,
        host="plr_ann",
        ply=ply,
        status=status,
        seats=(
            Seated("Ann", "plr_ann", is_away=True),
            Seated("Bob", "plr_bob", bot=BotLevel.HARD),
            Seated("Robot", None, bot=BotLevel.EASY, has_resigned=True),
            Seated("Cat", "plr_dan", members=(Member("plr_cat", "Cat", is_away=True), Member("plr_dan", "Dan"))),
        ),
        state=STATE,
        step=4,
        decision=5,
        timer=Timer("guess:1", 30),
        waiting_since=NOON + timedelta(seconds=1),
        deadline=NOON + timedelta(seconds=31),
        credited_until=NOON,
        outcome=Outcome((1, 2, 3), (9, 8, 7), "TARGET_REACHED"),
        rematches=("mat_9",),
        started_at=NOON,
        ended_at=NOON + timedelta(hours=1),
    )


def play(number: int, match: int = 1, origin: str = "srv_one", text: str = "a cat") -> Ply:
    """Return a ply with a move and two events."""
    change = records.Play(0, number - 1, Guess(text), "id-1")
    return Ply(f"mat_{match:04d}", number, NOON, change, (Guessed(0, text, WORDS[:2]), Passed(1)), origin)


CHANGES: tuple[Change, ...] = (
    records.Join("plr_bob", "Bob"),
    records.Leave("plr_bob"),
    records.AddBot(BotLevel.NORMAL, "Robot"),
    records.RemoveBot(2),
    records.Start(),
    records.Close("NOT_STARTED"),
    records.Play(0, 4, Guess("a\0cat"), None, by_bot=True),
    records.Play(0, 4, Pass(), "id-1"),
    records.Play(0, 4, Pass(), None, member="plr_cat"),
    records.Join("plr_cat", "Cat", 3),
    records.TakeBack(1, "plr_cat"),
    records.PassCaptaincy(3, "plr_cat"),
    records.RunOut(4),
    records.Resign(1),
    records.HandToBot(1, BotLevel.EASY),
    records.TakeBack(1),
    records.MoveClock(1.5, "OUTAGE", NOON),
    records.OfferRematch("mat_9"),
)

HAPPENINGS: tuple[Happening, ...] = (
    records.PlayerJoined(1, "plr_bob", "Bob"),
    records.PlayerLeft(1, "Bob"),
    records.BotAdded(2, BotLevel.NORMAL, "Robot"),
    records.BotRemoved(2, "Robot"),
    records.MatchStarted(3),
    records.MatchClosed("NOT_STARTED"),
    records.TimeRanOut((0, 2)),
    records.SeatResigned(1),
    records.SeatHandedToBot(1, BotLevel.EASY),
    records.SeatTakenBack(1),
    records.ClockMoved(1.5, "OUTAGE"),
    records.MatchEnded(Outcome((1, 1), (20, 20), "TARGET_REACHED")),
    records.RematchOffered("mat_9"),
    records.MemberJoined(3, "plr_dan", "Dan"),
    records.MemberLeft(3, "plr_dan", "Dan"),
    records.MemberReturned(3, "plr_cat", "Cat"),
    records.CaptainChanged(3, "plr_cat", "Cat"),
)


def all_plies() -> Iterator[Ply]:
    """Yield a ply of every kind of change, all kinds of events among them."""
    for number, change in enumerate(CHANGES, start=1):
        events = (HAPPENINGS[(number - 1) % len(HAPPENINGS)], Guessed(1, "é", ()), Passed(0))
        yield Ply("mat_0001", number, NOON + timedelta(milliseconds=number), change, events, "srv_one")


def suggestion(text: str, origin: str = "srv_one", seat: Seat = 0) -> Suggestion:
    """Return what a member of a team suggests."""
    return Suggestion("mat_0001", seat, 5, "plr_cat", "Cat", text, NOON, origin)


def player(name: str) -> Player:
    return Player(f"plr_{name}", name.title(), NOON)


def token(hash: str, owner: str) -> Token:
    return Token(hash, f"plr_{owner}", NOON)
