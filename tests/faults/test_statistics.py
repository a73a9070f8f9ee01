"""kill -9 of whoever keeps statistics, again and again: nothing is lost and nothing counted twice."""

import asyncio
import sys
from random import Random

import pytest

from server.stats.boards import decoded
from server.store.mongo import MongoStore
from server.store.mongo_stats import MongoStats
from tests.faults.processes import PATIENCE
from tests.stats.histories import History, plain

pytestmark = pytest.mark.faults

KILLS = 4
LENGTH = 40


async def test_statistics_survive_their_keepers(mongo_store: MongoStore, mongo_url: str, mongo_database: str) -> None:
    """With corrections among the matches, so that generations are built and dropped meanwhile."""
    history, rng = History(7, LENGTH), Random(7)
    stats = MongoStats(mongo_store)
    await stats.open()
    await history.write(stats, 0, LENGTH)

    for life in range(KILLS):
        keeper = await started(mongo_url, mongo_database, 2 * life)
        try:
            await asyncio.wait_for(keeper.wait(), rng.uniform(0.02, 0.25))
        except TimeoutError:
            keeper.kill()
            await keeper.wait()
    last = await started(mongo_url, mongo_database, 2 * KILLS)
    assert await asyncio.wait_for(last.wait(), PATIENCE) == 0

    progress, expected = await stats.progress(), history.expected()
    found = await stats.rows(progress.current.generation, list(expected))
    assert {(row.board, row.key): plain(decoded(row)) for row in found} == expected
    assert (progress.current.folded, progress.next, progress.dropped) == (LENGTH, None, ())


async def started(url: str, database: str, minutes: int) -> asyncio.subprocess.Process:
    """Start a keeper and wait until it keeps."""
    program = (sys.executable, "-m", "tests.faults.keeping", url, database, str(minutes))
    keeper = await asyncio.create_subprocess_exec(*program, stdout=asyncio.subprocess.PIPE)
    assert keeper.stdout is not None
    assert await asyncio.wait_for(keeper.stdout.readline(), PATIENCE) == b"keeping\n"
    return keeper
