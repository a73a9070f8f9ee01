"""What players do beside playing: accounts, and matches from creation to rematch. A mutation a wish, an input each."""

from collections.abc import Awaitable
from typing import Annotated

import strawberry
from strawberry.utils.str_converters import to_camel_case

from server import metrics
from server.api.games import GameOptionsInput, chosen
from server.api.match import MatchType, shown
from server.api.players import PlayerType, player_type
from server.api.viewer import Info
from server.api.words import described
from server.games.engine import replace
from server.matches.lobby import Wish
from server.matches.match import Refusal, Refused, seat_of
from server.matches.records import BotLevel, Match, Spectators, Visibility
from server.matches.store import Player

REQUEST_ID_LENGTH = 100

INPUT = strawberry.argument(description="Everything this mutation needs.")

described(
    Refusal,
    "Refusal",
    "Why something was refused. Nothing has changed then.",
    STALE="The match has moved on since the decision that was named.",
    NOT_YOUR_TURN="The match does not wait for your seat.",
    ILLEGAL_MOVE="The rules do not allow the move; `rule` names the one that is broken.",
    WRONG_GAME="The move is another game's.",
    MOVE_ID_REUSED="The `moveId` was used for another move.",
    MATCH_OVER="The match has ended.",
    MATCH_NOT_STARTED="The match has not started.",
    MATCH_STARTED="The match has started.",
    MATCH_FULL="All seats are taken.",
    MATCH_NOT_FOUND="There is no such match.",
    NOT_SEATED="You have no seat in the match, or have resigned it.",
    ALREADY_SEATED="You have a seat in the match.",
    NOT_HOST="Only the match's host may do this.",
    NOT_CAPTAIN="Only the captain of your team may do this.",
    NOT_ALLOWED="This is not allowed at present; `message` says why.",
    WRONG_CODE="The code is wrong or missing.",
    BAD_NAME="The name cannot be used.",
    BAD_OPTION="An option is out of range; `path` names it.",
    BAD_REQUEST="Something else is wrong; `message` says what.",
    TOO_FEW_SEATS="Not enough seats are taken to start.",
    TEST_MODE_OFF="This server is not in test mode.",
    DECK_NOT_FOUND="There is no such deck, or no longer the edition that the match is played with.",
    PLAYER_NOT_AWAY="That player is not away.",
    UNREADABLE="This server cannot read the match; `message` says why.",
)


@strawberry.interface(description="A refusal that a user can do something about.")
class UserError:
    code: Refusal = strawberry.field(description="What kind of refusal it is.")
    message: str = strawberry.field(description="A full sentence for the player, in the language asked for.")
    path: list[str] | None = strawberry.field(description="The input field at fault; null when it is none.")


@strawberry.type(description="The request was refused, and nothing has changed.")
class RequestRefused(UserError):
    current: MatchType | None = strawberry.field(
        default=None, description="The match as it stands; null when there is none."
    )


@strawberry.type(description="A player was created.")
class PlayerCreated:
    player: PlayerType = strawberry.field(description="The new player.")
    token: str = strawberry.field(
        description="The bearer token to send as `Authorization: Bearer <token>`. It is shown this once; keep it."
    )


@strawberry.type(description="The player has a new name.")
class PlayerRenamed:
    player: PlayerType = strawberry.field(description="The player.")


@strawberry.type(description="Tokens no longer work.")
class TokenRevoked:
    count: int = strawberry.field(description="How many tokens were revoked.")


@strawberry.type(description="The match was changed.")
class MatchChanged:
    match: MatchType = strawberry.field(description="The match after the change.")


CreatePlayerResult = Annotated[
    PlayerCreated | RequestRefused, strawberry.union("CreatePlayerResult", description="What `createPlayer` answers.")
]
RenamePlayerResult = Annotated[
    PlayerRenamed | RequestRefused, strawberry.union("RenamePlayerResult", description="What `renamePlayer` answers.")
]
RevokeTokenResult = Annotated[
    TokenRevoked | RequestRefused, strawberry.union("RevokeTokenResult", description="What `revokeToken` answers.")
]
MatchResult = Annotated[
    MatchChanged | RequestRefused,
    strawberry.union("MatchResult", description="What every mutation of a match but `play` answers."),
]


@strawberry.input(one_of=True, description="Names a match: exactly one field.")
class MatchBy:
    id: strawberry.ID | None = strawberry.field(default=strawberry.UNSET, description="The match's id.")
    code: str | None = strawberry.field(
        default=strawberry.UNSET, description="The match's join code; upper and lower case are the same."
    )


@strawberry.input(description="For `createPlayer`.")
class CreatePlayerInput:
    name: str = strawberry.field(description="1 to 40 characters after trimming, in any script, no control characters.")
    request_id: strawberry.ID | None = strawberry.field(
        default=None,
        description="32 to 100 characters that nobody can guess, a random UUID for instance. The same id and name sent "
        "again within 5 minutes give the same player, with a further token, so that a retry makes no second player. "
        "Until then keep the id as secret as the token, and use it for nothing else.",
    )


@strawberry.input(description="For `renamePlayer`.")
class RenamePlayerInput:
    name: str = strawberry.field(description="1 to 40 characters after trimming, in any script, no control characters.")


@strawberry.input(description="For `revokeToken`.")
class RevokeTokenInput:
    everywhere: bool = strawberry.field(
        default=False, description="Revoke every token of this player, not only the one that was sent."
    )


@strawberry.input(description="Settles what is otherwise left to chance. Only on a server in test mode.")
class TestSetupInput:
    __test__ = False
    seed: str | None = strawberry.field(default=None, description="The match's seed, 1 to 200 characters.")
    deck_order: list[strawberry.ID] | None = strawberry.field(
        default=None, description="Card ids in the order they are dealt, each time the deck is shuffled; others follow."
    )


@strawberry.input(description="For `createMatch`.")
class CreateMatchInput:
    options: GameOptionsInput = strawberry.field(description="Which game, and its options.")
    seats: int | None = strawberry.field(
        default=None, description="How many seats; by default as many as the game and the teams allow."
    )
    team_size: int = strawberry.field(
        default=1,
        description="How many players may share a seat, as a team. More than 1 only in games with a `Game.maxPeople` "
        "above `maxSeats`, and never more people than that in all.",
    )
    deck: strawberry.ID | None = strawberry.field(default=None, description="The deck; the game's first by default.")
    visibility: Visibility = strawberry.field(
        default=Visibility.PUBLIC, description="Whether it is listed, or joined by code only."
    )
    spectators: Spectators = strawberry.field(default=Spectators.OPEN, description="Who may watch.")
    join: bool = strawberry.field(default=True, description="Whether you take the first seat yourself.")
    start_when_full: bool = strawberry.field(
        default=False, description="Whether the match begins by itself when the last seat is taken."
    )
    request_id: strawberry.ID | None = strawberry.field(
        default=None,
        description="The same id sent again gives the first match, so that a retry makes no second one. With anything "
        "else wished for it is refused.",
    )
    event_code: str | None = strawberry.field(
        default=None, description="The code of the event that it belongs to; ask the event's operator for it."
    )
    test: TestSetupInput | None = strawberry.field(default=None, description="Only on a server in test mode.")


@strawberry.input(description="For mutations that need nothing but a match.")
class MatchIdInput:
    match_id: strawberry.ID = strawberry.field(description="The match's id.")


@strawberry.input(description="For `joinMatch`.")
class JoinMatchInput:
    by: MatchBy = strawberry.field(description="The match; a private one by its code only.")
    seat: int | None = strawberry.field(
        default=None,
        description="The seat whose team you join, or the index after the last one for a new team. By default you take "
        "the next free seat, and once there is none, you join the smallest team.",
    )


@strawberry.input(description="For `passCaptaincy`.")
class PassCaptaincyInput:
    match_id: strawberry.ID = strawberry.field(description="The match's id.")
    to: strawberry.ID | None = strawberry.field(
        default=None, description="The player's id; by default the next member of your team who is not away."
    )


@strawberry.input(description="For `addBot`.")
class AddBotInput:
    match_id: strawberry.ID = strawberry.field(description="The match's id.")
    level: BotLevel = strawberry.field(default=BotLevel.NORMAL, description="How well the bot plays.")


@strawberry.input(description="For `removeBot`.")
class RemoveBotInput:
    match_id: strawberry.ID = strawberry.field(description="The match's id.")
    seat: int = strawberry.field(description="The bot's seat.")


@strawberry.input(description="For `handToBot`.")
class HandToBotInput:
    match_id: strawberry.ID = strawberry.field(description="The match's id.")
    seat: int | None = strawberry.field(
        default=None, description="The seat; your own by default. Another player's only while that player is away."
    )
    level: BotLevel = strawberry.field(default=BotLevel.NORMAL, description="How well the bot plays.")


@strawberry.input(description="For `advanceClock`.")
class AdvanceClockInput:
    match_id: strawberry.ID = strawberry.field(description="The match's id.")
    seconds: int = strawberry.field(description="How many seconds nearer the deadline comes, at least 1.")


def refused(info: Info, why: Refused, match: Match | None) -> RequestRefused:
    """Return a refusal for the API."""
    metrics.REFUSALS.add(why.code)
    return RequestRefused(
        code=why.code,
        message=info.context.say.known(why.message),
        path=field_path(why),
        current=shown(info, match) if match else None,
    )


def field_path(why: Refused) -> list[str] | None:
    """Return the input field at fault as clients write it."""
    return [to_camel_case(name) for name in why.path] if why.path else None


async def _changed(info: Info, work: Awaitable[Match], match_id: str | None = None) -> MatchChanged | RequestRefused:
    try:
        match = await work
    except Refused as why:
        return refused(info, why, await _as_it_stands(info, why, match_id))
    return MatchChanged(match=shown(info, match))


async def _as_it_stands(info: Info, why: Refused, match_id: str | None) -> Match | None:
    if match_id is None or why.code in (Refusal.MATCH_NOT_FOUND, Refusal.DECK_NOT_FOUND):
        return None
    return await info.context.host.match(match_id)


async def match_id_of(info: Info, by: MatchBy) -> str | None:
    """Return the id of the match that is named, null when no match has the code; wrong codes are limited."""
    if by.id:
        return str(by.id)
    info.context.caller.guess_code()
    found = await info.context.host.store.match_id((by.code or "").strip().upper())
    if found is not None:
        info.context.caller.guessed_right()
    return found


async def _created(info: Info, player: Player, given: CreateMatchInput, request: str | None) -> Match:
    wish = _wish(given)
    if given.event_code is not None:
        info.context.caller.guess_code()
        event = await info.context.services.statistics.operators.event_with_code(given.event_code)
        info.context.caller.guessed_right()
        wish = replace(wish, event=event.id)
    return await info.context.services.lobby.create(player, wish, request)


def _wish(given: CreateMatchInput) -> Wish:
    played, options = chosen(given.options)
    test = given.test or TestSetupInput()
    return Wish(
        game=played.kind,
        options=played.schema.options(options),
        seats=given.seats,
        team_size=given.team_size,
        deck=str(given.deck) if given.deck is not None else None,
        visibility=given.visibility,
        spectators=given.spectators,
        joins=given.join,
        starts_when_full=given.start_when_full,
        seed=test.seed,
        deck_order=tuple(str(id) for id in test.deck_order) if test.deck_order is not None else None,
    )


@strawberry.type
class PlayerMutations:
    @strawberry.mutation(
        description="Create a player. Anybody can; the answer holds the token that proves who you are."
    )
    async def create_player(self, info: Info, input: Annotated[CreatePlayerInput, INPUT]) -> CreatePlayerResult | None:
        info.context.caller.create_player()
        players = info.context.services.players
        try:
            if input.request_id is None:
                player, token = await players.create(input.name)
            else:
                player, token = await players.create_once(input.name, str(input.request_id))
        except Refused as why:
            return refused(info, why, None)
        return PlayerCreated(player=player_type(player), token=token)

    @strawberry.mutation(description="Change your name. Seats already taken keep the old one.")
    async def rename_player(self, info: Info, input: Annotated[RenamePlayerInput, INPUT]) -> RenamePlayerResult | None:
        player = info.context.required()
        try:
            renamed = await info.context.services.players.rename(player, input.name)
        except Refused as why:
            return refused(info, why, None)
        return PlayerRenamed(player=player_type(renamed))

    @strawberry.mutation(description="Sign out: the token that is sent with this stops working.")
    async def revoke_token(self, info: Info, input: Annotated[RevokeTokenInput, INPUT]) -> RevokeTokenResult | None:
        player = info.context.required()
        token = info.context.token or ""
        return TokenRevoked(count=await info.context.services.players.revoke(player, token, input.everywhere))


@strawberry.type
class LobbyMutations:
    @strawberry.mutation(description="Create a match; you are its host.")
    async def create_match(self, info: Info, input: Annotated[CreateMatchInput, INPUT]) -> MatchResult | None:
        player = info.context.required()
        if input.request_id is not None and not 1 <= len(input.request_id) <= REQUEST_ID_LENGTH:
            too_long = Refused(
                Refusal.BAD_REQUEST,
                "A requestId has 1 to {most} characters.",
                path=("requestId",),
                most=REQUEST_ID_LENGTH,
            )
            return refused(info, too_long, None)
        request = info.context.secret(str(input.request_id)) if input.request_id is not None else None
        return await _changed(info, _created(info, player, input, request))

    @strawberry.mutation(description="Take a seat, or join a team. Joining again keeps the seat you have.")
    async def join_match(self, info: Info, input: Annotated[JoinMatchInput, INPUT]) -> MatchResult | None:
        player = info.context.required()
        match_id = await match_id_of(info, input.by)
        match = await info.context.host.match(match_id) if match_id else None
        if match_id is None or match is None:
            unknown = Refused(Refusal.MATCH_NOT_FOUND, "There is no such match.", path=("by",))
            wrong = Refused(Refusal.WRONG_CODE, "No match has this code.", path=("by",))
            return refused(info, wrong if input.by.code else unknown, None)
        is_private = match.setup.visibility is Visibility.PRIVATE
        if input.by.id and is_private and seat_of(match, player.id) is None and match.host != player.id:
            private = Refused(Refusal.WRONG_CODE, "This match is private: join it by its code.", path=("by",))
            return refused(info, private, match)
        return await _changed(info, info.context.services.lobby.join(match_id, player, input.seat), match_id)

    @strawberry.mutation(
        description="Give your seat back before the start. A team of several can be left at any time: the others in it "
        "go on, and once the match has begun, its result counts for you too."
    )
    async def leave_match(self, info: Info, input: Annotated[MatchIdInput, INPUT]) -> MatchResult | None:
        player = info.context.required()
        return await _changed(info, info.context.services.lobby.leave(input.match_id, player), input.match_id)

    @strawberry.mutation(description="Seat a bot before the start; for the host.")
    async def add_bot(self, info: Info, input: Annotated[AddBotInput, INPUT]) -> MatchResult | None:
        work = info.context.services.lobby.add_bot(input.match_id, info.context.required(), input.level)
        return await _changed(info, work, input.match_id)

    @strawberry.mutation(description="Free a bot's seat before the start; for the host.")
    async def remove_bot(self, info: Info, input: Annotated[RemoveBotInput, INPUT]) -> MatchResult | None:
        work = info.context.services.lobby.remove_bot(input.match_id, info.context.required(), input.seat)
        return await _changed(info, work, input.match_id)

    @strawberry.mutation(description="Begin with the seats that are taken; for the host.")
    async def start_match(self, info: Info, input: Annotated[MatchIdInput, INPUT]) -> MatchResult | None:
        player = info.context.required()
        return await _changed(info, info.context.services.lobby.start(input.match_id, player), input.match_id)

    @strawberry.mutation(description="Give the match up before it starts; for the host.")
    async def close_match(self, info: Info, input: Annotated[MatchIdInput, INPUT]) -> MatchResult | None:
        player = info.context.required()
        return await _changed(info, info.context.services.lobby.close(input.match_id, player), input.match_id)

    @strawberry.mutation(
        description="Give up your seat for good; in a team, for its captain. Resigned seats place last."
    )
    async def resign(self, info: Info, input: Annotated[MatchIdInput, INPUT]) -> MatchResult | None:
        player = info.context.required()
        return await _changed(info, info.context.services.lobby.resign(input.match_id, player), input.match_id)

    @strawberry.mutation(description="Let a bot play your seat for a while, or the seat of a player who is away.")
    async def hand_to_bot(self, info: Info, input: Annotated[HandToBotInput, INPUT]) -> MatchResult | None:
        player = info.context.required()
        work = info.context.services.lobby.hand_to_bot(input.match_id, player, input.seat, input.level)
        return await _changed(info, work, input.match_id)

    @strawberry.mutation(
        description="Let another member of your team move for it; for its captain. A captain whose clock runs out is "
        "succeeded without this."
    )
    async def pass_captaincy(self, info: Info, input: Annotated[PassCaptaincyInput, INPUT]) -> MatchResult | None:
        to = str(input.to) if input.to is not None else None
        work = info.context.services.lobby.pass_captaincy(input.match_id, info.context.required(), to)
        return await _changed(info, work, input.match_id)

    @strawberry.mutation(
        description="Play your seat again after a bot has played it; in a team you are the captain then. A member of a "
        "team who is away comes back with this, as the captain when all were away."
    )
    async def take_back(self, info: Info, input: Annotated[MatchIdInput, INPUT]) -> MatchResult | None:
        player = info.context.required()
        return await _changed(info, info.context.services.lobby.take_back(input.match_id, player), input.match_id)

    @strawberry.mutation(
        description="Play again with the same players and options. The first call creates the match, with you as its "
        "host; the others' calls join it. Answers the new match."
    )
    async def rematch(self, info: Info, input: Annotated[MatchIdInput, INPUT]) -> MatchResult | None:
        player = info.context.required()
        return await _changed(info, info.context.services.lobby.rematch(input.match_id, player), input.match_id)

    @strawberry.mutation(
        description="Bring the deadline of the present wait nearer, for tests. If it has come, what the rules do then "
        "is done before the answer. Only on a server in test mode, for seated players and the host."
    )
    async def advance_clock(self, info: Info, input: Annotated[AdvanceClockInput, INPUT]) -> MatchResult | None:
        work = info.context.services.lobby.advance_clock(input.match_id, info.context.required(), input.seconds)
        return await _changed(info, work, input.match_id)
