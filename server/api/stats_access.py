"""Who may ask for which statistics. Operators: everything. Players: what they were part of.

What a player learns of somebody else is what both did in matches that both played.
"""

from typing import NoReturn

from server.api.errors import ApiError
from server.api.viewer import Info
from server.matches.store import Player


def forbid(message: str) -> NoReturn:
    """Raise `ApiError` (FORBIDDEN)."""
    raise ApiError("FORBIDDEN", message)


def operator(info: Info) -> Player:
    """Return the operator asking; raise `ApiError` for anybody else."""
    player = info.context.required()
    if not player.is_operator:
        forbid("This is for operators: make a token with `python -m server token`.")
    return player


def is_operator(info: Info) -> bool:
    """Tell whether an operator is asking."""
    return info.context.player is not None and info.context.player.is_operator


def must_be_part_of(info: Info, players: tuple[str, ...]) -> None:
    """Raise `ApiError` unless an operator is asking, or one of these players."""
    player = info.context.required()
    if not player.is_operator and player.id not in players:
        forbid("Only operators may ask about matches that you have no part in: name yourself as the player.")


async def must_have_played_in(info: Info, event: str | None, kind: str, tests: bool) -> None:
    """Raise `ApiError` unless an operator is asking, or somebody who has played the game in the event."""
    player = info.context.required()
    if player.is_operator:
        return
    readings = info.context.services.statistics.readings
    if event is None or await readings.standing(player.id, kind, event, tests=tests) is None:
        forbid("Players may see the leaderboards of events that they have played in, operators all.")
