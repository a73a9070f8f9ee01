"""Leaderboards and event standings of 1,000, 10,000 and 100,000 finished matches: do they stay as fast?

`python -m tests.bench.boards 1000 10000 100000`. Each number of matches is written into a database of its own by
`simulate --store`, by the same players in as many events, then asked of a server. Every server is asked in turn with
that of the least matches, so that whatever else the machine does falls on both alike. The logs of 100,000 matches take
long to write and several gigabytes; with `--no-logs` all is written but them, and boards are the same. Other options go
to `simulate` as well.
"""

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import takewhile
from pathlib import Path
from typing import Any

from tests.bench.processes import ROOT, server
from tests.bench.wire import Wire

WARM = 20
COUNTED_WITHIN = 0.1
ROWS = 25
"""Rows of a page: as many as every event has players, with 1,000 matches too."""
OPTIONS = '{"target": 50}'
BOARD = """query($event: ID, $rows: Int!) { leaderboard(game: TWENTY, event: $event, orderBy: RATING, first: $rows) {
  totalCount nodes { rank player { id name } played won winRate averagePlace averagePoints rating { ordinal } } } }"""
PLAYER = 'mutation { createPlayer(input: {name: "Bench"}) { ... on PlayerCreated { token } } }'
CREATE = """mutation { createMatch(input: {options: {twenty: {}}, seats: 2, startWhenFull: true}) {
  ... on MatchChanged { match { id } } } }"""
JOIN = "mutation($id: ID!) { joinMatch(input: {by: {id: $id}}) { __typename } }"
RESIGN = "mutation($id: ID!) { resign(input: {matchId: $id}) { __typename } }"


class Boards:
    """A running server that is asked for its boards."""

    def __init__(self, port: int, token: str) -> None:
        self._port = port
        self._token = token
        self._players: list[str] = []

    async def connect(self) -> None:
        """Connect anew: a connection that has been idle for long is hung up."""
        self._wire = await Wire.open(self._port)
        found: Any = await self._wire.ask("{ events(first: 1) { nodes { id } } }", {}, self._token)
        self._event = found["events"]["nodes"][0]["id"]

    async def leaderboard(self) -> float:
        """Return how many seconds the leaderboard took."""
        return await self._timed(None)

    async def standings(self) -> float:
        """Return how many seconds the standings of an event took."""
        return await self._timed(self._event)

    async def _timed(self, event: str | None) -> float:
        began = time.perf_counter()
        found: Any = await self._wire.ask(BOARD, {"event": event, "rows": ROWS}, self._token)
        seconds = time.perf_counter() - began
        if len(found["leaderboard"]["nodes"]) != ROWS:
            raise RuntimeError("The board has too few players to be compared.")
        return seconds

    async def live(self) -> float:
        """Return how many seconds the leaderboard took while a match that has just ended is being counted."""
        await self._end_match()
        await asyncio.sleep(COUNTED_WITHIN)
        return await self.leaderboard()

    async def _end_match(self) -> None:
        if not self._players:
            self._players = [(await self._wire.ask(PLAYER, {}))["createPlayer"]["token"] for _ in range(2)]
        id = (await self._wire.ask(CREATE, {}, self._players[0]))["createMatch"]["match"]["id"]
        await self._wire.ask(JOIN, {"id": id}, self._players[1])
        await self._wire.ask(RESIGN, {"id": id}, self._players[0])


ASKED: dict[str, tuple[Callable[[Boards], Awaitable[float]], int]] = {
    "leaderboard": (Boards.leaderboard, 300),
    "event standings": (Boards.standings, 300),
    "leaderboard while matches end": (Boards.live, 40),
}
"""What is asked, and how often."""


def quantile(times: Sequence[float], share: float) -> float:
    """Return the time that so large a share of them does not exceed, in milliseconds."""
    return sorted(times)[int(share * (len(times) - 1))] * 1000


async def _command(folder: Path, *words: str) -> str:
    settings = os.environ | {"DATA_DIR": str(folder), "LOG_LEVEL": "ERROR"}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "server", *words, cwd=ROOT, env=settings, stdout=asyncio.subprocess.PIPE
    )
    printed, _ = await process.communicate()
    if process.returncode != 0:
        raise RuntimeError(f"{' '.join(words)} failed.")
    return printed.decode().strip()


@asynccontextmanager
async def running(folder: Path, matches: int, also: Sequence[str]) -> AsyncIterator[Boards]:
    """Fill a database with so many matches and run a server on it."""
    words = ("simulate", "twenty", "--store", "--matches", str(matches), "--seats", "3", "--options", OPTIONS)
    print(await _command(folder, *words, "--distinct", "50", *also), flush=True)
    token = await _command(folder, "token", "--operator", "Bench")
    async with server(folder, PARLOUR_TEST_MODE="0") as measured:
        found = Boards(measured.port, token)
        await found.connect()
        say(f"first leaderboard after the start, {matches:,} matches", f"{await found.leaderboard() * 1000:.0f} ms")
        yield found


async def compared(matches: int, these: Boards, least: Boards) -> None:
    """Ask two servers in turn, and say how one compares with the other."""
    await these.connect()
    await least.connect()
    for name, (ask, times) in ASKED.items():
        for _ in range(WARM):
            await ask(these)
            await ask(least)
        pairs = [(await ask(these), await ask(least)) for _ in range(times)]
        now, then = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
        figure = f"p50 {quantile(now, 0.5):.2f} p95 {quantile(now, 0.95):.2f} ms"
        ratios = f"{quantile(now, 0.5) / quantile(then, 0.5):.2f} and {quantile(now, 0.95) / quantile(then, 0.95):.2f}"
        say(f"{name}, {matches:,} matches", figure, f"{ratios} times those of the least")


def say(name: str, figure: str, ratios: str = "") -> None:
    """Print a line."""
    print(f"{name:<64}{figure:>24}  {ratios}", flush=True)


async def boards(sizes: Sequence[int], also: Sequence[str] = ()) -> None:
    """Measure each size, and say how it compares with the first."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        least = await stack.enter_async_context(running(folder / "least", sizes[0], also))
        await compared(sizes[0], least, least)
        for size in sizes[1:]:
            async with running(folder / str(size), size, also) as these:
                await compared(size, these, least)


if __name__ == "__main__":
    sizes = list(takewhile(str.isdigit, sys.argv[1:]))
    asyncio.run(boards([int(size) for size in sizes] or [1000, 10_000], sys.argv[1 + len(sizes) :]))
