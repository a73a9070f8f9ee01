"""Servers as processes of their own, which tests start, kill and start again; every one is ended by its id."""

import asyncio
import json
import logging
import os
import resource
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import httpx

from server.settings import Settings
from server.store.embedded import free_port
from tests.api.parlour import Person

ROOT = Path(__file__).resolve().parents[2]
READY_SECONDS = 40.0
PATIENCE = 30.0
PAUSE = 0.02

UNLIMITED = {"RATE_LIMIT": 0, "COST_LIMIT": 0, "SOCKETS_PER_ACCOUNT": 0}
"""Settings of a server that is to be loaded by a few accounts."""

Result = TypeVar("Result")

logging.getLogger("httpx").setLevel(logging.WARNING)
figures = logging.getLogger("figures")
"""What tests measure; `pytest --log-cli-level=INFO` shows it."""


def environment(**variables: object) -> dict[str, str]:
    """Return the environment of a program: this one's, without settings of a server, and these."""
    own = {name.upper() for name in Settings.model_fields} | {"PARLOUR_TEST_MODE"}
    kept = {name: value for name, value in os.environ.items() if name not in own}
    return kept | {name: str(value) for name, value in variables.items()}


def ran(*arguments: str, python: Path = Path(sys.executable), **variables: object) -> subprocess.CompletedProcess[str]:
    """Run `python -m server` with these arguments to its end."""
    return subprocess.run(
        [str(python), "-m", "server", *arguments],
        cwd=ROOT,
        env=environment(**variables),
        capture_output=True,
        text=True,
        timeout=READY_SECONDS,
        check=False,
    )


async def until(is_so: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait until something that has no event is so."""
    async with asyncio.timeout(seconds):
        while not is_so():  # noqa: ASYNC110 - other processes are waited for
            await asyncio.sleep(PAUSE)


class Program:
    """A server on one port, with the process that runs it now."""

    def __init__(self, log: Path, **variables: object) -> None:
        self.port = free_port()
        self.log = log
        self._environment = environment(
            **{"PORT": self.port, "PARLOUR_TEST_MODE": 1, "BOT_PAUSE": 0.02, "LOG_LEVEL": "INFO"} | variables
        )
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def process(self) -> subprocess.Popen[bytes]:
        """The process."""
        assert self._process is not None
        return self._process

    def launch(self) -> None:
        """Start the server, and do not wait for it."""
        assert self._process is None or self._process.poll() is not None
        with self.log.open("ab") as output:
            command = [sys.executable, "-m", "server", "serve"]
            self._process = subprocess.Popen(command, cwd=ROOT, env=self._environment, stdout=output, stderr=output)

    async def ready(self) -> float:
        """Wait until the server can acknowledge moves; return how many seconds that took."""
        begun = time.monotonic()
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", timeout=5.0) as http:
            while not await self._is_ready(http):
                assert self.process.poll() is None, self.log.read_text()
                assert time.monotonic() - begun < READY_SECONDS
                await asyncio.sleep(PAUSE)
        return time.monotonic() - begun

    async def _is_ready(self, http: httpx.AsyncClient) -> bool:
        try:
            return (await http.get("/readyz")).status_code == 200
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        """Kill the server, as -9 does."""
        self.process.kill()
        self.process.wait(PATIENCE)

    async def ended(self, wish: signal.Signals = signal.SIGTERM) -> int:
        """Ask the server to end, and return its exit code."""
        self.process.send_signal(wish)
        return await asyncio.to_thread(self.process.wait, PATIENCE)

    def end(self) -> None:
        """Make sure that the process is gone, whatever has happened."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGCONT)
            self.kill()


def database_pid(data_dir: Path) -> int:
    """Return the process id of the embedded database of a data folder."""
    return int(json.loads((data_dir / "database.json").read_text())["database"])


def stands_still(pid: int) -> bool:
    """Tell whether every thread of a process is stopped."""
    try:
        about = [(thread / "stat").read_text() for thread in Path(f"/proc/{pid}/task").iterdir()]
    except FileNotFoundError:  # a thread has just ended
        return False
    return all(text.rpartition(")")[2].split()[0] == "T" for text in about)


@contextmanager
def frozen(pid: int) -> Iterator[None]:
    """Stop a process for as long as the context lasts; it may be ended meanwhile.

    The signal alone does not stop it: while the machine is busy, its threads may go on for long enough to answer.
    """
    os.kill(pid, signal.SIGSTOP)
    try:
        deadline = time.monotonic() + PATIENCE
        while not stands_still(pid):
            assert time.monotonic() < deadline, f"The process {pid} does not stop."
            time.sleep(0.001)
        yield
    finally:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)


@contextmanager
def full_disk(*pids: int) -> Iterator[None]:
    """Let no file of these processes, and of those they start, grow beyond a page: to them, the disk is full.

    It takes no privileges and no mount. That writes fail as too large, and not for lack of space, makes no difference
    to the database: it fails in the same way on a small tmpfs that is full.
    """
    before = {pid: resource.prlimit(pid, resource.RLIMIT_FSIZE) for pid in pids}
    for pid, (_, most) in before.items():
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, most))
    try:
        yield
    finally:
        for pid, limits in before.items():
            with suppress(ProcessLookupError):
                resource.prlimit(pid, resource.RLIMIT_FSIZE, limits)


class Health:
    """Asks a server for /healthz again and again, and notes how many seconds each answer took."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.seconds: list[float] = []

    async def watch(self) -> None:
        """Go on until cancelled; fail when an answer is not good."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            while True:
                begun = time.monotonic()
                writer.write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200 ")
                await reader.readuntil(b"}")
                self.seconds.append(time.monotonic() - begun)
                await asyncio.sleep(PAUSE)
        finally:
            writer.close()

    @property
    def typical(self) -> float:
        """The median."""
        return statistics.median(self.seconds)


def resident(pid: int) -> int:
    """Return the bytes of memory that a process has."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


# Clients that go on whatever happens to the server


async def insist(ask: Callable[[], Awaitable[Result]], seconds: float = 2 * READY_SECONDS) -> Result:
    """Ask again until there is an answer, as a client should whose connection breaks."""
    async with asyncio.timeout(seconds):
        while True:
            try:
                return await ask()
            except httpx.TransportError:
                await asyncio.sleep(PAUSE)


async def answered(person: Person, query: str, **variables: Any) -> Any:
    """Return the data of an answer; ask again while the server is away or says that it can be tried again."""

    async def ask() -> Any:
        while True:
            answer = (await person.send(query, **variables)).json()
            if "errors" not in answer:
                return answer["data"]
            assert [error["extensions"].get("retry") for error in answer["errors"]] == [True], answer
            await asyncio.sleep(PAUSE)

    return await insist(ask)


async def created(port: int, http: httpx.AsyncClient, name: str) -> Person:
    """Return a new player at the server on a port."""
    query = "mutation($n: String!) { createPlayer(input: {name: $n}) { ... on PlayerCreated { token player { id } } } }"
    made = (await answered(Person(port, http), query, n=name))["createPlayer"]
    return Person(port, http, made["token"], made["player"]["id"])
