"""How a field gets its value, decided once for each document.

A plain attribute, and a resolver that takes nothing but `self`, are called with nothing in between; one that takes
`info` gets it as Strawberry makes it, and arguments are converted as Strawberry does. What is unusual, like a field
extension or a `Maybe` among the arguments, goes through the resolver that Strawberry gave to graphql-core. What becomes
of a value is `completing`'s matter.
"""

from collections.abc import Callable
from dataclasses import MISSING
from enum import Enum
from operator import attrgetter
from typing import Any, cast

import strawberry
from graphql import (
    FieldNode,
    GraphQLError,
    GraphQLField,
    GraphQLObjectType,
    GraphQLResolveInfo,
    GraphQLSchema,
    get_argument_values,
)
from graphql.execution import Executor
from graphql.execution.collect_fields import FieldDetails
from graphql.language import ListValueNode, ObjectValueNode, VariableNode
from graphql.pyutils import Path
from strawberry.relay import GlobalID
from strawberry.schema.compat import is_scalar
from strawberry.types.base import (
    StrawberryList,
    StrawberryMaybe,
    StrawberryObjectDefinition,
    StrawberryOptional,
    get_object_definition,
)
from strawberry.types.enum import StrawberryEnumDefinition, has_enum_definition
from strawberry.types.field import StrawberryField
from strawberry.types.lazy_type import LazyType
from strawberry.utils.await_maybe import await_maybe

Place = tuple[Any, str | int, str | None]
"""A graphql-core `Path` in the making: the place around it or None, a key or an index, and the type with that key."""

Get = Callable[[Any], Any]
"""From an object to the value of one of its fields."""

Resolve = Callable[[Executor[Any], Any, Place], Any]
"""From a request, an object and a place to the value of one of the object's fields."""

Convert = Callable[[Any], Any]
"""From an argument as graphql-core has it to the one that a resolver takes."""

CHANGEABLE = (VariableNode, ListValueNode, ObjectValueNode)
FIXED = (str, int, float, Enum, type(None))


class Asked:
    """A field as a document asks for it: of one type, under one key, in one spot or in several that are merged."""

    __slots__ = ("definition", "details", "nodes", "parent")

    def __init__(self, definition: GraphQLField, parent: GraphQLObjectType, details: list[FieldDetails]) -> None:
        self.definition = definition
        self.parent = parent
        self.details = details
        self.nodes: list[FieldNode] = [detail.node for detail in details]

    def info(self, executor: Executor[Any], place: Place) -> GraphQLResolveInfo[Any]:
        """Return what graphql-core tells a resolver; `place` may also be that of an item of the field's value."""
        while isinstance(place[1], int):
            place = place[0]
        return executor.build_resolve_info(self.definition, self.nodes, self.parent, path_of(place))

    def arguments(self, executor: Executor[Any]) -> dict[str, Any]:
        """Return the arguments as one request gives them; raise GraphQLError when they are no good."""
        variables = executor.variable_values
        return get_argument_values(self.definition, self.nodes[0], variables, None, executor.hide_suggestions)


def path_of(place: Place) -> Path:
    """Return a place as graphql-core writes it."""
    around, key, typename = place
    return Path(path_of(around) if around else None, key, typename)


# Values that an object has by itself


def getter(definition: GraphQLField) -> Get | None:
    """Return what gives the field's value from its object alone, None when that is not enough."""
    field = plain_field(definition)
    if field is None:
        return None
    if field.is_subscription:
        return the_event
    if field.base_resolver is None:
        return attrgetter(field.python_name) if field.default_resolver is getattr else None
    if field.arguments or reserved_parameters(field) != ["self"]:
        return None
    return cast(Get, field.base_resolver.wrapped_func)


def plain_field(definition: GraphQLField) -> StrawberryField | None:
    """Return Strawberry's field when it does nothing but what Strawberry's own class does."""
    field = definition.extensions.get("strawberry-definition")
    return field if type(field) is StrawberryField and not field.extensions else None


def reserved_parameters(field: StrawberryField) -> list[str]:
    """Return which parameters a resolver has beside its arguments, by Strawberry's names for them, in order."""
    base = cast(Any, field.base_resolver)
    kinds = ("self", "root", "parent", "info")
    return [kind for kind in kinds if getattr(base, f"{kind}_parameter") is not None]


def the_event(event: Any) -> Any:
    """Return a subscription's event, which is the value of its root field."""
    return event


# Values that depend on the request


def resolver(asked: Asked, schema: GraphQLSchema) -> Resolve:
    """Return what gives the field's value, whatever the field takes."""
    own: strawberry.Schema = cast(Any, schema)._strawberry_schema
    field = plain_field(asked.definition)
    if field is None or field.base_resolver is None:
        return indirect(asked)
    convert = arguments_converter(field, own)
    match reserved_parameters(field):
        case ["self"] if convert:
            return with_arguments(asked, field, convert)
        case ["self", "info"] if convert:
            return with_info(asked, field, convert, own.config.info_class)
    return indirect(asked)


def with_arguments(asked: Asked, field: StrawberryField, convert: Convert) -> Resolve:
    function = cast(Any, field.base_resolver).wrapped_func

    def call(executor: Executor[Any], source: Any, place: Place, given: dict[str, Any]) -> Any:
        return function(source, **convert(given))

    return calling(call, asked, field)


def with_info(asked: Asked, field: StrawberryField, convert: Convert, info_class: type[Any]) -> Resolve:
    base = cast(Any, field.base_resolver)
    function, name = base.wrapped_func, base.info_parameter.name

    def call(executor: Executor[Any], source: Any, place: Place, given: dict[str, Any]) -> Any:
        info = info_class(_raw_info=asked.info(executor, place), _field=field)
        return function(source, **convert(given), **{name: info})

    return calling(call, asked, field)


def calling(call: Callable[..., Any], asked: Asked, field: StrawberryField) -> Resolve:
    """Call with the arguments as given; an asynchronous resolver's own are read while it is awaited, as errors come."""
    arguments = arguments_of(asked)

    async def call_later(*known: Any) -> Any:
        return await await_maybe(call(*known))

    chosen = call_later if field.is_async and field.arguments else call

    def resolve(executor: Executor[Any], source: Any, place: Place) -> Any:
        return chosen(executor, source, place, arguments(executor))

    return resolve


def indirect(asked: Asked) -> Resolve:
    """Resolve by what Strawberry gave to graphql-core."""
    own = asked.definition.resolve
    arguments = arguments_of(asked)

    def resolve(executor: Executor[Any], source: Any, place: Place) -> Any:
        return (own or executor.field_resolver)(source, asked.info(executor, place), **arguments(executor))

    return resolve


# Arguments


def arguments_of(asked: Asked) -> Callable[[Executor[Any]], dict[str, Any]]:
    """Return what gives the arguments in a request, coerced by graphql-core: now, when no request can change them."""
    if any(isinstance(argument.value, CHANGEABLE) for argument in asked.nodes[0].arguments or ()):
        return asked.arguments
    try:
        arguments = get_argument_values(asked.definition, asked.nodes[0])
    except GraphQLError:  # raised again in each request, where it is told at its place
        return asked.arguments
    return (lambda _: arguments) if all(isinstance(value, FIXED) for value in arguments.values()) else asked.arguments


def arguments_converter(field: StrawberryField, schema: strawberry.Schema) -> Convert | None:
    """Return what Strawberry's `convert_arguments` does for a field, None when a type in it is unusual."""
    parts = []
    for argument in field.arguments:
        convert = converter(argument.type, schema, ())
        if convert is None:
            return None
        parts.append((schema.config.name_converter.from_argument(argument), argument.python_name, convert))

    def convert_all(given: dict[str, Any]) -> dict[str, Any]:
        return {name: convert(given[key]) for key, name, convert in parts if key in given}

    return convert_all


def converter(kind: Any, schema: strawberry.Schema, around: tuple[Any, ...]) -> Convert | None:
    """Return what Strawberry's `convert_argument` does for a type; `around` are the inputs that it is in."""
    if isinstance(kind, StrawberryMaybe) or kind is GlobalID:
        return None
    if isinstance(kind, LazyType):
        return converter(kind.resolve_type(), schema, around)
    if isinstance(kind, StrawberryList):
        item = converter(kind.of_type, schema, around)
        return each(item) if item else None
    if isinstance(kind, StrawberryOptional):
        return converter(kind.of_type, schema, around)
    if is_scalar(kind, schema.schema_converter.scalar_registry):
        return same
    if isinstance(kind, StrawberryEnumDefinition) or has_enum_definition(kind):
        return same
    definition = get_object_definition(kind)
    if definition is None or definition.from_input is not None or kind in around:
        return None
    return input_converter(kind, definition, schema, (*around, kind))


def same(value: Any) -> Any:
    return value


def each(convert: Convert) -> Convert:
    def convert_each(values: Any) -> Any:
        return values if is_missing(values) else [convert(value) for value in values]

    return convert_each


def input_converter(
    kind: type[Any], definition: StrawberryObjectDefinition, schema: strawberry.Schema, around: tuple[Any, ...]
) -> Convert | None:
    """Return what makes an input from a map, null for the fields that are left out and have no default."""
    nulls = dict.fromkeys(field.python_name for field in definition.fields if has_no_default(field))
    parts = []
    for field in definition.fields:
        convert = converter(field.resolve_type(type_definition=definition), schema, around)
        if convert is None:
            return None
        parts.append((schema.config.name_converter.from_field(field), field.python_name, convert))

    def convert_fields(given: Any) -> Any:
        if is_missing(given):
            return given
        return kind(**nulls | {name: convert(given[key]) for key, name, convert in parts if key in given})

    return convert_fields


def has_no_default(field: StrawberryField) -> bool:
    return field.default_value is MISSING and field.default_factory is MISSING


def is_missing(value: Any) -> bool:
    return value is None or value is strawberry.UNSET
