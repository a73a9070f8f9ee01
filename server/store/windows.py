"""Cuts a list that is read from one end into windows of time, so that a page reads a few matches and not all of them.

The embedded database reads every match that a filter finds before it sorts and cuts off; a filter on a range of the
list key finds few. Where the first window should lie and how
wide it should be is learnt from the page read before. MongoDB itself would not
need this and loses a round trip or two. Pure: keys and instants only.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from server.matches.store import Key
from server.store.codec import instant, key_text

NARROWEST = timedelta(milliseconds=50)
WHOLE = timedelta(days=36_500)
GROWTH = 8


class Place(NamedTuple):
    """Where the reading of a list begins, and how wide the first window is."""

    origin: datetime
    width: timedelta = timedelta(seconds=1)


def windows(
    lower: Key | None, upper: Key | None, is_downwards: bool, place: Place, end: datetime
) -> Iterator[dict[str, Any]]:
    """Yield filters that together cover all keys between two (exclusive), once each, from the place on towards `end`.

    What lies beyond the place or the end is covered by the first and the last window.
    """
    low = {"$gt": key_text(lower)} if lower else {}
    high = {"$lt": key_text(upper)} if upper else {}
    for cut in map(instant, _cuts(place, end, -1 if is_downwards else 1)):
        if (lower and cut <= key_text(lower)) or (upper and cut >= key_text(upper)):
            continue
        if is_downwards:
            yield {"key": {"$gte": cut, **high}}
            high = {"$lt": cut}
        else:
            yield {"key": {**low, "$lt": cut}}
            low = {"$gte": cut}
    yield {"key": low | high} if low or high else {}


def learnt(place: Place, page: list[datetime], limit: int) -> Place:
    """Return where the next page of the same kind should begin, from the creation times on the one that was found."""
    if len(page) < limit:
        return Place(place.origin, WHOLE)
    return Place(page[0], max(NARROWEST, 2 * abs(page[-1] - page[0])))


def _cuts(place: Place, end: datetime, sign: int) -> Iterator[datetime]:
    """Yield instants further and further from the place, at least a second before `end`."""
    width = place.width
    while width + timedelta(seconds=1) < sign * (end - place.origin):
        yield place.origin + sign * width
        width *= GROWTH
