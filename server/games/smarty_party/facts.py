"""What statistics keep of a match of Smarty Party!: every list and item with its guesses, chips, Pants, steps. Pure."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

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
from server.games.smarty_party.records import (
    Card,
    FinishedRound,
    Guess,
    GuessMade,
    Name,
    Result,
    RoundBegan,
    RoundEnded,
    State,
)

LOWEST_WINS = True


def points(state: State) -> tuple[int, ...]:
    """Return how far the pawns are, which is bad (SP-13)."""
    return state.positions


def questions(scenes: Sequence[Scene]) -> tuple[QuestionFact, ...]:
    """Return every list played to its end, each followed by its items.

    A list is right when at least its wager number of items was found. Its tallies: `found`, `items`, `repeats`,
    `no_guess`, `wager_yes` and `wager_won` (1 or 0); its series: `found`, `found_by` and `smileys`, in the order found.
    A round that was broken off counts for nobody.
    """
    facts: list[QuestionFact] = []
    numbers, no_guess = 0, 0
    asked: tuple[Seat, ...] = ()
    said: dict[Seat, Scene] = {}
    judged: list[Scene] = []
    for scene in scenes:
        if isinstance(scene.move, Name) and scene.seat is not None:
            said[scene.seat] = scene
        for event in scene.events:
            match event:
                case RoundBegan():
                    asked, judged, no_guess = event.guessers, [], 0
                case GuessMade(seat, Result.RIGHT | Result.WRONG):
                    judged.append(said[seat])
                case GuessMade(_, Result.NO_GUESS):
                    no_guess += 1
                case RoundEnded(round):
                    answers = [
                        answer_of(numbers + number, guess, given)
                        for number, (guess, given) in enumerate(zip(round.guesses, judged, strict=True), start=1)
                    ]
                    numbers += len(answers)
                    facts += list_facts(round, asked, answers, no_guess)
                case _:
                    pass
    return tuple(facts)


def answer_of(number: int, guess: Guess, given: Scene) -> AnswerFact:
    return AnswerFact(
        number,
        guess.seat,
        guess.text,
        guess.verdict.value,
        guess.item is not None,
        guess.overruled_by is not None,
        given.tenths,
        given.by_bot,
    )


def list_facts(
    round: FinishedRound, asked: tuple[Seat, ...], answers: Sequence[AnswerFact], no_guess: int
) -> Iterator[QuestionFact]:
    finds = [
        (guess.item, answer) for guess, answer in zip(round.guesses, answers, strict=True) if guess.item is not None
    ]
    items = [round.items[place] for place, _ in finds]
    yield QuestionFact(
        QuestionKind.LIST,
        round.card,
        round.card,
        "",
        asked,
        tuple(answers),
        len(finds) >= round.wager_number,
        by=round.reader,
        tallies=tallied(
            {
                "found": len(finds),
                "items": len(round.items),
                "no_guess": no_guess,
                "repeats": round.repeats,
                "wager_won": round.wager_won,
                "wager_yes": round.wager == "YES",
            }
        ),
        series=(
            ("found", tuple(item.text for item in items)),
            ("found_by", tuple(str(answer.seat) for _, answer in finds)),
            ("smileys", tuple(item.text for item in items if item.smiley)),
        ),
    )
    found = dict(finds)
    for place in range(len(round.items)):
        find = (found[place],) if place in found else ()
        question = f"{round.card}#{place + 1:02d}"
        yield QuestionFact(QuestionKind.ITEM, question, round.card, "", asked, find, bool(find), by=round.reader)


def question_text(cards: Mapping[str, Card], question: str) -> QuestionText | None:
    """Return the topic of an id, "sp-012", or topic and item of "sp-012#07"; None when no card by id has it."""
    id, _, number = question.partition("#")
    card = cards.get(id)
    if card is None:
        return None
    if not number:
        return QuestionText(card.topic)
    item = numbered(card.items, number)
    return QuestionText(f"{card.topic}: {item.text}", item.text) if item is not None else None


def notes(scenes: Sequence[Scene]) -> tuple[SeatNotes, ...]:
    """Return what each seat took, wore and read in the rounds played to their end.

    Tallies: `chips_1`, `chips_2`, `chips_3` by value, `pants` held at the end of a round, `lists_read`, `wagers_won`,
    `found` and `steps`; the series `steps_by_round`.
    """
    rounds = [event.finished for scene in scenes for event in scene.events if isinstance(event, RoundEnded)]
    return tuple(seat_notes(seat, rounds) for seat in range(len(scenes[-1].after.positions)))


def seat_notes(seat: Seat, rounds: Sequence[FinishedRound]) -> SeatNotes:
    counted: Counter[str] = Counter()
    for round in rounds:
        counted.update(f"chips_{chip}" for chip in round.chips[seat])
        counted["found"] += sum(guess.seat == seat and guess.item is not None for guess in round.guesses)
        counted["lists_read"] += round.reader == seat
        counted["pants"] += round.pants == seat
        counted["steps"] += round.steps[seat]
        counted["wagers_won"] += round.reader == seat and round.wager_won
    return SeatNotes(tallied(counted), (("steps_by_round", tuple(str(round.steps[seat]) for round in rounds)),))
