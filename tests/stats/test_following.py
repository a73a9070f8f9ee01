"""Results as they happen: without a gap or a repetition, from any number on, of one event or of all."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any, cast

import pytest

from server.games.engine import replace
from server.matches.feed import Closing
from server.matches.revocation import Revocation, Revoked
from server.stats.following import Following
from server.stats.records import Entry
from server.store.memory import MemoryStore
from server.store.memory_stats import MemoryStats
from tests.stats.made import ending

DEADLINE = 10.0


async def counted(store: MemoryStats, *matches: tuple[str, str | None]) -> None:
    """Let matches of events end and be counted."""
    for match, event in matches:
        await store.enter(ending(match, event))
    progress = await store.progress()
    current = replace(progress.current, folded=await store.last_entry())
    assert await store.advance(progress, replace(progress, current=current))


async def taken(entries: AsyncIterator[Entry], count: int) -> list[int]:
    async with asyncio.timeout(DEADLINE):
        return [(await anext(entries)).seq for _ in range(count)]


@pytest.fixture
async def store() -> MemoryStats:
    store = MemoryStats(MemoryStore())
    await counted(store, ("mat_1", None), ("mat_2", "evt_1"), ("mat_3", None))
    return store


@pytest.fixture
async def following(store: MemoryStats) -> AsyncIterator[Following]:
    following = Following(store, pause=0.001)
    following.start()
    yield following
    await following.stop()


async def test_a_follower_reads_on_from_the_number_it_names(store: MemoryStats, following: Following) -> None:
    async with aclosing(cast(Any, following.entries(after=1))) as entries:
        assert await taken(entries, 2) == [2, 3]

        await counted(store, ("mat_4", None), ("mat_5", "evt_1"))

        assert await taken(entries, 2) == [4, 5]


async def test_a_follower_without_a_number_hears_what_is_new(store: MemoryStats, following: Following) -> None:
    async with aclosing(cast(Any, following.entries())) as entries:
        first = asyncio.create_task(taken(entries, 1))
        await asyncio.sleep(0.01)

        await counted(store, ("mat_4", None))

        assert await first == [4]


async def test_a_follower_of_an_event_hears_of_no_other(store: MemoryStats, following: Following) -> None:
    async with aclosing(cast(Any, following.entries(after=0, event="evt_1"))) as entries:
        assert await taken(entries, 1) == [2]

        await counted(store, ("mat_4", None), ("mat_5", "evt_2"), ("mat_6", "evt_1"))

        assert await taken(entries, 1) == [6]


async def test_what_is_not_counted_yet_is_not_told(store: MemoryStats, following: Following) -> None:
    await store.enter(ending("mat_4"))
    async with aclosing(cast(Any, following.entries(after=2))) as entries:
        assert await taken(entries, 1) == [3]
        later = asyncio.create_task(taken(entries, 2))
        await asyncio.sleep(0.02)
        assert not later.done()

        await counted(store, ("mat_5", None))

        assert await later == [4, 5]


async def test_every_follower_hears_everything(store: MemoryStats, following: Following) -> None:
    async def follow(after: int) -> list[int]:
        async with aclosing(cast(Any, following.entries(after=after))) as entries:
            return await taken(entries, 9 - after)

    followers = [asyncio.create_task(follow(after)) for after in (0, 1, 2, 3)]
    for number in range(4, 10):
        await asyncio.sleep(0.003)
        await counted(store, (f"mat_{number}", None))

    assert await asyncio.gather(*followers) == [list(range(after + 1, 10)) for after in (0, 1, 2, 3)]


async def test_a_follower_whose_token_is_revoked_hears_no_more_and_others_do(
    store: MemoryStats, following: Following
) -> None:
    revocation = Revocation()
    theirs, others = following.entries(after=2, revocation=revocation), following.entries(after=2)
    assert await taken(theirs, 1) == await taken(others, 1) == [3]
    waiting = asyncio.ensure_future(anext(theirs))
    await asyncio.sleep(0.01)

    revocation.come()
    await counted(store, ("mat_4", None))

    with pytest.raises(Revoked):
        await waiting
    assert await taken(others, 1) == [4]


async def test_who_begins_to_follow_with_a_token_just_revoked_does_not_wait(following: Following) -> None:
    others = asyncio.ensure_future(anext(following.entries(after=3)))
    await asyncio.sleep(0.02)  # by now all news are known
    revocation = Revocation()
    revocation.come()

    with pytest.raises(Revoked):
        await asyncio.wait_for(anext(following.entries(after=3, revocation=revocation)), DEADLINE)
    assert not others.done()
    others.cancel()


async def test_followers_are_told_when_the_server_stops(store: MemoryStats) -> None:
    following = Following(store, pause=0.001)
    following.start()
    entries = following.entries(after=3)
    waiting = asyncio.ensure_future(anext(entries))
    await asyncio.sleep(0.01)

    await following.stop()

    with pytest.raises(Closing):
        await waiting
