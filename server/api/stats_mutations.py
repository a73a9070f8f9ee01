"""What operators say: events made, results corrected."""

from typing import Annotated

import strawberry

from server.api.mutations import INPUT, REQUEST_ID_LENGTH, RequestRefused, refused
from server.api.stats_counted import CorrectionType, correction_type
from server.api.stats_events import EventType, event_type
from server.api.viewer import Info
from server.matches.match import Refusal, Refused
from server.stats.records import Entry


@strawberry.type(description="The event was made.")
class EventCreated:
    event: EventType = strawberry.field(description="The event, with the code that creators of its matches give.")


@strawberry.type(description="The correction was made: standings and ratings follow within seconds.")
class ResultCorrected:
    entry: strawberry.Private[Entry]

    @strawberry.field(description="The correction.")
    def correction(self) -> CorrectionType | None:
        return correction_type(self.entry)


CreateEventResult = Annotated[
    EventCreated | RequestRefused, strawberry.union("CreateEventResult", description="What `createEvent` answers.")
]
CorrectResultResult = Annotated[
    ResultCorrected | RequestRefused,
    strawberry.union("CorrectResultResult", description="What `correctResult` answers."),
]


@strawberry.input(description="For `createEvent`.")
class CreateEventInput:
    name: str = strawberry.field(description="1 to 40 characters after trimming, in any script, no control characters.")


@strawberry.input(description="How a match counts after all; what is left out stays. At least one thing is set.")
class RulingInput:
    answer: int | None = strawberry.field(
        default=None, description="The answer that is ruled on: `CountedAnswer.number`."
    )
    is_right: bool | None = strawberry.field(default=None, description="Whether that answer is right.")
    places: list[int] | None = strawberry.field(
        default=None,
        description="The places of all seats by index: from 1, with a gap after shared ones only, 1, 1, 3.",
    )
    points: list[int] | None = strawberry.field(default=None, description="The points of all seats by index.")


@strawberry.input(one_of=True, description="What is decided: exactly one field.")
class CorrectionInput:
    void: bool | None = strawberry.field(
        default=strawberry.UNSET, description="True: the match counts for nothing. Cannot be taken back."
    )
    rerule: RulingInput | None = strawberry.field(
        default=strawberry.UNSET, description="An answer, the places or the points count otherwise."
    )


@strawberry.input(description="For `correctResult`.")
class CorrectResultInput:
    match_id: strawberry.ID = strawberry.field(description="A match that has been counted.")
    reason: str = strawberry.field(description="Why, in 1 to 500 characters. Everybody who sees the match can read it.")
    correction: CorrectionInput = strawberry.field(description="What is decided.")
    request_id: strawberry.ID | None = strawberry.field(
        default=None,
        description="The same id sent again gives the first correction, so that a retry makes no second. With anything "
        "else in the input it is refused.",
    )


@strawberry.type
class StatsMutations:
    @strawberry.mutation(description="Make an event, for operators. Matches created with its code belong to it.")
    async def create_event(self, info: Info, input: Annotated[CreateEventInput, INPUT]) -> CreateEventResult | None:
        player = info.context.required()
        try:
            event = await info.context.services.statistics.operators.create_event(player, input.name)
        except Refused as why:
            return refused(info, why, None)
        return EventCreated(event=event_type(event))

    @strawberry.mutation(
        description="Void a match that has ended, or rule on it otherwise, for operators. Statistics and ratings "
        "follow; who did it, when and why stays visible in `Match.corrections`, and the log is never edited."
    )
    async def correct_result(
        self, info: Info, input: Annotated[CorrectResultInput, INPUT]
    ) -> CorrectResultResult | None:
        info.context.required()
        try:
            return ResultCorrected(entry=await _corrected(info, input))
        except Refused as why:
            return refused(info, why, None)


async def _corrected(info: Info, given: CorrectResultInput) -> Entry:
    player, operators = info.context.required(), info.context.services.statistics.operators
    match, request = str(given.match_id), str(given.request_id) if given.request_id is not None else None
    if request is not None and not 1 <= len(request) <= REQUEST_ID_LENGTH:
        raise Refused(
            Refusal.BAD_REQUEST, "A requestId has 1 to {most} characters.", path=("requestId",), most=REQUEST_ID_LENGTH
        )
    ruling = given.correction.rerule
    if ruling:
        places = None if ruling.places is None else tuple(ruling.places)
        points = None if ruling.points is None else tuple(ruling.points)
        return await operators.rerule(
            player, match, given.reason, ruling.answer, ruling.is_right, places, points, request
        )
    if not given.correction.void:
        raise Refused(Refusal.BAD_REQUEST, "A match is voided with `void: true`.", path=("correction", "void"))
    return await operators.void(player, match, given.reason, request)
