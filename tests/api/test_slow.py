"""Attack: slow heads and bodies. Who sends too slowly is let go, told so, and holds nobody up meanwhile."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import httpx
import pytest

from server.api.places import PlaceLimits
from tests.api.toy import PATIENCE, Toy, eventually, toy_server

HEAD = b"POST /graphql HTTP/1.1\r\nhost: parlour.test\r\n"
TO_BODY = b"content-type: application/json\r\ncontent-length: 21\r\n\r\n"
BODY = b'{"query":"{ hello }"}'
HELLO = {"data": {"hello": "hello nobody"}}


class Client:
    """A connection whose pieces a test sends when it likes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    def send(self, piece: bytes) -> None:
        self.writer.write(piece)

    async def answer(self) -> tuple[int, dict[str, str], Any]:
        """Return the next answer: its status, its headers and its body."""
        async with asyncio.timeout(PATIENCE):
            status, *lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().strip().split("\r\n")
            headers = dict(line.lower().split(": ", 1) for line in lines)
            body = json.loads(await self.reader.readexactly(int(headers["content-length"])))
        return int(status.split()[1]), headers, body

    async def is_closed(self) -> bool:
        """Wait for the end of the connection, and say whether nothing came before it."""
        async with asyncio.timeout(PATIENCE):
            return await self.reader.read() == b""


@asynccontextmanager
async def connected(toy: Toy) -> AsyncIterator[Client]:
    reader, writer = await asyncio.open_connection("127.0.0.1", toy.port)
    try:
        yield Client(reader, writer)
    finally:
        writer.transport.abort()


def refused(message: str, code: str = "COST_EXCEEDED") -> dict[str, Any]:
    return {"errors": [{"message": message, "extensions": {"code": code}}]}


async def test_a_connection_that_sends_nothing_is_closed_without_a_word() -> None:
    async with toy_server(head_seconds=0.1) as toy, connected(toy) as client:
        assert await client.is_closed()


@pytest.mark.parametrize("begun", [b"G", b"GET /graphql?query=", HEAD, HEAD + TO_BODY[:-2]])
async def test_408_a_head_that_does_not_come_to_its_end(begun: bytes) -> None:
    async with toy_server(head_seconds=0.1) as toy, connected(toy) as client:
        client.send(begun)
        status, headers, body = await client.answer()
        assert (status, headers["connection"]) == (408, "close")
        assert body == refused("The address and the headers of a request must come within 0.1 seconds.")
        assert await client.is_closed()


async def test_408_a_head_that_trickles_in_is_not_put_off() -> None:
    async with toy_server(head_seconds=0.2) as toy, connected(toy) as client:
        client.send(HEAD)
        answering = asyncio.create_task(client.answer())
        while not answering.done():
            client.send(b"x: y\r\n")
            await asyncio.sleep(0.01)
        assert (await answering)[0] == 408


@pytest.mark.parametrize(("trickled", "told"), [(b"\r\n", b""), (HEAD[:1], b"HTTP/1.1 408 ")])
async def test_the_next_head_of_a_connection_is_waited_for_no_longer_than_the_first(
    trickled: bytes, told: bytes
) -> None:
    """Neither empty lines nor a head that begins hold a connection open."""
    async with toy_server(head_seconds=0.2) as toy, connected(toy) as client:
        client.send(HEAD + TO_BODY + BODY)
        assert (await client.answer())[::2] == (200, HELLO)
        client.send(trickled)
        async with asyncio.timeout(PATIENCE):
            assert (await client.reader.read())[:13] == told


async def test_a_body_that_nobody_reads_does_not_hold_a_connection_open() -> None:
    async with toy_server(head_seconds=0.2) as toy, connected(toy) as client:
        client.send(HEAD + b"content-type: text/plain\r\ncontent-length: 1000000\r\n\r\n")
        assert (await client.answer())[0] == 415
        ending = asyncio.create_task(client.is_closed())
        while not ending.done():
            client.send(b"x")
            await asyncio.sleep(0.01)
        assert await ending


async def test_requests_in_time_on_one_connection_are_answered_for_longer_than_a_head_may_take() -> None:
    async with toy_server(head_seconds=0.2) as toy, connected(toy) as client:
        for _ in range(8):
            client.send(HEAD)
            await asyncio.sleep(0.05)
            client.send(TO_BODY + BODY)
            assert (await client.answer())[::2] == (200, HELLO)


async def test_408_a_body_that_does_not_come_to_its_end() -> None:
    async with toy_server(body_seconds=0.1) as toy, connected(toy) as client:
        client.send(HEAD + TO_BODY + BODY[:-1])
        status, headers, body = await client.answer()
        assert (status, headers["connection"]) == (408, "close")
        assert headers["content-type"] == "application/json; charset=utf-8"
        assert body == refused("The body of a request must come within 0.1 seconds.")
        assert await client.is_closed()


async def test_a_body_that_comes_late_but_in_time_is_answered() -> None:
    async with toy_server(head_seconds=0.1) as toy, connected(toy) as client:
        client.send(HEAD + TO_BODY)
        await asyncio.sleep(0.2)
        client.send(BODY)
        assert (await client.answer())[::2] == (200, HELLO)


async def test_the_oldest_of_too_many_waiting_connections_makes_room() -> None:
    async with toy_server(most_waiting=2) as toy, connected(toy) as begun, connected(toy) as idle:
        begun.send(HEAD)
        await asyncio.sleep(0.05)
        async with connected(toy) as third, connected(toy) as quick:
            assert (await begun.answer())[::2] == (
                503,
                refused("Too many connections are waiting for their first request to come.", "RATE_LIMITED"),
            )
            assert await idle.is_closed()
            for client in (third, quick):
                client.send(HEAD + TO_BODY + BODY)
                assert (await client.answer())[::2] == (200, HELLO)


async def test_429_too_many_bodies_on_the_way_and_a_place_is_free_again_after_each() -> None:
    async with toy_server(places=PlaceLimits(total=1)) as toy, connected(toy) as slow, connected(toy) as quick:
        slow.send(HEAD + TO_BODY)
        await asyncio.sleep(0.05)
        quick.send(HEAD + TO_BODY + BODY)
        status, headers, body = await quick.answer()
        assert (status, headers["connection"]) == (429, "close")
        extensions = body["errors"][0]["extensions"]
        assert (extensions["code"], extensions["measure"]) == ("RATE_LIMITED", "UNFINISHED_REQUESTS")
        slow.send(BODY)
        assert (await slow.answer())[::2] == (200, HELLO)
        async with connected(toy) as later:
            later.send(HEAD + TO_BODY + BODY)
            assert (await later.answer())[::2] == (200, HELLO)


async def test_200_slow_connections_hold_nobody_up_and_are_gone_after_the_limit() -> None:
    async with toy_server(head_seconds=2.0, body_seconds=2.0) as toy, AsyncExitStack() as stack:
        slow = [await stack.enter_async_context(connected(toy)) for _ in range(200)]
        for number, client in enumerate(slow):
            client.send(HEAD if number % 2 else HEAD + TO_BODY)
        http = await stack.enter_async_context(httpx.AsyncClient())
        async with asyncio.timeout(1):
            answer = await http.post(toy.http_url, json={"query": "{ hello }"})
        assert answer.json() == HELLO
        told = await asyncio.gather(*(client.answer() for client in slow))
        assert [status for status, _, _ in told] == [408] * 200
        await eventually(lambda: len(toy.connections) <= 1)  # the quick client's
