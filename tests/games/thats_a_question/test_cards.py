"""The decks of answer cards, and what makes one bad."""

import re
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from server import decks
from server.games.engine import Deck, replace
from server.games.registry import game
from server.games.thats_a_question.cards import faults_in, text_of
from server.games.thats_a_question.records import KINDS, Card
from tests.games.thats_a_question.tables import DECK, KOREAN_DECK, THEMES

THE_GAME = game("THATS_A_QUESTION")
BOTH_DECKS = pytest.mark.parametrize("deck", [DECK, KOREAN_DECK], ids=["English", "Korean"])
HANGUL = re.compile("[가-힣]")


def texts(deck: Deck) -> list[str]:
    return [text_of(card, kind) for card in deck.cards for kind in KINDS]


def test_the_english_deck_is_the_default() -> None:
    assert [(deck.id, deck.language) for deck in (DECK, KOREAN_DECK)] == [
        ("thats-a-question-en", "en"),
        ("thats-a-question-ko", "ko"),
    ]


@BOTH_DECKS
def test_a_deck_has_18_cards_of_each_of_six_themes(deck: Deck) -> None:
    assert Counter(card.id.partition("-")[0] for card in deck.cards) == dict.fromkeys(THEMES, 18)


def test_both_decks_have_the_same_cards() -> None:
    assert [card.id for card in DECK.cards] == [card.id for card in KOREAN_DECK.cards]


@BOTH_DECKS
def test_no_text_stands_twice_in_a_deck(deck: Deck) -> None:
    assert [text for text, times in Counter(texts(deck)).items() if times > 1] == []
    assert faults_in(deck.cards) == []


@BOTH_DECKS
def test_every_text_fits_on_a_card_and_is_no_sentence(deck: Deck) -> None:
    assert [text for text in texts(deck) if not 1 <= len(text) <= 45 or text.endswith(".")] == []


def test_every_text_of_the_korean_deck_is_korean() -> None:
    assert [text for text in texts(KOREAN_DECK) if not HANGUL.search(text)] == []
    assert [text for text in texts(DECK) if not text.isascii() and HANGUL.search(text)] == []


def test_who_is_worse_is_a_person_in_korean() -> None:
    assert [card.id for card in KOREAN_DECK.cards if not card.red.endswith("사람")] == []


@pytest.mark.parametrize("text", ["", " a lake", "a lake ", "x" * 46])
def test_an_empty_untidy_or_long_text_is_refused(text: str) -> None:
    card = msgspec.to_builtins(DECK.cards[0]) | {"green": text}

    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(card, Card)


def test_two_cards_with_one_text_in_a_colour_are_a_fault_of_the_deck(tmp_path: Path) -> None:
    first, second, *_ = DECK.cards
    doubled = (first, replace(second, green=first.green.upper(), red=first.blue))

    assert faults_in(doubled) == ["The cards food-01 and food-02 have the same green text."]

    file = tmp_path / "doubled.json"
    cards = [*doubled, *DECK.cards[2:]]
    fields = [{name: getattr(card, name) for name in ("id", "blue", "green", "red")} for card in cards]
    file.write_bytes(msgspec.json.encode({"id": "doubled", "name": "Doubled", "language": "en", "cards": fields}))
    with pytest.raises(decks.BadDeck, match=r"The cards food-01 and food-02 have the same green text\.$"):
        decks.read(file, THE_GAME)
