"""Following a match and the lobby over a socket."""

import asyncio
import json
from typing import Any

import pytest

from tests.api.parlour import UPDATES, Person, Server
from tests.api.toy import eventually

TWENTY: dict[str, Any] = {"twenty": {}}
DRAW = {"twenty": {"draw": True}}
OPEN = """subscription($filter: OpenMatchFilter) { openMatches(filter: $filter) {
  isOpen match { id status seats { name } viewerSeat } } }"""


async def take(stream: Any, count: int) -> list[Any]:
    """Return the next updates."""
    return [await anext(stream) for _ in range(count)]


async def draws(match: Any, count: int, *people: Person) -> Any:
    """Let whoever is to move draw, so many times."""
    for _ in range(count):
        mover = people[match["decision"]["seats"][0]["index"]]
        match = (await mover.play(match, DRAW))["match"]
    return match


async def test_s23_a_reconnecting_client_misses_nothing_and_sees_nothing_twice(server: Server) -> None:
    """Faults of peers 18, 19, 20, 24 and 26: resuming is an argument, and events have numbers without gaps."""
    ann, bob = await server.person("Ann"), await server.person("Bob")
    match = await server.match(ann, bob)
    async with ann.following(id=match["id"], after=0) as stream:
        seen = await take(stream, match["ply"])
        match = await draws(match, 3, ann, bob)
        seen += await take(stream, 2)

    match = await draws(match, 4, ann, bob)
    async with ann.following(id=match["id"], after=seen[-1]["ply"]) as stream:
        seen += await take(stream, match["ply"] - seen[-1]["ply"])
        match = await draws(match, 1, ann, bob)
        seen += await take(stream, 1)

    assert [update["ply"] for update in seen] == list(range(1, match["ply"] + 1))
    assert [update["match"]["ply"] for update in seen] == list(range(1, match["ply"] + 1))
    assert seen[-1]["match"]["view"] == (await ann.see(match["id"]))["view"]
    assert seen[0]["events"] == [{"__typename": "PlayerJoined"}]


async def test_each_viewer_sees_the_match_through_its_own_eyes(server: Server) -> None:
    """Faults of peers 3 and 4: the token decides what a subscription shows."""
    ann, bob = await server.person("Ann"), await server.person("Bob")
    match = await server.match(ann, bob)
    async with (
        ann.following(id=match["id"]) as to_ann,
        bob.following(id=match["id"]) as to_bob,
        server.stranger.following(id=match["id"]) as to_all,
    ):
        await asyncio.gather(anext(to_ann), anext(to_bob), anext(to_all))
        await draws(match, 1, ann, bob)
        for_ann, for_bob, for_all = await asyncio.gather(anext(to_ann), anext(to_bob), anext(to_all))

    hands = [update["match"]["view"]["hand"] for update in (for_ann, for_bob, for_all)]
    assert sorted(len(hand) for hand in hands[:2]) == [7, 8]
    assert not {card["id"] for card in hands[0]} & {card["id"] for card in hands[1]}
    assert hands[2] is None
    assert for_ann["events"] == for_bob["events"] == for_all["events"] == [{"__typename": "TwentyCardDrawn"}]
    assert [update["match"]["viewerSeat"] for update in (for_ann, for_bob, for_all)] == [0, 1, None]


async def test_a_lobby_is_followed_from_its_creation(server: Server) -> None:
    ann, bob = await server.person("Ann"), await server.person("Bob")
    match = await ann.change("createMatch", options=TWENTY)
    async with ann.following(id=match["id"]) as stream:
        first = await anext(stream)
        await bob.change("joinMatch", by={"id": match["id"]})
        second = await anext(stream)

    assert (first["ply"], first["events"]) == (0, [])
    assert (second["ply"], [seat["name"] for seat in second["match"]["seats"]]) == (1, ["Ann", "Bob"])


async def test_the_stream_stays_open_for_a_rematch(server: Server) -> None:
    ann, bob = await server.person("Ann"), await server.person("Bob")
    match = await server.match(ann, bob)
    async with bob.following(id=match["id"], after=match["ply"]) as stream:
        await ann.change("resign", matchId=match["id"])
        ended = await anext(stream)
        new = await ann.change("rematch", matchId=match["id"])
        offered = await anext(stream)

    assert ended["events"][-1] == {"__typename": "MatchEnded"}
    assert offered["events"] == [{"__typename": "RematchOffered"}]
    assert offered["match"]["rematch"] == {"id": new["id"]}


@pytest.mark.parametrize(
    ("given", "code"), [({"after": 99}, "BAD_USER_INPUT"), ({"after": -1}, "BAD_USER_INPUT"), ({}, None)]
)
async def test_a_ply_that_is_not_there_is_a_coded_error(server: Server, given: dict[str, Any], code: str) -> None:
    ann, bob = await server.person("Ann"), await server.person("Bob")
    match = await server.match(ann, bob)
    async with ann.following(id=match["id"], **given) as stream:
        first = await anext(stream)

    assert first == code if code else first["ply"] == match["ply"]


async def test_an_unknown_match_is_a_coded_error(server: Server) -> None:
    async with server.stranger.following(id="mat_unknown") as stream:
        assert await anext(stream) == "BAD_USER_INPUT"


@pytest.mark.parametrize("policy", ["OPEN", "BY_CODE", "NONE"])
async def test_who_may_follow_is_the_matchs_policy(server: Server, policy: str) -> None:
    """Fault of peers 8: who may watch is settled by each match."""
    ann, bob, cat = [await server.person(name) for name in ("Ann", "Bob", "Cat")]
    match = await server.match(ann, bob, spectators=policy)
    open_to = []
    for person, code in ((ann, None), (bob, None), (cat, None), (cat, match["code"]), (server.stranger, "WRONG1")):
        async with person.following(id=match["id"], code=code) as stream:
            open_to.append(await anext(stream) != "FORBIDDEN")
        seen = await person.see(match["id"])
        assert (seen["view"] is not None) == seen["mayWatch"]

    assert (
        open_to
        == {
            "OPEN": [True, True, True, True, True],
            "BY_CODE": [True, True, False, True, False],
            "NONE": [True, True, False, False, False],
        }[policy]
    )


async def test_the_lobby_shows_open_matches_and_every_change(server: Server) -> None:
    ann, bob = await server.person("Ann"), await server.person("Bob")
    first = await ann.change("createMatch", options=TWENTY)
    await ann.change("createMatch", options=TWENTY, visibility="PRIVATE")
    async with server.stranger.following(OPEN, filter={"game": "TWENTY"}) as stream:
        seen = [await anext(stream)]
        second = await bob.change("createMatch", options=TWENTY)
        await bob.change("joinMatch", by={"id": first["id"]})
        await ann.change("startMatch", matchId=first["id"])
        await bob.change("closeMatch", matchId=second["id"])
        seen += await take(stream, 4)

    assert [(update["match"]["id"], update["isOpen"], len(update["match"]["seats"])) for update in seen] == [
        (first["id"], True, 1),
        (second["id"], True, 1),
        (first["id"], True, 2),
        (first["id"], False, 2),
        (second["id"], False, 1),
    ]


async def test_500_followers_who_vanish_leave_nothing_behind(server: Server) -> None:
    """Fault of peers 44: nothing is left of sockets that are lost."""
    ann, bob = await server.person("Ann"), await server.person("Bob")
    match = await server.match(ann, bob)
    feed, sockets = server.parlour.running.host.feed, server.parlour.sockets
    tasks = len(asyncio.all_tasks())
    start = {"id": "1", "type": "subscribe", "payload": {"query": UPDATES, "variables": {"id": match["id"]}}}
    clients = [await server.stranger.opened_socket() for _ in range(500)]
    for client in clients:
        await client.send(json.dumps(start))
        await client.recv()
    assert feed.subscribers == 500

    for client in clients:
        client.transport.abort()

    await eventually(lambda: feed.subscribers == 0 and not sockets.sockets)
    await eventually(lambda: len(asyncio.all_tasks()) <= tasks)
    assert (await draws(match, 1, ann, bob))["ply"] == match["ply"] + 1
