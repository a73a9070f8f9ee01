"""Browsers go on by themselves after the server was killed."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.e2e.conftest import Invite
from tests.e2e.guests import logged, seat_two, take_turns, to_move
from tests.faults.processes import Program

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest.fixture
def durable(tmp_path: Path, client: None) -> Iterator[Program]:
    """A server on an embedded database, not started yet."""
    program = Program(tmp_path / "server.log", DATA_DIR=tmp_path / "data")
    yield program
    program.end()


async def test_two_browsers_go_on_after_kill_9_of_the_server_and_a_move_made_meanwhile_counts_once(
    durable: Program, invite: Invite
) -> None:
    durable.launch()
    await durable.ready()
    ada, ben = await asyncio.gather(invite("Ada", at=durable), invite("Ben", at=durable))
    await seat_two(ada, ben)
    await take_turns((ada, ben), 3)
    mover = await to_move((ada, ben))
    before = await logged(mover)
    cards = await mover.hand()

    durable.kill()
    durable.launch()
    await asyncio.gather(*(expect(guest.see("reconnecting")).to_be_visible() for guest in (ada, ben)))
    await mover.press("draw")
    await expect(mover.see("draw")).to_be_disabled()
    assert await mover.hand() == cards
    await durable.ready()
    await asyncio.gather(*(expect(guest.see("reconnecting")).to_be_hidden() for guest in (ada, ben)))
    await mover.waits()
    await take_turns((ada, ben), 1)

    plies = await logged(ada)
    since = [ply for ply in plies[len(before) :] if ply != ["ClockMoved"]]
    assert plies[: len(before)] == before
    assert since[0] == ["TwentyCardDrawn"]
    assert len(since) == 2
    for guest in (ada, ben):
        await expect(guest.page.locator(".log li")).to_have_count(len(plies))
        assert await guest.happened() == plies
    assert await ada.lines() == await ben.lines()
