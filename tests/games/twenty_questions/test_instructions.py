"""Lines that are no clues, and free guesses (TQ-7 to TQ-13)."""

from random import Random

import pytest

from server.games.engine import IllegalMove, Seat, Timer, replace
from server.games.twenty_questions import rules
from server.games.twenty_questions.board import chips_left
from server.games.twenty_questions.records import (
    BonusEarned,
    ChipPlayed,
    ChipTaken,
    ChooseClue,
    Choosing,
    ChoosingPawn,
    Declared,
    DeclineFreeGuess,
    FreeGuessConsidered,
    FreeGuessesDeclared,
    Guessing,
    LineRead,
    MovePawn,
    OfferingFreeGuess,
    Pass,
    PawnMoved,
    PlayFreeGuess,
    State,
)
from tests.games.twenty_questions.tables import (
    AHEAD_3,
    BACK_3,
    DECK,
    FREE_GUESS,
    GUESS_AND_PICK,
    INSTRUCTIONS,
    LOSE_A_TURN,
    NEXT_BONUS,
    OTHER_AHEAD_2,
    OTHER_BACK_2,
    RIGHT,
    WRONG,
    choose,
    clues,
    guessing,
    names,
    play,
    played,
    table,
    window,
)


@pytest.mark.parametrize("number", range(1, 9))
def test_an_instruction_covers_its_number_and_counts_as_covered(number: int) -> None:
    state, events = choose(table(), number)

    assert [line.number for line in state.card.read] == [number]
    assert events[0] == LineRead(1, number, INSTRUCTIONS[number - 1])


# FREE_GUESS and blue chips


def test_tq_7_a_free_guess_is_made_at_once_and_then_a_chip_is_taken() -> None:
    state, _ = choose(table(), FREE_GUESS)
    assert (state.phase, state.chips) == (Guessing(1, "FREE_GUESS"), (0, 0, 0))

    for move in (WRONG, Pass()):
        after, events = play(state, 1, move)
        assert (events[-1], after.chips) == (ChipTaken(1), (0, 1, 0))
        assert after.phase == OfferingFreeGuess(2, (1,))


def test_tq_7_a_right_free_guess_scores_and_brings_the_chip_too() -> None:
    state = played(table(), (1, ChooseClue(FREE_GUESS)), (1, RIGHT))

    assert (state.positions, state.chips) == ((1, 19, 0), (0, 1, 0))


def test_tq_7_no_chip_is_taken_when_none_is_left() -> None:
    state, _ = choose(table(chips=(2, 0, 3)), FREE_GUESS)

    after, events = play(state, 1, Pass())

    assert (names(events), after.chips, chips_left(after)) == (["GuessPassed"], (2, 0, 3), 0)


def test_tq_8_no_window_opens_when_only_the_coming_guesser_and_the_reader_hold_chips() -> None:
    state = played(table(chips=(2, 0, 1), phase=guessing(1), read=(9,)), (1, Pass()))

    assert state.phase == Choosing(2)


def test_tq_8_holders_are_asked_before_another_players_turn_also_the_first_of_a_card() -> None:
    state = played(table(4, chips=(1, 1, 1, 1), phase=guessing(1), read=(9,)), (1, RIGHT))

    assert state.reader == 3
    assert state.phase == OfferingFreeGuess(guesser=0, asked=(1, 2))
    assert rules.timer(state) == Timer(f"wait {state.waits}", 5)
    assert rules.legal_moves(state, 1) == (PlayFreeGuess(), DeclineFreeGuess())
    assert (rules.legal_moves(state, 0), rules.legal_moves(state, 3)) == ((), ())


def test_tq_8_nobody_learns_what_a_holder_has_said_before_all_have_spoken() -> None:
    state = table(4, chips=(0, 1, 1, 0), phase=window(1, 2, guesser=3))

    plays, events = play(state, 1, PlayFreeGuess())
    declines, same_events = play(state, 1, DeclineFreeGuess())

    assert events == same_events == (FreeGuessConsidered(1),)
    assert rules.to_move(plays) == rules.to_move(declines) == frozenset((2,))
    assert rules.timer(plays) == rules.timer(declines) == rules.timer(state)


def test_tq_8_chips_go_back_and_their_players_guess_clockwise_from_the_coming_guesser() -> None:
    state = table(5, chips=(0, 1, 1, 0, 1), phase=window(1, 2, 4, guesser=3), read=(9,))

    state, events = play(played(state, (1, PlayFreeGuess()), (2, PlayFreeGuess())), 4, PlayFreeGuess())

    assert events == (FreeGuessConsidered(4), FreeGuessesDeclared((4, 1, 2)), ChipPlayed(4))
    assert (state.phase, state.chips) == (Guessing(4, "CHIP", Declared(3, (1, 2), (4,))), (0, 1, 1, 0, 0))
    state = played(state, (4, WRONG), (1, Pass()))
    assert (state.phase, state.chips) == (Guessing(2, "CHIP", Declared(3, (), (4, 1, 2))), (0, 0, 0, 0, 0))
    state = played(state, (2, WRONG))
    assert state.phase == Choosing(3)
    assert len(state.card.read) == 1


def test_tq_8_a_right_free_guess_scores_like_any_other_and_chips_not_reached_are_kept() -> None:
    state = table(4, chips=(0, 1, 1, 0), phase=window(1, 2, guesser=3), read=clues(16))

    state, events = play(played(state, (1, PlayFreeGuess()), (2, PlayFreeGuess())), 1, RIGHT)

    assert (state.positions, state.chips) == ((16, 4, 0, 0), (0, 0, 1, 0))
    assert state.results[0].solver == 1
    assert "ChipPlayed" not in names(events)


def test_tq_8_several_chips_may_be_played_before_one_turn_pass_by_pass() -> None:
    state = table(4, chips=(0, 2, 1, 0), phase=window(1, 2, guesser=3), read=(9,))
    state = played(state, (1, PlayFreeGuess()), (2, PlayFreeGuess()), (1, WRONG), (2, WRONG))
    assert (state.phase, state.chips) == (OfferingFreeGuess(3, (1,)), (0, 1, 0, 0))

    state = played(state, (1, PlayFreeGuess()), (1, WRONG))

    assert (state.phase, state.chips) == (Choosing(3), (0, 0, 0, 0))


def test_tq_8_who_has_kept_a_chip_is_not_asked_again_before_the_turn() -> None:
    state = table(4, chips=(0, 1, 2, 0), phase=window(1, 2, guesser=3), read=(9,))

    state = played(state, (1, DeclineFreeGuess()), (2, PlayFreeGuess()), (2, Pass()))

    assert state.phase == OfferingFreeGuess(3, (2,))


def test_tq_8_who_has_played_a_chip_still_takes_his_own_turn_later() -> None:
    state = table(3, chips=(0, 1, 0), phase=window(1, guesser=2), read=(9,))

    state = played(state, (1, PlayFreeGuess()), (1, WRONG), (2, ChooseClue(10)), (2, Pass()))

    assert state.phase == Choosing(1)


def test_tq_20_who_says_nothing_in_the_window_plays_no_chip() -> None:
    state = played(table(4, chips=(0, 1, 1, 0), phase=window(1, 2, guesser=3), read=(9,)), (1, PlayFreeGuess()))

    after, events = rules.time_up(state, DECK, Random("chance"))

    assert events == (FreeGuessesDeclared((1,)), ChipPlayed(1))
    assert (after.phase, after.chips) == (Guessing(1, "CHIP", Declared(3, (), (1,))), (0, 0, 1, 0))


# LOSE_A_TURN and moves


def test_tq_9_who_loses_a_turn_makes_no_guess() -> None:
    state, events = choose(table(), LOSE_A_TURN)

    assert (state.phase, names(events)) == (Choosing(2), ["LineRead"])


@pytest.mark.parametrize(
    ("number", "origin", "position"), [(AHEAD_3, 10, 13), (BACK_3, 10, 7), (BACK_3, 2, 0), (AHEAD_3, 71, 74)]
)
def test_tq_10_the_guesser_moves_never_below_start_and_then_guesses(number: int, origin: int, position: int) -> None:
    state, events = choose(table(positions=(0, origin, 0)), number)

    assert (state.phase, state.positions) == (Guessing(1, "TURN"), (0, position, 0))
    assert events[1:] == (PawnMoved(1, origin, position, "INSTRUCTION"),)


def test_tq_10_at_start_a_move_back_moves_nothing() -> None:
    state, events = choose(table(), BACK_3)

    assert (state.phase, names(events)) == (Guessing(1, "TURN"), ["LineRead"])


@pytest.mark.parametrize(("origin", "position"), [(0, 9), (8, 9), (9, 18), (40, 45), (62, 63)])
def test_tq_11_the_guesser_goes_to_the_nearest_bonus_space_ahead_and_guesses(origin: int, position: int) -> None:
    state, events = choose(table(positions=(0, origin, 0)), NEXT_BONUS)

    assert (state.positions, state.owed, state.phase) == ((0, position, 0), (1,), Guessing(1, "TURN"))
    assert events[1:] == (PawnMoved(1, origin, position, "INSTRUCTION"), BonusEarned(1))


def test_tq_11_the_bonus_round_waits_until_the_card_is_solved_or_spent() -> None:
    state = played(table(), (1, ChooseClue(NEXT_BONUS)), (1, WRONG), (2, ChooseClue(9)))
    assert (state.card.bonus_player, state.owed) == (None, (1,))

    state = played(state, (2, RIGHT))

    assert (state.card.bonus_player, state.owed, state.phase) == (1, (2,), Choosing(1))


@pytest.mark.parametrize("origin", [63, 70])
def test_tq_11_past_the_last_bonus_space_there_is_no_move_but_still_a_guess(origin: int) -> None:
    state, events = choose(table(positions=(0, origin, 0)), NEXT_BONUS)

    assert (state.positions, state.owed, state.phase) == ((0, origin, 0), (), Guessing(1, "TURN"))
    assert names(events) == ["LineRead"]


@pytest.mark.parametrize(
    ("number", "pawn", "position"), [(OTHER_AHEAD_2, 0, 32), (OTHER_BACK_2, 2, 28), (OTHER_BACK_2, 0, 28)]
)
def test_tq_12_the_guesser_moves_any_other_pawn_the_readers_too_and_then_guesses(
    number: int, pawn: Seat, position: int
) -> None:
    state, _ = choose(table(positions=(30, 30, 30)), number)
    assert state.phase == ChoosingPawn(1, 2 if number == OTHER_AHEAD_2 else -2)
    assert rules.legal_moves(state, 1) == (MovePawn(0), MovePawn(2))

    state, events = play(state, 1, MovePawn(pawn))

    assert events == (PawnMoved(pawn, 30, position, "OTHER_PLAYER"),)
    assert state.phase == Guessing(1, "TURN")


@pytest.mark.parametrize(
    ("pawn", "message"),
    [
        (1, "Choose somebody else's pawn, not your own."),
        (2, "Choose the pawn of another player who may be moved now."),
        (7, "Choose the pawn of another player who may be moved now."),
        (-1, "Choose the pawn of another player who may be moved now."),
    ],
)
def test_tq_12_ones_own_pawn_or_one_that_has_left_cannot_be_chosen(pawn: Seat, message: str) -> None:
    state = replace(choose(table(4), OTHER_AHEAD_2)[0], resigned=(2,))

    with pytest.raises(IllegalMove) as refusal:
        play(state, 1, MovePawn(pawn))

    assert (refusal.value.rule, refusal.value.message) == ("TQ-12", message)
    assert state.positions == (0, 0, 0, 0)


def test_tq_12_with_two_players_there_is_only_the_readers_pawn() -> None:
    state, _ = choose(table(2, positions=(1, 0)), OTHER_BACK_2)

    assert rules.legal_moves(state, 1) == (MovePawn(0),)
    assert played(state, (1, MovePawn(0))).positions == (0, 0)


def test_tq_13_a_guess_first_then_another_line_and_a_guess_again() -> None:
    state, _ = choose(table(4, chips=(0, 0, 1, 0)), GUESS_AND_PICK)
    assert state.phase == Guessing(1, "GUESS_AND_PICK")

    state = played(state, (1, WRONG))
    assert state.phase == Choosing(1)
    state = played(state, (1, ChooseClue(9)))
    assert state.phase == Guessing(1, "TURN")

    assert played(state, (1, RIGHT)).positions == (2, 18, 0, 0)


def test_tq_13_a_right_first_guess_scores_at_once() -> None:
    assert played(table(), (1, ChooseClue(GUESS_AND_PICK)), (1, RIGHT)).positions == (1, 19, 0)


def test_tq_13_without_another_number_the_card_is_spent() -> None:
    state = played(table(read=(*range(9, 21), *range(1, 8))), (1, ChooseClue(GUESS_AND_PICK)), (1, WRONG))

    assert (state.results[0].end, state.positions) == ("SPENT", (20, 0, 0))


def moved_on(state: State, seat: Seat, number: int) -> State:
    return played(state, (seat, ChooseClue(number)), (seat, WRONG))


def test_tq_14_landing_by_an_own_instruction_earns_a_bonus_round_once() -> None:
    state = moved_on(table(positions=(0, 6, 15)), 1, AHEAD_3)
    assert (state.positions, state.owed) == ((0, 9, 15), (1,))

    state = moved_on(state, 2, NEXT_BONUS)
    assert (state.positions, state.owed) == ((0, 9, 18), (1, 2))

    state = replace(state, positions=(0, 12, 18))
    state = moved_on(state, 1, BACK_3)
    assert (state.positions, state.owed) == ((0, 9, 18), (1, 2))


def test_tq_14_being_moved_by_another_earns_none_and_being_moved_off_cancels_none() -> None:
    state = played(table(positions=(7, 0, 0)), (1, ChooseClue(OTHER_AHEAD_2)), (1, MovePawn(0)))
    assert (state.positions, state.owed) == ((9, 0, 0), ())

    state = played(table(positions=(0, 0, 9), owed=(2,)), (1, ChooseClue(OTHER_BACK_2)), (1, MovePawn(2)))
    assert (state.positions, state.owed) == ((0, 0, 7), (2,))
