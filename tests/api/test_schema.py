"""The shape of the whole schema, for those who write clients against it: its checklist, by the ids S1 to S28."""

import re
from datetime import date
from pathlib import Path
from typing import get_args

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
    build_client_schema,
    build_schema,
    get_named_type,
    introspection_from_schema,
    lexicographic_sort_schema,
    print_schema,
)

from server.api.changes import CHANGES, NOTICE, ApiChangeKind
from server.api.errors import CODES
from server.api.events import ClockMoveReason, MatchCloseReason
from server.api.schema import build, printed, schema_hash
from server.matches import records

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


def test_s27_the_committed_schema_is_the_servers() -> None:
    assert (ROOT / "schema.graphql").read_text() == printed()
    assert len(schema_hash()) == 64


def test_s3_everything_is_described(schema: GraphQLSchema) -> None:
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


def test_s2_every_mutation_has_one_required_input_and_answers_with_a_union(schema: GraphQLSchema) -> None:
    assert schema.mutation_type is not None
    for name, field in schema.mutation_type.fields.items():
        assert list(field.args) == ["input"], name
        assert isinstance(field.args["input"].type, GraphQLNonNull), name
        assert isinstance(field.type, GraphQLUnionType), name


def test_s11_every_refusal_is_a_user_error(schema: GraphQLSchema) -> None:
    error = schema.type_map["UserError"]
    assert isinstance(error, GraphQLInterfaceType)
    for kind in schema.type_map.values():
        if isinstance(kind, GraphQLUnionType) and kind.name.endswith("Result"):
            refusals = [member for member in kind.types if error in member.interfaces]
            assert [member.name for member in refusals] in (["RequestRefused"], ["MoveRefused"]), kind.name


def test_s4_s5_every_connection_has_the_shape_relay_asks_for(schema: GraphQLSchema) -> None:
    connections = [kind for name, kind in schema.type_map.items() if name.endswith("Connection")]
    assert {kind.name for kind in connections} == {
        "PlyConnection",
        "MatchConnection",
        "LeaderboardRowConnection",
        "QuestionStatsConnection",
        "RatingPointConnection",
        "EventConnection",
    }
    for kind in connections:
        assert isinstance(kind, GraphQLObjectType)
        assert {"edges", "nodes", "pageInfo", "totalCount"} == set(kind.fields)
    for name in ("Query", "Match", "Viewer", "PlayerStats"):
        root = schema.type_map[name]
        assert isinstance(root, GraphQLObjectType)
        for field in root.fields.values():
            if str(field.type).rstrip("!").endswith("Connection"):
                assert {"first", "after", "last", "before"} <= set(field.args)


def test_s14_exclusive_inputs_are_one_of(schema: GraphQLSchema) -> None:
    one_of = {
        name for name, kind in schema.type_map.items() if isinstance(kind, GraphQLInputObjectType) and kind.is_one_of
    }
    assert one_of == {
        "MatchBy",
        "EventBy",
        "CorrectionInput",
        "MoveInput",
        "GameOptionsInput",
        "TwentyMove",
        "SmartyPartyMove",
        "ThatsAQuestionMove",
        "TrivialPursuitMove",
        "TwentyQuestionsMove",
    }


def test_s17_every_custom_scalar_says_where_it_is_specified(schema: GraphQLSchema) -> None:
    scalars = {kind.name: kind.specified_by_url for kind in own_types(schema) if isinstance(kind, GraphQLScalarType)}

    assert set(scalars) == {"Date", "DateTime", "JSON"}
    assert all(scalars.values())


def test_s1_names_follow_graphqls_customs(schema: GraphQLSchema) -> None:
    for kind in own_types(schema):
        name = str(kind)
        assert name[0].isupper(), name
        assert "_" not in name, name
        if isinstance(kind, GraphQLEnumType):
            assert all(value == value.upper() for value in kind.values), name
        elif isinstance(kind, GraphQLObjectType | GraphQLInputObjectType):
            assert all(field[0].islower() and "_" not in field for field in kind.fields), name


def test_s9_what_has_an_id_for_node_is_a_node(schema: GraphQLSchema) -> None:
    node = schema.type_map["Node"]
    assert isinstance(node, GraphQLInterfaceType)

    assert {kind.name for kind in schema.get_possible_types(node)} == {"Match", "Player", "Deck", "Event"}


def fields_of(schema: GraphQLSchema) -> list[tuple[str, str, str]]:
    """Return every field of every object type: the type's name, the field's, and its type's without `!` and `[]`."""
    return [
        (kind.name, name, get_named_type(field.type).name)
        for kind in own_types(schema)
        if isinstance(kind, GraphQLObjectType)
        for name, field in kind.fields.items()
    ]


def test_s10_objects_refer_to_objects_and_not_to_ids(schema: GraphQLSchema) -> None:
    ids = {f"{kind}.{name}" for kind, name, of in fields_of(schema) if of == "ID"}

    assert {field for field in ids if not field.endswith((".id", ".card"))} == set()  # a card is no object here


def test_s12_the_codes_of_errors_are_a_closed_list_that_the_readme_names() -> None:
    readme = (ROOT / "README.md").read_text()

    assert {
        "BAD_USER_INPUT",
        "GRAPHQL_PARSE_FAILED",
        "GRAPHQL_VALIDATION_FAILED",
        "UNAUTHENTICATED",
        "FORBIDDEN",
        "COST_EXCEEDED",
        "RATE_LIMITED",
        "INTERNAL_SERVER_ERROR",
    } <= CODES
    assert [code for code in CODES if f"`{code}`" not in readme] == []


def test_s15_what_can_be_refused_or_not_be_there_is_nullable(schema: GraphQLSchema) -> None:
    assert schema.query_type is not None
    assert schema.mutation_type is not None
    required = {name for name, field in schema.query_type.fields.items() if isinstance(field.type, GraphQLNonNull)}

    assert required == {"serverInfo", "apiChanges", "games", "decks"}
    assert [name for name, field in schema.mutation_type.fields.items() if isinstance(field.type, GraphQLNonNull)] == []


def test_s18_deprecations_give_ninety_days() -> None:
    deprecations = [change for change in CHANGES if change.kind is ApiChangeKind.DEPRECATED]

    assert all(date.fromisoformat(c.announced) + NOTICE <= date.fromisoformat(c.takes_effect) for c in deprecations)
    assert NOTICE.days == 90


def test_s19_no_name_has_a_version(schema: GraphQLSchema) -> None:
    names = [str(kind) for kind in own_types(schema)] + [name for _, name, _ in fields_of(schema)]

    assert [name for name in names if re.search(r"[vV]\d+$", name)] == []


def test_s21_a_create_or_a_move_can_be_sent_again(schema: GraphQLSchema) -> None:
    keys = {}
    for name in ("CreateMatchInput", "PlayInput"):
        kind = schema.type_map[name]
        assert isinstance(kind, GraphQLInputObjectType)
        keys[name] = [field for field in kind.fields if field in ("requestId", "moveId")]

    assert keys == {"CreateMatchInput": ["requestId"], "PlayInput": ["moveId"]}


def test_s22_s23_a_write_says_its_ply_and_a_subscription_takes_one(schema: GraphQLSchema) -> None:
    plies = {kind for kind, name, of in fields_of(schema) if name == "ply" and of == "Int"}

    assert {"MovePlayed", "Match", "MatchUpdate"} <= plies
    assert schema.subscription_type is not None
    assert str(schema.subscription_type.fields["matchUpdates"].args["after"].type) == "Int"


def test_s26_no_text_is_one_of_a_few_that_its_description_lists(schema: GraphQLSchema) -> None:
    """What a game of tomorrow may add to stays a text: a phase, and the reason of an end."""
    listed = [
        f"{kind}.{name}"
        for kind in own_types(schema)
        if isinstance(kind, GraphQLObjectType | GraphQLInterfaceType | GraphQLInputObjectType)
        for name, field in kind.fields.items()
        if get_named_type(field.type).name == "String"
        and len(re.findall(r"`[A-Z][A-Z_]+`", field.description or "")) > 1
    ]

    assert listed == []


def test_s26_every_reason_that_a_match_can_give_is_a_value() -> None:
    assert [reason.value for reason in MatchCloseReason] == list(get_args(records.CloseReason))
    assert [reason.value for reason in ClockMoveReason] == list(get_args(records.ClockReason))


def test_s25_filters_and_orders_are_typed(schema: GraphQLSchema) -> None:
    assert schema.query_type is not None
    for field in (*schema.query_type.fields.values(), *schema.subscription_type.fields.values()):  # type: ignore[union-attr]
        given = {name: get_named_type(argument.type) for name, argument in field.args.items()}
        assert all(isinstance(kind, GraphQLInputObjectType) for name, kind in given.items() if name == "filter")
        assert all(isinstance(kind, GraphQLEnumType) for name, kind in given.items() if name == "orderBy")


def test_s27_introspection_gives_the_printed_schema(schema: GraphQLSchema) -> None:
    introspected = build_client_schema(introspection_from_schema(build()._schema))

    assert print_schema(lexicographic_sort_schema(introspected)) == print_schema(lexicographic_sort_schema(schema))


def test_s28_clients_can_ask_what_they_talk_to(schema: GraphQLSchema) -> None:
    info = {name for kind, name, _ in fields_of(schema) if kind == "ServerInfo"}

    assert {"version", "schemaHash", "limits", "time", "testMode"} <= info
    assert schema.query_type is not None
    assert {"serverInfo", "apiChanges", "games"} <= set(schema.query_type.fields)
