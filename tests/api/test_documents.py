"""Documents: what is refused with which words, what is remembered, and how resolvers run."""

from collections.abc import Iterable
from typing import Any

import pytest
from graphql import ExecutionResult, GraphQLError
from structlog.testing import capture_logs

from server.api.documents import Documents, Prepared
from server.api.errors import formatted
from server.api.guards import DocumentLimits
from tests.api.toy import World, documents


def refusals(source: str, operation_name: str | None = None, **settings: Any) -> list[dict[str, Any]]:
    """Return the errors as they go out, without their locations."""
    errors = documents(**settings).prepare(source, operation_name)
    assert isinstance(errors, list)
    return [{"message": error["message"], **error["extensions"]} for error in formatted(errors)]


def prepared(store: Documents, source: str, operation_name: str | None = None) -> Prepared:
    found = store.prepare(source, operation_name)
    assert isinstance(found, Prepared), found
    return found


async def run(
    source: str, variables: dict[str, Any] | None = None, world: World | None = None
) -> tuple[Any, list[Any]]:
    """Return data and errors of an execution as they go out."""
    store = documents()
    outcome = await store.execute(prepared(store, source), variables, world or World(), {"trace": 1})
    if isinstance(outcome, ExecutionResult):
        return outcome.data, formatted(outcome.errors or [])
    return "not begun", formatted(outcome)


def test_a_document_is_prepared_once() -> None:
    store = documents()
    first = prepared(store, "{ hello }")
    assert store.prepare("{ hello }") is first
    assert prepared(store, "{ hello  }") is not first


def test_operations_of_one_document_are_prepared_apart() -> None:
    store = documents()
    source = 'query A { hello } mutation B { rename(name: "x") } subscription C { count(to: 1) { number } }'
    assert [prepared(store, source, name).kind for name in "ABC"] == ["query", "mutation", "subscription"]
    assert len({prepared(store, source, name).key for name in "ABC"}) == 3


def test_refused_documents_are_remembered_and_cannot_push_out_good_ones() -> None:
    """Attack: cache poisoning by unique texts."""
    store = documents(room=10_000)
    good = prepared(store, "{ hello }")
    first = store.prepare("{ bad0 }")
    assert store.prepare("{ bad0 }") is first
    for number in range(1, 100):
        store.prepare(f"{{ bad{number} }}")
    assert store.prepare("{ hello }") is good
    assert len(store.refused) == 1


def test_the_least_recently_used_document_is_forgotten_first() -> None:
    store = documents(room=1_050)
    kept = prepared(store, "{ hello }")
    prepared(store, "{ a: hello }")
    assert store.prepare("{ hello }") is kept
    prepared(store, "{ b: hello }")
    assert store.prepare("{ hello }") is kept
    assert len(store.accepted) == 2


def test_long_documents_are_remembered_in_smaller_number_and_the_longest_not_at_all() -> None:
    """Attack: memory filled by long documents, each another one."""
    store = documents(room=2_000)
    for number in range(50):
        prepared(store, f"{{ hello{' ' * 400}}} # {number}")
    assert len(store.accepted) == 2
    for text in (f"{{ hello{' ' * 2_000}}}", f"{{ bad{' ' * 2_000}}}"):
        first = store.prepare(text)
        assert store.prepare(text) is not first
    assert (len(store.accepted), len(store.refused)) == (2, 0)


def test_a_syntax_error_is_coded() -> None:
    assert refusals("{ hello") == [
        {"message": "Syntax Error: Expected Name, found <EOF>.", "code": "GRAPHQL_PARSE_FAILED"}
    ]


@pytest.mark.parametrize("source", ["", "   ", "# nothing"])
def test_an_empty_document_is_a_syntax_error(source: str) -> None:
    assert [error["code"] for error in refusals(source)] == ["GRAPHQL_PARSE_FAILED"]


def test_at_most_three_validation_errors_are_told() -> None:
    assert [error["message"] for error in refusals("{ a b c d e }")] == [
        f"Cannot query field '{name}' on type 'Query'." for name in "abc"
    ]


@pytest.mark.parametrize(
    "source",
    [
        "{ helo }",
        "{ asked(m: 1) }",
        "{ animals { ... on Dogs { name } } }",
        "{ filtered(filter: {colour: REDD}) }",
        "{ filtered(filter: {aged: 1}) }",
        "query ($a: Strin) { asked(n: $a) }",
        "{ hello @skp(if: true) }",
    ],
)
def test_no_refusal_guesses_at_the_schema(source: str) -> None:
    """Attack: suggestions."""
    errors = refusals(source)
    assert errors[0]["code"] == "GRAPHQL_VALIDATION_FAILED"
    assert not [error for error in errors if "Did you mean" in error["message"]]


def test_an_unknown_operation_name_is_bad_input() -> None:
    assert refusals("query A { hello }", "B") == [
        {"message": "This document has no operation 'B'.", "code": "BAD_USER_INPUT"}
    ]


def test_several_operations_need_a_name() -> None:
    assert [error["code"] for error in refusals("query A { hello } query B { hello }")] == ["BAD_USER_INPUT"]


def test_a_document_without_an_operation_is_bad_input() -> None:
    assert [error["code"] for error in refusals("fragment F on Query { hello }")] == ["BAD_USER_INPUT"]


@pytest.mark.parametrize(
    ("source", "limits", "message", "measure"),
    [
        ("{ hello }" + " " * 92, DocumentLimits(characters=100), "Source contains more than 100 code", "CHARACTERS"),
        ("{ " + "hello " * 99 + "}", DocumentLimits(tokens=100), "Document contains more than 100", "TOKENS"),
        ("#\n" * 101 + "{ hello }", DocumentLimits(tokens=100), "Document contains more than 100", "COMMENTS"),
    ],
)
def test_parsing_stops_at_the_limits(source: str, limits: DocumentLimits, message: str, measure: str) -> None:
    (error,) = refusals(source, limits=limits)
    assert error["message"].startswith(f"Syntax Error: {message}")
    assert error["message"].endswith(" Parsing aborted.")
    assert {**error, "message": ""} == {"message": "", "code": "COST_EXCEEDED", "measure": measure, "limit": 100}


def test_deep_nesting_is_refused_by_the_parser() -> None:
    assert [error["code"] for error in refusals("{ a" * 300 + "}" * 300)] == ["COST_EXCEEDED"]


def test_comparing_repeated_fields_is_given_up_when_it_takes_long() -> None:
    """Fragments that are alike, but few beside each other, so that only the comparing itself can find too many."""
    fragments = [f"fragment F{n} on Query {{ animals {{ name }} }}" for n in range(141)]
    groups = [f"fragment G{n} on Query {{ {spread(range(47 * n, 47 * n + 47))} }}" for n in range(3)]
    (error,) = refusals(f"{{ {' '.join(f'...G{n}' for n in range(3))} }} {' '.join(fragments + groups)}")
    assert error == {"message": "Validation aborted.", "code": "COST_EXCEEDED", "measure": "OVERLAPS"}


def test_fragments_that_are_alike_are_refused_before_they_are_compared() -> None:
    fragments = " ".join(f"fragment F{n} on Query {{ animals {{ name }} }}" for n in range(140))
    (error,) = refusals(f"{{ {spread(range(140))} }} {fragments}")
    assert (error["code"], error["measure"]) == ("COST_EXCEEDED", "REPEATS")
    assert (error["cost"], error["limit"]) == (140, 60)


def spread(numbers: Iterable[int]) -> str:
    return " ".join(f"...F{n}" for n in numbers)


def test_circular_fragments_are_a_validation_error() -> None:
    source = "{ ...A } fragment A on Query { hello ...B } fragment B on Query { hello ...A }"
    assert refusals(source) == [
        {
            "message": "Cannot spread fragment 'A' within itself via 'B'.",
            "code": "GRAPHQL_VALIDATION_FAILED",
        }
    ]


async def test_resolvers_keep_their_info() -> None:
    data, errors = await run("query ($n: Int!) { asked(n: $n) }", {"n": 4}, World(user="ann"))
    assert data == {"asked": "ann 4 {'n': 4} {'trace': 1}"}
    assert errors == []


async def test_async_resolvers_unions_and_interfaces_are_executed() -> None:
    source = """
      { hello animals { __typename name ... on Dog { barks } } pet(by: {id: 7}) { ... on Dog { name } } }
    """
    assert await run(source) == (
        {
            "hello": "hello nobody",
            "animals": [
                {"__typename": "Dog", "name": "Rex", "barks": 1},
                {"__typename": "Cat", "name": "Tom"},
            ],
            "pet": {"name": "dog 7"},
        },
        [],
    )


async def test_mutations_are_executed() -> None:
    world = World()
    assert await run('mutation { rename(name: "bo") }', world=world) == ({"rename": "bo"}, [])
    assert world.user == "bo"


async def test_the_named_operation_of_several_is_executed() -> None:
    store = documents()
    operation = prepared(store, "query A { a: hello } query B { b: hello }", "B")
    outcome = await store.execute(operation, None, World())
    assert isinstance(outcome, ExecutionResult)
    assert outcome.data == {"b": "hello nobody"}


@pytest.mark.parametrize(
    "source",
    [
        '{ pet(by: {id: 1, name: "a"}) { __typename } }',
        "{ pet(by: {}) { __typename } }",
        "query ($n: String) { pet(by: {name: $n}) { __typename } }",
        'query ($n: String = "a") { pet(by: {name: $n}) { __typename } }',
        "fragment F on Query { pet(by: {name: $n}) { __typename } } query ($n: String) { ...F }",
        "{ pet(by: {name: $n}) { __typename } }",
        "{ pet(by: {name: null}) { __typename } }",
    ],
)
def test_a_one_of_input_takes_exactly_one_field(source: str) -> None:
    assert {error["code"] for error in refusals(source)} == {"GRAPHQL_VALIDATION_FAILED"}


async def test_a_one_of_input_is_accepted_in_every_spelling() -> None:
    answer: tuple[Any, list[Any]] = ({"pet": {"name": "a"}}, [])
    fragment = "fragment F on Query { pet(by: {name: $n}) { ... on Cat { name } } } query ($n: String!) { ...F }"
    assert await run('{ pet(by: {name: "a"}) { ... on Cat { name } } }') == answer
    assert await run("query ($b: PetBy!) { pet(by: $b) { ... on Cat { name } } }", {"b": {"name": "a"}}) == answer
    assert await run(fragment, {"n": "a"}) == answer


@pytest.mark.parametrize("by", [{}, {"id": 1, "name": "a"}, {"name": None}, {"nam": "a"}, 3, None])
async def test_a_one_of_variable_is_checked_before_anything_runs(by: object) -> None:
    data, errors = await run("query ($b: PetBy!) { pet(by: $b) { __typename } }", {"b": by})
    assert data == "not begun"
    assert {error["extensions"]["code"] for error in errors} == {"BAD_USER_INPUT"}


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (None, "Variable '$n' has invalid value: Expected value of non-null type 'Int!' not to be null."),
        (True, "Variable '$n' has invalid value: Int cannot represent non-integer value: true"),
        ("a", "Variable '$n' has invalid value: Int cannot represent non-integer value: 'a'"),
    ],
)
async def test_a_variable_of_the_wrong_type_is_bad_input_in_the_words_of_json(value: object, message: str) -> None:
    data, errors = await run("query ($n: Int!) { asked(n: $n) }", {"n": value})
    assert data == "not begun"
    assert [(error["message"], error["extensions"]) for error in errors] == [(message, {"code": "BAD_USER_INPUT"})]


async def test_a_wrong_enum_value_gets_no_suggestion() -> None:
    _, errors = await run("query ($f: PetFilter!) { filtered(filter: $f) }", {"f": {"colour": "REDD"}})
    assert [error["message"] for error in errors] == [
        "Variable '$f' has invalid value at .colour: Value 'REDD' does not exist in 'Colour' enum."
    ]


async def test_a_null_where_a_field_may_only_be_left_out_is_bad_input() -> None:
    _, errors = await run("query ($f: PetFilter!) { filtered(filter: $f) }", {"f": {"nickname": None}})
    assert errors[0]["message"] == "A field may be left out, but it may not be null."
    assert errors[0]["extensions"] == {"code": "BAD_USER_INPUT"}
    assert refusals("{ filtered(filter: {nickname: null}) }") == [
        {
            "message": "Field 'nickname' may be left out, but it may not be null.",
            "code": "GRAPHQL_VALIDATION_FAILED",
        }
    ]


async def test_a_null_for_a_non_null_argument_is_bad_input() -> None:
    _, errors = await run("query ($n: Int = 1) { asked(n: $n) }", {"n": None})
    assert [error["extensions"] for error in errors] == [{"code": "BAD_USER_INPUT"}]


@pytest.mark.parametrize("field", ["broken", "impolite", "nothing"])
async def test_an_unexpected_error_is_masked_and_logged_once(field: str) -> None:
    """Attack: error text leak."""
    with capture_logs() as logs:
        _, errors = await run(f"{{ {field} }}")
    assert len(errors) == 1
    assert errors[0]["message"] == "Internal error"
    assert errors[0]["path"] == [field]
    assert errors[0]["extensions"]["code"] == "INTERNAL_SERVER_ERROR"
    assert [entry["error_id"] for entry in logs] == [errors[0]["extensions"]["errorId"]]
    assert isinstance(logs[0]["exc_info"], Exception)


async def test_an_api_error_goes_out_as_it_is() -> None:
    with capture_logs() as logs:
        data, errors = await run("{ hello forbidden }")
    assert data == {"hello": "hello nobody", "forbidden": None}
    assert errors == [
        {
            "message": "Not for you.",
            "locations": [{"line": 1, "column": 9}],
            "path": ["forbidden"],
            "extensions": {"rule": "R-1", "code": "FORBIDDEN"},
        }
    ]
    assert logs == []


async def test_at_most_three_errors_of_an_execution_are_told() -> None:
    with capture_logs() as logs:
        data, errors = await run("{ a: broken b: broken c: broken d: broken }")
    assert data == {"a": None, "b": None, "c": None, "d": None}
    assert [error["path"] for error in errors] == [["a"], ["b"], ["c"]]
    assert len(logs) == 3


async def test_introspection_is_worked_out_once() -> None:
    store = documents()
    operation = prepared(store, "{ __schema { queryType { name } } }")
    first = await store.execute(operation, None, World())
    assert isinstance(first, ExecutionResult)
    assert first.data == {"__schema": {"queryType": {"name": "Query"}}}
    assert await store.execute(operation, None, World()) is first


async def test_what_depends_on_the_client_is_never_answered_from_memory() -> None:
    store = documents()
    operation = prepared(store, "{ __schema { queryType { name } } hello }")
    answers = [await store.execute(operation, None, World(user=user)) for user in ("ann", "bo")]
    assert [answer.data["hello"] for answer in answers if isinstance(answer, ExecutionResult) and answer.data] == [
        "hello ann",
        "hello bo",
    ]


def test_every_error_of_preparation_is_a_graphql_error() -> None:
    errors = documents().prepare("{ hello(")
    assert isinstance(errors, list)
    assert [type(error) for error in errors] == [GraphQLError]
