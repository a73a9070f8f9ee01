"""From a match's last ply to the boards, with real hosts and logs of all games; and from the logs alone again."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from server.games.registry import GAMES, Game
from server.matches.host import Host
from server.matches.lobby import Lobby
from server.matches.records import Close, Match, Status
from server.stats import keys
from server.stats.keeper import Keeper, ask_for_rebuild, enter_forgotten
from server.stats.records import Entry
from server.stats.simulation import Log, setup_of, simulated
from server.store.memory import MemoryStore
from server.store.memory_stats import MemoryStats
from tests.matches.tables import ANN, BOB, CAT, DECKS, NOON, Timepiece, host_on, started, wish
from tests.stats.histories import rows_in


class World:
    """A store in memory, and servers on it with a host and a keeper each."""

    def __init__(self) -> None:
        self.clock = Timepiece()
        self.matches = MemoryStore()
        self.stats = MemoryStats(self.matches)
        self.hosts: list[Host] = []

    def keeper(self, owner: str = "srv", stats: MemoryStats | None = None) -> Keeper:
        return Keeper(self.matches, stats or self.stats, DECKS, owner, self.clock)

    async def host(self, origin: str, keeper: Keeper | None) -> Host:
        host = host_on(self.matches, self.clock, origin)
        if keeper is not None:
            host.on_ended = keeper.ended
        await self.matches.open()
        await host.start()
        self.hosts.append(host)
        return host

    async def write(self, log: Log) -> None:
        """Keep a whole log, as servers would that never got to statistics."""
        await self.matches.add_match(log.created)
        for ply in log.plies:
            await self.matches.append(ply)
        await self.matches.checkpoint(log.ended)


@pytest.fixture
async def world() -> AsyncIterator[World]:
    world = World()
    yield world
    for host in world.hosts:
        await host.stop()


async def ended_match(host: Host) -> Match:
    """Return a match of Ann, Bob and Cat that Bob and Cat have resigned from."""
    match = await started(host, ANN, BOB, CAT, seats=3)
    lobby = Lobby(host, is_test=True)
    await lobby.resign(match.setup.id, BOB)
    return await lobby.resign(match.setup.id, CAT)


async def test_a_match_that_ends_is_counted(world: World) -> None:
    keeper = world.keeper()
    match = await ended_match(await world.host("one", keeper))

    await keeper.keep_up()

    assert await world.stats.entries(0, 9) == [Entry(1, match.setup.id, None, NOON)]
    facts = await world.stats.facts_of_match(match.setup.id)
    assert facts is not None
    assert (facts.reason, [seat.place for seat in facts.seats]) == ("TOO_FEW_SEATS", [1, 3, 2])
    board = await world.stats.board(1, keys.standings("TWENTY", tests=True))
    assert sorted(row.key for row in board) == [ANN.id, BOB.id, CAT.id]


async def test_a_match_whose_server_died_before_its_ending_was_entered_is_counted_by_the_next(world: World) -> None:
    dying = await world.host("one", None)
    match = await ended_match(dying)
    await dying.stop()
    keeper = world.keeper()

    await keeper.keep_up()
    await keeper.keep_up()

    assert [entry.match for entry in await world.stats.entries(0, 9)] == [match.setup.id]
    assert await world.stats.owed(9) == []


async def test_a_match_whose_end_no_checkpoint_has_is_found_at_the_next_start(world: World) -> None:
    """The log has the end, what is kept of the match says that it runs."""
    dying = await world.host("one", None)
    match = await started(dying, ANN, BOB)
    running = await world.matches.match(match.setup.id)
    await Lobby(dying, is_test=True).resign(match.setup.id, BOB)
    await dying.stop()
    assert running is not None
    world.matches._matches[match.setup.id] = running

    keeper = world.keeper()
    await world.host("two", keeper)
    await keeper.keep_up()

    assert [entry.match for entry in await world.stats.entries(0, 9)] == [match.setup.id]


async def test_both_servers_that_see_a_match_end_enter_it_once(world: World) -> None:
    one, two = world.keeper("one"), world.keeper("two")
    host = await world.host("one", one)
    match = await ended_match(host)
    two.ended(match)

    await two.keep_up()
    await one.keep_up()

    assert await world.stats.last_entry() == 1


async def test_a_match_closed_in_the_lobby_is_in_no_statistic(world: World) -> None:
    keeper = world.keeper()
    host = await world.host("one", keeper)
    match = await Lobby(host).create(ANN, wish())
    closed = await host.change(match.setup.id, lambda _: Close("CLOSED_BY_HOST"))

    await keeper.keep_up()

    assert closed.status is Status.ABANDONED
    assert await world.stats.last_entry() == 0


async def test_a_rematch_belongs_to_the_same_event(world: World) -> None:
    host = await world.host("one", None)
    match = await started(host, ANN, BOB, event="evt_1")
    lobby = Lobby(host, is_test=True)
    await lobby.resign(match.setup.id, BOB)

    rematch = await lobby.rematch(match.setup.id, ANN)

    assert rematch.setup.event == "evt_1"


def logs_of(game: Game) -> list[Log]:
    """Return two short matches of a game."""
    deck, seats = DECKS[game.key][0], game.rules.SEATS.start
    players = [f"plr_{name}" for name in ("ann", "bob", "cat", "dan")[:seats]]
    return [
        simulated(game, deck, setup_of(game, deck, game.rules.Options(), seats, f"{game.key}-{n}", at), players, skills)
        for n, at in enumerate((NOON, NOON + timedelta(hours=2)))
        for skills in [[1.0] * seats]
    ]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
async def test_statistics_rebuilt_from_the_logs_alone_are_the_same(world: World, game: Game) -> None:
    for log in logs_of(game):
        await world.write(log)
    await world.keeper().keep_up()
    live = rows_in(world.stats, 1)
    assert {board.split("|")[0] for board, _ in live} >= {"cells", "standings", "pairs", "ratings", "history"}

    asked = await ask_for_rebuild(world.stats)
    await world.keeper().keep_up()
    assert rows_in(world.stats, asked) == live

    empty = MemoryStats(world.matches)
    assert await enter_forgotten(world.matches, empty) == 2
    await world.keeper(stats=empty).keep_up()
    assert rows_in(empty, 1) == live


async def test_a_log_that_cannot_be_read_any_more_is_left_out_and_its_facts_are_kept(world: World) -> None:
    """Facts made while it could be read stay; without them the match is in no number."""
    log = logs_of(GAMES[0])[0]
    await world.write(log)
    await world.keeper().keep_up()
    live = rows_in(world.stats, 1)
    without_decks = Keeper(world.matches, world.stats, {}, "srv", world.clock)

    asked = await ask_for_rebuild(world.stats)
    await without_decks.keep_up()

    assert rows_in(world.stats, asked) == live
    empty = MemoryStats(world.matches)
    await enter_forgotten(world.matches, empty)
    await Keeper(world.matches, empty, {}, "srv", world.clock).keep_up()
    assert (await empty.progress()).current.folded == 1
    assert rows_in(empty, 1) == {}
