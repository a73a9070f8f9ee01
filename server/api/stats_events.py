"""Operators' events in GraphQL."""

from datetime import datetime
from typing import Annotated

import strawberry

from server.api.connections import After, Before, Connection, First, Last, connection, page
from server.api.node import Node
from server.api.personal import PERSONAL
from server.api.players import PlayerType, player_by_id
from server.api.stats_access import is_operator, operator
from server.api.viewer import Info
from server.stats.records import OperatorEvent


@strawberry.type(
    name="Event",
    description="A tournament, a league night, anything whose matches are counted together: matches created with its "
    "code belong to it, and so do their rematches.",
)
class EventType(Node):
    record: strawberry.Private[OperatorEvent]

    @strawberry.field(description="The event's name.")
    def name(self) -> str:
        return self.record.name

    @strawberry.field(
        description="What creators of its matches give as `eventCode`; null for all but operators.", metadata=PERSONAL
    )
    def code(self, info: Info) -> str | None:
        return self.record.code if is_operator(info) else None

    @strawberry.field(description="The operator who made it.")
    def created_by(self) -> PlayerType:
        return player_by_id(self.record.operator)

    @strawberry.field(description="When it was made.")
    def created_at(self) -> datetime:
        return self.record.created_at


@strawberry.input(one_of=True, description="Names an event: exactly one field.")
class EventBy:
    id: strawberry.ID | None = strawberry.field(default=strawberry.UNSET, description="The event's id.")
    code: str | None = strawberry.field(
        default=strawberry.UNSET, description="The event's code; upper and lower case are the same."
    )


def event_type(event: OperatorEvent) -> EventType:
    """Return an event for the API."""
    return EventType(id=strawberry.ID(event.id), record=event)


async def event_named(info: Info, id: str | None) -> EventType | None:
    """Return the event of an id for the API; None without an id, and when there is none."""
    if id is None:
        return None
    found = await info.context.services.statistics.store.event(id)
    return event_type(found) if found else None


@strawberry.type
class EventQueries:
    @strawberry.field(description="An event by id or code; null when there is none. For operators.")
    async def event(
        self, info: Info, by: Annotated[EventBy, strawberry.argument(description="The event.")]
    ) -> EventType | None:
        operator(info)
        if by.id:
            return await event_named(info, str(by.id))
        found = await info.context.services.statistics.store.event_by_code((by.code or "").strip().upper())
        return event_type(found) if found else None

    @strawberry.field(description="Every event, latest first. For operators.")
    async def events(
        self, info: Info, first: First = None, after: After = None, last: Last = None, before: Before = None
    ) -> Connection[EventType] | None:
        operator(info)
        asked = page(first, after, last, before)
        found = {_key(event): event for event in await info.context.services.statistics.store.events()}
        keys = sorted(found, reverse=True)
        between = [
            key for key in keys if (not asked.after or key < asked.after) and (not asked.before or key > asked.before)
        ]
        some = between[-asked.limit - 1 :] if asked.is_last else between[: asked.limit + 1]

        async def count() -> int:
            return len(keys)

        return connection([event_type(found[key]) for key in some], some, asked, count)


def _key(event: OperatorEvent) -> str:
    return f"{event.created_at.isoformat(timespec='milliseconds')}|{event.id}"
