"""The plies that any server inserts, in order, through a change stream that survives lost connections."""

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from typing import Any

from motor.motor_asyncio import AsyncIOMotorCollection
from pymongo.errors import OperationFailure

from server.matches.records import Ply
from server.matches.store import Unreadable
from server.store.codec import Codec, Document
from server.store.group import FIRST_PAUSE, LONGEST_PAUSE, UNREACHABLE

log = logging.getLogger(__name__)

WAIT_MILLISECONDS = 1000
PLACE_LOST = frozenset({136, 260, 280, 286})
"""Codes of errors that say that the stream cannot be resumed from where it stood."""


class Changes:
    """Where in the stream of inserts this store stands, and how to read on from there."""

    def __init__(self, plies: AsyncIOMotorCollection[Document], codec: Codec) -> None:
        self._plies = plies
        self._codec = codec
        self._position: Mapping[str, Any] | None = None
        """The resume token after the last ply that was taken from a watch."""

    async def begin(self) -> None:
        """Note the place from which the first watch yields."""
        async with self._plies.watch(_inserts(None)) as stream:
            self._position = stream.resume_token

    async def watch(self, besides: str | None) -> AsyncIterator[Ply]:
        """Yield plies from the noted place on; a ply counts as taken when the next one is asked for."""
        pause = FIRST_PAUSE
        while True:
            try:
                async for ply in self._read(besides):
                    pause = FIRST_PAUSE
                    yield ply
            except UNREACHABLE as fault:
                log.info("watching again in %s s: %s", pause, fault)
            except OperationFailure as fault:
                self._find_again(fault)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _find_again(self, fault: OperationFailure) -> None:
        if fault.code in PLACE_LOST:
            log.error("plies may have been missed, watching from now on: %s", fault)
            self._position = None
        else:
            log.warning("watching again: %s", fault)

    async def _read(self, besides: str | None) -> AsyncIterator[Ply]:
        options: dict[str, Any] = {"max_await_time_ms": WAIT_MILLISECONDS}
        if self._position is not None:
            options["start_after"] = self._position
        async with self._plies.watch(_inserts(besides), **options) as stream:
            while stream.alive:
                change = await stream.try_next()
                if change is not None and (ply := self._ply(change["fullDocument"])) is not None:
                    yield ply
                self._position = stream.resume_token

    def _ply(self, document: Document) -> Ply | None:
        try:
            return self._codec.ply(document)
        except Unreadable as fault:
            log.error("ply %s skipped: %s", document.get("_id"), fault)
            return None


def _inserts(besides: str | None) -> list[dict[str, Any]]:
    wanted: dict[str, Any] = {"operationType": "insert"}
    if besides is not None:
        wanted["fullDocument.origin"] = {"$ne": besides}
    return [{"$match": wanted}]
