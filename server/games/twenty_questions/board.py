"""The track: where pawns stand and go, and who is owed a Bonus Round for it. Also who is in the match."""

from collections.abc import Callable
from typing import TypeVar

from server.games.engine import Seat, left_of, replace
from server.games.twenty_questions.records import (
    BonusEarned,
    ChipTaken,
    Event,
    MoveCause,
    PawnMoved,
    State,
    Step,
)

FINISH = 75
BONUS_SPACES = (9, 18, 27, 36, 45, 54, 63)
BLUE_CHIPS = 5
BONUSES_IN_A_ROW = 3

T = TypeVar("T")


def after(events: tuple[Event, ...], step: Step) -> Step:
    """Return the step with events that came before it."""
    state, more = step
    return state, (*events, *more)


def then(step: Step, following: Callable[[State], Step]) -> Step:
    """Return the step and what follows it."""
    state, events = step
    return after(events, following(state))


def with_entry(entries: tuple[T, ...], seat: Seat, entry: T) -> tuple[T, ...]:
    """Return the tuple of one entry a seat with that seat's changed."""
    return (*entries[:seat], entry, *entries[seat + 1 :])


def active_seats(state: State) -> tuple[Seat, ...]:
    return tuple(seat for seat in range(len(state.positions)) if seat not in state.resigned)


def guessers(state: State) -> tuple[Seat, ...]:
    """Return the seats that may guess a card: all but its Reader (TQ-3)."""
    return tuple(seat for seat in active_seats(state) if seat != state.card.reader)


def left_guesser(state: State, seat: Seat) -> Seat:
    return left_of(seat, guessers(state), len(state.positions))


def first_from(state: State, seat: Seat, among: tuple[Seat, ...]) -> Seat:
    """Return the seat itself when it is among them, else the next of them to the right."""
    seats = len(state.positions)
    return next(other for step in range(seats) if (other := (seat - step) % seats) in among)


def clockwise_from(state: State, first: Seat, some: tuple[Seat, ...]) -> tuple[Seat, ...]:
    seats = len(state.positions)
    return tuple(sorted(some, key=lambda seat: (seat - first) % seats))


def has_winner(state: State) -> bool:
    return FINISH in state.positions


def move_pawn(state: State, seat: Seat, spaces: int, cause: MoveCause) -> Step:
    """Move a pawn forward, or back when `spaces` is below 0, from START (0) to FINISH at most."""
    origin = state.positions[seat]
    position = min(max(origin + spaces, 0), FINISH)
    if position == origin:
        return state, ()
    moved = replace(state, positions=with_entry(state.positions, seat, position))
    return moved, (PawnMoved(seat, origin, position, cause),)


def move_own_pawn(state: State, seat: Seat, spaces: int, cause: MoveCause) -> Step:
    """Move a pawn by its player's own move: ending on a Bonus Space it earns a Bonus Round (TQ-14).

    In a Bonus Round that is seen to at its end.
    """
    moved, events = move_pawn(state, seat, spaces, cause)
    if not events:
        return state, ()
    if state.card.bonus_player is not None:
        return replace(moved, card=replace(moved.card, has_moved=True)), events
    return after(events, earn_bonus(moved, seat))


def earn_bonus(state: State, seat: Seat) -> Step:
    """Owe the seat a Bonus Round when it stands on a Bonus Space: one at a time, three in a row at most (TQ-14)."""
    is_due = state.positions[seat] in BONUS_SPACES and seat not in state.owed
    if not is_due or state.bonuses[seat] >= BONUSES_IN_A_ROW:
        return state, ()
    return replace(state, owed=(*state.owed, seat)), (BonusEarned(seat),)


def spaces_to_next_bonus(position: int) -> int:
    """Return how far the nearest Bonus Space ahead is, 0 when there is none (TQ-11)."""
    return next((space - position for space in BONUS_SPACES if space > position), 0)


def chips_left(state: State) -> int:
    """Return the blue chips on the board."""
    return BLUE_CHIPS - sum(state.chips)


def take_chip(state: State, seat: Seat) -> Step:
    """Take a blue chip if one is left (TQ-7)."""
    if chips_left(state) == 0:
        return state, ()
    return replace(state, chips=with_entry(state.chips, seat, state.chips[seat] + 1)), (ChipTaken(seat),)


def movable_pawns(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return whose pawns the seat may move (TQ-12); the Reader's stays where it is in a Bonus Round (TQ-16)."""
    others = active_seats(state) if state.card.bonus_player is None else guessers(state)
    return tuple(other for other in others if other != seat)
