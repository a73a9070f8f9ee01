"""What clients say to the transports, read from JSON into records. Pure: no I/O, no schema.

Whatever arrives, the answer is a record or `Malformed` with a sentence for the client.
"""

import re
from typing import Annotated, Any
from urllib.parse import parse_qsl

import msgspec
import orjson

JSON_PARAMETERS = ("variables", "extensions")
MOST_PARAMETERS = 20

TYPE_NAME = re.compile(r"`(str|int|float|bool)((?: \| null)?`)")
"""A type in msgspec's messages, by Python's name."""
JSON_NAMES = {"str": "string", "int": "number", "float": "number", "bool": "boolean"}

OperationId = Annotated[str, msgspec.Meta(min_length=1, max_length=128)]


class Malformed(Exception):
    """The client's message cannot be read; the text is for the client.

    `is_json` is true when it was JSON, but not of the right shape.
    """

    def __init__(self, message: str, *, is_json: bool = True) -> None:
        super().__init__(message)
        self.is_json = is_json


class Request(msgspec.Struct, frozen=True, rename="camel"):
    """One GraphQL request as GraphQL-over-HTTP and graphql-transport-ws spell it; unknown keys are ignored."""

    query: str
    operation_name: str | None = None
    variables: dict[str, Any] | None = None
    extensions: dict[str, Any] | None = None


class ConnectionInit(msgspec.Struct, frozen=True, tag_field="type", tag="connection_init"):
    payload: dict[str, Any] | None = None


class Ping(msgspec.Struct, frozen=True, tag_field="type", tag="ping"):
    payload: dict[str, Any] | None = None


class Pong(msgspec.Struct, frozen=True, tag_field="type", tag="pong"):
    payload: dict[str, Any] | None = None


class Subscribe(msgspec.Struct, frozen=True, tag_field="type", tag="subscribe"):
    id: OperationId
    payload: Request


class Complete(msgspec.Struct, frozen=True, tag_field="type", tag="complete"):
    id: OperationId


Message = ConnectionInit | Ping | Pong | Subscribe | Complete


def read_json(raw: bytes | str) -> Any:
    """Return the value `raw` spells; refuses what orjson refuses: NaN, lone surrogates, bad UTF-8, deep nesting."""
    try:
        return orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        reason = error.msg.replace("str is", "it is")
        raise Malformed(f"This is not valid JSON: {reason}.", is_json=False) from error


def read_request(body: bytes) -> Request:
    """Return the request in the body of a POST."""
    value = read_json(body)
    if isinstance(value, list):
        raise Malformed("Batches are not accepted; send one request as a JSON object.")
    return _request(value)


def read_query_string(query_string: bytes) -> Request:
    """Return the request in the parameters of a GET; `variables` and `extensions` are JSON in them."""
    try:
        pairs = parse_qsl(query_string.decode("ascii"), errors="strict", max_num_fields=MOST_PARAMETERS)
    except ValueError as error:
        raise Malformed("The query string is not valid percent-encoded UTF-8 or has too many parts.") from error
    parameters: dict[str, Any] = dict(pairs)
    if len(parameters) != len(pairs):
        raise Malformed("A parameter is given twice in the query string.")
    for name in JSON_PARAMETERS:
        if name in parameters:
            parameters[name] = read_json(parameters[name])
    return _request(parameters)


def read_message(text: str) -> Message:
    """Return a graphql-transport-ws message a client may send."""
    value = read_json(text)
    try:
        message: Message = msgspec.convert(value, Message)
    except msgspec.ValidationError as error:
        raise Malformed(f"Not a message of graphql-transport-ws: {in_json_words(error)}.") from error
    return message


def _request(value: object) -> Request:
    try:
        return msgspec.convert(value, Request)
    except msgspec.ValidationError as error:
        raise Malformed(f"Not a GraphQL request: {in_json_words(error)}.") from error


def in_json_words(error: msgspec.ValidationError) -> str:
    """Return what is wrong with a value, with JSON's names of types."""
    return TYPE_NAME.sub(lambda found: f"`{JSON_NAMES[found[1]]}{found[2]}", str(error))
