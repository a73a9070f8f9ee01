"""What the GraphQL types of Smarty Party! say: views, moves, labels, events, options."""

from typing import Any

import pytest
import strawberry

from server.games.answers import Strictness, Verdict
from server.games.engine import IllegalMove, replace
from server.games.judging_types import AnswerJudging, AnswerStrictness, AnswerVerdict
from server.games.rulings import Judging
from server.games.smarty_party import records, rules, schema, types
from server.games.smarty_party.records import (
    ChooseStart,
    Name,
    Options,
    Over,
    Pass,
    PlaceWager,
    Rule,
    StartTimer,
    Wager,
    Wagering,
)
from server.games.smarty_party.types import (
    SmartyPartyGuess,
    SmartyPartyGuessResult,
    SmartyPartyItem,
    SmartyPartyListItem,
    SmartyPartyMove,
    SmartyPartyOnTable,
    SmartyPartyOptions,
    SmartyPartyOptionsInput,
    SmartyPartyRound,
    SmartyPartyRoundEnd,
    SmartyPartyRuling,
    SmartyPartySeat,
    SmartyPartyView,
    SmartyPartyWager,
)
from server.games.wording import ENGLISH
from tests.games.smarty_party.tables import TREES, after, names, play, table, taken


def test_a_view_shows_topic_counts_chips_pants_and_the_guess_on_the_table() -> None:
    """SP-1, SP-7."""
    state = after(table(5, 6, 7), *names("cherry", "hammer", "pitaya"), (0, StartTimer()))

    assert schema.view(state, 2) == SmartyPartyView(
        track=20,
        number=1,
        reader=0,
        topic="Fruit in the bowl",
        item_count=7,
        wager_number=4,
        wager=SmartyPartyWager.YES,
        is_tie_break=False,
        turn=2,
        is_timed=True,
        found_count=2,
        chips_left=[2, 2, 1, 1, 1, 1],
        on_table=SmartyPartyOnTable(
            seat=1, text="pitaya", result=SmartyPartyGuessResult.RIGHT, item="Dragon fruit", smiley=True
        ),
        review=None,
        items=None,
        remembered=None,
        seats=[
            SmartyPartySeat(seat=0, position=5, chips=[], has_pants=False, is_guessing=False),
            SmartyPartySeat(seat=1, position=5, chips=[], has_pants=True, is_guessing=True),
            SmartyPartySeat(seat=2, position=7, chips=[3], has_pants=False, is_guessing=True),
        ],
        last_round=None,
    )


def test_the_readers_view_has_the_list_and_what_has_been_found_of_it() -> None:
    state = after(table(5, 6, 7, card=TREES), *names("pine"))

    assert schema.view(state, 0).items == [
        SmartyPartyListItem(text="Oak", aliases=[], smiley=False, found_by=None),
        SmartyPartyListItem(text="Pine", aliases=[], smiley=False, found_by=1),
        SmartyPartyListItem(text="Beech", aliases=[], smiley=False, found_by=None),
        SmartyPartyListItem(text="Willow", aliases=[], smiley=True, found_by=None),
    ]


def test_while_people_rule_on_a_guess_it_has_no_result() -> None:
    state = after(table(5, 6, 7, options=Options()), (1, Name("fig")))

    view = schema.view(state, 2)

    assert view.on_table == SmartyPartyOnTable(seat=1, text="fig", result=None, item=None, smiley=False)
    assert (view.turn, view.found_count) == (1, 0)


def test_nobody_is_in_turn_before_the_first_guess_and_after_the_match() -> None:
    for phase in (Wagering(), Over("TIE_SHARED")):
        assert schema.view(replace(table(5, 6, 7), phase=phase), 1).turn is None


ROUND = SmartyPartyRound(
    number=1,
    card=strawberry.ID("trees"),
    topic="Trees in the park",
    reader=0,
    wager_number=2,
    wager=SmartyPartyWager.YES,
    wager_won=False,
    is_tie_break=False,
    ended_by=SmartyPartyRoundEnd.LAST_CHIP,
    items=[
        SmartyPartyItem(text="Oak", smiley=False, found_by=None),
        SmartyPartyItem(text="Pine", smiley=False, found_by=1),
        SmartyPartyItem(text="Beech", smiley=False, found_by=None),
        SmartyPartyItem(text="Willow", smiley=True, found_by=None),
    ],
    guesses=[
        SmartyPartyGuess(
            seat=1,
            text="conifer",
            item="Pine",
            verdict=AnswerVerdict.WRONG,
            overruled_by=AnswerJudging.READER,
            accepted_by=[0],
            rejected_by=[],
        ),
        SmartyPartyGuess(
            seat=2,
            text="hammer",
            item=None,
            verdict=AnswerVerdict.WRONG,
            overruled_by=None,
            accepted_by=[],
            rejected_by=[0],
        ),
    ],
    repeats=0,
    chips=[[], [3, 1], [2, 2, 1, 1, 1]],
    pants=1,
    thrown_out=3,
    steps=[1, 1, 7],
    positions=[6, 7, 14],
)


def finished() -> tuple[rules.State, tuple[rules.Event, ...]]:
    """Return the end of a round and its events."""
    state = table(5, 6, 7, card=TREES, options=Options(), **taken((), (3, 1), (2, 2, 1, 1)))
    state = after(state, (1, Name("conifer")), (0, Rule(True, "Pine")), (2, Name("hammer")))
    return play(state, 0, Rule(False))


def test_a_finished_round_is_shown_whole_in_its_event_and_the_next_views() -> None:
    state, events = finished()

    assert schema.event(events[1]) == types.SmartyPartyRoundEnded(round=ROUND)
    assert [schema.view(state, viewer).last_round for viewer in (None, 1)] == [ROUND, ROUND]


MOVES: list[tuple[rules.Move, dict[str, Any], str]] = [
    (PlaceWager(Wager.YES), {"wager": "YES"}, "Wager YES: they will find enough"),
    (PlaceWager(Wager.NO), {"wager": "NO"}, "Wager NO: they will find fewer"),
    (ChooseStart(2), {"chooseStart": 2}, "Let seat 2 begin"),
    (Name(""), {"name": ""}, "Name an item"),
    (Name("Fig"), {"name": "Fig"}, "Name “Fig”"),
    (Pass(), {"pass": True}, "Pass and take a chip"),
    (StartTimer(), {"startTimer": True}, "Start the timer"),
    (Rule(True, "Fig"), {"rule": {"correct": True, "item": "Fig"}}, "Right: Fig"),
    (Rule(True), {"rule": {"correct": True, "item": None}}, "Right"),
    (Rule(False), {"rule": {"correct": False, "item": None}}, "Wrong"),
]


@pytest.mark.parametrize(("move", "said", "label"), MOVES)
def test_a_move_is_said_and_labelled(move: rules.Move, said: dict[str, Any], label: str) -> None:
    assert schema.said(move) == said
    assert schema.label(move, ENGLISH) == label


@pytest.mark.parametrize(
    ("said", "move"),
    [
        (SmartyPartyMove(wager=SmartyPartyWager.NO), PlaceWager(Wager.NO)),
        (SmartyPartyMove(choose_start=0), ChooseStart(0)),
        (SmartyPartyMove(name=""), Name("")),
        (SmartyPartyMove(name="Fig"), Name("Fig")),
        (SmartyPartyMove(pass_=True), Pass()),
        (SmartyPartyMove(start_timer=True), StartTimer()),
        (SmartyPartyMove(rule=SmartyPartyRuling(correct=True, item="Fig")), Rule(True, "Fig")),
        (SmartyPartyMove(rule=SmartyPartyRuling(correct=False)), Rule(False)),
    ],
)
def test_what_is_said_becomes_a_move(said: SmartyPartyMove, move: rules.Move) -> None:
    assert schema.move(said) == move


@pytest.mark.parametrize("said", [SmartyPartyMove(pass_=False), SmartyPartyMove(start_timer=False), SmartyPartyMove()])
def test_all_2_saying_no_to_a_move_is_not_a_move(said: SmartyPartyMove) -> None:
    with pytest.raises(IllegalMove) as refusal:
        schema.move(said)

    assert (refusal.value.rule, refusal.value.message) == (
        "ALL-2",
        "Say one move: wager, chooseStart, name, pass: true, startTimer: true, or rule.",
    )


EVENTS: list[tuple[rules.Event, Any]] = [
    (
        records.RoundBegan(2, 1, "Trees", 4, 2, (0, 2), is_tie_break=True),
        types.SmartyPartyRoundBegan(
            number=2, reader=1, topic="Trees", item_count=4, wager_number=2, guessers=[0, 2], is_tie_break=True
        ),
    ),
    (records.Wagered(1, Wager.YES), types.SmartyPartyWagered(reader=1, wager=SmartyPartyWager.YES)),
    (records.StartChosen(1, 2), types.SmartyPartyStartChosen(reader=1, starter=2)),
    (records.TimerStarted(2, by=None), types.SmartyPartyTimerStarted(seat=2, by=None)),
    (records.GuessNamed(2), types.SmartyPartyGuessNamed(seat=2)),
    (
        records.GuessMade(2, records.Result.WRONG, False, 3, 7, 1, (2, 2)),
        types.SmartyPartyGuessMade(
            seat=2,
            result=SmartyPartyGuessResult.WRONG,
            smiley=False,
            chip=3,
            position=7,
            found_count=1,
            chips_left=[2, 2],
        ),
    ),
    (records.GuessDropped(2), types.SmartyPartyGuessDropped(seat=2)),
    (records.RoundDropped(3), types.SmartyPartyRoundDropped(number=3)),
    (records.TieBreakBegan((0, 2)), types.SmartyPartyTieBreakBegan(contenders=[0, 2])),
]


@pytest.mark.parametrize(("happened", "event"), EVENTS)
def test_every_event_has_its_type(happened: rules.Event, event: Any) -> None:
    assert schema.event(happened) == event


def test_options_left_out_are_the_defaults() -> None:
    """SP-5: the Reader judges by default. SP-16: the clocks."""
    assert schema.options(SmartyPartyOptionsInput()) == Options()
    assert schema.options(
        SmartyPartyOptionsInput(
            track=15,
            judging=AnswerJudging.AUTOMATIC,
            strictness=AnswerStrictness.STRICT,
            memory_aid=True,
            first_reader=0,
            guess_seconds=0,
        )
    ) == Options(
        track=15,
        judging=Judging.AUTOMATIC,
        strictness=Strictness.STRICT,
        memory_aid=True,
        first_reader=0,
        guess_seconds=0,
    )


def test_options_are_shown() -> None:
    assert schema.options_view(Options(), None) == SmartyPartyOptions(
        track=20,
        judging=AnswerJudging.READER,
        strictness=AnswerStrictness.LENIENT,
        memory_aid=False,
        first_reader=None,
        wager_seconds=45,
        guess_seconds=20,
        timer_seconds=15,
        rule_seconds=20,
    )


def test_every_value_of_the_rules_has_its_value_in_graphql() -> None:
    pairs = [
        (records.Wager, SmartyPartyWager),
        (records.Result, SmartyPartyGuessResult),
        (Verdict, AnswerVerdict),
        (Judging, AnswerJudging),
        (Strictness, AnswerStrictness),
    ]

    for ours, shown in pairs:
        assert [value.name for value in shown] == [value.name for value in ours]
