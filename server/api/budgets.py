"""What a caller may still ask for: requests and points of cost, tries at join codes, new players.

An account has one budget wherever it asks from, an address one for everybody who asks from there; what a request costs
is paid from both. An address of IPv6 is the network of 64 bits that a household is given. This machine itself has no
budget as an address, so that a server at work on one's own desk is in nobody's way; accounts always have theirs. Every
process counts for itself. Nothing here knows a transport or a game.
"""

import time
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from typing import Any, Literal
from weakref import WeakValueDictionary

from starlette.types import Scope

from server.api.allowance import TokenBucket, bucket
from server.api.errors import ApiError
from server.settings import Settings

Holder = Literal["ACCOUNT", "ADDRESS"]
Measure = Literal["REQUESTS", "COST", "JOIN_CODES", "PLAYERS"]

REFUSED_COST = 500
"""Points that a document costs which is refused before it runs: about what reading it takes."""

MOST_CALLERS = 100_000
"""Callers remembered with their budgets; whoever has not been heard of for the longest time starts anew."""

MINUTE, HOUR = 60.0, 3_600.0
SAID: dict[Measure, str] = {
    "REQUESTS": "requests a minute",
    "COST": "points of cost a minute",
    "JOIN_CODES": "wrong codes a minute",
    "PLAYERS": "new players an hour",
}
COST: ContextVar[int] = ContextVar("cost", default=0)
"""What the request that is being answered has cost."""


class Budget:
    """What one account, or one address, has left."""

    __slots__ = ("__weakref__", "codes", "holder", "now", "players", "points", "requests")

    def __init__(
        self, holder: Holder, settings: Settings, clock: Callable[[], float], now: Callable[[], float]
    ) -> None:
        times = settings.address_share if holder == "ADDRESS" else 1
        self.holder: Holder = holder
        self.now = now
        self.requests = bucket(settings.rate_limit * times, MINUTE, clock)
        self.points = bucket(settings.cost_limit * times, MINUTE, clock)
        self.codes = bucket(settings.wrong_codes, MINUTE, clock)
        self.players = bucket(settings.new_players, HOUR, clock)

    def refusal(self, measure: Measure, bucket: TokenBucket, wanted: float = 1) -> ApiError:
        """Return what somebody is told for whom a bucket has too little."""
        seconds = max(ceil(bucket.seconds_until(wanted)), 1)
        whose = f"this {self.holder.lower()}"
        return ApiError(
            "RATE_LIMITED",
            f"At most {int(bucket.burst):,} {SAID[measure]} are taken from {whose}. Try again in {seconds} s.",
            measure=measure,
            holder=self.holder,
            retryAfter=seconds,
            **standing(bucket, self.now),
        )


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks, as far as limits go. Both are None for somebody on this machine without a token."""

    account: str | None = None
    address: str | None = None
    budgets: tuple[Budget, ...] = ()

    def refuse_spent(self) -> None:
        """Raise `ApiError` (RATE_LIMITED), before anything is done, for who could not even pay for a refusal."""
        for budget in self.budgets:
            if budget.requests.left < 1 and not budget.requests.has(1):
                raise budget.refusal("REQUESTS", budget.requests)
            if budget.points.left < REFUSED_COST and not budget.points.has(REFUSED_COST):
                raise budget.refusal("COST", budget.points, REFUSED_COST)

    def pay(self, cost: int) -> dict[str, Any]:
        """Pay for one request, and return the `extensions` of its answer; raise `ApiError` when it cannot be paid."""
        for budget in self.budgets:
            if not budget.requests.has(1):
                raise budget.refusal("REQUESTS", budget.requests)
            if not budget.points.has(cost):
                raise budget.refusal("COST", budget.points, cost)
        for budget in self.budgets:
            budget.requests.spend(1)
            budget.points.spend(cost)
        return self._receipt(cost)

    def pay_for_refusal(self) -> dict[str, Any]:
        """Pay for a request that is refused before it runs, with what there is; never raises."""
        for budget in self.budgets:
            budget.requests.spend(1)
            budget.points.spend(REFUSED_COST)
        return self._receipt(REFUSED_COST)

    def _receipt(self, cost: int) -> dict[str, Any]:
        COST.set(cost)
        if not self.budgets:
            return {}
        budget = self.budgets[0] if len(self.budgets) == 1 else self.tightest()
        return {"cost": {"requested": cost, **standing(budget.points, budget.now)}}

    def tightest(self) -> Budget:
        """Return the budget with the fewest points left."""
        return min(self.budgets, key=lambda budget: budget.points.left)

    def guess_code(self) -> None:
        """Count a try at the code of a match or an event; raise `ApiError` after too many, right or not."""
        self._count("JOIN_CODES", [(budget, budget.codes) for budget in self.budgets])

    def guessed_right(self) -> None:
        """Forget the last try."""
        for budget in self.budgets:
            budget.codes.give_back()

    def create_player(self) -> None:
        """Count a new player; raise `ApiError` when there were too many."""
        self._count("PLAYERS", [(budget, budget.players) for budget in self.budgets])

    def _count(self, measure: Measure, buckets: list[tuple[Budget, TokenBucket]]) -> None:
        for budget, left in buckets:
            if not left.has(1):
                raise budget.refusal(measure, left)
        for _, left in buckets:
            left.spend(1)


NOBODY = Caller()


class Budgets:
    """The budgets of all accounts and addresses that were heard of lately."""

    def __init__(
        self, settings: Settings, clock: Callable[[], float] = time.monotonic, now: Callable[[], float] = time.time
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._now = now
        self._callers: dict[tuple[str | None, str | None], Caller] = {}
        self._budgets: WeakValueDictionary[tuple[Holder, str], Budget] = WeakValueDictionary()
        unlimited = settings.model_copy(update={"rate_limit": 0, "cost_limit": 0, "wrong_codes": 0, "new_players": 0})
        self._endless = Budget("ADDRESS", unlimited, clock, now)

    def caller(self, account: str | None, address: str | None) -> Caller:
        """Return who asks: an account's id, and an address as `address_of` gives it."""
        key = account, address
        caller = self._callers.pop(key, None) or self._new_caller(account, address)
        self._callers[key] = caller  # last again
        if len(self._callers) > MOST_CALLERS:
            del self._callers[next(iter(self._callers))]
        return caller

    def _new_caller(self, account: str | None, address: str | None) -> Caller:
        budgets = [] if account is None else [self._budget("ACCOUNT", account)]
        if address is not None:
            budgets.append(self._budget("ADDRESS", address))
        return Caller(account, address, tuple(budgets) or (self._endless,))

    def _budget(self, holder: Holder, name: str) -> Budget:
        known = self._budgets.get((holder, name))
        if known is None:
            known = self._budgets[holder, name] = Budget(holder, self._settings, self._clock, self._now)
        return known


def standing(bucket: TokenBucket, now: Callable[[], float]) -> dict[str, Any]:
    """Return what is left of how much, and when all of it will be there again; nulls where there is no limit."""
    if bucket.is_endless:
        return {"limit": None, "remaining": None, "resetAt": None}
    full_at = ceil(now() + bucket.seconds_until(bucket.burst))
    return {"limit": int(bucket.burst), "remaining": int(bucket.left), "resetAt": instant(full_at)}


@lru_cache(maxsize=512)
def instant(seconds: int) -> str:
    """Return a time in seconds since 1970 as `DateTime` is written."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z")


def address_in(scope: Scope) -> str | None:
    """Return the address that a client's budget goes by, None for this machine itself."""
    client = scope.get("client")
    return address_of(client[0] if client else None)


@lru_cache(maxsize=10_000)
def address_of(host: str | None) -> str | None:
    """Return a host's address, or its network."""
    try:
        address = ip_address(host or "127.0.0.1")
    except ValueError:  # what a proxy has made up
        return host
    if isinstance(address, IPv6Address):
        address = address.ipv4_mapped or address
    if address.is_loopback:
        return None
    if isinstance(address, IPv6Address):
        return str(ip_network((address, 64), strict=False))
    return str(address)
