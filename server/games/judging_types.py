"""The GraphQL types of judged answers (ANS), which every game that judges answers shares."""

from enum import Enum

import strawberry

from server.games.answers import Strictness, Verdict
from server.games.rulings import Judging


@strawberry.enum(description="How an answer compares with what the card says. All but WRONG are right.")
class AnswerVerdict(Enum):
    EXACT = strawberry.enum_value(Verdict.EXACT, description="It is what the card says.")
    ALIAS = strawberry.enum_value(Verdict.ALIAS, description="It is another way of saying it.")
    NEAR = strawberry.enum_value(Verdict.NEAR, description="It is that but for a typing error.")
    WRONG = strawberry.enum_value(Verdict.WRONG, description="It is something else.")


@strawberry.enum(description="Who has the last word on an answer.")
class AnswerJudging(Enum):
    AUTOMATIC = strawberry.enum_value(Judging.AUTOMATIC, description="Nobody: the server's verdict stands.")
    READER = strawberry.enum_value(
        Judging.READER, description="The player who reads; when time is up, the server's verdict stands."
    )
    TABLE = strawberry.enum_value(
        Judging.TABLE,
        description="A vote of everyone but the one who answered; on a tie, or when time is up, the verdict stands.",
    )


@strawberry.enum(description="How specific an answer must be.")
class AnswerStrictness(Enum):
    LENIENT = strawberry.enum_value(
        Strictness.LENIENT, description="Small typing errors are excused, and a last name will do for a person."
    )
    STRICT = strawberry.enum_value(
        Strictness.STRICT, description="Rightly spelt, and people by their full names where the card wants that."
    )
