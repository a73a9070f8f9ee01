"""Team talk in GraphQL: what the members of one team suggest to each other, for their eyes only (TP-16)."""

from collections.abc import AsyncGenerator
from datetime import datetime

import strawberry

from server.api.errors import ApiError
from server.api.players import PlayerType, player_by_id
from server.api.viewer import Info, Viewing
from server.matches import talk
from server.matches.match import Refused
from server.matches.records import Match
from server.matches.revocation import Revoked
from server.matches.talk import team_seat


@strawberry.type(description="What a member of a team suggests to the others.")
class Suggestion:
    record: strawberry.Private[talk.Suggestion]

    @strawberry.field(description="Who suggests it.")
    def player(self) -> PlayerType:
        return player_by_id(self.record.player)

    @strawberry.field(description="The name under which they joined.")
    def name(self) -> str:
        return self.record.name

    @strawberry.field(description="What they suggest, 1 to 60 characters.")
    def text(self) -> str:
        return self.record.text

    @strawberry.field(description="When they did.")
    def at(self) -> datetime:
        return self.record.at


def talk_for(info: Info, match: Match, eyes: Viewing) -> list[Suggestion] | None:
    """Return the talk of the viewer's team, None for who is in no team."""
    if eyes.seat is None or not match.seats[eyes.seat].members:
        return None
    return suggestions(info.context.host.talk.of(match, eyes.seat))


def suggestions(said: tuple[talk.Suggestion, ...]) -> list[Suggestion]:
    """Return team talk for the API."""
    return [Suggestion(record=suggestion) for suggestion in said]


async def follow_talk(info: Info, match_id: str) -> AsyncGenerator[list[Suggestion], None]:
    """Yield the talk of the asker's team whenever it changes; raise `ApiError` for who is in no team."""
    host, player = info.context.host, info.context.required()
    try:
        match = await host.latest(match_id)
    except Refused as refused:
        raise ApiError("BAD_USER_INPUT", refused.message) from refused
    if match is None:
        raise ApiError("BAD_USER_INPUT", "There is no such match.")
    if team_seat(match, player.id) is None:
        raise ApiError("FORBIDDEN", "Team talk is for the members of a team.")
    try:
        async for said in host.team_talk(match_id, player.id, info.context.revocation):
            yield suggestions(said)
    except Revoked as revoked:
        raise ApiError("UNAUTHENTICATED", str(revoked)) from revoked
