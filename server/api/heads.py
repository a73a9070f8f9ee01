"""Connections of HTTP before any application is asked: how many there may be, and the head of a request (its request
line and headers), kept short and in time.

uvicorn's httptools protocol joins an address or a header anew for every piece of it that arrives, without a limit, so
that an endless one freezes the server and fills its memory; and it waits for ever for a head that does not come.
"""

import asyncio
import socket
from collections import Counter
from contextlib import ExitStack
from http import HTTPStatus
from typing import Any

import orjson
from uvicorn._types import ASGI3Application
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from server.api.budgets import address_of
from server.api.errors import ApiError, formatted
from server.api.places import PlaceLimits, Places

LONGEST_HEAD = 65_536
"""Bytes after which a head that has not come to its end is given up."""

MOST_WAITING = 1_000
"""Connections that wait for the head of a request, their first or their next; of the address that has most of them, the
one that has waited for the longest time makes room for a new one."""

TAKEN_AHEAD = 16_384
"""Bytes of answers that the system takes before it can send them. Left alone it takes megabytes, and more only once a
third of them is gone: a slow client would seem to stand still."""

DEFAULT_CONNECTIONS = PlaceLimits()

TOO_LONG = f"The address and the headers of a request may have {LONGEST_HEAD:,} bytes at most."


class Connections:
    """The connections of a server, and which of them it waits for: those that it has for the longest time first."""

    def __init__(
        self,
        seconds: float,
        idle_seconds: float,
        most_waiting: int = MOST_WAITING,
        limits: PlaceLimits = DEFAULT_CONNECTIONS,
    ) -> None:
        self.seconds = seconds
        self.idle_seconds = idle_seconds
        self.most_waiting = most_waiting
        self.places = Places(limits, "connections")
        self._waiting: dict[ShortHeads, asyncio.TimerHandle] = {}

    def admit(self, connection: "ShortHeads") -> None:
        """Give a new connection a place, if need be that of one from its address that asks for nothing.

        Raise `ApiError` when there is none.
        """
        try:
            self._place(connection)
        except ApiError:
            waiting = self._oldest(connection.address)
            if waiting is None:
                raise
            self._evict(waiting)
            self._place(connection)
        self.wait_for(connection, self.seconds)

    def _place(self, connection: "ShortHeads") -> None:
        with ExitStack() as places:
            places.enter_context(self.places.of_everybody())
            if connection.address is not None:
                places.enter_context(self.places.of_address(connection.address))
            connection.places = places.pop_all()

    def wait_for(self, connection: "ShortHeads", seconds: float) -> None:
        """Wait so long for a head from now on."""
        self.discard(connection)
        self._waiting[connection] = connection.loop.call_later(seconds, self._give_up, connection)
        if len(self._waiting) > self.most_waiting:
            holding = Counter(waiting.address for waiting in self._waiting)
            (address, _), *_ = holding.most_common(1)
            if (oldest := self._oldest(address)) is not None:
                self._evict(oldest)

    def discard(self, connection: "ShortHeads") -> None:
        """Wait no more."""
        if (timer := self._waiting.pop(connection, None)) is not None:
            timer.cancel()

    def leave(self, connection: "ShortHeads") -> None:
        """Wait no more, and give the place back."""
        self.discard(connection)
        connection.places.close()

    def _oldest(self, address: str | None) -> "ShortHeads | None":
        return next((waiting for waiting in self._waiting if waiting.address == address), None)

    def _evict(self, connection: "ShortHeads") -> None:
        self.leave(connection)
        connection.make_room()

    def _give_up(self, connection: "ShortHeads") -> None:
        """Wait no more for a connection whose time has run out."""
        del self._waiting[connection]
        connection.give_up()


class ShortHeads(HttpToolsProtocol):
    """uvicorn's protocol; refuses in GraphQL's JSON."""

    url = b""
    unfinished: int | None = None
    """How many bytes of a head have come that has not ended; None when none is under way."""

    is_idle = False
    """Whether everything asked for has been answered, and nothing of another head has come."""

    address: str | None = None
    """What connections are limited by; None for this machine itself, and for a proxy, which brings everybody's."""

    def __init__(self, register: Connections, **given: Any) -> None:
        super().__init__(**given)
        self.register = register
        self.places = ExitStack()
        self.stall: asyncio.TimerHandle | None = None
        self.answering: RequestResponseCycle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's own
        """Wait for the first head, if there is a place."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # `pause_writing` tells of every byte that the client has yet to take
        take_ahead(transport, TAKEN_AHEAD)
        self.address = self._limited_address()
        try:
            self.register.admit(self)
        except ApiError as full:
            self.refuse(HTTPStatus.SERVICE_UNAVAILABLE, full)

    def _limited_address(self) -> str | None:
        host = self.client[0] if self.client else None
        if isinstance(self.app, ProxyHeadersMiddleware) and host in self.app.trusted_hosts:
            return None
        return address_of(host)

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back."""
        self._stop_watching()
        self.register.leave(self)
        if self.answering is not None:  # uvicorn looks at the last of several requests that came at once
            self.answering.disconnected = True
            self.answering.message_event.set()
        super().connection_lost(exc)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self.answering = cycle
        super()._start_asgi_task(cycle, app)

    def handle_websocket_upgrade(self) -> None:
        """Give the place back: from here on it is a socket, which has places of its own, and watches its client itself.

        One that has not taken the answer to an earlier request is cut off: nothing would end that answer any more.
        """
        if self.flow.write_paused or not (self.cycle is None or self.cycle.response_complete):
            self.transport.abort()
            return
        self.register.leave(self)
        self.transport.set_write_buffer_limits()
        take_ahead(self.transport, 0)
        super().handle_websocket_upgrade()
        self._watch_socket()

    def _watch_socket(self, before: int | None = None) -> None:
        """Cut off a socket's client that takes nothing of what was left to be sent when the socket was closed."""
        unsent = self.transport.get_write_buffer_size()
        is_closing = self.transport.is_closing()
        if is_closing and (not unsent or (before is not None and unsent >= before)):
            self.transport.abort()
            return
        self.loop.call_later(self.register.seconds, self._watch_socket, unsent if is_closing else None)

    def pause_writing(self) -> None:
        """Write no more until the client has taken what there is, and watch that it does."""
        super().pause_writing()
        self._watch()

    def resume_writing(self) -> None:
        """Write on."""
        self._stop_watching()
        super().resume_writing()

    def _watch(self) -> None:
        unsent = self.transport.get_write_buffer_size()
        self.stall = self.loop.call_later(self.register.seconds, self._look_at_unsent, unsent)

    def _stop_watching(self) -> None:
        if self.stall is not None:
            self.stall.cancel()

    def _look_at_unsent(self, before: int) -> None:
        """Cut off a client that has taken nothing, also of what was left to be sent when the connection was closed."""
        if self.transport.get_write_buffer_size() < before:
            self._watch()
        else:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Take what has arrived, unless it goes on with a head that is long enough.

        A head that has begun must come in time, however long the connection was idle before.
        """
        if self.unfinished is not None and self.unfinished > LONGEST_HEAD:
            is_address = not self.headers
            status = HTTPStatus.REQUEST_URI_TOO_LONG if is_address else HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            self.refuse(status, ApiError("COST_EXCEEDED", TOO_LONG))
            return
        super().data_received(data)
        if self.unfinished is not None:
            self.unfinished += len(data)
            if self.is_idle:
                self.is_idle = False
                self.register.wait_for(self, self.register.seconds)

    def on_message_begin(self) -> None:
        """Begin to count."""
        super().on_message_begin()
        self.unfinished = 0

    def on_headers_complete(self) -> None:
        """Stop counting, and waiting."""
        super().on_headers_complete()
        self.unfinished = None
        self.is_idle = False
        self.register.discard(self)

    def on_message_complete(self) -> None:
        """Wait as for any other head, where a body has ended only after the answer to its request."""
        super().on_message_complete()
        if self.cycle is not None and self.cycle.response_complete and self.cycle.more_body:
            self.cycle.more_body = False
            self._wait_for_next()

    def on_response_complete(self) -> None:
        """Wait for the next head; not by uvicorn's timer, which outlives a connection that its client resets."""
        super().on_response_complete()
        self._unset_keepalive_if_required()
        if self.cycle.response_complete:
            self._wait_for_next()

    def _wait_for_next(self) -> None:
        """Wait for the next head: not for long when it has begun, or while a body goes on that nobody reads."""
        if not self.transport.is_closing():
            self.is_idle = self.unfinished is None and not self.cycle.more_body
            self.register.wait_for(self, self.register.idle_seconds if self.is_idle else self.register.seconds)

    def give_up(self) -> None:
        """End a connection that has waited for long enough, and say why if its head has begun."""
        text = f"The address and the headers of a request must come within {self.register.seconds:g} seconds."
        self._end(HTTPStatus.REQUEST_TIMEOUT, ApiError("COST_EXCEEDED", text))

    def make_room(self) -> None:
        """End a connection whose head has not come, as others are waiting; at once, for one that reads nothing."""
        text = "Too many connections are waiting for a request to come."
        self._end(HTTPStatus.SERVICE_UNAVAILABLE, ApiError("RATE_LIMITED", text))
        if self.transport.get_write_buffer_size():
            self.transport.abort()

    def _end(self, status: HTTPStatus, error: ApiError) -> None:
        """Close, and say why to who has begun a request; who has asked for nothing gets no answer."""
        if self.unfinished is not None and not self.transport.is_closing():
            self.refuse(status, error)
        else:
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP, or has an address that the parser finds too long."""
        if len(self.url) >= LONGEST_HEAD:
            self.refuse(HTTPStatus.REQUEST_URI_TOO_LONG, ApiError("COST_EXCEEDED", TOO_LONG))
        else:
            self.refuse(HTTPStatus.BAD_REQUEST, ApiError("BAD_USER_INPUT", "This is not HTTP."))

    def refuse(self, status: HTTPStatus, error: ApiError) -> None:
        """Answer and close."""
        body = orjson.dumps({"errors": formatted([error])})
        head = (
            f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: application/json; charset=utf-8\r\n"
            f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.close()


def take_ahead(transport: asyncio.BaseTransport, most: int) -> None:
    """Let the system take so many bytes before it can send them, where it can be told; 0 is as many as it likes."""
    if hasattr(socket, "TCP_NOTSENT_LOWAT"):
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, most)


def short_heads(
    seconds: float,
    idle_seconds: float,
    most_waiting: int = MOST_WAITING,
    limits: PlaceLimits = DEFAULT_CONNECTIONS,
) -> type[ShortHeads]:
    """Return the protocol of one server; uvicorn wants a class of its own.

    Heads must come in `seconds`, and a connection on which all has been answered waits `idle_seconds` for the next.
    """
    connections = Connections(seconds, idle_seconds, most_waiting, limits)

    class Heads(ShortHeads):
        def __init__(self, **given: Any) -> None:
            super().__init__(connections, **given)

    return Heads
