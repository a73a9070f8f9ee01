"""Players in GraphQL."""

from datetime import datetime

import strawberry

from server.api.node import Node
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

    async def _found(self, info: Info) -> store.Player | None:
        return self.record or await info.context.services.players.find(str(self.id))


def player_type(player: store.Player) -> PlayerType:
    """Return a player for the API."""
    return PlayerType(id=strawberry.ID(player.id), record=player)


def player_by_id(id: str) -> PlayerType:
    """Return a player whose name is looked up only when it is asked for."""
    return PlayerType(id=strawberry.ID(id))
