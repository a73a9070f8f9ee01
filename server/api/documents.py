"""From a source text to an executable operation: parsed, priced and validated once, then remembered.

Execution goes by the compiled plan of the remembered document; resolvers keep their `info`, `info.context` included.
Strawberry's schema extensions and its own operation directives are not run. Nothing here knows a transport or a game.
"""

import hashlib
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, TypeGuard, cast

import strawberry
from cachetools import LRUCache
from graphql import (
    DocumentNode,
    ExecutionResult,
    FieldNode,
    GraphQLError,
    OperationDefinitionNode,
    get_operation_ast,
    parse,
    specified_rules,
    validate,
)
from graphql.execution import Executor
from graphql.validation import recommended_rules
from graphql.validation.rules import overlapping_fields_can_be_merged
from strawberry.execution import optimized_is_awaitable
from strawberry.schema.validation_rules.maybe_null import MaybeNullValidationRule

from server.api.errors import MOST_ERRORS, ApiError, coded
from server.api.guards import INTROSPECTION, DocumentLimits, Guard
from server.api.one_of import NonNullVariablesInOneOf, mark_one_of_inputs
from server.api.personal import is_personal
from server.api.plan import Plan

Kind = Literal["query", "mutation", "subscription"]

RULES = (*specified_rules, *recommended_rules, MaybeNullValidationRule, NonNullVariablesInOneOf)
ABORTED = "aborted."
"""How graphql-core ends the message when one of its own limits stops parsing or validation."""

MEASURES = {"code points": "CHARACTERS", "tokens": "TOKENS", "comments": "COMMENTS"}
"""What its parser's limits count, in its words and in those of COST_EXCEEDED."""

overlapping_fields_can_be_merged.MAX_COMPLEXITY_BUDGET = (
    5_000  # comparing fields is quadratic; the default takes 1.5 s, this 10 ms, and large documents need half of it
)

DEFAULT_LIMITS = DocumentLimits()
CACHED = 500_000
"""Characters of all documents remembered together. Parsed and planned, each takes about a hundred bytes of memory."""
EACH = 500
"""Characters that a document is counted as having besides its own, for what even the shortest takes."""
REFUSED_SHARE = 10
ANSWERED_INTROSPECTIONS = 20


@dataclass(frozen=True, slots=True)
class Prepared:
    """An operation that may run. `key` stands for the source text and the operation's name."""

    document: DocumentNode
    operation: OperationDefinitionNode
    kind: Kind
    key: str
    plan: Plan
    is_introspection: bool
    """Whether it only asks for the schema, so that its answer never changes."""
    is_personal: bool
    """Whether a subscription's payloads depend on who is asking in more than how they see a match."""
    cost: int
    """The estimated number of fields it has answered."""


class Documents:
    """The documents seen lately. Refused ones are kept apart, so that they cannot push out good ones."""

    def __init__(self, schema: strawberry.Schema, limits: DocumentLimits = DEFAULT_LIMITS, room: int = CACHED) -> None:
        self.schema = schema._schema
        mark_one_of_inputs(self.schema)
        self.limits = limits
        self.guard = Guard(self.schema, limits)
        self.executor_class = cast("type[Executor[Any]]", schema.execution_context_class)
        self.accepted: MutableMapping[str, Prepared] = LRUCache(room, _room_of)
        self.refused: MutableMapping[str, list[GraphQLError]] = LRUCache(max(room // REFUSED_SHARE, 1), _room_for)
        self.hits = 0
        self.misses = 0
        self.introspections: MutableMapping[str, ExecutionResult] = LRUCache(ANSWERED_INTROSPECTIONS)

    def prepare(self, source: str, operation_name: str | None = None) -> Prepared | list[GraphQLError]:
        """Return the operation of that name (the only one, when None), or why it may not run."""
        key = key_of(source, operation_name)
        if known := self.accepted.get(key) or self.refused.get(key):
            self.hits += 1
            return known
        self.misses += 1
        try:
            prepared = self._prepare(source, operation_name, key)
        except Refused as refused:
            with suppress(ValueError):  # longer than all that is remembered may be together
                self.refused[key] = refused.errors
            return refused.errors
        with suppress(ValueError):
            self.accepted[key] = prepared
        return prepared

    def executor(
        self,
        prepared: Prepared,
        variables: Mapping[str, Any] | None,
        context: object,
        extensions: Mapping[str, Any] | None = None,
    ) -> Executor[Any] | list[GraphQLError]:
        """Return what runs `prepared` for one request, or what is wrong with the variables."""
        executor = self.executor_class.build(
            self.schema,
            prepared.document,
            context_value=context,
            raw_variable_values=dict(variables or {}),
            operation_name=prepared.operation.name.value if prepared.operation.name else None,
            max_coercion_errors=MOST_ERRORS,
            is_awaitable=cast("Callable[[Any], TypeGuard[Awaitable[Any]]]", optimized_is_awaitable),
            hide_suggestions=True,
            operation_extensions=dict(extensions or {}),
        )
        if isinstance(executor, list):
            return [coded(error, "BAD_USER_INPUT") for error in executor[:MOST_ERRORS]]
        return executor

    async def execute(
        self,
        prepared: Prepared,
        variables: Mapping[str, Any] | None,
        context: object,
        extensions: Mapping[str, Any] | None = None,
    ) -> ExecutionResult | list[GraphQLError]:
        """Run a query or mutation. A list of errors means that it did not begin to run."""
        if prepared.key in self.introspections:
            return self.introspections[prepared.key]
        executor = self.executor(prepared, variables, context, extensions)
        if isinstance(executor, list):
            return executor
        result = prepared.plan.run(executor)
        if not isinstance(result, ExecutionResult):
            result = await result
        if prepared.is_introspection:
            self.introspections[prepared.key] = result
        return result

    def _prepare(self, source: str, operation_name: str | None, key: str) -> Prepared:
        document = self._parse(source)
        operation = self._operation(document, operation_name)
        try:
            cost = self.guard.check(document, operation)
        except ApiError as error:
            raise Refused([GraphQLError(error.message, extensions=error.extensions)]) from error
        self._validate(document)
        plan = Plan(self.schema, document, operation)
        kind: Kind = operation.operation.value
        is_own = kind == "subscription" and is_personal(self.schema, document)
        return Prepared(document, operation, kind, key, plan, is_introspection(operation), is_own, cost)

    def _parse(self, source: str) -> DocumentNode:
        try:
            return parse(
                source,
                max_lexical_tokens=self.limits.tokens,
                max_comments=self.limits.tokens,
                max_source_length=self.limits.characters,
            )
        except GraphQLError as error:
            if error.message.endswith(ABORTED):
                raise Refused([coded(error, "COST_EXCEEDED", **self._numbers(error.message))]) from None
            raise Refused([coded(error, "GRAPHQL_PARSE_FAILED")]) from None

    def _numbers(self, message: str) -> dict[str, object]:
        """Return which limit graphql-core's parser came to, as a guard's refusals name it."""
        limits = {"code points": self.limits.characters, "tokens": self.limits.tokens, "comments": self.limits.tokens}
        for words, limit in limits.items():
            if message.endswith(f"more than {limit} {words}. Parsing {ABORTED}"):
                return {"measure": MEASURES[words], "limit": limit}
        return {"measure": "NESTING"}

    def _operation(self, document: DocumentNode, name: str | None) -> OperationDefinitionNode:
        operation = get_operation_ast(document, name)
        if operation is None:
            message = f"This document has no operation '{name}'." if name else NO_SINGLE_OPERATION
            raise Refused([GraphQLError(message, extensions={"code": "BAD_USER_INPUT"})])
        return operation

    def _validate(self, document: DocumentNode) -> None:
        errors = validate(self.schema, document, RULES, max_errors=MOST_ERRORS, hide_suggestions=True)
        if not errors:
            return
        if len(errors) <= MOST_ERRORS and errors[-1].message.endswith(ABORTED):
            raise Refused([coded(errors[-1], "COST_EXCEEDED", measure="OVERLAPS")])
        raise Refused([coded(error, "GRAPHQL_VALIDATION_FAILED") for error in errors[:MOST_ERRORS]])


NO_SINGLE_OPERATION = "Name the operation to run in operationName: the document does not have exactly one."


class Refused(Exception):
    def __init__(self, errors: list[GraphQLError]) -> None:
        super().__init__(errors)
        self.errors = errors


def _room_of(prepared: Prepared) -> int:
    location = prepared.document.loc
    return EACH + (len(location.source.body) if location else 0)


def _room_for(errors: list[GraphQLError]) -> int:
    """Return how long the document is that errors keep in memory, as they say where they are in it."""
    return EACH + max((len(error.source.body) for error in errors if error.source), default=0)


def key_of(source: str, operation_name: str | None) -> str:
    """Return a short name for a document and an operation in it; different ones never share it."""
    name = operation_name or ""
    text = f"{len(name)}:{name}{source}".encode("utf-8", "surrogatepass")
    return hashlib.blake2b(text, digest_size=20).hexdigest()


def is_introspection(operation: OperationDefinitionNode) -> bool:
    """Say whether the answer depends on the schema alone: no variables, only introspection at the root."""
    return not operation.variable_definitions and all(
        isinstance(node, FieldNode) and node.name.value in INTROSPECTION for node in operation.selection_set.selections
    )
