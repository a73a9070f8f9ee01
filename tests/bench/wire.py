"""Clients that cost next to nothing, so that what is measured is the server."""

import asyncio
import base64
import os
import secrets
from typing import Any, Self

import orjson


class Wire:
    """One kept-alive HTTP connection that posts JSON."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str) -> None:
        self._reader = reader
        self._writer = writer
        self._path = path

    @classmethod
    async def open(cls, port: int, path: str = "/graphql") -> Self:
        """Connect to a server on this machine."""
        return cls(*await asyncio.open_connection("127.0.0.1", port), path)

    async def post(self, body: bytes, token: str | None = None) -> bytes:
        """Return the body of the answer."""
        head = f"POST {self._path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        head += f"Content-Length: {len(body)}\r\n" + (f"Authorization: Bearer {token}\r\n" if token else "") + "\r\n"
        self._writer.write(head.encode() + body)
        headers = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        length = int(headers.split(b"content-length:", 1)[1].split(b"\r\n", 1)[0])
        return await self._reader.readexactly(length)

    async def ask(self, query: str, variables: dict[str, Any], token: str | None = None) -> Any:
        """Return the data of an answer."""
        answer = orjson.loads(await self.post(orjson.dumps({"query": query, "variables": variables}), token))
        if answer.get("errors"):
            raise RuntimeError(answer["errors"])
        return answer["data"]

    def close(self) -> None:
        """Hang up."""
        self._writer.close()


class Listener(asyncio.Protocol):
    """A WebSocket that only counts the frames it gets."""

    def __init__(self) -> None:
        self.frames = 0
        self._buffer = bytearray()
        self._opened = asyncio.Event()
        self._target = 0
        self._reached = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        """Count whole frames, leaving the rest for later."""
        self._buffer += data
        if not self._opened.is_set():
            if b"\r\n\r\n" not in self._buffer:
                return
            del self._buffer[: self._buffer.index(b"\r\n\r\n") + 4]
            self._opened.set()
        at = 0
        while (size := _frame_size(self._buffer, at)) is not None and at + size <= len(self._buffer):
            at += size
            self.frames += 1
        del self._buffer[:at]
        if self.frames >= self._target:
            self._reached.set()

    async def opened(self) -> None:
        """Wait until the server has agreed to speak the protocol."""
        await self._opened.wait()

    async def until(self, frames: int) -> None:
        """Wait until so many frames have come."""
        self._target = frames
        if self.frames < frames:
            self._reached.clear()
            await self._reached.wait()

    def send(self, message: Any) -> None:
        """Send a text frame."""
        payload, mask = orjson.dumps(message), secrets.token_bytes(4)
        masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))
        length = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + len(payload).to_bytes(2, "big")
        self.transport.write(b"\x81" + length + mask + masked)  # type: ignore[attr-defined]  # a stream's transport


def _frame_size(buffer: bytearray, at: int) -> int | None:
    if len(buffer) - at < 2:
        return None
    length = buffer[at + 1] & 0x7F
    if length < 126:
        return 2 + length
    extra = 2 if length == 126 else 8
    if len(buffer) - at < 2 + extra:
        return None
    return 2 + extra + int.from_bytes(buffer[at + 2 : at + 2 + extra], "big")


async def listen(port: int) -> Listener:
    """Open a WebSocket and say hello, as a spectator."""
    _, listener = await asyncio.get_running_loop().create_connection(Listener, "127.0.0.1", port)
    key = base64.b64encode(os.urandom(16)).decode()
    listener.transport.write(  # type: ignore[attr-defined]  # a stream's transport
        "GET /graphql HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n".encode()
    )
    await listener.opened()
    listener.send({"type": "connection_init"})
    await listener.until(1)
    return listener
