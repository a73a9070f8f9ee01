"""compose.yaml is what it says: it cannot be run here, so it is read."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from server.app import PAGE_HEADERS

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    """The services of compose.yaml."""
    found: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    return found


def test_there_are_a_server_a_replica_set_and_a_web_server(services: dict[str, Any]) -> None:
    assert set(services) == {"database", "server", "web"}
    assert "--replSet" in services["database"]["command"]


def test_the_server_waits_for_the_replica_set_and_writes_durably(services: dict[str, Any]) -> None:
    url = services["server"]["environment"]["MONGODB_URL"]

    assert services["server"]["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert "replicaSet=parlour" in url
    assert "w=majority" in url
    assert "journal=true" in url


def test_only_the_web_server_is_reached_from_outside(services: dict[str, Any]) -> None:
    assert {name: service.get("ports") for name, service in services.items()} == {
        "database": None,
        "server": None,
        "web": ["8080:8080"],
    }


def test_every_file_that_the_images_are_built_from_is_there(services: dict[str, Any]) -> None:
    for name in ("server", "web"):
        dockerfile = ROOT / services[name]["build"]["dockerfile"]
        copied = [
            word
            for line in dockerfile.read_text().splitlines()
            if line.startswith("COPY ") and "--from" not in line
            for word in line.split()[1:-1]
        ]
        assert copied
        assert [path for path in copied if not (ROOT / path).exists()] == []


def test_the_way_through_the_web_server_lets_sockets_pass() -> None:
    text = (ROOT / "client" / "nginx.conf").read_text()

    assert "proxy_pass http://server:8000;" in text
    assert "proxy_set_header Upgrade $http_upgrade;" in text
    assert text.count("proxy_pass http://server:8000;") == text.count("proxy_buffering off;") == 2
    assert "location /exports/ {" in text


def test_where_a_client_is_is_said_by_the_web_server_and_not_by_the_client(services: dict[str, Any]) -> None:
    text = (ROOT / "client" / "nginx.conf").read_text()

    assert text.count("proxy_set_header X-Forwarded-For $remote_addr;") == text.count("proxy_pass") == 2
    assert services["server"]["environment"]["FORWARDED_ALLOW_IPS"] == "*"


def test_pages_of_the_web_server_have_the_headers_that_the_server_gives_them() -> None:
    """In every place that has headers of its own, as those inherit none."""
    text = (ROOT / "client" / "nginx.conf").read_text()

    for name, value in PAGE_HEADERS.items():
        assert text.count(f'add_header {name} "{value}";') == text.count("add_header Cache-Control") == 2
