"""Counting long lists: in commands that end soon, one at a time, and not again as long as the number stands."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from server.matches.store import MatchQuery, StoreUnavailable
from server.store.codec import instant
from server.store.counting import Counting

DAY = timedelta(days=1)


class Database:
    """A database that counts `speed` matches a second, and has a match created every `apart`."""

    def __init__(self, matches: int, apart: timedelta, speed: float = 4_000.0) -> None:
        now = datetime.now(UTC)
        self.created = [instant(now - number * apart - timedelta(seconds=1)) for number in range(matches)]
        self.began = now - matches * apart - timedelta(seconds=2)
        self.speed = speed
        self.seconds = 0.0
        self.took: list[float] = []
        self.at_once = 0

    async def count_within(self, query: MatchQuery, window: dict[str, Any]) -> int:
        assert self.at_once == 0
        self.at_once += 1
        await asyncio.sleep(0)
        self.at_once -= 1
        bounds: dict[str, str] = window.get("key", {})
        low, high = bounds.get("$gte", ""), bounds.get("$lt", "z")
        found = sum(low <= created < high for created in self.created)
        self.took.append(0.001 + found / self.speed)
        self.seconds += self.took[-1]
        return found

    def counting(self) -> Counting:
        return Counting(self.count_within, self.began, lambda: self.seconds)


@pytest.mark.parametrize("apart", [timedelta(seconds=1), timedelta(minutes=5), timedelta(days=3)])
@pytest.mark.parametrize("matches", [0, 1, 5_000])
async def test_every_match_is_counted_once(matches: int, apart: timedelta) -> None:
    database = Database(matches, apart)
    assert await database.counting().of(MatchQuery()) == matches


async def test_a_small_list_takes_one_command_and_is_counted_anew_each_time() -> None:
    database = Database(20, timedelta(minutes=1))
    counting = database.counting()

    assert await counting.of(MatchQuery()) == 20
    database.created.append(database.created[0])
    assert await counting.of(MatchQuery()) == 21
    assert len(database.took) == 2


async def test_a_long_list_is_counted_in_commands_that_end_soon() -> None:
    database = Database(30_000, timedelta(minutes=15), speed=1_000.0)

    assert await database.counting().of(MatchQuery()) == 30_000

    assert database.seconds > 30
    assert max(database.took) < 5


async def test_who_waits_while_the_database_fails_hears_of_it_at_once() -> None:
    database = Database(5, DAY)
    tries = 0

    async def fail(query: MatchQuery, window: dict[str, Any]) -> int:
        nonlocal tries
        tries += 1
        await asyncio.sleep(0)
        database.seconds += 3.0
        raise StoreUnavailable("The database cannot be reached.")

    counting = Counting(fail, database.began, lambda: database.seconds)
    answers = await asyncio.gather(*(counting.of(MatchQuery()) for _ in range(100)), return_exceptions=True)
    assert [str(answer) for answer in answers] == ["The database cannot be reached."] * 100
    assert tries == 1

    with pytest.raises(StoreUnavailable):
        await counting.of(MatchQuery())
    assert tries == 2


async def test_the_matches_of_one_player_are_counted_while_a_long_list_is() -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def count_within(query: MatchQuery, window: dict[str, Any]) -> int:
        if query.player is None:
            begun.set()
            await go_on.wait()
        return 1

    counting = Counting(count_within, datetime.now(UTC))
    long = asyncio.create_task(counting.of(MatchQuery()))
    await begun.wait()
    assert await asyncio.wait_for(counting.of(MatchQuery(player="plr_ann")), 30.0) == 1
    assert not long.done()
    go_on.set()
    assert await long == 1


async def test_many_who_ask_for_a_long_list_have_it_counted_once_and_the_number_stands_for_a_while() -> None:
    database = Database(8_000, timedelta(minutes=10))
    counting, other = database.counting(), MatchQuery(game="TWENTY")

    assert await asyncio.gather(*(counting.of(query) for query in [MatchQuery(), other] * 50)) == [8_000] * 100
    commands, seconds = len(database.took), database.seconds
    assert seconds < 2 * (8_000 / database.speed + 0.1)

    database.created.append(database.created[0])
    assert await counting.of(other) == 8_000
    assert len(database.took) == commands
    database.seconds += 20 * seconds
    assert await counting.of(other) == 8_001
