"""Plays 20 Questions from a seat's view, with what a well-read player may know of the decks.

A bot that knows the deck recognises a card by a clue as somebody does who has heard of the thing: each clue read may
tell it, the more likely the greater its skill, so that its chance grows with every clue. Whether a clue tells a bot
something is drawn once for the card, not anew for every guess. Less skill also has fewer hunches, and moves pawns
without a plan.
"""

from collections.abc import Mapping
from random import Random
from typing import NamedTuple, assert_never

from server.games.engine import Deck, Open, Seat
from server.games.judging_types import AnswerVerdict
from server.games.twenty_questions import records, rules
from server.games.twenty_questions.deck import clues
from server.games.twenty_questions.graphql_types import (
    TwentyQuestionsDirection,
    TwentyQuestionsReview,
    TwentyQuestionsView,
)

TELLING = 0.02, 0.12
"""How likely a clue gives the card away to a bot without skill, and to one of skill 1."""
HUNCHES = 0.6
"""How often a bot of skill 1 that knows nothing names something all the same: it costs nothing."""


class Knowledge(NamedTuple):
    answer_to: Mapping[str, str]
    """By clue."""
    answers: Mapping[str, tuple[str, ...]]
    """By category."""


def knowledge(decks: tuple[Deck, ...]) -> Knowledge:
    cards: list[records.Card] = [card for deck in decks for card in deck.cards]
    return Knowledge(
        {clue: card.text for card in cards for clue in clues(card)},
        {kind: tuple(card.text for card in cards if card.category == kind) for kind in records.CATEGORIES},
    )


def choose(
    view: TwentyQuestionsView,
    seat: Seat,
    legal: tuple[rules.Move | Open, ...],
    rng: Random,
    skill: float,
    knowledge: Knowledge,
) -> rules.Move:
    """Return a guess when the bot has one and may make it, else what is best besides."""
    thought = recognised(view, seat, skill, knowledge)
    moves = [move for move in legal if not isinstance(move, Open)]
    if len(moves) < len(legal) and (thought or not is_naming(moves)):
        thought = thought or hunch(view, rng, skill, knowledge)
        return records.Pass() if thought is None else records.Guess(thought)
    first = moves[0]
    match first:
        case records.ChooseClue():
            return rng.choice(moves)
        case records.PlayFreeGuess():
            return first if thought else records.DeclineFreeGuess()
        case records.MovePawn():
            return records.MovePawn(best_pawn(view, moves, rng, skill))
        case records.Rule():
            return records.Rule(is_right(view.review))
        case records.Guess() | records.Pass() | records.DeclineFreeGuess():
            return first
        case _:
            assert_never(first)


def is_naming(moves: list[rules.Move]) -> bool:
    return any(isinstance(move, records.ChooseClue) for move in moves)


def recognised(view: TwentyQuestionsView, seat: Seat, skill: float, knowledge: Knowledge) -> str | None:
    """Return the answer, if one of the clues read has told the bot, and nobody has named it in vain."""
    clues = [read.line.clue for read in view.lines if read.line.clue is not None]
    told = next((clue for clue in clues if clue in knowledge.answer_to and tells(view, seat, clue, skill)), None)
    return None if told is None else not_tried(view, knowledge.answer_to[told])


def tells(view: TwentyQuestionsView, seat: Seat, clue: str, skill: float) -> bool:
    """Tell whether this bot gets the card by this clue, drawn from what stays the same while the card is in play."""
    before = view.results[-1].answer if view.results else ""
    without, with_skill = TELLING
    return Random(f"{seat} {view.card_number} {before} {clue}").random() < without + (with_skill - without) * skill


def not_tried(view: TwentyQuestionsView, answer: str) -> str | None:
    return None if any(guess.text == answer for guess in view.guesses) else answer


def hunch(view: TwentyQuestionsView, rng: Random, skill: float, knowledge: Knowledge) -> str | None:
    """Return anything of the category that has not been named, more often the greater the skill."""
    if rng.random() >= HUNCHES * skill:
        return None
    known = knowledge.answers.get(view.category.name, ())
    untried = [answer for answer in known if not_tried(view, answer)]
    return rng.choice(untried) if untried else None


def best_pawn(view: TwentyQuestionsView, moves: list[rules.Move], rng: Random, skill: float) -> Seat:
    """Return the leader to be sent back, or the last to be sent forward; without skill just anyone."""
    pawns = [move.seat for move in moves if isinstance(move, records.MovePawn)]
    if rng.random() >= skill:
        return rng.choice(pawns)
    is_back = view.pawn_choice is not None and view.pawn_choice.direction is TwentyQuestionsDirection.BACK
    by_position = sorted(pawns, key=lambda pawn: view.seats[pawn].position)
    return by_position[-1] if is_back else by_position[0]


def is_right(review: TwentyQuestionsReview | None) -> bool:
    """Go by the verdict."""
    return review is not None and review.verdict is not AnswerVerdict.WRONG
