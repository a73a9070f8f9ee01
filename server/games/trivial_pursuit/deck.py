"""What the cards of Trivial Pursuit tell the judge of answers, and what can be wrong with them."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from server.games.answers import Answer, with_optional_text
from server.games.spelling import joined, normalised
from server.games.trivial_pursuit.board import COLOURS
from server.games.trivial_pursuit.records import Card, CardQuestion, question_on

LONGEST_QUESTION = 160
LONGEST_ANSWER = 60
ALIKE = 0.5
"""Two questions with one answer that share so much of their words ask the same thing."""


class Place(NamedTuple):
    """A question and where it stands."""

    card: str
    colour: str
    question: CardQuestion

    @property
    def name(self) -> str:
        return f"{self.card} {self.colour.lower()}"


def told(card: Card) -> tuple[tuple[Answer, ...], tuple[str, ...]]:
    """Return the answers on a card, and its questions."""
    questions = tuple(question_on(card, colour) for colour in COLOURS)
    return questions, tuple(question.question for question in questions)


def faults_in(cards: Sequence[Card]) -> list[str]:
    """Return what is wrong with the cards, a sentence each; nothing when they can be played with."""
    places = [Place(card.id, colour, question_on(card, colour)) for card in cards for colour in COLOURS]
    return [*wrong_lengths(places), *given_away(places), *asked_twice(places)]


def wrong_lengths(places: Sequence[Place]) -> Iterator[str]:
    for place in places:
        length = len(place.question.question)
        if not place.question.question.strip() or length > LONGEST_QUESTION:
            yield f"{place.name}: a question has 1 to {LONGEST_QUESTION} characters, this one has {length}."
        if len(place.question.text) > LONGEST_ANSWER:
            yield f"{place.name}: the answer has {len(place.question.text)} characters, more than {LONGEST_ANSWER}."


def given_away(places: Sequence[Place]) -> Iterator[str]:
    """Yield each answer that stands in its own question, or in another one of its card."""
    of_card: defaultdict[str, list[Place]] = defaultdict(list)
    for place in places:
        of_card[place.card].append(place)
    for group in of_card.values():
        for place, other in product(group, repeat=2):
            if says(other.question.question, place.question.text):
                yield f"{place.name}: the answer stands in the question of {other.name}."


def says(text: str, answer: str) -> bool:
    """Tell whether the words of an answer stand in a text, one after the other, with or without optional ones."""
    words = f" {normalised(text)} "
    return any(f" {normalised(variant)} " in words for variant in with_optional_text(answer))


def asked_twice(places: Sequence[Place]) -> Iterator[str]:
    """Yield each two questions that are one: alike in their words, with the same answer."""
    same_answer: defaultdict[str, list[tuple[Place, frozenset[str]]]] = defaultdict(list)
    for place in places:
        same_answer[joined(normalised(place.question.text))].append((place, words_of(place.question.question)))
    for group in same_answer.values():
        for (one, own), (other, theirs) in combinations(group, 2):
            if len(own & theirs) >= ALIKE * len(own | theirs):
                yield f"{other.name}: asks the same as {one.name}."


def words_of(text: str) -> frozenset[str]:
    return frozenset(normalised(text).split())
