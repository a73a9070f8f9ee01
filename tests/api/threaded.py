"""A server in a thread of its own, for tests that cannot wait for it themselves: those that Hypothesis drives."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import TypeVar

from tests.api.parlour import Server, running

PATIENCE = 60.0

Prepared = TypeVar("Prepared")


@contextmanager
def served(prepare: Callable[[Server], Awaitable[Prepared]]) -> Iterator[Prepared]:
    """Run a server for as long as the context lasts, and give what `prepare` made of it in the server's own loop."""
    prepared: Future[Prepared] = Future()
    leave: Future[Callable[[], object]] = Future()

    async def serve() -> None:
        loop, over = asyncio.get_running_loop(), asyncio.Event()
        leave.set_result(lambda: loop.call_soon_threadsafe(over.set))
        try:
            async with running(rate_limit=0, cost_limit=0) as server:
                prepared.set_result(await prepare(server))
                await over.wait()
        except BaseException as fault:
            if prepared.done():
                raise
            prepared.set_exception(fault)

    thread = threading.Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    try:
        yield prepared.result(PATIENCE)
    finally:
        leave.result(PATIENCE)()
        thread.join(PATIENCE)
