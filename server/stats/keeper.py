"""Keeps the boards up to date as matches end: the only part of statistics that writes.

Every server enters the matches that end on it into the ledger; one server at a time, the keeper, folds the ledger into
boards. Each step can be cut off anywhere and is then done again, by whoever keeps next:

- A match that ended is in the ledger once (its id is unique there). One that is not there yet is found by `owed`.
- A batch is announced before its first row is written. Done again, it has the same bounds, facts and outcome: rows that
  were written already carry its number and are left alone, and ratings keep what they were before the batch.
- A keeper that lost its lease and does not know it can write nothing but what the other one writes as well.

A rebuild, or a correction, folds everything into a new generation of rows while readers still have the old one.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import islice

import structlog

from server.games.engine import replace
from server.games.registry import game
from server.matches.live import Decks, table_of
from server.matches.match import Refused
from server.matches.records import Match
from server.matches.store import Key, MatchQuery, Store, StoreUnavailable, Unreadable
from server.stats.batches import Batch, rows_of_matches
from server.stats.corrections import corrected
from server.stats.facts import NotEnded, facts_of
from server.stats.ratings import ratings_needed
from server.stats.records import Build, Correction, Entry, MatchFacts, Progress
from server.stats.store import StatsStore

log = structlog.get_logger(__name__)

BATCH = 1000
"""Entries folded as one batch, at most."""
FACTS_AT_ONCE = 1000
"""Matches of a batch whose facts are in memory at once."""
WRITTEN_AT_ONCE = 5000
"""Rows written before the lease is renewed."""
LEASE = timedelta(seconds=30)
POLL_SECONDS = 1.0
"""How soon endings of other servers are folded."""
SWEEP_SECONDS = 30.0
"""How often matches whose ending was not entered are looked for."""
STOP_SECONDS = 1.0
SWEPT_AT_ONCE = 500
FORGOTTEN_AT_ONCE = 200
CLEARED_AT_ONCE = 200
"""Matches whose rows are deleted between one look at what else there is to do and the next."""
DROPPED_KEPT = 2
"""Generations that may wait to be deleted while the next one is built: they take room."""


class Keeper:
    """One server's part in keeping statistics."""

    def __init__(
        self,
        matches: Store,
        store: StatsStore,
        decks: Decks,
        owner: str,
        now: Callable[[], datetime],
        batch: int = BATCH,
        facts_at_once: int = FACTS_AT_ONCE,
    ) -> None:
        self._matches = matches
        self._store = store
        self._decks = decks
        self._owner = owner
        self._now = now
        self._batch = batch
        self._facts_at_once = facts_at_once
        self._ended: list[Match] = []
        self._woken = asyncio.Event()
        self._swept_at: datetime | None = None
        self._renewed_from = datetime.min.replace(tzinfo=UTC)
        """When the lease is to be renewed."""
        self._known_corrections: Sequence[Entry] = ()
        self._known_up_to = -1
        self._task: asyncio.Task[None] | None = None

    # Starting and stopping

    def start(self) -> None:
        """Keep statistics until `stop`."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop wherever it is; enter what has ended, and let another server keep at once."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        with suppress(StoreUnavailable, TimeoutError):  # what is not entered now is found by `_sweep`
            async with asyncio.timeout(STOP_SECONDS):
                await self._enter_ended()
                await self._store.release(self._owner)

    def ended(self, match: Match) -> None:
        """Take note of a match that has just ended; one that never started is no match for statistics."""
        if match.started_at is not None:
            self._ended.append(match)
            self.wake()

    def wake(self) -> None:
        """Look at once whether there is something to do."""
        self._woken.set()

    async def _run(self) -> None:
        while True:
            self._woken.clear()
            is_busy = False
            try:
                is_busy = await self.keep()
            except StoreUnavailable as reason:
                log.info("statistics wait for the store", reason=str(reason))
            except Exception:
                log.exception("statistics not kept, trying again")
            if not is_busy:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._woken.wait(), POLL_SECONDS)

    # One round

    async def keep(self) -> bool:
        """Enter what has ended and, when no other server keeps, fold a batch; tell whether there may be more to do."""
        await self._enter_ended()
        await self._sweep()
        if not await self._is_keeper():
            return False
        return await self.fold()

    async def _is_keeper(self) -> bool:
        """Tell whether this server keeps, renewing the lease when half of it is over: renewing is a write."""
        now = self._now()
        if now >= self._renewed_from:
            is_keeper = await self._store.lease(self._owner, now, now + LEASE)
            self._renewed_from = now + LEASE / 2 if is_keeper else now
            return is_keeper
        return True

    async def keep_up(self) -> None:
        """Fold until everything that has ended is counted, or another server keeps."""
        while await self.keep():
            pass

    async def _enter_ended(self) -> None:
        while self._ended:
            await self._enter(self._ended[0])
            self._ended.pop(0)

    async def _enter(self, match: Match) -> None:
        if match.started_at is not None and match.ended_at is not None:
            await self._store.enter(Entry(0, match.setup.id, match.setup.event, match.ended_at))
        await self._store.settle(match.setup.id)

    async def _sweep(self) -> None:
        """Enter the matches of which nobody did so when they ended."""
        now = self._now()
        if self._swept_at is not None and now - self._swept_at < timedelta(seconds=SWEEP_SECONDS):
            return
        for id in await self._store.owed(SWEPT_AT_ONCE):
            try:
                match = await self._matches.match(id)
            except Unreadable as unreadable:
                log.warning("ending not entered", match=id, reason=unreadable.reason)
                continue
            if match is not None:
                await self._enter(match)
        self._swept_at = now

    async def fold(self) -> bool:
        """Do the next thing there is to do, and tell whether there was any."""
        progress = await self._store.progress()
        last = await self._store.last_entry()
        corrections = await self._corrections(last)
        newest_correction = corrections[-1].seq if corrections else 0
        if progress.next is None and progress.current.corrected < newest_correction:
            await self._store.advance(progress, with_next(progress, newest_correction, derives=False))
            return True
        if progress.current.batch or progress.current.folded < last:
            await self._fold_batch(progress, progress.current, last, corrections)
            return True
        if progress.dropped and self._is_to_drop(progress):
            await self._drop(progress, progress.dropped[0], last)
            return True
        if progress.next is not None:
            await self._build(progress, progress.next, last, corrections)
            return True
        return False

    async def _corrections(self, last: int) -> Sequence[Entry]:
        """Return every correction; they are read again only when the ledger has grown."""
        if self._known_up_to != last:
            self._known_corrections = await self._store.corrections()
            self._known_up_to = last
        return self._known_corrections

    def _is_to_drop(self, progress: Progress) -> bool:
        """Tell whether a generation goes now: what takes long waits for the one that readers wait for."""
        return self._store.drops_at_once or progress.next is None or len(progress.dropped) > DROPPED_KEPT

    async def _drop(self, progress: Progress, generation: int, last: int) -> None:
        """Drop a generation that nobody reads: whole, or after deleting it, what some more matches added at a time.

        Dropped whole, it would keep the embedded database from everything else for as long as that takes: minutes.
        """
        if self._store.drops_at_once or progress.cleared >= last:
            await self._store.drop_rows(generation)
            await self._store.advance(progress, replace(progress, dropped=progress.dropped[1:], cleared=0))
            return
        up_to = min(progress.cleared + CLEARED_AT_ONCE, last)
        facts = await self._store.facts(range(progress.cleared + 1, up_to + 1))
        ratings = await self._store.rows(generation, list(ratings_needed(facts)))
        await self._store.delete_rows(generation, list(rows_of_matches(facts, ratings)))
        await self._store.advance(progress, replace(progress, cleared=up_to))

    async def _build(self, progress: Progress, build: Build, last: int, corrections: Sequence[Entry]) -> None:
        """Fold one more batch into the next generation; once it has everything, it becomes the current one."""
        if build.batch or build.folded < last:
            await self._fold_batch(progress, build, last, corrections)
            return
        dropped = (*progress.dropped, progress.current.generation)
        switched = replace(progress, current=replace(build, derives=False), next=None, dropped=dropped)
        if await self._store.advance(progress, switched):
            log.info("statistics rebuilt", generation=build.generation, entries=build.folded)

    # One batch

    async def _fold_batch(self, progress: Progress, build: Build, last: int, corrections: Sequence[Entry]) -> None:
        """Announce a batch, or take up one that was cut off; write its rows; say that it is done."""
        if not build.batch:
            announced = replace(build, batch=min(build.folded + self._batch, last))
            if not await self._store.advance(progress, _with_build(progress, announced)):
                return
            progress, build = replace(_with_build(progress, announced), version=progress.version + 1), announced
        batch = await self._folded(build, corrections)
        if batch is not None:
            await self._write(build, batch)
            done = replace(build, folded=build.batch, batch=0)
            await self._store.advance(progress, _with_build(progress, done))

    async def _folded(self, build: Build, corrections: Sequence[Entry]) -> Batch | None:
        """Return a batch with everything added up; None when another keeper is further already."""
        batch = Batch(build)
        for start in range(build.folded, build.batch, self._facts_at_once):
            limit = min(self._facts_at_once, build.batch - start)
            facts = await self._facts(build, start, limit, corrections)
            batch.take(await self._store.rows(build.generation, batch.to_read(ratings_needed(facts))))
            found = await asyncio.to_thread(batch.rate, facts)
            batch.take(await self._store.rows(build.generation, batch.to_read(found.ids)))
            if batch.is_overtaken:
                return None
            await asyncio.to_thread(batch.fold, found)
            await self._is_keeper()  # who is not any more goes on, and does no harm
        return batch

    async def _write(self, build: Build, batch: Batch) -> None:
        rows = batch.rows()
        while some := list(islice(rows, WRITTEN_AT_ONCE)):
            await self._store.write_rows(build.generation, some, above=build.folded, there=batch.there)
            await self._is_keeper()

    # Facts

    async def _facts(self, build: Build, after: int, limit: int, corrections: Sequence[Entry]) -> list[MatchFacts]:
        """Return the corrected facts of a slice, deriving from the logs those that are not kept yet."""
        entries = await self._store.entries(after, limit)
        endings = [entry for entry in entries if entry.correction is None]
        kept = {facts.seq: facts for facts in await self._store.facts([entry.seq for entry in endings])}
        wanted = endings if build.derives else [entry for entry in endings if entry.seq not in kept]
        derived = [facts for entry in wanted if (facts := await self._derived(entry)) is not None]
        await self._store.keep_facts([facts for facts in derived if kept.get(facts.seq) != facts])
        kept |= {facts.seq: facts for facts in derived}
        made = corrections_by_match(corrections, build.corrected)
        return [corrected(kept[seq], made.get(kept[seq].match, ())) for seq in sorted(kept)]

    async def _derived(self, entry: Entry) -> MatchFacts | None:
        """Return the facts that a match's log gives; None when it cannot be read any more."""
        try:
            created = await self._matches.created(entry.match)
            if created is None:
                raise NotEnded(f"There is no match {entry.match}.")
            table = table_of(created.setup, self._decks)
            plies = await self._matches.plies(entry.match)
            return await asyncio.to_thread(facts_of, created, plies, table, game(created.setup.game).facts, entry.seq)
        except (Unreadable, Refused, NotEnded) as reason:
            log.error("no facts from a match's log", match=entry.match, reason=str(reason))
            return None


def with_next(progress: Progress, corrected_up_to: int, derives: bool) -> Progress:
    """Return the progress with a new generation to be built, in place of one that is being built."""
    dropped = progress.dropped if progress.next is None else (*progress.dropped, progress.next.generation)
    build = Build(progress.newest + 1, corrected_up_to, derives=derives)
    return replace(progress, next=build, newest=build.generation, dropped=dropped)


async def enter_forgotten(matches: Store, store: StatsStore) -> int:
    """Enter matches that ended before there was a ledger, oldest first; return how many were not in it."""
    entered, before = 0, None
    query = MatchQuery(public_only=False)
    while page := await matches.page(query, False, before, None, FORGOTTEN_AT_ONCE, False):
        for match in page:
            if match.started_at is not None and match.ended_at is not None:
                last = await store.last_entry()
                entry = await store.enter(Entry(0, match.setup.id, match.setup.event, match.ended_at))
                entered += entry.seq > last
        before = Key(page[-1].setup.created_at, page[-1].setup.id)
    return entered


async def ask_for_rebuild(store: StatsStore) -> int:
    """Have everything derived from the logs again, by whoever keeps; return the generation that will have it."""
    while True:
        progress = await store.progress()
        corrections = await store.corrections()
        asked = with_next(progress, corrections[-1].seq if corrections else 0, derives=True)
        if await store.advance(progress, asked):
            return asked.newest


def corrections_by_match(corrections: Sequence[Entry], up_to: int) -> dict[str, list[Correction]]:
    """Return the corrections numbered up to `up_to` by match, in order."""
    found: dict[str, list[Correction]] = {}
    for entry in corrections:
        if entry.correction is not None and entry.seq <= up_to:
            found.setdefault(entry.match, []).append(entry.correction)
    return found


def _with_build(progress: Progress, build: Build) -> Progress:
    """Return the progress with one of its generations further on."""
    if progress.current.generation == build.generation:
        return replace(progress, current=build)
    return replace(progress, next=build)
