"""Decks whose secret texts are canaries, and which of them a viewer may know.

A canary is a text that stands nowhere else, so that it can be found in the raw bytes of any answer. What a viewer may
know is worked out here from a game's state after the "Hidden" line of its rules, not from how the server makes views.
"""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from server.decks import FOLDER
from server.games.engine import Seat, replace
from server.games.thats_a_question import records as thats_a_question
from server.games.trivial_pursuit import records as trivial_pursuit
from server.games.twenty_questions import records as twenty_questions

CANARY = re.compile(r"zq[a-y]{10}zq")
CARD = re.compile(r"\b(?:10|[2-9AJQK])[CDHS]\b")
LETTERS = "abcdefghijklmnoprstuvwxy"

Json = dict[str, Any]
Knows = Callable[[Any, Seat | None], Iterator[str]]
"""Yields the texts that a seat, or a spectator, may know in a state."""


class Canaries:
    """Makes canaries, no two alike."""

    def __init__(self, seed: str) -> None:
        self.rng = Random(seed)

    def __call__(self) -> str:
        return f"zq{''.join(self.rng.choices(LETTERS, k=10))}zq"


def found_in(text: str) -> set[str]:
    """Return every canary and every playing card in a text."""
    return {*CANARY.findall(text), *CARD.findall(text)}


# Decks


def decks_of_canaries(folder: Path) -> Path:
    """Write the default decks of all games with canaries for texts; playing cards are as they are."""
    fresh = Canaries("decks")
    for game, sing in SINGERS.items():
        file = sorted((FOLDER / game).glob("*.json"))[0]
        deck = json.loads(file.read_text(encoding="utf-8"))
        deck["cards"] = [sing(card, fresh) for card in deck["cards"]]
        (folder / game).mkdir()
        (folder / game / file.name).write_text(json.dumps(deck), encoding="utf-8")
    return folder


def of_twenty(card: Json, fresh: Canaries) -> Json:
    return card


def of_thats_a_question(card: Json, fresh: Canaries) -> Json:
    return {"id": f"{fresh()}-01", "blue": fresh(), "green": fresh(), "red": fresh()}


def of_twenty_questions(card: Json, fresh: Canaries) -> Json:
    lines = [{"clue": fresh()} if "clue" in line else line for line in card["lines"]]
    if card["category"] == "YEAR":
        return {**card, "id": fresh(), "lines": lines}
    return {"id": fresh(), "category": card["category"], "answer": fresh(), "aliases": [fresh()], "lines": lines}


def of_smarty_party(card: Json, fresh: Canaries) -> Json:
    items = [{"answer": fresh(), "aliases": [fresh()], "smiley": item.get("smiley", False)} for item in card["items"]]
    return {"id": fresh(), "topic": fresh(), "wager": card["wager"], "items": items}


def of_trivial_pursuit(card: Json, fresh: Canaries) -> Json:
    questions = {colour: {"question": fresh(), "answer": fresh(), "aliases": [fresh()]} for colour in card["questions"]}
    return {"id": fresh(), "questions": questions}


SINGERS: dict[str, Callable[[Json, Canaries], Json]] = {
    "twenty": of_twenty,
    "thats-a-question": of_thats_a_question,
    "twenty-questions": of_twenty_questions,
    "smarty-party": of_smarty_party,
    "trivial-pursuit": of_trivial_pursuit,
}


# What a viewer may know


def known_in_twenty(state: Any, seat: Seat | None) -> Iterator[str]:
    """Hand sizes and the played pile are public, hands and the order of the pile are not (TW-1)."""
    yield from state.played
    if seat is not None:
        yield from state.hands[seat]


def known_in_thats_a_question(state: Any, seat: Seat | None) -> Iterator[str]:
    """Only one's own hand; of the cards on the board the text of the question's colour (AQ-2)."""
    asked = [result.question for result in state.results]
    if isinstance(state.phase, thats_a_question.Choosing | thats_a_question.AskerGuessing):
        asked.append(state.phase.question)
    for question in asked:
        for card in (question.a, question.b):
            yield from (card.card, card.text)
    for card in state.hands[seat] if seat is not None else ():
        yield from (card.id, card.blue, card.green, card.red)


def known_in_twenty_questions(state: Any, seat: Seat | None) -> Iterator[str]:
    """The lines read and what was guessed; the card as a whole for its Reader; each answer once its card is over."""
    played = state.card
    read = {line.number for line in played.read}
    for number, line in enumerate(played.card.lines, start=1):
        if line.clue is not None and (number in read or seat == played.reader):
            yield line.clue
    if seat == played.reader:
        yield from (played.card.id, played.card.text, *played.card.aliases)
    yield from (guess.text for guess in played.guesses)
    if isinstance(state.phase, twenty_questions.Reviewing):
        yield state.phase.review.guess
    for result in state.results:
        yield from (result.card, result.answer)


def known_in_smarty_party(state: Any, seat: Seat | None) -> Iterator[str]:
    """The topic, the guess on the table and what it found; the list for its Reader; all once the round is over (SP-7).

    Found items and guesses of the running round only with the memory aid.
    """
    played = state.round
    yield played.card.topic
    table = played.on_table
    if table is not None:
        yield table.text
        if table.item is not None:
            yield played.card.items[table.item].text
    if seat == played.reader:
        yield played.card.id
        for item in played.card.items:
            yield from (item.text, *item.aliases)
    if state.options.memory_aid:
        for guess in played.guesses:
            yield guess.text
            if guess.item is not None:
                yield played.card.items[guess.item].text
    if state.finished is not None:
        yield from (state.finished.card, state.finished.topic)
        yield from (item.text for item in state.finished.items)
        yield from (guess.text for guess in state.finished.guesses)


def known_in_trivial_pursuit(state: Any, seat: Seat | None) -> Iterator[str]:
    """The question asked; its answer for the reader, for judges while they rule, and for all after the verdict (TP-6).

    Nothing else of a card.
    """
    if isinstance(state.phase, trivial_pursuit.Answering | trivial_pursuit.Reviewing):
        asked = state.phase.asked
        judges: tuple[Seat, ...] = ()
        yield from (asked.card, asked.content.question)
        if isinstance(state.phase, trivial_pursuit.Reviewing):
            yield state.phase.review.guess
            judges = state.phase.review.judges
        if seat is not None and (seat == on_the_right(state) or seat in judges):
            yield asked.content.text
    if state.last is not None:
        asked = state.last.asked
        yield from (asked.card, asked.content.question, asked.content.text, state.last.guess or "")


def on_the_right(state: Any) -> Seat:
    """Return the seat before the one in turn that has not resigned."""
    seats = len(state.tokens)
    around: Iterator[Seat] = ((state.turn - step) % seats for step in range(1, seats + 1))
    return next(seat for seat in around if seat not in state.resigned)


KNOWN: dict[str, Knows] = {
    "TWENTY": known_in_twenty,
    "THATS_A_QUESTION": known_in_thats_a_question,
    "TWENTY_QUESTIONS": known_in_twenty_questions,
    "SMARTY_PARTY": known_in_smarty_party,
    "TRIVIAL_PURSUIT": known_in_trivial_pursuit,
}

SAID_ALOUD = ("TWENTY_QUESTIONS", "TRIVIAL_PURSUIT")
"""Where everybody hears, and the log keeps, what somebody guesses."""


def known_now(kind: str, state: Any, seat: Seat | None) -> set[str]:
    """Return the canaries that a view of the state may hold."""
    return found_in(" ".join(KNOWN[kind](state, seat))) if state is not None else set()


def known_later(kind: str, state: Any, seat: Seat | None) -> set[str]:
    """Return the canaries that a past state may still show: what was heard is gone, but for the memory aid (SP-7)."""
    if kind == "SMARTY_PARTY" and state is not None and not state.options.memory_aid:
        state = replace(state, round=replace(state.round, on_table=None))
    return known_now(kind, state, seat)


def brought_up(kind: str, before: Any, after: Any) -> set[str]:
    """Return what everybody learns between two states and neither shows: the cards held when a hand ends (TW-11)."""
    if kind == "TWENTY" and before is not None and len(after.finished) > len(before.finished):
        return {card for hand in before.hands for card in hand}
    return set()


def logged(kind: str, state: Any) -> set[str]:
    """Return what the log of an ended match tells beside views: the other names of an answer that was judged (TP-6)."""
    if kind == "TRIVIAL_PURSUIT" and state is not None and state.last is not None:
        return set(state.last.asked.content.aliases)
    return set()


def right_text(kind: str, state: Any, rng: Random) -> str:
    """Return a right answer to what the match waits for."""
    match kind:
        case "TWENTY_QUESTIONS":
            return str(rng.choice((state.card.card.text, *state.card.card.aliases)))
        case "SMARTY_PARTY":
            return str(rng.choice([text for item in state.round.card.items for text in (item.text, *item.aliases)]))
        case _:
            return str(rng.choice((state.phase.asked.content.text, *state.phase.asked.content.aliases)))
