"""Questions to statistics answered from the boards: what is new is seen, what is half written is not."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import Any

import pytest

from server.games.engine import replace
from server.games.facts import AnswerFact, QuestionFact, QuestionKind
from server.stats import keys
from server.stats.boards import HISTORY_LENGTH, with_matches
from server.stats.groups import GroupBy, MatchFilter
from server.stats.keeper import Keeper
from server.stats.keys import RowId
from server.stats.lists import LeaderboardOrder, QuestionOrder
from server.stats.readings import Readings
from server.stats.records import Build, Correction, CorrectionKind, Entry, MatchFacts, StoredRow
from server.store.memory import MemoryStore
from server.store.memory_stats import MemoryStats
from tests.stats.made import NOON, ending, facts, seat

QUESTION = QuestionFact(
    QuestionKind.QUESTION,
    "tp-1#BLUE",
    "tp-1",
    "BLUE",
    (0,),
    (AnswerFact(1, 0, "Oslo", "WRONG", is_right=False),),
    is_right=False,
)


class World:
    """Statistics in memory, somebody who keeps them and somebody who reads them."""

    def __init__(self) -> None:
        self.store = MemoryStats(MemoryStore())
        self.asked: list[tuple[str, int]] = []
        self.readings = Readings(Counting(self.store, self.asked))

    async def ended(self, *matches: MatchFacts) -> None:
        for match in matches:
            await self.store.enter(ending(match.match, match.event))
        await self.store.keep_facts(matches)
        await self.keep()

    async def keep(self) -> None:
        await Keeper(MemoryStore(), self.store, {}, "srv_1", lambda: NOON).keep_up()

    async def voided(self, *matches: str) -> None:
        for match in matches:
            correction = Correction(f"cor_{match}", "plr_op", "Played twice.", CorrectionKind.VOID)
            await self.store.enter(Entry(0, match, None, NOON, correction))
        await self.keep()

    async def leaders(self, **board: Any) -> list[tuple[int, str, int]]:
        ranking = await self.readings.leaderboard("TWENTY", LeaderboardOrder.WINS, **board)
        return [(ranked.rank, ranked.row.player, ranked.row.won) for ranked in ranking.page(10).rows]


class Counting:
    """A store that notes which boards are read, and from which number on."""

    def __init__(self, store: MemoryStats, asked: list[tuple[str, int]]) -> None:
        self._store = store
        self._asked = asked

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def board(self, generation: int, board: str, after: int = 0) -> Any:
        self._asked.append((board, after))
        return await self._store.board(generation, board, after)


class Switching:
    """A store of which another generation takes the place in the middle of one read, as a keeper on MongoDB does it."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._store = world.store
        self.switch: Callable[[], Awaitable[None]] | None = None
        """What happens in the middle of the next read of rows, or of the board named."""
        self.board_to_switch = ""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def rows(self, generation: int, ids: Sequence[RowId]) -> list[StoredRow]:
        """Read the first of the rows, and the others after the switch."""
        found = await self._store.rows(generation, ids[:1])
        await self._switched()
        return found + await self._store.rows(generation, ids[1:])

    async def board(self, generation: int, board: str, after: int = 0) -> list[StoredRow]:
        """Read half of the board, and what is left of it after the switch."""
        found = sorted(await self._store.board(generation, board, after), key=lambda row: row.key)
        if board == self.board_to_switch:
            await self._switched()
        left = await self._store.board(generation, board, after)
        return found if left else found[: len(found) // 2]

    async def _switched(self) -> None:
        switch, self.switch = self.switch, None
        if switch is not None:
            await switch()


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def switching(world: World) -> Switching:
    return Switching(world)


async def test_pairs_are_all_of_one_generation_although_another_takes_its_place(
    world: World, switching: Switching
) -> None:
    games = ("TWENTY", "SMARTY_PARTY", "THATS_A_QUESTION")
    await world.ended(*(facts(seq, game=games[seq % 3]) for seq in range(1, 7)))
    switching.switch = lambda: world.voided("mat_1", "mat_2", "mat_3")

    pairs = await Readings(switching).pairs("ann", "bob")

    assert sorted((pair.game, pair.played) for pair in pairs) == [(game, 1) for game in sorted(games)]


async def test_a_rating_history_is_as_long_as_the_rating_says_although_a_generation_takes_anothers_place(
    world: World, switching: Switching
) -> None:
    await world.ended(facts(1), facts(2))

    async def switch() -> None:
        await world.ended(*map(facts, range(3, HISTORY_LENGTH + 5)))
        await world.voided("mat_1")

    switching.switch = switch

    history = await Readings(switching).rating_history("ann", "TWENTY")

    assert [point.seq for point in history] == list(range(2, HISTORY_LENGTH + 5))


async def test_months_are_all_of_one_generation_although_another_takes_its_place(
    world: World, switching: Switching
) -> None:
    december = NOON + timedelta(days=5)
    await world.ended(facts(1), facts(2), facts(3, ended_at=december), facts(4, ended_at=december))
    switching.switch, switching.board_to_switch = lambda: world.voided("mat_1", "mat_3"), keys.cells("2026-12")

    found = await Readings(switching).match_stats(MatchFilter(status="FINISHED"), [GroupBy.DAY])

    assert [(stats.group.day, stats.matches) for stats in found] == [("2026-11-29", 1), ("2026-12-04", 1)]


async def test_a_board_of_a_generation_that_has_gone_is_not_taken_however_often_it_was_tried(
    world: World, switching: Switching, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.stats.readings.TRIES", 1)
    await world.ended(facts(1), facts(2))
    switching.switch, switching.board_to_switch = lambda: world.voided("mat_2"), keys.standings("TWENTY")

    ranking = await Readings(switching).leaderboard("TWENTY", LeaderboardOrder.WINS)

    assert [(ranked.row.player, ranked.row.won) for ranked in ranking.page(10).rows] == [("ann", 1), ("bob", 0)]


async def test_a_leaderboard_is_read_once_and_then_only_what_changed() -> None:
    world = World()
    await world.ended(facts(1), facts(2))
    assert await world.leaders() == [(1, "ann", 2), (2, "bob", 0)]
    assert await world.leaders() == [(1, "ann", 2), (2, "bob", 0)]

    await world.ended(facts(3, seat(0, "bob", 1), seat(1, "cat", 2)))

    assert await world.leaders() == [(1, "ann", 2), (2, "bob", 1), (3, "cat", 0)]
    assert world.asked == [(keys.standings("TWENTY"), 0), (keys.standings("TWENTY"), 2)]


async def test_leaderboards_of_events_and_windows_are_boards_of_their_own() -> None:
    world = World()
    await world.ended(facts(1, event="evt_1"), facts(2), facts(3, ended_at=NOON + timedelta(days=1)))

    assert await world.leaders(event="evt_1") == [(1, "ann", 1), (2, "bob", 0)]
    assert await world.leaders(window="2026-11") == [(1, "ann", 3), (2, "bob", 0)]
    assert await world.leaders(window="2026-W48") == [(1, "ann", 2), (2, "bob", 0)]
    assert await world.leaders(minimum=4) == []


async def test_after_a_correction_the_new_generation_is_read() -> None:
    world = World()
    await world.ended(facts(1), facts(2))
    await world.leaders()

    correction = Correction("cor_1", "plr_op", "Played twice.", CorrectionKind.VOID)
    await world.store.enter(Entry(0, "mat_2", None, NOON, correction))
    await world.keep()

    assert await world.leaders() == [(1, "ann", 1), (2, "bob", 0)]
    corrected = await world.readings.facts("mat_2")
    assert corrected is not None
    assert corrected.counted_as == "VOID"
    assert [entry.correction for entry in await world.readings.entries("mat_2")] == [None, correction]


async def test_while_a_batch_is_written_a_board_is_answered_as_it_was() -> None:
    world = World()
    await world.ended(facts(1))
    before = await world.leaders()
    await world.store.enter(ending("mat_2"))
    progress = await world.store.progress()
    await world.store.advance(progress, replace(progress, current=Build(1, 0, folded=1, batch=2)))

    assert await world.leaders() == before
    assert world.asked == [(keys.standings("TWENTY"), 0)]


async def test_a_board_never_read_waits_for_the_batch_that_is_being_written() -> None:
    world = World()
    await world.ended(facts(1))
    await world.store.enter(ending("mat_2"))
    await world.store.keep_facts([facts(2)])
    progress = await world.store.progress()
    await world.store.advance(progress, replace(progress, current=Build(1, 0, folded=1, batch=2)))
    reading = asyncio.create_task(world.leaders())
    await asyncio.sleep(0)

    await world.keep()

    assert await reading == [(1, "ann", 2), (2, "bob", 0)]


async def test_questions_are_listed_by_deck_and_kind() -> None:
    world = World()
    await world.ended(facts(1, questions=(QUESTION,)))

    ranking = await world.readings.questions("TWENTY", "standard", QuestionOrder.HARDEST, "QUESTION")

    assert [(ranked.row.question, ranked.row.shown) for ranked in ranking.page(10).rows] == [("tp-1#BLUE", 1)]
    assert len(await world.readings.questions("TWENTY", "standard", QuestionOrder.HARDEST, "CARD")) == 0


async def test_match_statistics_are_read_from_the_board_that_has_what_is_asked_for() -> None:
    world = World()
    await world.ended(facts(1), facts(2), facts(3, ended_at=NOON + timedelta(days=1)))

    (whole,) = await world.readings.match_stats(MatchFilter())
    by_day = await world.readings.match_stats(MatchFilter(), [GroupBy.DAY])
    first = await world.readings.match_stats(MatchFilter(last_day="2026-11-29"))

    assert whole.matches == 3
    assert [(stats.group.day, stats.matches) for stats in by_day] == [("2026-11-29", 2), ("2026-11-30", 1)]
    assert [stats.matches for stats in first] == [2]
    assert {board for board, _ in world.asked} == {"cells|all", "cells|2026-11"}


async def test_a_players_matches_are_counted_from_facts() -> None:
    world = World()
    await world.ended(facts(1), facts(2, seat(0, "bob", 1), seat(1, "cat", 2)))

    (found,) = await world.readings.match_stats(MatchFilter(player="cat"))

    assert (found.matches, found.places.counts) == (1, ((2, 1),))
    assert [match.seq async for match in world.readings.facts_of_player("bob")] == [1, 2]
    assert [match.seq async for match in world.readings.all_facts(after=1)] == [2]


async def test_a_players_many_matches_are_added_up_beside_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    world, threads = World(), []
    await world.ended(facts(1), facts(2))

    def counted(cells: Any, matches: Any, **given: Any) -> Any:
        threads.append(threading.current_thread())
        return with_matches(cells, matches, **given)

    monkeypatch.setattr("server.stats.groups.with_matches", counted)
    (stats,) = await world.readings.match_stats(MatchFilter(player="ann"))

    assert stats.matches == 2
    assert threads
    assert threading.main_thread() not in threads


async def test_a_players_standing_rating_and_history_agree() -> None:
    world = World()
    await world.ended(facts(1), facts(2), facts(3, event="evt_1"))

    standing = await world.readings.standing("ann", "TWENTY")
    rating = await world.readings.rating("ann", "TWENTY")
    history = await world.readings.rating_history("ann", "TWENTY")

    assert standing is not None
    assert rating is not None
    assert (standing.played, rating.rated, [point.seq for point in history]) == (3, 3, [1, 2, 3])
    assert standing.mu == rating.mu == history[-1].mu
    assert await world.readings.standing("dan", "TWENTY") is None
    assert await world.readings.rating_history("dan", "TWENTY") == []
    assert await world.readings.has_played_in("ann", "evt_1", "TWENTY") is True
    assert await world.readings.has_played_in("ann", "evt_2", "TWENTY") is False


async def test_two_players_meet_in_every_game_they_both_played() -> None:
    world = World()
    await world.ended(facts(1), facts(2, event="evt_1"), facts(3, game="SMARTY_PARTY"))

    pairs = await world.readings.pairs("bob", "ann")

    assert [(pair.game, pair.event, pair.played) for pair in pairs] == [
        ("SMARTY_PARTY", None, 1),
        ("TWENTY", None, 2),
    ]
    assert [pair.played for pair in await world.readings.pairs("ann", "bob", event="evt_1")] == [1]
    assert await world.readings.pairs("ann", "dan") == []
