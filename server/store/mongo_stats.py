"""The `StatsStore` protocol on the database of a `MongoStore`.

Facts and rows are kept as JSON text beside the few fields they are found by: the embedded database's cost grows with
the number of values in a document, and the text can still be read in a Mongo shell. What must be read in order is found
by counted-out numbers (`_id` in a list) or by windows of numbers on an index, never by a sort or a count. A
generation of rows is two collections: one read board by board, one row by row. All servers on a database are of one
version: one that knew of no second collection would keep ratings and pairs where the others do not look.
"""

from collections.abc import AsyncIterator, Callable, Collection, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, TypeVar

import msgspec
from motor.motor_asyncio import AsyncIOMotorCollection, AsyncIOMotorDatabase
from pymongo import ASCENDING, IndexModel, InsertOne, ReplaceOne
from pymongo.errors import BulkWriteError, DuplicateKeyError, WriteConcernError

from server.games.engine import replace
from server.matches.store import CodeTaken
from server.stats.keys import RowId, is_listed
from server.stats.records import Correction, Entry, MatchFacts, OperatorEvent, Progress, StoredRow
from server.store.codec import Document
from server.store.group import DUPLICATE_KEY
from server.store.mongo import MongoStore, reaching, read

NAMED_AT_ONCE = 20
"""Documents named by `_id` in one command: the embedded database looks at each that it finds again for each id in
the list, so that 500 take it a dozen times as long a document."""
WRITTEN_AT_ONCE = 250
"""A command takes the embedded database under half a second, and never the 20 s after which the driver gives up, on a
busy machine either."""
FIRST_WINDOW = 256
GROWTH = 8
T = TypeVar("T")
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
PROGRESS, LEASE, LAYOUT = "progress", "keeper", "layout"


class MongoStats:
    """Statistics beside the matches of an open `MongoStore`."""

    def __init__(self, matches: MongoStore) -> None:
        self._store = matches
        self._last = 0
        """The highest number of an entry known to be there."""

    async def open(self) -> None:
        """Make the indexes."""
        self._database: AsyncIOMotorDatabase[Document] = self._store.database
        self._matches = self._database["matches"]
        self._ledger = self._database["ledger"]
        self._facts = self._database["facts"]
        self._events = self._database["events"]
        self._state = self._database["statistics"]
        with reaching():
            await self._ledger.create_indexes(
                [
                    IndexModel([("once", ASCENDING)], unique=True),
                    IndexModel([("match", ASCENDING)]),
                    IndexModel([("event", ASCENDING), ("seq", ASCENDING)]),
                    IndexModel([("is_correction", ASCENDING)], sparse=True),
                ]
            )
            await self._facts.create_indexes(
                [
                    IndexModel([("match", ASCENDING)]),
                    IndexModel([("players", ASCENDING), ("seq", ASCENDING)]),
                    IndexModel([("event", ASCENDING), ("seq", ASCENDING)]),
                ]
            )
            await self._events.create_indexes([IndexModel([("code", ASCENDING)], unique=True)])
            await self._state.update_one(
                {"_id": PROGRESS}, {"$setOnInsert": {"version": 0, "body": _text(Progress())}}, upsert=True
            )
            await self._state.update_one(
                {"_id": LEASE}, {"$setOnInsert": {"owner": "", "until": LONG_AGO}}, upsert=True
            )
            progress = await self.progress()
            await self._index_rows(progress.current.generation)
            await self._state.update_one(
                {"_id": LAYOUT}, {"$setOnInsert": {"apart_from": _apart_from(progress)}}, upsert=True
            )
            layout = await self._state.find_one({"_id": LAYOUT})
            self._drops_at_once = drops_at_once(await self._database.command("buildInfo"))
        self._apart_from: int = layout["apart_from"] if layout else 1
        """The first generation that has rows which are read one by one in a collection of their own."""

    # The ledger

    async def enter(self, entry: Entry) -> Entry:
        """Give an entry the next number and keep it; return it as kept: one known already (`once`) as it was."""
        while True:
            numbered = replace(entry, seq=await self.last_entry() + 1)
            try:
                with reaching():
                    await self._ledger.insert_one(entry_document(numbered))
            except DuplicateKeyError:
                found = await read(lambda: self._ledger.find_one({"once": entry.once}))
                if found is not None:
                    return _entry(found)
            else:
                return numbered

    async def last_entry(self) -> int:
        """Return the highest `seq` in the ledger: numbers have no gap, so it is found by looking for the next ones."""
        last, step = self._last, 1
        while await self._is_entered(last + step):
            last += step
            step *= 2
        while step > 1:
            step //= 2
            if await self._is_entered(last + step):
                last += step
        self._last = max(self._last, last)
        return self._last

    async def _is_entered(self, seq: int) -> bool:
        return await read(lambda: self._ledger.find_one({"_id": seq}, {"_id": 1})) is not None

    async def entries(self, after: int, limit: int) -> list[Entry]:
        """Return the entries numbered above `after`, in order, up to `limit`."""
        return [_entry(found) for found in await self._numbered(self._ledger, range(after + 1, after + limit + 1))]

    async def entries_of_match(self, match: str) -> list[Entry]:
        """Return a match's ending and its corrections, in order."""
        found = await _found(self._ledger, {"match": _str(match)})
        return sorted(map(_entry, found), key=lambda entry: entry.seq)

    async def entries_of_event(self, event: str, after: int, limit: int) -> list[Entry]:
        """Return the entries of an operator's event numbered above `after`, in order, up to `limit`."""
        return [_entry(found) async for found in self._later(self._ledger, {"event": _str(event)}, after, limit)]

    async def corrections(self) -> list[Entry]:
        """Return every correction, in order."""
        found = await _found(self._ledger, {"is_correction": True})
        return sorted(map(_entry, found), key=lambda entry: entry.seq)

    async def owed(self, limit: int) -> list[str]:
        """Return ids of matches that have ended after their start and may not be in the ledger yet."""
        found = await read(lambda: self._matches.find({"owed": True}, {"_id": 1}).limit(limit).to_list(limit))
        return [document["_id"] for document in found]

    async def settle(self, match: str) -> None:
        """Note that a match is in the ledger, so that `owed` does not name it again."""
        with reaching():
            await self._matches.update_one({"_id": _str(match)}, {"$unset": {"owed": ""}})

    # Facts

    async def keep_facts(self, facts: Sequence[MatchFacts]) -> None:
        """Keep the facts of matches, in place of any kept before."""
        documents = [facts_document(one) for one in facts]
        for chunk in _chunks(documents, WRITTEN_AT_ONCE):
            with reaching():
                writes = [ReplaceOne({"_id": document["_id"]}, document, upsert=True) for document in chunk]
                await _write_all(self._facts, writes)

    async def facts(self, seqs: Sequence[int]) -> list[MatchFacts]:
        """Return the facts kept under these numbers, in order."""
        return [_read_facts(found) for found in await self._numbered(self._facts, sorted(seqs))]

    async def facts_of_match(self, match: str) -> MatchFacts | None:
        """Return a match's facts."""
        found = await read(lambda: self._facts.find_one({"match": _str(match)}))
        return None if found is None else _read_facts(found)

    async def facts_of_player(self, player: str, after: int, limit: int) -> list[MatchFacts]:
        """Return the facts of a player's matches numbered above `after`, in order, up to `limit`."""
        return [_read_facts(found) async for found in self._later(self._facts, {"players": _str(player)}, after, limit)]

    async def facts_of_event(self, event: str, after: int, limit: int) -> list[MatchFacts]:
        """Return the facts of an event's matches numbered above `after`, in order, up to `limit`."""
        return [_read_facts(found) async for found in self._later(self._facts, {"event": _str(event)}, after, limit)]

    async def _numbered(self, collection: AsyncIOMotorCollection[Document], numbers: Sequence[int]) -> list[Document]:
        found: list[Document] = []
        for chunk in _chunks(numbers, NAMED_AT_ONCE):
            ids = list(chunk)
            found += await _found(collection, {"_id": {"$in": ids}})
        return sorted(found, key=lambda document: document["_id"])

    async def _later(
        self, collection: AsyncIOMotorCollection[Document], wanted: Document, after: int, limit: int
    ) -> AsyncIterator[Document]:
        """Yield up to `limit` documents numbered above `after`, in order, reading windows of numbers that grow."""
        last, width, left = await self.last_entry(), FIRST_WINDOW, limit
        while after < last and left > 0:
            window = {**wanted, "seq": {"$gt": after, "$lte": after + width}}
            found = await _found(collection, window)
            for document in sorted(found, key=lambda document: document["_id"])[:left]:
                yield document
            left -= len(found)
            after += width
            width *= GROWTH

    # Rows

    async def progress(self) -> Progress:
        """Return where statistics stand."""
        found = await read(lambda: self._state.find_one({"_id": PROGRESS}))
        if found is None:
            return Progress()
        return replace(msgspec.json.decode(found["body"], type=Progress), version=found["version"])

    async def advance(self, old: Progress, new: Progress) -> bool:
        """Put `new` in the place of `old`; False, nothing changed, when somebody else has changed it."""
        if new.next is not None and (old.next is None or new.next.generation != old.next.generation):
            await self._index_rows(new.next.generation)
        changed = {"version": old.version + 1, "body": _text(new)}
        with reaching():
            result = await self._state.replace_one({"_id": PROGRESS, "version": old.version}, changed)
        return result.modified_count == 1

    async def _index_rows(self, generation: int) -> None:
        """Make the index before the rows: over rows that are there the embedded database takes seconds a thousand."""
        with reaching():
            index = IndexModel([("board", ASCENDING), ("seq", ASCENDING)], sparse=True)
            await self._boards(generation).create_indexes([index])

    def _boards(self, generation: int) -> AsyncIOMotorCollection[Document]:
        return self._database[f"boards_{generation}"]

    def _homes(
        self, generation: int, things: Iterable[T], board_of: Callable[[T], str]
    ) -> list[tuple[AsyncIOMotorCollection[Document], list[T]]]:
        """Return things that are of rows with the collections of these rows: where nothing is read by its board there
        is no index, and an insert costs a quarter."""
        homes: dict[str, list[T]] = {}
        for thing in things:
            is_apart = generation >= self._apart_from and not is_listed(board_of(thing))
            homes.setdefault(f"{'rows' if is_apart else 'boards'}_{generation}", []).append(thing)
        return [(self._database[name], some) for name, some in homes.items()]

    async def board(self, generation: int, board: str, after: int = 0) -> list[StoredRow]:
        """Return the rows of a board whose `seq` is above `after`, in no order."""
        wanted: Document = {"board": _str(board)}
        if after > 0:
            wanted["seq"] = {"$gt": after}
        return [_row(found) for found in await _found(self._boards(generation), wanted)]

    async def rows(self, generation: int, ids: Sequence[RowId]) -> list[StoredRow]:
        """Return those of the rows that there are, in no order."""
        found: list[Document] = []
        for collection, some in self._homes(generation, ids, _board_of):
            for chunk in _chunks(some, NAMED_AT_ONCE):
                found += await _found(collection, _named(chunk))
        return [_row(document) for document in found]

    async def write_rows(
        self, generation: int, rows: Sequence[StoredRow], above: int, there: Collection[RowId]
    ) -> None:
        """Write rows; one that is there with a `seq` above `above` already is left alone."""
        for collection, some in self._homes(generation, rows, lambda row: row.board):
            for chunk in _chunks(some, WRITTEN_AT_ONCE):
                writes = [_write(row, above, (row.board, row.key) in there) for row in chunk]
                with reaching():
                    await _write_all(collection, writes)

    async def delete_rows(self, generation: int, ids: Sequence[RowId]) -> None:
        """Delete those of the rows that there are."""
        for collection, some in self._homes(generation, ids, _board_of):
            for chunk in _chunks(some, NAMED_AT_ONCE):
                with reaching():
                    await collection.delete_many(_named(chunk))

    async def drop_rows(self, generation: int) -> None:
        """Delete a generation. The embedded database writes each row that is left to the disk on its own meanwhile."""
        with reaching():
            await self._database[f"rows_{generation}"].drop()
            await self._boards(generation).drop()

    @property
    def drops_at_once(self) -> bool:
        """Tell whether everything else goes on while a generation is dropped, however many rows it has."""
        return self._drops_at_once

    # One at a time

    async def lease(self, owner: str, now: datetime, until: datetime) -> bool:
        """Be the keeper until then: True when nobody else is."""
        lease = {"owner": _str(owner), "until": until}
        with reaching():
            renewed = await self._state.replace_one({"_id": LEASE, "owner": _str(owner)}, lease)
            if renewed.matched_count == 1:
                return True
            taken = await self._state.replace_one({"_id": LEASE, "until": {"$lte": now}}, lease)
        return taken.matched_count == 1

    async def release(self, owner: str) -> None:
        """Give the lease back, if it is the owner's."""
        nobodys = {"owner": "", "until": LONG_AGO}
        with reaching():
            await self._state.replace_one({"_id": LEASE, "owner": _str(owner)}, nobodys)

    # Operators' events

    async def add_event(self, event: OperatorEvent) -> None:
        """Keep a new event; raise `CodeTaken` when its code is in use."""
        try:
            with reaching():
                await self._events.insert_one(_event_document(event))
        except DuplicateKeyError as taken:
            raise CodeTaken(f"The code {event.code} is in use.") from taken

    async def event(self, id: str) -> OperatorEvent | None:
        """Return an event."""
        found = await read(lambda: self._events.find_one({"_id": _str(id)}))
        return None if found is None else _event(found)

    async def event_by_code(self, code: str) -> OperatorEvent | None:
        """Return the event with this code."""
        found = await read(lambda: self._events.find_one({"code": _str(code)}))
        return None if found is None else _event(found)

    async def events(self) -> list[OperatorEvent]:
        """Return all events, oldest first."""
        found = await _found(self._events, {})
        return sorted(map(_event, found), key=lambda event: (event.created_at, event.id))


def drops_at_once(build: Document) -> bool:
    """Tell from its `buildInfo` whether a database drops a collection in no time: all but the embedded one do."""
    return "secantusVersion" not in build


async def _write_all(collection: AsyncIOMotorCollection[Document], writes: Sequence[Any]) -> None:
    """Write in one round trip; what another keeper has inserted meanwhile is the same."""
    try:
        await collection.bulk_write(list(writes), ordered=False)
    except BulkWriteError as partly:
        if doubts := partly.details.get("writeConcernErrors"):
            raise WriteConcernError(str(doubts[0].get("errmsg"))) from partly
        if any(error["code"] != DUPLICATE_KEY for error in partly.details["writeErrors"]):
            raise


async def _found(collection: AsyncIOMotorCollection[Document], wanted: Document) -> list[Document]:
    return await read(lambda: collection.find(wanted).to_list(None))


def _str(id: str) -> str:
    """Return the id; a filter made of anything but text could find what was not asked for."""
    if not isinstance(id, str):
        raise TypeError(f"An id is a str, not {type(id).__name__}.")
    return id


def _text(record: msgspec.Struct) -> str:
    return msgspec.json.encode(record).decode()


def _chunks(things: Sequence[Any], size: int) -> Iterator[Sequence[Any]]:
    for start in range(0, len(things), size):
        yield things[start : start + size]


def entry_document(entry: Entry) -> Document:
    """Return an entry's document."""
    document: Document = {
        "_id": entry.seq,
        "seq": entry.seq,
        "once": entry.once,
        "match": entry.match,
        "at": entry.at,
    }
    if entry.event is not None:
        document["event"] = entry.event
    if entry.correction is not None:
        document |= {"is_correction": True, "correction": _text(entry.correction)}
    return document


def _entry(document: Document) -> Entry:
    text = document.get("correction")
    correction = None if text is None else msgspec.json.decode(text, type=Correction)
    return Entry(document["_id"], document["match"], document.get("event"), document["at"], correction)


def facts_document(facts: MatchFacts) -> Document:
    """Return the document of a match's facts."""
    document: Document = {
        "_id": facts.seq,
        "seq": facts.seq,
        "match": facts.match,
        "players": sorted({player for seat in facts.seats for player in seat.players}),
        "body": _text(facts),
    }
    return document if facts.event is None else {**document, "event": facts.event}


def _read_facts(document: Document) -> MatchFacts:
    return msgspec.json.decode(document["body"], type=MatchFacts)


def _apart_from(progress: Progress) -> int:
    """Return which generation can be the first with a collection apart: one of which nothing has been written yet."""
    build = progress.current
    return progress.newest + 1 if build.folded or build.batch else build.generation


def _board_of(id: RowId) -> str:
    return id[0]


def _named(ids: Iterable[RowId]) -> Document:
    return {"_id": {"$in": [_row_id(*id) for id in ids]}}


def _row_id(board: str, key: str) -> str:
    return f"{board}||{key}"


def _row_document(row: StoredRow) -> Document:
    """Return a row's document: what is not read by its board stays out of the index."""
    document = {"_id": _row_id(row.board, row.key), "seq": row.seq, "body": row.body}
    return {**document, "board": row.board} if is_listed(row.board) else document


def _row(document: Document) -> StoredRow:
    board, _, key = document["_id"].partition("||")
    return StoredRow(board, key, document["seq"], document["body"])


def _write(row: StoredRow, above: int, is_there: bool) -> InsertOne[Document] | ReplaceOne[Document]:
    document = _row_document(row)
    if is_there:
        return ReplaceOne({"_id": document["_id"], "seq": {"$lte": above}}, document)
    return InsertOne(document)


def _event_document(event: OperatorEvent) -> Document:
    return {
        "_id": event.id,
        "name": event.name,
        "code": event.code,
        "operator": event.operator,
        "created_at": event.created_at,
    }


def _event(document: Document) -> OperatorEvent:
    return OperatorEvent(
        document["_id"], document["name"], document["code"], document["operator"], document["created_at"]
    )
