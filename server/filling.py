"""Fills a database with finished matches: real bot matches, told again and again of other players at other times.

A few hundred different matches are played by bots; each match written is one of them under a new id, with players of a
crowd of different strength in its seats (the stronger win more often) and moved to its own time, so that the matches
fill the days before now evenly. Logs, results and facts are written in bulk; boards are then folded from the ledger by
the same keeper that does so in a server.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any, NamedTuple

from server.games.engine import Deck
from server.games.registry import Game
from server.matches import ids
from server.matches.host import utc_now
from server.matches.match import Table
from server.matches.store import Player
from server.stats.facts import facts_of
from server.stats.keeper import Keeper
from server.stats.records import Entry, MatchFacts, OperatorEvent
from server.stats.simulation import Crowd, Log, relabelled, relabelled_facts, setup_of, simulated
from server.store.bulk import Bulk
from server.store.mongo import MongoStore
from server.store.mongo_stats import MongoStats

GROUP = 100
"""Matches written at once."""
FOLDED_AT_ONCE = 50_000
"""Matches of a batch. The rows they change are in memory, a gigabyte of them; fewer matches would write more rows again
and again, which costs the embedded database four times what writing them once does."""
EVENTS = 12
IN_EVENTS = 0.3
"""The share of matches that belong to one of the events."""
SKILLS = (0.3, 0.6, 0.9, 1.0)


class Wish(NamedTuple):
    """What to fill a database with."""

    game: Game
    deck: Deck
    options: Any
    seats: int
    matches: int
    seed: str
    distinct: int = 200
    """Matches that are really played."""
    players: int = 2000
    days: int = 365
    keeps_logs: bool = True
    """Whether plies are written too: without them the database is smaller, and cannot be rebuilt from."""


class Filling:
    """One database that is being filled; no server may be entering matches meanwhile."""

    def __init__(self, store: MongoStore, kept: MongoStats, wish: Wish) -> None:
        self._store = store
        self._kept = kept
        self._wish = wish
        self._crowd = Crowd(wish.players, wish.seed)
        self._rng = Random(f"filling:{wish.seed}")

    async def fill(self) -> int:
        """Write the matches and return how many plies they have; boards are not folded yet."""
        now = utc_now()
        bulk, events = Bulk(self._store), await self._events(now)
        await self._add_players(bulk, now)
        first = now - timedelta(days=self._wish.days)
        await bulk.begin(first)
        played = self._played(first)
        apart = timedelta(days=self._wish.days) / self._wish.matches
        last, plies = await self._kept.last_entry(), 0
        for start in range(0, self._wish.matches, GROUP):
            numbers = range(start, min(start + GROUP, self._wish.matches))
            told = [self._told(self._rng.choice(played), number * apart, events) for number in numbers]
            await bulk.add_matches(
                [(log.created, log.ended, log.plies if self._wish.keeps_logs else ()) for log, _ in told]
            )
            entries, facts = _numbered(told, last + start)
            await bulk.add_results(entries, facts)
            plies += sum(len(log.plies) for log, _ in told)
        return plies

    async def fold(self) -> None:
        """Fold the boards of everything that has been written."""
        keeper = Keeper(self._store, self._kept, {}, f"filling-{ids.token()}", utc_now, FOLDED_AT_ONCE)
        await keeper.keep_up()
        await keeper.stop()

    async def _events(self, now: datetime) -> list[str]:
        events = [
            OperatorEvent(ids.event_id(), f"Simulated cup {number}", ids.code(), "plr_simulation", now)
            for number in range(1, EVENTS + 1)
        ]
        for event in events:
            await self._kept.add_event(event)
        return [event.id for event in events]

    async def _add_players(self, bulk: Bulk, now: datetime) -> None:
        if await self._store.player(self._crowd.players[0]) is None:
            await bulk.add_players(
                Player(id, f"Player {number}", now) for number, id in enumerate(self._crowd.players, start=1)
            )

    def _played(self, at: datetime) -> list[tuple[Log, MatchFacts]]:
        """Play the matches that are told again, all beginning at one time."""
        return list(self._play(at))

    def _play(self, at: datetime) -> Iterator[tuple[Log, MatchFacts]]:
        wish = self._wish
        table, players = Table(wish.game.rules, wish.deck), [f"plr_{seat}" for seat in range(wish.seats)]
        for number in range(min(wish.distinct, wish.matches)):
            setup = setup_of(wish.game, wish.deck, wish.options, wish.seats, f"{wish.seed}-{number}", at)
            log = simulated(wish.game, wish.deck, setup, players, [self._rng.choice(SKILLS) for _ in players])
            yield log, facts_of(log.created, log.plies, table, wish.game.facts, 0)

    def _told(self, played: tuple[Log, MatchFacts], later: timedelta, events: Sequence[str]) -> tuple[Log, MatchFacts]:
        """Return a match told of other players, so much later."""
        log, facts = played
        event = self._rng.choice(events) if self._rng.random() < IN_EVENTS else None
        code = ids.code() + ids.code()
        return relabelled(log, ids.match_id(), code, self._crowd.seated(log), _whole(later), event), facts


def _whole(later: timedelta) -> timedelta:
    """Return a time to the millisecond, which is what a database keeps."""
    return timedelta(milliseconds=round(later.total_seconds() * 1000))


def _numbered(told: Sequence[tuple[Log, MatchFacts]], last: int) -> tuple[list[Entry], list[MatchFacts]]:
    """Return the endings of matches, numbered above `last`, and their facts."""
    facts = [relabelled_facts(facts, log, seq) for seq, (log, facts) in enumerate(told, start=last + 1)]
    return [Entry(one.seq, one.match, one.event, one.ended_at) for one in facts], facts
