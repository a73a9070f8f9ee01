"""How fast something may come: token buckets. Pure but for the clock it is given."""

from collections.abc import Callable
from math import inf


class TokenBucket:
    """An allowance of `burst` things at once that refills at `rate` a second."""

    __slots__ = ("burst", "clock", "filled_at", "left", "rate")

    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None:
        self.rate = rate
        self.burst = burst
        self.clock = clock
        self.left = float(burst)
        self.filled_at = clock()

    @property
    def is_endless(self) -> bool:
        """Whether nothing can empty it."""
        return self.burst == inf

    def take(self, amount: float = 1) -> bool:
        """Take so many, and say whether there were as many."""
        if not self.has(amount):
            return False
        self.spend(amount)
        return True

    def has(self, amount: float) -> bool:
        """Say whether there are so many. Who wants more than `burst` needs all of it."""
        now = self.clock()
        left = self.left + (now - self.filled_at) * self.rate
        self.left = left = left if left < self.burst else self.burst
        self.filled_at = now
        return left >= amount or left == self.burst

    def spend(self, amount: float) -> None:
        """Take so many, which there must be, or all."""
        self.left = self.left - amount if self.left > amount else 0.0

    def give_back(self, amount: float = 1) -> None:
        """Undo a `take` of so many."""
        self.left = min(self.burst, self.left + amount)

    def refilled(self) -> float:
        """Return how many are left now."""
        self.has(0)
        return self.left

    def seconds_until(self, amount: float) -> float:
        """Return in how many seconds so many can be taken; 0 when they can now."""
        missing = min(amount, self.burst) - self.refilled()
        return missing / self.rate if missing > 0 else 0.0


def bucket(most: int, seconds: float, clock: Callable[[], float]) -> TokenBucket:
    """Return a bucket of `most` that fills in so many seconds; one without end when `most` is 0."""
    return TokenBucket(most / seconds, most, clock) if most else TokenBucket(0.0, inf, clock)
