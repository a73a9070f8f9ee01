"""Players whose clients write down everything they are told, and what must then be found in the log."""

import asyncio
import json
import random
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

from websockets.exceptions import WebSocketException

from server.matches.records import Play
from server.store.mongo import MongoStore
from tests.api.parlour import CHANGE, MATCH, Person
from tests.faults.processes import PAUSE, answered

HAPPENED = """
fragment Happened on GameEvent {
  __typename
  ... on ClockMoved { seconds reason }
  ... on TimeRanOut { seats }
  ... on TwentyCardDrawn { seat drawPileSize }
  ... on TwentyCountMade { seat count cards { id } }
  ... on TwentyPassed { seat }
  ... on TwentyHandEnded { points totals }
}
"""
PLAY = (
    "mutation($input: PlayInput!) { play(input: $input) { __typename"
    " ... on MovePlayed { ply duplicate events { ...Happened } match { ply decision { id } } }"
    " ... on MoveRefused { code message } } }" + HAPPENED
)
UPDATES = (
    "subscription($id: ID!, $after: Int) { matchUpdates(matchId: $id, after: $after) { ply at events { ...Happened }"
    " match { id status ply decision { id deadline } legalMoves { input } } end { reason } } }" + HAPPENED
)
LOG = (
    "query($id: ID!, $after: String) { match(by: {id: $id}) { status ply decision { deadline }"
    " log(first: 100, after: $after) { nodes { number at events { ...Happened } }"
    " pageInfo { hasNextPage endCursor } } } }" + HAPPENED
)
ENDED = ("FINISHED", "ABANDONED")
TOO_LATE = ("STALE", "MATCH_OVER")


class Line(NamedTuple):
    """A ply as the API shows it, in the log and in an update."""

    ply: int
    at: str
    events: list[Any]

    def has(self, event: str) -> bool:
        """Tell whether such an event is among this ply's."""
        return any(happened["__typename"] == event for happened in self.events)


class Acknowledged(NamedTuple):
    """A move that the server has said is played."""

    ply: int
    events: list[Any]
    move_id: str


@dataclass
class Told:
    """What one player was told of one match."""

    match_id: str
    updates: list[Line] = field(default_factory=list)
    acknowledged: list[Acknowledged] = field(default_factory=list)
    ends: list[str] = field(default_factory=list)
    """Why streams ended that the server ended."""
    duplicates: int = 0
    """Acknowledgements of a move that had been played by an earlier sending."""


async def wished(person: Person, mutation: str, kind: str = "MatchIdInput", **given: Any) -> Any:
    """Return what a mutation of a match answers, asked until there is an answer."""
    query = f"mutation($input: {kind}!) {{ {mutation}(input: $input) {CHANGE} }}{MATCH}"
    return (await answered(person, query, input=given))[mutation]


async def changed(person: Person, mutation: str, kind: str = "MatchIdInput", **given: Any) -> Any:
    """Return the match after a mutation of it."""
    result = await wished(person, mutation, kind, **given)
    assert result["__typename"] == "MatchChanged", result
    return result["match"]


async def played(person: Person, match: Any, move: Any, move_id: str | None = None) -> Any:
    """Return what `play` answers in the decision of `match`, sent until there is an answer."""
    sent = {"matchId": match["id"], "decision": match["decision"]["id"], "move": move, "moveId": move_id}
    return (await answered(person, PLAY, input=sent))["play"]


async def log_of(person: Person, match_id: str) -> list[Line]:
    """Return the log of a match as the API shows it."""
    lines: list[Line] = []
    after = None
    while True:
        page = (await answered(person, LOG, id=match_id, after=after))["match"]["log"]
        lines += [Line(node["number"], node["at"], node["events"]) for node in page["nodes"]]
        if not page["pageInfo"]["hasNextPage"]:
            return lines
        after = page["pageInfo"]["endCursor"]


@asynccontextmanager
async def updates_of(person: Person, match_id: str, after: int = 0) -> AsyncIterator[AsyncIterator[Any]]:
    """Follow a match; the stream ends with the connection."""
    async with person.following(UPDATES, id=match_id, after=after) as updates:
        yield updates


async def follow(person: Person, told: Told) -> AsyncGenerator[Any, None]:
    """Yield a match's updates, one after another whatever happens to connections, and write them down.

    Close it (`aclosing`), or its connection stays open.
    """
    while True:
        try:
            after = told.updates[-1].ply if told.updates else 0
            async with updates_of(person, told.match_id, after) as updates:
                async for update in updates:
                    if isinstance(update, str):
                        break
                    if update["end"] is not None:
                        told.ends.append(update["end"]["reason"])
                        assert update["ply"] == update["match"]["ply"]
                        continue
                    told.updates.append(Line(update["ply"], update["at"], update["events"]))
                    yield update["match"]
        except (OSError, WebSocketException, json.JSONDecodeError):
            pass
        await asyncio.sleep(PAUSE)


async def next_of(person: Person, told: Told) -> Any:
    """Return a match after its next update."""
    async with aclosing(follow(person, told)) as updates:
        return await anext(updates)


async def play_on(person: Person, told: Told, rng: random.Random) -> None:
    """Play every decision this player is asked for, until the match has ended."""
    async with aclosing(follow(person, told)) as updates:
        async for match in updates:
            if match["status"] in ENDED:
                return
            if match["legalMoves"]:
                await _move(person, told, match, rng.choice(match["legalMoves"])["input"])


async def _move(person: Person, told: Told, match: Any, move: Any) -> None:
    move_id = f"{person.id}:{match['ply']}:{len(told.acknowledged)}"
    answer = await played(person, match, move, move_id)
    if answer["__typename"] == "MoveRefused":
        assert answer["code"] in TOO_LATE, answer
        return
    told.acknowledged.append(Acknowledged(answer["ply"], answer["events"], move_id))
    told.duplicates += answer["duplicate"]


def check_against_log(told: Told, log: list[Line]) -> None:
    """Fail unless the log has all that was told, and the updates came one by one."""
    assert [line.ply for line in log] == list(range(1, len(log) + 1))
    assert told.updates == log[: len(told.updates)]
    assert all(later.ply == earlier.ply + 1 for earlier, later in pairwise(told.updates))
    for acknowledged in told.acknowledged:
        assert log[acknowledged.ply - 1].events == acknowledged.events


async def check_against_store(store: MongoStore, match_id: str, told: Iterable[Told]) -> None:
    """Fail unless every acknowledged move is in the store exactly once, at the ply that was told."""
    plies = await store.plies(match_id)
    kept = [(ply.change.move_id, ply.number) for ply in plies if isinstance(ply.change, Play) and ply.change.move_id]
    assert max(Counter(move_id for move_id, _ in kept).values(), default=1) == 1
    wanted = [(move.move_id, move.ply) for one in told for move in one.acknowledged]
    assert set(wanted) <= set(kept)
    assert len(set(wanted)) == len(wanted)
