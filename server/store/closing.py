"""How a client of the database is closed without waiting for one that does not answer."""

import asyncio
from contextlib import suppress
from threading import Thread
from typing import Any

from motor.motor_asyncio import AsyncIOMotorClient

CLOSE_SECONDS = 0.5


async def close(client: AsyncIOMotorClient[Any]) -> None:
    """Close a client, which says goodbye to the database first: for as long as that takes, but in a thread of its own.

    The thread ends with the process.
    """
    loop = asyncio.get_running_loop()
    closed = asyncio.Event()

    def say_goodbye() -> None:
        client.delegate.close()
        with suppress(RuntimeError):  # nobody waits any more, the loop is closed
            loop.call_soon_threadsafe(closed.set)

    Thread(target=say_goodbye, daemon=True).start()
    with suppress(TimeoutError):
        await asyncio.wait_for(closed.wait(), CLOSE_SECONDS)
