"""What a match of Smarty Party! is made of: options, lists, states, moves and events. No rules in here."""

from enum import StrEnum
from typing import Annotated, Literal

import msgspec

from server.games import engine
from server.games.answers import Answer, Strictness, Verdict
from server.games.engine import Record, Seat
from server.games.rulings import Judging, Review

CHIPS = (3, 2, 2, 1, 1, 1, 1)
"""The penalty chips, highest first: the order in which they are taken (SP-3)."""
TRACKS = (15, 20, 25)
"""How many steps Game Over can be from Start."""


class Wager(StrEnum):
    """What the Reader says to "will they find at least the wager number?" (SP-2)."""

    YES = "YES"
    NO = "NO"


class Options(Record, frozen=True):
    """Seconds are 5 to 600, or 0 for no clock (SP-16)."""

    track: int = 20
    """One of TRACKS."""
    judging: Judging = Judging.READER
    strictness: Strictness = Strictness.LENIENT
    memory_aid: bool = False
    """Whether views list the guesses of the running round (SP-7)."""
    first_reader: Seat | None = None
    """None, or a seat that nobody has taken, draws lots."""
    wager_seconds: int = 45
    """For the wager and the choice of who begins, together."""
    guess_seconds: int = 20
    """When the timer starts by itself; 0 leaves it to the Reader (SP-6)."""
    timer_seconds: int = 15
    """0: there is no timer, and who is out of guess_seconds takes a chip."""
    rule_seconds: int = 20


class Item(Answer, frozen=True):
    """An item of a list; the deck's JSON calls its text "answer"."""

    smiley: bool = False
    """Whoever finds it moves back 1 at once (SP-3)."""


class Card(engine.Card, frozen=True, forbid_unknown_fields=True):
    """A list. `deck.faults_in` says what else makes a good one."""

    topic: Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
    wager: Annotated[int, msgspec.Meta(ge=1)]
    """The number of items that the Reader bets on."""
    items: Annotated[tuple[Item, ...], msgspec.Meta(min_length=2, max_length=20)]

    def __post_init__(self) -> None:
        if self.wager > len(self.items):
            raise ValueError(f"The wager number of {self.id} is higher than the number of its items.")


class Result(StrEnum):
    RIGHT = "RIGHT"
    WRONG = "WRONG"
    REPEAT = "REPEAT"
    NO_GUESS = "NO_GUESS"


class Guess(Record, frozen=True):
    """A guess that was right or wrong, and how it was judged."""

    seat: Seat
    text: str
    item: int | None
    """The place on the list of what it found; None when wrong."""
    verdict: Verdict
    """The server's."""
    overruled_by: Judging | None = None
    accepted_by: tuple[Seat, ...] = ()
    rejected_by: tuple[Seat, ...] = ()


class OnTable(Record, frozen=True):
    """The guess on the table now: what everybody has just heard (SP-7)."""

    seat: Seat
    text: str
    result: Result | None
    """None while people rule on it."""
    item: int | None = None
    """The place on the list of what it found."""


class Round(Record, frozen=True):
    """Tuples have one entry a seat, unless they say otherwise."""

    number: int
    reader: Seat
    card: Card
    chips: tuple[tuple[int, ...], ...]
    """Taken, in the order they came."""
    positions_before: tuple[int, ...]
    wager: Wager | None = None
    starter: Seat | None = None
    chips_left: tuple[int, ...] = CHIPS
    """In the middle, highest first."""
    pants: Seat | None = None
    """Who wears them; None for nobody."""
    guesses: tuple[Guess, ...] = ()
    """Right and wrong, oldest first; repeats are not kept."""
    repeats: int = 0
    on_table: OnTable | None = None


class ListedItem(Record, frozen=True):
    """An item when the round is over."""

    text: str
    smiley: bool
    found_by: Seat | None


class FinishedRound(Record, frozen=True):
    """All about a round, public once it is over (SP-7). Tuples of numbers have one entry a seat."""

    number: int
    card: str
    topic: str
    reader: Seat
    wager_number: int
    wager: Wager
    wager_won: bool
    is_tie_break: bool
    ended_by: Literal["ALL_FOUND", "LAST_CHIP"]
    items: tuple[ListedItem, ...]
    guesses: tuple[Guess, ...]
    """Right and wrong, oldest first."""
    repeats: int
    chips: tuple[tuple[int, ...], ...]
    """As taken; what the Pants threw out is still among them."""
    pants: Seat | None
    thrown_out: int | None
    """The chip that the Pants were good for; None when they moved a pawn back, or nobody wore them (SP-8)."""
    steps: tuple[int, ...]
    """How far each pawn came in the round, smileys and all."""
    positions: tuple[int, ...]


class Wagering(Record, frozen=True):
    """The Reader is to wager."""


class ChoosingStart(Record, frozen=True):
    """The Reader is to choose who begins."""


class Guessing(Record, frozen=True):
    guesser: Seat
    wait: int
    """The number of the turn: while it is the same, the match waits for the same guess (`engine.Rules`)."""
    is_timed: bool = False
    """Whether the timer runs."""


class Reviewing(Record, frozen=True):
    """People are to rule on a guess (SP-5)."""

    turn: Guessing
    """As it was when the guess was made, to go back to after a repeat."""
    review: Review
    matched: int | None
    """The place on the list of what the server takes the guess for."""
    named: str | None = None
    """The text of the item that the Reader takes it for."""


class Over(Record, frozen=True):
    reason: Literal["GAME_OVER_REACHED", "TIE_BROKEN", "TIE_SHARED", "TOO_FEW_SEATS"]


Phase = Wagering | ChoosingStart | Guessing | Reviewing | Over


class State(Record, frozen=True):
    options: Options
    phase: Phase
    positions: tuple[int, ...]
    """Steps from Start, one entry a seat."""
    round: Round
    """The present one, or the last one begun when the match is over."""
    draw_pile: tuple[str, ...]
    """Ids of the lists to come, top first."""
    used: tuple[str, ...] = ()
    """Ids of the lists played, the present one last."""
    turns: int = 0
    """Turns to guess begun in the match."""
    contenders: tuple[Seat, ...] = ()
    """Who is tied for the win and guesses on; empty outside tie-breaks (SP-14)."""
    tie_breaks: int = 0
    """Rounds of the tie-break played."""
    dropped: tuple[tuple[Seat, ...], ...] = ()
    """Who fell behind in each round of the tie-break."""
    finished: FinishedRound | None = None
    """The last round played to its end."""
    resigned: tuple[Seat, ...] = ()
    """In the order they left."""


class PlaceWager(Record, frozen=True):
    wager: Wager


class ChooseStart(Record, frozen=True):
    seat: Seat


class Name(Record, frozen=True):
    text: str


class Pass(Record, frozen=True):
    pass


class StartTimer(Record, frozen=True):
    pass


class Rule(Record, frozen=True):
    """A ruling on the guess on the table; `item` is the text of the item it is right for, None to leave it open."""

    correct: bool
    item: str | None = None


Move = PlaceWager | ChooseStart | Name | Pass | StartTimer | Rule


class RoundBegan(Record, frozen=True):
    number: int
    reader: Seat
    topic: str
    items: int
    """How many."""
    wager_number: int
    guessers: tuple[Seat, ...]
    is_tie_break: bool


class Wagered(Record, frozen=True):
    reader: Seat
    wager: Wager


class StartChosen(Record, frozen=True):
    reader: Seat
    starter: Seat


class TimerStarted(Record, frozen=True):
    seat: Seat
    """Whose time is short now."""
    by: Seat | None
    """The Reader, or None when it started by itself."""


class GuessNamed(Record, frozen=True):
    """Somebody named something and people are to rule on it. What, only the view says, and only for now (SP-7)."""

    seat: Seat


class GuessMade(Record, frozen=True):
    """What came of a turn, or of a repeat; no more than the table then shows, and never the guess (SP-7)."""

    seat: Seat
    result: Result
    smiley: bool
    """Whether the pawn moved back for it; it was a smiley at Start, too."""
    chip: int | None
    """The chip taken."""
    position: int
    found: int
    """How many items have been found."""
    chips_left: tuple[int, ...]


class GuessDropped(Record, frozen=True):
    """Who made the guess resigned before anybody had ruled on it (ALL-5)."""

    seat: Seat


class RoundEnded(Record, frozen=True):
    finished: FinishedRound


class RoundDropped(Record, frozen=True):
    """A round was broken off because of a resignation: it counts for nobody (ALL-5)."""

    number: int


class TieBreakBegan(Record, frozen=True):
    contenders: tuple[Seat, ...]


Event = (
    RoundBegan
    | Wagered
    | StartChosen
    | TimerStarted
    | GuessNamed
    | GuessMade
    | GuessDropped
    | RoundEnded
    | RoundDropped
    | TieBreakBegan
)
Step = tuple[State, tuple[Event, ...]]
