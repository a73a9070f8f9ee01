"""GraphQL words for statistics: what is counted and how numbers are spread, whatever they are numbers of."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated

import strawberry

from server.api.errors import ApiError
from server.api.words import described
from server.games.facts import QuestionKind, Tallies
from server.stats import keys
from server.stats.groups import GroupBy, Spread
from server.stats.lists import LeaderboardOrder, QuestionOrder
from server.stats.records import CorrectionKind, Counts

TENTHS = 10
MOST_BUCKETS = 100
MOST_LEFT_OUT = 100
"""The highest minimum of a list: each is a sorted list of its own in memory."""

described(
    QuestionKind,
    "QuestionKind",
    "What is asked and counted for itself. `CLUE`, `ITEM` and `CHOICE` hold the answers of another kind once more.",
    QUESTION="A question of Trivial Pursuit.",
    CARD="A card of 20 Questions.",
    LIST="A list of Smarty Party!",
    DILEMMA="Two answer cards and a kind of question of That's a Question!",
    CLUE="A clue on a card of 20 Questions, with the guesses made before the next one was read.",
    ITEM="An item of a list of Smarty Party!",
    CHOICE="One of the two answer cards of a dilemma, with the kind of question.",
)
described(
    GroupBy,
    "GroupBy",
    "What matches are told apart by.",
    GAME="By game.",
    EVENT="By event; matches without one are a group.",
    DAY="By the day on which they ended, UTC.",
    DECK="By deck.",
    SEATS="By how many played.",
)
described(
    LeaderboardOrder,
    "LeaderboardOrder",
    "What a leaderboard is sorted by, the best first.",
    RATING="What a player is worth almost surely: `rating.ordinal`.",
    WINS="Matches won.",
    WIN_RATE="The share of matches won.",
    AVERAGE_PLACE="The average place, the lowest first.",
    POINTS="Average points a match; the fewest first in games where fewer are better.",
)
described(
    QuestionOrder,
    "QuestionOrder",
    "What a list of questions is sorted by.",
    HARDEST="Least often answered right first.",
    EASIEST="Most often answered right first.",
    MOST_SHOWN="Most often shown first.",
    SLOWEST="Longest median time of an answer first.",
    MOST_OVERRULED="Most verdicts overruled by people first.",
    MOST_SEPARATING="Highest `separation` first.",
)
described(
    CorrectionKind,
    "CorrectionKind",
    "What an operator decided about a result.",
    VOID="The match counts for nothing.",
    RERULE="An answer, the places or the points count otherwise.",
)


class CountedAs(StrEnum):
    """How boards count a match (`MatchFacts.counted_as`)."""

    FINISHED = "FINISHED"
    ABANDONED = "ABANDONED"
    VOID = "VOID"


described(
    CountedAs,
    "CountedAs",
    "How a match counts.",
    FINISHED="It has a result.",
    ABANDONED="It was given up, or too few seats were left before anybody had scored: no places, no ratings.",
    VOID="An operator has voided it: it counts for nothing.",
)


@strawberry.input(description="A stretch of time: a year, a month of it, or an ISO week of it.")
class TimeWindow:
    year: int = strawberry.field(description="The year; of a week, the one that ISO 8601 counts it to.")
    month: int | None = strawberry.field(default=None, description="1 to 12.")
    week: int | None = strawberry.field(default=None, description="1 to 53, as ISO 8601 numbers weeks.")


def window_key(given: TimeWindow | None) -> str:
    """Return what boards call a window, all time by default; raise `ApiError` for one that there is not."""
    if given is None:
        return keys.ALL_TIME
    if given.month is not None and given.week is not None:
        raise ApiError("BAD_USER_INPUT", "Give the month or the week of a window, not both.")
    if not 1 <= given.year <= 9999 or not 1 <= (given.month or 1) <= 12 or not 1 <= (given.week or 1) <= 53:
        raise ApiError("BAD_USER_INPUT", "That window is none: years go to 9999, months to 12 and weeks to 53.")
    year = f"{given.year:04d}"
    if given.month is not None:
        return f"{year}-{given.month:02d}"
    return year if given.week is None else f"{year}-W{given.week:02d}"


@strawberry.type(description="How many values lie between two.")
class Bucket:
    least: float = strawberry.field(description="From this value on...")
    below: float = strawberry.field(description="...and below this one.")
    count: int = strawberry.field(description="How many values.")


@strawberry.type(
    name="Spread", description="How values are spread. All null when there are none; percentiles are measured values."
)
class SpreadType:
    spread: strawberry.Private[Spread]
    unit: strawberry.Private[int]

    @strawberry.field(description="How many values there are.")
    def count(self) -> int:
        return self.spread.count

    @strawberry.field(description="Their mean.")
    def mean(self) -> float | None:
        return self._in_units(self.spread.mean)

    @strawberry.field(description="The median: the lowest value that at least half of all do not exceed.")
    def p50(self) -> float | None:
        return self._in_units(self.spread.p50)

    @strawberry.field(description="The lowest value that at least 95 of a hundred do not exceed.")
    def p95(self) -> float | None:
        return self._in_units(self.spread.p95)

    @strawberry.field(description="The lowest.")
    def least(self) -> float | None:
        return self._in_units(self.spread.least)

    @strawberry.field(description="The highest.")
    def most(self) -> float | None:
        return self._in_units(self.spread.most)

    @strawberry.field(description="The values in buckets of equal width, for a chart. Empty when there are none.")
    def histogram(
        self, buckets: Annotated[int, strawberry.argument(description="At most how many, 1 to 100.")] = 20
    ) -> list[Bucket]:
        if not 1 <= buckets <= MOST_BUCKETS:
            raise ApiError("BAD_USER_INPUT", f"`buckets` goes from 1 to {MOST_BUCKETS}.")
        return histogram(self.spread.counts, buckets, self.unit)

    def _in_units(self, value: float | None) -> float | None:
        return None if value is None else value / self.unit


def spread_type(spread: Spread, unit: int = 1) -> SpreadType:
    """Return a spread for the API; `unit` is how many of what is counted make one of what is shown."""
    return SpreadType(spread=spread, unit=unit)


def histogram(counts: Counts, number: int, unit: int) -> list[Bucket]:
    """Return whole values in so many buckets, fewer when there are fewer whole values between the ends."""
    if not counts:
        return []
    least, most = counts[0][0], counts[-1][0]
    width = -(-(most - least + 1) // number)
    held = [0] * (-(-(most - least + 1) // width))
    for value, times in counts:
        held[(value - least) // width] += times
    starts = range(least, most + 1, width)
    return [
        Bucket(least=start / unit, below=(start + width) / unit, count=count)
        for start, count in zip(starts, held, strict=True)
    ]


@strawberry.type(description="A number with a name, as the game counts it.")
class Tally:
    name: str = strawberry.field(description="The game's name for it, `counts_made` for instance.")
    value: int = strawberry.field(description="The number.")


def tallies_of(tallies: Tallies) -> list[Tally]:
    """Return named numbers for the API."""
    return [Tally(name=name, value=value) for name, value in tallies]


@strawberry.type(description="How often a value came.")
class ValueCount:
    value: int = strawberry.field(description="The value.")
    count: int = strawberry.field(description="How often it came.")


def value_counts(counts: Sequence[tuple[int, int]]) -> list[ValueCount]:
    """Return counts for the API."""
    return [ValueCount(value=value, count=count) for value, count in counts]


def share(part: float, whole: int) -> float | None:
    """Return a part of a whole from 0 to 1, or an average; None of nothing."""
    return part / whole if whole else None


def text_or_none(id: strawberry.ID | None) -> str | None:
    """Return an id as plain text."""
    return str(id) if id is not None else None


def checked_minimum(given: int, name: str) -> int:
    """Return the minimum for a list; raise `ApiError` for one out of range."""
    if not 1 <= given <= MOST_LEFT_OUT:
        raise ApiError("BAD_USER_INPUT", f"`{name}` goes from 1 to {MOST_LEFT_OUT}.")
    return given
