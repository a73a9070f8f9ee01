"""What two players did against each other: `headToHead`."""

from typing import Annotated

import strawberry

from server.api.errors import ApiError
from server.api.games import GameKind
from server.api.players import PlayerType, player_by_id
from server.api.stats_access import must_be_part_of
from server.api.stats_events import EventType, event_named
from server.api.stats_players import PlayerStats
from server.api.stats_words import text_or_none
from server.api.viewer import Info
from server.stats.records import Pair, Shared


@strawberry.type(description="What one of two players did in the matches that both played.")
class HeadToHeadSide:
    side: strawberry.Private[Shared]
    kind: strawberry.Private[str]
    is_test: strawberry.Private[bool]

    @strawberry.field(description="The player.")
    def player(self) -> PlayerType:
        return player_by_id(self.side.standing.player)

    @strawberry.field(description="Matches in which this player was placed better than the other.")
    def ahead(self) -> int:
        return self.side.ahead

    @strawberry.field(description="Guesses at what the other one chose (That's a Question!).")
    def guesses(self) -> int:
        return self.side.guesses

    @strawberry.field(description="How many of those guesses were right.")
    def guessed_right(self) -> int:
        return self.side.guessed_right

    @strawberry.field(description="Everything this player did in these matches.")
    def stats(self) -> PlayerStats:
        return PlayerStats(standing=self.side.standing, kind=self.kind, is_test=self.is_test, is_shared=True)


@strawberry.type(description="Two players over the matches of a game that both played, at different seats.")
class HeadToHead:
    pair: strawberry.Private[Pair]
    is_test: strawberry.Private[bool]
    order: strawberry.Private[tuple[int, int]]

    @strawberry.field(description="The game.")
    def game(self) -> GameKind:
        return GameKind.__members__[self.pair.game]

    @strawberry.field(description="The event; null over all matches, of events or not.")
    async def event(self, info: Info) -> EventType | None:
        return await event_named(info, self.pair.event)

    @strawberry.field(description="Matches with a result.")
    def played(self) -> int:
        return self.pair.played

    @strawberry.field(description="Matches in which they shared a place.")
    def level(self) -> int:
        return self.pair.level

    @strawberry.field(description="The two of them, in the order asked for.")
    def sides(self) -> list[HeadToHeadSide]:
        sides = [self.pair.sides[place] for place in self.order]
        return [HeadToHeadSide(side=side, kind=self.pair.game, is_test=self.is_test) for side in sides]


@strawberry.type
class PairQueries:
    @strawberry.field(
        description="Two players against each other, a row a game; empty when they never met. For operators, and for "
        "each of the two."
    )
    async def head_to_head(
        self,
        info: Info,
        players: Annotated[list[strawberry.ID], strawberry.argument(description="The ids of two players.")],
        game: Annotated[GameKind | None, strawberry.argument(description="Only this game.")] = None,
        event: Annotated[strawberry.ID | None, strawberry.argument(description="Only matches of this event.")] = None,
        is_test: Annotated[bool, strawberry.argument(description="Test matches instead of all others.")] = False,
    ) -> list[HeadToHead] | None:
        if len(players) != 2 or players[0] == players[1]:
            raise ApiError("BAD_USER_INPUT", "Name two different players.")
        one, other = str(players[0]), str(players[1])
        must_be_part_of(info, (one, other))
        order = (0, 1) if one < other else (1, 0)
        pairs = await info.context.services.statistics.readings.pairs(one, other, text_or_none(event), is_test)
        return [
            HeadToHead(pair=pair, is_test=is_test, order=order)
            for pair in pairs
            if game is None or pair.game == game.name
        ]
