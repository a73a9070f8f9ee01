"""Trivial Pursuit in the browser: a whole match of two people, a turn on the phone, and one by keyboard alone."""

import asyncio
import json
from typing import Any

import pytest
from playwright.async_api import expect

from server import decks
from server.games.trivial_pursuit.board import COLOURS, HUB, SPACES, headquarters
from server.games.trivial_pursuit.bot import questions_from
from server.games.trivial_pursuit.deck import told
from tests.e2e.conftest import Invite
from tests.e2e.guests import Guest, logged
from tests.e2e.test_keyboard import go_to, keys
from tests.e2e.test_pages import PHONE, WATCH_WIDTH, fits_a_phone

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SHORT = "seed 9741"
"""With this seed a match for four wedges takes `move` 31 plies, when the first question is missed and no other."""
QUESTIONS = 8
"""So many are asked in it."""
TWICE_2 = "seed 103"
"""With this seed the first seat begins, rolls 2, and after a question that the reader rules on 2 again."""
BEGINS = "seed 1"
"""With this seed the first seat begins, and rolls 6."""
ENOUGH = 4
ANSWERS: dict[tuple[str | None, str | None], str] = {
    (card.id, colour): answer.text
    for card in decks.load()["trivial-pursuit"][0].cards
    for colour, answer in zip(COLOURS, told(card)[0], strict=True)
}
CONTROLS = ("roll", "way", "category", "answer-input")
"""What can be pressed on one's turn only."""
MINE = ", ".join(f"[data-testid={control}]:enabled" for control in CONTROLS)
DRAWN = "spaces => spaces.map(space => [space.dataset.space, space.dataset.colour ?? null])"
NAMED = "targets => targets.map(target => [target.dataset.space, target.ariaLabel])"
TABLE = (
    "query($id: ID!) { match(by: {id: $id}) { view { ... on TrivialPursuitView {"
    " tokens { space { id } wedges }"
    " question { answer question { colour } } lastQuestion { isRight overruledBy } } } } }"
)


async def lay_table(host: Guest, other: Guest, seed: str, **options: str) -> str:
    """Start a match of two at the host's private table, with these choices in the form; return the table's link."""
    await host.stack_deck(seed=seed)
    await host.page.locator("input[name=game][value=TRIVIAL_PURSUIT]").check(force=True)
    await host.see("seats-2").check(force=True)
    await host.see("visibility-private").check(force=True)
    for name, label in options.items():
        await host.see(f"option-{name}").select_option(label=label)
    await host.press("create-match")
    await expect(host.see("start-match")).to_be_visible()
    link = await host.see("match-link").input_value()
    await other.take_seat(link)
    await host.press("start-match")
    await expect(host.see("wheel")).to_be_visible()
    await expect(other.see("wheel")).to_be_visible()
    return link


async def roll_for_the_start(*guests: Guest) -> None:
    """Let everyone roll, one after the other: with a seed it matters who is first."""
    for guest in guests:
        await guest.press("roll")
        await expect(guests[0].page.locator(".log li", has_text="for the start.")).to_have_count(
            guests.index(guest) + 1
        )


async def table(guest: Guest) -> Any:
    """Return what the API shows this guest."""
    return (await guest.api.ask(TABLE, id=guest.match_id))["match"]["view"]


async def answer_to_card(guest: Guest) -> str:
    """Return what is right for the question on the table, as the deck has it."""
    card = guest.see("card")
    return ANSWERS[await card.get_attribute("data-card"), await card.get_attribute("data-colour")]


def said(text: str) -> str:
    """Return an answer as it is typed, without parentheses."""
    return text.translate(str.maketrans("", "", "()"))


async def was_told(guest: Guest, text: str) -> bool:
    """Tell whether the API has sent this text to the guest's page, as the whole of a field."""
    return json.dumps(text, ensure_ascii=False) in await guest.sent()


async def wedges(guest: Guest, seat: int) -> list[str]:
    """Return the wedges on a seat's plate."""
    plate = guest.page.locator(f"[data-testid=plate][data-seat='{seat}']")
    return (await plate.get_by_test_id("wedges").get_attribute("data-wedges") or "").split()


def goals(held: list[str]) -> frozenset[str]:
    """Return where a token with these wedges wants to go."""
    if len(held) >= ENOUGH:
        return frozenset((HUB,))
    return frozenset(headquarters(colour) for colour in COLOURS if colour not in held)


async def go_nearer(guest: Guest, seat: int) -> None:
    """Press the space on the wheel from which the fewest questions lie before what is wanted."""
    wanted = goals(await wedges(guest, seat))
    offered = await guest.see("target").evaluate_all(NAMED)
    assert offered == [[id, SPACES[id].name] for id, _ in offered]
    best = min((id for id, _ in offered), key=lambda id: questions_from(id, wanted))
    await guest.page.locator(f"[data-testid=target][data-space={best}]").click()


async def answer(guest: Guest, reader: Guest, spectator: Guest) -> str:
    """Answer, wrongly the first question of the match only; return what nobody but the reader had been told."""
    right = await answer_to_card(guest)
    await expect(reader.see("secret-answer")).to_contain_text(right)
    for other in (guest, spectator):
        await expect(other.see("card")).to_have_attribute(
            "data-card", str(await guest.see("card").get_attribute("data-card"))
        )
        await expect(other.see("secret-answer")).to_have_count(0)
        assert not await was_told(other, right)
    is_first = await guest.see("tallies").count() == 0
    await guest.see("answer-input").fill("No idea" if is_first else said(right))
    await guest.press("answer-send")
    return right


async def move(guest: Guest, seat: int, reader: Guest, spectator: Guest) -> str | None:
    """Do what the table asks for; return what was right when that was an answer."""
    await guest.page.wait_for_selector(MINE)
    (control,) = [each for each in CONTROLS if await guest.see(each).count() > 0]
    right = None
    match control:
        case "way":
            await go_nearer(guest, seat)
        case "answer-input":
            right = await answer(guest, reader, spectator)
        case "category":
            await guest.page.locator("[data-testid=category][data-colour=BLUE]").click()
        case _:
            await guest.press(control)
    await expect(guest.see(control)).to_have_count(0)
    return right


async def test_two_people_play_a_whole_match_and_no_answer_is_seen_before_its_verdict(invite: Invite) -> None:
    ada, ben, eve = await asyncio.gather(invite("Ada"), invite("Ben"), invite(None))
    link = await lay_table(ada, ben, SHORT, wedges="Four, a short match")
    await eve.page.goto(link)
    await eve.press("watch-match")
    await expect(eve.see("wheel")).to_be_visible()
    drawn = await ada.page.locator("[data-testid=wheel] .tp-space").evaluate_all(DRAWN)
    assert dict(drawn) == {id: space.colour for id, space in SPACES.items()}
    await roll_for_the_start(ada, ben)

    guests, answers = (ada, ben), []
    while (match := await ada.api.see(ada.match_id))["status"] == "RUNNING":
        (seat,) = (seat["index"] for seat in match["decision"]["seats"])
        answers += [await move(guests[seat], seat, guests[1 - seat], eve)]

    await expect(eve.see("result")).to_be_visible()
    winner, loser = (standing["seat"]["index"] for standing in match["outcome"]["standings"])
    assert match["outcome"]["reason"] == "WON"
    view = await table(eve)
    names = {0: "Ada", 1: "Ben"}
    for guest in (ada, ben, eve):
        shown = [(await line.inner_text()).split() for line in await guest.see("standing").all()]
        assert shown == [["1", names[winner], "4"], ["2", names[loser], "0"]]
        assert [await wedges(guest, seat) for seat in (0, 1)] == [token["wedges"] for token in view["tokens"]]
        stands = "tokens => tokens.map(token => token.dataset.space)"
        assert await guest.see("token").evaluate_all(stands) == [token["space"]["id"] for token in view["tokens"]]
        assert await guest.happened() == await logged(ada)
        assert guest.troubles == []
    told_later = [right for right in answers if right is not None]
    assert [await was_told(eve, right) for right in told_later] == [True] * QUESTIONS


async def test_on_the_phone_a_reader_lets_an_answer_count_and_the_hub_gives_the_choice_of_category(
    invite: Invite,
) -> None:
    """ANS-5, TP-10"""
    ada, ben = await asyncio.gather(invite("Ada", **PHONE), invite("Ben", **PHONE))
    await ada.page.add_init_script(WATCH_WIDTH)
    await ada.page.reload()
    await lay_table(ada, ben, TWICE_2, judging="The server, and the reader may overrule")
    await ben.page.add_init_script(WATCH_WIDTH)
    await ben.page.reload()
    await roll_for_the_start(ada, ben)
    await fits_a_phone(ada)

    await ada.see("roll").tap()
    await ada.see("way").first.tap()
    await expect(ada.see("answer-input")).to_be_visible()
    await fits_a_phone(ada)
    await ada.see("answer-input").fill("Something near it")
    await ada.see("answer-send").tap()
    await expect(ben.see("prompt")).to_contain_text("Does “Something near it” count?")
    await fits_a_phone(ben)
    await ben.see("rule-right").tap()

    await ada.see("roll").tap()
    await expect(ada.see("card-before")).to_contain_text("The reader overruled the server.")
    await expect(ada.see("die")).to_have_attribute("data-roll", "2")
    await fits_a_phone(ada)
    await ada.page.locator("[data-testid=way][data-space=HUB]").tap()
    await expect(ben.see("prompt")).to_contain_text("Ada is in the hub and chooses a category.")
    await fits_a_phone(ada)
    await ada.page.locator("[data-testid=category][data-colour=PINK]").tap()

    await expect(ada.see("card")).to_have_attribute("data-colour", "PINK")
    right = await answer_to_card(ada)
    await expect(ben.see("secret-answer")).to_contain_text(right)
    view = await table(ada)
    assert (view["question"]["answer"], view["question"]["question"]["colour"]) == (None, "PINK")
    assert (view["lastQuestion"]["isRight"], view["lastQuestion"]["overruledBy"]) == (True, "READER")
    assert ada.troubles == ben.troubles == []


async def test_a_turn_is_played_by_keyboard_alone(invite: Invite) -> None:
    ada, ben = await asyncio.gather(invite("Ada"), invite("Ben"))
    await lay_table(ada, ben, BEGINS)
    await go_to(ada, "roll")
    await keys(ada, "Enter")
    await expect(ada.see("roll")).to_have_count(0)
    await ben.press("roll")

    await expect(ada.see("turn")).to_have_text("Your turn. Roll the die.")
    await expect(ada.see("roll")).to_be_focused()
    await keys(ada, "Enter")
    await expect(ada.see("turn")).to_have_text("Your turn. The die shows 6: where to?")
    first = ada.see("way").first
    await expect(first).to_be_focused()
    await expect(ada.page.locator("[data-testid=target].pointed")).to_have_attribute("aria-label", "Brown headquarters")
    await keys(ada, "Tab", "Tab", "Tab", "Enter")
    await expect(ada.see("answer-input")).to_be_focused()
    question = await ada.see("question").inner_text()
    await expect(ada.see("turn")).to_have_text(f"Your turn. News: {question}")
    await ada.page.keyboard.type(said(await answer_to_card(ada)))
    await keys(ada, "Enter")

    await expect(ada.page.locator(".log li", has_text="That wins the yellow wedge.")).to_have_count(1)
    await expect(ada.see("roll")).to_be_focused()
    assert (await table(ada))["tokens"][0] == {"space": {"id": "R21"}, "wedges": ["YELLOW"]}
    assert ada.troubles == []
