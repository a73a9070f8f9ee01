"""A revoked token is good for nothing any more, also on the sockets that were opened with it."""

import asyncio
import json
from functools import partial
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from server.api.socket import SocketLimits
from server.api.websocket import GraphQLWebSocket
from tests.api.parlour import PATIENCE, UPDATES, Server, running

REVOKE = "mutation { revokeToken(input: {everywhere: true}) { ... on TokenRevoked { count } } }"
REVOKED = (4403, "This token has been revoked.")


async def follow(socket: ClientConnection, match: Any) -> int:
    """Follow a match, and return the ply that comes first."""
    payload = {"query": UPDATES, "variables": {"id": match["id"]}}
    await socket.send(json.dumps({"id": "1", "type": "subscribe", "payload": payload}))
    return int(json.loads(await socket.recv())["payload"]["data"]["matchUpdates"]["ply"])


async def ending(socket: ClientConnection) -> tuple[int, str]:
    """Return the code and reason of the server's close frame, before which nothing comes."""
    with pytest.raises(ConnectionClosed) as closed:
        async with asyncio.timeout(PATIENCE):
            await socket.recv()
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code, closed.value.rcvd.reason


async def is_alive(socket: ClientConnection) -> bool:
    """Tell whether a socket answers, and nothing else has come."""
    await socket.send('{"type":"ping"}')
    return await socket.recv() == '{"type":"pong"}'


async def test_whoever_has_taken_a_token_sees_nothing_more_once_it_is_revoked(server: Server) -> None:
    """Attack: a hand read for hours over a socket that was opened before."""
    ann, bob = await server.person("Ann"), await server.person("Bob")
    match = await server.match(ann, bob)
    async with await ann.opened_socket() as thief, await ann.opened_socket() as idle, await bob.opened_socket() as bobs:
        for socket in (thief, bobs):
            assert await follow(socket, match) == match["ply"]
        assert await ann.ask(REVOKE) == {"revokeToken": {"count": 1}}

        assert await ending(thief) == REVOKED
        assert await ending(idle) == REVOKED
        assert await is_alive(bobs)


async def test_a_socket_answers_before_it_ends_with_the_token_it_has_revoked(server: Server) -> None:
    ann = await server.person("Ann")
    async with await ann.opened_socket() as socket:
        await socket.send(json.dumps({"id": "1", "type": "subscribe", "payload": {"query": REVOKE}}))
        answer, complete = json.loads(await socket.recv()), json.loads(await socket.recv())

        assert answer["payload"]["data"] == {"revokeToken": {"count": 1}}
        assert complete == {"id": "1", "type": "complete"}
        assert await ending(socket) == REVOKED


async def test_a_token_revoked_at_another_server_ends_its_sockets_before_long(monkeypatch: pytest.MonkeyPatch) -> None:
    hasty = partial(GraphQLWebSocket, limits=SocketLimits(confirm_seconds=0.05))
    monkeypatch.setattr("server.app.GraphQLWebSocket", hasty)
    async with running() as server:
        ann, host = await server.person("Ann"), server.parlour.running.host
        async with await ann.opened_socket() as socket, await server.stranger.opened_socket() as strangers:
            await asyncio.sleep(0.2)  # several looks at a token that is good
            assert await is_alive(socket)
            await host.store.revoke_all(ann.id, host.now())
            server.parlour.running.players._seen.clear()  # what happens by itself in seconds

            assert await ending(socket) == REVOKED
            assert await is_alive(strangers)
