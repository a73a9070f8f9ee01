"""What the server says in graphql-transport-ws, as the text of a frame. Pure."""

from collections.abc import Iterable, Mapping
from typing import Any

import orjson
from graphql import ExecutionResult, GraphQLError

from server.api.errors import ApiError, formatted, masked

ACK = '{"type":"connection_ack"}'
PING = '{"type":"ping"}'


def pong_frame(payload: dict[str, Any] | None) -> str:
    """Answer a ping, with its own payload when it had one."""
    answer: dict[str, Any] = {"type": "pong"} if payload is None else {"type": "pong", "payload": payload}
    return orjson.dumps(answer).decode()


def next_start(id: str) -> str:
    """Return a `next` message up to its payload."""
    return f'{{"id":{orjson.dumps(id).decode()},"type":"next","payload":'


def next_frame(id: str, result: ExecutionResult, extensions: Mapping[str, Any]) -> str:
    return f"{next_start(id)}{encoded(result, extensions)}}}"


def error_frame(id: str, errors: Iterable[GraphQLError | ApiError]) -> str:
    return orjson.dumps({"id": id, "type": "error", "payload": formatted(errors)}).decode()


def complete_frame(id: str) -> str:
    return orjson.dumps({"id": id, "type": "complete"}).decode()


def encoded(result: ExecutionResult, extensions: Mapping[str, Any] | None = None) -> str:
    """Return the JSON text of a payload; what cannot be written as JSON is a fault of the server."""
    payload: dict[str, Any] = {"data": result.data}
    if result.errors:
        payload["errors"] = formatted(result.errors)
    if extensions:
        payload["extensions"] = extensions
    try:
        return orjson.dumps(payload).decode()
    except TypeError as fault:
        return orjson.dumps({"data": None, "errors": formatted([masked(fault)])}).decode()
