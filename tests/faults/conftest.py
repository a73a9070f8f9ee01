"""Servers that are started by a test and gone after it."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path

import httpx
import pytest

from tests.api.parlour import Person
from tests.faults.processes import PATIENCE, Program, created

NewProgram = Callable[..., Program]


@pytest.fixture
def program(tmp_path: Path) -> Iterator[NewProgram]:
    """Return a server that is not running yet: `program(DATA_DIR=...)`."""
    with ExitStack() as stack:

        def make(**variables: object) -> Program:
            made = Program(tmp_path / "server.log", **variables)
            stack.callback(made.end)
            return made

        yield make


@pytest.fixture
async def clients() -> AsyncIterator["Clients"]:
    """HTTP clients of any server, closed after the test."""
    async with AsyncExitStack() as stack:
        yield Clients(stack)


class Clients:
    """Makes players, and lets them talk to another server."""

    def __init__(self, stack: AsyncExitStack) -> None:
        self._stack = stack
        self._open: dict[int, httpx.AsyncClient] = {}

    async def person(self, server: Program, name: str) -> Person:
        """Create a player."""
        return await created(server.port, await self._http(server.port), name)

    async def at(self, server: Program, person: Person) -> Person:
        """Return the same player as somebody who talks to another server."""
        return Person(server.port, await self._http(server.port), person.token, person.id)

    async def _http(self, port: int) -> httpx.AsyncClient:
        if port not in self._open:
            limits = httpx.Limits(max_connections=200)
            client = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, limits=limits)
            self._open[port] = await self._stack.enter_async_context(client)
        return self._open[port]
