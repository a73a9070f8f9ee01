"""Servers to measure, as processes of their own, ended by their ids."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from server.store.embedded import free_port
from tests.bench.wire import Wire

ROOT = Path(__file__).parents[2]
STARTS_WITHIN = 60.0
UNLIMITED = {"RATE_LIMIT": "0", "COST_LIMIT": "0", "SOCKETS": "0"}
TICK = os.sysconf("SC_CLK_TCK")


COMPUTING = """
import sys, time
busy, table = 0.002 * float(sys.argv[1]), {number: str(number) for number in range(200_000)}
number = 0
while True:
    until = time.perf_counter() + busy
    while time.perf_counter() < until:
        number = hash(table[number] * 7) % 200_000
    time.sleep(0.002 - busy)
"""


class Measured:
    """A running process, and what it has cost."""

    def __init__(self, pid: int, port: int) -> None:
        self.pid = pid
        self.port = port

    @property
    def cpu(self) -> float:
        """Seconds of CPU used so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    @property
    def memory(self) -> int:
        """Bytes resident now."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@asynccontextmanager
async def server(folder: Path, **settings: str) -> AsyncIterator[Measured]:
    """Run Parlour."""
    port = free_port()
    given = (
        {"PORT": str(port), "DATA_DIR": str(folder), "PARLOUR_TEST_MODE": "1", "LOG_LEVEL": "ERROR"}
        | UNLIMITED
        | settings
    )
    async with _running([sys.executable, "-m", "server", "serve"], given, port, "/graphql") as measured:
        yield measured


@asynccontextmanager
async def echo() -> AsyncIterator[Measured]:
    """Run a bare Starlette that answers with what it is sent."""
    port = free_port()
    async with _running([sys.executable, "-m", "tests.bench.processes", str(port)], {}, port, "/") as measured:
        yield measured


@asynccontextmanager
async def neighbour(share: float) -> AsyncIterator[None]:
    """Run a process that computes for a share of the time, from 0 to 1, as a database does beside its server."""
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", COMPUTING, str(share), cwd=ROOT)
    try:
        yield
    finally:
        process.kill()
        await process.wait()


@asynccontextmanager
async def _running(command: list[str], settings: dict[str, str], port: int, path: str) -> AsyncIterator[Measured]:
    process = await asyncio.create_subprocess_exec(
        *command, cwd=ROOT, env=os.environ | settings, stdout=asyncio.subprocess.DEVNULL
    )
    try:
        async with asyncio.timeout(STARTS_WITHIN):
            while not await _answers(port, path):  # noqa: ASYNC110 - another process has no event to wait for
                await asyncio.sleep(0.1)
        yield Measured(process.pid, port)
    finally:
        if process.returncode is None:
            process.terminate()
            await process.wait()


async def _answers(port: int, path: str) -> bool:
    try:
        wire = await Wire.open(port, path)
        await wire.post(b'{"query": "{ __typename }"}')
    except OSError:
        return False
    wire.close()
    return True


async def _echoed(request: Request) -> Response:
    return Response(await request.body(), media_type="application/json")


if __name__ == "__main__":
    application = Starlette(routes=[Route("/", _echoed, methods=["POST"])])
    uvicorn.run(application, port=int(sys.argv[1]), log_config=None, lifespan="off", access_log=False)
