"""Leaderboards and lists of questions: sorted once, kept sorted as rows change, and read page by page. Pure.

Pages are found by keyset: a place in a list is a row's sort value and name, so that a page costs the same wherever it
lies, and rows that come in between shift nothing. Rows with the same sort value share a rank: 1, 1, 3.
"""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Iterable
from enum import StrEnum
from math import sqrt
from typing import Generic, NamedTuple, TypeVar

import msgspec

from server.games.engine import Record
from server.stats.groups import percentile
from server.stats.records import QuestionRow

RowT = TypeVar("RowT", bound=msgspec.Struct)


class Placing(Record, frozen=True, tag=False):
    """What leaderboards show of a `Standing`: the same row, without what takes much room."""

    player: str
    played: int = 0
    won: int = 0
    abandoned: int = 0
    resigned: int = 0
    place_sum: int = 0
    points: int = 0
    most: int | None = None
    least: int | None = None
    timeouts: int = 0
    streak: int = 0
    longest_streak: int = 0
    form: tuple[int, ...] = ()
    mu: float = 25.0
    sigma: float = 25 / 3
    last: int = 0


class LeaderboardOrder(StrEnum):
    """What a leaderboard is sorted by, the best first."""

    RATING = "RATING"
    """What a player is worth almost surely: mu - 3 sigma."""
    WINS = "WINS"
    WIN_RATE = "WIN_RATE"
    AVERAGE_PLACE = "AVERAGE_PLACE"
    POINTS = "POINTS"
    """Average points a match; the fewest first where fewer are better."""


class QuestionOrder(StrEnum):
    """What a list of questions is sorted by."""

    HARDEST = "HARDEST"
    """Least often answered right first."""
    EASIEST = "EASIEST"
    MOST_SHOWN = "MOST_SHOWN"
    SLOWEST = "SLOWEST"
    """By median time of an answer."""
    MOST_OVERRULED = "MOST_OVERRULED"
    MOST_SEPARATING = "MOST_SEPARATING"
    """Most often right for strong players and wrong for weak ones first; see `separation`."""


class Place(NamedTuple):
    """Where a row stands in a list: what a cursor carries."""

    value: float
    """What it is sorted by, so that the best is the lowest."""
    name: str


class Ranked(NamedTuple, Generic[RowT]):
    """A row of a page."""

    rank: int
    place: Place
    row: RowT


class Page(NamedTuple, Generic[RowT]):
    """A stretch of a list."""

    rows: tuple[Ranked[RowT], ...]
    total: int
    """Rows of the whole list."""
    has_before: bool
    has_after: bool


class Ranking(Generic[RowT]):
    """A sorted list of rows by name. Not a value: it takes in rows as they change."""

    def __init__(self, value_of: Callable[[RowT], float | None]) -> None:
        """Sort by `value_of`, the lowest first; rows for which it is None are left out."""
        self._value_of = value_of
        self._places: list[Place] = []
        self._rows: dict[str, tuple[Place, RowT]] = {}

    def take(self, rows: Iterable[tuple[str, RowT]]) -> None:
        """Take in rows by name, new ones and later states of known ones."""
        new = list(rows)
        if len(new) > len(self._places):
            self._take_many(new)
            return
        for name, row in new:
            self._leave(name)
            if (value := self._value_of(row)) is not None:
                place = Place(value, name)
                insort(self._places, place)
                self._rows[name] = (place, row)

    def _take_many(self, new: Iterable[tuple[str, RowT]]) -> None:
        for name, row in new:
            value = self._value_of(row)
            self._rows.pop(name, None)
            if value is not None:
                self._rows[name] = (Place(value, name), row)
        self._places = sorted(place for place, _ in self._rows.values())

    def _leave(self, name: str) -> None:
        if (kept := self._rows.pop(name, None)) is not None:
            del self._places[bisect_left(self._places, kept[0])]

    def __len__(self) -> int:
        return len(self._places)

    def ranked(self, name: str) -> Ranked[RowT] | None:
        """Return a row with its rank; None when it is not in the list."""
        kept = self._rows.get(name)
        return None if kept is None else Ranked(self._rank(kept[0]), *kept)

    def _rank(self, place: Place) -> int:
        return 1 + bisect_left(self._places, (place.value,))

    def page(
        self, limit: int, after: Place | None = None, before: Place | None = None, last: bool = False
    ) -> Page[RowT]:
        """Return up to `limit` rows between two places: the first ones, or the last ones."""
        start = 0 if after is None else bisect_right(self._places, after)
        end = len(self._places) if before is None else bisect_left(self._places, before)
        end = max(start, end)
        if last:
            start = max(start, end - limit)
        else:
            end = min(end, start + limit)
        rows = tuple(Ranked(self._rank(place), *self._rows[place.name]) for place in self._places[start:end])
        return Page(rows, len(self._places), start > 0, end < len(self._places))


def value_of_placing(order: LeaderboardOrder, minimum: int, lowest_wins: bool) -> Callable[[Placing], float | None]:
    """Return what sorts a leaderboard; players with fewer than `minimum` matches, at least one, are not on it."""

    def value(row: Placing) -> float | None:
        return _placing_value(row, order, lowest_wins) if row.played >= max(1, minimum) else None

    return value


def _placing_value(row: Placing, order: LeaderboardOrder, lowest_wins: bool) -> float:
    match order:
        case LeaderboardOrder.RATING:
            return -(row.mu - 3 * row.sigma)
        case LeaderboardOrder.WINS:
            return -row.won
        case LeaderboardOrder.WIN_RATE:
            return -row.won / row.played
        case LeaderboardOrder.AVERAGE_PLACE:
            return row.place_sum / row.played
        case LeaderboardOrder.POINTS:
            return row.points / row.played * (1 if lowest_wins else -1)


def value_of_question(order: QuestionOrder, kind: str | None, minimum: int) -> Callable[[QuestionRow], float | None]:
    """Return what sorts a list of questions of a kind (None for all) that were shown at least `minimum` times.

    Who chose in a dilemma was shown it too, even where those who guessed stand on the other board.
    """

    def value(row: QuestionRow) -> float | None:
        shown = max(row.shown, sum(times for _, times in row.chosen))
        is_listed = shown >= max(1, minimum) and kind in (None, row.kind)
        return _question_value(row, order) if is_listed else None

    return value


def _question_value(row: QuestionRow, order: QuestionOrder) -> float | None:
    match order:
        case QuestionOrder.HARDEST:
            return right_rate(row) if row.shown else None
        case QuestionOrder.EASIEST:
            return -right_rate(row) if row.shown else None
        case QuestionOrder.MOST_SHOWN:
            return -row.shown
        case QuestionOrder.SLOWEST:
            median = percentile(row.seconds, 50)
            return None if median is None else -median
        case QuestionOrder.MOST_OVERRULED:
            return -(row.overruled_to_right + row.overruled_to_wrong)
        case QuestionOrder.MOST_SEPARATING:
            separating = separation(row)
            return None if separating is None else -separating


def right_rate(row: QuestionRow) -> float:
    """Return the share of the times it was shown in which it was answered right."""
    return row.right / row.shown if row.shown else 0.0


def separation(row: QuestionRow) -> float | None:
    """Return how well a question separates strong from weak players, from -1 to 1.

    It is the point-biserial correlation of an answer being right with the rating (mu before the match) of who gave it;
    None when all answers were right or wrong, or all who answered were rated alike.
    """
    right, answers = row.answers_right, row.answers
    wrong = answers - right
    total = row.strength_right + row.strength_wrong
    squares = answers * row.strength_squares - total * total
    if right == 0 or wrong == 0 or squares <= 0:
        return None
    return (row.strength_right * wrong - row.strength_wrong * right) / sqrt(right * wrong * squares)


def most_common_wrong(row: QuestionRow, number: int) -> tuple[tuple[str, int], ...]:
    """Return the wrong answers given most often, with how often; of several, those that came first."""
    return tuple(sorted(row.wrong, key=lambda text: -text[1])[:number])
