"""A match as facts see it, from a table set by hand and the moves made at it."""

from collections.abc import Callable, Sequence
from typing import Any

from server.games.engine import Seat
from server.games.facts import Scene

Said = tuple[Seat | None, Any, int | None]
"""Who moves, how, and after how many tenths of a second; None for a bot's move. Without a seat: a step of the rules."""


def watched(
    state: Any, play: Callable[[Any, Seat, Any], Any], moves: Sequence[Said], began: Sequence[Any] = ()
) -> list[Scene]:
    """Return the scenes of moves made from a state; `began` are the events that led to it.

    A move without a seat is a function of the state that gives the step: a clock that ran out, a resignation.
    """
    scenes = [Scene(0, None, None, False, None, None, state, tuple(began))]
    for at, (seat, move, tenths) in enumerate(moves, start=1):
        before = scenes[-1].after
        after, events = move(before) if seat is None else play(before, seat, move)
        said = None if seat is None else move
        scenes.append(Scene(at, seat, said, seat is not None and tenths is None, tenths, before, after, events))
    return scenes
