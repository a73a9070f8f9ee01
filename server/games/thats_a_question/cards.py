"""The texts of the answer cards: which one a question uses, and what a deck must keep to."""

from typing import assert_never

from server.games.thats_a_question.records import KINDS, Card, Kind


def text_of(card: Card, kind: Kind) -> str:
    """Return the card's text of the question's colour (AQ-2)."""
    match kind:
        case "BLUE":
            return card.blue
        case "GREEN":
            return card.green
        case "RED":
            return card.red
        case _:
            assert_never(kind)


def faults_in(cards: tuple[Card, ...]) -> list[str]:
    """Return a sentence for every text that two cards share in one colour: no choice can be made between them."""
    return [fault for kind in KINDS for fault in doubled_texts(cards, kind)]


def doubled_texts(cards: tuple[Card, ...], kind: Kind) -> list[str]:
    first_with: dict[str, str] = {}
    faults = []
    for card in cards:
        text = text_of(card, kind).casefold()
        if text in first_with:
            faults.append(f"The cards {first_with[text]} and {card.id} have the same {kind.lower()} text.")
        first_with.setdefault(text, card.id)
    return faults
