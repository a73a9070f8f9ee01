"""What becomes of a field's value, decided once for each document: functions made of functions, one a field.

Each does for its field what graphql-core's executor does for any: wait for the value, complete it by its type, note
what went wrong and where, pass the null up. Values of an expected class take a short way; whatever is unusual, like an
asynchronous iterator or a type that Strawberry does not tell by the class, is handed to the executor itself. So the
answer is the executor's in every case, down to the order of the errors.
"""

from collections.abc import Awaitable, Callable, Container
from types import CoroutineType
from typing import Any, cast

from graphql import (
    GRAPHQL_MAX_INT,
    GRAPHQL_MIN_INT,
    GraphQLBoolean,
    GraphQLID,
    GraphQLInt,
    GraphQLObjectType,
    GraphQLSchema,
    GraphQLString,
    OperationDefinitionNode,
    Undefined,
    is_abstract_type,
    is_leaf_type,
    is_list_type,
    is_non_null_type,
    located_error,
)
from graphql.execution import Executor
from graphql.execution.collect_fields import FieldDetails, FragmentDetails, collect_fields, collect_subfields
from graphql.execution.executor import collect_iterator_awaitables
from graphql.execution.values import VariableValues
from graphql.pyutils import gather_with_cancel
from strawberry.types.base import StrawberryObjectDefinition
from strawberry.types.cast import TYPE_CAST_ATTRIBUTE
from strawberry.types.union import StrawberryUnion

from server.api.resolving import Asked, Get, Place, Resolve, getter, path_of, resolver

Execute = Callable[[Executor[Any], Any, Place | None], Any]
"""From a request, an object and its place to what the answer has for one field of it, or for all that are asked."""

Complete = Callable[[Executor[Any], Any, Place], Any]
"""From a request, a value that is here, and its place to what the answer has for it; raises what goes wrong."""

Finish = Callable[[Executor[Any], Any, Place], Any]
"""The same for any value, awaited if need be; what goes wrong is noted, and raised only where null may not stand."""

Fail = Callable[[Executor[Any], Exception, Place], None]
"""Note what went wrong at a place, or raise it with its place where null may not stand."""

Absent = Callable[[], None]
"""Say what null means: nothing, or TypeError where it may not stand."""

DEFINITION = "strawberry-definition"
SETTLED = frozenset({str, int, float, bool, list, tuple, type(None)})
"""Classes whose instances are never awaitable."""


class Compiler:
    """Makes functions of the selections of one operation, under one choice of what its directives leave of it."""

    def __init__(
        self,
        schema: GraphQLSchema,
        operation: OperationDefinitionNode,
        fragments: dict[str, FragmentDetails],
        variables: VariableValues,
    ) -> None:
        self.schema = schema
        self.operation = operation
        self.fragments = fragments
        self.variables = variables

    def root(self) -> Execute:
        """Return what executes the operation, a mutation's fields one after the other."""
        kind = cast(GraphQLObjectType, self.schema.get_root_type(self.operation.operation))
        grouped = collect_fields(self.schema, self.fragments, self.variables, kind, self.operation).grouped_field_set
        fields = self.fields(kind, grouped)
        return in_turn(fields) if self.operation.operation.value == "mutation" else together(fields)

    def selection(self, kind: GraphQLObjectType, details: list[FieldDetails]) -> Execute:
        """Return what executes all that is asked of an object of this type."""
        collected = collect_subfields(self.schema, self.fragments, self.variables, self.operation, kind, details)
        return together(self.fields(kind, collected.grouped_field_set))

    def fields(self, kind: GraphQLObjectType, grouped: dict[str, list[FieldDetails]]) -> list[tuple[str, Execute]]:
        return [(key, self.field(key, kind, details)) for key, details in grouped.items()]

    def field(self, key: str, kind: GraphQLObjectType, details: list[FieldDetails]) -> Execute:
        name = details[0].node.name.value
        if name == "__typename":
            return always(kind.name)
        asked = Asked(kind.fields[name], kind, details)
        finish = self.finish(asked, asked.definition.type)
        fail = failing(asked, asked.definition.type)
        if get := getter(asked.definition):
            return got(get, finish, fail, key, kind.name)
        return resolved(resolver(asked, self.schema), finish, fail, key, kind.name)

    def finish(self, asked: Asked, kind: Any) -> Finish:
        """Return what finishes a value of this type, which is the field's, or its items' in a list."""
        fail = failing(asked, kind)
        absent = refusing(asked) if is_non_null_type(kind) else nothing
        inner = kind.of_type if is_non_null_type(kind) else kind
        if is_leaf_type(inner):
            return swift(inner, finishing(leaf(inner, absent), SETTLED, fail))
        if is_list_type(inner):
            finish = self.finish(asked, inner.of_type)
            return finishing(listed(finish, absent, delegating(asked, inner)), SETTLED, fail)
        if is_abstract_type(inner):
            return self.abstract(asked, inner, absent, fail)
        return self.object(asked, inner, absent, fail)

    def object(self, asked: Asked, kind: GraphQLObjectType, absent: Absent, fail: Fail) -> Finish:
        execute = self.selection(kind, asked.details)
        own = own_class(kind)
        known = {own: execute} if own else {}
        others = delegating(asked, kind) if kind.is_type_of else cast(Complete, execute)
        return finishing(by_class(known, absent, others), {*known, type(None)}, fail)

    def abstract(self, asked: Asked, kind: Any, absent: Absent, fail: Fail) -> Finish:
        """Return what finishes an interface's or a union's value; each class is compiled when it first comes."""
        members = member_classes(self.schema, kind)
        known: dict[type, Execute] = {}
        delegate = delegating(asked, kind)

        def learn(executor: Executor[Any], value: Any, place: Place) -> Any:
            if type(value) not in members or getattr(value, TYPE_CAST_ATTRIBUTE, None) is not None:
                return delegate(executor, value, place)
            known[type(value)] = execute = self.selection(members[type(value)], asked.details)
            return execute(executor, value, place)

        return finishing(by_class(known, absent, learn), {*members, type(None)}, fail)


# All fields of an object


def together(fields: list[tuple[str, Execute]]) -> Execute:
    """Execute fields at the same time, as far as they wait."""

    def execute(executor: Executor[Any], source: Any, place: Place | None) -> Any:
        answer: dict[str, Any] = {}
        pending: list[str] = []
        try:
            for key, field in fields:
                answer[key] = value = field(executor, source, place)
                if type(value) is CoroutineType:
                    pending.append(key)
        except Exception:
            if pending:
                executor.settle_in_background([answer[key] for key in pending])
            raise
        return awaited(answer, pending) if pending else answer

    return execute


def in_turn(fields: list[tuple[str, Execute]]) -> Execute:
    """Execute fields one after the other."""

    async def rest(executor: Executor[Any], source: Any, answer: dict[str, Any], waiting: Any, first: int) -> Any:
        answer[fields[first][0]] = await waiting
        for key, field in fields[first + 1 :]:
            value = field(executor, source, None)
            answer[key] = await value if type(value) is CoroutineType else value
        return answer

    def execute(executor: Executor[Any], source: Any, place: Place | None) -> Any:
        answer: dict[str, Any] = {}
        for index, (key, field) in enumerate(fields):
            value = field(executor, source, place)
            if type(value) is CoroutineType:
                return rest(executor, source, answer, value, index)
            answer[key] = value
        return answer

    return execute


async def awaited(answer: Any, pending: list[Any]) -> Any:
    """Return a map or list when the coroutines at the pending keys have been replaced by what they give."""
    if len(pending) == 1:
        answer[pending[0]] = await answer[pending[0]]
        return answer
    values = await gather_with_cancel(*(answer[key] for key in pending))
    for key, value in zip(pending, values, strict=True):
        answer[key] = value
    return answer


# One field


def always(value: str) -> Execute:
    def execute(executor: Executor[Any], source: Any, place: Place | None) -> Any:
        return value

    return execute


def got(get: Get, finish: Finish, fail: Fail, key: str, typename: str) -> Execute:
    """Execute a field whose value comes from the object alone."""

    def execute(executor: Executor[Any], source: Any, around: Place | None) -> Any:
        try:
            value = get(source)
        except Exception as error:
            return fail(executor, error, (around, key, typename))
        return finish(executor, value, (around, key, typename))

    return execute


def resolved(resolve: Resolve, finish: Finish, fail: Fail, key: str, typename: str) -> Execute:
    """Execute a field whose value depends on the request as well."""

    def execute(executor: Executor[Any], source: Any, around: Place | None) -> Any:
        place = (around, key, typename)
        try:
            value = resolve(executor, source, place)
        except Exception as error:
            return fail(executor, error, place)
        return finish(executor, value, place)

    return execute


def failing(asked: Asked, kind: Any) -> Fail:
    is_required = is_non_null_type(kind)

    def fail(executor: Executor[Any], error: Exception, place: Place) -> None:
        path = path_of(place)
        located = located_error(error, asked.nodes, path.as_list())
        if is_required:
            raise located
        executor.collected_errors.add(located, path)

    return fail


# Values


def finishing(complete: Complete, settled: Container[type], fail: Fail) -> Finish:
    """Complete any value, and deal with what goes wrong; instances of the `settled` classes are never awaitable."""

    def finish(executor: Executor[Any], value: Any, place: Place) -> Any:
        try:
            if type(value) not in settled and executor.is_awaitable(value):
                return later(executor, value, place)
            completed = complete(executor, value, place)
        except Exception as error:
            return fail(executor, error, place)
        return guarded(executor, completed, place) if type(completed) is CoroutineType else completed

    async def later(executor: Executor[Any], value: Awaitable[Any], place: Place) -> Any:
        try:
            completed = complete(executor, await value, place)
            return await completed if type(completed) is CoroutineType else completed
        except Exception as error:
            return fail(executor, error, place)

    async def guarded(executor: Executor[Any], completed: Awaitable[Any], place: Place) -> Any:
        try:
            return await completed
        except Exception as error:
            return fail(executor, error, place)

    return finish


def nothing() -> None:
    """Let null stand."""


def refusing(asked: Asked) -> Absent:
    message = f"Cannot return null for non-nullable field {asked.parent}.{asked.nodes[0].name.value}."

    def refuse() -> None:
        raise TypeError(message)

    return refuse


def delegating(asked: Asked, kind: Any) -> Complete:
    """Complete a value, and all below it, by graphql-core."""

    def complete(executor: Executor[Any], value: Any, place: Place) -> Any:
        return executor.complete_value(kind, asked.details, asked.info(executor, place), path_of(place), value, None)

    return complete


def is_null(value: Any) -> bool:
    """Say whether a value stands for null; raise it when it stands for an error."""
    if isinstance(value, Exception):
        raise value
    return value is None or value is Undefined


# Leaves


def leaf(kind: Any, absent: Absent) -> Complete:
    def complete(executor: Executor[Any], value: Any, place: Place) -> Any:
        return absent() if is_null(value) else executor.complete_leaf_value(kind, value)

    return complete


def swift(kind: Any, finish: Finish) -> Finish:
    """Finish a leaf's usual values without further ado, and others by `finish`."""
    if kind is GraphQLString or kind is GraphQLID:
        return passing(str, finish)
    if kind is GraphQLBoolean:
        return passing(bool, finish)
    if kind is GraphQLInt:
        return passing_integers(finish)
    if enumeration := getattr(kind, "wrapped_cls", None):
        return naming(enumeration, {member.name: kind.coerce_output_value(member) for member in enumeration}, finish)
    return finish


def passing(usual: type, finish: Finish) -> Finish:
    def pass_on(executor: Executor[Any], value: Any, place: Place) -> Any:
        return value if type(value) is usual else finish(executor, value, place)

    return pass_on


def passing_integers(finish: Finish) -> Finish:
    def pass_on(executor: Executor[Any], value: Any, place: Place) -> Any:
        if type(value) is int and GRAPHQL_MIN_INT <= value <= GRAPHQL_MAX_INT:
            return value
        return finish(executor, value, place)

    return pass_on


def naming(enumeration: Any, names: dict[str, str], finish: Finish) -> Finish:
    """Name an enum's members; by their names, as hashing a member itself is slow."""

    def name(executor: Executor[Any], value: Any, place: Place) -> Any:
        known = names.get(value._name_) if type(value) is enumeration else None
        return finish(executor, value, place) if known is None else known

    return name


# Lists and objects


def listed(finish: Finish, absent: Absent, delegate: Complete) -> Complete:
    """Complete a list or tuple item by item, and any other kind of many by `delegate`."""

    def complete(executor: Executor[Any], value: Any, place: Place) -> Any:
        if type(value) is not list and type(value) is not tuple:
            return absent() if is_null(value) else delegate(executor, value, place)
        answer: list[Any] = []
        pending: list[int] = []
        items = iter(value)
        try:
            for index, item in enumerate(items):
                finished = finish(executor, item, (place, index, None))
                answer.append(finished)
                if type(finished) is CoroutineType:
                    pending.append(index)
        except Exception:
            left = collect_iterator_awaitables(items, executor.is_awaitable)
            if pending or left:
                executor.settle_in_background([*(answer[index] for index in pending), *left])
            raise
        return awaited(answer, pending) if pending else answer

    return complete


def by_class(known: dict[type, Execute], absent: Absent, others: Complete) -> Complete:
    """Complete an object by its class, unless `strawberry.cast` gave it another type, and unknown ones by `others`."""

    def complete(executor: Executor[Any], value: Any, place: Place) -> Any:
        execute = known.get(type(value))
        if execute is not None and getattr(value, TYPE_CAST_ATTRIBUTE, None) is None:
            return execute(executor, value, place)
        return absent() if is_null(value) else others(executor, value, place)

    return complete


def own_class(kind: GraphQLObjectType) -> type | None:
    """Return the class whose instances are of this type by Strawberry's own rule, None when it is not that simple."""
    definition = kind.extensions.get(DEFINITION)
    if not isinstance(definition, StrawberryObjectDefinition):
        return None
    if definition.is_type_of or definition.concrete_of or definition.is_graphql_generic:
        return None
    is_odd = issubclass(definition.origin, Exception) or hasattr(definition.origin, "__await__")
    return None if is_odd or definition.name != kind.name else definition.origin


def member_classes(schema: GraphQLSchema, kind: Any) -> dict[type, GraphQLObjectType]:
    """Return the classes that tell the types of an interface's or a union's values, as Strawberry resolves them."""
    definition = kind.extensions.get(DEFINITION)
    members = {own: member for member in schema.get_possible_types(kind) if (own := own_class(member))}
    if type(definition) is StrawberryUnion:
        return members
    if not isinstance(definition, StrawberryObjectDefinition) or definition.resolve_type:
        return {}
    return {own: member for own, member in members.items() if issubclass(own, definition.origin)}
