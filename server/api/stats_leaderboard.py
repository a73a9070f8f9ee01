"""Leaderboards in GraphQL: pages of a list that is kept sorted."""

from typing import Annotated

import strawberry

from server.api.connections import After, Before, Connection, First, Last, page
from server.api.games import GameKind
from server.api.players import PlayerType, players_by_id
from server.api.stats_access import must_have_played_in
from server.api.stats_players import Rating, rating_of
from server.api.stats_ranked import ranked_connection
from server.api.stats_words import TimeWindow, checked_minimum, share, text_or_none, window_key
from server.api.viewer import Info
from server.matches.records import BotLevel
from server.stats.lists import LeaderboardOrder, Placing, Ranked
from server.stats.ratings import Skill

BOT = "bot:"


@strawberry.type(description="A player's place on a leaderboard.")
class LeaderboardRow:
    rank: int = strawberry.field(description="Those who are equal share a rank: 1, 1, 3.")
    row: strawberry.Private[Placing]
    known: strawberry.Private[PlayerType | None]

    @strawberry.field(description="The player; null on leaderboards of bots.")
    def player(self) -> PlayerType | None:
        return self.known

    @strawberry.field(description="The bot, all of a level together; null on leaderboards of people.")
    def bot(self) -> BotLevel | None:
        return BotLevel(self.row.player.removeprefix(BOT)) if self.known is None else None

    @strawberry.field(description="Matches with a result.")
    def played(self) -> int:
        return self.row.played

    @strawberry.field(description="First places, shared ones too.")
    def won(self) -> int:
        return self.row.won

    @strawberry.field(description="The share of matches won, 0 to 1.")
    def win_rate(self) -> float:
        return self.row.won / self.row.played

    @strawberry.field(description="The average place.")
    def average_place(self) -> float:
        return self.row.place_sum / self.row.played

    @strawberry.field(description="All points together.")
    def points(self) -> int:
        return self.row.points

    @strawberry.field(description="Points a match.")
    def average_points(self) -> float | None:
        return share(self.row.points, self.row.played)

    @strawberry.field(description="The most points in a match.")
    def most_points(self) -> int | None:
        return self.row.most

    @strawberry.field(description="The fewest points in a match.")
    def least_points(self) -> int | None:
        return self.row.least

    @strawberry.field(description="Matches given up without a result.")
    def abandoned(self) -> int:
        return self.row.abandoned

    @strawberry.field(description="Matches in which the player gave up, abandoned ones too.")
    def resigned(self) -> int:
        return self.row.resigned

    @strawberry.field(description="Decisions that the clock ended.")
    def timeouts(self) -> int:
        return self.row.timeouts

    @strawberry.field(description="Matches won in a row up to now; below 0 so many in a row not won.")
    def streak(self) -> int:
        return self.row.streak

    @strawberry.field(description="The most matches ever won in a row.")
    def longest_streak(self) -> int:
        return self.row.longest_streak

    @strawberry.field(description="The places in the last ten matches with a result, newest last.")
    def form(self) -> list[int]:
        return list(self.row.form)

    @strawberry.field(description="The rating in the game after the player's last match on this leaderboard.")
    def rating(self) -> Rating:
        return rating_of(Skill(self.row.mu, self.row.sigma))


@strawberry.type
class LeaderboardQueries:
    @strawberry.field(
        description="Players of a game by how well they did, kept up to date as matches end. For operators, and, of an "
        "event, for players who have played the game in it."
    )
    async def leaderboard(
        self,
        info: Info,
        game: Annotated[GameKind, strawberry.argument(description="The game.")],
        event: Annotated[strawberry.ID | None, strawberry.argument(description="Only matches of this event.")] = None,
        window: Annotated[
            TimeWindow | None, strawberry.argument(description="Only matches that ended then; all by default.")
        ] = None,
        order_by: Annotated[
            LeaderboardOrder, strawberry.argument(description="What it is sorted by.")
        ] = LeaderboardOrder.RATING,
        min_matches: Annotated[
            int, strawberry.argument(description="Leave out who has played fewer matches with a result; 1 to 100.")
        ] = 1,
        bots: Annotated[
            bool,
            strawberry.argument(description="Bots by level instead of people; each seat of a level counts as a match."),
        ] = False,
        is_test: Annotated[bool, strawberry.argument(description="Test matches instead of all others.")] = False,
        first: First = None,
        after: After = None,
        last: Last = None,
        before: Before = None,
    ) -> Connection[LeaderboardRow] | None:
        event_id, minimum = text_or_none(event), checked_minimum(min_matches, "minMatches")
        await must_have_played_in(info, event_id, game.name, is_test)
        ranking = await info.context.services.statistics.readings.leaderboard(
            game.name, order_by, event_id, window_key(window), minimum, is_test, bots
        )
        asked = page(first, after, last, before)
        people: dict[str, PlayerType] = {}

        async def rows(found: tuple[Ranked[Placing], ...]) -> list[LeaderboardRow]:
            if not bots:
                people.update(await players_by_id(info, [ranked.row.player for ranked in found]))
            return [
                LeaderboardRow(rank=ranked.rank, row=ranked.row, known=people.get(ranked.row.player))
                for ranked in found
            ]

        return await ranked_connection(ranking, asked, order_by.value, rows)
