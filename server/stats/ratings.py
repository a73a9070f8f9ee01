"""Ratings: OpenSkill's Plackett-Luce model, one game at a time, in the ledger's order. Pure.

Every seat of a match with a result is a team: of its player, of the members of a team, or of the bot that held it from
beginning to end. Bots of a level are one player of their own ("bot:HARD"). Shared places are ties; those who resigned
are rated by their last places; a seat counts as its player's however long a bot minded it. What is abandoned or void is
not rated (`MatchFacts.counted_as`), and neither is a match in which one name holds every seat.

The ratings that a match begins with are those that the last one ended with, to the bit: how matches are cut into
batches makes no difference.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

from server.games.engine import replace
from server.stats import keys
from server.stats.keys import RowId
from server.stats.records import MatchFacts, Rating, SeatFacts

MODEL = PlackettLuce()
MU, SIGMA = 25.0, 25 / 3


class Skill(NamedTuple):
    """What is believed of somebody: the mean, and how sure."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def ordinal(self) -> float:
        """What somebody is worth almost surely: what rating lists are sorted by."""
        return self.mu - 3 * self.sigma


class Rated(NamedTuple):
    """A match and everybody's skill before and after it, by name. Both are the same when it was not rated."""

    facts: MatchFacts
    before: Mapping[str, Skill]
    after: Mapping[str, Skill]
    counts: Mapping[str, int]
    """How many matches each has been rated in, this one included; empty when it was not rated."""


def names_of(seat: SeatFacts) -> tuple[str, ...]:
    """Return under which names a seat's result counts: its players', or the bot's."""
    return (f"bot:{seat.bot.value}",) if seat.bot is not None else seat.players


def rating_id(facts: MatchFacts, name: str) -> RowId:
    """Return the row of somebody's rating in the game of a match."""
    return keys.ratings(facts.game, facts.is_test), name


def ratings_needed(batch: Iterable[MatchFacts]) -> set[RowId]:
    """Return the ratings that a batch is folded over."""
    return {rating_id(facts, name) for facts in batch for seat in facts.seats for name in names_of(seat)}


def rated(batch: Sequence[MatchFacts], ratings: Mapping[RowId, Rating]) -> tuple[dict[RowId, Rating], list[Rated]]:
    """Return the ratings after a batch, and what each match of it changed, in order."""
    now = dict(ratings)
    results = [_rated_one(facts, now) for facts in batch]
    return moved(now, ratings), results


def moved(now: Mapping[RowId, Rating], before: Mapping[RowId, Rating]) -> dict[RowId, Rating]:
    """Return the ratings that have changed, with what they were before the batch."""
    began = {id: before.get(id, Rating(id[1])) for id in now}
    marked = {
        id: replace(rating, before=(began[id].mu, began[id].sigma, began[id].rated)) for id, rating in now.items()
    }
    return {id: rating for id, rating in marked.items() if rating.rated > rating.before[2]}


def _rated_one(facts: MatchFacts, now: dict[RowId, Rating]) -> Rated:
    names = sorted({name for seat in facts.seats for name in names_of(seat)})
    kept = {name: now.get(rating_id(facts, name), Rating(name)) for name in names}
    before = {name: Skill(rating.mu, rating.sigma) for name, rating in kept.items()}
    if facts.counted_as != "FINISHED" or len(names) < 2:
        return Rated(facts, before, before, {})
    after = skills_after([names_of(seat) for seat in facts.seats], [seat.place or 1 for seat in facts.seats], before)
    for name in names:
        skill, rating = after[name], kept[name]
        now[rating_id(facts, name)] = replace(rating, mu=skill.mu, sigma=skill.sigma, rated=rating.rated + 1)
    return Rated(facts, before, after, {name: kept[name].rated + 1 for name in names})


def skills_after(
    teams: Sequence[Sequence[str]], places: Sequence[int], before: Mapping[str, Skill]
) -> dict[str, Skill]:
    """Return everybody's skill after a match. Who holds several seats moves by the sum of what each would do."""
    given = [[MODEL.rating(mu=before[name].mu, sigma=before[name].sigma) for name in team] for team in teams]
    results = MODEL.rate(given, ranks=[float(place) for place in places])
    after = dict(before)
    for team, ratings in zip(teams, results, strict=True):
        for name, result in zip(team, ratings, strict=True):
            mu, sigma = after[name]
            was = before[name]
            after[name] = Skill(mu + (result.mu - was.mu), sigma * (result.sigma / was.sigma))
    return after
