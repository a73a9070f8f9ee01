"""What a deck of 20 Questions must be besides well-formed: mixed lines, nothing given away, nothing twice."""

from collections.abc import Iterator
from functools import lru_cache

from server.games.spelling import keys, normalised
from server.games.twenty_questions.records import Card

INSTRUCTIONS_ON_CARD = range(2, 5)
SMALL_WORD_LIST = "a an and at by for from in is it of on or the to with da de del der di el la las le los no van von"
SMALL_WORDS = frozenset(SMALL_WORD_LIST.split())
"""Words of answers that a clue may use: they give nothing away."""


def clues(card: Card) -> tuple[str, ...]:
    return tuple(line.clue for line in card.lines if line.clue is not None)


def faults_in(cards: tuple[Card, ...]) -> list[str]:
    """Return what is wrong with the cards, a sentence each."""
    return [*(fault for card in cards for fault in faults_of(card)), *doubles(cards)]


def faults_of(card: Card) -> Iterator[str]:
    number = len(card.lines) - len(clues(card))
    if number not in INSTRUCTIONS_ON_CARD:
        yield f'Card "{card.id}" has {number} instructions, not 2 to 4.'
    for clue in clues(card):
        if clue != " ".join(clue.split()):
            yield f'Card "{card.id}": the clue "{clue}" has a space too many.'
        for told in given_away(card, clue):
            yield f'Card "{card.id}": the clue "{clue}" gives away "{told}".'


def given_away(card: Card, clue: str) -> Iterator[str]:
    """Yield the words of the answer that a clue uses, and the aliases that it holds as a whole."""
    yield from sorted((words_of(card.text) - SMALL_WORDS) & words_of(clue))
    said = f" {plain(clue)} "
    yield from (alias for alias in card.aliases if f" {plain(alias)} " in said)


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text, normalised, "Einstein's" among them as "Einstein"."""
    return frozenset(plain(text).split())


@lru_cache(maxsize=8192)
def plain(text: str) -> str:
    return normalised(text.replace("’", "'").replace("'s", "").replace("-", " "))


def doubles(cards: tuple[Card, ...]) -> Iterator[str]:
    """Yield a sentence for every answer or clue that two lines share."""
    answered_by: dict[str, str] = {}
    said_on: dict[str, str] = {}
    for card in cards:
        for key in keys(card.text):
            if (other := answered_by.setdefault(key, card.id)) != card.id:
                yield f'Card "{card.id}" has the same answer as "{other}".'
        for clue in clues(card):
            said = plain(clue)
            if said in said_on:
                yield f'Card "{card.id}": the clue "{clue}" is also on "{said_on[said]}".'
            said_on[said] = card.id
