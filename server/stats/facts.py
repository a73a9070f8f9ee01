"""From a match's log to its facts. Pure: the same log gives the same facts, on every server and at any time.

The log is folded once more through the match's own `step`, so that nothing is believed that the rules do not confirm.
Whether a match has ended is for the caller to see to; facts of a match that is not over must not be made.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any

import msgspec

from server.games.engine import Rules, Seat
from server.games.facts import GameFacts, Scene
from server.matches.match import Table, seats_to_move, step
from server.matches.records import (
    Close,
    Match,
    MoveClock,
    Play,
    Ply,
    TimeRanOut,
)
from server.matches.teams import members_of
from server.stats.records import Counts, MatchFacts, SeatFacts

Lead = tuple[Seat | None, int]
ENCODER = msgspec.json.Encoder(order="sorted")


class NotEnded(Exception):
    """The log is not that of a match that has ended after its start."""


def counts_of(values: Iterable[int]) -> Counts:
    """Return how often each value comes, by value."""
    return tuple(sorted(Counter(values).items()))


def facts_of(created: Match, plies: Sequence[Ply], table: Table, kept: GameFacts, seq: int) -> MatchFacts:
    """Return the facts of an ended match from its creation and its whole log; `seq` is its ending's number.

    Raise `NotEnded`, or `Refused` when the rules refuse the log.
    """
    watch = Watch(kept, table.rules)
    match = created
    for ply in plies:
        after, events = step(match, ply.change, ply.at, table)
        if match.ended_at is None:
            watch.see(match, ply, after, events)
        match = after
    if match.started_at is None or match.ended_at is None:
        raise NotEnded(f"Match {created.setup.id} has not ended after a start.")
    return watch.facts(match, match.started_at, match.ended_at, seq)


class Watch:
    """Sees a match go by, ply by ply, and says at the end what is to be kept."""

    def __init__(self, kept: GameFacts, rules: Rules) -> None:
        self._kept = kept
        self._rules = rules
        self._scenes: list[Scene] = []
        self._paused = 0.0
        """Seconds in which no server ran, since the start."""
        self._waiting: dict[Seat, int] = {}
        """Since when each seat to move could do so, in tenths from the start."""
        self._decisions: dict[Seat, list[int]] = {}
        self._timeouts: Counter[Seat] = Counter()
        self._minded: Counter[Seat] = Counter()
        self._plies = 0
        self._reason = ""
        self._players: tuple[tuple[str, ...], ...] = ()
        """Who held each seat at the start, a whole team (TP-16), nobody a bot's. Nobody comes later, and who leaves a
        team shares its result."""

    def see(self, before: Match, ply: Ply, after: Match, events: tuple[object, ...]) -> None:
        """Take in one more ply of a match that had not ended before it."""
        if after.started_at is None:
            return
        self._plies += before.started_at is not None
        if before.started_at is None:
            self._players = tuple(tuple(member.player for member in members_of(seated)) for seated in after.seats)
        if isinstance(ply.change, MoveClock) and ply.change.reason == "OUTAGE":
            self._paused += ply.change.seconds
        if isinstance(ply.change, Close):
            self._reason = ply.change.reason
        at = self._tenths(after.started_at, ply.at)
        taken = self._moved(before, ply.change, at) if isinstance(ply.change, Play) else None
        self._count_timeouts(before, events)
        if after.step > before.step:
            self._scenes.append(_scene(before, ply, after, events, at, taken))
        self._wait(before, ply, after, at)

    def _tenths(self, started_at: datetime, at: datetime) -> int:
        return max(0, round(10 * ((at - started_at).total_seconds() - self._paused)))

    def _moved(self, before: Match, play: Play, at: int) -> int | None:
        """Note a move, and return how long it took when a person made it."""
        if play.by_bot:
            self._minded[play.seat] += before.seats[play.seat].player is not None
            return None
        taken = max(0, at - self._waiting[play.seat])
        self._decisions.setdefault(play.seat, []).append(taken)
        return taken

    def _count_timeouts(self, before: Match, events: Iterable[object]) -> None:
        for event in events:
            if isinstance(event, TimeRanOut):
                self._timeouts.update(seat for seat in event.seats if before.seats[seat].bot is None)

    def _wait(self, before: Match, ply: Ply, after: Match, at: int) -> None:
        """Note since when each seat that is to move now has been able to."""
        mover = ply.change.seat if isinstance(ply.change, Play) else None
        is_same = after.decision == before.decision
        earlier = self._waiting if is_same else {}
        to_move = seats_to_move(after, self._rules)
        self._waiting = {seat: earlier.get(seat, at) if seat != mover else at for seat in to_move}

    def facts(self, match: Match, started_at: datetime, ended_at: datetime, seq: int) -> MatchFacts:
        """Return what is kept of the match, which has ended."""
        setup, outcome = match.setup, match.outcome
        history = [self._kept.points(scene.after) for scene in self._scenes]
        leads = [lead_of(scene, self._kept.points, self._kept.LOWEST_WINS) for scene in self._scenes]
        return MatchFacts(
            match=setup.id,
            seq=seq,
            game=setup.game,
            event=setup.event,
            deck=setup.deck,
            options=ENCODER.encode(setup.options).decode(),
            rules_version=setup.rules_version,
            is_test=setup.is_test,
            rematch_of=setup.rematch_of,
            created_at=setup.created_at,
            started_at=started_at,
            ended_at=ended_at,
            duration=self._tenths(started_at, ended_at) // 10,
            plies=self._plies,
            status=match.status,
            reason=outcome.reason if outcome else self._reason,
            has_scored=any(points != history[0] for points in history),
            lead_changes=lead_changes(leads),
            largest_lead=largest_lead(leads),
            seats=self._seats(match, history[-1]),
            questions=self._kept.questions(self._scenes),
        )

    def _seats(self, match: Match, points: tuple[int, ...]) -> tuple[SeatFacts, ...]:
        places = match.outcome.places if match.outcome else (None,) * len(match.seats)
        scores = match.outcome.scores if match.outcome else points
        notes = self._kept.notes(self._scenes)
        return tuple(
            SeatFacts(
                seat=seat,
                players=self._players[seat],
                name=seated.name,
                bot=seated.bot if seated.player is None else None,
                minded=self._minded[seat],
                place=places[seat],
                points=scores[seat],
                has_resigned=seated.has_resigned,
                decisions=counts_of(self._decisions.get(seat, ())),
                timeouts=self._timeouts[seat],
                first_decision=next(iter(self._decisions.get(seat, ())), None),
                tallies=notes[seat].tallies,
                series=notes[seat].series,
            )
            for seat, seated in enumerate(match.seats)
        )


def lead_of(scene: Scene, points: Callable[[Any], tuple[int, ...]], lowest_wins: bool) -> Lead:
    """Return the seat that leads alone and by how much; None and 0 when nobody does. The resigned do not count."""
    sign = 1 if lowest_wins else -1
    ranked = sorted(
        (sign * number, seat) for seat, number in enumerate(points(scene.after)) if seat not in scene.after.resigned
    )
    if len(ranked) < 2 or ranked[0][0] == ranked[1][0]:
        return None, 0
    return ranked[0][1], ranked[1][0] - ranked[0][0]


def lead_changes(leads: Iterable[Lead]) -> int:
    """Return how often another seat led alone than the one that did so before."""
    leaders = [seat for seat, _ in leads if seat is not None]
    return sum(one != other for one, other in pairwise(leaders))


def largest_lead(leads: Iterable[Lead]) -> int:
    """Return the most points that the first was ever ahead of the second."""
    return max(points for _, points in leads)


def _scene(before: Match, ply: Ply, after: Match, events: tuple[object, ...], at: int, taken: int | None) -> Scene:
    if isinstance(ply.change, Play):
        play = ply.change
        return Scene(at, play.seat, play.move, play.by_bot, taken, before.state, after.state, events)
    return Scene(at, None, None, False, None, before.state, after.state, events)
