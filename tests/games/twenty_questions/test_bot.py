"""How well the bots play, and that they know only what a seat may know."""

from functools import cache
from random import Random

import pytest

from server.games.answers import Verdict
from server.games.engine import Seat, replace
from server.games.registry import game
from server.games.rulings import Judging, Review
from server.games.simulation import play_match
from server.games.twenty_questions import bot, rules, schema
from server.games.twenty_questions.records import (
    CardInPlay,
    ChooseClue,
    ChoosingPawn,
    DeclineFreeGuess,
    Guess,
    Guessing,
    JudgedGuess,
    Line,
    MovePawn,
    Options,
    Pass,
    PlayFreeGuess,
    ReadLine,
    Reviewing,
    Rule,
    State,
)
from tests.games.twenty_questions.tables import bonus_table, guessing, table, window
from tests.games.twenty_questions.variants import CARDS, DECK, hidden_variants

EASY, NORMAL, HARD = 0.2, 0.6, 1.0
THE_GAME = game("TWENTY_QUESTIONS")
KNOWLEDGE = bot.knowledge((DECK,))
EIFFEL = next(card for card in CARDS if card.text == "Eiffel Tower")


def wins(skill: float, against: float, matches: int) -> int:
    """Return how many two-seat matches `skill` wins, seats changing from match to match."""
    won = 0
    for number in range(matches):
        mine = number % 2
        skills = (skill, against) if mine == 0 else (against, skill)
        played = play_match(THE_GAME, Options(), 2, DECK, f"duel {number}", skills, 5000, KNOWLEDGE)
        assert played.outcome is not None
        won += played.outcome.places[mine] == 1
    return won


def test_hard_beats_easy_in_most_of_40_matches() -> None:
    assert wins(HARD, EASY, 40) >= 30


def chosen(state: State, seat: Seat = 1, skill: float = HARD, seed: int = 0) -> rules.Move:
    view = schema.view(state, seat)
    return bot.choose(view, seat, rules.legal_moves(state, seat), Random(seed), skill, KNOWLEDGE)


def reading(state: State, *numbers: int, number: int = 1) -> State:
    """Return the state with the Eiffel Tower in play and these lines of it read."""
    lines = tuple(ReadLine(each, 1) for each in numbers)
    return replace(
        state,
        card=CardInPlay(number, EIFFEL, state.card.reader, bonus_player=state.card.bonus_player, read=lines),
    )


def clue_numbers(number: int) -> list[int]:
    return [at for at, line in enumerate(EIFFEL.lines, start=1) if line.clue is not None][:number]


@cache
def right_guesses(clues: int, skill: float) -> int:
    """Return how many of 300 cards a bot knows after so many clues."""
    guesses = [
        chosen(reading(table(phase=guessing()), *clue_numbers(clues), number=number), skill=skill, seed=number)
        for number in range(300)
    ]
    return guesses.count(Guess("Eiffel Tower"))


def test_the_chance_to_know_the_answer_grows_with_the_clues_and_with_skill() -> None:
    grid = {skill: [right_guesses(clues, skill) for clues in (1, 4, 8, 16)] for skill in (EASY, NORMAL, HARD)}

    for skill in grid:
        assert grid[skill] == sorted(grid[skill])
    for easy, normal, hard in zip(*grid.values(), strict=True):
        assert easy < normal < hard
    assert grid[HARD][-1] > 240
    assert grid[EASY][0] < 30


def card_number(knows: bool) -> int:
    """Return the number of a card that a hard bot in seat 1 does, or does not, recognise after eight clues."""
    return next(
        number for number in range(1, 100) if (chosen(heard(bonus_table(), number)) == Guess("Eiffel Tower")) == knows
    )


def heard(state: State, number: int) -> State:
    return reading(state, *clue_numbers(8), number=number)


def test_a_bot_plays_a_chip_when_it_knows_the_answer_and_else_keeps_it() -> None:
    state = table(4, phase=window(1, guesser=2), chips=(0, 1, 0, 0))

    assert chosen(heard(state, card_number(knows=True))) == PlayFreeGuess()
    assert chosen(heard(state, card_number(knows=False))) == DeclineFreeGuess()


def test_a_bot_ends_a_bonus_round_when_it_knows_the_answer_and_else_names_another_number() -> None:
    assert chosen(heard(bonus_table(), card_number(knows=True))) == Guess("Eiffel Tower")
    assert isinstance(chosen(heard(bonus_table(), card_number(knows=False))), ChooseClue)


def test_a_bot_without_an_idea_names_something_of_the_category_or_passes() -> None:
    state = reading(table(phase=guessing()))
    moves = [chosen(state, seed=seed) for seed in range(100)]

    guesses = [move.text for move in moves if isinstance(move, Guess)]
    assert set(guesses) <= {card.text for card in CARDS if card.category == EIFFEL.category}
    assert moves.count(Pass()) == 100 - len(guesses)
    assert 45 <= len(guesses) <= 75


def test_a_bot_does_not_repeat_a_guess_that_was_wrong() -> None:
    state = heard(table(phase=guessing()), card_number(knows=True))
    tried = schema.view(state, 1)
    tried.guesses = [schema.guess(judged) for judged in wrong_guess(state)]

    moves = [bot.choose(tried, 1, rules.legal_moves(state, 1), Random(seed), HARD, KNOWLEDGE) for seed in range(50)]

    assert Guess("Eiffel Tower") not in moves


def wrong_guess(state: State) -> tuple[JudgedGuess, ...]:
    options = Options(judging=Judging.READER)
    asked, _ = rules.apply(replace(state, options=options), 1, Guess("Eiffel Tower"), DECK, Random(0))
    ruled, _ = rules.apply(asked, 0, Rule(False), DECK, Random(0))
    return ruled.card.guesses


def test_a_bot_names_an_uncovered_number() -> None:
    state = reading(table(), *range(1, 20))

    assert chosen(state) == ChooseClue(20)


@pytest.mark.parametrize(("spaces", "pawn"), [(-2, 2), (2, 3)])
def test_a_hard_bot_sends_the_leader_back_or_the_last_forward(spaces: int, pawn: Seat) -> None:
    state = table(4, phase=ChoosingPawn(1, spaces), positions=(30, 70, 50, 20))

    assert chosen(state) == MovePawn(pawn)
    assert {chosen(state, skill=0, seed=seed) for seed in range(30)} == {MovePawn(0), MovePawn(2), MovePawn(3)}


@pytest.mark.parametrize(("verdict", "correct"), [(Verdict.NEAR, True), (Verdict.EXACT, True), (Verdict.WRONG, False)])
def test_a_bot_rules_by_the_verdict(verdict: Verdict, correct: bool) -> None:
    review = Review("x", verdict, Judging.TABLE, (0, 2))
    state = table(phase=Reviewing(Guessing(1, "TURN"), review))

    assert chosen(state, seat=2) == chosen(state, seat=0) == Rule(correct)


def test_a_bot_without_knowledge_of_the_deck_plays_on() -> None:
    other = bot.knowledge(())
    card = replace(EIFFEL, lines=(*EIFFEL.lines[:19], Line(clue="Nobody knows me.")))
    state = reading(table(phase=guessing()), 20)
    state = replace(state, card=replace(state.card, card=card))

    view = schema.view(state, 1)

    assert bot.choose(view, 1, rules.legal_moves(state, 1), Random(1), HARD, other) == Pass()


def test_all_1_a_bot_chooses_alike_whatever_lies_in_hidden_places() -> None:
    state = reading(table(phase=guessing()), *clue_numbers(6))
    for seed in range(30):
        for variant in hidden_variants(state, 1, Random(seed)):
            assert chosen(variant, seed=seed) == chosen(state, seed=seed)
