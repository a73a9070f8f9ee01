"""How well the bots play, and that they know only what a seat may know."""

from random import Random

import pytest

from server.games.engine import Outcome
from server.games.registry import game
from server.games.simulation import play_match
from server.games.twenty import bot, rules, schema
from server.games.twenty.rules import Draw, MakeCount, Move, Options, Pass, State
from tests.games.twenty.tables import DECK, cards, table

EASY, NORMAL, HARD = 0.2, 0.6, 1.0
TWENTY = game("TWENTY")


def wins(skill: float, against: float, matches: int) -> float:
    """Return how many two-seat matches `skill` wins, seats changing from match to match; a shared win is half a one."""
    won = 0.0
    for number in range(matches):
        mine = number % 2
        skills = (skill, against) if mine == 0 else (against, skill)
        played = play_match(TWENTY, Options(), 2, DECK, f"duel {number}", skills, max_plies=2000)
        assert played.outcome is not None
        won += won_by(mine, played.outcome)
    return won


def won_by(seat: int, outcome: Outcome) -> float:
    if outcome.places == (1, 1):
        return 0.5
    return 1.0 if outcome.places[seat] == 1 else 0.0


def test_hard_beats_easy_in_most_of_200_matches() -> None:
    assert wins(HARD, EASY, 200) >= 140


def test_normal_beats_easy_and_hard_beats_normal() -> None:
    assert wins(NORMAL, EASY, 60) >= 36
    assert wins(HARD, NORMAL, 60) >= 36


def chosen(state: State, skill: float = HARD, seed: int = 0) -> Move:
    view = schema.view(state, 0)
    return bot.choose(view, 0, rules.legal_moves(state, 0), Random(seed), skill)


def test_a_hard_bot_goes_out_when_it_can() -> None:
    assert chosen(table("QS QH 4C", "9S 8S 7S", count=14)) == MakeCount(cards("QS QH 4C"))


def test_a_hard_bot_sheds_the_most_points_when_it_makes_20() -> None:
    move = chosen(table("10S 10H JS JH 9C 2C", "9S 8S 7S", count=20))

    assert move == MakeCount(cards("JS JH 10S 10H"))


def test_a_hard_bot_does_not_spend_a_king_alone_when_a_smaller_card_will_do() -> None:
    assert chosen(table("KS 3H 9S 8D 7C", "9H 8S 7S", count=3)) == MakeCount(("3H",))


@pytest.mark.parametrize("skill", [EASY, NORMAL, HARD])
def test_a_bot_with_one_legal_move_makes_it(skill: float) -> None:
    assert chosen(table("9C", "9S"), skill) == Draw()
    assert chosen(table("9C", "9S", pile=""), skill) == Pass()
    assert chosen(table("AC 9C", "9S", pile=""), skill) == MakeCount(("AC",))


def test_an_easy_bot_plays_a_single_card_more_often_than_not() -> None:
    moves = [chosen(table("5H 9C JD", "9S 8S", count=5), EASY, seed) for seed in range(100)]

    assert moves.count(MakeCount(("5H",))) == 93
    assert moves.count(Draw()) == 7


def test_an_easy_bot_overlooks_most_sets_of_three_cards() -> None:
    moves = [chosen(table("2H 3C 4D JD", "9S 8S", count=9), EASY, seed) for seed in range(100)]

    assert moves.count(MakeCount(cards("4D 3C 2H"))) == 21
    assert moves.count(Draw()) == 79


def test_all_1_a_bot_chooses_alike_whatever_lies_in_hidden_places() -> None:
    here = table("5H 9C JD", "9S 8S", count=5, pile="AD 2D")
    there = table("5H 9C JD", "AD 2D", count=5, pile="9S 8S")

    for seed in range(50):
        assert chosen(here, NORMAL, seed) == chosen(there, NORMAL, seed)


def test_most_shed_is_the_best_over_all_sets_for_every_count() -> None:
    rng = Random("most shed")
    for _ in range(100):
        hand = tuple(rng.sample([card.id for card in DECK.cards], rng.randint(1, 10)))

        shed = bot.most_shed(hand)

        assert shed[1:] == [
            max(map(rules.penalty, rules.sets_making(count, hand)), default=0) for count in range(1, 21)
        ]
