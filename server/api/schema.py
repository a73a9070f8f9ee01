"""The schema: what can be asked, said and followed. `python -m server.api.schema` prints it."""

import hashlib
import sys
from collections.abc import AsyncGenerator, Collection
from datetime import date, datetime
from enum import Enum
from functools import cache
from typing import Annotated

import strawberry
from strawberry.schema.config import StrawberryConfig
from strawberry.tools import merge_types

from server import __version__
from server.api.budgets import COST, Caller, standing
from server.api.changes import CHANGES, ApiChange
from server.api.connections import PAGE_SIZE, After, Before, Connection, First, Last, Page, bad_cursor, connection, page
from server.api.errors import ApiError
from server.api.games import Deck, GameKind, GameType, deck_type, game_type
from server.api.guards import DocumentLimits
from server.api.match import MatchType, MatchUpdate, OpenMatchUpdate, follow_lobby, follow_match, shown
from server.api.mutations import LobbyMutations, MatchBy, PlayerMutations, match_id_of
from server.api.node import Node
from server.api.play import PlayMutations
from server.api.players import PlayerType, player_type, players_known
from server.api.stats import STATS_QUERIES
from server.api.stats_access import is_operator
from server.api.stats_events import event_named
from server.api.stats_mutations import StatsMutations
from server.api.stats_updates import EventUpdate, follow_event
from server.api.suggest import TalkMutations
from server.api.talk import Suggestion, follow_talk
from server.api.viewer import Info
from server.api.words import Date, DateTime
from server.games.registry import GAMES, Game
from server.games.registry import game as game_of
from server.matches.match import Refused
from server.matches.players import NAME_LENGTH
from server.matches.records import Match, Status
from server.matches.store import Key, MatchQuery

EVENTS = 3
"""Events that a ply is taken to have: most have one, and no game's plies have 1.7 in the mean."""

NODES_LIMIT = 100
LIMITS = DocumentLimits(
    lengths={"Ply.events": EVENTS, "MatchUpdate.events": EVENTS, "MovePlayed.events": EVENTS},
    named={"Query.nodes": ("ids", NODES_LIMIT)},
    weights={
        "Match": 10,
        "Node": 10,
        "Ply": 10,
        "Match.atPly": 5_000,
        "Match.corrections": 10,
        "Match.counted": 50,
        "MatchConnection.totalCount": 100,
        "Player.stats": 20,
        "Query.matchStats": 500,
    },
    once=frozenset({"joinMatch", "createPlayer", "__schema"}),
)


@strawberry.enum(description="The order of a list of matches.")
class MatchOrder(Enum):
    NEWEST_FIRST = strawberry.enum_value("NEWEST_FIRST", description="Latest created first.")
    OLDEST_FIRST = strawberry.enum_value("OLDEST_FIRST", description="Earliest created first.")


@strawberry.input(description="Which matches to list; what is left out does not matter.")
class MatchFilter:
    game: GameKind | None = strawberry.field(default=None, description="Matches of this game.")
    status: Status | None = strawberry.field(default=None, description="Matches that stand there.")
    player: strawberry.ID | None = strawberry.field(
        default=None, description="Matches in which this player has a seat."
    )


@strawberry.input(description="Which open matches to follow.")
class OpenMatchFilter:
    game: GameKind | None = strawberry.field(default=None, description="Only matches of this game.")


@strawberry.type(description="What one request may ask for.")
class Limits:
    name_length: int = strawberry.field(description="Characters in a player's name.")
    page_size: int = strawberry.field(description="The largest `first` or `last`.")
    document_characters: int = strawberry.field(description="Characters in a document.")
    document_tokens: int = strawberry.field(description="Tokens in a document.")
    depth: int = strawberry.field(description="Fields inside each other.")
    aliases: int = strawberry.field(description="Aliases in a document.")
    cost: int = strawberry.field(description="The estimated number of fields a document may have answered.")


@strawberry.type(description="What you may still ask for. Nulls where you have no limit.")
class RateLimit:
    cost: int = strawberry.field(description="The points that this request costs.")
    limit: int | None = strawberry.field(description="The points a minute that you, or those at your address, have.")
    remaining: int | None = strawberry.field(description="The points that are left; they come back steadily.")
    reset_at: datetime | None = strawberry.field(description="When all points will be there again.")
    request_limit: int | None = strawberry.field(description="The requests a minute that you have.")
    requests_remaining: int | None = strawberry.field(description="The requests that are left.")


@strawberry.type(description="About this server.")
class ServerInfo:
    version: str = strawberry.field(description="Parlour's version.")
    time: datetime = strawberry.field(description="The server's time, to correct a local clock by.")
    test_mode: bool = strawberry.field(description="Whether seeds, deck orders and clocks can be set.")
    schema_hash: str = strawberry.field(description="Hex SHA-256 of the schema; changes when the schema does.")
    limits: Limits = strawberry.field(description="What one request may ask for.")

    @strawberry.field(description="What you may still ask for; the answer's `extensions.cost` says the same.")
    def rate_limit(self, info: Info) -> RateLimit:
        return _rate_limit(info.context.caller)


@strawberry.type(description="Whoever sent the token.")
class Viewer:
    player: PlayerType = strawberry.field(description="The player.")
    is_operator: bool = strawberry.field(description="Whether the player operates tournaments here.")

    @strawberry.field(description="The matches in which the player has a seat, private ones too, latest first.")
    async def matches(
        self,
        info: Info,
        status: Annotated[Status | None, strawberry.argument(description="Only matches that stand there.")] = None,
        first: First = None,
        after: After = None,
        last: Last = None,
        before: Before = None,
    ) -> Connection[MatchType] | None:
        query = MatchQuery(status=status, player=str(self.player.id), public_only=False)
        return await _matches(info, query, MatchOrder.NEWEST_FIRST, page(first, after, last, before))


@strawberry.type
class Query:
    @strawberry.field(description="Whoever sent the token; null without one.")
    def viewer(self, info: Info) -> Viewer | None:
        player = info.context.player
        return Viewer(player=player_type(player), is_operator=player.is_operator) if player else None

    @strawberry.field(description="About this server.")
    def server_info(self, info: Info) -> ServerInfo:
        return ServerInfo(
            version=__version__,
            time=info.context.host.now(),
            test_mode=info.context.services.settings.test_mode,
            schema_hash=schema_hash(),
            limits=Limits(
                name_length=NAME_LENGTH,
                page_size=PAGE_SIZE,
                document_characters=LIMITS.characters,
                document_tokens=LIMITS.tokens,
                depth=LIMITS.depth,
                aliases=LIMITS.aliases,
                cost=LIMITS.cost,
            ),
        )

    @strawberry.field(
        description="What has changed in this API, or will, that a client may have to follow, oldest first; a handful."
    )
    def api_changes(self) -> list[ApiChange]:
        return list(CHANGES)

    @strawberry.field(description="Every game that can be played here; a handful.")
    def games(self, info: Info) -> list[GameType]:
        return [_game(info, played) for played in GAMES]

    @strawberry.field(description="One game.")
    def game(
        self, info: Info, kind: Annotated[GameKind, strawberry.argument(description="Which one.")]
    ) -> GameType | None:
        return _game(info, game_of(kind.name))

    @strawberry.field(description="A match by id or join code; null when there is none.")
    async def match(
        self, info: Info, by: Annotated[MatchBy, strawberry.argument(description="The match.")]
    ) -> MatchType | None:
        match_id = await match_id_of(info, by)
        match = await _find(info, match_id) if match_id else None
        return shown(info, match, by.code or None) if match else None

    @strawberry.field(
        description="Public matches, whatever their state; your own private ones too when `player` is you."
    )
    async def matches(
        self,
        info: Info,
        filter: Annotated[MatchFilter | None, strawberry.argument(description="Which ones.")] = None,
        order_by: Annotated[MatchOrder, strawberry.argument(description="In which order.")] = MatchOrder.NEWEST_FIRST,
        first: First = None,
        after: After = None,
        last: Last = None,
        before: Before = None,
    ) -> Connection[MatchType] | None:
        return await _matches(info, _query(info, filter or MatchFilter()), order_by, page(first, after, last, before))

    @strawberry.field(description="A player; null when there is none.")
    async def player(
        self, info: Info, id: Annotated[strawberry.ID, strawberry.argument(description="The player's id.")]
    ) -> PlayerType | None:
        found = await info.context.services.players.find(str(id))
        return player_type(found) if found else None

    @strawberry.field(description="Any object by its id; null when there is none.")
    async def node(
        self, info: Info, id: Annotated[strawberry.ID, strawberry.argument(description="The object's id.")]
    ) -> Node | None:
        return (await _nodes(info, [str(id)]))[str(id)]

    @strawberry.field(description="Objects by their ids, at most 100, in the same order; null for each there is not.")
    async def nodes(
        self, info: Info, ids: Annotated[list[strawberry.ID], strawberry.argument(description="The objects' ids.")]
    ) -> list[Node | None] | None:
        if len(ids) > NODES_LIMIT:
            raise ApiError("BAD_USER_INPUT", f"At most {NODES_LIMIT} ids can be looked up at once.")
        found = await _nodes(info, dict.fromkeys(map(str, ids)))
        return [found[str(id)] for id in ids]

    @strawberry.field(description="Every deck, or one game's decks; a handful.")
    def decks(
        self,
        info: Info,
        game: Annotated[GameKind | None, strawberry.argument(description="Only this game's decks.")] = None,
    ) -> list[Deck]:
        wanted = [played for played in GAMES if game is None or game.name == played.kind]
        say = info.context.say
        return [
            deck_type(deck, played, say) for played in wanted for deck in info.context.host.decks.get(played.key, ())
        ]


@strawberry.type(description="What can be followed.")
class Subscription:
    @strawberry.subscription(
        description="Follow a match. With `after: n` every ply from n + 1 on is sent, then each new one, without a gap "
        "and without a repetition; without it the newest ply comes first. The stream stays open after the end, for a "
        "rematch. When the server ends it, the last update says why in `end`."
    )
    async def match_updates(
        self,
        info: Info,
        match_id: Annotated[strawberry.ID, strawberry.argument(description="The match's id.")],
        after: Annotated[int | None, strawberry.argument(description="The last ply you have; 0 for all.")] = None,
        code: Annotated[str | None, strawberry.argument(description="The join code, where spectators need it.")] = None,
    ) -> AsyncGenerator[MatchUpdate, None]:
        async for update in follow_match(info, str(match_id), after, code):
            yield update

    @strawberry.subscription(
        description="Follow what your team suggests to each other: first what is said at present, then all of it "
        "again whenever it changes. It is empty once the match waits for something else, and ends with the match."
    )
    async def team_talk(
        self,
        info: Info,
        match_id: Annotated[strawberry.ID, strawberry.argument(description="The match's id.")],
    ) -> AsyncGenerator[list[Suggestion], None]:
        async for said in follow_talk(info, str(match_id)):
            yield said

    @strawberry.subscription(
        description="Follow the lobby: first every public match that can be joined, then each change to one."
    )
    async def open_matches(
        self,
        info: Info,
        filter: Annotated[OpenMatchFilter | None, strawberry.argument(description="Which ones.")] = None,
    ) -> AsyncGenerator[OpenMatchUpdate, None]:
        kind = filter.game.name if filter and filter.game else None
        async for update in follow_lobby(info, kind):
            yield update

    @strawberry.subscription(
        description="Follow an event: every match of it that ends and every correction, as they are counted. With "
        "`after: n` those numbered above n come first, without a gap and without a repetition; without it only what is "
        "new. For operators."
    )
    async def event_updates(
        self,
        info: Info,
        event: Annotated[strawberry.ID, strawberry.argument(description="The event's id.")],
        after: Annotated[int | None, strawberry.argument(description="The last sequence you have; 0 for all.")] = None,
    ) -> AsyncGenerator[EventUpdate, None]:
        async for update in follow_event(info, str(event), after):
            yield update


def _game(info: Info, played: Game) -> GameType:
    return game_type(played, tuple(info.context.host.decks.get(played.key, ())), info.context.say)


def _rate_limit(caller: Caller) -> RateLimit:
    budget = caller.tightest()
    points = standing(budget.points, budget.now)
    requests = standing(budget.requests, budget.now)
    return RateLimit(
        cost=COST.get(),
        limit=points["limit"],
        remaining=points["remaining"],
        reset_at=datetime.fromisoformat(points["resetAt"]) if points["resetAt"] else None,
        request_limit=requests["limit"],
        requests_remaining=requests["remaining"],
    )


async def _find(info: Info, match_id: str) -> Match | None:
    try:
        return await info.context.host.match(match_id)
    except Refused as refused:
        raise ApiError("BAD_USER_INPUT", refused.message) from refused


async def _nodes(info: Info, ids: Collection[str]) -> dict[str, Node | None]:
    """Return objects by id, None for each there is not; players are looked up together."""
    players = await players_known(info, [id for id in ids if id.startswith("plr_")])
    return {id: players.get(id) or await _other_node(info, id) for id in ids}


async def _other_node(info: Info, id: str) -> Node | None:
    if id.startswith("mat_"):
        match = await _find(info, id)
        return shown(info, match) if match else None
    if id.startswith("evt_"):
        return await event_named(info, id) if is_operator(info) else None
    decks = ((deck, played) for played in GAMES for deck in info.context.host.decks.get(played.key, ()))
    return next((deck_type(deck, played, info.context.say) for deck, played in decks if deck.id == id), None)


def _query(info: Info, given: MatchFilter) -> MatchQuery:
    player = info.context.player
    is_own = player is not None and (given.player == player.id or player.is_operator)
    return MatchQuery(
        game=given.game.name if given.game else None,
        status=given.status,
        player=str(given.player) if given.player else None,
        public_only=not is_own,
    )


async def _matches(info: Info, query: MatchQuery, order: MatchOrder, asked: Page) -> Connection[MatchType]:
    host = info.context.host
    is_newest_first = order is MatchOrder.NEWEST_FIRST
    after, before = _key(asked.after), _key(asked.before)
    found = await host.store.page(query, is_newest_first, after, before, asked.limit + 1, asked.is_last)
    keys = [f"{match.setup.created_at.isoformat()}|{match.setup.id}" for match in found]

    async def count() -> int:
        return await host.store.count(query)

    return connection([shown(info, host.known(match)) for match in found], keys, asked, count)


def _key(given: str | None) -> Key | None:
    if given is None:
        return None
    at, _, id = given.partition("|")
    try:
        return Key(datetime.fromisoformat(at), id)
    except ValueError as bad:
        raise bad_cursor() from bad


def _merged(name: str, description: str, *parts: type) -> type:
    """Return one root type of all the parts' fields."""
    merged = merge_types(name, parts)
    merged.__strawberry_definition__.description = description  # type: ignore[attr-defined]
    return merged


def build() -> strawberry.Schema:
    """Return the schema."""
    return strawberry.Schema(
        query=_merged("Query", "What can be asked.", Query, *STATS_QUERIES),
        mutation=_merged(
            "Mutation",
            "What can be said.",
            PlayMutations,
            TalkMutations,
            LobbyMutations,
            PlayerMutations,
            StatsMutations,
        ),
        subscription=Subscription,
        types=[Deck],
        config=StrawberryConfig(scalar_map={date: Date, datetime: DateTime}),
    )


@cache
def schema_hash() -> str:
    """Return the hex SHA-256 of the printed schema."""
    return hashlib.sha256(printed().encode()).hexdigest()


@cache
def printed() -> str:
    """Return the schema in the schema definition language."""
    return build().as_str() + "\n"


if __name__ == "__main__":
    sys.stdout.write(printed())
