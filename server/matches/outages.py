"""Time in which no server ran, or in which the store could not be reached, is given back to every running deadline.

Each server notes every second that it runs. A gap between the last note of any server and now is an outage.
"""

import asyncio
from datetime import datetime, timedelta

import structlog

from server.matches.host import Host
from server.matches.match import Refusal, Refused, outage_credit
from server.matches.records import Change, Match, MoveClock
from server.matches.store import StoreUnavailable

log = structlog.get_logger(__name__)

BEAT_SECONDS = 1.0
OUTAGE = timedelta(seconds=4)
"""A silence of this length is an outage; a shorter one is credited to nobody."""


class Outages:
    """Beats for one server, and credits the outages that it notices."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._last: datetime | None = None
        self._beating: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Credit the time since any server last ran, then beat. Call before clocks may run out."""
        self._last = await self._host.store.last_beat()
        await self._beat()
        self._beating = asyncio.create_task(self._keep_beating())

    async def stop(self) -> None:
        """Stop beating; the last note stands."""
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await self._beat()
            except StoreUnavailable:
                self._host.is_reachable = False

    async def _beat(self) -> None:
        now = self._host.now()
        if self._last is not None and now - self._last > OUTAGE:
            self._host.is_reachable = False
            await self._credit(self._last, now)
        await self._host.store.beat(self._host.origin, now)
        self._last = now
        self._host.is_reachable = True

    async def _credit(self, down_since: datetime, until: datetime) -> None:
        log.info("outage", seconds=(until - down_since).total_seconds())
        for match_id in await self._host.store.unfinished():
            try:
                await self._host.change(match_id, lambda match: _credited(match, down_since, until))
            except Refused as refused:
                log.debug("outage not credited", match=match_id, reason=refused.message)


def _credited(match: Match, down_since: datetime, until: datetime) -> Change:
    credit = outage_credit(match, down_since, until)
    if credit <= 0:
        raise Refused(Refusal.BAD_REQUEST, "This outage has been credited already.")
    return MoveClock(credit, "OUTAGE", until)
