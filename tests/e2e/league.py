"""A league that has been played for six days: a server with its results, and who asks about them."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any, NamedTuple

from server.games.facts import AnswerFact, QuestionFact
from server.stats.records import MatchFacts
from tests.api.counted import count, operator
from tests.api.parlour import Person, Server, running
from tests.api.test_stats_events import made
from tests.api.test_stats_questions import answer, asked
from tests.stats.made import NOON, facts, seat

PLAYERS = 28
ROUNDS = 3
QUIZZES = 12
QUESTIONS = 14


class League(NamedTuple):
    """A running server, its operator, an event and those who played in it, the strongest first."""

    server: Server
    olga: Person
    event: Any
    players: tuple[Person, ...]


@asynccontextmanager
async def played_league() -> AsyncIterator[League]:
    """Run a server with a league whose results have been counted."""
    async with running(test_mode=False) as server:
        olga = await operator(server)
        event = (await made(olga, "Friday league"))["event"]
        players = [await server.person(name_of(number)) for number in range(PLAYERS)]
        ids = [player.id for player in players]
        matches = twenty_matches(ids, event["id"])
        quizzes = quiz_matches(ids, event["id"], len(matches) + 1)
        await count(server, *matches, *quizzes)
        yield League(server, olga, event, tuple(players))


def name_of(number: int) -> str:
    """Return the name of a player."""
    return f"Player {number + 1:02d}"


def twenty_matches(players: Sequence[str], event: str) -> list[MatchFacts]:
    """Return a match of each player with the next, in every round. The stronger wins with 0 points, except the last."""
    pairs = [(round_, number) for round_ in range(ROUNDS) for number in range(len(players) - 1)]
    return [
        facts(
            at + 1,
            seat(0, players[number], 1, 0, name=name_of(number), decisions=((30, 4),)),
            seat(1, players[number + 1], 2, 20 + number, name=name_of(number + 1), decisions=((75, 3),)),
            event=event,
            duration=240 + 15 * round_ + 5 * number,
            ended_at=NOON - timedelta(days=5 - at % 6),
        )
        for at, (round_, number) in enumerate(pairs)
    ]


def quiz_matches(players: Sequence[str], event: str, first: int) -> list[MatchFacts]:
    """Return matches of Trivial Pursuit; of its questions, the first was never answered right, the last always."""
    return [
        facts(
            first + at,
            seat(0, players[at], 1, 6, name=name_of(at)),
            seat(1, players[at + 1], 2, at % 6, name=name_of(at + 1)),
            event=event,
            game="TRIVIAL_PURSUIT",
            deck="trivial-pursuit-en",
            questions=tuple(question(number, at) for number in range(QUESTIONS)),
            ended_at=NOON - timedelta(days=5 - at % 6),
        )
        for at in range(QUIZZES)
    ]


def question(number: int, at: int) -> QuestionFact:
    """Return a question of one match, right in so many of the matches as its number says."""
    is_right = at < number
    given: AnswerFact = answer(
        number + 1,
        0,
        "Oslo" if is_right else "Rome",
        "EXACT" if is_right else "WRONG",
        is_right,
        tenths=20 + 5 * number,
    )
    return asked(f"tp-{number + 1:03d}#BLUE", given)
