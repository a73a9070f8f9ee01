"""What has changed in this API, or will, that a client may have to follow: the one place where that is declared.

A breaking change that is not declared here fails `tests/clients/test_schema.py`, which compares the schema with the
last release; so does a deprecation that is not.
"""

from datetime import timedelta
from enum import Enum

import strawberry

NOTICE = timedelta(days=90)
"""How long what is deprecated stays."""


@strawberry.enum(description="What a change of the API asks of a client.")
class ApiChangeKind(Enum):
    DEPRECATED = strawberry.enum_value(
        "DEPRECATED", description="It still works, at least until `takesEffect`; stop using it before."
    )
    BREAKING = strawberry.enum_value(
        "BREAKING", description="It was removed or works differently from `takesEffect` on."
    )


@strawberry.type(description="A change of this API that a client may have to follow.")
class ApiChange:
    path: str = strawberry.field(
        description="What changes, as the schema spells it: a type, `Type.field`, `Type.field.argument`, `Enum.VALUE`."
    )
    kind: ApiChangeKind = strawberry.field(description="What it asks of a client.")
    announced: str = strawberry.field(description="Since when it has been listed here, an ISO 8601 date.")
    takes_effect: str = strawberry.field(
        description="From when on it may bite, an ISO 8601 date; at least 90 days after `announced` for a deprecation."
    )
    instead: str = strawberry.field(description="What to use or do instead, in a sentence.")


def _became_an_enum(path: str, instead: str) -> ApiChange:
    return ApiChange(
        path=path, kind=ApiChangeKind.BREAKING, announced="2026-11-30", takes_effect="2026-11-30", instead=instead
    )


CHANGES: tuple[ApiChange, ...] = (
    _became_an_enum("ClockMoved.reason", "Take it as a ClockMoveReason; the values are the same texts."),
    _became_an_enum("MatchClosed.reason", "Take it as a MatchCloseReason; the values are the same texts."),
    _became_an_enum("CountedAnswer.verdict", 'Take it as an AnswerVerdict, and null where it was "".'),
)
"""Oldest first."""
