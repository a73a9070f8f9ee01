"""Group commit: one write at a time, each caller its own result, through faults of the connection."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, cast

import pytest
from motor.motor_asyncio import AsyncIOMotorCollection
from pymongo.errors import AutoReconnect, BulkWriteError, OperationFailure

from server.matches.store import PlyTaken, StoreUnavailable
from server.store.group import GroupCommit, doubt_in

Document = dict[str, Any]


class FakeCollection:
    """Keeps documents as MongoDB does; `faults` says what happens to the next writes."""

    def __init__(self, *faults: str) -> None:
        self.faults = list(faults)
        self.kept: dict[str, Document] = {}
        self.groups: list[list[str]] = []
        self.has_begun = asyncio.Event()
        self.gate = asyncio.Event()
        self.gate.set()

    async def insert_many(self, documents: list[Document], ordered: bool) -> None:
        assert not ordered
        self.groups.append([document["_id"] for document in documents])
        self.has_begun.set()
        await self.gate.wait()
        fault = self.faults.pop(0) if self.faults else ""
        if fault == "lost on the way":
            raise AutoReconnect(fault)
        if fault == "storage failed":
            raise OperationFailure("internal server error", 1, {"errmsg": "internal server error"})
        errors = [error for index, document in enumerate(documents) if (error := self._insert(index, document))]
        if fault == "answer lost":
            raise AutoReconnect(fault)
        doubts = [{"errmsg": fault}] if fault == "no majority" else []
        if errors or doubts:
            raise BulkWriteError({"writeErrors": errors, "writeConcernErrors": doubts})

    def _insert(self, index: int, document: Document) -> Document | None:
        if document.get("is_bad"):
            return {"index": index, "code": 2, "errmsg": "bad value"}
        if document.get("is_too_much"):
            return {"index": index, "code": 14031, "errmsg": "no space left"}
        if document["_id"] in self.kept:
            return {"index": index, "code": 11000, "errmsg": "duplicate key"}
        self.kept[document["_id"]] = document
        return None

    async def find(self, filter: Document) -> AsyncIterator[Document]:
        for id in filter["_id"]["$in"]:
            if id in self.kept:
                yield self.kept[id]


def group_on(collection: FakeCollection, retry_for: float = 5.0) -> GroupCommit:
    return GroupCommit(cast(AsyncIOMotorCollection[Document], collection), retry_for)


def document(id: str, **fields: Any) -> Document:
    return {"_id": id, "move": "draw", **fields}


async def test_what_arrives_during_a_write_goes_together_in_the_next() -> None:
    collection = FakeCollection()
    group = group_on(collection)
    collection.gate.clear()
    first = asyncio.create_task(group.write(document("a")))
    await collection.has_begun.wait()
    later = [asyncio.create_task(group.write(document(id))) for id in "bcd"]
    await asyncio.sleep(0)

    collection.gate.set()
    await asyncio.gather(first, *later)

    assert collection.groups == [["a"], ["b", "c", "d"]]


async def test_those_who_are_on_their_way_here_join_the_first_group() -> None:
    collection = FakeCollection()
    group = group_on(collection)

    async def on_the_way(id: str) -> None:
        for _ in "ab":
            await asyncio.sleep(0)
        await group.write(document(id))

    await asyncio.gather(group.write(document("a")), on_the_way("b"))

    assert collection.groups == [["a", "b"]]


async def test_each_caller_hears_of_its_own_document() -> None:
    collection = FakeCollection()
    collection.kept["b"] = document("b", move="pass")
    group = group_on(collection)
    documents = [document("a"), document("b"), document("c", is_bad=True), document("d")]

    results = await asyncio.gather(*(group.write(each) for each in documents), return_exceptions=True)

    assert [type(result) for result in results] == [type(None), PlyTaken, OperationFailure, type(None)]
    assert collection.groups == [["a", "b", "c", "d"]]
    assert sorted(collection.kept) == ["a", "b", "d"]


@pytest.mark.parametrize("fault", ["lost on the way", "answer lost", "no majority", "storage failed"])
async def test_a_write_in_doubt_is_tried_again_and_counts_once(fault: str) -> None:
    collection = FakeCollection(fault)
    group = group_on(collection)

    await asyncio.gather(group.write(document("a")), group.write(document("b")))

    assert collection.groups == [["a", "b"], ["a", "b"]]
    assert collection.kept == {"a": document("a"), "b": document("b")}


async def test_after_a_write_in_doubt_a_stored_document_of_another_server_is_a_conflict() -> None:
    collection = FakeCollection("answer lost")
    collection.kept["a"] = document("a", move="pass")

    with pytest.raises(PlyTaken):
        await group_on(collection).write(document("a"))

    assert collection.kept == {"a": document("a", move="pass")}


async def test_without_doubt_the_same_document_again_is_a_conflict() -> None:
    collection = FakeCollection()
    group = group_on(collection)
    await group.write(document("a"))

    with pytest.raises(PlyTaken):
        await group.write(document("a"))


async def test_a_document_that_a_full_disk_keeps_out_can_be_sent_again() -> None:
    collection = FakeCollection()
    group = group_on(collection)

    with pytest.raises(StoreUnavailable) as refused:
        await group.write(document("a", is_too_much=True))

    assert str(refused.value) == "The database can keep nothing at present: no space left."
    assert collection.kept == {}


async def test_a_database_whose_storage_has_failed_is_unavailable_in_the_end() -> None:
    collection = FakeCollection(*["storage failed"] * 100)

    with pytest.raises(StoreUnavailable) as refused:
        await group_on(collection, retry_for=0.1).write(document("a"))

    assert str(refused.value) == "The database can keep nothing at present: internal server error."


async def test_closing_does_not_wait_for_a_database_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.store.group.CLOSE_SECONDS", 0.01)
    collection = FakeCollection()
    collection.gate.clear()
    group = group_on(collection)
    writing = asyncio.create_task(group.write(document("a")))
    await collection.has_begun.wait()

    await group.close()

    await asyncio.wait([writing])
    assert writing.cancelled()


async def test_retries_end() -> None:
    collection = FakeCollection(*["lost on the way"] * 100)

    with pytest.raises(StoreUnavailable):
        await group_on(collection, retry_for=0.1).write(document("a"))

    assert collection.kept == {}
    assert len(collection.groups) == 3


async def test_a_cancelled_caller_takes_nothing_back_and_harms_nobody() -> None:
    collection = FakeCollection()
    group = group_on(collection)
    collection.gate.clear()
    leaving = asyncio.create_task(group.write(document("a")))
    staying = asyncio.create_task(group.write(document("b")))
    await collection.has_begun.wait()

    leaving.cancel()
    await asyncio.gather(leaving, return_exceptions=True)
    collection.gate.set()
    await staying

    assert leaving.cancelled()
    assert collection.groups == [["a", "b"]]
    assert sorted(collection.kept) == ["a", "b"]


async def test_closing_finishes_the_writes_under_way() -> None:
    collection = FakeCollection("answer lost")
    group = group_on(collection)
    writing = asyncio.create_task(group.write(document("a")))
    await asyncio.sleep(0)

    await group.close()

    assert writing.done()
    assert collection.kept == {"a": document("a")}
    with pytest.raises(StoreUnavailable, match="closed"):
        await group.write(document("b"))


def test_a_write_that_no_majority_has_is_in_doubt_and_one_that_was_refused_is_not() -> None:
    doubtful = BulkWriteError({"writeErrors": [], "writeConcernErrors": [{"errmsg": "no majority"}]})
    refused = BulkWriteError({"writeErrors": [{"index": 0, "code": 2}], "writeConcernErrors": []})

    assert str(doubt_in(doubtful)) == "no majority"
    assert doubt_in(refused) is None
