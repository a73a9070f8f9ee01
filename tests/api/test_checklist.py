"""What the schema's checklist asks of answers; what it asks of the schema's shape is in test_schema.py."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest

from server.store.memory import MemoryStore
from tests.api.parlour import Server
from tests.matches.tables import ANN, NOON, lobby_of

MATCHES = """query($first: Int!, $after: String) {
  matches(first: $first, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }"""
MANY = 10_500
AT_ONCE = 10
"""Matches made in the same instant, so that only their ids order them."""


async def test_s5_a_list_is_counted_only_when_asked(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = 0

    async def count(*_: Any) -> int:
        nonlocal counted
        counted += 1
        return 7

    monkeypatch.setattr(MemoryStore, "count", count)

    await server.stranger.ask("{ matches(first: 1) { nodes { id } } }")
    assert counted == 0
    assert await server.stranger.ask("{ matches(first: 1) { totalCount } }") == {"matches": {"totalCount": 7}}
    assert counted == 1


async def test_s7_a_list_of_more_than_ten_thousand_gives_every_row_once_while_it_grows(server: Server) -> None:
    store = server.parlour.running.host.store
    kept = [f"mat_{number:06}" for number in range(MANY)]
    for number, id in enumerate(kept):
        made = timedelta(seconds=number // AT_ONCE)
        assert await store.add_match(lobby_of(ANN, id=id, code=f"C{number:06}", created_at=NOON + made))

    seen: list[str] = []
    after, more = None, True
    while more:
        page = (await server.stranger.ask(MATCHES, first=100, after=after))["matches"]
        seen += [match["id"] for match in page["nodes"]]
        after, more = page["pageInfo"]["endCursor"], page["pageInfo"]["hasNextPage"]
        late = lobby_of(ANN, id=f"mat_late{len(seen)}", code=f"L{len(seen)}", created_at=NOON + timedelta(days=1))
        await store.add_match(late)

    assert seen == kept[::-1]


@pytest.mark.parametrize(
    ("query", "variables"),
    [
        ("{ nope", {}),
        ("{ nope }", {}),
        ("query A { games { kind } } query B { games { kind } }", {}),
        ("query($id: ID!) { match(by: {id: $id}) { id } }", {}),
        ("query($by: MatchBy!) { match(by: $by) { id } }", {"by": {"id": "a", "code": "b"}}),
        ("{ " + " ".join(f"a{number}: games {{ kind }}" for number in range(31)) + " }", {}),
    ],
)
async def test_s13_a_refused_request_has_the_same_errors_over_http_and_websocket(
    server: Server, query: str, variables: dict[str, Any]
) -> None:
    over_http = (await server.stranger.send(query, **variables)).json()
    async with await server.stranger.opened_socket() as socket:
        payload = {"query": query, "variables": variables}
        await socket.send(json.dumps({"id": "1", "type": "subscribe", "payload": payload}))
        over_websocket = json.loads(await socket.recv())

    assert over_websocket == {"id": "1", "type": "error", "payload": over_http["errors"]}
    assert over_http.keys() == {"errors", "extensions"}


async def test_s17_an_instant_is_told_in_utc_to_the_millisecond(server: Server) -> None:
    said = await server.stranger.ask("{ serverInfo { time } }")

    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", said["serverInfo"]["time"])


async def test_s22_the_ply_of_a_write_is_the_one_its_update_has(server: Server) -> None:
    ann, bob = await server.person("Ann"), await server.person("Bob")
    match = await server.match(ann, bob)
    mover = ann if match["legalMoves"] else bob

    played = await mover.play(match, {"twenty": {"draw": True}})

    async with bob.following(id=match["id"], after=played["ply"] - 1) as updates:
        update = await anext(updates)
    assert (update["ply"], update["events"]) == (played["ply"], played["events"])
