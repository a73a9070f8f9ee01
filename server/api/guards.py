"""What one request may cost, worked out before anything runs.

`Guard` prices a parsed document in one walk in which every fragment is priced once, so the walk's own time is linear in
the document however often fragments nest. It runs before validation, whose own time it thereby bounds too; what it does
not understand (unknown fields, circular fragments) it prices low and leaves to validation. Pure: no I/O, no
clock.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import ceil

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLNamedType,
    GraphQLObjectType,
    GraphQLSchema,
    InlineFragmentNode,
    IntValueNode,
    ListValueNode,
    NameNode,
    OperationDefinitionNode,
    SelectionNode,
    ValueNode,
    VariableNode,
    get_introspection_query,
    get_named_type,
    get_nullable_type,
    is_abstract_type,
    is_composite_type,
    is_enum_type,
    is_input_object_type,
    is_interface_type,
    is_list_type,
    is_object_type,
    parse,
)

from server.api.errors import ApiError

PAGE_ARGUMENTS = ("first", "last")
INTROSPECTION = ("__schema", "__type")
MOST_NESTING = 60
"""Selection sets inside each other, fragments included; keeps the walk far from Python's own recursion limit."""

INTROSPECTION_MARGIN = 150
"""What introspection may cost, in percent of the query that asks for everything."""

MOST_COST = 10**9
"""Prices saturate here."""


@dataclass(frozen=True, slots=True)
class DocumentLimits:
    """What one document may ask for. `cost` is an estimate of the fields that would be resolved."""

    characters: int = 40_000
    tokens: int = 2_000
    operations: int = 10
    fields: int = 1_000
    aliases: int = 30
    repeats: int = 60
    """Fields of one name, or fragments on one type, beside each other; validation compares each with each."""
    directives: int = 50
    depth: int = 12
    introspection: bool = True
    introspection_depth: int = 20
    cost: int = 50_000
    page: int = 100
    """Length assumed for a page whose `first` or `last` is a variable."""
    list: int = 10
    """Length assumed for a list without `first` and `last`."""
    lengths: Mapping[str, int] = field(default_factory=dict)
    """Lengths assumed for lists that are known to be shorter, by `Type.field`."""
    named: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    """Lists of what an argument names, by `Type.field`: the argument, and its length assumed when it is a variable."""
    weights: Mapping[str, int] = field(default_factory=dict)
    """What costs more than one field: resolving `Type.field`, and beside its fields an object of `Type`."""
    once: frozenset[str] = frozenset()
    """Fields that may stand in a document once, such as those that try a join code."""


@dataclass(frozen=True, slots=True)
class Price:
    """What a selection costs: `fixed`, and `each` for every item of the lists directly in it."""

    fixed: int = 0
    each: int = 0
    depth: int = 0

    def __add__(self, other: "Price") -> "Price":
        fixed = min(self.fixed + other.fixed, MOST_COST)
        return Price(fixed, min(self.each + other.each, MOST_COST), max(self.depth, other.depth))

    def at(self, length: int) -> int:
        """Return the cost when the lists directly in the selection have `length` items."""
        return min(self.fixed + self.each * length, MOST_COST)


FREE = Price()


class Guard:
    """Checks documents against `limits`, with lengths of lists estimated for one schema."""

    def __init__(self, schema: GraphQLSchema, limits: DocumentLimits) -> None:
        self.schema = schema
        self.limits = limits
        self.lengths = introspection_lengths(schema)
        self.introspection_cost = INTROSPECTION_MARGIN * self._cost_of_full_introspection() // 100

    def check(self, document: DocumentNode, operation: OperationDefinitionNode) -> int:
        """Return what `operation` costs; raise ApiError(COST_EXCEEDED) when it or its document asks for too much."""
        limits = self.limits
        operations = sum(isinstance(node, OperationDefinitionNode) for node in document.definitions)
        refuse_over("OPERATIONS", "operations", operations, limits.operations)
        walk = Walk(self.schema, document, limits, self.lengths)
        walk.visit_all()
        refuse_over("FIELDS", "fields", walk.fields.total(), limits.fields)
        refuse_over("ALIASES", "aliases", walk.aliases, limits.aliases)
        refuse_over("DIRECTIVES", "directives", walk.directives, limits.directives)
        for name in sorted(limits.once):
            refuse_over("REPEATS", f"fields '{name}'", walk.fields[name], 1)
        return self._checked_price(walk, operation)

    def _checked_price(self, walk: "Walk", operation: OperationDefinitionNode) -> int:
        limits = self.limits
        if walk.introspection.fixed and not limits.introspection:
            raise ApiError("FORBIDDEN", "Introspection is switched off on this server.")
        price = walk.prices_of_operations[id(operation)]
        introspection, cost = walk.introspection, price.at(limits.list)
        refuse_over("DEPTH", "levels of fields", price.depth, limits.depth)
        refuse_over(
            "INTROSPECTION_DEPTH", "levels of introspection fields", introspection.depth, limits.introspection_depth
        )
        refuse_over("INTROSPECTION", "introspection fields (estimated)", introspection.fixed, self.introspection_cost)
        refuse_over("COST", "fields to resolve (estimated)", cost, limits.cost)
        return cost + introspection.fixed

    def _cost_of_full_introspection(self) -> int:
        document = parse(get_introspection_query(specified_by_url=True, input_value_deprecation=True, one_of=True))
        walk = Walk(self.schema, document, self.limits, self.lengths)
        walk.visit_all()
        return walk.introspection.fixed


class Walk:
    """One pass over a document: it counts every field, alias and directive and prices every operation."""

    def __init__(
        self, schema: GraphQLSchema, document: DocumentNode, limits: DocumentLimits, lengths: dict[str, int]
    ) -> None:
        self.schema = schema
        self.document = document
        self.limits = limits
        self.lengths = lengths
        self.fields: Counter[str] = Counter()
        self.aliases = 0
        self.directives = 0
        self.introspection = FREE
        self.prices_of_operations: dict[int, Price] = {}
        self._nesting = 0
        self._prices: dict[str, Price] = {}
        self._fragments = {
            node.name.value: node for node in document.definitions if isinstance(node, FragmentDefinitionNode)
        }

    def visit_all(self) -> None:
        for name in self._fragments:
            self._price_fragment(name)
        for node in self.document.definitions:
            if isinstance(node, OperationDefinitionNode):
                self.directives += len(node.directives or ())
                root = self.schema.get_root_type(node.operation)
                selections = node.selection_set.selections
                self.prices_of_operations[id(node)] = self._price_selections(selections, root)

    def _price_selections(self, selections: Iterable[SelectionNode], parent: GraphQLNamedType | None) -> Price:
        """Add up what can apply together; of fragments on different object types only the dearest can."""
        total = FREE
        exclusive: dict[str, Price] = {}
        self._nesting += 1
        alike = max(Counter(map(self._compared_as, selections)).values(), default=0)
        refuse_over("REPEATS", "fields or fragments that are alike beside each other", alike, self.limits.repeats)
        refuse_over("NESTING", "selection sets inside each other", self._nesting, MOST_NESTING)
        for selection in selections:
            self.directives += len(selection.directives or ())
            if isinstance(selection, FieldNode):
                total += self._price_field(selection, parent)
                continue
            price, target = self._price_spread(selection, parent)
            if is_abstract_type(parent) and isinstance(target, GraphQLObjectType):
                exclusive[target.name] = exclusive.get(target.name, FREE) + price
            else:
                total += price
        self._nesting -= 1
        return total + dearest(exclusive.values())

    def _compared_as(self, node: SelectionNode) -> str:
        """Return the name by which validation finds what it has to compare with a selection."""
        if isinstance(node, FieldNode):
            return (node.alias or node.name).value
        if isinstance(node, FragmentSpreadNode) and node.name.value in self._fragments:
            return f"... on {self._fragments[node.name.value].type_condition.name.value}"
        if isinstance(node, InlineFragmentNode) and node.type_condition:
            return f"... on {node.type_condition.name.value}"
        return "..."

    def _price_spread(
        self, node: SelectionNode, parent: GraphQLNamedType | None
    ) -> tuple[Price, GraphQLNamedType | None]:
        if isinstance(node, InlineFragmentNode):
            target = self._type_named(node.type_condition.name) if node.type_condition else parent
            return self._price_selections(node.selection_set.selections, target), target
        if isinstance(node, FragmentSpreadNode) and node.name.value in self._fragments:
            fragment = self._fragments[node.name.value]
            return self._price_fragment(node.name.value), self._type_named(fragment.type_condition.name)
        return FREE, None

    def _price_fragment(self, name: str) -> Price:
        if name not in self._prices:
            self._prices[name] = FREE  # what a fragment that spreads itself finds; validation refuses it
            node = self._fragments[name]
            self.directives += len(node.directives or ())
            target = self._type_named(node.type_condition.name)
            self._prices[name] = self._price_selections(node.selection_set.selections, target)
        return self._prices[name]

    def _price_field(self, node: FieldNode, parent: GraphQLNamedType | None) -> Price:
        name = node.name.value
        self.fields[name] += 1
        self.aliases += node.alias is not None
        definition = self.schema.get_field(parent, name) if is_composite_type(parent) else None
        own = self.limits.weights.get(f"{parent}.{name}", 1)
        if node.selection_set is None:
            return Price(own, 0, 1)
        target = get_named_type(definition.type) if definition else None
        inside = self._price_selections(node.selection_set.selections, target)
        inside += Price(self.limits.weights.get(str(target), 0))
        repeats = definition is not None and is_list_type(get_nullable_type(definition.type))
        price = self._price_items(node, parent, inside, own, repeats=repeats)
        if name in INTROSPECTION:
            self.introspection += price
            return FREE
        return price

    def _price_items(
        self, node: FieldNode, parent: GraphQLNamedType | None, inside: Price, own: int, *, repeats: bool
    ) -> Price:
        depth = inside.depth + 1
        page = self._page(node)
        if not repeats:
            return Price(min(own + inside.at(page or self.limits.list), MOST_COST), 0, depth)
        each = inside.at(self.limits.list)
        length = page if parent is None else self._known_length(parent, node) or page
        if length is None:
            return Price(own, each, depth)
        return Price(min(own + each * length, MOST_COST), 0, depth)

    def _known_length(self, parent: GraphQLNamedType, node: FieldNode) -> int | None:
        name = node.name.value
        if parent.name.startswith("__"):
            return self.lengths.get(name, self.limits.list)
        if (named := self.limits.named.get(f"{parent.name}.{name}")) is not None:
            return _named_by(node, *named)
        return self.limits.lengths.get(f"{parent.name}.{name}")

    def _page(self, node: FieldNode) -> int | None:
        """Return how many items the field asks for, None when it names no number."""
        asked = [argument.value for argument in node.arguments or () if argument.name.value in PAGE_ARGUMENTS]
        if not asked:
            return None
        return max(int(value.value) if isinstance(value, IntValueNode) else self.limits.page for value in asked)

    def _type_named(self, name: NameNode) -> GraphQLNamedType | None:
        return self.schema.get_type(name.value)


def _named_by(node: FieldNode, argument: str, most: int) -> int:
    """Return how many things an argument of a field names: `most` when that is a variable; none count as one."""
    values = [given.value for given in node.arguments or () if given.name.value == argument]
    return max((_items(value, most) for value in values), default=1)


def _items(value: ValueNode, most: int) -> int:
    if isinstance(value, VariableNode):
        return most
    return max(1, len(value.values)) if isinstance(value, ListValueNode) else 1


def dearest(prices: Iterable[Price]) -> Price:
    """Return a price that none of `prices` exceeds in any part."""
    most = FREE
    for price in prices:
        most = Price(max(most.fixed, price.fixed), max(most.each, price.each), max(most.depth, price.depth))
    return most


def refuse_over(measure: str, what: str, used: int, most: int) -> None:
    """Refuse a document by one measure; programs read its name and both numbers in the error's `extensions`."""
    if used > most:
        message = f"This document has {used:,} {what}; at most {most:,} are allowed."
        raise ApiError("COST_EXCEEDED", message, measure=measure, cost=used, limit=most)


def introspection_lengths(schema: GraphQLSchema) -> dict[str, int]:
    """Return the mean length of each list that introspection offers, for the types of this schema."""
    types = list(schema.type_map.values())
    inputs = [kind for kind in types if is_input_object_type(kind)]
    outputs = [kind for kind in types if is_object_type(kind) or is_interface_type(kind)]
    fields = [field for kind in outputs for field in kind.fields.values()]
    possible = [len(schema.get_possible_types(kind)) for kind in types if is_abstract_type(kind)]
    return {
        "types": len(types),
        "directives": len(schema.directives),
        "args": mean([len(field.args) for field in fields], len(fields)),
        "enumValues": mean([len(kind.values) for kind in types if is_enum_type(kind)], len(types)),
        "fields": mean([len(kind.fields) for kind in outputs], len(types)),
        "inputFields": mean([len(kind.fields) for kind in inputs], len(types)),
        "interfaces": mean([len(kind.interfaces) for kind in outputs], len(types)),
        "possibleTypes": mean(possible, len(types)),
    }


def mean(numbers: list[int], among: int) -> int:
    """Return the sum of `numbers` spread over `among` things, rounded up."""
    return ceil(sum(numbers) / max(among, 1))
