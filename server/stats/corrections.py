"""What operators decide about results afterwards. Pure: facts as stored are the log's, these are applied on reading."""

from collections.abc import Iterable
from typing import NamedTuple

from server.games.engine import replace
from server.games.facts import AnswerFact, QuestionFact, QuestionKind
from server.games.wording import Text
from server.stats.records import Correction, CorrectionKind, MatchFacts

RULING = ("correction", "rerule")
RIGHT = ("EXACT", "ALIAS", "NEAR")
MOST_POINTS = 100_000
"""Far beyond every game's, and few enough for sums over many matches."""


class Fault(NamedTuple):
    """Why a correction cannot be made, as a sentence for the operator."""

    message: Text
    path: tuple[str, ...] | None = None
    """The input field at fault; None when it is not one alone."""


def corrected(facts: MatchFacts, corrections: Iterable[Correction]) -> MatchFacts:
    """Return the facts of a match with its corrections, given in the ledger's order: a later one has the last word."""
    for correction in corrections:
        match correction.kind:
            case CorrectionKind.VOID:
                facts = replace(facts, is_void=True)
            case CorrectionKind.RERULE:
                facts = _reruled(facts, correction)
    return facts


def fault_in(facts: MatchFacts, correction: Correction) -> Fault | None:
    """Return why a correction cannot be made, None when it can."""
    if not correction.reason.strip():
        return Fault(Text("A correction needs a reason."), ("reason",))
    if correction.kind is CorrectionKind.VOID:
        is_plain = (correction.answer, correction.is_right, correction.places, correction.points) == (None,) * 4
        return None if is_plain else Fault(Text("A match that is voided is not ruled on as well."))
    return _answer_fault(facts, correction) or _result_fault(facts, correction)


def _answer_fault(facts: MatchFacts, correction: Correction) -> Fault | None:
    if (correction.answer is None) != (correction.is_right is None):
        return Fault(Text("Say which answer is ruled on, and whether it is right."))
    if correction.answer is None and correction.places is None and correction.points is None:
        return Fault(Text("Say what is corrected: an answer, the places or the points."))
    numbers = {answer.number for question in facts.questions for answer in question.answers}
    if correction.answer is not None and correction.answer not in numbers:
        return Fault(Text("This match has no answer {number}.", number=correction.answer), (*RULING, "answer"))
    return None


def _result_fault(facts: MatchFacts, correction: Correction) -> Fault | None:
    seats = len(facts.seats)
    if (correction.places or correction.points) and facts.counted_as != "FINISHED":
        return Fault(Text("Only a match with a result has places and points to correct."))
    for name, numbers in (("places", correction.places), ("points", correction.points)):
        if numbers is not None and len(numbers) != seats:
            return Fault(Text("Give one number for each of the {count} seats.", count=seats), (*RULING, name))
    if any(abs(points) > MOST_POINTS for points in correction.points or ()):
        return Fault(Text("Points lie between -{most} and {most}.", most=MOST_POINTS), (*RULING, "points"))
    if correction.places is not None and not _are_places(correction.places):
        gap = Text("Places begin at 1 and leave no gap but after a shared place: 1, 1, 3.")
        return Fault(gap, (*RULING, "places"))
    return None


def _are_places(places: tuple[int, ...]) -> bool:
    return all(place == 1 + sum(other < place for other in places) for place in places)


def _reruled(facts: MatchFacts, correction: Correction) -> MatchFacts:
    number, is_right = correction.answer, correction.is_right
    if number is not None and is_right is not None:
        questions = tuple(_question_reruled(question, number, is_right) for question in facts.questions)
        facts = replace(facts, questions=questions)
    if correction.places is not None:
        seats = zip(facts.seats, correction.places, strict=True)
        facts = replace(facts, seats=tuple(replace(seat, place=place) for seat, place in seats))
    if correction.points is not None:
        scored = zip(facts.seats, correction.points, strict=True)
        facts = replace(facts, seats=tuple(replace(seat, points=points) for seat, points in scored))
    return facts


def _question_reruled(question: QuestionFact, number: int, is_right: bool) -> QuestionFact:
    """Return the question with one answer ruled otherwise; whether a list was beaten stays as it was played."""
    if all(answer.number != number for answer in question.answers):
        return question
    answers = tuple(
        _answer_reruled(answer, is_right) if answer.number == number else answer for answer in question.answers
    )
    if question.kind is QuestionKind.LIST:
        return replace(question, answers=answers)
    return replace(question, answers=answers, is_right=any(answer.is_right for answer in answers))


def _answer_reruled(answer: AnswerFact, is_right: bool) -> AnswerFact:
    """Return the answer as it counts now; it is overruled when the server's verdict says otherwise.

    Where nothing is judged, such as a guess at a choice, what it was when played stands for the verdict.
    """
    was_right = answer.verdict in RIGHT if answer.verdict else answer.is_right != answer.is_overruled
    return replace(answer, is_right=is_right, is_overruled=is_right != was_right)
