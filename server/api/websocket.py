"""Subscriptions, queries and mutations over WebSocket, by the protocol graphql-transport-ws and no other.

What lives here is the way in (origin, subprotocol), the register of open sockets and the way out. A socket's own life
is in `socket`.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Collection
from contextlib import ExitStack
from typing import Any
from urllib.parse import urlsplit

import orjson
import structlog
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from server.api.budgets import NOBODY, Caller, address_in
from server.api.documents import Documents
from server.api.errors import ApiError, formatted
from server.api.places import PlaceLimits, Places
from server.api.socket import Outcome, Socket, SocketLimits

Connection = HTTPConnection
ContextFor = Callable[[Connection, dict[str, Any] | None], Awaitable[Any]]

PROTOCOL = "graphql-transport-ws"
DEFAULT_LIMITS = SocketLimits()
DEFAULT_PLACES = PlaceLimits()
DRAIN_SECONDS = 1.5
"""How long operations may take to come to their end when the server stops."""


async def _approve(_context: object) -> None:
    """Confirm every context."""


class GraphQLWebSocket:
    """An ASGI application for one path.

    `context_for` gets the payload of connection_init and says what resolvers of this socket find in `info.context`; it
    may raise ApiError, which closes the socket with 4403 (1013 for RATE_LIMITED). `caller_of` says of such a context
    who pays for the operations, and `confirm` raises ApiError when one is no longer good, as its token was revoked: the
    socket is closed with 4403. A handshake for which there is no place gets 503, an account with too many sockets
    1013. Browsers may connect from the server's own origin and from `allowed_origins` ("*" for all).
    """

    def __init__(
        self,
        documents: Documents,
        context_for: ContextFor,
        allowed_origins: Collection[str] = (),
        limits: SocketLimits = DEFAULT_LIMITS,
        places: PlaceLimits = DEFAULT_PLACES,
        caller_of: Callable[[Any], Caller] = lambda _context: NOBODY,
        confirm: Callable[[Any], Awaitable[None]] = _approve,
    ) -> None:
        self.documents = documents
        self.context_for = context_for
        self.confirm = confirm
        self.allowed_origins = frozenset(allowed_origins)
        self.limits = limits
        self.places = Places(places)
        self.caller_of = caller_of
        self.sockets: set[Socket] = set()
        self.unstoppable: set[asyncio.Future[Outcome]] = set()
        self.is_draining = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = HTTPConnection(scope)
        await receive()  # websocket.connect
        if self.is_draining or not self._allows_origin(connection):
            await send({"type": "websocket.close", "code": 1008})
            return
        with ExitStack() as places:
            try:
                self._take_places(connection, places)
            except ApiError as full:
                await refuse(scope, send, full)
                return
            await self._serve(connection, places, receive, send)

    def _take_places(self, connection: Connection, places: ExitStack) -> None:
        places.enter_context(self.places.of_everybody())
        if address := address_in(connection.scope):
            places.enter_context(self.places.of_address(address))

    async def _serve(self, connection: Connection, places: ExitStack, receive: Receive, send: Send) -> None:
        speaks = PROTOCOL in connection.scope["subprotocols"]
        await send({"type": "websocket.accept", "subprotocol": PROTOCOL if speaks else None})
        if not speaks:
            await send({"type": "websocket.close", "code": 4406, "reason": "Subprotocol not acceptable"})
            return
        socket = Socket(
            self.documents,
            lambda payload: self._admit(connection, payload, places),
            self.confirm,
            self.caller_of,
            self._run_to_its_end,
            self.limits,
            receive,
            send,
        )
        self.sockets.add(socket)
        try:
            with structlog.contextvars.bound_contextvars(socket=secrets.token_hex(4)):
                await socket.run()
        finally:
            self.sockets.discard(socket)
            socket.ended.set()

    async def _admit(self, connection: Connection, payload: dict[str, Any] | None, places: ExitStack) -> object:
        context = await self.context_for(connection, payload)
        if account := self.caller_of(context).account:
            places.enter_context(self.places.of_account(account))
        return context

    def confirm_account(self, account: str) -> None:
        """Have every socket of an account confirmed, as one of its tokens was revoked."""
        for socket in self.sockets:
            if socket.context is not None and self.caller_of(socket.context).account == account:
                socket.confirm_soon()

    async def close_all(self, code: int = 1001, reason: str = "The server is going away.") -> None:
        """Refuse new sockets, let what they do come to its end, then close those there are and wait until they are.

        Whoever calls this ends the sources of subscriptions before. Neither a client that does not read nor a database
        that does not answer can make this take longer than `DRAIN_SECONDS` and the time for closing.
        """
        self.is_draining = True
        sockets = tuple(self.sockets)
        running: set[asyncio.Future[Any]] = {operation for socket in sockets for operation in socket.operations}
        running |= self.unstoppable
        if running:
            await asyncio.wait(running, timeout=DRAIN_SECONDS)
        for socket in sockets:
            socket.close(code, reason)
        await asyncio.gather(*(socket.ended.wait() for socket in sockets))

    async def _run_to_its_end(self, mutation: Awaitable[Outcome]) -> Outcome:
        running = asyncio.ensure_future(mutation)
        self.unstoppable.add(running)
        running.add_done_callback(self.unstoppable.discard)
        return await asyncio.shield(running)

    def _allows_origin(self, connection: HTTPConnection) -> bool:
        origin = connection.headers.get("origin")
        if origin is None or "*" in self.allowed_origins or origin in self.allowed_origins:
            return True
        return urlsplit(origin).netloc == connection.headers.get("host")


async def refuse(scope: Scope, send: Send, full: ApiError) -> None:
    """Answer a handshake with 503, or with the 403 of servers that cannot say another status."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1013})
        return
    body = orjson.dumps({"errors": formatted([full])})
    retry_after = str(full.extensions["retryAfter"]).encode()
    headers = [(b"content-type", b"application/json; charset=utf-8"), (b"retry-after", retry_after)]
    await send({"type": "websocket.http.response.start", "status": 503, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": body})
