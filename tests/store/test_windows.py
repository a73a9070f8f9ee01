"""Windows cover a list without a gap or an overlap, in order, and begin small."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.matches.store import Key
from server.store.codec import key_text
from server.store.windows import NARROWEST, WHOLE, Place, learnt, windows

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
MINUTE = 60_000
INSTANTS = st.one_of(
    st.integers(-5, 10**10), st.integers(-5, 5).map(lambda near: near + MINUTE), st.integers(-5, 5)
).map(lambda milliseconds: BEGAN + timedelta(milliseconds=milliseconds))
KEYS = st.builds(Key, INSTANTS, st.sampled_from(["mat_a", "mat_b"]))


def within(window: dict[str, dict[str, str]], text: str) -> bool:
    """Tell whether the database would find the key by this filter."""
    tests = {
        "$gt": lambda bound: text > bound,
        "$gte": lambda bound: text >= bound,
        "$lt": lambda bound: text < bound,
    }
    return all(tests[operator](bound) for operator, bound in window.get("key", {}).items())


WIDTHS = st.sampled_from([NARROWEST, timedelta(seconds=1), timedelta(days=3), WHOLE])
PLACES = st.builds(Place, INSTANTS, WIDTHS)


@given(KEYS, st.none() | KEYS, st.none() | KEYS, st.booleans(), PLACES, INSTANTS)
def test_every_key_between_the_bounds_lies_in_one_window(
    key: Key, lower: Key | None, upper: Key | None, is_downwards: bool, place: Place, end: datetime
) -> None:
    text = key_text(key)
    is_wanted = (lower is None or text > key_text(lower)) and (upper is None or text < key_text(upper))

    ranges = windows(lower, upper, is_downwards, place, end)

    assert sum(within(window, text) for window in ranges) == is_wanted


@given(KEYS, KEYS, st.booleans(), PLACES, INSTANTS)
def test_windows_come_in_the_order_of_the_list(
    one: Key, other: Key, is_downwards: bool, place: Place, end: datetime
) -> None:
    texts = sorted({key_text(one), key_text(other)}, reverse=is_downwards)
    ranges = list(windows(None, None, is_downwards, place, end))

    places = [next(n for n, window in enumerate(ranges) if within(window, text)) for text in texts]

    assert places == sorted(places)


@pytest.mark.parametrize("is_downwards", [True, False])
def test_no_window_reaches_beyond_the_last_key(is_downwards: bool) -> None:
    bound = Key(BEGAN, "mat_a")
    lower, upper = (bound, None) if is_downwards else (None, bound)
    end = BEGAN - timedelta(days=1) if is_downwards else BEGAN + timedelta(days=1)
    outside = key_text(Key(end, "mat_b"))

    ranges = windows(lower, upper, is_downwards, Place(BEGAN), end)

    assert [within(window, outside) for window in ranges] == [False]


def test_a_young_list_is_read_in_one_go() -> None:
    assert list(windows(None, None, False, Place(BEGAN), BEGAN + timedelta(seconds=2))) == [{}]


def test_windows_below_a_key_grow() -> None:
    upper = Key(BEGAN + timedelta(hours=1), "mat_a")

    assert list(windows(None, upper, True, Place(upper.created_at, timedelta(minutes=1)), BEGAN)) == [
        {"key": {"$gte": "2026-01-01T00:59:00.000Z", "$lt": "2026-01-01T01:00:00.000Z|mat_a"}},
        {"key": {"$gte": "2026-01-01T00:52:00.000Z", "$lt": "2026-01-01T00:59:00.000Z"}},
        {"key": {"$lt": "2026-01-01T00:52:00.000Z"}},
    ]


def test_windows_above_a_key_grow() -> None:
    lower, upper = Key(BEGAN, "mat_a"), Key(BEGAN + timedelta(minutes=20), "mat_b")

    assert list(windows(lower, upper, False, Place(BEGAN, timedelta(minutes=1)), upper.created_at)) == [
        {"key": {"$gt": "2026-01-01T00:00:00.000Z|mat_a", "$lt": "2026-01-01T00:01:00.000Z"}},
        {"key": {"$gte": "2026-01-01T00:01:00.000Z", "$lt": "2026-01-01T00:08:00.000Z"}},
        {"key": {"$gte": "2026-01-01T00:08:00.000Z", "$lt": "2026-01-01T00:20:00.000Z|mat_b"}},
    ]


def test_the_next_place_is_learnt_from_the_page_found() -> None:
    page = [BEGAN - timedelta(seconds=seconds) for seconds in (1, 3, 5)]
    before = Place(BEGAN)

    assert learnt(before, page, limit=3) == Place(page[0], timedelta(seconds=8))
    assert learnt(before, page, limit=4) == Place(BEGAN, WHOLE)
    assert learnt(before, page[:1], limit=1) == Place(page[0], NARROWEST)
