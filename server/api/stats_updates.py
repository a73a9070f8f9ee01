"""What ends and is corrected in an event, as it happens: `eventUpdates`."""

from collections.abc import AsyncGenerator
from datetime import datetime

import strawberry

from server.api.errors import ApiError
from server.api.match import MatchType, match_shown
from server.api.stats_access import operator
from server.api.stats_counted import CorrectionType, CountedMatch, correction_type, counted_match
from server.api.viewer import Info
from server.matches.feed import Closing
from server.matches.revocation import Revoked
from server.stats.records import Entry


@strawberry.type(description="A match of an event that has ended, or a correction of one.")
class EventUpdate:
    entry: strawberry.Private[Entry]

    @strawberry.field(description="Its number: give the last you have as `after` to go on from there.")
    def sequence(self) -> int:
        return self.entry.seq

    @strawberry.field(description="When the match ended, or the correction was made.")
    def at(self) -> datetime:
        return self.entry.at

    @strawberry.field(description="The match as its players left it; null when this server cannot read it.")
    async def match(self, info: Info) -> MatchType | None:
        return await match_shown(info, self.entry.match)

    @strawberry.field(description="The match as it counts now; null when its log gave no facts.")
    async def counted(self, info: Info) -> CountedMatch | None:
        return await counted_match(info, self.entry.match)

    @strawberry.field(description="The correction; null for a match that has ended.")
    def correction(self) -> CorrectionType | None:
        return correction_type(self.entry)


async def follow_event(info: Info, event: str, after: int | None) -> AsyncGenerator[EventUpdate, None]:
    """Yield an event's endings and corrections, for operators; raise `ApiError` for an event that there is not."""
    operator(info)
    statistics = info.context.services.statistics
    if await statistics.store.event(event) is None:
        raise ApiError("BAD_USER_INPUT", "There is no such event.")
    if after is not None and after < 0:
        raise ApiError("BAD_USER_INPUT", "`after` is the last sequence you have, 0 for none.")
    try:
        async for entry in statistics.following.entries(after, event, info.context.revocation):
            yield EventUpdate(entry=entry)
    except Revoked as revoked:
        raise ApiError("UNAUTHENTICATED", str(revoked)) from revoked
    except Closing:
        return
