"""Match statistics by group: filters, percentiles, and a player's own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.games.engine import replace
from server.matches.records import Status
from server.stats.boards import cell_of, with_matches
from server.stats.facts import counts_of
from server.stats.groups import (
    Group,
    GroupBy,
    MatchFilter,
    Spread,
    cells_of_player,
    match_stats,
    percentile,
    spread_of,
)
from server.stats.records import Cell, MatchFacts
from tests.stats.made import facts, seat


def cells(*matches: MatchFacts) -> list[Cell]:
    return [with_matches(cell_of(match), [match]) for match in matches]


MATCHES = (
    facts(1, duration=30, event="evt_1"),
    facts(2, duration=50),
    facts(3, duration=70, game="TRIVIAL_PURSUIT", deck="tp"),
    facts(4, seat(0, "ann", None), seat(1, "bob", None), status=Status.ABANDONED, duration=90),
    facts(5, seat(0, "ann", 1), seat(1, "bot:HARD", 2), duration=20),
    facts(6, duration=10, is_test=True),
    facts(2000, duration=40, is_void=True),
)


def test_everything_but_tests_is_counted_together() -> None:
    (found,) = match_stats(cells(*MATCHES), MatchFilter())

    assert (found.group, found.matches, found.finished, found.abandoned, found.void) == (Group(), 6, 4, 1, 1)
    assert found.durations == Spread(5, 52.0, 50, 90, 20, 90, ((20, 1), (30, 1), (50, 1), (70, 1), (90, 1)))
    assert found.places.counts == ((1, 4), (2, 4))


@pytest.mark.parametrize(
    ("wanted", "matches"),
    [
        (MatchFilter(game="TWENTY"), 5),
        (MatchFilter(event="evt_1"), 1),
        (MatchFilter(deck="tp"), 1),
        (MatchFilter(status="ABANDONED"), 1),
        (MatchFilter(has_bots=True), 1),
        (MatchFilter(has_bots=False), 5),
        (MatchFilter(is_test=True), 1),
        (MatchFilter(is_test=None), 7),
        (MatchFilter(seats=2), 6),
        (MatchFilter(first_day="2026-11-30"), 1),
        (MatchFilter(last_day="2026-11-29"), 5),
    ],
)
def test_a_filter_finds_its_matches(wanted: MatchFilter, matches: int) -> None:
    assert sum(found.matches for found in match_stats(cells(*MATCHES), wanted)) == matches


@pytest.mark.parametrize("wanted", [MatchFilter(game="SMARTY_PARTY"), MatchFilter(seats=3)])
def test_a_filter_that_finds_nothing_gives_no_group(wanted: MatchFilter) -> None:
    assert match_stats(cells(*MATCHES), wanted) == []


def test_matches_are_grouped_by_what_is_asked_for() -> None:
    found = match_stats(cells(*MATCHES), MatchFilter(), [GroupBy.GAME, GroupBy.EVENT])

    assert [(stats.group.game, stats.group.event, stats.matches) for stats in found] == [
        ("TRIVIAL_PURSUIT", None, 1),
        ("TWENTY", None, 4),
        ("TWENTY", "evt_1", 1),
    ]
    by_day = match_stats(cells(*MATCHES), MatchFilter(), [GroupBy.DAY])
    assert [(stats.group.day, stats.matches) for stats in by_day] == [("2026-11-29", 5), ("2026-11-30", 1)]


def test_a_players_matches_have_that_players_numbers() -> None:
    match = facts(
        1,
        seat(0, "ann", 1, 5, decisions=((10, 2),), timeouts=1),
        seat(1, "bob", 2, 60, decisions=((90, 9),), timeouts=3),
    )

    (found,) = match_stats(cells_of_player([match, replace(match, seq=2)], "ann"), MatchFilter())

    assert (found.matches, found.timeouts, found.durations.count) == (2, 2, 2)
    assert (found.points.counts, found.places.counts, found.decisions.counts) == (((5, 2),), ((1, 2),), ((10, 4),))


@pytest.mark.parametrize(
    ("percent", "value"),
    [(1, 10), (50, 20), (51, 30), (75, 30), (76, 90), (95, 90), (100, 90)],
)
def test_a_percentile_is_the_smallest_value_that_so_many_do_not_exceed(percent: int, value: int) -> None:
    assert percentile(((10, 1), (20, 1), (30, 1), (90, 1)), percent) == value


def test_nothing_has_no_spread() -> None:
    assert percentile((), 50) is None
    assert spread_of([(), ()]) == Spread()


@given(st.lists(st.lists(st.integers(0, 20)), max_size=5))
def test_the_spread_of_parts_is_the_spread_of_the_whole(parts: list[list[int]]) -> None:
    whole = [value for part in parts for value in part]

    assert spread_of(counts_of(part) for part in parts) == spread_of([counts_of(whole)])
