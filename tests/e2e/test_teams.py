"""TP-16 in the browser: two teams of two find together, talk among themselves, and change their captain."""

import asyncio
from collections.abc import Sequence

import pytest
from playwright.async_api import expect

from tests.e2e.conftest import Invite
from tests.e2e.guests import Guest
from tests.e2e.test_keyboard import go_to, keys
from tests.e2e.test_pages import PHONE, WATCH_WIDTH, fits_a_phone
from tests.e2e.test_trivial_pursuit import BEGINS, answer_to_card, roll_for_the_start, said, table, was_told, wedges

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

CANARY = "Quetzalcoatlus"
"""What Dov suggests before the right answer, and no card says."""


async def lay_table(host: Guest) -> str:
    """Create a private match of two teams of two with the form; return its link."""
    await host.stack_deck(seed=BEGINS)
    await host.page.locator("input[name=game][value=TRIVIAL_PURSUIT]").check(force=True)
    await host.see("seats-2").check(force=True)
    await host.see("visibility-private").check(force=True)
    await host.see("option-teamSize").select_option(label="up to 2")
    await host.press("create-match")
    await expect(host.see("start-match")).to_be_disabled()
    return await host.see("match-link").input_value()


async def find_together(ada: Guest, ben: Guest, cleo: Guest, dov: Guest) -> str:
    """Ada and Dov are one team, Ben and Cleo the other, after Cleo has moved to it; return the table's link."""
    link = await lay_table(ada)
    await ben.take_seat(link)
    await cleo.take_seat(link)
    await teams_are((ada, ben, cleo), "Ada Cleo", "Ben")
    await fits_a_phone(cleo)
    await cleo.see("join-team").tap()
    await teams_are((ada, ben, cleo), "Ada", "Ben Cleo")
    await expect(cleo.see("join-team")).to_have_count(1)
    await dov.take_seat(link)
    await teams_are((ada, ben, cleo, dov), "Ada Dov", "Ben Cleo")
    await expect(cleo.see("join-team")).to_have_count(0)
    await ada.press("start-match")
    for guest in (ada, ben, cleo, dov):
        await expect(guest.see("wheel")).to_be_visible()
    return link


async def teams_are(guests: Sequence[Guest], *teams: str) -> None:
    """Assert that everybody sees these teams, before the match or on the plates."""
    for guest in guests:
        for seat, names in zip(await guest.see("seat").all() or await guest.see("plate").all(), teams, strict=False):
            await expect(seat.get_by_test_id("member")).to_have_count(len(names.split()))
            for member, name in zip(await seat.get_by_test_id("member").all(), names.split(), strict=True):
                await expect(member).to_contain_text(name)


async def suggest(guest: Guest, *texts: str) -> None:
    """Suggest something, and see that it is said."""
    for text in texts:
        await guest.see("suggestion-input").fill(text)
        await guest.press("suggest")
        await expect(guest.see("suggestion").last).to_contain_text(text)


async def leads(captain: Guest, name: str, mate: Guest) -> None:
    """Assert that one of a team may press the controls and the other is told why not."""
    await expect(captain.see("roll")).to_be_enabled()
    await expect(captain.see("captain-decides")).to_have_count(0)
    await expect(mate.see("roll")).to_be_disabled()
    await expect(mate.see("captain-decides")).to_have_text(f"{name}, your captain, decides.")
    await expect(captain.see("turn")).to_have_text("Your turn. Roll the die.")
    await expect(mate.see("turn")).to_have_text(f"It is your team’s turn. {name}, your captain, decides. Roll the die.")


async def test_teams_find_together_talk_among_themselves_and_change_their_captain_tp_16(invite: Invite) -> None:
    ada, ben, cleo, dov, eve = await asyncio.gather(
        invite("Ada"), invite("Ben"), invite(None, **PHONE), invite(None, **PHONE), invite(None)
    )
    for phone, name in ((cleo, "Cleo"), (dov, "Dov")):
        await phone.page.add_init_script(WATCH_WIDTH)
        await phone.arrive(name)
    link = await find_together(ada, ben, cleo, dov)
    await eve.page.goto(link)
    await eve.press("watch-match")
    await teams_are((ada, ben, cleo, dov, eve), "Ada Dov", "Ben Cleo")
    await roll_for_the_start(ada, ben)
    await leads(ada, "Ada", dov)

    await a_suggestion_is_taken(ada, dov, (ben, cleo, eve))
    await the_captaincy_is_passed(ada, dov)
    await the_captain_stays_away(ada, dov, cleo)

    assert [guest.troubles for guest in (ada, ben, cleo, dov, eve)] == [[]] * 5


async def a_suggestion_is_taken(ada: Guest, dov: Guest, others: Sequence[Guest]) -> None:
    """Ada answers rightly with what Dov suggests, and nobody else has been told what he did."""
    await ada.press("roll")
    await ada.page.locator("[data-testid=way][data-space=R21]").click()
    await expect(dov.see("suggestion-input")).to_be_focused()
    await expect(dov.see("answer-input")).to_have_count(0)
    await fits_a_phone(dov)
    right = await answer_to_card(dov)
    await suggest(dov, CANARY, said(right))
    await fits_a_phone(dov)
    await expect(ada.see("suggestion")).to_have_text([f"Dov: {CANARY}Take", f"Dov: {said(right)}Take"])
    await expect(dov.see("take-suggestion")).to_have_count(0)

    await ada.see("take-suggestion").last.click()
    await expect(ada.see("answer-input")).to_have_value(said(right))
    await expect(ada.see("answer-input")).to_be_focused()
    eve = others[-1]
    assert not await was_told(eve, right)
    await keys(ada, "Enter")
    for guest in (ada, dov, *others):
        await expect(guest.see("card-before")).to_have_attribute("data-right", "true")
        assert await wedges(guest, 0) == ["YELLOW"]
    for guest in others:
        await expect(guest.see("team-talk").get_by_test_id("suggestion")).to_have_count(0)
        assert CANARY not in await guest.sent()
    assert CANARY in await ada.sent()
    await expect(ada.see("suggestion")).to_have_count(0)


async def the_captaincy_is_passed(ada: Guest, dov: Guest) -> None:
    """Ada makes Dov the captain; he takes what she suggests, by keyboard."""
    await expect(dov.see("pass-captaincy")).to_have_count(0)
    await expect(dov.see("resign")).to_be_disabled()
    await ada.press("pass-captaincy")
    await leads(dov, "Dov", ada)
    await expect(dov.see("decides")).to_have_text("You are the captain and decide.")
    await expect(ada.page.locator(".log li", has_text="Dov is the captain of Ada’s team now.")).to_have_count(1)
    await dov.see("roll").tap()
    way = dov.page.locator("[data-testid=way]:not(:has-text('Roll again'))").first
    await expect(way).to_be_visible()
    await expect(ada.page.locator("[data-testid=way]:disabled")).to_have_count(await dov.see("way").count())
    await way.tap()
    right = said(await answer_to_card(ada))
    await suggest(ada, right)
    await go_to(dov, "take-suggestion")
    await keys(dov, "Enter")
    await expect(dov.see("answer-input")).to_have_value(right)
    await keys(dov, "Enter")
    await expect(ada.see("tallies").locator("tbody tr").first).to_contain_text("1/1")
    await leads(dov, "Dov", ada)


async def the_captain_stays_away(ada: Guest, dov: Guest, cleo: Guest) -> None:
    """Dov lets the clock run out: Ada leads, and he is away until he says otherwise."""
    await ada.api.change("advanceClock", matchId=ada.match_id, seconds=60)
    away = cleo.see("plate").first.get_by_test_id("member").last
    await expect(away).to_contain_text("away")
    await expect(ada.see("decides")).to_have_text("You are the captain and decide.")
    await expect(dov.see("captain-decides")).to_have_text("Ada, your captain, decides.")
    await expect(ada.see("pass-captaincy")).to_be_disabled()
    await dov.see("come-back").tap()
    await expect(away).to_have_text("Dov")
    await expect(ada.see("pass-captaincy")).to_be_enabled()
    await fits_a_phone(dov)
    await fits_a_phone(cleo)
    assert (await table(ada))["tokens"][0]["wedges"] == ["YELLOW"]
