"""What the match host needs kept: the `Store` protocol, implemented in `server/store` (MongoDB and memory)."""

from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from typing import Protocol

from server.games.engine import Record
from server.matches.records import Match, Ply, Status
from server.matches.talk import Suggestion


class PlyTaken(Exception):
    """Another server has written a ply of that number: reload and judge the change again."""


class CodeTaken(Exception):
    """The join code is in use: draw another."""


class StoreUnavailable(Exception):
    """The database cannot be reached; whether the last write was done is unknown until it is back."""


class Unreadable(Exception):
    """A stored match that this server cannot read: the match's id, and the reason as a sentence."""

    def __init__(self, match: str, reason: str) -> None:
        super().__init__(f"Match {match} cannot be read: {reason}")
        self.match = match
        self.reason = reason


class Player(Record, frozen=True):
    """A person's account."""

    id: str
    name: str
    created_at: datetime
    is_operator: bool = False


class Token(Record, frozen=True):
    """A bearer token, known by the hex SHA-256 of its text only."""

    hash: str
    player: str
    created_at: datetime
    revoked_at: datetime | None = None


class Claim(Record, frozen=True):
    """What a request to create a player has made, known by the hex SHA-256 of its id only."""

    hash: str
    player: str
    name: str
    at: datetime


class MatchQuery(Record, frozen=True):
    """Which matches to list; None means any."""

    game: str | None = None
    status: Status | None = None
    player: str | None = None
    """Only matches in which this player holds a seat."""
    public_only: bool = True


class Key(Record, frozen=True):
    """A place in a list ordered by creation time, then id: what a cursor encodes."""

    created_at: datetime
    id: str


class Store(Protocol):
    """Keeps matches, plies, players and tokens. Every write returns only when it is durable.

    Every method may raise `StoreUnavailable`. A network failure inside `append` is retried by the store for a bounded
    time, and a write found to have been done counts as done.
    """

    async def open(self) -> None:
        """Connect, and make the indexes."""

    async def close(self) -> None:
        """Finish running writes and disconnect."""

    async def ping(self) -> None:
        """Return when the database answers and can write."""

    async def add_match(self, match: Match) -> bool:
        """Keep a new match (ply 0). False when its id is known already; raise `CodeTaken` when its code is."""

    async def match(self, id: str) -> Match | None:
        """Return the match as last checkpointed; later plies are in the log."""

    async def created(self, id: str) -> Match | None:
        """Return the match as it was created, at ply 0, for replays."""

    async def match_id(self, code: str) -> str | None:
        """Return the id of the match with this join code."""

    async def append(self, ply: Ply) -> None:
        """Write one ply; raise `PlyTaken` when that number exists. Plies of many matches go in one group."""

    async def plies(self, match: str, after: int = 0, limit: int | None = None) -> list[Ply]:
        """Return the plies numbered above `after`, in order."""

    async def plies_before(self, match: str, before: int, limit: int) -> list[Ply]:
        """Return up to `limit` plies numbered below `before`, in order, nearest to `before`."""

    async def checkpoint(self, *matches: Match) -> None:
        """Keep later states of matches, in one go; an older one than is kept changes nothing."""

    async def unfinished(self) -> list[str]:
        """Return the ids of matches that are open or running."""

    async def page(
        self,
        query: MatchQuery,
        newest_first: bool,
        after: Key | None,
        before: Key | None,
        limit: int,
        last: bool,
    ) -> list[Match]:
        """Return up to `limit` matches between two keys in the order asked for: the first ones, or the last ones."""

    async def count(self, query: MatchQuery) -> int:
        """Return how many matches a query finds, of very many how many it found a while ago."""

    def watch(self, besides: str | None = None) -> AsyncIterator[Ply]:
        """Yield plies as servers write them, except those of origin `besides`; resumes after a lost connection."""

    async def pass_on(self, suggestion: Suggestion) -> None:
        """Let the other servers hear a suggestion. It is no part of any match, and soon forgotten."""

    def passed_on(self, besides: str | None = None) -> AsyncIterator[Suggestion]:
        """Yield suggestions as servers pass them on, except those of origin `besides`."""

    async def claim(self, claim: Claim) -> Claim:
        """Keep a claim, unless there is one of that hash; return the one that is kept. It is soon forgotten."""

    async def has_claim(self, hash: str, player: str) -> bool:
        """Tell whether a claim of that hash, which made this player, is still kept."""

    async def drop_claims(self, player: str) -> None:
        """Forget the claims of a player."""

    async def add_player(self, player: Player, token: Token) -> None:
        """Keep a new player with a first token; who is known already has one more then, and stays as they are."""

    async def player(self, id: str) -> Player | None:
        """Return a player."""

    async def players(self, ids: Sequence[str]) -> dict[str, Player]:
        """Return the players known among `ids`."""

    async def rename(self, id: str, name: str) -> None:
        """Change a player's name; matches begun keep the old one."""

    async def add_token(self, token: Token) -> None:
        """Keep a further token of a player."""

    async def token(self, hash: str) -> Token | None:
        """Return a token by its hash, revoked ones too."""

    async def valid_tokens(self, hashes: Sequence[str]) -> set[str]:
        """Return those hashes that are a token's which is not revoked."""

    async def revoke(self, hash: str, at: datetime) -> int:
        """Revoke one token; return how many were valid until now."""

    async def revoke_all(self, player: str, at: datetime) -> int:
        """Revoke every token of a player; return how many were valid until now."""

    async def beat(self, server: str, at: datetime) -> None:
        """Note that this server runs."""

    async def last_beat(self) -> datetime | None:
        """Return when any server was last known to run."""
