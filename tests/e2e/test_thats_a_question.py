"""That's a Question! in the browser: four people play a whole match, and nobody is shown what is not theirs to know."""

import asyncio
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

import pytest
from playwright.async_api import expect

from server.decks import FOLDER
from tests.e2e.conftest import Invite
from tests.e2e.guests import Guest, logged
from tests.faults.processes import Program, created

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SEED = "squirrels"
KINDS = ("blue", "green", "red")
TABLE = """query($id: ID!) { match(by: {id: $id}) {
  id ply status decision { id seats { index } }
  outcome { reason standings { place score seat { name } } }
  view { ... on ThatsAQuestionView {
    question { number asker answerer } takeReason toughKickerOf hand { id }
    seats { position kickers } results { answer }
  } }
} }"""
CARDS: dict[str, dict[str, str]] = {
    card["id"]: card
    for card in json.loads((FOLDER / "thats-a-question" / "en.json").read_text(encoding="utf-8"))["cards"]
}


class Match:
    """A match at whose browsers `rng` decides; what everybody has held, asked and laid down is written down."""

    def __init__(self, guests: Sequence[Guest], rng: Random) -> None:
        self.guests = guests
        self.rng = rng
        self.held: defaultdict[int, set[str]] = defaultdict(set)
        self.asked: set[tuple[str, str]] = set()
        """Cards that lay on the question board, with their colour."""
        self.laid: dict[tuple[int, int], dict[str, str | None]] = {}
        """Answer or guess by question and seat."""

    async def table(self, seat: int = 0) -> Any:
        """Return the match as the API shows it to a seat; its hand is written down."""
        guest = self.guests[seat]
        match = (await guest.api.ask(TABLE, id=guest.match_id))["match"]
        self.held[seat] |= {card["id"] for card in match["view"]["hand"]}
        return match

    async def play_to_the_end(self) -> Any:
        """Let everybody press what their table shows until the match is over, and return it."""
        while (match := await self.table())["status"] == "RUNNING":
            view = match["view"]
            seats = [seat["index"] for seat in match["decision"]["seats"]]
            if view["takeReason"]:
                await self.take_kicker(self.rng.choice(seats))
            elif view["question"] is None:
                await self.ask(seats[0])
            else:
                await self.choose(view, seats)
        return match

    async def ask(self, seat: int) -> None:
        """Pick a colour, two cards of the hand and somebody to answer, and ask."""
        guest, kind = self.guests[seat], self.rng.choice(KINDS)
        hand = [card["id"] for card in (await self.table(seat))["view"]["hand"]]
        cards = self.rng.sample(hand, 2)
        await guest.see("ask").wait_for()
        await guest.see(f"kind-{kind}").check(force=True)
        for card in cards:
            await guest.page.locator(f"[data-card={card}]").click()
        await guest.see("answerer").nth(self.rng.randrange(await guest.see("answerer").count())).check(force=True)
        self.asked |= {(card, kind) for card in cards}
        texts = [CARDS[card][kind] for card in cards]
        await expect(guest.see("answer-card")).to_contain_text(texts)
        await guest.press("ask")
        for other in self.guests:
            await expect(other.see("choice").first).to_have_attribute("data-shows", "nothing")
            await expect(other.see("answer-card")).to_contain_text(texts)

    async def choose(self, view: Any, seats: list[int]) -> None:
        """Let answerer and guessers choose, all but one at once; before the last does, nobody sees what."""
        question = view["question"]
        for seat in seats:
            kickers = [] if seat == question["answerer"] else view["seats"][seat]["kickers"]
            choice = {"choice": self.rng.choice("AB"), "kicker": self.rng.choice([None, *kickers])}
            self.laid[question["number"], seat] = choice
        *first, last = self.rng.sample(seats, len(seats))
        await asyncio.gather(*(self.lay_down(view, seat) for seat in first))
        for guest in self.guests:
            await expect(guest.page.locator("[data-shows=nothing]")).to_have_count(1)
        await asyncio.gather(*(self.sees_nothing_secret(seat, first) for seat in range(len(self.guests))))
        await self.lay_down(view, last)
        for guest in self.guests:
            await expect(guest.page.locator("[data-shows=A], [data-shows=B]")).to_have_count(len(seats))

    async def lay_down(self, view: Any, seat: int) -> None:
        """Choose a side, and a kicker if one was decided on, and lay them face down."""
        guest, choice = self.guests[seat], self.laid[view["question"]["number"], seat]
        if seat % 2 == 0:
            await guest.see("answer-card").nth("AB".index(str(choice["choice"]))).click()
        else:
            await guest.see(f"side-{choice['choice']}".lower()).check(force=True)
        kickers = [] if seat == view["question"]["answerer"] else view["seats"][seat]["kickers"]
        offered = guest.page.locator("[data-testid=kicker-triple], [data-testid=kicker-tough]")
        await expect(offered).to_have_count(len(kickers))
        if choice["kicker"] is not None:
            await guest.see(f"kicker-{choice['kicker']}".lower()).check(force=True)
        await guest.press("lay-down")
        own = guest.page.locator(f"[data-testid=choice][data-seat='{seat}']")
        await expect(own).to_have_attribute("data-shows", str(choice["choice"]))

    async def take_kicker(self, seat: int) -> None:
        """Take a kicker back from the board, or leave them there."""
        lines = self.guests[seat].page.locator(".log li")
        before = await lines.count()
        buttons = self.guests[seat].page.locator("[data-testid^=take-]:enabled, [data-testid=leave-kickers]:enabled")
        await buttons.first.wait_for()
        await buttons.nth(self.rng.randrange(await buttons.count())).click()
        await expect(lines).not_to_have_count(before)

    async def sees_nothing_secret(self, seat: int, chosen: list[int]) -> None:
        """Assert that a page shows its own player's choice only, and no card but those held or asked."""
        page = self.guests[seat].page
        await self.table(seat)
        read = "choices => choices.map(({ dataset }) => [Number(dataset.seat), dataset.shows])"
        shown = dict(await page.get_by_test_id("choice").evaluate_all(read))
        assert [shown[other] for other in chosen if other != seat] == ["back"] * len(set(chosen) - {seat})
        assert self.secrets_in(re.findall(r'[^<>"]+', await page.inner_html("main")), seat) == set()

    def secrets_in(self, strings: Iterable[str], seat: int) -> set[str]:
        """Return what of others' hands and the pile, by id or text, is among the strings."""
        known = self.held[seat] | {card for card, _ in self.asked}
        read = {text for card in self.held[seat] for text in texts(card)} | {
            CARDS[card][kind] for card, kind in self.asked
        }
        everything = set(CARDS) | {text for card in CARDS for text in texts(card)}
        return everything.intersection(strings) - known - read


def texts(card: str) -> set[str]:
    return {CARDS[card][kind] for kind in KINDS}


def payloads(sent: str) -> Iterator[Any]:
    """Yield what the API sent to a page, answer by answer."""
    for line in sent.splitlines():
        if line.startswith("{"):
            yield json.loads(line, object_hook=unaliased)


def unaliased(read: dict[str, Any]) -> dict[str, Any]:
    """Return what was read with the names of the schema: the client calls some fields `name__Type`."""
    return {name if name.startswith("__") else name.split("__")[0]: value for name, value in read.items()}


def strings(value: Any) -> Iterator[str]:
    """Yield every text in an answer."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from strings(part)


def views(value: Any) -> Iterator[Any]:
    """Yield the views of the match in an answer."""
    if isinstance(value, dict):
        if value.get("__typename") == "ThatsAQuestionView":
            yield value
        for part in value.values():
            yield from views(part)
    elif isinstance(value, list):
        for part in value:
            yield from views(part)


def choices(value: Any) -> Iterator[Any]:
    """Yield every choice in an answer, except what came of questions that are over and the moves one may make."""
    if isinstance(value, dict):
        if "choice" in value:
            yield {"choice": value["choice"], "kicker": value["kicker"]}
        for name, part in value.items():
            if name not in ("legalMoves", "results"):
                yield from choices(part)
    elif isinstance(value, list):
        for part in value:
            yield from choices(part)


async def seated(guests: Sequence[Guest], seed: str) -> None:
    """Let the first guest lay a table in the front room, the others sit down, and the match begin."""
    host, *others = guests
    await host.stack_deck(seed=seed)
    await host.page.locator("input[name=game][value=THATS_A_QUESTION]").check(force=True)
    await host.see(f"seats-{len(guests)}").check(force=True)
    await host.see("option-askSeconds").select_option(label="5 minutes")
    await host.see("option-answerSeconds").select_option(label="3 minutes")
    await host.see("option-kickerSeconds").select_option(label="60 seconds")
    await host.press("create-match")
    await expect(host.see("start-match")).to_be_visible()
    for guest in others:
        await guest.take_seat(f"{host.address}/#/match/{host.match_id}")
    await host.press("start-match")
    for guest in guests:
        await expect(guest.see("hand-card")).to_have_count(5)


async def test_four_people_play_a_whole_match_and_see_neither_hands_nor_choices_before_their_time(
    invite: Invite,
) -> None:
    guests = await asyncio.gather(*(invite(name) for name in ("Ada", "Ben", "Cleo", "Dov")))
    await seated(guests, SEED)
    match = Match(guests, Random(SEED))

    over = await match.play_to_the_end()

    assert over["outcome"]["reason"] == "LAST_ROUND_PLAYED"
    assert len(over["view"]["results"]) == 16
    standings = [
        [str(each["place"]), each["seat"]["name"], str(each["score"])] for each in over["outcome"]["standings"]
    ]
    plies = await logged(guests[0])
    for seat, guest in enumerate(guests):
        await expect(guest.see("result")).to_be_visible()
        assert [(await line.inner_text()).split() for line in await guest.see("standing").all()] == standings
        positions = (
            "squirrels => squirrels.map(({ dataset }) => [Number(dataset.seat), Number(dataset.position)]).sort()"
        )
        assert await guest.see("squirrel").evaluate_all(positions) == [
            [seat, each["position"]] for seat, each in enumerate(over["view"]["seats"])
        ]
        assert await guest.happened() == plies
        sees_only_their_own(match, seat, await guest.sent())
        assert guest.troubles == []
    await steps_through_it_from_another_seat(guests[0], match)


async def steps_through_it_from_another_seat(ada: Guest, match: Match) -> None:
    """Go back to the first question of the finished match, and look at it with the eyes of the second seat."""
    await ada.press("replay")
    await expect(ada.see("replay-ply")).to_contain_text("Step 0 of")
    await expect(ada.page.locator("[data-testid=squirrel][data-position='0']")).to_have_count(4)
    first = set(await ada.hand())
    await ada.see("replay-seat").select_option(label="Ben’s seat")
    await expect(ada.page.locator(f"[data-card={first.pop()}]")).to_have_count(0)
    assert set(await ada.hand()) <= match.held[1]
    await ada.press("replay-next")
    await expect(ada.see("choice")).to_have_count(3)
    assert ada.troubles == []


def sees_only_their_own(match: Match, seat: int, sent: str) -> None:
    """Assert that the API told a guest of no card and, before the reveal, of no choice but the guest's own."""
    read = list(payloads(sent))
    told = set(strings(read))
    assert match.secrets_in(told, seat) == set()
    assert match.held[seat] <= told
    seen = set()
    for payload in read:
        for view in views(payload):
            if view["question"] is not None:
                number = view["question"]["number"]
                assert all(result["question"]["number"] < number for result in view["results"])
                found = list(choices(payload))
                assert found in ([], [match.laid.get((number, seat))])
                seen |= {number} if found else set()
    assert seen


async def test_three_players_ask_and_guess_by_keyboard_alone_when_a_tough_kicker_was_played(
    invite: Invite, server: Program
) -> None:
    ada = await invite("Ada")
    ben = await created(server.port, ada.api.http, "Ben")
    cleo = await created(server.port, ada.api.http, "Cleo")
    options = {"thatsAQuestion": {"firstSeat": 0}}
    match = await ada.api.change("createMatch", options=options, seats=3, startWhenFull=True)
    for other in (ben, cleo):
        await other.change("joinMatch", by={"id": match["id"]})
    await ada.page.goto(f"{ada.address}/#/match/{match['id']}")
    await expect(ada.see("hand-card")).to_have_count(5)
    await expect(ada.see("turn")).to_have_text("Your turn. Ask a question.")

    await tab_to(ada, "kind-blue")
    await keys(ada, "ArrowRight")
    await expect(ada.see("kind-green")).to_be_checked()
    await tab_to(ada, "hand-card")
    await keys(ada, "Space", "Tab", "Tab", "Enter")
    await tab_to(ada, "answerer")
    await keys(ada, "Space")
    await tab_to(ada, "ask")
    await expect(ada.see("ask")).to_have_text("Ask Ben")
    await keys(ada, "Enter")
    await expect(ada.see("prompt")).to_contain_text("Still to choose: Ben and Cleo.")
    await expect(ada.see("question")).to_have_text("Which would you miss more if it were gone?")

    table = (await ben.ask(TABLE, id=match["id"]))["match"]
    await ben.play(table, {"thatsAQuestion": {"answer": "A"}})
    await cleo.play(table, {"thatsAQuestion": {"guess": {"choice": "A", "kicker": "TOUGH"}}})
    await expect(ada.see("prompt")).to_contain_text("What has Ben chosen?")
    cleos = ada.page.locator("[data-testid=choice][data-seat='2']")
    await expect(cleos).to_have_attribute("data-shows", "back")
    await expect(cleos.get_by_role("img", name="Tough question kicker")).to_be_visible()
    await tab_to(ada, "side-a")
    await keys(ada, "Space", "ArrowRight")
    await expect(ada.see("side-b")).to_be_checked()
    await tab_to(ada, "lay-down")
    await keys(ada, "Enter")

    await expect(cleos).to_have_attribute("data-shows", "A")
    await expect(cleos).to_contain_text("+3")
    await expect(ada.page.locator("[data-testid=choice][data-seat='0']")).to_have_attribute("data-shows", "B")
    steps = ada.page.locator(".log .ThatsAQuestionRevealed")
    await expect(steps).to_contain_text("Ada, who asked, guessed B. Steps: Ben +1, Cleo +3.")
    assert ada.troubles == []


async def keys(guest: Guest, *pressed: str) -> None:
    for key in pressed:
        await guest.page.keyboard.press(key)


async def tab_to(guest: Guest, testid: str) -> None:
    """Press Tab until something that the page marks so has the focus."""
    for _ in range(60):
        await keys(guest, "Tab")
        if await guest.page.evaluate("document.activeElement.dataset.testid") == testid:
            return
    raise AssertionError(f"Tab never came to {testid}.")
