"""Blue chips: who plays one before another's turn, and in what order they guess (TQ-8)."""

from server.games.engine import Seat, replace
from server.games.twenty_questions.board import after, clockwise_from, with_entry
from server.games.twenty_questions.cards import offer_free_guess, wait_for
from server.games.twenty_questions.records import (
    ChipPlayed,
    Declared,
    FreeGuessConsidered,
    FreeGuessesDeclared,
    Guessing,
    OfferingFreeGuess,
    State,
    Step,
)


def undecided(phase: OfferingFreeGuess) -> frozenset[Seat]:
    return frozenset(phase.asked) - {*phase.declared, *phase.declined}


def play_free_guess(state: State, phase: OfferingFreeGuess, seat: Seat) -> Step:
    spoken = replace(phase, declared=(*phase.declared, seat))
    return after((FreeGuessConsidered(seat),), wait_for_all(state, spoken))


def decline_free_guess(state: State, phase: OfferingFreeGuess, seat: Seat) -> Step:
    spoken = replace(phase, declined=(*phase.declined, seat))
    return after((FreeGuessConsidered(seat),), wait_for_all(state, spoken))


def wait_for_all(state: State, phase: OfferingFreeGuess) -> Step:
    """Keep the window open, for the same wait, until all have spoken."""
    return (replace(state, phase=phase), ()) if undecided(phase) else close_window(state, phase)


def close_window(state: State, phase: OfferingFreeGuess) -> Step:
    """Let those who have declared a chip guess, clockwise from the player whose turn is coming."""
    order = clockwise_from(state, phase.guesser, phase.declared)
    return after((FreeGuessesDeclared(order),), next_free_guess(state, Declared(phase.guesser, order)))


def next_free_guess(state: State, declared: Declared) -> Step:
    """Let the next one guess for a chip, which goes back to the board; a chip not reached is kept.

    When all have guessed, they may play another chip each: several chips go pass by pass.
    """
    if not declared.waiting:
        return offer_free_guess(state, declared.guesser, declared.played)
    seat, *later = declared.waiting
    begun = Declared(declared.guesser, tuple(later), (*declared.played, seat))
    state = replace(state, chips=with_entry(state.chips, seat, state.chips[seat] - 1))
    return wait_for(state, Guessing(seat, "CHIP", begun)), (ChipPlayed(seat),)
