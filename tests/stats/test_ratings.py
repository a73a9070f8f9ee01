"""Ratings by OpenSkill: teams and ties, bots apart, what is not rated, and that batches make no difference."""

from random import Random

import pytest
from openskill.models import PlackettLuce

from server.games.engine import replace
from server.matches.records import Status
from server.stats.ratings import MU, SIGMA, Skill, names_of, rated, ratings_needed, skills_after
from server.stats.records import Rating
from tests.stats.histories import random_facts
from tests.stats.made import facts, seat

NEW = Skill()


def test_a_new_player_is_worth_nothing_almost_surely() -> None:
    assert (NEW.mu, NEW.sigma, NEW.ordinal) == (25.0, 25 / 3, 0.0)


def test_a_first_win_moves_both_by_what_the_model_says() -> None:
    """Weng and Lin: both even, so by half of sigma squared over c, 69.4514 / (2 * 13.1766)."""
    after = skills_after([["ann"], ["bob"]], [1, 2], {"ann": NEW, "bob": NEW})

    assert after["ann"].mu == pytest.approx(27.6354, abs=1e-3)
    assert after["bob"].mu == pytest.approx(22.3646, abs=1e-3)
    assert after["ann"].sigma == after["bob"].sigma == pytest.approx(8.0659, abs=1e-3)


def test_a_shared_place_moves_nobody_who_was_rated_alike() -> None:
    """ALL-6."""
    after = skills_after([["ann"], ["bob"]], [1, 1], {"ann": NEW, "bob": NEW})

    assert after["ann"].mu == pytest.approx(MU) == pytest.approx(after["bob"].mu)
    assert after["ann"].sigma < SIGMA


def test_the_members_of_a_team_win_and_lose_together() -> None:
    before = {"ann": NEW, "bob": Skill(30.0, 4.0), "cat": NEW, "dan": NEW}
    model = PlackettLuce()
    given = [[model.rating(), model.rating(mu=30.0, sigma=4.0)], [model.rating(), model.rating()]]
    expected = model.rate(given, ranks=[1, 2])

    after = skills_after([["ann", "bob"], ["cat", "dan"]], [1, 2], before)

    assert (after["ann"].mu, after["bob"].mu) == (expected[0][0].mu, expected[0][1].mu)
    assert after["cat"] == after["dan"]


def test_who_holds_two_seats_moves_by_the_sum_of_both() -> None:
    """A bot level in two of three seats, first and last."""
    model = PlackettLuce()
    (first,), (second,), (third,) = model.rate([[model.rating()] for _ in range(3)], ranks=[1, 2, 3])

    after = skills_after([["bot:HARD"], ["ann"], ["bot:HARD"]], [1, 2, 3], {"bot:HARD": NEW, "ann": NEW})

    assert after["ann"] == (second.mu, second.sigma)
    assert after["bot:HARD"].mu == pytest.approx(MU + (first.mu - MU) + (third.mu - MU))
    assert after["bot:HARD"].sigma == pytest.approx(SIGMA * (first.sigma / SIGMA) * (third.sigma / SIGMA))


def test_a_seat_is_rated_under_its_players_or_its_bots_name() -> None:
    assert names_of(seat(0, "plr_ann", 1)) == ("plr_ann",)
    assert names_of(seat(0, "plr_ann", 1, minded=9)) == ("plr_ann",)
    assert names_of(seat(0, "bot:EASY", 1)) == ("bot:EASY",)
    assert names_of(seat(0, "plr_ann", 1, players=("plr_ann", "plr_bob"))) == ("plr_ann", "plr_bob")


@pytest.mark.parametrize(
    "changes",
    [
        {"status": Status.ABANDONED, "reason": "IDLE"},
        {"reason": "TOO_FEW_SEATS", "has_scored": False},
        {"is_void": True},
    ],
)
def test_what_is_abandoned_or_void_is_not_rated(changes: dict[str, object]) -> None:
    ratings, (result,) = rated([replace(facts(1), **changes)], {})

    assert ratings == {}
    assert (result.before, result.after, result.counts) == ({"ann": NEW, "bob": NEW}, {"ann": NEW, "bob": NEW}, {})


def test_a_match_that_ended_by_resigning_is_rated_once_somebody_had_scored() -> None:
    """ALL-5: who resigned has the last place."""
    ended = facts(1, seat(0, "ann", 1), seat(1, "bob", 2, has_resigned=True), reason="TOO_FEW_SEATS")

    ratings, _ = rated([ended], {})

    assert {id[1]: rating.mu > MU for id, rating in ratings.items()} == {"ann": True, "bob": False}


def test_a_match_of_one_name_alone_is_not_rated() -> None:
    assert rated([facts(1, seat(0, "bot:HARD", 1), seat(1, "bot:HARD", 2))], {})[0] == {}


def test_each_game_and_test_matches_are_rated_apart() -> None:
    matches = [facts(1), facts(2, game="SMARTY_PARTY"), facts(3, is_test=True)]

    ratings, _ = rated(matches, {})

    boards = {"ratings|live|TWENTY", "ratings|live|SMARTY_PARTY", "ratings|test|TWENTY"}
    assert set(ratings) == ratings_needed(matches) == {(board, name) for board in boards for name in ("ann", "bob")}
    assert {rating.rated for rating in ratings.values()} == {1}


@pytest.mark.parametrize("seed", range(5))
def test_ratings_are_the_same_to_the_bit_however_matches_are_cut_into_batches(seed: int) -> None:
    rng = Random(seed)
    matches = [random_facts(rng, seq) for seq in range(1, 41)]
    whole, _ = rated(matches, {})

    ratings: dict[tuple[str, str], Rating] = {}
    while matches:
        size = rng.randint(1, 9)
        changed, _ = rated(matches[:size], ratings)
        ratings, matches = ratings | changed, matches[size:]

    assert {id: (rating.mu, rating.sigma, rating.rated) for id, rating in ratings.items()} == {
        id: (rating.mu, rating.sigma, rating.rated) for id, rating in whole.items()
    }


def test_a_rating_remembers_what_it_was_before_the_batch() -> None:
    first, _ = rated([facts(1)], {})
    second, _ = rated([facts(2), facts(3)], first)

    id = ("ratings|live|TWENTY", "ann")
    assert first[id].before == (MU, SIGMA, 0)
    assert second[id].before == (first[id].mu, first[id].sigma, 1)
    assert second[id].rated == 3
