"""Pages on a phone, and the schema explorer."""

import asyncio
from typing import Any

import pytest
from playwright.async_api import expect

from tests.e2e.conftest import Invite
from tests.e2e.guests import Guest

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PHONE = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
WATCH_WIDTH = """globalThis.widest = 0;
(function look() {
  widest = Math.max(widest, document.documentElement?.scrollWidth ?? 0);
  requestAnimationFrame(look);
})()"""
TARGETS = """() => [...document.querySelectorAll('button, a.button, summary, input, select')]
  .filter(each => each.checkVisibility() && !each.closest('.visually-hidden'))
  .map(each => ({ name: each.dataset.testid ?? each.textContent.trim(), area: each.closest('label') ?? each }))
  .map(({ name, area }) => [name, Math.min(area.getBoundingClientRect().width, area.getBoundingClientRect().height)])"""
"""What can be pressed, and how wide or high it is at least; a label is part of what it names."""
CLIPPED = """() => [...document.querySelectorAll('main *')]
  .filter(each => each.textContent.trim() && each.scrollWidth > each.clientWidth + 1 && each.checkVisibility())
  .filter(each => {
    const { overflowX, textOverflow } = getComputedStyle(each);
    return ['hidden', 'clip'].includes(overflowX) && textOverflow !== 'ellipsis' && !each.closest('.visually-hidden');
  })
  .map(each => [each.className, each.scrollWidth - each.clientWidth, each.textContent.slice(0, 60)])"""
"""Texts of which the end is cut off, and no dots say so."""
BROKEN = """() => [...document.querySelectorAll('main :is(button, .button, .tag, .clock, dt, dd, .score, .total, th)')]
  .filter(each => each.checkVisibility() && !each.closest('.visually-hidden'))
  .flatMap(each => {
    const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT), broken = [];
    for (let text; (text = texts.nextNode()); )
      for (const { index, 0: word } of text.data.matchAll(/\\S{1,15}(?!\\S)/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set([...range.getClientRects()].map(line => Math.round(line.top))).size > 1) broken.push(word);
      }
    return broken;
  })"""
"""Words and numbers, unless they are long, that go over two lines."""
LONG_NAME = "W" * 40
SEED = "seed"
ALL_GAMES: tuple[dict[str, Any], ...] = (
    {"twenty": {"target": 50}},
    {"trivialPursuit": {"wedges": 4}},
    {"twentyQuestions": {}},
    {"smartyParty": {"track": 15}},
    {"thatsAQuestion": {}},
)
THUMB = 40
SMALLEST = 24
"""WCAG 2.2, success criterion 2.5.8."""
SMALLER = {"seed"}
"""What stands in running text."""


async def fits_the_width(guest: Guest) -> None:
    """Assert that nothing sticks out at the side or did since the last page load."""
    assert await guest.page.evaluate("[document.documentElement.scrollWidth, innerWidth, widest]") == [360, 360, 360]


async def fits_a_phone(guest: Guest) -> None:
    """Assert that nothing sticks out at the side or did since the last page load, and that a thumb can hit things.

    No text is cut off either, and no word broken in two.
    """
    await fits_the_width(guest)
    targets = await guest.page.evaluate(TARGETS)
    assert [(name, size) for name, size in targets if size < (SMALLEST if name in SMALLER else THUMB)] == []
    assert await guest.page.evaluate(CLIPPED) == []
    assert await guest.page.evaluate(BROKEN) == []


async def test_front_room_waiting_room_and_table_fit_a_phone_whatever_the_name(invite: Invite) -> None:
    ada = await invite(None, **PHONE)
    await ada.page.add_init_script(WATCH_WIDTH)
    await ada.arrive(LONG_NAME)
    await fits_a_phone(ada)
    await ada.lay_table(seats=4, visibility="public")
    for level in ("easy", "normal", "hard"):
        await ada.press(f"add-bot-{level}")
    await expect(ada.see("seat")).to_have_count(4)
    await fits_a_phone(ada)

    await ada.press("start-match")
    await expect(ada.see("hand-card")).to_have_count(7)
    for _ in range(3):
        await ada.page.locator("[data-testid=draw]:enabled").tap()
    await expect(ada.see("hand-card")).to_have_count(10)
    await fits_a_phone(ada)

    await ada.press("home")
    await expect(ada.see("go-running").first).to_be_visible()
    await fits_a_phone(ada)


@pytest.mark.parametrize("options", ALL_GAMES, ids=[next(iter(options)) for options in ALL_GAMES])
async def test_table_and_result_of_every_game_fit_a_phone_whatever_the_names(
    invite: Invite, options: dict[str, Any]
) -> None:
    ada, ben = await asyncio.gather(invite(None, **PHONE), invite(LONG_NAME.lower()))
    await ada.page.add_init_script(WATCH_WIDTH)
    await ada.arrive(LONG_NAME)
    match = await ada.api.change("createMatch", options=options, test={"seed": SEED})
    await ben.api.change("joinMatch", by={"code": match["code"]})
    for level in ("EASY", "HARD"):
        await ada.api.change("addBot", matchId=match["id"], level=level)
    await ada.page.goto(f"{ada.address}/#/match/{match['id']}")
    await ada.press("start-match")
    await expect(ada.see("start-match")).to_be_hidden()
    await expect(ada.page.locator(".felt")).to_be_visible()
    await fits_a_phone(ada)

    for guest in (ada, ben):
        await guest.api.change("handToBot", matchId=match["id"], level="HARD")
    await expect(ada.see("result")).to_be_visible(timeout=60_000)
    await fits_a_phone(ada)
    assert ada.troubles == []


async def test_the_explorer_answers_a_query_and_loads_nothing_from_elsewhere(invite: Invite) -> None:
    eve = await invite(None)
    await eve.page.goto(f"{eve.address}/explorer/")
    await expect(eve.page.locator(".result-window .CodeMirror")).to_be_visible()
    await expect(eve.page.locator(".graphiql-query-editor .CodeMirror")).to_contain_text("createPlayer")

    await eve.page.get_by_role("button", name="Execute query").click()

    answer = eve.page.locator(".result-window")
    await expect(answer).to_contain_text('"token": "')
    await expect(answer).to_contain_text('"name": "Ada"')
    assert eve.troubles == []
