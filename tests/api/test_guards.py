"""What documents cost, and which are refused before they run."""

import time
from collections.abc import Callable

import pytest
from graphql import GraphQLError, OperationDefinitionNode, build_schema, get_introspection_query, parse

from server.api.allowance import TokenBucket
from server.api.documents import Prepared
from server.api.errors import ApiError
from server.api.guards import DocumentLimits, Guard, Walk
from tests.api.toy import documents

SCHEMA = build_schema("""
  type Query { id: ID  self: Query  numbers: [Int!]!  items: [Item!]!  node: Node
               page(first: Int, last: Int): Page!  pages(first: Int): [Item!]! }
  type Page { edges: [Edge!]!  nodes: [Item!]!  total: Int }
  type Edge { node: Item! }
  interface Node { id: ID }
  type Item implements Node { id: ID  name: String  items: [Item!]!  page(first: Int): Page! }
  type Other implements Node { id: ID  name: String }
""")
GUARD = Guard(SCHEMA, DocumentLimits())


def cost(source: str) -> int:
    """Return the estimated fields of the one operation in `source`."""
    walk = Walk(SCHEMA, parse(source), GUARD.limits, GUARD.lengths)
    walk.visit_all()
    (price,) = walk.prices_of_operations.values()
    return price.at(GUARD.limits.list)


def refusal(source: str, limits: DocumentLimits | None = None) -> tuple[str, str] | None:
    """Return code and message of the refusal of the first operation in `source`."""
    document = parse(source)
    operation = next(node for node in document.definitions if isinstance(node, OperationDefinitionNode))
    try:
        (Guard(SCHEMA, limits) if limits else GUARD).check(document, operation)
    except ApiError as error:
        return error.code, error.message
    return None


def exceeded(message: str) -> tuple[str, str]:
    return "COST_EXCEEDED", f"This document has {message} are allowed."


def bomb(size: int) -> str:
    """A document of `size` fragments whose expansion has 2 to the power of `size` fields."""
    fragments = [
        f"fragment F{n} on Query {{ a: self {{ ...F{n + 1} }} b: self {{ ...F{n + 1} }} }}" for n in range(size)
    ]
    return f"{{ ...F0 }} {' '.join(fragments)} fragment F{size} on Query {{ id }}"


def flat_bomb(size: int) -> str:
    fragments = [f"fragment F{n} on Query {{ ...F{n + 1} ...F{n + 1} }}" for n in range(size)]
    return f"{{ ...F0 }} {' '.join(fragments)} fragment F{size} on Query {{ id }}"


@pytest.mark.parametrize(
    ("source", "fields"),
    [
        ("{ id }", 1),
        ("{ id self { id } }", 3),
        ("{ numbers }", 1),
        ("{ items { id name } }", 1 + 10 * 2),
        ("{ page(first: 7) { total } }", 2),
        ("{ page(first: 7) { nodes { id } total } }", 1 + 1 + 7 + 1),
        ("{ page(last: 7) { edges { node { id } } } }", 1 + 1 + 7 * 2),
        ("{ page(first: 3, last: 7) { nodes { id } } }", 1 + 1 + 7),
        ("query ($n: Int) { page(first: $n) { nodes { id } } }", 1 + 1 + 100),
        ("{ page { nodes { id } } }", 1 + 1 + 10),
        ("{ pages(first: 7) { id } }", 1 + 7),
        ("{ page(first: 5) { nodes { page(first: 4) { nodes { id } } } } }", 1 + 1 + 5 * (1 + 1 + 4)),
        ("{ page(first: 5) { ...P } } fragment P on Page { nodes { id } }", 1 + 1 + 5),
        ("{ node { id ... on Item { name } ... on Other { id name } } }", 1 + 1 + 2),
        ("{ node { ... on Item { id } ...I ... on Other { id } } } fragment I on Item { id name }", 1 + 3),
        ("{ node { ... on Node { id } ... { id } } }", 1 + 2),
        ("{ ...A ...A } fragment A on Query { id }", 2),
        ("{ unknown { id } ... on Unknown { id } ...Unknown }", 3),
    ],
)
def test_a_document_costs_the_fields_it_may_resolve(source: str, fields: int) -> None:
    assert cost(source) == fields


def test_nested_pages_are_refused_by_their_product() -> None:
    source = "{ page(first: 100) { nodes { page(first: 100) { nodes { page(first: 100) { nodes { id } } } } } } }"
    assert refusal(source) == exceeded("1,020,202 fields to resolve (estimated); at most 50,000")


def test_a_page_of_a_billion_is_refused_and_its_price_saturates() -> None:
    source = "{ page(first: 999999999999) { nodes { id } } }"
    assert refusal(source) == exceeded("1,000,000,000 fields to resolve (estimated); at most 50,000")


ALIKE = "fields or fragments that are alike beside each other"
SPREAD = "{ ...A ...B } fragment A on Query { id } fragment B on Query { id }"


@pytest.mark.parametrize(
    ("source", "limits", "message"),
    [
        ("query A { id } query B { id }", DocumentLimits(operations=1), "2 operations; at most 1"),
        ("{ self { a: id a: id } }", DocumentLimits(repeats=1), f"2 {ALIKE}; at most 1"),
        (SPREAD, DocumentLimits(repeats=1), f"2 {ALIKE}; at most 1"),
        ("{ ... on Query { id } ... on Query { id } }", DocumentLimits(repeats=1), f"2 {ALIKE}; at most 1"),
        ("{ id id id }", DocumentLimits(fields=2), "3 fields; at most 2"),
        ("{ a: id b: id }", DocumentLimits(aliases=1), "2 aliases; at most 1"),
        ("query @x { id @skip(if: true) }", DocumentLimits(directives=1), "2 directives; at most 1"),
        ("{ self { self { id } } }", DocumentLimits(depth=2), "3 levels of fields; at most 2"),
        ("{ a: id b: id }", DocumentLimits(once=frozenset({"id"})), "2 fields 'id'; at most 1"),
    ],
)
def test_each_limit_is_told_with_its_numbers(source: str, limits: DocumentLimits, message: str) -> None:
    assert refusal(source, limits) == exceeded(message)


def test_the_numbers_of_a_refusal_are_in_its_extensions() -> None:
    document = parse("{ a: id b: id }")
    (operation,) = document.definitions
    assert isinstance(operation, OperationDefinitionNode)
    with pytest.raises(ApiError) as refused:
        Guard(SCHEMA, DocumentLimits(aliases=1)).check(document, operation)
    assert refused.value.extensions == {"code": "COST_EXCEEDED", "measure": "ALIASES", "cost": 2, "limit": 1}


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("{ " + "hello " * 5_000 + "}", {"measure": "TOKENS", "limit": 2_000}),
        ("{ hello }" + "#" + " " * 40_000, {"measure": "CHARACTERS", "limit": 40_000}),
        ("{ a" * 500 + "}" * 500, {"measure": "NESTING"}),
    ],
)
def test_what_the_parser_gives_up_is_told_with_its_limit(source: str, told: dict[str, object]) -> None:
    (error,) = refused(source, DocumentLimits())
    assert error.extensions == {"code": "COST_EXCEEDED"} | told


def test_a_list_that_is_known_to_be_short_costs_its_own_length() -> None:
    limits = DocumentLimits(lengths={"Item.items": 2})
    walk = Walk(SCHEMA, parse("{ page(first: 5) { nodes { items { id } } } items { id } }"), limits, GUARD.lengths)
    walk.visit_all()
    (price,) = walk.prices_of_operations.values()
    assert price.at(limits.list) == (1 + 1 + 5 * (1 + 2)) + (1 + 10)


def test_what_weighs_more_costs_more() -> None:
    limits = DocumentLimits(weights={"Item": 3, "Query.page": 20, "Page.total": 7})
    walk = Walk(SCHEMA, parse("{ id page(first: 5) { nodes { id } total } node { id } }"), limits, GUARD.lengths)
    walk.visit_all()
    (price,) = walk.prices_of_operations.values()
    assert price.at(limits.list) == 1 + (20 + 1 + 5 * (3 + 1) + 7) + 2


def test_a_guard_answers_what_an_operation_costs_introspection_included() -> None:
    document = parse("{ id page(first: 7) { nodes { id } } __schema { queryType { name } } }")
    (operation,) = document.definitions
    assert isinstance(operation, OperationDefinitionNode)
    assert GUARD.check(document, operation) == 1 + (1 + 1 + 7) + 3


def test_the_limits_count_what_stands_in_fragments() -> None:
    source = "{ ...F } fragment F on Query @x { a: id ... on Query @x { b: id } ...G @x } fragment G on Query { c: id }"
    walk = Walk(SCHEMA, parse(source), GUARD.limits, GUARD.lengths)
    walk.visit_all()
    assert (walk.aliases, walk.directives, walk.fields["id"]) == (3, 3, 3)


def test_thirty_aliases_and_fifty_directives_are_allowed() -> None:
    assert refusal("{ " + " ".join(f"a{n}: id" for n in range(30)) + "}") is None
    assert refusal("{ " + " ".join(f"a{n}: id" for n in range(31)) + "}") == exceeded("31 aliases; at most 30")
    assert refusal("{ " + "id @skip(if: true) " * 50 + "}") is None
    assert refusal("{ " + "id @skip(if: true) " * 51 + "}") == exceeded("51 directives; at most 50")


def test_twelve_levels_are_allowed() -> None:
    assert refusal("{ self" * 11 + "{ id }" + "}" * 11) is None
    assert refusal("{ self" * 12 + "{ id }" + "}" * 12) == exceeded("13 levels of fields; at most 12")


def test_depth_is_counted_through_fragments() -> None:
    source = "{ ...A } fragment A on Query { self { ...B } } fragment B on Query { self { id } }"
    assert refusal(source, DocumentLimits(depth=2)) == exceeded("3 levels of fields; at most 2")


def test_only_the_operation_that_is_to_run_is_priced() -> None:
    cheap_first = "query A { id } query B { self { self { id } } }"
    assert refusal(cheap_first, DocumentLimits(depth=2)) is None


@pytest.mark.parametrize("size", [11, 16, 25, 50])
@pytest.mark.parametrize("kind", [bomb, flat_bomb])
def test_a_fragment_bomb_takes_less_than_five_milliseconds(size: int, kind: Callable[[int], str]) -> None:
    document = parse(kind(size))
    (operation,) = [node for node in document.definitions if isinstance(node, OperationDefinitionNode)]
    guard = Guard(SCHEMA, DocumentLimits(cost=1_000))
    seconds = []
    for _ in range(5):
        began = time.process_time()
        with pytest.raises(ApiError, match="at most"):
            guard.check(document, operation)
        seconds.append(time.process_time() - began)
    assert min(seconds) < 0.005


def test_a_fragment_bomb_is_refused_by_the_default_limits() -> None:
    assert refusal(bomb(14)) == exceeded("15 levels of fields; at most 12")
    assert refusal(flat_bomb(25)) == exceeded("33,554,432 fields to resolve (estimated); at most 50,000")


def test_a_long_chain_of_fragments_is_refused_without_recursing_through_it() -> None:
    links = " ".join(f"fragment F{n} on Query {{ ...F{n + 1} }}" for n in range(400))
    message = exceeded("61 selection sets inside each other; at most 60")
    assert refusal(f"{{ ...F0 }} {links} fragment F400 on Query {{ id }}") == message


def test_circular_fragments_are_left_to_validation() -> None:
    assert refusal("{ ...A } fragment A on Query { id ...B } fragment B on Query { id ...A }") is None
    assert refusal("{ ...A } fragment A on Query { self { ...A } }") is None


@pytest.mark.parametrize(
    "source",
    [
        get_introspection_query(),
        get_introspection_query(
            specified_by_url=True,
            directive_is_repeatable=True,
            schema_description=True,
            input_value_deprecation=True,
            one_of=True,
        ),
        '{ __schema { queryType { name } types { name kind } } __type(name: "Dog") { name } }',
    ],
)
def test_the_introspection_of_client_tools_passes(source: str) -> None:
    assert isinstance(documents().prepare(source), Prepared)


def test_introspecting_over_and_over_is_refused() -> None:
    repeated = " ".join(
        f"s{n}: __schema {{ types {{ fields {{ type {{ fields {{ args {{ type {{ name }} }} }} }} }} }} }}"
        for n in range(20)
    )
    (error,) = refused(f"{{ {repeated} }}", DocumentLimits())
    assert error.extensions is not None
    assert (error.extensions["code"], error.extensions["measure"]) == ("COST_EXCEEDED", "INTROSPECTION")
    assert "introspection fields (estimated); at most" in error.message


def test_deep_introspection_is_refused() -> None:
    source = '{ __type(name: "Dog") { name ' + "ofType { name " * 20 + "}" * 20 + " } }"
    (error,) = refused(source, DocumentLimits())
    assert error.message == ("This document has 22 levels of introspection fields; at most 20 are allowed.")


def test_introspection_can_be_switched_off_and_type_names_stay() -> None:
    closed = DocumentLimits(introspection=False)
    assert refusal("{ __schema { queryType { name } } }", closed) == (
        "FORBIDDEN",
        "Introspection is switched off on this server.",
    )
    assert refusal('{ id __type(name: "Item") { name } }', closed) is not None
    assert refusal("{ __typename id }", closed) is None


def refused(source: str, limits: DocumentLimits) -> list[GraphQLError]:
    errors = documents(limits=limits).prepare(source)
    assert isinstance(errors, list)
    return errors


def test_a_token_bucket_gives_its_burst_and_then_its_rate() -> None:
    now = [100.0]
    bucket = TokenBucket(rate=2, burst=3, clock=lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now[0] += 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    now[0] += 1_000
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
