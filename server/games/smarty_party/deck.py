"""What makes a good deck of lists, beyond what every card must have."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from server.games.answers import all_keys, last_names
from server.games.smarty_party.records import Card, Item
from server.games.spelling import normalised

ITEMS = range(7, 13)
SMILEYS = range(1, 3)
WAGER_SHARE = (0.4, 0.8)
"""The wager number, as a share of the items: so low that YES, so high that NO may be wrong."""
LONGEST_ITEM = 60


def faults_in(cards: Sequence[Card]) -> list[str]:
    """Return what is wrong with the lists of a deck, a sentence each."""
    return [f"{card.id}: {fault}" for card in cards for fault in faults_of(card)] + same_topics(cards)


def faults_of(card: Card) -> Iterator[str]:
    number, smileys = len(card.items), sum(item.smiley for item in card.items)
    if number not in ITEMS:
        yield f"A list has {ITEMS[0]} to {ITEMS[-1]} items, this one {number}."
    if smileys not in SMILEYS:
        yield f"A list has {SMILEYS[0]} or {SMILEYS[-1]} smileys, this one {smileys}."
    if not WAGER_SHARE[0] * number <= card.wager <= WAGER_SHARE[1] * number:
        yield f"The wager number {card.wager} is too far from half of {number} items."
    yield from (f'The item "{item.text}" is too long.' for item in card.items if len(item.text) > LONGEST_ITEM)
    yield from (f'The topic gives away "{item.text}".' for item in card.items if is_said(item.text, card.topic))
    for one, other in combinations(card.items, 2):
        if names_of(one) & names_of(other):
            yield f'"{one.text}" and "{other.text}" share a name.'


def is_said(text: str, topic: str) -> bool:
    return f" {normalised(text)} " in f" {normalised(topic)} "


def names_of(item: Item) -> frozenset[str]:
    """Return the keys of all that is right for an item."""
    return all_keys((item.text, *item.aliases, *last_names(item)), item.roman)


def same_topics(cards: Sequence[Card]) -> list[str]:
    first: dict[str, str] = {}
    faults = []
    for card in cards:
        if (earlier := first.setdefault(normalised(card.topic), card.id)) != card.id:
            faults.append(f"{card.id}: The topic is that of {earlier}.")
    return faults
