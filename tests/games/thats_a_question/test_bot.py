"""How well the bots play, and that they know only what a seat may know."""

from random import Random
from statistics import fmean, pstdev

import pytest

from server.games.engine import Outcome
from server.games.registry import game
from server.games.simulation import Played, play_match
from server.games.thats_a_question import bot, rules, schema
from server.games.thats_a_question.records import (
    Ask,
    AskerGuess,
    Guess,
    GuessMade,
    Move,
    Options,
    PlayedCard,
    Question,
    Result,
    Side,
    State,
    TakeKicker,
    TakingKickers,
)
from tests.games.thats_a_question.tables import DECK, THEMES, asked, laid, table

EASY, NORMAL, HARD = 0.2, 0.6, 1.0
THE_GAME = game("THATS_A_QUESTION")


def match_of(skills: tuple[float, ...], seed: str) -> Played:
    return play_match(THE_GAME, Options(), len(skills), DECK, seed, skills, max_plies=1000)


def share_of_wins(skill: float, against: float, matches: int, seats: int = 3) -> float:
    """Return which part of the matches `skill` wins against equal others, seats changing; shared wins in part."""
    won = 0.0
    for number in range(matches):
        mine = number % seats
        skills = tuple(skill if seat == mine else against for seat in range(seats))
        played = match_of(skills, f"duel {number}")
        assert played.outcome is not None
        won += won_by(mine, played.outcome)
    return won / matches


def won_by(seat: int, outcome: Outcome) -> float:
    return 1 / outcome.places.count(1) if outcome.places[seat] == 1 else 0.0


def test_hard_beats_two_easy_bots_in_most_of_200_matches() -> None:
    """Equals would win 33 % each."""
    assert share_of_wins(HARD, EASY, 200) >= 0.6


def test_normal_beats_easy_and_hard_beats_normal() -> None:
    assert share_of_wins(NORMAL, EASY, 60) >= 0.42
    assert share_of_wins(HARD, NORMAL, 60) >= 0.38


def chosen(state: State, seat: int, skill: float = HARD, seed: int = 0) -> Move:
    return bot.choose(schema.view(state, seat), seat, rules.legal_moves(state, seat), Random(seed), skill)


def told(answerer: int, liked: str, other: str, times: int = 1) -> tuple[Result, ...]:
    """Return results in which a seat liked the first card better."""
    question = Question(1, 0, answerer, "BLUE", PlayedCard(liked, "liked"), PlayedCard(other, "other"), True)
    return (Result(question, "A", (GuessMade(2, "A", None),), None, (0, 0, 0)),) * times


@pytest.mark.parametrize("skill", [EASY, NORMAL, HARD])
def test_a_bot_answers_by_its_taste_whatever_its_skill_and_chance(skill: float) -> None:
    state = asked(table())

    assert len({chosen(state, 1, skill, seed) for seed in range(20)}) == 1


def test_a_taste_is_the_same_all_match_and_another_in_every_seat_and_match() -> None:
    card = schema.played_card(PlayedCard("food-01", "a text"))
    early, late = table(), table(positions=(3, 4, 5), draw_pile=())

    tastes = {bot.liking(schema.view(state, None), seat, "BLUE", card) for state in (early, late) for seat in range(3)}
    others = {bot.liking(schema.view(state, None), 0, "BLUE", card) for state in (table(4), table(starter=1))}

    assert len(tastes) == 3
    assert len(tastes | others) == 5


def test_a_bot_cares_for_themes_more_than_for_single_cards() -> None:
    """Or else there would be nothing to learn about it."""
    view = schema.view(table(), None)
    means, spreads = [], []
    for seat in range(3):
        for theme in THEMES:
            likings = [
                bot.liking(view, seat, "RED", schema.played_card(PlayedCard(f"{theme}-{number:02}", "")))
                for number in range(1, 19)
            ]
            means.append(fmean(likings))
            spreads.append(pstdev(likings))

    assert (round(pstdev(means), 2), round(fmean(spreads), 2)) == (0.76, 0.37)


@pytest.mark.parametrize(("liked", "other", "side"), [("food-11", "work-11", "A"), ("work-11", "food-11", "B")])
def test_a_hard_bot_guesses_by_what_it_has_learned(liked: str, other: str, side: Side) -> None:
    state = asked(
        table(
            hands=(table().hands[0][:1] + table(6).hands[5][:4], *table().hands[1:]), results=told(1, liked, other, 3)
        ),
        Ask("GREEN", "food-01", "work-01", 1),
    )

    move = chosen(state, 2)

    assert isinstance(move, Guess)
    assert (move.choice, move.kicker) == (side, "TRIPLE")


def test_what_is_learned_of_one_player_says_nothing_about_another() -> None:
    tastes = bot.learned(schema.view(table(results=told(1, "food-11", "work-11")), 0), HARD)

    assert bot.likely_answer(tastes, 1, "food-12", "work-12").a == pytest.approx(0.816, abs=0.001)
    assert bot.likely_answer(tastes, 1, "work-12", "food-12").a == pytest.approx(0.184, abs=0.001)
    assert bot.likely_answer(tastes, 1, "home-12", "play-12") == (0.5, 0.5)
    assert bot.likely_answer(tastes, 2, "food-12", "work-12") == (0.5, 0.5)


def test_less_skill_learns_less() -> None:
    view = schema.view(table(results=told(1, "food-11", "work-11")), 0)

    sure, unsure = (bot.likely_answer(bot.learned(view, skill), 1, "food-12", "work-12").a for skill in (HARD, EASY))

    assert (round(sure, 2), round(unsure, 2)) == (0.82, 0.57)


def test_a_hard_asker_asks_what_is_hard_to_guess() -> None:
    """It knows that seat 1 prefers food to work, so it does not pit the two against each other."""
    hands = (table().hands[0][:1] + table(6).hands[5][:4], *table().hands[1:])
    state = table(hands=hands, acorns=(2, 1, 0), results=told(1, "food-11", "work-11", 4))

    for seed in range(20):
        move = chosen(state, 0, seed=seed)
        assert isinstance(move, Ask)
        assert {bot.theme_of(move.card_a), bot.theme_of(move.card_b)} == {"work"}


def test_a_hard_asker_gives_the_answerers_step_to_who_is_behind() -> None:
    move = chosen(table(5, positions=(0, 9, 4, 9, 9)), 0)

    assert isinstance(move, Ask)
    assert move.answerer == 2


def test_a_hard_asker_among_three_guesses_by_what_it_has_learned() -> None:
    hands = (table().hands[0][:1] + table(6).hands[5][:4], *table().hands[1:])
    before = asked(table(hands=hands, results=told(1, "food-11", "work-11", 3)), Ask("RED", "work-01", "food-01", 1))
    state, _ = laid(before, "1A", "2A TOUGH")

    assert chosen(state, 0) == AskerGuess("B")


def test_a_hard_bot_uses_its_last_chance_for_a_kicker() -> None:
    state = asked(table(6, draw_pile=(), to_ask=()))

    move = chosen(state, 2)

    assert isinstance(move, Guess)
    assert move.kicker == "TOUGH"


def test_an_easy_bot_often_overlooks_its_kickers() -> None:
    state = asked(table(6, draw_pile=(), to_ask=()))

    moves = [chosen(state, 2, EASY, seed) for seed in range(200)]

    assert sum(isinstance(move, Guess) and move.kicker is not None for move in moves) == 88


def test_a_hard_bot_takes_back_the_kicker_that_pays_more_at_its_table() -> None:
    for seats, kicker in ((3, "TRIPLE"), (6, "TOUGH")):
        lying = ((), ("TRIPLE", "TOUGH"), *((),) * (seats - 2))
        state = table(seats, phase=TakingKickers((0, 1, *(0,) * (seats - 2)), "PATH"), board_kickers=lying)
        assert isinstance(chosen(state, 1), TakeKicker)
        assert chosen(state, 1) == TakeKicker(kicker)  # type: ignore[arg-type]  # a name of a kicker


def test_all_1_a_bot_chooses_alike_whatever_lies_in_hidden_places() -> None:
    here, _ = laid(asked(table(5)), "1A", "3B TOUGH")
    there, _ = laid(asked(table(5, draw_pile=("work-09",) * 4)), "1B", "3A")

    for seed in range(30):
        for skill in (EASY, HARD):
            assert chosen(here, 2, skill, seed) == chosen(there, 2, skill, seed)
