"""Attack: slow heads and bodies, on a server as its command starts it."""

import asyncio
import time
from contextlib import AsyncExitStack, suppress

import httpx
import pytest

from tests.faults.conftest import NewProgram
from tests.faults.processes import PATIENCE, figures

pytestmark = pytest.mark.faults

LIMIT = 3.0
KEPT = 7.0
SLOW = 200
QUICKLY = 1.0
HEAD = b"POST /graphql HTTP/1.1\r\nhost: parlour.test\r\n"
WITHOUT_BODY = HEAD + b"content-type: application/json\r\ncontent-length: 200000\r\n\r\n{"


async def test_200_slow_connections_hold_nobody_up_and_are_gone_after_the_limit(program: NewProgram) -> None:
    server = program(STORE="memory", REQUEST_SECONDS=LIMIT)
    server.launch()
    await server.ready()

    async with AsyncExitStack() as stack:
        opened = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(SLOW)]
        begun = time.monotonic()
        for number, (_, writer) in enumerate(opened):
            stack.callback(writer.transport.abort)
            writer.write(HEAD if number % 2 else WITHOUT_BODY)
        tricklers = [asyncio.create_task(_trickle(writer)) for _, writer in opened]
        ends = [asyncio.create_task(_heard(reader)) for reader, _ in opened]
        longest = 0.0
        while time.monotonic() - begun < LIMIT - 1:
            longest = max(longest, await _asked(server.port))
        assert [end.done() for end in ends] == [False] * SLOW
        async with asyncio.timeout(LIMIT + PATIENCE):
            said = await asyncio.gather(*ends)
        seconds = time.monotonic() - begun
        for trickler in tricklers:
            trickler.cancel()

    figures.info("%d slow connections: answers within %.0f ms, gone after %.1f s", SLOW, 1e3 * longest, seconds)
    assert longest < QUICKLY
    assert {answer[:13] for answer in said} == {b"HTTP/1.1 408 "}
    assert LIMIT - 0.5 < seconds < 2 * LIMIT
    assert await server.ended() == 0


async def test_a_connection_is_kept_for_the_next_request_for_as_long_as_the_setting_says(program: NewProgram) -> None:
    """uvicorn's own 5 s are also those of httpx, so that some requests met a connection just as it was closed."""
    server = program(STORE="memory", REQUEST_SECONDS=LIMIT, KEEP_ALIVE_SECONDS=KEPT)
    server.launch()
    await server.ready()

    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        for pause in (KEPT - 1.0, 0.0):
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert (await reader.readuntil(b"}")).startswith(b"HTTP/1.1 200 ")
            await asyncio.sleep(pause)
        async with asyncio.timeout(KEPT + PATIENCE):
            assert await reader.read() == b""
    finally:
        writer.close()
        await writer.wait_closed()
    assert await server.ended() == 0


async def _heard(reader: asyncio.StreamReader) -> bytes:
    """Return all that comes until the end; a reset, for what was sent after it, takes nothing back that was read."""
    heard = b""
    with suppress(ConnectionResetError):
        while block := await reader.read(4096):
            heard += block
    return heard


async def _trickle(writer: asyncio.StreamWriter) -> None:
    while True:
        await asyncio.sleep(0.5)
        writer.write(b"x")


async def _asked(port: int) -> float:
    """Return how many seconds a new client waits for an answer."""
    begun = time.monotonic()
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as http:
        answer = await http.post("/graphql", json={"query": "{ __typename }"})
    assert answer.json()["data"] == {"__typename": "Query"}
    return time.monotonic() - begun
