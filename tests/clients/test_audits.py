"""The audits of graphql-http, version 1 of GraphQL over HTTP, on the running server."""

import json
from typing import Any

import pytest

from tests.clients.conftest import node

LEAST = 61
"""How many audits there are at least; a newer graphql-http may have more."""


@pytest.fixture(scope="module")
def results(port: int) -> list[dict[str, Any]]:
    """What each audit finds: its id, its name, "ok" or a lesser status, and the reason."""
    found: list[dict[str, Any]] = json.loads(node("audits.js", f"http://127.0.0.1:{port}/graphql"))
    return found


def test_all_audits_of_graphql_http_pass(results: list[dict[str, Any]]) -> None:
    assert [result for result in results if result["status"] != "ok"] == []
    assert len({result["id"] for result in results}) >= LEAST
