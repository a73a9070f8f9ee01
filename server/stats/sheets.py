"""How exported rows are written: as CSV for spreadsheets and as NDJSON for programs. Pure.

A text in a spreadsheet that begins with "=" is run as a formula, whoever wrote it. In CSV, a text that would begin one
gets an apostrophe in front, also where a spreadsheet that divides by ";" or tabs would begin another cell. NDJSON has
every text as it is.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

import msgspec

from server.stats.tables import Row

FORMULA = re.compile(r"(^|[;\t\r\n])([ \u00a0\"]*)(?=[=+\-@＝＋－＠\t\r])")


class Format(StrEnum):
    """How a table is written."""

    CSV = "csv"
    NDJSON = "ndjson"


def header(columns: Sequence[str], format: Format) -> str:
    """Return what stands before the rows."""
    return _csv([columns]) if format is Format.CSV else ""


def written(columns: Sequence[str], rows: Iterable[Row], format: Format) -> str:
    """Return rows, a line each."""
    if format is Format.CSV:
        return _csv([_cell(value) for value in row] for row in rows)
    lines = (dict(zip(columns, map(_json_value, row), strict=True)) for row in rows)
    return "".join(f"{msgspec.json.encode(line).decode()}\n" for line in lines)


def _csv(rows: Iterable[Sequence[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows(rows)
    return text.getvalue()


def _cell(value: Any) -> str | int | float:
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case int() | float():
            return value
        case datetime():
            return instant(value)
        case str():
            return harmless(value)
        case _:
            return harmless(msgspec.json.encode(value).decode())


def harmless(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return FORMULA.sub(r"\1'\2", text)


def _json_value(value: Any) -> Any:
    return instant(value) if isinstance(value, datetime) else value


def instant(at: datetime) -> str:
    """Return an instant as the API writes it."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
