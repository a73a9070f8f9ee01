"""Whole matches: what holds in each of many, and that choices made at once are one decision."""

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from itertools import permutations
from random import Random

import pytest

from server.games.answers import Strictness, Verdict
from server.games.engine import Open, Seat, replace
from server.games.registry import game
from server.games.rulings import Judging
from server.games.simulation import Choice, Played, play
from server.games.twenty_questions import rules, schema
from server.games.twenty_questions.records import (
    INSTRUCTIONS,
    BonusEarned,
    CardDrawn,
    CardEnded,
    ChooseClue,
    DeclineFreeGuess,
    Event,
    Guess,
    LineRead,
    Move,
    MovePawn,
    OfferingFreeGuess,
    Options,
    Pass,
    PawnMoved,
    PlayFreeGuess,
    Result,
    Reviewing,
    Rule,
    State,
)
from server.matches.match import Refused, Table, opened, step
from server.matches.records import Join, Match, Play, RunOut, Setup, Spectators, Start, TimeRanOut, Visibility
from tests.games.test_laws import assert_looks_alike, plain, refusal, through_bson
from tests.games.twenty_questions.variants import DECK, hidden_variants

THE_GAME = game("TWENTY_QUESTIONS")
TABLE = Table(THE_GAME.rules, DECK)
NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)
MATCHES = 40
MOST_PLIES = 2000
KNOWING = (0.0, 0.02, 0.1, 0.4)
"""How likely a guess is right, from match to match."""
over_all_numbers = pytest.mark.parametrize("seats", rules.SEATS)


@cache
def matches(seats: int) -> tuple[Played, ...]:
    """Return 40 matches of random moves under every way of judging, 200 for all numbers of seats."""
    return tuple(random_match(seats, number) for number in range(MATCHES))


def random_match(seats: int, number: int) -> Played:
    options = Options(
        judging=list(Judging)[number % 3],
        strictness=list(Strictness)[number % 2],
        choose_seconds=number % 2 * 60,
    )
    knowing = KNOWING[number % len(KNOWING)]

    def at_random(state: State, ply: int) -> Choice:
        rng = Random(f"{seats} {number} {ply}")
        seat = rng.choice(sorted(rules.to_move(state)))
        move = rng.choice(rules.legal_moves(state, seat))
        if not isinstance(move, Open):
            return seat, move
        return seat, Guess(state.card.card.text if rng.random() < knowing else "no idea")

    return play(THE_GAME, options, seats, DECK, f"match {number}", at_random, MOST_PLIES)


def events(played: Played) -> Iterator[Event]:
    return (event for ply in played.plies for event in ply.events)


def results(played: Played) -> Iterator[Result]:
    return (event.result for event in events(played) if isinstance(event, CardEnded))


@over_all_numbers
def test_tq_18_every_random_match_is_won_by_exactly_one_who_is_at_finish(seats: int) -> None:
    for played in matches(seats):
        assert played.outcome is not None
        assert (played.outcome.reason, played.outcome.places.count(1)) == ("FINISH_REACHED", 1)
        assert played.outcome.scores[played.outcome.places.index(1)] == 75
        assert played.outcome.scores.count(75) == 1


@over_all_numbers
def test_tq_4_tq_5_the_points_of_a_card_always_add_up_to_20(seats: int) -> None:
    """But for the last one, when the solver's points have won the match."""
    for played in matches(seats):
        *ended, last = [result for result in results(played) if result.bonus_player is None]
        for result in ended:
            assert result.solver_points + result.reader_points == 20
            assert result.reader_points == (result.lines_read if result.end == "SOLVED" else 20)
        assert last.end == "BROKEN_OFF" or last.solver_points + last.reader_points in (20, 20 - last.lines_read)


@over_all_numbers
def test_tq_15_a_bonus_round_brings_12_less_twice_its_lines_or_nothing(seats: int) -> None:
    for played in matches(seats):
        for result in results(played):
            if result.bonus_player is not None:
                assert 1 <= result.lines_read <= 5
                solved = result.end == "SOLVED"
                assert result.solver_points == (12 - 2 * result.lines_read if solved else 0)
                assert (result.reader_points, result.reader == result.bonus_player) == (0, False)


@over_all_numbers
def test_pawns_go_where_the_events_say_and_never_off_the_track(seats: int) -> None:
    for played in matches(seats):
        positions = [0] * seats
        for event in events(played):
            if isinstance(event, PawnMoved):
                assert positions[event.seat] == event.origin != event.position
                assert 0 <= event.position <= 75
                positions[event.seat] = event.position
        assert tuple(positions) == played.state.positions


@over_all_numbers
def test_tq_7_there_are_never_more_than_five_chips(seats: int) -> None:
    for played in matches(seats):
        held = [ply.state.chips for ply in played.plies]
        assert max(map(sum, held)) <= 5
        assert min(map(min, held)) == 0


@over_all_numbers
def test_tq_14_every_bonus_round_earned_is_played_and_at_most_three_in_a_row(seats: int) -> None:
    for played in matches(seats):
        earned = Counter(event.seat for event in events(played) if isinstance(event, BonusEarned))
        drawn = Counter(event.bonus_player for event in events(played) if isinstance(event, CardDrawn))
        del drawn[None]
        assert earned - Counter(played.state.owed) == drawn
        assert max(max(ply.state.bonuses) for ply in played.plies) <= 3


@over_all_numbers
def test_tq_19_no_card_comes_twice_before_all_have_been_used(seats: int) -> None:
    for played in matches(seats):
        cards = [result.card for result in results(played)]
        assert len(cards) == len(set(cards)) <= len(DECK.cards)


def test_the_random_matches_come_to_every_instruction_and_end_of_a_card() -> None:
    played = [each for seats in rules.SEATS for each in matches(seats)]
    lines = {event.line.instruction for each in played for event in events(each) if isinstance(event, LineRead)}
    ends = {result.end for each in played for result in results(each)}

    assert lines == {None, *INSTRUCTIONS}
    assert ends == {"SOLVED", "SPENT", "MISSED", "BROKEN_OFF"}


@pytest.mark.parametrize("judging", [Judging.READER, Judging.TABLE])
def test_all_1_secret_votes_verdicts_and_chips_change_nothing_that_others_get(judging: Judging) -> None:
    """The laws show this for automatic judging, where there are no reviews."""
    different = 0
    for played in matches(4)[list(Judging).index(judging) : 12 : 3]:
        secretive = [p for p in played.plies if isinstance(p.state.phase, Reviewing | OfferingFreeGuess)]
        for ply in secretive[:40]:
            for viewer in (None, *range(4)):
                for variant in hidden_variants(ply.state, viewer, Random(ply.number)):
                    different += variant.phase != ply.state.phase
                    assert_looks_alike(THE_GAME, ply.state, variant, viewer)
                    if viewer in rules.to_move(ply.state):
                        for move in (Rule(True), PlayFreeGuess(), Pass(), ChooseClue(30), MovePawn(9)):
                            assert_answers_alike(ply.state, variant, viewer, move)
    assert different > 100


def assert_answers_alike(state: State, variant: State, seat: Seat, move: Move) -> None:
    assert refusal(THE_GAME, state, seat, move) == refusal(THE_GAME, variant, seat, move)


def test_states_moves_and_events_survive_bson_under_any_judging() -> None:
    for played in matches(6)[:9]:
        for ply in played.plies[::5]:
            assert through_bson(ply.state, State) == ply.state
            for event in ply.events:
                assert through_bson(event, rules.Event) == event


# One decision


def running(seats: int, **phase: object) -> Match:
    """Return a match of which the game's state has been changed as given."""
    setup = Setup(
        id="mat_test",
        code="ABC234",
        game="TWENTY_QUESTIONS",
        options=Options(first_reader=0, judging=Judging.TABLE),
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
    state = replace(match.state, **phase)
    return replace(match, state=state, timer=rules.timer(state))


def said(match: Match, seat: Seat, move: Move, decision: int | None = None) -> Match:
    match, _ = step(match, Play(seat, decision or match.decision, move, f"move of {seat}"), NOON, TABLE)
    return match


def test_tq_8_all_declarations_before_a_turn_are_one_decision_in_whatever_order_they_come() -> None:
    offered = running(5, phase=OfferingFreeGuess(1, (2, 3, 4)), chips=(0, 0, 1, 1, 1))
    words: dict[Seat, Move] = {2: PlayFreeGuess(), 3: DeclineFreeGuess(), 4: PlayFreeGuess()}

    ends = set()
    for order in permutations(words):
        match = offered
        for seat in order[:-1]:
            match = said(match, seat, words[seat], offered.decision)
            assert (match.decision, match.deadline) == (offered.decision, offered.deadline)
        match = said(match, order[-1], words[order[-1]], offered.decision)
        assert match.decision > offered.decision
        ends.add(match.state)

    assert len(ends) == 1


def test_ans_5_all_votes_on_a_guess_are_one_decision() -> None:
    match = guessed(running(4))
    asked = match.decision

    match = said(said(match, 3, Rule(True), asked), 0, Rule(False), asked)
    assert match.decision == asked
    match = said(match, 2, Rule(False), asked)

    assert match.decision > asked
    with pytest.raises(Refused) as stale:
        said(match, 2, Rule(True), asked)
    assert stale.value.code == "STALE"


def guessed(match: Match) -> Match:
    """Return the match after a clue and a wrong guess."""
    lines = match.state.card.card.lines
    number = next(number for number, line in enumerate(lines, start=1) if line.clue)
    return said(said(match, 1, ChooseClue(number)), 1, Guess("no idea"))


def test_tq_20_when_time_runs_out_only_those_who_have_not_spoken_are_late() -> None:
    match = running(4, phase=OfferingFreeGuess(1, (2, 3)), chips=(0, 0, 1, 1))
    match = said(match, 3, PlayFreeGuess())
    assert match.deadline is not None

    _, happened = step(match, RunOut(match.decision), match.deadline, TABLE)

    assert happened[0] == TimeRanOut((2,))


def test_all_1_a_wrong_and_a_right_guess_look_alike_until_they_are_ruled_on() -> None:
    state = guessed(running(4)).state
    right = replace(state, phase=replace(state.phase, review=replace(state.phase.review, verdict=Verdict.EXACT)))

    for viewer in (None, 1):
        assert plain(schema.view(state, viewer)) == plain(schema.view(right, viewer))
    assert plain(schema.view(state, 0)) != plain(schema.view(right, 0))
