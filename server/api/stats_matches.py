"""What is known of many matches together: `matchStats`."""

from datetime import date
from typing import Annotated

import strawberry

from server.api.errors import ApiError
from server.api.games import Deck, GameKind, deck_type
from server.api.stats_access import must_be_part_of
from server.api.stats_events import EventType, event_named
from server.api.stats_words import TENTHS, CountedAs, SpreadType, spread_type, text_or_none
from server.api.viewer import Info
from server.games.registry import GAMES
from server.stats.groups import GroupBy, MatchFilter, MatchStats

MOST_GROUPS = 1000


@strawberry.input(description="Which ended matches to count; what is left out does not matter.")
class MatchStatsFilter:
    game: GameKind | None = strawberry.field(default=None, description="Matches of this game.")
    event: strawberry.ID | None = strawberry.field(default=None, description="Matches of this event.")
    player: strawberry.ID | None = strawberry.field(
        default=None,
        description="Matches in which this player had a seat; decisions, points and places are then this player's "
        "alone. Whoever is no operator has to name themselves.",
    )
    deck: strawberry.ID | None = strawberry.field(default=None, description="Matches played with this deck.")
    seats: int | None = strawberry.field(default=None, description="Matches of so many seats.")
    status: CountedAs | None = strawberry.field(default=None, description="Matches that count so.")
    first_day: date | None = strawberry.field(default=None, description="Matches that ended on this day or later.")
    last_day: date | None = strawberry.field(default=None, description="Matches that ended on this day or earlier.")
    has_bots: bool | None = strawberry.field(
        default=None, description="Matches in which a bot held a seat from beginning to end, or did not."
    )
    is_test: bool | None = strawberry.field(
        default=False, description="Test matches are left out unless asked for: true for them alone, null for both."
    )


@strawberry.type(name="MatchStats", description="What is known of the matches of a group.")
class MatchStatsType:
    stats: strawberry.Private[MatchStats]

    @strawberry.field(description="Their game; null unless grouped by it.")
    def game(self) -> GameKind | None:
        kind = self.stats.group.game
        return GameKind.__members__[kind] if kind else None

    @strawberry.field(description="Their event; null unless grouped by it, and for matches without one.")
    async def event(self, info: Info) -> EventType | None:
        return await event_named(info, self.stats.group.event)

    @strawberry.field(description="The day on which they ended, UTC; null unless grouped by it.")
    def day(self) -> date | None:
        return date.fromisoformat(self.stats.group.day) if self.stats.group.day else None

    @strawberry.field(description="Their deck; null unless grouped by it, and when this server no longer has it.")
    def deck(self, info: Info) -> Deck | None:
        decks = ((deck, played) for played in GAMES for deck in info.context.host.decks.get(played.key, ()))
        wanted = self.stats.group.deck
        return next((deck_type(deck, played, info.context.say) for deck, played in decks if deck.id == wanted), None)

    @strawberry.field(description="How many played; null unless grouped by it.")
    def seats(self) -> int | None:
        return self.stats.group.seats

    @strawberry.field(description="How many matches.")
    def matches(self) -> int:
        return self.stats.matches

    @strawberry.field(description="Those with a result.")
    def finished(self) -> int:
        return self.stats.finished

    @strawberry.field(description="Those given up without one.")
    def abandoned(self) -> int:
        return self.stats.abandoned

    @strawberry.field(description="Those voided by an operator: in no other number here but `matches`.")
    def void(self) -> int:
        return self.stats.void

    @strawberry.field(description="Seconds from start to end, without time in which no server ran.")
    def duration_seconds(self) -> SpreadType:
        return spread_type(self.stats.durations)

    @strawberry.field(description="Plies of a match.")
    def plies(self) -> SpreadType:
        return spread_type(self.stats.plies)

    @strawberry.field(description="Seconds that people took for a move, from when they could make it.")
    def decision_seconds(self) -> SpreadType:
        return spread_type(self.stats.decisions, TENTHS)

    @strawberry.field(description="Decisions that the clock ended.")
    def timeouts(self) -> int:
        return self.stats.timeouts

    @strawberry.field(description="Points of each seat at the end.")
    def points(self) -> SpreadType:
        return spread_type(self.stats.points)

    @strawberry.field(description="Places of each seat; telling with the filter `player`.")
    def places(self) -> SpreadType:
        return spread_type(self.stats.places)

    @strawberry.field(description="How often another seat took the lead in a match.")
    def lead_changes(self) -> SpreadType:
        return spread_type(self.stats.lead_changes)

    @strawberry.field(description="The most points that the first was ever ahead of the second in a match.")
    def largest_lead(self) -> SpreadType:
        return spread_type(self.stats.largest_leads)


def wanted_matches(given: MatchStatsFilter) -> MatchFilter:
    """Return a filter as boards take it."""
    return MatchFilter(
        game=given.game.name if given.game else None,
        event=text_or_none(given.event),
        deck=text_or_none(given.deck),
        seats=given.seats,
        player=text_or_none(given.player),
        status=given.status.value if given.status else None,
        first_day=given.first_day.isoformat() if given.first_day else None,
        last_day=given.last_day.isoformat() if given.last_day else None,
        has_bots=given.has_bots,
        is_test=given.is_test,
    )


@strawberry.type
class MatchStatsQueries:
    @strawberry.field(
        description="What is known of matches that have ended, by group, in the order of the groups; without `groupBy` "
        "of all together. For operators, and for players about their own matches."
    )
    async def match_stats(
        self,
        info: Info,
        filter: Annotated[MatchStatsFilter | None, strawberry.argument(description="Which matches to count.")] = None,
        group_by: Annotated[
            list[GroupBy] | None, strawberry.argument(description="What to tell them apart by, for each combination.")
        ] = None,
    ) -> list[MatchStatsType] | None:
        wanted = wanted_matches(filter or MatchStatsFilter())
        must_be_part_of(info, () if wanted.player is None else (wanted.player,))
        found = await info.context.services.statistics.readings.match_stats(
            wanted, tuple(dict.fromkeys(group_by or ()))
        )
        if len(found) > MOST_GROUPS:
            message = f"These are {len(found):,} groups, {MOST_GROUPS:,} at most are answered: narrow the filter."
            raise ApiError("BAD_USER_INPUT", message)
        return [MatchStatsType(stats=stats) for stats in found]
