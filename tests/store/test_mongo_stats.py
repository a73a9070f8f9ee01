"""What is MongoDB's own in statistics: the commands sent, and how little is read however much there is."""

from typing import Any

import msgspec
import pytest
from pymongo import WriteConcern

from server.games.engine import replace
from server.stats import keys
from server.stats.boards import decoded
from server.stats.keeper import Keeper, with_next
from server.stats.readings import Readings
from server.stats.records import Build, OperatorEvent, Progress
from server.store.mongo import MongoStore
from server.store.mongo_stats import MongoStats, drops_at_once
from tests.stats.histories import History, plain
from tests.stats.made import NOON, ending, facts, row
from tests.store import toy
from tests.store.test_mongo import Commands, operators


async def use_everything(matches: MongoStore, stats: MongoStats) -> None:
    """Call every method of the store."""
    for number in (1, 2):
        await stats.enter(ending(f"mat_{number}", "evt_1"))
    await stats.enter(ending("mat_1"))
    await stats.last_entry()
    await stats.entries(0, 5)
    await stats.entries_of_match("mat_1")
    await stats.entries_of_event("evt_1", 0, 5)
    await stats.corrections()
    await stats.owed(5)
    await stats.settle("mat_1")
    await stats.keep_facts([facts(1, event="evt_1"), facts(2)])
    await stats.facts([1, 2])
    await stats.facts_of_match("mat_1")
    await stats.facts_of_player("ann", 0, 5)
    await stats.facts_of_event("evt_1", 0, 5)
    await stats.write_rows(1, [row("cells|a", "x", 1)], 0, ())
    await stats.write_rows(1, [row("cells|a", "x", 2), row("cells|a", "y", 2)], 1, {("cells|a", "x")})
    await stats.board(1, "cells|a")
    await stats.board(1, "cells|a", 1)
    await stats.rows(1, [("cells|a", "x")])
    progress = await stats.progress()
    await stats.advance(progress, with_next(progress, 0, derives=True))
    await stats.advance(progress, progress)
    await stats.delete_rows(2, [("cells|a", "x")])
    await stats.drop_rows(2)
    await stats.lease("srv_1", NOON, NOON)
    await stats.lease("srv_2", NOON, NOON)
    await stats.release("srv_2")
    await stats.add_event(OperatorEvent("evt_1", "Cup", "CODE", "plr_op", NOON))
    await stats.event("evt_1")
    await stats.event_by_code("CODE")
    await stats.events()


@pytest.fixture
async def commands(mongo_url: str, mongo_database: str) -> list[tuple[str, dict[str, Any]]]:
    """The commands that the whole use of statistics has sent."""
    listener = Commands()
    store = MongoStore(mongo_url, mongo_database, toy.rules_of, listeners=[listener])
    await store.open()
    stats = MongoStats(store)
    await stats.open()
    listener.sent.clear()
    await use_everything(store, stats)
    await store.close()
    return listener.sent


async def test_filters_are_flat_and_nothing_is_counted_sorted_or_found_and_modified(
    commands: list[tuple[str, dict[str, Any]]],
) -> None:
    names = {name for name, _ in commands}
    assert names >= {"insert", "update", "find", "drop"}
    assert names.isdisjoint({"findAndModify", "count", "distinct", "mapReduce"})
    for _, command in commands:
        assert {"$and", "$or", "$nor", "$where", "$expr", "$all"}.isdisjoint(operators(command))
        assert "sort" not in command


async def test_every_write_waits_until_it_is_durable(commands: list[tuple[str, dict[str, Any]]]) -> None:
    durable = WriteConcern(w="majority", j=True, wtimeout=10_000).document
    writes = [command for name, command in commands if name in ("insert", "update")]

    assert len(writes) >= 10
    assert [command["writeConcern"] for command in writes] == [durable] * len(writes)


async def test_an_id_that_is_no_text_finds_nothing(mongo_store: MongoStore) -> None:
    stats = MongoStats(mongo_store)
    await stats.open()
    given: Any = {"$ne": ""}

    for read in (stats.facts_of_match, stats.entries_of_match, stats.event, stats.event_by_code):
        with pytest.raises(TypeError):
            await read(given)


async def test_boards_kept_in_the_database_are_those_of_the_whole(mongo_store: MongoStore) -> None:
    """As in memory, also with a correction on the way and batches of a few."""
    history = History(11, 24)
    stats = MongoStats(mongo_store)
    await stats.open()
    await history.write(stats, 0, 24)

    await Keeper(mongo_store, stats, {}, "srv", lambda: NOON, batch=5).keep_up()

    progress = await stats.progress()
    expected = history.expected()
    found = await stats.rows(progress.current.generation, list(expected))
    assert {(one.board, one.key): plain(decoded(one)) for one in found} == expected
    whole = await Readings(stats).standing("plr_ann", "TWENTY")
    assert whole == expected.get((keys.standings("TWENTY"), "plr_ann"))
    assert (progress.current.folded, progress.next) == (24, None)


async def test_a_generation_begun_before_rows_had_a_collection_apart_stays_where_it_is(mongo_store: MongoStore) -> None:
    build = Build(4, 0, folded=9)
    await mongo_store.database["statistics"].insert_one(
        {"_id": "progress", "version": 7, "body": msgspec.json.encode(Progress(current=build, newest=5)).decode()}
    )
    pair = row("pairs|live|a|b", "TWENTY|*", 9)
    await mongo_store.database["boards_4"].insert_one({"_id": "pairs|live|a|b||TWENTY|*", "seq": 9, "body": "{}"})
    stats = MongoStats(mongo_store)
    await stats.open()
    again = MongoStats(mongo_store)
    await again.open()
    wanted = [("pairs|live|a|b", "TWENTY|*")]

    assert await stats.rows(4, wanted) == [pair]
    later = replace(pair, seq=10)
    await stats.write_rows(4, [later], above=9, there=wanted)
    assert await again.rows(4, wanted) == [later]
    await stats.write_rows(6, [pair], above=0, there=())
    assert await again.rows(6, wanted) == [pair]
    assert sorted(await mongo_store.database.list_collection_names(filter={"name": {"$regex": "_6$"}})) == ["rows_6"]


async def test_only_the_embedded_database_deletes_row_by_row_before_it_drops(mongo_store: MongoStore) -> None:
    stats = MongoStats(mongo_store)
    await stats.open()

    assert stats.drops_at_once is False
    assert drops_at_once({"version": "8.0.4", "versionArray": [8, 0, 4, 0], "ok": 1.0}) is True


async def test_the_last_entry_is_found_again_after_a_restart(mongo_store: MongoStore) -> None:
    stats = MongoStats(mongo_store)
    await stats.open()
    for number in range(1, 38):
        await stats.enter(ending(f"mat_{number}"))

    restarted = MongoStats(mongo_store)
    await restarted.open()

    assert await restarted.last_entry() == 37
    assert (await restarted.enter(ending("mat_38"))).seq == 38
    assert await stats.last_entry() == 38
