"""Whose turn it is: how one begins and ends, who reads to whom, and when the match is over."""

from server.games.engine import Seat, left_of, replace
from server.games.trivial_pursuit.records import (
    Event,
    Over,
    OverReason,
    Rolling,
    State,
    Step,
    Token,
    TurnBegan,
    Won,
)

IDLE_ROUNDS = 10
"""When every token has let so many questions in a row run out of time, nobody is there any more (TP-17)."""


def after(first: Event, step: Step) -> Step:
    state, events = step
    return state, (first, *events)


def active_seats(state: State) -> tuple[Seat, ...]:
    return tuple(seat for seat in range(len(state.tokens)) if seat not in state.resigned)


def others(state: State) -> tuple[Seat, ...]:
    """Return the active seats but the one in turn."""
    return tuple(seat for seat in active_seats(state) if seat != state.turn)


def reader_of(state: State) -> Seat:
    """Return who reads to the seat in turn: the player on the right (TP-6)."""
    return min(others(state), key=lambda seat: (state.turn - seat) % len(state.tokens))


def token_in_turn(state: State) -> Token:
    return state.tokens[state.turn]


def with_token(state: State, token: Token) -> State:
    """Return the state with another token for the seat in turn."""
    return replace(state, tokens=(*state.tokens[: state.turn], token, *state.tokens[state.turn + 1 :]))


def begin_turn(state: State, seat: Seat) -> Step:
    state = replace(state, phase=Rolling(), turn=seat)
    token = token_in_turn(state)
    state = with_token(state, replace(token, turns=token.turns + 1))
    return state, (TurnBegan(seat, turn_number(state), is_reply=bool(state.winners)),)


def turn_number(state: State) -> int:
    """Return how many turns have begun in the match."""
    return sum(token.turns for token in state.tokens)


def end_turn(state: State) -> Step:
    """Pass play to the left (TP-7); after a win only to those who have not had a turn (TP-14)."""
    if state.winners:
        return let_draw_level(state)
    if state.unanswered >= IDLE_ROUNDS * len(active_seats(state)):
        return over(state, "NOBODY_ANSWERS")
    return begin_turn(state, left_of(state.turn, active_seats(state), len(state.tokens)))


def win(state: State) -> Step:
    """End the match, or let those who have not had a turn try to win as well (TP-12, TP-14)."""
    won = Won(state.turn)
    return after(won, let_draw_level(replace(state, winners=(*state.winners, state.turn))))


def let_draw_level(state: State) -> Step:
    waiting = [seat for seat in active_seats(state) if state.tokens[seat].turns == 0]
    if not waiting:
        return over(state, "WON")
    return begin_turn(state, left_of(state.turn, waiting, len(state.tokens)))


def over(state: State, reason: OverReason) -> Step:
    return replace(state, phase=Over(reason)), ()
