"""Everything that ended is counted once: whatever is cut off, whoever takes over, however often it is done again."""

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.stats.keeper import Keeper, ask_for_rebuild
from server.stats.records import Cell, Progress
from server.store.memory import MemoryStore
from server.store.memory_stats import MemoryStats
from tests.stats.histories import History, rows_in
from tests.stats.made import NOON, ending

WRITES = ("advance", "write_rows", "keep_facts", "delete_rows", "drop_rows")


class Cut(Exception):
    """The server has been killed."""


class Mortal:
    """A store whose server is killed before, or just after, one of its writes; half of the rows may be written."""

    def __init__(self, store: MemoryStats, rng: Random, deadliness: float) -> None:
        self._store = store
        self._rng = rng
        self._deadliness = deadliness

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._store, name)
        return self._deadly(name, method) if name in WRITES else method

    def _deadly(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        async def called(*args: Any, **given: Any) -> Any:
            await asyncio.sleep(0)
            fate = self._rng.random() / self._deadliness
            if fate < 0.4:
                raise Cut
            if fate < 0.7 and name == "write_rows":
                generation, rows = args
                some = self._rng.sample(list(rows), len(rows) // 2)
                await method(generation, some, **given)
                raise Cut
            result = await method(*args, **given)
            if fate < 1:
                raise Cut
            return result

        return called


class Clock:
    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


def keeper_on(store: Any, owner: str, clock: Clock, batch: int) -> Keeper:
    """Return a keeper that has the facts of two matches in memory, so that batches are folded in slices."""
    return Keeper(MemoryStore(), store, {}, owner, clock, batch, facts_at_once=2)


async def kept_up(store: MemoryStats, batch: int = 3) -> Progress:
    """Fold all there is, as a server nobody kills would; return the progress."""
    clock = Clock()
    clock.now += timedelta(days=1)
    await keeper_on(store, "srv_last", clock, batch).keep_up()
    progress = await store.progress()
    assert (progress.next, progress.dropped) == (None, ())
    return progress


async def written(history: History, drops_at_once: bool = False) -> MemoryStats:
    store = MemoryStats(MemoryStore(), drops_at_once)
    await history.write(store, 0, len(history.entries))
    return store


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10**6), batch=st.integers(1, 12))
async def test_however_the_ledger_is_cut_into_batches_the_boards_are_the_same(seed: int, batch: int) -> None:
    history = History(seed, 25)
    store = await written(history)

    progress = await kept_up(store, batch)

    assert rows_in(store, progress.current.generation) == history.expected()
    assert progress.current.folded == 25


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6), deadliness=st.sampled_from((0.05, 0.2, 0.5)), drops_at_once=st.booleans())
async def test_servers_killed_anywhere_lose_nothing_and_count_nothing_twice(
    seed: int, deadliness: float, drops_at_once: bool
) -> None:
    history, rng, clock = History(seed, 20), Random(seed), Clock()
    store, entered = MemoryStats(MemoryStore(), drops_at_once), 0

    for life in range(60):
        if rng.random() < 0.6:
            upper = min(len(history.entries), entered + rng.randint(1, 4))
            await history.write(store, entered, upper)
            entered = upper
        if rng.random() < 0.05:
            await ask_for_rebuild(store)
        clock.now += timedelta(minutes=1)
        with suppress(Cut):
            await keeper_on(Mortal(store, rng, deadliness), f"srv_{life}", clock, rng.randint(1, 5)).keep_up()

    await history.write(store, entered, len(history.entries))
    progress = await kept_up(store)
    assert rows_in(store, progress.current.generation) == history.expected()


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10**6), drops_at_once=st.booleans())
async def test_two_keepers_that_both_believe_to_be_the_one_do_no_harm(seed: int, drops_at_once: bool) -> None:
    """A lease that ran out while a keeper was frozen, in the middle of a batch as well."""
    history, rng = History(seed, 20), Random(seed)
    store = await written(history, drops_at_once)

    async def keep(owner: str) -> None:
        keeper = keeper_on(Slow(store, rng), owner, Clock(), 4)
        for _ in range(60):
            await keeper.fold()

    await asyncio.gather(keep("srv_1"), keep("srv_2"), keep("srv_3"))

    progress = await kept_up(store)
    assert rows_in(store, progress.current.generation) == history.expected()


class Slow:
    """A store that lets others go first now and then, for a while."""

    def __init__(self, store: MemoryStats, rng: Random) -> None:
        self._store = store
        self._rng = rng

    @property
    def drops_at_once(self) -> bool:
        return self._store.drops_at_once

    def __getattr__(self, name: str) -> Any:
        async def called(*args: Any, **given: Any) -> Any:
            for _ in range(self._rng.choice((0, 0, 1, 3, 40))):
                await asyncio.sleep(0)
            return await getattr(self._store, name)(*args, **given)

        return called


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**6), length=st.integers(1, 25))
async def test_a_rebuild_gives_exactly_what_was_there(seed: int, length: int) -> None:
    history = History(seed, length)
    store = await written(history)
    before = await kept_up(store)
    rows = rows_in(store, before.current.generation)

    asked = await ask_for_rebuild(store)
    after = await kept_up(store, batch=7)

    assert after.current.generation == asked
    assert rows_in(store, asked) == rows
    assert rows_in(store, before.current.generation) == {}


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**6))
async def test_the_rows_of_a_generation_are_deleted_some_matches_at_a_time_before_it_is_dropped(seed: int) -> None:
    """The embedded database does nothing else while it drops: nothing may be left for it then."""
    history = History(seed, 25)
    kept = await written(history)
    await kept_up(kept)
    store = Counted(kept)

    asked = await ask_for_rebuild(kept)
    clock = Clock()
    clock.now += timedelta(days=2)
    await keeper_on(store, "srv_1", clock, 10).keep_up()

    assert ((await kept.progress()).current.generation, rows_in(kept, asked)) == (asked, history.expected())
    assert store.left == [0]


async def test_where_a_generation_can_be_dropped_at_once_no_row_of_it_is_deleted_before() -> None:
    history = History(4, 30)
    kept = MemoryStats(MemoryStore(), drops_at_once=True)
    await history.write(kept, 0, 30)
    await kept_up(kept)
    store, clock = Counted(kept), Clock()
    rows = len(rows_in(kept, (await kept.progress()).current.generation))

    asked = await ask_for_rebuild(kept)
    clock.now += timedelta(days=2)
    await keeper_on(store, "srv_1", clock, 1000).keep_up()

    assert rows_in(kept, asked) == history.expected()
    assert (store.calls["delete_rows"], store.left) == (0, [rows])


async def test_a_later_correction_is_built_before_the_rows_that_an_earlier_one_left_are_deleted() -> None:
    history = History(4, 60)
    first, second = [entry.seq for entry in history.entries if entry.correction is not None][:2]
    kept = MemoryStats(MemoryStore())
    await history.write(kept, 0, first - 1)
    await kept_up(kept)
    store = Counted(kept)
    keeper = keeper_on(store, "srv_1", Clock(), 1000)
    await history.write(kept, first - 1, first)
    while (await kept.progress()).current.generation == 1:
        await keeper.fold()

    await history.write(kept, first, second)
    while (await kept.progress()).current.generation == 2:
        await keeper.fold()

    assert (store.calls["delete_rows"], (await kept.progress()).dropped) == (0, (1, 2))
    assert rows_in(kept, 3) == history.expected(second)
    while await keeper.fold():
        pass
    assert (rows_in(kept, 1), rows_in(kept, 2), store.left) == ({}, {}, [0, 0])


async def test_generations_to_be_deleted_do_not_pile_up_however_often_one_is_built() -> None:
    history = History(4, 30)
    kept = await written(history)
    await kept_up(kept)
    store, most = Counted(kept), 0
    keeper = keeper_on(store, "srv_1", Clock(), 1000)

    for _ in range(8):
        asked = await ask_for_rebuild(kept)
        while (progress := await kept.progress()).current.generation < asked:
            most = max(most, len(progress.dropped))
            await keeper.fold()

    assert (most, len(store.left)) == (3, 5)
    assert rows_in(kept, asked) == history.expected()


async def test_the_next_keeper_goes_on_deleting_where_the_last_one_was_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.stats.keeper.CLEARED_AT_ONCE", 5)
    history = History(4, 30)
    kept = await written(history)
    generation = (await kept_up(kept)).current.generation
    asked = await ask_for_rebuild(kept)
    while (await kept.progress()).current.generation < asked:
        await keeper_on(kept, "srv_1", Clock(), 1000).fold()
    store, rows = Counted(kept), len(rows_in(kept, generation))

    left = []
    while (await kept.progress()).dropped:
        await keeper_on(store, "srv_new", Clock(), 1000).fold()
        left.append(len(rows_in(kept, generation)))

    assert (store.calls["delete_rows"], store.left) == (6, [0])
    assert rows > left[0] > left[1] > left[-1] == 0


async def test_a_keeper_with_nothing_to_do_writes_nothing_and_reads_no_corrections() -> None:
    history, clock = History(4, 30), Clock()
    store = Counted(await written(history))
    keeper = keeper_on(store, "srv_1", clock, 1000)
    await keeper.keep_up()
    store.calls.clear()

    for _ in range(3):
        clock.now += timedelta(seconds=1)
        assert await keeper.keep() is False

    assert store.calls == Counter(progress=3, last_entry=3)


async def test_a_keeper_renews_its_lease_before_it_runs_out() -> None:
    store, clock = await written(History(1, 5)), Clock()
    first, second = keeper_on(store, "srv_1", clock, 10), keeper_on(store, "srv_2", clock, 10)

    for _ in range(10):
        await first.keep()
        clock.now += timedelta(seconds=14)
        assert await second.keep() is False

    clock.now += timedelta(seconds=31)
    await store.enter(ending("mat_new"))
    assert await second.keep() is True


class Counted:
    """A store that counts what it is asked for, and the rows that are left when a generation is dropped."""

    def __init__(self, store: MemoryStats) -> None:
        self._store = store
        self.calls: Counter[str] = Counter()
        self.left: list[int] = []

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._store, name)
        self.calls[name] += callable(found)
        return found

    async def drop_rows(self, generation: int) -> None:
        self.left.append(len(self._store.every_row(generation)))
        await self._store.drop_rows(generation)


async def test_a_correction_builds_a_new_generation_while_the_old_one_is_read() -> None:
    history = History(4, 30)
    first = next(entry.seq for entry in history.entries if entry.correction is not None)
    store = MemoryStats(MemoryStore())
    await history.write(store, 0, first - 1)
    await kept_up(store)

    await history.write(store, first - 1, first)
    keeper = keeper_on(store, "srv_1", Clock(), 1000)
    seen = []
    while await keeper.fold():
        generation = (await store.progress()).current.generation
        seen.append((generation, rows_in(store, generation) == history.expected(first - 1)))

    assert seen[0] == (1, True)
    assert seen[-1] == (2, False)
    assert [generation for generation, _ in seen] == sorted(generation for generation, _ in seen)
    assert rows_in(store, 2) == history.expected(first)


async def test_only_the_holder_of_the_lease_folds() -> None:
    history = History(1, 5)
    store = await written(history)
    clock = Clock()
    assert await store.lease("srv_other", clock.now, clock.now + timedelta(seconds=30)) is True
    keeper = keeper_on(store, "srv_1", clock, 10)

    assert await keeper.keep() is False
    assert (await store.progress()).current.folded == 0

    clock.now += timedelta(seconds=31)
    assert await keeper.keep() is True


async def test_a_keeper_that_stops_gives_the_lease_to_the_next_one_at_once() -> None:
    store, clock = await written(History(1, 5)), Clock()
    first, second = keeper_on(store, "srv_1", clock, 10), keeper_on(store, "srv_2", clock, 10)
    await first.keep()
    assert await second.keep() is False

    await first.stop()

    assert await second.keep() is True


@pytest.mark.parametrize("seed", range(3))
async def test_the_whole_and_the_days_of_cells_agree(seed: int) -> None:
    history = History(seed, 40)
    cells = dict.fromkeys(("cells|all", "cells|2026-11"), 0)
    for (board, _), row in history.expected().items():
        if isinstance(row, Cell):
            cells[board] += row.matches

    assert cells == {"cells|all": len(history.facts), "cells|2026-11": len(history.facts)}
