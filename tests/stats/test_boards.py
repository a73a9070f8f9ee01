"""What matches add up to, worked out by hand; and that every two ways to a number give the same."""

from typing import TypeVar

import pytest

from server.games.engine import replace
from server.games.facts import AnswerFact, QuestionFact, QuestionKind
from server.matches.records import Status
from server.stats import boards, keys
from server.stats.boards import folded, gathered
from server.stats.keys import RowId
from server.stats.ratings import rated
from server.stats.records import (
    Accuracy,
    AtSeat,
    Cell,
    MatchFacts,
    Pair,
    QuestionRow,
    Rating,
    RatingHistory,
    Row,
    Standing,
)
from tests.stats.histories import History
from tests.stats.made import facts, seat

RowT = TypeVar("RowT", bound=Row)

COLOUR = QuestionFact(
    QuestionKind.QUESTION,
    "tp-1#BLUE",
    "tp-1",
    "BLUE",
    asked=(0,),
    answers=(AnswerFact(1, 0, "The Oslo", "WRONG", is_right=False, tenths=50),),
    is_right=False,
)


def rows_of(*matches: MatchFacts) -> dict[RowId, Row]:
    ratings, results = rated(matches, {})
    return folded(gathered(results), {}) | ratings


def row(rows: dict[RowId, Row], wanted: type[RowT], board: str, key: str) -> RowT:
    found = rows[board, key]
    assert isinstance(found, wanted)
    return found


def standing(rows: dict[RowId, Row], player: str, **board: object) -> Standing:
    return row(rows, Standing, keys.standings("TWENTY", **board), player)  # type: ignore[arg-type]  # as given


# Standings


def test_a_standing_adds_up_a_players_matches() -> None:
    rows = rows_of(
        facts(1, seat(0, "ann", 1, 5, decisions=((10, 2),), timeouts=1), seat(1, "bob", 2, 60)),
        facts(2, seat(0, "bob", 1, 0), seat(1, "ann", 2, 110, decisions=((7, 1), (10, 1)), has_resigned=True)),
        facts(3, seat(0, "ann", 1, 20, tallies=(("hands", 3),)), seat(1, "bob", 1, 20)),
        facts(4, seat(0, "ann", None, 9, timeouts=5), seat(1, "bob", None), status=Status.ABANDONED),
    )

    ann = standing(rows, "ann")

    assert (ann.played, ann.won, ann.abandoned, ann.resigned, ann.timeouts) == (3, 2, 1, 1, 1)
    assert (ann.places, ann.place_sum) == (((1, 2), (2, 1)), 4)
    assert (ann.points, ann.most, ann.least) == (135, 110, 5)
    assert ann.decisions == ((7, 1), (10, 3))
    assert ann.by_seat == (AtSeat(0, 2, 2, 2), AtSeat(1, 1, 0, 2))
    assert (ann.streak, ann.longest_streak, ann.form) == (1, 1, (1, 2, 1))
    assert (ann.tallies, ann.last) == ((("hands", 3),), 3)


def test_streaks_go_up_with_wins_and_down_without() -> None:
    places = (1, 1, 2, 3, 2, 1, 1, 1)
    rows = rows_of(*(facts(n, seat(0, "ann", place), seat(1, "bob", 1)) for n, place in enumerate(places, start=1)))

    assert (standing(rows, "ann").streak, standing(rows, "ann").longest_streak) == (3, 3)
    assert (standing(rows, "bob").streak, standing(rows, "bob").longest_streak) == (8, 8)


def test_form_is_the_last_ten_places() -> None:
    rows = rows_of(*(facts(n, seat(0, "ann", 1 + n % 2), seat(1, "bob", 2 - n % 2)) for n in range(1, 13)))

    assert standing(rows, "ann").form == (2, 1) * 5


def test_a_match_counts_in_its_windows_and_its_event() -> None:
    """2026-11-29 is the Sunday of week 48."""
    rows = rows_of(facts(1, event="evt_1"))

    boards = {(board, name) for board, name in rows if board.startswith("standings") and name == "ann"}
    assert {board.split("|")[3:5] == ["evt_1", "all"] for board, _ in boards} == {True, False}
    assert sorted(board.split("|", 3)[3] for board, _ in boards) == [
        f"{event}|{window}|people" for event in ("*", "evt_1") for window in ("2026-11", "2026-W48", "2026", "all")
    ]


def test_a_bot_stands_on_boards_of_bots_and_a_test_on_boards_of_tests() -> None:
    rows = rows_of(facts(1, seat(0, "ann", 1), seat(1, "bot:HARD", 2), is_test=True))

    assert standing(rows, "bot:HARD", tests=True, bots=True).played == 1
    assert standing(rows, "ann", tests=True).played == 1
    assert (keys.standings("TWENTY"), "ann") not in rows


def test_accuracy_is_counted_by_kind_and_category_and_once() -> None:
    """A clue repeats the answers of its card; what a bot answered for a player is nobody's."""
    answers = (
        AnswerFact(1, 0, "Oslo", "WRONG", is_right=False),
        AnswerFact(2, 0, "Rome", "EXACT", is_right=True),
        AnswerFact(3, 0, "Rome", "EXACT", is_right=True, by_bot=True),
    )
    card = QuestionFact(QuestionKind.CARD, "rome", "rome", "PLACE", (0, 1), answers, is_right=True)
    clue = replace(card, kind=QuestionKind.CLUE, question="rome#09")

    ann = standing(rows_of(facts(1, questions=(card, clue, COLOUR))), "ann")

    assert ann.accuracy == (Accuracy("CARD", "PLACE", 2, 1), Accuracy("QUESTION", "BLUE", 1, 0))


def test_a_standing_has_the_rating_after_its_last_match() -> None:
    rows = rows_of(facts(1, event="evt_1"), facts(2))

    rating = row(rows, Rating, keys.ratings("TWENTY"), "ann")
    history = row(rows, RatingHistory, keys.history("TWENTY", "ann"), "000000")
    assert (standing(rows, "ann").mu, standing(rows, "ann").sigma) == (rating.mu, rating.sigma)
    assert [(point.seq, point.match) for point in history.points] == [(1, "mat_1"), (2, "mat_2")]
    assert standing(rows, "ann", event="evt_1").mu == history.points[0].mu
    assert history.points[1].mu == rating.mu


def test_a_rating_history_goes_on_in_a_further_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "HISTORY_LENGTH", 2)

    rows = rows_of(*(facts(n) for n in range(1, 6)))

    stretches = [row(rows, RatingHistory, keys.history("TWENTY", "ann"), f"00000{n}") for n in range(3)]
    assert [[point.seq for point in stretch.points] for stretch in stretches] == [[1, 2], [3, 4], [5]]


# Pairs


def test_a_pair_keeps_who_was_ahead_and_how_each_did_against_the_other() -> None:
    rows = rows_of(
        facts(1, seat(0, "bob", 2, 40), seat(1, "ann", 1, 10), seat(2, "cat", 3, 90), event="evt_1"),
        facts(2, seat(0, "ann", 1, 5), seat(1, "bob", 1, 5)),
        facts(3, seat(0, "ann", 1, 5), seat(1, "cat", 2, 50)),
    )

    pair = row(rows, Pair, keys.pair("bob", "ann"), "TWENTY|*")

    ann, bob = pair.sides
    assert (pair.players, pair.played, pair.level, ann.ahead, bob.ahead) == (("ann", "bob"), 2, 1, 1, 0)
    assert (ann.standing.played, ann.standing.points, bob.standing.points) == (2, 15, 45)
    assert row(rows, Pair, keys.pair("ann", "bob"), "TWENTY|evt_1").played == 1
    assert (keys.pair("ann", "cat"), "TWENTY|evt_1") in rows


def test_a_pair_keeps_how_often_one_guesses_the_other_right() -> None:
    guess = AnswerFact(1, 0, "food-01", "", is_right=True)
    missed = AnswerFact(2, 0, "food-02", "", is_right=False)
    dilemma = QuestionFact(
        QuestionKind.DILEMMA, "a+b#BLUE", "", "BLUE", (0, 2), (guess,), is_right=True, about=1, chosen="food-01"
    )
    again = replace(dilemma, answers=(missed,), is_right=False)

    rows = rows_of(facts(1, seat(0, "ann", 1), seat(1, "bob", 2), seat(2, "cat", 3), questions=(dilemma, again)))

    ann, bob = row(rows, Pair, keys.pair("ann", "bob"), "TWENTY|*").sides
    assert (ann.guesses, ann.guessed_right, bob.guesses) == (2, 1, 0)


def test_bots_and_members_of_one_team_are_no_pairs() -> None:
    rows = rows_of(facts(1, seat(0, "ann", 1, players=("ann", "bob")), seat(1, "bot:HARD", 2), seat(2, "cat", 3)))

    pairs = {board for board, _ in rows if board.startswith("pairs")}
    assert pairs == {keys.pair("ann", "cat"), keys.pair("bob", "cat")}


# Questions


def test_a_question_adds_up_its_showings() -> None:
    near = AnswerFact(1, 0, "Kopenhagn", "NEAR", is_right=True, tenths=80)
    accepted = AnswerFact(1, 1, "Hafnia", "WRONG", is_right=True, is_overruled=True, tenths=90)
    late = AnswerFact(1, 1, "", "NONE", is_right=False)
    showings = [
        COLOUR,
        replace(COLOUR, answers=(near,), is_right=True, tallies=(("wedge", 1),)),
        replace(COLOUR, answers=(accepted,), is_right=True, asked=(1,)),
        replace(COLOUR, answers=(late,), asked=(1,)),
        replace(COLOUR, answers=(replace(COLOUR.answers[0], text="OSLO!", tenths=30),)),
    ]

    rows = rows_of(*(facts(n, questions=(showing,)) for n, showing in enumerate(showings, start=1)))

    asked = row(rows, QuestionRow, keys.questions("TWENTY", "standard"), "QUESTION|tp-1#BLUE")
    assert (asked.card, asked.category, asked.shown, asked.right) == ("tp-1", "BLUE", 5, 2)
    assert (asked.answers, asked.answers_right, asked.near_accepted, asked.timeouts) == (5, 2, 1, 1)
    assert (asked.overruled_to_right, asked.overruled_to_wrong) == (1, 0)
    assert asked.seconds == ((30, 1), (50, 1), (80, 1), (90, 1))
    assert (asked.wrong, asked.wrong_others) == ((("oslo", 2),), 0)
    assert asked.tallies == (("wedge", 1),)


def test_wrong_answers_beyond_the_first_different_ones_are_counted_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "WRONG_KEPT", 2)
    given = ("rome", "oslo", "bern", "rome", "bonn")
    showings = [replace(COLOUR, answers=(replace(COLOUR.answers[0], text=text),)) for text in given]

    rows = rows_of(*(facts(n, questions=(showing,)) for n, showing in enumerate(showings, start=1)))

    asked = row(rows, QuestionRow, keys.questions("TWENTY", "standard"), "QUESTION|tp-1#BLUE")
    assert (asked.wrong, asked.wrong_others) == ((("rome", 2), ("oslo", 1)), 2)


def test_answers_of_people_and_of_bots_stand_on_boards_of_their_own() -> None:
    """At a table of both the question was shown to both."""
    theirs = AnswerFact(1, 1, "Rome", "EXACT", is_right=True, by_bot=True)
    card = QuestionFact(
        QuestionKind.CARD, "rome", "rome", "PLACE", (0, 1), (COLOUR.answers[0], theirs), is_right=True, needed=4
    )

    rows = rows_of(facts(1, seat(0, "ann", 2), seat(1, "bot:HARD", 1), questions=(card,)))

    people = row(rows, QuestionRow, keys.questions("TWENTY", "standard"), "CARD|rome")
    bots = row(rows, QuestionRow, keys.questions("TWENTY", "standard", bots=True), "CARD|rome")
    assert (people.shown, people.right, people.answers, people.needed) == (1, 0, 1, ())
    assert (bots.shown, bots.right, bots.answers, bots.answers_right, bots.needed) == (1, 1, 1, 1, ((4, 1),))


def test_what_a_bot_answered_for_a_person_was_shown_to_bots_too() -> None:
    theirs = replace(COLOUR.answers[0], by_bot=True)

    rows = rows_of(facts(1, questions=(replace(COLOUR, answers=(theirs,)),)))

    for bots, answers in ((False, 0), (True, 1)):
        found = row(rows, QuestionRow, keys.questions("TWENTY", "standard", bots=bots), "QUESTION|tp-1#BLUE")
        assert (found.shown, found.answers) == (1, answers)


def test_who_resigns_has_given_up_also_where_nobody_had_scored() -> None:
    quit_ = facts(1, seat(0, "ann", None, has_resigned=True), seat(1, "bob", None), status=Status.ABANDONED)

    rows = rows_of(quit_, replace(quit_, seq=2, match="mat_2", is_void=True))

    ann, bob = (row(rows, Standing, keys.standings("TWENTY"), name) for name in ("ann", "bob"))
    assert (ann.played, ann.abandoned, ann.resigned) == (0, 1, 1)
    assert (bob.abandoned, bob.resigned) == (1, 0)


def test_choices_are_counted_where_the_answerer_belongs() -> None:
    choice = QuestionFact(QuestionKind.CHOICE, "x#RED", "x", "RED", (0,), (), is_right=False, about=1, chosen="LEFT")
    seats = seat(0, "ann", 1), seat(1, "bob", 2)

    rows = rows_of(facts(1, *seats, questions=(choice, replace(choice, chosen="CHOSEN"), choice)))

    assert row(rows, QuestionRow, keys.questions("TWENTY", "standard"), "CHOICE|x#RED").chosen == (
        ("CHOSEN", 1),
        ("LEFT", 2),
    )


# Cells


def test_a_cell_adds_up_matches_alike() -> None:
    rows = rows_of(
        facts(1, seat(0, "ann", 1, 5, decisions=((10, 1),), timeouts=1), seat(1, "bob", 2, 60)),
        facts(2, seat(0, "ann", 2, 60, decisions=((10, 2),)), seat(1, "bob", 1, 5), duration=90, lead_changes=4),
        facts(3, is_void=True),
        facts(4, seat(0, "ann", None, 5), seat(1, "bob", None, 9), status=Status.ABANDONED),
    )

    key = "2026-11-29|TWENTY||standard|2|FINISHED|people|live"
    cell = row(rows, Cell, keys.cells("2026-11"), key)
    assert (cell.matches, cell.durations, cell.plies) == (2, ((30, 1), (90, 1)), ((10, 2),))
    assert (cell.decisions, cell.timeouts) == (((10, 3),), 1)
    assert (cell.points, cell.places) == (((5, 2), (60, 2)), ((1, 2), (2, 2)))
    assert (cell.lead_changes, cell.largest_leads) == (((1, 1), (4, 1)), ((20, 2),))
    assert row(rows, Cell, keys.cells(), key.replace("2026-11-29", "")).months == ("2026-11",)
    void = row(rows, Cell, keys.cells("2026-11"), key.replace("FINISHED", "VOID"))
    assert (void.matches, void.durations, void.points) == (1, (), ())
    abandoned = row(rows, Cell, keys.cells("2026-11"), key.replace("FINISHED", "ABANDONED"))
    assert (abandoned.matches, abandoned.durations, abandoned.points, abandoned.places) == (1, ((30, 1),), (), ())


# Two ways to the same number


@pytest.mark.parametrize("seed", range(4))
def test_totals_agree_between_every_two_ways_to_get_them(seed: int) -> None:
    history = History(seed, 60)
    rows = history.expected()
    cells = [found for (board, _), found in rows.items() if board == "cells|all" and isinstance(found, Cell)]
    windows = ("all", "2026", "2026-11", "2026-W48")

    for game in ("TWENTY", "TRIVIAL_PURSUIT"):
        ended = [cell for cell in cells if (cell.game, cell.status, cell.is_test) == (game, "FINISHED", False)]
        seats = sum(cell.matches * cell.seats for cell in ended)
        points = sum(value * times for cell in ended for value, times in cell.points)
        for window in windows:
            standings = [
                found
                for bots in (False, True)
                for (board, _), found in rows.items()
                if board == keys.standings(game, None, window, bots=bots) and isinstance(found, Standing)
            ]
            assert sum(found.played for found in standings) == seats
            assert sum(found.points for found in standings) == points
            assert sum(found.played for found in standings) == sum(
                at.played for found in standings for at in found.by_seat
            )


@pytest.mark.parametrize("seed", range(3))
def test_ratings_histories_and_standings_agree(seed: int) -> None:
    rows = History(seed, 60).expected()

    for (board, name), rating in rows.items():
        if isinstance(rating, Rating):
            _, realm, game = board.split("|")
            bots, tests = name.startswith("bot:"), realm == "test"
            history = row(rows, RatingHistory, keys.history(game, name, tests), "000000")
            assert (len(history.points), history.points[-1].mu) == (rating.rated, rating.mu)
            best = row(rows, Standing, keys.standings(game, tests=tests, bots=bots), name)
            assert (best.mu, best.sigma) == (rating.mu, rating.sigma)
