"""How well the bots play, and that they know only what a seat may know."""

from random import Random

import pytest

from server.games.engine import Outcome, replace
from server.games.registry import game
from server.games.rulings import Judging
from server.games.simulation import play_match
from server.games.trivial_pursuit import bot, rules, schema
from server.games.trivial_pursuit.board import COLOURS, SPACES, Colour
from server.games.trivial_pursuit.records import (
    Answering,
    ChooseCategory,
    ChoosingCategory,
    GiveAnswer,
    MoveTo,
    Moving,
    Options,
    Roll,
    Rule,
    State,
    VoteCategory,
    VotingCategory,
)
from tests.games.trivial_pursuit.tables import (
    ALL_WEDGES,
    ANSWERS,
    DECK,
    REAL_DECK,
    answering,
    asked,
    play,
    table,
    token,
)

EASY, NORMAL, HARD = 0.2, 0.6, 1.0
GAME = game("TRIVIAL_PURSUIT")
KNOWLEDGE = bot.knowledge((DECK,))
WELL_READ = bot.knowledge((REAL_DECK,))


def wins(skill: float, against: float, matches: int) -> int:
    """Return how many two-seat matches for four wedges `skill` wins, seats changing from match to match."""
    won = 0
    for number in range(matches):
        mine = number % 2
        skills = (skill, against) if mine == 0 else (against, skill)
        played = play_match(GAME, Options(wedges=4), 2, REAL_DECK, f"duel {number}", skills, 5000, WELL_READ)
        assert isinstance(played.outcome, Outcome)
        won += played.outcome.places[mine] == 1
    return won


def test_hard_beats_easy_clearly() -> None:
    assert wins(HARD, EASY, 40) >= 34


def test_normal_beats_easy_and_hard_beats_normal() -> None:
    assert wins(NORMAL, EASY, 20) >= 15
    assert wins(HARD, NORMAL, 20) >= 14


def chosen(state: State, seat: int = 0, skill: float = HARD, seed: int = 0) -> rules.Move:
    legal = rules.legal_moves(state, seat)
    return bot.choose(schema.view(state, seat), seat, legal, Random(seed), skill, KNOWLEDGE)


# Ways


def test_a_hard_bot_enters_a_headquarters_whose_wedge_it_lacks() -> None:
    assert chosen(table(token("R5"), token(), phase=Moving(2))) == MoveTo("R7")


def test_a_hard_bot_passes_by_one_whose_wedge_it_holds() -> None:
    state = table(token("R5", ("BLUE",)), token(), phase=Moving(2))

    assert chosen(state) == MoveTo("R3")


def test_a_hard_bot_takes_a_roll_again_space_on_its_way() -> None:
    assert chosen(table(token("R3"), token(), phase=Moving(2))) == MoveTo("R5")


@pytest.mark.parametrize("needed", [4, 5, 6])
def test_with_the_wedges_it_needs_a_hard_bot_makes_for_the_hub(needed: int) -> None:
    state = table(token("S0-3", ALL_WEDGES[:needed]), token(), phase=Moving(3), options=Options(wedges=needed))

    assert chosen(state) == MoveTo("HUB")


def test_the_way_is_counted_in_questions_and_a_roll_again_space_costs_none() -> None:
    to_hub = bot.questions_to(frozenset(("HUB",)))

    assert to_hub["HUB"] == 0
    assert [to_hub[f"R{place}"] for place in range(1, 21)] == pytest.approx(
        [to_hub[f"R{42 - place}"] for place in range(1, 21)], abs=0.01
    )
    for space, roll_again in (("R1", "R2"), ("R4", "R5")):
        assert to_hub[roll_again] < to_hub[space] - 0.5
    assert min(to_hub[f"S3-{step}"] for step in range(1, 6)) > 1


def test_more_goals_are_nearer() -> None:
    one, two = bot.questions_to(frozenset(("R0",))), bot.questions_to(frozenset(("R0", "R21")))

    assert all(two[space] <= one[space] for space in SPACES)
    assert two["R20"] < one["R20"] - 1


# Answers


def answers(skill: float, colour: Colour, number: int = 200) -> float:
    """Return how often a bot of this skill is right, seat 0 among three."""
    state = replace(answering(), phase=Answering(asked(colour, "R8")))
    moves = [chosen(state, 0, skill, seed) for seed in range(number)]
    assert all(isinstance(move, GiveAnswer) and move.text in ANSWERS[colour] for move in moves)
    return moves.count(GiveAnswer(ANSWERS[colour][0])) / number


def test_the_more_skill_the_more_answers_a_bot_knows_and_never_all() -> None:
    by_skill = {skill: sum(answers(skill, colour) for colour in COLOURS) / 6 for skill in (EASY, NORMAL, HARD)}

    assert by_skill[EASY] < 0.6 < by_skill[NORMAL] < 0.7 < by_skill[HARD] < 0.85


def test_a_bot_is_stronger_in_some_categories_the_same_all_match() -> None:
    view = schema.view(answering(), 0)

    strengths = sorted(bot.bent(view, 0, colour) for colour in COLOURS)

    assert strengths == pytest.approx([-1, -0.6, -0.2, 0.2, 0.6, 1])
    assert [bot.bent(view, 0, colour) for colour in COLOURS] == [
        bot.bent(schema.view(table(), 1), 0, colour) for colour in COLOURS
    ]
    best = max(COLOURS, key=lambda colour: bot.bent(view, 0, colour))
    worst = min(COLOURS, key=lambda colour: bot.bent(view, 0, colour))
    assert bot.odds(view, 0, best, HARD) == pytest.approx(0.85)
    assert bot.odds(view, 0, worst, EASY) == pytest.approx(0.23)


def test_a_bot_that_knows_other_decks_only_says_something_else() -> None:
    stranger = replace(asked(), content=replace(asked().content, question="Never read?"))

    move = chosen(replace(answering(), phase=Answering(stranger)), skill=5)

    assert move == GiveAnswer("")


# Other choices


def test_a_bot_asks_for_its_best_category() -> None:
    state = table(phase=ChoosingCategory())
    view = schema.view(state, 0)

    assert chosen(state) == ChooseCategory(max(COLOURS, key=lambda colour: bot.bent(view, 0, colour)))


def test_a_bot_votes_for_what_the_other_has_missed_most() -> None:
    about_to_win = token("HUB", ALL_WEDGES, asked=(4, 4, 4, 4, 4, 4), right=(4, 3, 4, 1, 4, 4))
    state = table(about_to_win, token(), phase=VotingCategory((None, None)))

    assert chosen(state, seat=1) == VoteCategory("YELLOW")


@pytest.mark.parametrize(("guess", "is_right"), [("Lisbom", True), ("Porto", False)])
def test_a_bot_rules_as_the_server_does(guess: str, is_right: bool) -> None:
    state, _ = play(answering(options=Options(judging=Judging.READER)), 0, GiveAnswer(guess))

    assert chosen(state, seat=2) == Rule(is_right)


def test_a_bot_rolls_when_it_is_to_roll() -> None:
    assert chosen(table(), skill=EASY) == Roll()


def test_all_1_a_bot_that_does_not_read_chooses_alike_whatever_the_answer_and_the_pile_are() -> None:
    here = answering()
    there = replace(here, pile=here.pile[::-1])
    other = replace(asked(), content=replace(asked().content, text="Atlantis"))

    for seed in range(50):
        assert chosen(here, 0, NORMAL, seed) == chosen(there, 0, NORMAL, seed)
        assert chosen(here, 0, NORMAL, seed) == chosen(replace(here, phase=Answering(other)), 0, NORMAL, seed)
