"""What statistics keep of a match of Trivial Pursuit: every question with its answer, and each token's way. Pure."""

from collections import Counter
from collections.abc import Mapping, Sequence

from server.games.facts import AnswerFact, QuestionFact, QuestionKind, QuestionText, Scene, SeatNotes, tallied
from server.games.trivial_pursuit.board import COLOURS, SPACES
from server.games.trivial_pursuit.records import (
    AnswerGiven,
    AnswerJudged,
    Card,
    Judged,
    QuestionAsked,
    Rolled,
    State,
    question_on,
)

LOWEST_WINS = False


def points(state: State) -> tuple[int, ...]:
    """Return the wedges, which is what the outcome counts."""
    return tuple(len(token.wedges) for token in state.tokens)


def questions(scenes: Sequence[Scene]) -> tuple[QuestionFact, ...]:
    """Return every question that was judged: the category is its colour, the series tell space and kind of space.

    The tallies say 1 for a `wedge` won and for a `final` question (TP-12). A question whose seat resigned is left out.
    """
    facts: list[QuestionFact] = []
    reader, given = None, scenes[0]
    for scene in scenes:
        for event in scene.events:
            match event:
                case QuestionAsked():
                    reader = event.reader
                case AnswerGiven():
                    given = scene
                case AnswerJudged(judged, wedge):
                    answer = answer_of(len(facts) + 1, judged, given)
                    facts.append(question_of(judged, answer, wedge, reader))
                case _:
                    pass
    return tuple(facts)


def answer_of(number: int, judged: Judged, given: Scene) -> AnswerFact:
    if judged.guess is None:
        return AnswerFact(number, judged.seat, "", "NONE", judged.ruling.is_right)
    return AnswerFact(
        number,
        judged.seat,
        judged.guess,
        judged.ruling.verdict.value,
        judged.ruling.is_right,
        judged.ruling.overruled_by is not None,
        given.tenths,
        given.by_bot,
    )


def question_of(judged: Judged, answer: AnswerFact, wedge: bool, reader: int | None) -> QuestionFact:
    asked = judged.asked
    kind = SPACES[asked.space].kind
    return QuestionFact(
        QuestionKind.QUESTION,
        f"{asked.card}#{asked.colour}",
        asked.card,
        asked.colour,
        (judged.seat,),
        (answer,),
        answer.is_right,
        by=reader,
        tallies=tallied({"final": asked.is_final, "wedge": wedge}),
        series=(("space", (asked.space,)), ("space_kind", (kind,))),
    )


def question_text(cards: Mapping[str, Card], question: str) -> QuestionText | None:
    """Return the question of an id, "tp-017#BLUE", and its answer; None when no card by id has it."""
    card, _, asked = question.partition("#")
    colour = next((colour for colour in COLOURS if colour == asked), None)
    if card not in cards or colour is None:
        return None
    printed = question_on(cards[card], colour)
    return QuestionText(printed.question, printed.text)


def notes(scenes: Sequence[Scene]) -> tuple[SeatNotes, ...]:
    """Return the tallies `rolls`, `turns`, `wedges`, `asked_BLUE`, `right_BLUE` …, and the wedges with their turns."""
    tokens = scenes[-1].after.tokens
    numbers = [Counter(turns=token.turns, wedges=len(token.wedges)) for token in tokens]
    won_in: list[list[str]] = [[] for _ in tokens]
    for scene in scenes:
        for event in scene.events:
            if isinstance(event, Rolled):
                numbers[event.seat]["rolls"] += 1
            if isinstance(event, AnswerJudged) and event.wedge:
                won_in[event.judged.seat].append(str(scene.before.tokens[event.judged.seat].turns))
    for token, counted in zip(tokens, numbers, strict=True):
        for colour, asked, right in zip(COLOURS, token.asked, token.right, strict=True):
            counted[f"asked_{colour}"], counted[f"right_{colour}"] = asked, right
    return tuple(
        SeatNotes(tallied(counted), (("wedge_turns", tuple(turns)), ("wedges", token.wedges)))
        for token, counted, turns in zip(tokens, numbers, won_in, strict=True)
    )
