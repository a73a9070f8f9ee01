"""What operators do: make events, and correct results. Everybody else is refused."""

from collections.abc import Callable
from datetime import datetime

from server.games.engine import replace
from server.matches import ids
from server.matches.match import Refusal, Refused
from server.matches.players import checked_name
from server.matches.store import CodeTaken, Player
from server.matches.texts import has_controls, is_visible
from server.stats.corrections import corrected, fault_in
from server.stats.records import Correction, CorrectionKind, Entry, OperatorEvent
from server.stats.store import StatsStore

REASON_LENGTH = 500


class Operators:
    """Each method raises `Refused` and changes nothing when it may not be."""

    def __init__(self, store: StatsStore, now: Callable[[], datetime], wake: Callable[[], None]) -> None:
        self._store = store
        self._now = now
        self._wake = wake

    async def create_event(self, operator: Player, name: str) -> OperatorEvent:
        """Make an event, with a code that creators of its matches type."""
        _must_operate(operator)
        event = OperatorEvent(ids.event_id(), checked_name(name), ids.code(), operator.id, self._now())
        while True:
            try:
                await self._store.add_event(event)
            except CodeTaken:
                event = replace(event, code=ids.code())
            else:
                return event

    async def event_with_code(self, code: str) -> OperatorEvent:
        """Return the event with a code, typed in whatever case; raise `Refused` (WRONG_CODE)."""
        event = await self._store.event_by_code(code.strip().upper())
        if event is None:
            raise Refused(Refusal.WRONG_CODE, "There is no event with this code.", path=("eventCode",))
        return event

    async def void(self, operator: Player, match: str, reason: str, request: str | None = None) -> Entry:
        """Let a match count for nothing. The same `request` again gives the first correction, if it is this one."""
        return await self._correct(operator, match, request, reason, CorrectionKind.VOID)

    async def rerule(
        self,
        operator: Player,
        match: str,
        reason: str,
        answer: int | None = None,
        is_right: bool | None = None,
        places: tuple[int, ...] | None = None,
        points: tuple[int, ...] | None = None,
        request: str | None = None,
    ) -> Entry:
        """Rule an answer (`AnswerFact.number`) right or wrong after all, set places or points, or all of it."""
        kind = CorrectionKind.RERULE
        return await self._correct(operator, match, request, reason, kind, answer, is_right, places, points)

    async def _correct(
        self,
        operator: Player,
        match: str,
        request: str | None,
        reason: str,
        kind: CorrectionKind,
        answer: int | None = None,
        is_right: bool | None = None,
        places: tuple[int, ...] | None = None,
        points: tuple[int, ...] | None = None,
    ) -> Entry:
        _must_operate(operator)
        id = ids.correction_id(*(() if request is None else (operator.id, match, request)))
        correction = Correction(id, operator.id, _tidied(reason), kind, answer, is_right, places, points)
        entry = await self._checked(match, correction)
        entered = await self._store.enter(entry)
        if entered.correction != correction:
            raise Refused(Refusal.BAD_REQUEST, "This requestId was used for another correction.", path=("requestId",))
        self._wake()
        return entered

    async def _checked(self, match: str, correction: Correction) -> Entry:
        """Return the entry of a correction; raise `Refused` when it cannot be made."""
        if len(correction.reason) > REASON_LENGTH:
            raise Refused(
                Refusal.BAD_REQUEST, "A reason has at most {most} characters.", path=("reason",), most=REASON_LENGTH
            )
        if has_controls(correction.reason.replace("\n", " ")):
            raise Refused(
                Refusal.BAD_REQUEST,
                "A reason has no characters that are not shown or that turn the direction of the text.",
                path=("reason",),
            )
        if not is_visible(correction.reason):
            raise Refused(Refusal.BAD_REQUEST, "A correction needs a reason.", path=("reason",))
        facts = await self._store.facts_of_match(match)
        if facts is None:
            raise Refused(
                Refusal.MATCH_NOT_FOUND,
                "There is no match of this id among those that have been counted.",
                path=("matchId",),
            )
        earlier = [entry.correction for entry in await self._store.entries_of_match(match) if entry.correction]
        if correction.id not in {other.id for other in earlier}:
            facts = corrected(facts, earlier)
            if facts.is_void:
                raise Refused(Refusal.BAD_REQUEST, "This match has been voided.")
            if (fault := fault_in(facts, correction)) is not None:
                raise Refused(Refusal.BAD_REQUEST, fault.message, path=fault.path)
        return Entry(0, match, facts.event, self._now(), correction)


def _tidied(reason: str) -> str:
    """Return a reason as it is kept: with plain ends of lines, and spaces for tabs."""
    return "\n".join(reason.strip().splitlines()).replace("\t", " ")


def _must_operate(player: Player) -> None:
    if not player.is_operator:
        raise Refused(Refusal.NOT_ALLOWED, "Only operators may do that.")
