"""The head of an HTTP request (its request line and headers), kept short: what comes before any application is asked.

uvicorn's httptools protocol joins an address or a header anew for every piece of it that arrives, without a limit, so
that an endless one freezes the server and fills its memory.
"""

from http import HTTPStatus

import orjson
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from server.api.errors import ApiError, formatted

LONGEST_HEAD = 65_536
"""Bytes after which a head that has not come to its end is given up."""

TOO_LONG = f"The address and the headers of a request may have {LONGEST_HEAD:,} bytes at most."


class ShortHeads(HttpToolsProtocol):
    """uvicorn's protocol, which takes a class and no function; refuses in GraphQL's JSON."""

    url = b""
    unfinished: int | None = None
    """How many bytes of a head have come that has not ended; None when none is under way."""

    def data_received(self, data: bytes) -> None:
        """Take what has arrived, unless it goes on with a head that is long enough."""
        if self.unfinished is not None and self.unfinished > LONGEST_HEAD:
            self.refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE if self.headers else HTTPStatus.REQUEST_URI_TOO_LONG)
            return
        super().data_received(data)
        if self.unfinished is not None:
            self.unfinished += len(data)

    def on_message_begin(self) -> None:
        """Begin to count."""
        super().on_message_begin()
        self.unfinished = 0

    def on_headers_complete(self) -> None:
        """Stop counting."""
        super().on_headers_complete()
        self.unfinished = None

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP, or has an address that the parser finds too long."""
        is_too_long = len(self.url) >= LONGEST_HEAD
        self.refuse(HTTPStatus.REQUEST_URI_TOO_LONG if is_too_long else HTTPStatus.BAD_REQUEST)

    def refuse(self, status: HTTPStatus) -> None:
        """Answer and close."""
        is_bad = status is HTTPStatus.BAD_REQUEST
        error = ApiError("BAD_USER_INPUT", "This is not HTTP.") if is_bad else ApiError("COST_EXCEEDED", TOO_LONG)
        body = orjson.dumps({"errors": formatted([error])})
        head = (
            f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: application/json; charset=utf-8\r\n"
            f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.close()
