"""A batch that is being folded, one slice of its matches after the other, and what is in memory of it meanwhile. Pure.

The more matches a batch has, the fewer rows are written in all: a row that many matches add to is written once. Rows
are kept as text, in a tenth of the room, and facts only for as long as their slice is being folded.
"""

from collections.abc import Iterable, Iterator, KeysView, Sequence

from server.games.engine import replace
from server.stats import keys
from server.stats.boards import HISTORY_LENGTH, Gathered, decoded, folded, gathered, stored
from server.stats.keys import RowId
from server.stats.ratings import Rated, Skill, moved, names_of, rated, rating_id, ratings_needed
from server.stats.records import Build, MatchFacts, Rating, StoredRow


class Batch:
    """The rows that a batch changes, as far as it has been folded. Not a value: it takes in slice after slice."""

    def __init__(self, build: Build) -> None:
        self._build = build
        self._asked: set[RowId] = set()
        self._seqs: dict[RowId, int] = {}
        """Rows that there were, and by which batch they had been written."""
        self._bodies: dict[RowId, StoredRow] = {}
        """Rows other than ratings, as they are now."""
        self._before: dict[RowId, Rating] = {}
        self._ratings: dict[RowId, Rating] = {}
        self.is_overtaken = False
        """A row has come that a later batch wrote: another keeper is further already."""

    def to_read(self, ids: Iterable[RowId]) -> list[RowId]:
        """Return which of these rows have not been asked for yet, and note that they are now."""
        new = [id for id in ids if id not in self._asked]
        self._asked.update(new)
        return new

    def take(self, rows: Iterable[StoredRow]) -> None:
        """Take in rows as the store has them; a rating as it was before the batch, also when that is done again."""
        for kept in rows:
            id = (kept.board, kept.key)
            self._seqs[id] = kept.seq
            self.is_overtaken |= kept.seq > self._build.batch
            row = decoded(kept) if keys.is_rating(kept.board) else None
            if isinstance(row, Rating):
                self._before[id] = self._ratings[id] = self._rating_before(row, kept.seq)
            else:
                self._bodies[id] = kept

    def _rating_before(self, rating: Rating, seq: int) -> Rating:
        if seq <= self._build.folded:
            return rating
        mu, sigma, count = rating.before
        return replace(rating, mu=mu, sigma=sigma, rated=count)

    @property
    def there(self) -> KeysView[RowId]:
        """The rows that there were."""
        return self._seqs.keys()

    def rate(self, facts: Sequence[MatchFacts]) -> Gathered:
        """Rate the next matches and return which rows they add to; their ratings have been taken in."""
        ratings, results = rated(facts, self._ratings)
        self._ratings |= ratings
        return gathered(results)

    def fold(self, found: Gathered) -> None:
        """Add to the rows what was gathered; those that there were have been taken in."""
        known = {id: decoded(self._bodies[id]) for id in found.ids if id in self._bodies}
        for id, row in folded(found, known).items():
            self._bodies[id] = stored(id, row, self._build.batch)

    def rows(self) -> Iterator[StoredRow]:
        """Yield the rows to write: not those that the batch, when it was done before, has written already."""
        for id, kept in self._bodies.items():
            if self._is_to_write(id):
                yield kept
        for id, rating in moved(self._ratings, self._before).items():
            if self._is_to_write(id):
                yield stored(id, rating, self._build.batch)

    def _is_to_write(self, id: RowId) -> bool:
        return self._seqs.get(id, 0) <= self._build.folded


def rows_of_matches(matches: Sequence[MatchFacts], ratings: Iterable[StoredRow]) -> set[RowId]:
    """Return every row that matches can have added to, however they were corrected; `ratings` are those there are."""
    known = {(kept.board, kept.key): decoded(kept) for kept in ratings}
    found = ratings_needed(matches)
    for facts in matches:
        names = [name for seat in facts.seats for name in names_of(seat)]
        skills = dict.fromkeys(names, Skill())
        for told in (facts, replace(facts, is_void=True)):
            found.update(gathered([Rated(told, skills, skills, {})]).ids)
        for name in names:
            rating = known.get(rating_id(facts, name))
            rows = range((rating.rated - 1) // HISTORY_LENGTH + 1) if isinstance(rating, Rating) else ()
            found.update((keys.history(facts.game, name, facts.is_test), keys.history_key(row)) for row in rows)
    return found
