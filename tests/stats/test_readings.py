"""Questions to statistics answered from the boards: what is new is seen, what is half written is not."""

import asyncio
from datetime import timedelta
from typing import Any

from server.games.engine import replace
from server.games.facts import AnswerFact, QuestionFact, QuestionKind
from server.stats import keys
from server.stats.groups import GroupBy, MatchFilter
from server.stats.keeper import Keeper
from server.stats.lists import LeaderboardOrder, QuestionOrder
from server.stats.readings import Readings
from server.stats.records import Build, Correction, CorrectionKind, Entry, MatchFacts
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
