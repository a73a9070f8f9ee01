"""Matches to test with: Twenty, a settled seed, and a clock that only tests move."""

from datetime import UTC, datetime, timedelta
from typing import Any

from server import decks
from server.games.registry import game
from server.games.twenty.rules import Draw
from server.matches.host import Host
from server.matches.lobby import Lobby, Wish
from server.matches.match import Table, opened, step
from server.matches.records import Change, Join, Match, Play, Setup, Spectators, Start, Visibility
from server.matches.store import Player
from server.store.memory import MemoryStore

DECKS = decks.load()
TWENTY = game("TWENTY")
TABLE = Table(TWENTY.rules, DECKS["twenty"][0])
NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)
ANN = Player("plr_ann", "Ann", NOON)
BOB = Player("plr_bob", "Bob", NOON)
CAT = Player("plr_cat", "Cat", NOON)
DAN = Player("plr_dan", "Dan", NOON)
EVE = Player("plr_eve", "Eve", NOON)


def setup(**changes: Any) -> Setup:
    """Return the set-up of a match of Twenty."""
    given: dict[str, Any] = {
        "id": "mat_test",
        "code": "ABC234",
        "game": "TWENTY",
        "options": TWENTY.rules.Options(),
        "capacity": 4,
        "deck": TABLE.deck.id,
        "deck_fingerprint": TABLE.deck.fingerprint,
        "deck_order": None,
        "visibility": Visibility.PUBLIC,
        "spectators": Spectators.OPEN,
        "seed": "seed",
        "rules_version": TWENTY.rules.VERSION,
        "is_test": False,
        "starts_when_full": False,
        "rematch_of": None,
        "created_at": NOON,
    }
    return Setup(**(given | changes))


def after(match: Match, *changes: Change, at: datetime = NOON) -> Match:
    """Return the match after these changes, all at one instant."""
    for change in changes:
        match, _ = step(match, change, at, TABLE)
    return match


def lobby_of(*players: Player, **changes: Any) -> Match:
    """Return an open match with these players seated, the first its host."""
    match = opened(Match(setup(**changes), players[0].id))
    return after(match, *(Join(player.id, player.name) for player in players))


def running(*players: Player, **changes: Any) -> Match:
    """Return a match just started."""
    return after(lobby_of(*players, **changes), Start())


def mover(match: Match) -> int:
    """Return the seat whose turn it is."""
    (seat,) = TABLE.rules.to_move(match.state)
    return int(seat)


def draw(match: Match, move_id: str | None = None) -> Play:
    """Return a draw of the seat to move, in the present decision."""
    return Play(mover(match), match.decision, Draw(), move_id)


class Timepiece:
    """The time as a test says it is."""

    def __init__(self) -> None:
        self.at = NOON

    def __call__(self) -> datetime:
        return self.at

    def pass_by(self, seconds: float) -> None:
        """Let time go by."""
        self.at += timedelta(seconds=seconds)


def host_on(store: MemoryStore, now: Any = None, origin: str = "one", bot_pause: float = 0.0) -> Host:
    """Return a host on a store."""
    return Host(store, DECKS, origin, now or Timepiece(), bot_pause)


def wish(**changes: Any) -> Wish:
    """Return a wish for a match of Twenty."""
    return Wish("TWENTY", TWENTY.rules.Options(), **changes)


async def started(host: Host, *players: Player, **changes: Any) -> Match:
    """Return a match on a host that these players have started."""
    lobby = Lobby(host, is_test=True)
    match = await lobby.create(players[0], wish(seed="seed", **changes))
    for player in players[1:]:
        await lobby.join(match.setup.id, player)
    return await lobby.start(match.setup.id, players[0])
