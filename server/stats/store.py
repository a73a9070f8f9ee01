"""What statistics need kept: the `StatsStore` protocol, implemented in `server/store` (MongoDB and memory).

How to read
- `progress()` says which generation of rows is the current one and up to which `seq` of the ledger it counts.
- `board(generation, board, after)` gives the rows of a board that were written by batches after `after`: keep the rows
  in memory, remember `progress().current.folded` from *before* the read, and ask for what is newer next time. Another
  generation means starting over. `readings.Readings` does all this.
- `rows(generation, ids)` gives single rows: the only way to read pairs, ratings and their history.
- Facts are read by `seq`, by match, by player or by event; as stored they are the log's: apply corrections to them.

Nothing here is read by a filter, count or sort that grows with the number of matches.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Protocol

from server.stats.keys import RowId
from server.stats.records import Entry, MatchFacts, OperatorEvent, Progress, StoredRow


class StatsStore(Protocol):
    """Keeps the ledger, facts, rows and events. Every write returns only when it is durable.

    Every method may raise `StoreUnavailable`.
    """

    # The ledger (part of the log)

    async def enter(self, entry: Entry) -> Entry:
        """Give an entry the next number and keep it; return it as kept: one known already (`once`) as it was."""

    async def last_entry(self) -> int:
        """Return the highest `seq` in the ledger, 0 when it is empty."""

    async def entries(self, after: int, limit: int) -> list[Entry]:
        """Return the entries numbered above `after`, in order, up to `limit`."""

    async def entries_of_match(self, match: str) -> list[Entry]:
        """Return a match's ending and its corrections, in order."""

    async def entries_of_event(self, event: str, after: int, limit: int) -> list[Entry]:
        """Return the entries of an operator's event numbered above `after`, in order, up to `limit`."""

    async def corrections(self) -> list[Entry]:
        """Return every correction, in order."""

    async def owed(self, limit: int) -> list[str]:
        """Return ids of matches that have ended after their start and may not be in the ledger yet."""

    async def settle(self, match: str) -> None:
        """Note that a match is in the ledger, so that `owed` does not name it again."""

    # Facts

    async def keep_facts(self, facts: Sequence[MatchFacts]) -> None:
        """Keep the facts of matches, in place of any kept before."""

    async def facts(self, seqs: Sequence[int]) -> list[MatchFacts]:
        """Return the facts kept under these numbers, in order; those of corrections and unreadable logs are missing."""

    async def facts_of_match(self, match: str) -> MatchFacts | None:
        """Return a match's facts."""

    async def facts_of_player(self, player: str, after: int, limit: int) -> list[MatchFacts]:
        """Return the facts of a player's matches numbered above `after`, in order, up to `limit`."""

    async def facts_of_event(self, event: str, after: int, limit: int) -> list[MatchFacts]:
        """Return the facts of an event's matches numbered above `after`, in order, up to `limit`."""

    # Rows

    async def progress(self) -> Progress:
        """Return where statistics stand."""

    async def advance(self, old: Progress, new: Progress) -> bool:
        """Put `new` in the place of `old`; False, nothing changed, when somebody else has changed it.

        It is kept with the version that follows the old one's.
        """

    async def board(self, generation: int, board: str, after: int = 0) -> list[StoredRow]:
        """Return the rows of a board (one that `keys.is_listed`) whose `seq` is above `after`, in no order."""

    async def rows(self, generation: int, ids: Sequence[RowId]) -> list[StoredRow]:
        """Return those of the rows that there are, in no order."""

    async def write_rows(
        self, generation: int, rows: Sequence[StoredRow], above: int, there: Collection[RowId]
    ) -> None:
        """Write rows; one that is there with a `seq` above `above` already is left alone.

        `there` are the rows known to be there; the others are new, unless another keeper is writing them too.
        """

    async def delete_rows(self, generation: int, ids: Sequence[RowId]) -> None:
        """Delete those of the rows that there are."""

    async def drop_rows(self, generation: int) -> None:
        """Delete a generation, unless it `drops_at_once` best one of which not many rows are left."""

    @property
    def drops_at_once(self) -> bool:
        """Tell whether everything else goes on while a generation is dropped, however many rows it has."""

    # One at a time

    async def lease(self, owner: str, now: datetime, until: datetime) -> bool:
        """Be the keeper until then: True when nobody else is. The owner's own lease is renewed."""

    async def release(self, owner: str) -> None:
        """Give the lease back, if it is the owner's."""

    # Operators' events

    async def add_event(self, event: OperatorEvent) -> None:
        """Keep a new event; raise `CodeTaken` when its code is in use."""

    async def event(self, id: str) -> OperatorEvent | None:
        """Return an event."""

    async def event_by_code(self, code: str) -> OperatorEvent | None:
        """Return the event with this code."""

    async def events(self) -> list[OperatorEvent]:
        """Return all events, oldest first."""
