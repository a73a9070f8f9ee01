"""The embedded database: SecantusDB as a program of its own, started and ended with the server.

It speaks the MongoDB wire protocol on 127.0.0.1 and is never imported (GPL-2.0). In the data folder: `db/` its files,
`database.log`, `database.lock` (held by the server that uses the folder) and `database.json` (who and where it is).
The database does not outlive the server, however that ends; what it has acknowledged is on the disk.
"""

import asyncio
import fcntl
import json
import logging
import os
import shutil
import signal
import socket
import sys
import time
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import IO, Any, Self

from motor.motor_asyncio import AsyncIOMotorClient
from pymongo.errors import OperationFailure, PyMongoError

from server.store.closing import close

log = logging.getLogger(__name__)

HOST = "127.0.0.1"
OPTIONS = "directConnection=true&retryWrites=false&journal=true&maxPoolSize=8"
"""Retried writes make the embedded database slower with each write; `journal` waits for the disk."""
CACHE_SIZE = "256M"
LEASH = Path(__file__).with_name("leash.py")
CONFIG = Path(__file__).with_name("secantusd.toml")
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
LASTED_SECONDS = 10.0
"""A database that runs so long before it fails is started again at once, others after a pause."""
SCANNED_A_SECOND = 5_000_000
"""Bytes of its files that a database gets through when it starts, at least: it counts every document first."""
LEFT_OVER_SECONDS = 10.0
PROBE_TIMEOUTS: dict[str, Any] = {"serverSelectionTimeoutMS": 1000, "connectTimeoutMS": 1000, "socketTimeoutMS": 1000}
PROBE_SECONDS = 1.0
STOP_SECONDS, STUCK_SECONDS = 5.0, 2.0
"""How long the database may take to end, and one that has not answered lately. What it has acknowledged is on the disk
when it is killed, too."""
POLL_SECONDS = 0.02
LARGEST_LOG = 5_000_000


class EmbeddedDatabaseError(Exception):
    """The embedded database cannot be started; the message says why and what to do, in full sentences."""


class FolderInUse(EmbeddedDatabaseError):
    """Another server runs the database of the folder."""

    def __init__(self, message: str, url: str) -> None:
        super().__init__(message)
        self.url = url


class EmbeddedDatabase:
    """One running database for one data folder: `async with EmbeddedDatabase(folder) as database: database.url`.

    `port` 0 takes the port used last time when it is free, else any. While in use, a database that dies is started
    again on the same port.
    """

    def __init__(self, data_dir: Path, port: int = 0, ready_within: float = 30.0) -> None:
        self._data_dir = data_dir.absolute()
        self._wanted_port = port
        self._ready_within = ready_within
        self._uses = AsyncExitStack()
        self.port = 0
        self._process: asyncio.subprocess.Process | None = None
        self._is_stuck = False

    @property
    def url(self) -> str:
        """The database's address, with the options it needs."""
        return url(self.port)

    @property
    def pid(self) -> int | None:
        """The process id of the database, None while there is none."""
        return self._process.pid if self._process and self._process.returncode is None else None

    async def __aenter__(self) -> Self:
        """Start the database and wait until it answers; raise `EmbeddedDatabaseError`."""
        found = program()
        async with AsyncExitStack() as begun:
            begun.callback(self._lock().close)
            await self._end_left_over()
            self.port = self._choose_port()
            self._command = command(found, self._data_dir / "db", self.port)
            begun.push_async_callback(self._stop)
            await self._start()
            supervisor = asyncio.create_task(self._supervise())
            begun.push_async_callback(_cancel, supervisor)
            self._uses = begun.pop_all()
        return self

    async def __aexit__(self, *_: object) -> None:
        """End the database and free the data folder."""
        await self._uses.aclose()

    # The data folder

    def _lock(self) -> IO[str]:
        """Return the lock file, locked for as long as it is open."""
        try:
            (self._data_dir / "db").mkdir(parents=True, exist_ok=True)
            self._log_path.touch()
            file = (self._data_dir / "database.lock").open("a")
        except OSError as fault:
            raise EmbeddedDatabaseError(
                f"The data folder {self._data_dir} cannot be written to ({fault.strerror}). "
                "Make it writable, or set DATA_DIR to another folder."
            ) from fault
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            raise self._in_use() from None
        _rotate(self._log_path)
        return file

    def _in_use(self) -> FolderInUse:
        noted = self._noted()
        address = url(int(noted.get("port", 0)))
        message = (
            f"The data folder {self._data_dir} is in use by another server (process {noted.get('server', 'unknown')}). "
            f"To share its database, set MONGODB_URL='{address}' for this server; else set DATA_DIR to another folder."
        )
        return FolderInUse(message, address)

    @property
    def _log_path(self) -> Path:
        return self._data_dir / "database.log"

    @property
    def _note_path(self) -> Path:
        return self._data_dir / "database.json"

    def _noted(self) -> dict[str, Any]:
        """Return what was last written down: the ids of server and database, and the port."""
        try:
            noted = json.loads(self._note_path.read_text())
        except (OSError, ValueError):
            return {}
        return noted if isinstance(noted, dict) else {}

    def _note(self) -> None:
        note = {"server": os.getpid(), "database": self.pid, "port": self.port, "url": self.url}
        part = self._note_path.with_suffix(".part")
        part.write_text(json.dumps(note, indent=2) + "\n")
        part.replace(self._note_path)

    async def _end_left_over(self) -> None:
        """End the database of a server that was killed, where the kernel has not done so."""
        pid = self._noted().get("database")
        deadline = time.monotonic() + LEFT_OVER_SECONDS
        while pid and _runs(pid, str(self._data_dir / "db")):
            if time.monotonic() > deadline:
                raise EmbeddedDatabaseError(f"The database of an earlier server (process {pid}) does not end.")
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            await asyncio.sleep(0.02)

    def _choose_port(self) -> int:
        if self._wanted_port:
            if not _is_free(self._wanted_port):
                raise EmbeddedDatabaseError(
                    f"The port {self._wanted_port} for the embedded database is taken. "
                    "Set DATABASE_PORT to another one, or to 0 for any."
                )
            return self._wanted_port
        last = self._noted().get("port")
        return last if last and _is_free(last) else free_port()

    # The process

    async def _start(self) -> None:
        patience = self._ready_within + _size(self._data_dir / "db") / SCANNED_A_SECOND
        with self._log_path.open("ab") as output:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env=_environment(),
                start_new_session=True,  # Ctrl-C is for the server, which needs the database while it stops
            )
        try:
            self._note()
        except OSError as fault:  # a full disk: the note is for others, the database may still be read
            log.warning("%s not written: %s", self._note_path, fault)
        await self._until_it_answers(self._process, patience)

    async def _until_it_answers(self, process: asyncio.subprocess.Process, patience: float) -> None:
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline:
            if process.returncode is not None:
                raise EmbeddedDatabaseError(self._died(f"ended at once (exit code {process.returncode})"))
            if await _accepts(self.port) and await _answers(self.url):
                return
            await asyncio.sleep(POLL_SECONDS)
        raise EmbeddedDatabaseError(self._died(f"did not answer within {patience:.0f} seconds"))

    def _died(self, what: str) -> str:
        lines = self._log_path.read_text(errors="replace").splitlines()[-8:]
        return f"The embedded database {what}. The last lines of {self._log_path}:\n" + "\n".join(lines)

    async def _supervise(self) -> None:
        """Start the database again whenever it has died, or its storage has failed."""
        pause = FIRST_PAUSE
        while self._process is not None:
            begun = time.monotonic()
            reason = await self._fails(self._process)
            log.error("the embedded database %s and is started again", reason)
            await self._stop()
            if time.monotonic() - begun < LASTED_SECONDS:
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            else:
                pause = FIRST_PAUSE
            try:
                await self._start()
            except (EmbeddedDatabaseError, OSError) as fault:
                log.error("%s", fault)
                await self._stop()

    async def _fails(self, process: asyncio.subprocess.Process) -> str:
        """Return, once it is so, why the database is of no use any more."""
        ended = asyncio.ensure_future(process.wait())
        client: AsyncIOMotorClient[dict[str, Any]] = AsyncIOMotorClient(self.url, **PROBE_TIMEOUTS)
        try:
            while not ended.done():
                await asyncio.wait([ended], timeout=PROBE_SECONDS)
                if not ended.done() and await self._is_broken(client):
                    return "can read and write nothing any more (its log says why; a full disk does that)"
            return f"has died (exit code {process.returncode})"
        finally:
            ended.cancel()
            await close(client)

    async def _is_broken(self, client: AsyncIOMotorClient[dict[str, Any]]) -> bool:
        """Tell whether the database says that it can read nothing: it goes on to say so until it is started again."""
        try:
            await client.local.probe.find_one({})
        except OperationFailure:
            return True
        except PyMongoError:
            self._is_stuck = True
        else:
            self._is_stuck = False
        return False

    async def _stop(self) -> None:
        if self._process is None or self._process.returncode is not None:
            return
        with suppress(ProcessLookupError):
            self._process.terminate()
        try:
            await asyncio.wait_for(self._process.wait(), STUCK_SECONDS if self._is_stuck else STOP_SECONDS)
        except TimeoutError:
            log.warning("the embedded database does not end and is killed")
            self._process.kill()
            await self._process.wait()


def _size(folder: Path) -> int:
    """Return how many bytes the files in a folder have."""
    return sum(entry.stat().st_size for entry in os.scandir(folder) if entry.is_file())


async def _accepts(port: int) -> bool:
    """Tell whether something listens. The driver would look again only after half a second."""
    try:
        _, writer = await asyncio.open_connection(HOST, port)
    except OSError:
        return False
    writer.close()
    return True


async def _answers(address: str) -> bool:
    client: AsyncIOMotorClient[dict[str, Any]] = AsyncIOMotorClient(address, serverSelectionTimeoutMS=1000)
    try:
        await client.admin.command("hello")
    except PyMongoError:
        return False
    finally:
        client.close()
    return True


def url(port: int) -> str:
    """Return the address of an embedded database."""
    return f"mongodb://{HOST}:{port}/?{OPTIONS}"


def command(executable: Path, storage: Path, port: int) -> list[str]:
    """Return the command that runs the database for as long as this process runs."""
    flags = ["--host", HOST, "--port", str(port), "--storage-path", str(storage)]
    flags += ["--sync-on-commit", "--cache-size", CACHE_SIZE, "--log-level", "WARNING", "--config", str(CONFIG)]
    return [sys.executable, "-I", "-S", str(LEASH), str(os.getpid()), str(executable), *flags]


def free_port() -> int:
    """Return a port that nothing listens on at this moment."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True


def program() -> Path:
    """Return the path of the database program; raise `EmbeddedDatabaseError`."""
    beside = Path(sys.executable).with_name("secantusd-py")
    found = str(beside) if beside.exists() else shutil.which("secantusd-py")
    if found is None:
        raise EmbeddedDatabaseError(
            "The embedded database is not installed. Install it with: pip install '.[embedded]' — "
            "or set MONGODB_URL to a MongoDB replica set."
        )
    return Path(found)


def _environment() -> dict[str, str]:
    """Return this process's environment without what would change how the database keeps data."""
    return {name: value for name, value in os.environ.items() if not name.startswith("SECANTUS")}


def _runs(pid: int, storage: str) -> bool:
    """Tell whether the process is a database on that storage, and not another one that has got its id."""
    try:
        return storage.encode() in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return False


def _rotate(path: Path) -> None:
    if path.exists() and path.stat().st_size > LARGEST_LOG:
        path.replace(path.with_suffix(".log.1"))


async def _cancel(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
