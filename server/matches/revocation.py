"""Whether a token has been revoked while something still rests on it: an open socket, and what is followed over it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Revoked(Exception):
    """The token has been revoked: what rested on it ends."""


class Revocation:
    """What is yet to happen to a token, or has; `player` is whose it is."""

    __slots__ = ("__weakref__", "_told", "has_come", "player")

    def __init__(self) -> None:
        self.player = ""
        self.has_come = False
        self._told: dict[object, Callable[[], None]] = {}

    def come(self) -> None:
        """Tell everybody who waits for it."""
        self.has_come = True
        for call in tuple(self._told.values()):
            call()

    def check(self) -> None:
        """Raise `Revoked` once it has come."""
        if self.has_come:
            raise Revoked("This token has been revoked.")

    @contextmanager
    def telling(self, call: Callable[[], None]) -> Iterator[None]:
        """Call this when it comes, at once if it has, for as long as the context lasts."""
        key = object()
        self._told[key] = call
        if self.has_come:
            call()
        try:
            yield
        finally:
            del self._told[key]


NEVER = Revocation()
"""For who has no token."""
