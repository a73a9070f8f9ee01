"""The words in which every game says what happened in a match, for statistics.

What lives here is pure. A game's `facts.py` (see `GameFacts`) looks at the scenes of a finished match and
returns these records; `server/stats` counts them without knowing the game. Facts say everything, secrets too: they are
made only when a match has ended. Times are whole tenths of a second.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple, Protocol, TypeVar

from server.games.engine import Record, Seat

Tallies = tuple[tuple[str, int], ...]
"""Numbers with a name each, by name: what can be added up over matches."""
Series = tuple[tuple[str, tuple[str, ...]], ...]
"""Lists with a name each, by name: what is kept of one match and cannot be added up."""


def tallied(numbers: Mapping[str, int]) -> Tallies:
    """Return the numbers by name, those that are 0 left out."""
    return tuple(sorted((name, int(number)) for name, number in numbers.items() if number))


class Scene(NamedTuple):
    """One step of a match: what it changed, who caused it and when."""

    at: int
    """Tenths of a second since the match began; time that no server ran is not counted."""
    seat: Seat | None
    """Whose move it was; None for the set-up, a clock that ran out or a resignation."""
    move: Any
    """None when there was none."""
    by_bot: bool
    tenths: int | None
    """How long the move took, from when the seat could make it; None for a bot's and when there was none."""
    before: Any
    """The state before; None for the set-up, which is the first scene."""
    after: Any
    events: tuple[Any, ...]


class QuestionKind(StrEnum):
    """What a question fact is about. The first four hold each answer of a match once, the others again in detail."""

    QUESTION = "QUESTION"
    """A question of Trivial Pursuit, asked once."""
    CARD = "CARD"
    """A card of 20 Questions."""
    LIST = "LIST"
    """A list of Smarty Party!"""
    DILEMMA = "DILEMMA"
    """Two answer cards and a kind of question of That's a Question!"""
    CLUE = "CLUE"
    """A clue on a card of 20 Questions, with the guesses that were made before the next line was read."""
    ITEM = "ITEM"
    """An item of a list of Smarty Party!, with the guess that found it."""
    CHOICE = "CHOICE"
    """One of the two answer cards of a dilemma, with its text of the kind asked."""

    @property
    def is_detail(self) -> bool:
        """True for kinds that repeat the answers of another fact of the same match."""
        return self in (QuestionKind.CLUE, QuestionKind.ITEM, QuestionKind.CHOICE)


class AnswerFact(Record, frozen=True, omit_defaults=True, tag=False):
    """One answer or guess. A guess that the clock made by lot is nobody's and in no fact."""

    number: int
    """1, 2, 3 … in the match. An answer that stands in several facts has one number: corrections name it."""
    seat: Seat
    text: str
    """As given; "" when time ran out."""
    verdict: str
    """The server's: EXACT, ALIAS, NEAR or WRONG; NONE when time ran out; "" where nothing is judged."""
    is_right: bool
    """How it counted, after people ruled on it."""
    is_overruled: bool = False
    """People ruled against the server's verdict (ANS-6)."""
    tenths: int | None = None
    """Time from when the seat could answer; None for a bot's answer."""
    by_bot: bool = False
    note: str = ""
    """What the game adds: the kicker played with a guess."""


class QuestionFact(Record, frozen=True, omit_defaults=True, tag=False):
    """A question, card, clue, list, item or dilemma that was shown, and what came of it."""

    kind: QuestionKind
    question: str
    """The card's id, for a part of a card "#" and the part: "tp-017#blue", "person-03#07"."""
    card: str
    category: str
    """Colour, category or kind; "" where the game has none."""
    asked: tuple[Seat, ...]
    """Who could answer."""
    answers: tuple[AnswerFact, ...]
    """In the order in which they were given."""
    is_right: bool
    """Answered right by anybody; for a list, as many items were found as the wager number says."""
    needed: int | None = None
    """How many lines of a card had been read when it was solved; None otherwise."""
    chosen: str = ""
    """The card that the answerer of a dilemma chose, "" when the lot did; for a choice "CHOSEN" or "LEFT"."""
    by: Seat | None = None
    """The reader or asker."""
    about: Seat | None = None
    """The answerer of a dilemma, whose choice is guessed."""
    tallies: Tallies = ()
    series: Series = ()


class SeatNotes(Record, frozen=True, omit_defaults=True, tag=False):
    """What the game notes about a seat ("Facts kept")."""

    tallies: Tallies = ()
    series: Series = ()


class QuestionText(NamedTuple):
    """What a `QuestionFact.question` stands for, in the words of its deck."""

    text: str
    """The question, the clue, the topic of a list with the item, the answers to choose between; a card's answer."""
    right_answer: str | None = None
    """None where several are right, or none is."""


PartT = TypeVar("PartT")


def numbered(parts: Sequence[PartT], number: str) -> PartT | None:
    """Return the part of a card with a number, from "1" or "01" on; None when there is none."""
    if not number.isdecimal() or not 1 <= int(number) <= len(parts):
        return None
    return parts[int(number) - 1]


class GameFacts(Protocol):
    """What a game's `facts.py` provides: what statistics keep of an ended match ("Facts kept")."""

    LOWEST_WINS: bool
    """Whether fewer points are better."""

    def points(self, state: Any) -> tuple[int, ...]:
        """Return each seat's points, as the outcome's scores will count them."""

    def questions(self, scenes: Sequence[Scene]) -> tuple[QuestionFact, ...]:
        """Return what was asked in the match and how it was answered; no scene is missing."""

    def notes(self, scenes: Sequence[Scene]) -> tuple[SeatNotes, ...]:
        """Return what the game notes about each seat."""
