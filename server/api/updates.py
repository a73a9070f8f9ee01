"""A subscription's events and the payloads they become.

An event with the attribute `shared_payloads: dict[object, object]` is worked out once for every document with the same
variables in the same language, and the text is shared by all who hold that same event; so give one event object only to
subscribers who may see the same. Any other event is executed for its subscriber alone. Nothing here knows a transport
or a game.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import Any, cast

import orjson
from graphql import ExecutionResult, GraphQLError, create_source_event_stream
from graphql.execution import Executor

from server.api.documents import Prepared
from server.api.frames import encoded
from server.api.plan import Plan


class Updates:
    """One running subscription, for one subscriber."""

    def __init__(self, plan: Plan, executor: Executor[Any], share_key: object) -> None:
        self.plan = plan
        self.executor = executor
        self.share_key = share_key

    @asynccontextmanager
    async def events(self) -> AsyncIterator[AsyncIterable[object] | list[GraphQLError]]:
        """Open the source of events, or say why it cannot be; it is closed on leaving."""
        opened = create_source_event_stream(self.executor)
        if isinstance(opened, Awaitable):
            opened = await opened
        if isinstance(opened, ExecutionResult):
            yield opened.errors or []
            return
        try:
            yield opened
        finally:
            if isinstance(opened, AsyncGenerator):
                await opened.aclose()

    def payload(self, event: object) -> str | Awaitable[str]:
        """Return the JSON text of the payload of `event`, or what to await for it."""
        shared: dict[object, object] | None = getattr(event, "shared_payloads", None)
        if shared is None or self.share_key is None:
            return self._begin(event, {})
        known = shared.get(self.share_key)
        if known is None:
            known = shared[self.share_key] = self._begin(event, shared)
        if isinstance(known, str):
            return known
        return asyncio.shield(cast("asyncio.Future[str]", known))  # its first subscriber may leave meanwhile

    def _begin(self, event: object, shared: dict[object, object]) -> "str | asyncio.Future[str]":
        """Return the text at once when no resolver has to wait, otherwise what others can wait for too."""
        result = self.plan.run(self.executor.build_per_event_executor(event))
        if isinstance(result, ExecutionResult):
            return encoded(result)

        async def finish() -> str:
            text = shared[self.share_key] = encoded(await result)
            return text

        return asyncio.ensure_future(finish())


def share_key(prepared: Prepared, variables: dict[str, Any] | None, language: str) -> object:
    """Return what two subscribers have in common when they ask for the same; None when there is nothing."""
    if prepared.is_personal:
        return None
    try:
        return prepared.key, language, orjson.dumps(variables or {}, option=orjson.OPT_SORT_KEYS)
    except TypeError:  # nested deeper than orjson writes
        return None
