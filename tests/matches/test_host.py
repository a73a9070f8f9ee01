"""Loading, saving, publishing; one host and several on one store."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from server.games.twenty.rules import Draw, MakeCount
from server.matches.feed import LOBBY, Closing, Update
from server.matches.host import Host
from server.matches.live import REMEMBERED
from server.matches.lobby import Lobby
from server.matches.match import Refusal, Refused, step
from server.matches.records import BotLevel, Join, Match, Play, Ply, Resign, RunOut, Start, Status
from server.matches.store import PlyTaken, StoreUnavailable, Unreadable
from server.store.memory import MemoryStore
from tests.matches.conftest import StartHost
from tests.matches.tables import ANN, BOB, CAT, DAN, EVE, NOON, TABLE, Timepiece, mover, started, wish

PATIENCE = 30.0


async def until(condition: Any, *given: Any) -> None:
    """Wait until a condition holds for what is given, at most `PATIENCE` seconds."""
    async with asyncio.timeout(PATIENCE):
        while not condition(*given):  # noqa: ASYNC110 - what is waited for has no event
            await asyncio.sleep(0)


def agree(one: Host, two: Host, match: Match) -> bool:
    """Tell whether two servers have a match alike, at least as far as it is here."""
    return one.known(match) == two.known(match) and one.known(match).ply >= match.ply


def is_finished(host: Host, match: Match) -> bool:
    """Tell whether a match has a result."""
    return host.known(match).status is Status.FINISHED


async def take(updates: AsyncIterator[Update], count: int) -> list[int]:
    """Return the ply numbers of the next updates."""
    async with asyncio.timeout(PATIENCE):
        return [(await anext(updates)).ply.number for _ in range(count)]


async def draw_for(host: Host, match: Match, move_id: str | None = None, decision: int | None = None) -> Any:
    """Let the player to move draw."""
    player = match.seats[mover(match)].player
    assert player is not None
    return await host.play(match.setup.id, player, match.decision if decision is None else decision, Draw(), move_id)


async def draws(host: Host, match: Match, count: int) -> Match:
    """Draw so many times, whoever is to move."""
    for _ in range(count):
        match = (await draw_for(host, match)).match
    return match


# Updates


async def test_a_match_that_is_over_leaves_most_of_its_updates_to_the_log(host: Host) -> None:
    match = await draws(host, await started(host, ANN, BOB), 12)
    before = len(host._lives[match.setup.id].recent)
    match = await host.change(match.setup.id, lambda _: Resign(0))

    assert (before, len(host._lives[match.setup.id].recent)) == (match.ply - 1, 4)
    assert await take(host.updates(match.setup.id, after=0), match.ply) == list(range(1, match.ply + 1))


async def test_updates_after_a_ply_are_replayed_and_then_go_live_without_gap_or_repetition(host: Host) -> None:
    """Faults of peers 18, 24, 25 and 26: one numbered stream a match."""
    match = await started(host, ANN, BOB)
    match = await draws(host, match, 5)
    updates = host.updates(match.setup.id, after=2)

    replayed = await take(updates, match.ply - 2)
    match = await draws(host, match, 3)
    live = await take(updates, 3)

    assert replayed + live == list(range(3, match.ply + 1))


async def test_updates_from_long_ago_are_folded_from_the_log(host: Host) -> None:
    match = await started(host, ANN, BOB)
    match = await _next_hands(host, await draws(host, match, 30))
    assert match.ply > REMEMBERED
    updates = host.updates(match.setup.id, after=0)

    async with asyncio.timeout(PATIENCE):
        seen = [await anext(updates) for _ in range(match.ply)]

    assert [update.ply.number for update in seen] == list(range(1, match.ply + 1))
    assert [update.match.ply for update in seen] == list(range(1, match.ply + 1))
    assert seen[-1].match == match


async def _next_hands(host: Host, match: Match) -> Match:
    """Play on until the log is longer than what is remembered."""
    while match.ply < REMEMBERED + 20 and match.status is Status.RUNNING:
        seat = mover(match)
        move = host_rules(match).legal_moves(match.state, seat)[0]
        player = match.seats[seat].player
        assert player is not None
        match = (await host.play(match.setup.id, player, match.decision, move, None)).match
    return match


def host_rules(match: Match) -> Any:
    """Return the rules of a match of Twenty."""
    assert match.setup.game == "TWENTY"
    return TABLE.rules


async def test_without_after_the_newest_ply_comes_first(host: Host) -> None:
    match = await started(host, ANN, BOB)

    assert await take(host.updates(match.setup.id), 1) == [match.ply]


async def test_a_match_just_created_shows_as_ply_0(host: Host) -> None:
    match = await Lobby(host).create(ANN, wish())
    updates = host.updates(match.setup.id)

    assert await take(updates, 1) == [0]
    await Lobby(host).join(match.setup.id, BOB)
    assert await take(updates, 1) == [1]


@pytest.mark.parametrize("after", [-1, 99])
async def test_a_ply_that_is_not_there_is_refused(host: Host, after: int) -> None:
    match = await started(host, ANN, BOB)

    with pytest.raises(Refused, match="there is no ply"):
        await anext(host.updates(match.setup.id, after=after))


async def test_an_unknown_match_is_refused(host: Host) -> None:
    with pytest.raises(Refused) as refused:
        await anext(host.updates("mat_unknown"))

    assert refused.value.code is Refusal.MATCH_NOT_FOUND
    assert host.feed.subscribers == 0


async def test_a_stopping_host_ends_its_subscriptions(start_host: StartHost) -> None:
    """Fault of peers 46: nothing of a match outlives its host."""
    host = await start_host()
    match = await started(host, ANN, BOB)
    updates = host.updates(match.setup.id)
    await take(updates, 1)

    await host.stop()

    with pytest.raises(Closing):
        await anext(updates)


async def test_leaving_a_subscription_leaves_nothing_behind(host: Host) -> None:
    """Fault of peers 44."""
    match = await started(host, ANN, BOB)
    updates = [host.updates(match.setup.id) for _ in range(100)]
    for each in updates:
        await take(each, 1)
    assert host.feed.subscribers == 100

    for each in updates:
        await each.aclose()  # type: ignore[attr-defined]  # an async generator

    assert host.feed.subscribers == 0


# Moves


async def test_a_move_is_saved_before_it_is_published(start_host: StartHost, clock: Timepiece) -> None:
    """Fault of peers 40: saved first."""
    slow = Gated()
    host = await start_host(on=slow)
    match = await started(host, ANN, BOB)
    updates = host.updates(match.setup.id, after=match.ply)
    coming = asyncio.ensure_future(anext(updates))
    slow.gate.clear()

    playing = asyncio.ensure_future(draw_for(host, match))
    await until(lambda: slow.waiting)
    await asyncio.sleep(0)
    assert not coming.done()
    assert not playing.done()
    slow.gate.set()

    assert (await playing).ply.number == (await coming).ply.number == match.ply + 1


async def test_the_same_move_id_again_gives_the_first_result(host: Host, store: MemoryStore) -> None:
    match = await started(host, ANN, BOB)
    first = await draw_for(host, match, "once")
    again = await draw_for(host, match, "once", match.decision)

    assert (first.is_duplicate, again.is_duplicate) == (False, True)
    assert again.ply == first.ply
    assert len(await store.plies(match.setup.id)) == first.ply.number


async def test_twenty_copies_of_one_move_have_one_effect(host: Host, store: MemoryStore) -> None:
    """Faults of peers 12, 13 and 14."""
    match = await started(host, ANN, BOB)
    results = await asyncio.gather(*(draw_for(host, match, "once") for _ in range(20)))

    assert sorted(played.is_duplicate for played in results) == [False] + [True] * 19
    assert {played.ply.number for played in results} == {match.ply + 1}
    assert len(await store.plies(match.setup.id)) == match.ply + 1


async def test_a_retry_long_after_and_on_another_server_gives_the_first_result(start_host: StartHost) -> None:
    one = await start_host("one")
    match = await started(one, ANN, BOB)
    first = await draw_for(one, match, "once")
    await _next_hands(one, first.match)
    two = await start_host("two")

    again = await draw_for(two, match, "once", match.decision)

    assert (again.is_duplicate, again.ply) == (True, first.ply)


async def test_a_retry_under_a_newer_decision_plays_nothing_again(start_host: StartHost, store: MemoryStore) -> None:
    """Who has lost the answer, and has come back to a match that went on, sends the move with its new decision."""
    one = await start_host("one")
    match = await started(one, ANN, BOB)
    player = match.seats[mover(match)].player
    assert player is not None
    first = await draw_for(one, match, "once")
    second = await draw_for(one, first.match, "theirs")
    assert mover(second.match) == mover(match)

    for host in (one, await start_host("two")):
        again = await host.play(match.setup.id, player, second.match.decision, Draw(), "once")
        assert (again.is_duplicate, again.ply, again.match.ply) == (True, first.ply, second.match.ply)
    third = await draw_for(one, second.match, "another")
    assert (third.is_duplicate, third.ply.number) == (False, second.match.ply + 1)
    assert len(await store.plies(match.setup.id)) == third.ply.number


async def test_a_retry_at_a_server_that_is_behind_is_answered_with_the_match_as_it_stands(
    start_host: StartHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = await start_host("one")
    match = await started(one, ANN, BOB)
    monkeypatch.setattr(MemoryStore, "_watch", _nothing)
    two = await start_host("two")
    assert await two.match(match.setup.id) == match
    first = await draw_for(one, match, "once")
    assert two.known(match) == match

    again = await draw_for(two, match, "once")

    assert (again.is_duplicate, again.ply, again.match) == (True, first.ply, first.match)


async def _nothing(*_: object) -> AsyncIterator[None]:
    await asyncio.Event().wait()
    yield


async def test_the_same_move_id_of_another_player_is_another_move(host: Host) -> None:
    match = await started(host, ANN, BOB)
    first = await draw_for(host, match, "once")
    second = await draw_for(host, first.match, "once")

    assert (second.is_duplicate, second.ply.number) == (False, first.ply.number + 1)


async def test_a_move_id_used_for_another_move_is_refused(host: Host) -> None:
    match = await started(host, ANN, BOB)
    await draw_for(host, match, "once")
    player = match.seats[mover(match)].player
    assert player is not None
    other = MakeCount(("AS",))

    with pytest.raises(Refused) as refused:
        await host.play(match.setup.id, player, match.decision, other, "once")

    assert refused.value.code is Refusal.MOVE_ID_REUSED


async def test_all_2_a_refused_move_changes_nothing(host: Host, store: MemoryStore) -> None:
    """Fault of peers 15."""
    match = await started(host, ANN, BOB)
    plies = await store.plies(match.setup.id)
    waiting = match.seats[1 - mover(match)].player
    assert waiting is not None

    for player, decision in ((waiting, match.decision), (ANN.id, match.decision - 1), (CAT.id, match.decision)):
        with pytest.raises(Refused):
            await host.play(match.setup.id, player, decision, Draw(), "id")

    assert await host.match(match.setup.id) == match
    assert await store.plies(match.setup.id) == plies


async def test_a_player_whose_seat_a_bot_plays_must_take_it_back_first(start_host: StartHost) -> None:
    host = await start_host(bot_pause=60)
    match = await started(host, ANN, BOB)
    seat = mover(match)
    player = ANN if match.seats[seat].player == ANN.id else BOB
    match = await Lobby(host).hand_to_bot(match.setup.id, player, None, BotLevel.EASY)

    with pytest.raises(Refused) as refused:
        await draw_for(host, match)

    assert refused.value.code is Refusal.NOT_ALLOWED


# A store that fails


class Gated(MemoryStore):
    """A store whose appends wait for a gate, and may then fail after all."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.gate.set()
        self.waiting = 0
        self.fails_before = self.fails_after = False

    async def append(self, ply: Ply) -> None:
        self.waiting += 1
        await self.gate.wait()
        self.waiting -= 1
        if self.fails_before:
            raise StoreUnavailable("The database is away.")
        await super().append(ply)
        if self.fails_after:
            raise StoreUnavailable("The database is away.")


async def test_a_write_of_unknown_fate_that_was_done_counts_once(start_host: StartHost) -> None:
    failing = Gated()
    host = await start_host(on=failing)
    match = await started(host, ANN, BOB)
    updates = host.updates(match.setup.id, after=match.ply)
    failing.fails_after = True
    with pytest.raises(StoreUnavailable):
        await draw_for(host, match, "once")
    failing.fails_after = False

    again = await draw_for(host, match, "once", match.decision)

    assert (again.is_duplicate, again.ply.number) == (True, match.ply + 1)
    assert await take(updates, 1) == [match.ply + 1]
    assert len(await failing.plies(match.setup.id)) == match.ply + 1


async def test_a_write_of_unknown_fate_is_published_by_itself_when_the_store_is_back(start_host: StartHost) -> None:
    failing = Gated()
    host = await start_host(on=failing)
    match = await started(host, ANN, BOB)
    updates = host.updates(match.setup.id, after=match.ply)
    failing.fails_after = True
    with pytest.raises(StoreUnavailable):
        await draw_for(host, match, "once")

    assert await take(updates, 1) == [match.ply + 1]


async def test_a_write_that_was_not_done_can_be_made_again(start_host: StartHost) -> None:
    failing = Gated()
    host = await start_host(on=failing)
    match = await started(host, ANN, BOB)
    failing.fails_before = True
    with pytest.raises(StoreUnavailable):
        await draw_for(host, match, "once")
    failing.fails_before = False

    again = await draw_for(host, match, "once")

    assert (again.is_duplicate, again.ply.number) == (False, match.ply + 1)


async def test_a_move_whose_sender_has_gone_is_still_finished_and_published(start_host: StartHost) -> None:
    slow = Gated()
    host = await start_host(on=slow)
    match = await started(host, ANN, BOB)
    updates = host.updates(match.setup.id, after=match.ply)
    slow.gate.clear()
    playing = asyncio.ensure_future(draw_for(host, match))
    await until(lambda: slow.waiting)

    playing.cancel()
    slow.gate.set()

    assert await take(updates, 1) == [match.ply + 1]


# Restarts


async def test_a_restarted_host_has_every_match_as_it_was(start_host: StartHost) -> None:
    one = await start_host("one")
    match = await draws(one, await started(one, ANN, BOB), 7)

    two = await start_host("two")

    assert await two.match(match.setup.id) == match
    assert await two.at_ply(match.setup.id, 3) == await one.at_ply(match.setup.id, 3)


async def test_stopping_writes_the_checkpoint(start_host: StartHost, store: MemoryStore) -> None:
    host = await start_host()
    match = await draws(host, await started(host, ANN, BOB), 3)
    await host.stop()

    assert await store.match(match.setup.id) == match


async def test_bots_go_on_after_a_restart_in_the_middle_of_their_thinking(
    start_host: StartHost, store: MemoryStore
) -> None:
    """Fault of peers 35."""
    one = await start_host("one", bot_pause=60)
    lobby = Lobby(one, is_test=True)
    match = await lobby.create(ANN, wish(seats=2, seed="seed", joins=False, starts_when_full=True))
    for level in (BotLevel.EASY, BotLevel.HARD):
        match = await lobby.add_bot(match.setup.id, ANN, level)
    assert match.status is Status.RUNNING
    await one.stop()

    two = await start_host("two", bot_pause=0)

    await until(is_finished, two, match)


async def test_the_same_seed_gives_bots_the_same_match(start_host: StartHost, store: MemoryStore) -> None:
    logs = []
    for origin in ("one", "two"):
        host = await start_host(origin)
        lobby = Lobby(host, is_test=True)
        match = await lobby.create(ANN, wish(seats=2, seed="seed", joins=False, starts_when_full=True))
        for level in (BotLevel.EASY, BotLevel.HARD):
            match = await lobby.add_bot(match.setup.id, ANN, level)
        await until(is_finished, host, match)
        logs.append([ply.events for ply in await store.plies(match.setup.id)])

    assert logs[0] == logs[1]


# Clocks


async def test_all_4_a_deadline_survives_a_restart_and_fires_once(
    start_host: StartHost, store: MemoryStore, clock: Timepiece
) -> None:
    """Faults of peers 28, 30, 31 and 33: the server alone lets a clock run out, once, whoever is connected."""
    one = await start_host("one")
    match = await started(one, ANN, BOB)
    await one.stop()
    clock.pass_by(61)

    two = await start_host("two")
    await until(lambda: two.known(match).ply > match.ply)

    assert [type(ply.change) for ply in await store.plies(match.setup.id, after=match.ply)] == [RunOut]


async def test_all_4_no_clock_runs_out_while_the_store_is_away(host: Host, clock: Timepiece) -> None:
    """Fault of peers 30."""
    match = await started(host, ANN, BOB)
    host.reached_at = clock()
    clock.pass_by(61)
    host._ring(match.setup.id)
    await asyncio.sleep(0.01)
    assert host.known(match).ply == match.ply

    host.reached_at = clock()
    host._ring(match.setup.id)

    await until(lambda: host.known(match).ply == match.ply + 1)


async def test_all_4_a_time_out_and_a_move_racing_for_one_decision_give_one_ply(
    start_host: StartHost, store: MemoryStore, clock: Timepiece
) -> None:
    """Faults of peers 28 and 36: one transition a version."""
    one, two = await start_host("one"), await start_host("two")
    match = await started(one, ANN, BOB)
    for _ in range(100):
        await until(agree, one, two, match)
        match = one.known(match)
        if match.status is not Status.RUNNING:
            break
        clock.pass_by(60)
        results = await asyncio.gather(draw_for(one, match), two.run_out(match.setup.id), return_exceptions=True)
        await until(agree, one, two, one.known(match))
        assert one.known(match).ply > match.ply
        answers = [
            ply
            for ply in await store.plies(match.setup.id, after=match.ply)
            if isinstance(ply.change, Play | RunOut) and ply.change.decision == match.decision
        ]
        assert len(answers) == 1, results


# Two servers


async def test_a_move_at_one_server_reaches_subscribers_at_the_other(start_host: StartHost) -> None:
    """Fault of peers 39."""
    one, two = await start_host("one"), await start_host("two")
    match = await started(one, ANN, BOB)
    updates = two.updates(match.setup.id, after=0)
    await take(updates, match.ply)

    await draws(one, match, 3)

    assert await take(updates, 3) == [match.ply + 1, match.ply + 2, match.ply + 3]


async def test_contested_seats_are_given_once(start_host: StartHost, store: MemoryStore) -> None:
    """Faults of peers 37 and 38."""
    hosts = [await start_host(origin) for origin in ("one", "two")]
    for _ in range(25):
        match = await Lobby(hosts[0]).create(ANN, wish(seats=3))
        joins = [Lobby(hosts[n % 2]).join(match.setup.id, player) for n, player in enumerate((BOB, CAT, DAN, EVE))]
        results = await asyncio.gather(*joins, return_exceptions=True)

        refusals = [result.code for result in results if isinstance(result, Refused)]
        assert refusals == [Refusal.MATCH_FULL] * 2
        assert len([ply for ply in await store.plies(match.setup.id) if isinstance(ply.change, Join)]) == 2
        await until(agree, *hosts, hosts[0].known(match))
        assert len({seated.player for seated in hosts[0].known(match).seats}) == 3


async def test_moves_at_two_servers_for_one_decision_give_one_ply(start_host: StartHost) -> None:
    one, two = await start_host("one"), await start_host("two")
    match = await started(one, ANN, BOB)
    for turn in range(30):
        await until(agree, one, two, match)
        moves = draw_for(one, match, f"one {turn}"), draw_for(two, match, f"two {turn}")
        results = await asyncio.gather(*moves, return_exceptions=True)
        refusals = [result.code for result in results if isinstance(result, Refused)]
        assert refusals == [Refusal.STALE]
        match = max(one.known(match), two.known(match), key=lambda known: known.ply)


async def test_a_rematch_asked_for_by_both_at_two_servers_is_one_match(start_host: StartHost) -> None:
    """Faults of peers 37 and 38."""
    one, two = await start_host("one"), await start_host("two")
    for _ in range(10):
        match = await started(one, ANN, BOB)
        over = await Lobby(one).resign(match.setup.id, ANN)
        await until(agree, one, two, over)

        first, second = await asyncio.gather(
            Lobby(one).rematch(match.setup.id, ANN), Lobby(two).rematch(match.setup.id, BOB)
        )

        assert first.setup.id == second.setup.id
        await until(agree, one, two, first)
        assert {seated.player for seated in one.known(first).seats} == {ANN.id, BOB.id}
        await until(agree, one, two, over)
        assert one.known(over).rematches == (first.setup.id,)


async def test_a_ply_written_by_another_server_unheard_is_found_on_the_next_move(
    host: Host, store: MemoryStore
) -> None:
    match = await started(host, ANN, BOB)
    played = await draw_for(host, match)
    elsewhere = Ply(match.setup.id, played.ply.number, played.ply.at, played.ply.change, played.ply.events, "one")

    with pytest.raises(PlyTaken):
        await store.append(elsewhere)


# What cannot be read


async def test_a_log_with_a_hole_is_an_error_and_not_an_endless_wait(host: Host, store: MemoryStore) -> None:
    match = await draws(host, await started(host, ANN, BOB), 5)
    live = host._lives[match.setup.id]
    live.recent.clear()
    for number in range(3, match.ply + 1):
        del store._logs[match.setup.id][number]

    with pytest.raises(Refused) as refused:
        await host.at_ply(match.setup.id, 4)

    assert refused.value.code is Refusal.UNREADABLE


class Garbled(MemoryStore):
    """A store in which some matches cannot be read."""

    def __init__(self) -> None:
        super().__init__()
        self.garbled: set[str] = set()

    async def match(self, id: str) -> Match | None:
        if id in self.garbled:
            raise Unreadable(id, "it is garbled.")
        return await super().match(id)


async def test_one_match_that_cannot_be_read_does_not_keep_the_others_from_going_on(start_host: StartHost) -> None:
    store = Garbled()
    one = await start_host("one", on=store)
    bad, good = [await started(one, ANN, BOB) for _ in range(2)]
    await one.stop()
    store.garbled.add(bad.setup.id)

    two = await start_host("two", on=store)

    assert await two.match(good.setup.id) == good
    with pytest.raises(Refused) as refused:
        await two.match(bad.setup.id)
    assert refused.value.code is Refusal.UNREADABLE


# What this server has not heard of yet


async def unheard(store: MemoryStore, host: Host, match: Match, *changes: Any) -> Match:
    """Write plies of another server that this host will not hear of."""
    for change in changes:
        match, events = step(match, change, NOON, TABLE)
        await store.append(Ply(match.setup.id, match.ply, NOON, change, events, host.origin))
    return match


async def test_a_move_in_a_decision_of_another_server_is_played_and_not_stale(host: Host, store: MemoryStore) -> None:
    match = await started(host, ANN, BOB)
    later = await unheard(store, host, match, Play(mover(match), match.decision, Draw(), None))

    played = await draw_for(host, later)

    assert played.ply.number == later.ply + 1


async def test_a_player_seated_and_started_by_another_server_can_play(host: Host, store: MemoryStore) -> None:
    match = await Lobby(host).create(ANN, wish())
    begun = await unheard(store, host, match, Join(BOB.id, BOB.name), Start())

    played = await draw_for(host, begun)

    assert played.ply.number == begun.ply + 1


async def test_a_seat_taken_at_another_server_counts_when_the_match_is_started(host: Host, store: MemoryStore) -> None:
    match = await Lobby(host).create(ANN, wish())
    await unheard(store, host, match, Join(BOB.id, BOB.name))

    begun = await Lobby(host).start(match.setup.id, ANN)

    assert (begun.status, len(begun.seats)) == (Status.RUNNING, 2)


async def test_a_match_ended_at_another_server_can_have_its_rematch_here(host: Host, store: MemoryStore) -> None:
    match = await started(host, ANN, BOB)
    await unheard(store, host, match, Resign(0))

    again = await Lobby(host).rematch(match.setup.id, ANN)

    assert again.setup.rematch_of == match.setup.id


async def test_a_match_created_at_one_server_shows_in_the_lobby_of_another(start_host: StartHost) -> None:
    one, two = await start_host("one"), await start_host("two")
    with two.feed.subscribe(LOBBY) as lobby:
        match = await Lobby(one).create(ANN, wish(joins=False))
        async with asyncio.timeout(PATIENCE):
            heard = await anext(aiter(lobby))

    assert heard.match == match
    assert two.known(match) == match
    assert await two.store.plies(match.setup.id) == []


async def test_all_7_a_finished_match_keeps_its_scores_places_duration_and_log(
    start_host: StartHost, store: MemoryStore, clock: Timepiece
) -> None:
    """Faults of peers 40 and 41: the result comes from the stored log."""
    one = await start_host("one")
    match = await draws(one, await started(one, ANN, BOB), 4)
    clock.pass_by(90)
    await Lobby(one).resign(match.setup.id, ANN)
    await one.stop()

    two = await start_host("two")
    kept = await two.match(match.setup.id)

    assert kept is not None
    assert kept.outcome is not None
    assert (kept.outcome.places, kept.outcome.scores) == ((2, 1), (0, 0))
    assert kept.started_at is not None
    assert kept.ended_at is not None
    assert (kept.ended_at - kept.started_at).total_seconds() == 90
    plies = await store.plies(match.setup.id)
    assert len([ply for ply in plies if isinstance(ply.change, Play)]) == 4
    assert [type(event).__name__ for event in plies[-2].events] == ["CardDrawn"]


async def test_a_bot_that_fails_does_not_keep_the_table_waiting(
    start_host: StartHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fault of peers 27: what fails ends visibly."""

    def fail(*_: object) -> None:
        raise ValueError("This bot is broken.")

    monkeypatch.setattr("server.games.twenty.bot.choose", fail)
    host = await start_host(bot_pause=0)
    lobby = Lobby(host, is_test=True)
    match = await lobby.create(ANN, wish(seats=2, seed="seed", joins=False, starts_when_full=True))
    for level in (BotLevel.EASY, BotLevel.HARD):
        match = await lobby.add_bot(match.setup.id, ANN, level)

    await until(lambda: host.known(match).ply >= match.ply + 5)
