"""What makes a good deck of lists, and that ours is one."""

import msgspec
import pytest

from server.games.answers import Known, Verdict, find
from server.games.engine import replace
from server.games.smarty_party.deck import faults_in
from server.games.smarty_party.records import Card, Item
from tests.games.smarty_party.tables import DECK, FRUIT, LOADED


def items(*texts: str, smileys: int = 1) -> tuple[Item, ...]:
    return tuple(Item(text, smiley=place < smileys) for place, text in enumerate(texts))


SEVEN = items("Apple", "Banana", "Cherry", "Date", "Elderberry", "Fig", "Grape")


def test_our_deck_has_at_least_100_lists_of_7_to_12_items_without_a_fault() -> None:
    assert len(DECK.cards) == 106
    assert faults_in(DECK.cards) == []
    assert {len(card.items) for card in DECK.cards} == set(range(7, 13))


def test_every_item_of_our_deck_is_found_by_its_text_and_its_aliases_in_its_list() -> None:
    """SP-5: no name of an item is a repeat of another's, nor lost on it."""
    known: Known = LOADED.known
    for card in DECK.cards:
        for place, item in enumerate(card.items):
            for text in (item.text, *item.aliases):
                assert find(text, card.items, known) in ((place, Verdict.EXACT), (place, Verdict.ALIAS)), (
                    card.id,
                    text,
                )


@pytest.mark.parametrize(
    ("card", "fault"),
    [
        (replace(FRUIT, items=SEVEN[:6]), "fruit: A list has 7 to 12 items, this one 6."),
        (
            replace(FRUIT, items=items(*(item.text for item in SEVEN), smileys=3)),
            "fruit: A list has 1 or 2 smileys, this one 3.",
        ),
        (replace(FRUIT, items=SEVEN, wager=2), "fruit: The wager number 2 is too far from half of 7 items."),
        (replace(FRUIT, items=SEVEN, wager=6), "fruit: The wager number 6 is too far from half of 7 items."),
        (replace(FRUIT, items=SEVEN, topic="Fruit like a fig"), 'fruit: The topic gives away "Fig".'),
        (
            replace(FRUIT, items=(*SEVEN, Item("x" * 61))),
            f'fruit: The item "{"x" * 61}" is too long.',
        ),
        (
            replace(FRUIT, items=(*SEVEN, Item("Sultana", ("the grape",)))),
            'fruit: "Grape" and "Sultana" share a name.',
        ),
    ],
)
def test_a_bad_list_is_found(card: Card, fault: str) -> None:
    assert faults_in((card,)) == [fault]


def test_people_share_no_last_name_in_a_list() -> None:
    people = (Item("Eve Curie", person=True), Item("Marie Curie", person=True))

    assert faults_in((replace(FRUIT, items=(*SEVEN, *people)),)) == [
        'fruit: "Eve Curie" and "Marie Curie" share a name.'
    ]


def test_a_topic_comes_once() -> None:
    again = replace(FRUIT, id="again", topic="The fruit in the bowl!")

    assert faults_in((FRUIT, again)) == ["again: The topic is that of fruit."]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"id": "a", "topic": "T", "wager": 3, "items": [{"answer": "a"}, {"answer": "b"}]}', "The wager number of a"),
        ('{"id": "a", "topic": "T", "wager": 1, "items": [{"answer": "a"}]}', "length >= 2"),
        ('{"id": "a", "topic": "", "wager": 1, "items": [{"answer": "a"}, {"answer": "b"}]}', "length >= 1"),
        ('{"id": "a", "topic": "T", "wager": 1, "items": [{"answer": "a", "smily": true}, {"answer": "b"}]}', "smily"),
    ],
)
def test_a_card_that_is_no_list_is_refused(text: str, problem: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=problem):
        msgspec.json.decode(text, type=Card)
