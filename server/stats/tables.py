"""What exports hold: four tables, made of the corrected facts and the logs of matches that have ended. Pure.

A row has a value for each of its table's columns: text, a number, a truth, None, or what is nested as JSON has it.
Join codes, seeds and tokens are in no fact, and no ply is taken of a match that has no facts yet.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from typing import Any

import msgspec

from server.games.facts import AnswerFact, QuestionFact, QuestionText, Series
from server.matches.records import OfferRematch, Ply
from server.stats.groups import percentile
from server.stats.records import MatchFacts, SeatFacts

Row = tuple[Any, ...]
Words = Callable[[str, str, str], QuestionText | None]
"""Tells the words of a question by game, deck and id (`QuestionTexts.of`)."""
TENTHS = 10


class Table(StrEnum):
    """What can be exported."""

    MATCHES = "matches"
    """A row a match."""
    RESULTS = "results"
    """A row a seat."""
    PLIES = "plies"
    """A row a ply."""
    QUESTIONS = "questions"
    """A row an answer, and one for each question without any."""


MATCH = ("seq", "match", "game", "event", "deck", "ended_at", "counted_as", "is_test")
"""Columns that every row of a match begins with."""
COLUMNS: dict[Table, tuple[str, ...]] = {
    Table.MATCHES: (
        *MATCH,
        *("created_at", "started_at", "duration_seconds", "status", "reason", "seats", "has_bots", "plies"),
        *("lead_changes", "largest_lead", "rules_version", "options", "rematch_of"),
    ),
    Table.RESULTS: (
        *MATCH,
        *("seat", "players", "name", "bot", "place", "points", "has_resigned", "minded", "decisions"),
        *("decision_seconds_p50", "first_decision_seconds", "timeouts", "tallies", "series"),
    ),
    Table.PLIES: (*MATCH, "ply", "at", "change", "seat", "said", "events", "digest"),
    Table.QUESTIONS: (
        *MATCH,
        *("kind", "question", "card", "category", "asked", "is_right", "clues_needed", "chosen", "by", "about"),
        *("question_tallies", "question_series", "answer", "seat", "players", "text", "verdict", "answer_is_right"),
        *("is_overruled", "seconds", "by_bot", "note", "question_text", "right_answer"),
    ),
}
NO_ANSWER: Row = (None,) * 10
NO_TEXT: Row = (None,) * 2


def rows_of(table: Table, facts: MatchFacts, words: Words, plies: Sequence[Ply] = ()) -> list[Row]:
    """Return the rows of a match; `plies` is its log, needed for the table of plies alone."""
    match table:
        case Table.MATCHES:
            return [(*_match(facts), *_match_only(facts))]
        case Table.RESULTS:
            return [(*_match(facts), *_result(seat)) for seat in facts.seats]
        case Table.PLIES:
            return [(*_match(facts), *_ply(ply)) for ply in plies if _is_of_match(ply, facts)]
        case Table.QUESTIONS:
            return [(*_match(facts), *row) for fact in facts.questions for row in _question(fact, facts, words)]


def _match(facts: MatchFacts) -> Row:
    return (
        facts.seq,
        facts.match,
        facts.game,
        facts.event,
        facts.deck,
        facts.ended_at,
        facts.counted_as,
        facts.is_test,
    )


def _match_only(facts: MatchFacts) -> Row:
    return (
        facts.created_at,
        facts.started_at,
        facts.duration,
        facts.status.value,
        facts.reason,
        len(facts.seats),
        facts.has_bots,
        facts.plies,
        facts.lead_changes,
        facts.largest_lead,
        facts.rules_version,
        msgspec.json.decode(facts.options),
        facts.rematch_of,
    )


def _result(seat: SeatFacts) -> Row:
    return (
        seat.seat,
        list(seat.players),
        seat.name,
        seat.bot.value if seat.bot else None,
        seat.place,
        seat.points,
        seat.has_resigned,
        seat.minded,
        sum(times for _, times in seat.decisions),
        _seconds(percentile(seat.decisions, 50)),
        _seconds(seat.first_decision),
        seat.timeouts,
        dict(seat.tallies),
        _lists(seat.series),
    )


def _is_of_match(ply: Ply, facts: MatchFacts) -> bool:
    """Tell whether a ply is of the match itself, and not of what was said after it."""
    return ply.at <= facts.ended_at and not isinstance(ply.change, OfferRematch)


def _ply(ply: Ply) -> Row:
    said = _plain(ply.change)
    change = said.pop("type")
    events = [_plain(event) for event in ply.events]
    return ply.number, ply.at, change, said.get("seat"), said, events, ply.digest


def _plain(record: Any) -> Any:
    return msgspec.to_builtins(record, order="deterministic")


def _question(fact: QuestionFact, facts: MatchFacts, words: Words) -> Iterator[Row]:
    shown = (
        fact.kind.value,
        fact.question,
        fact.card,
        fact.category,
        list(fact.asked),
        fact.is_right,
        fact.needed,
        fact.chosen,
        fact.by,
        fact.about,
        dict(fact.tallies),
        _lists(fact.series),
    )
    text: Row = words(facts.game, facts.deck, fact.question) or NO_TEXT
    for answer in fact.answers:
        yield (*shown, *_answer(answer, facts), *text)
    if not fact.answers:
        yield (*shown, *NO_ANSWER, *text)


def _answer(answer: AnswerFact, facts: MatchFacts) -> Row:
    return (
        answer.number,
        answer.seat,
        list(facts.seats[answer.seat].players),
        answer.text,
        answer.verdict,
        answer.is_right,
        answer.is_overruled,
        _seconds(answer.tenths),
        answer.by_bot,
        answer.note,
    )


def _seconds(tenths: int | None) -> float | None:
    return None if tenths is None else tenths / TENTHS


def _lists(series: Series) -> dict[str, list[str]]:
    return {name: list(texts) for name, texts in series}
