"""A database filled in bulk is one that a server could have filled: logs that replay, facts that follow from them."""

from datetime import timedelta

import pytest

from server import decks
from server.filling import Filling, Wish
from server.games.registry import game
from server.matches.live import table_of
from server.matches.replay import faults
from server.stats.facts import facts_of
from server.stats.groups import MatchFilter
from server.stats.lists import LeaderboardOrder
from server.stats.readings import Readings
from server.store.mongo import MongoStore
from server.store.mongo_stats import MongoStats

DECKS = decks.load()
TWENTY = game("TWENTY")
WISH = Wish(TWENTY, DECKS["twenty"][0], TWENTY.rules.Options(target=50), 3, 24, "seed", distinct=3, players=8, days=30)


@pytest.fixture
async def kept(mongo_store: MongoStore) -> MongoStats:
    kept = MongoStats(mongo_store)
    await kept.open()
    return kept


async def test_every_match_written_replays_and_has_the_facts_of_its_log(
    mongo_store: MongoStore, kept: MongoStats
) -> None:
    plies = await Filling(mongo_store, kept, WISH).fill()

    entries = await kept.entries(0, 100)
    assert [entry.seq for entry in entries] == list(range(1, 25))
    found = 0
    for entry in entries[:6]:
        created, ended = await mongo_store.created(entry.match), await mongo_store.match(entry.match)
        assert created is not None
        assert ended is not None
        log = await mongo_store.plies(entry.match)
        table = table_of(created.setup, DECKS)
        assert faults(created, log, ended, table) == []
        assert await kept.facts([entry.seq]) == [facts_of(created, log, table, TWENTY.facts, entry.seq)]
        found += len(log)
    assert 0 < found < plies
    assert await kept.owed(10) == []


async def test_its_boards_count_every_match_and_the_players_are_there(
    mongo_store: MongoStore, kept: MongoStats
) -> None:
    filling = Filling(mongo_store, kept, WISH)
    await filling.fill()
    await filling.fold()

    (stats,) = await Readings(kept).match_stats(MatchFilter())
    leaderboard = await Readings(kept).leaderboard("TWENTY", LeaderboardOrder.RATING)
    rows = [ranked.row for ranked in leaderboard.page(10).rows]
    assert stats.matches == 24
    assert sum(row.played for row in rows) == 24 * 3
    assert len(await mongo_store.players([row.player for row in rows])) == len(rows) == 8


async def test_lists_begin_with_the_first_match_written(mongo_store: MongoStore, kept: MongoStats) -> None:
    """A list is read from where it is known to begin: matches from before that are read all at once."""
    (before,) = [mark["at"] for mark in await mongo_store.database["marks"].find({"_id": "began"}).to_list(None)]
    for days in (30, 3):
        await Filling(mongo_store, kept, WISH._replace(days=days, matches=5)).fill()

    (after,) = [mark["at"] for mark in await mongo_store.database["marks"].find({"_id": "began"}).to_list(None)]
    first = await mongo_store.match((await kept.entries(0, 1))[0].match)
    assert first is not None
    assert timedelta(days=29) < before - after < timedelta(days=30)
    assert after <= first.setup.created_at


async def test_filling_again_adds_to_what_is_there(mongo_store: MongoStore, kept: MongoStats) -> None:
    for _ in range(2):
        await Filling(mongo_store, kept, WISH._replace(matches=5)).fill()

    assert await kept.last_entry() == 10
    assert len({entry.match for entry in await kept.entries(0, 20)}) == 10
