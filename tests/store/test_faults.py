"""The database is killed under a store: nothing acknowledged is lost, nothing is doubled, every wait ends."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path
from typing import Any, cast

import pytest

from server.matches.records import Ply
from server.matches.store import StoreUnavailable
from server.store.embedded import EmbeddedDatabase
from server.store.mongo import MongoStore
from tests.store import toy
from tests.store.test_stores import taken

pytestmark = pytest.mark.faults

MATCHES, PLIES = 50, 40
DEADLINE = 40.0


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[EmbeddedDatabase]:
    async with EmbeddedDatabase(tmp_path / "data") as database:
        yield database


@pytest.fixture
async def store(database: EmbeddedDatabase) -> AsyncIterator[MongoStore]:
    store = MongoStore(database.url, "parlour", toy.rules_of, retry_for=30.0)
    await store.open()
    yield store
    await store.close()


def kill(database: EmbeddedDatabase) -> None:
    assert database.pid is not None
    os.kill(database.pid, signal.SIGKILL)


async def test_no_acknowledged_ply_is_lost_or_doubled_by_kill_9(database: EmbeddedDatabase, store: MongoStore) -> None:
    acknowledged: list[Ply] = []
    killed: list[int | None] = []

    async def write(match: int) -> None:
        for number in range(1, PLIES + 1):
            ply = toy.play(number, match=match)
            await store.append(ply)
            acknowledged.append(ply)
            if len(acknowledged) == MATCHES * PLIES // 2:
                killed.append(database.pid)
                kill(database)

    for match in range(MATCHES):
        await store.add_match(toy.new_match(match))
    async with asyncio.timeout(DEADLINE):
        await asyncio.gather(*(write(match) for match in range(MATCHES)))

    assert len(acknowledged) == 2000
    assert killed != [database.pid]
    for match in range(MATCHES):
        wanted = [toy.play(number, match=match) for number in range(1, PLIES + 1)]
        assert await store.plies(f"mat_{match:04d}") == wanted
    async with aclosing(cast(Any, store.watch())) as watch:
        heard = [await anext(watch) for _ in range(2000)]
    assert sorted(ply.match + str(ply.number) for ply in heard) == sorted(
        ply.match + str(ply.number) for ply in acknowledged
    )


async def test_a_watch_resumes_after_the_database_was_killed(database: EmbeddedDatabase, store: MongoStore) -> None:
    await store.add_match(toy.new_match())
    plies = [toy.play(number) for number in range(1, 21)]

    async with aclosing(cast(Any, store.watch())) as watch:
        for ply in plies[:10]:
            await store.append(ply)
        assert await taken(watch, 5) == plies[:5]
        kill(database)
        for ply in plies[10:]:
            await store.append(ply)
        async with asyncio.timeout(DEADLINE):
            assert [await anext(watch) for _ in range(15)] == plies[5:]


async def test_without_a_database_every_call_ends_and_says_so(tmp_path: Path) -> None:
    async with EmbeddedDatabase(tmp_path / "data") as database:
        store = MongoStore(database.url, "parlour", toy.rules_of, retry_for=0.5, selection_timeout=0.5)
        await store.open()
        await store.add_match(toy.new_match())
    begun = time.monotonic()

    calls = (store.append(toy.play(1)), store.match("mat_0001"), store.checkpoint(toy.running_match()), store.ping())
    results = await asyncio.gather(*calls, return_exceptions=True)

    assert [type(result) for result in results] == [StoreUnavailable] * 4
    assert time.monotonic() - begun < 5.0
    await store.close()


async def test_a_store_is_of_use_again_when_the_database_is_back(database: EmbeddedDatabase, store: MongoStore) -> None:
    await store.add_match(toy.new_match())
    kill(database)

    await store.append(toy.play(1))

    assert await store.match("mat_0001") == toy.new_match()
    assert await store.plies("mat_0001") == [toy.play(1)]
    await store.ping()
