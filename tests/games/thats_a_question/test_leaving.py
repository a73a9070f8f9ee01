"""What happens when a seat of That's a Question! resigns (ALL-5)."""

from random import Random

import pytest

from server.games.engine import IllegalMove, Outcome
from server.games.thats_a_question import rules
from server.games.thats_a_question.records import (
    KICKERS,
    AllChosen,
    Answer,
    Ask,
    AskerGuessing,
    Asking,
    CardsDrawn,
    LastRoundBegan,
    Over,
    QuestionDropped,
    State,
    Step,
    TakingKickers,
)
from tests.games.thats_a_question.tables import DECK, all_chosen, asked, ids, laid, play, revealed, table

BOTH = KICKERS


def resign(state: State, seat: int) -> Step:
    return rules.resign(state, seat, DECK, Random(1))


def test_all_5_cards_acorns_and_kickers_leave_with_a_seat_and_its_squirrel_stays() -> None:
    state, events = resign(table(4, positions=(1, 2, 3, 4)), 2)

    assert [len(cards) for cards in state.hands] == [5, 5, 0, 5]
    assert (state.acorns, state.positions) == ((1, 1, 0, 1), (1, 2, 3, 4))
    assert (state.kickers[2], state.board_kickers[2]) == ((), ())
    assert (state.phase, state.asker, events) == (Asking(), 0, ())


def test_all_5_a_resigned_seat_is_neither_asked_nor_in_turn() -> None:
    state, _ = resign(table(5), 1)

    assert {move.answerer for move in rules.legal_moves(state, 0) if isinstance(move, Ask)} == {2, 3, 4}
    with pytest.raises(IllegalMove, match=r"^There is no such player to ask\.$"):
        play(state, 0, Ask("BLUE", "food-01", "food-02", 1))
    state, _ = laid(asked(state, Ask("BLUE", "food-01", "food-02", 2)), "2A", "3A", "4A")
    assert state.asker == 2


def test_all_5_the_right_neighbour_of_aq_3_is_one_who_is_still_there() -> None:
    state, _ = resign(table(4, acorns=(4, 0, 0, 0)), 3)

    assert {move.answerer for move in rules.legal_moves(state, 0) if isinstance(move, Ask)} == {2}


def test_all_5_when_the_seat_in_turn_resigns_before_asking_the_turn_goes_left_with_a_new_clock() -> None:
    before = table(4)

    state, events = resign(before, 0)

    assert (state.phase, state.asker, state.draw_pile, events) == (Asking(), 1, before.draw_pile, ())
    assert rules.timer(state) != rules.timer(before)


def test_all_5_a_question_whose_answerer_resigns_is_dropped_and_the_asker_draws() -> None:
    before, _ = laid(asked(table(4)), "2A TRIPLE")

    state, events = resign(before, 1)

    assert events == (QuestionDropped(1), CardsDrawn(0, 2))
    assert (state.phase, state.asker, state.results, state.positions) == (Asking(), 2, (), (0, 0, 0, 0))
    assert ids(state.hands[0]) == ["food-03", "food-04", "food-05", "food-10", "food-11"]
    assert (state.acorns, state.kickers[2]) == ((2, 0, 1, 1), BOTH)


def test_all_5_a_question_whose_asker_resigns_is_dropped_and_nobody_draws() -> None:
    before, _ = laid(asked(table(4)), "1A", "2A TRIPLE")

    state, events = resign(before, 0)

    assert events == (QuestionDropped(1),)
    assert (state.phase, state.asker, state.draw_pile) == (Asking(), 1, before.draw_pile)
    assert (state.hands[0], state.acorns) == ((), (0, 0, 1, 1))


def test_all_5_without_one_of_the_guessers_a_question_goes_on_and_his_choice_counts_for_nothing() -> None:
    before, _ = laid(asked(table(5)), "3B TOUGH")

    state, events = resign(before, 3)

    assert rules.to_move(state) == {1, 2, 4}
    assert events == ()
    assert rules.timer(state) == rules.timer(before)
    state, _ = laid(state, "1A", "2A", "4A")
    assert state.results[0].steps == (0, 1, 1, 0, 1)
    assert [guess.seat for guess in state.results[0].guesses] == [2, 4]


def test_all_5_when_the_last_to_choose_resigns_everything_is_revealed() -> None:
    before, _ = laid(asked(table(5)), "1A", "2B", "4A")

    state, events = resign(before, 3)

    assert all_chosen(events) == AllChosen(None)
    assert revealed(events).positions == (1, 1, 0, 0, 1)
    assert state.asker == 1


def test_all_5_with_four_left_the_tough_kicker_counts_double_on_the_same_board() -> None:
    """AQ-9 by the players still there; the lake of five stays at 8."""
    state, _ = resign(table(5, positions=(0, 0, 5, 0, 0)), 4)

    state, _ = laid(asked(state), "1A", "2A TOUGH", "3B")

    assert (state.results[0].steps, state.positions[2]) == ((1, 1, 3, 0, 0), 8)
    assert state.phase == TakingKickers((0, 0, 1, 0, 0), "PATH")


def test_all_5_with_three_left_a_tough_kicker_makes_the_asker_guess() -> None:
    """AQ-10 by the players still there, also when one resigns with the question on the table."""
    before, _ = laid(asked(table(4)), "1A", "2A TOUGH")

    state, events = resign(before, 3)

    assert events == (AllChosen(2),)
    assert isinstance(state.phase, AskerGuessing)
    assert rules.to_move(state) == {0}


def test_all_5_a_kicker_due_to_a_seat_that_resigns_is_not_waited_for() -> None:
    before = table(
        4,
        phase=TakingKickers((0, 1, 1, 0), "PATH"),
        kickers=(BOTH, (), (), BOTH),
        board_kickers=((), BOTH, BOTH, ()),
    )

    one, events = resign(before, 1)
    both, _ = play(one, 2, rules.legal_moves(one, 2)[0])

    assert (one.phase, events) == (TakingKickers((0, 0, 1, 0), "PATH"), ())
    assert (both.phase, both.asker) == (Asking(), 2)
    alone = rules.resign(one, 2, DECK, Random(1))
    assert alone[0].phase == Over("TOO_FEW_SEATS")


def test_all_5_when_the_only_one_to_take_a_kicker_resigns_the_game_goes_on() -> None:
    before = table(
        4,
        phase=TakingKickers((1, 0, 0, 0), "PATH"),
        kickers=((), BOTH, BOTH, BOTH),
        board_kickers=(BOTH, (), (), ()),
    )

    state, events = resign(before, 0)

    assert (state.phase, state.asker, events) == (Asking(), 1, ())
    assert state.draw_pile == before.draw_pile


def test_all_5_a_resigned_seat_does_not_ask_in_the_last_round() -> None:
    state, _ = resign(table(4, draw_pile=(), asker=1, to_ask=(2, 3, 0)), 2)

    state, _ = laid(asked(state, Ask("RED", "nature-01", "nature-02", 0)), "0A", "3A")

    assert (state.asker, state.to_ask) == (3, (0,))


def test_all_5_the_last_round_begins_though_the_asker_of_a_dropped_question_drew_the_last_cards() -> None:
    before = asked(table(4, draw_pile=("food-12", "food-13")))

    state, events = resign(before, 1)

    assert events == (QuestionDropped(1), CardsDrawn(0, 0), LastRoundBegan(2))
    assert (state.asker, state.to_ask) == (2, (3, 0))


def test_all_5_the_last_asker_leaving_ends_the_match() -> None:
    state, _ = resign(table(4, draw_pile=(), to_ask=(), positions=(9, 3, 2, 1)), 0)

    assert rules.outcome(state) == Outcome((4, 1, 2, 3), (9, 3, 2, 1), "LAST_ROUND_PLAYED")


def test_all_5_with_two_left_the_match_ends_and_the_question_counts_for_nobody() -> None:
    before, _ = laid(asked(table(positions=(3, 5, 4))), "2A")

    state, events = resign(before, 2)

    assert events == (QuestionDropped(1),)
    assert rules.outcome(state) == Outcome((2, 1, 3), (3, 5, 4), "TOO_FEW_SEATS")


def test_all_5_with_two_left_the_match_ends_before_the_askers_guess() -> None:
    before, _ = laid(asked(table()), "1A", "2A TOUGH")

    for seat in range(3):
        state, events = resign(before, seat)
        assert (state.phase, events) == (Over("TOO_FEW_SEATS"), (QuestionDropped(1),))


def test_all_5_resigned_seats_place_last_and_who_resigned_later_places_better() -> None:
    state, _ = resign(table(5, positions=(1, 2, 9, 4, 8)), 4)
    state, _ = resign(state, 2)

    state, _ = resign(state, 3)

    assert rules.outcome(state) == Outcome((2, 1, 4, 3, 5), (1, 2, 9, 4, 8), "TOO_FEW_SEATS")


def test_all_5_a_seat_resigns_only_once_and_not_after_the_end() -> None:
    left, _ = resign(table(4), 1)
    over, _ = resign(left, 0)

    with pytest.raises(IllegalMove, match=r"^You have resigned already\.$") as twice:
        resign(left, 1)
    with pytest.raises(IllegalMove, match=r"^The match is over\.$") as late:
        resign(over, 2)

    assert (twice.value.rule, late.value.rule) == ("ALL-5", "ALL-5")


def test_all_2_no_move_is_accepted_when_the_match_is_over() -> None:
    over, _ = resign(table(), 1)

    with pytest.raises(IllegalMove, match=r"^The match is over\.$"):
        play(over, 0, Answer("A"))
