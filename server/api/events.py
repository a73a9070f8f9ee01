"""What has happened in a match, in GraphQL: the events of the match around the game, joined with the games' own."""

from enum import Enum
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, assert_never

import strawberry

from server.api.games import GAME_EVENTS
from server.api.players import PlayerType, player_by_id
from server.api.viewer import Info, Viewing
from server.api.words import described
from server.games.engine import Outcome as OutcomeRecord
from server.games.registry import game
from server.matches import records
from server.matches.match import seats_to_move
from server.matches.records import BotLevel, Match, Ply, Seated
from server.matches.teams import members_of

if TYPE_CHECKING:
    from server.api.match import MatchType

described(
    BotLevel,
    "BotLevel",
    "How well a bot plays.",
    EASY="Like somebody's first evening with the game.",
    NORMAL="A fair opponent.",
    HARD="As well as it can.",
)


@strawberry.type(description="One of the players who hold a seat.")
class TeamMember:
    name: str = strawberry.field(description="The name under which they joined.")
    is_captain: bool = strawberry.field(description="Whether their moves are the seat's.")
    is_away: bool = strawberry.field(
        description="Whether the clock ran out on their last decision. `takeBack` says that they are back."
    )
    id: strawberry.Private[str]

    @strawberry.field(description="The player.")
    def player(self) -> PlayerType:
        return player_by_id(self.id)


@strawberry.type(description="A place in a match, for one player or a team.")
class Seat:
    index: int = strawberry.field(description="0 for the first seat; play goes to the next higher index.")
    name: str = strawberry.field(description="The name of who took the seat, in a team of its first member.")
    bot: BotLevel | None = strawberry.field(
        description="The bot that plays the seat at present, also while its player is away; null for a person."
    )
    is_away: bool = strawberry.field(
        description="Whether the clock ran out on the seat's last decision; of a team, whether all are away."
    )
    has_resigned: bool = strawberry.field(description="Whether the seat has given up.")
    is_to_move: bool = strawberry.field(description="Whether the match waits for this seat.")
    record: strawberry.Private[Seated]

    @strawberry.field(description="Who holds the seat, in a team its captain; null for one that was added as a bot.")
    def player(self) -> PlayerType | None:
        return player_by_id(self.record.player) if self.record.player else None

    @strawberry.field(description="Who moves for the team in the seat; null where seats are for one player each.")
    def captain(self) -> PlayerType | None:
        return player_by_id(self.record.player) if self.record.player and self.record.members else None

    @strawberry.field(description="Everybody who holds the seat, in the order they joined; empty for a bot's.")
    def members(self) -> list[TeamMember]:
        return [
            TeamMember(
                id=member.player,
                name=member.name,
                is_captain=member.player == self.record.player,
                is_away=member.is_away,
            )
            for member in members_of(self.record)
        ]


@strawberry.type(description="How one seat did.")
class Standing:
    seat: Seat = strawberry.field(description="The seat.")
    place: int = strawberry.field(description="1 for a winner; seats that tie share a place.")
    score: int = strawberry.field(description="The final score as the game counts it.")


@strawberry.type(description="How a match ended.")
class Outcome:
    reason: str = strawberry.field(description="Why it ended, in UPPER_SNAKE_CASE; the game's rules list the reasons.")
    standings: list[Standing] = strawberry.field(description="Every seat, best place first.")


@strawberry.type(description="A player took a seat.")
class PlayerJoined:
    seat: int = strawberry.field(description="The seat's index.")
    name: str = strawberry.field(description="The player's name.")
    player: PlayerType = strawberry.field(description="The player.")


@strawberry.type(description="A player gave a seat back before the start; higher seats moved down by one.")
class PlayerLeft:
    seat: int = strawberry.field(description="The index the seat had.")
    name: str = strawberry.field(description="The player's name.")


@strawberry.type(description="A player joined the team in a seat.")
class MemberJoined:
    seat: int = strawberry.field(description="The seat's index.")
    name: str = strawberry.field(description="The player's name.")
    player: PlayerType = strawberry.field(description="The player.")


@strawberry.type(description="A player left a team, which plays on without them.")
class MemberLeft:
    seat: int = strawberry.field(description="The seat's index.")
    name: str = strawberry.field(description="The player's name.")
    player: PlayerType = strawberry.field(description="The player.")


@strawberry.type(description="A member of a team who was away is back.")
class MemberReturned:
    seat: int = strawberry.field(description="The seat's index.")
    name: str = strawberry.field(description="The player's name.")
    player: PlayerType = strawberry.field(description="The player.")


@strawberry.type(description="Another member of a team moves for it from now on.")
class CaptainChanged:
    seat: int = strawberry.field(description="The seat's index.")
    name: str = strawberry.field(description="The new captain's name.")
    player: PlayerType = strawberry.field(description="The new captain.")


@strawberry.type(description="A bot took a seat.")
class BotAdded:
    seat: int = strawberry.field(description="The seat's index.")
    name: str = strawberry.field(description="The bot's name.")
    level: BotLevel = strawberry.field(description="How well it plays.")


@strawberry.type(description="A bot's seat was freed before the start; higher seats moved down by one.")
class BotRemoved:
    seat: int = strawberry.field(description="The index the seat had.")
    name: str = strawberry.field(description="The bot's name.")


@strawberry.type(description="The match began.")
class MatchStarted:
    seats: int = strawberry.field(description="How many seats play.")


@strawberry.enum(description="Why a match was given up.")
class MatchCloseReason(Enum):
    CLOSED_BY_HOST = strawberry.enum_value("CLOSED_BY_HOST", description="Its host closed it before the start.")
    EVERYBODY_LEFT = strawberry.enum_value("EVERYBODY_LEFT", description="Nobody was left in it.")
    NOT_STARTED = strawberry.enum_value("NOT_STARTED", description="Nobody started it for a day.")
    IDLE = strawberry.enum_value("IDLE", description="Nobody moved for a week.")


@strawberry.type(description="The match was given up without a result.")
class MatchClosed:
    reason: MatchCloseReason = strawberry.field(description="Why.")


@strawberry.type(description="The clock ran out, and the rules' default moves were made.")
class TimeRanOut:
    seats: list[int] = strawberry.field(description="The seats that were waited for.")


@strawberry.type(description="A seat gave up.")
class SeatResigned:
    seat: int = strawberry.field(description="The seat's index.")


@strawberry.type(description="A bot plays on for a seat whose player is away.")
class SeatHandedToBot:
    seat: int = strawberry.field(description="The seat's index.")
    level: BotLevel = strawberry.field(description="How well the bot plays.")


@strawberry.type(description="A seat's player plays again.")
class SeatTakenBack:
    seat: int = strawberry.field(description="The seat's index.")


@strawberry.enum(description="Why a deadline was moved.")
class ClockMoveReason(Enum):
    OUTAGE = strawberry.enum_value("OUTAGE", description="For the time in which no server ran.")
    TEST = strawberry.enum_value("TEST", description="By `advanceClock`, on a server in test mode.")


@strawberry.type(description="The running deadline was moved.")
class ClockMoved:
    seconds: float = strawberry.field(description="By how much: later when positive.")
    reason: ClockMoveReason = strawberry.field(description="Why.")


@strawberry.type(description="The match has a result.")
class MatchEnded:
    outcome: Outcome = strawberry.field(description="The result.")


@strawberry.type(description="Somebody wants to play again.")
class RematchOffered:
    match_id: strawberry.Private[str]
    viewing: strawberry.Private[Viewing]

    @strawberry.field(description="The new match; those who played this one join it with `rematch`.")
    async def match(self, info: Info) -> Annotated["MatchType", strawberry.lazy("server.api.match")] | None:
        from server.api.match import find_match

        return await find_match(info, self.match_id, self.viewing)


ENVELOPE_EVENTS = (
    PlayerJoined, PlayerLeft, BotAdded, BotRemoved, MatchStarted, MatchClosed, TimeRanOut, SeatResigned,
    SeatHandedToBot, SeatTakenBack, ClockMoved, MatchEnded, RematchOffered, MemberJoined, MemberLeft, MemberReturned,
    CaptainChanged,
)  # fmt: skip

if TYPE_CHECKING:
    GameEvent = Any
else:
    GameEvent = Annotated[
        reduce(or_, ENVELOPE_EVENTS + GAME_EVENTS),
        strawberry.union("GameEvent", description="What has happened: a public fact, never a secret."),
    ]


def seats_of(match: Match) -> list[Seat]:
    """Return the seats of a match for the API."""
    waited = seats_to_move(match, game(match.setup.game).rules)
    return [
        Seat(
            index=index,
            name=seated.name,
            bot=seated.bot,
            is_away=seated.is_away,
            has_resigned=seated.has_resigned,
            is_to_move=index in waited,
            record=seated,
        )
        for index, seated in enumerate(match.seats)
    ]


def outcome_type(outcome: OutcomeRecord, match: Match) -> Outcome:
    """Return a result for the API."""
    rows = zip(seats_of(match), outcome.places, outcome.scores, strict=True)
    standings = [Standing(seat=seat, place=place, score=score) for seat, place, score in rows]
    return Outcome(reason=outcome.reason, standings=sorted(standings, key=lambda s: (s.place, s.seat.index)))


def events_of(ply: Ply, match: Match, viewing: Viewing) -> list[Any]:
    """Return the events of a ply for the API; `match` is the match after it, or a later state of it."""
    schema = game(match.setup.game).schema
    return [
        _envelope_event(happened, match, viewing) if isinstance(happened, records.Happening) else schema.event(happened)
        for happened in ply.events
    ]


def _envelope_event(happened: records.Happening, match: Match, viewing: Viewing) -> Any:
    match happened:
        case records.PlayerJoined(seat, player, name):
            return PlayerJoined(seat=seat, name=name, player=player_by_id(player))
        case records.PlayerLeft(seat, name):
            return PlayerLeft(seat=seat, name=name)
        case records.BotAdded(seat, level, name):
            return BotAdded(seat=seat, level=level, name=name)
        case records.BotRemoved(seat, name):
            return BotRemoved(seat=seat, name=name)
        case records.MatchStarted(seats):
            return MatchStarted(seats=seats)
        case records.MatchClosed(reason):
            return MatchClosed(reason=MatchCloseReason(reason))
        case records.TimeRanOut(late):
            return TimeRanOut(seats=list(late))
        case records.SeatResigned(seat):
            return SeatResigned(seat=seat)
        case records.SeatHandedToBot(seat, level):
            return SeatHandedToBot(seat=seat, level=level)
        case records.SeatTakenBack(seat):
            return SeatTakenBack(seat=seat)
        case records.ClockMoved(seconds, reason):
            return ClockMoved(seconds=seconds, reason=ClockMoveReason(reason))
        case records.MatchEnded(outcome):
            return MatchEnded(outcome=outcome_type(outcome, match))
        case records.RematchOffered(match_id):
            return RematchOffered(match_id=match_id, viewing=viewing)
        case records.MemberJoined(seat, player, name):
            return MemberJoined(seat=seat, name=name, player=player_by_id(player))
        case records.MemberLeft(seat, player, name):
            return MemberLeft(seat=seat, name=name, player=player_by_id(player))
        case records.MemberReturned(seat, player, name):
            return MemberReturned(seat=seat, name=name, player=player_by_id(player))
        case records.CaptainChanged(seat, player, name):
            return CaptainChanged(seat=seat, name=name, player=player_by_id(player))
        case _:
            assert_never(happened)
