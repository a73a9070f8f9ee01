"""What operators decide afterwards changes what is counted, never what is kept of the log."""

import pytest

from server.games.engine import replace
from server.games.facts import AnswerFact, QuestionFact, QuestionKind
from server.matches.records import Status
from server.stats.corrections import corrected, fault_in
from server.stats.records import Correction, CorrectionKind
from tests.stats.made import facts, seat

WRONG = AnswerFact(1, 0, "Ulan Bator", "WRONG", is_right=False, tenths=50)
NEAR = AnswerFact(2, 1, "Ulanbaatar", "NEAR", is_right=True, tenths=70)
CARD = QuestionFact(QuestionKind.CARD, "ub", "ub", "PLACE", (0, 1), (WRONG, NEAR), is_right=True)
CLUE = QuestionFact(QuestionKind.CLUE, "ub#09", "ub", "PLACE", (0, 1), (WRONG,), is_right=False)
MATCH = facts(1, questions=(CARD, CLUE))
VOID = Correction("cor_1", "plr_op", "Played twice.", CorrectionKind.VOID)
RERULE = Correction("cor_2", "plr_op", "An old spelling.", CorrectionKind.RERULE, answer=1, is_right=True)
PLACES = Correction("cor_3", "plr_op", "Miscounted.", CorrectionKind.RERULE, places=(2, 1), points=(60, 5))


def test_a_void_match_counts_for_nothing() -> None:
    assert MATCH.counted_as == "FINISHED"
    assert corrected(MATCH, [VOID]).counted_as == "VOID"


def test_an_answer_is_ruled_right_wherever_it_stands() -> None:
    """ANS-6: it counts as overruled."""
    card, clue = corrected(MATCH, [RERULE]).questions

    accepted = AnswerFact(1, 0, "Ulan Bator", "WRONG", is_right=True, is_overruled=True, tenths=50)
    assert card.answers == (accepted, NEAR)
    assert (clue.answers, clue.is_right) == ((accepted,), True)


def test_an_answer_is_ruled_wrong() -> None:
    rejected = replace(RERULE, answer=2, is_right=False)

    card, clue = corrected(MATCH, [rejected]).questions

    assert card.answers[1] == AnswerFact(2, 1, "Ulanbaatar", "NEAR", is_right=False, is_overruled=True, tenths=70)
    assert (card.is_right, clue) == (False, CLUE)


def test_a_later_ruling_has_the_last_word() -> None:
    back = replace(RERULE, id="cor_4", is_right=False)

    assert corrected(MATCH, [RERULE, back]) == MATCH


def test_where_nothing_is_judged_a_ruling_overrules_what_was_played() -> None:
    guess = AnswerFact(1, 0, "A", "", is_right=True)
    match = facts(1, questions=(QuestionFact(QuestionKind.DILEMMA, "x", "x", "RED", (0,), (guess,), is_right=True),))

    def ruled(*verdicts: bool) -> tuple[bool, bool]:
        made = [replace(RERULE, id=f"cor_{n}", is_right=is_right) for n, is_right in enumerate(verdicts)]
        (answer,) = corrected(match, made).questions[0].answers
        return answer.is_right, answer.is_overruled

    assert ruled(True) == (True, False)
    assert ruled(False) == ruled(True, False) == ruled(False, False) == (False, True)
    assert ruled(False, True) == (True, False)


def test_places_and_points_are_set() -> None:
    seats = corrected(MATCH, [PLACES]).seats

    assert [(seat.place, seat.points) for seat in seats] == [(2, 60), (1, 5)]
    assert [(seat.place, seat.points) for seat in MATCH.seats] == [(1, 5), (2, 60)]


def test_whether_a_list_was_beaten_stays_as_it_was_played() -> None:
    listed = replace(CARD, kind=QuestionKind.LIST, is_right=False)

    (question,) = corrected(facts(1, questions=(listed,)), [RERULE]).questions

    assert (question.is_right, question.answers[0].is_right) == (False, True)


@pytest.mark.parametrize(
    "correction", [VOID, RERULE, PLACES, replace(PLACES, places=(1, 1)), replace(PLACES, points=(-100_000, 100_000))]
)
def test_what_can_be_corrected_has_no_fault(correction: Correction) -> None:
    assert fault_in(MATCH, correction) is None


@pytest.mark.parametrize(
    ("correction", "fault"),
    [
        (replace(VOID, reason="  "), "A correction needs a reason."),
        (replace(VOID, places=(1, 2)), "A match that is voided is not ruled on as well."),
        (replace(RERULE, answer=9), "This match has no answer 9."),
        (replace(RERULE, is_right=None), "Say which answer is ruled on, and whether it is right."),
        (replace(RERULE, answer=None), "Say which answer is ruled on, and whether it is right."),
        (replace(PLACES, places=None, points=None), "Say what is corrected: an answer, the places or the points."),
        (replace(PLACES, places=(1,)), "Give one number for each of the 2 seats."),
        (replace(PLACES, points=(1, 2, 3)), "Give one number for each of the 2 seats."),
        (replace(PLACES, points=(1, 100_001)), "Points lie between -100000 and 100000."),
        (replace(PLACES, points=(-100_001, 1)), "Points lie between -100000 and 100000."),
        (
            replace(PLACES, places=(1, 3)),
            "Places begin at 1 and leave no gap but after a shared place: 1, 1, 3.",
        ),
        (
            replace(PLACES, places=(2, 2)),
            "Places begin at 1 and leave no gap but after a shared place: 1, 1, 3.",
        ),
    ],
)
def test_what_cannot_be_corrected_says_why(correction: Correction, fault: str) -> None:
    found = fault_in(MATCH, correction)

    assert found is not None
    assert found.message == fault


@pytest.mark.parametrize(
    ("correction", "path"),
    [
        (replace(VOID, reason="  "), ("reason",)),
        (replace(RERULE, answer=9), ("correction", "rerule", "answer")),
        (replace(PLACES, places=(1,)), ("correction", "rerule", "places")),
        (replace(PLACES, places=(1, 3)), ("correction", "rerule", "places")),
        (replace(PLACES, points=(1, 2, 3)), ("correction", "rerule", "points")),
        (replace(PLACES, points=(1, 100_001)), ("correction", "rerule", "points")),
        (replace(RERULE, is_right=None), None),
    ],
)
def test_what_cannot_be_corrected_names_the_field_at_fault(
    correction: Correction, path: tuple[str, ...] | None
) -> None:
    found = fault_in(MATCH, correction)

    assert found is not None
    assert found.path == path


def test_a_match_without_a_result_has_no_places_to_correct() -> None:
    abandoned = facts(1, seat(0, "ann", None), seat(1, "bob", None), status=Status.ABANDONED)

    found = fault_in(abandoned, PLACES)
    assert found is not None
    assert found.message == "Only a match with a result has places and points to correct."
