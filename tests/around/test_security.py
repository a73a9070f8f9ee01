"""SECURITY.md and the README say what is so."""

import re
from pathlib import Path

import pytest

from server import metrics
from server.api import http
from server.api.guards import DocumentLimits
from server.api.heads import DEFAULT_CONNECTIONS, LONGEST_HEAD, MOST_WAITING
from server.api.socket import SocketLimits
from server.api.websocket import DEFAULT_PLACES
from server.matches.feed import QUEUE_LIMIT
from server.matches.host import FINISHED_KEPT
from server.settings import Settings

ROOT = Path(__file__).parents[2]
SECURITY = (ROOT / "SECURITY.md").read_text()
ROWS = {row.split("|")[1].strip(): row for row in SECURITY.splitlines() if row.startswith("| ")}
METRICS = set(re.findall(r"parlour_\w+", (ROOT / "README.md").read_text()))
SETTINGS = ("rate_limit", "cost_limit", "address_share", "wrong_codes", "new_players", "sockets",
            "sockets_per_address", "sockets_per_account")  # fmt: skip


@pytest.mark.parametrize("name", SETTINGS)
def test_each_setting_of_a_limit_is_named_with_its_default(name: str) -> None:
    (row,) = (row for row in ROWS.values() if f"`{name.upper()}`" in row)

    assert re.search(rf"\b{Settings.model_fields[name].default:,}\b", row)


def test_other_limits_are_as_they_are_said_to_be() -> None:
    of_sockets, of_documents, of_bodies = SocketLimits(), DocumentLimits(), http.DEFAULT_PLACES
    request_seconds = f"{Settings.model_fields['request_seconds'].default:g} s"
    keep_alive_seconds = Settings.model_fields["keep_alive_seconds"].default
    said = {
        "head of a request": f"{LONGEST_HEAD:,} bytes",
        "time for a head to come, and then for a body": request_seconds,
        "time between an answer and the next request of a connection": f"{keep_alive_seconds:g} s",
        "time for which a client may take nothing of an answer": request_seconds,
        "connections that wait for a head, their first or their next": f"{MOST_WAITING:,}",
        "open sockets, and as many connections of HTTP": f"{DEFAULT_CONNECTIONS.total:,} in all, "
        f"{DEFAULT_CONNECTIONS.per_address} an address; {DEFAULT_PLACES.per_account} sockets an account",
        "requests without a whole body": f"{of_bodies.total:,} in all, {of_bodies.per_address} an address",
        "message on a socket": f"{of_sockets.message_bytes:,} bytes",
        "messages on a socket": f"{of_sockets.messages_per_second:g} a second, {of_sockets.message_burst:,} at once",
        "operations on a socket": f"{of_sockets.operations} at a time",
        "time to say hello on a socket": f"{of_sockets.init_seconds:g} s",
        "time to answer a ping": f"{of_sockets.ping_seconds:g} s",
        "time for which a client may read nothing from a socket": f"{of_sockets.stall_seconds:g} s",
        "updates a subscriber may lag behind": str(QUEUE_LIMIT),
        "a document": f"{of_documents.characters:,} characters, {of_documents.tokens:,} tokens, "
        f"depth {of_documents.depth}, {of_documents.aliases} aliases, cost {of_documents.cost:,}",
        "ended matches kept in memory": f"{FINISHED_KEPT} to {2 * FINISHED_KEPT:,}",
    }

    for what, limit in said.items():
        assert f"| {what} | {limit} |" in ROWS[what]


def test_every_close_code_of_a_socket_is_explained() -> None:
    sources = [(ROOT / "server" / "api" / name).read_text() for name in ("socket.py", "websocket.py")]
    used = {code for source in sources for code in re.findall(r"\b(10[01]\d|44\d\d|4500)\b", source)}
    closing = {code for code in ROWS if code.isdigit()}

    assert closing == used - {"1008"}  # said to no handshake: HTTP's 403


def test_the_readme_lists_every_metric_that_is_counted_and_no_other_histogram() -> None:
    counted = {one.family().name for one in metrics.ALL}

    assert counted <= {name.removesuffix("_total") for name in METRICS}
