"""A store in memory and hosts on it, stopped after each test."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest

from server.matches.host import Host
from server.store.memory import MemoryStore
from tests.matches.tables import Timepiece, host_on

StartHost = Callable[..., Any]


@pytest.fixture
def store() -> MemoryStore:
    """A store in memory."""
    return MemoryStore()


@pytest.fixture
def clock() -> Timepiece:
    """The time for every host of a test."""
    return Timepiece()


@pytest.fixture
async def start_host(store: MemoryStore, clock: Timepiece) -> AsyncIterator[StartHost]:
    """Start another host on the store: `await start_host("two")`."""
    async with AsyncExitStack() as stack:

        async def start(origin: str = "one", on: Any = None, **given: Any) -> Host:
            host = host_on(on or store, clock, origin, **given)
            await store.open()
            await host.start()
            stack.push_async_callback(host.stop)
            return host

        yield start


@pytest.fixture
async def host(start_host: StartHost) -> Any:
    """A host on the store."""
    return await start_host()
