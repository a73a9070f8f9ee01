"""What the GraphQL types of Twenty say: views, moves, labels, events, options."""

import json
from typing import Any

import pytest
import strawberry

from server.games.engine import IllegalMove
from server.games.twenty import rules, schema
from server.games.twenty.rules import Draw, FinishedHand, MakeCount, Options, Over, Pass
from server.games.twenty.schema import (
    PlayingCard,
    Rank,
    Suit,
    TwentyCardDrawn,
    TwentyCountMade,
    TwentyHand,
    TwentyHandDealt,
    TwentyHandEnd,
    TwentyHandEnded,
    TwentyMove,
    TwentyOptions,
    TwentyOptionsInput,
    TwentyPassed,
    TwentySeat,
    TwentyView,
)
from server.games.wording import ENGLISH
from tests.games.twenty.tables import cards, play, table

FOUR_OF_CLUBS = PlayingCard(id=strawberry.ID("4C"), rank=Rank.FOUR, suit=Suit.CLUBS)
TEN_OF_HEARTS = PlayingCard(id=strawberry.ID("10H"), rank=Rank.TEN, suit=Suit.HEARTS)


def test_a_seat_sees_its_own_hand_and_of_the_others_only_how_many_cards() -> None:
    state = table("4C 10H", "9S", "QD KD", count=5, turn=1, played=("10H",), totals=(5, 0, 15))

    assert schema.view(state, 0) == TwentyView(
        count=5,
        turn=1,
        dealer=0,
        hand_number=1,
        target=200,
        is_tie_break=False,
        draw_pile_size=4,
        played=[TEN_OF_HEARTS],
        hand=[FOUR_OF_CLUBS, TEN_OF_HEARTS],
        seats=[
            TwentySeat(seat=0, hand_size=2, total=5),
            TwentySeat(seat=1, hand_size=1, total=0),
            TwentySeat(seat=2, hand_size=2, total=15),
        ],
        hands=[],
    )


def test_all_1_a_view_shows_no_card_of_another_hand_or_of_the_pile() -> None:
    """TW-1: hand sizes and the played pile are public, hands and the order of the pile are not."""
    state = table("4C", "9S 3H", pile="JD 7C", played=("10H",))

    shown = {str(viewer): repr(schema.view(state, viewer)) for viewer in (0, 1, None)}

    assert {
        viewer: [id for id in cards("4C 9S 3H JD 7C 10H") if f"'{id}'" in text] for viewer, text in shown.items()
    } == {
        "0": ["4C", "10H"],
        "1": ["9S", "3H", "10H"],
        "None": ["10H"],
    }


def test_a_spectator_has_no_hand() -> None:
    assert schema.view(table("4C", "9S"), None).hand is None


def test_the_view_lists_finished_hands_and_has_no_turn_when_the_match_is_over() -> None:
    state = table(
        "4C",
        "9S",
        phase=Over("TARGET_REACHED"),
        finished=(FinishedHand("COUNT_OF_20", (5, 95), (5, 95)), FinishedHand("ALL_PASSED", (5, 5), (10, 100))),
    )

    view = schema.view(state, 0)

    assert (view.turn, view.hand_number) == (None, 2)
    assert view.hands == [
        TwentyHand(number=1, reason=TwentyHandEnd.COUNT_OF_20, points=[5, 95], totals=[5, 95]),
        TwentyHand(number=2, reason=TwentyHandEnd.ALL_PASSED, points=[5, 5], totals=[10, 100]),
    ]


MOVES: list[tuple[rules.Move, dict[str, Any], str]] = [
    (Draw(), {"draw": True}, "Draw a card"),
    (MakeCount(("QS",)), {"makeCount": ["QS"]}, "Play Q♠"),
    (MakeCount(("QS", "4H")), {"makeCount": ["QS", "4H"]}, "Play Q♠ and 4♥"),
    (MakeCount(("10D", "QS", "AC")), {"makeCount": ["10D", "QS", "AC"]}, "Play 10♦, Q♠ and A♣"),
    (Pass(), {"pass": True}, "Pass"),
]


@pytest.mark.parametrize(("move", "said", "label"), MOVES)
def test_a_move_is_said_and_labelled(move: rules.Move, said: dict[str, Any], label: str) -> None:
    assert schema.said(move) == said
    assert schema.label(move, ENGLISH) == label


@pytest.mark.parametrize(
    ("said", "move"),
    [
        (TwentyMove(draw=True), Draw()),
        (TwentyMove(make_count=["QS", "4H"]), MakeCount(("QS", "4H"))),
        (TwentyMove(make_count=[]), MakeCount(())),
        (TwentyMove(pass_=True), Pass()),
    ],
)
def test_what_is_said_becomes_a_move(said: TwentyMove, move: rules.Move) -> None:
    assert schema.move(said) == move


@pytest.mark.parametrize("said", [TwentyMove(draw=False), TwentyMove(pass_=False), TwentyMove()])
def test_all_2_saying_no_to_a_move_is_not_a_move(said: TwentyMove) -> None:
    with pytest.raises(IllegalMove) as refusal:
        schema.move(said)

    assert refusal.value.rule == "ALL-2"
    assert refusal.value.message == "Say one move: draw: true, makeCount with your cards, or pass: true."


def test_every_event_has_its_type() -> None:
    dealt = rules.HandDealt(2, dealer=1, starter=0, is_tie_break=True)
    ended = rules.HandEnded(1, "ALL_PASSED", held=(("4C",), ()), points=(5, 0), totals=(5, 0))

    assert schema.event(dealt) == TwentyHandDealt(number=2, dealer=1, starter=0, is_tie_break=True)
    assert schema.event(rules.CardDrawn(1, 9)) == TwentyCardDrawn(seat=1, draw_pile_size=9)
    assert schema.event(rules.CountMade(0, 14, ("4C", "10H"))) == TwentyCountMade(
        seat=0, count=14, cards=[FOUR_OF_CLUBS, TEN_OF_HEARTS]
    )
    assert schema.event(rules.Passed(1)) == TwentyPassed(seat=1)
    assert schema.event(ended) == TwentyHandEnded(
        number=1, reason=TwentyHandEnd.ALL_PASSED, held=[[FOUR_OF_CLUBS], []], points=[5, 0], totals=[5, 0]
    )


def test_all_1_the_event_of_a_draw_does_not_say_which_card() -> None:
    _, events = play(table("4C", "9S", pile="JD 7C"), 0, Draw())

    assert json.dumps([vars(schema.event(happened)) for happened in events]) == '[{"seat": 0, "draw_pile_size": 1}]'


def test_options_left_out_are_the_defaults() -> None:
    assert schema.options(TwentyOptionsInput()) == Options(target=None, turn_seconds=60)
    assert schema.options(TwentyOptionsInput(target=50, turn_seconds=0)) == Options(target=50, turn_seconds=0)


def test_the_target_is_shown_once_the_number_of_players_is_known() -> None:
    """TW-12."""
    assert schema.options_view(Options(), None) == TwentyOptions(target=None, turn_seconds=60)
    assert schema.options_view(Options(), 2) == TwentyOptions(target=100, turn_seconds=60)
    assert schema.options_view(Options(turn_seconds=0), 3) == TwentyOptions(target=200, turn_seconds=0)
    assert schema.options_view(Options(target=70), 3) == TwentyOptions(target=70, turn_seconds=60)
