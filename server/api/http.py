"""GraphQL over HTTP: one request, one answer, always as GraphQL's JSON.

Cross-site requests: a POST must be `application/json`, which no page of another site can send without a CORS
preflight. A GET runs queries only, which change nothing, and identity is a header that browsers never attach by
themselves, so a plain GET is let through; one that a browser marks as another site's navigation or embedding is
refused all the same. This stops being enough the day identity comes from a cookie. CORS headers are set outside.
"""

import asyncio
import re
import secrets
from collections.abc import Awaitable, Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any, Literal

import orjson
import structlog
from graphql import ExecutionResult, GraphQLError
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.requests import Request as HTTPRequest
from starlette.types import Receive, Scope, Send

from server.api.budgets import NOBODY, Caller, address_in
from server.api.documents import Documents, Prepared
from server.api.errors import ApiError, formatted, masked
from server.api.language import language_of
from server.api.negotiation import GRAPHQL_JSON, JSON, best_media_type
from server.api.places import PlaceLimits, Places
from server.api.transport_messages import Malformed, Request, read_query_string, read_request

Connection = HTTPConnection
Extensions = Mapping[str, Any]
StatusMap = Literal["audit", "draft-2026-08"]

METHODS = "GET, POST"
REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
STATUS_OF_REFUSAL = {"UNAUTHENTICATED": 401, "FORBIDDEN": 403, "RATE_LIMITED": 429, "INTERNAL_SERVER_ERROR": 500}
RETRY_SECONDS = "1"
CLOSE = {"connection": "close"}
DEFAULT_PLACES = PlaceLimits(total=1_000, per_address=100)
"""Requests whose body has not come to its end."""
ALWAYS_HEADERS = {
    "cache-control": "no-store",
    "content-language": "en",
    "vary": "accept, accept-language",
    "x-content-type-options": "nosniff",
}
"""What says nothing of an answer goes along with each; errors are told in English."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What goes out: GraphQL's response map and how HTTP labels it."""

    status: int
    body: Mapping[str, Any]
    headers: Mapping[str, str] = field(default_factory=dict)


class Refusal(Exception):
    """The request gets no further than HTTP."""

    def __init__(self, status: int, error: ApiError, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(error.message)
        self.answer = Answer(status, {"errors": formatted([error])}, headers or {})


class GraphQLHTTP:
    """An ASGI application for one path.

    `context_for` says what resolvers find in `info.context`; it may raise ApiError, UNAUTHENTICATED for instance.
    `caller_of` says of such a context who pays for the request.
    `status_map` chooses between what the graphql-http audits of version 1 ask for and the draft of August 2026.
    """

    def __init__(
        self,
        documents: Documents,
        context_for: Callable[[Connection], Awaitable[Any]],
        *,
        caller_of: Callable[[Any], Caller] = lambda _context: NOBODY,
        max_body_bytes: int = 262_144,
        discarded_bytes: int = 67_108_864,
        body_seconds: float = 20.0,
        places: PlaceLimits = DEFAULT_PLACES,
        status_map: StatusMap = "audit",
    ) -> None:
        self.documents = documents
        self.context_for = context_for
        self.caller_of = caller_of
        self.max_body_bytes = max_body_bytes
        self.discarded_bytes = discarded_bytes
        self.body_seconds = body_seconds
        self.places = Places(places, "unfinished requests")
        self.status_map = status_map

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = HTTPRequest(scope, receive)
        request_id = id_of(request)
        with structlog.contextvars.bound_contextvars(request_id=request_id):
            media_type = best_media_type(", ".join(request.headers.getlist("accept")))
            try:
                answer = await self._answer(request, media_type)
            except Refusal as refusal:
                answer = refusal.answer
            except ClientDisconnect:
                return
            except Exception as fault:  # the last net: whatever broke, the client gets GraphQL's JSON
                answer = failed(fault)
            await send_answer(send, answer, media_type or JSON, request_id)

    async def _answer(self, request: HTTPRequest, media_type: str | None) -> Answer:
        if request.method not in METHODS.split(", "):
            raise Refusal(405, bad_input("Send a GET or a POST request."), {"allow": METHODS})
        if media_type is None:
            raise Refusal(406, bad_input(f"Accept {GRAPHQL_JSON} or {JSON}."))
        refuse_embedding(request)
        context = await self._context(request)
        caller = self.caller_of(context)
        try:
            params = await self._read(request)
        except Refusal:
            caller.pay_for_refusal()
            raise
        prepared = self.documents.prepare(params.query, params.operation_name)
        if isinstance(prepared, list):
            return self._not_begun(prepared, media_type, caller.pay_for_refusal())
        self._refuse_kind(prepared, request.method)
        try:
            extensions = caller.pay(prepared.cost)
        except ApiError as error:
            raise refusal(error) from error
        outcome = await self.documents.execute(prepared, params.variables, context, params.extensions)
        if isinstance(outcome, list):
            return self._not_begun(outcome, media_type, extensions)
        return self._finished(outcome, media_type, language_of(context), extensions)

    async def _read(self, request: HTTPRequest) -> Request:
        try:
            if request.method == "GET":
                return read_query_string(request.scope["query_string"])
            refuse_content_type(request)
            return read_request(await self._awaited_body(request))
        except Malformed as malformed:
            status = 422 if malformed.is_json and self.status_map != "audit" else 400
            raise Refusal(status, bad_input(str(malformed))) from malformed

    async def _awaited_body(self, request: HTTPRequest) -> bytes:
        """Return the body, or refuse who has too many on the way, or takes too long."""
        address = address_in(request.scope)
        try:
            with self.places.of_everybody(), self.places.of_address(address) if address else nullcontext():
                async with asyncio.timeout(self.body_seconds):
                    return await self._body(request)
        except TimeoutError:
            message = f"The body of a request must come within {self.body_seconds:g} seconds."
            raise Refusal(408, ApiError("COST_EXCEEDED", message), CLOSE) from None
        except ApiError as full:
            raise Refusal(429, full, headers_of(full) | CLOSE) from full

    async def _body(self, request: HTTPRequest) -> bytes:
        """Return the body. One that is too long is not kept, but listened to for a while, as a client that is cut off
        while it sends hears no answer."""
        body = bytearray()
        size = 0
        async for chunk in request.stream():
            size += len(chunk)
            if size <= self.max_body_bytes:
                body += chunk
            elif size > self.max_body_bytes + self.discarded_bytes:
                break
        if size > self.max_body_bytes:
            message = f"A request may have {self.max_body_bytes:,} bytes at most."
            raise Refusal(413, ApiError("COST_EXCEEDED", message), CLOSE)
        return bytes(body)

    async def _context(self, request: HTTPRequest) -> Any:
        try:
            return await self.context_for(request)
        except ApiError as error:
            raise refusal(error) from error

    def _refuse_kind(self, prepared: Prepared, method: str) -> None:
        if prepared.kind == "subscription":
            message = "Subscriptions are served over WebSocket, by the protocol graphql-transport-ws."
            raise Refusal(400 if self.status_map == "audit" else 422, bad_input(message))
        if prepared.kind == "mutation" and method == "GET":
            raise Refusal(405, bad_input("Send mutations by POST."), {"allow": "POST"})

    def _not_begun(self, errors: list[GraphQLError], media_type: str, extensions: Extensions) -> Answer:
        """Answer a request whose operation could not begin; version 1 wants 200 for the old media type."""
        code = (errors[0].extensions or {}).get("code")
        if code in STATUS_OF_REFUSAL:
            status = STATUS_OF_REFUSAL[code]
        elif self.status_map == "audit":
            status = 200 if media_type == JSON and code != "COST_EXCEEDED" else 400
        else:
            status = 400 if code == "GRAPHQL_PARSE_FAILED" else 422
        return Answer(status, extended({"errors": formatted(errors)}, extensions))

    def _finished(self, result: ExecutionResult, media_type: str, language: str, extensions: Extensions) -> Answer:
        headers = {"content-language": language}
        if not result.errors:
            return Answer(200, extended({"data": result.data}, extensions), headers)
        is_partial = self.status_map != "audit" and media_type == GRAPHQL_JSON
        body = {"errors": formatted(result.errors), "data": result.data}
        return Answer(294 if is_partial else 200, extended(body, extensions), headers)


def extended(body: dict[str, Any], extensions: Extensions) -> dict[str, Any]:
    """Add the response's `extensions`, when it has any."""
    if extensions:
        body["extensions"] = extensions
    return body


def refusal(error: ApiError) -> Refusal:
    """Return HTTP's answer to an error that was raised before the operation began."""
    return Refusal(STATUS_OF_REFUSAL.get(error.code, 400), error, headers_of(error))


def headers_of(error: ApiError) -> dict[str, str]:
    """Return what HTTP tells in headers of an error."""
    if error.code == "UNAUTHENTICATED":
        return {"www-authenticate": "Bearer"}
    if "retryAfter" in error.extensions:
        return {"retry-after": str(error.extensions["retryAfter"])}
    return {}


def id_of(request: HTTPRequest) -> str:
    """Return the client's own request id when it is harmless, otherwise a new one."""
    given = request.headers.get("x-request-id", "")
    return given if REQUEST_ID.fullmatch(given) else secrets.token_hex(8)


def refuse_embedding(request: HTTPRequest) -> None:
    """Refuse what a browser sends for another site's link, form, image or script."""
    mode = request.headers.get("sec-fetch-mode", "cors")
    if request.headers.get("sec-fetch-site") == "cross-site" and mode != "cors":
        raise Refusal(403, ApiError("FORBIDDEN", "Another site's page may not send this request."))


def refuse_content_type(request: HTTPRequest) -> None:
    name, *parameters = (part.strip().lower() for part in request.headers.get("content-type", "").split(";"))
    charsets = [part[8:].strip('"') for part in parameters if part.startswith("charset=")]
    encoding = request.headers.get("content-encoding", "identity")
    if name != JSON or charsets not in ([], ["utf-8"], ["utf8"]) or encoding != "identity":
        raise Refusal(415, bad_input(f"Send {JSON} in UTF-8, not compressed."), {"accept": JSON})


def bad_input(message: str) -> ApiError:
    return ApiError("BAD_USER_INPUT", message)


def failed(fault: Exception) -> Answer:
    """Return what a client is told when the server could not do its part: to come again, where that may help."""
    error = masked(fault)
    body = {"errors": formatted([error])}
    if error.extensions.get("retry"):
        return Answer(503, body, {"retry-after": RETRY_SECONDS})
    return Answer(500, body)


async def send_answer(send: Send, answer: Answer, media_type: str, request_id: str) -> None:
    try:
        body = orjson.dumps(answer.body)
    except TypeError as fault:  # a resolver's value that is no JSON, an integer of more than 64 bits for instance
        answer = failed(fault)
        body = orjson.dumps(answer.body)
    headers = {
        "content-type": f"{media_type}; charset=utf-8",
        "content-length": str(len(body)),
        "x-request-id": request_id,
        **ALWAYS_HEADERS,
        **answer.headers,
    }
    raw_headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": answer.status, "headers": raw_headers})
    await send({"type": "http.response.body", "body": body})
