"""Attack: token expiry while subscribed. What rests on a token ends when the token is revoked; nothing else does."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from server.matches.ids import token_hash
from server.matches.players import Players
from server.matches.store import Token
from tests.api.counted import operator
from tests.api.parlour import PATIENCE, Person, Server
from tests.api.test_stats_events import UPDATES as OF_EVENT
from tests.api.test_stats_events import made
from tests.api.test_teams import TALK, table
from tests.api.test_updates import ENDS, OPEN
from tests.api.toy import eventually

REVOKE = "mutation($all: Boolean!) { revokeToken(input: {everywhere: $all}) { ... on TokenRevoked { count } } }"
RENAME = 'mutation { renamePlayer(input: {name: "Eve"}) { __typename } }'
CLOSED = (4403, "This token has been revoked.")
ENDED = {"message": "This token has been revoked.", "extensions": {"code": "UNAUTHENTICATED"}}


async def subscribe(socket: ClientConnection, query: str, number: str = "1", **variables: Any) -> None:
    payload = {"query": query, "variables": variables}
    await socket.send(json.dumps({"id": number, "type": "subscribe", "payload": payload}))


async def heard(socket: ClientConnection) -> list[Any]:
    """Return every message up to the server's close."""
    said = []
    async with asyncio.timeout(PATIENCE):
        with suppress(ConnectionClosed):
            while True:
                said.append(json.loads(await socket.recv()))
    return said


def closed(socket: ClientConnection) -> tuple[int | None, str | None]:
    return socket.close_code, socket.close_reason


async def revoke(person: Person, everywhere: bool = False) -> int:
    return int((await person.ask(REVOKE, all=everywhere))["revokeToken"]["count"])


@pytest.mark.parametrize("everywhere", [False, True])
async def test_s24_token_revoked_ends_a_match_with_what_a_stranger_sees_and_the_socket_with_4403(
    server: Server, everywhere: bool
) -> None:
    ann, bob = await server.person("Ann"), await server.person("Bob")
    match = await server.match(ann, bob, spectators="NONE")
    async with await ann.opened_socket() as socket, bob.following(ENDS, id=match["id"]) as others:
        await subscribe(socket, ENDS, id=match["id"])
        first = json.loads(await socket.recv())["payload"]["data"]["matchUpdates"]
        assert (await anext(others))["end"] is None

        assert await revoke(ann, everywhere) == 1
        last, completed = await heard(socket)
        await bob.change("resign", matchId=match["id"])

        assert closed(socket) == CLOSED
        assert (await anext(others))["end"] is None
    assert (first["match"]["viewerSeat"], first["end"]) == (0, None)
    stranger = {"id": match["id"], "ply": match["ply"], "mayWatch": False, "viewerSeat": None}
    assert last["payload"]["data"]["matchUpdates"] == {
        **{"ply": match["ply"], "events": [], "match": stranger, "end": {"reason": "TOKEN_REVOKED"}},
    }
    assert completed == {"id": "1", "type": "complete"}


@pytest.mark.parametrize("followed", ["talk", "lobby", "event"])
async def test_every_other_subscription_ends_with_a_coded_error(server: Server, followed: str) -> None:
    match, (ann, *_) = await table(server)
    olga = await operator(server)
    event = (await made(olga))["event"]["id"]
    person, query, variables = {
        "talk": (ann, TALK, {"id": match["id"]}),
        "lobby": (ann, OPEN, {}),
        "event": (olga, OF_EVENT, {"event": event}),
    }[followed]
    async with await person.opened_socket() as socket:
        await subscribe(socket, query, **variables)
        await eventually(lambda: resting_on(server, person) == 2)
        await revoke(person)
        said = await heard(socket)
        assert closed(socket) == CLOSED

    assert said[-1] == {"id": "1", "type": "error", "payload": [ENDED]}
    assert [message["type"] for message in said[:-1]] == (["next"] if followed == "talk" else [])


def resting_on(server: Server, person: Person) -> int:
    """Return how many sockets and subscriptions rest on the token of somebody."""
    revocation = server.parlour.running.players._held[token_hash(person.token or "")]
    return len(revocation._told)


async def test_a_revocation_by_the_socket_itself_is_answered_before_it_closes(server: Server) -> None:
    ann = await server.person("Ann")
    async with await ann.opened_socket() as socket:
        await subscribe(socket, REVOKE, all=False)
        answer, completed = await heard(socket)

        assert closed(socket) == CLOSED
    assert (answer["payload"]["data"], completed["type"]) == ({"revokeToken": {"count": 1}}, "complete")


@pytest.mark.parametrize("everywhere", [False, True])
async def test_a_request_whose_token_is_revoked_before_all_of_it_has_come_does_nothing(
    server: Server, everywhere: bool
) -> None:
    ann = await server.person("Ann")
    other = await another_token(server, ann)
    body = json.dumps({"query": RENAME})

    async def halves() -> AsyncIterator[bytes]:
        yield body[:20].encode()
        await eventually(lambda: token_hash(ann.token or "") in server.parlour.running.players._held)
        await revoke(ann, everywhere)
        yield body[20:].encode()

    headers = ann.headers | {"Content-Type": "application/json", "Content-Length": str(len(body))}
    answer = (await server.http.post("/graphql", content=halves(), headers=headers)).json()

    assert [error["extensions"]["code"] for error in answer["errors"]] == ["UNAUTHENTICATED"]
    kept = await server.parlour.running.host.store.player(other.id)
    assert kept is not None
    assert kept.name == "Ann"


async def test_sockets_of_other_tokens_and_of_strangers_live_on(server: Server) -> None:
    ann = await server.person("Ann")
    other = await another_token(server, ann)
    async with await other.opened_socket() as hers, await server.stranger.opened_socket() as nobodys:
        await revoke(ann)
        for socket, name in ((hers, {"player": {"name": "Ann"}}), (nobodys, None)):
            await subscribe(socket, "{ viewer { player { name } } }")
            assert json.loads(await socket.recv())["payload"]["data"] == {"viewer": name}


async def test_revoking_everywhere_closes_the_sockets_of_every_token_of_the_player(server: Server) -> None:
    ann, bob = await server.person("Ann"), await server.person("Bob")
    other = await another_token(server, ann)
    async with (
        await ann.opened_socket() as one,
        await other.opened_socket() as two,
        await bob.opened_socket() as bobs,
    ):
        assert await revoke(ann, everywhere=True) == 2
        assert [await heard(one), await heard(two)] == [[], []]
        assert [closed(one), closed(two)] == [CLOSED, CLOSED]
        await subscribe(bobs, RENAME)
        assert json.loads(await bobs.recv())["payload"]["data"] == {"renamePlayer": {"__typename": "PlayerRenamed"}}


async def another_token(server: Server, person: Person) -> Person:
    """Return the same player with a token that another device might have."""
    text = f"{person.token}-2"
    store = server.parlour.running.host.store
    await store.add_token(Token(token_hash(text), person.id, server.parlour.running.host.now()))
    return replace(person, token=text)


async def test_what_another_server_revokes_is_found_by_looking_again(server: Server) -> None:
    ann = await server.person("Ann")
    running = server.parlour.running
    async with await ann.opened_socket() as socket:
        await Players(running.host.store, running.host.now).revoke(
            await running.players.recognise(ann.token or ""), ann.token or "", everywhere=False
        )
        await subscribe(socket, RENAME)
        assert json.loads(await socket.recv())["payload"]["data"] == {"renamePlayer": {"__typename": "PlayerRenamed"}}
        await running.players.look_again()

        assert [message["type"] for message in await heard(socket)] == ["complete"]
        assert closed(socket) == CLOSED
