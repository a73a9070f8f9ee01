"""Measure everything, about five minutes: `make bench`. `make benchboards` measures boards with more matches."""

import asyncio
import gc
import statistics
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import orjson
from motor.motor_asyncio import AsyncIOMotorClient

from server import decks
from server.games.engine import replace
from server.games.registry import GAMES, game
from server.games.simulation import random_match
from server.matches.host import Host
from server.matches.lobby import Lobby, Wish
from server.matches.records import Status
from server.matches.store import Player
from server.store.memory import MemoryStore
from tests.bench.boards import boards
from tests.bench.processes import Measured, echo, neighbour, server
from tests.bench.wire import Listener, Wire, listen
from tests.conftest import database_in
from tests.faults.processes import database_pid
from tests.games.hooks import filler

SECONDS = 8.0
DRAWS = 36
"""Moves that a match of two can make by drawing alone."""
PLAYER = 'mutation { createPlayer(input: {name: "Bench"}) { ... on PlayerCreated { token } } }'
CREATE = """mutation { createMatch(input: {options: {twenty: {}}, seats: 2, startWhenFull: true}) {
  ... on MatchChanged { match { id } } } }"""
JOIN = """mutation($id: ID!) { joinMatch(input: {by: {id: $id}}) {
  ... on MatchChanged { match { id decision { id seats { index } } } } } }"""
PLAY = """mutation($input: PlayInput!) { play(input: $input) { __typename
  ... on MovePlayed { ply match { ply status decision { id kind deadline seats { index } }
    seats { index name isToMove } view { ... on TwentyView { count turn drawPileSize hand { id rank suit }
      played { id } seats { seat handSize total } } } legalMoves { label input } } }
  ... on MoveRefused { code message } } }"""
FOLLOW = """subscription($id: ID!) { matchUpdates(matchId: $id) { ply at events { __typename
  ... on TwentyCardDrawn { seat drawPileSize } } match { id ply status decision { id deadline seats { index } }
    seats { index name isToMove isAway hasResigned } view { ... on TwentyView { count turn drawPileSize
      played { id } seats { seat handSize total } } } } } }"""


def say(name: str, figure: str, ratios: str = "") -> None:
    """Print a line."""
    print(f"{name:<64}{figure:>22}  {ratios}", flush=True)


def quantiles(times: Iterable[float]) -> str:
    """Return the median and the 99th percentile in milliseconds."""
    ordered = sorted(times)
    return f"p50 {ordered[len(ordered) // 2] * 1000:.1f} p99 {ordered[int(len(ordered) * 0.99)] * 1000:.1f} ms"


# The rules alone


def engines() -> None:
    """Random play with every legal move listed at every ply, on one core."""
    for played in GAMES:
        deck = decks.load()[played.key][0]
        began, plies, number = time.perf_counter(), 0, 0
        while time.perf_counter() - began < SECONDS / 2:
            seats = played.rules.SEATS[number % len(played.rules.SEATS)]
            options = played.rules.Options()
            plies += len(random_match(played, options, seats, deck, f"bench-{number}", 20_000, filler(played)).plies)
            number += 1
        say(f"{played.name}: random play, plies/s on one core", f"{plies / (time.perf_counter() - began):,.0f}")


async def long_match() -> None:
    """The cost of a move late in a match against that of an early one."""
    host = Host(MemoryStore(), decks.load(), "bench")
    lobby, rng = Lobby(host, is_test=True), Random(1)
    people = [Player(f"plr_{n}", f"P{n}", host.now()) for n in range(2)]
    options = replace(game("TWENTY").rules.Options(), target=300)
    match = await lobby.create(people[0], Wish("TWENTY", options, seats=2, seed="long"))
    await lobby.join(match.setup.id, people[1])
    match = await lobby.start(match.setup.id, people[0])
    rules, times = game("TWENTY").rules, []
    gc.disable()
    while match.status is Status.RUNNING and match.ply < 520:
        (seat,) = rules.to_move(match.state)
        move = rng.choice(rules.legal_moves(match.state, seat))
        began = time.perf_counter()
        match = (await host.play(match.setup.id, f"plr_{seat}", match.decision, move, None)).match
        times.append(time.perf_counter() - began)
    gc.enable()
    await host.stop()
    early, late = statistics.median(times[5:55]), statistics.median(times[-50:])
    say(
        f"a move at ply {len(times)} against one at ply 30 (host, median)",
        f"{late * 1e6:.0f} us",
        f"ratio {late / early:.2f}",
    )


# Through GraphQL


async def prepared(wire: Wire, count: int) -> list[tuple[str, list[str], int, int]]:
    """Return running matches: id, tokens by seat, decision, seat to move."""
    tokens = [(await wire.ask(PLAYER, {}))["createPlayer"]["token"] for _ in range(2)]
    found = []
    for _ in range(count):
        match_id = (await wire.ask(CREATE, {}, tokens[0]))["createMatch"]["match"]["id"]
        match = (await wire.ask(JOIN, {"id": match_id}, tokens[1]))["joinMatch"]["match"]
        found.append((match_id, tokens, match["decision"]["id"], match["decision"]["seats"][0]["index"]))
    return found


async def draws(wire: Wire, match: tuple[str, list[str], int, int], times: list[float], until: float) -> None:
    """Draw in turn until the pile or the time is used up."""
    match_id, tokens, decision, seat = match
    for _ in range(DRAWS):
        began = time.perf_counter()
        if began > until:
            return
        sent = {"matchId": match_id, "decision": decision, "move": {"twenty": {"draw": True}}, "moveId": str(decision)}
        result = (await wire.ask(PLAY, {"input": sent}, tokens[seat]))["play"]
        times.append(time.perf_counter() - began)
        decision, seat = result["ply"], 1 - seat


async def moves(measured: Measured, lanes: int) -> tuple[float, list[float], float]:
    """Return moves a second, the time of each, and the server's CPU seconds a move, with so many matches at once."""
    wires = [await Wire.open(measured.port) for _ in range(lanes)]
    enough = max(lanes, int(SECONDS * 1500 / DRAWS))
    matches = await prepared(wires[0], enough)
    times: list[float] = []
    began, cpu = time.perf_counter(), measured.cpu

    async def lane(number: int) -> None:
        for match in matches[number::lanes]:
            await draws(wires[number], match, times, began + SECONDS)

    await asyncio.gather(*(lane(number) for number in range(lanes)))
    seconds = time.perf_counter() - began
    for wire in wires:
        wire.close()
    return len(times) / seconds, times, (measured.cpu - cpu) / len(times)


async def echoes(port: int, lanes: int) -> float:
    """Return requests a second of the bare echo, with a body like a move's."""
    body = orjson.dumps({"query": PLAY, "variables": {"input": {"matchId": "mat_" + "0" * 24, "decision": 5}}})
    count, until = 0, time.perf_counter() + SECONDS / 2

    async def lane() -> None:
        nonlocal count
        wire = await Wire.open(port, "/")
        while time.perf_counter() < until:
            await wire.post(body)
            count += 1
        wire.close()

    await asyncio.gather(*(lane() for _ in range(lanes)))
    return count / (SECONDS / 2)


async def inserts(folder: Path) -> float:
    """Return durable inserts a second of the raw driver, one at a time, of a document like a ply's."""
    with database_in(folder) as url:
        client: Any = AsyncIOMotorClient(url)
        plies = client.bench.plies
        document = {
            "format": 1,
            "game": "TWENTY",
            "match": "mat_" + "0" * 24,
            "origin": "0" * 12,
            "digest": "0" * 16,
            "change": {"type": "Play", "seat": 1, "decision": 7, "move": {"type": "Draw"}, "move_id": "7"},
            "events": [{"type": "CardDrawn", "seat": 1, "draw_pile_size": 20}],
        }
        count, until = 0, time.perf_counter() + SECONDS / 2
        while time.perf_counter() < until:
            await plies.insert_one(document | {"_id": f"mat:{count:06}", "number": count})
            count += 1
        client.close()
    return count / (SECONDS / 2)


async def through_graphql(folder: Path) -> None:
    """Durable moves, in the same run as what they are compared with."""
    raw = await inserts(_made(folder / "raw"))
    say("raw driver, one durable insert at a time", f"{raw:,.0f}/s")
    async with echo() as bare:
        echoed = await echoes(bare.port, 32)
    say("bare Starlette echo, 32 connections", f"{echoed:,.0f}/s")
    async with server(folder / "memory", STORE="memory") as measured:
        in_memory, times, cpu = await moves(measured, 32)
    say("moves/s, memory store, 32 matches", f"{in_memory:,.0f}", f"{quantiles(times)}, {cpu * 1000:.2f} ms CPU a move")
    async with server(folder / "data") as measured:
        database = Measured(database_pid(folder / "data"), 0)
        for lanes in (1, 32, 200):
            began, computed = time.perf_counter(), database.cpu
            rate, times, cpu = await moves(measured, lanes)
            share = (database.cpu - computed) / (time.perf_counter() - began)
            if lanes == 32:
                durable, busy = rate, share
            ratios = f"echo {rate / echoed:.2f}, raw insert {rate / raw:.2f}, memory store {rate / in_memory:.2f}"
            say(
                f"durable moves/s, {lanes} matches at once",
                f"{rate:,.0f}",
                f"{quantiles(times)}, {cpu * 1000:.2f} ms CPU; {ratios}",
            )
    async with neighbour(busy), server(folder / "beside", STORE="memory") as measured:
        rate, times, cpu = await moves(measured, 32)
    say(
        f"memory store beside a process as busy as the database ({busy:.2f})",
        f"{rate:,.0f}",
        f"{quantiles(times)}, {cpu * 1000:.2f} ms CPU; durable at 32 is {durable / rate:.2f} of it",
    )
    async with server(folder / "quiet", STORE="memory") as measured:
        await memory(measured)
        await fan_out(measured)


async def fan_out(measured: Measured) -> None:
    """From a move's being sent until every subscriber has it, and how many payloads a second."""
    wire = await Wire.open(measured.port)
    for watchers in (4, 500):
        (match,) = await prepared(wire, 1)
        before = measured.memory
        listeners = [await _follow(measured.port, match[0]) for _ in range(watchers)]
        each = (measured.memory - before) / watchers
        delays = await _rounds(wire, listeners, match)
        rate = watchers * len(delays) / sum(delays)
        say(f"update to all of {watchers} subscribers", quantiles(delays), f"{rate:,.0f} payloads/s")
        if watchers == 500:
            say("memory of an idle subscriber", f"{each / 1024:.0f} KiB")
        for listener in listeners:
            listener.transport.close()
    wire.close()


async def _follow(port: int, match_id: str) -> Listener:
    listener = await listen(port)
    start = {"id": "1", "type": "subscribe", "payload": {"query": FOLLOW, "variables": {"id": match_id}}}
    listener.send(start)
    await listener.until(2)
    return listener


async def _rounds(wire: Wire, listeners: list[Listener], match: tuple[str, list[str], int, int]) -> list[float]:
    """Return how long it took, move for move, until all had heard of it."""
    match_id, tokens, decision, seat = match
    delays: list[float] = []
    for round_ in range(DRAWS):
        sent = {"matchId": match_id, "decision": decision, "move": {"twenty": {"draw": True}}}
        began = time.perf_counter()
        playing = asyncio.ensure_future(wire.ask(PLAY, {"input": sent}, tokens[seat]))
        await asyncio.gather(*(listener.until(3 + round_) for listener in listeners))
        delays.append(time.perf_counter() - began)
        decision, seat = (await playing)["play"]["ply"], 1 - seat
    return delays


async def memory(measured: Measured) -> None:
    """What a running match keeps in memory."""
    wire = await Wire.open(measured.port)
    await prepared(wire, 50)
    before = measured.memory
    await prepared(wire, 500)
    say("memory of a running match", f"{(measured.memory - before) / 500 / 1024:.0f} KiB")
    wire.close()


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True)
    return folder


async def main() -> None:
    """Measure, and print as it goes."""
    engines()
    await long_match()
    with tempfile.TemporaryDirectory() as folder:
        await through_graphql(Path(folder))
    await boards([1000, 10_000], ["--no-logs"])


asyncio.run(main())
