"""An evening that goes on and on: people, bots, clients that drop, and servers and databases that are killed.

`make soak` runs it for ten minutes, `SOAK_SECONDS=60 make soak` for one; a test runs it for some seconds. In the first
half the server is stopped and killed in turn; in the second half it is left alone, but for its database. In the last
quarter, when it has filled what it keeps, its memory must stay flat. At the end everything that anybody was told is in
the log, and every match is replayed from it.
"""

import asyncio
import logging
import os
import random
import signal
import statistics
import tempfile
import time
from collections.abc import Coroutine
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException

from tests.api.parlour import Person
from tests.faults.conftest import Clients
from tests.faults.processes import UNLIMITED, Program, database_pid, figures, resident, until
from tests.faults.test_kill import Evening, check_in_database
from tests.faults.test_load import PLIES
from tests.faults.witness import check_against_log, log_of

TABLES = 6
DROPPERS = 6
SAMPLE_SECONDS = 0.5
MOST_GROWTH = 10_000_000
"""Bytes by which the server's memory may grow in the last quarter: ended matches are kept for a while, 500 at most."""


@dataclass
class Soaked:
    """What has happened."""

    matches: int = 0
    moves: int = 0
    drops: int = 0
    restarts: int = 0
    samples: list[tuple[float, int]] = field(default_factory=list)
    """Seconds and the bytes of the server's memory, in the last quarter."""

    @property
    def growth(self) -> float:
        """By how many bytes the server's memory grew in the last quarter, by the straight line through the samples."""
        times, sizes = zip(*self.samples, strict=True)
        return float(statistics.linear_regression(times, sizes).slope * (times[-1] - times[0]))


async def soak(folder: Path, seconds: float, seed: str = "soak") -> Soaked:
    """Run for so many seconds, then stop and check everything; raise AssertionError for what is wrong."""
    data_dir = folder / "data"
    server = Program(folder / "server.log", DATA_DIR=data_dir, LOG_LEVEL="WARNING", **UNLIMITED)
    soaked, rng = Soaked(), random.Random(seed)
    async with AsyncExitStack() as stack:
        stack.callback(server.end)
        clients = Clients(await stack.enter_async_context(AsyncExitStack()))
        server.launch()
        await server.ready()
        ann, bob = await clients.person(server, "Ann"), await clients.person(server, "Bob")
        evening = Evening(ann, bob, rng)
        work = [evening.table(f"Table {number}") for number in range(TABLES)]
        work += [drop_again_and_again(evening, ann, rng, soaked) for _ in range(DROPPERS)]
        await _alongside(_disturb(server, data_dir, seconds, rng, soaked), [asyncio.create_task(one) for one in work])
        soaked.matches, soaked.moves = len(evening.told), evening.moves
        for match_id, told in evening.told.items():
            log = await log_of(ann, match_id)
            for one in told:
                check_against_log(one, log)
        assert await server.ended() == 0
        await check_in_database(data_dir, evening)
    return soaked


async def _alongside(disturbing: Coroutine[Any, Any, None], work: list[asyncio.Task[None]]) -> None:
    """Disturb until that is over; whoever plays must not end before."""
    first = asyncio.create_task(disturbing)
    done, _ = await asyncio.wait([first, *work], return_when=asyncio.FIRST_COMPLETED)
    for one in work:
        one.cancel()
    await asyncio.gather(*work, return_exceptions=True)
    for one in done:
        one.result()
    assert done == {first}


async def _disturb(server: Program, data_dir: Path, seconds: float, rng: random.Random, soaked: Soaked) -> None:
    begun = time.monotonic()
    pause = seconds / 10
    stops = [_stop, _kill_database, _kill]
    while time.monotonic() - begun < seconds / 2 or soaked.restarts < len(stops):
        await asyncio.sleep(pause * rng.uniform(0.5, 1.0))
        await stops[soaked.restarts % len(stops)](server, data_dir)
        soaked.restarts += 1
    half = time.monotonic()
    is_killed = False
    while time.monotonic() - half < seconds / 2:
        await asyncio.sleep(SAMPLE_SECONDS)
        if time.monotonic() - half > seconds / 4:
            soaked.samples.append((time.monotonic() - half, resident(server.process.pid)))
        if not is_killed and time.monotonic() - half > seconds / 8:
            is_killed = True
            await _kill_database(server, data_dir)


async def _stop(server: Program, _: Path) -> None:
    assert await server.ended() == 0
    server.launch()
    await server.ready()


async def _kill(server: Program, _: Path) -> None:
    server.kill()
    server.launch()
    await server.ready()


async def _kill_database(server: Program, data_dir: Path) -> None:
    pid = database_pid(data_dir)
    os.kill(pid, signal.SIGKILL)
    await until(lambda: database_pid(data_dir) != pid)
    await server.ready()


async def drop_again_and_again(evening: Evening, person: Person, rng: random.Random, soaked: Soaked) -> None:
    """Follow a match for a moment, then vanish without a word; again and again."""
    while True:
        await asyncio.sleep(rng.random() / 5)
        if evening.told:
            with suppress(OSError, WebSocketException, TimeoutError, ValueError):
                await _drop(rng.choice(list(evening.told)), person, rng)
                soaked.drops += 1


async def _drop(match_id: str, person: Person, rng: random.Random) -> None:
    async with person.following(PLIES, id=match_id, after=0) as updates:
        for _ in range(rng.randrange(5)):
            async with asyncio.timeout(2.0):
                await anext(updates, None)


async def main() -> None:
    """Soak for SOAK_SECONDS, and say how it went."""
    seconds = float(os.environ.get("SOAK_SECONDS", "600"))
    with tempfile.TemporaryDirectory() as folder:
        soaked = await soak(Path(folder), seconds)
    told(soaked)
    assert soaked.growth < MOST_GROWTH


def told(soaked: Soaked) -> None:
    """Say how it went."""
    figures.info(
        "%d matches, %d moves, %d drops, %d restarts; memory %.1f MB at the end, %.1f MB more than a quarter before",
        soaked.matches, soaked.moves, soaked.drops, soaked.restarts, soaked.samples[-1][1] / 1e6, soaked.growth / 1e6,
    )  # fmt: skip


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    asyncio.run(main())
