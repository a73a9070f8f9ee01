"""People at browsers. Each has a context of their own; what is known of them is what their page shows."""

import json
import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

import httpx
from playwright.async_api import (
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Request,
    Response,
    Route,
    WebSocket,
    expect,
)

from tests.api.parlour import Person

PATIENCE = 20.0
"""Seconds in which a page shows what it is waited for."""
MINE = "[data-testid=draw]:enabled, [data-testid=legal-move]:enabled, [data-testid=pass]:enabled"
"""What can be pressed on one's turn only."""
LOG = (
    "query($id: ID!, $after: String) { match(by: {id: $id}) { log(first: 100, after: $after) {"
    " nodes { events { __typename } } pageInfo { hasNextPage endCursor } } } }"
)


class Guest:
    """Somebody at a browser; `troubles` is all that went wrong there: complaints, failures, and calls elsewhere."""

    def __init__(self, page: Page, address: str, http: httpx.AsyncClient) -> None:
        self.page = page
        self.address = address
        self.api = Person(urlsplit(address).port or 80, http)
        self.troubles: list[str] = []
        self._answers: list[Response] = []
        self._frames: list[str] = []
        page.set_default_timeout(PATIENCE * 1000)
        page.on("console", self._said)
        page.on("pageerror", self._threw)
        page.on("request", self._asked)
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)
        page.on("websocket", self._connected)

    @property
    def context(self) -> BrowserContext:
        """The browser's cookies, storage and network."""
        return self.page.context

    @property
    def match_id(self) -> str:
        """The match whose page is open."""
        found = re.search(r"mat_\w+", self.page.url)
        assert found is not None, self.page.url
        return found[0]

    def see(self, testid: str) -> Locator:
        """Return what the page marks with `data-testid`."""
        return self.page.get_by_test_id(testid)

    async def press(self, testid: str) -> None:
        """Click what the page marks with `data-testid`."""
        await self.see(testid).click()

    async def arrive(self, name: str) -> None:
        """Open the front room and choose a name."""
        await self.page.goto(self.address)
        await self.see("name-input").fill(name)
        await self.press("name-submit")
        await expect(self.see("player-menu")).to_contain_text(name)
        await self.identify()

    async def identify(self) -> None:
        """Let `api` ask with the token that this browser keeps."""
        session = json.loads(await self.page.evaluate("localStorage.getItem('parlour.session')"))
        self.api.token, self.api.id = session["token"], session["player"]["id"]

    async def lay_table(self, seats: int = 2, visibility: str = "private") -> None:
        """Create a match to 50 points with the form in the front room."""
        await self.see(f"seats-{seats}").check(force=True)
        await self.see(f"visibility-{visibility}").check(force=True)
        await self.see("option-target").select_option(label="50 points")
        await self.press("create-match")
        await expect(self.see("start-match")).to_be_visible()

    async def take_seat(self, link: str) -> None:
        """Follow an invitation."""
        await self.page.goto(link)
        await self.press("join-match")
        await expect(self.see("leave-match")).to_be_visible()

    async def stack_deck(self, **setup: Any) -> None:
        """Create the next match with this `TestSetupInput`, which the form does not offer."""

        async def send(route: Route) -> None:
            sent: Any = route.request.post_data_json
            is_it = "createMatch" in sent["query"]
            if is_it:
                sent["variables"]["input"]["test"] = setup
            await route.continue_(post_data=json.dumps(sent))
            if is_it:
                await self.page.unroute("**/graphql")

        await self.page.route("**/graphql", send)

    async def move(self) -> None:
        """Wait for one's turn, then play the longest legal set of cards; draw or pass without one."""
        await self.page.wait_for_selector(MINE)
        for choice in ("legal-move", "draw", "pass"):
            button = self.page.locator(f"[data-testid={choice}]:enabled")
            if await button.count() > 0:
                return await button.last.click()
        raise AssertionError("There was a move, and now there is none.")

    async def play_to_the_end(self) -> None:
        """Move whenever it is one's turn, until the result is shown."""
        while True:
            await self.page.wait_for_selector(f"{MINE}, [data-testid=result]")
            if await self.see("result").is_visible():
                return
            await self.move()

    async def waits(self) -> None:
        """Wait until it is not this guest's turn."""
        await expect(self.see("turn")).not_to_contain_text("Your turn.")

    async def hand(self) -> list[str]:
        """Return the ids of the cards in this guest's hand as it lies on the table."""
        ids: list[str] = await self.see("hand-card").evaluate_all("cards => cards.map(card => card.dataset.card)")
        return ids

    async def lines(self) -> list[str]:
        """Return the lines of the log as they are read."""
        return await self.page.locator(".log li").all_inner_texts()

    async def happened(self) -> list[list[str]]:
        """Return the names of the events in each line of the log."""
        names = "lines => lines.map(line => [...line.querySelectorAll('.event')].map(event => event.classList[1]))"
        shown: list[list[str]] = await self.page.locator(".log li").evaluate_all(names)
        return shown

    async def sent(self) -> str:
        """Return everything the API has sent to this page since it was loaded."""
        return "\n".join([*[await answer.text() for answer in self._answers], *self._frames])

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.troubles.append(f"{message.type}: {message.text}")

    def _threw(self, error: Error) -> None:
        self.troubles.append(f"error: {error}")

    def _asked(self, request: Request) -> None:
        self._must_be_at_home(request.url)

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # the page has been left meanwhile
            self.troubles.append(f"failed: {request.url}: {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.troubles.append(f"{response.status}: {response.url}")
        elif response.url.endswith("/graphql"):
            self._answers.append(response)

    def _connected(self, socket: WebSocket) -> None:
        self._must_be_at_home(socket.url)
        socket.on("framereceived", lambda frame: self._frames.append(str(frame)))

    def _must_be_at_home(self, url: str) -> None:
        if urlsplit(url).scheme not in ("data", "blob") and urlsplit(url).netloc != urlsplit(self.address).netloc:
            self.troubles.append(f"elsewhere: {url}")


async def seat_two(host: Guest, other: Guest) -> str:
    """Start a match of two at the host's private table; return the table's link."""
    await host.lay_table()
    link = await host.see("match-link").input_value()
    await other.take_seat(link)
    await host.press("start-match")
    await expect(host.see("count")).to_be_visible()
    await expect(other.see("count")).to_be_visible()
    return link


async def to_move(guests: Sequence[Guest]) -> Guest:
    """Return who is to move; the guests come in the order of their seats."""
    match = await guests[0].api.see(guests[0].match_id)
    (seat,) = match["decision"]["seats"]
    return guests[int(seat["index"])]


async def take_turns(guests: Sequence[Guest], moves: int) -> None:
    """Let whoever is to move do so, as often as said."""
    for _ in range(moves):
        guest = await to_move(guests)
        await guest.move()
        await guest.waits()


async def logged(guest: Guest) -> list[list[str]]:
    """Return the names of the events of each ply, as the API has them; plies without any are left out."""
    plies: list[Any] = []
    page = {"hasNextPage": True, "endCursor": None}
    while page["hasNextPage"]:
        log = (await guest.api.ask(LOG, id=guest.match_id, after=page["endCursor"]))["match"]["log"]
        plies, page = plies + log["nodes"], log["pageInfo"]
    return [names for ply in plies if (names := [event["__typename"] for event in ply["events"]])]
