"""The database stands still for a while: moves wait, the server says so, and nobody loses by it."""

import asyncio
import time
from pathlib import Path

import httpx
import pytest

from tests.faults.conftest import Clients, NewProgram
from tests.faults.processes import PATIENCE, Program, database_pid, figures, frozen
from tests.faults.test_restart import begun, credits_in, log_with, two_players
from tests.faults.witness import Line, Told, log_of, next_of, played

pytestmark = pytest.mark.faults

FROZEN_SECONDS = 8.0
COPIES = 3
MOST_MISSED = 1.5
"""Seconds by which an outage may seem shorter: a note of the server made just after the freeze is kept at the thaw."""


async def test_a_frozen_database_loses_no_move_and_is_credited(
    tmp_path: Path, program: NewProgram, clients: Clients
) -> None:
    server = program(DATA_DIR=tmp_path / "data")
    server.launch()
    await server.ready()
    ann, bob = await two_players(clients, server)
    slow, quick = await begun(ann, bob, 600), await begun(ann, bob, 6)
    mover = ann if slow["legalMoves"] else bob
    told = Told(slow["id"], updates=[Line(slow["ply"], "", [])])
    following = asyncio.create_task(next_of(ann, told))

    stopped = time.monotonic()
    with frozen(database_pid(tmp_path / "data")):
        sent = [asyncio.create_task(played(mover, slow, {"twenty": {"draw": True}}, "once")) for _ in range(COPIES)]
        await _says_that_it_is_not_ready(server)
        await asyncio.sleep(FROZEN_SECONDS - 3.0)
        assert not any(move.done() for move in sent)
        assert not following.done()
    thawed = time.monotonic()
    async with asyncio.timeout(PATIENCE):
        answers = await asyncio.gather(*sent)
        await following
    figures.info("moves acknowledged %.2f s after the thaw", time.monotonic() - thawed)
    await server.ready()

    assert {(answer["__typename"], answer["ply"]) for answer in answers} == {("MovePlayed", slow["ply"] + 1)}
    assert sorted(answer["duplicate"] for answer in answers) == [False] + [True] * (COPIES - 1)
    assert [line.has("TwentyCardDrawn") for line in await log_of(ann, slow["id"])].count(True) == 1
    log = await log_with(ann, quick["id"], "ClockMoved")
    (credit,) = credits_in(log)
    assert thawed - stopped - MOST_MISSED <= credit <= thawed - stopped + 4.0
    assert not any(line.has("TimeRanOut") for line in log)


async def _says_that_it_is_not_ready(server: Program) -> None:
    asked = time.monotonic()
    async with httpx.AsyncClient(timeout=PATIENCE) as http:
        answer = await http.get(f"http://127.0.0.1:{server.port}/readyz")
        assert (await http.get(f"http://127.0.0.1:{server.port}/healthz")).status_code == 200
    assert answer.status_code == 503
    assert answer.json() == {"status": "unavailable", "reason": "The database does not answer within 2 seconds."}
    assert 2.0 <= time.monotonic() - asked < 8.0


async def test_a_server_that_slept_credits_before_any_clock_runs_out(
    tmp_path: Path, program: NewProgram, clients: Clients
) -> None:
    server = program(DATA_DIR=tmp_path / "data")
    server.launch()
    await server.ready()
    ann, bob = await two_players(clients, server)
    match = await begun(ann, bob, 5)

    with frozen(server.process.pid):
        await asyncio.sleep(FROZEN_SECONDS)

    log = await log_with(ann, match["id"], "ClockMoved")
    (credit,) = credits_in(log)
    assert FROZEN_SECONDS - 1.0 <= credit <= FROZEN_SECONDS + 4.0
    assert not any(line.has("TimeRanOut") for line in log)
