"""The envelope around every game: seats, plies, decisions, deadlines. Pure: `step` is the only way a match changes.

No I/O, clock, randomness of its own, logging or async in here; time comes in as `at`, the rules as `table`. The same
log folded through `step` gives the same match, which is what loading, replay and a second server rely on.
"""

import hashlib
from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import StrEnum
from random import Random
from typing import Any, NamedTuple, assert_never

import msgspec

from server.games.engine import Deck, IllegalMove, Rules, Seat, replace
from server.games.wording import English, Several, Text
from server.matches.records import (
    AddBot,
    BotAdded,
    BotRemoved,
    CaptainChanged,
    Change,
    ClockMoved,
    Close,
    Create,
    HandToBot,
    Join,
    Leave,
    Match,
    MatchClosed,
    MatchEnded,
    MatchStarted,
    Member,
    MemberJoined,
    MemberLeft,
    MemberReturned,
    MoveClock,
    OfferRematch,
    PassCaptaincy,
    Play,
    PlayerJoined,
    PlayerLeft,
    Ply,
    RematchOffered,
    RemoveBot,
    Resign,
    RunOut,
    Seated,
    SeatHandedToBot,
    SeatResigned,
    SeatTakenBack,
    Spectators,
    Start,
    Status,
    TakeBack,
    TimeRanOut,
)
from server.matches.teams import (
    has_room,
    here,
    holds,
    late,
    member_of,
    next_captain,
    returned,
    seated_first,
    with_member,
    without_member,
)

OPEN_FOR = timedelta(hours=24)
"""A match that nobody starts is closed after this time."""
IDLE_FOR = timedelta(days=7)
"""A wait without a clock of the rules ends the match after this time: every wait ends."""

ENCODER = msgspec.json.Encoder(order="deterministic")

Events = tuple[Any, ...]


class Refusal(StrEnum):
    """Why something was refused. Nothing has changed then."""

    STALE = "STALE"
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    ILLEGAL_MOVE = "ILLEGAL_MOVE"
    WRONG_GAME = "WRONG_GAME"
    MOVE_ID_REUSED = "MOVE_ID_REUSED"
    MATCH_OVER = "MATCH_OVER"
    MATCH_NOT_STARTED = "MATCH_NOT_STARTED"
    MATCH_STARTED = "MATCH_STARTED"
    MATCH_FULL = "MATCH_FULL"
    MATCH_NOT_FOUND = "MATCH_NOT_FOUND"
    NOT_SEATED = "NOT_SEATED"
    ALREADY_SEATED = "ALREADY_SEATED"
    NOT_HOST = "NOT_HOST"
    NOT_CAPTAIN = "NOT_CAPTAIN"
    NOT_ALLOWED = "NOT_ALLOWED"
    WRONG_CODE = "WRONG_CODE"
    BAD_NAME = "BAD_NAME"
    BAD_OPTION = "BAD_OPTION"
    BAD_REQUEST = "BAD_REQUEST"
    TOO_FEW_SEATS = "TOO_FEW_SEATS"
    TEST_MODE_OFF = "TEST_MODE_OFF"
    DECK_NOT_FOUND = "DECK_NOT_FOUND"
    PLAYER_NOT_AWAY = "PLAYER_NOT_AWAY"
    UNREADABLE = "UNREADABLE"


class Refused(Exception):
    """A change that the match does not allow: `code`, a full sentence, for moves the id of the rule broken.

    `path` names the input field at fault, where there is one.
    """

    def __init__(
        self,
        code: Refusal,
        message: English,
        rule: str | None = None,
        path: tuple[str, ...] | None = None,
        **values: object,
    ) -> None:
        self.code = code
        self.message = Text(message, **values)
        self.rule = rule
        self.path = path
        super().__init__(self.message)


class Table(NamedTuple):
    """What a match is played with: the rules of its game and the deck, in the order of this match."""

    rules: Rules
    deck: Deck


def digest(state: Any) -> str:
    """Return 16 hex digits of the BLAKE2b hash of a game's state, "" before the start."""
    if state is None:
        return ""
    return hashlib.blake2b(ENCODER.encode(state), digest_size=8).hexdigest()


def seed_hash(seed: str) -> str:
    """Return the hex SHA-256 of the seed, public from the start (ALL-3)."""
    return hashlib.sha256(seed.encode()).hexdigest()


def may_watch(match: Match, player: str | None, code: str | None) -> bool:
    """Tell whether somebody may see the match: seated, its host, or allowed by its policy. The lobby is for all."""
    if match.status is Status.OPEN or seat_of(match, player) is not None or match.host == player:
        return True
    if match.setup.spectators is Spectators.BY_CODE:
        return code is not None and code.upper() == match.setup.code
    return match.setup.spectators is Spectators.OPEN


def seat_of(match: Match, player: str | None) -> Seat | None:
    """Return the seat that a player holds, alone or in a team; None for a spectator."""
    held = (seat for seat, seated in enumerate(match.seats) if player and holds(seated, player))
    return next(held, None)


def captains_seat(match: Match, player: str) -> Seat:
    """Return the seat that a player may act for; raise `Refused` for spectators, and for the others of a team."""
    seat = seat_of(match, player)
    if seat is None:
        raise Refused(Refusal.NOT_SEATED, "You have no seat in this match.")
    _must_be_captain(match, seat, player)
    return seat


def _must_be_captain(match: Match, seat: Seat, player: str) -> None:
    if match.seats[seat].player != player:
        raise Refused(Refusal.NOT_CAPTAIN, "Only the captain of your team can do this.", rule="TP-16")


def seats_to_move(match: Match, rules: Rules) -> frozenset[Seat]:
    """Return the seats the match waits for; empty unless it is running."""
    return rules.to_move(match.state) if match.status is Status.RUNNING else frozenset()


def waiting_for(match: Match) -> str:
    """Return the name of the present phase in UPPER_SNAKE_CASE, "LOBBY" before the start."""
    if match.state is None:
        return "LOBBY"
    name = type(match.state.phase).__name__
    return "".join(f"_{letter}" if letter.isupper() else letter for letter in name).lstrip("_").upper()


def opened(match: Match) -> Match:
    """Return a newly created match with its first deadline: one that nobody starts is closed."""
    created = match.setup.created_at
    return replace(match, waiting_since=created, deadline=created + OPEN_FOR)


def creation(match: Match) -> Ply:
    """Return what stands for ply 0 of a match just created."""
    return Ply(match.setup.id, 0, match.setup.created_at, Create(), (), origin="")


def fold(match: Match, plies: Iterable[Ply], table: Table) -> Match:
    """Return the match after the given consecutive plies of its log."""
    for ply in plies:
        match, _ = step(match, ply.change, ply.at, table)
    return match


def step(match: Match, change: Change | Create, at: datetime, table: Table) -> tuple[Match, Events]:
    """Return the match after one more ply, and what happened. Raise `Refused`, changing nothing, otherwise."""
    after, events = _changed(match, change, at, table)
    after = replace(after, ply=match.ply + 1)
    if after.status is not Status.RUNNING:
        return after, events
    if (outcome := table.rules.outcome(after.state)) is not None:
        ended = replace(after, status=Status.FINISHED, outcome=outcome, ended_at=at, timer=None, deadline=None)
        return ended, (*events, MatchEnded(outcome))
    return _waiting(match, after, at, table.rules), events


def _changed(match: Match, change: Change | Create, at: datetime, table: Table) -> tuple[Match, Events]:
    match change:
        case Join():
            return _join(_open(match), change, at, table)
        case Leave():
            return _leave(match, change, at)
        case AddBot():
            return _add_bot(_open(match), change, at, table)
        case RemoveBot():
            return _remove_bot(_open(match), change)
        case Start():
            return _start(_open(match), at, table)
        case Close():
            return _close(match, change, at)
        case Play():
            return _play(_running(match), change, table)
        case RunOut():
            return _run_out(_running(match), change, at, table)
        case Resign():
            return _resign(_running(match), change, table)
        case HandToBot():
            return _hand_to_bot(_running(match), change)
        case TakeBack():
            return _take_back(_running(match), change)
        case PassCaptaincy():
            return _pass_captaincy(match, change)
        case MoveClock():
            return _move_clock(match, change)
        case OfferRematch():
            return _offer_rematch(match, change)
        case Create():
            raise Refused(Refusal.BAD_REQUEST, "A match is created once.")
        case _:
            assert_never(change)


# Before the start


def _open(match: Match) -> Match:
    if match.status is Status.OPEN:
        return match
    if match.status is Status.RUNNING:
        raise Refused(Refusal.MATCH_STARTED, "This match has already started.")
    raise Refused(Refusal.MATCH_OVER, "This match is over.")


def _take_seat(match: Match, seated: Seated, event: Any, at: datetime, table: Table) -> tuple[Match, Events]:
    if len(match.seats) >= match.setup.capacity:
        raise _full()
    return _start_if_full(replace(match, seats=(*match.seats, seated)), event, at, table)


def _full() -> Refused:
    return Refused(Refusal.MATCH_FULL, "All seats of this match are taken.")


def _start_if_full(match: Match, event: Any, at: datetime, table: Table) -> tuple[Match, Events]:
    if not match.setup.starts_when_full or len(match.seats) < match.setup.capacity or _with_room(match):
        return match, (event,)
    started, events = _start(match, at, table)
    return started, (event, *events)


def _with_room(match: Match) -> list[Seat]:
    """Return the seats whose teams take another member."""
    return [seat for seat, seated in enumerate(match.seats) if has_room(seated, match.setup.team_size)]


def _free_seat(match: Match, seat: Seat) -> Match:
    return replace(match, seats=match.seats[:seat] + match.seats[seat + 1 :])


def _join(match: Match, change: Join, at: datetime, table: Table) -> tuple[Match, Events]:
    if seat_of(match, change.player) is not None:
        raise Refused(Refusal.ALREADY_SEATED, "You already have a seat in this match.")
    seat = _next_place(match) if change.seat is None else change.seat
    if seat == len(match.seats):
        seated = seated_first(change.player, change.name, match.setup.team_size)
        return _take_seat(match, seated, PlayerJoined(seat, change.player, change.name), at, table)
    joined = _join_team(match, seat, Member(change.player, change.name))
    return _start_if_full(joined, MemberJoined(seat, change.player, change.name), at, table)


def _next_place(match: Match) -> Seat:
    """Return the next free seat, once there is none that of the smallest team."""
    if len(match.seats) < match.setup.capacity:
        return len(match.seats)
    if not (seats := _with_room(match)):
        raise _full()
    return min(seats, key=lambda seat: len(match.seats[seat].members))


def _join_team(match: Match, seat: Seat, member: Member) -> Match:
    if not 0 <= seat < len(match.seats):
        raise Refused(Refusal.BAD_REQUEST, "There is no such seat in this match.", path=("seat",))
    if seat not in _with_room(match):
        raise Refused(Refusal.MATCH_FULL, "That seat is taken.", path=("seat",))
    return _with_seat(match, seat, with_member(match.seats[seat], member))


def _leave(match: Match, change: Leave, at: datetime) -> tuple[Match, Events]:
    seat = seat_of(match, change.player)
    if seat is not None and match.ended_at is None and len(match.seats[seat].members) > 1:
        return _leave_team(match, seat, change.player)
    return _leave_seat(_open(match), change, seat, at)


def _leave_team(match: Match, seat: Seat, player: str) -> tuple[Match, Events]:
    seated = _active(match, seat)
    after = without_member(seated, player)
    left = _with_seat(match, seat, after)
    if match.status is Status.OPEN and match.host == player:
        left = replace(left, host=_people(left)[0])
    gone = MemberLeft(seat, player, member_of(seated, player).name)
    return left, (gone, *_captain_changed(seat, seated, after))


def _leave_seat(match: Match, change: Leave, seat: Seat | None, at: datetime) -> tuple[Match, Events]:
    if seat is None:
        raise Refused(Refusal.NOT_SEATED, "You have no seat in this match.")
    left = _free_seat(match, seat)
    gone = PlayerLeft(seat, match.seats[seat].name)
    if match.host != change.player:
        return left, (gone,)
    if people := _people(left):
        return replace(left, host=people[0]), (gone,)
    closed, events = _close(left, Close("EVERYBODY_LEFT"), at)
    return closed, (gone, *events)


def _people(match: Match) -> list[str]:
    return [seated.player for seated in match.seats if seated.player]


def _add_bot(match: Match, change: AddBot, at: datetime, table: Table) -> tuple[Match, Events]:
    event = BotAdded(len(match.seats), change.level, change.name)
    return _take_seat(match, Seated(change.name, None, bot=change.level), event, at, table)


def _remove_bot(match: Match, change: RemoveBot) -> tuple[Match, Events]:
    if not 0 <= change.seat < len(match.seats) or match.seats[change.seat].player is not None:
        raise Refused(Refusal.BAD_REQUEST, "There is no bot in that seat.", path=("seat",))
    return _free_seat(match, change.seat), (BotRemoved(change.seat, match.seats[change.seat].name),)


def _start(match: Match, at: datetime, table: Table) -> tuple[Match, Events]:
    seats = len(match.seats)
    if seats < table.rules.SEATS.start:
        needed = table.rules.SEATS.start
        raise Refused(
            Refusal.TOO_FEW_SEATS,
            Several(
                "This game needs at least {needed} players; {count} is here.",
                "This game needs at least {needed} players; {count} are here.",
                seats,
            ),
            needed=needed,
        )
    state, events = table.rules.setup(match.setup.options, seats, table.deck, _chance(match))
    started = replace(match, state=state, step=1, status=Status.RUNNING, started_at=at)
    return started, (MatchStarted(seats), *events)


def _close(match: Match, change: Close, at: datetime) -> tuple[Match, Events]:
    if match.status not in (Status.OPEN, Status.RUNNING):
        raise Refused(Refusal.MATCH_OVER, "This match is over.")
    closed = replace(match, status=Status.ABANDONED, ended_at=at, timer=None, deadline=None)
    return closed, (MatchClosed(change.reason),)


# While it runs


def _running(match: Match) -> Match:
    if match.status is Status.RUNNING:
        return match
    if match.status is Status.OPEN:
        raise Refused(Refusal.MATCH_NOT_STARTED, "This match has not started yet.")
    raise Refused(Refusal.MATCH_OVER, "This match is over.")


def _chance(match: Match) -> Random:
    return Random(f"{match.setup.seed}:{match.step}")


def _play(match: Match, change: Play, table: Table) -> tuple[Match, Events]:
    if change.member is not msgspec.UNSET:
        _must_be_captain(match, change.seat, change.member)
    _active(match, change.seat)
    if change.decision != match.decision:
        raise Refused(Refusal.STALE, "The match has moved on; here is how it stands now.")
    if change.seat not in table.rules.to_move(match.state):
        raise Refused(Refusal.NOT_YOUR_TURN, "It is not your turn.", rule="ALL-2")
    try:
        state, events = table.rules.apply(match.state, change.seat, change.move, table.deck, _chance(match))
    except IllegalMove as illegal:
        raise Refused(Refusal.ILLEGAL_MOVE, illegal.message, illegal.rule) from illegal
    played = replace(match, state=state, step=match.step + 1)
    if change.by_bot:
        return played, events
    return _with_seat(played, change.seat, here(match.seats[change.seat])), events


def _run_out(match: Match, change: RunOut, at: datetime, table: Table) -> tuple[Match, Events]:
    if change.decision != match.decision or match.timer is None:
        raise Refused(Refusal.STALE, "That clock is no longer running.")
    if match.deadline is not None and at < match.deadline:
        raise Refused(Refusal.STALE, "That clock has been moved.")
    overdue = tuple(sorted(table.rules.to_move(match.state)))
    state, events = table.rules.time_up(match.state, table.deck, _chance(match))
    after = replace(match, state=state, step=match.step + 1)
    if _phase_goes_on(match, after):
        return after, events
    succession: Events = ()
    for seat in overdue:
        after, changed = _make_late(after, seat)
        succession += changed
    return after, (TimeRanOut(overdue), *succession, *events)


def _make_late(match: Match, seat: Seat) -> tuple[Match, Events]:
    """Mark who has let the clock run out as away; the next member of a team is its captain then (TP-16)."""
    seated = match.seats[seat]
    if seated.bot is not None:
        return _seat_changed(match, seat, is_away=False), ()
    after = late(seated)
    return _with_seat(match, seat, after), _captain_changed(seat, seated, after)


def _resign(match: Match, change: Resign, table: Table) -> tuple[Match, Events]:
    _active(match, change.seat)
    state, events = table.rules.resign(match.state, change.seat, table.deck, _chance(match))
    after = replace(match, state=state, step=match.step + 1)
    return _seat_changed(after, change.seat, has_resigned=True), (SeatResigned(change.seat), *events)


def _hand_to_bot(match: Match, change: HandToBot) -> tuple[Match, Events]:
    _active(match, change.seat)
    return _seat_changed(match, change.seat, bot=change.level), (SeatHandedToBot(change.seat, change.level),)


def _take_back(match: Match, change: TakeBack) -> tuple[Match, Events]:
    seated = _active(match, change.seat)
    player = change.member or seated.player
    if player is None or not (seated.bot is not None or _is_away_from_team(seated, change.member)):
        raise Refused(Refusal.BAD_REQUEST, "No bot is playing for you in this match.")
    if seated.bot is None:
        back: Any = MemberReturned(change.seat, player, member_of(seated, player).name)
        after = returned(seated, player)
    else:
        back = SeatTakenBack(change.seat)
        after = replace(returned(seated, player), bot=None, player=player)
    return _with_seat(match, change.seat, after), (back, *_captain_changed(change.seat, seated, after))


def _is_away_from_team(seated: Seated, member: str | None) -> bool:
    return member is not None and member_of(seated, member).is_away


def _pass_captaincy(match: Match, change: PassCaptaincy) -> tuple[Match, Events]:
    if match.ended_at is not None:
        raise Refused(Refusal.MATCH_OVER, "This match is over.")
    seated = _active(match, change.seat)
    to = next_captain(seated) if change.to is None else change.to
    if to is None:
        raise Refused(Refusal.NOT_ALLOWED, "There is nobody else of your team here.", rule="TP-16")
    if to == seated.player or not holds(seated, to):
        raise Refused(Refusal.BAD_REQUEST, "That is no other member of your team.", rule="TP-16", path=("to",))
    if member_of(seated, to).is_away:
        raise Refused(Refusal.NOT_ALLOWED, "That member of your team is away.", rule="TP-16", path=("to",))
    after = replace(seated, player=to)
    return _with_seat(match, change.seat, after), _captain_changed(change.seat, seated, after)


def _captain_changed(seat: Seat, before: Seated, after: Seated) -> Events:
    if after.player is None or after.player == before.player:
        return ()
    return (CaptainChanged(seat, after.player, member_of(after, after.player).name),)


def _active(match: Match, seat: Seat) -> Seated:
    if not 0 <= seat < len(match.seats):
        raise Refused(Refusal.BAD_REQUEST, "There is no such seat in this match.", path=("seat",))
    if match.seats[seat].has_resigned:
        raise Refused(Refusal.NOT_SEATED, "That seat has resigned.", rule="ALL-5")
    return match.seats[seat]


def _seat_changed(match: Match, seat: Seat, **changes: object) -> Match:
    return _with_seat(match, seat, replace(match.seats[seat], **changes))


def _with_seat(match: Match, seat: Seat, seated: Seated) -> Match:
    return replace(match, seats=(*match.seats[:seat], seated, *match.seats[seat + 1 :]))


def _move_clock(match: Match, change: MoveClock) -> tuple[Match, Events]:
    if match.deadline is None:
        raise Refused(Refusal.MATCH_OVER, "No clock is running in this match.")
    moved = replace(match, deadline=match.deadline + timedelta(seconds=change.seconds))
    if change.reason == "OUTAGE":
        moved = replace(moved, credited_until=change.until)
    return moved, (ClockMoved(change.seconds, change.reason),)


def must_have_result(match: Match) -> None:
    """Raise `Refused` for a match of which there is no rematch: one that goes on, or was given up."""
    if match.status is Status.ABANDONED:
        raise Refused(Refusal.MATCH_OVER, "This match was given up: there is no rematch of it.")
    if match.status is not Status.FINISHED:
        raise Refused(Refusal.BAD_REQUEST, "A rematch can be asked for once the match is over.")


def _offer_rematch(match: Match, change: OfferRematch) -> tuple[Match, Events]:
    must_have_result(match)
    if change.match in match.rematches:
        raise Refused(Refusal.BAD_REQUEST, "That rematch has already been offered.")
    return replace(match, rematches=(*match.rematches, change.match)), (RematchOffered(change.match),)


# Waits


def outage_credit(match: Match, down_since: datetime, until: datetime) -> float:
    """Return the seconds that the running deadline is owed for a time in which no server ran, 0 when none.

    Counts from when the present wait began, and never what has been credited before.
    """
    if match.deadline is None or match.waiting_since is None:
        return 0.0
    start = max(down_since, match.waiting_since, match.credited_until or down_since)
    return max(0.0, (until - start).total_seconds())


def _waiting(before: Match, after: Match, at: datetime, rules: Rules) -> Match:
    timer = rules.timer(after.state)
    decision = before.decision if _same_wait(before, after, rules) else after.ply
    if _same_clock(before, timer, decision):
        return replace(after, decision=decision, timer=timer)
    allowed = timedelta(seconds=timer.seconds) if timer else IDLE_FOR
    return replace(after, decision=decision, timer=timer, waiting_since=at, deadline=at + allowed)


def _same_wait(before: Match, after: Match, rules: Rules) -> bool:
    """Tell whether the match still waits for the same thing: nothing was played, or others must still answer."""
    if before.status is not Status.RUNNING:
        return False
    if before.step == after.step or _phase_goes_on(before, after):
        return True
    earlier, later = rules.timer(before.state), rules.timer(after.state)
    return (
        rules.to_move(after.state) < rules.to_move(before.state)
        and type(after.state.phase) is type(before.state.phase)
        and (earlier.key if earlier else None) == (later.key if later else None)
    )


def _phase_goes_on(before: Match, after: Match) -> bool:
    """Tell whether the phase itself says, by its field `wait`, that the wait is the same, with whatever clock."""
    earlier, later = before.state.phase, after.state.phase
    wait = getattr(later, "wait", None)
    return wait is not None and type(earlier) is type(later) and bool(earlier.wait == wait)


def _same_clock(before: Match, timer: Any, decision: int) -> bool:
    if before.status is not Status.RUNNING or before.deadline is None:
        return False
    if timer is None or before.timer is None:
        return timer is before.timer and decision == before.decision
    return bool(timer.key == before.timer.key)
