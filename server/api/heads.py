"""The head of an HTTP request (its request line and headers), kept short and in time: before any application is asked.

uvicorn's httptools protocol joins an address or a header anew for every piece of it that arrives, without a limit, so
that an endless one freezes the server and fills its memory; and it waits for ever for a head that does not come.
"""

import asyncio
from http import HTTPStatus
from typing import Any

import orjson
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from server.api.errors import ApiError, formatted

LONGEST_HEAD = 65_536
"""Bytes after which a head that has not come to its end is given up."""

MOST_WAITING = 1_000
"""Connections without a whole head; the one that has waited for the longest time makes room for a new one."""

TOO_LONG = f"The address and the headers of a request may have {LONGEST_HEAD:,} bytes at most."


class Waiting:
    """The connections of a server that owe it a head, those that have for the longest time first."""

    def __init__(self, seconds: float, most: int = MOST_WAITING) -> None:
        self.seconds = seconds
        self.most = most
        self._since: dict[ShortHeads, float] = {}
        self._timer: asyncio.TimerHandle | None = None

    def add(self, connection: "ShortHeads") -> None:
        """Wait for a head from now on."""
        self._since[connection] = connection.loop.time()
        if len(self._since) > self.most:
            self._pop_oldest().make_room()
        if self._timer is None:
            self._timer = connection.loop.call_later(self.seconds, self._look, connection.loop)

    def discard(self, connection: "ShortHeads") -> None:
        """Wait no more."""
        self._since.pop(connection, None)

    def _pop_oldest(self) -> "ShortHeads":
        oldest = next(iter(self._since))
        del self._since[oldest]
        return oldest

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        """Give up those whose time has run out, and look again when the next one's has."""
        self._timer = None
        while self._since:
            left = next(iter(self._since.values())) + self.seconds - loop.time()
            if left > 0:
                self._timer = loop.call_later(left, self._look, loop)
                return
            self._pop_oldest().give_up(self.seconds)


class ShortHeads(HttpToolsProtocol):
    """uvicorn's protocol; refuses in GraphQL's JSON."""

    url = b""
    unfinished: int | None = None
    """How many bytes of a head have come that has not ended; None when none is under way."""

    def __init__(self, waiting: Waiting, **given: Any) -> None:
        super().__init__(**given)
        self.waiting = waiting

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's own
        """Wait for the first head."""
        super().connection_made(transport)
        self.waiting.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self.waiting.discard(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what has arrived, unless it goes on with a head that is long enough."""
        if self.unfinished is not None and self.unfinished > LONGEST_HEAD:
            is_address = not self.headers
            status = HTTPStatus.REQUEST_URI_TOO_LONG if is_address else HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            self.refuse(status, ApiError("COST_EXCEEDED", TOO_LONG))
            return
        super().data_received(data)
        if self.unfinished is not None:
            self.unfinished += len(data)

    def on_message_begin(self) -> None:
        """Begin to count."""
        super().on_message_begin()
        self.unfinished = 0

    def on_headers_complete(self) -> None:
        """Stop counting, and waiting."""
        super().on_headers_complete()
        self.unfinished = None
        self.waiting.discard(self)

    def on_response_complete(self) -> None:
        """Wait for the next head, which what is left of a body that nobody has read may not put off either."""
        super().on_response_complete()
        if self.cycle.response_complete and not self.transport.is_closing():
            self.waiting.add(self)

    def give_up(self, seconds: float) -> None:
        """End a connection whose head has not come in time."""
        text = f"The address and the headers of a request must come within {seconds:g} seconds."
        self._end(HTTPStatus.REQUEST_TIMEOUT, ApiError("COST_EXCEEDED", text))

    def make_room(self) -> None:
        """End a connection whose head has not come, as others are waiting."""
        text = "Too many connections are waiting for their first request to come."
        self._end(HTTPStatus.SERVICE_UNAVAILABLE, ApiError("RATE_LIMITED", text))

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


def short_heads(seconds: float, most_waiting: int = MOST_WAITING) -> type[ShortHeads]:
    """Return the protocol of one server, whose heads must come in so many seconds; uvicorn wants a class of its own."""
    waiting = Waiting(seconds, most_waiting)

    class Heads(ShortHeads):
        def __init__(self, **given: Any) -> None:
            super().__init__(waiting, **given)

    return Heads
