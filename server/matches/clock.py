"""One armed deadline a match. Deadlines are data of the match; this only wakes the host when one has come."""

import asyncio
from collections.abc import Callable
from datetime import datetime


class Clock:
    """Calls `ring(match_id)` at each match's deadline. Arming again replaces what was armed."""

    def __init__(self, now: Callable[[], datetime], ring: Callable[[str], None]) -> None:
        self._now = now
        self._ring = ring
        self._armed: dict[str, asyncio.TimerHandle] = {}

    def arm(self, match_id: str, deadline: datetime, grace: float = 0.0) -> None:
        """Ring for this match at `deadline`, `grace` seconds later for a match that another server looks after."""
        self.disarm(match_id)
        seconds = max(0.0, (deadline - self._now()).total_seconds()) + grace
        self._armed[match_id] = asyncio.get_running_loop().call_later(seconds, self._due, match_id)

    def disarm(self, match_id: str) -> None:
        """Forget this match's deadline."""
        if (handle := self._armed.pop(match_id, None)) is not None:
            handle.cancel()

    def stop(self) -> None:
        """Forget every deadline."""
        for match_id in tuple(self._armed):
            self.disarm(match_id)

    def _due(self, match_id: str) -> None:
        del self._armed[match_id]
        self._ring(match_id)

    def __len__(self) -> int:
        return len(self._armed)
