"""Updates to subscribers, in order, bounded."""

import asyncio

from server.matches.feed import Closing, Feed, Lagging, Subscription, Update
from server.matches.match import creation
from tests.matches.tables import ANN, lobby_of

UPDATES = [Update(lobby_of(ANN), creation(lobby_of(ANN))) for _ in range(10)]


async def test_every_subscriber_of_the_topic_gets_every_update_in_order() -> None:
    feed = Feed()
    with feed.subscribe("a") as one, feed.subscribe("a") as two, feed.subscribe("b") as other:
        for update in UPDATES:
            feed.publish("a", update)
        feed.close()

        assert await _drained(one) == await _drained(two) == UPDATES
        assert await _drained(other) == []


async def _drained(subscription: Subscription, reason: type[Exception] = Closing) -> list[Update]:
    """Return what is queued, up to the end for this reason."""
    seen = []
    try:
        async for update in subscription:
            seen.append(update)
    except reason:
        return seen
    raise AssertionError("The subscription did not end.")


async def test_a_slow_subscriber_is_let_go_and_harms_nobody() -> None:
    """Fault of peers 45. Attack: stalled reader; what it has not taken is bounded."""
    feed = Feed(limit=3)
    with feed.subscribe("a") as slow:
        for update in UPDATES:
            feed.publish("a", update)
        with feed.subscribe("a") as quick:
            feed.publish("a", UPDATES[0])
            assert await anext(aiter(quick)) is UPDATES[0]

        assert await _drained(slow, Lagging) == UPDATES[:3]


async def test_a_waiting_subscriber_is_woken() -> None:
    feed = Feed()
    with feed.subscribe("a") as subscription:
        waiting = asyncio.ensure_future(anext(aiter(subscription)))
        await asyncio.sleep(0)
        feed.publish("a", UPDATES[0])

        assert await waiting is UPDATES[0]


async def test_nothing_is_kept_for_topics_without_subscribers() -> None:
    feed = Feed()
    with feed.subscribe("a"):
        assert feed.has_subscribers("a")
    feed.publish("a", UPDATES[0])

    assert not feed.has_subscribers("a")
    assert feed.subscribers == 0
