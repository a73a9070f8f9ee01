"""Bonus Rounds: who reads and plays them, what they bring, and how they follow each other (TQ-14 to TQ-17)."""

from random import Random

import pytest

from server.games.engine import IllegalMove, Open, Outcome, Seat, Timer, replace
from server.games.rulings import Judging
from server.games.twenty_questions import rules
from server.games.twenty_questions.records import (
    BonusEarned,
    CardDrawn,
    CardEnded,
    ChipTaken,
    ChooseClue,
    Choosing,
    ChoosingPawn,
    Guess,
    Guessing,
    LineRead,
    MovePawn,
    Options,
    Over,
    Pass,
    PawnMoved,
    ReadLine,
    Result,
    Reviewing,
    Rule,
    State,
)
from tests.games.twenty_questions.tables import (
    AHEAD_3,
    BACK_3,
    DECK,
    FREE_GUESS,
    GUESS_AND_PICK,
    LOSE_A_TURN,
    NEXT_BONUS,
    OTHER_AHEAD_2,
    OTHER_BACK_2,
    RIGHT,
    WRONG,
    bonus_table,
    choose,
    clues,
    guessing,
    names,
    play,
    played,
    table,
)


def solved_with(owed: tuple[Seat, ...], seats: int = 4, reader: Seat = 0) -> State:
    """Return the state after a card that the seat on the Reader's left has solved, while Bonus Rounds are owed."""
    solver = (reader + 1) % seats
    state = table(seats, phase=guessing(solver), read=(9,), owed=owed, reader=reader)
    return played(replace(state, card=replace(state.card, reader=reader)), (solver, RIGHT))


def test_tq_15_the_reader_draws_the_next_card_and_names_its_category() -> None:
    _, events = play(table(phase=guessing(1), read=(9,), owed=(2,)), 1, RIGHT)

    assert events[-1] == CardDrawn(2, 0, "PLACE", bonus_player=2)


def test_tq_15_a_reader_who_is_the_bonus_player_lets_the_next_reader_read() -> None:
    state = solved_with(owed=(0,))

    assert (state.card.reader, state.card.bonus_player, state.reader) == (3, 0, 0)
    assert state.phase == Choosing(0)


def test_tq_15_with_two_players_the_other_reads() -> None:
    state = solved_with(owed=(0,), seats=2)

    assert (state.card.reader, state.card.bonus_player) == (1, 0)


def test_tq_14_bonus_rounds_are_played_in_the_order_of_landing_and_then_the_next_reader_reads() -> None:
    state = solved_with(owed=(2, 0))
    assert (state.card.bonus_player, state.owed, state.bonuses) == (2, (0,), (0, 0, 1, 0))

    state = played(state, (2, ChooseClue(LOSE_A_TURN)))
    assert (state.card.bonus_player, state.card.reader, state.bonuses) == (0, 3, (1, 0, 1, 0))

    state = played(state, (0, ChooseClue(LOSE_A_TURN)))
    assert (state.card.bonus_player, state.card.reader, state.reader) == (None, 3, 3)
    assert (state.phase, state.bonuses) == (Choosing(0), (0, 0, 0, 0))


@pytest.mark.parametrize(("lines", "points"), [(1, 10), (2, 8), (3, 6), (4, 4), (5, 2)])
def test_tq_15_a_right_guess_after_1_to_5_lines_moves_10_8_6_4_or_2(lines: int, points: int) -> None:
    state = played(bonus_table(), *((1, ChooseClue(number)) for number in clues(lines)))

    state, events = play(state, 1, RIGHT)

    assert state.positions == (0, points, 0)
    assert events[2:4] == (
        CardEnded(Result(1, "paris", "PLACE", "Paris", 0, 1, "SOLVED", 1, lines, points, 0)),
        PawnMoved(1, 0, points, "BONUS"),
    )


def test_tq_15_numbers_are_named_one_at_a_time_and_one_may_guess_after_any() -> None:
    state = bonus_table()
    assert rules.legal_moves(state, 1) == tuple(ChooseClue(number) for number in range(1, 21))

    state, _ = choose(state, 9)

    assert state.phase == Choosing(1)
    assert rules.legal_moves(state, 1) == (
        *(ChooseClue(number) for number in range(1, 21) if number != 9),
        Open(Guess(""), 200),
    )
    assert rules.timer(state) == Timer("wait 1", 60)


def test_tq_15_after_the_fifth_line_there_is_only_a_guess_and_its_clock() -> None:
    state, _ = choose(bonus_table(read=clues(4)), 13)

    assert state.phase == Guessing(1, "BONUS")
    assert rules.legal_moves(state, 1) == (Open(Guess(""), 200), Pass())
    assert rules.timer(state) == Timer("wait 1", 10)


@pytest.mark.parametrize("move", [WRONG, Pass()])
def test_tq_15_a_wrong_guess_or_none_brings_nothing(move: rules.Move) -> None:
    state = played(bonus_table(read=clues(4)), (1, ChooseClue(13)), (1, move))

    assert (state.positions, state.results[0].end, state.card.bonus_player) == ((0, 0, 0), "MISSED", None)


def test_tq_15_there_is_one_guess_only() -> None:
    state = played(bonus_table(read=(9,)), (1, WRONG))

    assert (state.results[0].end, state.results[0].lines_read, state.card.number) == ("MISSED", 1, 2)


def test_tq_15_a_line_comes_before_the_guess() -> None:
    state = bonus_table()

    with pytest.raises(IllegalMove) as refusal:
        play(state, 1, RIGHT)

    assert (refusal.value.rule, refusal.value.message) == (
        "TQ-15",
        "Name a number first: you may guess after any of up to five lines.",
    )
    assert state.card.guesses == ()


def test_tq_15_instructions_use_one_of_the_five_numbers() -> None:
    state = played(
        bonus_table(),
        *((1, ChooseClue(number)) for number in (FREE_GUESS, AHEAD_3, BACK_3, GUESS_AND_PICK, 9)),
    )

    assert state.phase == Guessing(1, "BONUS")


def test_tq_15_a_guess_in_a_bonus_round_is_ruled_on_like_any_other() -> None:
    state = played(bonus_table(read=(9,), options=Options(judging=Judging.READER)), (1, WRONG))
    assert isinstance(state.phase, Reviewing)
    assert rules.to_move(state) == frozenset((0,))

    assert played(state, (0, Rule(True))).positions == (0, 10, 0)


def test_tq_20_on_time_out_the_lowest_number_is_named_and_after_the_fifth_no_guess_made() -> None:
    state = bonus_table(read=(9,))
    state, events = rules.time_up(state, DECK, Random("chance"))
    assert (state.card.read[-1], events[0]) == (ReadLine(1, 1), LineRead(1, 1, state.card.card.lines[0]))

    state, _ = rules.time_up(bonus_table(read=clues(5), phase=Guessing(1, "BONUS")), DECK, Random("chance"))
    assert state.results[0].end == "MISSED"


# Instructions


def test_tq_16_losing_a_turn_ends_it() -> None:
    state, events = choose(bonus_table(read=(9,)), LOSE_A_TURN)

    assert names(events) == ["LineRead", "CardEnded", "CardDrawn"]
    assert (state.results[0].end, state.card.bonus_player) == ("MISSED", None)


@pytest.mark.parametrize(
    ("number", "origin", "position"),
    [(AHEAD_3, 10, 13), (BACK_3, 10, 7), (BACK_3, 1, 0), (NEXT_BONUS, 10, 18), (NEXT_BONUS, 64, 64)],
)
def test_tq_16_moves_are_made_and_it_goes_on_without_an_extra_guess(number: int, origin: int, position: int) -> None:
    state, events = choose(bonus_table(positions=(0, origin, 0)), number)

    assert (state.phase, state.positions, state.owed) == (Choosing(1), (0, position, 0), ())
    assert BonusEarned(1) not in events


def test_tq_16_a_free_guess_gives_a_chip_if_there_is_one() -> None:
    state, events = choose(bonus_table(), FREE_GUESS)
    assert (state.phase, state.chips, events[-1]) == (Choosing(1), (0, 1, 0), ChipTaken(1))

    state, events = choose(bonus_table(chips=(0, 0, 5)), FREE_GUESS)
    assert (state.phase, state.chips, names(events)) == (Choosing(1), (0, 0, 5), ["LineRead"])


def test_tq_16_guess_and_pick_gives_no_extra_guess() -> None:
    state, _ = choose(bonus_table(), GUESS_AND_PICK)

    assert state.phase == Choosing(1)


def test_tq_16_another_pawn_is_moved_but_never_the_readers() -> None:
    state, _ = choose(bonus_table(4, positions=(5, 5, 5, 5)), OTHER_BACK_2)
    assert state.phase == ChoosingPawn(1, -2)
    assert rules.legal_moves(state, 1) == (MovePawn(2), MovePawn(3))

    state, events = play(state, 1, MovePawn(3))

    assert (state.phase, state.positions) == (Choosing(1), (5, 5, 5, 3))
    assert events == (PawnMoved(3, 5, 3, "OTHER_PLAYER"),)


def test_tq_16_with_two_players_there_is_no_pawn_to_move() -> None:
    state, events = choose(bonus_table(2, positions=(5, 5)), OTHER_AHEAD_2)

    assert (state.phase, state.positions, names(events)) == (Choosing(1), (5, 5), ["LineRead"])


def test_tq_16_moving_another_as_the_fifth_line_leaves_a_guess() -> None:
    state = played(bonus_table(read=clues(4)), (1, ChooseClue(OTHER_AHEAD_2)), (1, MovePawn(2)))

    assert state.phase == Guessing(1, "BONUS")


def test_tq_17_lines_are_shown_to_all_as_they_are_read() -> None:
    state, events = choose(bonus_table(), 14)

    assert events == (LineRead(1, 14, state.card.card.lines[13]),)
    assert state.card.read == (ReadLine(14, 1),)


# Chains and the end


def test_tq_14_ending_a_bonus_round_on_a_bonus_space_earns_another() -> None:
    state, events = play(bonus_table(read=(9,), positions=(0, 8, 0)), 1, RIGHT)

    assert (state.positions, state.card.bonus_player, state.bonuses) == ((0, 18, 0), 1, (0, 2, 0))
    assert names(events)[2:] == ["CardEnded", "PawnMoved", "BonusEarned", "CardDrawn"]


def test_tq_14_a_move_in_a_bonus_round_counts_where_the_round_ends() -> None:
    state = bonus_table(positions=(0, 10, 0))
    left_again = played(state, (1, ChooseClue(NEXT_BONUS)), (1, ChooseClue(AHEAD_3)), (1, ChooseClue(LOSE_A_TURN)))
    stayed = played(state, (1, ChooseClue(NEXT_BONUS)), (1, ChooseClue(LOSE_A_TURN)))

    assert (left_again.positions[1], left_again.card.bonus_player) == (21, None)
    assert (stayed.positions[1], stayed.card.bonus_player) == (18, 1)


def test_tq_14_standing_on_a_bonus_space_without_a_move_earns_none() -> None:
    state = played(bonus_table(positions=(0, 18, 0)), (1, ChooseClue(LOSE_A_TURN)))

    assert (state.positions[1], state.card.bonus_player) == (18, None)


def test_tq_14_there_are_at_most_three_bonus_rounds_in_a_row() -> None:
    state = played(bonus_table(read=(9,), positions=(0, 8, 0), bonuses=(0, 3, 0)), (1, RIGHT))

    assert (state.positions[1], state.card.bonus_player, state.bonuses) == (18, None, (0, 0, 0))


def test_tq_14_a_chained_bonus_round_waits_for_those_owed_before() -> None:
    state = played(bonus_table(read=(9,), positions=(0, 8, 0), owed=(2,)), (1, RIGHT))

    assert (state.card.bonus_player, state.owed) == (2, (1,))


def test_tq_18_the_match_can_be_won_in_a_bonus_round() -> None:
    by_guess = played(bonus_table(read=(9,), positions=(0, 66, 0)), (1, RIGHT))
    by_line = played(bonus_table(positions=(0, 73, 0)), (1, ChooseClue(AHEAD_3)))

    assert by_guess.phase == by_line.phase == Over("FINISH_REACHED")
    assert rules.outcome(by_guess) == Outcome((2, 1, 2), (0, 75, 0), "FINISH_REACHED")
    assert by_line.results[0].end == "BROKEN_OFF"
