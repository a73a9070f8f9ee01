"""How long the tests that search at random may take: a moment in `make test`, FUZZ_SECONDS each in `make fuzz`."""

import os
from time import monotonic

FUZZ_SECONDS = float(os.environ.get("FUZZ_SECONDS", "0"))

MOMENT = 15.0
"""Seconds that a search takes in `make test`."""


class Deadline:
    """Tells when a search has taken as long as it may."""

    def __init__(self, seconds: float = MOMENT) -> None:
        self.ends = monotonic() + (FUZZ_SECONDS or seconds)

    @property
    def is_over(self) -> bool:
        """Whether it is time to stop."""
        return monotonic() >= self.ends
