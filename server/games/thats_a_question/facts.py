"""What statistics keep of a match of That's a Question!: every dilemma with choice, guesses and kickers. Pure."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from server.games.engine import Seat
from server.games.facts import AnswerFact, QuestionFact, QuestionKind, QuestionText, Scene, SeatNotes, tallied
from server.games.thats_a_question.cards import text_of
from server.games.thats_a_question.records import (
    KINDS,
    Answer,
    Asked,
    AskerGuess,
    Card,
    Guess,
    PlayedCard,
    Result,
    Revealed,
    Side,
    State,
)

LOWEST_WINS = False


def points(state: State) -> tuple[int, ...]:
    """Return how far the squirrels are (AQ-12)."""
    return state.positions


def questions(scenes: Sequence[Scene]) -> tuple[QuestionFact, ...]:
    """Return every dilemma that was revealed, each followed by its two cards as choices.

    A dilemma is named after its cards, the lower id first, and the kind asked; the texts of its answers are card ids,
    their notes the kickers, "ASKER" for the asker's own guess (AQ-10). What the clock chose by lot (AQ-13) is no choice
    and no guess of anybody's. Series: `a`, `b` (card ids as laid) and `steps` by seat.
    """
    facts: list[QuestionFact] = []
    numbers = 0
    said: dict[Seat, Scene] = {}
    for scene in scenes:
        if isinstance(scene.move, Answer | Guess | AskerGuess) and scene.seat is not None:
            said[scene.seat] = scene
        for event in scene.events:
            match event:
                case Asked():
                    said = {}
                case Revealed(result):
                    answers = tuple(answers_of(result, said, numbers + 1))
                    numbers += len(answers)
                    facts += dilemma_facts(result, answers, is_chosen=result.question.answerer in said)
                case _:
                    pass
    return tuple(facts)


def answers_of(result: Result, said: dict[Seat, Scene], number: int) -> Iterator[AnswerFact]:
    """Yield the guesses that people or bots made, the asker's last."""
    guesses: list[tuple[Seat, Side, str]] = [(made.seat, made.choice, made.kicker or "") for made in result.guesses]
    if result.asker_guess is not None:
        guesses.append((result.question.asker, result.asker_guess, "ASKER"))
    for seat, choice, note in guesses:
        if seat in said:
            given = said[seat]
            text, is_right = card_at(result, choice).card, choice == result.answer
            yield AnswerFact(number, seat, text, "", is_right, False, given.tenths, given.by_bot, note)
            number += 1


def card_at(result: Result, side: Side) -> PlayedCard:
    return result.question.a if side == "A" else result.question.b


def dilemma_facts(result: Result, answers: tuple[AnswerFact, ...], is_chosen: bool) -> Iterator[QuestionFact]:
    question = result.question
    chosen = card_at(result, result.answer).card
    asked = tuple(made.seat for made in result.guesses)
    is_right = any(answer.is_right for answer in answers)
    first, second = sorted((question.a.card, question.b.card))
    yield QuestionFact(
        QuestionKind.DILEMMA,
        f"{first}+{second}#{question.kind}",
        "",
        question.kind,
        asked,
        answers,
        is_right,
        chosen=chosen if is_chosen else "",
        by=question.asker,
        about=question.answerer,
        series=(
            ("a", (question.a.card,)),
            ("b", (question.b.card,)),
            ("steps", tuple(map(str, result.steps))),
        ),
    )
    for card in (first, second):
        yield QuestionFact(
            QuestionKind.CHOICE,
            f"{card}#{question.kind}",
            card,
            question.kind,
            asked,
            answers,
            is_right,
            chosen=("CHOSEN" if card == chosen else "LEFT") if is_chosen else "",
            by=question.asker,
            about=question.answerer,
        )


def question_text(cards: Mapping[str, Card], question: str) -> QuestionText | None:
    """Return both answers of a dilemma, "food-01+food-02#BLUE", or the one of a choice; None when cards lack one."""
    ids, _, asked = question.partition("#")
    kind = next((kind for kind in KINDS if kind == asked), None)
    chosen = [cards.get(id) for id in ids.split("+")]
    if kind is None:
        return None
    texts = [text_of(card, kind) for card in chosen if card is not None]
    return QuestionText(" / ".join(texts)) if len(texts) == len(chosen) else None


def notes(scenes: Sequence[Scene]) -> tuple[SeatNotes, ...]:
    """Return what each seat did in the dilemmas revealed.

    Tallies: `asked`, `answered`, `guesses`, `guessed_right`, `triple_kickers`, `tough_kickers` played and `steps`;
    guesses that the clock made by lot are among them, as they moved squirrels.
    """
    numbers: list[Counter[str]] = [Counter() for _ in scenes[-1].after.positions]
    for scene in scenes:
        for event in scene.events:
            if isinstance(event, Revealed):
                note_result(event.result, numbers)
    return tuple(SeatNotes(tallied(counted)) for counted in numbers)


def note_result(result: Result, numbers: list[Counter[str]]) -> None:
    """Note a dilemma in the seats' numbers."""
    numbers[result.question.asker]["asked"] += 1
    numbers[result.question.answerer]["answered"] += 1
    for made in result.guesses:
        numbers[made.seat]["guesses"] += 1
        numbers[made.seat]["guessed_right"] += made.choice == result.answer
        if made.kicker is not None:
            numbers[made.seat][f"{made.kicker.lower()}_kickers"] += 1
    for seat, steps in enumerate(result.steps):
        numbers[seat]["steps"] += steps
