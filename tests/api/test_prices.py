"""What documents against this server's own schema cost."""

from dataclasses import replace

import pytest
from graphql import (
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLUnionType,
    OperationDefinitionNode,
    build_schema,
    get_named_type,
    is_leaf_type,
    parse,
)

from server.api.errors import ApiError
from server.api.guards import Guard
from server.api.schema import LIMITS, printed

SCHEMA = build_schema(printed())


def everything(kind: object, levels: int) -> str:
    """Return selections of all that can be asked of a type without arguments, that many levels deep."""
    if isinstance(kind, GraphQLUnionType):
        return "{" + " ".join(f"... on {member} {everything(member, levels)}" for member in kind.types) + "}"
    assert isinstance(kind, GraphQLObjectType | GraphQLInterfaceType)
    inner = {name: get_named_type(field.type) for name, field in kind.fields.items() if not field.args}
    asked = [
        f"{kind.name}_{name}: {name} {'' if is_leaf_type(type_) else everything(type_, levels - 1)}"
        for name, type_ in inner.items()
        if is_leaf_type(type_) or levels > 1
    ]
    return "{" + " ".join(asked) + "}"


def test_a_page_of_a_hundred_plies_with_all_their_events_is_affordable() -> None:
    plies = everything(SCHEMA.type_map["Ply"], 3)
    document = parse(f'{{ match(by: {{id: "mat_x"}}) {{ log(first: 100) {{ nodes {plies} }} }} }}')
    (operation,) = document.definitions
    assert isinstance(operation, OperationDefinitionNode)
    assert Guard(SCHEMA, replace(LIMITS, aliases=1_000)).check(document, operation) < LIMITS.cost


@pytest.mark.parametrize(
    ("source", "fields"),
    [
        ("{ node(id: 1) { id } }", 1 + 11),
        ('{ nodes(ids: ["a"]) { id } }', 1 + 11),
        ('{ nodes(ids: "a") { id } }', 1 + 11),
        ("{ nodes(ids: []) { id } }", 1 + 11),
        ('{ nodes(ids: ["a", "b", "a"]) { id } }', 1 + 3 * 11),
        ('query($a: ID!) { nodes(ids: ["a", $a]) { id } }', 1 + 2 * 11),
        ("query($ids: [ID!]!) { nodes(ids: $ids) { id } }", 1 + 100 * 11),
        ("query($ids: [ID!]!) { a: nodes(ids: $ids) { id } b: nodes(ids: $ids) { id } }", 2 * (1 + 100 * 11)),
    ],
)
def test_what_is_asked_for_by_ids_costs_by_their_number(source: str, fields: int) -> None:
    assert price(source) == fields


def test_the_logs_of_a_hundred_matches_cannot_be_asked_for_at_once() -> None:
    source = "query($ids: [ID!]!) { nodes(ids: $ids) { ... on Match { log(first: 100) { nodes { number } } } } }"
    with pytest.raises(ApiError, match="fields to resolve"):
        price(source)


def price(source: str) -> int:
    """Return what a document's one operation costs."""
    document = parse(source)
    (operation,) = document.definitions
    assert isinstance(operation, OperationDefinitionNode)
    return Guard(SCHEMA, LIMITS).check(document, operation)
