"""Whole matches between bots as logs, without server or store: for filling a store, and for tests. Pure.

Everything is drawn from the seed: who moves first when several may, how long they think, and whether they let the clock
run out. The moves are the bots', but the log has them as its players' own, so that they count as people's.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any, NamedTuple

from server.games.engine import Deck, Seat, replace
from server.games.registry import Game
from server.matches.match import Table, digest, opened, step
from server.matches.records import (
    Change,
    Join,
    Match,
    Play,
    PlayerJoined,
    Ply,
    RunOut,
    Setup,
    Spectators,
    Start,
    Status,
    Visibility,
)
from server.stats.records import MatchFacts

MAX_PLIES = 20_000
LATE = 0.01
"""How likely a player is to let the clock run out, where there is one."""


class Log(NamedTuple):
    """A match as it was created, every ply of it, and as it was at the end."""

    created: Match
    plies: tuple[Ply, ...]
    ended: Match


class Endless(Exception):
    """The match did not end within `MAX_PLIES`."""


def setup_of(game: Game, deck: Deck, options: Any, seats: int, seed: str, at: datetime) -> Setup:
    """Return the set-up of a match to simulate."""
    return Setup(
        id=f"mat_{seed}",
        code=seed.upper(),
        game=game.kind,
        options=options,
        capacity=seats,
        deck=deck.id,
        deck_fingerprint=deck.fingerprint,
        deck_order=None,
        visibility=Visibility.PUBLIC,
        spectators=Spectators.OPEN,
        seed=seed,
        rules_version=game.rules.VERSION,
        is_test=False,
        starts_when_full=False,
        rematch_of=None,
        created_at=at,
    )


def simulated(game: Game, deck: Deck, setup: Setup, players: Sequence[str], skills: Sequence[float]) -> Log:
    """Play a match to its end; raise `Endless`. `skills` has one entry a seat, from 0 to 1."""
    play = _Play(game, Table(game.rules, deck), setup, skills)
    for player in players:
        play.take(Join(player, player.removeprefix("plr_").title()), 2.0)
    play.take(Start(), 3.0)
    while play.match.status is Status.RUNNING:
        play.go_on()
        if play.match.ply > MAX_PLIES:
            raise Endless(f"The match with seed {setup.seed} did not end within {MAX_PLIES} plies.")
    return Log(play.created, tuple(play.plies), play.match)


class _Play:
    """A match that is being played, and its log so far."""

    def __init__(self, game: Game, table: Table, setup: Setup, skills: Sequence[float]) -> None:
        self._game = game
        self._table = table
        self._skills = skills
        self._knowledge = game.bot.knowledge((table.deck,))
        self._rng = Random(f"simulation:{setup.seed}")
        self._at = setup.created_at
        self.created = self.match = opened(Match(setup, host="plr_host"))
        self.plies: list[Ply] = []

    def take(self, change: Change, seconds: float) -> None:
        """Make a change, so many seconds after the last."""
        self._at += timedelta(milliseconds=round(1000 * seconds))
        self.match, events = step(self.match, change, self._at, self._table)
        ply = Ply(self.match.setup.id, self.match.ply, self._at, change, events, "simulation", digest(self.match.state))
        self.plies.append(ply)

    def go_on(self) -> None:
        """Let somebody who is to move do so, or the clock run out."""
        match = self.match
        if match.timer is not None and match.deadline is not None and self._rng.random() < LATE:
            self.take(RunOut(match.decision), max(0.0, (match.deadline - self._at).total_seconds()))
            return
        seats = sorted(self._game.rules.to_move(match.state))
        self._rng.shuffle(seats)
        seat, move = next((seat, move) for seat in seats if (move := self._move(seat)) is not None)
        self.take(Play(seat, match.decision, move, None), self._thinks())

    def _thinks(self) -> float:
        """Return how many seconds a move takes: a few, seldom many, never past the clock."""
        left = (self.match.deadline - self._at).total_seconds() if self.match.deadline else 60.0
        return min(self._rng.lognormvariate(1.2, 0.7), max(0.0, left - 0.1))

    def _move(self, seat: Seat) -> Any:
        game, state = self._game, self.match.state
        view, legal = game.seen_by_bot(state, seat), game.rules.legal_moves(state, seat)
        return game.bot.choose(view, seat, legal, self._rng, self._skills[seat], self._knowledge)


def relabelled(log: Log, id: str, code: str, players: Mapping[str, str], later: timedelta, event: str | None) -> Log:
    """Return the same match under another id, with other players, at another time."""
    created_at = log.created.setup.created_at + later
    setup = replace(log.created.setup, id=id, code=code, created_at=created_at, event=event)
    return Log(
        _moved(log.created, setup, players, later),
        tuple(_moved_ply(ply, id, players, later) for ply in log.plies),
        _moved(log.ended, setup, players, later),
    )


def relabelled_facts(facts: MatchFacts, log: Log, seq: int) -> MatchFacts:
    """Return the facts of a relabelled match, from those of the match it was made from."""
    ended, later = log.ended, log.created.setup.created_at - facts.created_at
    seats = zip(facts.seats, ended.seats, strict=True)
    return replace(
        facts,
        match=ended.setup.id,
        seq=seq,
        event=ended.setup.event,
        created_at=facts.created_at + later,
        started_at=facts.started_at + later,
        ended_at=facts.ended_at + later,
        seats=tuple(replace(seat, players=(seated.player,), name=seated.name) for seat, seated in seats),
    )


def _moved(match: Match, setup: Setup, players: Mapping[str, str], later: timedelta) -> Match:
    names = ("waiting_since", "deadline", "started_at", "ended_at", "credited_until")
    instants = {name: at + later for name in names if (at := getattr(match, name)) is not None}
    seats = tuple(replace(seated, player=players.get(seated.player or "", seated.player)) for seated in match.seats)
    return replace(match, setup=setup, seats=seats, **instants)


def _moved_ply(ply: Ply, id: str, players: Mapping[str, str], later: timedelta) -> Ply:
    moved = replace(ply, match=id, at=ply.at + later)
    if not isinstance(ply.change, Join):
        return moved
    player = players[ply.change.player]
    events = tuple(replace(event, player=player) if isinstance(event, PlayerJoined) else event for event in ply.events)
    return replace(moved, change=replace(ply.change, player=player), events=events)


class Crowd:
    """Players of different strength who meet in simulated matches, over and over."""

    def __init__(self, number: int, seed: str) -> None:
        self._rng = Random(f"crowd:{seed}")
        self.players = tuple(f"plr_{self._rng.getrandbits(96):024x}" for _ in range(number))
        self._strength = {player: self._rng.gauss(0, 1) for player in self.players}

    def seated(self, log: Log) -> dict[str, str]:
        """Return who plays in place of whom in a match: the stronger take the better places, as a rule."""
        outcome = log.ended.outcome
        places = outcome.places if outcome else (1,) * len(log.ended.seats)
        drawn = self._rng.sample(self.players, len(places))
        by_form = sorted(drawn, key=lambda player: self._strength[player] + self._rng.gauss(0, 1), reverse=True)
        by_place = sorted(range(len(places)), key=lambda seat: places[seat])
        held = [seated.player or "" for seated in log.ended.seats]
        return {held[seat]: player for seat, player in zip(by_place, by_form, strict=True)}
