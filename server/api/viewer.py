"""Who is asking: a bearer token becomes a player, and a player becomes a viewer of each match."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import NamedTuple

import strawberry

from server.api.budgets import NOBODY, Caller
from server.api.errors import ApiError
from server.games.engine import Seat
from server.games.wording import ENGLISH, Say
from server.matches import ids
from server.matches.host import Host
from server.matches.lobby import Lobby
from server.matches.match import may_watch, seat_of
from server.matches.players import Players, Unauthenticated
from server.matches.records import Match
from server.matches.revocation import NEVER, Revocation
from server.matches.store import Player
from server.settings import Settings
from server.stats.following import Following
from server.stats.operators import Operators
from server.stats.readings import Readings
from server.stats.store import StatsStore
from server.stats.texts import QuestionTexts


class Statistics(NamedTuple):
    """What resolvers ask about matches that have ended."""

    store: StatsStore
    readings: Readings
    following: Following
    operators: Operators
    texts: QuestionTexts


@dataclass(frozen=True)
class Services:
    """What resolvers work with; made once, in `app`."""

    host: Host
    lobby: Lobby
    players: Players
    settings: Settings
    schema_hash: str
    statistics: Statistics


@dataclass(frozen=True)
class Context:
    """One request's, or one socket's, services and asker."""

    services: Services
    account: Player | None = None
    """Whose token came along; `player` is who that still makes the asker."""
    token: str | None = None
    caller: Caller = NOBODY
    say: Say = ENGLISH
    """Says what players read, in the language of who is asking."""
    revocation: Revocation = NEVER
    """What ends a socket, and what is followed over it."""

    @property
    def player(self) -> Player | None:
        """The player asking; None without a token, and once it has been revoked."""
        return None if self.revocation.has_come else self.account

    @property
    def language(self) -> str:
        """The BCP 47 tag of the language of texts."""
        return self.say.language

    @property
    def host(self) -> Host:
        """The host of all matches."""
        return self.services.host

    def required(self) -> Player:
        """Return the player asking; raise `ApiError` (UNAUTHENTICATED) when nobody has said who they are."""
        if self.player is None:
            raise ApiError("UNAUTHENTICATED", "This needs a player's token: send `Authorization: Bearer <token>`.")
        return self.player

    def secret(self, request_id: str) -> str:
        """Return a text that only this token and this request id give."""
        return f"{ids.token_hash(self.token or '')}:{request_id}"


Info = strawberry.Info[Context, None]


class Viewing(NamedTuple):
    """Through whose eyes a match is seen. The same for everybody who may see the same."""

    player: str | None
    """Set for a player with a seat, and for the host; None for every spectator."""
    seat: Seat | None
    has_code: bool
    may_watch: bool


def viewing(match: Match, player: Player | None, code: str | None = None) -> Viewing:
    """Return how this player sees the match; `code` is the join code they came with."""
    id = player.id if player else None
    seat = seat_of(match, id)
    is_insider = seat is not None or (id is not None and match.host == id)
    has_code = is_insider or (code is not None and code.upper() == match.setup.code)
    may = may_watch(match, id, code) or (player is not None and player.is_operator)
    return Viewing(id if is_insider else None, seat, has_code, may)


async def recognised(players: Players, authorization: str | None) -> tuple[Player | None, str | None]:
    """Return the player and token of an `Authorization` value; raise `ApiError` for one that is no good."""
    if authorization is None:
        return None, None
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise ApiError("UNAUTHENTICATED", "The authorization must be `Bearer <token>`.")
    with _telling_unknown():
        return await players.recognise(token.strip()), token.strip()


async def held(context: Context) -> Context:
    """Return a context that lasts, and knows when its token is revoked; raise `ApiError` when it has just been."""
    if context.token is None:
        return context
    with _telling_unknown():
        return replace(context, revocation=await context.services.players.hold(context.token))


@contextmanager
def _telling_unknown() -> Iterator[None]:
    try:
        yield
    except Unauthenticated as unknown:
        raise ApiError("UNAUTHENTICATED", str(unknown)) from unknown
