"""The boards that operators query, folded over the corrected facts of matches in the ledger's order. Pure.

A batch of matches is folded in three steps: `ratings.rated` says what each match does to ratings, `gathered` says which
row each match adds to, and `folded` adds it. Folding one batch after the other gives the same rows as folding both as
one: everything added up is a whole number, and what depends on an order (streaks, form, the wrong answers kept) follows
the ledger's.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

import msgspec

from server.games.engine import Seat, replace
from server.games.facts import AnswerFact, QuestionFact, QuestionKind, Tallies
from server.games.spelling import normalised
from server.stats import keys
from server.stats.keys import RowId
from server.stats.ratings import Rated, Skill, names_of
from server.stats.records import (
    Accuracy,
    AtSeat,
    Cell,
    Counts,
    MatchFacts,
    Pair,
    QuestionRow,
    Rating,
    RatingHistory,
    RatingPoint,
    Row,
    SeatFacts,
    Shared,
    Standing,
    StoredRow,
    TextCounts,
)

FORM_LENGTH = 10
HISTORY_LENGTH = 100
"""Points of a rating history that share a row."""
WRONG_KEPT = 200
"""How many different wrong answers to a question are counted one by one: the first ones that came."""
LONGEST_WRONG = 80
THOUSANDTHS = 1000

ROWS: dict[str, type[Row]] = {
    "cells": Cell,
    "standings": Standing,
    "pairs": Pair,
    "questions": QuestionRow,
    "ratings": Rating,
    "history": RatingHistory,
}
"""What a board is made of, by the first part of its name."""


def decoded(stored: StoredRow) -> Row:
    """Return a row as it was folded."""
    return msgspec.json.decode(stored.body, type=ROWS[stored.board.partition("|")[0]])


def stored(id: RowId, row: Row, seq: int) -> StoredRow:
    """Return a row as it is kept; `seq` is the end of the batch."""
    return StoredRow(id[0], id[1], seq, msgspec.json.encode(row).decode())


# What a match adds to which row


class Result(NamedTuple):
    """What a match adds to somebody's standing."""

    name: str
    facts: MatchFacts
    seat: SeatFacts
    skill: Skill
    """After the match."""
    accuracy: Mapping[tuple[str, str], tuple[int, int]]
    """Answers and right ones by kind and category."""


class Meeting(NamedTuple):
    """What a match adds to a pair: a result each, by name, and guesses at what the other chose with the right ones."""

    event: str | None
    results: tuple[Result, Result]
    guesses: tuple[tuple[int, int], tuple[int, int]]


class Showing(NamedTuple):
    """What a match adds to a question: the answers that are counted on this board."""

    fact: QuestionFact
    answers: tuple[AnswerFact, ...]
    is_shown_here: bool
    """Whether it was put to somebody who is counted on this board; at a table of people and bots it is on both."""
    is_choosers: bool
    """Whether the answerer's choice is counted on this board."""
    strengths: Mapping[Seat, int]
    """Everybody's rating before the match, in thousandths."""


@dataclass(frozen=True)
class Gathered:
    """What a batch adds, by row, in the ledger's order."""

    cells: defaultdict[RowId, list[MatchFacts]] = field(default_factory=lambda: defaultdict(list))
    standings: defaultdict[RowId, list[Result]] = field(default_factory=lambda: defaultdict(list))
    pairs: defaultdict[RowId, list[Meeting]] = field(default_factory=lambda: defaultdict(list))
    questions: defaultdict[RowId, list[Showing]] = field(default_factory=lambda: defaultdict(list))
    history: defaultdict[RowId, list[RatingPoint]] = field(default_factory=lambda: defaultdict(list))

    @property
    def ids(self) -> list[RowId]:
        """The rows that are added to."""
        return [*self.cells, *self.standings, *self.pairs, *self.questions, *self.history]


def gathered(batch: Iterable[Rated]) -> Gathered:
    """Return what matches add to which rows; ratings aside, which `ratings.rated` has seen to."""
    found = Gathered()
    for match in batch:
        for board, cell in cells_of(match.facts):
            found.cells[board, cell_key(cell)].append(match.facts)
        if match.facts.counted_as != "VOID":
            _gather_questions(match, found)
            _gather_standings(match, found)
        for name, count in match.counts.items():
            id = (
                keys.history(match.facts.game, name, match.facts.is_test),
                keys.history_key((count - 1) // HISTORY_LENGTH),
            )
            skill = match.after[name]
            point = RatingPoint(match.facts.seq, match.facts.match, match.facts.ended_at, skill.mu, skill.sigma)
            found.history[id].append(point)
    return found


def cells_of(facts: MatchFacts) -> tuple[tuple[str, Cell], tuple[str, Cell]]:
    """Return the two empty cells a match is counted in, with their boards: of all days, and of its day."""
    cell = cell_of(facts)
    return (keys.cells(), replace(cell, day="")), (keys.cells(cell.day[:7]), cell)


def cell_key(cell: Cell) -> str:
    """Return the name of a cell's row."""
    flags = f"{'bots' if cell.has_bots else 'people'}|{keys.realm(cell.is_test)}"
    return f"{cell.day}|{cell.game}|{cell.event or ''}|{cell.deck}|{cell.seats}|{cell.status}|{flags}"


def cell_of(facts: MatchFacts) -> Cell:
    """Return the empty cell a match is counted in on its day."""
    return Cell(
        day=f"{facts.ended_at:%Y-%m-%d}",
        game=facts.game,
        event=facts.event,
        deck=facts.deck,
        seats=len(facts.seats),
        status=facts.counted_as,
        has_bots=facts.has_bots,
        is_test=facts.is_test,
    )


def _events(facts: MatchFacts) -> tuple[str | None, ...]:
    """Return the events a match counts for: all, and its own."""
    return (None,) if facts.event is None else (None, facts.event)


def _gather_standings(match: Rated, found: Gathered) -> None:
    facts = match.facts
    accuracy = accuracy_by_seat(facts)
    results = [
        Result(name, facts, seat, match.after[name], accuracy[seat.seat])
        for seat in facts.seats
        for name in names_of(seat)
    ]
    for result in results:
        for event in _events(facts):
            for window in keys.windows(facts.ended_at):
                board = keys.standings(facts.game, event, window, facts.is_test, bots=result.seat.bot is not None)
                found.standings[board, result.name].append(result)
    people = [result for result in results if result.seat.bot is None]
    for one, other in combinations(sorted(people, key=lambda result: result.name), 2):
        if one.seat is not other.seat:
            _gather_meeting(one, other, found)


def _gather_meeting(one: Result, other: Result, found: Gathered) -> None:
    facts = one.facts
    guesses = (_guesses_at(facts, one.seat, other.seat), _guesses_at(facts, other.seat, one.seat))
    board = keys.pair(one.name, other.name, facts.is_test)
    for event in _events(facts):
        found.pairs[board, keys.pair_key(facts.game, event)].append(Meeting(event, (one, other), guesses))


def _guesses_at(facts: MatchFacts, guesser: SeatFacts, chooser: SeatFacts) -> tuple[int, int]:
    answers = [
        answer
        for fact in facts.questions
        if fact.kind is QuestionKind.DILEMMA and fact.about == chooser.seat
        for answer in fact.answers
        if answer.seat == guesser.seat and not answer.by_bot
    ]
    return len(answers), sum(answer.is_right for answer in answers)


def accuracy_by_seat(facts: MatchFacts) -> list[dict[tuple[str, str], tuple[int, int]]]:
    """Return each seat's answers and right ones by kind and category, without what a bot answered for a person."""
    found: list[dict[tuple[str, str], tuple[int, int]]] = [{} for _ in facts.seats]
    for fact in facts.questions:
        if fact.kind.is_detail:
            continue
        for answer in fact.answers:
            if not answer.by_bot or facts.seats[answer.seat].bot is not None:
                answers, right = found[answer.seat].get((fact.kind.value, fact.category), (0, 0))
                found[answer.seat][fact.kind.value, fact.category] = (answers + 1, right + answer.is_right)
    return found


def _gather_questions(match: Rated, found: Gathered) -> None:
    facts = match.facts
    strengths = {seat.seat: _strength([match.before[name].mu for name in names_of(seat)]) for seat in facts.seats}
    for fact in facts.questions:
        for bots in (False, True):
            answers = tuple(answer for answer in fact.answers if _is_bots(answer, facts) == bots)
            is_asked = any((facts.seats[seat].bot is not None) == bots for seat in fact.asked)
            is_shown_here = is_asked or bool(answers)
            is_choosers = fact.about is not None and (facts.seats[fact.about].bot is not None) == bots
            if not (is_shown_here or is_choosers):
                continue
            showing = Showing(fact, answers, is_shown_here, is_choosers, strengths)
            for event in _events(facts):
                board = keys.questions(facts.game, facts.deck, event, facts.is_test, bots)
                found.questions[board, keys.question_key(fact.kind.value, fact.question)].append(showing)


def _is_bots(answer: AnswerFact, facts: MatchFacts) -> bool:
    return answer.by_bot or facts.seats[answer.seat].bot is not None


def _strength(mus: Sequence[float]) -> int:
    return round(THOUSANDTHS * sum(mus) / len(mus))


# Adding it


def folded(found: Gathered, rows: Mapping[RowId, Row]) -> dict[RowId, Row]:
    """Return the rows that were added to, as they are now; `rows` are those of them that there were."""
    return dict(_folded(found, rows))


def _folded(found: Gathered, rows: Mapping[RowId, Row]) -> Iterator[tuple[RowId, Row]]:
    for id, matches in found.cells.items():
        cell = rows.get(id)
        blank = dict(cells_of(matches[0]))[id[0]]
        yield id, with_matches(cell if isinstance(cell, Cell) else blank, matches)
    for id, results in found.standings.items():
        standing = rows.get(id)
        yield id, with_results(standing if isinstance(standing, Standing) else Standing(id[1]), results)
    for id, meetings in found.pairs.items():
        pair = rows.get(id)
        yield id, with_meetings(pair if isinstance(pair, Pair) else _pair_of(meetings[0]), meetings)
    for id, showings in found.questions.items():
        question = rows.get(id)
        yield id, with_showings(question if isinstance(question, QuestionRow) else _row_of(showings[0]), showings)
    for id, points in found.history.items():
        history = rows.get(id)
        before = history.points if isinstance(history, RatingHistory) else ()
        yield id, RatingHistory((*before, *points))


def added(counts: Counts, more: Iterable[Counts]) -> Counts:
    """Return the counts of both."""
    total = dict(counts)
    for other in more:
        for value, times in other:
            total[value] = total.get(value, 0) + times
    return tuple(sorted(total.items()))


def counted(counts: Counts, values: Iterable[int]) -> Counts:
    """Return the counts with more values."""
    return added(counts, [tuple((value, 1) for value in values)])


def tallied(tallies: Tallies, more: Iterable[Tallies]) -> Tallies:
    """Return the sums by name."""
    total = dict(tallies)
    for other in more:
        for name, number in other:
            total[name] = total.get(name, 0) + number
    return tuple(sorted(total.items()))


def with_matches(cell: Cell, matches: Sequence[MatchFacts], only: str | None = None) -> Cell:
    """Return the cell with more matches; `only` counts decisions, points and places of this player's seats alone.

    A match without a result has no points, places and leads; one that is void nothing but that it was there.
    """
    played = [facts for facts in matches if facts.counted_as != "VOID"]
    ended = [facts for facts in played if facts.counted_as == "FINISHED"]
    seats = [seat for facts in played for seat in facts.seats if only is None or only in seat.players]
    placed = [seat for facts in ended for seat in facts.seats if only is None or only in seat.players]
    return replace(
        cell,
        months=tuple(sorted({*cell.months, *(f"{facts.ended_at:%Y-%m}" for facts in matches)})),
        matches=cell.matches + len(matches),
        durations=counted(cell.durations, (facts.duration for facts in played)),
        plies=counted(cell.plies, (facts.plies for facts in played)),
        decisions=added(cell.decisions, (seat.decisions for seat in seats)),
        timeouts=cell.timeouts + sum(seat.timeouts for seat in seats),
        points=counted(cell.points, (seat.points for seat in placed)),
        places=counted(cell.places, (seat.place for seat in placed if seat.place is not None)),
        lead_changes=counted(cell.lead_changes, (facts.lead_changes for facts in ended)),
        largest_leads=counted(cell.largest_leads, (facts.largest_lead for facts in ended)),
    )


def with_results(standing: Standing, results: Sequence[Result]) -> Standing:
    """Return the standing with more matches."""
    ended = [result for result in results if result.facts.counted_as == "FINISHED"]
    standing = replace(
        standing,
        abandoned=standing.abandoned + len(results) - len(ended),
        resigned=standing.resigned + sum(result.seat.has_resigned for result in results),
    )
    if not ended:
        return standing
    seats = [result.seat for result in ended]
    places = [seat.place for seat in seats if seat.place is not None]
    points = [seat.points for seat in seats]
    streak, longest = _streaks(standing, places)
    skill = ended[-1].skill
    return replace(
        standing,
        played=standing.played + len(ended),
        won=standing.won + places.count(1),
        places=counted(standing.places, places),
        place_sum=standing.place_sum + sum(places),
        points=standing.points + sum(points),
        most=max(points if standing.most is None else (*points, standing.most)),
        least=min(points if standing.least is None else (*points, standing.least)),
        decisions=added(standing.decisions, (seat.decisions for seat in seats)),
        timeouts=standing.timeouts + sum(seat.timeouts for seat in seats),
        accuracy=_more_accuracy(standing.accuracy, ended),
        by_seat=_more_by_seat(standing.by_seat, seats),
        streak=streak,
        longest_streak=longest,
        form=(*standing.form, *places)[-FORM_LENGTH:],
        tallies=tallied(standing.tallies, (seat.tallies for seat in seats)),
        mu=skill.mu,
        sigma=skill.sigma,
        last=ended[-1].facts.seq,
    )


def _streaks(standing: Standing, places: Iterable[int]) -> tuple[int, int]:
    streak, longest = standing.streak, standing.longest_streak
    for place in places:
        streak = max(streak, 0) + 1 if place == 1 else min(streak, 0) - 1
        longest = max(longest, streak)
    return streak, longest


def _more_accuracy(accuracy: tuple[Accuracy, ...], results: Iterable[Result]) -> tuple[Accuracy, ...]:
    total = {(one.kind, one.category): (one.answers, one.right) for one in accuracy}
    for result in results:
        for named, (answers, right) in result.accuracy.items():
            before = total.get(named, (0, 0))
            total[named] = (before[0] + answers, before[1] + right)
    return tuple(Accuracy(*named, *numbers) for named, numbers in sorted(total.items()))


def _more_by_seat(by_seat: tuple[AtSeat, ...], seats: Iterable[SeatFacts]) -> tuple[AtSeat, ...]:
    total = {one.seat: one for one in by_seat}
    for seat in seats:
        place = seat.place or 0
        before = total.get(seat.seat, AtSeat(seat.seat, 0, 0, 0))
        total[seat.seat] = AtSeat(seat.seat, before.played + 1, before.won + (place == 1), before.places + place)
    return tuple(total[number] for number in sorted(total))


def _pair_of(meeting: Meeting) -> Pair:
    one, other = meeting.results
    blank = (Shared(standing=Standing(one.name)), Shared(standing=Standing(other.name)))
    return Pair((one.name, other.name), one.facts.game, meeting.event, sides=blank)


def with_meetings(pair: Pair, meetings: Sequence[Meeting]) -> Pair:
    """Return the pair with more matches that both played."""
    ended = [meeting for meeting in meetings if meeting.results[0].facts.counted_as == "FINISHED"]
    places = [(one.seat.place or 0, other.seat.place or 0) for one, other in (meeting.results for meeting in ended)]
    first = _with_side(pair.sides[0], 0, meetings, sum(one < other for one, other in places))
    second = _with_side(pair.sides[1], 1, meetings, sum(other < one for one, other in places))
    return replace(
        pair,
        played=pair.played + len(ended),
        level=pair.level + sum(one == other for one, other in places),
        sides=(first, second),
    )


def _with_side(side: Shared, place: int, meetings: Sequence[Meeting], ahead: int) -> Shared:
    return replace(
        side,
        ahead=side.ahead + ahead,
        standing=with_results(side.standing, [meeting.results[place] for meeting in meetings]),
        guesses=side.guesses + sum(meeting.guesses[place][0] for meeting in meetings),
        guessed_right=side.guessed_right + sum(meeting.guesses[place][1] for meeting in meetings),
    )


def _row_of(showing: Showing) -> QuestionRow:
    fact = showing.fact
    return QuestionRow(fact.kind.value, fact.question, fact.card, fact.category)


def with_showings(row: QuestionRow, showings: Sequence[Showing]) -> QuestionRow:
    """Return the question with more showings."""
    shown = [showing for showing in showings if showing.is_shown_here]
    answers = [(answer, showing.strengths[answer.seat]) for showing in showings for answer in showing.answers]
    given = [answer for answer, _ in answers]
    wrong, others = _more_wrong(row.wrong, given)
    chosen = [showing.fact.chosen for showing in showings if showing.is_choosers and showing.fact.chosen]
    needed = [showing.fact.needed for showing in showings if _is_solved_here(showing)]
    return replace(
        row,
        shown=row.shown + len(shown),
        right=row.right + sum(_is_right_here(showing) for showing in shown),
        answers=row.answers + len(given),
        answers_right=row.answers_right + sum(answer.is_right for answer in given),
        near_accepted=row.near_accepted + sum(answer.is_right and answer.verdict == "NEAR" for answer in given),
        overruled_to_right=row.overruled_to_right + sum(answer.is_right and answer.is_overruled for answer in given),
        overruled_to_wrong=row.overruled_to_wrong
        + sum(not answer.is_right and answer.is_overruled for answer in given),
        timeouts=row.timeouts + sum(answer.verdict == "NONE" for answer in given),
        seconds=counted(row.seconds, (answer.tenths for answer in given if answer.tenths is not None)),
        wrong=wrong,
        wrong_others=row.wrong_others + others,
        needed=counted(row.needed, (lines for lines in needed if lines is not None)),
        chosen=_more_chosen(row.chosen, chosen),
        tallies=tallied(row.tallies, (showing.fact.tallies for showing in shown)),
        strength_right=row.strength_right + sum(strength for answer, strength in answers if answer.is_right),
        strength_wrong=row.strength_wrong + sum(strength for answer, strength in answers if not answer.is_right),
        strength_squares=row.strength_squares + sum(strength**2 for _, strength in answers),
    )


def _is_right_here(showing: Showing) -> bool:
    """Tell whether the question was answered right by those who are counted on this board."""
    if showing.fact.kind is QuestionKind.LIST:
        return showing.fact.is_right
    return any(answer.is_right for answer in showing.answers)


def _is_solved_here(showing: Showing) -> bool:
    return showing.fact.needed is not None and any(answer.is_right for answer in showing.answers)


def _more_wrong(wrong: TextCounts, answers: Iterable[AnswerFact]) -> tuple[TextCounts, int]:
    """Return the wrong answers with more, and how many came that are not kept one by one."""
    total, others = dict(wrong), 0
    for answer in answers:
        if answer.is_right or not answer.verdict or not answer.text.strip():
            continue
        text = (normalised(answer.text) or answer.text.strip())[:LONGEST_WRONG]
        if text in total or len(total) < WRONG_KEPT:
            total[text] = total.get(text, 0) + 1
        else:
            others += 1
    return tuple(total.items()), others


def _more_chosen(chosen: TextCounts, more: Iterable[str]) -> TextCounts:
    total = Counter(dict(chosen))
    total.update(more)
    return tuple(sorted(total.items()))
