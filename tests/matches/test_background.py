"""Background work outlives what it meets."""

import asyncio

import pytest

from server.matches.background import kept_going
from server.matches.host import Host
from server.matches.outages import Outages
from server.matches.records import Match
from server.matches.store import StoreUnavailable
from server.store.memory import MemoryStore
from tests.matches.conftest import StartHost
from tests.matches.tables import ANN, BOB, Timepiece, started
from tests.matches.test_host import agree, draw_for, draws, until


class Moody:
    """Work that fails in every way first; the last turn waits for ever."""

    def __init__(self, *moods: Exception | None) -> None:
        self.moods = list(moods)
        self.is_done = asyncio.Event()

    async def __call__(self) -> None:
        if not self.moods:
            self.is_done.set()
            await asyncio.Event().wait()
        if (mood := self.moods.pop(0)) is not None:
            raise mood


@pytest.mark.parametrize("mood", [StoreUnavailable("away"), KeyError("a bug"), RuntimeError("disk full"), None])
async def test_no_fault_of_one_turn_ends_background_work(mood: Exception | None) -> None:
    work = Moody(mood, None, mood)

    going = asyncio.create_task(kept_going("moody", work, pause=0.0))
    await asyncio.wait_for(work.is_done.wait(), 30.0)

    assert not going.done()
    going.cancel()
    await asyncio.gather(going, return_exceptions=True)


async def test_checkpoints_go_on_after_an_unexpected_fault(
    start_host: StartHost, store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match whose checkpoint is refused holds up no other one."""
    host = await start_host("one")
    bad, good = await started(host, ANN, BOB), await started(host, ANN, BOB)
    write = store.checkpoint

    async def moody(*matches: Match) -> None:
        if any(match.setup.id == bad.setup.id for match in matches):
            raise RuntimeError("disk full")
        await write(*matches)

    monkeypatch.setattr(store, "checkpoint", moody)
    monkeypatch.setattr("server.matches.host.CHECKPOINT_EVERY", 16)
    bad, good = await draws(host, bad, 16), await draws(host, good, 16)
    await until(lambda: not host._dirty)

    kept = await store.match(good.setup.id)
    assert kept is not None
    assert kept.ply == 16
    assert (await draw_for(host, bad)).ply.number == bad.ply + 1


async def test_a_change_is_made_although_its_checkpoint_is_refused(
    start_host: StartHost, store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = await start_host("one")

    async def refuse(*_: Match) -> None:
        raise RuntimeError("disk full")

    monkeypatch.setattr(store, "checkpoint", refuse)

    assert (await started(host, ANN, BOB)).ply == 2


async def test_a_server_hears_others_after_a_ply_it_could_not_take(
    start_host: StartHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = await start_host("one"), await start_host("two")
    match = await started(one, ANN, BOB)
    await until(agree, one, two, match)
    hear = two._hear
    faults = [RuntimeError("a bug")]

    async def moody(ply: object) -> None:
        if faults:
            raise faults.pop()
        await hear(ply)

    monkeypatch.setattr(two, "_hear", moody)
    match = await draws(one, match, 2)

    await until(agree, one, two, match)
    assert faults == []


async def test_one_match_that_cannot_be_credited_stops_no_beat(
    host: Host, store: MemoryStore, clock: Timepiece, monkeypatch: pytest.MonkeyPatch
) -> None:
    await started(host, ANN, BOB)
    await store.beat("one", clock())
    clock.pass_by(3600)

    async def fail(*_: object) -> Match:
        raise RuntimeError("a bug")

    monkeypatch.setattr(host, "change", fail)
    await Outages(host).beat()

    assert await store.last_beat() == clock()
    assert host.reached_at == clock()
