"""Documents that select everything there is, written from the schema, so that a new field is in them by itself."""

import re
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any

import pytest
from graphql import get_named_type, is_abstract_type, is_leaf_type, is_required_argument
from graphql.validation.rules import overlapping_fields_can_be_merged

from server.api.documents import Documents
from server.api.guards import DocumentLimits
from server.api.schema import build
from server.api.socket import SocketLimits
from server.api.websocket import GraphQLWebSocket

UNLIMITED = DocumentLimits(
    characters=10**6,
    tokens=10**6,
    fields=10**6,
    aliases=10**6,
    repeats=10**6,
    directives=10**6,
    depth=100,
    cost=10**9,
    page=1,
    list=1,
)
"""For a server whose documents may select everything at once."""

DECLARED = {
    "id": "ID!",
    "ids": "[ID!]!",
    "pair": "[ID!]!",
    "player": "ID!",
    "event": "ID!",
    "code": "String",
    "kind": "GameKind!",
    "after": "Int",
    "ply": "Int!",
    "seat": "Int",
    "input": None,
}
"""The variables of these documents with their types; `input` has the type of its mutation."""

ARGUMENTS = {
    "Query.game": "kind: $kind",
    "Query.match": "by: {id: $id}",
    "Query.matches": "first: 100",
    "Query.player": "id: $player",
    "Query.node": "id: $id",
    "Query.nodes": "ids: $ids",
    "Viewer.matches": "first: 100",
    "Match.log": "first: 100",
    "Match.atPly": "ply: $ply, seat: $seat",
    "Query.leaderboard": "game: $kind, event: $event, isTest: true, first: 100",
    "Query.matchStats": "filter: {player: $player, isTest: true}, groupBy: [GAME, EVENT, DAY, DECK, SEATS]",
    "Query.questionStats": "game: $kind, isTest: true, first: 100",
    "Query.headToHead": "players: $pair, isTest: true",
    "Query.event": "by: {id: $event}",
    "Query.events": "first: 100",
    "Player.stats": "game: $kind, isTest: true",
    "Subscription.eventUpdates": "event: $event, after: $after",
    "Subscription.matchUpdates": "matchId: $id, after: $after, code: $code",
    "Subscription.teamTalk": "matchId: $id",
}
"""What fields are given: at least what they require, and pages that hold all there is. All matches are test matches."""

SCHEMA: Any = build()._schema


@pytest.fixture
def unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the servers of a test answer documents of any size, prepared once for them all."""
    roomy = partial(GraphQLWebSocket, limits=SocketLimits(message_bytes=10**6, ping_seconds=600.0))
    monkeypatch.setattr("server.app.GraphQLWebSocket", roomy)
    monkeypatch.setattr(overlapping_fields_can_be_merged, "MAX_COMPLEXITY_BUDGET", 10**9)
    monkeypatch.setattr("server.app.Documents", lambda schema, limits: without_limits())


@cache
def without_limits() -> Documents:
    return Documents(build(), UNLIMITED, room=10**8)


def prepare(*documents: str) -> None:
    """Let documents be validated before anybody plays: their size keeps a server's loop busy for seconds, which the
    server would take for an outage. The second time costs nothing."""
    for document in documents:
        prepared = without_limits().prepare(document)
        assert not isinstance(prepared, list), prepared


@dataclass
class Selecting:
    """Writes one document. `matches` is how many matches may stand inside each other; other types never do."""

    matches: int = 1
    is_shared: bool = False
    """Leave out what is personal, so that an update is worked out once for all who see the match alike."""
    fragments: dict[str, str] = field(default_factory=dict)

    def leads_round(self, kind: Any, path: tuple[str, ...]) -> bool:
        """Tell whether a type stands inside itself."""
        return path.count(kind.name) >= (self.matches if kind.name == "Match" else 1)

    def selection(self, kind: Any, path: tuple[str, ...], given: str = "") -> str:
        """Return all fields of a type, whatever it may be a union or interface of; "" when it is inside itself."""
        if self.leads_round(kind, path):
            return ""
        if is_abstract_type(kind):
            members = SCHEMA.get_possible_types(kind)
            inside = [self.member(member, (*path, kind.name)) for member in members]
            return f"{{ __typename {' '.join(inside)} }}"
        return f"{{ __typename ...{self.fragment(kind, path)} }}"

    def member(self, kind: Any, path: tuple[str, ...]) -> str:
        """Return all fields of a union's member, under names that no other member's fields have."""
        if self.leads_round(kind, path):
            return ""
        fields = (self.field(kind, name, (*path, kind.name), f"{kind.name}_{name}: ") for name in kind.fields)
        return f"... on {kind.name} {{ __typename {' '.join(fields)} }}"

    def fragment(self, kind: Any, path: tuple[str, ...]) -> str:
        """Return the name of the fragment with all fields of an object type, but what would lead round in a circle."""
        around = sorted(name for name in path if name in reachable(kind))
        name = "_".join([kind.name, *around])
        if name not in self.fragments:
            self.fragments[name] = ""
            fields = " ".join(self.field(kind, each, (*path, kind.name)) for each in kind.fields)
            self.fragments[name] = f"fragment {name} on {kind.name} {{ {fields} }}"
        return name

    def field(self, parent: Any, name: str, path: tuple[str, ...], alias: str = "") -> str:
        """Return a field with its arguments and all that it holds; "" for one that leads round in a circle."""
        asked = parent.fields[name]
        if self.is_shared and asked.extensions["strawberry-definition"].metadata.get("personal"):
            return ""
        given = ARGUMENTS.get(f"{parent.name}.{name}", "")
        required = [argument for argument, each in asked.args.items() if is_required_argument(each)]
        assert all(f"{argument}:" in given for argument in required), f"Say what {parent.name}.{name} is given."
        arguments = f"({given})" if given else ""
        kind = get_named_type(asked.type)
        if is_leaf_type(kind):
            return f"{alias}{name}{arguments}"
        selection = self.selection(kind, path)
        return f"{alias}{name}{arguments} {selection}" if selection else ""


def reachable(kind: Any) -> frozenset[str]:
    """Return the names of all types that can stand anywhere inside a type."""
    if kind.name not in REACHABLE:
        found: set[str] = set()
        left = [kind]
        while left:
            for inner in inside(left.pop()):
                if inner.name not in found:
                    found.add(inner.name)
                    left.append(inner)
        REACHABLE[kind.name] = frozenset(found)
    return REACHABLE[kind.name]


REACHABLE: dict[str, frozenset[str]] = {}


def inside(kind: Any) -> list[Any]:
    """Return the types that stand directly in a type."""
    if is_leaf_type(kind):
        return []
    if is_abstract_type(kind):
        return list(SCHEMA.get_possible_types(kind))
    return [get_named_type(asked.type) for asked in kind.fields.values()]


def document(operation: str, fields: str, writer: Selecting, declared: dict[str, str]) -> str:
    """Return a document that declares the variables it uses."""
    text = " ".join([fields, *writer.fragments.values()])
    used = ", ".join(f"${name}: {kind}" for name, kind in declared.items() if re.search(rf"\${name}\b", text))
    return f"{operation}{f'({used})' if used else ''} {{ {fields} }} {' '.join(writer.fragments.values())}"


def left_out(*roots: str) -> list[str]:
    """Return the fields of the query type that are not among these."""
    return [name for name in SCHEMA.query_type.fields if name not in roots]


TYPES = {name: kind for name, kind in DECLARED.items() if kind is not None}


def everything_asked(*roots: str, matches: int = 1, is_shared: bool = False) -> str:
    """Return a query of everything in some fields of the query type, all of them by default."""
    writer = Selecting(matches, is_shared)
    names = roots or tuple(SCHEMA.query_type.fields)
    fields = " ".join(writer.field(SCHEMA.query_type, name, ("Query",)) for name in names)
    return document("query", fields, writer, TYPES)


def everything_said(mutation: str) -> str:
    """Return a mutation that asks for everything its answer can have; what is personal, queries ask for."""
    writer = Selecting(is_shared=True)
    asked = SCHEMA.mutation_type.fields[mutation]
    fields = f"{mutation}(input: $input) {writer.selection(get_named_type(asked.type), ('Mutation',))}"
    return document("mutation", fields, writer, TYPES | {"input": str(asked.args["input"].type)})


def everything_followed(subscription: str) -> str:
    """Return a subscription that asks for everything its updates can have; what is personal, queries ask for."""
    writer = Selecting(is_shared=True)
    fields = writer.field(SCHEMA.subscription_type, subscription, ("Subscription",))
    return document("subscription", fields, writer, TYPES)
