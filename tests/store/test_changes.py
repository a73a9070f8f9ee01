"""A watch finds its place again after faults, and begins anew only when the database has lost the place."""

import asyncio
from contextlib import aclosing
from typing import Any, Self, cast

import pytest
from motor.motor_asyncio import AsyncIOMotorCollection
from pymongo.errors import AutoReconnect, OperationFailure, PyMongoError

from server.store.changes import Changes
from server.store.codec import Codec, Document
from tests.store import toy

CODEC = Codec(toy.rules_of)


class FakeStream:
    """Gives what it is told to, then nothing; an error is raised. Its place is the number of changes given."""

    def __init__(self, given: list[Document | PyMongoError], place: int) -> None:
        self._given = given
        self.resume_token: dict[str, int] = {"place": place}
        self.alive = True

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.alive = False

    async def try_next(self) -> Document | None:
        await asyncio.sleep(0)
        if not self._given:
            return None
        given = self._given.pop(0)
        if isinstance(given, PyMongoError):
            raise given
        self.resume_token = {"place": self.resume_token["place"] + 1}
        return {"fullDocument": given}


class FakePlies:
    """Gives one stream after the other, and notes from where each was to start."""

    def __init__(self, *streams: list[Document | PyMongoError]) -> None:
        self._streams = list(streams)
        self.starts: list[int | None] = []

    def watch(self, _: Any, start_after: dict[str, int] | None = None, **__: Any) -> FakeStream:
        place = start_after["place"] if start_after else None
        self.starts.append(place)
        return FakeStream(self._streams.pop(0), place or 0)


def document(number: int) -> Document:
    return CODEC.ply_document(toy.play(number), "TOY")


async def heard(plies: FakePlies, count: int) -> list[int]:
    """Return the numbers of the plies that a first watch yields."""
    changes = Changes(cast(AsyncIOMotorCollection[Document], plies), CODEC.ply)
    await changes.begin()
    async with asyncio.timeout(10.0), aclosing(cast(Any, changes.watch(None))) as watch:
        return [(await anext(watch)).number for _ in range(count)]


@pytest.mark.parametrize("fault", [AutoReconnect("gone"), OperationFailure("shutting down", 11600)])
async def test_a_watch_goes_on_from_its_place_after_a_fault(fault: PyMongoError) -> None:
    plies = FakePlies([], [document(1), document(2), fault], [document(3)])

    assert await heard(plies, 3) == [1, 2, 3]
    assert plies.starts == [None, 0, 2]


async def test_a_watch_begins_anew_when_the_database_has_lost_its_place(caplog: pytest.LogCaptureFixture) -> None:
    plies = FakePlies([], [document(1), OperationFailure("history lost", 286)], [document(7)])

    assert await heard(plies, 2) == [1, 7]
    assert plies.starts == [None, 0, None]
    assert "writes may have been missed, watching from now on" in caplog.text


async def test_a_ply_that_cannot_be_read_is_logged_and_skipped(caplog: pytest.LogCaptureFixture) -> None:
    plies = FakePlies([], [document(1) | {"format": 2}, document(2)])

    assert await heard(plies, 1) == [2]
    assert "mat_0001:000001 skipped: Match mat_0001 cannot be read: it has format 2" in caplog.text
