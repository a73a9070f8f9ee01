"""What statistics keep of a match of 20 Questions: cards and clues with their guesses, what seats scored. Pure."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from server.games.engine import Seat
from server.games.facts import (
    AnswerFact,
    QuestionFact,
    QuestionKind,
    QuestionText,
    Scene,
    SeatNotes,
    numbered,
    tallied,
)
from server.games.twenty_questions.records import (
    Card,
    CardDrawn,
    CardEnded,
    ChipPlayed,
    GuessMade,
    GuessRuled,
    JudgedGuess,
    Line,
    LineRead,
    Result,
    State,
)

LOWEST_WINS = False


class Read(NamedTuple):
    """A line that was read, and how many guesses had been made at the card before it."""

    number: int
    line: Line
    begins: int


def points(state: State) -> tuple[int, ...]:
    """Return how far the pawns are (TQ-18)."""
    return state.positions


def questions(scenes: Sequence[Scene]) -> tuple[QuestionFact, ...]:
    """Return every card that was solved, spent or missed, each followed by the clues read from it.

    A card's tallies are `bonus` (1 in a Bonus Round), `solver_points` and `reader_points`; its series `lines` are the
    numbers in the order read. A card broken off by the end of the match counts for nobody.
    """
    facts: list[QuestionFact] = []
    numbers = 0
    answers: list[AnswerFact] = []
    read: list[Read] = []
    asked: tuple[Seat, ...] = ()
    said = scenes[0]
    for scene in scenes:
        for event in scene.events:
            match event:
                case CardDrawn():
                    answers, read, asked = [], [], guessers(scene, event)
                case LineRead(_, number, line):
                    read.append(Read(number, line, len(answers)))
                case GuessMade():
                    said = scene
                case GuessRuled(guess):
                    numbers += 1
                    answers.append(answer_of(numbers, guess, said))
                case CardEnded(result) if result.end != "BROKEN_OFF":
                    facts += card_facts(result, asked, tuple(answers), read)
                case _:
                    pass
    return tuple(facts)


def guessers(scene: Scene, drawn: CardDrawn) -> tuple[Seat, ...]:
    """Return who may guess the card: all but the Reader, in a Bonus Round its player alone (TQ-3, TQ-15)."""
    if drawn.bonus_player is not None:
        return (drawn.bonus_player,)
    seats = range(len(scene.after.positions))
    return tuple(seat for seat in seats if seat != drawn.reader and seat not in scene.after.resigned)


def answer_of(number: int, guess: JudgedGuess, said: Scene) -> AnswerFact:
    return AnswerFact(
        number,
        guess.seat,
        guess.text,
        guess.ruling.verdict.value,
        guess.ruling.is_right,
        guess.ruling.overruled_by is not None,
        said.tenths,
        said.by_bot,
        note=guess.occasion,
    )


def card_facts(
    result: Result, asked: tuple[Seat, ...], answers: tuple[AnswerFact, ...], read: Sequence[Read]
) -> Iterator[QuestionFact]:
    is_solved = result.end == "SOLVED"
    yield QuestionFact(
        QuestionKind.CARD,
        result.card,
        result.card,
        result.category,
        asked,
        answers,
        is_solved,
        needed=result.lines_read if is_solved else None,
        by=result.reader,
        tallies=tallied(
            {
                "bonus": result.bonus_player is not None,
                "reader_points": result.reader_points,
                "solver_points": result.solver_points,
            }
        ),
        series=(("lines", tuple(str(line.number) for line in read)),),
    )
    ends = [line.begins for line in read[1:]] + [len(answers)]
    for line, end in zip(read, ends, strict=True):
        if line.line.clue is not None:
            yield clue_fact(result, asked, line.number, answers[line.begins : end])


def clue_fact(result: Result, asked: tuple[Seat, ...], number: int, answers: tuple[AnswerFact, ...]) -> QuestionFact:
    return QuestionFact(
        QuestionKind.CLUE,
        f"{result.card}#{number:02d}",
        result.card,
        result.category,
        asked,
        answers,
        any(answer.is_right for answer in answers),
        by=result.reader,
    )


def question_text(cards: Mapping[str, Card], question: str) -> QuestionText | None:
    """Return the clue of an id, "person-03#07", or what a card is, with the answer; None when no card by id has it."""
    id, _, number = question.partition("#")
    card = cards.get(id)
    if card is None:
        return None
    if not number:
        return QuestionText(card.text, card.text)
    line = numbered(card.lines, number)
    return QuestionText(line.clue, card.text) if line is not None and line.clue is not None else None


def notes(scenes: Sequence[Scene]) -> tuple[SeatNotes, ...]:
    """Return what each seat read, solved and scored.

    Tallies: `cards_read` and `cards_solved` outside Bonus Rounds, `reader_points`, `guesser_points`, `bonus_rounds`,
    `bonus_points` and `chips_played`; the series `bonus_results` are the points of each Bonus Round.
    """
    seats = range(len(scenes[-1].after.positions))
    numbers: list[Counter[str]] = [Counter() for _ in seats]
    bonuses: list[list[str]] = [[] for _ in seats]
    for scene in scenes:
        for event in scene.events:
            if isinstance(event, ChipPlayed):
                numbers[event.seat]["chips_played"] += 1
            if isinstance(event, CardEnded) and event.result.end != "BROKEN_OFF":
                note_card(event.result, numbers, bonuses)
    return tuple(
        SeatNotes(tallied(counted), (("bonus_results", tuple(results)),))
        for counted, results in zip(numbers, bonuses, strict=True)
    )


def note_card(result: Result, numbers: list[Counter[str]], bonuses: list[list[str]]) -> None:
    """Note a card in the seats' numbers, or its points in the bonus player's."""
    if result.bonus_player is not None:
        numbers[result.bonus_player].update(bonus_rounds=1, bonus_points=result.solver_points)
        bonuses[result.bonus_player].append(str(result.solver_points))
        return
    numbers[result.reader].update(cards_read=1, reader_points=result.reader_points)
    if result.solver is not None:
        numbers[result.solver].update(cards_solved=1, guesser_points=result.solver_points)
