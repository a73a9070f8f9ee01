"""Walks through 50,000 results while matches end: what was there at the beginning is met once each."""

import json
from collections import Counter
from collections.abc import Iterable

from server.games.engine import replace
from server.stats import keys
from server.stats.boards import stored
from server.stats.exports import Exports, wish
from server.stats.lists import LeaderboardOrder, Placing, Ranking
from server.stats.readings import Readings
from server.stats.records import Standing
from server.stats.sheets import Format
from server.stats.tables import Table
from server.stats.texts import QuestionTexts
from server.store.memory import MemoryStore
from server.store.memory_stats import MemoryStats
from tests.stats.made import facts, seat

OLD = 50_000
PAGE = 100
OFTEN = 50
"""Pages between batches of new results."""


class World:
    """Statistics in memory, as a keeper would have written them."""

    def __init__(self) -> None:
        self.store = MemoryStats(MemoryStore())
        self.counted = 0

    async def count(self, players: Iterable[str], seq: int) -> None:
        """Count a match won by each of some players who are new, as one batch that ends at a number."""
        board = keys.standings("TWENTY")
        rows = [stored((board, player), Standing(player, played=1, won=seq % 3), seq) for player in players]
        await self.store.write_rows(1, rows, above=self.counted, there=())
        await self._counted(seq)

    async def end(self, first: int, last: int) -> None:
        """Count matches of two."""
        await self.store.keep_facts(
            [facts(seq, seat(0, f"plr_{seq}a", 1, 5), seat(1, f"plr_{seq}b", 2, 60)) for seq in range(first, last + 1)]
        )
        await self._counted(last)

    async def _counted(self, seq: int) -> None:
        progress = await self.store.progress()
        await self.store.advance(progress, replace(progress, current=replace(progress.current, folded=seq)))
        self.counted = seq


async def test_walking_50_000_players_while_new_ones_arrive_meets_each_old_one_once() -> None:
    world, met, place = World(), Counter[str](), None
    readings = Readings(world.store)
    old = [f"plr_{number}" for number in range(OLD)]
    for seq, start in enumerate(range(0, OLD, 10_000), start=1):
        await world.count(old[start : start + 10_000], seq)

    pages = 0
    while (page := (await leaders(readings)).page(PAGE, after=place)).rows:
        met.update(ranked.row.player for ranked in page.rows)
        place, pages = page.rows[-1].place, pages + 1
        if pages % OFTEN == 0:
            await world.count((f"new_{pages}_{number}" for number in range(40)), world.counted + 1)

    assert {player: met[player] for player in old} == dict.fromkeys(old, 1)
    assert max(met.values()) == 1
    assert (world.counted, len(await leaders(readings))) == (15, OLD + 10 * 40)


async def leaders(readings: Readings) -> Ranking[Placing]:
    return await readings.leaderboard("TWENTY", LeaderboardOrder.WINS)


async def test_an_export_of_50_000_results_has_each_once_whatever_ends_meanwhile() -> None:
    world = World()
    await world.end(1, OLD // 2)
    exports, asked = Exports(MemoryStore(), world.store, QuestionTexts({})), wish(Table.RESULTS, Format.NDJSON, {})
    at, met = await exports.snapshot(asked), Counter[tuple[int, int]]()

    async for piece in exports.text(asked, at):
        for line in piece.splitlines():
            row = json.loads(line)
            met[row["seq"], row["seat"]] += 1
        if piece:
            await world.end(world.counted + 1, world.counted + 2)

    assert met == Counter((seq, number) for seq in range(1, OLD // 2 + 1) for number in (0, 1))
    assert world.counted == OLD // 2 + 2 * (OLD // 2 // 20)
