"""What is too much for the running server, as its command starts it: told in GraphQL's JSON, and forgotten at once."""

import asyncio
import json
from collections.abc import AsyncIterator

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from tests.clients.conftest import node

MEGABYTES = 50


async def padded(megabytes: int) -> AsyncIterator[bytes]:
    """Give a JSON body of this size in pieces."""
    yield b'{"query":"{ games { kind } }","padding":"'
    for _ in range(megabytes):
        yield b"x" * 1_000_000
    yield b'"}'


async def test_413_a_body_of_fifty_megabytes(port: int) -> None:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30) as http:
        headers = {"content-type": "application/json", "content-length": str(MEGABYTES * 1_000_000 + 43)}
        response = await http.post("/graphql", content=padded(MEGABYTES), headers=headers)

    message = "A request may have 262,144 bytes at most."
    assert response.status_code == 413
    assert response.json() == {"errors": [{"message": message, "extensions": {"code": "COST_EXCEEDED"}}]}


@pytest.mark.parametrize("length", [65_536, 65_537])
async def test_1009_a_message_of_more_than_64_kib(port: int, length: int) -> None:
    url, protocol = f"ws://127.0.0.1:{port}/graphql", Subprotocol("graphql-transport-ws")
    async with connect(url, subprotocols=[protocol], compression=None) as socket, asyncio.timeout(30):
        message = json.dumps({"type": "ping", "payload": {"x": ""}})
        await socket.send(message[:-3] + "x" * (length - len(message)) + message[-3:])
        if length <= 65_536:
            assert json.loads(await socket.recv())["type"] == "pong"
            return
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


def test_1013_graphql_ws_comes_back_after_a_flood(port: int) -> None:
    assert json.loads(node("flood.js", port)) == {"codes": [1013], "answer": {"__typename": "Query"}}
