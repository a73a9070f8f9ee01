"""Plays That's a Question! from a seat's view: answers by a taste of its own, guesses by what it learned of others'.

A taste is how much a seat cares for the themes of the cards ("food-07" is about food), and a little for each card. A
bot's own is drawn from what stays the same all match; those of others it reads from their answers so far. All other
moves are weighed by the steps they are expected to bring. Less skill learns less, overlooks kickers and misjudges more.
The numbers below were found by letting bots play each other.
"""

from collections import defaultdict
from collections.abc import Mapping
from math import exp
from random import Random
from typing import NamedTuple, assert_never

from server.games.engine import Deck, Open, Seat
from server.games.thats_a_question import records, rules
from server.games.thats_a_question.schema import (
    ThatsAQuestionPlayedCard,
    ThatsAQuestionSeat,
    ThatsAQuestionSide,
    ThatsAQuestionView,
)
from server.games.thats_a_question.scoring import STEPS_AMONG_THREE, TRIPLE_STEPS, steps_a_miss

CARD_SPREAD = 0.4
"""How much single cards differ in a bot's taste, next to 1 for themes."""
LEARNING_ROUNDS = 12
LEARNING_RATE = 0.5
FORGETTING = 0.15
"""How strongly what is believed of a taste is drawn back to no opinion; few answers prove little."""
CONFIDENCE = 1.2
"""What turns a difference in care into odds; answers hang on the cards too."""
MISJUDGEMENT = 1.5
"""The spread in steps of a judgement without any skill."""
LEAD = 0.1
"""How much every step hurts by which the one who is asked is ahead of the last."""
SAVING = 0.4
"""What a kicker must bring in steps, when there will be many more guesses than kickers."""
NEAR = 3
"""So many steps before lake or meadow a kicker is as good as regained."""

Tastes = Mapping[Seat, Mapping[str, float]]
"""How much each seat is believed to care for each theme, 0 when nothing is known."""


class Sides(NamedTuple):
    """How likely each side is to be the answer."""

    a: float
    b: float


def knowledge(decks: tuple[Deck, ...]) -> None:
    """Return nothing: what there is to know is about the others at the table, not about the cards."""


def choose(
    view: ThatsAQuestionView,
    seat: Seat,
    legal: tuple[rules.Move | Open, ...],
    rng: Random,
    skill: float,
    knowledge: None = None,
) -> rules.Move:
    """Return the answer the bot's taste gives, or else the move that looks best to its skill."""
    moves = [move for move in legal if not isinstance(move, Open)]
    if isinstance(moves[0], records.Answer):
        return own_answer(view, seat)
    tastes = learned(view, skill)
    noticed = [move for move in moves if is_noticed(move, rng, skill)]
    return max(noticed, key=lambda move: judge(view, seat, move, tastes) + rng.gauss(0, MISJUDGEMENT * (1 - skill)))


def is_noticed(move: rules.Move, rng: Random, skill: float) -> bool:
    """A chance to use a kicker is easily overlooked; everything else is always seen."""
    return not isinstance(move, records.Guess) or move.kicker is None or rng.random() < skill


# Tastes


def own_answer(view: ThatsAQuestionView, seat: Seat) -> records.Answer:
    question = view.question
    assert question is not None  # only the answerer has answers to choose from
    a, b = (liking(view, seat, question.kind.name, card) for card in (question.a, question.b))
    return records.Answer("A" if a >= b else "B")


def liking(view: ThatsAQuestionView, seat: Seat, kind: str, card: ThatsAQuestionPlayedCard) -> float:
    """Return how a card pleases, or in a red question annoys, the bot in this seat."""
    who = f"{len(view.seats)} seats, {view.starter} first, seat {seat}"
    care = Random(f"{who}: {theme_of(card.id)}").gauss(0, 1)
    return care + Random(f"{who}: {card.id} {kind}").gauss(0, CARD_SPREAD)


def theme_of(card: str) -> str:
    return card.partition("-")[0]


def learned(view: ThatsAQuestionView, skill: float) -> Tastes:
    """Return what the answers so far tell about each seat's taste, the less the lower the skill."""
    answers: defaultdict[Seat, list[tuple[str, str]]] = defaultdict(list)
    for result in view.results:
        themes = theme_of(result.question.a.id), theme_of(result.question.b.id)
        liked, other = themes if result.answer is ThatsAQuestionSide.A else themes[::-1]
        answers[result.question.answerer].append((liked, other))
    return {seat: taste_behind(pairs, skill) for seat, pairs in answers.items()}


def taste_behind(answers: list[tuple[str, str]], skill: float) -> Mapping[str, float]:
    """Return the likeliest care for themes of somebody who liked the first of each pair better (Bradley and Terry)."""
    care: defaultdict[str, float] = defaultdict(float)
    for _ in range(LEARNING_ROUNDS):
        for liked, other in answers:
            surprise = LEARNING_RATE * chance(care[other] - care[liked])
            care[liked] += surprise
            care[other] -= surprise
        for theme in care:
            care[theme] *= 1 - FORGETTING
    return {theme: skill * amount for theme, amount in care.items()}


def chance(lead: float) -> float:
    return 1 / (1 + exp(-lead))


def likely_answer(tastes: Tastes, answerer: Seat, card_a: str, card_b: str) -> Sides:
    care = tastes.get(answerer, {})
    a = chance(CONFIDENCE * (care.get(theme_of(card_a), 0) - care.get(theme_of(card_b), 0)))
    return Sides(a, 1 - a)


# Judgement


def judge(view: ThatsAQuestionView, seat: Seat, move: rules.Move, tastes: Tastes) -> float:
    """Return the steps that a move is expected to bring the seat."""
    match move:
        case records.Ask(_, card_a, card_b, answerer):
            return worth_of_asking(view, answerer, likely_answer(tastes, answerer, card_a, card_b))
        case records.Guess(choice, kicker):
            return worth_of_guessing(view, seat, choice, kicker, answer_on_table(view, tastes))
        case records.AskerGuess(choice):
            return STEPS_AMONG_THREE * chance_of(choice, answer_on_table(view, tastes))
        case records.TakeKicker(kicker):
            return worth_of_kicker(kicker, Sides(0.6, 0.4), guessers(view), players(view))
        case records.Answer() | records.SkipKicker():
            return 0
        case _:
            assert_never(move)


def answer_on_table(view: ThatsAQuestionView, tastes: Tastes) -> Sides:
    question = view.question
    assert question is not None  # there are guesses only while a question lies on the table
    return likely_answer(tastes, question.answerer, question.a.id, question.b.id)


def chance_of(choice: records.Side, likely: Sides) -> float:
    return likely.a if choice == "A" else likely.b


def worth_of_asking(view: ThatsAQuestionView, answerer: Seat, likely: Sides) -> float:
    """Return the misses a question is likely to bring; the answerer's step is better given to who is behind."""
    lead = view.seats[answerer].position - min(other.position for other in view.seats)
    return guessers(view) * min(likely) - LEAD * lead


def players(view: ThatsAQuestionView) -> int:
    return sum(seat.hand_size > 0 for seat in view.seats)


def guessers(view: ThatsAQuestionView) -> int:
    return players(view) - 2


def worth_of_kicker(kicker: records.Kicker, likely: Sides, guessers: int, players: int) -> float:
    """Return the steps a kicker adds to a guess at the likelier side, when all others guess that too."""
    if kicker == "TRIPLE":
        return (TRIPLE_STEPS - 1) * max(likely)
    if players == 3:
        return STEPS_AMONG_THREE * min(likely)
    return (guessers - 1) * steps_a_miss(players) * min(likely)


def worth_of_guessing(
    view: ThatsAQuestionView, seat: Seat, choice: records.Side, kicker: records.Kicker | None, likely: Sides
) -> float:
    right = chance_of(choice, likely)
    match kicker:
        case None:
            return right
        case "TRIPLE":
            return TRIPLE_STEPS * right - worth_of_saving(view, seat)
        case "TOUGH":
            return right + worth_of_kicker(kicker, likely, guessers(view), players(view)) - worth_of_saving(view, seat)
        case _:
            assert_never(kicker)


def worth_of_saving(view: ThatsAQuestionView, seat: Seat) -> float:
    """Return what a kicker may still bring later: much when guesses are many, nothing when kickers are."""
    mine = view.seats[seat]
    if not mine.board_kickers and any(0 < place - mine.position <= NEAR for place in (view.lake, view.meadow)):
        return 0
    guesses = questions_left(view) * guessers(view) / players(view)
    return SAVING * max(0.0, 1 - kickers_to_use(view, mine) / max(guesses, 1))


def questions_left(view: ThatsAQuestionView) -> int:
    """Return how many questions are still to be answered, the one on the table among them."""
    if view.is_last_round:
        return len(view.still_to_ask) + 1
    return view.draw_pile_size // 2 + players(view)


def kickers_to_use(view: ThatsAQuestionView, mine: ThatsAQuestionSeat) -> int:
    """Return how many times kickers can still be used: those in hand, and those that can be regained on the way."""
    places_ahead = sum(place > mine.position for place in (view.lake, view.meadow))
    return len(mine.kickers) + places_ahead + (not view.is_last_round)
