"""Group commit: documents that arrive while a write is under way go together in the next one."""

import asyncio
from dataclasses import dataclass
from typing import Any

import bson
from motor.motor_asyncio import AsyncIOMotorCollection
from pymongo.errors import BulkWriteError, ConnectionFailure, ExecutionTimeout, OperationFailure, WriteConcernError

from server import metrics
from server.matches.store import PlyTaken, StoreUnavailable
from server.store.codec import Document

UNREACHABLE = (ConnectionFailure, ExecutionTimeout, WriteConcernError)
"""What the driver raises when the database cannot be reached, or when it is unknown whether a write was done."""
BROKEN = frozenset({1, 91, 11600, 14031})
"""Codes of a database that can do nothing at present: its storage has failed (a full disk does that to the embedded
one, which says code 1 to everything from then on), it is stopping, or its disk is full."""
LARGEST_GROUP = 1000
PASSES = 3
"""Passes of the event loop between a request's arrival and its document's."""
LONGEST_GATHERING = 0.02
ENOUGH = 8
"""Documents that are worth a write at once: by then its fixed cost is shared, and the database works while this process
sees to the next requests. Waiting for all of them would have each wait for the other."""
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0
CLOSE_SECONDS = 0.5
DUPLICATE_KEY = 11000


@dataclass(eq=False, slots=True)
class _Entry:
    document: Document
    result: asyncio.Future[None]
    until: float
    """Loop time up to which a failed write is tried again."""
    is_unsure: bool = False
    """An earlier try failed without telling whether the document was written."""

    def settle(self, fault: Exception | None) -> None:
        """Tell the caller, unless it has gone."""
        if self.result.done():
            return
        if fault is None:
            self.result.set_result(None)
        else:
            self.result.set_exception(fault)


class GroupCommit:
    """Inserts documents into one collection, each acknowledged when the write it went with is durable."""

    def __init__(self, collection: AsyncIOMotorCollection[Document], retry_for: float) -> None:
        self._collection = collection
        self._retry_for = retry_for
        self._waiting: list[_Entry] = []
        self._writer: asyncio.Task[None] | None = None
        self._is_closed = False

    async def write(self, document: Document) -> None:
        """Return once the document is durable; raise `PlyTaken` when its `_id` is there already.

        Raise `StoreUnavailable` after the time to retry: the document may or may not have been written then.
        A caller that is cancelled meanwhile takes nothing back: the document is still written with its group.
        """
        if self._is_closed:
            raise StoreUnavailable("The store is closed.")
        loop = asyncio.get_running_loop()
        entry = _Entry(document, loop.create_future(), loop.time() + self._retry_for)
        self._waiting.append(entry)
        if self._writer is None:
            self._writer = asyncio.create_task(self._write_all())
        await entry.result

    async def close(self) -> None:
        """Finish the writes under way, unless the database does not answer, and refuse further ones."""
        self._is_closed = True
        if self._writer is not None:
            await asyncio.wait([self._writer], timeout=CLOSE_SECONDS)
        if self._writer is not None:
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)

    async def _write_all(self) -> None:
        pause = FIRST_PAUSE
        group: list[_Entry] = []
        try:
            while self._waiting:
                await self._gather()
                group, self._waiting = self._waiting[:LARGEST_GROUP], self._waiting[LARGEST_GROUP:]
                try:
                    await self._write(group)
                    pause = FIRST_PAUSE
                except Exception as fault:
                    if is_outage(fault):
                        metrics.RETRIES.add()
                        self._try_again(group, fault)
                        await asyncio.sleep(pause)
                        pause = min(2 * pause, LONGEST_PAUSE)
                    else:
                        for entry in group:
                            entry.settle(fault)
        finally:
            self._writer = None
            for entry in (*group, *self._waiting):
                entry.result.cancel()

    async def _gather(self) -> None:
        """Let those join the group whose requests are here already, until there are enough or the loop has no more."""
        until = asyncio.get_running_loop().time() + LONGEST_GATHERING
        known = 0
        while known < len(self._waiting) < ENOUGH and asyncio.get_running_loop().time() < until:
            known = len(self._waiting)
            for _ in range(PASSES):
                await asyncio.sleep(0)

    def _try_again(self, group: list[_Entry], fault: Exception) -> None:
        now = asyncio.get_running_loop().time()
        again = []
        for entry in group:
            if now < entry.until:
                entry.is_unsure = True
                again.append(entry)
            else:
                entry.settle(unavailable(fault))
        self._waiting = [*again, *self._waiting]

    async def _write(self, group: list[_Entry]) -> None:
        metrics.GROUP.add(len(group))
        refused = await self._insert(group)
        unsure = [group[index] for index in refused if group[index].is_unsure]
        stored = await self._stored(unsure)
        for index, entry in enumerate(group):
            if index not in refused or _normal(entry.document) == stored.get(entry.document["_id"]):
                entry.settle(None)
            else:
                entry.settle(_refusal(entry, refused[index]))

    async def _insert(self, group: list[_Entry]) -> dict[int, Document]:
        """Insert in one round trip; return the errors by the index of the document refused."""
        try:
            await self._collection.insert_many([entry.document for entry in group], ordered=False)
        except BulkWriteError as partly:
            if (doubt := doubt_in(partly)) is not None:
                raise doubt from partly
            return {error["index"]: error for error in partly.details["writeErrors"]}
        return {}

    async def _stored(self, entries: list[_Entry]) -> dict[Any, Document]:
        if not entries:
            return {}
        ids = [entry.document["_id"] for entry in entries]
        return {found["_id"]: found async for found in self._collection.find({"_id": {"$in": ids}})}


def doubt_in(partly: BulkWriteError) -> WriteConcernError | None:
    """Return the fault of a bulk write that was done but may not be durable, None when it has no such fault."""
    doubts = partly.details.get("writeConcernErrors")
    return WriteConcernError(str(doubts[0].get("errmsg"))) if doubts else None


def is_outage(fault: BaseException) -> bool:
    """Tell whether a fault is the database's, which will pass, and not that of what was asked of it."""
    return isinstance(fault, UNREACHABLE) or (isinstance(fault, OperationFailure) and fault.code in BROKEN)


def unavailable(fault: Exception) -> StoreUnavailable:
    """Return what callers of the store are told about an outage."""
    if isinstance(fault, OperationFailure) and fault.code in BROKEN:
        return StoreUnavailable(f"The database can keep nothing at present: {_message(fault)}.")
    reason, _, _ = str(fault).partition(" (configured timeouts")  # what follows is the driver's picture of the servers
    return StoreUnavailable(f"The database cannot be reached: {reason}.")


def _message(fault: OperationFailure) -> str:
    return str((fault.details or {}).get("errmsg", "no reason given")).removesuffix(".")


def _refusal(entry: _Entry, error: Document) -> Exception:
    if error.get("code") == DUPLICATE_KEY:
        return PlyTaken(f"{entry.document['_id']} has been written by another server.")
    if error.get("code") in BROKEN:
        return StoreUnavailable(f"The database can keep nothing at present: {error.get('errmsg')}.")
    return OperationFailure(str(error.get("errmsg")), error.get("code"), error)


def _normal(document: Document) -> Document:
    """Return a document as it would be read back."""
    return bson.decode(bson.encode(document), bson.CodecOptions(tz_aware=True))
