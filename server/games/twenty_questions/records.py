"""What a match of 20 Questions is made of: options, cards, states, moves and events. No rules in here.

The card in play is kept whole, because its Reader sees it and its lines are read from it; the pile holds ids only.
"""

from typing import Annotated, Literal, get_args

import msgspec

from server.games.answers import Answer, Strictness
from server.games.engine import Record, Seat
from server.games.rulings import Judging, Review, Ruling

LINES = 20
LONGEST_CLUE = 140

Category = Literal["PERSON", "PLACE", "THING", "YEAR"]
Instruction = Literal[
    "FREE_GUESS", "LOSE_A_TURN", "MOVE_AHEAD", "MOVE_BACK", "NEXT_BONUS", "MOVE_OTHER", "GUESS_AND_PICK"
]
Direction = Literal["FORWARD", "BACK"]

CATEGORIES: tuple[Category, ...] = get_args(Category)
INSTRUCTIONS: tuple[Instruction, ...] = get_args(Instruction)
DIRECTIONS: tuple[Direction, ...] = get_args(Direction)
WITH_SPACES: tuple[Instruction, ...] = ("MOVE_AHEAD", "MOVE_BACK", "MOVE_OTHER")


class Options(Record, frozen=True):
    """Seconds are 5 to 600, or 0 for no clock (TQ-20)."""

    first_reader: Seat | None = None
    """Who reads first (TQ-1); None, or a seat that nobody has taken, draws lots."""
    judging: Judging = Judging.AUTOMATIC
    strictness: Strictness = Strictness.LENIENT
    choose_seconds: int = 60
    guess_seconds: int = 10
    free_guess_seconds: int = 5
    pawn_seconds: int = 30
    ruling_seconds: int = 20


class Line(Record, frozen=True, forbid_unknown_fields=True):
    """One of a card's twenty lines: a clue, or an instruction."""

    clue: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_CLUE)] | None = None
    instruction: Instruction | None = None
    spaces: Annotated[int, msgspec.Meta(ge=1, le=5)] | None = None
    """How far MOVE_AHEAD, MOVE_BACK and MOVE_OTHER go."""
    direction: Direction | None = None
    """Where MOVE_OTHER goes."""

    def __post_init__(self) -> None:
        if (self.clue is None) == (self.instruction is None):
            raise ValueError("A line is either a clue or an instruction.")
        if (self.spaces is not None) != (self.instruction in WITH_SPACES):
            raise ValueError(f"{', '.join(WITH_SPACES)}, and no other line, have spaces.")
        if (self.direction is not None) != (self.instruction == "MOVE_OTHER"):
            raise ValueError("MOVE_OTHER, and no other line, has a direction.")


class Card(Answer, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: str
    category: Category
    lines: Annotated[tuple[Line, ...], msgspec.Meta(min_length=LINES, max_length=LINES)]

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.year != (self.category == "YEAR"):
            raise ValueError('A card of the category YEAR, and no other, says "year": true.')


class ReadLine(Record, frozen=True):
    number: int
    seat: Seat
    """Who named the number."""


Occasion = Literal["TURN", "FREE_GUESS", "GUESS_AND_PICK", "CHIP", "BONUS"]
"""What gives a guess: a line of one's own turn, one of two instructions on it, a blue chip, a Bonus Round."""


class JudgedGuess(Record, frozen=True):
    seat: Seat
    text: str
    occasion: Occasion
    ruling: Ruling


class CardInPlay(Record, frozen=True):
    number: int
    """1 for the first card of the match, those of Bonus Rounds counted too."""
    card: Card
    """Secret but for its category and the lines read; the Reader knows it whole."""
    reader: Seat
    bonus_player: Seat | None = None
    """Whose Bonus Round it is played in; None for a card that all may guess."""
    read: tuple[ReadLine, ...] = ()
    """Oldest first. They are the covered numbers."""
    guesses: tuple[JudgedGuess, ...] = ()
    """Oldest first."""
    has_moved: bool = False
    """Whether the Bonus Player's own move has been made in this Bonus Round (TQ-14)."""


CardEnd = Literal["SOLVED", "SPENT", "MISSED", "BROKEN_OFF"]
"""MISSED is for Bonus Rounds; BROKEN_OFF when the match ended in the middle of the card."""


class Result(Record, frozen=True):
    """What came of a card."""

    number: int
    card: str
    category: Category
    answer: str
    reader: Seat
    bonus_player: Seat | None
    end: CardEnd
    solver: Seat | None
    lines_read: int
    solver_points: int
    reader_points: int
    """0 when the solver's points won the match (TQ-4)."""


class Declared(Record, frozen=True):
    """The free guesses that are being made before a turn, one chip each (TQ-8)."""

    guesser: Seat
    """Whose turn comes after them."""
    waiting: tuple[Seat, ...] = ()
    """Who is still to guess, in order."""
    played: tuple[Seat, ...] = ()
    """Who has begun to, so that their chips are back on the board."""


class OfferingFreeGuess(Record, frozen=True):
    """Holders of blue chips may play one before the turn of `guesser` (TQ-8)."""

    guesser: Seat
    asked: tuple[Seat, ...]
    declared: tuple[Seat, ...] = ()
    """Secret until all have spoken, like `declined`: their own choice apart, others see only who has spoken."""
    declined: tuple[Seat, ...] = ()


class Choosing(Record, frozen=True):
    """A seat is to name a number; in a Bonus Round it may also guess."""

    seat: Seat


class ChoosingPawn(Record, frozen=True):
    """A seat is to say whose pawn moves (TQ-12)."""

    seat: Seat
    spaces: int
    """Below 0 for back."""


class Guessing(Record, frozen=True):
    seat: Seat
    occasion: Occasion
    declared: Declared | None = None
    """Set for the occasion CHIP alone."""


class Reviewing(Record, frozen=True):
    """People rule on a guess (ANS-5)."""

    guessing: Guessing
    review: Review


class Over(Record, frozen=True):
    reason: Literal["FINISH_REACHED", "TOO_FEW_SEATS"]


Phase = OfferingFreeGuess | Choosing | ChoosingPawn | Guessing | Reviewing | Over


class State(Record, frozen=True):
    """Tuples have one entry a seat, unless they say otherwise."""

    options: Options
    phase: Phase
    card: CardInPlay
    """The last one once the match is over."""
    reader: Seat
    """Whose turn it is to read, also while somebody else reads in a Bonus Round."""
    positions: tuple[int, ...]
    chips: tuple[int, ...]
    """Blue chips held."""
    draw_pile: tuple[str, ...]
    """Ids of the cards, top first."""
    owed: tuple[Seat, ...] = ()
    """Whose Bonus Rounds are to be played, in order (TQ-14)."""
    bonuses: tuple[int, ...] = ()
    """Bonus Rounds begun since the last card that all could guess."""
    waits: int = 0
    """How often the match has begun to wait for something."""
    results: tuple[Result, ...] = ()
    """Oldest first."""
    resigned: tuple[Seat, ...] = ()
    """In the order they left."""


class ChooseClue(Record, frozen=True):
    number: int


class Guess(Record, frozen=True):
    text: str


class Pass(Record, frozen=True):
    pass


class PlayFreeGuess(Record, frozen=True):
    pass


class DeclineFreeGuess(Record, frozen=True):
    pass


class MovePawn(Record, frozen=True):
    seat: Seat


class Rule(Record, frozen=True):
    correct: bool


Move = ChooseClue | Guess | Pass | PlayFreeGuess | DeclineFreeGuess | MovePawn | Rule


class DeckReshuffled(Record, frozen=True):
    cards: int


class CardDrawn(Record, frozen=True):
    number: int
    reader: Seat
    category: Category
    bonus_player: Seat | None


class LineRead(Record, frozen=True):
    seat: Seat
    number: int
    line: Line


class FreeGuessConsidered(Record, frozen=True):
    """A holder of chips has spoken. Whether it plays one, nobody learns from this (ALL-1)."""

    seat: Seat


class FreeGuessesDeclared(Record, frozen=True):
    seats: tuple[Seat, ...]
    """In the order in which they guess; may be empty."""


class ChipPlayed(Record, frozen=True):
    seat: Seat


class ChipTaken(Record, frozen=True):
    seat: Seat


class GuessMade(Record, frozen=True):
    seat: Seat
    text: str
    occasion: Occasion


class GuessPassed(Record, frozen=True):
    seat: Seat


class VoteCast(Record, frozen=True):
    """A judge has ruled. How, the ruling shows once all have."""

    seat: Seat


class GuessRuled(Record, frozen=True):
    guess: JudgedGuess


MoveCause = Literal["SOLVER", "READER", "INSTRUCTION", "OTHER_PLAYER", "BONUS"]


class PawnMoved(Record, frozen=True):
    seat: Seat
    origin: int
    position: int
    cause: MoveCause


class BonusEarned(Record, frozen=True):
    seat: Seat


class CardEnded(Record, frozen=True):
    result: Result


Event = (
    DeckReshuffled
    | CardDrawn
    | LineRead
    | FreeGuessConsidered
    | FreeGuessesDeclared
    | ChipPlayed
    | ChipTaken
    | GuessMade
    | GuessPassed
    | VoteCast
    | GuessRuled
    | PawnMoved
    | BonusEarned
    | CardEnded
)
Step = tuple[State, tuple[Event, ...]]
