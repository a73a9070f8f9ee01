"""What a match of Trivial Pursuit is made of: options, cards, states, moves and events. No rules in here.

The pile holds card ids; only a question on the table is kept with its texts. Everything a token has stands in one
`Token`, by seat: a token is played by whoever holds its seat.
"""

from typing import Literal

from server.games import engine
from server.games.answers import Answer, Strictness
from server.games.engine import Record, Seat
from server.games.rulings import Judging, Review, Ruling
from server.games.trivial_pursuit.board import COLOURS, HUB, Colour


class Options(Record, frozen=True):
    """Seconds are 0 for no clock (TP-17)."""

    wedges: int = 6
    """How many different colours are enough, 4 to 6 (TP-15)."""
    judging: Judging = Judging.AUTOMATIC
    strictness: Strictness = Strictness.LENIENT
    answer_seconds: int = 30
    """15 to 120."""
    move_seconds: int = 60
    """For rolling, moving, choosing and voting on a category; 5 to 600."""
    judge_seconds: int = 30
    """For ruling on an answer; 5 to 600."""


class CardQuestion(Answer, frozen=True, forbid_unknown_fields=True, cache_hash=True, kw_only=True):
    """A question with the answer that is right."""

    question: str


class Questions(Record, frozen=True, forbid_unknown_fields=True):
    blue: CardQuestion
    pink: CardQuestion
    yellow: CardQuestion
    brown: CardQuestion
    green: CardQuestion
    orange: CardQuestion


class Card(engine.Card, frozen=True, forbid_unknown_fields=True):
    questions: Questions


def question_on(card: Card, colour: Colour) -> CardQuestion:
    question: CardQuestion = getattr(card.questions, colour.lower())
    return question


class Asked(Record, frozen=True):
    """A question on the table, put to the seat in turn."""

    number: int
    """1 for the first question of the match."""
    card: str
    colour: Colour
    space: str
    """Where the token stands."""
    is_final: bool
    """Whether a right answer wins (TP-12)."""
    content: CardQuestion
    """The answer in it is for the reader's eyes until the verdict (TP-6)."""


class Judged(Record, frozen=True):
    """A question and what came of it, open to all."""

    seat: Seat
    asked: Asked
    guess: str | None
    """None when time ran out."""
    ruling: Ruling


NOTHING = (0,) * len(COLOURS)


class Token(Record, frozen=True):
    space: str = HUB
    wedges: tuple[Colour, ...] = ()
    """In the order they were won."""
    locked: Colour | None = None
    """The headquarters that cannot be entered before a question elsewhere has been answered (TP-9)."""
    turns: int = 0
    """Turns begun."""
    asked: tuple[int, ...] = NOTHING
    """Questions answered, by category in the order of COLOURS..."""
    right: tuple[int, ...] = NOTHING
    """...and how many of them rightly."""


class RollingForStart(Record, frozen=True):
    """Those who may begin roll one die each, in any order (TP-1)."""

    round: int
    contenders: tuple[Seat, ...]
    rolls: tuple[int | None, ...]
    """One entry a seat, of this round."""


class Rolling(Record, frozen=True):
    """The seat in turn is to roll."""


class Moving(Record, frozen=True):
    roll: int


class ChoosingCategory(Record, frozen=True):
    """The token has hit the hub without the wedges it needs (TP-10)."""


class VotingCategory(Record, frozen=True):
    """The others choose the category of the final question, in any order (TP-12)."""

    votes: tuple[Colour | None, ...]
    """One entry a seat: secret until everyone has voted."""


class Answering(Record, frozen=True):
    asked: Asked


class Reviewing(Record, frozen=True):
    """People rule on an answer (ANS-5)."""

    asked: Asked
    review: Review


OverReason = Literal["WON", "NOBODY_ANSWERS", "TOO_FEW_SEATS"]


class Over(Record, frozen=True):
    reason: OverReason


Phase = RollingForStart | Rolling | Moving | ChoosingCategory | VotingCategory | Answering | Reviewing | Over


class State(Record, frozen=True):
    options: Options
    phase: Phase
    tokens: tuple[Token, ...]
    """One entry a seat."""
    pile: tuple[str, ...]
    """Ids of the cards not yet used, top first."""
    turn: Seat = 0
    """Whose turn it is; says nothing while the start is rolled for."""
    rolls: int = 0
    """Rolls of the die since the first turn began."""
    questions: int = 0
    """Questions asked in the match."""
    unanswered: int = 0
    """Questions in a row that ran out of time."""
    last: Judged | None = None
    """The question answered last."""
    winners: tuple[Seat, ...] = ()
    """In the order they won (TP-14)."""
    resigned: tuple[Seat, ...] = ()
    """In the order they left."""


class Roll(Record, frozen=True):
    pass


class MoveTo(Record, frozen=True):
    space: str


class GiveAnswer(Record, frozen=True):
    text: str


class ChooseCategory(Record, frozen=True):
    colour: Colour


class VoteCategory(Record, frozen=True):
    colour: Colour


class Rule(Record, frozen=True):
    """Say whether an answer is to count."""

    correct: bool


Move = Roll | MoveTo | GiveAnswer | ChooseCategory | VoteCategory | Rule


class RolledForStart(Record, frozen=True):
    seat: Seat
    roll: int
    round: int


class StartTied(Record, frozen=True):
    """These seats rolled highest and roll again."""

    seats: tuple[Seat, ...]


class TurnBegan(Record, frozen=True):
    seat: Seat
    turn: int
    """1 for the first turn of the match."""
    is_reply: bool
    """Whether it is the one turn to draw level with a winner (TP-14)."""


class Rolled(Record, frozen=True):
    seat: Seat
    roll: int


class Moved(Record, frozen=True):
    seat: Seat
    origin: str
    path: tuple[str, ...]
    """The spaces stepped on, where the token stopped last."""


class CategoryChosen(Record, frozen=True):
    seat: Seat
    colour: Colour


class CategoryVoted(Record, frozen=True):
    """A seat has voted. For what, nobody learns from this (ALL-1)."""

    seat: Seat


class CategoryDecided(Record, frozen=True):
    seat: Seat
    """Who will be asked."""
    colour: Colour
    votes: tuple[Colour | None, ...]
    """One entry a seat."""


class CardsShuffled(Record, frozen=True):
    """All cards had been used (TP-11)."""

    pile_size: int


class QuestionAsked(Record, frozen=True):
    """The answer is not in here (TP-6)."""

    seat: Seat
    reader: Seat
    number: int
    card: str
    colour: Colour
    space: str
    is_final: bool
    question: str


class AnswerGiven(Record, frozen=True):
    seat: Seat
    guess: str | None
    """None when time ran out."""


class VerdictVoted(Record, frozen=True):
    """A judge has ruled. How, only the verdict shows."""

    seat: Seat


class AnswerJudged(Record, frozen=True):
    judged: Judged
    wedge: bool
    """Whether it won the wedge of its colour."""


class Won(Record, frozen=True):
    seat: Seat


class QuestionDropped(Record, frozen=True):
    """The seat that was asked has resigned."""

    number: int


Event = (
    RolledForStart
    | StartTied
    | TurnBegan
    | Rolled
    | Moved
    | CategoryChosen
    | CategoryVoted
    | CategoryDecided
    | CardsShuffled
    | QuestionAsked
    | AnswerGiven
    | VerdictVoted
    | AnswerJudged
    | Won
    | QuestionDropped
)
Step = tuple[State, tuple[Event, ...]]
