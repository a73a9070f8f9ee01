"""Counts the matches of long lists without holding up what else the database has to do.

The embedded database reads every match that it counts, a few thousand a second. So a list is counted one stretch of
time after the other, in commands that end soon; one list at a time, but for a player's own, which are short; and the
longer that took, the longer the number stands, so that counting takes a small share of the database whoever asks how
often. When the database fails, whoever waits is told so at once: nobody tries it again in turn.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from cachetools import LRUCache

from server.matches.store import MatchQuery, StoreUnavailable
from server.store.codec import instant

CountWithin = Callable[[MatchQuery, dict[str, Any]], Awaitable[int]]
"""Counts what a query finds in a stretch of the list, given as a filter on its key."""

FIRST_STRETCH = timedelta(days=1)
WIDENING = 4
SHORT_SECONDS, LONG_SECONDS = 0.2, 1.0
"""A stretch counted faster, or slower, than this is followed by a wider, or narrower, one."""
QUICK_SECONDS = 0.1
"""Numbers found as fast as this are counted anew each time."""
STANDS_FOR = 20
"""How many times as long as it took to find a number stands."""
REMEMBERED = 1_000


class Found(NamedTuple):
    number: int
    until: float
    """The clock's time up to which the number stands."""


class Counting:
    """Counts lists whose oldest match was created at `began` or later."""

    def __init__(self, count_within: CountWithin, began: datetime, clock: Callable[[], float] = time.monotonic) -> None:
        self._count_within = count_within
        self._began = began
        self._clock = clock
        self._found: LRUCache[MatchQuery, Found] = LRUCache(REMEMBERED)
        self._lock = asyncio.Lock()
        self._failures, self._failure = 0, ""

    async def of(self, query: MatchQuery) -> int:
        """Return how many matches a query finds, or found a while ago when counting them takes long."""
        if (found := self._standing(query)) is not None:
            return found
        if query.player is not None:
            return await self._anew(query)
        failures = self._failures
        async with self._lock:
            if (found := self._standing(query)) is not None:
                return found
            if failures != self._failures:
                raise StoreUnavailable(self._failure)
            try:
                return await self._anew(query)
            except StoreUnavailable as fault:
                self._failures, self._failure = self._failures + 1, str(fault)
                raise

    async def _anew(self, query: MatchQuery) -> int:
        begun = self._clock()
        number = await self._counted(query)
        seconds = self._clock() - begun
        if seconds > QUICK_SECONDS:
            self._found[query] = Found(number, self._clock() + STANDS_FOR * seconds)
        return number

    def _standing(self, query: MatchQuery) -> int | None:
        found = self._found.get(query)
        return found.number if found is not None and self._clock() < found.until else None

    async def _counted(self, query: MatchQuery) -> int:
        """Count from the newest match to the oldest."""
        number, width = 0, FIRST_STRETCH
        end, bounds = datetime.now(UTC), dict[str, str]()
        while end - width > self._began:
            end -= width
            begun = self._clock()
            number += await self._count_within(query, {"key": {"$gte": instant(end), **bounds}})
            seconds = self._clock() - begun
            bounds = {"$lt": instant(end)}
            if seconds < SHORT_SECONDS:
                width *= WIDENING
            elif seconds > LONG_SECONDS:
                width /= WIDENING
        return number + await self._count_within(query, {"key": bounds} if bounds else {})
