"""graphql-transport-ws, spoken by a real client with a real server on a loopback port."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import httpx
import pytest
from structlog.testing import capture_logs
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Subprotocol

from server.api.socket import SocketLimits
from tests.api.toy import PATIENCE, Tick, Toy, eventually, toy_server

PROTOCOL = Subprotocol("graphql-transport-ws")
PYTHON = re.compile(r"\b(str|int|float|bool|dict|list|None|NoneType|True|False|bytes|object at|Error)\b|Traceback")
"""Words that only Python has."""
TICKS = "subscription { ticks { number seen } }"


@pytest.fixture
async def toy() -> AsyncIterator[Toy]:
    async with toy_server() as running:
        yield running


@asynccontextmanager
async def opened(toy: Toy, **settings: Any) -> AsyncIterator[ClientConnection]:
    """A connected client that has said nothing yet."""
    settings = {"subprotocols": [PROTOCOL], "ping_interval": None, "compression": None, **settings}
    async with connect(toy.websocket_url, **settings) as client:
        yield client


@asynccontextmanager
async def acknowledged(toy: Toy, payload: dict[str, Any] | None = None) -> AsyncIterator[ClientConnection]:
    async with opened(toy) as client:
        await say(client, {"type": "connection_init", **({} if payload is None else {"payload": payload})})
        assert await heard(client) == {"type": "connection_ack"}
        yield client


async def say(client: ClientConnection, message: object) -> None:
    """Send `message` as it is when it is text or bytes, otherwise as JSON."""
    await client.send(message if isinstance(message, str | bytes) else json.dumps(message))


async def subscribe(client: ClientConnection, query: str, id: str = "1", **payload: Any) -> None:
    await say(client, {"id": id, "type": "subscribe", "payload": {"query": query, **payload}})


async def heard(client: ClientConnection) -> Any:
    """Return the next message, having checked that it came as text."""
    async with asyncio.timeout(PATIENCE):
        frame = await client.recv()
    assert isinstance(frame, str)
    return json.loads(frame)


async def ending(client: ClientConnection) -> tuple[int, str]:
    """Return the code and reason of the server's close frame."""
    with pytest.raises(ConnectionClosed) as closed:
        await read_on(client)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code, closed.value.rcvd.reason


async def read_on(client: ClientConnection) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            await client.recv()


def next_message(data: dict[str, Any], id: str = "1") -> dict[str, Any]:
    return {"id": id, "type": "next", "payload": {"data": data}}


def complete(id: str = "1") -> dict[str, Any]:
    return {"id": id, "type": "complete"}


async def error_code(client: ClientConnection, id: str = "1") -> str:
    message = await heard(client)
    assert (message["id"], message["type"]) == (id, "error")
    code = message["payload"][0]["extensions"]["code"]
    assert isinstance(code, str)
    return code


async def alive(client: ClientConnection) -> bool:
    """Say whether the socket still answers, and that nothing came before the answer."""
    await say(client, {"type": "ping"})
    return await heard(client) == {"type": "pong"}  # type: ignore[no-any-return]  # JSON compared


# The handshake and the way in


async def test_4406_other_subprotocols_are_not_acceptable(toy: Toy) -> None:
    for offered in (None, [Subprotocol("graphql-ws")]):
        async with opened(toy, subprotocols=offered) as client:
            assert await ending(client) == (4406, "Subprotocol not acceptable")


@pytest.mark.parametrize("payload", [{}, {"payload": None}, {"payload": {"token": "ann"}}])
async def test_an_init_is_acknowledged_with_or_without_payload(toy: Toy, payload: dict[str, Any]) -> None:
    async with opened(toy) as client:
        await say(client, {"type": "connection_init", **payload})
        assert await heard(client) == {"type": "connection_ack"}


async def test_the_context_is_made_once_from_the_init_payload(toy: Toy) -> None:
    async with acknowledged(toy, {"token": "ann"}) as client:
        await subscribe(client, "{ hello }")
        assert await heard(client) == next_message({"hello": "hello ann"})


async def test_4403_a_refused_context_closes_the_socket_as_forbidden(toy: Toy) -> None:
    """Fault of peers 23: a wrong token changes nothing for the right one."""
    async with opened(toy) as client:
        await say(client, {"type": "connection_init", "payload": {"token": "wrong"}})
        assert await ending(client) == (4403, "This token is not known.")


async def test_4403_a_revoked_token_refuses_operations_and_closes_once_what_is_under_way_has_ended(toy: Toy) -> None:
    """Attack: token expiry while subscribed."""
    async with acknowledged(toy) as client:
        await subscribe(client, "mutation { slow }")
        await eventually(lambda: toy.world.opened == 1)
        toy.world.revocation.come()
        await subscribe(client, 'mutation { rename(name: "bo") }', "2")
        assert await error_code(client, "2") == "UNAUTHENTICATED"
        toy.world.gate.set()
        assert await heard(client) == next_message({"slow": "done"})
        assert await heard(client) == complete()
        assert await ending(client) == (4403, "This token has been revoked.")
    assert toy.world.user == "nobody"


async def test_4403_a_revoked_token_does_not_wait_for_ever(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.api.socket.GOODBYE_SECONDS", 0.05)
    async with acknowledged(toy) as client:
        await subscribe(client, TICKS)
        await eventually(lambda: toy.world.opened == 1)
        toy.world.revocation.come()
        assert await ending(client) == (4403, "This token has been revoked.")
    assert toy.world.closed == 1


async def test_4403_a_token_revoked_while_the_socket_is_let_in_closes_it(toy: Toy) -> None:
    toy.world.revocation.come()
    async with opened(toy) as client:
        await say(client, {"type": "connection_init"})
        assert await ending(client) == (4403, "This token has been revoked.")


async def test_4500_a_fault_in_the_context_closes_the_socket_and_tells_nothing(toy: Toy) -> None:
    with capture_logs() as logs:
        async with opened(toy) as client:
            await say(client, {"type": "connection_init", "payload": {"token": "fault"}})
            assert await ending(client) == (4500, "Internal server error")
    assert [entry["event"] for entry in logs] == ["socket failed"]


async def test_4408_a_socket_that_says_nothing_is_closed_in_time() -> None:
    """Attack: a stack of slow sockets that never begin."""
    async with toy_server(SocketLimits(init_seconds=0.05)) as toy, opened(toy) as client:
        assert await ending(client) == (4408, "Connection initialisation timeout")


async def test_4408_pings_do_not_put_off_the_init_timeout() -> None:
    async with toy_server(SocketLimits(init_seconds=0.1)) as toy, opened(toy) as client:
        assert await alive(client)
        assert await ending(client) == (4408, "Connection initialisation timeout")


async def test_4401_subscribing_before_the_init_is_unauthorized(toy: Toy) -> None:
    async with opened(toy) as client:
        await subscribe(client, "{ hello }")
        assert await ending(client) == (4401, "Unauthorized")


async def test_4429_a_second_init_is_one_too_many(toy: Toy) -> None:
    async with acknowledged(toy) as client:
        await say(client, {"type": "connection_init"})
        assert await ending(client) == (4429, "Too many initialisation requests")


@pytest.mark.parametrize("origin", ["https://evil.test", "null", "http://127.0.0.1:1"])
async def test_a_foreign_origin_is_forbidden(toy: Toy, origin: str) -> None:
    """Attack: cross-site WebSocket hijack."""
    with pytest.raises(InvalidStatus) as refusal:
        async with opened(toy, origin=origin):
            pass
    assert refusal.value.response.status_code == 403
    assert toy.sockets.sockets == set()


async def test_the_servers_own_origin_and_allowed_ones_may_connect() -> None:
    async with toy_server(allowed_origins=("https://play.test",)) as toy:
        for origin in ("https://play.test", f"http://127.0.0.1:{toy.port}"):
            async with opened(toy, origin=origin) as client:
                assert client.subprotocol == PROTOCOL


# Messages


@pytest.mark.parametrize(
    "message",
    [
        "",
        "{",
        "[1]",
        "null",
        '"x"',
        "3",
        "{}",
        '{"type":3}',
        '{"type":"start"}',
        '{"type":"next","id":"1"}',
        '{"type":"connection_init","payload":[]}',
        '{"type":"ping","payload":"x"}',
        '{"type":"subscribe","payload":{"query":"{ hello }"}}',
        '{"type":"subscribe","id":"","payload":{"query":"{ hello }"}}',
        '{"type":"subscribe","id":1,"payload":{"query":"{ hello }"}}',
        '{"type":"subscribe","id":{},"payload":{"query":"{ hello }"}}',
        '{"type":"subscribe","id":"1"}',
        '{"type":"subscribe","id":"1","payload":null}',
        '{"type":"subscribe","id":"1","payload":"{ hello }"}',
        '{"type":"subscribe","id":"1","payload":{"query":3}}',
        '{"type":"subscribe","id":"1","payload":{"query":"{ hello }","variables":[]}}',
        '{"type":"complete"}',
        '{"type":"complete","id":null}',
        "[" * 60_000,
        b'{"type":"ping"}',
    ],
)
async def test_4400_a_malformed_message_is_a_bad_message(toy: Toy, message: str | bytes) -> None:
    with capture_logs() as logs:
        async with acknowledged(toy) as client:
            await say(client, message)
            code, reason = await ending(client)
    assert code == 4400
    assert reason.startswith(("Not a message of", "This is not valid JSON", "Messages must be text"))
    assert PYTHON.search(reason) is None
    assert logs == []


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ('{"type":"subscribe","id":1,"payload":{"query":"{ hello }"}}', "Expected `string`, got `number` - at `$.id`."),
        ('{"type":"ping","payload":true}', "Expected `object | null`, got `boolean` - at `$.payload`."),
        ('{"type":"subscribe","id":"","payload":{}}', "Expected `string` of length >= 1 - at `$.id`."),
        ("[]", "Expected `object`, got `array`."),
    ],
)
async def test_4400_the_reason_is_in_the_words_of_json(toy: Toy, message: str, reason: str) -> None:
    async with acknowledged(toy) as client:
        await say(client, message)
        assert await ending(client) == (4400, f"Not a message of graphql-transport-ws: {reason}")


async def test_4400_a_malformed_first_message_is_a_bad_message(toy: Toy) -> None:
    async with opened(toy) as client:
        await say(client, "null")
        assert (await ending(client))[0] == 4400


async def test_1009_a_message_that_is_too_long_closes_the_socket() -> None:
    """Attack: 48 MB body, over a socket."""
    async with toy_server(SocketLimits(message_bytes=100)) as toy, acknowledged(toy) as client:
        await say(client, json.dumps({"type": "ping", "payload": {"a": "é" * 50}}, ensure_ascii=False))
        assert await ending(client) == (1009, "A message may have 100 bytes at most.")


async def test_too_many_messages_refuse_operations_and_nothing_else() -> None:
    """An honest client in a hurry is told to wait, by the operation, and what it follows goes on."""
    limits = SocketLimits(messages_per_second=0.5, message_burst=3)
    async with toy_server(limits) as toy, acknowledged(toy) as client:
        await subscribe(client, TICKS)
        assert await alive(client)
        await subscribe(client, "{ hello }", "2")
        assert (await heard(client))["payload"] == [
            {
                "message": "At most 0.5 messages a second are taken. Try again in 4 s.",
                "extensions": {"code": "RATE_LIMITED", "measure": "MESSAGES", "retryAfter": 4},
            }
        ]
        assert await alive(client)
        toy.world.publish(Tick(number=1))
        assert await heard(client) == next_message({"ticks": {"number": 1, "seen": 1}})


async def test_1013_a_flood_of_messages_closes_the_socket_for_a_while() -> None:
    """Attack: message flood on one socket. Clients come back after a 1013, and never after a 4429."""
    limits = SocketLimits(messages_per_second=0.001, message_burst=2)
    async with toy_server(limits) as toy, acknowledged(toy) as client:
        for _ in range(3):
            assert await alive(client)
        await say(client, {"type": "ping"})
        assert await ending(client) == (1013, "Too many messages")


async def test_a_ping_is_answered_with_its_payload(toy: Toy) -> None:
    async with acknowledged(toy) as client:
        await say(client, {"type": "ping", "payload": {"at": 1}})
        assert await heard(client) == {"type": "pong", "payload": {"at": 1}}
        await say(client, {"type": "ping", "payload": None})
        assert await heard(client) == {"type": "pong"}


async def test_4408_a_client_that_answers_no_ping_is_closed() -> None:
    async with toy_server(SocketLimits(ping_seconds=0.1)) as toy, acknowledged(toy) as client:
        assert await heard(client) == {"type": "ping"}
        await say(client, {"type": "pong", "payload": None})
        assert await heard(client) == {"type": "ping"}
        assert await ending(client) == (4408, "No pong within 0.1 seconds")


# Queries and mutations


async def test_a_query_is_answered_and_completed(toy: Toy) -> None:
    async with acknowledged(toy) as client:
        query = "query A($n: Int) { asked(n: $n) } query B { hello }"
        await subscribe(client, query, operationName="A", variables={"n": 1}, extensions={"trace": 1})
        assert await heard(client) == next_message({"asked": "nobody 1 {'n': 1} {'trace': 1}"})
        assert await heard(client) == complete()


async def test_a_mutation_is_answered_and_completed(toy: Toy) -> None:
    async with acknowledged(toy) as client:
        await subscribe(client, 'mutation { rename(name: "bo") }', id="é")
        assert await heard(client) == next_message({"rename": "bo"}, "é")
        assert await heard(client) == complete("é")
    assert toy.world.user == "bo"


async def test_nothing_follows_a_complete_of_the_client_for_a_mutation_under_way(toy: Toy) -> None:
    async with acknowledged(toy) as client:
        await subscribe(client, "mutation { slow }")
        await eventually(lambda: toy.world.opened == 1)
        await say(client, complete())
        assert await alive(client)
        toy.world.gate.set()
        await eventually(lambda: toy.world.closed == 1)
        assert await alive(client)


async def test_a_partial_answer_is_a_next_message_with_errors(toy: Toy) -> None:
    async with acknowledged(toy) as client:
        await subscribe(client, "{ hello forbidden }")
        message = await heard(client)
        assert message["payload"]["data"] == {"hello": "hello nobody", "forbidden": None}
        assert [error["extensions"]["code"] for error in message["payload"]["errors"]] == ["FORBIDDEN"]
        assert await heard(client) == complete()


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("{ hello", "GRAPHQL_PARSE_FAILED"),
        ("{ nope }", "GRAPHQL_VALIDATION_FAILED"),
        ("{ ... @defer { hello } }", "GRAPHQL_VALIDATION_FAILED"),
        ("subscription { count(to: 1) @stream { number } }", "GRAPHQL_VALIDATION_FAILED"),
        ("query ($n: Int!) { asked(n: $n) }", "BAD_USER_INPUT"),
        ("subscription ($n: Int!) { count(to: $n) { number } }", "BAD_USER_INPUT"),
        ("query A { hello } query B { hello }", "BAD_USER_INPUT"),
        ("{ " + " ".join(f"a{n}: hello" for n in range(31)) + " }", "COST_EXCEEDED"),
    ],
)
async def test_a_refused_operation_ends_with_an_error_and_leaves_the_socket(toy: Toy, query: str, code: str) -> None:
    async with acknowledged(toy) as client:
        await subscribe(client, query)
        assert await error_code(client) == code
        await subscribe(client, "{ hello }")
        assert await heard(client) == next_message({"hello": "hello nobody"})


async def test_an_unknown_operation_name_ends_only_that_operation(toy: Toy) -> None:
    async with acknowledged(toy) as client:
        await subscribe(client, "query A { hello }", operationName="B")
        assert await error_code(client) == "BAD_USER_INPUT"
        assert await alive(client)


async def test_a_value_that_is_no_json_is_a_masked_fault(toy: Toy) -> None:
    with capture_logs() as logs:
        async with acknowledged(toy) as client:
            await subscribe(client, "{ unwritable }")
            message = await heard(client)
    assert message["payload"]["errors"][0]["extensions"]["code"] == "INTERNAL_SERVER_ERROR"
    assert len(logs) == 1


async def test_a_mutation_is_finished_though_its_client_leaves(toy: Toy) -> None:
    async with acknowledged(toy) as client:
        await subscribe(client, "mutation { slow }")
        await eventually(lambda: toy.world.opened == 1)
    await eventually(lambda: not toy.sockets.sockets)
    assert toy.world.closed == 0
    toy.world.gate.set()
    await eventually(lambda: toy.world.closed == 1)
    await eventually(lambda: not toy.sockets.unstoppable)


# Subscriptions


async def test_a_subscription_tells_every_event_and_completes(toy: Toy) -> None:
    async with acknowledged(toy) as client:
        await subscribe(client, "subscription ($n: Int!) { count(to: $n) { number } }", variables={"n": 40})
        for number in range(1, 41):
            assert await heard(client) == next_message({"count": {"number": number}})
        assert await heard(client) == complete()
    assert (toy.world.opened, toy.world.closed) == (1, 1)


async def test_4409_an_id_is_taken_until_its_operation_ends(toy: Toy) -> None:
    async with acknowledged(toy) as client:
        await subscribe(client, "{ hello }")
        await heard(client), await heard(client)
        await subscribe(client, TICKS)
        await eventually(lambda: len(toy.world.feeds) == 1)
        await subscribe(client, "{ hello }")
        assert await ending(client) == (4409, "Subscriber for 1 already exists")
    await eventually(lambda: toy.world.closed == 1)


async def test_nothing_follows_a_complete_of_the_client_and_the_id_is_free(toy: Toy) -> None:
    async with acknowledged(toy) as client:
        await subscribe(client, TICKS)
        await eventually(lambda: len(toy.world.feeds) == 1)
        toy.world.publish(Tick(number=1))
        assert await heard(client) == next_message({"ticks": {"number": 1, "seen": 1}})
        await say(client, complete())
        await eventually(lambda: toy.world.closed == 1)
        assert await alive(client)
        await subscribe(client, "{ hello }")
        assert await heard(client) == next_message({"hello": "hello nobody"})


async def test_nothing_follows_a_complete_though_the_source_goes_on(toy: Toy) -> None:
    async with acknowledged(toy) as client:
        await subscribe(client, "subscription { stubborn { number } }")
        assert await heard(client) == next_message({"stubborn": {"number": 1}})
        await say(client, complete())
        await eventually(lambda: toy.world.closed == 1)
        assert await alive(client)


async def test_a_complete_for_an_unknown_id_is_ignored(toy: Toy) -> None:
    async with acknowledged(toy) as client:
        await say(client, complete("never"))
        assert await alive(client)


@pytest.mark.parametrize("after", [0, 2])
async def test_an_api_error_of_the_source_ends_the_operation(toy: Toy, after: int) -> None:
    async with acknowledged(toy) as client:
        await subscribe(client, f"subscription {{ refused(after: {after}) {{ number }} }}")
        for number in range(1, after + 1):
            assert await heard(client) == next_message({"refused": {"number": number}})
        assert await heard(client) == {
            "id": "1",
            "type": "error",
            "payload": [{"message": "Not for you.", "extensions": {"code": "FORBIDDEN"}}],
        }
        await subscribe(client, "{ hello }")
        assert await heard(client) == next_message({"hello": "hello nobody"})


async def test_a_source_that_cannot_be_opened_ends_the_operation(toy: Toy) -> None:
    async with acknowledged(toy) as client:
        await subscribe(client, "subscription ($n: Int = 1) { refused(after: $n) { number } }", variables={"n": None})
        assert await error_code(client) == "BAD_USER_INPUT"
        assert await alive(client)


async def test_an_unexpected_error_of_the_source_is_masked(toy: Toy) -> None:
    with capture_logs() as logs:
        async with acknowledged(toy) as client:
            await subscribe(client, "subscription { breaking { number } }")
            await heard(client)
            message = await heard(client)
    assert (message["type"], message["payload"][0]["message"]) == ("error", "Internal error")
    assert [entry["error_id"] for entry in logs] == [message["payload"][0]["extensions"]["errorId"]]


async def test_an_error_in_one_event_is_told_in_its_payload_and_the_next_follows(toy: Toy) -> None:
    with capture_logs():
        async with acknowledged(toy) as client:
            await subscribe(client, "subscription { count(to: 2) { broken } }")
            for _ in range(2):
                payload = (await heard(client))["payload"]
                assert payload["data"] is None
                assert payload["errors"][0]["extensions"]["code"] == "INTERNAL_SERVER_ERROR"
            assert await heard(client) == complete()


async def test_a_socket_may_have_twenty_operations_at_a_time(toy: Toy) -> None:
    async with acknowledged(toy) as client:
        for number in range(20):
            await subscribe(client, TICKS, f"{number}")
        await eventually(lambda: len(toy.world.feeds) == 20)
        await subscribe(client, "{ hello }", "one too many")
        assert await error_code(client, "one too many") == "RATE_LIMITED"
        assert await alive(client)


async def test_operations_of_a_socket_are_limited_and_the_others_go_on() -> None:
    """Attack: subscription flood on one socket."""
    async with toy_server(SocketLimits(operations=2)) as toy, acknowledged(toy) as client:
        await subscribe(client, TICKS, "a")
        await subscribe(client, TICKS, "b")
        await subscribe(client, "{ hello }", "c")
        assert await error_code(client, "c") == "RATE_LIMITED"
        await say(client, complete("a"))
        await subscribe(client, "{ hello }", "c")
        assert await heard(client) == next_message({"hello": "hello nobody"}, "c")


# Fan-out


async def numbers(client: ClientConnection, count: int) -> list[int]:
    return [(await heard(client))["payload"]["data"]["ticks"]["number"] for _ in range(count)]


async def test_a_shared_event_is_executed_once_for_the_same_request(toy: Toy) -> None:
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(acknowledged(toy)) for _ in range(10)]
        for position, client in enumerate(clients):
            await subscribe(client, TICKS, id=f"id {position}")
        await eventually(lambda: len(toy.world.feeds) == 10)
        toy.world.publish(Tick(number=1, shared_payloads={}))
        for position, client in enumerate(clients):
            expected = next_message({"ticks": {"number": 1, "seen": 1}}, f"id {position}")
            assert await heard(client) == expected
    assert toy.world.resolved == 1


async def test_an_event_that_is_not_shared_is_executed_for_everyone(toy: Toy) -> None:
    async with acknowledged(toy) as one, acknowledged(toy) as other:
        await subscribe(one, TICKS)
        await subscribe(other, TICKS)
        await eventually(lambda: len(toy.world.feeds) == 2)
        toy.world.publish(Tick(number=1))
        assert (await numbers(one, 1), await numbers(other, 1)) == ([1], [1])
    assert toy.world.resolved == 2


async def test_other_variables_documents_and_operation_names_do_not_share(toy: Toy) -> None:
    query = """
      subscription A($l: String!) { ticks(label: $l) { seen } }
      subscription B($l: String!) { ticks(label: $l) { number } }
    """
    async with acknowledged(toy) as client:
        await subscribe(client, query, "1", operationName="A", variables={"l": "x"})
        await subscribe(client, query, "2", operationName="A", variables={"l": "x"})
        await subscribe(client, query, "3", operationName="A", variables={"l": "y"})
        await subscribe(client, query, "4", operationName="B", variables={"l": "x"})
        await subscribe(client, TICKS, "5")
        await eventually(lambda: len(toy.world.feeds) == 5)
        tick = Tick(number=1, shared_payloads={})
        toy.world.publish(tick)
        told = {message["id"]: message["payload"]["data"] for message in [await heard(client) for _ in range(5)]}
    assert told["1"] == told["2"] == told["3"] == {"ticks": {"seen": 1}}
    assert told["4"] == {"ticks": {"number": 1}}
    assert told["5"] == {"ticks": {"number": 1, "seen": 1}}
    assert tick.shared_payloads is not None
    assert len(tick.shared_payloads) == 4


async def test_variables_in_another_order_share(toy: Toy) -> None:
    query = "subscription ($a: String!, $b: Boolean!) { ticks(label: $a) { seen @include(if: $b) } }"
    async with acknowledged(toy) as client:
        await subscribe(client, query, "1", variables={"a": "x", "b": True})
        await subscribe(client, query, "2", variables={"b": True, "a": "x"})
        await eventually(lambda: len(toy.world.feeds) == 2)
        toy.world.publish(Tick(number=1, shared_payloads={}))
        await heard(client), await heard(client)
    assert toy.world.resolved == 1


async def test_subscribers_wait_for_one_execution_though_its_first_one_leaves(toy: Toy) -> None:
    query = "subscription { ticks { awaited } }"
    async with acknowledged(toy) as first, acknowledged(toy) as second, acknowledged(toy) as third:
        for client in (first, second, third):
            await subscribe(client, query)
            await alive(client)
        toy.world.publish(Tick(number=1, shared_payloads={}))
        await say(first, complete())
        assert await alive(first)
        assert (await alive(second), await alive(third)) == (True, True)
        toy.world.gate.set()
        expected = next_message({"ticks": {"awaited": 1}})
        assert (await heard(second), await heard(third)) == (expected, expected)
    assert toy.world.resolved == 1


async def test_variables_too_deep_to_compare_are_executed_for_each(toy: Toy) -> None:
    deep = json.loads("[" * 500 + "]" * 500)
    async with acknowledged(toy) as client:
        for id in ("1", "2"):
            await subscribe(client, TICKS, id, variables={"unused": deep})
        await eventually(lambda: len(toy.world.feeds) == 2)
        toy.world.publish(Tick(number=1, shared_payloads={}))
        assert await numbers(client, 2) == [1, 1]
    assert toy.world.resolved == 2


# Load, loss and shutdown


async def test_a_source_that_never_waits_does_not_freeze_the_server(toy: Toy) -> None:
    """Attack: busy generator."""

    async def read_all(client: ClientConnection) -> None:
        async for _ in client:
            pass

    async with acknowledged(toy) as busy, httpx.AsyncClient() as http:
        await subscribe(busy, "subscription { count(to: 1000000) { number } }")
        reading = asyncio.create_task(read_all(busy))
        pulled = []
        for _ in range(10):
            async with asyncio.timeout(10):
                await http.get(toy.http_url, params={"query": "{ hello }"})
            pulled.append(toy.world.pulled)
        assert pulled == sorted(set(pulled))
        assert pulled[-1] < 1_000_000
        reading.cancel()
    await eventually(lambda: toy.world.closed == 1)


@asynccontextmanager
async def stalled(toy: Toy, query: str) -> AsyncIterator[asyncio.StreamWriter]:
    """A client that subscribes and then reads nothing more."""
    reader, writer = await asyncio.open_connection("127.0.0.1", toy.port, limit=1024)
    writer.write(
        b"GET /graphql HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n"
    )
    await reader.readuntil(b"\r\n\r\n")
    payload = {"id": "1", "type": "subscribe", "payload": {"query": query}}
    for message in ({"type": "connection_init"}, payload):
        text = json.dumps(message).encode()
        assert len(text) < 126
        writer.write(bytes([0x81, 0x80 | len(text)]) + bytes(4) + text)
    try:
        yield writer
    finally:
        writer.transport.abort()


async def test_a_reader_that_stands_still_holds_no_connection_open_once_its_socket_is_closed() -> None:
    async with toy_server(SocketLimits(stall_seconds=0.3), head_seconds=0.2) as toy:
        query = "subscription { count(to: 100000, padding: 65000) { padding } }"
        async with stalled(toy, query):
            await eventually(lambda: (toy.world.opened, toy.world.closed) == (1, 1))
            (protocol,) = toy.connections
            protocol.transport.close()  # as uvicorn does 10 s after it has written the close frame
            await eventually(lambda: not toy.connections)


async def test_1013_a_reader_that_takes_nothing_is_closed_and_others_are_not_held_up() -> None:
    """Attack: stalled reader. Fault of peers 45."""
    async with toy_server(SocketLimits(stall_seconds=0.3)) as toy:
        query = "subscription { count(to: 100000, padding: 100000) { padding } }"
        async with acknowledged(toy) as other, stalled(toy, query):
            await subscribe(other, TICKS)
            await eventually(lambda: len(toy.world.feeds) == 1 and toy.world.pulled > 0)
            told = 0
            while toy.world.closed == 0:
                told += 1
                toy.world.publish(Tick(number=told))
                assert await numbers(other, 1) == [told]
            assert toy.world.pulled < 300  # 30 MB, nearly all of it in the kernel's buffers
            await eventually(lambda: len(toy.sockets.sockets) == 1)


def socket_tasks() -> int:
    """Count the running tasks that belong to the server's sockets."""
    names = [getattr(task.get_coro(), "__qualname__", "") for task in asyncio.all_tasks()]
    return sum(name.startswith(("Socket.", "WebSocketsSansIOProtocol.", "WebSocketProtocol.")) for name in names)


async def test_nothing_is_left_of_500_sockets_that_are_lost() -> None:
    """Fault of peers 44."""
    async with toy_server() as toy, AsyncExitStack() as stack:
        writers = [await stack.enter_async_context(stalled(toy, TICKS)) for _ in range(500)]
        await eventually(lambda: len(toy.world.feeds) == 500)
        assert socket_tasks() == 500 * 3
        toy.world.publish(Tick(number=1, shared_payloads={}))
        for writer in writers:
            writer.transport.abort()
        await eventually(lambda: toy.world.closed == 500)
        await eventually(lambda: not toy.sockets.sockets)
        await eventually(lambda: socket_tasks() == 0)
        assert toy.world.feeds == set()


async def test_closing_all_says_goodbye_and_lets_nobody_in(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when a subscription does not come to its end."""
    monkeypatch.setattr("server.api.websocket.DRAIN_SECONDS", 0.05)
    async with acknowledged(toy) as client, opened(toy) as silent:
        await subscribe(client, TICKS)
        await eventually(lambda: len(toy.world.feeds) == 1)
        async with asyncio.timeout(PATIENCE):
            await toy.sockets.close_all(1012, "Restarting.")
        assert await ending(client) == (1012, "Restarting.")
        assert await ending(silent) == (1012, "Restarting.")
        assert (toy.world.closed, toy.sockets.sockets) == (1, set())
        with pytest.raises(InvalidStatus):
            async with opened(toy):
                pass


async def test_closing_all_lets_mutations_under_way_be_answered_first(toy: Toy) -> None:
    async with acknowledged(toy) as client:
        await subscribe(client, "mutation { slow }")
        await eventually(lambda: toy.world.opened == 1)
        closing = asyncio.create_task(toy.sockets.close_all())
        await asyncio.sleep(0)
        assert (closing.done(), toy.world.closed) == (False, 0)
        toy.world.gate.set()
        said = [json.loads(text)["type"] async for text in client]
        async with asyncio.timeout(PATIENCE):
            await closing
        assert said == ["next", "complete"]
        assert await ending(client) == (1001, "The server is going away.")
        assert toy.world.closed == 1


async def test_closing_all_does_not_wait_for_ever_for_a_mutation(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.api.websocket.DRAIN_SECONDS", 0.05)
    async with acknowledged(toy) as client:
        await subscribe(client, "mutation { slow }")
        await eventually(lambda: toy.world.opened == 1)
        async with asyncio.timeout(PATIENCE):
            await toy.sockets.close_all()
        assert await ending(client) == (1001, "The server is going away.")
        assert toy.world.closed == 0
        toy.world.gate.set()
        await eventually(lambda: not toy.sockets.unstoppable)
