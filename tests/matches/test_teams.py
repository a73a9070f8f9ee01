"""TP-16: teams that share a seat, their captains, and who may act for them."""

import asyncio
from datetime import datetime, timedelta
from typing import Any

import pytest

from server.games.registry import game
from server.games.trivial_pursuit.records import Roll
from server.matches.host import Host
from server.matches.lobby import Lobby, Wish
from server.matches.match import Refusal, Refused, Table, captains_seat, may_watch, opened, seat_of, step
from server.matches.records import (
    AddBot,
    BotAdded,
    BotLevel,
    CaptainChanged,
    Change,
    HandToBot,
    Join,
    Leave,
    Match,
    MatchClosed,
    MatchStarted,
    Member,
    MemberJoined,
    MemberLeft,
    MemberReturned,
    PassCaptaincy,
    Play,
    PlayerJoined,
    PlayerLeft,
    Resign,
    RunOut,
    Seated,
    SeatHandedToBot,
    SeatTakenBack,
    Spectators,
    Start,
    Status,
    TakeBack,
    TimeRanOut,
)
from server.matches.store import MatchQuery, Player
from server.store.memory import MemoryStore
from tests.matches.conftest import StartHost
from tests.matches.tables import ANN, BOB, CAT, DAN, DECKS, EVE, NOON, TABLE, lobby_of, setup, wish

PURSUIT = game("TRIVIAL_PURSUIT")
BOARD = Table(PURSUIT.rules, DECKS[PURSUIT.key][0])
FAY = Player("plr_fay", "Fay", NOON)
GUS = Player("plr_gus", "Gus", NOON)
SIX = (ANN, BOB, CAT, DAN, EVE, FAY)
"""By the order of joining: Ann, Cat and Eve in seat 0, Bob, Dan and Fay in seat 1."""
LATE = timedelta(seconds=60)


def after(match: Match, *changes: Change, at: datetime = NOON) -> Match:
    """Return the match after these changes, all at one instant."""
    for change in changes:
        match, _ = step(match, change, at, BOARD)
    return match


def joins(*players: Player) -> tuple[Join, ...]:
    """Return the changes by which players join, wherever there is room."""
    return tuple(Join(player.id, player.name) for player in players)


def lobby(*players: Player, **changes: Any) -> Match:
    """Return an open match for two teams of three, with these players in it."""
    given = {"game": PURSUIT.kind, "options": PURSUIT.rules.Options(), "deck": BOARD.deck.id}
    sizes = {"deck_fingerprint": BOARD.deck.fingerprint, "capacity": 2, "team_size": 3}
    return after(opened(Match(setup(**(given | sizes | changes)), players[0].id)), *joins(*players))


def running(**changes: Any) -> Match:
    """Return a match of two teams of three that has just started, so that both seats are to roll."""
    return after(lobby(*SIX, **changes), Start())


def late(match: Match) -> Match:
    """Return the match after its clock has run out."""
    assert match.deadline is not None
    return after(match, RunOut(match.decision), at=match.deadline)


def names(match: Match) -> list[list[str]]:
    """Return who is in each seat."""
    return [[member.name for member in seated.members] for seated in match.seats]


def captains(match: Match) -> list[str | None]:
    """Return who moves for each seat."""
    return [seated.player for seated in match.seats]


def refusal(match: Match, change: Change) -> Refused:
    """Return why a change is refused."""
    with pytest.raises(Refused) as refused:
        step(match, change, NOON, BOARD)
    return refused.value


def roll_by(match: Match, player: Player, seat: int = 0, **given: Any) -> Play:
    """Return a roll for the start that a member of a team makes."""
    return Play(seat, match.decision, Roll(), given.get("move_id"), member=player.id)


# Before the start


def test_tp_16_players_fill_the_seats_first_and_then_the_smallest_team() -> None:
    match = lobby(*SIX)

    assert names(match) == [["Ann", "Cat", "Eve"], ["Bob", "Dan", "Fay"]]
    assert captains(match) == [ANN.id, BOB.id]
    assert [seated.name for seated in match.seats] == ["Ann", "Bob"]


def test_tp_16_a_player_joins_the_team_they_name_or_begins_a_new_one() -> None:
    first, events = step(lobby(ANN), Join(BOB.id, "Bob", 0), NOON, BOARD)
    second, others = step(first, Join(CAT.id, "Cat", 1), NOON, BOARD)

    assert events == (MemberJoined(0, BOB.id, "Bob"),)
    assert others == (PlayerJoined(1, CAT.id, "Cat"),)
    assert names(second) == [["Ann", "Bob"], ["Cat"]]
    assert [seat_of(second, player.id) for player in (ANN, BOB, CAT, DAN)] == [0, 0, 1, None]


@pytest.mark.parametrize(
    ("seat", "code"), [(-1, "BAD_REQUEST"), (0, "MATCH_FULL"), (2, "MATCH_FULL"), (3, "BAD_REQUEST")]
)
def test_tp_16_a_team_that_is_full_or_not_there_is_joined_by_nobody(seat: int, code: str) -> None:
    match = lobby(*SIX)

    assert refusal(match, Join(GUS.id, "Gus", seat)).code == code
    assert refusal(match, Join(GUS.id, "Gus")).code is Refusal.MATCH_FULL


def test_tp_16_a_person_is_in_one_team() -> None:
    match = lobby(ANN, BOB, CAT)

    assert refusal(match, Join(CAT.id, "Cat", 1)).code is Refusal.ALREADY_SEATED
    assert refusal(match, Join(CAT.id, "Cat")).code is Refusal.ALREADY_SEATED


def test_tp_16_nobody_joins_a_bots_seat() -> None:
    match, events = step(lobby(ANN), AddBot(BotLevel.EASY, "Basil"), NOON, BOARD)

    assert events == (BotAdded(1, BotLevel.EASY, "Basil"),)
    assert refusal(match, Join(BOB.id, "Bob", 1)).code is Refusal.MATCH_FULL
    assert names(after(match, *joins(BOB))) == [["Ann", "Bob"], []]


def test_tp_16_a_match_that_starts_when_full_starts_with_its_last_member() -> None:
    match = lobby(*SIX[:5], starts_when_full=True)

    started, events = step(match, Join(FAY.id, "Fay"), NOON, BOARD)

    assert match.status is Status.OPEN
    assert events == (MemberJoined(1, FAY.id, "Fay"), MatchStarted(2))
    assert started.status is Status.RUNNING


def test_tp_16_a_match_starts_with_teams_of_any_size() -> None:
    assert after(lobby(ANN, BOB), Start()).status is Status.RUNNING


def test_tp_16_a_member_leaves_a_team_to_the_others_and_a_captain_is_succeeded() -> None:
    match = lobby(*SIX)

    without_cat, events = step(match, Leave(CAT.id), NOON, BOARD)
    without_ann, others = step(without_cat, Leave(ANN.id), NOON, BOARD)

    assert events == (MemberLeft(0, CAT.id, "Cat"),)
    assert others == (MemberLeft(0, ANN.id, "Ann"), CaptainChanged(0, EVE.id, "Eve"))
    assert names(without_ann) == [["Eve"], ["Bob", "Dan", "Fay"]]
    assert (without_ann.seats[0].name, without_ann.host) == ("Eve", EVE.id)
    assert names(after(without_ann, *joins(ANN))) == [["Eve", "Ann"], ["Bob", "Dan", "Fay"]]


def test_tp_16_the_last_member_frees_the_seat() -> None:
    freed, events = step(lobby(ANN, BOB), Leave(ANN.id), NOON, BOARD)
    _, others = step(freed, Leave(BOB.id), NOON, BOARD)

    assert events == (PlayerLeft(0, "Ann"),)
    assert (names(freed), freed.host) == ([["Bob"]], BOB.id)
    assert others == (PlayerLeft(0, "Bob"), MatchClosed("EVERYBODY_LEFT"))


# Acting for a team


def test_tp_16_only_the_captains_moves_count_and_the_log_says_who_moved() -> None:
    match = running()

    for member in (CAT, EVE):
        refused = refusal(match, roll_by(match, member))
        assert (refused.code, refused.rule) == (Refusal.NOT_CAPTAIN, "TP-16")
        assert refused.message == "Only the captain of your team can do this."
    moved = after(match, roll_by(match, ANN))

    assert moved.ply == match.ply + 1
    assert BOARD.rules.to_move(moved.state) == {1}


def test_tp_16_every_member_has_the_seat_and_one_may_act_for_it() -> None:
    match = running(spectators=Spectators.NONE)

    assert [seat_of(match, player.id) for player in SIX] == [0, 1, 0, 1, 0, 1]
    assert all(may_watch(match, player.id, None) for player in SIX)
    assert not may_watch(match, GUS.id, None)
    assert (captains_seat(match, ANN.id), captains_seat(match, BOB.id)) == (0, 1)


def test_tp_16_the_next_member_is_captain_when_the_captains_clock_has_run_out() -> None:
    match = running()

    once, events = step(match, RunOut(match.decision), NOON + LATE, BOARD)

    assert events[:3] == (TimeRanOut((0, 1)), CaptainChanged(0, CAT.id, "Cat"), CaptainChanged(1, DAN.id, "Dan"))
    assert once.seats[0].members == (Member(ANN.id, "Ann", is_away=True), Member(CAT.id, "Cat"), Member(EVE.id, "Eve"))
    assert [seated.is_away for seated in once.seats] == [False, False]
    assert refusal(once, roll_by(once, ANN, seat_in_turn(once))).code is Refusal.NOT_CAPTAIN


def seat_in_turn(match: Match) -> int:
    return int(match.state.turn)


def until_away(match: Match, seat: int) -> Match:
    """Let the clock run out until a whole team is away."""
    while not match.seats[seat].is_away:
        match = late(match)
    return match


def test_tp_16_a_seat_is_away_when_its_whole_team_is_and_who_comes_back_leads_it() -> None:
    match = until_away(running(), 0)
    assert [member.is_away for member in match.seats[0].members] == [True, True, True]
    assert captains(match)[0] == EVE.id

    back, events = step(match, TakeBack(0, CAT.id), NOON, BOARD)

    assert events == (MemberReturned(0, CAT.id, "Cat"), CaptainChanged(0, CAT.id, "Cat"))
    assert [member.is_away for member in back.seats[0].members] == [True, False, True]
    assert not back.seats[0].is_away
    assert (back.decision, back.deadline) == (match.decision, match.deadline)


def test_tp_16_a_member_who_comes_back_does_not_displace_the_captain() -> None:
    match = late(running())

    back, events = step(match, TakeBack(0, ANN.id), NOON, BOARD)

    assert events == (MemberReturned(0, ANN.id, "Ann"),)
    assert captains(back) == [CAT.id, DAN.id]
    assert not back.seats[0].members[0].is_away
    assert refusal(back, TakeBack(0, ANN.id)).code is Refusal.BAD_REQUEST


def test_tp_16_succession_goes_round_the_team_past_those_who_are_away() -> None:
    match = late(running())
    match = after(match, PassCaptaincy(0, EVE.id), TakeBack(0, ANN.id))

    passed = after(match, PassCaptaincy(0, None))

    assert captains(match)[0] == EVE.id
    assert captains(passed)[0] == ANN.id


def test_tp_16_a_captains_move_brings_a_team_back_that_was_away() -> None:
    match = until_away(running(), 0)
    while 0 not in BOARD.rules.to_move(match.state):
        match = late(match)
    move = BOARD.rules.legal_moves(match.state, 0)[0]

    moved = after(match, Play(0, match.decision, getattr(move, "move", move), None, member=EVE.id))

    assert [member.is_away for member in moved.seats[0].members] == [True, True, False]
    assert not moved.seats[0].is_away


def test_tp_16_a_captain_passes_on_to_a_member_who_is_there() -> None:
    match = running()

    passed, events = step(match, PassCaptaincy(0, EVE.id), NOON, BOARD)

    assert events == (CaptainChanged(0, EVE.id, "Eve"),)
    assert captains(passed) == [EVE.id, BOB.id]
    assert (passed.decision, passed.deadline, passed.state) == (match.decision, match.deadline, match.state)
    assert after(passed, roll_by(passed, EVE)).ply == passed.ply + 1


@pytest.mark.parametrize(
    ("to", "code"),
    [(ANN.id, "NOT_ALLOWED"), (CAT.id, "BAD_REQUEST"), (BOB.id, "BAD_REQUEST"), ("plr_nobody", "BAD_REQUEST")],
)
def test_tp_16_captaincy_goes_to_another_member_of_the_team_who_is_not_away(to: str, code: str) -> None:
    match = late(running())
    refused = refusal(match, PassCaptaincy(0, to))

    assert captains(match)[0] == CAT.id
    assert (refused.code, refused.rule, refused.path) == (code, "TP-16", ("to",))


def test_tp_16_captaincy_is_not_passed_where_there_is_nobody_else() -> None:
    alone = after(lobby(ANN, BOB), Start())

    assert refusal(alone, PassCaptaincy(0, None)).code is Refusal.NOT_ALLOWED
    assert refusal(after(alone, Resign(0)), PassCaptaincy(1, None)).code is Refusal.MATCH_OVER


def test_tp_16_a_team_can_be_left_while_the_match_runs_and_nobody_is_let_in() -> None:
    match = running()

    left, events = step(match, Leave(ANN.id), NOON, BOARD)

    assert events == (MemberLeft(0, ANN.id, "Ann"), CaptainChanged(0, CAT.id, "Cat"))
    assert names(left) == [["Cat", "Eve"], ["Bob", "Dan", "Fay"]]
    assert (left.state, left.decision, left.deadline) == (match.state, match.decision, match.deadline)
    assert refusal(left, Join(ANN.id, "Ann")).code is Refusal.MATCH_STARTED
    alone = after(left, Leave(CAT.id))
    assert refusal(alone, Leave(EVE.id)).code is Refusal.MATCH_STARTED
    assert refusal(after(left, Resign(0)), Leave(CAT.id)).code is Refusal.MATCH_OVER


def test_tp_16_a_captain_who_leaves_those_who_are_away_leaves_the_seat_away() -> None:
    match = late(late(running()))
    while sum(member.is_away for member in match.seats[0].members) < 2:
        match = late(match)
    captain = match.seats[0].player
    assert captain == EVE.id

    left, events = step(match, Leave(captain), NOON, BOARD)

    assert events == (MemberLeft(0, EVE.id, "Eve"), CaptainChanged(0, ANN.id, "Ann"))
    assert left.seats[0].is_away


def test_tp_16_any_member_takes_the_seat_back_from_a_bot_and_leads_the_team_then() -> None:
    match = running()

    handed, events = step(match, HandToBot(0, BotLevel.HARD), NOON, BOARD)
    back, others = step(handed, TakeBack(0, EVE.id), NOON, BOARD)

    assert events == (SeatHandedToBot(0, BotLevel.HARD),)
    assert others == (SeatTakenBack(0), CaptainChanged(0, EVE.id, "Eve"))
    assert (back.seats[0].bot, back.seats[0].player) == (None, EVE.id)


def test_a_seat_for_one_player_has_no_team_to_join() -> None:
    match = lobby_of(ANN, BOB)

    assert match.seats == (Seated("Ann", ANN.id), Seated("Bob", BOB.id))
    with pytest.raises(Refused) as refused:
        step(match, Join(CAT.id, "Cat", 0), NOON, TABLE)
    assert refused.value.code is Refusal.MATCH_FULL


# Through the lobby


def teams(**changes: Any) -> Wish:
    """Return a wish for a match of two teams of three."""
    return Wish(PURSUIT.kind, PURSUIT.rules.Options(), **({"seats": 2, "team_size": 3} | changes))


async def begun(host: Host, *players: Player) -> Match:
    """Return a match of two teams that has just started."""
    lobby = Lobby(host, is_test=True)
    match = await lobby.create(players[0], teams(seed="seed"))
    for player in players[1:]:
        await lobby.join(match.setup.id, player)
    return await lobby.start(match.setup.id, players[0])


async def code_of(work: Any) -> Refusal:
    """Return the code of a refusal."""
    with pytest.raises(Refused) as refused:
        await work
    return refused.value.code


@pytest.mark.parametrize(
    ("seats", "team_size", "capacity"),
    [(2, 12, 2), (6, 4, 6), (5, 4, 5), (None, 12, 2), (None, 5, 4), (None, 1, 6), (3, 8, 3)],
)
async def test_tp_16_up_to_24_people_play_in_2_to_6_teams(
    host: Host, seats: int | None, team_size: int, capacity: int
) -> None:
    match = await Lobby(host).create(ANN, teams(seats=seats, team_size=team_size))

    assert (match.setup.capacity, match.setup.team_size) == (capacity, team_size)


@pytest.mark.parametrize(("seats", "team_size"), [(2, 13), (6, 5), (None, 13), (2, 0), (2, -1)])
async def test_tp_16_more_than_24_people_do_not_play(
    host: Host, store: MemoryStore, seats: int | None, team_size: int
) -> None:
    with pytest.raises(Refused) as refused:
        await Lobby(host).create(ANN, teams(seats=seats, team_size=team_size))

    assert (refused.value.code, refused.value.path) == (Refusal.BAD_OPTION, ("teamSize",))
    assert await store.unfinished() == []


async def test_a_game_without_teams_has_none(host: Host) -> None:
    with pytest.raises(Refused) as refused:
        await Lobby(host).create(ANN, wish(team_size=2))

    assert (refused.value.code, refused.value.message) == (Refusal.BAD_OPTION, "This game is not played in teams.")


async def test_tp_16_joining_again_keeps_the_team_and_another_is_refused(host: Host) -> None:
    match = await begun_lobby(host, ANN, BOB, CAT)
    lobby = Lobby(host)

    assert (await lobby.join(match.setup.id, CAT)).ply == match.ply
    assert (await lobby.join(match.setup.id, CAT, 0)).ply == match.ply
    assert await code_of(lobby.join(match.setup.id, CAT, 1)) is Refusal.ALREADY_SEATED


async def begun_lobby(host: Host, *players: Player) -> Match:
    """Return an open match of two teams of three with these players."""
    match = await Lobby(host).create(players[0], teams())
    for player in players[1:]:
        match = await Lobby(host).join(match.setup.id, player)
    return match


async def test_tp_16_what_is_the_captains_is_refused_to_the_others(host: Host) -> None:
    match = await begun(host, *SIX)
    lobby = Lobby(host)

    for work in (
        host.play(match.setup.id, CAT.id, match.decision, Roll(), None),
        lobby.resign(match.setup.id, CAT),
        lobby.pass_captaincy(match.setup.id, CAT, EVE.id),
        lobby.hand_to_bot(match.setup.id, CAT, None, BotLevel.EASY),
    ):
        assert await code_of(work) is Refusal.NOT_CAPTAIN
    for work in (lobby.pass_captaincy(match.setup.id, GUS, None), lobby.leave(match.setup.id, GUS)):
        assert await code_of(work) in (Refusal.NOT_SEATED, Refusal.MATCH_STARTED)
    assert await host.match(match.setup.id) == match


async def test_tp_16_the_log_tells_which_member_moved(host: Host, store: MemoryStore) -> None:
    match = await begun(host, *SIX)

    await host.play(match.setup.id, ANN.id, match.decision, Roll(), None)

    assert [ply.change for ply in await store.plies(match.setup.id, after=match.ply)] == [
        Play(0, match.decision, Roll(), None, member=ANN.id)
    ]


async def test_tp_16_members_of_a_team_have_move_ids_of_their_own(host: Host) -> None:
    """They may number their moves: the second captain's first move is none of the first captain's."""
    match = await begun(host, *SIX)
    first = await host.play(match.setup.id, ANN.id, match.decision, Roll(), "1")
    await Lobby(host).pass_captaincy(match.setup.id, ANN, CAT.id)

    again = await host.play(match.setup.id, ANN.id, match.decision, Roll(), "1")

    assert (again.is_duplicate, again.ply) == (True, first.ply)
    assert await code_of(host.play(match.setup.id, CAT.id, match.decision, Roll(), "1")) is Refusal.NOT_YOUR_TURN


async def test_tp_16_anybody_of_a_team_that_is_away_may_let_a_bot_play_on(host: Host) -> None:
    match = await begun(host, *SIX)
    lobby = Lobby(host, is_test=True)
    while not match.seats[0].is_away:
        match = await lobby.advance_clock(match.setup.id, ANN, 60)

    handed = await lobby.hand_to_bot(match.setup.id, ANN, None, BotLevel.EASY)
    back = await lobby.take_back(match.setup.id, ANN)

    assert handed.seats[0].bot is BotLevel.EASY
    assert (back.seats[0].bot, back.seats[0].player) == (None, ANN.id)


async def test_tp_16_teams_and_captains_survive_a_restart(start_host: StartHost) -> None:
    one = await start_host("one")
    match = await begun(one, *SIX)
    lobby = Lobby(one)
    await lobby.pass_captaincy(match.setup.id, ANN, EVE.id)
    match = await lobby.leave(match.setup.id, CAT)
    await one.stop()

    two = await start_host("two")

    again = await two.match(match.setup.id)
    assert again == match
    assert captains(match) == [EVE.id, BOB.id]
    assert names(match) == [["Ann", "Eve"], ["Bob", "Dan", "Fay"]]


async def test_tp_16_contested_places_in_a_team_are_given_once(start_host: StartHost) -> None:
    racing = (BOB, CAT, DAN, EVE)
    hosts = [await start_host(origin) for origin in ("one", "two")]
    for _ in range(20):
        match = await Lobby(hosts[0]).create(ANN, teams())
        joining = [Lobby(hosts[n % 2]).join(match.setup.id, player, 0) for n, player in enumerate(racing)]

        results = await asyncio.gather(*joining, return_exceptions=True)

        assert [result.code for result in results if isinstance(result, Refused)] == [Refusal.MATCH_FULL] * 2
        joined = [player.name for player, result in zip(racing, results, strict=True) if isinstance(result, Match)]
        latest = await hosts[0].latest(match.setup.id)
        assert latest is not None
        assert (latest.ply, names(latest)[0][0], sorted(names(latest)[0][1:])) == (2, "Ann", joined)


async def test_tp_16_a_rematch_reunites_the_teams_in_whatever_order_they_come(host: Host) -> None:
    match = await begun(host, *SIX)
    lobby = Lobby(host)
    await lobby.resign(match.setup.id, ANN)

    for player in (FAY, EVE, BOB, ANN, CAT, DAN, FAY):
        new = await lobby.rematch(match.setup.id, player)

    assert names(new) == [["Fay", "Bob", "Dan"], ["Eve", "Ann", "Cat"]]
    assert (new.setup.capacity, new.setup.team_size) == (2, 3)


async def test_tp_16_a_match_is_in_the_lists_of_every_member(host: Host, store: MemoryStore) -> None:
    match = await begun(host, *SIX)

    found = {
        player.name: [
            listed.setup.id for listed in await store.page(MatchQuery(player=player.id), True, None, None, 9, False)
        ]
        for player in (*SIX, GUS)
    }

    assert found == {player.name: [match.setup.id] for player in SIX} | {"Gus": []}
