"""The words of what was asked, as the decks that are loaded have them.

Facts and boards keep ids alone. A card that was changed since it was shown has its words of today.
"""

from server.games.facts import QuestionText
from server.games.registry import GAMES
from server.matches.live import Decks


class QuestionTexts:
    """Finds the words of questions. Make it once: it goes through every card."""

    def __init__(self, decks: Decks) -> None:
        self._asked_of = {
            (played.kind, deck.id): (played.question_text, {card.id: card for card in deck.cards})
            for played in GAMES
            if played.question_text is not None
            for deck in decks.get(played.key, ())
        }

    def of(self, kind: str, deck: str, question: str) -> QuestionText | None:
        """Return the words of a game's `QuestionFact.question`; None when the deck no longer has it."""
        if (kind, deck) not in self._asked_of:
            return None
        ask, cards = self._asked_of[kind, deck]
        return ask(cards, question)
