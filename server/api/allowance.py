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
        """Take so many, and say whether there were as many. Whoever wants more than `burst` takes all of it."""
        left = self.refilled()
        wanted = amount if amount < self.burst else self.burst
        if left < wanted:
            return False
        self.left = left - wanted
        return True

    def give_back(self, amount: float = 1) -> None:
        """Undo a `take` of so many."""
        self.left = min(self.burst, self.left + amount)

    def refilled(self) -> float:
        """Return how many are left now."""
        now = self.clock()
        self.left = min(self.burst, self.left + (now - self.filled_at) * self.rate)
        self.filled_at = now
        return self.left

    def seconds_until(self, amount: float) -> float:
        """Return in how many seconds so many can be taken; 0 when they can now."""
        missing = min(amount, self.burst) - self.refilled()
        return missing / self.rate if missing > 0 else 0.0


def bucket(most: int, seconds: float, clock: Callable[[], float]) -> TokenBucket:
    """Return a bucket of `most` that fills in so many seconds; one without end when `most` is 0."""
    return TokenBucket(most / seconds, most, clock) if most else TokenBucket(0.0, inf, clock)
