"""What any server writes into a collection, in order, through a change stream that survives lost connections."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any, Generic, TypeVar

from motor.motor_asyncio import AsyncIOMotorCollection
from pymongo.errors import OperationFailure, PyMongoError

from server.matches.store import Unreadable
from server.store.codec import Document
from server.store.group import FIRST_PAUSE, LONGEST_PAUSE, UNREACHABLE

log = logging.getLogger(__name__)

WAIT_MILLISECONDS = 1000
PLACE_LOST = frozenset({136, 260, 280, 286})
"""Codes of errors that say that the stream cannot be resumed from where it stood."""


RecordT = TypeVar("RecordT")


class Changes(Generic[RecordT]):
    """Where in the stream of a collection's writes this store stands, and how to read on from there."""

    def __init__(self, collection: AsyncIOMotorCollection[Document], read: Callable[[Document], RecordT]) -> None:
        self._collection = collection
        self._read_record = read
        self._position: Mapping[str, Any] | None = None
        """The resume token after the last record that was taken from a watch."""

    async def begin(self) -> None:
        """Note the place from which the first watch yields."""
        async with self._collection.watch(_writes(None)) as stream:
            self._position = stream.resume_token

    async def watch(self, besides: str | None) -> AsyncIterator[RecordT]:
        """Yield records from the noted place on; one counts as taken when the next one is asked for."""
        pause = FIRST_PAUSE
        while True:
            try:
                async for record in self._read(besides):
                    pause = FIRST_PAUSE
                    yield record
            except UNREACHABLE as fault:
                log.info("watching again in %s s: %s", pause, fault)
            except OperationFailure as fault:
                self._find_again(fault)
            except PyMongoError as fault:
                log.warning("watching again: %s", fault)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _find_again(self, fault: OperationFailure) -> None:
        if fault.code in PLACE_LOST:
            log.error("writes may have been missed, watching from now on: %s", fault)
            self._position = None
        else:
            log.warning("watching again: %s", fault)

    async def _read(self, besides: str | None) -> AsyncIterator[RecordT]:
        options: dict[str, Any] = {"max_await_time_ms": WAIT_MILLISECONDS}
        if self._position is not None:
            options["start_after"] = self._position
        async with self._collection.watch(_writes(besides), **options) as stream:
            while stream.alive:
                change = await stream.try_next()
                if change is not None and (record := self._record(change["fullDocument"])) is not None:
                    yield record
                self._position = stream.resume_token

    def _record(self, document: Document) -> RecordT | None:
        try:
            return self._read_record(document)
        except Unreadable as fault:
            log.error("%s skipped: %s", document.get("_id"), fault)
            return None


def _writes(besides: str | None) -> list[dict[str, Any]]:
    wanted: dict[str, Any] = {"operationType": {"$in": ["insert", "replace"]}}
    if besides is not None:
        wanted["fullDocument.origin"] = {"$ne": besides}
    return [{"$match": wanted}]
