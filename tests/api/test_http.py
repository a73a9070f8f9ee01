"""GraphQL over HTTP: negotiation, status codes, malformed requests and limits. The npm audits run elsewhere."""

import json
import re
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from structlog.testing import capture_logs

from server.api.errors import ApiError
from server.api.guards import DocumentLimits
from server.api.http import GraphQLHTTP
from server.api.negotiation import best_media_type
from tests.api.parlour import running
from tests.api.toy import World, application, documents

JSON = "application/json"
GRAPHQL = "application/graphql-response+json"
PYTHON = re.compile(r"\b(str|int|float|bool|dict|list|None|NoneType|True|False|bytes|object at|Error)\b|Traceback")
"""Words that only Python has."""
AS_JSON = {"content-type": JSON}


def client(app: Any = None, **settings: Any) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app or application(World(), **settings))
    return httpx.AsyncClient(transport=transport, base_url="http://parlour.test")


async def post(body: Any, accept: str = GRAPHQL, **settings: Any) -> httpx.Response:
    """Send `body` as it is when it is bytes, otherwise as JSON."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    async with client(**settings) as http:
        return await http.post("/graphql", content=content, headers={**AS_JSON, "accept": accept})


async def get(params: Any, headers: dict[str, str] | None = None, **settings: Any) -> httpx.Response:
    async with client(**settings) as http:
        return await http.get("/graphql", params=params, headers=headers)


def code(response: httpx.Response) -> str:
    """Return the code of the one error, having checked that the answer is GraphQL's JSON without data."""
    assert response.headers["content-type"] in (f"{JSON}; charset=utf-8", f"{GRAPHQL}; charset=utf-8")
    answer = response.json()
    assert answer.keys() - {"extensions"} == {"errors"}
    (error,) = answer["errors"]
    found = error["extensions"]["code"]
    assert isinstance(found, str)
    return found


@pytest.mark.parametrize(
    ("accept", "chosen"),
    [
        (None, JSON),
        ("", JSON),
        ("*/*", JSON),
        ("application/*", JSON),
        (JSON, JSON),
        (GRAPHQL, GRAPHQL),
        (f"{GRAPHQL}, {JSON}", GRAPHQL),
        (f"{JSON}, {GRAPHQL}", JSON),
        (f"{GRAPHQL};q=0.5, {JSON};q=0.9", JSON),
        (f"{JSON};q=0.5, */*", GRAPHQL),
        (f"{JSON};q=0, */*;q=0.1", GRAPHQL),
        (f"{GRAPHQL}; charset=utf-8", GRAPHQL),
        ("APPLICATION/JSON", JSON),
        (f"{GRAPHQL}, application/graphql+json, {JSON}, text/event-stream, multipart/mixed", GRAPHQL),
        ("text/event-stream, */*;q=0.1", JSON),
        ("text/event-stream", None),
        ("text/html, application/xhtml+xml", None),
        (f"{JSON};q=0", None),
        (f"{JSON};q=x", None),
    ],
)
def test_the_media_type_follows_quality_then_order(accept: str | None, chosen: str | None) -> None:
    assert best_media_type(accept) == chosen


async def test_a_query_by_post_is_answered_in_the_media_type_asked_for() -> None:
    response = await post({"query": "{ hello }"})
    assert response.status_code == 200
    assert response.headers["content-type"] == f"{GRAPHQL}; charset=utf-8"
    assert response.content == b'{"data":{"hello":"hello nobody"}}'


async def test_answers_are_not_stored_and_carry_a_request_id() -> None:
    response = await post({"query": "{ hello }"})
    assert response.headers["cache-control"] == "no-store"
    assert response.headers["vary"] == "accept, accept-language"
    assert len(response.headers["x-request-id"]) == 16


@pytest.mark.parametrize(("given", "kept"), [("abc-1.2_3", True), ("a b", False), ("x" * 65, False)])
async def test_a_harmless_request_id_of_the_client_is_kept(given: str, kept: bool) -> None:
    response = await get({"query": "{ hello }"}, {"x-request-id": given})
    assert (response.headers["x-request-id"] == given) is kept


async def test_variables_operation_name_and_extensions_reach_the_resolver() -> None:
    body = {
        "query": "query A { hello } query B($n: Int) { asked(n: $n) }",
        "operationName": "B",
        "variables": {"n": 5},
        "extensions": {"trace": 1},
        "unknown": "ignored",
    }
    assert (await post(body)).json() == {"data": {"asked": "nobody 5 {'n': 5} {'trace': 1}"}}


async def test_null_parameters_count_as_absent() -> None:
    body = {"query": "{ hello }", "operationName": None, "variables": None, "extensions": None}
    assert (await post(body)).json() == {"data": {"hello": "hello nobody"}}


async def test_a_query_by_get_is_answered() -> None:
    params = {"query": "query A($n: Int) { asked(n: $n) }", "operationName": "A", "variables": '{"n": 6}'}
    response = await get(params)
    assert (response.status_code, response.json()) == (200, {"data": {"asked": "nobody 6 {'n': 6} {}"}})


async def test_a_mutation_by_get_is_refused_and_not_run() -> None:
    world = World()
    async with client(application(world)) as http:
        response = await http.get("/graphql", params={"query": 'mutation { rename(name: "bo") }'})
    assert (response.status_code, response.headers["allow"], code(response)) == (405, "POST", "BAD_USER_INPUT")
    assert world.user == "nobody"


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS"])
async def test_other_methods_are_refused(method: str) -> None:
    async with client() as http:
        response = await http.request(method, "/graphql", headers={"accept": JSON})
    assert (response.status_code, response.headers["allow"]) == (405, "GET, POST")
    assert code(response) == "BAD_USER_INPUT"


@pytest.mark.parametrize(
    ("site", "mode", "status"),
    [
        ("cross-site", "navigate", 403),
        ("cross-site", "no-cors", 403),
        ("cross-site", "cors", 200),
        ("same-origin", "cors", 200),
        ("none", "navigate", 200),
    ],
)
async def test_another_sites_page_cannot_embed_or_link_to_a_query(site: str, mode: str, status: int) -> None:
    """Attack: CSRF by GET."""
    response = await get({"query": "{ hello }"}, {"sec-fetch-site": site, "sec-fetch-mode": mode})
    assert response.status_code == status


async def test_a_subscription_by_post_is_told_where_to_go() -> None:
    response = await post({"query": "subscription { count(to: 1) { number } }"})
    assert (response.status_code, code(response)) == (400, "BAD_USER_INPUT")
    assert "graphql-transport-ws" in response.json()["errors"][0]["message"]


async def test_what_accepts_neither_media_type_gets_406() -> None:
    response = await post({"query": "{ hello }"}, accept="text/event-stream")
    assert (response.status_code, response.headers["content-type"]) == (406, f"{JSON}; charset=utf-8")
    assert code(response) == "BAD_USER_INPUT"


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"content-type": "text/plain"},
        {"content-type": "application/x-www-form-urlencoded"},
        {"content-type": "multipart/form-data; boundary=x"},
        {"content-type": "application/json; charset=utf-16"},
        {"content-type": JSON, "content-encoding": "gzip"},
    ],
)
async def test_other_content_types_are_refused(headers: dict[str, str]) -> None:
    async with client() as http:
        response = await http.post("/graphql", content=b'{"query":"{ hello }"}', headers=headers)
    assert (response.status_code, code(response)) == (415, "BAD_USER_INPUT")


@pytest.mark.parametrize("name", ["application/json; charset=utf-8", 'APPLICATION/JSON; charset="UTF-8"'])
async def test_json_in_utf8_is_accepted_however_it_is_spelt(name: str) -> None:
    async with client() as http:
        response = await http.post("/graphql", content=b'{"query":"{ hello }"}', headers={"content-type": name})
    assert response.status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b'"{ hello }"',
        b"3",
        b"null",
        b"true",
        b"[]",
        b'[{"query":"{ hello }"}]',
        b"{}",
        b'{"query":3}',
        b'{"query":null}',
        b'{"query":{"a":1}}',
        b'{"query":"{ hello }","variables":[]}',
        b'{"query":"{ hello }","variables":"{}"}',
        b'{"query":"{ hello }","operationName":3}',
        b'{"query":"{ hello }","extensions":0}',
        b'{"query":"{ hello }","variables":{"n":NaN}}',
        b'{"query":"{ hello }","variables":{"n":1e999}}',
        b'{"query":"{ hello }","variables":{"n":' + b"1" * 5000 + b"}}",
        b'{"query":"{ hello }","variables":{"n":"\\ud800"}}',
        b'{"query":"\xff"}',
        b'{"query":"{ hello }\\udc00"}',
        b'{"query":"{ hello }","\\ud800":1}',
        b'{"query":true}',
        b'{"query":1.5}',
        b'{"query":-0e-999999999}',
        '{"query":"{ hello }"}'.encode("utf-16"),
        b"[" * 100_000,
        b'{"query":"{ hello }","variables":{"n":' + b"[" * 20_000 + b"]" * 20_000 + b"}}",
    ],
)
@pytest.mark.parametrize("accept", [JSON, GRAPHQL])
async def test_a_malformed_body_is_a_bad_request(body: bytes, accept: str) -> None:
    response = await post(body, accept)
    assert (response.status_code, code(response)) == (400, "BAD_USER_INPUT")
    assert response.headers["content-type"] == f"{accept}; charset=utf-8"
    assert PYTHON.search(response.json()["errors"][0]["message"]) is None


@pytest.mark.parametrize(
    "body",
    [
        {"query": "{ hello }", "variables": {"n": json.loads("[" * 900 + "]" * 900)}},
        {"query": "{ hello }", "extensions": {"n": 2**63}},
    ],
)
async def test_odd_values_nobody_asked_for_do_no_harm(body: dict[str, Any]) -> None:
    assert (await post(body)).json() == {"data": {"hello": "hello nobody"}}


@pytest.mark.parametrize("value", [2**63, 2**64, 10**30, 1.5, [[1]], {"a": 1}, True, [None], {"a": [True, None]}])
async def test_a_number_that_is_no_int_is_bad_input(value: object) -> None:
    response = await post({"query": "query ($n: Int) { asked(n: $n) }", "variables": {"n": value}})
    assert (response.status_code, code(response)) == (400, "BAD_USER_INPUT")
    assert PYTHON.search(response.json()["errors"][0]["message"]) is None


@pytest.mark.parametrize(
    "query_string",
    ["", "query=", "query=%ff", "query=%ED%A0%80", "query=a&query=b", "query={hello}&variables=x", "&".join("abc" * 9)],
)
async def test_a_malformed_query_string_is_a_bad_request(query_string: str) -> None:
    async with client() as http:
        response = await http.get(f"/graphql?{query_string}", headers={"accept": GRAPHQL})
    assert (response.status_code, code(response)) == (400, "BAD_USER_INPUT")


PARSE = "{ hello"
VALIDATION = "{ nope }"
COERCION = "query ($n: Int!) { asked(n: $n) }"
COSTLY = "{ " + " ".join(f"a{n}: hello" for n in range(31)) + " }"
PARTIAL = "{ hello forbidden }"


@pytest.mark.parametrize(
    ("query", "version_1", "version_1_json", "draft", "draft_json"),
    [
        (PARSE, 400, 200, 400, 400),
        (VALIDATION, 400, 200, 422, 422),
        (COERCION, 400, 200, 422, 422),
        (COSTLY, 400, 400, 422, 422),
        (PARTIAL, 200, 200, 294, 200),
        ("{ hello }", 200, 200, 200, 200),
        ("subscription { count(to: 1) { number } }", 400, 400, 422, 422),
    ],
)
async def test_the_status_follows_the_map_and_the_media_type(
    query: str, version_1: int, version_1_json: int, draft: int, draft_json: int
) -> None:
    assert [
        (await post({"query": query}, accept, status_map=status_map)).status_code
        for status_map in ("audit", "draft-2026-08")
        for accept in (GRAPHQL, JSON)
    ] == [version_1, version_1_json, draft, draft_json]


JSON_BODY: dict[str, Any] = {"method": "POST", "headers": AS_JSON}


@pytest.mark.parametrize(
    ("request_", "status", "headers"),
    [
        pytest.param({**JSON_BODY, "content": b"{"}, 400, {}, id="400: no JSON"),
        pytest.param({**JSON_BODY, "content": b'{"query":1}'}, 422, {}, id="422: no well-formed request"),
        pytest.param({**JSON_BODY, "json": {"query": PARSE}}, 400, {}, id="400: a document that cannot be parsed"),
        pytest.param({**JSON_BODY, "json": {"query": VALIDATION}}, 422, {}, id="422: a document that is not valid"),
        pytest.param(
            {**JSON_BODY, "json": {"query": "query A { hello }", "operationName": "B"}},
            422,
            {},
            id="422: an operation that cannot be determined",
        ),
        pytest.param({**JSON_BODY, "json": {"query": COERCION}}, 422, {}, id="422: variables that cannot be coerced"),
        pytest.param({**JSON_BODY, "json": {"query": PARTIAL}}, 294, {}, id="294: data and errors"),
        pytest.param({**JSON_BODY, "json": {"query": "{ nothing }"}}, 294, {}, id="294: null and errors"),
        pytest.param({**JSON_BODY, "json": {"query": "{ hello }", "more": 1}}, 200, {}, id="200: an unknown parameter"),
        pytest.param(
            {"method": "GET", "params": {"query": 'mutation { rename(name: "bo") }'}},
            405,
            {"allow": "POST"},
            id="405: a mutation by GET",
        ),
        pytest.param({"method": "PUT"}, 405, {"allow": "GET, POST"}, id="405: another method"),
        pytest.param({"method": "POST", "content": b"{}"}, 415, {"accept": JSON}, id="415: no content type"),
        pytest.param({**JSON_BODY, "content": b" " * 300_000}, 413, {}, id="413: a body that is too large"),
    ],
)
async def test_the_draft_of_august_2026(request_: dict[str, Any], status: int, headers: dict[str, str]) -> None:
    given = {**request_, "headers": {**request_.get("headers", {}), "accept": GRAPHQL}}
    with capture_logs():
        async with client(status_map="draft-2026-08") as http:
            response = await http.request(url="/graphql", **given)
    assert response.status_code == status
    assert {name: response.headers[name] for name in headers} == headers
    assert response.headers["content-type"] == f"{GRAPHQL}; charset=utf-8"
    assert ("data" in response.json()) is (status in (200, 294))


async def test_the_draft_answers_406_for_what_accepts_neither_media_type() -> None:
    response = await post({"query": "{ hello }"}, accept="text/html", status_map="draft-2026-08")
    assert (response.status_code, code(response)) == (406, "BAD_USER_INPUT")


@pytest.mark.parametrize(("setting", "status"), [("audit", 400), ("draft-2026-08", 422)])
async def test_the_servers_setting_chooses_the_status_map(setting: str, status: int) -> None:
    async with running(graphql_status=setting) as server:
        response = await server.http.post("/graphql", json={"query": VALIDATION}, headers={"accept": GRAPHQL})
    assert (response.status_code, code(response)) == (status, "GRAPHQL_VALIDATION_FAILED")


async def test_the_draft_tells_bad_json_from_a_bad_request() -> None:
    statuses = [(await post(body, status_map="draft-2026-08")).status_code for body in (b"{", b"[]")]
    assert statuses == [400, 422]


async def test_a_request_that_did_not_begin_has_no_data() -> None:
    for query in (PARSE, VALIDATION, COERCION, COSTLY):
        assert "data" not in (await post({"query": query})).json()


async def test_a_partial_answer_has_its_data_and_its_errors() -> None:
    answer = (await post({"query": PARTIAL})).json()
    assert answer["data"] == {"hello": "hello nobody", "forbidden": None}
    assert [error["extensions"]["code"] for error in answer["errors"]] == ["FORBIDDEN"]


async def test_a_body_of_the_greatest_size_is_read_and_a_greater_one_refused() -> None:
    body = json.dumps({"query": "{ hello }"}).encode()
    assert (await post(body, max_body_bytes=len(body))).status_code == 200
    response = await post(body, max_body_bytes=len(body) - 1)
    assert (response.status_code, code(response)) == (413, "COST_EXCEEDED")


async def test_a_body_without_end_is_refused_in_time() -> None:
    """Attack: 48 MB body."""
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        while True:
            sent += 1
            yield b" " * 1000

    app = application(World(), max_body_bytes=10_000, discarded_bytes=10_000)
    messages: list[dict[str, Any]] = []
    chunks = endless()

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": await anext(chunks), "more_body": True}

    async def send(message: Any) -> None:
        messages.append(message)

    headers = [(b"content-type", b"application/json")]
    scope = {"type": "http", "method": "POST", "path": "/graphql", "query_string": b"", "headers": headers}
    await app(scope, receive, send)
    assert messages[0]["status"] == 413
    assert sent == 21


async def test_a_client_that_leaves_while_sending_is_let_go() -> None:
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(b"content-type", b"application/json")]
    scope = {"type": "http", "method": "POST", "path": "/graphql", "query_string": b"", "headers": headers}
    await application(World())(scope, receive, send)
    assert sent == []


@pytest.mark.parametrize(
    ("error", "status", "headers"),
    [
        (ApiError("UNAUTHENTICATED", "Who are you?"), 401, {"www-authenticate": "Bearer"}),
        (ApiError("FORBIDDEN", "Not you."), 403, {}),
        (ApiError("RATE_LIMITED", "Slower."), 429, {}),
        (ApiError("BAD_USER_INPUT", "What?"), 400, {}),
    ],
)
async def test_the_context_may_refuse_a_request(error: ApiError, status: int, headers: dict[str, str]) -> None:
    async def context_for(_connection: object) -> object:
        raise error

    async with client(GraphQLHTTP(documents(), context_for)) as http:
        response = await http.get("/graphql", params={"query": "{ hello }"})
    assert (response.status_code, code(response)) == (status, error.code)
    assert {name: response.headers.get(name) for name in headers} == headers


async def test_introspection_that_is_switched_off_is_forbidden() -> None:
    """Attack: introspection."""

    async def context_for(_connection: object) -> object:
        return World()

    closed = GraphQLHTTP(documents(limits=DocumentLimits(introspection=False)), context_for)
    async with client(closed) as http:
        response = await http.get("/graphql", params={"query": "{ __schema { queryType { name } } }"})
    assert (response.status_code, code(response)) == (403, "FORBIDDEN")


async def test_a_fault_outside_resolvers_is_masked_and_logged() -> None:
    """Attack: error text leak."""

    async def context_for(_connection: object) -> object:
        raise RuntimeError("the secret of a context")

    with capture_logs() as logs:
        async with client(GraphQLHTTP(documents(), context_for)) as http:
            response = await http.get("/graphql", params={"query": "{ hello }"})
    assert (response.status_code, code(response)) == (500, "INTERNAL_SERVER_ERROR")
    assert "secret" not in response.text
    assert [entry["error_id"] for entry in logs] == [response.json()["errors"][0]["extensions"]["errorId"]]


async def test_a_value_that_is_no_json_is_a_masked_fault() -> None:
    with capture_logs() as logs:
        response = await post({"query": "{ unwritable }"})
    assert (response.status_code, code(response)) == (500, "INTERNAL_SERVER_ERROR")
    assert len(logs) == 1


async def test_the_context_sees_the_connection() -> None:
    async def context_for(connection: Any) -> object:
        return World(user=connection.headers["authorization"])

    async with client(GraphQLHTTP(documents(), context_for)) as http:
        response = await http.get("/graphql", params={"query": "{ hello }"}, headers={"authorization": "Bearer x"})
    assert response.json() == {"data": {"hello": "hello Bearer x"}}
