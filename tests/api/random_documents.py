"""Random valid documents over any schema, with the variables to run them with, all drawn from one seed."""

import json
from dataclasses import dataclass, field
from random import Random
from typing import Any

from graphql import (
    GraphQLArgument,
    GraphQLField,
    GraphQLObjectType,
    GraphQLSchema,
    get_named_type,
    is_abstract_type,
    is_enum_type,
    is_input_object_type,
    is_leaf_type,
    is_list_type,
    is_non_null_type,
    is_required_argument,
    is_required_input_field,
)

MOST_FIELDS = 5


@dataclass
class Written:
    """A document and its variables."""

    source: str
    variables: dict[str, Any]


@dataclass
class Writer:
    """Writes one operation. `ids` are tried for arguments of type ID, beside one that nothing has."""

    schema: GraphQLSchema
    rng: Random
    ids: tuple[str, ...] = ()
    depth: int = 6
    variables: dict[str, Any] = field(default_factory=dict)
    declared: list[str] = field(default_factory=list)
    fragments: list[str] = field(default_factory=list)
    aliases: int = 0

    def write(self, operation: str = "query", root_fields: tuple[str, ...] = ()) -> Written:
        """Return an operation; only of the root fields named, when any are."""
        root: Any = getattr(self.schema, f"{operation}_type")
        names = list(root_fields or root.fields)
        picked = [self.rng.choice(names) for _ in range(1 if operation == "subscription" else self.rng.randint(1, 3))]
        body = " ".join(self.root_field(name, root.fields[name], operation) for name in picked)
        declared = f"({', '.join(self.declared)})" if self.declared else ""
        return Written(f"{operation} {declared} {{ {body} }} {' '.join(self.fragments)}", self.variables)

    def root_field(self, name: str, asked: GraphQLField, operation: str) -> str:
        """Return a field of the operation's type; a subscription's may have no condition."""
        text = f"a{name}: {name}{self.arguments(asked)}" if operation == "subscription" else ""
        if not text:
            return self.field(name, asked, getattr(self.schema, f"{operation}_type"), self.depth, True)
        return f"{text} {self.selection(get_named_type(asked.type), self.depth - 1)}"

    def selection(self, kind: Any, depth: int) -> str:
        """Return a selection set; never empty, with some fields twice and some in fragments."""
        if is_abstract_type(kind):
            return self.abstract_selection(kind, depth)
        return f"{{ {self.spots(kind, depth, is_shared=False)} }}"

    def abstract_selection(self, kind: Any, depth: int) -> str:
        parts = ["__typename"]
        if getattr(kind, "fields", None):
            parts.append(self.spots(kind, depth, is_shared=False))
        for member in self.schema.get_possible_types(kind):
            if self.rng.random() < 0.4:
                parts.append(self.fragment(member, f"{{ {self.spots(member, depth, is_shared=True)} }}"))
        self.rng.shuffle(parts)
        return f"{{ {' '.join(parts)} }}"

    def spots(self, kind: Any, depth: int, is_shared: bool) -> str:
        """Return some of a type's fields, a part of them in fragments; all under aliases where types share the map."""
        names = [name for name, asked in kind.fields.items() if depth > 1 or is_leaf_type(get_named_type(asked.type))]
        parts = []
        for name in self.rng.choices(names, k=self.rng.randint(1, MOST_FIELDS)) if names else ():
            text = self.field(name, kind.fields[name], kind, depth, is_shared)
            roll = self.rng.random()
            if roll < 0.15:
                text = self.fragment(kind, f"{{ {text} __typename }}")
            elif roll < 0.2:
                text = f"... {self.condition()} {{ {text} __typename }}"
            parts.append(text)
        return " ".join(parts or ["__typename"])

    def fragment(self, kind: Any, selection: str) -> str:
        if self.rng.random() < 0.5:
            return f"... on {kind.name} {self.condition()} {selection}"
        name = f"F{len(self.fragments)}"
        self.fragments.append(f"fragment {name} on {kind.name} {selection}")
        return " ".join([f"...{name} {self.condition()}"] * self.rng.randint(1, 2))

    def field(self, name: str, asked: GraphQLField, kind: GraphQLObjectType, depth: int, is_shared: bool) -> str:
        given = self.arguments(asked)
        alias = ""
        if is_shared or asked.args or self.rng.random() < 0.2:
            self.aliases += 1
            alias = f"a{self.aliases}: "
        inner = get_named_type(asked.type)
        selection = "" if is_leaf_type(inner) else self.selection(inner, depth - 1)
        text = f"{alias}{name}{given} {self.condition()} {selection}"
        return f"{text} {text}" if self.rng.random() < 0.1 else text

    def condition(self) -> str:
        roll = self.rng.random()
        if roll > 0.08:
            return ""
        directive, value = self.rng.choice(["skip", "include"]), self.rng.random() < 0.5
        if roll > 0.04:
            return f"@{directive}(if: {json.dumps(value)})"
        names = [f"if{n}" for n in range(2)]
        name = self.rng.choice(names)
        if name not in self.variables:
            self.variables[name] = value
            self.declared.append(f"${name}: Boolean!")
        return f"@{directive}(if: ${name})"

    def arguments(self, asked: GraphQLField) -> str:
        given = [
            f"{name}: {self.argument(argument)}"
            for name, argument in asked.args.items()
            if is_required_argument(argument) or self.rng.random() < 0.5
        ]
        return f"({', '.join(given)})" if given else ""

    def argument(self, argument: GraphQLArgument) -> str:
        value = self.value(argument.type, 4)
        if self.rng.random() < 0.5:
            return literal(value, argument.type)
        name = f"v{len(self.declared)}"
        self.declared.append(f"${name}: {argument.type}")
        self.variables[name] = value
        return f"${name}"

    def value(self, kind: Any, depth: int) -> Any:
        """Return a value for an input type, as JSON has it."""
        if is_non_null_type(kind):
            return self.value(kind.of_type, depth)
        if is_list_type(kind):
            return [self.value(kind.of_type, depth) for _ in range(self.rng.randint(0, 3))]
        if is_enum_type(kind):
            return self.rng.choice(list(kind.values))
        if is_input_object_type(kind):
            return self.input(kind, depth)
        choices: dict[str, list[Any]] = {
            "Int": [0, 1, 2, 3, 40, -1],
            "Float": [0.5, 2, -3.25],
            "String": ["", "x", "Ann", "é\n\"'"],
            "Boolean": [True, False],
            "Shade": ["#1", "ff"],
            "Date": ["2026-11-29", "2000-01-01"],
            "ID": [*self.ids, "nothing-has-this"],
        }
        return self.rng.choice(choices[kind.name])

    def input(self, kind: Any, depth: int) -> dict[str, Any]:
        if kind.is_one_of:
            name = self.rng.choice(list(kind.fields))
            return {name: self.value(kind.fields[name].type, depth - 1)}
        return {
            name: self.value(part.type, depth - 1)
            for name, part in kind.fields.items()
            if is_required_input_field(part) or (depth > 0 and self.rng.random() < 0.5)
        }


def literal(value: Any, kind: Any) -> str:
    """Return a value as a document has it."""
    if is_non_null_type(kind):
        return literal(value, kind.of_type)
    if is_enum_type(kind):
        return str(value)
    if is_list_type(kind):
        return f"[{', '.join(literal(item, kind.of_type) for item in value)}]"
    if is_input_object_type(kind):
        parts = (f"{name}: {literal(part, kind.fields[name].type)}" for name, part in value.items())
        return f"{{{', '.join(parts)}}}"
    return json.dumps(value)
