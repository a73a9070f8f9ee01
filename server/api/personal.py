"""Fields whose value depends on who is asking, and not only on how they see a match.

Updates of a match are worked out once for all who see the match alike; what asks for such a field is worked out for
each subscriber alone.
"""

from typing import Any

from graphql import DocumentNode, FieldNode, GraphQLSchema, TypeInfo, TypeInfoVisitor, Visitor, visit

PERSONAL = {"personal": True}
"""The metadata of a field that looks at `info.context.player`."""


class _Finder(Visitor):
    def __init__(self, types: TypeInfo) -> None:
        super().__init__()
        self.types = types
        self.has_found = False

    def enter_field(self, *_: FieldNode | object) -> None:
        """Look at a field's definition."""
        definition = self.types.get_field_def()
        field: Any = definition.extensions.get("strawberry-definition") if definition else None
        self.has_found = self.has_found or (field is not None and bool(field.metadata.get("personal")))


def is_personal(schema: GraphQLSchema, document: DocumentNode) -> bool:
    """Tell whether a document asks for anything personal."""
    types = TypeInfo(schema)
    finder = _Finder(types)
    visit(document, TypeInfoVisitor(types, finder))
    return finder.has_found
