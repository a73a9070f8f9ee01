"""How a player stands in a game: `Player.stats`, and each side of `headToHead`."""

from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import strawberry

from server.api.connections import After, Before, Connection, First, Last, Page, bad_cursor, connection, page
from server.api.errors import ApiError
from server.api.games import GameKind
from server.api.stats_words import (
    TENTHS,
    SpreadType,
    Tally,
    TimeWindow,
    ValueCount,
    share,
    spread_type,
    tallies_of,
    value_counts,
    window_key,
)
from server.api.viewer import Info
from server.api.words import described
from server.games.facts import QuestionKind
from server.stats import keys, records
from server.stats.groups import spread_of
from server.stats.ratings import Skill
from server.stats.records import Standing

if TYPE_CHECKING:
    from server.api.match import MatchType


class AccuracyBy(StrEnum):
    """What answers are told apart by."""

    KIND = "KIND"
    CATEGORY = "CATEGORY"


described(
    AccuracyBy,
    "AccuracyBy",
    "What answers are told apart by.",
    KIND="By kind of question alone.",
    CATEGORY="By kind and category: the colour of a question, the category of a card, the kind of a dilemma.",
)


@strawberry.type(description="A rating: OpenSkill's Plackett-Luce model.")
class Rating:
    mu: float = strawberry.field(description="What the player is believed to be worth; 25 before the first match.")
    sigma: float = strawberry.field(description="How unsure that is; 25/3 before the first match.")
    ordinal: float = strawberry.field(description="What the player is worth almost surely: mu - 3 sigma.")


@strawberry.type(description="A rating as it stood after a match.")
class RatingPoint:
    match_id: strawberry.Private[str]
    sequence: int = strawberry.field(description="The number of the match's ending.")
    at: datetime = strawberry.field(description="When the match ended.")
    rating: Rating = strawberry.field(description="The rating after it.")

    @strawberry.field(description="The match; null when this server cannot read it any more.")
    async def match(self, info: Info) -> Annotated["MatchType", strawberry.lazy("server.api.match")] | None:
        from server.api.match import match_shown  # which itself tells of players

        return await match_shown(info, self.match_id)


@strawberry.type(description="Answers of one kind, or of one kind and category.")
class Accuracy:
    kind: QuestionKind = strawberry.field(description="The kind.")
    category: str | None = strawberry.field(
        description='The game\'s own word, "" where it has none; null when only kinds are told apart.'
    )
    answers: int = strawberry.field(description="How many answers were given.")
    right: int = strawberry.field(description="How many counted as right.")

    @strawberry.field(description="The share of right answers, 0 to 1.")
    def rate(self) -> float:
        return self.right / self.answers


@strawberry.type(description="Results at one seat.")
class SeatRecord:
    seat: int = strawberry.field(description="The seat's index.")
    played: int = strawberry.field(description="Matches with a result.")
    won: int = strawberry.field(description="First places.")
    average_place: float = strawberry.field(description="The average place.")


@strawberry.type(description="What a player did in one game, over the matches that were asked for.")
class PlayerStats:
    standing: strawberry.Private[Standing]
    kind: strawberry.Private[str]
    is_test: strawberry.Private[bool]
    is_shared: strawberry.Private[bool]

    @strawberry.field(description="The game.")
    def game(self) -> GameKind:
        return GameKind.__members__[self.kind]

    @strawberry.field(description="Matches with a result.")
    def played(self) -> int:
        return self.standing.played

    @strawberry.field(description="First places, shared ones too.")
    def won(self) -> int:
        return self.standing.won

    @strawberry.field(description="The share of matches won, 0 to 1; null without any.")
    def win_rate(self) -> float | None:
        return share(self.standing.won, self.standing.played)

    @strawberry.field(description="Matches given up without a result.")
    def abandoned(self) -> int:
        return self.standing.abandoned

    @strawberry.field(description="Matches in which the player gave up, abandoned ones too.")
    def resigned(self) -> int:
        return self.standing.resigned

    @strawberry.field(description="How often each place was taken.")
    def places(self) -> list[ValueCount]:
        return value_counts(self.standing.places)

    @strawberry.field(description="The average place; null without a match with a result.")
    def average_place(self) -> float | None:
        return share(self.standing.place_sum, self.standing.played)

    @strawberry.field(description="All points together.")
    def points(self) -> int:
        return self.standing.points

    @strawberry.field(description="Points a match; null without any.")
    def average_points(self) -> float | None:
        return share(self.standing.points, self.standing.played)

    @strawberry.field(description="The most points in a match; null without any.")
    def most_points(self) -> int | None:
        return self.standing.most

    @strawberry.field(description="The fewest points in a match; null without any.")
    def least_points(self) -> int | None:
        return self.standing.least

    @strawberry.field(description="Seconds that the player took for a move, from when it could be made.")
    def decision_seconds(self) -> SpreadType:
        return spread_type(spread_of([self.standing.decisions]), TENTHS)

    @strawberry.field(description="Decisions that the clock ended.")
    def timeouts(self) -> int:
        return self.standing.timeouts

    @strawberry.field(description="Right answers by kind or category. Empty in games without questions.")
    def accuracy(
        self, by: Annotated[AccuracyBy, strawberry.argument(description="What to tell apart.")] = AccuracyBy.CATEGORY
    ) -> list[Accuracy]:
        return accuracy_by(self.standing.accuracy, by)

    @strawberry.field(description="Results at each seat the player had.")
    def by_seat(self) -> list[SeatRecord]:
        return [
            SeatRecord(seat=at.seat, played=at.played, won=at.won, average_place=at.places / at.played)
            for at in self.standing.by_seat
        ]

    @strawberry.field(description="Matches won in a row up to now; below 0 so many in a row not won.")
    def streak(self) -> int:
        return self.standing.streak

    @strawberry.field(description="The most matches ever won in a row.")
    def longest_streak(self) -> int:
        return self.standing.longest_streak

    @strawberry.field(description="The places in the last ten matches with a result, newest last.")
    def form(self) -> list[int]:
        return list(self.standing.form)

    @strawberry.field(description="What the game counts beside, summed up: `counts_made` and `draws` of Twenty, say.")
    def tallies(self) -> list[Tally]:
        return tallies_of(self.standing.tallies)

    @strawberry.field(
        description="The rating after the last match counted here; null without one, and over matches shared with "
        "somebody, as it follows from others too."
    )
    def rating(self) -> Rating | None:
        if self.is_shared or self.standing.played == 0:
            return None
        return rating_of(Skill(self.standing.mu, self.standing.sigma))

    @strawberry.field(
        description="The rating in the game after each match, oldest first, whatever the event or window; null over "
        "matches shared with somebody."
    )
    async def rating_history(
        self, info: Info, first: First = None, after: After = None, last: Last = None, before: Before = None
    ) -> Connection[RatingPoint] | None:
        if self.is_shared:
            return None
        readings = info.context.services.statistics.readings
        points = await readings.rating_history(self.standing.player, self.kind, self.is_test)
        return _history(points, page(first, after, last, before))


def accuracy_by(rows: tuple[records.Accuracy, ...], by: AccuracyBy) -> list[Accuracy]:
    """Return answers told apart by kind and category, or summed up by kind."""
    if by is AccuracyBy.CATEGORY:
        return [_accuracy(row.kind, row.category, [row]) for row in rows]
    kinds = dict.fromkeys(row.kind for row in rows)
    return [_accuracy(kind, None, [row for row in rows if row.kind == kind]) for kind in kinds]


def _accuracy(kind: str, category: str | None, rows: list[records.Accuracy]) -> Accuracy:
    answers, right = sum(row.answers for row in rows), sum(row.right for row in rows)
    return Accuracy(kind=QuestionKind(kind), category=category, answers=answers, right=right)


def rating_of(skill: Skill) -> Rating:
    """Return a rating for the API."""
    return Rating(mu=skill.mu, sigma=skill.sigma, ordinal=skill.ordinal)


def _history(points: list[records.RatingPoint], asked: Page) -> Connection[RatingPoint]:
    after, before = _sequence(asked.after), _sequence(asked.before)
    between = [
        point for point in points if (after is None or point.seq > after) and (before is None or point.seq < before)
    ]
    some = between[-asked.limit - 1 :] if asked.is_last else between[: asked.limit + 1]
    nodes = [
        RatingPoint(
            match_id=point.match,
            sequence=point.seq,
            at=point.at,
            rating=rating_of(Skill(point.mu, point.sigma)),
        )
        for point in some
    ]

    async def count() -> int:
        return len(points)

    return connection(nodes, [str(point.seq) for point in some], asked, count)


def _sequence(key: str | None) -> int | None:
    if key is None:
        return None
    if not key.isascii() or not key.isdigit() or len(key) > 15:
        raise bad_cursor()
    return int(key)


async def stats_of_player(
    info: Info, player: str, game: GameKind, event: str | None, window: TimeWindow | None, is_test: bool
) -> PlayerStats | None:
    """Return what the asker may know of a player in a game: what both did together, unless it is about themselves."""
    asker = info.context.required()
    readings = info.context.services.statistics.readings
    if asker.is_operator or asker.id == player:
        standing = await readings.standing(player, game.name, event, window_key(window), is_test)
        return _player_stats(standing, game.name, is_test, is_shared=False)
    if window_key(window) != keys.ALL_TIME:
        raise ApiError("BAD_USER_INPUT", "Matches shared with somebody are counted over all time: leave `window` out.")
    for pair in await readings.pairs(asker.id, player, event, is_test):
        if pair.game == game.name:
            side = pair.sides[pair.players.index(player)]
            return _player_stats(side.standing, game.name, is_test, is_shared=True)
    return None


def _player_stats(standing: Standing | None, kind: str, is_test: bool, is_shared: bool) -> PlayerStats | None:
    if standing is None:
        return None
    return PlayerStats(standing=standing, kind=kind, is_test=is_test, is_shared=is_shared)
