"""Two servers on one database behave as one, and one goes on for both."""

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import aclosing
from datetime import UTC, datetime
from typing import Any, NamedTuple

import pytest

from server.matches.host import BACKUP_SECONDS
from server.matches.players import LOOK_SECONDS
from tests.api.parlour import Person
from tests.faults.conftest import Clients, NewProgram
from tests.faults.processes import PATIENCE, Program, answered, figures, ran
from tests.faults.test_restart import begun, deadline_of, log_with
from tests.faults.witness import Line, Told, changed, follow, log_of, played, updates_of, wished

pytestmark = pytest.mark.faults

JOINS, MOVES, REMATCHES = 100, 100, 100
AT_ONCE = 10
SEEN_MOVES = 30
RACES, RACING = 3, 30
TAKEN_OVER_WITHIN = BACKUP_SECONDS + 4.0
TEAMS = 20
DRAW = {"twenty": {"draw": True}}
SUGGEST = """mutation($id: ID!, $text: String!) {
  suggest(input: {matchId: $id, text: $text}) { ... on Suggested { suggestion { text } } } }"""
TALK = "subscription($id: ID!) { teamTalk(matchId: $id) { name text } }"


class Pair(NamedTuple):
    """Two servers on one database."""

    one: Program
    two: Program


@pytest.fixture
async def pair(program: NewProgram, mongo_url: str, mongo_database: str) -> AsyncIterator[Pair]:
    where = {"MONGODB_URL": mongo_url, "MONGODB_DATABASE": mongo_database, "LOG_LEVEL": "WARNING"}
    servers = Pair(program(**where), program(**where))
    for server in servers:
        server.launch()
    await asyncio.gather(*(server.ready() for server in servers))
    yield servers
    for server in servers:
        server.end()


class Guest(NamedTuple):
    """One player at both servers."""

    one: Person
    two: Person


async def guest(clients: Clients, pair: Pair, name: str) -> Guest:
    person = await clients.person(pair.one, name)
    return Guest(person, await clients.at(pair.two, person))


async def alike(one: Person, two: Person, match_id: str) -> Any:
    """Return a match once both see the same of it."""
    async with asyncio.timeout(PATIENCE):
        while True:
            seen = [await person.see(match_id) for person in (one, two)]
            if seen[0]["ply"] == seen[1]["ply"]:
                assert seen[0]["seats"] == seen[1]["seats"]
                return seen[0]
            await asyncio.sleep(0.05)


async def in_groups(work: Any, count: int) -> list[Any]:
    """Return the results of `work(number)`, several at a time."""
    found: list[Any] = []
    for first in range(0, count, AT_ONCE):
        found += await asyncio.gather(*(work(number) for number in range(first, min(count, first + AT_ONCE))))
    return found


async def test_contested_joins_moves_and_rematches_have_one_winner_each(
    pair: Pair, clients: Clients, mongo_url: str, mongo_database: str
) -> None:
    """Faults of peers 37, 38 and 39, with two servers on one real database."""
    ann, bob, cat, dan, eve = [await guest(clients, pair, name) for name in ("Ann", "Bob", "Cat", "Dan", "Eve")]

    joined = await in_groups(lambda _: _contested_join(ann, (bob.one, cat.two, dan.one, eve.two)), JOINS)
    tables = [await begun(ann.one, bob.two, 600) for _ in range(AT_ONCE)]
    await asyncio.gather(*(_contested_moves(ann, bob, table, MOVES // AT_ONCE) for table in tables))
    rematches = await in_groups(lambda _: _contested_rematch(ann, bob), REMATCHES)

    everything = [*joined, *(table["id"] for table in tables), *(id for both in rematches for id in both)]
    assert len(set(everything)) == len(everything) == JOINS + AT_ONCE + 2 * REMATCHES
    replayed = await asyncio.to_thread(
        ran, "replay", *everything, MONGODB_URL=mongo_url, MONGODB_DATABASE=mongo_database
    )
    assert (replayed.returncode, replayed.stderr) == (0, "")


async def _contested_join(ann: Guest, racing: tuple[Person, ...]) -> str:
    """Let four race for two seats, through both servers."""
    match = await changed(ann.one, "createMatch", "CreateMatchInput", options={"twenty": {}}, seats=3)
    answers = await asyncio.gather(
        *(wished(person, "joinMatch", "JoinMatchInput", by={"id": match["id"]}) for person in racing)
    )
    winners = [person.id for person, answer in zip(racing, answers, strict=True) if "match" in answer]
    assert sorted(answer.get("code", "") for answer in answers) == ["", "", "MATCH_FULL", "MATCH_FULL"]
    seen = await alike(ann.one, ann.two, match["id"])
    seated = [seat["player"]["id"] for seat in seen["seats"]]
    assert seated[0] == ann.one.id
    assert sorted(seated[1:]) == sorted(winners)
    assert seen["ply"] == 2
    return str(match["id"])


async def test_tp_16_places_in_a_team_are_contested_its_talk_crosses_servers_and_a_kill_loses_no_member(
    pair: Pair, clients: Clients, mongo_url: str, mongo_database: str
) -> None:
    ann, bob, cat, dan, eve = [await guest(clients, pair, name) for name in ("Ann", "Bob", "Cat", "Dan", "Eve")]
    racing = (bob.one, cat.two, dan.one, eve.two)
    ids = await in_groups(lambda _: _contested_team(ann, racing), TEAMS)
    watched = ids[-1]
    seats = {await _seat_at(person, watched): person for person in (bob.two, cat.two, dan.two, eve.two)}
    mate, rival = seats[0], seats[1]
    await changed(ann.one, "startMatch", matchId=watched)
    before = await alike(ann.one, ann.two, watched)

    async with mate.following(TALK, id=watched) as ours, rival.following(TALK, id=watched) as theirs:
        assert [await anext(ours), await anext(theirs)] == [[], []]
        await answered(ann.one, SUGGEST, id=watched, text="from the other server")
        assert await anext(ours) == [{"name": "Ann", "text": "from the other server"}]
        await answered(rival, SUGGEST, id=watched, text="between us")
        assert await anext(theirs) == [{"name": await _own_name(rival), "text": "between us"}]
    pair.one.kill()

    after = await ann.two.see(watched)
    assert (after["ply"], after["seats"]) == (before["ply"], before["seats"])
    assert [await _seat_at(person, watched) for person in (ann.two, mate, rival)] == [0, 0, 1]
    replayed = await asyncio.to_thread(ran, "replay", *ids, MONGODB_URL=mongo_url, MONGODB_DATABASE=mongo_database)
    assert (replayed.returncode, replayed.stderr) == (0, "")


async def _contested_team(ann: Guest, racing: tuple[Person, ...]) -> str:
    """Let four race for two places in one team, through both servers; the others make the other team."""
    given = {"options": {"trivialPursuit": {}}, "seats": 2, "teamSize": 3}
    match = await changed(ann.one, "createMatch", "CreateMatchInput", **given)
    by = {"id": match["id"]}
    answers = await asyncio.gather(*(wished(person, "joinMatch", "JoinMatchInput", by=by, seat=0) for person in racing))
    assert sorted(answer.get("code", "") for answer in answers) == ["", "", "MATCH_FULL", "MATCH_FULL"]
    left = [person for person, answer in zip(racing, answers, strict=True) if "code" in answer]
    for person in left:
        assert (await changed(person, "joinMatch", "JoinMatchInput", by=by))["viewerSeat"] == 1
    assert (await alike(ann.one, ann.two, match["id"]))["ply"] == 4
    return str(match["id"])


async def _seat_at(person: Person, match_id: str) -> int | None:
    seat: int | None = (await person.see(match_id))["viewerSeat"]
    return seat


async def _own_name(person: Person) -> str:
    return str((await person.ask("{ viewer { player { name } } }"))["viewer"]["player"]["name"])


async def _contested_moves(ann: Guest, bob: Guest, match: Any, count: int) -> None:
    """Let the player to move say two different things at once, one at each server; or the same thing twice."""
    for number in range(count):
        match = await ann.one.see(match["id"])
        mover = ann if match["legalMoves"] else bob
        is_retry = number % 2 == 0
        move_ids = (f"{number}", f"{number}" if is_retry else f"{number} again")
        answers = await asyncio.gather(*map(played, mover, (match, match), (DRAW, DRAW), move_ids))
        if is_retry:
            assert [answer["ply"] for answer in answers] == [match["ply"] + 1] * 2
            assert sorted(answer["duplicate"] for answer in answers) == [False, True]
        else:
            assert sorted(answer.get("code", "") for answer in answers) == ["", "STALE"]
        match = await _at_ply(ann.one, match["id"], match["ply"] + 1)
    assert len(await log_of(ann.two, match["id"])) == match["ply"] == count + 2


async def _at_ply(person: Person, match_id: str, ply: int) -> Any:
    async with asyncio.timeout(PATIENCE):
        while True:
            match = await person.see(match_id)
            if match["ply"] >= ply:
                break
            await asyncio.sleep(0.02)
    assert match["ply"] == ply
    return match


async def _contested_rematch(ann: Guest, bob: Guest) -> tuple[str, str]:
    """Let both ask for the rematch at once, at different servers, of a match that has only just ended."""
    match = await begun(ann.one, bob.one, 600)
    await changed(bob.one, "resign", matchId=match["id"])
    first, second = await asyncio.gather(
        changed(ann.one, "rematch", matchId=match["id"]), changed(bob.two, "rematch", matchId=match["id"])
    )
    assert first["id"] == second["id"] != match["id"]
    new = await alike(ann.one, ann.two, first["id"])
    assert sorted(seat["player"]["id"] for seat in new["seats"]) == sorted((ann.one.id, bob.one.id))
    old = await alike(ann.one, bob.two, match["id"])
    assert old["rematch"]["id"] == new["id"]
    assert [line.has("RematchOffered") for line in await log_of(ann.two, match["id"])].count(True) == 1
    return str(match["id"]), str(new["id"])


async def test_a_move_at_one_server_reaches_subscribers_at_the_other(pair: Pair, clients: Clients) -> None:
    ann, bob = await guest(clients, pair, "Ann"), await guest(clients, pair, "Bob")
    match = await begun(ann.one, bob.one, 600)
    latencies = []

    async with updates_of(bob.two, match["id"], match["ply"]) as updates:
        for _ in range(SEEN_MOVES):
            mover = ann.one if (match := await ann.one.see(match["id"]))["legalMoves"] else bob.one
            sent = time.monotonic()
            answer, update = await asyncio.gather(played(mover, match, DRAW), _seen_at(updates))
            latencies.append(update.pop("seen") - sent)
            assert (update["ply"], update["events"]) == (answer["ply"], answer["events"])

    latencies.sort()
    median, longest = 1000 * latencies[len(latencies) // 2], 1000 * latencies[-1]
    figures.info("from sent at one server to seen at the other: p50 %.0f ms, longest %.0f ms", median, longest)
    assert longest < 5000


async def test_a_token_revoked_at_one_server_ends_its_streams_at_the_other(pair: Pair, clients: Clients) -> None:
    """Attack: token expiry while subscribed, with a second server."""
    ann, bob = await guest(clients, pair, "Ann"), await guest(clients, pair, "Bob")
    match = await begun(ann.one, bob.one, 600)

    async with updates_of(ann.two, match["id"], match["ply"] - 1) as updates:
        assert (await anext(updates))["end"] is None
        sent = time.monotonic()
        await answered(ann.one, "mutation { revokeToken(input: {}) { __typename } }")
        ends = [update["end"] async for update in updates]
        seconds = time.monotonic() - sent

    assert ends == [{"reason": "TOKEN_REVOKED"}]
    figures.info("revoked at one server, ended at the other %.1f s later", seconds)
    assert seconds < LOOK_SECONDS + 1.0


async def _seen_at(updates: AsyncIterator[Any]) -> Any:
    return await anext(updates) | {"seen": time.monotonic()}


async def test_all_4_a_time_out_and_a_move_racing_for_one_decision_give_one_ply(pair: Pair, clients: Clients) -> None:
    ann, bob = await guest(clients, pair, "Ann"), await guest(clients, pair, "Bob")
    rng = random.Random("race")
    matches = await in_groups(lambda _: begun(ann.one, bob.two, 5), RACING)

    outcomes = await asyncio.gather(*(_raced(ann, bob, match["id"], rng) for match in matches))

    moved = sum(outcomes)
    figures.info("%d races: %d moves in time, %d time-outs", RACES * RACING, moved, RACES * RACING - moved)
    assert 0 < moved < RACES * RACING


async def _raced(ann: Guest, bob: Guest, match_id: str, rng: random.Random) -> int:
    """Return how many of the moves sent at the deadline came in time."""
    in_time = 0
    match = await ann.one.see(match_id)
    for _ in range(RACES):
        mover = ann if match["viewerSeat"] == match["view"]["turn"] else bob
        left = (deadline_of(match) - datetime.now(UTC)).total_seconds()
        await asyncio.sleep(left + rng.uniform(-0.5, 0.1))
        answer = await played(rng.choice(mover), match, DRAW, f"{match['ply']}")
        ply = match["decision"]["id"] + 1
        match = await _at_ply(ann.one, match_id, ply)
        log = await log_of(ann.one, match_id)
        is_late = answer["__typename"] == "MoveRefused"
        assert is_late == log[ply - 1].has("TimeRanOut")
        assert answer["code"] == "STALE" if is_late else answer["ply"] == ply
        assert len(log) == ply
        in_time += not is_late
    return in_time


async def test_when_one_server_is_killed_the_other_sees_to_its_bots_and_clocks(pair: Pair, clients: Clients) -> None:
    ann, bob = await guest(clients, pair, "Ann"), await guest(clients, pair, "Bob")
    bots = [await _bots_only(ann.one) for _ in range(3)]
    timed = await begun(ann.one, bob.one, 5)
    watched = [Told(match_id) for match_id in bots]
    following = [asyncio.create_task(_until_over(bob.two, told)) for told in watched]
    async with asyncio.timeout(PATIENCE):
        while any(len(told.updates) < 10 for told in watched):  # noqa: ASYNC110 - filled by tasks
            await asyncio.sleep(0.02)

    pair.one.kill()
    killed = datetime.now(UTC)
    async with asyncio.timeout(2 * PATIENCE):
        await asyncio.gather(*following)
    gaps = [_first_after(told.updates, killed) for told in watched]
    figures.info("bots went on %s s after the kill", ", ".join(f"{gap:.1f}" for gap in gaps))
    assert max(gaps) < TAKEN_OVER_WITHIN
    for told in watched:
        assert told.updates == await log_of(bob.two, told.match_id)
        assert not any(line.has("ClockMoved") for line in told.updates)

    log = await log_with(bob.two, timed["id"], "TimeRanOut")
    ran_out = next(line for line in log if line.has("TimeRanOut"))
    late = (datetime.fromisoformat(ran_out.at) - deadline_of(timed)).total_seconds()
    figures.info("clock taken over %.1f s after its deadline", late)
    assert 0.0 <= late < TAKEN_OVER_WITHIN


async def _bots_only(host: Person) -> str:
    options = {"twenty": {"target": 50}}
    match = await changed(host, "createMatch", "CreateMatchInput", options=options, seats=2, join=False)
    for _ in range(2):
        await changed(host, "addBot", "AddBotInput", matchId=match["id"])
    return str((await changed(host, "startMatch", matchId=match["id"]))["id"])


async def _until_over(person: Person, told: Told) -> None:
    async with aclosing(follow(person, told)) as updates:
        async for match in updates:
            if match["status"] == "FINISHED":
                return


def _first_after(updates: list[Line], instant: datetime) -> float:
    """Return how long after an instant the first ply came, 0.0 when the match had ended."""
    later = (datetime.fromisoformat(line.at) for line in updates)
    return next(((at - instant).total_seconds() for at in later if at > instant), 0.0)
