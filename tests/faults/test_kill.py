"""Kill -9 of the server and of the database, again and again in the middle of play: nothing told is lost or doubled."""

import asyncio
import os
import random
import signal
from pathlib import Path
from typing import Any

import pytest

from server.app import rules_of
from server.store.embedded import EmbeddedDatabase
from server.store.mongo import MongoStore
from tests.api.parlour import Person
from tests.faults.conftest import Clients, NewProgram
from tests.faults.processes import Program, database_pid, figures, ran, until
from tests.faults.witness import Told, changed, check_against_log, check_against_store, log_of, play_on, wished

pytestmark = pytest.mark.faults

TABLES = 8
REPLAYED_AT_ONCE = 50
KILLS = 10
"""Of the server, and again of the database."""
MOVES_BETWEEN = range(5, 30)
"""How many moves are acknowledged between two kills, at the least."""


class Evening:
    """Two players and a bot at each of several tables, one match after another, for as long as it lasts."""

    def __init__(self, ann: Person, bob: Person, rng: random.Random) -> None:
        self._people = (ann, bob)
        self._rng = rng
        self.told: dict[str, tuple[Told, Told]] = {}

    @property
    def moves(self) -> int:
        """How many moves have been acknowledged."""
        return sum(len(one.acknowledged) for both in self.told.values() for one in both)

    async def table(self, name: str) -> None:
        """Play at one table."""
        number = 0
        while True:
            match = await self._seated(f"{name} {number}")
            told = self.told[match["id"]] = Told(match["id"]), Told(match["id"])
            await asyncio.gather(*map(play_on, self._people, told, (self._rng, self._rng)))
            number += 1

    async def _seated(self, request: str) -> Any:
        ann, bob = self._people
        options = {"twenty": {"turnSeconds": 600, "target": 300}}
        given: dict[str, Any] = {"options": options, "seats": 3, "startWhenFull": True, "requestId": request}
        match = await changed(ann, "createMatch", "CreateMatchInput", **given)
        await changed(bob, "joinMatch", "JoinMatchInput", by={"id": match["id"]})
        await wished(ann, "addBot", "AddBotInput", matchId=match["id"])  # sent again, it may find the table full
        return match


async def kill_server(server: Program, _: Path) -> None:
    server.kill()
    server.launch()
    await server.ready()


async def kill_database(_: Program, data_dir: Path) -> None:
    pid = database_pid(data_dir)
    os.kill(pid, signal.SIGKILL)
    await until(lambda: database_pid(data_dir) != pid)


async def kill_again_and_again(server: Program, data_dir: Path, evening: Evening, rng: random.Random) -> None:
    kills = [kill_server, kill_database] * KILLS
    for kill in kills:
        enough = evening.moves + rng.choice(MOVES_BETWEEN)
        await until(lambda: evening.moves >= enough)  # noqa: B023 - waited for in the same turn of the loop
        await asyncio.sleep(rng.random() / 20)
        await kill(server, data_dir)
    enough = evening.moves + len(MOVES_BETWEEN)
    await until(lambda: evening.moves >= enough)


async def test_kill_9_in_the_middle_of_play_loses_and_doubles_nothing(
    tmp_path: Path, program: NewProgram, clients: Clients
) -> None:
    data_dir = tmp_path / "data"
    server = program(DATA_DIR=data_dir)
    server.launch()
    await server.ready()
    ann, bob = await clients.person(server, "Ann"), await clients.person(server, "Bob")
    rng = random.Random("kill")
    evening = Evening(ann, bob, rng)

    tables = [asyncio.create_task(evening.table(f"Table {number}")) for number in range(TABLES)]
    killing = asyncio.create_task(kill_again_and_again(server, data_dir, evening, rng))
    done, _ = await asyncio.wait([killing, *tables], return_when=asyncio.FIRST_COMPLETED)
    for table in tables:
        table.cancel()
    await asyncio.gather(*tables, return_exceptions=True)
    assert done == {killing}
    await killing

    assert len(evening.told) >= TABLES
    for match_id, told in evening.told.items():
        log = await log_of(ann, match_id)
        for one in told:
            check_against_log(one, log)
    assert await server.ended() == 0
    await check_in_database(data_dir, evening)
    again = sum(one.duplicates for both in evening.told.values() for one in both)
    figures.info("%d matches, %d moves acknowledged, %d of them sent again", len(evening.told), evening.moves, again)


async def check_in_database(data_dir: Path, evening: Evening) -> None:
    async with EmbeddedDatabase(data_dir) as database:
        store = MongoStore(database.url, "parlour", rules_of)
        await store.open()
        for match_id, told in evening.told.items():
            await check_against_store(store, match_id, told)
        await store.close()
        match_ids = list(evening.told)
        for start in range(0, len(match_ids), REPLAYED_AT_ONCE):
            some = match_ids[start : start + REPLAYED_AT_ONCE]
            replayed = await asyncio.to_thread(ran, "replay", *some, MONGODB_URL=database.url)
            assert (replayed.returncode, replayed.stderr) == (0, "")
            assert replayed.stdout.count("every event and state as recorded") == len(some)
