"""What viewers see, what seats can say and what events show."""

import json
from typing import Any

import pytest
import strawberry

from server.games.answers import Strictness
from server.games.engine import IllegalMove, replace
from server.games.judging_types import AnswerJudging, AnswerStrictness, AnswerVerdict
from server.games.rulings import Judging
from server.games.trivial_pursuit import records, rules, schema
from server.games.trivial_pursuit.board import SPACES
from server.games.trivial_pursuit.records import (
    ChooseCategory,
    ChoosingCategory,
    GiveAnswer,
    MoveTo,
    Moving,
    Options,
    Over,
    Roll,
    Rolling,
    RollingForStart,
    Rule,
    State,
    VoteCategory,
    VotingCategory,
)
from server.games.trivial_pursuit.schema import (
    TrivialPursuitCategoryVote,
    TrivialPursuitColour,
    TrivialPursuitJudgedQuestion,
    TrivialPursuitMove,
    TrivialPursuitOpenQuestion,
    TrivialPursuitOptions,
    TrivialPursuitOptionsInput,
    TrivialPursuitQuestion,
    TrivialPursuitReview,
    TrivialPursuitRuling,
    TrivialPursuitSpace,
    TrivialPursuitSpaceKind,
    TrivialPursuitStart,
    TrivialPursuitTally,
    TrivialPursuitToken,
)
from server.games.wording import ENGLISH, Text
from tests.games.trivial_pursuit.tables import ALL_WEDGES, NOBODY, answering, play, table, token

BLUE_HQ = TrivialPursuitSpace(
    id=strawberry.ID("R7"),
    kind=TrivialPursuitSpaceKind.HEADQUARTERS,
    colour=TrivialPursuitColour.BLUE,
    called=Text("Blue headquarters"),
)
BLUE_QUESTION = TrivialPursuitQuestion(
    number=1,
    card=strawberry.ID("c1"),
    colour=TrivialPursuitColour.BLUE,
    space=BLUE_HQ,
    is_final=False,
    text="Blue question 1?",
)


def reviewing(judging: Judging, guess: str = "Lisbom") -> State:
    return play(answering(options=Options(judging=judging)), 0, GiveAnswer(guess))[0]


# Views


def test_the_view_of_a_turn() -> None:
    state = table(token("R5", ("BLUE",), locked="PINK"), token(turns=2), phase=Moving(2), rolls=9)

    view = schema.view(state, 1)

    assert (view.turn, view.turn_number, view.roll, view.wedges_needed, view.pile_size) == (0, 3, 2, 6, 4)
    assert view.destinations == [schema.space("R3"), BLUE_HQ]
    assert (view.start, view.question, view.review, view.category_vote, view.last_question) == (None,) * 5
    assert view.tokens[0] == TrivialPursuitToken(
        seat=0,
        space=schema.space("R5"),
        wedges=[TrivialPursuitColour.BLUE],
        locked=TrivialPursuitColour.PINK,
        turns=1,
        tallies=[TrivialPursuitTally(colour=colour, asked=0, right=0) for colour in TrivialPursuitColour],
    )


def test_the_view_of_the_roll_for_the_start() -> None:
    view = schema.view(table(phase=RollingForStart(2, (0, 2), (4, None, None))), None)

    assert (view.turn, view.start) == (None, TrivialPursuitStart(round=2, contenders=[0, 2], rolls=[4, None, None]))


def test_the_view_tells_choosing_a_category_in_the_hub_from_rolling_there() -> None:
    """TP-10"""
    views = [schema.view(table(phase=phase), None) for phase in (ChoosingCategory(), Rolling())]

    assert [(view.turn, view.is_choosing_category) for view in views] == [(0, True), (0, False)]


def test_the_view_of_a_finished_match_has_no_turn() -> None:
    view = schema.view(table(phase=Over("WON"), winners=(2, 0)), 0)

    assert (view.turn, view.winners, view.destinations) == (None, [2, 0], [])


def test_tp_6_only_the_reader_sees_the_answer_before_the_verdict() -> None:
    views = {seat: schema.view(answering(), seat).question for seat in (0, 1, 2, None)}

    assert views == {
        seat: TrivialPursuitOpenQuestion(question=BLUE_QUESTION, reader=2, answer="Lisbon" if seat == 2 else None)
        for seat in (0, 1, 2, None)
    }


def test_tp_6_after_the_verdict_everyone_sees_the_answer() -> None:
    state, _ = play(answering(), 0, GiveAnswer("Lisbom"))

    for seat in (0, 1, 2, None):
        assert schema.view(state, seat).last_question == TrivialPursuitJudgedQuestion(
            seat=0,
            question=BLUE_QUESTION,
            answer="Lisbon",
            guess="Lisbom",
            verdict=AnswerVerdict.NEAR,
            is_right=True,
            overruled_by=None,
            rulings=[],
        )


def test_tp_6_the_cards_to_come_and_answers_in_play_are_in_no_view() -> None:
    state = answering()

    for seat in (0, 1, None):
        shown = repr(schema.view(state, seat))
        assert [text for text in ("Lisbon", "c2", "c3", "c4") if text in shown] == []
    assert "Lisbon" in repr(schema.view(state, 2))


def test_ans_5_the_reader_who_rules_is_shown_answer_guess_and_verdict_and_others_the_guess() -> None:
    state = reviewing(Judging.READER)

    def seen(seat: int | None) -> tuple[str | None, TrivialPursuitReview | None]:
        view = schema.view(state, seat)
        assert view.question is not None
        return view.question.answer, view.review

    hidden = TrivialPursuitReview(guess="Lisbom", verdict=None, judges=[2], still_to_rule=[2], own_ruling=None)
    assert seen(2) == ("Lisbon", replaced(hidden, verdict=AnswerVerdict.NEAR))
    assert [seen(seat) for seat in (0, 1, None)] == [(None, hidden)] * 3


def replaced(review: TrivialPursuitReview, **changes: Any) -> TrivialPursuitReview:
    return TrivialPursuitReview(**{**vars(review), **changes})


def test_ans_5_at_the_table_all_judges_are_shown_the_answer_and_nobody_sees_how_others_rule() -> None:
    state, _ = play(reviewing(Judging.TABLE), 1, Rule(False))

    reviews = {seat: schema.view(state, seat).review for seat in (0, 1, 2, None)}

    plain = TrivialPursuitReview(guess="Lisbom", verdict=None, judges=[1, 2], still_to_rule=[2], own_ruling=None)
    judge = replaced(plain, verdict=AnswerVerdict.NEAR)
    assert reviews == {0: plain, 1: replaced(judge, own_ruling=False), 2: judge, None: plain}


def test_how_people_ruled_shows_with_the_verdict() -> None:
    state, _ = play(reviewing(Judging.TABLE), 1, Rule(False))
    state, _ = play(state, 2, Rule(False))

    last = schema.view(state, None).last_question

    assert last is not None
    assert (last.is_right, last.overruled_by) == (False, AnswerJudging.TABLE)
    assert last.rulings == [TrivialPursuitRuling(seat=1, correct=False), TrivialPursuitRuling(seat=2, correct=False)]


def test_tp_12_a_vote_on_the_category_is_seen_by_its_voter_only() -> None:
    tokens = (token("HUB", ALL_WEDGES), token(), token(), token())
    state = table(*tokens, phase=VotingCategory((None, "PINK", None, None)))

    votes = {seat: schema.view(state, seat).category_vote for seat in (0, 1, 2, None)}

    unseen = TrivialPursuitCategoryVote(still_to_vote=[2, 3], own_vote=None)
    own = TrivialPursuitCategoryVote(still_to_vote=[2, 3], own_vote=TrivialPursuitColour.PINK)
    assert votes == {0: unseen, 1: own, 2: unseen, None: unseen}


# Moves

MOVES: list[tuple[rules.Move, dict[str, Any], str]] = [
    (Roll(), {"roll": True}, "Roll the die"),
    (MoveTo("R7"), {"moveTo": "R7"}, "Move to: Blue headquarters"),
    (GiveAnswer(""), {"answer": ""}, "Answer"),
    (GiveAnswer("Lisbon"), {"answer": "Lisbon"}, "Answer “Lisbon”"),
    (ChooseCategory("PINK"), {"chooseCategory": "PINK"}, "Pink: Sound & Screen"),
    (VoteCategory("BROWN"), {"voteCategory": "BROWN"}, "Brown: The Written Word"),
    (Rule(True), {"rule": True}, "It counts"),
    (Rule(False), {"rule": False}, "It does not count"),
]


@pytest.mark.parametrize(("move", "said", "label"), MOVES)
def test_a_move_is_said_and_labelled(move: rules.Move, said: dict[str, Any], label: str) -> None:
    assert schema.said(move) == said
    assert schema.label(move, ENGLISH) == label


def test_every_space_has_a_label_of_its_own() -> None:
    assert len({schema.label(MoveTo(space), ENGLISH) for space in SPACES}) == 73


@pytest.mark.parametrize(
    ("said", "move"),
    [
        (TrivialPursuitMove(roll=True), Roll()),
        (TrivialPursuitMove(move_to="S0-1"), MoveTo("S0-1")),
        (TrivialPursuitMove(move_to=""), MoveTo("")),
        (TrivialPursuitMove(answer=""), GiveAnswer("")),
        (TrivialPursuitMove(choose_category=TrivialPursuitColour.GREEN), ChooseCategory("GREEN")),
        (TrivialPursuitMove(vote_category=TrivialPursuitColour.GREEN), VoteCategory("GREEN")),
        (TrivialPursuitMove(rule=False), Rule(False)),
    ],
)
def test_what_is_said_becomes_a_move(said: TrivialPursuitMove, move: rules.Move) -> None:
    assert schema.move(said) == move


@pytest.mark.parametrize("said", [TrivialPursuitMove(roll=False), TrivialPursuitMove()])
def test_all_2_saying_nothing_is_not_a_move(said: TrivialPursuitMove) -> None:
    with pytest.raises(IllegalMove) as refusal:
        schema.move(said)

    assert refusal.value.rule == "ALL-2"
    assert refusal.value.message == ("Say one move: roll: true, moveTo, answer, chooseCategory, voteCategory or rule.")


# Events


def test_every_event_has_its_type() -> None:
    asked_event = records.QuestionAsked(0, 2, 1, "c1", "BLUE", "R7", False, "Blue question 1?")
    shown = [
        schema.event(happened)
        for happened in (
            records.RolledForStart(1, 4, 2),
            records.StartTied((0, 2)),
            records.TurnBegan(1, 5, is_reply=True),
            records.Rolled(1, 6),
            records.Moved(1, "R6", ("R7",)),
            records.CategoryChosen(1, "PINK"),
            records.CategoryVoted(2),
            records.CategoryDecided(0, "PINK", (None, "PINK", "BLUE")),
            records.CardsShuffled(212),
            asked_event,
            records.AnswerGiven(0, None),
            records.VerdictVoted(2),
            records.Won(0),
            records.QuestionDropped(3),
        )
    ]

    assert [vars(event) for event in shown] == [
        {"seat": 1, "roll": 4, "round": 2},
        {"seats": [0, 2]},
        {"seat": 1, "turn": 5, "is_reply": True},
        {"seat": 1, "roll": 6},
        {"seat": 1, "origin": schema.space("R6"), "path": [BLUE_HQ]},
        {"seat": 1, "colour": TrivialPursuitColour.PINK},
        {"seat": 2},
        {
            "seat": 0,
            "colour": TrivialPursuitColour.PINK,
            "votes": [None, TrivialPursuitColour.PINK, TrivialPursuitColour.BLUE],
        },
        {"pile_size": 212},
        {"seat": 0, "reader": 2, "question": BLUE_QUESTION},
        {"seat": 0, "guess": None},
        {"seat": 2},
        {"seat": 0},
        {"number": 3},
    ]
    assert {type(event) for event in shown} == set(schema.EVENTS) - {schema.TrivialPursuitAnswerJudged}


def test_the_event_of_a_verdict_tells_the_answer_and_whether_it_won_a_wedge() -> None:
    state, events = play(answering(), 0, GiveAnswer("Lisbon"))

    shown = schema.event(events[1])

    assert isinstance(shown, schema.TrivialPursuitAnswerJudged)
    assert (shown.wedge, shown.result) == (True, schema.view(state, None).last_question)


def test_all_1_the_events_before_a_verdict_do_not_tell_the_answer_a_vote_or_a_ruling() -> None:
    moving = table(token("R8"), token(), token(), phase=Moving(1))
    voting = table(token("HUB", ALL_WEDGES), token(), token(), phase=VotingCategory(NOBODY))
    steps = (
        play(moving, 0, MoveTo("R7")),
        play(answering(options=Options(judging=Judging.READER)), 0, GiveAnswer("Lisbom")),
        play(reviewing(Judging.TABLE), 1, Rule(False)),
        play(voting, 1, VoteCategory("GREEN")),
    )

    shown = [json.dumps(vars(schema.event(event)), default=vars_or_name) for _, events in steps for event in events]

    assert [text for text in shown if "Lisbon" in text or "NEAR" in text or "GREEN" in text] == []
    assert shown[3:] == ['{"seat": 1}', '{"seat": 1}']


def vars_or_name(value: Any) -> Any:
    return value.name if hasattr(value, "name") and not hasattr(value, "id") else vars(value)


# Options


def test_options_left_out_are_the_defaults() -> None:
    assert schema.options(TrivialPursuitOptionsInput()) == Options()
    assert schema.options(
        TrivialPursuitOptionsInput(
            wedges=4,
            judging=AnswerJudging.TABLE,
            strictness=AnswerStrictness.STRICT,
            answer_seconds=0,
            move_seconds=90,
            judge_seconds=5,
        )
    ) == Options(4, Judging.TABLE, Strictness.STRICT, 0, 90, 5)


def test_the_options_are_shown() -> None:
    assert schema.options_view(replace(Options(), judging=Judging.READER), None) == TrivialPursuitOptions(
        wedges=6,
        judging=AnswerJudging.READER,
        strictness=AnswerStrictness.LENIENT,
        answer_seconds=30,
        move_seconds=60,
        judge_seconds=30,
    )
