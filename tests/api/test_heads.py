"""The heads of HTTP requests on a real server: however long, they cost nothing and are refused in GraphQL's JSON."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import httpx
import pytest

from server.api.heads import LONGEST_HEAD
from tests.api.toy import PATIENCE, Toy, toy_server

PIECE = 16_384
GET = b"GET /graphql?query={hello}"
END = b" HTTP/1.1\r\nhost: parlour.test\r\n"


@pytest.fixture
async def toy() -> AsyncIterator[Toy]:
    async with toy_server() as running:
        yield running


async def answer(toy: Toy, *pieces: bytes) -> tuple[int, Any]:
    """Send these pieces one after the other, for as long as the server takes them; return what it answers."""
    reader, writer = await asyncio.open_connection("127.0.0.1", toy.port)
    try:
        async with asyncio.timeout(PATIENCE):
            with suppress(ConnectionError):
                for piece in pieces:
                    writer.write(piece)
                    await writer.drain()
                    await asyncio.sleep(0)
            head = await reader.readuntil(b"\r\n\r\n")
            length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length: "))
            body = json.loads(await reader.readexactly(int(length.split()[1])))
    finally:
        writer.transport.abort()
    return int(head.split()[1]), body


def code(body: Any) -> str:
    (error,) = body["errors"]
    assert list(body) == ["errors"]
    return str(error["extensions"]["code"])


async def test_an_address_without_end_is_refused(toy: Toy) -> None:
    status, body = await answer(toy, GET + b"&x=", *[b"a" * PIECE] * 8)
    assert (status, code(body)) == (414, "COST_EXCEEDED")


async def test_an_address_too_long_that_comes_at_once_is_refused(toy: Toy) -> None:
    status, body = await answer(toy, GET + b"&x=" + b"a" * LONGEST_HEAD + END + b"\r\n")
    assert (status, code(body)) == (414, "COST_EXCEEDED")


@pytest.mark.parametrize("piece", [b"a" * PIECE, b"a: b\r\n" * (PIECE // 6)])
async def test_headers_without_end_are_refused(toy: Toy, piece: bytes) -> None:
    status, body = await answer(toy, GET + END + b"x: y\r\n" + b"z: ", *[piece] * 8)
    assert (status, code(body)) == (431, "COST_EXCEEDED")


async def test_what_is_not_http_is_refused(toy: Toy) -> None:
    status, body = await answer(toy, b"\x16\x03\x01hello\r\n\r\n")
    assert (status, code(body)) == (400, "BAD_USER_INPUT")


async def test_a_long_address_is_answered(toy: Toy) -> None:
    assert await answer(toy, GET + b"&x=", *[b"a" * PIECE] * 3, END + b"\r\n") == (
        200,
        {"data": {"hello": "hello nobody"}},
    )


async def test_a_body_is_not_counted_as_head(toy: Toy) -> None:
    query = b'{"query":"{ hello }"' + b" " * 200_000 + b"}"
    head = b"POST /graphql" + END + b"content-type: application/json\r\ncontent-length: %d\r\n\r\n" % len(query)
    pieces = [query[start : start + PIECE] for start in range(0, len(query), PIECE)]
    assert await answer(toy, head, *pieces) == (200, {"data": {"hello": "hello nobody"}})


async def test_an_address_of_fifty_megabytes_holds_nobody_up(toy: Toy) -> None:
    async def send_all() -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            assert (await answer(toy, GET + b"&x=", *[b"a" * 1_000_000] * 50))[0] == 414

    async with asyncio.TaskGroup() as tasks, httpx.AsyncClient() as http:
        sending = tasks.create_task(send_all())
        answers = 0
        while answers == 0 or not sending.done():
            async with asyncio.timeout(10):
                assert (await http.get(toy.http_url, params={"query": "{ hello }"})).status_code == 200
            answers += 1
