"""TP-16: what a team's members suggest to each other, and that nobody else's match knows of it."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest

from server.games.trivial_pursuit.records import Roll
from server.matches.host import Host
from server.matches.lobby import Lobby
from server.matches.match import Refusal, Refused
from server.matches.records import Match, Play
from server.matches.store import Player
from server.matches.talk import KEPT, Suggestion, Talk, suggestion_in
from server.store.memory import MemoryStore
from tests.matches.conftest import StartHost
from tests.matches.tables import ANN, BOB, CAT, EVE, NOON
from tests.matches.test_teams import GUS, SIX, after, begun, lobby, running, teams

PATIENCE = 30.0


def said(match: Match, player: Player, text: str, seconds: float = 0.0) -> Suggestion:
    """Return what a player suggests at so many seconds past noon."""
    return suggestion_in(match, player.id, text, NOON + timedelta(seconds=seconds), "one")


def refused(match: Match, player: Player, text: str = "Paris") -> Refused:
    """Return why a suggestion is refused."""
    with pytest.raises(Refused) as refusal:
        said(match, player, text)
    return refusal.value


def texts(suggestions: tuple[Suggestion, ...]) -> list[str]:
    """Return what was suggested."""
    return [suggestion.text for suggestion in suggestions]


async def following(talk: AsyncIterator[tuple[Suggestion, ...]], count: int) -> list[list[str]]:
    """Return what a follower of a team's talk is shown next, so many times."""
    async with asyncio.timeout(PATIENCE):
        return [texts(await anext(talk)) for _ in range(count)]


# What can be said


def test_tp_16_a_suggestion_says_who_made_it_for_what() -> None:
    match = running()

    assert said(match, CAT, "  Paris ") == Suggestion(
        match.setup.id, 0, match.decision, CAT.id, "Cat", "Paris", NOON, "one"
    )


@pytest.mark.parametrize("text", ["", "  ", "\u200b", "a\nb", "a\x00b", "\u202eabc", "\ud800", "x" * 61])
def test_tp_16_a_suggestion_is_1_to_60_visible_characters(text: str) -> None:
    refusal = refused(running(), CAT, text)

    assert (refusal.code, refusal.path) == (Refusal.BAD_REQUEST, ("text",))


@pytest.mark.parametrize("text", ["x", "x" * 60, " " + "서" * 60 + " ", "🎲🎲", "C. S. Lewis?"])
def test_tp_16_a_suggestion_is_trimmed_and_in_any_script(text: str) -> None:
    assert said(running(), CAT, text).text == text.strip()


def test_tp_16_suggestions_are_for_a_running_match_and_a_team_of_several() -> None:
    alone = lobby(ANN, BOB, CAT)

    assert refused(running(), GUS).code is Refusal.NOT_SEATED
    assert refused(lobby(*SIX), ANN).code is Refusal.MATCH_NOT_STARTED
    assert refused(alone, BOB).code is Refusal.NOT_ALLOWED


async def test_tp_16_a_team_that_has_resigned_or_whose_match_is_over_talks_no_more(host: Host) -> None:
    match = await begun(host, *SIX)
    match = await Lobby(host).resign(match.setup.id, ANN)

    assert refused(match, CAT).code is Refusal.NOT_SEATED
    assert refused(match, BOB).code is Refusal.MATCH_OVER


# What is remembered


def test_tp_16_the_last_50_suggestions_are_kept_in_the_order_of_their_time() -> None:
    match, talk = running(), Talk()
    for number in reversed(range(60)):
        talk.hear(said(match, CAT, str(number), seconds=number))

    assert KEPT == 50
    assert texts(talk.of(match, 0)) == [str(number) for number in range(10, 60)]
    assert talk.of(match, 1) == ()


async def test_tp_16_suggestions_are_gone_when_the_match_waits_for_something_else(host: Host) -> None:
    match = await begun(host, *SIX)
    await host.suggest(match.setup.id, CAT.id, "roll")
    await host.suggest(match.setup.id, BOB.id, "wait")
    once = (await host.play(match.setup.id, ANN.id, match.decision, Roll(), None)).match

    assert once.decision == match.decision
    assert texts(host.talk.of(once, 0)) == ["roll"]
    twice = (await host.play(match.setup.id, BOB.id, match.decision, Roll(), None)).match
    assert twice.decision > match.decision
    assert [host.talk.of(twice, seat) for seat in (0, 1)] == [(), ()]
    assert [host.talk.of(match, seat) for seat in (0, 1)] == [(), ()]


async def test_tp_16_a_suggestion_is_no_ply_and_changes_nothing(host: Host, store: MemoryStore) -> None:
    match = await begun(host, *SIX)
    plies = await store.plies(match.setup.id)

    suggestion = await host.suggest(match.setup.id, CAT.id, "roll")

    assert (suggestion.text, suggestion.seat) == ("roll", 0)
    assert await host.latest(match.setup.id) == match
    assert await store.plies(match.setup.id) == plies


async def test_tp_16_a_refused_suggestion_reaches_nobody(host: Host) -> None:
    match = await begun(host, *SIX)

    for player, text in ((GUS, "Paris"), (CAT, ""), (CAT, "x" * 61)):
        with pytest.raises(Refused):
            await host.suggest(match.setup.id, player.id, text)
    with pytest.raises(Refused) as unknown:
        await host.suggest("mat_unknown", CAT.id, "Paris")

    assert unknown.value.code is Refusal.MATCH_NOT_FOUND
    assert [host.talk.of(match, seat) for seat in (0, 1)] == [(), ()]


# Who hears it


async def test_tp_16_a_team_hears_its_own_talk_and_its_end(host: Host) -> None:
    match = await begun(host, *SIX)
    await host.suggest(match.setup.id, CAT.id, "one")
    ours, theirs = (host.team_talk(match.setup.id, player.id) for player in (EVE, BOB))

    assert await following(ours, 1) == [["one"]]
    assert await following(theirs, 1) == [[]]
    await host.suggest(match.setup.id, ANN.id, "two")
    await host.suggest(match.setup.id, BOB.id, "three")
    assert await following(ours, 1) == [["one", "two"]]
    assert await following(theirs, 1) == [["three"]]
    for player in (ANN, BOB):
        await host.play(match.setup.id, player.id, match.decision, Roll(), None)
    assert await following(ours, 1) == [[]]
    assert await following(theirs, 1) == [[]]


async def test_tp_16_who_leaves_the_team_hears_no_more_of_it(host: Host) -> None:
    match = await begun(host, *SIX)
    heard = host.team_talk(match.setup.id, CAT.id)
    assert await following(heard, 1) == [[]]

    await Lobby(host).leave(match.setup.id, CAT)
    await host.suggest(match.setup.id, EVE.id, "secret")

    assert await rest(heard) == []
    assert await rest(host.team_talk(match.setup.id, CAT.id)) == []
    assert await rest(host.team_talk(match.setup.id, GUS.id)) == []


async def rest(talk: AsyncIterator[tuple[Suggestion, ...]]) -> list[list[str]]:
    """Return all that a follower is still shown until the talk ends."""
    async with asyncio.timeout(PATIENCE):
        return [texts(suggestions) async for suggestions in talk]


async def test_tp_16_the_talk_ends_with_the_match(host: Host) -> None:
    match = await begun(host, *SIX)
    await host.suggest(match.setup.id, CAT.id, "give up")
    heard = host.team_talk(match.setup.id, EVE.id)
    assert await following(heard, 1) == [["give up"]]

    await Lobby(host).resign(match.setup.id, ANN)

    assert await rest(heard) == [[]]


async def test_tp_16_the_talk_ends_when_the_server_stops(start_host: StartHost) -> None:
    host = await start_host("one")
    match = await begun(host, *SIX)
    heard = host.team_talk(match.setup.id, EVE.id)
    assert await following(heard, 1) == [[]]

    await host.stop()

    assert await rest(heard) == []


# Two servers


async def until(condition: Any) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 - what is waited for has no event
            await asyncio.sleep(0)


async def test_tp_16_a_team_talks_across_servers_and_a_restart_forgets(start_host: StartHost) -> None:
    one, two = await start_host("one"), await start_host("two")
    match = await begun(one, *SIX)
    await until(lambda: two.known(match).ply == match.ply and match.setup.id in {m.setup.id for m in two.running})

    await one.suggest(match.setup.id, CAT.id, "from one")
    await until(lambda: two.talk.of(match, 0))
    await two.suggest(match.setup.id, EVE.id, "from two")
    await until(lambda: len(one.talk.of(match, 0)) == 2)

    assert texts(one.talk.of(match, 0)) == texts(two.talk.of(match, 0)) == ["from one", "from two"]
    three = await start_host("three")
    assert three.talk.of(match, 0) == ()


async def test_tp_16_a_server_that_has_not_heard_of_the_start_refuses_no_suggestion(start_host: StartHost) -> None:
    one, two = await start_host("one"), await start_host("two")
    match = await Lobby(one).create(ANN, teams())
    for player in SIX[1:]:
        await Lobby(one).join(match.setup.id, player)
    assert await two.match(match.setup.id) is not None
    match = await Lobby(one).start(match.setup.id, ANN)

    suggestion = await two.suggest(match.setup.id, CAT.id, "early")

    assert suggestion.decision == match.decision


def test_tp_16_a_suggestion_for_what_is_over_is_dropped() -> None:
    match, talk = running(), Talk()
    later = after(match, *(Play(seat, match.decision, Roll(), None, member=SIX[seat].id) for seat in (0, 1)))
    talk.hear(said(later, CAT, "new", seconds=9))

    talk.hear(said(match, CAT, "old", seconds=1))
    talk.follow(later)

    assert texts(talk.of(later, 0)) == ["new"]
    assert talk.of(match, 0) == ()
