"""Players in GraphQL."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Annotated

import strawberry

from server.api.games import GameKind
from server.api.node import Node
from server.api.personal import PERSONAL
from server.api.stats_players import PlayerStats, stats_of_player
from server.api.stats_words import TimeWindow, text_or_none
from server.api.viewer import Info
from server.matches import store


@strawberry.type(name="Player", description="A person who plays here.")
class PlayerType(Node):
    record: strawberry.Private[store.Player | None] = None

    @strawberry.field(
        description="The name at present, `Somebody` once the player no longer exists; seats keep the name they were "
        "taken under."
    )
    async def name(self, info: Info) -> str:
        found = await self._found(info)
        return found.name if found else info.context.say("Somebody")

    @strawberry.field(description="When the player was created; null when the player no longer exists.")
    async def created_at(self, info: Info) -> datetime | None:
        found = await self._found(info)
        return found.created_at if found else None

    @strawberry.field(
        description="What the player did in a game, in matches that have ended; null without any. Of yourself, and for "
        "operators of anybody, over all matches asked for; of others over the matches in which you played each other.",
        metadata=PERSONAL,
    )
    async def stats(
        self,
        info: Info,
        game: Annotated[GameKind, strawberry.argument(description="The game.")],
        event: Annotated[strawberry.ID | None, strawberry.argument(description="Only matches of this event.")] = None,
        window: Annotated[
            TimeWindow | None, strawberry.argument(description="Only matches that ended then; all by default.")
        ] = None,
        is_test: Annotated[bool, strawberry.argument(description="Test matches instead of all others.")] = False,
    ) -> PlayerStats | None:
        return await stats_of_player(info, str(self.id), game, text_or_none(event), window, is_test)

    async def _found(self, info: Info) -> store.Player | None:
        return self.record or await info.context.services.players.find(str(self.id))


def player_type(player: store.Player) -> PlayerType:
    """Return a player for the API."""
    return PlayerType(id=strawberry.ID(player.id), record=player)


def player_by_id(id: str) -> PlayerType:
    """Return a player whose name is looked up only when it is asked for."""
    return PlayerType(id=strawberry.ID(id))


async def players_by_id(info: Info, ids: Iterable[str]) -> dict[str, PlayerType]:
    """Return players by id, looked up together."""
    wanted = list(dict.fromkeys(ids))
    known = await players_known(info, wanted)
    return {id: known.get(id) or player_by_id(id) for id in wanted}


async def players_known(info: Info, ids: Collection[str]) -> dict[str, PlayerType]:
    """Return those of the players that there are, by id, looked up together."""
    known = await info.context.services.players.find_all(ids)
    return {id: player_type(player) for id, player in known.items()}
