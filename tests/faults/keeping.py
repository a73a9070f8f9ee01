"""A program of its own that keeps statistics until there is nothing left to do, to be killed on the way.

python -m tests.faults.keeping <url> <database> <minutes that the clock is ahead>
"""

import asyncio
import sys
from datetime import timedelta

from server.matches.host import utc_now
from server.stats.keeper import Keeper
from server.store.mongo import MongoStore
from server.store.mongo_stats import MongoStats
from tests.store import toy


async def keep(url: str, database: str, minutes: int) -> None:
    """Fold in batches of two."""
    store = MongoStore(url, database, toy.rules_of)
    await store.open()
    stats = MongoStats(store)
    await stats.open()
    sys.stdout.write("keeping\n")
    sys.stdout.flush()
    ahead = timedelta(minutes=minutes)
    await Keeper(store, stats, {}, f"srv_{minutes}", lambda: utc_now() + ahead, batch=2).keep_up()


if __name__ == "__main__":
    asyncio.run(keep(sys.argv[1], sys.argv[2], int(sys.argv[3])))
