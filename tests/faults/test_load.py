"""Much at once: thousands who only listen, a long match read from its beginning, and clients that read nothing."""

import asyncio
import json
import re
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from server.app import rules_of
from server.matches.host import utc_now
from server.matches.match import digest, opened, step
from server.matches.records import Change, Join, Match, MoveClock, Ply, Start
from server.store.embedded import EmbeddedDatabase
from server.store.mongo import MongoStore
from tests.api.parlour import Person
from tests.bench.wire import listen
from tests.faults.conftest import Clients, NewProgram
from tests.faults.processes import UNLIMITED, Health, Program, figures, resident
from tests.faults.test_restart import begun, two_players
from tests.faults.witness import played
from tests.matches.tables import ANN, BOB, TABLE, setup

pytestmark = pytest.mark.faults

LONG = 10_000
"""Plies of the long match."""
DEAF = 20
"""Clients that ask for all of the long match and read nothing."""
IDLE = 2_000
TYPICAL_HEALTH = 0.05
MOST_MOVE = 2.0
MOST_PER_SUBSCRIBER = 100_000
MOST_GROWTH = 60_000_000
AT_ONCE = 50
PATIENCE = 60.0
SMALL_BUFFER = 4096
DRAW = {"twenty": {"draw": True}}
PLIES = "subscription($id: ID!, $after: Int) { matchUpdates(matchId: $id, after: $after) { ply } }"
BEGINNING: dict[int, Change] = {1: Join(ANN.id, ANN.name), 2: Join(BOB.id, BOB.name), 3: Start()}
HANDSHAKE = (
    b"GET /graphql HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n"
)
ALL_OF_IT = """subscription($id: ID!) { matchUpdates(matchId: $id, after: 0) {
  ply at events { __typename } match { id status seats { name } view { ... on TwentyView { played { id } } }
  decision { id deadline } legalMoves { label input } } } }"""


async def kept_long_match(data_dir: Path) -> None:
    """Write a match of many plies into a database: once begun its clock is moved, as nothing is as simple to make."""
    async with EmbeddedDatabase(data_dir) as database:
        store = MongoStore(database.url, "parlour", rules_of)
        await store.open()
        match = opened(Match(setup(id="mat_long", created_at=utc_now()), ANN.id))
        await store.add_match(match)
        plies = []
        for number in range(1, LONG + 1):
            change = BEGINNING.get(number, MoveClock(1.0, "TEST", utc_now()))
            match, events = step(match, change, utc_now(), TABLE)
            plies.append(Ply("mat_long", number, utc_now(), change, events, "test", digest(match.state)))
        await asyncio.gather(*map(store.append, plies))
        await store.checkpoint(match)
        await store.close()


def asks(query: str, **variables: Any) -> dict[str, Any]:
    return {"id": "1", "type": "subscribe", "payload": {"query": query, "variables": variables}}


@asynccontextmanager
async def deaf(port: int, count: int) -> AsyncIterator[list[socket.socket]]:
    """Open sockets that ask for all of the long match and never read; their buffers are small."""
    loop = asyncio.get_running_loop()
    sockets = []
    try:
        for _ in range(count):
            client = socket.socket()
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
            client.setblocking(False)
            sockets.append(client)
            await loop.sock_connect(client, ("127.0.0.1", port))
            for data in (HANDSHAKE, framed({"type": "connection_init"}), framed(asks(ALL_OF_IT, id="mat_long"))):
                await loop.sock_sendall(client, data)
        yield sockets
    finally:
        for client in sockets:
            client.close()


def framed(message: Any) -> bytes:
    """Return a text frame, masked with nothing."""
    payload = json.dumps(message).encode()
    length = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + len(payload).to_bytes(2, "big")
    return b"\x81" + length + b"\0\0\0\0" + payload


async def play_until(done: asyncio.Event, ann: Person, bob: Person) -> list[float]:
    """Let two people play, and return how many seconds each move took."""
    taken = []
    match = await begun(ann, bob, 600)
    while not done.is_set():
        for person in (ann, bob):
            seen = await person.see(match["id"])
            if seen["legalMoves"]:
                asked = time.monotonic()
                assert (await played(person, seen, seen["legalMoves"][0]["input"]))["__typename"] == "MovePlayed"
                taken.append(time.monotonic() - asked)
        if seen["status"] != "RUNNING":
            match = await begun(ann, bob, 600)
    return taken


async def test_10000_plies_replayed_to_one_while_others_play_and_some_read_nothing(
    tmp_path: Path, program: NewProgram, clients: Clients
) -> None:
    """Those who read nothing are let go after some seconds (1013), and hold up neither memory nor anybody."""
    await kept_long_match(tmp_path / "data")
    server = program(DATA_DIR=tmp_path / "data", LOG_LEVEL="WARNING", **UNLIMITED)
    server.launch()
    await server.ready()
    ann, bob = await two_players(clients, server)
    before = resident(server.process.pid)
    health, done = Health(server.port), asyncio.Event()
    watching = asyncio.create_task(health.watch())
    playing = asyncio.create_task(play_until(done, ann, bob))

    async with deaf(server.port, DEAF):
        reader = await listen(server.port)
        begun_at = time.monotonic()
        reader.send(asks(PLIES, id="mat_long", after=0))
        async with asyncio.timeout(PATIENCE):
            await reader.until(1 + LONG)
        seconds = time.monotonic() - begun_at
        await measured_as(server, "parlour_sockets", 1)
        grown = resident(server.process.pid) - before
    done.set()
    moves = await playing
    watching.cancel()
    await asyncio.gather(watching, return_exceptions=True)
    reader.transport.close()
    figures.info(
        "%d plies in %.1f s; health %.1f ms typically, %.0f ms at most; %d moves, %.0f ms at most; %.1f MB more",
        LONG, seconds, 1e3 * health.typical, 1e3 * max(health.seconds), len(moves), 1e3 * max(moves), grown / 1e6,
    )  # fmt: skip

    assert reader.frames >= 1 + LONG
    assert health.typical < TYPICAL_HEALTH
    assert len(moves) >= 10
    assert max(moves) < MOST_MOVE
    assert grown < MOST_GROWTH


async def measured_as(server: Program, name: str, wanted: float) -> None:
    """Wait until a server says of itself what is wanted."""
    async with httpx.AsyncClient(timeout=PATIENCE) as http, asyncio.timeout(PATIENCE):
        while True:
            text = (await http.get(f"http://127.0.0.1:{server.port}/metrics")).text
            if re.findall(rf"^{name} (\S+)$", text, re.MULTILINE) == [str(float(wanted))]:
                return
            await asyncio.sleep(0.1)


async def test_2000_idle_subscribers_cost_little_and_all_get_the_next_update(
    program: NewProgram, clients: Clients
) -> None:
    server = program(STORE="memory", LOG_LEVEL="WARNING", **UNLIMITED)
    server.launch()
    await server.ready()
    ann, bob = await two_players(clients, server)
    match = await begun(ann, bob, 600)
    before = resident(server.process.pid)
    listeners = []
    for _ in range(0, IDLE, AT_ONCE):
        listeners += await asyncio.gather(*(listen(server.port) for _ in range(AT_ONCE)))
    for listener in listeners:
        listener.send(asks(PLIES, id=match["id"], after=match["ply"]))
    await measured_as(server, "parlour_subscribers", IDLE)
    each = (resident(server.process.pid) - before) / IDLE

    mover = ann if match["legalMoves"] else bob
    asked = time.monotonic()
    answer = await played(mover, match, DRAW)
    acknowledged = time.monotonic() - asked
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(listener.until(2) for listener in listeners))
    seconds = time.monotonic() - asked
    figures.info(
        "%d subscribers: %.1f kB each; a move acknowledged in %.0f ms, told to all in %.0f ms",
        IDLE, each / 1e3, 1e3 * acknowledged, 1e3 * seconds,
    )  # fmt: skip

    assert answer["__typename"] == "MovePlayed"
    assert [listener.frames for listener in listeners] == [2] * IDLE
    assert each < MOST_PER_SUBSCRIBER
    assert await server.ended() == 0
    await asyncio.gather(*(listener.until(4) for listener in listeners))
