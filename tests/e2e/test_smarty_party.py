"""A whole match of Smarty Party! at three browsers, one of them a phone, and what their pages may not tell."""

import asyncio
from collections.abc import Sequence

import pytest
from playwright.async_api import expect

from tests.e2e.conftest import Invite
from tests.e2e.guests import Guest, logged
from tests.e2e.test_match import result
from tests.e2e.test_pages import PHONE, WATCH_WIDTH, fits_a_phone

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PLANETS = ("Mercury", "Venus", "Earth", "Mars", "Jupiter", "Saturn", "Uranus", "Neptune")
"""The items of the list sp-001. The wager number is 6."""
SECRETS = ("Terra", "Mercury", "Mars", "Jupiter", "Uranus", "Neptune")
"""What is not found of it, and another name of the Earth."""
OPTIONS = {
    "track": "15 steps, a short match",
    "firstReader": "The first seat, yours",
    "wagerSeconds": "No clock",
    "guessSeconds": "Until the Reader starts it",
    "timerSeconds": "60 seconds",
    "ruleSeconds": "No clock",
}
WAITED_FOR = "[data-testid=plate].to-move"
PAWNS = "all => all.map(pawn => [pawn.dataset.seat, pawn.dataset.position])"
STEPS = "[data-testid=wager-no]:enabled, [data-testid=choose-start]:enabled, [data-testid=guess-pass]:enabled"


async def lay_table(host: Guest) -> str:
    """Create a private match of three with the form; return its link."""
    await host.page.locator("input[value=SMARTY_PARTY]").check(force=True)
    await host.see("seats-3").check(force=True)
    await host.see("visibility-private").check(force=True)
    for name, label in OPTIONS.items():
        await host.see(f"option-{name}").select_option(label=label)
    await host.press("create-match")
    await expect(host.see("start-match")).to_be_visible()
    return await host.see("match-link").input_value()


async def name(guesser: Guest, text: str) -> None:
    """Type a guess where the cursor already is."""
    await expect(guesser.see("guess-input")).to_be_focused()
    await guesser.page.keyboard.type(text)
    await guesser.page.keyboard.press("Enter")


async def hears(guests: Sequence[Guest], text: str, came_of_it: str) -> None:
    """Assert that all of them see the guess on the table, and what came of it."""
    for guest in guests:
        await expect(guest.see("on-table")).to_contain_text(text)
        await expect(guest.see("on-table")).to_have_attribute("data-result", came_of_it)


async def lists_none_of(guests: Sequence[Guest], *texts: str) -> None:
    """Assert that no page says any of this anywhere, the log included."""
    for guest in guests:
        said = await guest.page.locator("body").inner_text()
        assert [text for text in texts if text in said] == []


async def holds(guest: Guest, seat: int, chips: str) -> None:
    """Assert which penalty chips lie before a seat."""
    await expect(guest.page.locator(f"[data-testid=plate][data-seat='{seat}'] [data-testid=chips]")).to_have_attribute(
        "data-chips", chips
    )


async def pass_on(guests: Sequence[Guest], last: Guest) -> None:
    """Let everybody wager NO and pass until the match is over; `last` is who has just moved."""
    while not await last.see("result").is_visible():
        waited_for = last.page.locator(WAITED_FOR)
        mover = guests[int(await waited_for.get_attribute("data-seat") or "")]
        await mover.page.wait_for_selector(STEPS)
        button = mover.page.locator(STEPS).first
        kind = await button.get_attribute("data-testid")
        await button.click()
        await expect(mover.see(str(kind))).to_have_count(0)
        last = mover


async def seat_three(ada: Guest, ben: Guest, cleo: Guest) -> str:
    """Start a private match with Ada as the first Reader, who has the list of planets; return its link."""
    await ada.stack_deck(seed="seed", deckOrder=["sp-001", "sp-002", "sp-003"])
    link = await lay_table(ada)
    await ben.take_seat(link)
    await cleo.take_seat(link)
    await ada.press("start-match")
    await expect(ada.see("list-item")).to_have_count(len(PLANETS))
    await expect(ben.see("topic")).to_contain_text("Planets of the solar system")
    return link


async def let_ben_begin(ada: Guest, ben: Guest) -> None:
    """Wager YES and choose Ben."""
    await ada.press("wager-yes")
    await ada.page.locator("[data-testid=choose-start][data-seat='1']").click()
    await expect(ben.see("wager")).to_contain_text("YES, at least 6")


async def judge_by_the_verdict(ada: Guest, ben: Guest, cleo: Guest) -> None:
    """Ben is right and Cleo is wrong; then Ben repeats a guess, and is right in spite of a slip (SP-3, SP-4)."""
    await name(ben, "Venus")
    await expect(ada.see("prompt")).to_contain_text("The server’s verdict: right, it is “Venus”.")
    await expect(cleo.see("prompt")).to_contain_text("To rule on “Venus”: Ada.")
    await ada.press("rule-right")
    await hears((ada, ben, cleo), "Venus", "RIGHT")
    await expect(cleo.see("pants")).to_contain_text("Ben wears them.")
    await name(cleo, "Pluto")
    await expect(ada.see("prompt")).to_contain_text("The server’s verdict: wrong")
    await ada.press("rule-wrong")
    await hears((ada, ben, cleo), "Pluto", "WRONG")
    await holds(ben, 2, "3")
    await lists_none_of((ben, cleo), "Venus")
    await name(ben, "venus")
    await hears((ada, ben, cleo), "venus", "REPEAT")
    await name(ben, "Satrun")
    await expect(ada.see("prompt")).to_contain_text("right, “Saturn” with a slip in it")
    await ada.press("rule-right")
    await hears((ada, ben, cleo), "Satrun", "RIGHT")


async def overrule_with_the_list(ada: Guest, ben: Guest, cleo: Guest) -> None:
    """Cleo means the Earth, and Ada slides its button by keyboard (SP-5)."""
    await name(cleo, "the blue one")
    await ada.page.get_by_role("button", name="Right: it is Earth").focus()
    await ada.page.keyboard.press("Enter")
    await hears((ada, ben, cleo), "the blue one", "RIGHT")
    await expect(ada.page.locator("[data-testid=list-item][data-found=true]")).to_have_count(3)
    await expect(ben.see("pegs")).to_have_attribute("data-found", "3")
    await expect(ben.see("pants")).to_contain_text("Cleo wears them.")


async def hurry_ben(ada: Guest, ben: Guest, cleo: Guest) -> None:
    """Ada, who is not told that it is her turn, starts the timer, and Ben passes (SP-6)."""
    await expect(ada.see("turn")).to_have_text("It is Ben’s turn. Name an item.")
    await ada.press("start-timer")
    await expect(cleo.see("prompt")).to_contain_text("The timer is running for Ben.")
    await ben.press("guess-pass")
    await holds(ada, 1, "2")
    await expect(cleo.see("chips-left")).to_have_attribute("data-chips", "2 1 1 1 1")
    await expect(ben.see("guess-pass")).to_have_count(0)


async def test_three_people_play_a_whole_match_and_no_page_tells_the_list_or_keeps_the_guesses_of_a_round_sp_7(
    invite: Invite,
) -> None:
    ada, ben, cleo, eve = await asyncio.gather(invite("Ada"), invite(None, **PHONE), invite("Cleo"), invite(None))
    await ben.page.add_init_script(WATCH_WIDTH)
    await ben.arrive("Ben")
    link = await seat_three(ada, ben, cleo)
    await fits_a_phone(ben)
    await let_ben_begin(ada, ben)
    await judge_by_the_verdict(ada, ben, cleo)
    await fits_a_phone(ben)
    await overrule_with_the_list(ada, ben, cleo)

    await eve.page.goto(link)
    await eve.press("watch-match")
    await hears((eve,), "the blue one", "RIGHT")
    heard = ("Venus", "Pluto", "venus", "Satrun", "Saturn")
    await lists_none_of((ben, cleo, eve), *heard)
    assert [text for text in heard if text in await eve.sent()] == []

    await hurry_ben(ada, ben, cleo)
    assert [text for text in SECRETS if text not in await ada.sent()] == []
    for guest in (ben, cleo, eve):
        assert [text for text in SECRETS if text in await guest.sent()] == []

    await pass_on((ada, ben, cleo), ben)
    await expect(eve.see("result")).to_be_visible()
    await expect(ben.see("result")).to_be_visible()
    await fits_a_phone(ben)
    await everybody_sees_the_result(ada, ben, cleo, eve)
    assert [await guest.happened() for guest in (ada, ben, cleo)] == [await logged(ada)] * 3
    assert [guest.troubles for guest in (ada, ben, cleo, eve)] == [[]] * 4


async def everybody_sees_the_result(*guests: Guest) -> None:
    """Assert that every page shows the outcome that the API has, and the pawns where it left them."""
    match = await guests[0].api.see(guests[0].match_id)
    assert match["status"] == "FINISHED"
    names = {seat["index"]: seat["name"] for seat in match["seats"]}
    standings = match["outcome"]["standings"]
    lines = [[str(each["place"]), names[each["seat"]["index"]], str(each["score"])] for each in standings]
    stand = {str(each["seat"]["index"]): str(each["score"]) for each in standings}
    assert max(int(score) for score in stand.values()) == 15
    for guest in guests:
        assert await result(guest) == lines
        pawns: list[list[str]] = await guest.see("pawn").evaluate_all(PAWNS)
        assert dict(pawns) == stand
