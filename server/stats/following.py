"""Tells who asks of what ends and is corrected, as it is counted: the ledger, read on from any number.

One task a server looks whether more has been counted, whoever did it; each follower reads on for itself, so that it can
begin anywhere and come back after a pause without a gap or a repetition.
"""

import asyncio
from collections.abc import AsyncIterator

from server.matches.background import kept_going
from server.matches.feed import Closing
from server.matches.revocation import NEVER, Revocation
from server.stats.records import Entry
from server.stats.store import StatsStore

POLL_SECONDS = 0.5
ENTRIES_AT_ONCE = 200


class Following:
    """Every follower of this server."""

    def __init__(self, store: StatsStore, pause: float = POLL_SECONDS) -> None:
        self._store = store
        self._pause = pause
        self._folded = 0
        self._news = asyncio.Event()
        self._followers = 0
        self._is_closing = False
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Look for news until `stop`."""
        self._task = asyncio.create_task(kept_going("following results", self._look, self._pause))

    def close(self) -> None:
        """End every follower's stream."""
        self._is_closing = True
        self._news.set()

    async def stop(self) -> None:
        """End every follower's stream, and look no more."""
        self.close()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _look(self) -> None:
        await asyncio.sleep(self._pause)
        if self._followers:
            await self._look_once()

    async def _look_once(self) -> None:
        folded = (await self._store.progress()).current.folded
        if folded > self._folded:
            self._folded = folded
            self._wake()

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    async def entries(
        self, after: int | None = None, event: str | None = None, revocation: Revocation = NEVER
    ) -> AsyncIterator[Entry]:
        """Yield what has been counted, of an event or of all, numbered above `after`, then each new entry.

        Without `after`, only what is new. `Closing` ends the stream when the server stops, `Revoked` when the
        revocation comes. An ending is yielded once boards count it; a correction at once, and boards follow when they
        have been folded anew.
        """
        known = (await self._store.progress()).current.folded if after is None else after
        self._followers += 1
        try:
            with revocation.telling(self._wake):
                while not self._is_closing:
                    revocation.check()
                    news = self._news
                    folded = (await self._store.progress()).current.folded
                    while known < folded:
                        entries = await self._read(known, folded, event)
                        for entry in entries:
                            revocation.check()
                            yield entry
                        known = entries[-1].seq if len(entries) == ENTRIES_AT_ONCE else folded
                    await news.wait()
            raise Closing("The server is stopping.")
        finally:
            self._followers -= 1

    async def _read(self, after: int, up_to: int, event: str | None) -> list[Entry]:
        if event is None:
            return await self._store.entries(after, min(ENTRIES_AT_ONCE, up_to - after))
        entries = await self._store.entries_of_event(event, after, ENTRIES_AT_ONCE)
        return [entry for entry in entries if entry.seq <= up_to]
