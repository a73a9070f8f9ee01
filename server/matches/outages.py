"""Time in which no server ran, or in which the store could not be reached, is given back to every running deadline.

Each server notes every second that it runs. A gap between the last note of any server and now is an outage; until it
has been credited, no clock of this server runs out.
"""

import asyncio
from datetime import UTC, datetime

import structlog

from server.matches.background import kept_going
from server.matches.host import OUTAGE, Host
from server.matches.match import Refusal, Refused, outage_credit
from server.matches.records import Change, Match, MoveClock
from server.matches.store import StoreUnavailable

log = structlog.get_logger(__name__)

BEAT_SECONDS = 1.0
LONG_AGO = datetime.min.replace(tzinfo=UTC)


class Outages:
    """Beats for one server, and credits the outages that it notices."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._beating: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Credit the time since any server last ran, then beat. Call before clocks may run out."""
        self._host.reached_at = LONG_AGO
        await self.beat()
        self._beating = asyncio.create_task(kept_going("beating", self._beat_later, BEAT_SECONDS))

    async def stop(self) -> None:
        """Stop beating; the last note stands."""
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)

    async def _beat_later(self) -> None:
        await asyncio.sleep(BEAT_SECONDS)
        await self.beat()

    async def beat(self) -> None:
        """Note that this server runs, after crediting the outage that this ends."""
        now = self._host.now()
        if not self._host.is_reachable:
            await self._credit_silence(now)
        await self._host.store.beat(self._host.origin, now)
        self._host.reached_at = now

    async def _credit_silence(self, until: datetime) -> None:
        """Credit the time since any server last ran: what only this one has slept through is no outage."""
        down_since = await self._host.store.last_beat()
        if down_since is None or until - down_since <= OUTAGE:
            return
        log.info("outage", seconds=(until - down_since).total_seconds())
        for match_id in await self._host.store.unfinished():
            try:
                await self._host.change(match_id, lambda match: _credited(match, down_since, until))
            except Refused as refused:
                log.debug("outage not credited", match=match_id, reason=refused.message)
            except StoreUnavailable:
                raise
            except Exception:  # one match holds up no other, nor the beats without which no clock runs
                log.exception("outage not credited", match=match_id)


def _credited(match: Match, down_since: datetime, until: datetime) -> Change:
    """Return the credit; raise `Refused` when all but a short silence has been credited, by another server perhaps."""
    credit = outage_credit(match, down_since, until)
    if credit < OUTAGE.total_seconds():
        raise Refused(Refusal.BAD_REQUEST, "This outage has been credited already.")
    return MoveClock(credit, "OUTAGE", until)
