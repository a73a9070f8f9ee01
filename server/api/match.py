"""A match in GraphQL, always through somebody's eyes: every resolver here answers for its `viewing`, nobody else."""

from collections.abc import AsyncGenerator
from datetime import datetime
from enum import Enum
from typing import Annotated, Any

import strawberry
from strawberry.scalars import JSON

from server import metrics
from server.api.connections import After, Before, Connection, First, Last, bad_cursor, connection, page
from server.api.errors import ApiError
from server.api.events import GameEvent, Outcome, Seat, events_of, outcome_type, seats_of
from server.api.games import Deck, GameOptions, GameType, GameView, deck_type, field_of, game_type
from server.api.node import Node
from server.api.personal import PERSONAL
from server.api.players import PlayerType, player_by_id
from server.api.stats_access import is_operator
from server.api.stats_counted import CorrectionType, CountedMatch, corrections_of, counted_match
from server.api.stats_events import EventType, event_named
from server.api.talk import Suggestion, talk_for
from server.api.viewer import Info, Viewing, viewing
from server.api.words import described
from server.games.engine import Open
from server.games.registry import Game, game
from server.games.wording import Say
from server.matches import records
from server.matches.feed import LOBBY, Closing, Forgotten, Lagging, Update
from server.matches.live import find_deck
from server.matches.match import Refused, seed_hash, waiting_for
from server.matches.revocation import Revoked

described(
    records.Status,
    "MatchStatus",
    "Where a match stands.",
    OPEN="It can be joined and has not started.",
    RUNNING="It is being played.",
    FINISHED="It has a result.",
    ABANDONED="It was given up without a result.",
)
described(
    records.Visibility,
    "Visibility",
    "Who can find and join a match.",
    PUBLIC="Everybody: it is listed.",
    PRIVATE="Those who have its code.",
)
described(
    records.Spectators,
    "SpectatorPolicy",
    "Who may watch a match without a seat in it, beside its host and operators, who always may.",
    OPEN="Everybody who finds it.",
    BY_CODE="Those who have its code.",
    NONE="Nobody else.",
)


@strawberry.type(description="What a match waits for.")
class Decision:
    id: int = strawberry.field(
        description="The ply at which this wait began; send it with `play`. Seats that answer together share it."
    )
    kind: str = strawberry.field(
        description="The game's phase in UPPER_SNAKE_CASE, for example `PLAYING`; each game has its own."
    )
    seats: list[Seat] = strawberry.field(description="The seats that may act.")
    deadline: datetime | None = strawberry.field(
        description="When the rules' default move is made instead; null when this match has no clock here."
    )

    @strawberry.field(description="Seconds until the deadline, 0 when it has passed; null without one.")
    def seconds_left(self, info: Info) -> float | None:
        if self.deadline is None:
            return None
        return max(0.0, (self.deadline - info.context.host.now()).total_seconds())


@strawberry.type(description="A move the viewer can make now.")
class LegalMove:
    label: str = strawberry.field(description="What a button for it says, in the language asked for.")
    free_text: bool = strawberry.field(description="Whether the player has to write something first.")
    max_length: int | None = strawberry.field(description="How long that text may be, in characters; null for others.")
    text_path: list[str] | None = strawberry.field(
        description="Where in `input` the text goes, as a path of keys; null for others."
    )
    input: JSON = strawberry.field(description="The move as a `MoveInput`, to be sent back unchanged.")


@strawberry.type(name="Ply", description="One line of a match's log.")
class PlyType:
    record: strawberry.Private[records.Ply]
    match_record: strawberry.Private[records.Match]
    viewing: strawberry.Private[Viewing]

    @strawberry.field(description="1, 2, 3 …: the match's version after it.")
    def number(self) -> int:
        return self.record.number

    @strawberry.field(description="When it was acknowledged.")
    def at(self) -> datetime:
        return self.record.at

    @strawberry.field(description="What happened, in order.")
    def events(self) -> list[GameEvent]:
        return events_of(self.record, self.match_record, self.viewing)


@strawberry.type(name="Match", description="One play of a game, as its viewer may see it.")
class MatchType(Node):
    record: strawberry.Private[records.Match]
    viewing: strawberry.Private[Viewing]
    is_past: strawberry.Private[bool] = False

    @property
    def _game(self) -> Game:
        return game(self.record.setup.game)

    @strawberry.field(
        description="What others join with, and may watch by. Null for those who have no seat and did not come by it, "
        "unless the match is public and its code lets nobody watch who may not anyhow."
    )
    def code(self) -> str | None:
        setup = self.record.setup
        is_no_secret = (
            setup.visibility is records.Visibility.PUBLIC and setup.spectators is not records.Spectators.BY_CODE
        )
        return setup.code if is_no_secret or self.viewing.has_code else None

    @strawberry.field(description="The game that is played.")
    def game(self, info: Info) -> GameType:
        return game_type(self._game, tuple(info.context.host.decks.get(self._game.key, ())), info.context.say)

    @strawberry.field(description="Where the match stands.")
    def status(self) -> records.Status:
        return self.record.status

    @strawberry.field(description="Who can find and join it.")
    def visibility(self) -> records.Visibility:
        return self.record.setup.visibility

    @strawberry.field(description="Who may watch without a seat.")
    def spectators(self) -> records.Spectators:
        return self.record.setup.spectators

    @strawberry.field(description="Whether the viewer may see `view` and `log`.")
    def may_watch(self) -> bool:
        return self.viewing.may_watch

    @strawberry.field(description="The player who may add bots and start the match.")
    def host(self) -> PlayerType:
        return player_by_id(self.record.host)

    @strawberry.field(description="The match's version: how many plies its log has.")
    def ply(self) -> int:
        return self.record.ply

    @strawberry.field(description="How many seats there are to take.")
    def capacity(self) -> int:
        return self.record.setup.capacity

    @strawberry.field(
        description="How many players may share a seat; with more than 1, each seat is a team whose captain moves."
    )
    def team_size(self) -> int:
        return self.record.setup.team_size

    @strawberry.field(description="The seats that are taken, at most 24, by index.")
    def seats(self) -> list[Seat]:
        return seats_of(self.record)

    @strawberry.field(description="The index of the viewer's seat; null for spectators.")
    def viewer_seat(self) -> int | None:
        return self.viewing.seat

    @strawberry.field(description="The game's options in this match.")
    def options(self) -> GameOptions:
        seats = len(self.record.seats) if self.record.started_at else None
        return self._game.schema.options_view(self.record.setup.options, seats)

    @strawberry.field(description="The cards it is played with; null when this server no longer has them.")
    def deck(self, info: Info) -> Deck | None:
        deck = find_deck(info.context.host.decks, self.record.setup.game, self.record.setup.deck)
        return deck_type(deck, self._game, info.context.say) if deck else None

    @strawberry.field(description="Whether the match begins by itself when the last seat is taken.")
    def starts_when_full(self) -> bool:
        return self.record.setup.starts_when_full

    @strawberry.field(description="Whether it was played on a server in test mode.")
    def is_test(self) -> bool:
        return self.record.setup.is_test

    @strawberry.field(description="The event that the match belongs to; null for others.")
    async def event(self, info: Info) -> EventType | None:
        return await event_named(info, self.record.setup.event)

    @strawberry.field(
        description="The match as statistics count it, with every correction. Null until it has ended and is counted, "
        "which is within seconds, and for whoever has no seat and is no operator; in `atPly` for all but operators.",
        metadata=PERSONAL,
    )
    async def counted(self, info: Info) -> CountedMatch | None:
        has_had_part = self.viewing.seat is not None and not self.is_past
        if self.record.ended_at is None or not (has_had_part or is_operator(info)):
            return None
        return await counted_match(info, self.record.setup.id)

    @strawberry.field(description="What operators decided about the result afterwards, oldest first.")
    async def corrections(self, info: Info) -> list[CorrectionType] | None:
        if self.record.ended_at is None:
            return []
        return await corrections_of(info, self.record.setup.id)

    @strawberry.field(description="What the match waits for; null unless it is running.")
    def decision(self) -> Decision | None:
        if self.record.status is not records.Status.RUNNING:
            return None
        return Decision(
            id=self.record.decision,
            kind=waiting_for(self.record),
            seats=[seat for seat in seats_of(self.record) if seat.is_to_move],
            deadline=self.record.deadline if self.record.timer else None,
        )

    @strawberry.field(description="What the viewer sees of the game; null before the start and for who may not watch.")
    def view(self) -> GameView | None:
        if self.record.state is None or not self.viewing.may_watch:
            return None
        return self._game.schema.view(self.record.state, self.viewing.seat)

    @strawberry.field(
        description="What the viewer can do now; empty when the match does not wait for their seat. All members of a "
        "team see what their captain can do."
    )
    def legal_moves(self, info: Info) -> list[LegalMove]:
        seat = self.viewing.seat
        is_running = self.record.status is records.Status.RUNNING and not self.is_past
        if seat is None or not is_running or self.record.seats[seat].bot is not None:
            return []
        if seat not in self._game.rules.to_move(self.record.state):
            return []
        moves = self._game.rules.legal_moves(self.record.state, seat)
        return [_legal_move(self._game, move, info.context.say) for move in moves]

    @strawberry.field(
        description="What the viewer's team has suggested to each other in the present decision, at most the last 50, "
        "oldest first; null for who is in no team. Follow it with `teamTalk`: no update of the match tells of it."
    )
    def team_talk(self, info: Info) -> list[Suggestion] | None:
        return None if self.is_past else talk_for(info, self.record, self.viewing)

    @strawberry.field(description="Everything that has happened, oldest first; null for who may not watch.")
    async def log(
        self, info: Info, first: First = None, after: After = None, last: Last = None, before: Before = None
    ) -> Connection[PlyType] | None:
        if not self.viewing.may_watch:
            return None
        return await _log(info, self.record, self.viewing, page(first, after, last, before))

    @strawberry.field(description="The result; null until there is one.")
    def outcome(self) -> Outcome | None:
        return outcome_type(self.record.outcome, self.record) if self.record.outcome else None

    @strawberry.field(
        description="Hex SHA-256 of the seed, known from the start, so that every shuffle can be checked."
    )
    def seed_hash(self) -> str:
        return seed_hash(self.record.setup.seed)

    @strawberry.field(
        description='What every shuffle was drawn from: the chance of step n is Python\'s `Random(f"{seed}:{n}")`. '
        "Secret (null) until the match has ended, and for who may not watch: it tells everybody's cards."
    )
    def seed(self) -> str | None:
        is_over = self.record.ended_at is not None or self.is_past
        return self.record.setup.seed if is_over and self.viewing.may_watch else None

    @strawberry.field(description="The latest rematch; null when nobody asked for one.")
    async def rematch(self, info: Info) -> "MatchType | None":
        return await find_match(info, self.record.rematches[-1], self.viewing) if self.record.rematches else None

    @strawberry.field(description="The match that this one is a rematch of; null for others.")
    async def rematch_of(self, info: Info) -> "MatchType | None":
        old = self.record.setup.rematch_of
        return await find_match(info, old, self.viewing) if old else None

    @strawberry.field(
        description="The match as it stood after a ply, through any seat's eyes, or a spectator's when `seat` is null: "
        "for step-by-step replays. Null until the match has ended, and for plies it has not had."
    )
    async def at_ply(
        self,
        info: Info,
        ply: Annotated[int, strawberry.argument(description="The number of the ply; 0 for the match just created.")],
        seat: Annotated[int | None, strawberry.argument(description="The seat to look from.")] = None,
    ) -> "MatchType | None":
        is_over = self.record.status in (records.Status.FINISHED, records.Status.ABANDONED)
        if not is_over or not self.viewing.may_watch or (seat is not None and not 0 <= seat < len(self.record.seats)):
            return None
        then = await info.context.host.at_ply(self.record.setup.id, ply)
        return match_type(then, self.viewing._replace(seat=seat), is_past=True) if then else None

    @strawberry.field(description="When it was created.")
    def created_at(self) -> datetime:
        return self.record.setup.created_at

    @strawberry.field(description="When it began; null until then.")
    def started_at(self) -> datetime | None:
        return self.record.started_at

    @strawberry.field(description="When it ended; null until then.")
    def ended_at(self) -> datetime | None:
        return self.record.ended_at


@strawberry.enum(description="Why a stream of updates ends.")
class StreamEndReason(Enum):
    SERVER_STOPPING = strawberry.enum_value(
        "SERVER_STOPPING", description="The server stops. Connect again in a moment, with the last ply you have."
    )
    TOO_SLOW = strawberry.enum_value(
        "TOO_SLOW", description="You took updates too slowly. Subscribe again, with the last ply you have."
    )
    SEAT_LOST = strawberry.enum_value(
        "SEAT_LOST",
        description="You have no seat in it, and from now on this match may not be watched without one. The ply is "
        "that from which on this is so, and `match` what a stranger sees; go on from the last ply that had events.",
    )
    TOKEN_REVOKED = strawberry.enum_value(
        "TOKEN_REVOKED",
        description="Your token has been revoked, and the socket is closed with 4403. `match` is what a stranger sees.",
    )
    MATCH_OVER = strawberry.enum_value(
        "MATCH_OVER", description="The match ended long ago, and many have since. You may subscribe again."
    )


@strawberry.type(description="The end of a stream of updates.")
class StreamEnd:
    reason: StreamEndReason = strawberry.field(description="Why nothing follows.")


@strawberry.type(description="One ply of a match, and the match after it; or the end of the stream.")
class MatchUpdate:
    ply: int = strawberry.field(description="1, 2, 3 … without gaps; 0 stands for the match just created.")
    at: datetime = strawberry.field(
        description="When the ply was acknowledged; in the last update, when the stream ended."
    )
    events: list[GameEvent] = strawberry.field(description="What happened, in order.")
    match: MatchType = strawberry.field(description="The match as it stood after this ply.")
    end: StreamEnd | None = strawberry.field(
        description="Set in the last update, after which the server completes the stream: it repeats the ply you have "
        "(but see `SEAT_LOST`) and carries no events; null in all others."
    )
    shared_payloads: strawberry.Private[dict[object, object]]


@strawberry.type(description="A match that can be joined, or no longer can.")
class OpenMatchUpdate:
    match: MatchType = strawberry.field(description="The match.")
    is_open: bool = strawberry.field(description="False when it has started or was given up.")
    shared_payloads: strawberry.Private[dict[object, object]]


def match_type(match: records.Match, viewing: Viewing, is_past: bool = False) -> MatchType:
    """Return a match for the API through somebody's eyes."""
    return MatchType(id=strawberry.ID(match.setup.id), record=match, viewing=viewing, is_past=is_past)


def shown(info: Info, match: records.Match, code: str | None = None) -> MatchType:
    """Return a match for the API through the eyes of who is asking."""
    return match_type(match, viewing(match, info.context.player, code))


async def match_shown(info: Info, match_id: str) -> MatchType | None:
    """Return a match through the eyes of who is asking, null when it cannot be shown."""
    try:
        match = await info.context.host.match(match_id)
    except Refused:
        return None
    return shown(info, match) if match else None


async def find_match(info: Info, match_id: str, eyes: Viewing) -> MatchType | None:
    """Return another match through the same eyes, null when it cannot be shown."""
    try:
        match = await info.context.host.match(match_id)
    except Refused:
        return None
    if match is None:
        return None
    player = await info.context.services.players.find(eyes.player) if eyes.player else None
    return match_type(match, viewing(match, player))


def _legal_move(played: Game, move: Any, say: Say) -> LegalMove:
    is_open = isinstance(move, Open)
    said = played.schema.said(move.move if is_open else move)
    return LegalMove(
        label=played.schema.label(move.move if is_open else move, say),
        free_text=is_open,
        max_length=move.max_length if is_open else None,
        text_path=[field_of(played), *_path_to_text(said)] if is_open else None,
        input=JSON({field_of(played): said}),
    )


def _path_to_text(said: Any) -> list[str]:
    """Return the keys that lead to the empty text."""
    key, value = next((key, value) for key, value in said.items() if value == "" or isinstance(value, dict))
    return [key] if value == "" else [key, *_path_to_text(value)]


async def _log(info: Info, match: records.Match, eyes: Viewing, asked: Any) -> Connection[PlyType]:
    after, before = _ply_key(asked.after, 0), _ply_key(asked.before, match.ply + 1)
    store, wanted = info.context.host.store, asked.limit + 1
    if asked.is_last:
        plies = await store.plies_before(match.setup.id, min(before, match.ply + 1), wanted)
    else:
        plies = await store.plies(match.setup.id, after, wanted)
    plies = [ply for ply in plies if after < ply.number < before and ply.number <= match.ply]
    nodes = [PlyType(record=ply, match_record=match, viewing=eyes) for ply in plies]

    async def count() -> int:
        return match.ply

    return connection(nodes, [str(ply.number) for ply in plies], asked, count)


def _ply_key(key: str | None, default: int) -> int:
    if key is None:
        return default
    if not key.isascii() or not key.isdigit() or len(key) > 9:
        raise bad_cursor()
    return int(key)


def _match_update(update: Update, eyes: Viewing) -> MatchUpdate:
    """Return an update for the API; the same object for everybody who sees the same."""
    known = update.shown.get(eyes)
    if not isinstance(known, MatchUpdate):
        known = MatchUpdate(
            ply=update.ply.number,
            at=update.ply.at,
            events=events_of(update.ply, update.match, eyes),
            match=match_type(update.match, eyes),
            end=None,
            shared_payloads={},
        )
        update.shown[eyes] = known
    return known


def _last_update(update: Update, eyes: Viewing, reason: StreamEndReason, now: datetime) -> MatchUpdate:
    """Return what ends a stream after an update; the same object for everybody who sees the same."""
    known = update.shown.get((eyes, reason))
    if not isinstance(known, MatchUpdate):
        known = MatchUpdate(
            ply=update.match.ply,
            at=now,
            events=[],
            match=match_type(update.match, eyes),
            end=StreamEnd(reason=reason),
            shared_payloads={},
        )
        update.shown[eyes, reason] = known
    return known


async def follow_match(
    info: Info, match_id: str, after: int | None, code: str | None
) -> AsyncGenerator[MatchUpdate, None]:
    """Yield a match's updates as the asker sees them; raise `ApiError` for one that is unknown or not theirs to see.

    The last one tells why no more follow.
    """
    host, player = info.context.host, info.context.player
    last: Update | None = None
    could_watch = False
    try:
        match = await host.match(match_id)
        if match is None:
            raise ApiError("BAD_USER_INPUT", "There is no such match.")
        if code is not None:
            _refuse_guesses(info, match, code)
        async for update in host.updates(match_id, after, info.context.revocation):
            info.context.revocation.check()
            last, eyes = update, viewing(update.match, player, code)
            if not eyes.may_watch:
                break
            could_watch = True
            yield _match_update(update, eyes)
        reason = StreamEndReason.SEAT_LOST
    except Refused as refused:
        raise ApiError("BAD_USER_INPUT", refused.message) from refused
    except Lagging:
        reason = StreamEndReason.TOO_SLOW
    except Closing:
        reason = StreamEndReason.SERVER_STOPPING
    except Revoked:
        reason, player = StreamEndReason.TOKEN_REVOKED, None
    except Forgotten:
        reason = StreamEndReason.MATCH_OVER
    last = last or await host.newest(match_id)
    eyes = viewing(last.match, player, code)
    if not eyes.may_watch and not could_watch:
        raise ApiError("FORBIDDEN", "This match cannot be watched without a seat in it, or without its code.")
    metrics.STREAM_ENDS.add(reason.name)
    yield _last_update(last, eyes, reason, host.now())


def _refuse_guesses(info: Info, match: records.Match, code: str) -> None:
    """Count a code that is given for a match, unless it is right; raise `ApiError` when there were too many."""
    info.context.caller.guess_code()
    if code.upper() == match.setup.code:
        info.context.caller.guessed_right()


async def follow_lobby(info: Info, kind: str | None) -> AsyncGenerator[OpenMatchUpdate, None]:
    """Yield every open public match, then each change to one."""
    host = info.context.host
    with host.feed.subscribe(LOBBY, info.context.revocation) as coming:
        for match in host.running:
            if _is_listed(match, kind) and match.status is records.Status.OPEN:
                yield _open_update(info, match)
        try:
            async for update in coming:
                if _is_listed(update.match, kind):
                    yield _open_update(info, update.match)
        except Lagging as lagging:
            raise ApiError("RATE_LIMITED", f"{lagging} Subscribe again.") from lagging
        except Revoked as revoked:
            raise ApiError("UNAUTHENTICATED", str(revoked)) from revoked
        except Closing:
            return


def _is_listed(match: records.Match, kind: str | None) -> bool:
    return match.setup.visibility is records.Visibility.PUBLIC and kind in (None, match.setup.game)


def _open_update(info: Info, match: records.Match) -> OpenMatchUpdate:
    is_open = match.status is records.Status.OPEN
    return OpenMatchUpdate(match=shown(info, match), is_open=is_open, shared_payloads={})
