"""What is exported can be read back as it was, and starts no formula."""

import csv
import io
import json
import re
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.stats.sheets import Format, harmless, header, written

COLUMNS = ("name", "number", "is_so", "at", "nested", "none")
AT = datetime(2026, 11, 29, 12, 0, 0, 5000, tzinfo=UTC)


def read_csv(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


def test_csv_has_a_header_and_a_line_a_row() -> None:
    row = ('A "b", c\nd', -1.5, True, AT, {"draws": 2}, None)
    text = header(COLUMNS, Format.CSV) + written(COLUMNS, [row], Format.CSV)

    assert read_csv(text) == [
        list(COLUMNS),
        ['A "b", c\nd', "-1.5", "true", "2026-11-29T12:00:00.005Z", '{"draws":2}', ""],
    ]


def test_ndjson_has_an_object_a_row_and_every_text_as_it_is() -> None:
    row = ("=1+1", -1, False, AT, {"draws": [2]}, None)
    text = header(COLUMNS, Format.NDJSON) + written(COLUMNS, [row, row], Format.NDJSON)

    expected = dict(zip(COLUMNS, ("=1+1", -1, False, "2026-11-29T12:00:00.005Z", {"draws": [2]}, None), strict=True))
    assert [json.loads(line) for line in text.splitlines()] == [expected, expected]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t'=1"),
        ("\r=1", "'\r'=1"),
        (' "=1', "' \"=1"),
        ("＝1", "'＝1"),
        ("a;=1", "a;'=1"),
        ("a\n=1", "a\n'=1"),
        ("a=1", "a=1"),
        ("Ann-Marie", "Ann-Marie"),
        ("", ""),
        ("6 - 1", "6 - 1"),
    ],
)
def test_a_text_that_would_start_a_formula_gets_an_apostrophe(text: str, told: str) -> None:
    assert harmless(text) == told


@given(st.lists(st.text(alphabet="=+-@＝;\t\r\n ,\"'a1"), min_size=1))
def test_no_cell_of_any_text_starts_a_formula(texts: list[str]) -> None:
    columns = [str(number) for number in range(len(texts))]
    (cells,) = read_csv(written(columns, [tuple(texts)], Format.CSV).rstrip("\r\n") + "\r\n") or [[""]]

    for cell, text in zip(cells, texts, strict=True):
        parts = re.split("[;\t\r\n]", cell)
        assert not [part for part in parts if part.lstrip(' "').startswith(tuple("=+-@＝"))]
        assert cell.replace("'", "") == text.replace("'", "")
