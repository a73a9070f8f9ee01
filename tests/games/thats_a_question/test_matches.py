"""Whole matches: what holds in each of many, and that choices made at once are one decision."""

from collections import Counter
from datetime import UTC, datetime
from functools import cache
from itertools import permutations

import pytest

from server.games.engine import Seat, replace
from server.games.registry import game
from server.games.simulation import Played, random_match
from server.games.thats_a_question import rules
from server.games.thats_a_question.records import (
    Answer,
    AskerGuess,
    Guess,
    Move,
    Options,
    SkipKicker,
    TakeKicker,
    TakingKickers,
)
from server.matches.match import Refused, Table, opened, step
from server.matches.records import Join, Match, Play, RunOut, Setup, Spectators, Start, TimeRanOut, Visibility
from tests.games.hooks import fill_in
from tests.games.thats_a_question.tables import DECK

THE_GAME = game("THATS_A_QUESTION")
TABLE = Table(THE_GAME.rules, DECK)
NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)

ACORNS = {3: 4, 4: 4, 5: 4, 6: 5}
ASKS = {3: 5, 4: 4, 5: 4, 6: 3}
MATCHES = 75
over_all_numbers = pytest.mark.parametrize("seats", rules.SEATS)


@cache
def matches(seats: int) -> tuple[Played, ...]:
    """Return 75 matches of random moves, 300 for all numbers of seats."""
    return tuple(
        random_match(THE_GAME, Options(), seats, DECK, f"match {number}", 1000, fill_in) for number in range(MATCHES)
    )


@over_all_numbers
def test_every_random_match_is_played_to_its_last_round(seats: int) -> None:
    reasons = Counter(played.outcome.reason if played.outcome else None for played in matches(seats))

    assert reasons == {"LAST_ROUND_PLAYED": MATCHES}


@over_all_numbers
def test_aq_3_acorns_change_hands_and_are_always_as_many(seats: int) -> None:
    numbers = {sum(ply.state.acorns) for played in matches(seats) for ply in played.plies}

    assert numbers == {ACORNS[seats]}


@over_all_numbers
def test_aq_11_everyone_asks_equally_often(seats: int) -> None:
    """5, 4, 4 and 3 times with 3, 4, 5 and 6 players."""
    for played in matches(seats):
        asks = Counter(result.question.asker for result in played.state.results)
        assert asks == dict.fromkeys(range(seats), ASKS[seats])


@over_all_numbers
def test_aq_5_every_seat_always_has_its_two_kickers_in_hand_or_on_the_board(seats: int) -> None:
    for played in matches(seats):
        for ply in played.plies:
            both = zip(ply.state.kickers, ply.state.board_kickers, strict=True)
            assert {tuple(sorted(in_hand + on_board)) for in_hand, on_board in both} == {("TOUGH", "TRIPLE")}


@over_all_numbers
def test_aq_8_no_card_is_ever_in_two_places_and_hands_are_filled_until_the_last_round(seats: int) -> None:
    for played in matches(seats):
        for ply in played.plies:
            state = ply.state
            cards = [*(card.id for hand in state.hands for card in hand), *state.draw_pile]
            cards += [card.card for result in state.results for card in (result.question.a, result.question.b)]
            assert len(cards) == len(set(cards))
        assert [len(hand) for hand in played.state.hands] == [3] * seats


@over_all_numbers
def test_aq_6_positions_are_the_sums_of_all_steps(seats: int) -> None:
    for played in matches(seats):
        steps = [result.steps for result in played.state.results]
        assert played.state.positions == tuple(map(sum, zip(*steps, strict=True)))


# One decision


def running(seats: int, options: Options | None = None) -> Match:
    """Return a match in which seat 0 has asked seat 1."""
    setup = Setup(
        id="mat_test",
        code="ABC234",
        game="THATS_A_QUESTION",
        options=options or Options(first_seat=0),
        capacity=6,
        deck=DECK.id,
        deck_fingerprint=DECK.fingerprint,
        deck_order=None,
        visibility=Visibility.PUBLIC,
        spectators=Spectators.OPEN,
        seed="seed",
        rules_version=rules.VERSION,
        is_test=False,
        starts_when_full=False,
        rematch_of=None,
        created_at=NOON,
    )
    match = opened(Match(setup, "plr_0"))
    for seat in range(seats):
        match, _ = step(match, Join(f"plr_{seat}", f"Player {seat}"), NOON, TABLE)
    match, _ = step(match, Start(), NOON, TABLE)
    question = next(move for move in rules.legal_moves(match.state, 0) if getattr(move, "answerer", None) == 1)
    return played(match, 0, question)


def played(match: Match, seat: Seat, move: Move, decision: int | None = None) -> Match:
    match, _ = step(match, Play(seat, decision or match.decision, move, f"move of {seat}"), NOON, TABLE)
    return match


@pytest.mark.parametrize("options", [Options(first_seat=0), Options(0, 0, 0, first_seat=0)], ids=["clocks", "none"])
def test_aq_4_all_choices_of_a_question_are_one_decision_in_whatever_order_they_come(options: Options) -> None:
    asked = running(5, options)
    choices: dict[Seat, Move] = {1: Answer("A"), 2: Guess("B"), 3: Guess("A", "TRIPLE"), 4: Guess("B", "TOUGH")}

    ends = set()
    for order in permutations(choices):
        match = asked
        for seat in order[:-1]:
            match = played(match, seat, choices[seat], asked.decision)
            assert (match.decision, match.deadline) == (asked.decision, asked.deadline)
        ends.add(played(match, order[-1], choices[order[-1]], asked.decision).state)

    assert len(ends) == 1


def test_aq_4_the_next_question_is_another_decision() -> None:
    asked = running(3)
    answered = played(asked, 1, Answer("A"))
    revealed = played(answered, 2, Guess("A"))

    assert revealed.decision > asked.decision
    with pytest.raises(Refused) as stale:
        played(revealed, 1, Answer("B"), asked.decision)
    assert stale.value.code == "STALE"


def test_aq_10_the_askers_guess_is_another_decision() -> None:
    shown = played(played(running(3), 1, Answer("A")), 2, Guess("A", "TOUGH"))

    assert shown.decision == shown.ply
    assert rules.outcome(played(shown, 0, AskerGuess("B")).state) is None


def test_a_seat_chooses_once() -> None:
    chosen = played(running(4), 2, Guess("A"))

    with pytest.raises(Refused) as refused:
        played(chosen, 2, Guess("B"))

    assert (refused.value.code, refused.value.rule) == ("NOT_YOUR_TURN", "ALL-2")


def test_aq_7_taking_kickers_at_once_is_one_decision() -> None:
    match = running(4)
    lying = replace(
        match.state,
        phase=TakingKickers((1, 1, 1, 0), "PATH"),
        kickers=((), (), (), ("TRIPLE", "TOUGH")),
        board_kickers=(("TRIPLE", "TOUGH"),) * 3 + ((),),
    )
    taking = replace(match, state=lying, timer=rules.timer(lying))

    one = played(taking, 2, TakeKicker("TOUGH"), taking.decision)
    two = played(one, 0, TakeKicker("TRIPLE"), taking.decision)
    three = played(two, 1, SkipKicker(), taking.decision)

    assert (one.decision, two.decision) == (taking.decision, taking.decision)
    assert three.state.kickers == (("TRIPLE",), (), ("TOUGH",), ("TRIPLE", "TOUGH"))


def test_aq_13_when_time_runs_out_those_who_have_chosen_are_not_late() -> None:
    asked = running(4)
    chosen = played(asked, 2, Guess("A", "TRIPLE"))
    assert chosen.deadline is not None

    revealed, events = step(chosen, RunOut(chosen.decision), chosen.deadline, TABLE)

    assert events[0] == TimeRanOut((1, 3))
    assert revealed.state.results[0].guesses[0].kicker == "TRIPLE"
    assert [seated.is_away for seated in revealed.seats] == [False, True, False, True]
