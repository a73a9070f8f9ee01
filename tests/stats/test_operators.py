"""What operators may do and nobody else: make events, void matches, rule answers and set results."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from server.games.facts import AnswerFact, QuestionFact, QuestionKind
from server.matches.match import Refusal, Refused
from server.matches.store import Player
from server.stats.operators import Operators
from server.stats.records import Correction, CorrectionKind, Entry
from server.store.memory import MemoryStore
from server.store.memory_stats import MemoryStats
from tests.stats.made import NOON, ending, facts

OLA = Player("plr_ola", "Ola", NOON, is_operator=True)
ANN = Player("plr_ann", "Ann", NOON)
QUESTION = QuestionFact(
    QuestionKind.CARD,
    "rome",
    "rome",
    "PLACE",
    (0,),
    (AnswerFact(1, 0, "Roma", "WRONG", is_right=False),),
    is_right=False,
)


class Office:
    def __init__(self) -> None:
        self.store = MemoryStats(MemoryStore())
        self.woken = 0
        self.operators = Operators(self.store, lambda: NOON, self._wake)

    def _wake(self) -> None:
        self.woken += 1


@pytest.fixture
async def office() -> Office:
    office = Office()
    await office.store.enter(ending("mat_1", "evt_1"))
    await office.store.keep_facts([facts(1, event="evt_1", questions=(QUESTION,))])
    return office


async def refusal(work: Awaitable[Any]) -> Refusal:
    with pytest.raises(Refused) as refused:
        await work
    assert refused.value.message.endswith(".")
    return refused.value.code


async def test_an_event_gets_a_code_that_finds_it_in_whatever_case(office: Office) -> None:
    event = await office.operators.create_event(OLA, " Winter Cup ")

    assert (event.name, event.operator, len(event.code), event.created_at) == ("Winter Cup", "plr_ola", 6, NOON)
    assert await office.operators.event_with_code(f" {event.code.lower()} ") == event
    assert await office.store.events() == [event]
    assert await refusal(office.operators.event_with_code("NOSUCH")) is Refusal.WRONG_CODE


async def test_a_match_is_voided_with_who_when_and_why(office: Office) -> None:
    entry = await office.operators.void(OLA, "mat_1", " Played twice. ", request="r1")

    correction = entry.correction
    assert correction is not None
    assert entry == Entry(2, "mat_1", "evt_1", NOON, correction)
    assert correction == Correction(correction.id, "plr_ola", "Played twice.", CorrectionKind.VOID)
    assert (await office.store.corrections(), office.woken) == ([entry], 1)


async def test_the_same_request_again_is_the_same_correction(office: Office) -> None:
    first = await office.operators.void(OLA, "mat_1", "Played twice.", request="r1")

    assert await office.operators.void(OLA, "mat_1", "Played twice.", request="r1") == first
    assert await office.store.last_entry() == 2


@pytest.mark.parametrize(
    "other",
    [
        lambda operators: operators.void(OLA, "mat_1", "Played twice.", request="r1"),
        lambda operators: operators.rerule(OLA, "mat_1", "Spelt so in Italy.", 1, True, request="r1"),
        lambda operators: operators.rerule(OLA, "mat_1", "Italian.", 1, False, request="r1"),
        lambda operators: operators.rerule(OLA, "mat_1", "Italian.", 1, True, places=(2, 1), request="r1"),
        lambda operators: operators.rerule(OLA, "mat_1", "Italian.", 1, True, points=(2, 1), request="r1"),
    ],
)
async def test_a_request_used_for_another_correction_is_refused(
    office: Office, other: Callable[[Operators], Awaitable[Any]]
) -> None:
    """Its answer would be that of the first: a lost answer does not make the second one look made."""
    first = await office.operators.rerule(OLA, "mat_1", "Italian.", 1, True, request="r1")

    assert await refusal(other(office.operators)) is Refusal.BAD_REQUEST
    assert (await office.store.corrections(), office.woken) == ([first], 1)
    assert await office.operators.rerule(OLA, "mat_1", " Italian. ", 1, True, request="r1") == first


async def test_an_answer_is_ruled_right_and_places_are_set(office: Office) -> None:
    entry = await office.operators.rerule(OLA, "mat_1", "Italian.", answer=1, is_right=True, places=(2, 1))

    assert entry.correction is not None
    assert (entry.correction.answer, entry.correction.is_right, entry.correction.places) == (1, True, (2, 1))


@pytest.mark.parametrize(
    ("work", "code"),
    [
        (lambda operators: operators.create_event(ANN, "Cup"), Refusal.NOT_ALLOWED),
        (lambda operators: operators.create_event(OLA, " "), Refusal.BAD_NAME),
        (lambda operators: operators.void(ANN, "mat_1", "Lost."), Refusal.NOT_ALLOWED),
        (lambda operators: operators.rerule(ANN, "mat_1", "Lost.", places=(1, 2)), Refusal.NOT_ALLOWED),
        (lambda operators: operators.void(OLA, "mat_9", "Gone."), Refusal.MATCH_NOT_FOUND),
        (lambda operators: operators.void(OLA, "mat_1", " "), Refusal.BAD_REQUEST),
        (lambda operators: operators.void(OLA, "mat_1", "x" * 501), Refusal.BAD_REQUEST),
        (lambda operators: operators.void(OLA, "mat_1", "Lost. \u202egnp.exe"), Refusal.BAD_REQUEST),
        (lambda operators: operators.void(OLA, "mat_1", "Lost.\u0000"), Refusal.BAD_REQUEST),
        (lambda operators: operators.rerule(OLA, "mat_1", "Lost.", points=(1, 2**31 - 1)), Refusal.BAD_REQUEST),
        (lambda operators: operators.rerule(OLA, "mat_1", "Why?", answer=2, is_right=True), Refusal.BAD_REQUEST),
    ],
)
async def test_what_may_not_be_done_is_refused_and_changes_nothing(
    office: Office, work: Callable[[Operators], Awaitable[Any]], code: Refusal
) -> None:
    assert await refusal(work(office.operators)) is code
    assert (await office.store.last_entry(), await office.store.events(), office.woken) == (1, [], 0)


async def test_a_reason_may_have_lines(office: Office) -> None:
    entry = await office.operators.void(OLA, "mat_1", " Played\ttwice.\r\nBoth agree.\n")

    assert entry.correction is not None
    assert entry.correction.reason == "Played twice.\nBoth agree."


async def test_a_void_match_is_not_corrected_any_more(office: Office) -> None:
    await office.operators.void(OLA, "mat_1", "Played twice.")

    assert await refusal(office.operators.rerule(OLA, "mat_1", "Why?", places=(2, 1))) is Refusal.BAD_REQUEST
