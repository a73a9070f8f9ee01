"""The compiled plan of a document: executing it costs a fraction of what graphql-core's executor takes.

The executor asks anew for every value of every request what a document and a schema have settled long before: which
fields are merged, what their types are, whether there is a resolver, what it takes. A plan asks once and keeps the
answer as functions (see `resolving` and `completing`). The executor stays as what a request is: its variables, context
and errors, what `info` is made of, and what runs the documents that no plan covers. The two answer alike.
"""

from collections.abc import Awaitable, Iterator
from types import CoroutineType
from typing import Any, cast

from graphql import (
    DirectiveNode,
    DocumentNode,
    ExecutionResult,
    FieldNode,
    FragmentDefinitionNode,
    GraphQLError,
    GraphQLSchema,
    OperationDefinitionNode,
    SelectionNode,
    SelectionSetNode,
)
from graphql.execution import Executor
from graphql.execution.collect_fields import FragmentDetails
from graphql.execution.values import VariableValues
from graphql.language import VariableNode

from server.api.completing import Compiler, Execute

MOST_CONDITIONS = 4
"""Variables in @skip and @include. Each combination of their values is compiled for itself."""


class Plan:
    """How one operation of a valid document is executed."""

    def __init__(self, schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) -> None:
        self.operation = operation
        self.fragments = {node.name.value: FragmentDetails(node) for node in fragments_of(document)}
        self.conditions = sorted(set(conditions_of(document)))
        self.is_covered = is_covered(schema, document, operation) and len(self.conditions) <= MOST_CONDITIONS
        self.compiled: dict[tuple[object, ...], Execute] = {}

    def run(self, executor: Executor[Any]) -> Awaitable[ExecutionResult] | ExecutionResult:
        """Execute the operation for one request, or one event; `executor` must have been built for this document."""
        execute = self.compiled_for(executor)
        if execute is None:
            return cast("Awaitable[ExecutionResult] | ExecutionResult", executor.execute_operation())
        try:
            data = execute(executor, executor.root_value, None)
        except GraphQLError as error:
            return failed(executor, error)
        return finished(executor, data) if type(data) is CoroutineType else answered(executor, data)

    def compiled_for(self, executor: Executor[Any]) -> Execute | None:
        """Return what executes the operation under the request's conditions, None when graphql-core has to."""
        if not self.is_covered:
            return None
        values = executor.variable_values
        chosen = tuple(values.coerced.get(name) for name in self.conditions)
        if not all(type(value) is bool for value in chosen):
            return None
        if chosen not in self.compiled:
            sources = {name: values.sources[name] for name in self.conditions}
            variables = VariableValues(sources, dict(zip(self.conditions, chosen, strict=True)))
            compiler = Compiler(executor.schema, self.operation, self.fragments, variables)
            self.compiled[chosen] = compiler.root()
        return self.compiled[chosen]


def answered(executor: Executor[Any], data: dict[str, Any] | None) -> ExecutionResult:
    return ExecutionResult(data, executor.collected_errors.errors or None)


def failed(executor: Executor[Any], error: GraphQLError) -> ExecutionResult:
    """Answer with null for everything, as an error went all the way up."""
    executor.collected_errors.add(error, None)
    return answered(executor, None)


async def finished(executor: Executor[Any], data: Awaitable[dict[str, Any]]) -> ExecutionResult:
    try:
        return answered(executor, await data)
    except GraphQLError as error:
        return failed(executor, error)


def is_covered(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) -> bool:
    """Say whether plans do all that the document asks for.

    They do neither introspection, nor directives but @skip and @include, nor arguments of fragments, and Strawberry's
    exception handlers are not theirs.
    """
    if cast(Any, schema)._strawberry_schema.schema_converter.exception_handlers:
        return False
    if operation.directives or any(node.directives or node.variable_definitions for node in fragments_of(document)):
        return False
    return all(
        is_plain(node) and all(directive.name.value in ("skip", "include") for directive in node.directives or ())
        for node in selections_of(document)
    )


def is_plain(node: SelectionNode) -> bool:
    """Say whether a selection is none of introspection; `__typename` is plain."""
    if not isinstance(node, FieldNode):
        return True
    return node.name.value == "__typename" or not node.name.value.startswith("__")


def conditions_of(document: DocumentNode) -> Iterator[str]:
    """Yield the names of the variables that decide what is left out."""
    for node in selections_of(document):
        for directive in node.directives or ():
            yield from variables_of(directive)


def variables_of(directive: DirectiveNode) -> Iterator[str]:
    for argument in directive.arguments or ():
        if isinstance(argument.value, VariableNode):
            yield argument.value.name.value


def fragments_of(document: DocumentNode) -> Iterator[FragmentDefinitionNode]:
    return (node for node in document.definitions if isinstance(node, FragmentDefinitionNode))


def selections_of(document: DocumentNode) -> Iterator[SelectionNode]:
    """Yield every field, spread and inline fragment, whatever depth it has."""
    sets = [cast(Any, definition).selection_set for definition in document.definitions]
    while sets:
        selection_set: SelectionSetNode = sets.pop()
        for node in selection_set.selections:
            yield node
            if inner := getattr(node, "selection_set", None):
                sets.append(inner)
