"""How many of something may be open at the same time, sockets for instance: in all, from one address, and of one
account. No I/O."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

from server.api.errors import ApiError

What = Literal["sockets", "unfinished requests", "connections"]

EVERYBODY = "everybody"
RETRY_SECONDS = 30


@dataclass(frozen=True, slots=True)
class PlaceLimits:
    """0 is no limit."""

    total: int = 5_000
    per_address: int = 100
    per_account: int = 20


class Places:
    """Who holds what is open."""

    def __init__(self, limits: PlaceLimits, what: What = "sockets") -> None:
        self.limits = limits
        self.what = what
        self.taken: Counter[str] = Counter()

    @contextmanager
    def of_everybody(self) -> Iterator[None]:
        """Hold one of all places; raise `ApiError` when there is none."""
        with self._held(EVERYBODY, self.limits.total, "on this server"):
            yield

    @contextmanager
    def of_address(self, address: str) -> Iterator[None]:
        """Hold one of an address's places; raise `ApiError` when there is none."""
        with self._held(f"address {address}", self.limits.per_address, "from this address"):
            yield

    @contextmanager
    def of_account(self, account: str) -> Iterator[None]:
        """Hold one of an account's places; raise `ApiError` when there is none."""
        with self._held(f"account {account}", self.limits.per_account, "of this account"):
            yield

    @contextmanager
    def _held(self, holder: str, most: int, where: str) -> Iterator[None]:
        if most and self.taken[holder] >= most:
            message = f"There are {most:,} {self.what} {where} already; no more are allowed."
            measure = self.what.upper().replace(" ", "_")
            raise ApiError("RATE_LIMITED", message, measure=measure, limit=most, retryAfter=RETRY_SECONDS)
        self.taken[holder] += 1
        try:
            yield
        finally:
            self.taken[holder] -= 1
            if not self.taken[holder]:
                del self.taken[holder]
