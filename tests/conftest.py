"""What tests of several folders need: a database for the session, and a store of its own for each test."""

import logging
import os
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import pytest
import structlog
from hypothesis import settings
from pymongo import MongoClient

from server.games.registry import game
from server.store import embedded
from server.store.mongo import MongoStore

settings.register_profile("ci", derandomize=True, deadline=None)
if os.environ.get("CI"):
    settings.load_profile("ci")  # the same examples on every machine; new ones are for those who work on the code


@pytest.fixture(autouse=True)
def _own_logs() -> Iterator[None]:
    """Undo what a test that ran a command has set up for logs: they would go to a stream that is closed by now."""
    yield
    structlog.reset_defaults()
    logging.getLogger().handlers = [each for each in logging.getLogger().handlers if not is_closed(each)]


def is_closed(handler: logging.Handler) -> bool:
    """Tell whether a handler writes to a stream that has been closed."""
    return bool(getattr(getattr(handler, "stream", None), "closed", False))


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
