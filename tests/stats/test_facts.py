"""From a log to facts: who, when, how long, how far ahead. Numbers worked out by hand on short matches of Twenty."""

from datetime import timedelta
from types import SimpleNamespace

import pytest

from server.games.facts import Scene
from server.games.twenty.rules import Draw, Options, Playing
from server.matches.match import digest, opened, step
from server.matches.records import (
    AddBot,
    BotLevel,
    Change,
    Close,
    HandToBot,
    Join,
    Leave,
    Match,
    MoveClock,
    Play,
    Ply,
    Resign,
    RunOut,
    Start,
    Status,
    TakeBack,
)
from server.stats.facts import NotEnded, facts_of, largest_lead, lead_changes, lead_of
from server.stats.records import MatchFacts
from tests.matches.tables import ANN, BOB, CAT, NOON, TABLE, TWENTY, setup


class Book:
    """A match whose log is written change by change, so many seconds after the one before."""

    def __init__(self, **changes: object) -> None:
        self.created = self.match = opened(Match(setup(**changes), ANN.id))
        self.plies: list[Ply] = []
        self.at = NOON

    def write(self, change: Change, seconds: float = 0.0) -> "Book":
        self.at += timedelta(seconds=seconds)
        self.match, events = step(self.match, change, self.at, TABLE)
        self.plies.append(
            Ply(self.match.setup.id, self.match.ply, self.at, change, events, "test", digest(self.match.state))
        )
        return self

    def draws(self, seconds: float, by_bot: bool = False) -> "Book":
        return self.write(Play(self.turn, self.match.decision, Draw(), None, by_bot), seconds)

    @property
    def turn(self) -> int:
        phase = self.match.state.phase
        assert isinstance(phase, Playing)
        return phase.turn

    def facts(self) -> MatchFacts:
        return facts_of(self.created, self.plies, TABLE, TWENTY.facts, 7)


def started(**changes: object) -> Book:
    """Return a match of Ann and Bob that has just begun; seat 1 has the first turn."""
    given = {"seed": "begin-3", **changes}
    book = Book(**given).write(Join(ANN.id, "Ann")).write(Join(BOB.id, "Bob")).write(Start(), 10.0)
    assert book.turn == 1
    return book


def test_a_match_is_known_by_what_was_settled_for_it() -> None:
    book = started(event="evt_1", is_test=True, options=Options(target=50)).draws(2.0).write(Resign(0), 4.0)

    facts = book.facts()

    assert (facts.match, facts.seq, facts.game, facts.event, facts.deck) == (
        "mat_test", 7, "TWENTY", "evt_1", "twenty-standard",
    )  # fmt: skip
    assert facts.options == '{"target":50,"turn_seconds":60,"type":"Options"}'
    assert (facts.rules_version, facts.is_test, facts.has_bots) == (1, True, False)
    assert (facts.created_at, facts.started_at) == (NOON, NOON + timedelta(seconds=10))
    assert (facts.ended_at, facts.duration, facts.plies) == (NOON + timedelta(seconds=16), 6, 2)


def test_a_move_takes_from_when_the_seat_could_make_it() -> None:
    """ALL-7. Bob draws after 2.04 s, Ann 1.5 s later, Bob after 3 s, twice."""
    book = started().draws(2.04).draws(1.5).draws(3.0).draws(0.26).draws(3.0).write(Resign(0), 1.0)

    ann, bob = book.facts().seats

    assert (ann.decisions, ann.first_decision) == (((3, 1), (15, 1)), 15)
    assert (bob.decisions, bob.first_decision) == (((20, 1), (30, 2)), 20)


def test_time_that_no_server_ran_is_nobodys() -> None:
    """An hour is credited in the middle of Bob's turn, which took five seconds, and of the match."""
    book = started()
    book.write(MoveClock(3600.0, "OUTAGE", NOON + timedelta(hours=1)), 3602.0).draws(3.0).write(Resign(0), 1.0)

    facts = book.facts()

    assert facts.seats[1].decisions == ((50, 1),)
    assert facts.duration == 6


def test_a_clock_that_ran_out_is_a_time_out_and_no_decision() -> None:
    book = started().draws(1.0)
    book.write(RunOut(book.match.decision), 60.0).draws(1.0).write(Resign(0), 1.0)

    ann, bob = book.facts().seats

    assert (ann.timeouts, ann.decisions, ann.first_decision) == (1, (), None)
    assert (bob.timeouts, bob.decisions) == (0, ((10, 2),))


def test_a_bot_that_minds_a_seat_makes_no_decisions_for_its_player() -> None:
    book = started().write(HandToBot(1, BotLevel.EASY)).draws(1.0, by_bot=True).draws(2.0).draws(1.0, by_bot=True)
    book.draws(2.0).write(TakeBack(1)).draws(4.0).write(Resign(0), 1.0)

    facts = book.facts()

    assert (facts.seats[1].minded, facts.seats[1].bot, facts.seats[1].players) == (2, None, (BOB.id,))
    assert facts.seats[1].decisions == ((40, 1),)
    assert facts.has_bots is False


def test_a_bots_seat_has_a_level_and_no_player() -> None:
    book = Book(seed="begin-3").write(Join(ANN.id, "Ann")).write(AddBot(BotLevel.HARD, "Otto")).write(Start())
    book.draws(1.0, by_bot=True).write(Resign(0), 1.0)

    ann, otto = book.facts().seats

    assert (otto.players, otto.bot, otto.name, otto.minded, otto.decisions) == ((), BotLevel.HARD, "Otto", 0, ())
    assert (ann.place, ann.has_resigned, otto.place, otto.has_resigned) == (2, True, 1, False)
    assert book.facts().has_bots is True


def test_tp_16_a_seat_counts_for_everybody_in_its_team() -> None:
    book = Book(seed="begin-3", capacity=2, team_size=2).write(Join(ANN.id, "Ann")).write(Join(BOB.id, "Bob"))
    book.write(Join("plr_cat", "Cat")).write(Start()).write(Resign(0), 1.0)

    first, second = book.facts().seats

    assert (first.players, second.players) == ((ANN.id, "plr_cat"), (BOB.id,))


@pytest.mark.parametrize("leaver", [ANN.id, "plr_cat"])
def test_tp_16_who_leaves_a_team_in_the_middle_shares_its_result(leaver: str) -> None:
    """Else nobody need ever lose: the captain could leave in the last moment, and the others too."""
    book = Book(seed="begin-3", capacity=2, team_size=2).write(Join(ANN.id, "Ann")).write(Join(BOB.id, "Bob"))
    book.write(Join("plr_dan", "Dan")).write(Leave("plr_dan")).write(Join("plr_cat", "Cat"))
    book.write(Start()).write(Leave(leaver), 1.0).write(Resign(0), 1.0)

    first, second = book.facts().seats

    assert (first.players, second.players) == ((ANN.id, "plr_cat"), (BOB.id,))


def test_a_match_given_up_has_no_places() -> None:
    facts = started().draws(1.0).write(Close("IDLE"), 5.0).facts()

    assert (facts.status, facts.reason, facts.counted_as) == (Status.ABANDONED, "IDLE", "ABANDONED")
    assert [(seat.place, seat.points) for seat in facts.seats] == [(None, 0), (None, 0)]


def test_a_match_that_too_few_were_left_for_counts_as_abandoned_while_nobody_had_scored() -> None:
    """ALL-5: nobody had a point in the first hand."""
    facts = started().draws(1.0).write(Resign(0), 1.0).facts()

    assert (facts.status, facts.reason, facts.has_scored) == (Status.FINISHED, "TOO_FEW_SEATS", False)
    assert facts.counted_as == "ABANDONED"


def test_a_match_that_has_not_ended_has_no_facts() -> None:
    with pytest.raises(NotEnded):
        started().draws(1.0).facts()


def test_a_match_closed_in_the_lobby_has_no_facts() -> None:
    with pytest.raises(NotEnded):
        Book().write(Join(CAT.id, "Cat")).write(Close("CLOSED_BY_HOST")).facts()


def scene(*points: int, resigned: tuple[int, ...] = ()) -> Scene:
    """Return a scene after which the seats have these points."""
    return Scene(0, None, None, False, None, None, SimpleNamespace(points=points, resigned=resigned), ())


@pytest.mark.parametrize(
    ("lowest_wins", "leader", "lead"),
    [(False, 2, 3), (True, 0, 4)],
)
def test_the_leader_is_ahead_of_the_second(lowest_wins: bool, leader: int, lead: int) -> None:
    assert lead_of(scene(1, 5, 8), lambda state: state.points, lowest_wins) == (leader, lead)


def test_nobody_leads_who_shares_the_first_place() -> None:
    assert lead_of(scene(8, 5, 8), lambda state: state.points, False) == (None, 0)


def test_the_resigned_neither_lead_nor_follow() -> None:
    assert lead_of(scene(9, 5, 8, resigned=(0,)), lambda state: state.points, False) == (2, 3)
    assert lead_of(scene(9, 5, resigned=(0,)), lambda state: state.points, False) == (None, 0)


def test_a_lead_changes_when_another_leads_alone() -> None:
    """Ann leads, they are level, Ann leads again (no change), level, Bob leads, Ann leads: two changes."""
    leads = [(0, 3), (None, 0), (0, 7), (None, 0), (1, 2), (0, 1)]

    assert (lead_changes(leads), largest_lead(leads)) == (2, 7)
