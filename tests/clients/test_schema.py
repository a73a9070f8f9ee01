"""What the tools of others say of the printed schema; the ids S… are those of the schema's checklist."""

import json
import re
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from graphql import GraphQLSchema, build_schema

from server.api.changes import CHANGES, ApiChange, ApiChangeKind
from server.api.documents import Documents, Prepared
from server.api.schema import LIMITS, build
from tests.clients.conftest import ARIADNE, HERE, SCHEMA, node, printed

RELAY = HERE / "relay"
RELEASED = HERE / "released.graphql"


def findings(schema: Path) -> list[dict[str, Any]]:
    """Return what the schema rules of graphql-eslint find."""
    found: list[dict[str, Any]] = json.loads(node("lint.js", schema))
    return found


def test_s1_s2_s3_s4_s9_s14_graphql_eslint_has_nothing_to_say() -> None:
    assert findings(SCHEMA) == []


BAD = """
type Query { getMatch: Match_Type }
type Match_Type { name: String }
input Unused { a: Int }
"""


def test_graphql_eslint_would_say_something(tmp_path: Path) -> None:
    schema = tmp_path / "schema.graphql"
    schema.write_text(BAD)

    assert {found["ruleId"].removeprefix("@graphql-eslint/") for found in findings(schema)} == {
        "naming-convention",
        "no-unreachable-types",
        "relay-page-info",
        "require-description",
    }


# relay-compiler


@pytest.fixture(scope="module")
def compiled() -> dict[str, str]:
    """What relay-compiler makes of the sample, by file name."""
    made = RELAY / "made"
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir()
    printed(HERE / "node_modules" / ".bin" / "relay-compiler", "relay.config.json", folder=RELAY)
    return {path.name.removesuffix(".graphql.ts"): path.read_text() for path in made.iterdir()}


def test_s4_s9_relay_compiles_fragments_pagination_mutations_and_subscriptions(compiled: dict[str, str]) -> None:
    assert set(compiled) == {
        "table_seat",
        "table_log",
        "table_matches",
        "tableLogPaginationQuery",
        "tableMatchesPaginationQuery",
        "tableMatchQuery",
        "tablePlayMutation",
        "tableUpdatesSubscription",
    }


def test_s14_relay_sees_that_a_one_of_input_takes_one_field(compiled: dict[str, str]) -> None:
    match_by = re.search(r"export type MatchBy = (.*?);\n(?=export)", compiled["tableMatchQuery"], re.DOTALL)
    assert match_by is not None
    assert re.sub(r"\s+", " ", match_by[1]) == "{ code?: never; id: string; } | { code: string; id?: never; }"


def test_the_server_accepts_every_document_that_relay_sends(compiled: dict[str, str]) -> None:
    documents = Documents(build(), LIMITS)
    texts = [json.loads(text) for made in compiled.values() for text in re.findall(r'"text": (".*")', made)]

    assert len(texts) == 5
    assert [documents.prepare(text) for text in texts if not isinstance(documents.prepare(text), Prepared)] == []


# Other implementations of GraphQL


def test_s27_graphql_js_16_and_17_read_the_schema() -> None:
    read = json.loads(node("reads.js", SCHEMA))

    assert [one["version"].split(".")[0] for one in read] == ["16", "17"]
    assert [one["isOneOf"] for one in read] == [True, True]


def test_s27_graphql_core_3_2_reads_the_schema() -> None:
    reading = "import graphql; graphql.build_schema(open('../../../schema.graphql').read()); print(graphql.version)"

    assert printed(ARIADNE / ".venv" / "bin" / "python", "-c", reading, folder=ARIADNE).startswith("3.2.")


# graphql-inspector and what is declared


def breaking(released: Path, schema: Path) -> list[str]:
    """Return the paths of what graphql-inspector calls breaking changes."""
    changes = json.loads(node("compare.js", released, schema))
    return [change["path"] for change in changes if change["level"] == "BREAKING"]


def undeclared(paths: Iterable[str], kind: ApiChangeKind, declared: Iterable[ApiChange]) -> list[str]:
    """Return the paths that no declared change of that kind names."""
    named = {change.path for change in declared if change.kind is kind}
    return sorted(set(paths) - named)


def deprecated(schema: GraphQLSchema) -> dict[str, str]:
    """Return the reason of each deprecation, by path."""
    found: dict[str, str] = {}
    for kind in schema.type_map.values():
        members = {**getattr(kind, "fields", {}), **getattr(kind, "values", {})}
        for name, member in members.items():
            arguments = {f"{kind}.{name}.{argument}": given for argument, given in getattr(member, "args", {}).items()}
            places = {f"{kind}.{name}": member} | arguments
            found |= {path: place.deprecation_reason for path, place in places.items() if place.deprecation_reason}
    return found


def test_s18_every_breaking_change_since_the_last_release_is_declared() -> None:
    assert undeclared(breaking(RELEASED, SCHEMA), ApiChangeKind.BREAKING, CHANGES) == []


def test_s18_every_deprecation_is_declared_and_its_reason_says_what_to_use_instead_and_when_it_goes() -> None:
    reasons = deprecated(build_schema(SCHEMA.read_text()))
    declared = {change.path: change for change in CHANGES if change.kind is ApiChangeKind.DEPRECATED}

    assert undeclared(reasons, ApiChangeKind.DEPRECATED, CHANGES) == []
    assert [path for path in reasons if declared[path].instead not in reasons[path]] == []
    assert [path for path in reasons if declared[path].takes_effect not in reasons[path]] == []


OLD = """
type Query { match(id: ID, code: String): Match @deprecated(reason: "Use table.") table: Match }
type Match { id: ID! name: String status: Status @deprecated(reason: "Use ply.") ply: Int }
enum Status { OPEN RUNNING OVER @deprecated }
"""
NEW = """
type Query { match(id: ID!): Match table: Match }
type Match { id: ID status: Status ply: Int }
enum Status { OPEN OVER PAUSED }
"""
REMOVED = ApiChange(
    path="Match.name",
    kind=ApiChangeKind.BREAKING,
    announced="2026-11-30",
    takes_effect="2027-03-01",
    instead="Use Match.id.",
)


def test_s18_a_breaking_change_is_found_and_may_be_declared(tmp_path: Path) -> None:
    released, schema = tmp_path / "released.graphql", tmp_path / "schema.graphql"
    released.write_text(OLD)
    schema.write_text(NEW)

    found = breaking(released, schema)

    assert undeclared(found, ApiChangeKind.BREAKING, ()) == [
        "Match.id",
        "Match.name",
        "Query.match.code",
        "Query.match.id",
        "Status.RUNNING",
    ]
    assert "Match.name" not in undeclared(found, ApiChangeKind.BREAKING, [REMOVED])


def test_s18_deprecations_are_found() -> None:
    assert deprecated(build_schema(OLD)) == {
        "Query.match": "Use table.",
        "Match.status": "Use ply.",
        "Status.OVER": "No longer supported",
    }
