"""The envelope around every game."""

from datetime import timedelta

import pytest

from server.games.engine import replace
from server.games.registry import game
from server.games.rulings import Judging
from server.games.smarty_party.records import ChooseStart, Name, PlaceWager, StartTimer, TimerStarted, Wager
from server.games.twenty.rules import Draw, MakeCount
from server.matches.match import (
    IDLE_FOR,
    OPEN_FOR,
    Refusal,
    Refused,
    Table,
    fold,
    may_watch,
    opened,
    outage_credit,
    seat_of,
    seats_to_move,
    seed_hash,
    step,
    waiting_for,
)
from server.matches.records import (
    AddBot,
    BotAdded,
    BotLevel,
    BotRemoved,
    Change,
    Close,
    Create,
    HandToBot,
    Join,
    Leave,
    Match,
    MatchClosed,
    MatchEnded,
    MatchStarted,
    MoveClock,
    OfferRematch,
    Play,
    PlayerJoined,
    PlayerLeft,
    Ply,
    RemoveBot,
    Resign,
    RunOut,
    SeatHandedToBot,
    SeatResigned,
    SeatTakenBack,
    Spectators,
    Start,
    Status,
    TakeBack,
    TimeRanOut,
)
from tests.matches.tables import (
    ANN,
    BOB,
    CAT,
    DAN,
    DECKS,
    EVE,
    NOON,
    TABLE,
    after,
    draw,
    lobby_of,
    mover,
    running,
    setup,
)


def refusal(match: Match, change: Change | Create, at: object = NOON) -> Refused:
    """Return why a change is refused."""
    with pytest.raises(Refused) as refused:
        step(match, change, at, TABLE)  # type: ignore[arg-type]  # NOON and what is added to it
    return refused.value


# Before the start


def test_joining_takes_the_next_seat_and_says_so() -> None:
    match, events = step(lobby_of(ANN), Join(BOB.id, BOB.name), NOON, TABLE)

    assert [seated.name for seated in match.seats] == ["Ann", "Bob"]
    assert events == (PlayerJoined(1, BOB.id, "Bob"),)
    assert match.ply == 2


def test_a_full_match_takes_nobody_else() -> None:
    assert refusal(lobby_of(ANN, BOB, CAT, DAN), Join(EVE.id, "Eve")).code is Refusal.MATCH_FULL


def test_a_player_sits_once() -> None:
    assert refusal(lobby_of(ANN), Join(ANN.id, "Ann")).code is Refusal.ALREADY_SEATED


def test_a_match_that_starts_when_full_starts_with_its_last_seat() -> None:
    lobby = lobby_of(ANN, capacity=2, starts_when_full=True)

    match, events = step(lobby, Join(BOB.id, BOB.name), NOON, TABLE)

    assert match.status is Status.RUNNING
    assert events[:2] == (PlayerJoined(1, BOB.id, "Bob"), MatchStarted(2))


def test_leaving_frees_the_seat_and_moves_the_others_down() -> None:
    match, events = step(lobby_of(ANN, BOB, CAT), Leave(BOB.id), NOON, TABLE)

    assert [seated.name for seated in match.seats] == ["Ann", "Cat"]
    assert events == (PlayerLeft(1, "Bob"),)
    assert seat_of(match, CAT.id) == 1


def test_when_the_host_leaves_the_next_player_is_host() -> None:
    assert after(lobby_of(ANN, BOB), Leave(ANN.id)).host == BOB.id


def test_when_the_last_person_leaves_the_match_is_closed() -> None:
    lobby = after(lobby_of(ANN), AddBot(BotLevel.EASY, "Basil"))

    match, events = step(lobby, Leave(ANN.id), NOON, TABLE)

    assert match.status is Status.ABANDONED
    assert events == (PlayerLeft(0, "Ann"), MatchClosed("EVERYBODY_LEFT"))


def test_leaving_without_a_seat_is_refused() -> None:
    assert refusal(lobby_of(ANN), Leave(BOB.id)).code is Refusal.NOT_SEATED


def test_a_bot_takes_a_seat_and_can_be_removed() -> None:
    added, events = step(lobby_of(ANN), AddBot(BotLevel.HARD, "Basil"), NOON, TABLE)
    removed, others = step(added, RemoveBot(1), NOON, TABLE)

    assert events == (BotAdded(1, BotLevel.HARD, "Basil"),)
    assert others == (BotRemoved(1, "Basil"),)
    assert len(removed.seats) == 1


@pytest.mark.parametrize("seat", [-1, 0, 1])
def test_only_a_bots_seat_can_be_freed(seat: int) -> None:
    assert refusal(lobby_of(ANN), RemoveBot(seat)).code is Refusal.BAD_REQUEST


def test_a_match_does_not_start_with_too_few_seats() -> None:
    assert refusal(lobby_of(ANN), Start()).code is Refusal.TOO_FEW_SEATS


def test_a_match_that_is_open_waits_in_the_lobby_for_a_day() -> None:
    lobby = opened(Match(setup(), ANN.id))

    assert (waiting_for(lobby), lobby.deadline) == ("LOBBY", NOON + OPEN_FOR)
    assert seats_to_move(lobby, TABLE.rules) == frozenset()


@pytest.mark.parametrize(
    "change", [Join(EVE.id, "Eve"), Leave(ANN.id), AddBot(BotLevel.EASY, "Basil"), RemoveBot(1), Start()]
)
def test_a_match_that_has_started_is_no_lobby(change: Change) -> None:
    assert refusal(running(ANN, BOB), change).code is Refusal.MATCH_STARTED


def test_a_match_is_created_once() -> None:
    assert refusal(lobby_of(ANN), Create()).code is Refusal.BAD_REQUEST


# Playing


def test_starting_deals_and_opens_the_first_decision() -> None:
    match, events = step(lobby_of(ANN, BOB), Start(), NOON, TABLE)

    assert events[0] == MatchStarted(2)
    assert (match.status, match.decision, match.step, match.started_at) == (Status.RUNNING, 3, 1, NOON)
    assert match.deadline == NOON + timedelta(seconds=60)
    assert waiting_for(match) == "PLAYING"


def test_a_move_takes_the_next_ply_and_opens_the_next_decision() -> None:
    match = running(ANN, BOB)

    played = after(match, draw(match), at=NOON + timedelta(seconds=5))

    assert (played.ply, played.decision, played.step) == (4, 4, 2)
    assert played.deadline == NOON + timedelta(seconds=65)


def test_all_2_a_move_for_an_older_decision_is_stale() -> None:
    match = running(ANN, BOB)
    played = after(match, draw(match))

    assert refusal(played, draw(match)).code is Refusal.STALE


def test_all_2_a_move_out_of_turn_names_the_rule() -> None:
    match = running(ANN, BOB)
    refused = refusal(match, Play(1 - mover(match), match.decision, Draw(), None))

    assert (refused.code, refused.rule) == (Refusal.NOT_YOUR_TURN, "ALL-2")


def test_all_2_an_illegal_move_names_the_games_rule() -> None:
    match = running(ANN, BOB)
    refused = refusal(match, Play(mover(match), match.decision, MakeCount(("nothing",)), None))

    assert (refused.code, refused.rule) == (Refusal.ILLEGAL_MOVE, "TW-9")


def test_moves_are_for_running_matches() -> None:
    move = Play(0, 0, Draw(), None)

    assert refusal(lobby_of(ANN), move).code is Refusal.MATCH_NOT_STARTED
    assert refusal(after(lobby_of(ANN), Close("CLOSED_BY_HOST")), move).code is Refusal.MATCH_OVER


def test_all_4_a_clock_that_runs_out_makes_the_rules_move_and_marks_the_player_away() -> None:
    match = running(ANN, BOB)
    late = mover(match)

    timed_out, events = step(match, RunOut(match.decision), NOON + timedelta(seconds=60), TABLE)

    assert events[0] == TimeRanOut((late,))
    assert timed_out.seats[late].is_away
    assert timed_out.decision == match.ply + 1


def test_all_4_a_move_of_their_own_brings_a_player_back() -> None:
    match = running(ANN, BOB)
    late = mover(match)
    match = after(match, RunOut(match.decision), at=NOON + timedelta(seconds=60))
    match = after(match, draw(match))

    assert not after(match, draw(match)).seats[late].is_away


def test_all_4_a_clock_does_not_run_out_early_or_for_another_decision() -> None:
    match = running(ANN, BOB)

    assert refusal(match, RunOut(match.decision), NOON + timedelta(seconds=59)).code is Refusal.STALE
    assert refusal(match, RunOut(match.decision - 1), NOON + timedelta(seconds=60)).code is Refusal.STALE


def test_all_4_with_the_clock_switched_off_only_a_week_ends_the_wait() -> None:
    match = running(ANN, BOB, options=replace(TABLE.rules.Options(), turn_seconds=0))

    assert (match.timer, match.deadline) == (None, NOON + IDLE_FOR)
    assert refusal(match, RunOut(match.decision), NOON + IDLE_FOR).code is Refusal.STALE


def test_all_5_resigning_is_for_good_and_ends_a_match_with_too_few_seats() -> None:
    match, events = step(running(ANN, BOB), Resign(0), NOON, TABLE)

    assert events[0] == SeatResigned(0)
    assert match.status is Status.FINISHED
    assert match.outcome is not None
    assert match.outcome.places == (2, 1)
    assert events[-1] == MatchEnded(match.outcome)


def test_all_5_a_match_goes_on_without_a_resigned_seat() -> None:
    match = after(running(ANN, BOB, CAT), Resign(0))

    assert match.status is Status.RUNNING
    assert match.seats[0].has_resigned
    assert 0 not in seats_to_move(match, TABLE.rules)
    assert refusal(match, Resign(0)).code is Refusal.NOT_SEATED
    assert refusal(match, Play(0, match.decision, Draw(), None)).code is Refusal.NOT_SEATED
    assert refusal(match, HandToBot(0, BotLevel.EASY)).code is Refusal.NOT_SEATED


def test_all_5_a_seat_is_handed_to_a_bot_and_taken_back_within_one_decision() -> None:
    """Fault of peers 29: the clock belongs to the decision, not to whoever comes and goes."""
    match = running(ANN, BOB)

    handed, events = step(match, HandToBot(0, BotLevel.HARD), NOON, TABLE)
    back, others = step(handed, TakeBack(0), NOON, TABLE)

    assert events == (SeatHandedToBot(0, BotLevel.HARD),)
    assert handed.seats[0].bot is BotLevel.HARD
    assert others == (SeatTakenBack(0),)
    assert back.seats[0].bot is None
    assert (back.decision, back.deadline) == (match.decision, match.deadline)


def test_all_5_only_a_players_own_seat_can_be_taken_back() -> None:
    with_bot = after(lobby_of(ANN), AddBot(BotLevel.EASY, "Basil"), Start())

    assert refusal(with_bot, TakeBack(1)).code is Refusal.BAD_REQUEST
    assert refusal(with_bot, TakeBack(0)).code is Refusal.BAD_REQUEST
    assert refusal(with_bot, TakeBack(7)).code is Refusal.BAD_REQUEST


def test_a_time_out_does_not_make_a_bots_seat_away() -> None:
    match = after(running(ANN, BOB), HandToBot(0, BotLevel.EASY), HandToBot(1, BotLevel.EASY))
    match = after(match, RunOut(match.decision), at=NOON + timedelta(seconds=60))

    assert not any(seated.is_away for seated in match.seats)


# Ends


def test_a_match_is_over_once() -> None:
    """Fault of peers 32: ending is idempotent."""
    closed = after(lobby_of(ANN), Close("CLOSED_BY_HOST"))

    assert closed.ended_at == NOON
    assert closed.deadline is None
    assert refusal(closed, Close("IDLE")).code is Refusal.MATCH_OVER
    assert refusal(closed, Join(BOB.id, "Bob")).code is Refusal.MATCH_OVER
    assert refusal(closed, MoveClock(5, "OUTAGE", NOON)).code is Refusal.MATCH_OVER


def test_a_rematch_is_offered_after_the_end_and_once_each() -> None:
    over = after(running(ANN, BOB), Resign(0))
    offered = after(over, OfferRematch("mat_two"))

    assert offered.rematches == ("mat_two",)
    assert refusal(offered, OfferRematch("mat_two")).code is Refusal.BAD_REQUEST
    assert refusal(running(ANN, BOB), OfferRematch("mat_two")).code is Refusal.BAD_REQUEST


# Chance and replay


def test_all_3_the_same_seed_and_moves_give_the_same_match_whatever_else_happened_between() -> None:
    plain, disturbed = running(ANN, BOB), running(ANN, BOB)
    disturbed = after(disturbed, HandToBot(0, BotLevel.EASY), TakeBack(0), MoveClock(5, "OUTAGE", NOON))
    for _ in range(20):
        plain, disturbed = after(plain, draw(plain)), after(disturbed, draw(disturbed))

    assert disturbed.state == plain.state


def test_all_3_the_seeds_hash_is_its_sha_256() -> None:
    assert seed_hash("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_folding_the_log_gives_the_match() -> None:
    match = created = opened(Match(setup(), ANN.id))
    plies = []
    for change in (Join(ANN.id, "Ann"), Join(BOB.id, "Bob"), Start(), Resign(1)):
        match, events = step(match, change, NOON, TABLE)
        plies.append(Ply(match.setup.id, match.ply, NOON, change, events, "one"))

    assert fold(created, plies, TABLE) == match


# Clocks through outages


def test_an_outage_is_credited_from_the_later_of_its_start_and_the_waits_start() -> None:
    """Fault of peers 30."""
    match = running(ANN, BOB)

    assert outage_credit(match, NOON + timedelta(seconds=10), NOON + timedelta(seconds=70)) == 60
    assert outage_credit(match, NOON - timedelta(seconds=10), NOON + timedelta(seconds=70)) == 70


def test_an_outage_is_credited_once() -> None:
    match, until = running(ANN, BOB), NOON + timedelta(seconds=70)
    credited = after(match, MoveClock(60, "OUTAGE", until))

    assert credited.deadline == NOON + timedelta(seconds=120)
    assert outage_credit(credited, NOON + timedelta(seconds=10), until) == 0
    assert outage_credit(credited, NOON + timedelta(seconds=10), until + timedelta(seconds=5)) == 5


def test_no_credit_where_no_clock_runs() -> None:
    over = after(running(ANN, BOB), Resign(0))

    assert outage_credit(over, NOON, NOON + timedelta(seconds=60)) == 0


def test_a_moved_clock_keeps_its_decision() -> None:
    match = running(ANN, BOB)
    moved = after(match, MoveClock(-50, "TEST", NOON))

    assert (moved.decision, moved.deadline) == (match.decision, NOON + timedelta(seconds=10))


# Watching


def test_who_may_watch() -> None:
    """Fault of peers 8."""
    by_code = running(ANN, BOB, spectators=Spectators.BY_CODE)
    nobody = running(ANN, BOB, spectators=Spectators.NONE)

    assert may_watch(running(ANN, BOB), None, None)
    assert [may_watch(by_code, None, code) for code in (None, "WRONG2", "abc234")] == [False, False, True]
    assert [may_watch(nobody, id, "ABC234") for id in (None, CAT.id, ANN.id, BOB.id)] == [False, False, True, True]


def test_everybody_who_finds_an_open_match_may_see_its_lobby() -> None:
    assert may_watch(lobby_of(ANN, spectators=Spectators.NONE), None, None)


def test_nobody_without_a_player_has_a_seat() -> None:
    with_bot = after(lobby_of(ANN), AddBot(BotLevel.EASY, "Basil"))

    assert seat_of(with_bot, None) is None


# A wait that goes on with another clock


def guessing() -> tuple[Match, Table]:
    """Return a match of Smarty Party! in which seat 1 is to guess and seat 0 reads, and what it is played with."""
    party = game("SMARTY_PARTY")
    table = Table(party.rules, DECKS[party.key][0])
    options = party.rules.Options(first_reader=0, judging=Judging.AUTOMATIC)
    given = {"game": "SMARTY_PARTY", "deck": table.deck.id, "deck_fingerprint": table.deck.fingerprint}
    match = opened(Match(setup(options=options, **given), ANN.id))
    for player in (ANN, BOB, CAT):
        match, _ = step(match, Join(player.id, player.name), NOON, table)
    match, _ = step(match, Start(), NOON, table)
    for move in (PlaceWager(Wager.YES), ChooseStart(1)):
        match, _ = step(match, Play(0, match.decision, move, None), NOON, table)
    return match, table


def test_a_timer_started_by_another_seat_leaves_a_guess_on_its_way_good_and_its_clock_is_the_new_one() -> None:
    """SP-6: the Reader's timer and the guess it is for may cross (fault of peers 9: neither is stale)."""
    match, table = guessing()
    later = NOON + timedelta(seconds=19)

    hurried, _ = step(match, Play(0, match.decision, StartTimer(), "timer"), later, table)
    guessed, _ = step(hurried, Play(1, match.decision, Name("no such thing"), None), later, table)

    assert (hurried.decision, hurried.deadline) == (match.decision, later + timedelta(seconds=15))
    assert guessed.decision == guessed.ply


def test_a_clock_that_only_starts_the_next_one_makes_nobody_late_and_no_guess_stale() -> None:
    """SP-6: the timer that starts by itself. When it has run out as well, its guesser is late, and nobody else."""
    match, table = guessing()
    at = NOON + timedelta(seconds=20)

    timed, events = step(match, RunOut(match.decision), at, table)
    guessed, _ = step(timed, Play(1, match.decision, Name("no such thing"), None), at, table)
    late, later_events = step(timed, RunOut(match.decision), at + timedelta(seconds=15), table)

    assert events == (TimerStarted(1, by=None),)
    assert (timed.decision, timed.deadline) == (match.decision, at + timedelta(seconds=15))
    assert [seated.is_away for seated in timed.seats] == [False, False, False]
    assert guessed.decision == guessed.ply
    assert later_events[0] == TimeRanOut((1,))
    assert [seated.is_away for seated in late.seats] == [False, True, False]


def test_a_clock_runs_out_once_also_when_the_next_one_is_of_the_same_wait() -> None:
    """Faults of peers 28 and 33."""
    match, table = guessing()
    at = NOON + timedelta(seconds=20)
    timed, _ = step(match, RunOut(match.decision), at, table)

    with pytest.raises(Refused) as refused:
        step(timed, RunOut(match.decision), at, table)

    assert refused.value.code is Refusal.STALE


def test_a_timer_for_a_turn_that_is_over_is_stale() -> None:
    match, table = guessing()
    guessed, _ = step(match, Play(1, match.decision, Name("no such thing"), None), NOON, table)

    with pytest.raises(Refused) as refused:
        step(guessed, Play(0, match.decision, StartTimer(), None), NOON, table)

    assert refused.value.code is Refusal.STALE


def test_a_repeat_keeps_the_decision_and_the_running_clock() -> None:
    """SP-4: the same player guesses again, a running timer runs on, and the Reader can still start it."""
    match, table = guessing()
    guessed, _ = step(match, Play(1, match.decision, Name("no such thing"), None), NOON, table)
    later = NOON + timedelta(seconds=3)

    repeated, _ = step(guessed, Play(2, guessed.decision, Name("no such thing"), None), later, table)
    hurried, _ = step(repeated, Play(0, guessed.decision, StartTimer(), None), later, table)

    assert (repeated.decision, repeated.deadline) == (guessed.decision, NOON + timedelta(seconds=20))
    assert (hurried.decision, hurried.deadline) == (guessed.decision, later + timedelta(seconds=15))
