"""Limits as clients meet them, on a real server: over HTTP, over sockets, by account and by address."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Subprotocol

from tests.api.parlour import PATIENCE, UPDATES, Person, Server, running

FAR = {"X-Forwarded-For": "192.0.2.1"}
"""What a proxy on this machine says of a client from afar."""
FARTHER = {"X-Forwarded-For": "198.51.100.7"}
RATE = "{ serverInfo { rateLimit { cost limit remaining resetAt requestLimit requestsRemaining } } }"
CREATE = 'mutation { createPlayer(input: {name: "Eve"}) { ... on PlayerCreated { token player { id } } } }'
FIND = "query($code: String!) { match(by: {code: $code}) { id } }"
JOIN = (
    "mutation($code: String!) { joinMatch(input: {by: {code: $code}}) {"
    " __typename ... on RequestRefused { code message } } }"
)


@pytest.fixture
async def strict() -> AsyncIterator[Server]:
    """A server that gives little."""
    limits = {"rate_limit": 20, "cost_limit": 5_000, "address_share": 1, "wrong_codes": 3, "new_players": 2}
    places = {"sockets": 4, "sockets_per_address": 2, "sockets_per_account": 1}
    async with running(**limits, **places) as server:
        yield server


async def post(server: Server, query: str, headers: dict[str, str], **variables: Any) -> httpx.Response:
    return await server.http.post("/graphql", json={"query": query, "variables": variables}, headers=headers)


def error(response: httpx.Response) -> Any:
    """Return the extensions of the one error."""
    (only,) = response.json()["errors"]
    return only["extensions"]


async def opened(server: Server, headers: dict[str, str], person: Person | None = None) -> ClientConnection:
    """Open a socket and begin to speak; the acknowledgement is not read."""
    socket = await connect(
        f"ws://127.0.0.1:{server.port}/graphql",
        subprotocols=[Subprotocol("graphql-transport-ws")],
        additional_headers=headers,
        ping_interval=None,
        compression=None,
    )
    await socket.send(json.dumps({"type": "connection_init", "payload": person.headers if person else None}))
    return socket


async def said(socket: ClientConnection, query: str, id: str = "1") -> Any:
    """Return the first answer to an operation."""
    await socket.send(json.dumps({"id": id, "type": "subscribe", "payload": {"query": query}}))
    return await heard(socket)


async def heard(socket: ClientConnection) -> Any:
    async with asyncio.timeout(PATIENCE):
        return json.loads(await socket.recv())


# What is told


async def test_every_answer_over_http_says_what_it_cost_and_what_is_left(server: Server) -> None:
    ann = await server.person("Ann")
    answers = [
        (await ann.send(query)).json()["extensions"]["cost"]
        for query in ("{ viewer { player { id name } } }", "{ nope }", "{ viewer {", "{ a: viewer }")
    ]
    assert [answer["requested"] for answer in answers] == [4, 500, 500, 500]
    assert [answer["limit"] for answer in answers] == [6_000_000] * 4
    assert all(6_000_000 - 2_000 <= answer["remaining"] <= 6_000_000 for answer in answers)
    assert all(answer["resetAt"].endswith(".000Z") for answer in answers)


async def test_server_info_says_the_same_as_the_extensions(server: Server) -> None:
    ann = await server.person("Ann")
    answer = (await ann.send(RATE)).json()
    rate = answer["data"]["serverInfo"]["rateLimit"]
    told = answer["extensions"]["cost"]
    assert (rate["cost"], rate["limit"], rate["requestLimit"]) == (told["requested"], told["limit"], 6_000)
    assert rate["remaining"] == pytest.approx(told["remaining"], abs=100_000)
    assert rate["requestsRemaining"] >= 5_990


async def test_a_query_over_a_socket_says_it_too(server: Server) -> None:
    ann = await server.person("Ann")
    async with await opened(server, {}, ann) as socket:
        assert (await heard(socket))["type"] == "connection_ack"
        payload = (await said(socket, RATE))["payload"]
    assert payload["extensions"]["cost"]["requested"] == payload["data"]["serverInfo"]["rateLimit"]["cost"] == 8


async def test_a_stranger_on_this_machine_has_no_limits_and_is_told_so(server: Server) -> None:
    answer = (await server.stranger.send(RATE)).json()
    nulls = {"limit": None, "remaining": None, "resetAt": None}
    assert answer["extensions"]["cost"] == {"requested": 8} | nulls
    more = {"cost": 8, "requestLimit": None, "requestsRemaining": None}
    assert answer["data"]["serverInfo"]["rateLimit"] == nulls | more


# Requests and their cost


async def test_a_flood_from_one_address_gets_429_and_others_are_served(strict: Server) -> None:
    codes = [(await post(strict, "{ __typename }", FAR)).status_code for _ in range(22)]
    assert codes == [200] * 20 + [429] * 2
    refused = await post(strict, "{ __typename }", FAR)
    told = error(refused)
    assert (told["code"], told["measure"], told["holder"], told["limit"]) == ("RATE_LIMITED", "REQUESTS", "ADDRESS", 20)
    assert refused.headers["retry-after"] == str(told["retryAfter"])
    assert told["retryAfter"] in (1, 2, 3)
    assert (await post(strict, "{ __typename }", FARTHER)).status_code == 200
    assert (await strict.http.get("/healthz", headers=FAR)).status_code == 200


async def test_dear_documents_use_up_an_account_before_many_cheap_ones_do(strict: Server) -> None:
    ann = await strict.person("Ann")
    dear = "{ " + " ".join(f"a{n}: matches(first: 10) {{ nodes {{ id }} }}" for n in range(10)) + " }"
    statuses = [(await ann.send(dear)).status_code for _ in range(6)]
    assert statuses == [200] * 4 + [429] * 2
    told = error(await ann.send(dear))
    assert (told["measure"], told["holder"], told["limit"]) == ("COST", "ACCOUNT", 5_000)
    assert (await ann.send("{ __typename }")).status_code == 200


@pytest.mark.parametrize("body", [b"{", b'{"query": "{ nope }"}', b'{"query": "{ "}'])
async def test_requests_that_say_nothing_are_counted_as_well(strict: Server, body: bytes) -> None:
    headers = FAR | {"content-type": "application/json", "accept": "application/graphql-response+json"}
    statuses = [(await strict.http.post("/graphql", content=body, headers=headers)).status_code for _ in range(12)]
    assert statuses[:10] == [400] * 10
    assert statuses[-1] == 429


async def test_trying_tokens_is_counted(strict: Server) -> None:
    eve = FAR | {"Authorization": "Bearer prl_guessed"}
    statuses = [(await post(strict, "{ __typename }", eve)).status_code for _ in range(12)]
    assert statuses[:10] == [401] * 10
    assert statuses[-1] == 429


async def test_operations_on_a_socket_are_counted_and_the_socket_lives_on(strict: Server) -> None:
    async with await opened(strict, FAR) as socket:
        assert (await heard(socket))["type"] == "connection_ack"
        for number in range(19):
            assert (await said(socket, "{ __typename }", f"{number}"))["type"] == "next"
            assert (await heard(socket))["type"] == "complete"
        refused = await said(socket, "{ __typename }", "x")
        assert (refused["id"], refused["type"]) == ("x", "error")
        assert refused["payload"][0]["extensions"]["code"] == "RATE_LIMITED"
        assert (await post(strict, "{ __typename }", FAR)).status_code == 429
        await socket.send('{"type":"ping"}')
        assert await heard(socket) == {"type": "pong"}


async def test_a_client_that_has_nothing_left_opens_no_socket(strict: Server) -> None:
    for _ in range(20):
        await post(strict, "{ __typename }", FAR)
    async with await opened(strict, FAR) as socket:
        with pytest.raises(ConnectionClosed) as closed:
            await heard(socket)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1013


# Codes and players


async def test_join_codes_cannot_be_guessed_by_many_requests(strict: Server) -> None:
    ann = await strict.person("Ann")
    match = await ann.change("createMatch", options={"twenty": {}}, visibility="PRIVATE")
    for wrong in ("AAAAAA", "AAAAAB", "AAAAAC"):
        assert (await post(strict, FIND, FAR, code=wrong)).json()["data"] == {"match": None}
    told = [(await post(strict, FIND, FAR, code=code)).json() for code in ("AAAAAD", match["code"])]
    for answer in told:
        assert answer["data"] == {"match": None}
        assert answer["errors"][0]["extensions"]["measure"] == "JOIN_CODES"
    assert told[0]["errors"][0]["message"] == told[1]["errors"][0]["message"]
    found = (await post(strict, FIND, FARTHER, code=match["code"])).json()["data"]
    assert found == {"match": {"id": match["id"]}}


async def test_join_codes_cannot_be_guessed_by_one_account_from_many_addresses(strict: Server) -> None:
    ann = await strict.person("Ann")
    answers = [
        (await post(strict, JOIN, ann.headers | {"X-Forwarded-For": f"192.0.2.{n}"}, code=f"AAAAA{n}")).json()
        for n in range(2, 7)
    ]
    assert [answer["data"]["joinMatch"] for answer in answers[:3]] == [
        {"__typename": "RequestRefused", "code": "WRONG_CODE", "message": "No match has this code."}
    ] * 3
    assert [answer["errors"][0]["extensions"]["code"] for answer in answers[3:]] == ["RATE_LIMITED"] * 2


async def test_right_codes_are_not_counted(strict: Server) -> None:
    ann = await strict.person("Ann")
    match = await ann.change("createMatch", options={"twenty": {}}, visibility="PRIVATE")
    for _ in range(8):
        found = (await post(strict, FIND, FAR, code=match["code"].lower())).json()["data"]
        assert found == {"match": {"id": match["id"]}}


async def test_codes_cannot_be_guessed_by_subscribing_to_a_match_one_knows(strict: Server) -> None:
    ann, bob = await strict.person("Ann"), await strict.person("Bob")
    match = await strict.match(ann, bob, spectators="BY_CODE")
    refusals = []
    for wrong in ("AAAAAA", "AAAAAB", "AAAAAC", "AAAAAD", match["code"]):
        async with await opened(strict, FAR) as socket:
            await heard(socket)
            variables = {"id": match["id"], "code": wrong}
            start = {"id": "1", "type": "subscribe", "payload": {"query": UPDATES, "variables": variables}}
            await socket.send(json.dumps(start))
            refusals.append((await heard(socket))["payload"][0]["extensions"]["code"])
    assert refusals == ["FORBIDDEN"] * 3 + ["RATE_LIMITED"] * 2


async def test_an_address_cannot_make_accounts_without_end(strict: Server) -> None:
    for _ in range(2):
        assert "token" in (await post(strict, CREATE, FAR)).json()["data"]["createPlayer"]
    refused = (await post(strict, CREATE, FAR)).json()
    assert refused["data"] == {"createPlayer": None}
    assert refused["errors"][0]["extensions"]["measure"] == "PLAYERS"
    assert "token" in (await post(strict, CREATE, FARTHER)).json()["data"]["createPlayer"]


# Sockets


async def test_an_address_has_only_so_many_sockets(strict: Server) -> None:
    async with AsyncExitStack() as stack:
        for _ in range(2):
            await stack.enter_async_context(await opened(strict, FAR))
        with pytest.raises(InvalidStatus) as refused:
            await opened(strict, FAR)
        await stack.enter_async_context(await opened(strict, FARTHER))
    response = refused.value.response
    assert (response.status_code, response.headers["retry-after"]) == (503, "30")
    assert json.loads(response.body or b"")["errors"][0]["extensions"]["measure"] == "SOCKETS"


async def test_the_server_has_only_so_many_sockets_and_a_place_is_free_again_at_once(strict: Server) -> None:
    async with AsyncExitStack() as stack:
        for _ in range(4):
            await stack.enter_async_context(await opened(strict, {}))
        with pytest.raises(InvalidStatus) as refused:
            await opened(strict, FAR)
        assert refused.value.response.status_code == 503
    async with asyncio.timeout(PATIENCE):
        while strict.parlour.sockets.places.taken:  # noqa: ASYNC110 - the server's end of a socket has no event here
            await asyncio.sleep(0.005)
    async with await opened(strict, FAR) as socket:
        assert (await heard(socket))["type"] == "connection_ack"


async def test_an_account_has_only_so_many_sockets(strict: Server) -> None:
    ann = await strict.person("Ann")
    async with await opened(strict, {}, ann) as first, await opened(strict, {}, ann) as second:
        ends = [asyncio.create_task(heard(socket)) for socket in (first, second)]
        done, _ = await asyncio.wait(ends)
        closed = [task.exception() for task in done if task.exception()]
    assert len(closed) == 1
    assert isinstance(closed[0], ConnectionClosed)
    assert closed[0].rcvd is not None
    assert (closed[0].rcvd.code, closed[0].rcvd.reason) == (
        1013,
        "There are 1 sockets of this account already; no more are allowed.",
    )


async def test_0_switches_every_limit_off() -> None:
    names = ("rate_limit", "cost_limit", "wrong_codes", "new_players")
    places = ("sockets", "sockets_per_address", "sockets_per_account")
    async with running(**dict.fromkeys(names + places, 0)) as server, AsyncExitStack() as stack:
        for number in range(40):
            assert (await post(server, FIND, FAR, code=f"AAAA{number}")).json()["data"] == {"match": None}
        for _ in range(10):
            await stack.enter_async_context(await opened(server, FAR))
