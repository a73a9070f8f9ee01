"""Relay connections over keyset cursors: pages stay in place while rows are added."""

import base64
import binascii
from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Generic, NamedTuple, TypeVar

import strawberry

from server.api.errors import ApiError

PAGE_SIZE = 100
DEFAULT_PAGE = 20

NodeT = TypeVar("NodeT")

First = Annotated[int | None, strawberry.argument(description="How many to return from the front, 1 to 100.")]
After = Annotated[str | None, strawberry.argument(description="Return only what comes after this cursor.")]
Last = Annotated[int | None, strawberry.argument(description="How many to return from the back, 1 to 100.")]
Before = Annotated[str | None, strawberry.argument(description="Return only what comes before this cursor.")]


@strawberry.type(description="Where a page of a connection begins and ends.")
class PageInfo:
    has_next_page: bool = strawberry.field(description="Whether there is more after the last edge.")
    has_previous_page: bool = strawberry.field(description="Whether there is more before the first edge.")
    start_cursor: str | None = strawberry.field(description="The first edge's cursor; null on an empty page.")
    end_cursor: str | None = strawberry.field(description="The last edge's cursor; null on an empty page.")


@strawberry.type(description="A node in a connection, and its place there.")
class Edge(Generic[NodeT]):
    node: NodeT = strawberry.field(description="The node.")
    cursor: str = strawberry.field(description="Opaque; give it as `after` or `before` to go on from here.")


@strawberry.type(description="One page of a list.")
class Connection(Generic[NodeT]):
    edges: list[Edge[NodeT]] = strawberry.field(description="The page's nodes with their cursors, in order.")
    page_info: PageInfo = strawberry.field(description="Whether there is more on either side.")
    count: strawberry.Private[Callable[[], Awaitable[int]]]

    @strawberry.field(description="The page's nodes without their cursors, in order.")
    def nodes(self) -> list[NodeT]:
        return [edge.node for edge in self.edges]

    @strawberry.field(description="How many nodes all pages have together, of very many how many they had minutes ago.")
    async def total_count(self) -> int:
        return await self.count()


class Page(NamedTuple):
    """What part of a list is asked for, checked."""

    limit: int
    is_last: bool
    after: str | None
    before: str | None


def page(first: int | None, after: str | None, last: int | None, before: str | None) -> Page:
    """Return the page asked for, the first 20 by default; raise `ApiError` for a size out of range."""
    if first is not None and last is not None:
        raise ApiError("BAD_USER_INPUT", "Give `first` or `last`, not both.")
    limit = next((size for size in (first, last) if size is not None), DEFAULT_PAGE)
    if not 1 <= limit <= PAGE_SIZE:
        raise ApiError("BAD_USER_INPUT", f"`first` and `last` go from 1 to {PAGE_SIZE}; {limit} was asked for.")
    return Page(limit, last is not None, opened(after), opened(before))


def cursor(key: str) -> str:
    """Return the opaque form of a key."""
    return base64.urlsafe_b64encode(key.encode()).decode().rstrip("=")


def opened(given: str | None) -> str | None:
    """Return the key in a cursor; raise `ApiError` when it is none of ours."""
    if given is None:
        return None
    try:
        return base64.b64decode(given + "=" * (-len(given) % 4), altchars=b"-_", validate=True).decode()
    except (binascii.Error, UnicodeError, ValueError) as bad:
        raise bad_cursor() from bad


def bad_cursor() -> ApiError:
    """Return the error for a cursor that this server did not make."""
    return ApiError("BAD_USER_INPUT", "That cursor is not one of this list's.")


def connection(
    nodes: Sequence[NodeT], keys: Sequence[str], asked: Page, count: Callable[[], Awaitable[int]]
) -> Connection[NodeT]:
    """Return a page of the rows found for `asked`, of which there may be one more than it allows."""
    is_cut = len(nodes) > asked.limit
    kept = slice(-asked.limit, None) if asked.is_last else slice(None, asked.limit)
    edges = [Edge(node=node, cursor=cursor(key)) for node, key in zip(nodes[kept], keys[kept], strict=True)]
    info = PageInfo(
        has_next_page=asked.before is not None if asked.is_last else is_cut,
        has_previous_page=is_cut if asked.is_last else asked.after is not None,
        start_cursor=edges[0].cursor if edges else None,
        end_cursor=edges[-1].cursor if edges else None,
    )
    return Connection(edges=edges, page_info=info, count=count)
