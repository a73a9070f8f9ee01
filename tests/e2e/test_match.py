"""Whole matches in the browser, from choosing a name to the rematch."""

import asyncio
import re

import pytest
from playwright.async_api import expect

from tests.e2e.conftest import Invite
from tests.e2e.guests import Guest, logged, seat_two, take_turns, to_move
from tests.faults.processes import Program, created

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SHORT_WITH_BOT = "seed 59"
"""With this seed a match to 50 points against the easy bot takes `Guest.move` 14 moves."""
SHORT = "seed 32"
"""And a match of two such guests 17."""
HAND = re.compile(r'"hand(?:__\w+)?": ?(\[|null)')
"""How a hand begins in an answer; the client may have named the field after its type, too."""
DRAW = {"twenty": {"draw": True}}


async def result(guest: Guest) -> list[list[str]]:
    """Return place, name and score of each line of the result shown."""
    return [(await line.inner_text()).split() for line in await guest.see("standing").all()]


async def test_a_newcomer_plays_a_whole_match_against_a_bot(invite: Invite) -> None:
    ada = await invite("Ada")
    await ada.stack_deck(seed=SHORT_WITH_BOT)
    await ada.lay_table(visibility="public")
    await ada.press("add-bot-easy")
    await expect(ada.see("seat")).to_have_count(2)
    await ada.press("start-match")

    await ada.play_to_the_end()

    match = await ada.api.see(ada.match_id)
    assert match["status"] == "FINISHED"
    names = {seat["index"]: seat["name"] for seat in match["seats"]}
    assert await result(ada) == [
        [str(each["place"]), names[each["seat"]["index"]], str(each["score"])] for each in match["outcome"]["standings"]
    ]
    assert await ada.happened() == await logged(ada)

    await ada.press("rematch")
    await expect(ada.see("start-match")).to_be_visible()
    assert (await ada.api.see(ada.match_id))["rematchOf"] == {"id": match["id"]}
    await ada.press("home")
    await expect(ada.page.locator(f"[data-match={match['id']}]").get_by_test_id("go-finished")).to_be_visible()
    assert ada.troubles == []


async def test_who_may_not_watch_a_match_sees_its_result_and_the_hash_of_its_seed(invite: Invite) -> None:
    ada, ben, eve = await asyncio.gather(invite("Ada"), invite("Ben"), invite(None))
    match = await ada.api.change("createMatch", options={"twenty": {}}, seats=2, spectators="NONE", startWhenFull=True)
    await ben.api.change("joinMatch", by={"code": match["code"]})
    ended = await ada.api.change("resign", matchId=match["id"])
    for guest in (ada, eve):
        await guest.page.goto(f"{guest.address}/#/match/{match['id']}")
        await guest.press("seed")
        await expect(guest.see("seed-hash")).to_have_text(match["seedHash"])

    await expect(ada.see("seed-value")).to_have_text(ended["seed"])
    await expect(eve.see("seed-hidden")).to_contain_text("those who may watch this match")
    await expect(eve.see("seed-value")).to_have_count(0)
    await expect(ada.see("replay")).to_be_visible()
    await expect(eve.see("replay")).to_have_count(0)
    assert eve.troubles == []


async def test_two_people_play_a_whole_match_through_a_lost_network_and_a_reload_while_a_third_sees_no_hand(
    invite: Invite,
) -> None:
    ada, ben, eve = await asyncio.gather(invite("Ada"), invite("Ben"), invite(None))
    await ada.stack_deck(seed=SHORT)
    link = await seat_two(ada, ben)
    await eve.page.goto(link)
    await eve.press("watch-match")
    await expect(eve.see("plate")).to_have_count(2)
    await take_turns((ada, ben), 3)

    mover = await to_move((ada, ben))
    (away,) = {ada, ben} - {mover}
    await away.context.set_offline(True)
    await expect(away.see("reconnecting")).to_be_visible()
    await mover.move()
    await mover.waits()
    await expect(away.see("turn")).not_to_contain_text("Your turn.")
    await away.context.set_offline(False)
    await expect(away.see("turn")).to_contain_text("Your turn.")
    await expect(away.see("reconnecting")).to_be_hidden()

    cards = await ben.hand()
    await ben.page.reload()
    await expect(ben.see("count")).to_be_visible()
    assert await ben.hand() == cards

    await take_turns((ada, ben), 1)
    assert await eve.hand() == []
    await asyncio.gather(ada.play_to_the_end(), ben.play_to_the_end())
    await expect(eve.see("result")).to_be_visible()

    plies = await logged(ada)
    assert plies[-1][-1] == "MatchEnded"
    assert [await guest.happened() for guest in (ada, ben, eve)] == [plies] * 3
    assert await ada.lines() == await ben.lines() == await eve.lines()
    assert await result(ada) == await result(ben) == await result(eve)
    assert "[" in HAND.findall(await ada.sent())
    assert set(HAND.findall(await eve.sent())) == {"null"}
    assert eve.troubles == []


async def test_somebody_away_for_several_moves_misses_none_and_takes_the_seat_back_from_a_bot(invite: Invite) -> None:
    ada, ben = await asyncio.gather(invite("Ada"), invite("Ben"))
    await seat_two(ada, ben)
    await ben.press("hand-to-bot")
    await expect(ben.see("take-back")).to_be_visible()
    await ben.context.set_offline(True)
    await expect(ben.see("reconnecting")).to_be_visible()

    for _ in range(3):
        await ada.move()
    await expect(ada.see("turn")).to_contain_text("Your turn.")
    missed = len(await ada.lines()) - len(await ben.lines())
    await ben.context.set_offline(False)
    await ben.press("take-back")
    await expect(ben.see("hand-to-bot")).to_be_visible()

    assert missed >= 2 * 2
    plies = await logged(ada)
    assert plies[-1] == ["SeatTakenBack"]
    for guest in (ada, ben):
        await expect(guest.page.locator(".log li")).to_have_count(len(plies))
        assert await guest.happened() == plies
    assert await ada.lines() == await ben.lines()


async def test_a_double_click_on_the_pile_draws_one_card(invite: Invite, server: Program) -> None:
    ada = await invite("Ada")
    ben = await created(server.port, ada.api.http, "Ben")
    match = await ada.api.change("createMatch", options={"twenty": {}}, seats=2, startWhenFull=True)
    match = await ben.change("joinMatch", by={"id": match["id"]})
    if match["decision"]["seats"] == [{"index": 1}]:
        await ben.play(match, DRAW)
    before = await ada.api.see(match["id"])
    await ada.page.goto(f"{ada.address}/#/match/{match['id']}")

    await ada.see("draw").dblclick()

    await ada.waits()
    await expect(ada.see("hand-card")).to_have_count(8)
    after = await ada.api.see(match["id"])
    assert after["ply"] == before["ply"] + 1
    assert len(after["view"]["hand"]) == 8
    assert ada.troubles == []
