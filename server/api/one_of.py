"""@oneOf inputs, checked by graphql-core.

Strawberry marks such inputs only for itself, and its own validation rule raises AttributeError on a document in which a
fragment stands before the operation. So graphql-core is told which inputs are @oneOf, and what its rules miss is added.
"""

from typing import Any

from graphql import (
    GraphQLError,
    GraphQLSchema,
    OperationDefinitionNode,
    ValidationRule,
    VariableDefinitionNode,
    is_input_object_type,
    is_non_null_type,
)
from graphql.language import NonNullTypeNode


def mark_one_of_inputs(schema: GraphQLSchema) -> None:
    """Tell graphql-core which of a Strawberry schema's inputs are @oneOf."""
    for kind in schema.type_map.values():
        definition = kind.extensions.get("strawberry-definition")
        if is_input_object_type(kind) and definition is not None and definition.is_one_of:
            kind.is_one_of = True


class NonNullVariablesInOneOf(ValidationRule):
    """A variable that is a field of a @oneOf input must be non-null, also where the input itself is non-null."""

    def leave_operation_definition(self, node: OperationDefinitionNode, *_args: Any) -> None:
        types = {variable.variable.name.value: variable for variable in node.variable_definitions or ()}
        for usage in self.context.get_recursive_variable_usages(node):
            variable = types.get(usage.node.name.value)
            if variable is not None and not is_non_null(variable) and is_field_of_one_of(usage.parent_type):
                message = f"Variable '${usage.node.name.value}' must be non-null to be a field of a @oneOf input."
                self.report_error(GraphQLError(message, [variable, usage.node]))


def is_non_null(variable: VariableDefinitionNode) -> bool:
    return isinstance(variable.type, NonNullTypeNode)


def is_field_of_one_of(parent: object) -> bool:
    """Say whether `parent` is a non-null @oneOf input; graphql-core's own rule looks only at nullable ones."""
    return is_non_null_type(parent) and is_input_object_type(parent.of_type) and parent.of_type.is_one_of
