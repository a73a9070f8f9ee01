"""What tests of several folders need: a database for the session, and a store of its own for each test."""

import gc
import os
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import pytest
from hypothesis import settings
from pymongo import MongoClient

from server.games.registry import game
from server.store import embedded
from server.store.mongo import MongoStore

settings.register_profile("ci", derandomize=True, deadline=None)
if os.environ.get("CI"):
    settings.load_profile("ci")  # the same examples on every machine; new ones are for those who work on the code


def pytest_collection_finish() -> None:
    """Keep decks and schemas, which last as long as the tests do, out of the garbage collector's rounds."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


@pytest.fixture(scope="session")
def mongo_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of one database for the session: PARLOUR_TEST_MONGODB_URL, else an embedded one started for it."""
    if given := os.environ.get("PARLOUR_TEST_MONGODB_URL"):
        yield given
    else:
        with database_in(tmp_path_factory.mktemp("database")) as url:
            yield url


@pytest.fixture
def mongo_database(mongo_url: str) -> Iterator[str]:
    """The name of a database for one test, dropped after it."""
    name = f"test_{uuid4().hex}"
    yield name
    with MongoClient[dict[str, object]](mongo_url) as client:
        client.drop_database(name)


@pytest.fixture
async def mongo_store(mongo_url: str, mongo_database: str) -> AsyncIterator[MongoStore]:
    """An open store on a database of its own, with the games of the registry."""
    store = MongoStore(mongo_url, mongo_database, lambda kind: game(kind).rules)
    await store.open()
    yield store
    await store.close()


@contextmanager
def database_in(folder: Path) -> Iterator[str]:
    """Run an embedded database in a folder and give its address."""
    port = embedded.free_port()
    with (folder / "database.log").open("wb") as log:
        process = subprocess.Popen(
            embedded.command(embedded.program(), folder / "db", port), stdout=log, stderr=log, start_new_session=True
        )
        try:
            with MongoClient[dict[str, object]](embedded.url(port), serverSelectionTimeoutMS=30_000) as client:
                client.admin.command("hello")
            yield embedded.url(port)
        finally:
            process.kill()
            process.wait()
