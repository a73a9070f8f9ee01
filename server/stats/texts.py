"""The words of what was asked, as the decks that are loaded have them.

Facts and boards keep ids alone. A card that was changed since it was shown has its words of today.
"""

from collections.abc import Mapping
from typing import Any

from server.games.facts import QuestionText
from server.games.registry import BY_KIND
from server.matches.live import Decks


class QuestionTexts:
    """Finds the words of questions; each deck is looked through once."""

    def __init__(self, decks: Decks) -> None:
        self._decks = decks
        self._cards: dict[tuple[str, str], Mapping[str, Any]] = {}

    def of(self, kind: str, deck: str, question: str) -> QuestionText | None:
        """Return the words of a game's `QuestionFact.question`; None when the deck no longer has it."""
        played = BY_KIND.get(kind)
        if played is None or played.question_text is None:
            return None
        if (kind, deck) not in self._cards:
            loaded = (one for one in self._decks.get(played.key, ()) if one.id == deck)
            self._cards[kind, deck] = {card.id: card for one in loaded for card in one.cards}
        return played.question_text(self._cards[kind, deck], question)
