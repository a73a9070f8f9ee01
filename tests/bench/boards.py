"""Leaderboards and event standings of 1,000, 10,000 and 100,000 finished matches: do they stay as fast?

`python -m tests.bench.boards 1000 10000 100000`. Each number of matches is written into a database of its own by
`simulate --store`, by the same players in the same events, then asked of a server. The logs of 100,000 matches take
long to write and several gigabytes; with `--no-logs` all is written but them, and boards are the same. Other options go
to `simulate` as well.
"""

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

from tests.bench.processes import ROOT, Measured, server
from tests.bench.wire import Wire

ASKED = 300
WARM = 20
LIVE = 40
"""Matches that end while boards are asked."""
OPTIONS = '{"target": 50}'
BOARD = """query($event: ID) { leaderboard(game: TWENTY, event: $event, orderBy: RATING, first: 50) { totalCount nodes {
  rank player { id name } played won winRate averagePlace averagePoints rating { ordinal } } } }"""
PLAYER = 'mutation { createPlayer(input: {name: "Bench"}) { ... on PlayerCreated { token } } }'
CREATE = """mutation { createMatch(input: {options: {twenty: {}}, seats: 2, startWhenFull: true}) {
  ... on MatchChanged { match { id } } } }"""
JOIN = "mutation($id: ID!) { joinMatch(input: {by: {id: $id}}) { __typename } }"
RESIGN = "mutation($id: ID!) { resign(input: {matchId: $id}) { __typename } }"


class Times(NamedTuple):
    """Seconds that boards took: the first time, then again and again, then while matches end."""

    first: float
    leaderboard: list[float]
    event: list[float]
    live: list[float]


def median(times: Sequence[float]) -> float:
    """Return the middle one."""
    return sorted(times)[len(times) // 2]


async def _command(folder: Path, *words: str) -> str:
    settings = os.environ | {"DATA_DIR": str(folder), "LOG_LEVEL": "ERROR"}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "server", *words, cwd=ROOT, env=settings, stdout=asyncio.subprocess.PIPE
    )
    printed, _ = await process.communicate()
    if process.returncode != 0:
        raise RuntimeError(f"{' '.join(words)} failed.")
    return printed.decode().strip()


async def _timed(wire: Wire, token: str, event: str | None) -> float:
    began = time.perf_counter()
    await wire.ask(BOARD, {"event": event}, token)
    return time.perf_counter() - began


async def _end_match(wire: Wire, tokens: Sequence[str]) -> None:
    """Let a match end; its players are new to every board."""
    id = (await wire.ask(CREATE, {}, tokens[0]))["createMatch"]["match"]["id"]
    await wire.ask(JOIN, {"id": id}, tokens[1])
    await wire.ask(RESIGN, {"id": id}, tokens[0])


async def _live(wire: Wire, token: str) -> list[float]:
    """Time the leaderboard once after each of some matches has ended and is being counted."""
    tokens = [(await wire.ask(PLAYER, {}))["createPlayer"]["token"] for _ in range(2)]
    times = []
    for _ in range(LIVE):
        await _end_match(wire, tokens)
        await asyncio.sleep(0.1)
        times.append(await _timed(wire, token, None))
    return times


async def _asked(measured: Measured, token: str) -> Times:
    wire = await Wire.open(measured.port)
    events: Any = await wire.ask("{ events(first: 1) { nodes { id } } }", {}, token)
    event = events["events"]["nodes"][0]["id"]
    first = await _timed(wire, token, None)
    for _ in range(WARM):
        await _timed(wire, token, None)
        await _timed(wire, token, event)
    leaderboard = [await _timed(wire, token, None) for _ in range(ASKED)]
    standings = [await _timed(wire, token, event) for _ in range(ASKED)]
    live = await _live(wire, token)
    wire.close()
    return Times(first, leaderboard, standings, live)


async def measured_boards(folder: Path, matches: int, also: Sequence[str] = ()) -> Times:
    """Fill a database with so many matches and return how long its boards take."""
    words = ("simulate", "twenty", "--store", "--matches", str(matches), "--seats", "3", "--options", OPTIONS)
    said = await _command(folder, *words, "--distinct", "50", *also)
    print(said, flush=True)
    token = await _command(folder, "token", "--operator", "Bench")
    async with server(folder, PARLOUR_TEST_MODE="0") as measured:
        return await _asked(measured, token)


async def boards(sizes: Sequence[int], also: Sequence[str] = ()) -> None:
    """Measure each size, and say how it compares with the first."""
    least: Times | None = None
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            times = await measured_boards(Path(folder), size, also)
        least = least or times
        for name in ("leaderboard", "event", "live"):
            now, then = median(getattr(times, name)), median(getattr(least, name))
            print(f"{f'{name}, {size:,} matches':<64}{f'p50 {now * 1000:.2f} ms':>22}  {now / then:.2f}", flush=True)
        print(f"{f'first leaderboard after the start, {size:,} matches':<64}{f'{times.first * 1000:.0f} ms':>22}")


if __name__ == "__main__":
    sizes = list(takewhile(str.isdigit, sys.argv[1:]))
    asyncio.run(boards([int(size) for size in sizes] or [1000, 10_000], sys.argv[1 + len(sizes) :]))
