"""What every store of statistics does: one suite for the memory and for MongoDB."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import NamedTuple

import pytest

from server.games.engine import replace
from server.matches.records import Status
from server.matches.store import CodeTaken, Store
from server.stats.records import Build, Correction, CorrectionKind, Entry, OperatorEvent, Progress
from server.stats.store import StatsStore
from server.store.memory import MemoryStore
from server.store.memory_stats import MemoryStats
from server.store.mongo import MongoStore
from server.store.mongo_stats import MongoStats
from tests.stats.made import NOON, ending, facts, row, seat
from tests.store import toy


class Kept(NamedTuple):
    matches: Store
    stats: StatsStore


@pytest.fixture(params=["memory", "mongo"])
async def kept(request: pytest.FixtureRequest) -> AsyncIterator[Kept]:
    if request.param == "memory":
        memory = MemoryStore()
        yield Kept(memory, MemoryStats(memory))
        return
    url, database = request.getfixturevalue("mongo_url"), request.getfixturevalue("mongo_database")
    mongo = MongoStore(url, database, toy.rules_of, retry_for=5.0)
    await mongo.open()
    stats = MongoStats(mongo)
    await stats.open()
    yield Kept(mongo, stats)
    await mongo.close()


@pytest.fixture
def store(kept: Kept) -> StatsStore:
    return kept.stats


VOID = Correction("cor_1", "plr_op", "Played twice.", CorrectionKind.VOID)

# The ledger


async def test_entries_are_numbered_without_a_gap(store: StatsStore) -> None:
    entered = [await store.enter(ending(f"mat_{n}")) for n in range(1, 8)]

    assert [entry.seq for entry in entered] == [1, 2, 3, 4, 5, 6, 7]
    assert await store.last_entry() == 7
    assert await store.entries(2, 3) == [ending(f"mat_{n}", seq=n) for n in (3, 4, 5)]
    assert await store.entries(7, 10) == []


async def test_a_match_is_entered_once(store: StatsStore) -> None:
    await store.enter(ending("mat_1"))
    await store.enter(ending("mat_2"))

    again = await store.enter(replace(ending("mat_1"), at=NOON + timedelta(days=1)))

    assert again == ending("mat_1", seq=1)
    assert await store.last_entry() == 2


async def test_of_many_who_enter_at_once_each_gets_its_own_number(store: StatsStore) -> None:
    entered = await asyncio.gather(*(store.enter(ending(f"mat_{n % 10}")) for n in range(30)))

    assert sorted({entry.seq for entry in entered}) == list(range(1, 11))
    assert {entry.match for entry in await store.entries(0, 100)} == {f"mat_{n}" for n in range(10)}
    assert await store.last_entry() == 10


async def test_a_correction_is_entered_beside_the_ending_of_its_match(store: StatsStore) -> None:
    await store.enter(ending("mat_1", "evt_1"))
    await store.enter(ending("mat_2"))

    correction = await store.enter(ending("mat_1", "evt_1", correction=VOID))

    assert correction == Entry(3, "mat_1", "evt_1", NOON, VOID)
    assert await store.entries_of_match("mat_1") == [ending("mat_1", "evt_1", seq=1), correction]
    assert await store.corrections() == [correction]
    assert await store.enter(ending("mat_1", "evt_1", correction=VOID)) == correction


async def test_the_entries_of_an_event_are_read_on_from_any_number(store: StatsStore) -> None:
    for n in range(1, 11):
        await store.enter(ending(f"mat_{n}", "evt_1" if n % 3 == 0 else None))

    assert [entry.seq for entry in await store.entries_of_event("evt_1", 0, 10)] == [3, 6, 9]
    assert [entry.seq for entry in await store.entries_of_event("evt_1", 3, 1)] == [6]
    assert await store.entries_of_event("evt_2", 0, 10) == []


async def test_a_match_that_ended_is_owed_until_it_is_settled(kept: Kept) -> None:
    for number, status in enumerate(Status, start=1):
        await kept.matches.add_match(toy.new_match(number))
        match = toy.running_match(number, status=status)
        ended = status in (Status.FINISHED, Status.ABANDONED)
        await kept.matches.checkpoint(match if ended else replace(match, ended_at=None))
    await kept.matches.add_match(toy.new_match(9))
    await kept.matches.checkpoint(replace(toy.running_match(9, status=Status.ABANDONED), started_at=None))

    assert sorted(await kept.stats.owed(10)) == ["mat_0003", "mat_0004"]
    assert len(await kept.stats.owed(1)) == 1

    await kept.stats.settle("mat_0003")

    assert await kept.stats.owed(10) == ["mat_0004"]
    assert await kept.matches.match("mat_0003") == toy.running_match(3, status=Status.FINISHED)


# Facts


async def test_facts_are_found_by_number_match_player_and_event(store: StatsStore) -> None:
    one = facts(1, seat(0, "plr_ann", 1), seat(1, "plr_bob", 2), event="evt_1")
    two = facts(2, seat(0, "plr_bob", 1), seat(1, "bot:HARD", 2))
    five = facts(5, seat(0, "plr_ann", 1), seat(1, "plr_cat", 2), event="evt_1")
    for n in range(1, 6):
        await store.enter(ending(f"mat_{n}"))
    await store.keep_facts([one, two, five])

    assert await store.facts([5, 1, 3]) == [one, five]
    assert await store.facts_of_match("mat_2") == two
    assert await store.facts_of_match("mat_3") is None
    assert await store.facts_of_player("plr_ann", 0, 10) == [one, five]
    assert await store.facts_of_player("plr_bob", 1, 10) == [two]
    assert await store.facts_of_player("plr_ann", 0, 1) == [one]
    assert await store.facts_of_event("evt_1", 1, 10) == [five]


async def test_facts_take_the_place_of_those_kept_before(store: StatsStore) -> None:
    await store.keep_facts([facts(1), facts(2)])

    await store.keep_facts([facts(1, plies=99)])

    assert await store.facts([1, 2]) == [facts(1, plies=99), facts(2)]


# Rows


async def test_progress_changes_for_whoever_knows_how_it_stands(store: StatsStore) -> None:
    first = await store.progress()
    assert first == Progress()

    assert await store.advance(first, replace(first, current=Build(1, 0, folded=7))) is True
    assert await store.advance(first, replace(first, current=Build(1, 0, folded=9))) is False
    assert await store.progress() == Progress(version=1, current=Build(1, 0, folded=7))


async def test_of_many_who_change_the_progress_at_once_one_does(store: StatsStore) -> None:
    first = await store.progress()

    changed = await asyncio.gather(
        *(store.advance(first, replace(first, current=Build(1, 0, folded=n))) for n in range(8))
    )

    assert sorted(changed) == [False] * 7 + [True]
    assert (await store.progress()).current.folded == changed.index(True)


async def test_a_board_gives_what_was_written_after_a_number(store: StatsStore) -> None:
    await store.write_rows(
        1, [row("cells|a", "x", 5), row("cells|a", "y", 9), row("cells|b", "x", 9)], above=0, there=()
    )

    assert sorted(await store.board(1, "cells|a"), key=lambda row: row.key) == [
        row("cells|a", "x", 5),
        row("cells|a", "y", 9),
    ]
    assert await store.board(1, "cells|a", after=5) == [row("cells|a", "y", 9)]
    assert await store.board(1, "cells|c") == []
    assert await store.board(2, "cells|a") == []


async def test_single_rows_are_read_by_board_and_key(store: StatsStore) -> None:
    await store.write_rows(1, [row("cells|a", "x", 5), row("cells|a", "y", 9)], above=0, there=())

    assert await store.rows(1, [("cells|a", "y"), ("cells|a", "z"), ("cells|b", "x")]) == [row("cells|a", "y", 9)]


async def test_what_is_no_list_is_read_row_by_row(store: StatsStore) -> None:
    """Only cells, standings and questions are in the index by board."""
    await store.write_rows(1, [row("pairs|a", "x", 5)], above=0, there=())

    assert await store.board(1, "pairs|a") == []
    assert await store.rows(1, [("pairs|a", "x")]) == [row("pairs|a", "x", 5)]


async def test_a_row_that_a_batch_has_written_is_left_alone(store: StatsStore) -> None:
    await store.write_rows(1, [row("cells|a", "x", 5, "1"), row("cells|a", "y", 9, "1")], above=0, there=())

    again = [row("cells|a", "x", 9, "2"), row("cells|a", "y", 9, "2"), row("cells|a", "z", 9, "2")]
    await store.write_rows(1, again, above=5, there={("cells|a", "x"), ("cells|a", "y")})

    found = {row.key: (row.seq, row.body) for row in await store.board(1, "cells|a")}
    assert found == {"x": (9, "2"), "y": (9, "1"), "z": (9, "2")}


async def test_a_row_that_another_keeper_has_just_written_is_left_alone(store: StatsStore) -> None:
    await store.write_rows(1, [row("cells|a", "x", 5, "1")], above=0, there=())

    await store.write_rows(1, [row("cells|a", "x", 5, "2"), row("cells|a", "y", 5, "2")], above=0, there=())

    assert {row.key: row.body for row in await store.board(1, "cells|a")} == {"x": "1", "y": "2"}


async def test_rows_of_one_generation_are_deleted_by_name(store: StatsStore) -> None:
    kept = [row("cells|a", "x", 5), row("cells|a", "y", 5), row("pairs|a", "x", 5)]
    await store.write_rows(1, kept, above=0, there=())
    await store.write_rows(2, kept, above=0, there=())

    await store.delete_rows(1, [("cells|a", "x"), ("pairs|a", "x"), ("pairs|a", "gone")])

    ids = [(one.board, one.key) for one in kept]
    assert await store.rows(1, ids) == [kept[1]]
    assert await store.board(1, "cells|a") == [kept[1]]
    assert len(await store.rows(2, ids)) == 3


async def test_a_generation_is_dropped_as_a_whole(store: StatsStore) -> None:
    await store.write_rows(1, [row("cells|a", "x", 5)], above=0, there=())
    await store.write_rows(2, [row("cells|a", "x", 6)], above=0, there=())

    await store.drop_rows(1)

    assert await store.board(1, "cells|a") == []
    assert await store.board(2, "cells|a") == [row("cells|a", "x", 6)]


# One at a time


async def test_one_keeper_has_the_lease_until_it_runs_out(store: StatsStore) -> None:
    later = NOON + timedelta(seconds=30)

    assert await store.lease("srv_1", NOON, later) is True
    assert await store.lease("srv_2", NOON + timedelta(seconds=29), later + timedelta(days=1)) is False
    assert await store.lease("srv_1", NOON + timedelta(seconds=20), NOON + timedelta(seconds=50)) is True
    assert await store.lease("srv_2", NOON + timedelta(seconds=49), NOON + timedelta(seconds=80)) is False
    assert await store.lease("srv_2", NOON + timedelta(seconds=50), NOON + timedelta(seconds=80)) is True
    assert await store.lease("srv_1", NOON + timedelta(seconds=51), NOON + timedelta(seconds=81)) is False


async def test_a_lease_given_back_is_anybodys(store: StatsStore) -> None:
    await store.lease("srv_1", NOON, NOON + timedelta(seconds=30))

    await store.release("srv_2")
    assert await store.lease("srv_2", NOON, NOON + timedelta(seconds=30)) is False

    await store.release("srv_1")
    assert await store.lease("srv_2", NOON, NOON + timedelta(seconds=30)) is True


# Operators' events


async def test_events_are_found_by_id_and_code(store: StatsStore) -> None:
    cup = OperatorEvent("evt_1", "Winter Cup", "WINTER", "plr_op", NOON)
    league = OperatorEvent("evt_0", "League night", "LEAGUE", "plr_op", NOON + timedelta(days=1))
    await store.add_event(league)
    await store.add_event(cup)

    assert await store.event("evt_1") == cup
    assert await store.event("evt_2") is None
    assert await store.event_by_code("LEAGUE") == league
    assert await store.event_by_code("NONE") is None
    assert await store.events() == [cup, league]


async def test_a_code_belongs_to_one_event(store: StatsStore) -> None:
    cup = OperatorEvent("evt_1", "Winter Cup", "WINTER", "plr_op", NOON)
    await store.add_event(cup)

    with pytest.raises(CodeTaken):
        await store.add_event(replace(cup, id="evt_2"))

    assert await store.events() == [cup]
