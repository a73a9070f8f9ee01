"""The client in Korean: chosen, played in from the front room to the replay, and left again."""

import json
import re

import pytest
from playwright.async_api import Request, WebSocket, expect

from tests.catalogues import messages, texts_in
from tests.e2e.conftest import Invite
from tests.e2e.guests import Guest
from tests.e2e.test_match import SHORT_WITH_BOT
from tests.faults.processes import ROOT

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SHOWN = """() => {
  const texts = [document.title];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode())
    if (!walk.currentNode.parentElement.closest('noscript, code')) texts.push(walk.currentNode.data);
  for (const element of document.querySelectorAll('*'))
    for (const name of ['aria-label', 'title', 'placeholder']) texts.push(element.getAttribute(name) ?? '');
  return texts.map(text => text.trim());
}"""
"""All that is read on a page or said of it, but for what is typed into a terminal."""
SENTENCE = re.compile(r"[a-z’]+ [a-z]+", re.IGNORECASE)
"""Names in a row, "Ada, Juniper", are in no language."""
HANGUL = re.compile(r"[가-힣]")


async def in_english(guest: Guest) -> list[str]:
    """Return what the page shows or says in English: several words, or one that has a translation."""
    texts = {message.id for message in messages(texts_in(ROOT / "client" / "src"))}
    shown: list[str] = await guest.page.evaluate(SHOWN)
    return [text for text in shown if text in texts or (SENTENCE.search(text) and not HANGUL.search(text))]


class Sent:
    """What a page has asked for since this was made, and how its sockets introduced it."""

    def __init__(self, guest: Guest) -> None:
        self.requests: list[Request] = []
        self.introductions: list[str] = []
        guest.page.on("request", self._asked)
        guest.page.on("websocket", self._connected)

    def calls(self) -> list[Request]:
        """Return the requests to the API."""
        return [request for request in self.requests if request.url.endswith("/graphql")]

    def catalogues(self) -> list[str]:
        """Return the addresses from which Korean was loaded."""
        return [request.url for request in self.requests if "/ko-" in request.url]

    def _asked(self, request: Request) -> None:
        self.requests.append(request)

    def _connected(self, socket: WebSocket) -> None:
        socket.on("framesent", self._said)

    def _said(self, frame: str | bytes) -> None:
        if "connection_init" in str(frame):
            self.introductions.append(str(frame))


async def choose(guest: Guest, language: str) -> Sent:
    """Choose a language; return what is sent in it.

    The page is loaded again: what the one before had under way is broken off, and no trouble.
    """
    assert guest.troubles == []
    sent = Sent(guest)
    await guest.see("language").select_option(language)
    await expect(guest.page.locator("html")).to_have_attribute("lang", language)
    await expect(guest.see("language")).to_have_value(language)
    sent.requests.clear()
    guest.troubles.clear()
    return sent


async def test_a_whole_match_is_played_in_korean_with_no_english_left_and_english_comes_back(invite: Invite) -> None:
    ada = await invite("Ada")
    assert "Good to see you, Ada." in await in_english(ada)
    sent = await choose(ada, "ko")
    await expect(ada.page.get_by_role("heading", level=1)).to_have_text("반가워요, Ada님.")
    assert await in_english(ada) == []

    await ada.stack_deck(seed=SHORT_WITH_BOT)
    await ada.see("seats-2").check(force=True)
    await ada.see("visibility-private").check(force=True)
    await ada.see("option-target").select_option(label="50점")
    await ada.press("create-match")
    await ada.press("add-bot-easy")
    await expect(ada.see("seat")).to_have_count(2)
    assert await in_english(ada) == []
    await ada.press("start-match")
    await expect(ada.see("turn")).to_contain_text(HANGUL)
    assert await in_english(ada) == []

    await ada.play_to_the_end()
    await expect(ada.page.locator(".log li").last).to_contain_text("게임이 끝났어요.")
    await ada.press("seed")
    await expect(ada.see("seed-verdict")).to_contain_text("해시")
    assert await in_english(ada) == []
    await ada.press("replay")
    await expect(ada.see("replay-ply")).to_contain_text("단계")
    assert await in_english(ada) == []
    assert {request.headers["accept-language"] for request in sent.calls()} == {"ko"}
    assert {json.loads(frame)["payload"]["acceptLanguage"] for frame in sent.introductions} == {"ko"}

    replay = ada.page.url
    await choose(ada, "en")
    await expect(ada.see("replay-ply")).to_contain_text("Step 0 of ")
    assert ada.page.url == replay
    assert not any(HANGUL.search(line) for line in await ada.lines())
    assert ada.troubles == []


async def test_a_browser_that_asks_for_korean_gets_it(invite: Invite) -> None:
    guest = await invite(None, locale="ko-KR")
    sent = Sent(guest)
    await guest.page.goto(guest.address)
    await expect(guest.see("name-input")).to_be_visible()

    await expect(guest.page.locator("html")).to_have_attribute("lang", "ko")
    assert await in_english(guest) == []
    assert len(sent.catalogues()) == 1
    assert guest.troubles == []


async def test_a_browser_that_asks_for_a_language_not_here_gets_english_and_loads_no_catalogue(invite: Invite) -> None:
    guest = await invite(None, locale="fr-FR")
    sent = Sent(guest)
    await guest.page.goto(guest.address)
    await expect(guest.see("name-input")).to_be_visible()

    await expect(guest.page.locator("html")).to_have_attribute("lang", "en")
    assert "Pull up a chair." in await in_english(guest)
    assert sent.catalogues() == []
    assert guest.troubles == []
