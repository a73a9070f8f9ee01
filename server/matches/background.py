"""Work that goes on for as long as a server runs: whatever it meets is logged, and it is begun again."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from server.matches.store import StoreUnavailable

log = structlog.get_logger(__name__)

PAUSE_SECONDS = 1.0
"""How long work waits that has met a fault."""


async def kept_going(name: str, work: Callable[[], Awaitable[None]], pause: float = PAUSE_SECONDS) -> None:
    """Do a piece of work again and again until cancelled; no fault of one turn ends it."""
    while True:
        try:
            await work()
        except StoreUnavailable as away:
            log.info("background work waits for the database", work=name, reason=str(away))
            await asyncio.sleep(pause)
        except Exception:
            log.exception("background work failed and is begun again", work=name)
            await asyncio.sleep(pause)
