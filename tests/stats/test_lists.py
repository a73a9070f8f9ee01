"""Leaderboards and lists of questions: order, shared ranks, pages by keyset, and what separates strong from weak."""

from itertools import pairwise
from random import Random
from statistics import fmean, pstdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.games.engine import replace
from server.stats.lists import (
    LeaderboardOrder,
    Place,
    Placing,
    QuestionOrder,
    Ranking,
    most_common_wrong,
    right_rate,
    separation,
    value_of_placing,
    value_of_question,
)
from server.stats.records import QuestionRow

ANN = Placing("ann", played=4, won=3, place_sum=5, points=40, mu=30.0, sigma=2.0)
BOB = Placing("bob", played=10, won=3, place_sum=20, points=50, mu=29.0, sigma=1.0)
CAT = Placing("cat", played=2, won=1, place_sum=4, points=60, mu=25.0, sigma=8.0)
NEW = Placing("new", abandoned=1)


def leaderboard(
    order: LeaderboardOrder, *rows: Placing, minimum: int = 1, lowest_wins: bool = False
) -> Ranking[Placing]:
    ranking = Ranking(value_of_placing(order, minimum, lowest_wins))
    ranking.take((row.player, row) for row in rows)
    return ranking


def ranks(ranking: Ranking[Placing]) -> list[tuple[int, str]]:
    return [(ranked.rank, ranked.row.player) for ranked in ranking.page(100).rows]


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (LeaderboardOrder.RATING, [(1, "bob"), (2, "ann"), (3, "cat")]),  # 26, 24, 1
        (LeaderboardOrder.WINS, [(1, "ann"), (1, "bob"), (3, "cat")]),
        (LeaderboardOrder.WIN_RATE, [(1, "ann"), (2, "cat"), (3, "bob")]),  # 0.75, 0.5, 0.3
        (LeaderboardOrder.AVERAGE_PLACE, [(1, "ann"), (2, "bob"), (2, "cat")]),  # 1.25, 2, 2
        (LeaderboardOrder.POINTS, [(1, "cat"), (2, "ann"), (3, "bob")]),  # 30, 10, 5
    ],
)
def test_a_leaderboard_is_sorted_best_first_and_ties_share_a_rank(
    order: LeaderboardOrder, expected: list[tuple[int, str]]
) -> None:
    assert ranks(leaderboard(order, CAT, BOB, ANN, NEW)) == expected


def test_fewer_points_are_better_where_the_game_says_so() -> None:
    found = leaderboard(LeaderboardOrder.POINTS, CAT, BOB, ANN, lowest_wins=True)

    assert ranks(found) == [(1, "bob"), (2, "ann"), (3, "cat")]


def test_players_with_fewer_matches_than_asked_for_are_left_out() -> None:
    assert ranks(leaderboard(LeaderboardOrder.WINS, CAT, BOB, ANN, minimum=3)) == [(1, "ann"), (1, "bob")]


def test_a_row_that_changes_moves_to_its_new_place() -> None:
    ranking = leaderboard(LeaderboardOrder.WINS, CAT, BOB, ANN)

    ranking.take([("cat", replace(CAT, won=4)), ("new", replace(NEW, played=1))])

    assert ranks(ranking) == [(1, "cat"), (2, "ann"), (2, "bob"), (4, "new")]
    assert ranking.ranked("bob") == (2, Place(-3, "bob"), BOB)
    assert ranking.ranked("dan") is None


def test_pages_lie_between_two_places_from_either_end() -> None:
    ranking = leaderboard(LeaderboardOrder.WINS, *(Placing(f"p{n}", played=1, won=n) for n in range(6)))
    everything = ranking.page(100).rows

    first = ranking.page(2)
    assert ([ranked.row.player for ranked in first.rows], first.total) == (["p5", "p4"], 6)
    assert (first.has_before, first.has_after) == (False, True)
    middle = ranking.page(2, after=first.rows[-1].place)
    assert [ranked.row.player for ranked in middle.rows] == ["p3", "p2"]
    assert (middle.has_before, middle.has_after) == (True, True)
    last = ranking.page(2, before=everything[3].place, last=True)
    assert [ranked.row.player for ranked in last.rows] == ["p4", "p3"]
    assert ranking.page(5, after=everything[3].place, before=everything[1].place).rows == ()


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_walking_a_list_that_changes_meets_every_row_that_stays_put_once(seed: int) -> None:
    rng = Random(seed)
    rows = {f"p{n}": Placing(f"p{n}", played=1, won=rng.randint(0, 9)) for n in range(40)}
    ranking = leaderboard(LeaderboardOrder.WINS, *rows.values())
    moved: set[str] = set()
    met: list[str] = []
    place: Place | None = None

    while (page := ranking.page(7, after=place)).rows:
        met += [ranked.row.player for ranked in page.rows]
        place = page.rows[-1].place
        for name in rng.sample(sorted(rows), 3):
            moved.add(name)
            ranking.take([(name, replace(rows[name], won=rng.randint(0, 9)))])
        name = f"new{len(moved)}{len(met)}"
        moved.add(name)
        ranking.take([(name, Placing(name, played=1, won=rng.randint(0, 9)))])

    stayed = [name for name in met if name not in moved]
    assert sorted(stayed) == sorted(set(rows) - moved)
    assert all(one.rank <= other.rank for one, other in pairwise(ranking.page(100).rows))


@settings(max_examples=30, deadline=None)
@given(changes=st.lists(st.tuples(st.sampled_from("abcdefgh"), st.integers(0, 5), st.integers(0, 3)), max_size=40))
def test_a_list_kept_sorted_is_the_list_sorted_anew(changes: list[tuple[str, int, int]]) -> None:
    kept = leaderboard(LeaderboardOrder.WINS)
    rows = {}
    for name, won, played in changes:
        rows[name] = Placing(name, played=played, won=won)
        kept.take([(name, rows[name])])

    assert kept.page(100) == leaderboard(LeaderboardOrder.WINS, *rows.values()).page(100)


# Questions


EASY = QuestionRow("CARD", "easy", "easy", "PLACE", shown=10, right=9, seconds=((20, 1), (30, 5)))
HARD = QuestionRow("CARD", "hard", "hard", "PLACE", shown=4, right=1, seconds=((90, 2),), overruled_to_right=2)
CLUE = QuestionRow("CLUE", "hard#09", "hard", "PLACE", shown=3, right=0)


@pytest.mark.parametrize(
    ("order", "kind", "expected"),
    [
        (QuestionOrder.HARDEST, None, ["hard#09", "hard", "easy"]),
        (QuestionOrder.EASIEST, "CARD", ["easy", "hard"]),
        (QuestionOrder.MOST_SHOWN, None, ["easy", "hard", "hard#09"]),
        (QuestionOrder.SLOWEST, None, ["hard", "easy"]),
        (QuestionOrder.MOST_OVERRULED, "CARD", ["hard", "easy"]),
        (QuestionOrder.MOST_SEPARATING, None, []),
    ],
)
def test_questions_are_sorted_and_told_apart_by_kind(
    order: QuestionOrder, kind: str | None, expected: list[str]
) -> None:
    ranking = Ranking(value_of_question(order, kind, 1))
    ranking.take((row.question, row) for row in (HARD, CLUE, EASY))

    assert [ranked.row.question for ranked in ranking.page(10).rows] == expected


def test_questions_shown_too_seldom_are_left_out() -> None:
    ranking = Ranking(value_of_question(QuestionOrder.HARDEST, None, 4))
    ranking.take((row.question, row) for row in (HARD, CLUE, EASY))

    assert [ranked.row.question for ranked in ranking.page(10).rows] == ["hard", "easy"]


@pytest.mark.parametrize(("order", "is_listed"), [(QuestionOrder.MOST_SHOWN, True), (QuestionOrder.HARDEST, False)])
def test_a_dilemma_that_bots_guessed_at_is_listed_with_what_people_chose(order: QuestionOrder, is_listed: bool) -> None:
    row = QuestionRow("DILEMMA", "aq-1", "aq-1", "RED", chosen=(("aq-2", 1), ("aq-3", 2)))

    assert (value_of_question(order, None, 3)(row) is not None) == is_listed
    assert value_of_question(order, None, 4)(row) is None


def test_a_question_separates_as_the_point_biserial_correlation_says() -> None:
    """Ratings 30, 28 and 21 were right, 20 and 24 wrong."""
    right, wrong = (30_000, 28_000, 21_000), (20_000, 24_000)
    row = replace(
        EASY,
        answers=5,
        answers_right=3,
        strength_right=sum(right),
        strength_wrong=sum(wrong),
        strength_squares=sum(strength**2 for strength in (*right, *wrong)),
    )
    expected = (fmean(right) - fmean(wrong)) / pstdev((*right, *wrong)) * (3 * 2 / 25) ** 0.5

    assert separation(row) == pytest.approx(expected)
    assert expected == pytest.approx(0.5474, abs=1e-4)


@pytest.mark.parametrize(
    "row",
    [
        EASY,
        replace(EASY, answers=2, answers_right=2, strength_right=50_000, strength_squares=1_300_000_000),
        replace(EASY, answers=2, answers_right=1, strength_right=25, strength_wrong=25, strength_squares=1250),
    ],
)
def test_a_question_that_cannot_separate_has_no_separation(row: QuestionRow) -> None:
    assert separation(row) is None


def test_rates_and_wrong_answers_are_read_off_a_row() -> None:
    assert right_rate(EASY) == 0.9
    assert right_rate(replace(EASY, shown=0)) == 0.0
    row = replace(EASY, wrong=(("rome", 2), ("oslo", 5), ("bern", 2)))
    assert most_common_wrong(row, 2) == (("oslo", 5), ("rome", 2))
