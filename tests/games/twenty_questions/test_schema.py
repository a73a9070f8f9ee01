"""What the GraphQL types of 20 Questions say: views, moves, labels, events, options; and what they keep secret."""

import json
from typing import Any

import pytest
import strawberry

from server.games.answers import Strictness, Verdict
from server.games.engine import IllegalMove, Seat, replace
from server.games.judging_types import AnswerJudging, AnswerStrictness, AnswerVerdict
from server.games.rulings import Judging, Ruling, Vote
from server.games.twenty_questions import graphql_types as gql
from server.games.twenty_questions import records, rules, schema
from server.games.twenty_questions.records import (
    ChooseClue,
    ChoosingPawn,
    Declared,
    DeclineFreeGuess,
    Guess,
    Guessing,
    JudgedGuess,
    Line,
    MovePawn,
    OfferingFreeGuess,
    Options,
    Over,
    Pass,
    PlayFreeGuess,
    Rule,
    State,
)
from server.games.wording import ENGLISH
from tests.games.test_laws import plain
from tests.games.twenty_questions.tables import (
    NEARLY_RIGHT,
    OTHER_BACK_2,
    RIGHT,
    WRONG,
    bonus_table,
    choose,
    guessing,
    play,
    played,
    table,
    window,
)

VIEWERS = (None, 0, 1, 2, 3)


def shown(state: State, viewer: Seat | None) -> str:
    return str(plain(schema.view(state, viewer)))


# Views


def test_tq_6_everyone_sees_the_category_the_covered_numbers_and_all_lines_read() -> None:
    state = table(read=(9, OTHER_BACK_2), positions=(4, 5, 6), chips=(0, 2, 1), owed=(2,))

    view = schema.view(state, None)

    assert (view.card_number, view.category, view.reader, view.turn) == (1, gql.TwentyQuestionsCategory.PLACE, 0, 1)
    assert view.lines == [
        gql.TwentyQuestionsReadLine(
            seat=1,
            line=gql.TwentyQuestionsLine(
                number=9, clue="Clue 9 of paris.", instruction=None, spaces=None, direction=None
            ),
        ),
        gql.TwentyQuestionsReadLine(
            seat=1,
            line=gql.TwentyQuestionsLine(
                number=7,
                clue=None,
                instruction=gql.TwentyQuestionsInstruction.MOVE_OTHER,
                spaces=2,
                direction=gql.TwentyQuestionsDirection.BACK,
            ),
        ),
    ]
    assert view.uncovered == [1, 2, 3, 4, 5, 6, 8, *range(10, 21)]
    assert (view.finish, view.bonus_spaces) == (75, [9, 18, 27, 36, 45, 54, 63])
    assert (view.owed_bonuses, view.chips_left) == ([2], 2)
    assert view.seats == [
        gql.TwentyQuestionsSeat(seat=0, position=4, chips=0),
        gql.TwentyQuestionsSeat(seat=1, position=5, chips=2),
        gql.TwentyQuestionsSeat(seat=2, position=6, chips=1),
    ]


def test_tq_1_only_the_reader_sees_the_card() -> None:
    state = table(4, read=(9,))

    card = schema.view(state, 0).secret_card
    assert card is not None
    assert (card.answer, card.aliases) == ("Paris", ["City of Light"])
    assert [line.clue for line in card.lines[8:]] == [f"Clue {number} of paris." for number in range(9, 21)]
    assert [schema.view(state, viewer).secret_card for viewer in (None, 1, 2, 3)] == [None] * 4


@pytest.mark.parametrize("viewer", [None, 1, 2, 3])
def test_all_1_identity_unread_lines_and_the_pile_stand_nowhere_in_the_view_of_others(viewer: Seat | None) -> None:
    for state in (table(4, read=(9,)), bonus_table(4, read=(9,)), table(4, read=(9,), phase=guessing())):
        text = shown(state, viewer)
        secrets = ["Paris", "City of Light", "rome", "Rome", "moon", "FREE_GUESS", "GUESS_AND_PICK"]
        secrets += [f"Clue {number} of" for number in range(10, 21)]
        assert [secret for secret in secrets if secret in text] == []


def test_all_1_the_pile_stands_in_nobodys_view() -> None:
    for viewer in VIEWERS:
        assert [id for id in ("rome", "ada", "moon", "Lovelace") if id in shown(table(4), viewer)] == []


def test_all_1_in_the_window_a_viewer_sees_who_has_spoken_and_only_its_own_choice() -> None:
    state = table(4, chips=(0, 1, 1, 1), phase=OfferingFreeGuess(0, (1, 2, 3), declared=(2,), declined=(1,)))

    windows = {viewer: schema.view(state, viewer).free_guess_window for viewer in VIEWERS}

    for viewer, own in {None: None, 0: None, 1: False, 2: True, 3: None}.items():
        assert windows[viewer] == gql.TwentyQuestionsFreeGuessWindow(asked=[1, 2, 3], answered=[1, 2], own_choice=own)


def test_all_1_under_review_the_verdict_is_for_the_judges_and_votes_for_their_voter() -> None:
    state = table(4, phase=guessing(), read=(9,), options=Options(judging=Judging.TABLE))
    state = played(state, (1, NEARLY_RIGHT), (2, Rule(False)))

    reviews = {viewer: schema.view(state, viewer).review for viewer in VIEWERS}

    for viewer, seen in reviews.items():
        assert seen == gql.TwentyQuestionsReview(
            seat=1,
            text="Parris",
            occasion=gql.TwentyQuestionsOccasion.TURN,
            judges=[0, 2, 3],
            ruled=[2],
            verdict=AnswerVerdict.NEAR if viewer in (0, 2, 3) else None,
            own_vote=False if viewer == 2 else None,
        )


def test_all_1_the_answer_is_public_when_the_card_is_over() -> None:
    state = played(table(phase=guessing(), read=(9,)), (1, RIGHT))

    assert schema.view(state, None).results == [
        gql.TwentyQuestionsResult(
            number=1,
            card=strawberry.ID("paris"),
            category=gql.TwentyQuestionsCategory.PLACE,
            answer="Paris",
            reader=0,
            bonus_player=None,
            end=gql.TwentyQuestionsEnd.SOLVED,
            solver=1,
            lines_read=1,
            solver_points=19,
            reader_points=1,
        )
    ]


def test_the_view_says_what_is_waited_for() -> None:
    choosing = schema.view(choose(table(4), OTHER_BACK_2)[0], None)
    assert (choosing.turn, choosing.pawn_choice) == (
        1,
        gql.TwentyQuestionsPawnChoice(seat=1, spaces=2, direction=gql.TwentyQuestionsDirection.BACK),
    )

    by_chip = schema.view(table(4, phase=Guessing(1, "CHIP", Declared(3, (2,), (1,)))), None)
    assert (by_chip.turn, by_chip.guessing) == (
        3,
        gql.TwentyQuestionsGuessing(seat=1, occasion=gql.TwentyQuestionsOccasion.CHIP),
    )

    assert schema.view(table(4, phase=window(1, guesser=2)), None).turn == 2
    assert schema.view(table(phase=Over("FINISH_REACHED")), None).turn is None
    assert schema.view(table(phase=ChoosingPawn(2, 3)), None).turn == 2

    reviewed = played(table(phase=guessing(), options=Options(judging=Judging.READER)), (1, WRONG))
    assert (schema.view(reviewed, None).turn, schema.view(reviewed, None).guessing) == (1, None)


def test_guesses_are_shown_with_verdict_and_ruling() -> None:
    """ANS-6."""
    ruling = Ruling(Verdict.NEAR, False, Judging.READER, (Vote(0, False),))
    state = table()
    state = replace(state, card=replace(state.card, guesses=(JudgedGuess(1, "Parris", "CHIP", ruling),)))

    assert schema.view(state, None).guesses == [
        gql.TwentyQuestionsGuess(
            seat=1,
            text="Parris",
            occasion=gql.TwentyQuestionsOccasion.CHIP,
            verdict=AnswerVerdict.NEAR,
            is_right=False,
            overruled_by=AnswerJudging.READER,
            votes=[gql.TwentyQuestionsVote(seat=0, correct=False)],
        )
    ]


# Moves

MOVES: list[tuple[rules.Move, dict[str, Any], str]] = [
    (ChooseClue(7), {"chooseClue": 7}, "Number 7"),
    (Guess("Paris"), {"guess": "Paris"}, "Guess “Paris”"),
    (Guess(""), {"guess": ""}, "Guess"),
    (Pass(), {"pass": True}, "No guess"),
    (PlayFreeGuess(), {"playFreeGuess": True}, "Play a blue chip"),
    (DeclineFreeGuess(), {"declineFreeGuess": True}, "Keep the chip"),
    (MovePawn(0), {"movePawn": 0}, "Move the pawn of seat 0"),
    (Rule(True), {"rule": True}, "Correct"),
    (Rule(False), {"rule": False}, "Wrong"),
]


@pytest.mark.parametrize(("move", "said", "label"), MOVES)
def test_a_move_is_said_and_labelled(move: rules.Move, said: dict[str, Any], label: str) -> None:
    assert schema.said(move) == said
    assert schema.label(move, ENGLISH) == label


@pytest.mark.parametrize(
    ("said", "move"),
    [
        (gql.TwentyQuestionsMove(choose_clue=0), ChooseClue(0)),
        (gql.TwentyQuestionsMove(guess=""), Guess("")),
        (gql.TwentyQuestionsMove(pass_=True), Pass()),
        (gql.TwentyQuestionsMove(play_free_guess=True), PlayFreeGuess()),
        (gql.TwentyQuestionsMove(decline_free_guess=True), DeclineFreeGuess()),
        (gql.TwentyQuestionsMove(move_pawn=0), MovePawn(0)),
        (gql.TwentyQuestionsMove(rule=False), Rule(False)),
    ],
)
def test_what_is_said_becomes_a_move(said: gql.TwentyQuestionsMove, move: rules.Move) -> None:
    assert schema.move(said) == move


@pytest.mark.parametrize(
    "said",
    [
        gql.TwentyQuestionsMove(),
        gql.TwentyQuestionsMove(pass_=False),
        gql.TwentyQuestionsMove(play_free_guess=False),
        gql.TwentyQuestionsMove(decline_free_guess=False),
    ],
)
def test_all_2_saying_no_to_a_move_is_not_a_move(said: gql.TwentyQuestionsMove) -> None:
    with pytest.raises(IllegalMove) as refusal:
        schema.move(said)

    assert (refusal.value.rule, refusal.value.message) == (
        "ALL-2",
        "Say one move: chooseClue, guess, pass: true, playFreeGuess: true, declineFreeGuess: true, movePawn or rule.",
    )


# Events

JUDGED = JudgedGuess(1, "Rome", "TURN", Ruling(Verdict.WRONG, False))
RESULT = records.Result(3, "paris", "PLACE", "Paris", 0, 1, "MISSED", None, 2, 0, 0)
EVENTS: list[tuple[rules.Event, dict[str, Any]]] = [
    (records.DeckReshuffled(5), {"cards": 5}),
    (
        records.CardDrawn(2, 1, "YEAR", None),
        {"number": 2, "reader": 1, "category": "TwentyQuestionsCategory.YEAR", "bonus_player": None},
    ),
    (
        records.LineRead(1, 4, Line(instruction="MOVE_BACK", spaces=3)),
        {
            "seat": 1,
            "line": {
                "number": 4,
                "clue": None,
                "instruction": "TwentyQuestionsInstruction.MOVE_BACK",
                "spaces": 3,
                "direction": None,
            },
        },
    ),
    (records.FreeGuessConsidered(1), {"seat": 1}),
    (records.FreeGuessesDeclared((2, 0)), {"seats": [2, 0]}),
    (records.ChipPlayed(1), {"seat": 1}),
    (records.ChipTaken(1), {"seat": 1}),
    (
        records.GuessMade(1, "Rome", "BONUS"),
        {"seat": 1, "text": "Rome", "occasion": "TwentyQuestionsOccasion.BONUS"},
    ),
    (records.GuessPassed(1), {"seat": 1}),
    (records.VoteCast(2), {"seat": 2}),
    (
        records.GuessRuled(JUDGED),
        {
            "guess": {
                "seat": 1,
                "text": "Rome",
                "occasion": "TwentyQuestionsOccasion.TURN",
                "verdict": "AnswerVerdict.WRONG",
                "is_right": False,
                "overruled_by": None,
                "votes": [],
            }
        },
    ),
    (
        records.PawnMoved(1, 4, 8, "READER"),
        {"seat": 1, "origin": 4, "position": 8, "cause": "TwentyQuestionsMoveCause.READER"},
    ),
    (records.BonusEarned(1), {"seat": 1}),
    (
        records.CardEnded(RESULT),
        {
            "result": {
                "number": 3,
                "card": "paris",
                "category": "TwentyQuestionsCategory.PLACE",
                "answer": "Paris",
                "reader": 0,
                "bonus_player": 1,
                "end": "TwentyQuestionsEnd.MISSED",
                "solver": None,
                "lines_read": 2,
                "solver_points": 0,
                "reader_points": 0,
            }
        },
    ),
]


@pytest.mark.parametrize(("happened", "fields"), EVENTS, ids=[type(happened).__name__ for happened, _ in EVENTS])
def test_every_event_has_its_type(happened: rules.Event, fields: dict[str, Any]) -> None:
    told = schema.event(happened)

    assert type(told).__name__ == f"TwentyQuestions{type(happened).__name__}"
    assert isinstance(told, schema.EVENTS)
    assert json.loads(str(plain(told))) == fields


def test_all_1_the_event_of_a_vote_or_of_a_chip_kept_says_who_and_not_what() -> None:
    options = Options(judging=Judging.TABLE)
    reviewed = played(table(4, phase=guessing(), read=(9,), options=options), (1, WRONG))
    offered = table(4, chips=(0, 1, 1, 0), phase=window(1, 2, guesser=3))

    said: list[tuple[State, Seat, rules.Move]] = [
        (reviewed, 2, Rule(True)),
        (reviewed, 2, Rule(False)),
        (offered, 1, PlayFreeGuess()),
        (offered, 1, DeclineFreeGuess()),
    ]
    assert [[plain(schema.event(told)) for told in play(*each)[1]] for each in said] == [
        ['{"seat": 2}'],
        ['{"seat": 2}'],
        ['{"seat": 1}'],
        ['{"seat": 1}'],
    ]


# Options


def test_options_left_out_are_the_defaults() -> None:
    assert schema.options(gql.TwentyQuestionsOptionsInput()) == Options()
    assert schema.options(
        gql.TwentyQuestionsOptionsInput(
            first_reader=2,
            judging=AnswerJudging.TABLE,
            strictness=AnswerStrictness.STRICT,
            choose_seconds=0,
            guess_seconds=30,
            free_guess_seconds=10,
            pawn_seconds=20,
            ruling_seconds=40,
        )
    ) == Options(2, Judging.TABLE, Strictness.STRICT, 0, 30, 10, 20, 40)


def test_options_are_shown() -> None:
    assert schema.options_view(Options(), None) == gql.TwentyQuestionsOptions(
        first_reader=None,
        judging=AnswerJudging.AUTOMATIC,
        strictness=AnswerStrictness.LENIENT,
        choose_seconds=60,
        guess_seconds=10,
        free_guess_seconds=5,
        pawn_seconds=30,
        ruling_seconds=20,
    )
