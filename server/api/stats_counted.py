"""A match as statistics count it, corrections applied: `Match.counted` and `Match.corrections`."""

from datetime import datetime

import strawberry

from server.api.personal import PERSONAL
from server.api.players import PlayerType, player_by_id
from server.api.stats_access import is_operator
from server.api.stats_words import TENTHS, CountedAs, SpreadType, Tally, spread_type, tallies_of
from server.api.viewer import Info
from server.games.answers import Verdict
from server.games.facts import AnswerFact, QuestionFact, QuestionKind, QuestionText
from server.games.judging_types import AnswerVerdict
from server.matches.records import BotLevel
from server.stats.groups import spread_of
from server.stats.records import Correction, CorrectionKind, Entry, MatchFacts, SeatFacts


@strawberry.type(name="Correction", description="What an operator decided about a result, and why. The log stays.")
class CorrectionType:
    sequence: int = strawberry.field(description="Its number among all endings and corrections.")
    at: datetime = strawberry.field(description="When it was made.")
    record: strawberry.Private[Correction]

    @strawberry.field(description="Its id.")
    def id(self) -> strawberry.ID:
        return strawberry.ID(self.record.id)

    @strawberry.field(description="Who made it.")
    def operator(self) -> PlayerType:
        return player_by_id(self.record.operator)

    @strawberry.field(description="Why, in the operator's words.")
    def reason(self) -> str:
        return self.record.reason

    @strawberry.field(description="What was decided.")
    def kind(self) -> CorrectionKind:
        return self.record.kind

    @strawberry.field(description="The answer that was ruled on (`CountedAnswer.number`); null when none was.")
    def answer(self) -> int | None:
        return self.record.answer

    @strawberry.field(description="Whether that answer counts as right; null when none was ruled on.")
    def is_right(self) -> bool | None:
        return self.record.is_right

    @strawberry.field(description="The places of all seats by index; null when they were left.")
    def places(self) -> list[int] | None:
        return None if self.record.places is None else list(self.record.places)

    @strawberry.field(description="The points of all seats by index; null when they were left.")
    def points(self) -> list[int] | None:
        return None if self.record.points is None else list(self.record.points)


@strawberry.type(description="What counts of one seat.")
class CountedSeat:
    facts: strawberry.Private[SeatFacts]

    @strawberry.field(description="The seat's index.")
    def index(self) -> int:
        return self.facts.seat

    @strawberry.field(description="The name under which the seat was taken.")
    def name(self) -> str:
        return self.facts.name

    @strawberry.field(description="Who held the seat at the start; empty for a bot's.")
    def players(self) -> list[PlayerType]:
        return [player_by_id(player) for player in self.facts.players]

    @strawberry.field(description="The bot that held the seat from beginning to end; null for people's seats.")
    def bot(self) -> BotLevel | None:
        return self.facts.bot

    @strawberry.field(description="The place; null without a result.")
    def place(self) -> int | None:
        return self.facts.place

    @strawberry.field(description="The points.")
    def points(self) -> int:
        return self.facts.points

    @strawberry.field(description="Whether the seat gave up.")
    def has_resigned(self) -> bool:
        return self.facts.has_resigned

    @strawberry.field(description="Moves that a bot made for the seat's player.")
    def minded(self) -> int:
        return self.facts.minded

    @strawberry.field(description="Seconds that the seat's people took for a move.")
    def decision_seconds(self) -> SpreadType:
        return spread_type(spread_of([self.facts.decisions]), TENTHS)

    @strawberry.field(description="Decisions that the clock ended.")
    def timeouts(self) -> int:
        return self.facts.timeouts

    @strawberry.field(description="What the game counts beside.")
    def tallies(self) -> list[Tally]:
        return tallies_of(self.facts.tallies)


@strawberry.type(description="An answer, as it counts.")
class CountedAnswer:
    question_fact: strawberry.Private[QuestionFact]
    fact: strawberry.Private[AnswerFact]
    facts: strawberry.Private[MatchFacts]

    @strawberry.field(description="1, 2, 3 … in the match: what `correctResult` names.")
    def number(self) -> int:
        return self.fact.number

    @strawberry.field(description="What was asked: its kind.")
    def kind(self) -> QuestionKind:
        return self.question_fact.kind

    @strawberry.field(description="What was asked: its id.")
    def question(self) -> str:
        return self.question_fact.question

    @strawberry.field(
        description="What was asked, in words: `QuestionStats.text`; null for all but operators.", metadata=PERSONAL
    )
    def question_text(self, info: Info) -> str | None:
        words = self._words(info)
        return words.text if words else None

    @strawberry.field(
        description="The right answer: `QuestionStats.rightAnswer`; null for all but operators.", metadata=PERSONAL
    )
    def right_answer(self, info: Info) -> str | None:
        words = self._words(info)
        return words.right_answer if words else None

    def _words(self, info: Info) -> QuestionText | None:
        if not is_operator(info):
            return None
        texts = info.context.services.statistics.texts
        return texts.of(self.facts.game, self.facts.deck, self.question_fact.question)

    @strawberry.field(description='Its colour, category or kind; "" where the game has none.')
    def category(self) -> str:
        return self.question_fact.category

    @strawberry.field(description="The index of the seat that answered.")
    def seat(self) -> int:
        return self.fact.seat

    @strawberry.field(description='As given; "" when time ran out.')
    def text(self) -> str:
        return self.fact.text

    @strawberry.field(description="The server's verdict; null when no answer was given, and where nothing is judged.")
    def verdict(self) -> AnswerVerdict | None:
        return AnswerVerdict(self.fact.verdict) if self.fact.verdict in set(Verdict) else None

    @strawberry.field(description="Whether it counts as right.")
    def is_right(self) -> bool:
        return self.fact.is_right

    @strawberry.field(description="Whether people ruled against the server's verdict.")
    def is_overruled(self) -> bool:
        return self.fact.is_overruled

    @strawberry.field(description="Seconds from when the seat could answer; null for a bot's answer.")
    def seconds(self) -> float | None:
        return None if self.fact.tenths is None else self.fact.tenths / TENTHS

    @strawberry.field(description="Whether a bot answered.")
    def by_bot(self) -> bool:
        return self.fact.by_bot


@strawberry.type(description="An ended match as statistics count it, with every correction.")
class CountedMatch:
    facts: strawberry.Private[MatchFacts]

    @strawberry.field(description="The number of its ending among all endings and corrections.")
    def sequence(self) -> int:
        return self.facts.seq

    @strawberry.field(description="How it counts.")
    def counted_as(self) -> CountedAs:
        return CountedAs(self.facts.counted_as)

    @strawberry.field(description="Why it ended, in UPPER_SNAKE_CASE.")
    def reason(self) -> str:
        return self.facts.reason

    @strawberry.field(description="Seconds from start to end, without time in which no server ran.")
    def duration_seconds(self) -> int:
        return self.facts.duration

    @strawberry.field(description="Plies from the start to the end.")
    def plies(self) -> int:
        return self.facts.plies

    @strawberry.field(description="How often another seat took the lead.")
    def lead_changes(self) -> int:
        return self.facts.lead_changes

    @strawberry.field(description="The most points that the first was ever ahead of the second.")
    def largest_lead(self) -> int:
        return self.facts.largest_lead

    @strawberry.field(description="Every seat by index, at most 24.")
    def seats(self) -> list[CountedSeat]:
        return [CountedSeat(facts=seat) for seat in self.facts.seats]

    @strawberry.field(description="Every answer by number. Empty in games without questions.")
    def answers(self) -> list[CountedAnswer]:
        asked = [fact for fact in self.facts.questions if not fact.kind.is_detail]
        found = [
            CountedAnswer(question_fact=fact, fact=answer, facts=self.facts)
            for fact in asked
            for answer in fact.answers
        ]
        return sorted(found, key=lambda counted: counted.fact.number)


def correction_type(entry: Entry) -> CorrectionType | None:
    """Return an entry's correction for the API; None for an ending."""
    if entry.correction is None:
        return None
    return CorrectionType(sequence=entry.seq, at=entry.at, record=entry.correction)


async def corrections_of(info: Info, match: str) -> list[CorrectionType]:
    """Return a match's corrections for the API, oldest first."""
    entries = await info.context.services.statistics.readings.entries(match)
    return [made for entry in entries if (made := correction_type(entry)) is not None]


async def counted_match(info: Info, match: str) -> CountedMatch | None:
    """Return a match as it is counted for the API; None while it is not."""
    facts = await info.context.services.statistics.readings.facts(match)
    return CountedMatch(facts=facts) if facts else None
