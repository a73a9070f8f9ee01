"""Records to documents and back: what a match and a ply look like in the database. No I/O in here.

A document is a dict of BSON types that can be read in a Mongo shell: instants stay dates (UTC, cut to the millisecond),
a record is a sub-document with its name under "type". What is typed by the match's game (state, options, moves, events)
is read with the rules that `rules_of` gives for the game's kind. Reading is strict: nothing is guessed or dropped.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cache
from typing import Any, TypeVar

import msgspec

from server.games.engine import Rules, replace
from server.matches.records import Happening, Match, Play, Ply, Visibility
from server.matches.store import Key, Unreadable
from server.matches.talk import Suggestion
from server.matches.teams import members_of

Document = dict[str, Any]
RulesOf = Callable[[str], Rules]
"""Gives the rules for a game's kind ("TWENTY"); raises KeyError for a kind that is not known."""

FORMAT = 1
"""Raised by every change that older servers could not read; stored with each document."""


def ply_id(match: str, number: int) -> str:
    """Return the `_id` of a ply: what makes two plies of one number impossible."""
    return f"{match}:{number:06d}"


def instant(at: datetime) -> str:
    """Return an instant as text that sorts by time, "2026-11-29T21:00:00.123Z"."""
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%S}.{at.microsecond // 1000:03d}Z"


def key_text(key: Key) -> str:
    """Return a list key as one text that sorts by creation time, then id."""
    return f"{instant(key.created_at)}|{key.id}"


def creation_id(match: Match) -> str:
    """Return the `_id` under which a match's ply 0 is kept; the code tells apart two attempts to create one match."""
    return f"{match.setup.id}|{match.setup.code}|{instant(match.setup.created_at)}"


def lobby_lists(match: Match) -> list[str]:
    """Return the names of the public lists a match stands in, so that one index serves every lobby."""
    if match.setup.visibility is not Visibility.PUBLIC:
        return []
    return [lobby_list(game, status) for game in (None, match.setup.game) for status in (None, match.status)]


def lobby_list(game: str | None, status: str | None) -> str:
    """Return the name of the public list of a game's matches with a status; None means any."""
    return f"{game or 'ANY'} {status or 'ANY'}"


RecordT = TypeVar("RecordT", bound=msgspec.Struct)


class Codec:
    """Writes and reads documents; `rules_of` gives the rules of a game."""

    def __init__(self, rules_of: RulesOf) -> None:
        self._rules_of = rules_of
        self._events_of: dict[str, Any] = {}

    def match_document(self, match: Match) -> Document:
        """Return a match's document: its fields, and in front of them what lists are made by."""
        document = _plain(match)
        return {
            "_id": match.setup.id,
            "format": FORMAT,
            "key": key_text(Key(match.setup.created_at, match.setup.id)),
            "lobby": lobby_lists(match),
            "players": [member.player for seated in match.seats for member in members_of(seated)],
            **({"owed": True} if match.started_at and match.ended_at else {}),
            **document,
        }

    def match(self, document: Document) -> Match:
        """Return the match of a document; raise `Unreadable`."""
        id = str(document["_id"]).partition("|")[0]
        fields = _fields_of(document, "Match", id, also=("key", "lobby", "players", "owed"))
        return _read(id, lambda: self._match(id, fields), fields)

    def ply_document(self, ply: Ply, game: str) -> Document:
        """Return a ply's document; `game` is the kind of the match's game, needed to read it."""
        return {"_id": ply_id(ply.match, ply.number), "format": FORMAT, "game": game, **_plain(ply)}

    def ply(self, document: Document) -> Ply:
        """Return the ply of a document; raise `Unreadable`."""
        id = str(document["_id"]).partition(":")[0]
        fields = _fields_of(document, "Ply", id, also=("game",))
        return _read(id, lambda: self._ply(id, str(document.get("game")), fields), fields)

    def suggestion_document(self, suggestion: Suggestion) -> Document:
        """Return a suggestion's document, which each later one of the same team replaces."""
        return {"_id": f"{suggestion.match}:{suggestion.seat}", "format": FORMAT, **_plain(suggestion)}

    def suggestion(self, document: Document) -> Suggestion:
        """Return the suggestion of a document; raise `Unreadable`."""
        id = str(document["_id"]).partition(":")[0]
        fields = _fields_of(document, "Suggestion", id, also=())
        return _read(id, lambda: msgspec.convert(fields, Suggestion, builtin_types=(datetime,)), fields)

    def _match(self, id: str, fields: Document) -> Match:
        match: Match = _as(Match, fields)
        rules = self._rules(id, match.setup.game)
        if match.setup.rules_version > rules.VERSION:
            raise Unreadable(id, f"it was played by version {match.setup.rules_version} of its rules, newer than here.")
        return replace(
            match,
            setup=replace(match.setup, options=_as(rules.Options, match.setup.options)),
            state=None if match.state is None else _as(rules.State, match.state),
        )

    def _ply(self, id: str, game: str, fields: Document) -> Ply:
        ply: Ply = _as(Ply, fields)
        rules = self._rules(id, game)
        change = ply.change
        if isinstance(change, Play):
            change = replace(change, move=_as(rules.Move, change.move))
        return replace(ply, change=change, events=_as(self._events(game, rules), ply.events))

    def _rules(self, id: str, game: str) -> Rules:
        try:
            return self._rules_of(game)
        except KeyError:
            raise Unreadable(id, f"this server has no game {game}.") from None

    def _events(self, game: str, rules: Rules) -> Any:
        """Return the type of a ply's events: the envelope's and the game's, told apart by their tags."""
        if game not in self._events_of:
            event: Any = Happening | rules.Event
            self._events_of[game] = tuple[event, ...]
        return self._events_of[game]


def _plain(record: msgspec.Struct) -> Document:
    document: Document = msgspec.to_builtins(record, builtin_types=(datetime,), str_keys=True)
    del document["type"]
    return document


def _as(wanted: Any, plain: Any) -> Any:
    if isinstance(wanted, type):
        return msgspec.convert(plain, wanted, builtin_types=(datetime,), str_keys=True)
    return _as(_holder(wanted), {"value": plain}).value


@cache
def _holder(wanted: Any) -> Any:
    """Return a record that holds a value of a type that is no class: msgspec remembers the types of records only."""
    return msgspec.defstruct("Holder", [("value", wanted)])


def _fields_of(document: Document, name: str, id: str, also: tuple[str, ...]) -> Document:
    """Return the record's own fields of a document."""
    if document.get("format") != FORMAT:
        raise Unreadable(id, f"it has format {document.get('format')}, this server reads format {FORMAT}.")
    beside = ("_id", "format", *also)
    return {"type": name, **{field: value for field, value in document.items() if field not in beside}}


def _read(id: str, read: Callable[[], RecordT], fields: Document) -> RecordT:
    """Return what `read` gives, unless the document has a field that would be lost."""
    try:
        record = read()
    except msgspec.ValidationError as fault:
        raise Unreadable(id, f"{fault}.") from fault
    known = set(_fields({"type": fields["type"], **_plain(record)}))
    lost = sorted(f"{name}.{field}" for name, field in set(_fields(fields)) - known)
    if lost:
        raise Unreadable(id, f"it has fields that this server does not know: {', '.join(lost)}.")
    return record


def _fields(plain: Any) -> Iterator[tuple[str, str]]:
    """Yield the record's name and the field's for every field of every record in a document."""
    if isinstance(plain, dict):
        name = plain.get("type")
        for field, value in plain.items():
            if name is not None:
                yield name, field
            yield from _fields(value)
    elif isinstance(plain, list | tuple):
        for value in plain:
            yield from _fields(value)
