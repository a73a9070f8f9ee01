"""Attack: slow heads and bodies. Who sends too slowly is let go, told so, and holds nobody up meanwhile."""

import asyncio
import gc
import json
import socket
import struct
import weakref
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from server.api.places import PlaceLimits
from tests.api.toy import LARGE, PATIENCE, PIECE, Toy, eventually, toy_server

HEAD = b"POST /graphql HTTP/1.1\r\nhost: parlour.test\r\n"
TO_BODY = b"content-type: application/json\r\ncontent-length: 21\r\n\r\n"
BODY = b'{"query":"{ hello }"}'
PROTOCOL = Subprotocol("graphql-transport-ws")
HELLO = {"data": {"hello": "hello nobody"}}
TOO_MANY = "Too many connections are waiting for a request to come."


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

    async def hello(self) -> tuple[int, Any]:
        """Ask for something small; return the status and the body of the answer."""
        self.send(HEAD + TO_BODY + BODY)
        return (await self.answer())[::2]

    async def is_closed(self) -> bool:
        """Wait for the end of the connection, and say whether nothing came before it."""
        async with asyncio.timeout(PATIENCE):
            try:
                return await self.reader.read() == b""
            except ConnectionResetError:  # what was sent just then has not been read
                return True


@asynccontextmanager
async def connected(toy: Toy, host: str = "127.0.0.1") -> AsyncIterator[Client]:
    reader, writer = await asyncio.open_connection("127.0.0.1", toy.port, local_addr=(host, 0))
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


@pytest.mark.parametrize("trickled", [b"", b"\r\n"])
async def test_a_connection_that_asks_for_nothing_more_is_closed_without_a_word(trickled: bytes) -> None:
    """Empty lines do not hold it open."""
    async with toy_server(idle_seconds=0.3) as toy, connected(toy) as client:
        assert await client.hello() == (200, HELLO)
        closing = asyncio.create_task(client.is_closed())
        while not closing.done():
            client.send(trickled)
            await asyncio.sleep(0.01)
        assert await closing


async def test_a_connection_waits_for_its_next_request_for_longer_than_a_head_may_take() -> None:
    async with toy_server(head_seconds=0.1) as toy, connected(toy) as client:
        for _ in range(3):
            assert await client.hello() == (200, HELLO)
            await asyncio.sleep(0.2)


async def test_408_the_next_head_of_a_connection_is_waited_for_no_longer_than_the_first() -> None:
    async with toy_server(head_seconds=0.1) as toy, connected(toy) as client:
        assert await client.hello() == (200, HELLO)
        client.send(HEAD[:1])
        assert (await client.answer())[0] == 408


async def test_408_a_head_that_begins_before_the_answer_to_the_one_before() -> None:
    async with toy_server(head_seconds=0.1) as toy, connected(toy) as client:
        client.send(HEAD + TO_BODY + BODY + HEAD)
        assert (await client.answer())[::2] == (200, HELLO)
        assert (await client.answer())[0] == 408


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


async def test_a_body_that_ends_after_its_answer_leaves_the_connection_as_any_other() -> None:
    async with toy_server(head_seconds=0.3) as toy, connected(toy) as client:
        client.send(HEAD + b"content-type: text/plain\r\ncontent-length: 200000\r\n\r\n")
        assert (await client.answer())[0] == 415
        client.send(bytes(200_000))
        await asyncio.sleep(0.5)
        assert await client.hello() == (200, HELLO)


async def test_nothing_is_kept_of_a_connection_that_its_client_resets() -> None:
    async with toy_server() as toy, connected(toy) as client:
        assert await client.hello() == (200, HELLO)
        kept = weakref.ref(next(iter(toy.connections)))
        client.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        client.writer.transport.abort()
        await eventually(lambda: not toy.connections)
        await asyncio.sleep(0.05)
        gc.collect()
        assert kept() is None


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
            assert (await begun.answer())[::2] == (503, refused(TOO_MANY, "RATE_LIMITED"))
            assert await idle.is_closed()
            for client in (third, quick):
                client.send(HEAD + TO_BODY + BODY)
                assert (await client.answer())[::2] == (200, HELLO)


ANN, EVE = "127.0.0.2", "127.0.0.3"
"""Addresses from afar, for `afar`; 127.0.0.1 is that of a proxy, as it is by default."""


@pytest.fixture
def afar(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all addresses but that of a proxy be limited, also those of this machine."""
    monkeypatch.setattr("server.api.heads.address_of", lambda host: host)


@pytest.mark.usefixtures("afar")
async def test_connections_of_one_address_that_wait_make_room_among_themselves() -> None:
    """Not that of somebody else who has just been answered and will ask again."""
    async with toy_server(most_waiting=3) as toy, AsyncExitStack() as stack:
        ann = await stack.enter_async_context(connected(toy, ANN))
        assert await ann.hello() == (200, HELLO)
        eves = [await stack.enter_async_context(connected(toy, EVE)) for _ in range(10)]
        for client in eves[:8]:
            assert await client.is_closed()
        for client in (ann, *eves[8:]):
            assert await client.hello() == (200, HELLO)


@pytest.mark.usefixtures("afar")
async def test_an_address_has_only_so_many_connections_and_one_that_waits_makes_room() -> None:
    limits = PlaceLimits(total=4, per_address=2)
    async with toy_server(connections=limits, head_seconds=0.5) as toy, AsyncExitStack() as stack:
        idle, begun, third = [await stack.enter_async_context(connected(toy, EVE)) for _ in range(3)]
        assert await idle.is_closed()
        begun.send(HEAD)
        await asyncio.sleep(0.05)
        fourth = await stack.enter_async_context(connected(toy, EVE))
        assert (await begun.answer())[::2] == (503, refused(TOO_MANY, "RATE_LIMITED"))
        others = [await stack.enter_async_context(connected(toy, ANN)) for _ in range(2)]
        for client in (third, fourth, *others):
            assert await client.hello() == (200, HELLO)
        assert len(toy.connections) == 4


@pytest.mark.usefixtures("afar")
async def test_503_a_connection_of_an_address_whose_others_are_all_busy() -> None:
    async with toy_server(connections=PlaceLimits(per_address=2)) as toy, AsyncExitStack() as stack:
        busy = [await stack.enter_async_context(connected(toy, EVE)) for _ in range(2)]
        for client in busy:
            client.send(HEAD + TO_BODY)
        await asyncio.sleep(0.05)
        status, headers, body = await (await stack.enter_async_context(connected(toy, EVE))).answer()
        assert (status, headers["connection"]) == (503, "close")
        extensions = body["errors"][0]["extensions"]
        assert (extensions["code"], extensions["measure"], extensions["limit"]) == ("RATE_LIMITED", "CONNECTIONS", 2)

        busy.pop().writer.transport.abort()
        await eventually(lambda: len(toy.connections) == 1)
        later = await stack.enter_async_context(connected(toy, EVE))
        assert await later.hello() == (200, HELLO)
        busy[0].send(BODY)
        assert (await busy[0].answer())[::2] == (200, HELLO)


@pytest.mark.parametrize(("limits", "expected"), [(PlaceLimits(3, 1), 503), (PlaceLimits(0, 1), 200)])
async def test_connections_of_this_machine_and_of_a_proxy_are_limited_in_all_only(
    limits: PlaceLimits, expected: int
) -> None:
    async with toy_server(connections=limits) as toy, AsyncExitStack() as stack:
        for host in ("127.0.0.1", "127.0.0.1", ANN):
            (await stack.enter_async_context(connected(toy, host))).send(HEAD + TO_BODY)
        await asyncio.sleep(0.05)
        fourth = await stack.enter_async_context(connected(toy))
        if expected == 200:
            fourth.send(HEAD + TO_BODY + BODY)
        assert (await fourth.answer())[0] == expected


@pytest.mark.usefixtures("afar")
async def test_a_socket_is_no_connection_any_more() -> None:
    async with toy_server(connections=PlaceLimits(per_address=1)) as toy, AsyncExitStack() as stack:
        for _ in range(3):
            opening = connect(toy.websocket_url, subprotocols=[PROTOCOL], local_addr=(EVE, 0), compression=None)
            await stack.enter_async_context(opening)
        eve = await stack.enter_async_context(connected(toy, EVE))
        assert await eve.hello() == (200, HELLO)


GET_LARGE = b"GET /large HTTP/1.1\r\nhost: parlour.test\r\n\r\n"
HANDSHAKE = (
    b"GET /graphql HTTP/1.1\r\nhost: parlour.test\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
)


@pytest.mark.parametrize(
    "asked", [GET_LARGE, GET_LARGE * 20, GET_LARGE.replace(b"1.1", b"1.0"), GET_LARGE + HANDSHAKE], ids=len
)
async def test_a_client_that_reads_nothing_of_an_answer_is_cut_off_and_what_it_held_is_let_go(
    asked: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async with toy_server(head_seconds=0.2) as toy, AsyncExitStack() as stack:
        deaf = [await stack.enter_async_context(connected(toy)) for _ in range(5)]
        for client in deaf:
            client.reader._transport.pause_reading()  # type: ignore[attr-defined]  # nothing public does
            client.send(asked)
        await eventually(lambda: toy.world.opened == 5)
        async with connected(toy) as quick:
            assert await quick.hello() == (200, HELLO)
        await eventually(lambda: not toy.connections and not toy.tasks)
        assert (toy.world.opened, toy.world.closed) == (5, 5)
    assert not caplog.records  # nothing went on writing


async def test_a_connection_that_waits_and_has_not_read_its_last_answer_is_cut_off_for_a_new_one() -> None:
    async with toy_server(connections=PlaceLimits(total=1)) as toy, connected(toy) as deaf:
        deaf.reader._transport.pause_reading()  # type: ignore[attr-defined]  # nothing public does
        deaf.send(GET_LARGE)
        await eventually(lambda: toy.world.opened == 1)
        async with connected(toy) as quick:
            assert (await quick.answer())[0] == 503
        assert len(toy.connections) == 1


async def test_a_slow_reader_gets_all_of_an_answer() -> None:
    async with toy_server(head_seconds=0.4) as toy, connected(toy) as client:
        client.send(GET_LARGE)
        async with asyncio.timeout(PATIENCE):
            await client.reader.readuntil(b"\r\n\r\n")
            for _ in range(LARGE // PIECE):
                assert await client.reader.readexactly(PIECE) == b"x" * PIECE
                await asyncio.sleep(0.01)


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
    async with toy_server(head_seconds=4.0, body_seconds=4.0) as toy, AsyncExitStack() as stack:
        slow = [await stack.enter_async_context(connected(toy)) for _ in range(200)]
        for number, client in enumerate(slow):
            client.send(HEAD if number % 2 else HEAD + TO_BODY)
        http = await stack.enter_async_context(httpx.AsyncClient())
        async with asyncio.timeout(3):
            answer = await http.post(toy.http_url, json={"query": "{ hello }"})
        assert answer.json() == HELLO
        told = await asyncio.gather(*(client.answer() for client in slow))
        assert [status for status, _, _ in told] == [408] * 200
        await eventually(lambda: len(toy.connections) <= 1)  # the quick client's
