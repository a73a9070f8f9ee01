"""GraphQL words for records of the match: enums with a description for every value, scalars for instants and days."""

from datetime import UTC, date, datetime
from enum import Enum
from typing import TypeVar

import strawberry
from strawberry.types.enum import StrawberryEnumDefinition

EnumT = TypeVar("EnumT", bound=Enum)


def described(kind: type[EnumT], name: str, description: str, **values: str) -> type[EnumT]:
    """Make a Python enum one of GraphQL's, with a description for every value. Raise KeyError for a value without."""
    described_kind = strawberry.enum(kind, name=name, description=description)
    definition: StrawberryEnumDefinition = described_kind.__strawberry_definition__  # type: ignore[attr-defined]
    for value in definition.values:
        value.description = values[value.name]
    return kind


def _written(instant: datetime) -> str:
    return instant.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


DateTime = strawberry.scalar(
    name="DateTime",
    description="An instant in UTC to the millisecond, for example `2026-11-29T21:00:00.000Z`.",
    specified_by_url="https://scalars.graphql.org/andimarek/date-time.html",
    serialize=_written,
    parse_value=datetime.fromisoformat,
)

Date = strawberry.scalar(
    name="Date",
    description="A day in UTC, for example `2026-11-29`.",
    specified_by_url="https://scalars.graphql.org/andimarek/local-date.html",
    serialize=date.isoformat,
    parse_value=date.fromisoformat,
)
