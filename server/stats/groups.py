"""Match statistics: cells filtered, grouped and summed up. Pure.

A percentile is the smallest value that at least so many of all values do not exceed (nearest rank): exact, and a value
that was measured.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum

from server.games.engine import Record, replace
from server.stats.boards import cell_of, with_matches
from server.stats.records import Cell, Counts, MatchFacts


class GroupBy(StrEnum):
    """What matches are told apart by."""

    GAME = "GAME"
    EVENT = "EVENT"
    DAY = "DAY"
    DECK = "DECK"
    SEATS = "SEATS"


class MatchFilter(Record, frozen=True):
    """Which matches to count; None means any."""

    game: str | None = None
    event: str | None = None
    deck: str | None = None
    seats: int | None = None
    player: str | None = None
    """Only matches of this player; decisions, points and places are then this player's alone."""
    status: str | None = None
    """FINISHED, ABANDONED or VOID."""
    first_day: str | None = None
    """The day of the end, UTC, "2026-11-29", this one included."""
    last_day: str | None = None
    has_bots: bool | None = None
    """Whether a bot held a seat from beginning to end."""
    is_test: bool | None = False
    """Test matches are left out unless asked for: True for them alone, None for all."""

    @property
    def needs_days(self) -> bool:
        """Whether it matters on which day a match ended."""
        return self.first_day is not None or self.last_day is not None


class Group(Record, frozen=True):
    """Which matches are counted together: what they agree in, None where they may differ (or have no event)."""

    game: str | None = None
    event: str | None = None
    day: str | None = None
    deck: str | None = None
    seats: int | None = None


class Spread(Record, frozen=True):
    """How values are spread. All None when there are none."""

    count: int = 0
    mean: float | None = None
    p50: int | None = None
    p95: int | None = None
    least: int | None = None
    most: int | None = None
    counts: Counts = ()


class MatchStats(Record, frozen=True):
    """What is known of the matches of a group."""

    group: Group
    matches: int
    finished: int
    abandoned: int
    void: int
    """Voided by operators: among `matches` and in nothing else."""
    durations: Spread
    """Seconds."""
    plies: Spread
    decisions: Spread
    """Tenths of a second."""
    timeouts: int
    points: Spread
    places: Spread
    lead_changes: Spread
    largest_leads: Spread


def match_stats(cells: Iterable[Cell], wanted: MatchFilter, by: Sequence[GroupBy] = ()) -> list[MatchStats]:
    """Return what cells say about each group, by group; without `by` about all matches together."""
    groups: dict[Group, list[Cell]] = {}
    for cell in cells:
        if _is_wanted(cell, wanted):
            groups.setdefault(_group_of(cell, by), []).append(cell)
    return [_summed(group, groups[group]) for group in sorted(groups, key=_order)]


def cells_of_player(matches: Iterable[MatchFacts], player: str) -> list[Cell]:
    """Return the cells of a player's matches, with the decisions, points and places of this player alone."""
    found: dict[Cell, list[MatchFacts]] = {}
    for facts in matches:
        found.setdefault(cell_of(facts), []).append(facts)
    return [with_matches(cell, some, only=player) for cell, some in found.items()]


def finds(wanted: MatchFilter, facts: MatchFacts) -> bool:
    """Tell whether a filter finds a match."""
    is_theirs = wanted.player is None or any(wanted.player in seat.players for seat in facts.seats)
    return is_theirs and _is_wanted(cell_of(facts), wanted)


def _is_wanted(cell: Cell, wanted: MatchFilter) -> bool:
    return (
        (wanted.game is None or cell.game == wanted.game)
        and (wanted.event is None or cell.event == wanted.event)
        and (wanted.deck is None or cell.deck == wanted.deck)
        and (wanted.seats is None or cell.seats == wanted.seats)
        and (wanted.status is None or cell.status == wanted.status)
        and (wanted.first_day is None or cell.day >= wanted.first_day)
        and (wanted.last_day is None or cell.day <= wanted.last_day)
        and (wanted.has_bots is None or cell.has_bots == wanted.has_bots)
        and (wanted.is_test is None or cell.is_test == wanted.is_test)
    )


def _group_of(cell: Cell, by: Sequence[GroupBy]) -> Group:
    group = Group()
    for part in by:
        name = part.value.lower()
        group = replace(group, **{name: getattr(cell, name)})
    return group


def _order(group: Group) -> tuple[str, str, str, str, int]:
    return group.day or "", group.game or "", group.event or "", group.deck or "", group.seats or 0


def _summed(group: Group, cells: Sequence[Cell]) -> MatchStats:
    matches = Counter({"FINISHED": 0, "ABANDONED": 0, "VOID": 0})
    for cell in cells:
        matches[cell.status] += cell.matches
    return MatchStats(
        group=group,
        matches=sum(matches.values()),
        finished=matches["FINISHED"],
        abandoned=matches["ABANDONED"],
        void=matches["VOID"],
        durations=spread_of(cell.durations for cell in cells),
        plies=spread_of(cell.plies for cell in cells),
        decisions=spread_of(cell.decisions for cell in cells),
        timeouts=sum(cell.timeouts for cell in cells),
        points=spread_of(cell.points for cell in cells),
        places=spread_of(cell.places for cell in cells),
        lead_changes=spread_of(cell.lead_changes for cell in cells),
        largest_leads=spread_of(cell.largest_leads for cell in cells),
    )


def spread_of(some: Iterable[Counts]) -> Spread:
    """Return how the values of several counts together are spread."""
    total: Counter[int] = Counter()
    for counts in some:
        for value, times in counts:
            total[value] += times
    counts = tuple(sorted(total.items()))
    if not counts:
        return Spread()
    number = sum(times for _, times in counts)
    mean = sum(value * times for value, times in counts) / number
    return Spread(number, mean, percentile(counts, 50), percentile(counts, 95), counts[0][0], counts[-1][0], counts)


def percentile(counts: Counts, percent: int) -> int | None:
    """Return the smallest value that at least `percent` of a hundred do not exceed, None when there are none."""
    number = sum(times for _, times in counts)
    needed = -(-number * percent // 100)
    seen = 0
    for value, times in counts:
        seen += times
        if seen >= needed:
            return value
    return None
