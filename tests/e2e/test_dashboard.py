"""The operators' dashboard, and a player's own statistics."""

import asyncio
import csv
import io
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Download, expect

from tests.api.counted import count
from tests.e2e.conftest import Invite
from tests.e2e.guests import Guest
from tests.e2e.league import QUESTIONS, League, name_of, played_league
from tests.e2e.test_language import in_english
from tests.e2e.test_pages import PHONE, WATCH_WIDTH, fits_a_phone
from tests.games.trivial_pursuit.tables import REAL_DECK
from tests.stats.made import facts, seat

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PIXELS = """canvas => {
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
  copy.drawImage(canvas, 0, 0);
  const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
  const colours = new Set();
  for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 255) colours.add(data.slice(at, at + 3).join());
  return colours;
}"""
"""The colours of the opaque pixels of a canvas."""
IS_DRAWN = f"chart => ({PIXELS})(document.querySelector(`[data-testid=${{chart}}] canvas`)).size > 2"
"""Whether a chart is more than nothing, or a blot."""
HAS_COLOUR = f"colour => ({PIXELS})(document.querySelector('[data-testid=chart-scores] canvas')).has(colour)"
BARS = {"dark": "124,192,238", "light": "29,95,138"}
BLUE = [card.questions.blue for card in REAL_DECK.cards]
SHORT = {"twenty": {"target": 50}}
ROW = "tbody tr"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def league(client: None) -> AsyncIterator[League]:
    """A league that has been played."""
    async with played_league() as league:
        yield league


async def opened(invite: Invite, league: League, **context: Any) -> Guest:
    """Return the operator at the dashboard, with the league chosen."""
    olga = await invite(None, at=league.server, **context)
    await olga.page.goto(f"{olga.address}/#/stats")
    await olga.see("operator-token").fill(league.olga.token or "")
    await olga.press("operator-sign-in")
    await olga.see("choose-event").select_option(label="Friday league")
    await expect(olga.see("stats-title")).to_have_text("Friday league, Twenty")
    await expect(olga.see("leaderboard").locator(ROW)).to_have_count(25)
    return olga


async def reloaded(guest: Guest) -> None:
    """Load the page again, once nothing is under way that this would break off."""
    await guest.page.wait_for_load_state("networkidle")
    await guest.page.reload()


async def column(guest: Guest, table: str, number: int) -> list[str]:
    """Return what a table's column shows once there is a row, the first column being 1."""
    cells = guest.see(table).locator(f"{ROW} > :nth-child({number})")
    await expect(cells.first).to_be_visible()
    return await cells.all_inner_texts()


async def downloaded(guest: Guest, press: str, within: str | None = None) -> tuple[str, str]:
    """Press what downloads a file; return its name and its text."""
    button = guest.see(press) if within is None else guest.see(within).get_by_test_id(press)
    async with guest.page.expect_download() as expected:
        await button.click()
    file: Download = await expected.value
    path = Path(await file.path())
    return file.suggested_filename, await asyncio.to_thread(path.read_text, encoding="utf-8-sig")


async def bots_play(league: League, code: str | None = None, options: Any = SHORT, seats: int = 2) -> str:
    """Let bots play a match of an event, the league by default, to its end; return its id."""
    olga, event = league.olga, code or league.event["code"]
    match = await olga.change("createMatch", options=options, seats=seats, join=False, eventCode=event)
    for _ in range(seats):
        await olga.change("addBot", matchId=match["id"], level="EASY")
    await olga.change("startMatch", matchId=match["id"])
    return str(match["id"])


async def made_event(olga: Guest, name: str) -> str:
    """Make an event with the form and look at it; return its code."""
    await olga.press("open-new-event")
    await olga.see("event-name").fill(name)
    await olga.page.keyboard.press("Enter")
    code = await olga.see("new-event").get_by_test_id("shown-event-code").inner_text()
    await olga.press("show-event")
    await expect(olga.see("stats-title")).to_contain_text(name)
    return code


async def said_with_reason(olga: Guest, reason: str) -> None:
    """Give a correction its reason, send it, and wait until standings and ratings have followed."""
    await olga.see("reason").fill(reason)
    await olga.press("send-correction")
    await expect(olga.see("correct")).to_have_count(0)
    await expect(olga.see("corrected")).to_be_focused()
    await expect(olga.see("corrected")).to_have_text("The result is corrected. Standings and ratings have followed.")


async def test_a_players_token_opens_no_dashboard_and_an_operators_does(invite: Invite, league: League) -> None:
    guest = await invite(None, at=league.server)
    await guest.page.goto(f"{guest.address}/#/stats")
    await guest.see("operator-token").fill(league.players[0].token or "")
    await guest.press("operator-sign-in")
    await expect(guest.page.get_by_role("alert")).to_have_text("This is not an operator’s token.")
    await expect(guest.see("dashboard")).to_have_count(0)

    await guest.see("operator-token").fill(league.olga.token or "")
    await guest.press("operator-sign-in")
    await expect(guest.see("stats-title")).to_have_text("All matches, Twenty")
    await reloaded(guest)
    await expect(guest.see("stats-title")).to_have_text("All matches, Twenty")
    assert await guest.page.evaluate("localStorage.length") == 0

    await guest.press("operator-sign-out")
    await expect(guest.see("operator-token")).to_be_visible()
    assert await guest.page.evaluate("sessionStorage.length") == 0
    assert guest.troubles == []


async def test_a_result_arrives_while_the_operator_looks(invite: Invite, league: League) -> None:
    olga = await opened(invite, league)
    counted = olga.see("overview").locator(ROW, has_text="Twenty").locator("td").first
    before = int(await counted.inner_text())

    match = await bots_play(league)

    arrived = olga.page.locator(f"[data-testid=live-result][data-match={match}]")
    await expect(arrived).to_contain_text("1. ")
    await expect(arrived.locator(".placings span")).to_have_count(2)
    await expect(olga.page.locator(".live [role=status]")).to_contain_text("Twenty ended: 1. ")
    await expect(counted).to_have_text(str(before + 1))
    await expect(olga.see("live-result").first).to_have_attribute("data-match", match)
    await olga.see("choose-who").select_option("bots")
    await expect(olga.see("leaderboard").locator(ROW)).to_have_count(1)
    assert await column(olga, "leaderboard", 2) == ["Bots (easy)"]
    assert olga.troubles == []


async def test_the_leaderboard_has_shared_ranks_orders_a_least_number_of_matches_and_more(
    invite: Invite, league: League
) -> None:
    olga = await opened(invite, league)
    await olga.see("choose-order").select_option("WINS")
    await expect(olga.see("leaderboard").locator(f"{ROW} >> nth=24 >> td").nth(1)).to_have_text("1")
    assert await column(olga, "leaderboard", 2) == ["1"] * 25

    await olga.press("more-players")
    await expect(olga.see("leaderboard").locator(ROW)).to_have_count(28)
    ranks = await column(olga, "leaderboard", 2)
    assert ranks == ["1"] * 27 + ["28"]
    assert (await column(olga, "leaderboard", 3))[27] == name_of(27)

    await olga.see("choose-least").fill("4")
    await olga.see("choose-least").press("Enter")
    await expect(olga.see("leaderboard").locator(ROW)).to_have_count(26)
    assert name_of(0) not in await column(olga, "leaderboard", 3)
    assert olga.troubles == []


async def test_tables_are_sorted_by_keyboard_and_downloaded_as_they_are_shown(invite: Invite, league: League) -> None:
    olga = await opened(invite, league)
    table = olga.see("leaderboard")
    heading = table.get_by_test_id("sort-player")
    await heading.focus()
    await olga.page.keyboard.press("Enter")
    await olga.page.keyboard.press("Enter")
    await expect(table.locator("th[aria-sort=descending]")).to_have_count(1)
    shown = await column(olga, "leaderboard", 3)
    assert shown == sorted(shown, reverse=True)
    await expect(heading).to_be_focused()

    name, text = await downloaded(olga, "download-table", "leaderboard")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert name == "leaderboard-twenty.csv"
    assert [row["Player"] for row in rows] == shown
    assert {row["Won"] for row in rows if row["Player"] == name_of(1)} == {"3"}
    assert olga.troubles == []


async def test_files_are_the_servers_exports(invite: Invite, league: League) -> None:
    olga = await opened(invite, league)
    headers = {"authorization": f"Bearer {league.olga.token}"}
    asked = {"format": "ndjson", "game": "TWENTY", "event": league.event["id"], "is_test": "false"}
    answer = await league.server.http.get("/exports/results", params=asked, headers=headers)

    await olga.see("choose-format").select_option("ndjson")
    name, text = await downloaded(olga, "export-results")

    assert text == answer.text
    assert f'filename="{name}"' in answer.headers["content-disposition"]
    assert olga.troubles == []


async def test_charts_are_drawn_have_a_table_each_and_only_they_load_the_library(
    invite: Invite, league: League
) -> None:
    player = await invite("Zoe", at=league.server)
    asked: list[str] = []
    player.page.on("request", lambda request: asked.append(request.url))
    await player.page.reload()
    await expect(player.see("create-match")).to_be_visible()
    assert [url for url in asked if "drawing" in url or "/page-" in url] == []

    olga = await opened(invite, league)
    await olga.see("choose-game").select_option("TRIVIAL_PURSUIT")
    await expect(olga.see("questions").locator(ROW)).to_have_count(14)
    charts = ("chart-pace", "chart-scores", "chart-ratings", "chart-hardest", "chart-easiest")
    for chart in charts:
        await expect(olga.see(chart).locator("canvas")).to_have_attribute("role", "img")
        await olga.page.wait_for_function(IS_DRAWN, arg=chart)
    await olga.see("chart-hardest").get_by_text("As a table").click()
    hardest = olga.see("chart-hardest").locator(f"{ROW} > :nth-child(2)")
    assert await hardest.all_inner_texts() == [blue.question for blue in BLUE[:10]]
    assert await column(olga, "questions", 3) == [blue.text for blue in BLUE[:QUESTIONS]]
    easiest = olga.see("chart-easiest").locator("canvas")
    await expect(easiest).to_have_attribute("aria-label", f"Chart: Easiest. First: {BLUE[12].question} (Blue).")
    assert olga.troubles == []


async def test_chosen_players_are_in_the_chart_and_in_the_address(invite: Invite, league: League) -> None:
    olga = await opened(invite, league)
    summary = olga.see("chart-ratings").locator("figcaption")
    await expect(summary).to_contain_text("Player 03: ")
    for number in (3, 4):
        await olga.see("leaderboard").locator(ROW, has_text=name_of(number)).get_by_test_id("mark-player").check()
    await expect(summary).to_contain_text("Player 04: ")
    await expect(summary).to_contain_text("Player 05: ")
    await expect(summary).not_to_contain_text("Player 03: ")

    await reloaded(olga)
    await expect(summary).to_contain_text("Player 05: ")
    await expect(olga.see("mark-player").and_(olga.page.locator(":checked"))).to_have_count(2)
    assert olga.troubles == []


async def test_paper_gets_tables_and_charts_in_colours_for_paper_and_no_buttons(invite: Invite, league: League) -> None:
    olga = await opened(invite, league, color_scheme="dark")
    await olga.page.wait_for_function(HAS_COLOUR, arg=BARS["dark"])

    await olga.page.emulate_media(media="print")

    await olga.page.wait_for_function(HAS_COLOUR, arg=BARS["light"])
    for hidden in ("choose-event", "choose-order", "print", "more-players", "stats-link", "export-matches"):
        await expect(olga.see(hidden)).to_be_hidden()
    await expect(olga.page.get_by_test_id("download-table").and_(olga.page.locator(":visible"))).to_have_count(0)
    await expect(olga.see("stats-title")).to_be_visible()
    await expect(olga.see("leaderboard").locator(ROW).last).to_be_visible()
    assert olga.troubles == []


async def test_the_dashboard_fits_a_phone(invite: Invite, league: League) -> None:
    olga = await opened(invite, league, **PHONE)
    await olga.page.add_init_script(WATCH_WIDTH)
    await reloaded(olga)
    await olga.see("choose-game").select_option("TRIVIAL_PURSUIT")
    await expect(olga.see("questions").locator(ROW)).to_have_count(14)

    await fits_a_phone(olga)
    assert olga.troubles == []


async def test_the_dashboard_speaks_korean(invite: Invite, league: League) -> None:
    olga = await invite(None, at=league.server, locale="ko-KR")
    await olga.page.goto(f"{olga.address}/#/stats")
    await olga.see("operator-token").fill(league.olga.token or "")
    await olga.press("operator-sign-in")
    await olga.see("choose-event").select_option(label="Friday league")
    await olga.see("choose-game").select_option("TRIVIAL_PURSUIT")
    await expect(olga.see("questions").locator(ROW)).to_have_count(14)

    english = set(await in_english(olga))
    assert english - {text for blue in BLUE for text in (blue.question, blue.text)} == {"Friday league"}
    await olga.press("open-new-event")
    assert set(await in_english(olga)) == english
    await olga.see("event-name").fill("W" * 41)
    await olga.press("make-event")
    await expect(olga.see("new-event").get_by_role("alert")).to_have_text(
        "이름은 40자까지 쓸 수 있는데, 지금은 41자예요."
    )
    await olga.page.keyboard.press("Escape")
    match = await bots_play(league)
    await olga.page.goto(f"{olga.address}/#/stats/{match}")
    await olga.press("void-match")
    assert await in_english(olga) == ["Friday league"]
    await said_with_reason_in_korean(olga)
    assert await in_english(olga) == ["Friday league"]
    assert olga.troubles == []


async def said_with_reason_in_korean(olga: Guest) -> None:
    await olga.see("reason").fill("연습이었음")
    await olga.press("send-correction")
    await expect(olga.see("corrected")).to_have_text("결과를 정정했어요. 순위와 레이팅도 고쳤어요.")


async def test_an_event_is_made_its_code_copied_and_a_match_of_it_voided(invite: Invite, league: League) -> None:
    """The whole way: the standings lose the match, and everybody who sees it may read why."""
    olga = await opened(invite, league)
    await olga.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await olga.press("open-new-event")
    await expect(olga.see("event-name")).to_be_focused()
    await olga.press("make-event")
    await expect(olga.see("new-event").get_by_role("alert")).to_have_text("Please give the event a name.")
    await olga.see("event-name").fill("Winter cup")
    await olga.page.keyboard.press("Enter")
    code = await olga.see("new-event").get_by_test_id("shown-event-code").inner_text()
    await olga.see("new-event").get_by_test_id("copy-event-code").click()
    await expect(olga.see("new-event").get_by_test_id("copy-event-code")).to_have_text("Copied")
    assert await olga.page.evaluate("navigator.clipboard.readText()") == code
    await olga.press("show-event")
    await expect(olga.see("stats-title")).to_have_text("Winter cup, Twenty")
    await expect(olga.see("shown-event-code")).to_have_text(code)

    match = await bots_play(league, code)
    await olga.see("choose-who").select_option("bots")
    await expect(olga.see("leaderboard").locator(ROW)).to_have_count(1)
    await olga.see("live-result").get_by_test_id("correct-match").click()
    await olga.press("void-match")
    await olga.press("send-correction")
    await expect(olga.see("correct").get_by_role("alert")).to_contain_text("Please say why")
    await olga.see("reason").fill("x" * 10_000)
    await olga.press("send-correction")
    await expect(olga.see("correct").get_by_role("alert")).to_have_text("A reason has at most 500 characters.")
    await olga.page.keyboard.press("Escape")
    await expect(olga.see("correct")).to_have_count(0)
    await expect(olga.see("void-match")).to_be_focused()
    await olga.page.keyboard.press("Enter")
    await said_with_reason(olga, "Played for practice.")
    await expect(olga.see("correction")).to_contain_text(
        "The match counts for nothing.“Played for practice.”Olga, operator"
    )
    await expect(olga.see("void-match")).to_have_count(0)

    await olga.press("to-dashboard")
    await expect(olga.see("stats-title")).to_have_text("Winter cup, Twenty")
    await expect(olga.see("leaderboard")).to_have_count(0)
    await expect(olga.page.get_by_text("Nobody is on this leaderboard yet.")).to_be_visible()
    await expect(olga.see("live-result")).to_contain_text("Corrected by Olga: Played for practice.")
    await expect(olga.see("live-result").locator(".tag")).to_have_text("void")

    eve = await invite("Eve", at=league.server)
    await eve.page.goto(f"{eve.address}/#/match/{match}")
    await expect(eve.see("result").get_by_test_id("correction")).to_contain_text("“Played for practice.”")
    await expect(eve.see("correct-result")).to_have_count(0)
    await olga.page.goto(f"{olga.address}/#/match/{match}")
    await olga.press("correct-result")
    await expect(olga.see("operator-match")).to_contain_text("Twenty")
    assert olga.troubles + eve.troubles == []


async def test_an_answer_is_ruled_on_and_places_are_set(invite: Invite, league: League) -> None:
    """Each is read in words, ruled on with a reason, and counts otherwise at once."""
    olga = await opened(invite, league)
    await made_event(olga, "Autumn cup")
    code = await olga.see("shown-event-code").inner_text()
    match = await bots_play(league, code, {"smartyParty": {}}, seats=3)
    await expect(olga.see("live-result")).to_have_attribute("data-match", match)
    await olga.see("live-result").get_by_test_id("correct-match").click()
    await olga.see("check-overruled").uncheck()
    first = olga.page.locator("[data-testid=answer][data-number='1']")
    before = await first.locator(".tag").first.inner_text()
    after = {"counts as right": "counts as wrong", "counts as wrong": "counts as right"}[before]

    await first.get_by_test_id("rerule").click()
    await expect(olga.see("correct")).to_contain_text(f"It {before}, and will {after.replace('counts', 'count')}.")
    await said_with_reason(olga, "The card is wrong.")

    await expect(first.locator(".tag").first).to_have_text(after)
    await expect(olga.see("correction")).to_contain_text(f"Answer 1 {after}.“The card is wrong.”")
    await olga.press("correct-places")
    await olga.see("reason").fill("Counted anew.")
    await olga.press("send-correction")
    await expect(olga.see("correct").get_by_role("alert")).to_have_text("Nothing is changed yet.")
    for number, place in enumerate((1, 1, 2)):
        await olga.see(f"place-{number}").fill(str(place))
    await olga.press("send-correction")
    await expect(olga.see("correct").get_by_role("alert")).to_have_text(
        "Places begin at 1 and leave no gap but after a shared place: 1, 1, 3."
    )
    await olga.see("place-2").fill("3")
    await olga.see("points-2").fill("-7")
    await said_with_reason(olga, "Counted anew.")
    await expect(olga.see("placings").locator("span").last).to_have_text(re.compile(r"^3\. .+, -7 points$"))
    await expect(olga.see("correction")).to_have_count(2)
    assert olga.troubles == []


async def test_a_wrong_id_finds_no_match_and_an_operator_no_longer_one_is_refused(
    invite: Invite, league: League
) -> None:
    olga = await opened(invite, league)
    await olga.see("match-given").fill("Friday")
    await olga.press("find-match")
    await expect(olga.page.locator(".find-match").get_by_role("alert")).to_have_text(
        "This is neither a match’s id nor a link to a match."
    )
    await olga.see("match-given").fill(f"{olga.address}/#/match/mat_none")
    await olga.press("find-match")
    await expect(olga.page.get_by_role("alert").first).to_have_text("There is no match with the id mat_none.")
    await olga.press("to-dashboard")
    await expect(olga.see("stats-title")).to_have_text("Friday league, Twenty")

    match = await bots_play(league)
    arrived = olga.page.locator(f"[data-testid=live-result][data-match={match}]")
    await expect(arrived).to_be_visible()
    player = league.players[0].token
    await olga.page.evaluate(
        "token => sessionStorage.setItem('parlour.operator', JSON.stringify({ token, name: 'x' }))", player
    )
    await reloaded(olga)
    await olga.press("open-new-event")
    await olga.see("event-name").fill("Not mine")
    await olga.press("make-event")
    await expect(olga.see("new-event").get_by_role("alert")).to_have_text("Only operators may do that.")
    events = await league.olga.ask("{ events(first: 100) { nodes { name } } }")
    assert "Not mine" not in [event["name"] for event in events["events"]["nodes"]]
    await olga.page.goto(f"{olga.address}/#/stats/{match}")
    await expect(olga.page.get_by_text("This match is not counted")).to_be_visible()
    await expect(olga.see("void-match")).to_have_count(0)
    assert [trouble for trouble in olga.troubles if "403" not in trouble] == []


async def test_the_forms_fit_a_phone(invite: Invite, league: League) -> None:
    olga = await opened(invite, league, **PHONE)
    await olga.page.add_init_script(WATCH_WIDTH)
    await made_event(olga, "Spring cup " + "W" * 29)
    await reloaded(olga)
    code = await olga.see("shown-event-code").inner_text()
    match = await bots_play(league, code, {"smartyParty": {}}, seats=3)
    await expect(olga.see("live-result")).to_have_attribute("data-match", match)
    await fits_a_phone(olga)
    await olga.press("open-new-event")
    await expect(olga.see("event-name")).to_be_focused()
    await fits_a_phone(olga)
    await olga.page.keyboard.press("Escape")
    await expect(olga.see("new-event")).to_have_count(0)
    await olga.see("live-result").get_by_test_id("correct-match").tap()
    await olga.see("check-overruled").uncheck()
    await fits_a_phone(olga)
    await olga.see("rerule").first.tap()
    await olga.press("new-standings")
    await fits_a_phone(olga)
    assert olga.troubles == []


async def test_a_player_sees_their_own_statistics_and_nobody_elses(invite: Invite, league: League) -> None:
    ada, ben = await invite("Ada", at=league.server), await invite("Ben", at=league.server)
    match = await league.server.match(ada.api, ben.api, options=SHORT)
    await ben.api.change("resign", matchId=match["id"])
    await count(league.server, facts(900, seat(0, ada.api.id, 1, 0), seat(1, ben.api.id, 2, 40)))

    await ada.page.goto(f"{ada.address}/#/stats")

    await expect(ada.see("own-stats-panel")).to_contain_text("Played11 abandoned")
    await expect(ada.see("own-stats-panel")).to_contain_text("Won1100%")
    assert await column(ada, "head-to-head", 1) == ["Ben"]
    assert [(await column(ada, "head-to-head", number))[0] for number in (3, 4, 5)] == ["1", "1", "0"]
    await expect(ada.see("chart-ratings").locator("canvas")).to_be_visible()
    await expect(ada.see("dashboard")).to_have_count(0)
    assert name_of(0) not in await ada.sent()

    eve = await invite("Eve", at=league.server, **PHONE)
    await eve.press("player-menu")
    await eve.press("own-stats")
    await expect(eve.see("no-stats")).to_be_visible()
    assert ada.troubles + ben.troubles + eve.troubles == []
