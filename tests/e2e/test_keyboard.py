"""All of it without a mouse: laying a table, the first move, and the replay with its seed."""

import hashlib
from typing import Any

import pytest
from playwright.async_api import expect

from tests.e2e.conftest import Invite
from tests.e2e.guests import Guest, logged

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

FOCUSED = (
    "document.activeElement.dataset.card ?? document.activeElement.dataset.testid ?? document.activeElement.tagName"
)
STOPS = 60
"""How many things Tab may stop at before the wanted one."""


async def go_to(guest: Guest, name: str, key: str = "Tab") -> None:
    """Press Tab until the focus is on a card or on what has this `data-testid`."""
    stops: list[str] = []
    while name not in stops:
        assert len(stops) < STOPS, f"{key} does not come to {name}, only to {stops}."
        await guest.page.keyboard.press(key)
        stops.append(await guest.page.evaluate(FOCUSED))


async def keys(guest: Guest, *names: str) -> None:
    """Press keys."""
    for name in names:
        await guest.page.keyboard.press(name)


async def finished(guest: Guest) -> Any:
    """Return a finished match of a guest and an easy bot, played through the API."""
    options = {"twenty": {"target": 50}}
    setup = {"seed": "seed 59"}
    match = await guest.api.change("createMatch", options=options, seats=2, startWhenFull=True, test=setup)
    match = await guest.api.change("addBot", matchId=match["id"], level="EASY")
    async with guest.api.following(id=match["id"], after=match["ply"] - 1) as updates:
        async for update in updates:
            match = update["match"]
            if match["legalMoves"]:
                await guest.api.play(match, match["legalMoves"][-1]["input"])
            if match["status"] == "FINISHED":
                break
    assert match["status"] == "FINISHED"
    return match


async def test_a_table_is_laid_and_the_first_move_made_by_keyboard_alone(invite: Invite) -> None:
    ada = await invite(None)
    await ada.stack_deck(seed="seed", deckOrder=["KC"])
    await ada.page.goto(ada.address)
    await expect(ada.see("name-input")).to_be_visible()
    await go_to(ada, "name-input")
    await ada.page.keyboard.type("Ada")
    await keys(ada, "Enter")
    await expect(ada.see("create-match")).to_be_visible()
    await go_to(ada, "seats-4")
    await keys(ada, "ArrowLeft", "ArrowLeft")
    await expect(ada.see("seats-2")).to_be_checked()
    await go_to(ada, "create-match")
    await keys(ada, "Enter")
    await expect(ada.see("start-match")).to_be_visible()
    await go_to(ada, "add-bot-easy")
    await keys(ada, "Space")
    await expect(ada.see("seat")).to_have_count(2)
    await go_to(ada, "start-match")
    await keys(ada, "Enter")
    await expect(ada.see("turn")).to_contain_text("Your turn. The count to make is")

    count = await ada.see("count").get_attribute("data-count")
    await go_to(ada, "KC")
    await keys(ada, "Space")
    await expect(ada.page.locator("[data-card=KC]")).to_have_attribute("aria-pressed", "true")
    await go_to(ada, "play-chosen", key="Shift+Tab")
    await keys(ada, "Enter")

    await expect(ada.page.locator(".log li", has_text=f"Ada made {count} with K♣.")).to_have_count(1)
    await expect(ada.page.locator("[data-card=KC]")).to_have_count(0)
    assert ada.troubles == []


async def test_a_finished_match_is_stepped_through_and_its_seed_checked_by_keyboard(invite: Invite) -> None:
    ada = await invite("Ada")
    match = await finished(ada)
    await ada.page.goto(f"{ada.address}/#/match/{match['id']}")
    plies = await logged(ada)
    last = len(plies) - 1 - next(at for at, names in enumerate(plies) if "MatchStarted" in names)
    step = ada.see("replay-ply")
    await expect(ada.see("result")).to_be_visible()
    await go_to(ada, "replay")
    await keys(ada, "Enter")
    await expect(step).to_have_text(f"Step 0 of {last}")
    await expect(ada.see("hand-card")).to_have_count(7)
    assert await ada.happened() == plies

    await keys(ada, "End")
    await expect(step).to_have_text(f"Step {last} of {last}")
    await expect(ada.see("hand-card")).to_have_count(0)
    await keys(ada, "ArrowLeft", "ArrowLeft")
    await expect(step).to_have_text(f"Step {last - 2} of {last}")
    await keys(ada, "Home", "ArrowRight")
    await expect(step).to_have_text(f"Step 1 of {last}")
    await go_to(ada, "replay-next")
    await keys(ada, "Enter")
    await expect(step).to_have_text(f"Step 2 of {last}")
    await go_to(ada, "replay-play", key="Shift+Tab")
    await keys(ada, "Space")
    await expect(step).to_have_text(f"Step 3 of {last}")
    await keys(ada, "Space")
    await expect(ada.see("replay-play")).to_have_attribute("aria-label", "Play")
    await go_to(ada, "replay-slider")
    await keys(ada, "Home")
    await expect(step).to_have_text(f"Step 0 of {last}")
    await go_to(ada, "replay-seat")
    await keys(ada, "ArrowUp")
    await expect(ada.see("hand-card")).to_have_count(0)

    await go_to(ada, "seed")
    await keys(ada, "Enter")
    await expect(ada.see("seed-verdict")).to_have_text("Checked in this browser: the seed has the published hash.")
    seed = await ada.see("seed-value").inner_text()
    assert seed == match["seed"]
    assert await ada.see("seed-hash").inner_text() == match["seedHash"] == hashlib.sha256(seed.encode()).hexdigest()
    assert ada.troubles == []
