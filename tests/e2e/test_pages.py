"""Pages on a phone, and the schema explorer."""

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
LONG_NAME = "W" * 40
THUMB = 40
SMALLEST = 24
"""WCAG 2.2, success criterion 2.5.8."""
SMALLER = {"seed"}
"""What stands in running text."""


async def fits_a_phone(guest: Guest) -> None:
    """Assert that nothing sticks out at the side or did since the last page load, and that a thumb can hit things."""
    assert await guest.page.evaluate("[document.documentElement.scrollWidth, innerWidth, widest]") == [360, 360, 360]
    targets = await guest.page.evaluate(TARGETS)
    assert [(name, size) for name, size in targets if size < (SMALLEST if name in SMALLER else THUMB)] == []


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
