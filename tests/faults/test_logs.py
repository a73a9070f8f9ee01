"""The log is lines of JSON that name request, match and ply, and no token, seed or hand, nor what somebody wrote."""

import asyncio
import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosedError

from tests.faults.conftest import Clients, NewProgram
from tests.faults.processes import Program, database_pid, until
from tests.faults.test_restart import two_players
from tests.faults.witness import PLAY, changed, played

pytestmark = pytest.mark.faults

SEED = "canary-seed"
NAME = "Canary Name"
WRONG_TOKEN = "canary-token"
MOVE_ID = "canary-move"
WRITTEN = "canary-text"


async def test_a_log_names_request_match_and_ply_and_no_secret(
    tmp_path: Path, program: NewProgram, clients: Clients
) -> None:
    """At DEBUG, with refused requests, a fault of the database and a stop in the run."""
    server = program(DATA_DIR=tmp_path / "data", LOG_LEVEL="DEBUG")
    server.launch()
    await server.ready()
    ann, bob = await two_players(clients, server)
    cat = await clients.person(server, NAME)
    match = await changed(ann, "createMatch", "CreateMatchInput", options={"twenty": {}}, seats=2, test={"seed": SEED})
    await changed(bob, "joinMatch", "JoinMatchInput", by={"code": match["code"]})
    match = await changed(ann, "startMatch", matchId=match["id"])
    mover = ann if match["legalMoves"] else bob
    hand = (await mover.see(match["id"]))["view"]["hand"]
    sent = {"matchId": match["id"], "decision": match["decision"]["id"], "move": {"twenty": {"draw": True}}}
    ask: dict[str, Any] = {"json": {"query": PLAY, "variables": {"input": sent | {"moveId": MOVE_ID}}}}
    ask["headers"] = mover.headers | {"X-Request-Id": "request-of-mine"}

    assert (await mover.http.post("/graphql", **ask)).status_code == 200
    await _sends_what_is_refused(server, mover)
    os.kill(pid := database_pid(tmp_path / "data"), signal.SIGKILL)
    await until(lambda: database_pid(tmp_path / "data") != pid)
    await played(mover, match, {"twenty": {"draw": True}}, MOVE_ID)
    assert await server.ended() == 0

    lines = [json.loads(line) for line in server.log.read_text().splitlines() if not line.startswith("Parlour is at")]
    kept = [line for line in lines if line["event"] == "ply kept"]
    assert {"request_id": "request-of-mine", "match": match["id"], "ply": match["ply"] + 1}.items() <= kept[-1].items()
    assert all({"event", "level", "timestamp"} <= line.keys() for line in lines)
    assert any("has died" in line["event"] and line["level"] == "error" for line in lines)
    text = server.log.read_text()
    tokens = [str(person.token) for person in (ann, bob, cat)]
    for secret in (*tokens, SEED, NAME, WRONG_TOKEN, MOVE_ID, WRITTEN, match["code"], *(card["id"] for card in hand)):
        assert secret not in text


async def _sends_what_is_refused(server: Program, person: Any) -> None:
    """Send canaries in every place that a request has, and in what is no request."""
    wrong = {"Authorization": f"Bearer {WRONG_TOKEN}"}
    await person.http.post("/graphql", json={"query": "{ __typename }"}, headers=wrong)
    await person.http.post("/graphql", json={"query": f'{{ match(by: {{code: "{WRITTEN}"}}) {{ {WRITTEN[:6]} }} }}'})
    await person.http.post("/graphql", content=f'{{"query": "{WRITTEN}'.encode(), headers=person.headers)
    await person.http.get("/graphql", params={"query": WRITTEN, "access_token": WRONG_TOKEN})
    await person.http.get(f"/{WRITTEN}", params={"token": WRONG_TOKEN})
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(f"{WRITTEN}\r\nAuthorization: {WRONG_TOKEN}\r\n\r\n".encode())
    await writer.drain()
    await reader.read()
    writer.close()
    async with await person.opened_socket() as socket:
        payload = {"query": WRITTEN, "variables": {"token": WRONG_TOKEN}}
        await socket.send(json.dumps({"id": WRITTEN, "type": "subscribe", "payload": payload}))
        await socket.recv()
        await socket.send(WRITTEN)
        with pytest.raises(ConnectionClosedError):
            await socket.recv()
