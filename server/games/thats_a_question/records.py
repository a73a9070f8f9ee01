"""What a match of That's a Question! is made of: options, cards, states, moves and events. No rules in here.

A hand holds whole cards, because their owner reads them; the pile holds ids only. What lies on the table keeps the text
it was asked with.
"""

from typing import Annotated, Literal, get_args

import msgspec

from server.games import engine
from server.games.engine import Record, Seat

Kind = Literal["BLUE", "GREEN", "RED"]
"""Which would you choose? Which would you miss more? Who is worse? (AQ-2)"""
Side = Literal["A", "B"]
Kicker = Literal["TRIPLE", "TOUGH"]

KINDS: tuple[Kind, ...] = get_args(Kind)
SIDES: tuple[Side, ...] = get_args(Side)
KICKERS: tuple[Kicker, ...] = get_args(Kicker)

Text = Annotated[str, msgspec.Meta(min_length=1, max_length=45)]


class Options(Record, frozen=True):
    """Seconds are 5 to 600, or 0 for no clock (AQ-13)."""

    ask_seconds: int = 90
    answer_seconds: int = 45
    """For the answer, the guesses and the asker's guess of AQ-10."""
    kicker_seconds: int = 20
    first_seat: Seat | None = None
    """Who asks first (AQ-1); None, or a seat that nobody has taken, draws lots."""


class Card(engine.Card, frozen=True, forbid_unknown_fields=True):
    """An answer card: one text for each kind of question. The id is a theme and a number, "food-07"."""

    blue: Text
    green: Text
    red: Text

    def __post_init__(self) -> None:
        if any(text != text.strip() for text in (self.blue, self.green, self.red)):
            raise ValueError("A text neither begins nor ends with a space.")


class PlayedCard(Record, frozen=True):
    """A card on the question board, with its text of the question's colour."""

    card: str
    text: str


class Question(Record, frozen=True):
    number: int
    """The turn it is asked in, 1 for the first of the match."""
    asker: Seat
    answerer: Seat
    kind: Kind
    a: PlayedCard
    b: PlayedCard
    acorn_moved: bool
    """False when nobody but the asker held one (AQ-3)."""


class LaidDown(Record, frozen=True):
    """What a seat has laid face down: an answer, or a guess with or without a kicker."""

    choice: Side
    kicker: Kicker | None = None


class GuessMade(Record, frozen=True):
    """A guess, turned over."""

    seat: Seat
    choice: Side
    kicker: Kicker | None


class Result(Record, frozen=True):
    """A question and what came of it."""

    question: Question
    answer: Side
    guesses: tuple[GuessMade, ...]
    """By seat."""
    asker_guess: Side | None
    """Only when a tough kicker was played among three (AQ-10)."""
    steps: tuple[int, ...]
    """One entry a seat."""


class Asking(Record, frozen=True):
    """The seat in turn is to ask."""


class Choosing(Record, frozen=True):
    """Answerer and guessers lay down their choices, in any order (AQ-4)."""

    question: Question
    laid: tuple[LaidDown | None, ...]
    """One entry a seat: secret until everyone has chosen."""


class AskerGuessing(Record, frozen=True):
    """A tough kicker lies open among three: the asker guesses before the reveal (AQ-10)."""

    question: Question
    laid: tuple[LaidDown | None, ...]
    kicker_of: Seat


class TakingKickers(Record, frozen=True):
    """Some may take kickers back from the board (AQ-7, AQ-11)."""

    due: tuple[int, ...]
    """How many each seat may still take, never more than it has lying there."""
    reason: Literal["PATH", "LAST_ROUND"]


class Over(Record, frozen=True):
    reason: Literal["LAST_ROUND_PLAYED", "TOO_FEW_SEATS"]


Phase = Asking | Choosing | AskerGuessing | TakingKickers | Over


class State(Record, frozen=True):
    """Tuples have one entry a seat, unless they say otherwise."""

    options: Options
    phase: Phase
    starter: Seat
    asker: Seat
    """Whose turn it is, until it passes on."""
    hands: tuple[tuple[Card, ...], ...]
    """In the order the cards came; empty for a resigned seat."""
    draw_pile: tuple[str, ...]
    """Ids of the cards, top first."""
    acorns: tuple[int, ...]
    positions: tuple[int, ...]
    """Steps from the start."""
    kickers: tuple[tuple[Kicker, ...], ...]
    """In hand; one laid face down counts as in hand until it is turned over."""
    board_kickers: tuple[tuple[Kicker, ...], ...]
    """Used and lying on the board."""
    turns: int = 1
    """Turns begun in the match."""
    to_ask: tuple[Seat, ...] | None = None
    """Who has yet to begin a turn of the last round, in order; None before it (AQ-11)."""
    results: tuple[Result, ...] = ()
    """Oldest first."""
    resigned: tuple[Seat, ...] = ()
    """In the order they left."""


class Ask(Record, frozen=True):
    kind: Kind
    card_a: str
    card_b: str
    answerer: Seat


class Answer(Record, frozen=True):
    choice: Side


class Guess(Record, frozen=True):
    choice: Side
    kicker: Kicker | None = None


class AskerGuess(Record, frozen=True):
    choice: Side


class TakeKicker(Record, frozen=True):
    kicker: Kicker


class SkipKicker(Record, frozen=True):
    pass


Move = Ask | Answer | Guess | AskerGuess | TakeKicker | SkipKicker


class Began(Record, frozen=True):
    starter: Seat
    acorns: tuple[int, ...]
    draw_pile_size: int


class Asked(Record, frozen=True):
    question: Question


class Chosen(Record, frozen=True):
    """A seat has laid down its choice. What it is, nobody learns from this (ALL-1)."""

    seat: Seat


class AllChosen(Record, frozen=True):
    kicker_of: Seat | None
    """Whose tough kicker is shown before the reveal, so that the asker must guess (AQ-10)."""


class Revealed(Record, frozen=True):
    result: Result
    positions: tuple[int, ...]
    """After the steps."""


class KickerTaken(Record, frozen=True):
    seat: Seat
    kicker: Kicker


class KickerLeft(Record, frozen=True):
    """A seat left its kickers on the board."""

    seat: Seat


class CardsDrawn(Record, frozen=True):
    seat: Seat
    draw_pile_size: int


class QuestionDropped(Record, frozen=True):
    """Asker or answerer resigned, or too few seats are left: the question counts for nobody (ALL-5)."""

    number: int


class LastRoundBegan(Record, frozen=True):
    starter: Seat


Event = (
    Began
    | Asked
    | Chosen
    | AllChosen
    | Revealed
    | KickerTaken
    | KickerLeft
    | CardsDrawn
    | QuestionDropped
    | LastRoundBegan
)
Step = tuple[State, tuple[Event, ...]]
