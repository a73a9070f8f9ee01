"""Following a match and the lobby over a socket."""

import asyncio
import json
from typing import Any

import pytest

from server.games.engine import replace
from server.matches.feed import Update
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


ENDS = """subscription($id: ID!, $after: Int) { matchUpdates(matchId: $id, after: $after) {
  ply events { __typename } match { id ply mayWatch viewerSeat } end { reason } } }"""


async def until_the_end(stream: Any) -> list[Any]:
    """Return every update up to the server's `complete`."""
    return [update async for update in stream]


@pytest.mark.parametrize("behind", [0, 1])
async def test_s24_server_stopping_ends_a_stream_with_a_last_update_at_the_present_ply(
    server: Server, behind: int
) -> None:
    ann, bob = await server.person("Ann"), await server.person("Bob")
    match = await server.match(ann, bob)
    ply = match["ply"]
    async with ann.following(ENDS, id=match["id"], after=ply - behind) as stream:
        seen = await take(stream, behind)
        await eventually(lambda: server.parlour.running.host.feed.has_subscribers(match["id"]))
        ending = asyncio.create_task(server.parlour.drain())
        seen += await until_the_end(stream)
        await ending

    assert [(update["ply"], update["end"]) for update in seen] == [
        *[(ply, None)] * behind,
        (ply, {"reason": "SERVER_STOPPING"}),
    ]
    assert seen[-1]["events"] == []
    assert seen[-1]["match"] == {"id": match["id"], "ply": ply, "mayWatch": True, "viewerSeat": 0}


async def test_s24_a_socket_of_a_stopping_server_closes_with_1001_after_its_streams_have_ended(server: Server) -> None:
    ann, bob = await server.person("Ann"), await server.person("Bob")
    match = await server.match(ann, bob)
    async with await ann.opened_socket() as socket:
        for id in ("1", "2"):
            payload = {"query": ENDS, "variables": {"id": match["id"]}}
            await socket.send(json.dumps({"id": id, "type": "subscribe", "payload": payload}))
            await socket.recv()
        await server.parlour.drain()
        said = [json.loads(text) async for text in socket]

    assert sorted((message["id"], message["type"]) for message in said) == [
        ("1", "complete"),
        ("1", "next"),
        ("2", "complete"),
        ("2", "next"),
    ]
    assert (socket.close_code, socket.close_reason) == (1001, "The server is stopping.")


async def test_s24_what_is_asked_for_while_the_server_stops_ends_at_once(server: Server) -> None:
    ann, bob = await server.person("Ann"), await server.person("Bob")
    match = await server.match(ann, bob)
    private = await server.match(ann, bob, spectators="NONE")
    server.parlour.running.host.wind_up()

    async with ann.following(ENDS, id=match["id"], after=match["ply"]) as stream:
        (told,) = await until_the_end(stream)
    async with server.stranger.following(ENDS, id=private["id"], after=private["ply"]) as stream:
        (refused,) = await until_the_end(stream)

    assert (told["ply"], told["end"]) == (match["ply"], {"reason": "SERVER_STOPPING"})
    assert refused == "FORBIDDEN"


async def test_s24_too_slow_ends_a_stream_with_the_last_ply_it_has_sent(server: Server) -> None:
    ann, bob = await server.person("Ann"), await server.person("Bob")
    host = server.parlour.running.host
    host.feed._limit = 1
    match = await server.match(ann, bob)
    async with ann.following(ENDS, id=match["id"]) as stream:
        await anext(stream)
        newest = await host.newest(match["id"])
        for number in (1, 2):  # published at once, so that nobody can read in between
            ahead = replace(newest.match, ply=newest.match.ply + number)
            host.feed.publish(match["id"], Update(ahead, replace(newest.ply, number=ahead.ply)))
        seen = await until_the_end(stream)

    assert [(update["ply"], update["end"]) for update in seen] == [
        (match["ply"] + 1, None),
        (match["ply"] + 1, {"reason": "TOO_SLOW"}),
    ]


@pytest.mark.parametrize("leaves", [True, False])
async def test_s24_seat_lost_ends_the_stream_of_who_may_not_watch_without_one(server: Server, leaves: bool) -> None:
    """Who has left the lobby, and who has only looked in, sees nothing of the match that starts there."""
    ann, bob, cat = [await server.person(name) for name in ("Ann", "Bob", "Cat")]
    match = await ann.change("createMatch", options=TWENTY, spectators="NONE")
    await bob.change("joinMatch", by={"id": match["id"]})
    if leaves:
        await cat.change("joinMatch", by={"id": match["id"]})
    async with cat.following(ENDS, id=match["id"]) as stream:
        await anext(stream)
        if leaves:
            await cat.change("leaveMatch", matchId=match["id"])
            await anext(stream)
        begun = await ann.change("startMatch", matchId=match["id"])
        (last,) = await until_the_end(stream)

    assert last["end"] == {"reason": "SEAT_LOST"}
    assert (last["ply"], last["events"]) == (begun["ply"], [])
    assert last["match"] == {"id": match["id"], "ply": begun["ply"], "mayWatch": False, "viewerSeat": None}


async def test_s24_match_over_ends_the_stream_of_a_match_long_over(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So those who never leave cannot keep every match that ever was in memory."""
    monkeypatch.setattr("server.matches.host.FINISHED_KEPT", 2)
    ann, bob = await server.person("Ann"), await server.person("Bob")
    first = await server.match(ann, bob)
    async with ann.following(ENDS, id=first["id"]) as stream:
        await anext(stream)
        over = await ann.change("resign", matchId=first["id"])
        for _ in range(5):
            match = await server.match(ann, bob)
            await ann.change("resign", matchId=match["id"])
        *_, last = await until_the_end(stream)

    assert (last["ply"], last["end"]) == (over["ply"], {"reason": "MATCH_OVER"})
    async with ann.following(ENDS, id=first["id"]) as stream:
        again = await anext(stream)
    assert (again["ply"], again["end"]) == (over["ply"], None)


async def test_a_server_that_stops_is_not_ready(server: Server) -> None:
    await server.parlour.drain()

    answer = await server.http.get("/readyz")

    assert (answer.status_code, answer.json()) == (503, {"status": "unavailable", "reason": "The server is stopping."})


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
