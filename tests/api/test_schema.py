"""The shape of the whole schema, for those who write clients against it."""

from dataclasses import replace
from pathlib import Path

import pytest
from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLScalarType,
    GraphQLSchema,
    GraphQLUnionType,
    OperationDefinitionNode,
    build_schema,
    get_named_type,
    is_leaf_type,
    parse,
)

from server.api.guards import Guard
from server.api.schema import LIMITS, printed, schema_hash

ROOT = Path(__file__).parents[2]
ROOTS = ("Query", "Mutation", "Subscription")


@pytest.fixture(scope="module")
def schema() -> GraphQLSchema:
    """The schema as a client reads it."""
    return build_schema(printed())


def own_types(schema: GraphQLSchema) -> list[object]:
    """Return every type but GraphQL's own."""
    built_in = {"String", "Int", "Float", "Boolean", "ID"}
    return [kind for name, kind in schema.type_map.items() if not name.startswith("__") and name not in built_in]


def test_the_committed_schema_is_the_servers() -> None:
    assert (ROOT / "schema.graphql").read_text() == printed()
    assert len(schema_hash()) == 64


def test_everything_is_described(schema: GraphQLSchema) -> None:
    bare = []
    for kind in own_types(schema):
        if not kind.description:  # type: ignore[attr-defined]  # every named type has one
            bare.append(str(kind))
        if isinstance(kind, GraphQLObjectType | GraphQLInterfaceType | GraphQLInputObjectType):
            bare += [f"{kind}.{name}" for name, field in kind.fields.items() if not field.description]
        if isinstance(kind, GraphQLObjectType | GraphQLInterfaceType):
            bare += [
                f"{kind}.{name}({argument})"
                for name, field in kind.fields.items()
                for argument, given in field.args.items()
                if not given.description
            ]
        if isinstance(kind, GraphQLEnumType):
            bare += [f"{kind}.{name}" for name, value in kind.values.items() if not value.description]

    assert bare == []


def test_every_mutation_has_one_required_input_and_answers_with_a_union(schema: GraphQLSchema) -> None:
    assert schema.mutation_type is not None
    for name, field in schema.mutation_type.fields.items():
        assert list(field.args) == ["input"], name
        assert isinstance(field.args["input"].type, GraphQLNonNull), name
        assert isinstance(field.type, GraphQLUnionType), name


def test_every_refusal_is_a_user_error(schema: GraphQLSchema) -> None:
    error = schema.type_map["UserError"]
    assert isinstance(error, GraphQLInterfaceType)
    for kind in schema.type_map.values():
        if isinstance(kind, GraphQLUnionType) and kind.name.endswith("Result"):
            refusals = [member for member in kind.types if error in member.interfaces]
            assert [member.name for member in refusals] in (["RequestRefused"], ["MoveRefused"]), kind.name


def test_every_connection_has_the_shape_relay_asks_for(schema: GraphQLSchema) -> None:
    connections = [kind for name, kind in schema.type_map.items() if name.endswith("Connection")]
    assert {kind.name for kind in connections} == {"PlyConnection", "MatchConnection"}
    for kind in connections:
        assert isinstance(kind, GraphQLObjectType)
        assert {"edges", "nodes", "pageInfo", "totalCount"} == set(kind.fields)
    for root in (schema.type_map["Query"], schema.type_map["Match"], schema.type_map["Viewer"]):
        assert isinstance(root, GraphQLObjectType)
        for field in root.fields.values():
            if str(field.type).rstrip("!").endswith("Connection"):
                assert {"first", "after", "last", "before"} <= set(field.args)


def test_exclusive_inputs_are_one_of(schema: GraphQLSchema) -> None:
    one_of = {
        name for name, kind in schema.type_map.items() if isinstance(kind, GraphQLInputObjectType) and kind.is_one_of
    }
    assert one_of == {
        "MatchBy",
        "MoveInput",
        "GameOptionsInput",
        "TwentyMove",
        "SmartyPartyMove",
        "ThatsAQuestionMove",
        "TrivialPursuitMove",
        "TwentyQuestionsMove",
    }


def test_every_custom_scalar_says_where_it_is_specified(schema: GraphQLSchema) -> None:
    scalars = {kind.name: kind.specified_by_url for kind in own_types(schema) if isinstance(kind, GraphQLScalarType)}

    assert set(scalars) == {"DateTime", "JSON"}
    assert all(scalars.values())


def test_names_follow_graphqls_customs(schema: GraphQLSchema) -> None:
    for kind in own_types(schema):
        name = str(kind)
        assert name[0].isupper(), name
        assert "_" not in name, name
        if isinstance(kind, GraphQLEnumType):
            assert all(value == value.upper() for value in kind.values), name
        elif isinstance(kind, GraphQLObjectType | GraphQLInputObjectType):
            assert all(field[0].islower() and "_" not in field for field in kind.fields), name


def test_what_has_an_id_for_node_is_a_node(schema: GraphQLSchema) -> None:
    node = schema.type_map["Node"]
    assert isinstance(node, GraphQLInterfaceType)

    assert {kind.name for kind in schema.get_possible_types(node)} == {"Match", "Player", "Deck"}


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


def test_a_page_of_a_hundred_plies_with_all_their_events_is_affordable(schema: GraphQLSchema) -> None:
    plies = everything(schema.type_map["Ply"], 3)
    document = parse(f'{{ match(by: {{id: "mat_x"}}) {{ log(first: 100) {{ nodes {plies} }} }} }}')
    (operation,) = document.definitions
    assert isinstance(operation, OperationDefinitionNode)
    assert Guard(schema, replace(LIMITS, aliases=1_000)).check(document, operation) < LIMITS.cost
