"""The store on MongoDB, or on the embedded database that speaks its protocol. Only here and beside is Mongo known.

Every write waits until it is durable (journalled, and on a majority of a replica set). Filters are flat and nothing is
written by findAndModify: both read the whole collection on the embedded database. A test watches the commands.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TypeVar
from uuid import uuid4

from bson import CodecOptions
from cachetools import LRUCache
from motor.motor_asyncio import AsyncIOMotorClient, AsyncIOMotorCollection, AsyncIOMotorDatabase
from pymongo import ASCENDING, DESCENDING, ReplaceOne, WriteConcern
from pymongo.errors import BulkWriteError, DuplicateKeyError, PyMongoError, ServerSelectionTimeoutError
from pymongo.monitoring import CommandListener

from server.matches.records import Match, Ply, Status, Visibility
from server.matches.store import Claim, CodeTaken, Key, MatchQuery, Player, StoreUnavailable, Token, Unreadable
from server.matches.talk import Suggestion
from server.store.changes import Changes
from server.store.closing import close
from server.store.codec import Codec, Document, RulesOf, creation_id, lobby_list, ply_id
from server.store.counting import Counting
from server.store.documents import (
    claim_fields,
    claim_of,
    documents_in,
    player_fields,
    player_of,
    token_fields,
    token_of,
)
from server.store.group import GroupCommit, doubt_in, is_outage, unavailable
from server.store.windows import Place, learnt, windows

log = logging.getLogger(__name__)

CHUNK = 32
"""Plies read in one go. Their ids are counted out: a range on `_id` reads every ply on the embedded database."""
READ_PAUSES = (0.05, 0.3)
GAMES_REMEMBERED = 100_000
BEATS_KEPT = timedelta(days=7)

Result = TypeVar("Result")


@contextmanager
def reaching() -> Iterator[None]:
    """Turn the driver's faults of the connection into `StoreUnavailable`."""
    try:
        yield
    except BulkWriteError as partly:
        if (doubt := doubt_in(partly)) is not None:
            raise unavailable(doubt) from partly
        raise
    except PyMongoError as fault:
        if is_outage(fault):
            raise unavailable(fault) from fault
        raise


async def read(ask: Callable[[], Awaitable[Result]]) -> Result:
    """Return what `ask` gives, asking again a few times when a connection breaks; raise `StoreUnavailable`."""
    for pause in READ_PAUSES:
        try:
            return await ask()
        except ServerSelectionTimeoutError as fault:
            raise unavailable(fault) from fault
        except PyMongoError as fault:
            if not is_outage(fault):
                raise
            log.info("reading again: %s", fault)
        await asyncio.sleep(pause)
    with reaching():
        return await ask()


def _text(id: str) -> str:
    """Return the id; a filter made of anything but text could find what was not asked for."""
    if not isinstance(id, str):
        raise TypeError(f"An id is a str, not {type(id).__name__}.")
    return id


class MongoStore:
    """The `Store` protocol on one database of a MongoDB deployment.

    `watch()`: the first one after `open()` yields every ply written since `open()` returned; a later one goes on from
    where the furthest one stood. A ply whose reader failed is yielded again. Should the database no longer know the
    place (an hour or 100,000 writes behind, on the embedded one), that is logged and the watch goes on from then.
    """

    def __init__(
        self,
        url: str,
        database: str,
        rules_of: RulesOf,
        retry_for: float = 15.0,
        selection_timeout: float = 3.0,
        listeners: Sequence[CommandListener] = (),
    ) -> None:
        self._url = url
        self._database = database
        self._codec = Codec(rules_of)
        self._retry_for = retry_for
        self._selection_timeout = selection_timeout
        self._listeners = listeners
        self._games: LRUCache[str, str] = LRUCache(GAMES_REMEMBERED)
        """The game of each match that has passed through here lately."""
        self._places: LRUCache[object, Place] = LRUCache(1000)
        """Where the last page of each kind was found."""
        self._has_pruned = False

    async def open(self) -> None:
        """Connect, make the indexes, and note from where `watch` yields."""
        self._client: AsyncIOMotorClient[Document] = AsyncIOMotorClient(
            self._url,
            serverSelectionTimeoutMS=int(self._selection_timeout * 1000),
            connectTimeoutMS=5000,
            socketTimeoutMS=20_000,
            event_listeners=list(self._listeners),
        )
        database = self._client.get_database(
            self._database,
            codec_options=CodecOptions(tz_aware=True, tzinfo=UTC),
            write_concern=WriteConcern(w="majority", j=True, wtimeout=10_000),
        )
        try:
            await self._begin(database)
        except BaseException:
            self._client.close()
            raise

    async def _begin(self, database: AsyncIOMotorDatabase[Document]) -> None:
        self._opened = database
        with reaching():
            documents = self._documents = await documents_in(database)
            self._matches = documents.matches.get_motor_collection()
            self._creations = documents.creations.get_motor_collection()
            self._plies = documents.plies.get_motor_collection()
            self._tokens = documents.tokens.get_motor_collection()
            self._servers = documents.servers.get_motor_collection()
            self._marks: AsyncIOMotorCollection[Document] = database["marks"]
            self._talk = documents.talk.get_motor_collection()
            self._changes = Changes(self._plies, self._codec.ply)
            await self._changes.begin()
            self._suggestions = Changes(self._talk, self._codec.suggestion)
            await self._suggestions.begin()
            # Noted once for each database, before its first match: where its lists begin.
            await self._marks.update_one({"_id": "began"}, {"$setOnInsert": {"at": datetime.now(UTC)}}, upsert=True)
            began = await self._marks.find_one({"_id": "began"})
        self._began: datetime = began["at"] if began else datetime.now(UTC)
        self._counting = Counting(self._count_within, self._began)
        self._group = GroupCommit(self._plies, self._retry_for)

    @property
    def codec(self) -> Codec:
        """What writes and reads documents."""
        return self._codec

    @property
    def database(self) -> AsyncIOMotorDatabase[Document]:
        """The open database, for what else is kept in it."""
        return self._opened

    async def close(self) -> None:
        """Finish running writes and disconnect."""
        await self._group.close()
        await close(self._client)

    async def ping(self) -> None:
        """Return when the database has durably written something and read it back."""
        mark = uuid4().hex
        with reaching():
            await self._marks.replace_one({"_id": "ping"}, {"mark": mark}, upsert=True)
            if await self._marks.find_one({"_id": "ping"}) is None:
                raise StoreUnavailable("The database has lost what was just written.")

    # Matches

    async def add_match(self, match: Match) -> bool:
        """Keep a new match (ply 0). False when its id is known already; raise `CodeTaken` when its code is."""
        document = self._codec.match_document(match)
        with reaching():
            with suppress(DuplicateKeyError):
                await self._creations.insert_one(document | {"_id": creation_id(match)})
            try:
                await self._matches.insert_one(document)
            except DuplicateKeyError:
                if await self._matches.find_one({"_id": match.setup.id}, {"_id": 1}) is None:
                    raise CodeTaken(f"The code {match.setup.code} is in use.") from None
                return False
        self._games[match.setup.id] = match.setup.game
        return True

    async def match(self, id: str) -> Match | None:
        """Return the match as last checkpointed; raise `Unreadable`."""
        document = await read(lambda: self._matches.find_one({"_id": _text(id)}))
        return None if document is None else self._known(self._codec.match(document))

    async def created(self, id: str) -> Match | None:
        """Return the match as it was created, at ply 0; raise `Unreadable`."""
        match = await self.match(id)
        if match is None:
            return None
        document = await read(lambda: self._creations.find_one({"_id": creation_id(match)}))
        return None if document is None else self._codec.match(document)

    async def match_id(self, code: str) -> str | None:
        """Return the id of the match with this join code."""
        found = await read(lambda: self._matches.find_one({"setup.code": _text(code)}, {"_id": 1}))
        return None if found is None else str(found["_id"])

    async def checkpoint(self, *matches: Match) -> None:
        """Keep later states of matches, in one command; an older one than is kept changes nothing."""
        writes = [
            ReplaceOne({"_id": match.setup.id, "ply": {"$lt": match.ply}}, self._codec.match_document(match))
            for match in matches
        ]
        with reaching():
            await self._matches.bulk_write(writes, ordered=False)

    async def unfinished(self) -> list[str]:
        """Return the ids of matches that are open or running."""
        wanted = {"status": {"$in": [Status.OPEN.value, Status.RUNNING.value]}}
        found = await read(lambda: self._matches.find(wanted, {"_id": 1}).to_list(None))
        return [document["_id"] for document in found]

    def _known(self, match: Match) -> Match:
        self._games[match.setup.id] = match.setup.game
        return match

    # The log

    async def append(self, ply: Ply) -> None:
        """Write one ply; raise `PlyTaken` when that number exists, LookupError when the match does not."""
        game = self._games.get(ply.match) or await self._game(ply.match)
        await self._group.write(self._codec.ply_document(ply, game))

    async def _game(self, id: str) -> str:
        match = await self.match(id)
        if match is None:
            raise LookupError(f"There is no match {id}.")
        return match.setup.game

    async def plies(self, match: str, after: int = 0, limit: int | None = None) -> list[Ply]:
        """Return the plies numbered above `after`, in order; raise `Unreadable`."""
        found: list[Ply] = []
        while limit is None or len(found) < limit:
            first = after + 1 if not found else found[-1].number + 1
            wanted = CHUNK if limit is None else min(CHUNK, limit - len(found))
            chunk = await self._numbered(match, range(first, first + wanted))
            if not chunk:
                break
            found += chunk
        return found

    async def plies_before(self, match: str, before: int, limit: int) -> list[Ply]:
        """Return up to `limit` plies numbered below `before`, in order, nearest to `before`; raise `Unreadable`."""
        first = max(1, before - limit)
        found: list[Ply] = []
        for start in range(first, before, CHUNK):
            found += await self._numbered(match, range(start, min(before, start + CHUNK)))
        return found

    async def _numbered(self, match: str, numbers: range) -> list[Ply]:
        ids = [ply_id(_text(match), number) for number in numbers]
        found = await read(lambda: self._plies.find({"_id": {"$in": ids}}).to_list(None))
        return sorted((self._codec.ply(document) for document in found), key=lambda ply: ply.number)

    def watch(self, besides: str | None = None) -> AsyncIterator[Ply]:
        """Yield plies as servers write them, except those of origin `besides`; see the class for what is guaranteed."""
        return self._changes.watch(besides)

    # Team talk

    async def pass_on(self, suggestion: Suggestion) -> None:
        """Let the other servers hear a suggestion."""
        document = self._codec.suggestion_document(suggestion)
        with reaching():
            await self._talk.replace_one({"_id": document["_id"]}, document, upsert=True)

    def passed_on(self, besides: str | None = None) -> AsyncIterator[Suggestion]:
        """Yield suggestions as servers pass them on, except those of origin `besides`."""
        return self._suggestions.watch(besides)

    # Lists

    async def page(
        self, query: MatchQuery, newest_first: bool, after: Key | None, before: Key | None, limit: int, last: bool
    ) -> list[Match]:
        """Return up to `limit` matches between two keys in the order asked for; what cannot be read is left out."""
        if limit < 1:
            return []
        lower, upper = (before, after) if newest_first else (after, before)
        is_downwards = newest_first != last
        nearest, furthest = (upper, lower) if is_downwards else (lower, upper)
        first, final = (datetime.now(UTC), self._began) if is_downwards else (self._began, datetime.now(UTC))
        kind = (query, lower is None, upper is None, is_downwards)
        place = self._places.get(kind, Place(first))
        if nearest is not None:
            place = place._replace(origin=nearest.created_at)
        ranges = windows(lower, upper, is_downwards, place, furthest.created_at if furthest else final)
        matches = await self._nearest(_filter(query), ranges, is_downwards, limit)
        self._places[kind] = learnt(place, [match.setup.created_at for match in matches], limit)
        return matches[::-1] if last else matches

    async def _nearest(
        self, wanted: Document, ranges: Iterator[Document], is_downwards: bool, limit: int
    ) -> list[Match]:
        found: list[Match] = []
        for window in ranges:
            documents = await read(partial(self._listed, wanted | window, is_downwards, limit - len(found)))
            found += self._readable(documents)
            if len(found) >= limit:
                break
        return found

    async def _listed(self, wanted: Document, is_downwards: bool, limit: int) -> list[Document]:
        order = DESCENDING if is_downwards else ASCENDING
        return await self._matches.find(wanted).sort("key", order).limit(limit).to_list(limit)

    def _readable(self, documents: list[Document]) -> list[Match]:
        matches = []
        for document in documents:
            try:
                matches.append(self._codec.match(document))
            except Unreadable as fault:
                log.error("left out of a list: %s", fault)
        return matches

    async def count(self, query: MatchQuery) -> int:
        """Return how many matches a query finds, of very many how many it found a while ago."""
        return await self._counting.of(query)

    async def _count_within(self, query: MatchQuery, window: Document) -> int:
        return await read(lambda: self._matches.count_documents(_filter(query) | window))

    # Players and tokens

    async def claim(self, claim: Claim) -> Claim:
        """Keep a claim, unless there is one of that hash; return the one that is kept."""
        wanted = {"_id": _text(claim.hash)}
        while True:
            with reaching(), suppress(DuplicateKeyError):
                await self._documents.claims(**claim_fields(claim)).insert()
                return claim
            found = await read(lambda: self._documents.claims.find_one(wanted))
            if found is not None:  # else it has been forgotten just now
                return claim_of(found)

    async def has_claim(self, hash: str, player: str) -> bool:
        """Tell whether a claim of that hash, which made this player, is still kept."""
        found = await read(lambda: self._documents.claims.find_one({"_id": _text(hash)}))
        return found is not None and claim_of(found).player == player

    async def drop_claims(self, player: str) -> None:
        """Forget the claims of a player."""
        with reaching():
            await self._documents.claims.find({"player": _text(player)}).delete()

    async def add_player(self, player: Player, token: Token) -> None:
        """Keep a new player with a first token; who is known already has one more then, and stays as they are."""
        with reaching():
            with suppress(DuplicateKeyError):
                await self._documents.players(**player_fields(player)).insert()
            await self._documents.tokens(**token_fields(token)).insert()

    async def player(self, id: str) -> Player | None:
        """Return a player."""
        found = await read(lambda: self._documents.players.find_one({"_id": _text(id)}))
        return None if found is None else player_of(found)

    async def players(self, ids: Sequence[str]) -> dict[str, Player]:
        """Return the players known among `ids`."""
        wanted = list({_text(id): None for id in ids})
        found = await read(lambda: self._documents.players.find({"_id": {"$in": wanted}}).to_list()) if wanted else []
        return {player.id: player for player in map(player_of, found)}

    async def rename(self, id: str, name: str) -> None:
        """Change a player's name; matches begun keep the old one."""
        with reaching():
            await self._documents.players.find_one({"_id": _text(id)}).update({"$set": {"name": _text(name)}})

    async def add_token(self, token: Token) -> None:
        """Keep a further token of a player."""
        with reaching():
            await self._documents.tokens(**token_fields(token)).insert()

    async def token(self, hash: str) -> Token | None:
        """Return a token by its hash, revoked ones too."""
        found = await read(lambda: self._documents.tokens.find_one({"_id": _text(hash)}))
        return None if found is None else token_of(found)

    async def valid_tokens(self, hashes: Sequence[str]) -> set[str]:
        """Return those hashes that are a token's which is not revoked."""
        wanted = {"_id": {"$in": [_text(hash) for hash in hashes]}}
        found = await read(lambda: self._tokens.find(wanted, {"revoked_at": 1}).to_list(None))
        return {document["_id"] for document in found if document["revoked_at"] is None}

    async def revoke(self, hash: str, at: datetime) -> int:
        """Revoke one token; return how many were valid until now."""
        return await self._revoke({"_id": _text(hash)}, at)

    async def revoke_all(self, player: str, at: datetime) -> int:
        """Revoke every token of a player; return how many were valid until now."""
        return await self._revoke({"player": _text(player)}, at)

    async def _revoke(self, wanted: Document, at: datetime) -> int:
        """Revoke what is still valid: of two servers that do so at once, one counts each token."""
        change = {"$set": {"revoked_at": at}}
        with reaching():
            result = await self._tokens.update_many({**wanted, "revoked_at": None}, change)
        return result.modified_count

    # Heartbeats

    async def beat(self, server: str, at: datetime) -> None:
        """Note that this server runs; the first time, forget servers that have not run for a week."""
        with reaching():
            await self._servers.replace_one({"_id": _text(server)}, {"at": at}, upsert=True)
            if not self._has_pruned:
                await self._servers.delete_many({"at": {"$lt": at - BEATS_KEPT}})
                self._has_pruned = True

    async def last_beat(self) -> datetime | None:
        """Return when any server was last known to run."""
        servers = await read(lambda: self._documents.servers.find_all().to_list())
        return max((server.at for server in servers), default=None)


def _filter(query: MatchQuery) -> Document:
    """Return a flat filter, what an index serves best first."""
    if query.public_only and query.player is None:
        return {"lobby": lobby_list(query.game, query.status)}
    wanted: Document = {"players": query.player, "status": query.status, "setup.game": query.game}
    if query.public_only:
        wanted["setup.visibility"] = Visibility.PUBLIC
    return {field: _text(value) for field, value in wanted.items() if value is not None}
