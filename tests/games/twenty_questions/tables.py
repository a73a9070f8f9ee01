"""Sets tables of 20 Questions for the tests, with cards whose first eight lines are always the same instructions.

Lines 9 to 20 are clues; the numbers below say what the others are. Seat 0 reads Paris, unless a test says otherwise.
"""

from random import Random

from server.games.answers import known_of
from server.games.engine import Deck, Seat, replace
from server.games.twenty_questions.records import (
    Card,
    CardInPlay,
    Category,
    ChooseClue,
    Choosing,
    Event,
    Guess,
    Guessing,
    Line,
    Move,
    Occasion,
    OfferingFreeGuess,
    Options,
    Phase,
    ReadLine,
    State,
    Step,
)
from server.games.twenty_questions.rules import apply

FREE_GUESS, LOSE_A_TURN, AHEAD_3, BACK_3, NEXT_BONUS, OTHER_AHEAD_2, OTHER_BACK_2, GUESS_AND_PICK = range(1, 9)
FIRST_CLUE = 9

INSTRUCTIONS = (
    Line(instruction="FREE_GUESS"),
    Line(instruction="LOSE_A_TURN"),
    Line(instruction="MOVE_AHEAD", spaces=3),
    Line(instruction="MOVE_BACK", spaces=3),
    Line(instruction="NEXT_BONUS"),
    Line(instruction="MOVE_OTHER", spaces=2, direction="FORWARD"),
    Line(instruction="MOVE_OTHER", spaces=2, direction="BACK"),
    Line(instruction="GUESS_AND_PICK"),
)


def card(id: str, text: str, category: Category = "PLACE", aliases: tuple[str, ...] = ()) -> Card:
    clues = tuple(Line(clue=f"Clue {number} of {id}.") for number in range(FIRST_CLUE, 21))
    return Card(
        id=id, text=text, aliases=aliases, year=category == "YEAR", category=category, lines=INSTRUCTIONS + clues
    )


PARIS = card("paris", "Paris", aliases=("City of Light",))
ROME = card("rome", "Rome")
ADA = card("ada", "Ada Lovelace", "PERSON")
MOON = card("moon", "Moon landing", "THING")
YEAR = card("year", "1969", "YEAR")
CARDS = (PARIS, ROME, ADA, MOON, YEAR)
DECK = Deck("test", "Test", "en", CARDS, "0", stacked=True, known=known_of(CARDS))
"""Never shuffled: after Paris comes Rome."""

RIGHT, ALSO_RIGHT, NEARLY_RIGHT, WRONG = Guess("Paris"), Guess("city of light"), Guess("Parris"), Guess("London")


def table(seats: int = 3, phase: Phase | None = None, read: tuple[int, ...] = (), **more: object) -> State:
    """Return a state in which seat 1 is to name a number of Paris, seat 1 having named those already `read`."""
    state = State(
        Options(),
        phase=phase or Choosing(1),
        card=CardInPlay(1, PARIS, reader=0, read=tuple(ReadLine(number, 1) for number in read)),
        reader=0,
        positions=(0,) * seats,
        chips=(0,) * seats,
        draw_pile=("rome", "ada", "moon", "year"),
        bonuses=(0,) * seats,
    )
    return replace(state, **more)


def bonus_table(seats: int = 3, read: tuple[int, ...] = (), **more: object) -> State:
    """Return a state in which seat 1 plays a Bonus Round: seat 0 reads Paris."""
    state = table(seats, read=read, bonuses=(0, 1, *(0,) * (seats - 2)))
    return replace(state, card=replace(state.card, bonus_player=1), **more)


def guessing(seat: Seat = 1, occasion: Occasion = "TURN") -> Guessing:
    return Guessing(seat, occasion)


def clues(number: int) -> tuple[int, ...]:
    """Return so many numbers, clues first, that they can have been read."""
    return (*range(FIRST_CLUE, 21), *range(1, FIRST_CLUE))[:number]


def window(*asked: Seat, guesser: Seat) -> OfferingFreeGuess:
    return OfferingFreeGuess(guesser, asked)


def play(state: State, seat: Seat, move: Move) -> Step:
    return apply(state, seat, move, DECK, Random("chance"))


def played(state: State, *moves: tuple[Seat, Move]) -> State:
    """Return the state after several moves."""
    for seat, move in moves:
        state, _ = play(state, seat, move)
    return state


def choose(state: State, number: int, seat: Seat = 1) -> Step:
    return play(state, seat, ChooseClue(number))


def names(events: tuple[Event, ...]) -> list[str]:
    return [type(event).__name__ for event in events]
