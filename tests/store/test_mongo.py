"""What is MongoDB's own: the commands sent, two servers on one database, ids that are no text, documents gone bad."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import aclosing, asynccontextmanager
from typing import Any, cast

import pytest
from pymongo import MongoClient
from pymongo.monitoring import CommandFailedEvent, CommandListener, CommandStartedEvent, CommandSucceededEvent

from server.matches.records import Status
from server.matches.store import Claim, Key, MatchQuery, PlyTaken, StoreUnavailable, Unreadable
from server.store import embedded
from server.store.mongo import CHUNK, MongoStore
from tests.store import toy
from tests.store.test_stores import taken

BACKGROUND = {"hello", "ismaster", "aggregate", "getMore", "killCursors", "endSessions", "buildInfo"}


class Commands(CommandListener):
    """Keeps what was sent to the database."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, dict[str, Any]]] = []

    def started(self, event: CommandStartedEvent) -> None:
        self.sent.append((event.command_name, dict(event.command)))

    def succeeded(self, event: CommandSucceededEvent) -> None:
        """Needs nothing."""

    def failed(self, event: CommandFailedEvent) -> None:
        """Needs nothing."""

    def names(self) -> list[str]:
        """Return the commands sent since last asked for."""
        names = [name for name, _ in self.sent if name not in BACKGROUND]
        self.sent.clear()
        return names


@asynccontextmanager
async def store_on(url: str, database: str, commands: Commands | None = None) -> AsyncIterator[MongoStore]:
    store = MongoStore(url, database, toy.rules_of, listeners=[commands] if commands else [])
    await store.open()
    yield store
    await store.close()


@pytest.fixture
async def store(mongo_url: str, mongo_database: str) -> AsyncIterator[MongoStore]:
    async with store_on(mongo_url, mongo_database) as store:
        yield store


def operators(part: Any) -> Iterator[str]:
    """Yield every name that begins with a dollar sign in a part of a command."""
    if isinstance(part, dict):
        for name, value in part.items():
            if name.startswith("$"):
                yield name
            yield from operators(value)
    elif isinstance(part, list):
        for value in part:
            yield from operators(value)


async def use_everything(store: MongoStore) -> None:
    """Call every method of the store."""
    await store.ping()
    for number in (1, 2):
        await store.add_match(toy.new_match(number))
    await store.add_match(toy.new_match(1))
    await store.append(toy.play(1))
    with pytest.raises(PlyTaken):
        await store.append(toy.play(1, origin="srv_two"))
    async with aclosing(cast(Any, store.watch(besides="srv_two"))) as watch:
        await taken(watch, 1)
    await store.checkpoint(toy.running_match())
    for id in ("mat_0001", "mat_9999"):
        await store.match(id)
        await store.created(id)
        await store.plies(id)
        await store.plies_before(id, 5, 5)
    await store.match_id("CODE0001")
    await store.unfinished()
    for query in (MatchQuery(), MatchQuery("TOY", Status.OPEN, "plr_ann", public_only=False)):
        for last in (False, True):
            await store.page(query, last, Key(toy.NOON, "mat_0001"), None, 5, last)
        await store.count(query)
    await store.add_player(toy.player("ann"), toy.token("aa", "ann"))
    await store.add_token(toy.token("a2", "ann"))
    for player in ("plr_ann", "plr_bob"):
        await store.claim(Claim("c1", player, "Ann", toy.NOON))
        await store.has_claim("c1", player)
    await store.drop_claims("plr_ann")
    await store.player("plr_ann")
    await store.players(["plr_ann", "plr_bob"])
    await store.rename("plr_ann", "Anna")
    await store.token("aa")
    await store.valid_tokens(["aa", "a2"])
    await store.revoke("aa", toy.NOON)
    await store.revoke_all("plr_ann", toy.NOON)
    await store.beat("srv_one", toy.NOON)
    await store.last_beat()


async def test_filters_are_flat_and_nothing_is_found_and_modified(mongo_url: str, mongo_database: str) -> None:
    commands = Commands()
    async with store_on(mongo_url, mongo_database, commands) as store:
        await use_everything(store)

    assert {name for name, _ in commands.sent} >= {"insert", "update", "find", "aggregate", "delete"}
    assert "findAndModify" not in {name for name, _ in commands.sent}
    for _, command in commands.sent:
        assert {"$and", "$or", "$nor", "$where", "$expr"}.isdisjoint(operators(command))


async def test_what_is_looked_for_by_a_player_has_an_index_on_the_player(mongo_url: str, mongo_database: str) -> None:
    commands = Commands()
    async with store_on(mongo_url, mongo_database, commands) as store:
        await use_everything(store)
    filters = {
        command[name]: filter
        for name, command in commands.sent
        for filter in (
            *(each["q"] for each in command.get("deletes", command.get("updates", ()))),
            command.get("filter"),
        )
        if filter and "player" in filter
    }

    assert filters.keys() == {"claims", "tokens"}
    with MongoClient[dict[str, Any]](mongo_url) as client:
        for name in filters:
            assert "player_1" in client[mongo_database][name].index_information()


async def test_every_write_waits_until_it_is_durable(mongo_url: str, mongo_database: str) -> None:
    commands = Commands()
    async with store_on(mongo_url, mongo_database, commands) as store:
        commands.sent.clear()
        await use_everything(store)

    writes = [command for name, command in commands.sent if name in ("insert", "update", "delete")]
    assert len(writes) == 21
    assert [write["writeConcern"] for write in writes] == [{"w": "majority", "j": True, "wtimeout": 10_000}] * 21


async def test_hot_paths_cost_one_round_trip_each(mongo_url: str, mongo_database: str) -> None:
    commands = Commands()
    async with store_on(mongo_url, mongo_database, commands) as store:
        await store.add_match(toy.new_match())
        commands.names()

        await store.append(toy.play(1))
        assert commands.names() == ["insert"]
        await store.checkpoint(toy.running_match(ply=1), toy.running_match(2))
        assert commands.names() == ["update"]
        await store.match("mat_0001")
        assert commands.names() == ["find"]
        await store.plies("mat_0001", after=1)
        assert commands.names() == ["find"]
        await store.plies("mat_0001", after=0, limit=1)
        assert commands.names() == ["find"]
        await store.token("aa")
        assert commands.names() == ["find"]
        await store.match_id("CODE0001")
        assert commands.names() == ["find"]


async def test_plies_that_arrive_together_are_one_insert(mongo_url: str, mongo_database: str) -> None:
    commands = Commands()
    async with store_on(mongo_url, mongo_database, commands) as store:
        await store.add_match(toy.new_match())
        commands.names()

        await asyncio.gather(*(store.append(toy.play(number)) for number in range(1, 101)))

        assert commands.names() == ["insert"]


async def test_a_long_log_is_read_in_chunks(mongo_url: str, mongo_database: str) -> None:
    commands = Commands()
    async with store_on(mongo_url, mongo_database, commands) as store:
        await store.add_match(toy.new_match())
        await asyncio.gather(*(store.append(toy.play(number)) for number in range(1, 3 * CHUNK + 1)))
        commands.names()

        assert len(await store.plies("mat_0001")) == 3 * CHUNK
        assert commands.names() == ["find"] * 4


async def test_of_two_servers_that_write_one_number_one_is_refused(mongo_url: str, mongo_database: str) -> None:
    async with store_on(mongo_url, mongo_database) as one, store_on(mongo_url, mongo_database) as two:
        await one.add_match(toy.new_match())
        for number in range(1, 11):
            results = await asyncio.gather(
                one.append(toy.play(number, origin="srv_one")),
                two.append(toy.play(number, origin="srv_two")),
                return_exceptions=True,
            )
            assert sorted(str(type(result).__name__) for result in results) == ["NoneType", "PlyTaken"]

        assert [ply.number for ply in await two.plies("mat_0001")] == list(range(1, 11))
        assert await two.plies("mat_0001") == await one.plies("mat_0001")


async def test_a_server_hears_what_another_writes(mongo_url: str, mongo_database: str) -> None:
    async with store_on(mongo_url, mongo_database) as one, store_on(mongo_url, mongo_database) as two:
        await one.add_match(toy.new_match())
        await one.append(toy.play(1, origin="srv_one"))
        await two.append(toy.play(2, origin="srv_two"))
        await one.append(toy.play(3, origin="srv_one"))

        async with aclosing(cast(Any, two.watch(besides="srv_two"))) as watch:
            assert await taken(watch, 2) == [toy.play(1, origin="srv_one"), toy.play(3, origin="srv_one")]


async def test_a_watch_goes_on_where_an_earlier_one_failed(store: MongoStore) -> None:
    await store.add_match(toy.new_match())
    for number in range(1, 5):
        await store.append(toy.play(number))

    async with aclosing(cast(Any, store.watch())) as watch:
        assert await taken(watch, 2) == [toy.play(1), toy.play(2)]
    async with aclosing(cast(Any, store.watch())) as watch:
        assert await taken(watch, 3) == [toy.play(2), toy.play(3), toy.play(4)]


async def test_stores_opened_in_one_process_do_not_disturb_each_other(mongo_url: str, mongo_database: str) -> None:
    async with store_on(mongo_url, mongo_database) as first:
        async with store_on(mongo_url, f"{mongo_database}_2") as second:
            await second.add_player(toy.player("bob"), toy.token("bb", "bob"))
        await first.add_player(toy.player("ann"), toy.token("aa", "ann"))

        assert await first.player("plr_ann") == toy.player("ann")
        assert await first.player("plr_bob") is None
    with MongoClient[dict[str, Any]](mongo_url) as client:
        client.drop_database(f"{mongo_database}_2")


@pytest.mark.parametrize("id", [{"$ne": None}, {"$gt": ""}, None, 1, ["mat_0001"]])
async def test_an_id_that_is_no_text_finds_nothing(store: MongoStore, id: Any) -> None:
    await store.add_match(toy.new_match())
    await store.add_player(toy.player("ann"), toy.token("aa", "ann"))

    calls: list[Callable[[], Awaitable[Any]]] = [
        lambda: store.match(id),
        lambda: store.created(id),
        lambda: store.match_id(id),
        lambda: store.plies(id),
        lambda: store.player(id),
        lambda: store.players([id]),
        lambda: store.rename(id, "Anna"),
        lambda: store.token(id),
        lambda: store.valid_tokens([id]),
        lambda: store.claim(Claim(id, "plr_ann", "Ann", toy.NOON)),
        lambda: store.has_claim(id, "plr_ann"),
        lambda: store.drop_claims(id),
        lambda: store.revoke(id, toy.NOON),
        lambda: store.revoke_all(id, toy.NOON),
    ]
    for call in calls:
        with pytest.raises(TypeError, match="An id is a str"):
            await call()
    assert await store.token("aa") == toy.token("aa", "ann")
    assert await store.player("plr_ann") == toy.player("ann")


async def test_a_document_gone_bad_is_refused_and_left_out_of_lists(
    store: MongoStore, mongo_url: str, mongo_database: str
) -> None:
    for number in (1, 2, 3):
        await store.add_match(toy.new_match(number))
        await store.append(toy.play(1, match=number))
    with MongoClient[dict[str, Any]](mongo_url) as client:
        client[mongo_database]["matches"].update_one({"_id": "mat_0002"}, {"$set": {"state": {"type": "Chess"}}})
        client[mongo_database]["plies"].update_one({"_id": "mat_0002:000001"}, {"$set": {"number": "one"}})

    with pytest.raises(Unreadable, match="Match mat_0002 cannot be read"):
        await store.match("mat_0002")
    with pytest.raises(Unreadable, match="Match mat_0002 cannot be read"):
        await store.plies("mat_0002")
    page = await store.page(MatchQuery(), True, None, None, 10, False)
    assert [match.setup.id for match in page] == ["mat_0003", "mat_0001"]


async def test_a_watch_skips_a_ply_it_cannot_read(store: MongoStore, mongo_url: str, mongo_database: str) -> None:
    await store.add_match(toy.new_match())
    with MongoClient[dict[str, Any]](mongo_url) as client:
        client[mongo_database]["plies"].insert_one({"_id": "mat_0001:000001", "format": 99, "origin": "srv_future"})
    await store.append(toy.play(2))

    async with aclosing(cast(Any, store.watch())) as watch:
        assert await taken(watch, 1) == [toy.play(2)]


async def test_a_database_that_is_not_there_is_reported_in_time() -> None:
    store = MongoStore(embedded.url(embedded.free_port()), "parlour", toy.rules_of, selection_timeout=0.3)

    async with asyncio.timeout(5.0):
        with pytest.raises(StoreUnavailable, match="The database cannot be reached"):
            await store.open()
