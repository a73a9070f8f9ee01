"""A whole match of 20 Questions in two browsers."""

import pytest
from playwright.async_api import expect

from tests.e2e.conftest import Invite
from tests.e2e.guests import Guest, logged
from tests.e2e.test_match import result

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

CHOICES = ("guess-input", "chip-keep", "move-pawn", "name-number")
"""What can be done on one's turn; the first that is shown is done first."""
MINE = ", ".join(f"[data-testid={choice}]:enabled" for choice in CHOICES)


async def lay_table(host: Guest) -> None:
    """Create a match for two without clocks, with the form in the front room."""
    await host.page.locator("input[name=game][value=TWENTY_QUESTIONS]").check(force=True)
    await host.see("seats-2").check(force=True)
    await host.see("visibility-private").check(force=True)
    for clock in ("guessSeconds", "chooseSeconds", "freeGuessSeconds", "pawnSeconds"):
        await host.see(f"option-{clock}").select_option(label="No clock")
    await host.press("create-match")
    await expect(host.see("start-match")).to_be_visible()


async def mover(guests: tuple[Guest, Guest]) -> Guest | None:
    """Return who is to move, the lower seat of two, once that is to be seen; None when the result is shown."""
    match = await guests[0].api.see(guests[0].match_id)
    if match["status"] == "FINISHED":
        await expect(guests[0].see("result")).to_be_visible()
        return None
    moves = guests[int(match["decision"]["seats"][0]["index"])]
    await moves.page.wait_for_selector(MINE)
    return moves


async def act(guest: Guest, reader: Guest, guesses: list[str]) -> None:
    """Do what is asked: name a number; guess wrong first, then say what stands on the Reader's card."""
    choice = await anext(
        choice for choice in CHOICES if await guest.page.locator(f"[data-testid={choice}]:enabled").count()
    )
    button = guest.page.locator(f"[data-testid={choice}]:enabled").first
    if choice != "guess-input":
        await button.click()
        return
    answer = await reader.see("secret-answer").inner_text()
    is_first = answer not in guesses
    if is_first:
        assert answer not in await guest.sent()
    guesses.append(answer)
    await button.fill("Something else" if is_first else answer)
    await guest.press("guess-send")


async def test_two_people_play_a_whole_match_and_the_guesser_is_sent_nothing_of_the_card(invite: Invite) -> None:
    ada, ben = await invite("Ada"), await invite("Ben")
    guests = (ada, ben)
    await ada.stack_deck(seed="seed 1")
    await lay_table(ada)
    await ben.take_seat(await ada.see("match-link").input_value())
    await ada.press("start-match")
    guesses: list[str] = []

    while (guest := await mover(guests)) is not None:
        before = (await ada.api.see(ada.match_id))["ply"]
        await act(guest, ben if guest is ada else ada, guesses)
        await told(guests, before)

    match = await ada.api.see(ada.match_id)
    names = {seat["index"]: seat["name"] for seat in match["seats"]}
    for guest in guests:
        assert await result(guest) == [
            [str(each["place"]), names[each["seat"]["index"]], str(each["score"])]
            for each in match["outcome"]["standings"]
        ]
        assert await guest.happened() == await logged(guest)
        assert guest.troubles == []


async def told(guests: tuple[Guest, Guest], ply: int) -> None:
    """Wait until the match is past a ply and both pages show all that has happened."""
    while (await guests[0].api.see(guests[0].match_id))["ply"] == ply:
        pass
    happened = len(await logged(guests[0]))
    for guest in guests:
        await expect(guest.page.locator(".log li")).to_have_count(happened)
