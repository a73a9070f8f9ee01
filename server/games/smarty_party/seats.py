"""Who takes which part in the present round."""

from typing import TypeVar

from server.games.engine import Seat
from server.games.smarty_party.records import Event, State, Step

T = TypeVar("T")


def active_seats(state: State) -> tuple[Seat, ...]:
    return tuple(seat for seat in range(len(state.positions)) if seat not in state.resigned)


def guessers(state: State) -> tuple[Seat, ...]:
    """Return who guesses: everybody but the Reader (SP-2), in a tie-break those tied (SP-14); never a resigned seat."""
    among = state.contenders or range(len(state.positions))
    return tuple(seat for seat in active_seats(state) if seat in among and seat != state.round.reader)


def is_reader_gone(state: State) -> bool:
    return state.round.reader in state.resigned


def with_entry(entries: tuple[T, ...], seat: Seat, entry: T) -> tuple[T, ...]:
    """Return the tuple of one entry a seat with that seat's changed."""
    return (*entries[:seat], entry, *entries[seat + 1 :])


def after(first: Event, step: Step) -> Step:
    state, events = step
    return state, (first, *events)
