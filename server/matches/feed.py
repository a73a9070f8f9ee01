"""Who hears of which match: updates go to every subscriber of a topic, in order, through a bounded queue each.

Only what happens in this process; plies of other servers are published here by the host once it has heard of them.
"""

import asyncio
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

from server.matches.records import Match, Ply
from server.matches.revocation import NEVER, Revocation, Revoked

QUEUE_LIMIT = 256
"""Updates a subscriber may lag behind before it is let go; it comes back with the last ply it has."""

LOBBY = "lobby"
"""The topic of every change to a match that is, or just was, open."""


class Lagging(Exception):
    """The subscriber was too slow and has missed updates: it must subscribe again, naming the last ply it has."""


class Closing(Exception):
    """The server is stopping."""


class Forgotten(Exception):
    """The match ended long ago, and this server no longer keeps it in memory."""


class Update:
    """A ply and the match after it. One object serves all subscribers, and keeps what was worked out for them."""

    __slots__ = ("match", "ply", "shown")

    def __init__(self, match: Match, ply: Ply) -> None:
        self.match = match
        self.ply = ply
        self.shown: dict[object, object] = {}
        """What the API made of this update, by viewer."""


class Subscription:
    """One subscriber's bounded queue; iterate over it."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._updates: deque[Update] = deque()
        self._end: Exception | None = None
        self._changed = asyncio.Event()

    def put(self, update: Update) -> None:
        """Add an update without waiting; a full queue ends the subscription."""
        if len(self._updates) >= self._limit:
            self.end(Lagging("This subscriber was too slow."))
        elif self._end is None:
            self._updates.append(update)
            self._changed.set()

    def end(self, reason: Exception) -> None:
        """Let the reader drain what is queued, then raise `reason`."""
        self._end = self._end or reason
        self._changed.set()

    async def __aiter__(self) -> AsyncIterator[Update]:
        while True:
            while self._updates:
                yield self._updates.popleft()
            if self._end is not None:
                raise self._end
            self._changed.clear()
            await self._changed.wait()


class Feed:
    """All subscriptions of this process, by topic: a match's id, or `LOBBY`."""

    def __init__(self, limit: int = QUEUE_LIMIT) -> None:
        self._limit = limit
        self._is_closed = False
        self._topics: defaultdict[str, set[Subscription]] = defaultdict(set)

    @contextmanager
    def subscribe(self, topic: str, revocation: Revocation = NEVER) -> Iterator[Subscription]:
        """Subscribe for as long as the context lasts; leaving cannot be forgotten. A revocation ends it before."""
        subscription = Subscription(self._limit)
        if self._is_closed:
            subscription.end(Closing("The server is stopping."))
        self._topics[topic].add(subscription)
        try:
            with revocation.telling(lambda: subscription.end(Revoked("This token has been revoked."))):
                yield subscription
        finally:
            self._topics[topic].discard(subscription)
            if not self._topics[topic]:
                del self._topics[topic]

    def publish(self, topic: str, update: Update) -> None:
        """Hand an update to every subscriber of the topic."""
        for subscription in tuple(self._topics.get(topic, ())):
            subscription.put(update)

    def end(self, topic: str, reason: Exception) -> None:
        """End every subscription of a topic, once it has what was published."""
        for subscription in tuple(self._topics.get(topic, ())):
            subscription.end(reason)

    def close(self) -> None:
        """End every subscription, and each that is still to come."""
        self._is_closed = True
        for topic in tuple(self._topics):
            self.end(topic, Closing("The server is stopping."))

    def has_subscribers(self, topic: str) -> bool:
        """Tell whether anybody listens to a topic."""
        return topic in self._topics

    @property
    def subscribers(self) -> int:
        """How many subscriptions there are."""
        return sum(len(topic) for topic in self._topics.values())
