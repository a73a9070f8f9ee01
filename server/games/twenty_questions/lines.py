"""A number is named and its line read: a clue to guess by, or an instruction to carry out (TQ-2, TQ-7 to TQ-16)."""

from random import Random
from typing import assert_never

from server.games.engine import Deck, IllegalMove, Seat, replace
from server.games.twenty_questions.board import (
    after,
    movable_pawns,
    move_own_pawn,
    move_pawn,
    spaces_to_next_bonus,
    take_chip,
    then,
)
from server.games.twenty_questions.cards import (
    go_on,
    go_on_with_bonus,
    miss_bonus,
    pass_turn_on,
    uncovered,
    wait_for,
)
from server.games.twenty_questions.records import (
    LINES,
    ChoosingPawn,
    Guessing,
    Line,
    LineRead,
    ReadLine,
    State,
    Step,
)


def choose_clue(state: State, seat: Seat, number: int, deck: Deck, rng: Random) -> Step:
    if not 1 <= number <= LINES:
        raise IllegalMove("TQ-2", "Name a number from 1 to {most}.", most=LINES)
    if number not in uncovered(state.card):
        raise IllegalMove("TQ-2", "Number {number} is covered already: name another one.", number=number)
    line = state.card.card.lines[number - 1]
    state = replace(state, card=replace(state.card, read=(*state.card.read, ReadLine(number, seat))))
    follow = carry_out if state.card.bonus_player is None else carry_out_in_bonus
    return after((LineRead(seat, number, line),), follow(state, seat, line, deck, rng))


def carry_out(state: State, seat: Seat, line: Line, deck: Deck, rng: Random) -> Step:
    """Do what the line says; after most of them the Guesser guesses."""
    match line.instruction:
        case None:
            return wait_for(state, Guessing(seat, "TURN")), ()
        case "FREE_GUESS" | "GUESS_AND_PICK":
            return wait_for(state, Guessing(seat, line.instruction)), ()
        case "LOSE_A_TURN":
            return pass_turn_on(state, seat, deck, rng)
        case "MOVE_AHEAD" | "MOVE_BACK" | "NEXT_BONUS":
            moved = move_own_pawn(state, seat, own_spaces(state, seat, line), "INSTRUCTION")
            return go_on(moved, lambda state: (wait_for(state, Guessing(seat, "TURN")), ()))
        case "MOVE_OTHER":
            return wait_for(state, ChoosingPawn(seat, others_spaces(line))), ()
        case _:
            assert_never(line.instruction)


def carry_out_in_bonus(state: State, seat: Seat, line: Line, deck: Deck, rng: Random) -> Step:
    """Do what the line says, without an extra guess; losing a turn ends the Bonus Round (TQ-16)."""
    match line.instruction:
        case None | "GUESS_AND_PICK":
            return go_on_with_bonus(state)
        case "FREE_GUESS":
            return then(take_chip(state, seat), go_on_with_bonus)
        case "LOSE_A_TURN":
            return miss_bonus(state, deck, rng)
        case "MOVE_AHEAD" | "MOVE_BACK" | "NEXT_BONUS":
            moved = move_own_pawn(state, seat, own_spaces(state, seat, line), "INSTRUCTION")
            return go_on(moved, go_on_with_bonus)
        case "MOVE_OTHER":
            if not movable_pawns(state, seat):
                return go_on_with_bonus(state)
            return wait_for(state, ChoosingPawn(seat, others_spaces(line))), ()
        case _:
            assert_never(line.instruction)


def own_spaces(state: State, seat: Seat, line: Line) -> int:
    """Return how far the Guesser's own pawn is to go, below 0 for back (TQ-10, TQ-11)."""
    spaces = line.spaces or spaces_to_next_bonus(state.positions[seat])
    return -spaces if line.instruction == "MOVE_BACK" else spaces


def others_spaces(line: Line) -> int:
    spaces = line.spaces or 0
    return -spaces if line.direction == "BACK" else spaces


def move_others_pawn(state: State, phase: ChoosingPawn, pawn: Seat) -> Step:
    """Move the pawn that was chosen, which earns its player no Bonus Round (TQ-12, TQ-14)."""
    if pawn == phase.seat:
        raise IllegalMove("TQ-12", "Choose somebody else's pawn, not your own.")
    if pawn not in movable_pawns(state, phase.seat):
        raise IllegalMove("TQ-12", "Choose the pawn of another player who may be moved now.")
    moved = move_pawn(state, pawn, phase.spaces, "OTHER_PLAYER")
    return go_on(moved, lambda state: after_moving_other(state, phase.seat))


def after_moving_other(state: State, seat: Seat) -> Step:
    if state.card.bonus_player is not None:
        return go_on_with_bonus(state)
    return wait_for(state, Guessing(seat, "TURN")), ()
