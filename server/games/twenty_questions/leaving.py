"""What happens to a card, a turn or a Bonus Round when a seat resigns (ALL-5)."""

from random import Random

from server.games.engine import Deck, Seat, replace
from server.games.rulings import without_judge
from server.games.twenty_questions.board import active_seats, left_guesser, movable_pawns, with_entry
from server.games.twenty_questions.cards import begin_turn, end_match, miss_bonus, pass_turn_on
from server.games.twenty_questions.free_guesses import next_free_guess, wait_for_all
from server.games.twenty_questions.guesses import go_by
from server.games.twenty_questions.lines import after_moving_other
from server.games.twenty_questions.records import (
    Choosing,
    ChoosingPawn,
    Declared,
    Guessing,
    OfferingFreeGuess,
    Over,
    Reviewing,
    State,
    Step,
)


def leave(state: State, seat: Seat, fewest: int, deck: Deck, rng: Random) -> Step:
    """Take the seat with its chips and the Bonus Rounds it is owed out of the match; too few seats end it."""
    state = replace(
        state,
        resigned=(*state.resigned, seat),
        chips=with_entry(state.chips, seat, 0),
        owed=tuple(other for other in state.owed if other != seat),
    )
    if len(active_seats(state)) < fewest:
        return end_match(state, "TOO_FEW_SEATS")
    if seat == state.card.bonus_player:
        return miss_bonus(state, deck, rng)
    match state.phase:
        case OfferingFreeGuess() as phase:
            return leave_window(state, phase, seat)
        case Choosing(mover) | ChoosingPawn(mover) if mover == seat:
            return pass_turn_on(state, seat, deck, rng)
        case ChoosingPawn(mover) if not movable_pawns(state, mover):
            return after_moving_other(state, mover)
        case Guessing() as phase:
            guessing = without_declared(state, phase, seat)
            if phase.seat == seat:
                return stop_guessing(state, guessing, deck, rng)
            return replace(state, phase=guessing), ()
        case Reviewing(phase, review) as reviewing:
            guessing = without_declared(state, phase, seat)
            if phase.seat == seat:
                return stop_guessing(state, guessing, deck, rng)
            return go_by(state, replace(reviewing, guessing=guessing), without_judge(review, seat), deck, rng)
        case Choosing() | ChoosingPawn() | Over():
            return state, ()


def leave_window(state: State, phase: OfferingFreeGuess, seat: Seat) -> Step:
    """Ask again when it was the coming Guesser who left, since it is now another's turn."""
    if seat == phase.guesser:
        return begin_turn(state, left_guesser(state, seat))
    rest = replace(
        phase,
        asked=tuple(other for other in phase.asked if other != seat),
        declared=tuple(other for other in phase.declared if other != seat),
        declined=tuple(other for other in phase.declined if other != seat),
    )
    return wait_for_all(state, rest)


def without_declared(state: State, guessing: Guessing, seat: Seat) -> Guessing:
    """Return the guess without what the seat had still to do after it: another free guess, or the turn to come."""
    declared = guessing.declared
    if declared is None:
        return guessing
    rest = Declared(
        declared.guesser if declared.guesser != seat else left_guesser(state, seat),
        tuple(other for other in declared.waiting if other != seat),
        tuple(other for other in declared.played if other != seat),
    )
    return replace(guessing, declared=rest)


def stop_guessing(state: State, guessing: Guessing, deck: Deck, rng: Random) -> Step:
    """Go on without the guess of a seat that has left."""
    if guessing.declared is not None:
        return next_free_guess(state, guessing.declared)
    return pass_turn_on(state, guessing.seat, deck, rng)
