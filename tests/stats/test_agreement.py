"""Every two ways to a number agree: boards as they were folded, and what exports say added up by hand."""

from collections import Counter
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from server.stats.exports import Exports, wish
from server.stats.groups import GroupBy, MatchFilter
from server.stats.keeper import Keeper
from server.stats.lists import LeaderboardOrder, QuestionOrder
from server.stats.readings import Readings
from server.stats.sheets import Format
from server.stats.tables import Table
from server.stats.texts import QuestionTexts
from server.store.memory import MemoryStore
from server.store.memory_stats import MemoryStats
from tests.stats.histories import GAMES, History
from tests.stats.made import NOON


async def counted(seed: int) -> tuple[MemoryStats, int]:
    """Return statistics of a random history, all counted, and how long it is."""
    history, store = History(seed, 30), MemoryStats(MemoryStore())
    await history.write(store, 0, len(history.entries))
    await Keeper(MemoryStore(), store, {}, "srv_1", lambda: NOON, batch=7).keep_up()
    return store, len(history.entries)


async def exported(store: MemoryStats, table: Table, **given: str) -> list[dict[str, Any]]:
    exports, asked = Exports(MemoryStore(), store, QuestionTexts({})), wish(table, Format.NDJSON, given)
    at = await exports.snapshot(asked)
    text = "".join([piece async for piece in exports.text(asked, at)])
    return [msgspec.json.decode(line) for line in text.splitlines()]


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**6))
async def test_match_stats_agree_with_exported_matches_however_they_are_grouped(seed: int) -> None:
    store, _ = await counted(seed)
    readings = Readings(store)
    rows = await exported(store, Table.MATCHES)

    for by in ((), (GroupBy.GAME,), (GroupBy.EVENT, GroupBy.SEATS), (GroupBy.DAY, GroupBy.DECK)):
        groups = await readings.match_stats(MatchFilter(), by)
        assert sum(group.matches for group in groups) == len(rows)
        for name in ("FINISHED", "ABANDONED", "VOID"):
            counts = [getattr(group, name.lower()) for group in groups]
            assert sum(counts) == sum(row["counted_as"] == name for row in rows)
        plies = sum(value * times for group in groups for value, times in group.plies.counts)
        assert plies == sum(row["plies"] for row in rows if row["counted_as"] != "VOID")


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**6))
async def test_leaderboards_agree_with_exported_results(seed: int) -> None:
    store, _ = await counted(seed)
    readings = Readings(store)
    for game in GAMES:
        for event in (None, "evt_1"):
            given = {"game": game} if event is None else {"game": game, "event": event}
            rows = await exported(store, Table.RESULTS, **given)
            ended = [row for row in rows if row["counted_as"] == "FINISHED" and row["players"]]
            page = (await readings.leaderboard(game, LeaderboardOrder.WINS, event)).page(100)

            assert {r.row.player: (r.row.played, r.row.won, r.row.points) for r in page.rows} == {
                player: (
                    sum(row["players"] == [player] for row in ended),
                    sum(row["players"] == [player] and row["place"] == 1 for row in ended),
                    sum(row["points"] for row in ended if row["players"] == [player]),
                )
                for player in {row["players"][0] for row in ended}
            }


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**6))
async def test_questions_agree_with_exported_answers(seed: int) -> None:
    store, _ = await counted(seed)
    readings = Readings(store)
    for game in GAMES:
        rows = [row for row in await exported(store, Table.QUESTIONS, game=game) if row["counted_as"] != "VOID"]
        answers, right = Counter[str](), Counter[str]()
        for row in rows:
            if not row["by_bot"]:
                answers[row["question"]] += 1
                right[row["question"]] += row["answer_is_right"]
        page = (await readings.questions(game, "standard", QuestionOrder.MOST_SHOWN)).page(100)

        told = {ranked.row.question: (ranked.row.answers, ranked.row.answers_right) for ranked in page.rows}
        assert told == {question: (count, right[question]) for question, count in answers.items()}


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**6), data=st.data())
async def test_two_exports_in_a_row_are_one_export(seed: int, data: st.DataObject) -> None:
    store, length = await counted(seed)
    cut = data.draw(st.integers(0, length))

    both = [*await exported(store, Table.RESULTS, at=str(cut)), *await exported(store, Table.RESULTS, after=str(cut))]
    whole = await exported(store, Table.RESULTS)

    assert [(row["seq"], row["seat"]) for row in both] == [(row["seq"], row["seat"]) for row in whole]
