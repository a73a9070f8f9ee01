"""How fast something may come: token buckets. Pure but for the clock it is given."""

from collections.abc import Callable


class TokenBucket:
    """An allowance of `burst` things at once that refills at `rate` a second."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float]) -> None:
        self.rate = rate
        self.burst = burst
        self.clock = clock
        self.left = float(burst)
        self.filled_at = clock()

    def take(self) -> bool:
        """Take one, and say whether there was one."""
        now = self.clock()
        self.left = min(self.burst, self.left + (now - self.filled_at) * self.rate)
        self.filled_at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True
