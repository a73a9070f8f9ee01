"""The mutation with which a member of a team suggests something to the others (TP-16). Nobody else notices."""

from typing import Annotated

import strawberry

from server.api.match import MatchType, shown
from server.api.mutations import INPUT, RequestRefused, refused
from server.api.talk import Suggestion
from server.api.viewer import Info
from server.matches.match import Refused


@strawberry.input(description="For `suggest`.")
class SuggestInput:
    match_id: strawberry.ID = strawberry.field(description="The match's id.")
    text: str = strawberry.field(
        description="An answer, or anything else: 1 to 60 characters after trimming, in any script."
    )


@strawberry.type(description="Your team can read the suggestion, and nobody else.")
class Suggested:
    suggestion: Suggestion = strawberry.field(description="The suggestion.")
    match: MatchType = strawberry.field(description="The match, with the talk of your team.")


SuggestResult = Annotated[
    Suggested | RequestRefused, strawberry.union("SuggestResult", description="What `suggest` answers.")
]


@strawberry.type
class TalkMutations:
    @strawberry.mutation(
        description="Suggest something to your team, for as long as the match waits for the same thing. This is no "
        "move: no ply, event or time of the match tells of it, and nobody outside the team learns of it."
    )
    async def suggest(self, info: Info, input: Annotated[SuggestInput, INPUT]) -> SuggestResult | None:
        player, host = info.context.required(), info.context.host
        try:
            said = await host.suggest(input.match_id, player.id, input.text)
            match = await host.match(input.match_id)
        except Refused as why:
            return refused(info, why, await host.match(input.match_id))
        return Suggested(suggestion=Suggestion(record=said), match=shown(info, match)) if match else None
