"""SIGTERM: what is under way is answered, everybody is told, all is kept, and the server is gone in ten seconds."""

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from tests.api.parlour import Person
from tests.faults.conftest import Clients, NewProgram
from tests.faults.processes import PATIENCE, UNLIMITED, database_pid, figures, frozen
from tests.faults.test_restart import _checkpoints_are_written, begun, two_players
from tests.faults.witness import changed, log_of, played

pytestmark = pytest.mark.faults

SOCKETS = 100
GONE_WITHIN = 10.0
UPDATES = """subscription($id: ID!) { matchUpdates(matchId: $id) {
  ply events { __typename } match { ply } end { reason } } }"""


async def followers(person: Person, match_id: str, count: int) -> list[ClientConnection]:
    """Return sockets that follow a match and have had its newest update."""
    start = {"id": "1", "type": "subscribe", "payload": {"query": UPDATES, "variables": {"id": match_id}}}
    sockets = [await person.opened_socket() for _ in range(count)]
    for socket in sockets:
        await socket.send(json.dumps(start))
    for socket in sockets:
        assert json.loads(await socket.recv())["type"] == "next"
    return sockets


async def last_words(socket: ClientConnection) -> list[Any]:
    """Return all that a socket still gets, and how it is closed."""
    async with asyncio.timeout(PATIENCE):
        said = [json.loads(text) async for text in socket]
    return [message for message in said if message["type"] != "ping"] + [(socket.close_code, socket.close_reason)]


async def waiting_for_a_bot(ann: Person) -> Any:
    """Return a match in which a bot thinks."""
    match = await changed(ann, "createMatch", "CreateMatchInput", options={"twenty": {"turnSeconds": 600}}, seats=2)
    await changed(ann, "addBot", "AddBotInput", matchId=match["id"])
    match = await changed(ann, "startMatch", matchId=match["id"])
    if match["legalMoves"]:
        assert (await played(ann, match, {"twenty": {"draw": True}}))["__typename"] == "MovePlayed"
    return await ann.see(match["id"])


async def _goes_on(person: Person, thinking: Any) -> None:
    """Wait until the bot has made its move, whichever that is."""
    async with asyncio.timeout(PATIENCE):
        while len(await log_of(person, thinking["id"])) <= thinking["ply"]:  # noqa: ASYNC110 - another process does it
            await asyncio.sleep(0.1)


async def test_s24_sigterm_answers_what_is_under_way_tells_every_subscriber_and_keeps_all(
    tmp_path: Path, program: NewProgram, clients: Clients
) -> None:
    server = program(DATA_DIR=tmp_path / "data", BOT_PAUSE=30, **UNLIMITED)
    server.launch()
    await server.ready()
    ann, bob = await two_players(clients, server)
    match, thinking = await begun(ann, bob, 600), await waiting_for_a_bot(ann)
    sockets = await followers(ann, match["id"], SOCKETS)
    mover = ann if match["legalMoves"] else bob

    with frozen(database_pid(tmp_path / "data")):
        under_way = asyncio.create_task(played(mover, match, {"twenty": {"draw": True}}, "once"))
        await asyncio.sleep(1.0)
        asked = time.monotonic()
        ending = asyncio.create_task(server.ended())
        await asyncio.sleep(0.5)
        assert not under_way.done()
    heard = await asyncio.gather(*map(last_words, sockets))
    answer = await under_way
    assert await ending == 0
    seconds = time.monotonic() - asked
    figures.info("ended %.1f s after SIGTERM", seconds)

    assert seconds < GONE_WITHIN
    end = {"ply": match["ply"], "events": [], "match": {"ply": match["ply"]}, "end": {"reason": "SERVER_STOPPING"}}
    assert heard == SOCKETS * [
        [
            {"id": "1", "type": "next", "payload": {"data": {"matchUpdates": end}}},
            {"id": "1", "type": "complete"},
            (1001, "The server is stopping."),
        ]
    ]
    assert (answer["__typename"], answer["ply"]) == ("MovePlayed", match["ply"] + 1)
    assert "Traceback" not in server.log.read_text()
    await _checkpoints_are_written(tmp_path / "data", [match["id"], thinking["id"]])

    again = program(DATA_DIR=tmp_path / "data", BOT_PAUSE=0)
    again.launch()
    await again.ready()
    ann = await clients.at(again, ann)
    assert (await log_of(ann, match["id"]))[match["ply"]].has("TwentyCardDrawn")
    await _goes_on(ann, thinking)


async def test_a_server_whose_database_stands_still_ends_in_time_too_and_loses_nothing(
    tmp_path: Path, program: NewProgram, clients: Clients
) -> None:
    server = program(DATA_DIR=tmp_path / "data")
    server.launch()
    await server.ready()
    ann, bob = await two_players(clients, server)
    match = await begun(ann, bob, 600)
    (socket,) = await followers(ann, match["id"], 1)
    told = await played(ann if match["legalMoves"] else bob, match, {"twenty": {"draw": True}})
    pid = database_pid(tmp_path / "data")

    with frozen(pid):
        asked = time.monotonic()
        assert await server.ended() == 0
        seconds = time.monotonic() - asked
    heard = await last_words(socket)
    figures.info("ended %.1f s after SIGTERM", seconds)

    assert seconds < GONE_WITHIN
    assert heard[-3]["payload"]["data"]["matchUpdates"]["end"] == {"reason": "SERVER_STOPPING"}
    server.launch()
    await server.ready()
    assert (await log_of(ann, match["id"]))[told["ply"] - 1].events == told["events"]
