"""Answers from the boards, quickly: what is asked again is kept in memory, and only rows that changed are read again.

A board is read as one consistent state: rows of a batch that is half written are not mixed with rows from before it,
and a generation that takes another's place is read anew. What is returned is at most one batch old.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from itertools import count
from typing import Any, TypeVar, cast

import msgspec
from cachetools import LRUCache

from server.games.registry import GAMES, game
from server.stats import keys
from server.stats.boards import HISTORY_LENGTH, decoded
from server.stats.corrections import corrected
from server.stats.groups import GroupBy, MatchFilter, MatchStats, cells_of_player, match_stats
from server.stats.keeper import corrections_by_match
from server.stats.keys import RowId
from server.stats.lists import (
    LeaderboardOrder,
    Placing,
    QuestionOrder,
    Ranking,
    value_of_placing,
    value_of_question,
)
from server.stats.records import (
    Build,
    Cell,
    Entry,
    MatchFacts,
    Pair,
    QuestionRow,
    Rating,
    RatingHistory,
    RatingPoint,
    Row,
    Standing,
    StoredRow,
)
from server.stats.store import StatsStore

BOARDS_KEPT = 64
STATS_KEPT = 256
TRIES = 50
PAUSE_SECONDS = 0.02
"""Between tries to find a board while no batch is being written."""
STALE_SECONDS = 2.0
"""How long a board is answered from memory while one batch after the other is being written."""
FACTS_AT_ONCE = 500

RowT = TypeVar("RowT", bound=Row)
Found = TypeVar("Found")


class Copy:
    """A board in memory: its rows, sorted in every order that was asked for."""

    def __init__(self, read: type[Any]) -> None:
        self._read = read
        self.generation = 0
        self.folded = 0
        self.read_at = 0.0
        """By the event loop's clock."""
        self.rows: dict[str, Any] = {}
        self.rankings: dict[object, Ranking[Any]] = {}
        self.lock = asyncio.Lock()

    def is_as_of(self, build: Build) -> bool:
        """Tell whether no batch has been finished since it was read."""
        return (self.generation, self.folded) == (build.generation, build.folded)

    def will_do(self, build: Build) -> bool:
        """Tell whether it can be answered from: nothing is newer, or it is new enough while a batch is written."""
        is_fresh = asyncio.get_running_loop().time() - self.read_at < STALE_SECONDS
        return self.is_as_of(build) or (build.batch > 0 and self.generation == build.generation and is_fresh)

    def take(self, build: Build, rows: Sequence[StoredRow]) -> None:
        """Take in the rows that changed up to the build's last batch."""
        if self.generation != build.generation:
            self.rows, self.rankings = {}, {}
        read = [(row.key, msgspec.json.decode(row.body, type=self._read)) for row in rows]
        self.rows.update(read)
        for ranking in self.rankings.values():
            ranking.take(read)
        self.generation, self.folded = build.generation, build.folded
        self.read_at = asyncio.get_running_loop().time()

    def ranking(self, order: object, value_of: Callable[[Any], float | None]) -> Ranking[Any]:
        """Return the rows in an order, sorted the first time it is asked for."""
        if order not in self.rankings:
            ranking: Ranking[Any] = Ranking(value_of)
            ranking.take(self.rows.items())
            self.rankings[order] = ranking
        return self.rankings[order]


class Readings:
    """What is asked of statistics, answered from a store."""

    def __init__(self, store: StatsStore) -> None:
        self._store = store
        self._copies: LRUCache[str, Copy] = LRUCache(BOARDS_KEPT)
        self._stats: LRUCache[object, list[MatchStats]] = LRUCache(STATS_KEPT)

    # Lists

    async def leaderboard(
        self,
        kind: str,
        order: LeaderboardOrder,
        event: str | None = None,
        window: str = keys.ALL_TIME,
        minimum: int = 1,
        tests: bool = False,
        bots: bool = False,
    ) -> Ranking[Placing]:
        """Return the leaderboard of a game; `window` is "all", "2026", "2026-11" or "2026-W48" (`keys.windows`)."""
        copy = await self._board(keys.standings(kind, event, window, tests, bots), Placing)
        value = value_of_placing(order, minimum, game(kind).facts.LOWEST_WINS)
        return copy.ranking((order, max(1, minimum)), value)

    async def questions(
        self,
        kind: str,
        deck: str,
        order: QuestionOrder,
        question_kind: str | None = None,
        event: str | None = None,
        minimum: int = 1,
        tests: bool = False,
        bots: bool = False,
    ) -> Ranking[QuestionRow]:
        """Return a deck's questions of a kind (`QuestionKind`, None for all), as people or bots answered them."""
        copy = await self._board(keys.questions(kind, deck, event, tests, bots), QuestionRow)
        return copy.ranking((order, question_kind, max(1, minimum)), value_of_question(order, question_kind, minimum))

    # Matches

    async def match_stats(self, wanted: MatchFilter, by: Sequence[GroupBy] = ()) -> list[MatchStats]:
        """Return what is known of the matches that a filter finds, by group."""
        if (player := wanted.player) is not None:
            found = [facts async for facts in self.facts_of_player(player)]
            return await asyncio.to_thread(lambda: match_stats(cells_of_player(found, player), wanted, by))
        copies = await self._cells(wanted, by)
        asked = (wanted, tuple(by), tuple((copy.generation, copy.folded) for copy in copies))
        if asked not in self._stats:
            cells = _read_cells([row for copy in copies for row in copy.rows.values()])
            self._stats[asked] = await asyncio.to_thread(match_stats, cells, wanted, tuple(by))
        return self._stats[asked]

    async def _cells(self, wanted: MatchFilter, by: Sequence[GroupBy]) -> list[Copy]:
        """Return the boards to count by, all of one generation."""
        while True:
            copies = await self._cells_now(wanted, by)
            if len({copy.generation for copy in copies}) <= 1:
                return copies

    async def _cells_now(self, wanted: MatchFilter, by: Sequence[GroupBy]) -> list[Copy]:
        """Return the boards to count by: that of all days together, unless days matter."""
        whole = await self._board(keys.cells(), msgspec.Raw)
        if GroupBy.DAY not in by and not wanted.needs_days:
            return [whole]
        months = sorted({month for cell in _read_cells(whole.rows.values()) for month in cell.months})
        first, last = (wanted.first_day or "")[:7], (wanted.last_day or "9999-12")[:7]
        return [await self._board(keys.cells(month), msgspec.Raw) for month in months if first <= month <= last]

    # Players

    async def standing(
        self, player: str, kind: str, event: str | None = None, window: str = keys.ALL_TIME, tests: bool = False
    ) -> Standing | None:
        """Return how a player stands in a game; None when they have no match counted there."""
        bots = player.startswith("bot:")
        return await self._row((keys.standings(kind, event, window, tests, bots), player), Standing)

    async def has_played_in(self, player: str, event: str, kind: str) -> bool:
        """Tell whether a player has played a game in an event."""
        return await self.standing(player, kind, event) is not None

    async def rating(self, player: str, kind: str, tests: bool = False) -> Rating | None:
        """Return a player's rating in a game; None before the first match that is rated."""
        return await self._row((keys.ratings(kind, tests), player), Rating)

    async def rating_history(self, player: str, kind: str, tests: bool = False) -> list[RatingPoint]:
        """Return a player's ratings in a game after each match, oldest first."""
        rows = await self._of_one_generation(lambda generation: self._history_in(generation, player, kind, tests))
        return [point for row in rows for point in cast(RatingHistory, row).points]

    async def _history_in(self, generation: int, player: str, kind: str, tests: bool) -> list[Row]:
        ratings = await self._rows_in(generation, [(keys.ratings(kind, tests), player)])
        if not ratings:
            return []
        board, rated = keys.history(kind, player, tests), cast(Rating, ratings[0]).rated
        stretches = range((rated - 1) // HISTORY_LENGTH + 1)
        return await self._rows_in(generation, [(board, keys.history_key(stretch)) for stretch in stretches])

    async def pairs(self, one: str, other: str, event: str | None = None, tests: bool = False) -> list[Pair]:
        """Return what two players did against each other, a row for each game both played, of an event or of all."""
        board = keys.pair(one, other, tests)
        rows = await self._rows([(board, keys.pair_key(played.kind, event)) for played in GAMES])
        return [cast(Pair, row) for row in rows]

    # Facts and the ledger

    async def facts(self, match: str) -> MatchFacts | None:
        """Return a match's facts as corrected; None while the match is not counted."""
        facts = await self._store.facts_of_match(match)
        if facts is None:
            return None
        entries = await self._store.entries_of_match(match)
        return corrected(facts, [entry.correction for entry in entries if entry.correction is not None])

    async def entries(self, match: str) -> list[Entry]:
        """Return a match's ending and its corrections, oldest first."""
        return await self._store.entries_of_match(match)

    async def facts_of_player(self, player: str, after: int = 0, up_to: int | None = None) -> AsyncIterator[MatchFacts]:
        """Yield a player's matches as corrected, numbered above `after` and at most `up_to`."""
        async for facts in self._pages(
            lambda seq: self._store.facts_of_player(player, seq, FACTS_AT_ONCE), after, up_to
        ):
            yield facts

    async def facts_of_event(self, event: str, after: int = 0, up_to: int | None = None) -> AsyncIterator[MatchFacts]:
        """Yield an event's matches as corrected, numbered above `after` and at most `up_to`."""
        async for facts in self._pages(lambda seq: self._store.facts_of_event(event, seq, FACTS_AT_ONCE), after, up_to):
            yield facts

    async def all_facts(self, after: int = 0, up_to: int | None = None) -> AsyncIterator[MatchFacts]:
        """Yield every match as corrected, numbered above `after` and at most `up_to`: by default all counted now."""
        last = (await self._store.progress()).current.folded if up_to is None else up_to
        for start in range(after, last, FACTS_AT_ONCE):
            numbers = range(start + 1, min(last, start + FACTS_AT_ONCE) + 1)
            for facts in await self._corrected(await self._store.facts(numbers)):
                yield facts

    async def _pages(self, read: Callable[[int], Any], after: int, up_to: int | None) -> AsyncIterator[MatchFacts]:
        last = (await self._store.progress()).current.folded if up_to is None else up_to
        while page := await read(after):
            for facts in await self._corrected([facts for facts in page if facts.seq <= last]):
                yield facts
            after = page[-1].seq
            if after >= last or len(page) < FACTS_AT_ONCE:
                return

    async def _corrected(self, some: Sequence[MatchFacts]) -> list[MatchFacts]:
        entries = await self._store.corrections()
        made = corrections_by_match(entries, entries[-1].seq) if entries else {}
        return [corrected(facts, made.get(facts.match, ())) for facts in some]

    # Rows

    async def _row(self, id: RowId, wanted: type[RowT]) -> RowT | None:
        row = next(iter(await self._rows([id])), None)
        return row if isinstance(row, wanted) else None

    async def _rows(self, ids: Sequence[RowId]) -> list[Row]:
        """Return those of the rows that there are, by board and key, all of one generation."""
        return await self._of_one_generation(lambda generation: self._rows_in(generation, ids))

    async def _rows_in(self, generation: int, ids: Sequence[RowId]) -> list[Row]:
        found = await self._store.rows(generation, ids)
        return [decoded(row) for row in sorted(found, key=lambda row: (row.board, row.key))]

    async def _of_one_generation(self, ask: Callable[[int], Awaitable[Found]]) -> Found:
        """Return what `ask` finds in the current generation; anew when another has taken its place meanwhile.

        Rows of one that is not current any more are deleted, so that any of what was found may be missing.
        """
        while True:
            generation = (await self._store.progress()).current.generation
            found = await ask(generation)
            if (await self._store.progress()).current.generation == generation:
                return found

    async def _board(self, board: str, read: type[Any]) -> Copy:
        """Return a board as of the last batch; while one is being written, as of the last time it was read."""
        if board not in self._copies:
            self._copies[board] = Copy(read)
        copy = self._copies[board]
        build = (await self._store.progress()).current
        if copy.will_do(build):
            return copy
        async with copy.lock:
            await self._refresh(copy, board)
        return copy

    async def _refresh(self, copy: Copy, board: str) -> None:
        for tried in count(1):
            before = await self._store.progress()
            build = before.current
            if copy.is_as_of(build):
                return
            if not build.batch or tried >= TRIES:
                after = copy.folded if copy.generation == build.generation else 0
                rows = await self._store.board(build.generation, board, after)
                now = (await self._store.progress()).current
                if now == build or (tried >= TRIES and now.generation == build.generation):
                    copy.take(build, rows)
                    return
            await asyncio.sleep(PAUSE_SECONDS)


def _read_cells(cells: Iterable[msgspec.Raw]) -> Iterator[Cell]:
    """Yield cells, which are kept as text: they are many, and each is looked at seldom."""
    for cell in cells:
        yield msgspec.json.decode(cell, type=Cell)
