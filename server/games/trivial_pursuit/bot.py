"""Plays Trivial Pursuit from a seat's view: heads for missing wedges by the shortest way, knows some answers.

What a bot knows is a matter of luck for each question, with odds that rise with its skill; like people it is stronger
in some categories than in others, the same ones all match. It weighs a space by the questions that it takes from there
to what it wants, on the best way for every roll. Less skill misjudges more.
"""

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import NamedTuple, assert_never

from server.games.engine import Deck, Open, Seat
from server.games.judging_types import AnswerVerdict
from server.games.trivial_pursuit import records, rules
from server.games.trivial_pursuit.board import COLOURS, DIE, HUB, SPACES, Colour, headquarters, paths
from server.games.trivial_pursuit.deck import told
from server.games.trivial_pursuit.schema import (
    COLOUR_SAID,
    TrivialPursuitOpenQuestion,
    TrivialPursuitToken,
    TrivialPursuitView,
)

ODDS_WITHOUT_SKILL = 0.3
"""How often a bot of no skill knows an answer of a middling category..."""
ODDS_OF_SKILL = 0.4
"""...and how much oftener one of skill 1 does."""
BENT = 0.15
"""How much better or worse than in a middling category it does in its best and its worst."""
MISJUDGEMENT = 1.0
"""The spread in questions of a judgement of spaces without any skill."""
ROUNDS = 30
"""So often the way from every space is worked out from the ways around it; more changes nothing to speak of."""


class Knowledge(NamedTuple):
    answers: Mapping[str, str]
    """By question."""
    of_colour: Mapping[Colour, tuple[str, ...]]
    """All answers of each category, for wild guesses."""


def knowledge(decks: tuple[Deck, ...]) -> Knowledge:
    """Return the answers of the decks; how many of them it knows, a bot's skill decides."""
    answers: dict[str, str] = {}
    of_colour: defaultdict[Colour, list[str]] = defaultdict(list)
    for card in (card for deck in decks for card in deck.cards):
        for colour, answer, question in zip(COLOURS, *told(card), strict=True):
            said = answer.text.translate(WITHOUT_PARENTHESES)
            answers[question] = said
            of_colour[colour].append(said)
    return Knowledge(answers, {colour: tuple(texts) for colour, texts in of_colour.items()})


WITHOUT_PARENTHESES = str.maketrans("", "", "()")


def choose(
    view: TrivialPursuitView,
    seat: Seat,
    legal: tuple[rules.Move | Open, ...],
    rng: Random,
    skill: float,
    knowledge: Knowledge,
) -> rules.Move:
    """Return what the bot does: answers as it knows, otherwise the move that looks best to its skill."""
    if view.question is not None and isinstance(legal[0], Open):
        return records.GiveAnswer(answer(view, seat, view.question, rng, skill, knowledge))
    error = MISJUDGEMENT * (1 - skill)
    moves = [move for move in legal if not isinstance(move, Open)]
    return max(moves, key=lambda move: judge(view, seat, move) + rng.gauss(0, error))


# Answers


def answer(
    view: TrivialPursuitView,
    seat: Seat,
    asked: TrivialPursuitOpenQuestion,
    rng: Random,
    skill: float,
    knowledge: Knowledge,
) -> str:
    """Return the right answer, or when the bot does not know it, any other of the category."""
    colour = COLOUR_SAID[asked.question.colour]
    if rng.random() < odds(view, seat, colour, skill):
        return knowledge.answers.get(asked.question.text, "")
    return rng.choice(knowledge.of_colour[colour])


def odds(view: TrivialPursuitView, seat: Seat, colour: Colour, skill: float) -> float:
    """Return how likely the bot is to know an answer."""
    return ODDS_WITHOUT_SKILL + ODDS_OF_SKILL * skill + BENT * bent(view, seat, colour)


def bent(view: TrivialPursuitView, seat: Seat, colour: Colour) -> float:
    """Return how strong this seat is in a category, from -1 for its worst to 1 for its best."""
    best_last = Random(f"{len(view.tokens)} seats, seat {seat}").sample(COLOURS, len(COLOURS))
    return 2 * best_last.index(colour) / (len(COLOURS) - 1) - 1


# Moves


def judge(view: TrivialPursuitView, seat: Seat, move: rules.Move) -> float:
    """Return how good a move is for the seat, in questions saved."""
    match move:
        case records.MoveTo(space):
            return -questions_from(space, wanted(view, view.tokens[seat]))
        case records.ChooseCategory(colour):
            return bent(view, seat, colour)
        case records.VoteCategory(colour):
            return -success(view, colour)
        case records.Rule(is_right):
            return is_right == (view.review is not None and view.review.verdict is not AnswerVerdict.WRONG)
        case records.Roll() | records.GiveAnswer():
            return 0
        case _:
            assert_never(move)


def success(view: TrivialPursuitView, colour: Colour) -> float:
    """Return how often the seat in turn seems to know an answer of the category; half the time, before the first."""
    assert view.turn is not None  # somebody is about to be asked
    tally = view.tokens[view.turn].tallies[COLOURS.index(colour)]
    return (tally.right + 1) / (tally.asked + 2)


def wanted(view: TrivialPursuitView, token: TrivialPursuitToken) -> frozenset[str]:
    """Return the spaces a token is to reach: the headquarters of missing wedges, or with all it needs the hub."""
    if len(token.wedges) >= view.wedges_needed:
        return frozenset((HUB,))
    held = {COLOUR_SAID[colour] for colour in token.wedges}
    return frozenset(headquarters(colour) for colour in COLOURS if colour not in held)


def questions_from(space: str, goals: frozenset[str]) -> float:
    return questions_to(goals)[space]


@lru_cache(maxsize=128)
def questions_to(goals: frozenset[str]) -> Mapping[str, float]:
    """Return for every space how many questions lie between it and the nearest goal, if every roll is used well.

    The question at the goal is not counted, one on the space itself is.
    """
    ahead = dict.fromkeys(SPACES, 0.0)
    for _ in range(ROUNDS):
        for space in (space for space in SPACES if space not in goals):
            nearest = [min(map(ahead.__getitem__, reached)) for reached in REACHED[space]]
            ahead[space] = toll(space) + sum(nearest) / len(DIE)
    return ahead


def toll(space: str) -> float:
    return 0.0 if SPACES[space].kind == "ROLL_AGAIN" else 1.0


REACHED = {space: tuple(tuple(paths(space, roll)) for roll in DIE) for space in SPACES}
"""Where each roll can lead, by space and roll."""
