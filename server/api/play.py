"""The one mutation that every game is played with."""

from typing import Annotated

import strawberry

from server import metrics
from server.api.events import GameEvent, events_of
from server.api.games import MoveInput, read_move
from server.api.match import MatchType, shown
from server.api.mutations import INPUT, UserError, field_path
from server.api.viewer import Info
from server.matches.host import Played
from server.matches.match import Refusal, Refused
from server.matches.records import Match
from server.matches.store import Player

MOVE_ID_LENGTH = 100


@strawberry.input(description="For `play`.")
class PlayInput:
    match_id: strawberry.ID = strawberry.field(description="The match's id.")
    decision: int = strawberry.field(
        description="`Match.decision.id` as you saw it. An older one is refused as `STALE`, and the match shown."
    )
    move: MoveInput = strawberry.field(description="The move.")
    move_id: strawberry.ID | None = strawberry.field(
        default=None,
        description="Any text of 1 to 100 characters that you make up for this move alone, a UUID for example. The "
        "same id sent again, at any time and whatever `decision` says by then, returns the first result, so that a "
        "move can be retried safely.",
    )


@strawberry.type(description="The move was played, and is kept.")
class MovePlayed:
    match: MatchType = strawberry.field(description="The match as it stands now.")
    ply: int = strawberry.field(description="The ply that the move became.")
    events: list[GameEvent] = strawberry.field(description="What happened in that ply.")
    duplicate: bool = strawberry.field(description="Whether this move had been played before under the same `moveId`.")


@strawberry.type(description="The move was refused, and nothing has changed.")
class MoveRefused(UserError):
    rule: str | None = strawberry.field(description="The id of the rule that was broken, `TW-9` for example.")
    current: MatchType | None = strawberry.field(description="The match as it stands; null when there is none.")


PlayResult = Annotated[MovePlayed | MoveRefused, strawberry.union("PlayResult", description="What `play` answers.")]


@strawberry.type
class PlayMutations:
    @strawberry.mutation(description="Make a move. `Match.legalMoves` lists what can be sent as `move`.")
    async def play(self, info: Info, input: Annotated[PlayInput, INPUT]) -> PlayResult | None:
        player = info.context.required()
        match = None
        try:
            match = await _match(info, input)
            played = await _play(info, match, player, input)
        except Refused as why:
            standing = await info.context.host.match(input.match_id) if match else None
            return _refused(info, why, standing)
        return _played(info, played)


async def _match(info: Info, input: PlayInput) -> Match:
    match = await info.context.host.match(input.match_id)
    if match is None:
        raise Refused(Refusal.MATCH_NOT_FOUND, "There is no such match.", path=("matchId",))
    return match


async def _play(info: Info, match: Match, player: Player, input: PlayInput) -> Played:
    if input.move_id is not None and not 1 <= len(input.move_id) <= MOVE_ID_LENGTH:
        raise Refused(
            Refusal.BAD_REQUEST, "A moveId has 1 to {most} characters.", path=("moveId",), most=MOVE_ID_LENGTH
        )
    move = read_move(input.move, match.setup.game)
    move_id = str(input.move_id) if input.move_id is not None else None
    return await info.context.host.play(match.setup.id, player.id, input.decision, move, move_id)


def _played(info: Info, played: Played) -> MovePlayed:
    match = shown(info, played.match)
    return MovePlayed(
        match=match,
        ply=played.ply.number,
        events=events_of(played.ply, played.match, match.viewing),
        duplicate=played.is_duplicate,
    )


def _refused(info: Info, why: Refused, match: Match | None) -> MoveRefused:
    metrics.REFUSALS.add(why.code)
    return MoveRefused(
        code=why.code,
        message=info.context.say.known(why.message),
        path=field_path(why),
        rule=why.rule,
        current=shown(info, match) if match else None,
    )
