"""Resignations (ALL-5)."""

from random import Random

import pytest

from server.games.answers import Verdict
from server.games.engine import IllegalMove, Outcome, Seat, replace
from server.games.rulings import Judging
from server.games.twenty_questions import rules
from server.games.twenty_questions.records import (
    ChooseClue,
    Choosing,
    ChoosingPawn,
    Declared,
    DeclineFreeGuess,
    Guessing,
    OfferingFreeGuess,
    Options,
    Over,
    Pass,
    Phase,
    PlayFreeGuess,
    Reviewing,
    Rule,
    State,
)
from tests.games.twenty_questions.tables import (
    DECK,
    OTHER_AHEAD_2,
    RIGHT,
    WRONG,
    bonus_table,
    guessing,
    names,
    played,
    table,
    window,
)


def leave(state: State, *seats: Seat) -> State:
    for seat in seats:
        state, _ = rules.resign(state, seat, DECK, Random("chance"))
    return state


def test_all_5_chips_and_bonus_rounds_leave_with_a_seat_and_its_pawn_stays() -> None:
    state = leave(table(4, chips=(0, 1, 3, 1), positions=(1, 2, 30, 4), owed=(3, 2)), 2)

    assert (state.chips, state.owed, state.positions, state.resigned) == ((0, 1, 0, 1), (3,), (1, 2, 30, 4), (2,))
    assert state.phase == Choosing(1)


@pytest.mark.parametrize("phase", [Choosing(1), ChoosingPawn(1, 2), Guessing(1, "TURN"), Guessing(1, "GUESS_AND_PICK")])
def test_all_5_the_turn_of_a_seat_that_leaves_passes_on(phase: Phase) -> None:
    assert leave(table(4, phase=phase, read=(9,)), 1).phase == Choosing(2)


def test_all_5_no_chip_is_taken_for_the_free_guess_of_a_seat_that_has_left() -> None:
    state = leave(table(4, phase=Guessing(1, "FREE_GUESS"), read=(1,)), 1)

    assert (state.phase, state.chips) == (Choosing(2), (0, 0, 0, 0))


def test_all_5_a_seat_that_has_left_is_skipped() -> None:
    state = played(leave(table(4), 2), (1, ChooseClue(9)), (1, Pass()))

    assert state.phase == Choosing(3)


def test_all_5_a_card_whose_reader_leaves_is_read_on_and_scores_nothing_for_him() -> None:
    state = leave(table(4), 0)
    assert (state.phase, state.card.reader) == (Choosing(1), 0)

    state = played(state, (1, ChooseClue(9)), (1, RIGHT))

    assert (state.positions, state.results[0].reader_points) == ((0, 19, 0, 0), 0)
    assert (state.reader, state.phase) == (3, Choosing(1))


def test_all_5_a_card_that_nobody_solves_scores_nothing_for_a_reader_who_has_left() -> None:
    state = played(leave(table(4, phase=guessing(1), read=tuple(range(1, 21))), 0), (1, WRONG))

    assert (state.positions, state.results[0].end, state.results[0].reader_points) == ((0, 0, 0, 0), "SPENT", 0)


def test_all_5_a_bonus_round_whose_player_leaves_is_missed() -> None:
    for phase in (Choosing(1), Guessing(1, "BONUS"), ChoosingPawn(1, 2)):
        state = leave(bonus_table(4, read=(9,), phase=phase), 1)
        assert (state.results[0].end, state.card.bonus_player, state.phase) == ("MISSED", None, Choosing(0))


def test_all_5_a_bonus_round_earned_by_who_has_left_is_not_played() -> None:
    state = bonus_table(4, read=(9,), positions=(0, 9, 0, 0))
    state = leave(replace(state, card=replace(state.card, has_moved=True)), 1)

    assert (state.owed, state.card.bonus_player) == ((), None)


def test_all_5_a_bonus_round_is_read_by_the_next_when_the_reader_has_left() -> None:
    state = played(leave(table(4, phase=guessing(1), read=(9,), owed=(3,)), 0), (1, RIGHT))

    assert (state.card.bonus_player, state.card.reader) == (3, 2)


def test_all_5_a_bonus_round_goes_on_when_the_last_pawn_that_could_be_moved_has_left() -> None:
    state = played(bonus_table(), (1, ChooseClue(OTHER_AHEAD_2)))
    assert state.phase == ChoosingPawn(1, 2)

    assert leave(state, 2).phase == Choosing(1)


# Free guesses


def test_all_5_a_window_waits_no_longer_for_a_seat_that_has_left() -> None:
    state = table(4, chips=(0, 1, 1, 0), phase=window(1, 2, guesser=3), read=(9,))

    after_word = leave(played(state, (1, PlayFreeGuess())), 2)
    before_word = leave(state, 2)

    assert after_word.phase == Guessing(1, "CHIP", Declared(3, (), (1,)))
    assert before_word.phase == OfferingFreeGuess(3, (1,))
    assert leave(played(state, (1, PlayFreeGuess())), 1).phase == OfferingFreeGuess(3, (2,))
    assert leave(played(state, (1, DeclineFreeGuess())), 0).phase == OfferingFreeGuess(3, (1, 2), (), (1,))


def test_all_5_the_window_opens_anew_when_the_coming_guesser_leaves() -> None:
    state = leave(table(4, chips=(0, 1, 1, 1), phase=window(1, 2, guesser=3), read=(9,)), 3)

    assert state.phase == OfferingFreeGuess(1, (2,))


def declared(state: State, waiting: tuple[Seat, ...]) -> State:
    """Return the state in which seat 1 guesses for a chip before the turn of seat 3."""
    return replace(state, phase=Guessing(1, "CHIP", Declared(3, waiting, (1,))))


def test_all_5_free_guesses_go_on_without_those_who_leave() -> None:
    state = declared(table(5, chips=(0, 0, 1, 0, 1), read=(9,)), (2, 4))

    assert leave(state, 1).phase == Guessing(2, "CHIP", Declared(3, (4,), (2,)))
    assert leave(state, 2).phase == Guessing(1, "CHIP", Declared(3, (4,), (1,)))
    assert leave(state, 3).phase == Guessing(1, "CHIP", Declared(4, (2, 4), (1,)))
    assert played(leave(state, 2, 4), (1, WRONG)).phase == Choosing(3)


def test_all_5_the_coming_guesser_is_not_asked_for_a_chip_when_the_turn_has_come_to_him() -> None:
    state = leave(declared(table(4, chips=(0, 1, 0, 0), read=(9,)), ()), 3)
    assert state.phase == Guessing(1, "CHIP", Declared(1, (), (1,)))

    assert played(state, (1, WRONG)).phase == Choosing(1)


# Reviews


def reviewed(judging: Judging) -> State:
    options = Options(judging=judging)
    return played(table(4, phase=guessing(1), read=(9,), options=options), (1, WRONG))


def test_all_5_a_guess_under_review_leaves_with_its_player() -> None:
    state = leave(reviewed(Judging.TABLE), 1)

    assert (state.phase, state.card.guesses) == (Choosing(2), ())


def test_all_5_a_judge_who_leaves_is_waited_for_no_longer() -> None:
    """ANS-5: a Reader who has resigned never blocks."""
    state = leave(reviewed(Judging.READER), 0)
    assert (state.phase, state.card.guesses[0].ruling.verdict) == (Choosing(2), Verdict.WRONG)

    state = leave(reviewed(Judging.TABLE), 0)
    assert isinstance(state.phase, Reviewing)
    assert rules.to_move(state) == frozenset((2, 3))
    assert played(state, (2, Rule(True)), (3, Rule(True))).results[0].solver == 1


def test_ans_5_the_verdict_stands_at_once_when_the_reader_has_left() -> None:
    state = leave(table(4, phase=guessing(1), read=(9,), options=Options(judging=Judging.READER)), 0)

    assert played(state, (1, WRONG)).phase == Choosing(2)


def test_all_5_a_chip_guess_under_review_keeps_the_order_of_the_others() -> None:
    options = Options(judging=Judging.READER)
    state = declared(table(5, chips=(0, 0, 1, 0, 1), read=(9,), options=options), (2, 4))
    state = leave(played(state, (1, WRONG)), 2, 3)

    assert isinstance(state.phase, Reviewing)
    assert state.phase.guessing.declared == Declared(4, (4,), (1,))
    assert leave(state, 1).phase == Guessing(4, "CHIP", Declared(4, (), (4,)))


# The end


def test_all_5_too_few_seats_end_the_match_and_the_resigned_place_last() -> None:
    state, events = rules.resign(leave(table(positions=(10, 40, 30)), 1), 0, DECK, Random("chance"))

    assert (state.phase, names(events)) == (Over("TOO_FEW_SEATS"), ["CardEnded"])
    assert rules.outcome(state) == Outcome((2, 3, 1), (10, 40, 30), "TOO_FEW_SEATS")


@pytest.mark.parametrize(
    ("state", "message"),
    [
        (table(4, resigned=(2,)), "You have resigned already."),
        (table(phase=Over("FINISH_REACHED")), "The match is over."),
    ],
)
def test_all_5_one_resigns_once_and_while_the_match_runs(state: State, message: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        leave(state, 2)

    assert (refusal.value.rule, refusal.value.message) == ("ALL-5", message)
