"""Exports: everything that has been counted up to a number in the ledger, as one consistent table.

A snapshot at a number has the matches that ended up to it with the corrections made up to it, whatever ends or is
corrected while it is read, and the same snapshot can be had again later (the words of questions are those of the decks
as they are then). It is read match by match and never held.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

import structlog

from server.games.registry import BY_KIND
from server.matches.records import Ply
from server.matches.store import Store, Unreadable
from server.stats.corrections import corrected
from server.stats.groups import MatchFilter, finds
from server.stats.keeper import corrections_by_match
from server.stats.records import Correction, MatchFacts
from server.stats.sheets import Format, header, written
from server.stats.store import StatsStore
from server.stats.tables import COLUMNS, Row, Table, rows_of
from server.stats.texts import QuestionTexts

log = structlog.get_logger(__name__)

MATCHES_AT_ONCE = 200
LOGS_AT_ONCE = 20
TRUTHS = {"true": True, "false": False}
STATUSES = ("FINISHED", "ABANDONED", "VOID")


class BadWish(Exception):
    """An export that cannot be had: says which parameter is wrong, in a full sentence."""


class Wish(NamedTuple):
    """What to export."""

    table: Table
    format: Format
    wanted: MatchFilter
    at: int | None = None
    """Up to which number; None for all that is counted now."""
    after: int = 0
    """Only matches numbered above this."""


PARAMETERS = {
    "game": "Only matches of this game, TWENTY for instance.",
    "event": "Only matches of the event with this id.",
    "deck": "Only matches played with this deck.",
    "seats": "Only matches of so many seats.",
    "player": "Only matches of the player with this id.",
    "status": "Only matches that count so: FINISHED, ABANDONED or VOID.",
    "first_day": "Only matches that ended on this day (UTC) or later, 2026-11-29 for instance.",
    "last_day": "Only matches that ended on this day (UTC) or earlier.",
    "has_bots": "Only matches in which a bot held a seat to the end (true), or did not (false).",
    "is_test": "Test matches alone (true), none (false, the default) or both (any).",
    "at": "The snapshot at this number of the ledger; what is counted now by default.",
    "after": "Only matches numbered above this, for what is new since an earlier export.",
}
"""What narrows an export, beside table and format: the same words in an address and on the command line."""


def wish(table: Table, format: Format, given: Mapping[str, str]) -> Wish:
    """Return what is asked for by texts named as in `PARAMETERS`; raise `BadWish`."""
    unknown = sorted(given.keys() - PARAMETERS.keys())
    if unknown:
        raise BadWish(f"There is no parameter {unknown[0]}. There are: {', '.join(PARAMETERS)}.")
    wanted = MatchFilter(
        game=_one_of(given, "game", tuple(BY_KIND)),
        event=given.get("event"),
        deck=given.get("deck"),
        seats=_number(given, "seats"),
        player=given.get("player"),
        status=_one_of(given, "status", STATUSES),
        first_day=_day(given, "first_day"),
        last_day=_day(given, "last_day"),
        has_bots=_truth(given, "has_bots"),
        is_test=None if given.get("is_test") == "any" else _truth(given, "is_test") or False,
    )
    return Wish(table, format, wanted, _number(given, "at"), _number(given, "after") or 0)


def _number(given: Mapping[str, str], name: str) -> int | None:
    text = given.get(name)
    if text is None:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 15:
        raise BadWish(f"{name} is a whole number, not {text!r}.")
    return int(text)


def _one_of(given: Mapping[str, str], name: str, words: Sequence[str]) -> str | None:
    text = given.get(name)
    if text is None or text in words:
        return text
    raise BadWish(f"{name} is one of {', '.join(words)}, not {text!r}.")


def _truth(given: Mapping[str, str], name: str) -> bool | None:
    text = _one_of(given, name, tuple(TRUTHS))
    return None if text is None else TRUTHS[text]


def _day(given: Mapping[str, str], name: str) -> str | None:
    text = given.get(name)
    if text is None:
        return None
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError as bad:
        raise BadWish(f"{name} is a day like 2026-11-29, not {text!r}.") from bad


class Exports:
    """What can be exported from a store, with the words of what was asked."""

    def __init__(self, matches: Store, store: StatsStore, texts: QuestionTexts) -> None:
        self._matches = matches
        self._store = store
        self._words = texts.of

    async def snapshot(self, asked: Wish) -> int:
        """Return the number at which a table is exported; raise `BadWish` for one that is not counted yet."""
        counted = (await self._store.progress()).current.folded
        if asked.at is not None and asked.at > counted:
            raise BadWish(f"at is at most {counted} now: that much has been counted.")
        return counted if asked.at is None else asked.at

    async def boards_corrected_to(self) -> int:
        """Return up to which number corrections are in the boards, which are folded anew for each: exports are not."""
        return (await self._store.progress()).current.corrected

    async def text(self, asked: Wish, at: int) -> AsyncIterator[str]:
        """Yield the table as it stood at a number, piece by piece; lines are not cut."""
        columns = COLUMNS[asked.table]
        yield header(columns, asked.format)
        corrections = corrections_by_match(await self._store.corrections(), at)
        async for matches in self._matches_of(asked, at, corrections):
            for start in range(0, len(matches), LOGS_AT_ONCE):
                rows = await self._rows(asked.table, matches[start : start + LOGS_AT_ONCE])
                yield await asyncio.to_thread(written, columns, rows, asked.format)

    async def _matches_of(
        self, asked: Wish, at: int, corrections: Mapping[str, Sequence[Correction]]
    ) -> AsyncIterator[list[MatchFacts]]:
        read, after = self._reading(asked.wanted), asked.after
        while after < at:
            page, after = await read(after, at)
            matches = [corrected(facts, corrections.get(facts.match, ())) for facts in page if facts.seq <= at]
            yield [facts for facts in matches if finds(asked.wanted, facts)]

    def _reading(self, wanted: MatchFilter) -> Callable[[int, int], Awaitable[tuple[list[MatchFacts], int]]]:
        """Return what reads the facts above a number up to another, and says how far it has read."""
        if wanted.player is not None:
            return lambda after, at: self._read_on(self._store.facts_of_player, wanted.player or "", after, at)
        if wanted.event is not None:
            return lambda after, at: self._read_on(self._store.facts_of_event, wanted.event or "", after, at)
        return self._read_all

    async def _read_on(
        self, read: Callable[[str, int, int], Awaitable[list[MatchFacts]]], of: str, after: int, at: int
    ) -> tuple[list[MatchFacts], int]:
        page = await read(of, after, MATCHES_AT_ONCE)
        return page, page[-1].seq if len(page) == MATCHES_AT_ONCE else at

    async def _read_all(self, after: int, at: int) -> tuple[list[MatchFacts], int]:
        last = min(after + MATCHES_AT_ONCE, at)
        return await self._store.facts(range(after + 1, last + 1)), last

    async def _rows(self, table: Table, matches: Sequence[MatchFacts]) -> list[Row]:
        if table is not Table.PLIES:
            return [row for facts in matches for row in rows_of(table, facts, self._words)]
        logs = await asyncio.gather(*(self._log(facts.match) for facts in matches))
        return [
            row for facts, plies in zip(matches, logs, strict=True) for row in rows_of(table, facts, self._words, plies)
        ]

    async def _log(self, match: str) -> list[Ply]:
        """Return a match's log; one that this server cannot read is left out, and said so in its own log."""
        try:
            return await self._matches.plies(match)
        except Unreadable as unreadable:
            log.error("plies not exported", match=match, reason=unreadable.reason)
            return []


def file_name(asked: Wish, at: int) -> str:
    """Return what the file of an export is called."""
    return f"parlour-{asked.table.value}-at-{at}.{asked.format.value}"
