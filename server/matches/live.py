"""A match in this process's memory, and how it is loaded: checkpoint, then the later plies of its log folded in."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping

from server.decks import stacked
from server.games.engine import Deck, Seat, replace
from server.games.registry import game
from server.matches.feed import Update
from server.matches.match import Refusal, Refused, Table, creation, fold, step
from server.matches.records import Match, Play, Ply, Setup
from server.matches.store import Store, Unreadable

REMEMBERED = 64
"""Updates kept in memory for subscribers that come back."""
REMEMBERED_AT_THE_END = 4
"""Of a match that is over: nobody is in a hurry to hear the rest, and hundreds of such matches are kept."""
LOG_PAGE = 500

MoveKey = tuple[Seat, str | None, str]
"""Seat, in a team the member, and move id."""
Decks = Mapping[str, tuple[Deck, ...]]
"""Every deck this server has, by game key."""


class Live:
    """One match in memory. Its lock keeps the order of changes in this process; the store keeps it between servers."""

    def __init__(self, match: Match, table: Table) -> None:
        self.match = match
        self.table = table
        self.lock = asyncio.Lock()
        self.recent: deque[Update] = deque(maxlen=REMEMBERED)
        self.is_unsure = False
        """The last write may or may not have been done: read the log before the next change."""
        self._answers: dict[MoveKey, int] | None = {} if match.ply == 0 else None
        """The plies that moves with an id became; None while they are only in the log."""
        self._standing: Update | None = None
        """The match as it was loaded, for those who join before the next ply."""

    @property
    def newest(self) -> Update:
        """The update that led to the match as it stands, one and the same for all who ask."""
        if self.recent:
            return self.recent[-1]
        self._standing = self._standing or Update(self.match, creation(self.match))
        return self._standing

    def forget_updates(self) -> None:
        """Leave all but the last updates to the log."""
        while len(self.recent) > REMEMBERED_AT_THE_END:
            self.recent.popleft()
        if self.match.ended_at == self.newest.ply.at:
            self._answers = None

    def accept(self, ply: Ply) -> Update:
        """Take over a ply that is in the log, and return it with the match after it."""
        self.match, _ = step(self.match, ply.change, ply.at, self.table)
        return self.took(ply, self.match)

    def took(self, ply: Ply, match: Match) -> Update:
        """Take over a ply whose outcome is known already."""
        self.match = match
        update = Update(match, ply)
        self.recent.append(update)
        if self._answers is not None:
            self._answers.update(_keyed([ply]))
        return update

    async def answer(self, store: Store, key: MoveKey) -> Ply | None:
        """Return the ply that a move with an id became, None when there is none; of the whole match, however long."""
        if self._answers is None:
            answers = dict(_keyed(await store.plies(self.match.setup.id)))
            self._answers = answers | dict(_keyed(update.ply for update in self.recent))
        number = self._answers.get(key)
        if number is None:
            return None
        remembered = (update.ply for update in self.recent if update.ply.number == number)
        return next(remembered, None) or (await store.plies(self.match.setup.id, after=number - 1, limit=1))[0]


def _keyed(plies: Iterable[Ply]) -> Iterator[tuple[MoveKey, int]]:
    for ply in plies:
        if isinstance(ply.change, Play) and (key := move_key(ply.change)) is not None:
            yield key, ply.number


def move_key(play: Play) -> MoveKey | None:
    """Return what tells a move from all others of its match, None for one without an id."""
    return None if play.move_id is None else (play.seat, play.member or None, play.move_id)


def find_deck(decks: Decks, kind: str, deck_id: str | None) -> Deck | None:
    """Return a game's deck of that id, its first deck for None."""
    of_game = decks.get(game(kind).key, ())
    return next((deck for deck in of_game if deck_id in (None, deck.id)), None)


def table_of(setup: Setup, decks: Decks) -> Table:
    """Return the rules and deck a match is played with; raise `Refused` when this server no longer has them."""
    rules = game(setup.game).rules
    deck = find_deck(decks, setup.game, setup.deck)
    if deck is None or deck.fingerprint != setup.deck_fingerprint:
        raise Refused(Refusal.UNREADABLE, "This server no longer has the edition of the deck of this match.")
    if setup.rules_version != rules.VERSION:
        raise Refused(
            Refusal.UNREADABLE, "This match was played by version {version} of the rules.", version=setup.rules_version
        )
    return Table(rules, stacked(deck, setup.deck_order) if setup.deck_order is not None else deck)


async def load(store: Store, decks: Decks, match_id: str) -> Live | None:
    """Return the match as it stands in the store, None when there is none; raise `Refused` (UNREADABLE)."""
    try:
        match = await store.match(match_id)
        if match is None:
            return None
        live = Live(match, table_of(match.setup, decks))
        await catch_up(store, live)
    except Unreadable as unreadable:
        match_id, reason = unreadable.match, unreadable.reason
        raise Refused(
            Refusal.UNREADABLE, "Match {match} cannot be read: {reason}", match=match_id, reason=reason
        ) from unreadable
    return live


async def catch_up(store: Store, live: Live) -> list[Update]:
    """Fold in the plies that the log has beyond this match, and return them."""
    updates = [live.accept(ply) for ply in await store.plies(live.match.setup.id, after=live.match.ply)]
    live.is_unsure = False
    return updates


async def history(store: Store, live: Live, after: int) -> AsyncIterator[Update]:
    """Yield the updates above ply `after` up to now, from memory where they are remembered, else from the log.

    What views show only until the next ply is not shown again.
    """
    remembered = tuple(live.recent)
    if not remembered or remembered[0].ply.number > after + 1:
        first = remembered[0].ply.number if remembered else live.match.ply + 1
        async for update in _from_log(store, live, after, first):
            yield _as_of_now(update, live)
    for update in remembered:
        if update.ply.number > after:
            yield _as_of_now(update, live)


def _as_of_now(update: Update, live: Live) -> Update:
    faded = game(live.match.setup.game).faded
    if faded is None or update.match.state is None or update.ply.number == live.match.ply:
        return update
    return Update(replace(update.match, state=faded(update.match.state)), update.ply)


async def _from_log(store: Store, live: Live, after: int, before: int) -> AsyncIterator[Update]:
    match = await at_ply(store, live, after)
    while match.ply + 1 < before:
        for ply in await _next_plies(store, match, before - 1):
            match, _ = step(match, ply.change, ply.at, live.table)
            yield Update(match, ply)
            await asyncio.sleep(0)


async def at_ply(store: Store, live: Live, number: int) -> Match:
    """Return the match as it stood after ply `number`, which is at most the present one."""
    match = await store.created(live.match.setup.id)
    if match is None:
        raise _incomplete(live.match.setup.id)
    while match.ply < number:
        match = fold(match, await _next_plies(store, match, number), live.table)
        await asyncio.sleep(0)
    return match


async def _next_plies(store: Store, match: Match, up_to: int) -> list[Ply]:
    """Return some of the plies after this match up to a number, at least one."""
    plies = await store.plies(match.setup.id, after=match.ply, limit=min(LOG_PAGE, up_to - match.ply))
    if not plies:
        raise _incomplete(match.setup.id)
    return plies


def _incomplete(match_id: str) -> Refused:
    return Refused(Refusal.UNREADABLE, "The log of match {match} is not complete.", match=match_id)
