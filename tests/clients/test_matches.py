"""Clients of others play a match to its end: each sees every ply, once, and the end that the same moves have anywhere.

All of them play Twenty from one seed against the same bot and always send the last legal move, so all see one match.
"""

import asyncio
import json
import shutil
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.api.parlour import Person
from tests.clients.conftest import ARIADNE, HERE, SCHEMA, node, printed, python
from tests.faults.processes import PATIENCE, PAUSE, created

MATCH = {"options": {"twenty": {"target": 50}}, "seats": 2, "startWhenFull": True, "test": {"seed": "clients"}}


@pytest.fixture(scope="module")
def match(port: int) -> Any:
    """What there is to see in the match, played by nobody's client."""
    return asyncio.run(played(port))


async def played(port: int) -> Any:
    """Play the match by plain requests and return what a client should have seen."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as http:
        ada = await created(port, http, "Ada")
        id = (await ada.change("createMatch", **MATCH))["id"]
        await ada.wish("addBot", matchId=id, level="EASY")
        seen = await at_the_end(ada, id)
    standings = [{key: row[key] for key in ("place", "score")} for row in seen["outcome"]["standings"]]
    for row, standing in zip(seen["outcome"]["standings"], standings, strict=True):
        standing["name"] = seen["seats"][row["seat"]["index"]]["name"]
    return {"plies": list(range(1, seen["ply"] + 1)), "standings": standings, "reason": seen["outcome"]["reason"]}


async def at_the_end(ada: Person, id: str) -> Any:
    """Play the last legal move until the match is over."""
    async with asyncio.timeout(PATIENCE):
        while not (seen := await ada.see(id))["outcome"]:
            if seen["legalMoves"]:
                await ada.play(seen, seen["legalMoves"][-1]["input"])
            else:
                await asyncio.sleep(PAUSE)
    return seen


def typed(port: int) -> str:
    """Make the types of the client preset, check the player with them and run it."""
    shutil.rmtree(HERE / "codegen" / "made", ignore_errors=True)
    node("codegen/codegen.js", SCHEMA)
    printed(HERE / "node_modules" / ".bin" / "tsc", "--project", "codegen")
    return node("codegen/made/js/player.js", port)


def generated(port: int) -> str:
    """Make the client of ariadne-codegen in its own environment, and run a player with it."""
    shutil.rmtree(ARIADNE / "made", ignore_errors=True)
    (ARIADNE / "made").mkdir()
    programs = ARIADNE / ".venv" / "bin"
    printed(programs / "ariadne-codegen", "--config", "codegen.toml", "client", folder=ARIADNE)
    return printed(programs / "python", "player.py", port, folder=ARIADNE)


@pytest.mark.parametrize(
    "play",
    [
        pytest.param(lambda port: node("graphql_ws.js", port), id="graphql-ws"),
        pytest.param(lambda port: node("apollo.js", port), id="Apollo Client"),
        pytest.param(lambda port: node("urql.js", port), id="urql"),
        pytest.param(lambda port: python("gql_player.py", port), id="gql"),
        pytest.param(typed, id="graphql-codegen"),
        pytest.param(generated, id="ariadne-codegen"),
    ],
)
def test_a_client_of_others_plays_a_match_to_its_end(play: Callable[[int], str], port: int, match: Any) -> None:
    assert json.loads(play(port)) == match
