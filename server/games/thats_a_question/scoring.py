"""How far the squirrels go after a question, and what they pass on the way (AQ-6 to AQ-10). Pure arithmetic."""

from typing import NamedTuple

from server.games.engine import Seat
from server.games.thats_a_question.records import GuessMade, Question, Side

TRIPLE_STEPS = 3
STEPS_AMONG_THREE = 2
"""What a tough kicker earns among three when the asker's guess is wrong (AQ-10)."""


class Board(NamedTuple):
    """A side of the board: how many steps from the start its places lie."""

    lake: int
    meadow: int
    path: int
    """The last step drawn; squirrels run on past it."""


SMALL_BOARD = Board(lake=6, meadow=12, path=19)
LARGE_BOARD = Board(lake=8, meadow=16, path=24)


def board_for(seats: int) -> Board:
    """Return the side of the board for the number of seats a match began with."""
    return SMALL_BOARD if seats <= 4 else LARGE_BOARD


def passed_places(board: Board, before: int, after: int) -> int:
    """Return how many of lake and meadow a squirrel has reached or passed on its way (AQ-7)."""
    return sum(before < place <= after for place in (board.lake, board.meadow))


def steps_of(
    question: Question,
    answer: Side,
    guesses: tuple[GuessMade, ...],
    asker_guess: Side | None,
    seats: int,
    players: int,
) -> tuple[int, ...]:
    """Return each seat's steps; `seats` are those the match began with, `players` those still in it."""
    wrong = frozenset(guess.seat for guess in guesses if guess.choice != answer)
    steps = [0] * seats
    steps[question.answerer] = 1
    steps[question.asker] = len(wrong)
    for guess in guesses:
        steps[guess.seat] = steps_of_guess(guess, answer)
        if guess.kicker == "TOUGH":
            steps[guess.seat] += steps_of_tough_kicker(guess.seat, wrong, answer, asker_guess, players)
    return tuple(steps)


def steps_of_guess(guess: GuessMade, answer: Side) -> int:
    if guess.choice != answer:
        return 0
    return TRIPLE_STEPS if guess.kicker == "TRIPLE" else 1


def steps_of_tough_kicker(
    owner: Seat, wrong: frozenset[Seat], answer: Side, asker_guess: Side | None, players: int
) -> int:
    """Return what a tough kicker earns its owner: by the others' misses, among three by the asker's (AQ-9, AQ-10)."""
    if asker_guess is not None:
        return STEPS_AMONG_THREE if asker_guess != answer else 0
    return len(wrong - {owner}) * steps_a_miss(players)


def steps_a_miss(players: int) -> int:
    """Return what another guesser's miss is worth to the owner of a tough kicker (AQ-9)."""
    return 2 if players == 4 else 1
