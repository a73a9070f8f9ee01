"""The die and the way of a token: the roll for the start, the roll of a turn, and where it leads."""

from random import Random

from server.games.engine import Deck, IllegalMove, Seat, replace
from server.games.trivial_pursuit.board import DIE, SPACES, headquarters, paths
from server.games.trivial_pursuit.questions import ask
from server.games.trivial_pursuit.records import (
    ChoosingCategory,
    Moved,
    Moving,
    Rolled,
    RolledForStart,
    Rolling,
    RollingForStart,
    StartTied,
    State,
    Step,
    VotingCategory,
)
from server.games.trivial_pursuit.turns import after, begin_turn, token_in_turn, with_token
from server.games.wording import Several


def die(rng: Random) -> int:
    return rng.choice(DIE)


# The start


def still_to_roll(phase: RollingForStart) -> frozenset[Seat]:
    return frozenset(seat for seat in phase.contenders if phase.rolls[seat] is None)


def roll_for_start(state: State, phase: RollingForStart, seat: Seat, rng: Random) -> Step:
    roll = die(rng)
    rolls = (*phase.rolls[:seat], roll, *phase.rolls[seat + 1 :])
    return after(RolledForStart(seat, roll, phase.round), wait_or_start(state, replace(phase, rolls=rolls)))


def wait_or_start(state: State, phase: RollingForStart) -> Step:
    """Let the highest roller begin; those who tie roll again (TP-1)."""
    if len(phase.contenders) == 1:
        return begin_turn(state, phase.contenders[0])
    if still_to_roll(phase):
        return replace(state, phase=phase), ()
    rolls = {seat: phase.rolls[seat] or 0 for seat in phase.contenders}
    highest = tuple(seat for seat, roll in rolls.items() if roll == max(rolls.values()))
    if len(highest) == 1:
        return begin_turn(state, highest[0])
    again = RollingForStart(phase.round + 1, highest, (None,) * len(phase.rolls))
    return replace(state, phase=again), (StartTied(highest),)


def without_contender(state: State, phase: RollingForStart, seat: Seat) -> Step:
    """Go on with the roll for the start without a seat that has just resigned (ALL-5)."""
    if seat not in phase.contenders:
        return state, ()
    contenders = tuple(other for other in phase.contenders if other != seat)
    return wait_or_start(state, replace(phase, contenders=contenders))


# A turn


def roll(state: State, rng: Random) -> Step:
    rolled = die(rng)
    return replace(state, phase=Moving(rolled), rolls=state.rolls + 1), (Rolled(state.turn, rolled),)


def destinations(state: State, phase: Moving) -> tuple[str, ...]:
    """Return where the token in turn may go, never an HQ that is locked for it (TP-2, TP-9)."""
    token = token_in_turn(state)
    locked = token.locked and headquarters(token.locked)
    return tuple(space for space in paths(token.space, phase.roll) if space != locked)


def move_to(state: State, phase: Moving, space: str, deck: Deck, rng: Random) -> Step:
    check_destination(state, phase, space)
    token = token_in_turn(state)
    moved = Moved(state.turn, token.space, paths(token.space, phase.roll)[space])
    return after(moved, land(with_token(state, replace(token, space=space)), space, deck, rng))


def check_destination(state: State, phase: Moving, space: str) -> None:
    """Raise IllegalMove unless the token can go there (TP-2, TP-9)."""
    if space in destinations(state, phase):
        return
    if space not in SPACES:
        raise IllegalMove("TP-2", "There is no such space on the board.")
    if space in paths(token_in_turn(state).space, phase.roll):
        raise IllegalMove("TP-9", "You missed the question here: answer one elsewhere before you come back.")
    raise IllegalMove(
        "TP-2",
        Several(
            "That space is not exactly {count} step away without turning back.",
            "That space is not exactly {count} steps away without turning back.",
            phase.roll,
        ),
    )


def land(state: State, space: str, deck: Deck, rng: Random) -> Step:
    """Do what the space asks for: roll again, answer its colour, choose a category, or face the final question."""
    colour = SPACES[space].colour
    if colour is not None:
        return ask(state, colour, deck, rng)
    if SPACES[space].kind == "ROLL_AGAIN":
        return replace(state, phase=Rolling()), ()
    if len(token_in_turn(state).wedges) < state.options.wedges:
        return replace(state, phase=ChoosingCategory()), ()
    return replace(state, phase=VotingCategory((None,) * len(state.tokens))), ()
