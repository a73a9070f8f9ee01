"""The `StatsStore` protocol in this process's memory: for tests and measurements. Nothing survives it."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime

from server.games.engine import replace
from server.matches.store import CodeTaken
from server.stats.keys import RowId, is_listed
from server.stats.records import Entry, MatchFacts, OperatorEvent, Progress, StoredRow
from server.store.memory import MemoryStore


class MemoryStats:
    """Statistics beside the matches of a `MemoryStore`. Several keepers may share one."""

    def __init__(self, matches: MemoryStore, drops_at_once: bool = False) -> None:
        self._matches = matches
        self._drops_at_once = drops_at_once
        self._entries: list[Entry] = []
        self._entered: dict[str, Entry] = {}
        self._settled: set[str] = set()
        self._facts: dict[int, MatchFacts] = {}
        self._progress = Progress()
        self._rows: defaultdict[int, dict[RowId, StoredRow]] = defaultdict(dict)
        self._lease: tuple[str, datetime] | None = None
        self._events: dict[str, OperatorEvent] = {}

    # The ledger

    async def enter(self, entry: Entry) -> Entry:
        """Give an entry the next number and keep it; return it as kept: one known already (`once`) as it was."""
        if entry.once not in self._entered:
            numbered = replace(entry, seq=len(self._entries) + 1)
            self._entries.append(numbered)
            self._entered[entry.once] = numbered
        return self._entered[entry.once]

    async def last_entry(self) -> int:
        """Return the highest `seq` in the ledger, 0 when it is empty."""
        return len(self._entries)

    async def entries(self, after: int, limit: int) -> list[Entry]:
        """Return the entries numbered above `after`, in order, up to `limit`."""
        return self._entries[after : after + limit]

    async def entries_of_match(self, match: str) -> list[Entry]:
        """Return a match's ending and its corrections, in order."""
        return [entry for entry in self._entries if entry.match == match]

    async def entries_of_event(self, event: str, after: int, limit: int) -> list[Entry]:
        """Return the entries of an operator's event numbered above `after`, in order, up to `limit`."""
        return [entry for entry in self._entries[after:] if entry.event == event][:limit]

    async def corrections(self) -> list[Entry]:
        """Return every correction, in order."""
        return [entry for entry in self._entries if entry.correction is not None]

    async def owed(self, limit: int) -> list[str]:
        """Return ids of matches that have ended after their start and may not be in the ledger yet."""
        owed = (match.setup.id for match in self._matches.ended() if match.setup.id not in self._settled)
        return list(owed)[:limit]

    async def settle(self, match: str) -> None:
        """Note that a match is in the ledger, so that `owed` does not name it again."""
        self._settled.add(match)

    # Facts

    async def keep_facts(self, facts: Sequence[MatchFacts]) -> None:
        """Keep the facts of matches, in place of any kept before."""
        self._facts |= {one.seq: one for one in facts}

    async def facts(self, seqs: Sequence[int]) -> list[MatchFacts]:
        """Return the facts kept under these numbers, in order."""
        return [self._facts[seq] for seq in sorted(seqs) if seq in self._facts]

    async def facts_of_match(self, match: str) -> MatchFacts | None:
        """Return a match's facts."""
        return next((facts for facts in self._facts.values() if facts.match == match), None)

    async def facts_of_player(self, player: str, after: int, limit: int) -> list[MatchFacts]:
        """Return the facts of a player's matches numbered above `after`, in order, up to `limit`."""
        return [one for one in self._later_facts(after) if any(player in seat.players for seat in one.seats)][:limit]

    async def facts_of_event(self, event: str, after: int, limit: int) -> list[MatchFacts]:
        """Return the facts of an event's matches numbered above `after`, in order, up to `limit`."""
        return [facts for facts in self._later_facts(after) if facts.event == event][:limit]

    def _later_facts(self, after: int) -> list[MatchFacts]:
        return [self._facts[seq] for seq in sorted(self._facts) if seq > after]

    # Rows

    async def progress(self) -> Progress:
        """Return where statistics stand."""
        return self._progress

    async def advance(self, old: Progress, new: Progress) -> bool:
        """Put `new` in the place of `old`; False, nothing changed, when somebody else has changed it."""
        if self._progress.version != old.version:
            return False
        self._progress = replace(new, version=old.version + 1)
        return True

    async def board(self, generation: int, board: str, after: int = 0) -> list[StoredRow]:
        """Return the rows of a board whose `seq` is above `after`, in no order."""
        rows = self._rows[generation].values()
        return [row for row in rows if row.board == board and row.seq > after and is_listed(board)]

    async def rows(self, generation: int, ids: Sequence[RowId]) -> list[StoredRow]:
        """Return those of the rows that there are, in no order."""
        kept = self._rows[generation]
        return [kept[id] for id in ids if id in kept]

    def every_row(self, generation: int) -> dict[RowId, StoredRow]:
        """Return all rows of a generation."""
        return dict(self._rows.get(generation, {}))

    async def write_rows(
        self, generation: int, rows: Sequence[StoredRow], above: int, there: Collection[RowId]
    ) -> None:
        """Write rows; one that is there with a `seq` above `above` already is left alone."""
        kept = self._rows[generation]
        for row in rows:
            before = kept.get((row.board, row.key))
            if before is None or before.seq <= above:
                kept[row.board, row.key] = row

    async def delete_rows(self, generation: int, ids: Sequence[RowId]) -> None:
        """Delete those of the rows that there are."""
        for id in ids:
            self._rows[generation].pop(id, None)

    async def drop_rows(self, generation: int) -> None:
        """Delete a generation."""
        self._rows.pop(generation, None)

    @property
    def drops_at_once(self) -> bool:
        """Tell whether a keeper may drop a generation whole: not unless asked for, so that it is as on disk."""
        return self._drops_at_once

    # One at a time

    async def lease(self, owner: str, now: datetime, until: datetime) -> bool:
        """Be the keeper until then: True when nobody else is."""
        if self._lease is not None and self._lease[0] != owner and self._lease[1] > now:
            return False
        self._lease = (owner, until)
        return True

    async def release(self, owner: str) -> None:
        """Give the lease back, if it is the owner's."""
        if self._lease is not None and self._lease[0] == owner:
            self._lease = None

    # Operators' events

    async def add_event(self, event: OperatorEvent) -> None:
        """Keep a new event; raise `CodeTaken` when its code is in use."""
        if await self.event_by_code(event.code) is not None:
            raise CodeTaken(f"The code {event.code} is in use.")
        self._events[event.id] = event

    async def event(self, id: str) -> OperatorEvent | None:
        """Return an event."""
        return self._events.get(id)

    async def event_by_code(self, code: str) -> OperatorEvent | None:
        """Return the event with this code."""
        return next((event for event in self._events.values() if event.code == code), None)

    async def events(self) -> list[OperatorEvent]:
        """Return all events, oldest first."""
        return sorted(self._events.values(), key=lambda event: (event.created_at, event.id))
