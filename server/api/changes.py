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


CHANGES: tuple[ApiChange, ...] = (
    ApiChange(
        path="PlayInput.moveId",
        kind=ApiChangeKind.BREAKING,
        announced="2026-11-30",
        takes_effect="2026-11-30",
        instead="Make up another id for each of your moves in a match: it holds for the whole match, not one decision.",
    ),
    ApiChange(
        path="Match.seed",
        kind=ApiChangeKind.BREAKING,
        announced="2026-11-30",
        takes_effect="2026-11-30",
        instead="Ask with a seat or the code: the seed is null for who may not watch the match, after its end too.",
    ),
    ApiChange(
        path="UserError.path",
        kind=ApiChangeKind.BREAKING,
        announced="2026-11-30",
        takes_effect="2026-11-30",
        instead="Read that of BAD_OPTION as the path in the input: it has the game too, `options`, `twenty`, `target`.",
    ),
)
"""Oldest first."""
