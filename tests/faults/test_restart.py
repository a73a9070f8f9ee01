"""What a restart of the server leaves as it was: deadlines, thinking bots, and what subscribers have been told."""

import asyncio
import signal
import time
from contextlib import aclosing
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from server.app import rules_of
from server.store.embedded import EmbeddedDatabase
from server.store.mongo import MongoStore
from tests.api.parlour import Person
from tests.faults.conftest import Clients, NewProgram
from tests.faults.processes import PATIENCE, Program, figures, insist
from tests.faults.witness import Line, Told, changed, follow, log_of, played, wished

pytestmark = pytest.mark.faults

DOWN_SECONDS = 6.0
MATCHES = 3


def deadline_of(match: Any) -> datetime:
    return datetime.fromisoformat(match["decision"]["deadline"])


async def two_players(clients: Clients, server: Program) -> tuple[Person, Person]:
    return await clients.person(server, "Ann"), await clients.person(server, "Bob")


async def begun(ann: Person, bob: Person, turn_seconds: int) -> Any:
    """Return a match of two, as Ann sees it at its start."""
    options = {"twenty": {"turnSeconds": turn_seconds}}
    match = await changed(ann, "createMatch", "CreateMatchInput", options=options, seats=2)
    await changed(bob, "joinMatch", "JoinMatchInput", by={"id": match["id"]})
    return await changed(ann, "startMatch", matchId=match["id"])


async def log_with(person: Person, match_id: str, event: str) -> list[Line]:
    """Return the log once it has such an event."""
    async with asyncio.timeout(PATIENCE):
        while True:
            log = await log_of(person, match_id)
            if any(line.has(event) for line in log):
                return log
            await asyncio.sleep(0.1)


def credits_in(log: list[Line]) -> list[float]:
    happened = [event for line in log for event in line.events if event["__typename"] == "ClockMoved"]
    assert {event["reason"] for event in happened} <= {"OUTAGE"}
    return [event["seconds"] for event in happened]


async def test_all_4_deadlines_survive_kill_9_and_are_credited_for_the_time_no_server_ran(
    tmp_path: Path, program: NewProgram, clients: Clients
) -> None:
    server = program(DATA_DIR=tmp_path / "data")
    server.launch()
    await server.ready()
    ann, bob = await two_players(clients, server)
    long, short = await begun(ann, bob, 60), await begun(ann, bob, 5)

    server.kill()
    killed = time.monotonic()
    await asyncio.sleep(DOWN_SECONDS)
    down_at_least = time.monotonic() - killed
    server.launch()
    await server.ready()
    down_at_most = time.monotonic() - killed

    for match in (long, short):
        (credit,) = credits_in(log := await log_of(ann, match["id"]))
        assert down_at_least <= credit <= down_at_most + 1.5
        assert not any(line.has("TimeRanOut") for line in log)
        now = await ann.see(match["id"])
        assert (deadline_of(now) - deadline_of(match)).total_seconds() == pytest.approx(credit, abs=0.002)
        assert now["decision"]["id"] == match["decision"]["id"]
    figures.info("down %.1f s, credited %.1f s", down_at_least, credit)

    ended = await log_with(ann, short["id"], "TimeRanOut")
    (ran_out,) = (line for line in ended if line.has("TimeRanOut"))
    late = datetime.fromisoformat(ran_out.at) - deadline_of(now)
    assert 0.0 <= late.total_seconds() < 3.0
    assert (await ann.see(long["id"]))["ply"] == len(await log_of(ann, long["id"])) == long["ply"] + 1


async def test_all_4_two_servers_starting_together_credit_an_outage_once(
    program: NewProgram, clients: Clients, mongo_url: str, mongo_database: str
) -> None:
    where = {"MONGODB_URL": mongo_url, "MONGODB_DATABASE": mongo_database}
    first, second = program(**where), program(**where)
    first.launch()
    await first.ready()
    ann, bob = await two_players(clients, first)
    matches = [await begun(ann, bob, 60) for _ in range(MATCHES)]

    first.kill()
    killed = time.monotonic()
    await asyncio.sleep(DOWN_SECONDS)
    down_at_least = time.monotonic() - killed
    first.launch()
    second.launch()
    await asyncio.gather(first.ready(), second.ready())
    down_at_most = time.monotonic() - killed

    for match in matches:
        (credit,) = credits_in(await log_of(ann, match["id"]))
        assert down_at_least <= credit <= down_at_most + 1.5


async def test_bots_restarted_in_the_middle_of_thinking_move_once(
    tmp_path: Path, program: NewProgram, clients: Clients
) -> None:
    server = program(DATA_DIR=tmp_path / "data", BOT_PAUSE=2)
    server.launch()
    await server.ready()
    ann = await clients.person(server, "Ann")
    matches = [await _waiting_for_its_bot(ann) for _ in range(MATCHES)]

    server.kill()
    server.launch()
    await server.ready()
    back = time.monotonic()

    for match in matches:
        told = Told(match["id"], updates=[Line(match["ply"], "", [])])
        async with asyncio.timeout(PATIENCE):
            async with aclosing(follow(ann, told)) as updates:
                async for update in updates:
                    if update["legalMoves"]:
                        break
        moves = [line for line in told.updates[1:] if not line.has("ClockMoved")]
        assert [line.ply for line in told.updates] == list(range(match["ply"], told.updates[-1].ply + 1))
        assert len(moves) == 1
        assert moves[0].has("TwentyCardDrawn") or moves[0].has("TwentyCountMade")
    figures.info("bots moved within %.1f s", time.monotonic() - back)


async def _waiting_for_its_bot(ann: Person) -> Any:
    """Return a match in which Ann has just moved."""
    options = {"twenty": {"turnSeconds": 600}}
    match = await changed(ann, "createMatch", "CreateMatchInput", options=options, seats=2)
    await changed(ann, "addBot", "AddBotInput", matchId=match["id"])
    match = await changed(ann, "startMatch", matchId=match["id"])
    async with asyncio.timeout(PATIENCE):
        while not match["legalMoves"]:
            match = await ann.see(match["id"])
            await asyncio.sleep(0.05)
    answer = await played(ann, match, {"twenty": {"draw": True}})
    assert answer["__typename"] == "MovePlayed"
    return match | {"ply": answer["ply"]}


async def test_sigterm_ends_cleanly_and_subscribers_go_on_after_the_restart(
    tmp_path: Path, program: NewProgram, clients: Clients
) -> None:
    server = program(DATA_DIR=tmp_path / "data")
    server.launch()
    await server.ready()
    ann, bob = await two_players(clients, server)
    matches = [await begun(ann, bob, 600) for _ in range(MATCHES)]
    told = Told(matches[0]["id"])
    following = asyncio.create_task(_follow_to_the_end_of_time(ann, told))
    sockets = [await ann.opened_socket() for _ in range(5)]
    for match in matches:
        await _draw(ann, bob, match["id"], 3)

    asked = time.monotonic()
    assert await server.ended() == 0
    figures.info("ended %.1f s after SIGTERM", time.monotonic() - asked)
    assert time.monotonic() - asked < 10.0

    for socket in sockets:
        async with asyncio.timeout(PATIENCE):
            async for message in socket:
                assert message == '{"type":"ping"}'
        assert (socket.close_code, socket.close_reason) == (1001, "The server is stopping.")
    await _checkpoints_are_written(tmp_path / "data", [match["id"] for match in matches])

    server.launch()
    await server.ready()
    for match in matches:
        await _draw(ann, bob, match["id"], 3)
    log = await log_of(ann, matches[0]["id"])
    async with asyncio.timeout(PATIENCE):
        while len(told.updates) < len(log):  # noqa: ASYNC110 - filled by a task that never ends
            await asyncio.sleep(0.02)
    following.cancel()
    assert told.updates == log


async def test_ctrl_c_ends_the_server_cleanly_too(program: NewProgram) -> None:
    server = program(STORE="memory")
    server.launch()
    await server.ready()

    assert await server.ended(signal.SIGINT) == 0
    assert "Traceback" not in server.log.read_text()


async def _follow_to_the_end_of_time(person: Person, told: Told) -> None:
    async with aclosing(follow(person, told)) as updates:
        async for _ in updates:
            pass


async def _draw(ann: Person, bob: Person, match_id: str, times: int) -> None:
    for _ in range(times):
        for person in (ann, bob):
            match = await insist(partial(person.see, match_id))
            if match["legalMoves"]:
                assert (await played(person, match, {"twenty": {"draw": True}}))["__typename"] == "MovePlayed"


async def _checkpoints_are_written(data_dir: Path, match_ids: list[str]) -> None:
    async with EmbeddedDatabase(data_dir) as database:
        store = MongoStore(database.url, "parlour", rules_of)
        await store.open()
        for match_id in match_ids:
            kept = await store.match(match_id)
            assert kept is not None
            assert kept.ply == len(await store.plies(match_id)) > 1
        await store.close()


async def test_a_request_sent_again_after_kill_9_makes_no_second_match(
    tmp_path: Path, program: NewProgram, clients: Clients
) -> None:
    server = program(DATA_DIR=tmp_path / "data")
    server.launch()
    await server.ready()
    ann = await clients.person(server, "Ann")
    wish = {"options": {"twenty": {}}, "requestId": "once"}
    first = await changed(ann, "createMatch", "CreateMatchInput", **wish)

    server.kill()
    server.launch()
    await server.ready()
    again = await wished(ann, "createMatch", "CreateMatchInput", **wish)

    assert again["match"]["id"] == first["id"]
    assert again["match"]["code"] == first["code"]
