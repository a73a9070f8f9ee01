"""Bots play a whole match of every registered game through the real API, followed by somebody who only watches."""

from typing import Any

import pytest

from server.games.registry import GAMES, Game
from tests.api.parlour import Person, running

WATCH = "subscription($id: ID!) { matchUpdates(matchId: $id, after: 0) { ply events { __typename } match { status } } }"
LEVELS = ("HARD", "NORMAL", "EASY")


def options_of(game: Game) -> dict[str, Any]:
    """Return the GameOptionsInput that takes every default of the game."""
    first, *others = game.kind.lower().split("_")
    return {first + "".join(other.capitalize() for other in others): {}}


async def begun_by_bots(host: Person, game: Game) -> str:
    """Start a match of as few seats as can be, all played by bots; return its id."""
    seats = min(game.rules.SEATS)
    setup = {"seed": "a match of bots"}
    match = await host.change("createMatch", options=options_of(game), seats=seats, spectators="OPEN", test=setup)
    for level in LEVELS[: seats - 1]:
        await host.change("addBot", matchId=match["id"], level=level)
    await host.change("startMatch", matchId=match["id"])
    await host.change("handToBot", matchId=match["id"], level="NORMAL")
    return str(match["id"])


async def watched(stranger: Person, id: str) -> list[Any]:
    """Return the updates of a match from its first ply to its last."""
    seen: list[Any] = []
    async with stranger.following(WATCH, id=id) as updates:
        async for update in updates:
            seen.append(update)
            if update["match"]["status"] == "FINISHED":
                break
    return seen


@pytest.mark.parametrize("game", GAMES, ids=[game.key for game in GAMES])
async def test_a_match_of_bots_ends_through_the_api(game: Game) -> None:
    async with running() as server:
        ann = await server.person("Ann")
        id = await begun_by_bots(ann, game)
        seen = await watched(server.stranger, id)
        match = await ann.see(id)

    places = [standing["place"] for standing in match["outcome"]["standings"]]
    happened = [event["__typename"] for update in seen for event in update["events"]]
    assert match["status"] == "FINISHED"
    assert (match["decision"], match["legalMoves"]) == (None, [])
    assert places[0] == 1
    assert places == sorted(places)
    assert len(places) == min(game.rules.SEATS)
    assert [update["ply"] for update in seen] == list(range(1, match["ply"] + 1))
    assert (happened.count("MatchEnded"), happened[-1]) == (1, "MatchEnded")
