"""The database's disk is full for a while: nothing acknowledged is lost, everybody is told, and all goes on after."""

import asyncio
import time
from pathlib import Path

import httpx
import pytest

from tests.faults.conftest import Clients, NewProgram
from tests.faults.processes import PAUSE, Health, Program, database_pid, figures, full_disk
from tests.faults.test_restart import begun, two_players
from tests.faults.witness import PLAY, Line, Told, log_of, next_of, played

pytestmark = pytest.mark.faults

FULL_SECONDS = 6.0
TYPICAL_HEALTH, LONGEST_HEALTH = 0.05, 0.5
DRAW = {"twenty": {"draw": True}}


async def test_a_full_disk_loses_no_acknowledged_move_and_the_server_recovers_by_itself(
    tmp_path: Path, program: NewProgram, clients: Clients
) -> None:
    server = program(DATA_DIR=tmp_path / "data")
    server.launch()
    await server.ready()
    ann, bob = await two_players(clients, server)
    match = await begun(ann, bob, 600)
    mover, other = (ann, bob) if match["legalMoves"] else (bob, ann)
    acknowledged = await played(mover, match, DRAW, "before")
    told = Told(match["id"], updates=[Line(acknowledged["ply"], "", [])])
    following = asyncio.create_task(next_of(ann, told))
    match = await other.see(match["id"])
    sent = {"matchId": match["id"], "decision": match["decision"]["id"], "move": DRAW, "moveId": "while full"}
    health = Health(server.port)
    watching = asyncio.create_task(health.watch())

    with full_disk(server.process.pid, database_pid(tmp_path / "data")):
        waiting = asyncio.create_task(other.send(PLAY, input=sent))
        reasons = await _unready(server, FULL_SECONDS)
        assert not waiting.done()
        assert not following.done()
    freed = time.monotonic()
    answer = (await waiting).json()
    await asyncio.wait_for(following, 30.0)
    await server.ready()
    figures.info("ready %.1f s after there was room again; while full: %s", time.monotonic() - freed, reasons)
    figures.info("health %.1f ms typically, %.0f ms at most", 1e3 * health.typical, 1e3 * max(health.seconds))
    watching.cancel()

    assert "errors" not in answer
    assert (answer["data"]["play"]["__typename"], answer["data"]["play"]["ply"]) == ("MovePlayed", match["ply"] + 1)
    assert reasons <= {"The database can keep nothing at present", "The database cannot be reached", "no answer"}
    assert health.typical < TYPICAL_HEALTH
    assert max(health.seconds) < LONGEST_HEALTH  # a server that stood still for a while would give one late answer
    log = await log_of(ann, match["id"])
    moved = match["ply"] + 1
    assert [line.ply for line in log[:moved]] == list(range(1, moved + 1))
    assert [line.has("ClockMoved") for line in log[moved:]] in ([], [True])  # a long outage is credited, once
    assert log[acknowledged["ply"] - 1].events == acknowledged["events"]
    assert (await played(other, match, DRAW, "while full"))["duplicate"] is True
    assert await server.ended() == 0
    server.launch()
    await server.ready()
    assert (await log_of(ann, match["id"]))[: len(log)] == log


async def _unready(server: Program, seconds: float) -> set[str]:
    """Return the reasons for which the server is not ready; fail when it ever says that it is."""
    reasons = set()
    until = time.monotonic() + seconds
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", timeout=10.0) as http:
        while time.monotonic() < until:
            answer = await http.get("/readyz")
            assert answer.status_code == 503
            reason = answer.json()["reason"]
            reasons.add("no answer" if "does not answer" in reason else reason.partition(":")[0])
            await asyncio.sleep(PAUSE * 5)
    return reasons
