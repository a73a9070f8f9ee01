"""What the GraphQL types of That's a Question! say: views, moves, labels, events, options."""

from random import Random
from typing import Any

import pytest
import strawberry

from server.games.engine import IllegalMove
from server.games.thats_a_question import records, rules, schema
from server.games.thats_a_question.records import Options, TakingKickers
from server.games.thats_a_question.schema import (
    ThatsAQuestionAllChosen,
    ThatsAQuestionAsk,
    ThatsAQuestionAsked,
    ThatsAQuestionBegan,
    ThatsAQuestionCard,
    ThatsAQuestionCardsDrawn,
    ThatsAQuestionChosen,
    ThatsAQuestionDropped,
    ThatsAQuestionGuess,
    ThatsAQuestionGuessMade,
    ThatsAQuestionKicker,
    ThatsAQuestionKickerLeft,
    ThatsAQuestionKickerTaken,
    ThatsAQuestionKind,
    ThatsAQuestionLaidDown,
    ThatsAQuestionLastRoundBegan,
    ThatsAQuestionMove,
    ThatsAQuestionOptions,
    ThatsAQuestionOptionsInput,
    ThatsAQuestionPlayedCard,
    ThatsAQuestionQuestion,
    ThatsAQuestionResult,
    ThatsAQuestionRevealed,
    ThatsAQuestionSeat,
    ThatsAQuestionSide,
    ThatsAQuestionTakeReason,
    ThatsAQuestionView,
)
from server.games.wording import ENGLISH
from tests.games.thats_a_question.tables import CARDS, DECK, asked, hand, laid, play, question_on, table

A, B = ThatsAQuestionSide.A, ThatsAQuestionSide.B
TRIPLE, TOUGH = ThatsAQuestionKicker.TRIPLE, ThatsAQuestionKicker.TOUGH
BLUE = ThatsAQuestionKind.BLUE


def in_hand(id: str) -> ThatsAQuestionCard:
    card = CARDS[id]
    return ThatsAQuestionCard(id=strawberry.ID(id), blue=card.blue, green=card.green, red=card.red)


def on_board(id: str) -> ThatsAQuestionPlayedCard:
    return ThatsAQuestionPlayedCard(id=strawberry.ID(id), text=CARDS[id].blue)


QUESTION = ThatsAQuestionQuestion(
    number=1, asker=0, answerer=1, kind=BLUE, a=on_board("food-01"), b=on_board("food-02"), acorn_moved=True
)
RESULT = ThatsAQuestionResult(
    question=QUESTION,
    answer=A,
    guesses=[ThatsAQuestionGuessMade(seat=2, choice=B, kicker=TOUGH)],
    asker_guess=B,
    steps=[1, 1, 2],
)


def seat_seen(seat: int, **changes: Any) -> ThatsAQuestionSeat:
    seen: dict[str, Any] = {
        "position": 0,
        "acorns": 1,
        "hand_size": 5,
        "kickers": [TRIPLE, TOUGH],
        "board_kickers": [],
        "has_chosen": False,
        "kickers_to_take": 0,
    }
    return ThatsAQuestionSeat(seat=seat, **(seen | changes))


def test_a_seat_sees_the_table_its_own_hand_and_its_own_choice() -> None:
    state, _ = laid(asked(table(hands=(hand("food-01", "food-02", "food-03"), (), ()))), "1A")

    assert schema.view(state, 1).laid_down == ThatsAQuestionLaidDown(choice=A, kicker=None)
    assert schema.view(state, 0) == ThatsAQuestionView(
        starter=0,
        asker=0,
        question=QUESTION,
        laid_down=None,
        tough_kicker_of=None,
        take_reason=None,
        is_last_round=False,
        still_to_ask=[],
        draw_pile_size=4,
        path=19,
        lake=6,
        meadow=12,
        hand=[in_hand("food-03")],
        seats=[
            seat_seen(0, acorns=2, hand_size=1),
            seat_seen(1, acorns=0, hand_size=0, has_chosen=True),
            seat_seen(2, hand_size=0),
        ],
        results=[],
    )


def test_all_1_a_choice_is_seen_by_who_made_it_alone() -> None:
    """AQ-4: that a seat has chosen is public, what is not."""
    state, _ = laid(asked(table(5)), "2B TRIPLE", "1A", "4A TOUGH")

    seen = {str(viewer): schema.view(state, viewer).laid_down for viewer in (None, 0, 1, 2, 3, 4)}

    assert seen == {
        "None": None,
        "0": None,
        "1": ThatsAQuestionLaidDown(choice=A, kicker=None),
        "2": ThatsAQuestionLaidDown(choice=B, kicker=TRIPLE),
        "3": None,
        "4": ThatsAQuestionLaidDown(choice=A, kicker=TOUGH),
    }
    assert [seat.has_chosen for seat in schema.view(state, None).seats] == [False, True, True, False, True]
    assert {tuple(seat.kickers) for seat in schema.view(state, None).seats} == {(TRIPLE, TOUGH)}


@pytest.mark.parametrize("viewer", [None, 0, 1, 2, 3])
def test_all_1_a_view_is_the_same_whatever_others_have_chosen(viewer: int | None) -> None:
    choices = [
        ("1A", "2A", "3A TOUGH"),
        ("1A", "2A", "3B TRIPLE"),
        ("1A", "2B TRIPLE", "3A"),
        ("1B", "2A TOUGH", "3A"),
    ]
    states = [laid(asked(table(5)), *three)[0] for three in choices]

    views = [schema.view(state, viewer) for state in states]

    own = {1: [0, 1, 2], 2: [0, 1], 3: [2, 3]}.get(viewer or 0, [0, 1, 2, 3])
    assert [views[at] == views[own[0]] for at in own] == [True] * len(own)


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_all_1_a_view_shows_no_card_of_another_hand_or_of_the_pile(viewer: int | None) -> None:
    state = asked(table())
    held = [*CARDS] if viewer is None else [id for id in CARDS if id not in {card.id for card in state.hands[viewer]}]
    on_table = {"food-01", "food-02"}

    shown = repr(schema.view(state, viewer))

    assert [id for id in held if f"'{id}'" in shown] == [id for id in held if id in on_table]


def test_aq_10_a_tough_kicker_among_three_is_shown_before_the_reveal_and_nothing_else() -> None:
    states = [laid(asked(table()), answer, guess)[0] for answer in ("1A", "1B") for guess in ("2A TOUGH", "2B TOUGH")]

    seen = [schema.view(state, viewer) for state in states for viewer in (None, 0)]

    assert [view.tough_kicker_of for view in seen] == [2] * 8
    assert [view.laid_down for view in seen] == [None] * 8
    assert [seen[at] == seen[at % 2] for at in range(8)] == [True] * 8
    assert schema.view(states[1], 2).laid_down == ThatsAQuestionLaidDown(choice=B, kicker=TOUGH)


def test_a_result_is_shown_to_all_once_everything_is_turned_over() -> None:
    state, _ = laid(asked(table()), "1A", "2B TOUGH")
    state, _ = play(state, 0, records.AskerGuess("B"))

    for viewer in (None, 0, 1, 2):
        view = schema.view(state, viewer)
        assert view.results == [RESULT]
        assert (view.question, view.laid_down, view.tough_kicker_of) == (None, None, None)


def test_a_view_tells_who_may_take_kickers_and_why() -> None:
    state = table(
        phase=TakingKickers((0, 1, 0), "LAST_ROUND"),
        to_ask=(1, 2, 0),
        board_kickers=((), ("TOUGH",), ()),
        kickers=(("TRIPLE", "TOUGH"), ("TRIPLE",), ("TRIPLE", "TOUGH")),
    )

    view = schema.view(state, None)

    assert view.take_reason is ThatsAQuestionTakeReason.LAST_ROUND
    assert (view.is_last_round, view.still_to_ask) == (True, [1, 2, 0])
    assert view.seats[1] == seat_seen(1, kickers=[TRIPLE], board_kickers=[TOUGH], kickers_to_take=1)


def test_a_spectator_has_no_hand_and_nobody_is_in_turn_when_the_match_is_over() -> None:
    over = table(5, phase=records.Over("LAST_ROUND_PLAYED"))

    assert schema.view(over, None).hand is None
    assert schema.view(over, 0).asker is None
    assert (schema.view(over, 0).path, schema.view(over, 0).lake, schema.view(over, 0).meadow) == (24, 8, 16)


MOVES: list[tuple[rules.Move, dict[str, Any], str]] = [
    (
        records.Ask("BLUE", "food-01", "work-02", 2),
        {"ask": {"kind": "BLUE", "cardA": "food-01", "cardB": "work-02", "answerer": 2}},
        "Ask seat 2 which they would choose: A food-01, B work-02",
    ),
    (
        records.Ask("GREEN", "food-01", "work-02", 0),
        {"ask": {"kind": "GREEN", "cardA": "food-01", "cardB": "work-02", "answerer": 0}},
        "Ask seat 0 which they would miss more: A food-01, B work-02",
    ),
    (
        records.Ask("RED", "food-01", "work-02", 1),
        {"ask": {"kind": "RED", "cardA": "food-01", "cardB": "work-02", "answerer": 1}},
        "Ask seat 1 who is worse: A food-01, B work-02",
    ),
    (records.Answer("B"), {"answer": "B"}, "Answer B"),
    (records.Guess("A"), {"guess": {"choice": "A", "kicker": None}}, "Guess A"),
    (
        records.Guess("B", "TRIPLE"),
        {"guess": {"choice": "B", "kicker": "TRIPLE"}},
        "Guess B with the triple kicker",
    ),
    (
        records.Guess("B", "TOUGH"),
        {"guess": {"choice": "B", "kicker": "TOUGH"}},
        "Guess B with the tough question kicker",
    ),
    (records.AskerGuess("A"), {"askerGuess": "A"}, "Guess A"),
    (records.TakeKicker("TOUGH"), {"takeKicker": "TOUGH"}, "Take back the tough question kicker"),
    (records.SkipKicker(), {"skipKicker": True}, "Leave the kickers on the board"),
]


@pytest.mark.parametrize(("move", "said", "label"), MOVES)
def test_a_move_is_said_and_labelled(move: rules.Move, said: dict[str, Any], label: str) -> None:
    assert schema.said(move) == said
    assert schema.label(move, ENGLISH) == label


@pytest.mark.parametrize(
    ("said", "move"),
    [
        (
            ThatsAQuestionMove(
                ask=ThatsAQuestionAsk(
                    kind=ThatsAQuestionKind.RED,
                    card_a=strawberry.ID("food-01"),
                    card_b=strawberry.ID("food-02"),
                    answerer=1,
                )
            ),
            records.Ask("RED", "food-01", "food-02", 1),
        ),
        (ThatsAQuestionMove(answer=A), records.Answer("A")),
        (ThatsAQuestionMove(guess=ThatsAQuestionGuess(choice=B)), records.Guess("B")),
        (ThatsAQuestionMove(guess=ThatsAQuestionGuess(choice=B, kicker=TOUGH)), records.Guess("B", "TOUGH")),
        (ThatsAQuestionMove(asker_guess=B), records.AskerGuess("B")),
        (ThatsAQuestionMove(take_kicker=TRIPLE), records.TakeKicker("TRIPLE")),
        (ThatsAQuestionMove(skip_kicker=True), records.SkipKicker()),
    ],
)
def test_what_is_said_becomes_a_move(said: ThatsAQuestionMove, move: rules.Move) -> None:
    assert schema.move(said) == move


@pytest.mark.parametrize("said", [ThatsAQuestionMove(skip_kicker=False), ThatsAQuestionMove()])
def test_all_2_saying_no_to_a_move_is_not_a_move(said: ThatsAQuestionMove) -> None:
    with pytest.raises(IllegalMove) as refusal:
        schema.move(said)

    assert refusal.value.rule == "ALL-2"
    assert refusal.value.message == ("Say one move: ask, answer, guess, askerGuess, takeKicker, or skipKicker: true.")


def test_every_event_has_its_type() -> None:
    state, _ = laid(asked(table()), "1A", "2B TOUGH")
    result = records.Result(question_on(state), "A", (records.GuessMade(2, "B", "TOUGH"),), "B", (1, 1, 2))

    assert [
        schema.event(happened)
        for happened in (
            records.Began(0, (1, 1, 2), 24),
            records.Asked(question_on(state)),
            records.Chosen(2),
            records.AllChosen(2),
            records.Revealed(result, (1, 1, 2)),
            records.KickerTaken(1, "TRIPLE"),
            records.KickerLeft(1),
            records.CardsDrawn(0, 22),
            records.QuestionDropped(3),
            records.LastRoundBegan(1),
        )
    ] == [
        ThatsAQuestionBegan(starter=0, acorns=[1, 1, 2], draw_pile_size=24),
        ThatsAQuestionAsked(question=QUESTION),
        ThatsAQuestionChosen(seat=2),
        ThatsAQuestionAllChosen(tough_kicker_of=2),
        ThatsAQuestionRevealed(result=RESULT, positions=[1, 1, 2]),
        ThatsAQuestionKickerTaken(seat=1, kicker=TRIPLE),
        ThatsAQuestionKickerLeft(seat=1),
        ThatsAQuestionCardsDrawn(seat=0, draw_pile_size=22),
        ThatsAQuestionDropped(number=3),
        ThatsAQuestionLastRoundBegan(starter=1),
    ]


def test_all_1_the_events_of_the_clock_before_the_reveal_do_not_tell_what_was_chosen() -> None:
    """AQ-13: what was laid down before, and what the clock lays down, shows only after everyone has chosen."""
    told = set()
    for choice in ("3A", "3B TRIPLE", "3B TOUGH"):
        before, _ = laid(asked(table(5)), choice)
        for seed in range(20):
            _, events = rules.time_up(before, DECK, Random(seed))
            told.add(repr([schema.event(happened) for happened in events[:4]]))

    assert len(told) == 1


def test_options_left_out_are_the_defaults() -> None:
    given = ThatsAQuestionOptionsInput(ask_seconds=0, kicker_seconds=30, first_seat=0)

    assert schema.options(ThatsAQuestionOptionsInput()) == Options(90, 45, 20, None)
    assert schema.options(given) == Options(0, 45, 30, 0)


@pytest.mark.parametrize("seats", [None, 3])
def test_options_are_shown_as_they_are(seats: int | None) -> None:
    assert schema.options_view(Options(0, 45, 30, 2), seats) == ThatsAQuestionOptions(
        ask_seconds=0, answer_seconds=45, kicker_seconds=30, first_seat=2
    )
