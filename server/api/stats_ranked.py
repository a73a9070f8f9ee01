"""Relay connections over lists that are kept sorted (`server/stats/lists.py`)."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec

from server.api.connections import Connection, Edge, Page, PageInfo, bad_cursor, cursor
from server.stats.lists import Place, Ranked, Ranking

NodeT = TypeVar("NodeT")
RowT = TypeVar("RowT", bound=msgspec.Struct)


async def ranked_connection(
    ranking: Ranking[RowT],
    asked: Page,
    order: str,
    nodes_of: Callable[[tuple[Ranked[RowT], ...]], Awaitable[list[NodeT]]],
) -> Connection[NodeT]:
    """Return a page of a list; `order` is in its cursors, so that those of another order are known as such."""
    after, before = _place(asked.after, order), _place(asked.before, order)
    found = ranking.page(asked.limit, after, before, asked.is_last)
    nodes = await nodes_of(found.rows)
    cursors = [cursor(_key(ranked.place, order)) for ranked in found.rows]

    async def count() -> int:
        return found.total

    return Connection(
        edges=[Edge(node=node, cursor=at) for node, at in zip(nodes, cursors, strict=True)],
        page_info=PageInfo(
            has_next_page=found.has_after,
            has_previous_page=found.has_before,
            start_cursor=cursors[0] if cursors else None,
            end_cursor=cursors[-1] if cursors else None,
        ),
        count=count,
    )


def _key(place: Place, order: str) -> str:
    return f"{order} {place.value!r} {place.name}"


def _place(key: str | None, order: str) -> Place | None:
    if key is None:
        return None
    named, _, rest = key.partition(" ")
    value, _, name = rest.partition(" ")
    try:
        place = Place(float(value), name)
    except ValueError as bad:
        raise bad_cursor() from bad
    if named != order:
        raise bad_cursor()
    return place
