"""The one place where matches change: load, step (pure), save, publish, in this order and nothing else.

One lock a match keeps the order in this process; the number of a ply is the compare-and-set between servers. What is
published here has been acknowledged by the store before.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from datetime import UTC, datetime, timedelta
from itertools import islice
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

import structlog

from server import metrics
from server.games.engine import Seat, replace
from server.matches.background import PAUSE_SECONDS, kept_going
from server.matches.bots import Bots
from server.matches.clock import Clock
from server.matches.feed import LOBBY, Feed, Forgotten, Update
from server.matches.live import Decks, Live, at_ply, catch_up, history, load, move_key
from server.matches.match import Refusal, Refused, creation, digest, seat_of, step
from server.matches.records import BotLevel, Change, Close, Leave, Match, Play, Ply, RunOut, Start, Status
from server.matches.revocation import NEVER, Revocation
from server.matches.store import PlyTaken, Store, StoreUnavailable, Unreadable
from server.matches.talk import Suggestion, Talk, suggestion_in, team_seat

log = structlog.get_logger(__name__)
plies = logging.getLogger(f"{__name__}.plies")
"""Says every ply, at DEBUG; a logger of the standard library, as it costs nothing while that is off."""

BACKUP_SECONDS = 3.0
"""How much later than the server that wrote the last ply another one sees to a match's clock and bots."""
OUTAGE = timedelta(seconds=4)
"""A silence of this length is an outage: no clock runs out in it, and it is credited to every running deadline."""
CHECKPOINT_EVERY = 64
"""Plies after which a running match is checkpointed: what is read and folded again after a crash, against the cost of
a write to a collection with many indexes, that of some forty plies."""
CHECKPOINTS_AT_ONCE = 64
FINISHED_KEPT = 500
"""Ended matches kept in memory."""
RETRY_SECONDS = PAUSE_SECONDS
STOP_SECONDS = 1.0
"""How long the last checkpoints may take; without them the next start only reads more of the log."""

Changer = Callable[[Match], Change]
Result = TypeVar("Result")


class Played(NamedTuple):
    """A move that is in the log: the match now, and the ply that the move became."""

    match: Match
    ply: Ply
    is_duplicate: bool


def utc_now() -> datetime:
    """Return the time to the millisecond, which is what a database keeps."""
    now = datetime.now(UTC)
    return now.replace(microsecond=now.microsecond // 1000 * 1000)


class Host:
    """All matches of this server."""

    def __init__(
        self, store: Store, decks: Decks, origin: str, now: Callable[[], datetime] = utc_now, bot_pause: float = 0.8
    ) -> None:
        self.store = store
        self.decks = decks
        self.origin = origin
        self.now = now
        self.feed = Feed()
        self.talk = Talk()
        self._clock = Clock(now, self._ring)
        self._bots = Bots(self._bot_plays, bot_pause, decks)
        self._lives: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Task[Live | None]] = {}
        self._dirty: dict[str, Match] = {}
        self._has_dirty = asyncio.Event()
        self._tasks: set[asyncio.Future[Any]] = set()
        self.reached_at: datetime | None = None
        """When the store last answered, as far as somebody watches it (see `outages.py`)."""
        self.on_ended: Callable[[Match], None] = lambda match: None
        """Told of every match that ends here, once its end is in the log; others may be found ended at a start."""

    @property
    def is_reachable(self) -> bool:
        """False in an outage, of the store or of this process itself: no clock runs out then."""
        return self.reached_at is None or self.now() - self.reached_at <= OUTAGE

    # Starting and stopping

    async def start(self) -> None:
        """Take up every match that is open or running, and listen to other servers."""
        self._spawn(kept_going("listening to other servers", self._listen))
        self._spawn(kept_going("listening to teams at other servers", self._overhear))
        self._spawn(kept_going("checkpoints", self._keep_checkpoints))
        for match_id in await self.store.unfinished():
            await self._take_up(match_id)

    async def _take_up(self, match_id: str) -> None:
        try:
            live = await self._find(match_id)
        except Refused as refused:
            log.warning("match not taken up", match=match_id, reason=refused.message)
            return
        if live is not None:
            self._attend(live, grace=0.0)
            if live.match.ended_at is not None:
                self._close_book(live.match)

    def _close_book(self, match: Match) -> None:
        """Have the end of a match kept, and tell of it."""
        self._dirty[match.setup.id] = match
        self._has_dirty.set()
        self.on_ended(match)

    def wind_up(self) -> None:
        """Stop clocks and bots, and end subscriptions; moves are still taken. They go on at the next start."""
        self._clock.stop()
        self._bots.stop()
        self.feed.close()
        self.talk.close()

    async def stop(self) -> None:
        """Wind up, and write every checkpoint."""
        self.wind_up()
        for task in tuple(self._tasks):
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=STOP_SECONDS / 2)  # a database that stands still holds them up
        self._dirty.update({id: live.match for id, live in self._lives.items() if live.match.ended_at is None})
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await self._write_checkpoints()
        except (StoreUnavailable, TimeoutError):
            log.warning("checkpoints not written: the log has everything")

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._has_ended)

    def _has_ended(self, task: asyncio.Future[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (fault := task.exception()) is not None:
            log.error("background work failed", exc_info=fault)

    # Reading

    async def match(self, match_id: str) -> Match | None:
        """Return a match as it stands, None when there is none. Raise `Refused` when it cannot be shown any more."""
        live = await self._find(match_id)
        return live.match if live else None

    def known(self, match: Match) -> Match:
        """Return the newer of the given match and what this server has of it in memory."""
        live = self._lives.get(match.setup.id)
        return live.match if live and live.match.ply > match.ply else match

    async def latest(self, match_id: str) -> Match | None:
        """Return a match with all that the log has of it, also what another server has only just written."""
        live = await self._find(match_id)
        if live is None:
            return None
        async with live.lock:
            await self._catch_up(live)
        return live.match

    @property
    def waiting_checkpoints(self) -> int:
        """How many matches have a checkpoint to be written."""
        return len(self._dirty)

    @property
    def in_memory(self) -> Counter[Status]:
        """How many matches this server has in memory, by where they stand."""
        return Counter(live.match.status for live in self._lives.values())

    @property
    def running(self) -> list[Match]:
        """The matches in memory that are open or running."""
        return [live.match for live in self._lives.values() if live.match.ended_at is None]

    async def newest(self, match_id: str) -> Update:
        """Return the update that led to a match as it stands."""
        return (await self._required(match_id)).newest

    async def at_ply(self, match_id: str, number: int) -> Match | None:
        """Return a match as it stood after one of its plies, None when there is no such ply."""
        live = await self._find(match_id)
        if live is None or not 0 <= number <= live.match.ply:
            return None
        remembered = next((u.match for u in live.recent if u.ply.number == number), None)
        return remembered or await at_ply(self.store, live, number)

    async def updates(
        self, match_id: str, after: int | None = None, revocation: Revocation = NEVER
    ) -> AsyncIterator[Update]:
        """Yield a match's updates: those above ply `after`, then each new one, without a gap or a repetition.

        Without `after`, the newest ply comes first. Raise `Refused` for a ply the match has not reached; `Lagging`,
        `Closing`, `Forgotten` and `Revoked` end the stream.
        """
        with self.feed.subscribe(match_id, revocation) as coming:
            live = await self._required(match_id)
            known = max(0, live.match.ply - 1) if after is None else after
            if not 0 <= known <= live.match.ply:
                raise Refused(
                    Refusal.BAD_REQUEST,
                    "This match is at ply {ply}; there is no ply {asked}.",
                    ply=live.match.ply,
                    asked=known,
                )
            if after is None and live.match.ply == 0:
                yield Update(live.match, creation(live.match))
            async for update in history(self.store, live, known):
                known = update.ply.number
                yield update
            async for update in coming:
                if update.ply.number > known:
                    known = update.ply.number
                    yield update

    async def _find(self, match_id: str) -> Live | None:
        if (live := self._lives.get(match_id)) is not None:
            return live
        if match_id not in self._loading:
            self._loading[match_id] = asyncio.ensure_future(load(self.store, self.decks, match_id))
        try:
            live = await asyncio.shield(self._loading[match_id])
        finally:
            self._loading.pop(match_id, None)
        return self._keep(live) if live else None

    def _keep(self, live: Live) -> Live:
        return self._lives.setdefault(live.match.setup.id, live)

    async def _required(self, match_id: str) -> Live:
        live = await self._find(match_id)
        if live is None:
            raise Refused(Refusal.MATCH_NOT_FOUND, "There is no such match.", path=("matchId",))
        return live

    # Changing

    async def add(self, match: Match) -> Match:
        """Keep a newly created match; the same id again gives the match that is there. Raise `CodeTaken`."""
        if not await self.store.add_match(match):
            return (await self._required(match.setup.id)).match
        created = replace(creation(match), origin=self.origin)
        await self.store.append(created)  # not of the log, which begins at 1: it tells other servers
        live = await self._required(match.setup.id)
        self._attend(live, grace=0.0)
        self.feed.publish(LOBBY, Update(match, created))
        return live.match

    async def change(self, match_id: str, changer: Changer) -> Match:
        """Change a match by what `changer` makes of it as it stands; lists show it when this returns.

        Raise `Refused`, nothing changed, otherwise.
        """
        live = await self._required(match_id)
        return (await self._finish(self._commit_locked(live, changer))).match

    async def _commit_locked(self, live: Live, changer: Changer) -> Update:
        async with live.lock:
            update = await self._commit(live, changer)
        try:
            await self._write_checkpoints_of([update.match.setup.id])
        except Exception as fault:  # the change is in the log; a checkpoint comes later
            log.warning("checkpoint not written", match=update.match.setup.id, ply=update.ply.number, reason=str(fault))
        return update

    async def _finish(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Finish what was begun even when the one who asked for it has gone."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def play(self, match_id: str, player: str, decision: int, move: Any, move_id: str | None) -> Played:
        """Play a player's move. The same move id again gives the first result; raise `Refused` otherwise."""
        begun = perf_counter()
        live = await self._required(match_id)
        played = await self._finish(self._play_locked(live, player, decision, move, move_id))
        metrics.PLAY.add(perf_counter() - begun)
        return played

    async def _play_locked(self, live: Live, player: str, decision: int, move: Any, move_id: str | None) -> Played:
        async with live.lock:
            await self._settle(live)
            while True:
                try:
                    return await self._play_once(live, player, decision, move, move_id)
                except (PlyTaken, Refused) as verdict:
                    if not await self._catch_up(live) and isinstance(verdict, Refused):
                        raise

    async def _play_once(self, live: Live, player: str, decision: int, move: Any, move_id: str | None) -> Played:
        seat = seat_of(live.match, player)
        if seat is None:
            raise Refused(Refusal.NOT_SEATED, "You have no seat in this match.")
        play = Play(seat, decision, move, move_id)
        if live.match.seats[seat].members:
            play = replace(play, member=player)
        if (before := await self._played_before(live, play)) is not None:
            if before.number > live.match.ply:  # another server's, which this one has not heard of yet
                await self._catch_up(live)
            return Played(live.match, before, is_duplicate=True)
        if live.match.seats[seat].bot is not None and live.match.status is Status.RUNNING:
            raise Refused(Refusal.NOT_ALLOWED, "A bot plays for you. Take your seat back first.")
        update = await self._write(live, play)
        return Played(update.match, update.ply, is_duplicate=False)

    # Team talk

    async def suggest(self, match_id: str, player: str, text: str) -> Suggestion:
        """Suggest something to one's team (TP-16): no ply, and nothing of it reaches anybody else."""
        live = await self._required(match_id)
        suggestion = await self._suggestion(live, player, text)
        await self.store.pass_on(suggestion)
        self._hear_suggestion(live, suggestion)
        return suggestion

    async def _suggestion(self, live: Live, player: str, text: str) -> Suggestion:
        """Return what is suggested; what this server has not heard of yet refuses nothing."""
        try:
            return suggestion_in(live.match, player, text, self.now(), self.origin)
        except Refused:
            async with live.lock:
                if not await self._catch_up(live):
                    raise
        return suggestion_in(live.match, player, text, self.now(), self.origin)

    def _hear_suggestion(self, live: Live, suggestion: Suggestion) -> None:
        if live.match.ended_at is None and suggestion.decision >= live.match.decision:
            self.talk.hear(suggestion)

    async def team_talk(
        self, match_id: str, player: str, revocation: Revocation = NEVER
    ) -> AsyncIterator[tuple[Suggestion, ...]]:
        """Yield the talk of a player's team, and again whenever it has changed, while they are in it and play.

        `Revoked` ends the stream.
        """
        live = await self._required(match_id)
        shown: tuple[Suggestion, ...] | None = None
        with self.talk.listening(match_id) as changed, revocation.telling(changed.set):
            while (seat := team_seat(live.match, player)) is not None and not self.talk.is_closed:
                changed.clear()
                revocation.check()
                is_last = live.match.ended_at is not None
                if (said := self.talk.of(live.match, seat)) != shown:
                    shown = said
                    yield said
                if is_last:
                    return
                await changed.wait()

    async def run_out(self, match_id: str) -> Match:
        """End the present wait if its deadline has come, and return the match."""
        live = await self._required(match_id)
        async with live.lock:
            if live.match.deadline is not None and live.match.deadline <= self.now():
                await self._commit(live, _due)
            return live.match

    async def _commit(self, live: Live, changer: Changer) -> Update:
        """Change a match as it stands on every server: what this one has not heard of yet refuses nothing."""
        await self._settle(live)
        while True:
            try:
                return await self._write(live, changer(live.match))
            except (PlyTaken, Refused) as verdict:
                if not await self._catch_up(live) and isinstance(verdict, Refused):
                    raise

    async def _write(self, live: Live, change: Change) -> Update:
        """Save, then publish."""
        at = max(self.now(), live.match.waiting_since or self.now())
        after, events = step(live.match, change, at, live.table)
        ply = Ply(live.match.setup.id, after.ply, at, change, events, self.origin, digest(after.state))
        live.is_unsure = True
        begun = perf_counter()
        try:
            await self.store.append(ply)
        except PlyTaken:
            raise
        except Exception as fault:
            log.warning("ply may not be kept", match=ply.match, ply=ply.number, reason=str(fault))
            self._spawn(self._settle_later(live))
            raise
        live.is_unsure = False
        metrics.WRITE.add(perf_counter() - begun)
        if isinstance(change, Play):
            metrics.MOVES.add(live.match.setup.game, "bot" if change.by_bot else "player")
        plies.debug("ply kept", extra={"match": ply.match, "ply": ply.number})
        return self._took(live, live.took(ply, after), grace=0.0)

    async def _settle(self, live: Live) -> None:
        if live.is_unsure:
            await self._catch_up(live)

    async def _settle_later(self, live: Live) -> None:
        """Find out, as soon as the store is back, whether the last write was done, and tell the subscribers."""
        while live.is_unsure:
            await asyncio.sleep(RETRY_SECONDS)
            try:
                async with live.lock:
                    await self._settle(live)
            except StoreUnavailable:
                continue
            except Exception:
                log.exception("last write not looked up", match=live.match.setup.id)

    async def _catch_up(self, live: Live) -> bool:
        """Take over what the log has beyond this match, and tell whether there was anything."""
        updates = await catch_up(self.store, live)
        for update in updates:
            self._took(live, update, grace=0.0)
        return bool(updates)

    def _took(self, live: Live, update: Update, grace: float) -> Update:
        match = update.match
        self.feed.publish(match.setup.id, update)
        if match.setup.team_size > 1:
            self.talk.follow(match)
        if match.status is Status.OPEN or isinstance(update.ply.change, Start | Close | Leave):
            self.feed.publish(LOBBY, update)
        if match.status is not Status.RUNNING or match.ply % CHECKPOINT_EVERY == 0 or match.step == 1:
            self._dirty[match.setup.id] = match
            self._has_dirty.set()
        if match.ended_at == update.ply.at and update.ply.origin == self.origin:
            self._close_book(match)
        self._attend(live, grace)
        return update

    def _attend(self, live: Live, grace: float) -> None:
        """See to the clock and the bots of a match as it stands now."""
        match = live.match
        if match.deadline is None:
            self._clock.disarm(match.setup.id)
            self._bots.forget(match.setup.id)
            live.forget_updates()
            self._forget_old()
        else:
            self._clock.arm(match.setup.id, match.deadline, grace)
            self._bots.attend(match, live.table.rules, grace)

    def _forget_old(self) -> None:
        if len(self._lives) <= 2 * FINISHED_KEPT:
            return
        ended = [id for id, live in self._lives.items() if live.match.ended_at and not live.lock.locked()]
        kept = [id for id in ended if id not in self._dirty]
        for id in kept[: max(0, len(ended) - FINISHED_KEPT)]:
            del self._lives[id]
            self.feed.end(id, Forgotten("The match ended long ago."))

    async def _played_before(self, live: Live, play: Play) -> Ply | None:
        """Return the ply of a move that its player has already made under the same move id."""
        key = move_key(play)
        before = None if key is None else await live.answer(self.store, key)
        if before is not None and isinstance(before.change, Play) and before.change.move != play.move:
            raise Refused(Refusal.MOVE_ID_REUSED, "This move id was used for another move.")
        return before

    # Clocks, bots, other servers

    def _ring(self, match_id: str) -> None:
        self._spawn(self._time_up(match_id))

    async def _time_up(self, match_id: str) -> None:
        live = self._lives.get(match_id)
        if live is None:
            return
        async with live.lock:
            if live.match.deadline is None:
                return
            if live.match.deadline <= self.now() and self.is_reachable:
                try:
                    await self._commit(live, _due)
                except (Refused, StoreUnavailable) as reason:
                    log.info("clock not run out", match=match_id, reason=str(reason))
                except Exception:
                    log.exception("clock not run out", match=match_id, ply=live.match.ply)
                else:
                    return
            self._arm_again(live)

    def _arm_again(self, live: Live) -> None:
        if live.match.deadline is not None:
            is_due = live.match.deadline <= self.now()
            self._clock.arm(live.match.setup.id, live.match.deadline, RETRY_SECONDS if is_due else 0.0)

    async def _bot_plays(self, match_id: str, seat: Seat, decision: int, level: BotLevel) -> None:
        live = self._lives.get(match_id)
        if live is None:
            return
        try:
            async with live.lock:
                await self._settle(live)
                move = self._bots.move(live.match, live.table.rules, seat, decision, level)
                if move is not None:
                    await self._commit(live, lambda _: Play(seat, decision, move, None, by_bot=True))
        except Refused as refused:
            log.info("bot's move refused", match=match_id, seat=seat, reason=refused.message)
        except StoreUnavailable:
            self._bots.attend(live.match, live.table.rules, RETRY_SECONDS)
        except Exception:
            log.exception("bot's move not made", match=match_id, ply=live.match.ply, seat=seat)
            self._bots.attend(live.match, live.table.rules, RETRY_SECONDS)

    async def _listen(self) -> None:
        async for ply in self.store.watch(besides=self.origin):
            metrics.LAG.add(max(0.0, (self.now() - ply.at).total_seconds()))
            try:
                await self._hear(ply)
            except (Refused, Unreadable, StoreUnavailable) as reason:
                log.warning("ply of another server not taken", match=ply.match, ply=ply.number, reason=str(reason))
            except Exception:  # the next ply of this match brings this one too
                log.exception("ply of another server not taken", match=ply.match, ply=ply.number)

    async def _overhear(self) -> None:
        async for suggestion in self.store.passed_on(besides=self.origin):
            if (live := self._lives.get(suggestion.match)) is not None:
                self._hear_suggestion(live, suggestion)

    async def _hear(self, ply: Ply) -> None:
        is_new = ply.match not in self._lives
        live = await self._find(ply.match)
        if live is None:
            return
        if is_new:
            self.feed.publish(LOBBY, Update(live.match, ply))
            self._attend(live, BACKUP_SECONDS)
        async with live.lock:
            if ply.number == live.match.ply + 1:
                self._took(live, live.accept(ply), BACKUP_SECONDS)
            elif ply.number > live.match.ply:
                for update in await catch_up(self.store, live):
                    self._took(live, update, BACKUP_SECONDS)

    # Checkpoints

    async def _keep_checkpoints(self) -> None:
        await self._has_dirty.wait()
        await self._write_checkpoints()

    async def _write_checkpoints(self) -> None:
        while self._dirty:
            match_ids = list(islice(self._dirty, CHECKPOINTS_AT_ONCE))
            try:
                await self._write_checkpoints_of(match_ids)
            except StoreUnavailable:
                raise
            except Exception:
                for match_id in match_ids:
                    await self._write_alone(match_id)
        self._has_dirty.clear()

    async def _write_alone(self, match_id: str) -> None:
        """Write one checkpoint; one that is refused holds up no other, and the log has what would be in it."""
        try:
            await self._write_checkpoints_of([match_id])
        except StoreUnavailable:
            raise
        except Exception:
            log.exception("checkpoint refused", match=match_id)
            self._dirty.pop(match_id, None)

    async def _write_checkpoints_of(self, match_ids: list[str]) -> None:
        matches = [self._dirty[id] for id in match_ids if id in self._dirty]
        if matches:
            await self.store.checkpoint(*matches)
        for match in matches:
            if self._dirty.get(match.setup.id) is match:
                del self._dirty[match.setup.id]


def _due(match: Match) -> Change:
    """Return what the end of a wait does: the rules' default move, or the end of a match that nobody attends to."""
    if match.timer is not None:
        return RunOut(match.decision)
    return Close("NOT_STARTED" if match.status is Status.OPEN else "IDLE")
