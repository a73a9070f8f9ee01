"""The interface of everything that has a global id."""

import strawberry


@strawberry.interface(description="Anything with an id that `node` finds.")
class Node:
    id: strawberry.ID = strawberry.field(description="The object's id, the same for ever.")
