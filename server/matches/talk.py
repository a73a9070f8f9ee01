"""What the members of a team suggest to each other while the match waits (TP-16): team talk, no plies.

It is kept in memory, for the present decision only, and reaches the members of one seat and nobody else. No view,
event, count or document of a match knows of it. The store carries it to the other servers; a restart forgets it.
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from server.games.engine import Record, Seat
from server.matches.match import Refusal, Refused, seat_of
from server.matches.records import Match, Status
from server.matches.teams import member_of
from server.matches.texts import has_controls, is_visible, trimmed

LONGEST = 60
"""Characters in a suggestion."""
KEPT = 50
"""Suggestions remembered for each team."""

Team = tuple[str, Seat]
"""A match's id and a seat of it."""


class Suggestion(Record, frozen=True):
    """What a member of a team suggests to the others."""

    match: str
    seat: Seat
    decision: int
    """What it is for: gone when the match waits for something else."""
    player: str
    name: str
    text: str
    at: datetime
    origin: str
    """The server process that took it."""


def team_seat(match: Match, player: str | None) -> Seat | None:
    """Return the seat of a player in a team, None for everybody else."""
    seat = seat_of(match, player)
    return seat if seat is not None and match.seats[seat].members else None


def suggestion_in(match: Match, player: str, text: str, at: datetime, origin: str) -> Suggestion:
    """Return what a player suggests to their team; raise `Refused` when they cannot, or the text cannot be shown."""
    seat = _talking_seat(match, player)
    name = member_of(match.seats[seat], player).name
    return Suggestion(match.setup.id, seat, match.decision, player, name, checked_text(text), at, origin)


def _talking_seat(match: Match, player: str) -> Seat:
    seat = seat_of(match, player)
    if seat is None or match.seats[seat].has_resigned:
        raise Refused(Refusal.NOT_SEATED, "You have no seat in this match.")
    if len(match.seats[seat].members) < 2:
        raise Refused(Refusal.NOT_ALLOWED, "There is nobody else in your seat to suggest anything to.")
    if match.status is Status.OPEN:
        raise Refused(Refusal.MATCH_NOT_STARTED, "This match has not started yet.")
    if match.status is not Status.RUNNING:
        raise Refused(Refusal.MATCH_OVER, "This match is over.")
    return seat


def checked_text(text: str) -> str:
    """Return a suggestion's text as it is shown; raise `Refused` (BAD_REQUEST) for one that cannot be."""
    kept = trimmed(text)
    if has_controls(kept) or not is_visible(kept):
        raise Refused(Refusal.BAD_REQUEST, "A suggestion is a line of visible characters.", path=("text",))
    if len(kept) > LONGEST:
        raise Refused(
            Refusal.BAD_REQUEST,
            "A suggestion has at most {most} characters; this one has {count}.",
            path=("text",),
            most=LONGEST,
            count=len(kept),
        )
    return kept


class Talk:
    """The team talk of this server's matches, and who listens to it."""

    def __init__(self) -> None:
        self._said: dict[Team, tuple[Suggestion, ...]] = {}
        self._listeners: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self.is_closed = False

    def of(self, match: Match, seat: Seat) -> tuple[Suggestion, ...]:
        """Return what the members of a seat have said in the match's present decision, oldest first."""
        said = self._said.get((match.setup.id, seat), ())
        return tuple(suggestion for suggestion in said if suggestion.decision == match.decision)

    def hear(self, suggestion: Suggestion) -> None:
        """Remember a suggestion and wake those who listen."""
        team = (suggestion.match, suggestion.seat)
        said = [one for one in self._said.get(team, ()) if one.decision >= suggestion.decision]
        self._said[team] = tuple(sorted((*said, suggestion), key=lambda one: (one.decision, one.at)))[-KEPT:]
        self._wake(suggestion.match)

    def follow(self, match: Match) -> None:
        """Forget what was said for earlier decisions of a match that has changed, all of it once it is over."""
        for seat in range(len(match.seats)):
            self._forget((match.setup.id, seat), None if match.ended_at else match.decision)
        self._wake(match.setup.id)

    def _forget(self, team: Team, decision: int | None) -> None:
        left = [one for one in self._said.pop(team, ()) if decision is not None and one.decision >= decision]
        if left:
            self._said[team] = tuple(left)

    def _wake(self, match_id: str) -> None:
        for listener in self._listeners.get(match_id, ()):
            listener.set()

    @contextmanager
    def listening(self, match_id: str) -> Iterator[asyncio.Event]:
        """Give an event that is set whenever the talk of a match, or the match, may have changed."""
        listener = asyncio.Event()
        self._listeners[match_id].add(listener)
        try:
            yield listener
        finally:
            self._listeners[match_id].discard(listener)
            if not self._listeners[match_id]:
                del self._listeners[match_id]

    def close(self) -> None:
        """Let everybody who listens go."""
        self.is_closed = True
        for match_id in self._listeners:
            self._wake(match_id)
