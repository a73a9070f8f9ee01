"""That's a Question!'s rules, sentence by sentence; each test names the rule it proves."""

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from server import decks
from server.games.engine import BadOption, IllegalMove, Outcome, replace
from server.games.thats_a_question import rules
from server.games.thats_a_question.records import (
    KICKERS,
    AllChosen,
    Answer,
    Ask,
    Asked,
    AskerGuess,
    AskerGuessing,
    Asking,
    Began,
    CardsDrawn,
    Choosing,
    Chosen,
    Guess,
    GuessMade,
    KickerLeft,
    KickerTaken,
    Kind,
    LaidDown,
    LastRoundBegan,
    Options,
    Over,
    PlayedCard,
    Question,
    Result,
    Revealed,
    Side,
    SkipKicker,
    State,
    TakeKicker,
    TakingKickers,
)
from server.games.thats_a_question.scoring import LARGE_BOARD, SMALL_BOARD, board_for, passed_places
from server.games.thats_a_question.turns import offer_kickers
from tests.games.thats_a_question.tables import (
    ASK,
    CARDS,
    DECK,
    all_chosen,
    asked,
    hand,
    ids,
    laid,
    play,
    played_card,
    question_on,
    revealed,
    steps,
    table,
)

SECONDS = "A clock runs between 5 and 600 seconds, or 0 for no clock."
BOTH = KICKERS


def assert_refused(state: State, move: rules.Move, rule: str, message: str, seat: int = 0) -> None:
    before = repr(state)

    with pytest.raises(IllegalMove) as refusal:
        play(state, seat, move)

    assert (refusal.value.rule, refusal.value.message) == (rule, message)
    assert repr(state) == before


# Set-up


@pytest.mark.parametrize(("seats", "pile"), [(3, 24), (4, 24), (5, 30), (6, 24)])
def test_aq_1_each_seat_gets_five_cards_and_the_pile_as_many_as_the_table_asks_for(seats: int, pile: int) -> None:
    state, _ = rules.setup(Options(), seats, DECK, Random("a"))

    dealt = [*(card.id for cards in state.hands for card in cards), *state.draw_pile]
    assert [len(cards) for cards in state.hands] == [5] * seats
    assert len(state.draw_pile) == pile
    assert len(set(dealt)) == 5 * seats + pile
    assert set(dealt) < set(CARDS)


def test_aq_1_a_stacked_deck_is_dealt_in_blocks_by_seat_with_the_pile_after_them() -> None:
    stacked = decks.stacked(DECK, ["work-18", "road-01"])

    state, _ = rules.setup(Options(), 3, stacked, Random("a"))

    assert ids(state.hands[0]) == ["work-18", "road-01", "food-01", "food-02", "food-03"]
    assert ids(state.hands[1]) == ["food-04", "food-05", "food-06", "food-07", "food-08"]
    assert state.draw_pile[:2] == ("food-14", "food-15")


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_aq_1_the_first_asker_is_drawn_by_lot(seats: int) -> None:
    starters = {rules.setup(Options(), seats, DECK, Random(seed))[0].starter for seed in range(100)}

    assert starters == set(range(seats))


@pytest.mark.parametrize("seat", [0, 2])
def test_aq_1_the_host_can_name_the_first_asker(seat: int) -> None:
    for seed in range(20):
        state, _ = rules.setup(Options(first_seat=seat), 3, DECK, Random(seed))
        assert (state.starter, state.asker, state.phase) == (seat, seat, Asking())


def test_aq_1_a_first_seat_that_nobody_took_is_drawn_by_lot() -> None:
    options = Options(first_seat=5)

    assert {rules.setup(options, 3, DECK, Random(seed))[0].starter for seed in range(60)} == {0, 1, 2}


@pytest.mark.parametrize(
    ("seats", "starter", "acorns"),
    [
        (3, 0, (1, 1, 2)),
        (3, 1, (2, 1, 1)),
        (3, 2, (1, 2, 1)),
        (4, 2, (1, 1, 1, 1)),
        (5, 0, (0, 1, 1, 1, 1)),
        (6, 4, (1, 1, 1, 1, 0, 1)),
    ],
)
def test_aq_1_acorns_are_given_out_by_the_number_of_players(seats: int, starter: int, acorns: tuple[int, ...]) -> None:
    """Five or six: all but the starter one; four: all one; three: all one, on the starter's right two."""
    state, events = rules.setup(Options(first_seat=starter), seats, DECK, Random("a"))

    assert state.acorns == acorns
    assert events == (Began(starter, acorns, len(state.draw_pile)),)


def test_every_seat_begins_at_the_start_with_both_kickers() -> None:
    state, _ = rules.setup(Options(), 4, DECK, Random("a"))

    assert state.positions == (0, 0, 0, 0)
    assert state.kickers == (BOTH,) * 4
    assert state.board_kickers == ((),) * 4


def test_all_3_one_seed_deals_one_table() -> None:
    first = rules.setup(Options(), 4, DECK, Random("seed"))

    assert rules.setup(Options(), 4, DECK, Random("seed")) == first
    assert rules.setup(Options(), 4, DECK, Random("other")) != first


def test_a_deck_too_small_for_five_players_is_an_error_for_any_number() -> None:
    small = replace(DECK, cards=DECK.cards[:54])

    with pytest.raises(ValueError, match=r"^A match may need 55 cards, the deck has 54\.$"):
        rules.setup(Options(), 3, small, Random(1))


# Asking


@pytest.mark.parametrize(
    ("kind", "texts"),
    [
        ("BLUE", (CARDS["food-01"].blue, CARDS["food-02"].blue)),
        ("GREEN", (CARDS["food-01"].green, CARDS["food-02"].green)),
        ("RED", (CARDS["food-01"].red, CARDS["food-02"].red)),
    ],
)
def test_aq_2_the_cards_are_read_in_the_colour_of_the_question(kind: Kind, texts: tuple[str, str]) -> None:
    state, events = play(table(), 0, Ask(kind, "food-01", "food-02", 1))

    asked_for = Question(1, 0, 1, kind, PlayedCard("food-01", texts[0]), PlayedCard("food-02", texts[1]), True)
    assert events == (Asked(asked_for),)
    assert state.phase == Choosing(asked_for, (None, None, None))
    assert ids(state.hands[0]) == ["food-03", "food-04", "food-05"]


def test_aq_2_the_asker_decides_which_card_is_a_and_which_is_b() -> None:
    question = question_on(asked(table(), Ask("BLUE", "food-05", "food-03", 2)))

    assert (question.a, question.b) == (played_card("food-05"), played_card("food-03"))


def test_aq_2_every_kind_each_two_cards_either_way_and_each_holder_of_an_acorn_can_be_chosen() -> None:
    moves = rules.legal_moves(table(4, acorns=(1, 0, 1, 2)), 0)

    assert len(moves) == len(set(moves)) == 3 * 20 * 2
    assert moves[:3] == (
        Ask("BLUE", "food-01", "food-02", 2),
        Ask("BLUE", "food-01", "food-02", 3),
        Ask("BLUE", "food-01", "food-03", 2),
    )
    assert moves[-1] == Ask("RED", "food-05", "food-04", 3)


@pytest.mark.parametrize(
    ("question", "message"),
    [
        (replace(ASK, card_b="food-01"), "A and B must be two different cards."),
        (replace(ASK, card_b="food-06"), "You do not hold both of these cards."),
        (replace(ASK, card_a="nature-01"), "You do not hold both of these cards."),
        (replace(ASK, card_a="nonsense"), "You do not hold both of these cards."),
        (replace(ASK, answerer=0), "You cannot ask yourself."),
        (replace(ASK, answerer=3), "There is no such player to ask."),
        (replace(ASK, answerer=-1), "There is no such player to ask."),
        (replace(ASK, answerer=2), "Ask a player who holds an acorn."),
    ],
)
def test_aq_2_other_questions_are_refused(question: Ask, message: str) -> None:
    assert_refused(table(acorns=(1, 1, 0)), question, "AQ-2", message)


def test_aq_2_after_the_turn_the_player_on_the_left_asks() -> None:
    state, _ = laid(asked(table(4)), "1A", "2A", "3A")

    assert (state.phase, state.asker, state.turns) == (Asking(), 1, 2)


def test_aq_2_the_turn_goes_round_the_table() -> None:
    last = table(4, asker=3)

    state, _ = laid(asked(last, Ask("RED", "play-01", "play-02", 1)), "0A", "1A", "2A")

    assert state.asker == 0


def test_aq_3_the_asker_takes_one_acorn_of_the_answerers_and_keeps_it() -> None:
    state = asked(table(acorns=(1, 2, 1)))

    assert question_on(state).acorn_moved
    assert state.acorns == (2, 1, 1)
    assert laid(state, "1A", "2A")[0].acorns == (2, 1, 1)


@pytest.mark.parametrize(("seats", "asker", "right"), [(3, 0, 2), (3, 1, 0), (5, 0, 4), (6, 3, 2)])
def test_aq_3_when_nobody_else_holds_an_acorn_the_right_neighbour_is_asked(seats: int, asker: int, right: int) -> None:
    acorns = tuple(4 if seat == asker else 0 for seat in range(seats))
    state = table(seats, asker=asker, acorns=acorns)
    moves = rules.legal_moves(state, asker)

    assert len(moves) == 60
    assert {move.answerer for move in moves if isinstance(move, Ask)} == {right}
    after = asked(state, moves[0])  # type: ignore[arg-type]  # only questions are legal here
    assert not question_on(after).acorn_moved
    assert after.acorns == acorns


def test_aq_3_nobody_but_the_right_neighbour_is_asked_then() -> None:
    state = table(acorns=(4, 0, 0))

    message = "Nobody else holds an acorn, so ask the player on your right."
    assert_refused(state, replace(ASK, answerer=1), "AQ-3", message)


# Choosing


def test_aq_4_answerer_and_guessers_choose_and_the_asker_does_not() -> None:
    state = asked(table(5))

    assert rules.to_move(state) == {1, 2, 3, 4}
    assert rules.legal_moves(state, 0) == ()
    assert rules.legal_moves(state, 1) == (Answer("A"), Answer("B"))
    assert rules.legal_moves(replace(state, kickers=((), (), (), (), ())), 2) == (Guess("A"), Guess("B"))


def test_aq_4_that_somebody_has_chosen_is_told_and_nothing_else() -> None:
    state = asked(table(4))

    told = {(move, play(state, seat, move)[1]) for seat in (1, 2, 3) for move in rules.legal_moves(state, seat)}

    assert {events for _, events in told} == {(Chosen(1),), (Chosen(2),), (Chosen(3),)}
    assert len(told) == 2 + 2 * 6


def test_aq_4_who_has_chosen_waits_for_the_others() -> None:
    state, _ = laid(asked(table(4)), "2B")

    assert rules.to_move(state) == {1, 3}
    assert rules.legal_moves(state, 2) == ()


def test_aq_4_when_all_have_chosen_answer_and_guesses_are_revealed() -> None:
    state, events = laid(asked(table(4)), "3A", "1B", "2B TRIPLE")

    question = Question(1, 0, 1, "BLUE", played_card("food-01"), played_card("food-02"), True)
    guesses = (GuessMade(2, "B", "TRIPLE"), GuessMade(3, "A", None))
    result = Result(question, "B", guesses, None, (1, 1, 3, 0))
    assert events == (
        Chosen(2),
        AllChosen(None),
        Revealed(result, (1, 1, 3, 0)),
        CardsDrawn(0, 2),
    )
    assert (state.results, state.positions) == ((result,), (1, 1, 3, 0))


def test_aq_4_the_order_in_which_they_choose_makes_no_difference() -> None:
    choices = ("1A", "2B TOUGH", "3A TRIPLE", "4B")

    outcomes = {laid(asked(table(5)), *order)[0] for order in permutations(choices)}

    assert len(outcomes) == 1


def test_aq_4_the_answerer_answers_and_the_others_guess() -> None:
    state = asked(table())

    assert_refused(state, Guess("A"), "AQ-4", "You are the one who is asked: give your answer.", seat=1)
    assert_refused(state, Answer("A"), "AQ-4", "Somebody else is asked: guess what the answer will be.", seat=2)


def test_aq_4_nobody_may_abstain() -> None:
    message = "It is time to choose A or B."

    for seat in (1, 2):
        assert_refused(asked(table()), SkipKicker(), "ALL-2", message, seat=seat)


def test_all_2_moves_of_another_phase_are_refused_with_what_is_wanted() -> None:
    guessing, _ = laid(asked(table()), "1A", "2A TOUGH")
    taking = table(board_kickers=(("TOUGH",), (), ()), phase=TakingKickers((1, 0, 0), "PATH"))

    assert_refused(table(), Answer("A"), "ALL-2", "It is time to ask a question.")
    assert_refused(asked(table()), ASK, "ALL-2", "It is time to choose A or B.", seat=1)
    assert_refused(guessing, Answer("A"), "ALL-2", "It is time for the asker to guess A or B.")
    assert_refused(taking, AskerGuess("A"), "ALL-2", "It is time to take back a kicker, or to leave it.")
    assert_refused(table(phase=Over("LAST_ROUND_PLAYED")), ASK, "ALL-2", "The match is over.")


# Kickers


def test_aq_5_a_guesser_may_add_one_of_his_kickers() -> None:
    state = asked(table())

    assert rules.legal_moves(state, 2) == (
        Guess("A"),
        Guess("B"),
        Guess("A", "TRIPLE"),
        Guess("B", "TRIPLE"),
        Guess("A", "TOUGH"),
        Guess("B", "TOUGH"),
    )


def test_aq_5_a_kicker_on_the_board_cannot_be_added() -> None:
    state = asked(table(kickers=(BOTH, BOTH, ("TOUGH",)), board_kickers=((), (), ("TRIPLE",))))

    assert len(rules.legal_moves(state, 2)) == 4
    message = "That kicker lies on the board: you have to take it back first."
    assert_refused(state, Guess("A", "TRIPLE"), "AQ-5", message, seat=2)


def test_aq_5_until_the_reveal_a_kicker_laid_down_looks_as_if_in_hand() -> None:
    state, _ = laid(asked(table(4)), "2A TRIPLE")

    assert state.kickers == (BOTH,) * 4
    assert state.board_kickers == ((),) * 4


# Steps


@pytest.mark.parametrize(
    ("choices", "expected"),
    [
        (("1A", "2A", "3A", "4A", "5A"), (0, 1, 1, 1, 1, 1)),
        (("1B", "2A", "3A", "4A", "5A"), (4, 1, 0, 0, 0, 0)),
        (("1A", "2A", "3B", "4A", "5B"), (2, 1, 1, 0, 1, 0)),
        (("1A", "2A TRIPLE", "3B TRIPLE", "4A", "5A"), (1, 1, 3, 0, 1, 1)),
        (("1A", "2A TOUGH", "3B", "4B", "5A"), (2, 1, 3, 0, 0, 1)),
        (("1A", "2B TOUGH", "3B", "4B", "5A"), (3, 1, 2, 0, 0, 1)),
        (("1A", "2B TOUGH", "3A", "4A", "5A"), (1, 1, 0, 1, 1, 1)),
        (("1A", "2B TOUGH", "3B TOUGH", "4A TOUGH", "5A"), (2, 1, 1, 1, 3, 1)),
        (("1A", "2A TRIPLE", "3B TOUGH", "4A TRIPLE", "5B TRIPLE"), (2, 1, 3, 1, 3, 0)),
    ],
)
def test_aq_6_steps_of_answerer_guessers_asker_and_kickers(choices: tuple[str, ...], expected: tuple[int, ...]) -> None:
    """Answerer 1; right guess 1 or 3; asker 1 a miss; tough kicker 1 for each miss of another, whatever one's own."""
    assert steps(asked(table(6)), *choices) == expected


def test_aq_6_among_five_a_tough_kicker_counts_single() -> None:
    assert steps(asked(table(5)), "1A", "2A TOUGH", "3B", "4B") == (2, 1, 3, 0, 0)


def test_aq_7_used_kickers_go_to_the_board_whether_they_helped_or_not() -> None:
    state, _ = laid(asked(table(5)), "1A", "2B TRIPLE", "3B TOUGH", "4A")

    assert state.kickers == (BOTH, BOTH, ("TOUGH",), ("TRIPLE",), BOTH)
    assert state.board_kickers == ((), (), ("TRIPLE",), ("TOUGH",), ())


@pytest.mark.parametrize(("seats", "board"), [(3, (6, 12, 19)), (4, (6, 12, 19)), (5, (8, 16, 24)), (6, (8, 16, 24))])
def test_aq_7_lake_and_meadow_lie_by_the_number_of_seats(seats: int, board: tuple[int, int, int]) -> None:
    assert board_for(seats) == board


@pytest.mark.parametrize(
    ("before", "after", "passed"),
    [(5, 6, 1), (5, 7, 1), (6, 7, 0), (4, 5, 0), (11, 12, 1), (10, 14, 1), (12, 13, 0), (5, 12, 2), (0, 30, 2)],
)
def test_aq_7_reaching_and_passing_count_and_leaving_does_not(before: int, after: int, passed: int) -> None:
    assert passed_places(SMALL_BOARD, before, after) == passed


def test_aq_7_steps_go_on_past_the_end_of_the_path() -> None:
    state, _ = laid(asked(table(5, positions=(24, 24, 30, 0, 0))), "1A", "2A TRIPLE", "3B", "4B")

    assert state.positions == (26, 25, 33, 0, 0)
    assert (LARGE_BOARD.path, state.phase) == (24, Asking())


ON_BOARD: dict[str, object] = {
    "kickers": ((), ("TOUGH",), BOTH, BOTH, BOTH),
    "board_kickers": (BOTH, ("TRIPLE",), (), (), ()),
}


def test_aq_7_who_reaches_the_lake_may_take_back_a_kicker_also_the_one_just_used() -> None:
    before = asked(table(5, positions=(0, 0, 7, 0, 0)))

    state, events = laid(before, "1A", "3A", "4A", "2A TOUGH")

    assert state.phase == TakingKickers((0, 0, 1, 0, 0), "PATH")
    assert rules.legal_moves(state, 2) == (TakeKicker("TOUGH"), SkipKicker())
    assert (len(events), len(state.hands[0])) == (3, 3)
    state, events = play(state, 2, TakeKicker("TOUGH"))
    assert (state.kickers[2], state.board_kickers[2]) == (BOTH, ())
    assert events == (KickerTaken(2, "TOUGH"), CardsDrawn(0, 2))
    assert (state.phase, state.asker) == (Asking(), 1)


def test_aq_7_passing_the_meadow_gives_a_choice_of_the_kickers_lying_there() -> None:
    before = asked(table(5, positions=(15, 0, 0, 0, 0), **ON_BOARD))

    state, _ = laid(before, "1A", "2B", "3B", "4A")

    assert (state.positions[0], state.phase) == (17, TakingKickers((1, 0, 0, 0, 0), "PATH"))
    assert rules.legal_moves(state, 0) == (TakeKicker("TRIPLE"), TakeKicker("TOUGH"), SkipKicker())
    state, _ = play(state, 0, TakeKicker("TOUGH"))
    assert (state.kickers[0], state.board_kickers[0]) == (("TOUGH",), ("TRIPLE",))


def test_aq_7_with_nothing_on_the_board_lake_and_meadow_have_no_effect() -> None:
    state, _ = laid(asked(table(5, positions=(0, 7, 7, 15, 0))), "1A", "2A", "3A", "4A")

    assert (state.positions, state.phase) == ((0, 8, 8, 16, 1), Asking())


def test_aq_7_several_may_take_at_once_in_any_order() -> None:
    before, _ = laid(asked(table(5, positions=(7, 7, 0, 0, 0), **ON_BOARD)), "1A", "2B", "3A", "4A")

    assert before.phase == TakingKickers((1, 1, 0, 0, 0), "PATH")
    one, events = play(before, 1, TakeKicker("TRIPLE"))
    assert rules.to_move(one) == {0}
    assert events == (KickerTaken(1, "TRIPLE"),)
    one, _ = play(one, 0, TakeKicker("TRIPLE"))
    other, _ = play(before, 0, TakeKicker("TRIPLE"))
    other, _ = play(other, 1, TakeKicker("TRIPLE"))
    assert one == other
    assert (one.kickers[:2], one.phase) == ((("TRIPLE",), BOTH), Asking())


def test_aq_7_whoever_passed_both_takes_one_for_each() -> None:
    state = table(phase=TakingKickers((2, 0, 0), "PATH"), kickers=((), BOTH, BOTH), board_kickers=(BOTH, (), ()))

    state, _ = play(state, 0, TakeKicker("TOUGH"))
    assert (state.phase, rules.legal_moves(state, 0)) == (
        TakingKickers((1, 0, 0), "PATH"),
        (TakeKicker("TRIPLE"), SkipKicker()),
    )
    state, _ = play(state, 0, TakeKicker("TRIPLE"))

    assert (state.kickers[0], state.phase) == (BOTH, Asking())


def test_aq_7_whoever_passed_both_with_one_on_the_board_takes_one() -> None:
    before = table(
        5, positions=(7, 0, 0, 0, 0), kickers=(("TRIPLE",), *(BOTH,) * 4), board_kickers=(("TOUGH",), *((),) * 4)
    )

    state, _ = offer_kickers(before, TakingKickers((2, 0, 0, 0, 0), "PATH"), DECK)

    assert state.phase == TakingKickers((1, 0, 0, 0, 0), "PATH")


def test_aq_7_a_kicker_may_be_left_on_the_board() -> None:
    before, _ = laid(asked(table(5, positions=(7, 0, 0, 0, 0), **ON_BOARD)), "1A", "2B", "3A", "4A")

    state, events = play(before, 0, SkipKicker())

    assert (state.kickers[0], state.board_kickers[0], state.phase) == ((), BOTH, Asking())
    assert events == (KickerLeft(0), CardsDrawn(0, 2))


def test_aq_7_a_kicker_that_does_not_lie_there_cannot_be_taken() -> None:
    state = table(board_kickers=(("TOUGH",), (), ()), phase=TakingKickers((1, 0, 0), "PATH"))

    assert_refused(state, TakeKicker("TRIPLE"), "AQ-7", "You have no such kicker on the board.")


def test_aq_8_the_two_cards_are_discarded_and_the_asker_draws_two() -> None:
    state, events = laid(asked(table()), "1A", "2A")

    assert ids(state.hands[0]) == ["food-03", "food-04", "food-05", "food-10", "food-11"]
    assert state.draw_pile == ("food-12", "food-13")
    assert [len(cards) for cards in state.hands] == [5, 5, 5]
    assert events[-1] == CardsDrawn(0, 2)


# Fewer players


@pytest.mark.parametrize(
    ("choices", "expected"),
    [
        (("1A", "2A TOUGH", "3B"), (1, 1, 3, 0)),
        (("1A", "2B TOUGH", "3B"), (2, 1, 2, 0)),
        (("1A", "2B TOUGH", "3A"), (1, 1, 0, 1)),
        (("1A", "2B TOUGH", "3B TOUGH"), (2, 1, 2, 2)),
        (("1A", "2A TOUGH", "3A TRIPLE"), (0, 1, 1, 3)),
    ],
)
def test_aq_9_among_four_the_tough_kicker_counts_double(choices: tuple[str, ...], expected: tuple[int, ...]) -> None:
    assert steps(asked(table(4)), *choices) == expected


def test_aq_10_among_three_a_tough_kicker_is_shown_and_the_asker_guesses_before_the_reveal() -> None:
    state, events = laid(asked(table()), "2A TOUGH", "1B")

    laid_down = (None, LaidDown("B"), LaidDown("A", "TOUGH"))
    assert events == (Chosen(1), AllChosen(2))
    assert state.phase == AskerGuessing(question_on(state), laid_down, kicker_of=2)
    assert (state.positions, state.results) == ((0, 0, 0), ())
    assert rules.to_move(state) == {0}
    assert rules.legal_moves(state, 0) == (AskerGuess("A"), AskerGuess("B"))


@pytest.mark.parametrize(
    ("guess", "asker_guess", "expected"),
    [
        ("2A TOUGH", "A", (0, 1, 1)),
        ("2A TOUGH", "B", (0, 1, 3)),
        ("2B TOUGH", "A", (1, 1, 0)),
        ("2B TOUGH", "B", (1, 1, 2)),
    ],
)
def test_aq_10_a_wrong_asker_gives_the_owner_two_and_gains_nothing_himself_right_or_wrong(
    guess: str, asker_guess: Side, expected: tuple[int, ...]
) -> None:
    """The answer is A; the asker's step for the guesser's own miss stays."""
    before, _ = laid(asked(table()), "1A", guess)

    state, events = play(before, 0, AskerGuess(asker_guess))

    assert revealed(events).result.steps == expected
    assert (state.results[0].asker_guess, state.positions) == (asker_guess, expected)
    assert (state.board_kickers[2], state.phase) == (("TOUGH",), Asking())


@pytest.mark.parametrize("guess", ["2A", "2A TRIPLE"])
def test_aq_10_without_a_tough_kicker_the_asker_does_not_guess(guess: str) -> None:
    state, events = laid(asked(table()), "1A", guess)

    assert all_chosen(events) == AllChosen(None)
    assert (state.results[0].asker_guess, state.phase) == (None, Asking())


def test_aq_10_among_four_the_asker_never_guesses() -> None:
    state, events = laid(asked(table(4)), "1A", "2A TOUGH", "3A TOUGH")

    assert all_chosen(events) == AllChosen(None)
    assert state.phase == Asking()


# The end


def test_aq_11_when_the_last_two_cards_are_drawn_the_last_round_begins_on_the_left() -> None:
    before = asked(
        table(draw_pile=("food-12", "food-13"), asker=1, results=()), Ask("RED", "nature-01", "nature-02", 0)
    )

    state, events = laid(before, "0A", "2A")

    assert events[-2:] == (CardsDrawn(1, 0), LastRoundBegan(2))
    assert (state.phase, state.asker, state.to_ask) == (Asking(), 2, (0, 1))
    assert ids(state.hands[1])[-2:] == ["food-12", "food-13"]


def test_aq_11_at_its_start_everyone_may_take_back_one_kicker() -> None:
    before = asked(
        table(
            draw_pile=("food-12", "food-13"),
            kickers=((), BOTH, ("TOUGH",)),
            board_kickers=(BOTH, (), ("TRIPLE",)),
        )
    )

    state, _ = laid(before, "1A", "2A")

    assert state.phase == TakingKickers((1, 0, 1), "LAST_ROUND")
    state, events = play(state, 0, TakeKicker("TRIPLE"))
    assert rules.to_move(state) == {2}
    assert events == (KickerTaken(0, "TRIPLE"),)
    state, events = play(state, 2, SkipKicker())
    assert events == (KickerLeft(2),)
    assert (state.kickers, state.phase, state.asker) == ((("TRIPLE",), BOTH, ("TOUGH",)), Asking(), 1)


def test_aq_11_who_has_just_reached_the_lake_takes_one_for_it_and_one_for_the_last_round() -> None:
    before = asked(
        table(
            draw_pile=("food-12", "food-13"),
            positions=(0, 5, 0),
            kickers=(BOTH, (), BOTH),
            board_kickers=((), BOTH, ()),
        )
    )

    state, _ = laid(before, "1A", "2A")
    assert state.phase == TakingKickers((0, 1, 0), "PATH")
    state, events = play(state, 1, TakeKicker("TRIPLE"))
    assert state.phase == TakingKickers((0, 1, 0), "LAST_ROUND")
    assert events == (KickerTaken(1, "TRIPLE"), CardsDrawn(0, 0), LastRoundBegan(1))
    state, _ = play(state, 1, TakeKicker("TOUGH"))

    assert (state.kickers[1], state.phase) == (BOTH, Asking())


def test_aq_11_in_the_last_round_everyone_asks_once_more_and_draws_no_cards() -> None:
    state = table(draw_pile=(), asker=1, to_ask=(2, 0))
    askers = []
    while not isinstance(state.phase, Over):
        askers.append(state.asker)
        state, _ = play(state, state.asker, rules.legal_moves(state, state.asker)[0])
        while isinstance(state.phase, Choosing):
            seat = min(rules.to_move(state))
            state, events = play(state, seat, rules.legal_moves(state, seat)[0])
        assert not any(isinstance(event, CardsDrawn) for event in events)

    assert askers == [1, 2, 0]
    assert [len(cards) for cards in state.hands] == [3, 3, 3]
    assert state.phase == Over("LAST_ROUND_PLAYED")


def test_aq_12_the_farthest_squirrel_wins() -> None:
    state = asked(table(4, draw_pile=(), to_ask=(), positions=(3, 9, 5, 20)))

    state, _ = laid(state, "1A", "2A", "3B")

    assert rules.outcome(state) == Outcome((4, 2, 3, 1), (4, 10, 6, 20), "LAST_ROUND_PLAYED")


def test_aq_12_ties_share_the_win() -> None:
    state = asked(table(4, draw_pile=(), to_ask=(), positions=(3, 9, 9, 2)))

    state, _ = laid(state, "1A", "2A", "3A")

    assert rules.outcome(state) == Outcome((3, 1, 1, 3), (3, 10, 10, 3), "LAST_ROUND_PLAYED")


# Clocks


def test_aq_13_asking_has_90_seconds_choosing_45_and_kickers_20() -> None:
    guessing, _ = laid(asked(table()), "1A", "2A TOUGH")
    taking = table(board_kickers=(("TOUGH",), (), ()), phase=TakingKickers((1, 0, 0), "PATH"))

    timers = [rules.timer(state) for state in (table(), asked(table()), guessing, taking)]

    assert [timer and timer.seconds for timer in timers] == [90, 45, 45, 20]
    assert rules.timer(table(phase=Over("LAST_ROUND_PLAYED"))) is None


def test_all_4_each_clock_can_be_set_or_switched_off() -> None:
    options = Options(ask_seconds=5, answer_seconds=0, kicker_seconds=600)
    rules.check_options(options)
    taking = table(options=options, board_kickers=(("TOUGH",), (), ()), phase=TakingKickers((1, 0, 0), "PATH"))

    timers = [rules.timer(state) for state in (table(options=options), asked(table(options=options)), taking)]

    assert [timer and timer.seconds for timer in timers] == [5, None, 600]


def test_all_4_one_clock_runs_for_all_choices_of_a_question_and_every_other_wait_has_its_own() -> None:
    state, keys = table(), []
    for choices in (("1A", "2A TOUGH"), ("0A", "2B")):
        keys.append(rules.timer(state))
        state = asked(
            state, Ask("BLUE", state.hands[state.asker][0].id, state.hands[state.asker][1].id, int(choices[0][0]))
        )
        clock = rules.timer(state)
        one, _ = laid(state, choices[0])
        assert rules.timer(one) == clock
        keys.append(clock)
        state, _ = laid(one, choices[1])
        if isinstance(state.phase, AskerGuessing):
            keys.append(rules.timer(state))
            state, _ = play(state, 0, AskerGuess("A"))

    assert len({timer.key for timer in keys if timer}) == len(keys) == 5


@pytest.mark.parametrize("field", ["ask_seconds", "answer_seconds", "kicker_seconds"])
@pytest.mark.parametrize("seconds", [-1, 1, 4, 601])
def test_all_4_other_clocks_are_refused(field: str, seconds: int) -> None:
    with pytest.raises(BadOption) as refusal:
        rules.check_options(replace(Options(), **{field: seconds}))

    assert (refusal.value.field, refusal.value.message) == (field, SECONDS)


@pytest.mark.parametrize("seat", [-1, 6])
def test_aq_1_a_first_seat_that_no_table_has_is_refused(seat: int) -> None:
    rules.check_options(Options(first_seat=0))
    rules.check_options(Options(first_seat=5))

    with pytest.raises(BadOption) as refusal:
        rules.check_options(Options(first_seat=seat))

    assert refusal.value.field == "first_seat"
    assert refusal.value.message == "The first seat is one of 0 to 5, or null to draw lots."


def test_aq_13_on_time_out_a_question_drawn_by_lot_is_asked() -> None:
    questions = {rules.time_up(table(), DECK, Random(seed))[1] for seed in range(2000)}

    kinds = Counter(event.question.kind for (event,) in questions if isinstance(event, Asked))
    assert kinds == {"BLUE": 40, "GREEN": 40, "RED": 40}


def test_aq_13_on_time_out_the_missing_choices_are_drawn_without_kickers_and_those_made_stay() -> None:
    before, _ = laid(asked(table(5)), "3B TRIPLE")

    results = {rules.time_up(before, DECK, Random(seed))[0].results[0] for seed in range(100)}

    assert {(result.answer, result.guesses[0].choice, result.guesses[2].choice) for result in results} == {
        (answer, second, fourth) for answer in "AB" for second in "AB" for fourth in "AB"
    }
    assert {result.guesses[1] for result in results} == {GuessMade(3, "B", "TRIPLE")}
    assert {guess.kicker for result in results for guess in result.guesses if guess.seat != 3} == {None}


def test_aq_13_the_choices_made_by_the_clock_are_told_like_any_other() -> None:
    before, _ = laid(asked(table(5)), "3B")

    _, events = rules.time_up(before, DECK, Random(1))

    assert events[:4] == (Chosen(1), Chosen(2), Chosen(4), AllChosen(None))


def test_aq_13_on_time_out_the_asker_guesses_by_lot() -> None:
    before, _ = laid(asked(table()), "1A", "2A TOUGH")

    assert {rules.time_up(before, DECK, Random(seed))[0].results[0].asker_guess for seed in range(30)} == {"A", "B"}


def test_aq_13_on_time_out_the_triple_kicker_is_taken_if_it_lies_there_else_the_tough_one() -> None:
    before = table(
        phase=TakingKickers((1, 1, 0), "PATH"),
        kickers=((), ("TRIPLE",), BOTH),
        board_kickers=(BOTH, ("TOUGH",), ()),
    )

    state, events = rules.time_up(before, DECK, Random(1))

    assert events == (KickerTaken(0, "TRIPLE"), KickerTaken(1, "TOUGH"), CardsDrawn(0, 2))
    assert state.kickers == (("TRIPLE",), BOTH, BOTH)


def test_aq_13_on_time_out_at_the_lake_the_last_rounds_kickers_still_wait_for_their_owners() -> None:
    before = table(
        phase=TakingKickers((1, 0, 0), "PATH"),
        draw_pile=("food-12", "food-13"),
        kickers=((), BOTH, BOTH),
        board_kickers=(BOTH, (), ()),
    )

    state, _ = rules.time_up(before, DECK, Random(1))

    assert state.phase == TakingKickers((1, 0, 0), "LAST_ROUND")
    assert rules.timer(state) != rules.timer(before)


def test_the_pile_is_drawn_from_the_top_in_its_order() -> None:
    state = table(4, hands=tuple(hand() for _ in range(4)), draw_pile=("work-01", "road-01", "home-01", "play-01"))

    drawn, _ = offer_kickers(state, TakingKickers((0, 0, 0, 0), "PATH"), DECK)

    assert (ids(drawn.hands[0]), drawn.draw_pile) == (["work-01", "road-01"], ("home-01", "play-01"))
