"""What is counted and measured as it happens, for Prometheus; the README's "Watching it" says what each is for.

Labels take values of closed lists only: games, codes, reasons. What can be read off the running server when somebody
asks (subscribers, sockets, matches) is not here but in `app`. Counting is done by the one thread of the event loop and
takes no lock, as the library's own counters do, which cost more than the rest of what is done for a move.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from itertools import accumulate

from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0)


class Tally:
    """Counts what happened, by the values of its labels."""

    def __init__(self, name: str, text: str, *labels: str) -> None:
        self._name = name
        self._text = text
        self._labels = labels
        self.counts: defaultdict[tuple[str, ...], int] = defaultdict(int)

    def add(self, *values: str) -> None:
        """Count one."""
        self.counts[values] += 1

    def clear(self) -> None:
        """Begin anew."""
        self.counts.clear()

    def family(self) -> Metric:
        """Return what there is to tell."""
        family = CounterMetricFamily(self._name, self._text, labels=self._labels)
        for values, count in sorted(self.counts.items()):
            family.add_metric(values, count)
        return family


class Spread:
    """Counts measurements by size."""

    def __init__(self, name: str, text: str, bounds: tuple[float, ...]) -> None:
        self._name = name
        self._text = text
        self._bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.total = 0.0

    def add(self, value: float) -> None:
        """Count one measurement."""
        self.counts[bisect_left(self._bounds, value)] += 1
        self.total += value

    def clear(self) -> None:
        """Begin anew."""
        self.counts = [0] * len(self.counts)
        self.total = 0.0

    def family(self) -> Metric:
        """Return what there is to tell."""
        family = HistogramMetricFamily(self._name, self._text)
        names = [*map(str, map(float, self._bounds)), "+Inf"]
        family.add_metric([], list(zip(names, accumulate(self.counts), strict=True)), self.total)
        return family


MOVES = Tally("parlour_moves", "Moves that were made and are kept.", "game", "by")
REFUSALS = Tally("parlour_refusals", "Moves and requests that were refused, as data, by code.", "code")
ERRORS = Tally("parlour_errors", "Top-level GraphQL errors, by code.", "code")
STREAM_ENDS = Tally("parlour_stream_ends", "Streams of match updates that the server ended, by reason.", "reason")
RETRIES = Tally("parlour_write_retries", "Group writes that were tried again as the store was unavailable.")
PLAY = Spread("parlour_play_seconds", "From a player's move to its acknowledgement.", SECONDS)
WRITE = Spread("parlour_write_seconds", "How long a ply takes to be durable.", SECONDS)
GROUP = Spread("parlour_group_size", "Plies that were written together.", (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000))
LAG = Spread("parlour_change_lag_seconds", "How old a ply of another server is when it is heard of.", SECONDS)

ALL = (MOVES, REFUSALS, ERRORS, STREAM_ENDS, RETRIES, PLAY, WRITE, GROUP, LAG)


class Measured:
    """All of the above, as the library collects it."""

    def collect(self) -> Iterator[Metric]:
        """Yield every count and measurement."""
        for one in ALL:
            yield one.family()
