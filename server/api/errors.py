"""What the API says when something goes wrong: one closed list of codes, and one way out for every error.

Expected refusals of a game are data in the schema, not errors. What lives here is for malformed requests, limits,
missing authentication and faults of the server. Nothing here knows a transport or a game.
"""

import re
import secrets
from collections.abc import Iterable
from typing import Any, Literal, get_args

import structlog
from graphql import GraphQLError
from graphql.error import GraphQLFormattedError
from strawberry.exceptions import StrawberryInputCoercionError

from server import metrics
from server.matches.store import StoreUnavailable

Code = Literal[
    "BAD_USER_INPUT",
    "GRAPHQL_PARSE_FAILED",
    "GRAPHQL_VALIDATION_FAILED",
    "UNAUTHENTICATED",
    "FORBIDDEN",
    "COST_EXCEEDED",
    "RATE_LIMITED",
    "INTERNAL_SERVER_ERROR",
]
CODES = frozenset(get_args(Code))

MOST_ERRORS = 3
"""Errors in one answer. More would only amplify what an attacker sends."""

UNAVAILABLE = (
    "The database cannot be reached at present, so it is unknown whether this was done. "
    "Send it again in a moment: a move with the same moveId is never played twice."
)

SUGGESTION = re.compile(r"\s*Did you mean .*?\?(?=\s|$)")
SHOWN_VALUE = re.compile(r"(?:not to be|found:|value:) .*", re.DOTALL)
PYTHON_CONSTANT = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\b(?:None|True|False)\b""")
"""Also finds texts, so that what stands in them is left as it is."""
JSON_CONSTANTS = {"None": "null", "True": "true", "False": "false"}
NULLED_INPUT = re.compile(r"(Field|Argument) '\w+'")

log = structlog.get_logger()


class ApiError(Exception):
    """An error that is told to the client as it stands; `details` join the code in its `extensions`."""

    def __init__(self, code: Code, message: str, **details: object) -> None:
        super().__init__(message)
        self.code: Code = code
        self.message = message
        self.extensions: dict[str, Any] = {**details, "code": code}


def coded(error: GraphQLError, code: Code, **details: object) -> GraphQLError:
    """Return `error` with a clean message and `code` in its extensions; for errors found before execution."""
    extensions = {**(error.extensions or {}), **details, "code": code}
    return GraphQLError(clean(error.message), nodes=error.nodes, source=error.source,
                        positions=error.positions, extensions=extensions)  # fmt: skip


def clean(message: str) -> str:
    """Return a library's message without guesses at the schema and without Python's words."""
    if "Maybe[" in message:
        named = NULLED_INPUT.search(message)
        return f"{named.group() if named else 'A field'} may be left out, but it may not be null."
    message = SUGGESTION.sub("", message)
    return SHOWN_VALUE.sub(lambda shown: PYTHON_CONSTANT.sub(_in_json, shown.group()), message)


def _in_json(found: re.Match[str]) -> str:
    return JSON_CONSTANTS.get(found.group(), found.group())


def formatted(errors: Iterable[GraphQLError | ApiError]) -> list[GraphQLFormattedError]:
    """Return the first errors as they go out; faults of the server are logged and masked."""
    told = [_formatted(error) for error in list(errors)[:MOST_ERRORS]]
    for error in told:
        metrics.ERRORS.add(error["extensions"]["code"])
    return told


def masked(fault: BaseException, **where: object) -> ApiError:
    """Log a fault and return what the client may know of it: an id to quote, or that it can be tried again."""
    if isinstance(fault, StoreUnavailable):
        log.warning("database unavailable", reason=str(fault), **where)
        return ApiError("INTERNAL_SERVER_ERROR", UNAVAILABLE, retry=True)
    error_id = secrets.token_hex(8)
    log.error("unexpected error", error_id=error_id, exc_info=fault, **where)
    return ApiError("INTERNAL_SERVER_ERROR", "Internal error", errorId=error_id)


def _formatted(error: GraphQLError | ApiError) -> GraphQLFormattedError:
    if isinstance(error, ApiError):
        return {"message": error.message, "extensions": error.extensions}
    told = _told(error)
    answer = error.formatted
    answer["message"] = told.message
    answer["extensions"] = told.extensions or {}
    return answer


def _told(error: GraphQLError) -> ApiError | GraphQLError:
    if (error.extensions or {}).get("code") in CODES:
        return error
    cause = _cause(error)
    if isinstance(cause, StrawberryInputCoercionError) or _is_bad_argument(cause):
        return ApiError("BAD_USER_INPUT", clean(str(error.message)))
    return masked(cause, path=error.path)


def _cause(error: GraphQLError) -> Exception:
    while error.original_error is not None:
        if not isinstance(error.original_error, GraphQLError):
            return error.original_error
        error = error.original_error
    return error


def _is_bad_argument(cause: Exception) -> bool:
    """Say whether graphql-core refused an argument's value, which it can see only while executing."""
    return isinstance(cause, GraphQLError) and bool(cause.nodes) and cause.message.startswith("Argument '")
