"""Twenty's rules, sentence by sentence; each test names the rule it proves."""

from random import Random

import pytest

from server import decks
from server.games.engine import BadOption, IllegalMove, Outcome, Timer, replace
from server.games.twenty import rules
from server.games.twenty.rules import (
    CardDrawn,
    CountMade,
    Draw,
    FinishedHand,
    HandDealt,
    HandEnded,
    MakeCount,
    Options,
    Over,
    Pass,
    Passed,
    Playing,
    State,
)
from tests.games.twenty.tables import DECK, cards, play, table

ALL_CARDS = tuple(card.id for card in DECK.cards)


def make(text: str) -> MakeCount:
    return MakeCount(cards(text))


def assert_refused(state: State, move: rules.Move, rule: str, message: str, seat: int = 0) -> None:
    before = repr(state)

    with pytest.raises(IllegalMove) as refusal:
        play(state, seat, move)

    assert (refusal.value.rule, refusal.value.message) == (rule, message)
    assert repr(state) == before


# Set-up and turn


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_tw_1_each_seat_gets_seven_cards_and_the_rest_is_the_draw_pile(seats: int) -> None:
    state, _ = rules.setup(Options(), seats, DECK, Random("a"))

    assert [len(hand) for hand in state.hands] == [7] * seats
    assert len(state.draw_pile) == 52 - 7 * seats
    assert state.played == ()
    assert sorted(sum(state.hands, state.draw_pile)) == sorted(ALL_CARDS)


def test_tw_1_a_stacked_deck_is_dealt_in_blocks_by_seat_with_the_pile_after_them() -> None:
    stacked = decks.stacked(DECK, ["KS", "KH"])

    state, _ = rules.setup(Options(), 2, stacked, Random("a"))

    assert state.hands[0] == cards("KS KH AC 2C 3C 4C 5C")
    assert state.hands[1] == cards("6C 7C 8C 9C 10C JC QC")
    assert state.draw_pile[:3] == cards("KC AD 2D")


def test_tw_1_played_cards_form_a_pile_in_the_order_of_play() -> None:
    state, _ = play(table("AC 7H", "AD AH 9S"), 0, make("AC"))
    state, _ = play(state, 1, make("AD AH"))

    assert state.played == cards("AC AD AH")


def test_tw_2_the_count_starts_at_1_and_making_it_raises_it_for_the_next_seat() -> None:
    dealt, _ = rules.setup(Options(), 2, DECK, Random("a"))

    state, events = play(table("AC 7H", "2C 9S"), 0, make("AC"))

    assert dealt.count == 1
    assert (state.count, state.phase) == (2, Playing(1))
    assert events == (CountMade(seat=0, count=1, cards=("AC",)),)


def test_tw_3_drawing_takes_the_top_card_ends_the_turn_and_leaves_the_count() -> None:
    state, events = play(table("AC 7H", "2H 9S", count=1, pile="8D 3S"), 0, Draw())

    assert state.hands == (cards("AC 7H 8D"), cards("2H 9S"))
    assert state.draw_pile == ("3S",)
    assert (state.count, state.phase) == (1, Playing(1))
    assert events == (CardDrawn(seat=0, draw_pile_size=1),)


def test_tw_3_play_goes_left_and_round_the_table() -> None:
    state = table("2H 9S", "3H 9D", "4H 9C", turn=1)

    state, _ = play(state, 1, Draw())
    second = state.phase
    state, _ = play(state, 2, Draw())

    assert (second, state.phase) == (Playing(2), Playing(0))


def test_tw_3_drawing_is_allowed_when_the_count_could_be_made() -> None:
    assert rules.legal_moves(table("AC 7H", "9S"), 0) == (Draw(), make("AC"))


def test_tw_3_only_the_seat_in_turn_is_to_move() -> None:
    state = table("AC 7H", "AD 9S", turn=1)

    assert rules.to_move(state) == {1}
    assert rules.legal_moves(state, 0) == ()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_tw_4_the_first_dealer_is_drawn_by_lot_and_the_seat_to_the_left_starts(seats: int) -> None:
    dealers = set()
    for seed in range(60):
        state, events = rules.setup(Options(), seats, DECK, Random(seed))
        starter = (state.dealer + 1) % seats
        dealers.add(state.dealer)
        assert state.phase == Playing(starter)
        assert events == (HandDealt(1, dealer=state.dealer, starter=starter, is_tie_break=False),)

    assert dealers == set(range(seats))


def test_tw_4_the_deal_passes_left_every_hand() -> None:
    state = table("AC", "9S", "9H", dealer=1, turn=0)

    state, events = play(state, 0, make("AC"))

    assert (state.dealer, state.phase) == (2, Playing(0))
    assert events[-1] == HandDealt(2, dealer=2, starter=0, is_tie_break=False)


def test_tw_4_every_hand_is_dealt_from_the_whole_deck_shuffled_afresh() -> None:
    state, _ = play(table("AC", "9S"), 0, make("AC"), seed="one")
    other, _ = play(table("AC", "9S"), 0, make("AC"), seed="two")

    assert sorted(sum(state.hands, state.draw_pile)) == sorted(ALL_CARDS)
    assert (state.count, state.played) == (1, ())
    assert state.hands != other.hands


# Making the count


@pytest.mark.parametrize(
    ("rank", "sums"), [("A", (1,)), ("2", (2,)), ("5", (5,)), ("9", (9,)), ("10", (10,)), ("J", (10,)), ("Q", (10,))]
)
def test_tw_5_an_ace_is_1_and_2_to_9_count_their_face(rank: str, sums: tuple[int, ...]) -> None:
    assert rules.sums_of(rank, 1) == sums


def test_tw_5_three_nines_are_27_and_nothing_else() -> None:
    assert rules.sums_of("9", 3) == (27,)


@pytest.mark.parametrize("rank", ["10", "J", "Q"])
def test_tw_6_pairs_of_a_rank_may_count_10_together(rank: str) -> None:
    assert [set(rules.sums_of(rank, number)) for number in range(1, 5)] == [{10}, {10, 20}, {20, 30}, {20, 30, 40}]


def test_tw_6_a_ten_and_a_jack_are_no_pair() -> None:
    assert not rules.can_add_up(cards("10H JH"), 10)
    assert rules.can_add_up(cards("10H JH"), 20)


def test_tw_7_a_king_is_any_value_from_1_to_20() -> None:
    assert [count for count in range(0, 25) if rules.can_add_up(("KS",), count)] == list(range(1, 21))


def test_tw_7_each_king_has_a_value_of_its_own() -> None:
    assert not rules.can_add_up(cards("KS KH"), 1)
    assert all(rules.can_add_up(cards("KS KH"), count) for count in range(2, 21))
    assert not rules.can_add_up(cards("KS KH KD KC"), 3)


def test_tw_8_a_play_is_legal_when_some_valuation_fits() -> None:
    assert rules.can_add_up(cards("QS QH 4C"), 14)
    assert rules.can_add_up(cards("QS QH"), 20)
    assert rules.can_add_up(cards("KS 9H 9D"), 19)
    assert not rules.can_add_up(cards("KS 9H 9D"), 18)


def test_tw_8_the_cards_may_be_named_in_any_order() -> None:
    state, events = play(table("QS 4C QH 9S", "9H", count=14), 0, make("4C QH QS"))

    assert state.hands[0] == ("9S",)
    assert events == (CountMade(seat=0, count=14, cards=cards("4C QH QS")),)


def test_tw_9_a_card_that_is_not_in_hand_is_refused() -> None:
    message = "You do not hold all the cards you named."
    assert_refused(table("AC 7H", "AD 9S"), make("AD"), "TW-9", message)
    assert_refused(table("AC 7H", "AD 9S"), make("no-card"), "TW-9", message)


def test_tw_9_the_same_card_twice_is_refused() -> None:
    assert_refused(table("AC 7H", "9S", count=2), make("AC AC"), "TW-9", "You named the same card twice.")


def test_tw_9_no_card_is_refused() -> None:
    assert_refused(table("AC", "9S"), make(""), "TW-9", "Name at least one card to make the count with.")


def test_tw_9_a_sum_that_cannot_fit_is_refused() -> None:
    assert_refused(table("AC 7H", "9S", count=2), make("AC"), "TW-9", "These cards cannot add up to 2.")


# The worked examples


def legal_ranks(state: State) -> set[tuple[str, ...]]:
    moves = rules.legal_moves(state, 0)
    return {tuple(sorted(map(rules.rank_of, move.cards))) for move in moves if isinstance(move, MakeCount)}


def test_tw_8_example_count_14_with_two_queens_a_jack_and_a_4() -> None:
    state = table("QS QH JD 4C", "9S", count=14)

    assert legal_ranks(state) == {("4", "Q", "Q"), ("4", "Q"), ("4", "J")}
    assert_refused(state, make("QS QH JD 4C"), "TW-9", "These cards cannot add up to 14.")


def test_tw_8_example_count_2_can_be_made_in_five_ways() -> None:
    state = table("2C AC AD KS KH", "9S", count=2)

    assert legal_ranks(state) == {("2",), ("A", "A"), ("A", "K"), ("K",), ("K", "K")}


def test_tw_3_example_count_1_without_ace_or_king_leaves_only_drawing() -> None:
    assert rules.legal_moves(table("2C 3C QS", "9S"), 0) == (Draw(),)


@pytest.mark.parametrize("play", ["QS QH", "10S 10H JS JH", "KS"])
def test_tw_8_example_count_20(play: str) -> None:
    assert rules.can_add_up(cards(play), 20)


def test_tw_11_example_a_king_a_7_and_two_tens_cost_45() -> None:
    assert rules.penalty(cards("KS 7H 10S 10H")) == 45


# Legal moves


def test_each_rank_set_is_offered_once_with_concrete_cards_and_small_sets_first() -> None:
    state = table("AC AD AH 2S 2H", "9S", count=3)

    assert rules.legal_moves(state, 0) == (Draw(), make("2S AC"), make("AC AD AH"))


def test_other_suits_of_an_offered_set_are_legal_too() -> None:
    state, _ = play(table("AC AD AH 2S 2H", "9S", count=3), 0, make("2H AD"))

    assert state.hands[0] == cards("AC AH 2S")


# End of a hand and of the match


def test_tw_10_the_hand_ends_at_once_when_a_seat_has_no_cards_left() -> None:
    state, events = play(table("2H", "9S KD", count=2), 0, make("2H"))

    assert events[:2] == (
        CountMade(seat=0, count=2, cards=("2H",)),
        HandEnded(1, "OUT_OF_CARDS", held=((), cards("9S KD")), points=(0, 25), totals=(0, 25)),
    )
    assert state.finished == (FinishedHand("OUT_OF_CARDS", (0, 25), (0, 25)),)


def test_tw_10_the_hand_ends_at_once_when_20_is_made_and_its_maker_pays_too() -> None:
    state, events = play(table("QS QH 9C", "9S", count=20), 0, make("QS QH"))

    assert events[1] == HandEnded(1, "COUNT_OF_20", held=(("9C",), ("9S",)), points=(5, 5), totals=(5, 5))
    assert rules.hand_number(state) == 2


def test_tw_10_a_last_card_that_makes_20_counts_as_out_of_cards() -> None:
    _, events = play(table("KS", "9S", count=20), 0, make("KS"))

    assert events[1] == HandEnded(1, "OUT_OF_CARDS", held=((), ("9S",)), points=(0, 5), totals=(0, 5))


@pytest.mark.parametrize(
    ("held", "points"),
    [("AS", 5), ("2S", 5), ("9S", 5), ("10S", 10), ("JS", 10), ("QS", 10), ("QS QH", 20), ("KS", 20), ("", 0)],
)
def test_tw_11_cards_held_cost_5_10_or_20_without_discount_for_pairs(held: str, points: int) -> None:
    assert rules.penalty(cards(held)) == points


def test_tw_11_the_points_are_added_to_the_running_totals() -> None:
    state, _ = play(table("AC", "9S QD", "KD", totals=(10, 20, 30)), 0, make("AC"))

    assert state.totals == (10, 35, 50)


@pytest.mark.parametrize(("seats", "target"), [(2, 100), (3, 200), (4, 200)])
def test_tw_12_the_target_is_100_with_two_seats_and_200_with_more(seats: int, target: int) -> None:
    state, _ = rules.setup(Options(), seats, DECK, Random("a"))
    chosen, _ = rules.setup(Options(target=70), seats, DECK, Random("a"))

    assert (rules.target(state), rules.target(chosen)) == (target, 70)


def test_tw_12_the_match_ends_after_the_hand_in_which_a_total_reaches_the_target() -> None:
    state, events = play(table("AC", "9S", totals=(40, 95)), 0, make("AC"))

    assert state.phase == Over("TARGET_REACHED")
    assert events[-1] == HandEnded(1, "OUT_OF_CARDS", held=((), ("9S",)), points=(0, 5), totals=(40, 100))
    assert rules.outcome(state) == Outcome(places=(1, 2), scores=(40, 100), reason="TARGET_REACHED")


def test_tw_12_one_point_short_of_the_target_the_match_goes_on() -> None:
    state, _ = play(table("AC", "9S", totals=(40, 94)), 0, make("AC"))

    assert state.phase == Playing(0)
    assert rules.outcome(state) is None


def test_tw_12_the_lowest_total_wins_whoever_reached_the_target() -> None:
    state, _ = play(table("AC", "9S", "9D", "KD", totals=(150, 100, 90, 180)), 0, make("AC"))

    assert rules.outcome(state) == Outcome((3, 2, 1, 4), (150, 105, 95, 200), "TARGET_REACHED")


@pytest.mark.parametrize("target", [50, 300, None])
def test_tw_12_targets_from_50_to_300_are_accepted(target: int | None) -> None:
    rules.check_options(Options(target=target))

    assert rules.target(rules.setup(Options(target=target), 2, DECK, Random(1))[0]) == (target or 100)


@pytest.mark.parametrize("target", [49, 301, 0, -1])
def test_tw_12_other_targets_are_refused(target: int) -> None:
    with pytest.raises(BadOption, match=r"^The target must be between 50 and 300 points\.$") as refusal:
        rules.check_options(Options(target=target))

    assert refusal.value.field == "target"


def test_tw_13_a_tie_for_the_lowest_total_brings_one_more_hand_among_all() -> None:
    state, events = play(table("AC", "9S", "QS", totals=(100, 95, 195)), 0, make("AC"))

    assert state.is_tie_break
    assert state.phase == Playing(2)
    assert [len(hand) for hand in state.hands] == [7, 7, 7]
    assert events[-1] == HandDealt(2, dealer=1, starter=2, is_tie_break=True)


def test_tw_13_the_extra_hand_decides() -> None:
    state, _ = play(table("AC", "9S", totals=(120, 120), is_tie_break=True), 0, make("AC"))

    assert rules.outcome(state) == Outcome(places=(1, 2), scores=(120, 125), reason="TARGET_REACHED")


def test_tw_13_still_tied_after_the_extra_hand_is_a_shared_win() -> None:
    state, _ = play(table("KS 9H", "9S", totals=(120, 120), is_tie_break=True, count=20), 0, make("KS"))

    assert state.phase == Over("TARGET_REACHED")
    assert rules.outcome(state) == Outcome(places=(1, 1), scores=(125, 125), reason="TARGET_REACHED")


def test_tw_13_a_tie_behind_the_winner_brings_no_extra_hand_and_shares_a_place() -> None:
    state, _ = play(table("AC", "9S", "9D", totals=(0, 195, 195)), 0, make("AC"))

    assert rules.outcome(state) == Outcome(places=(1, 2, 2), scores=(0, 200, 200), reason="TARGET_REACHED")


def test_tw_13_a_tie_below_the_target_brings_no_extra_hand() -> None:
    state, _ = play(table("KS 9H", "9S", count=20), 0, make("KS"))

    assert (state.totals, state.is_tie_break) == ((5, 5), False)


# An empty draw pile


def test_tw_14_there_is_no_drawing_from_an_empty_pile() -> None:
    message = "The draw pile is empty: make the count if you can, otherwise pass."
    assert_refused(table("9C", "9S", pile=""), Draw(), "TW-14", message)
    assert_refused(table("AC 9C", "9S", pile=""), Draw(), "TW-14", message)


def test_tw_14_who_can_make_the_count_must() -> None:
    state = table("AC 9C", "9S", pile="")

    assert rules.legal_moves(state, 0) == (make("AC"),)
    assert_refused(state, Pass(), "TW-14", "The draw pile is empty and you can make 1, so you must.")


def test_tw_14_who_cannot_make_the_count_passes() -> None:
    state = table("9C", "9S", pile="")

    passed, events = play(state, 0, Pass())

    assert rules.legal_moves(state, 0) == (Pass(),)
    assert (passed.phase, passed.hands, passed.count) == (Playing(1), state.hands, 1)
    assert events == (Passed(0),)


def test_tw_14_passing_needs_an_empty_pile() -> None:
    message = "You can pass only when the draw pile is empty: draw a card instead."
    assert_refused(table("9C", "9S", pile="2H"), Pass(), "TW-14", message)


def test_tw_14_when_everyone_passes_in_a_row_the_hand_ends_and_all_pay() -> None:
    state = table("9C", "QS", "JD 2S", pile="")
    for seat in (0, 1):
        state, _ = play(state, seat, Pass())

    state, events = play(state, 2, Pass())

    assert (state.phase, state.passed) == (Playing(2), ())
    assert events == (
        Passed(2),
        HandEnded(1, "ALL_PASSED", (("9C",), ("QS",), cards("JD 2S")), points=(5, 10, 15), totals=(5, 10, 15)),
        HandDealt(2, dealer=1, starter=2, is_tie_break=False),
    )


def test_tw_14_a_count_made_between_starts_the_passes_afresh() -> None:
    state = table("9C 8C", "AS 9S", pile="")
    state, _ = play(state, 0, Pass())
    state, _ = play(state, 1, make("AS"))

    state, events = play(state, 0, Pass())

    assert events == (Passed(0),)
    assert (state.phase, state.passed) == (Playing(1), (0,))


# The clock


def test_tw_15_on_time_out_the_seat_draws_even_when_it_could_make_the_count() -> None:
    state = table("AC 7H", "9S", pile="8D 3S")

    assert rules.time_up(state, DECK, Random(1)) == play(state, 0, Draw())


def test_tw_15_with_an_empty_pile_it_makes_the_count_with_the_first_legal_set() -> None:
    state = table("AC AD 2H KS 9S", "9H", count=2, pile="")

    timed, events = rules.time_up(state, DECK, Random(1))

    assert events == (CountMade(seat=0, count=2, cards=("2H",)),)
    assert timed == play(state, 0, rules.legal_moves(state, 0)[0])[0]


def test_tw_15_with_an_empty_pile_and_nothing_to_play_it_passes() -> None:
    _, events = rules.time_up(table("9C", "9S", pile=""), DECK, Random(1))

    assert events == (Passed(0),)


def test_all_4_every_turn_has_a_clock_of_its_own() -> None:
    state, _ = rules.setup(Options(turn_seconds=30), 2, DECK, Random("a"))
    timers = []
    for _ in range(5):
        timers.append(rules.timer(state))
        state, _ = rules.time_up(state, DECK, Random("a"))

    assert timers == [Timer(f"turn {turn}", 30) for turn in range(1, 6)]


def test_all_4_the_clock_can_be_switched_off() -> None:
    options = Options(turn_seconds=0)
    rules.check_options(options)

    assert rules.timer(table("9C", "9S", options=options)) is None


@pytest.mark.parametrize("seconds", [5, 600])
def test_all_4_turns_of_5_to_600_seconds_are_accepted(seconds: int) -> None:
    options = Options(turn_seconds=seconds)
    rules.check_options(options)

    assert rules.timer(table("9C", "9S", options=options)) == Timer("turn 0", seconds)


@pytest.mark.parametrize("seconds", [-1, 1, 4, 601])
def test_all_4_other_turns_are_refused(seconds: int) -> None:
    with pytest.raises(BadOption) as refusal:
        rules.check_options(Options(turn_seconds=seconds))

    assert refusal.value.field == "turn_seconds"
    assert refusal.value.message == "A turn lasts between 5 and 600 seconds, or 0 for no clock."


# Leaving


def test_all_5_a_resigned_seat_loses_its_cards_and_keeps_its_total() -> None:
    state, events = rules.resign(table("AC", "9S QD", "KD", totals=(1, 2, 3)), 1, DECK, Random(1))

    assert (state.hands, state.totals, state.played) == ((("AC",), (), ("KD",)), (1, 2, 3), ())
    assert (state.phase, events) == (Playing(0), ())


def test_all_5_a_resigned_seat_is_skipped_in_turns_and_the_clock_of_the_others_runs_on() -> None:
    before = table("AC 2H", "9S QD", "KD", pile="2C 3C")
    state, _ = rules.resign(before, 1, DECK, Random(1))

    drawn, _ = play(state, 0, Draw())

    assert rules.timer(state) == rules.timer(before)
    assert drawn.phase == Playing(2)


def test_all_5_when_the_seat_in_turn_resigns_the_turn_goes_left_with_a_new_clock() -> None:
    before = table("AC 2H", "9S QD", "KD")

    state, events = rules.resign(before, 0, DECK, Random(1))

    assert (state.phase, events) == (Playing(1), ())
    assert rules.timer(state) == Timer("turn 1", 60)


def test_all_5_a_resigned_seat_is_skipped_in_the_next_deal_and_pays_nothing() -> None:
    state, _ = rules.resign(table("AC", "9S QD", "KD", dealer=0), 1, DECK, Random(1))

    state, events = play(state, 0, make("AC"))

    assert events[1] == HandEnded(1, "OUT_OF_CARDS", held=((), (), ("KD",)), points=(0, 0, 20), totals=(0, 0, 20))
    assert events[2] == HandDealt(2, dealer=2, starter=0, is_tie_break=False)
    assert ([len(hand) for hand in state.hands], len(state.draw_pile)) == ([7, 0, 7], 38)


def test_all_5_everyone_left_having_passed_the_hand_ends_when_the_last_one_resigns() -> None:
    state = table("9C", "9S", "AD", pile="", turn=0)
    for seat in (0, 1):
        state, _ = play(state, seat, Pass())

    state, events = rules.resign(state, 2, DECK, Random(1))

    assert events[0] == HandEnded(1, "ALL_PASSED", held=(("9C",), ("9S",), ()), points=(5, 5, 0), totals=(5, 5, 0))
    assert state.phase == Playing(0)


def test_all_5_the_pass_of_a_seat_that_resigns_no_longer_counts() -> None:
    state = table("9C", "9S", "8D", pile="")
    for seat in (0, 1):
        state, _ = play(state, seat, Pass())
    state, _ = rules.resign(state, 0, DECK, Random(1))

    state, events = play(state, 2, Pass())

    assert events[1] == HandEnded(1, "ALL_PASSED", held=((), ("9S",), ("8D",)), points=(0, 5, 5), totals=(0, 5, 5))


def test_all_5_a_match_with_one_seat_left_ends_and_nobody_pays_for_the_hand() -> None:
    state, events = rules.resign(table("AC", "9S QD", totals=(90, 5)), 1, DECK, Random(1))

    assert events == (HandEnded(1, "NOBODY_LEFT", held=(("AC",), ()), points=(0, 0), totals=(90, 5)),)
    assert rules.outcome(state) == Outcome(places=(1, 2), scores=(90, 5), reason="TOO_FEW_SEATS")


def test_all_5_resigned_seats_place_last_and_who_resigned_later_places_better() -> None:
    state = table("AC", "9S", "9D KH", "KD", totals=(10, 0, 150, 180), count=20)
    state, _ = rules.resign(state, 1, DECK, Random(1))
    state, _ = rules.resign(state, 0, DECK, Random(1))

    state, _ = play(state, 2, make("KH"))

    assert rules.outcome(state) == Outcome((3, 4, 1, 2), (10, 0, 155, 200), "TARGET_REACHED")


def test_all_5_a_seat_resigns_only_once_and_not_after_the_end() -> None:
    left, _ = rules.resign(table("AC", "9S", "9D"), 1, DECK, Random(1))
    over, _ = rules.resign(left, 0, DECK, Random(1))

    with pytest.raises(IllegalMove, match=r"^You have resigned already\.$") as twice:
        rules.resign(left, 1, DECK, Random(1))
    with pytest.raises(IllegalMove, match=r"^The match is over\.$") as late:
        rules.resign(over, 2, DECK, Random(1))

    assert (twice.value.rule, late.value.rule) == ("ALL-5", "ALL-5")


def test_all_2_no_move_is_accepted_when_the_match_is_over() -> None:
    over, _ = rules.resign(table("AC", "9S"), 1, DECK, Random(1))

    for move in (Draw(), make("AC"), Pass()):
        assert_refused(over, move, "ALL-2", "The match is over.")


def test_all_3_one_seed_deals_one_table() -> None:
    first = rules.setup(Options(), 4, DECK, Random("seed"))

    assert rules.setup(Options(), 4, DECK, Random("seed")) == first
    assert rules.setup(Options(), 4, DECK, Random("other")) != first


def test_a_deck_too_small_for_the_table_is_an_error() -> None:
    small = replace(DECK, cards=DECK.cards[:27])

    with pytest.raises(ValueError, match=r"^4 seats need 28 cards, the deck has 27\.$"):
        rules.setup(Options(), 4, small, Random(1))
