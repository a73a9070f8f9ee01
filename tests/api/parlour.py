"""The whole server in this process, on a store in memory, and players who talk to it over HTTP and WebSocket."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from server.app import Parlour
from server.settings import Settings

PATIENCE = 10.0

MATCH = """
fragment Standing on Match {
  id code status ply visibility spectators mayWatch capacity viewerSeat isTest startsWhenFull seedHash seed
  host { id } seats { index name bot isAway hasResigned isToMove player { id } }
  decision { id kind deadline seats { index } }
  view {
    ... on TwentyView { count turn handNumber target drawPileSize hand { id } played { id } seats { handSize total } }
  }
  legalMoves { label freeText input }
  outcome { reason standings { place score seat { index } } }
  rematch { id } rematchOf { id }
}
"""
CHANGE = (
    "{ __typename ... on MatchChanged { match { ...Standing } }"
    " ... on RequestRefused { code message path current { ply } } }"
)
PLAY = (
    "mutation($input: PlayInput!) { play(input: $input) { __typename"
    " ... on MovePlayed { ply duplicate events { __typename } match { ...Standing } }"
    " ... on MoveRefused { code rule message path current { ply decision { id } } } } }" + MATCH
)
UPDATES = (
    "subscription($id: ID!, $after: Int, $code: String) { matchUpdates(matchId: $id, after: $after, code: $code)"
    " { ply at events { __typename } match { ...Standing } } }" + MATCH
)


@dataclass
class Person:
    """Somebody who asks the server things; `token` is None for a stranger."""

    port: int
    http: httpx.AsyncClient
    token: str | None = None
    id: str = ""
    move_ids: Any = field(default_factory=count)
    language: str | None = None

    @property
    def headers(self) -> dict[str, str]:
        """The headers that say who is asking, and in which language."""
        spoken = {"Accept-Language": self.language} if self.language is not None else {}
        return spoken | ({"Authorization": f"Bearer {self.token}"} if self.token else {})

    def speaking(self, language: str) -> "Person":
        """Return the same person with another `Accept-Language`."""
        return replace(self, language=language)

    async def send(self, query: str, **variables: Any) -> httpx.Response:
        """Send a document and return the answer as it came."""
        return await self.http.post("/graphql", json={"query": query, "variables": variables}, headers=self.headers)

    async def ask(self, query: str, **variables: Any) -> Any:
        """Return the data of an answer without errors."""
        answer = (await self.send(query, **variables)).json()
        assert "errors" not in answer, answer["errors"]
        return answer["data"]

    async def fail(self, query: str, **variables: Any) -> str:
        """Return the code of an answer's errors."""
        (code,) = {error["extensions"]["code"] for error in (await self.send(query, **variables)).json()["errors"]}
        return str(code)

    async def change(self, mutation: str, **given: Any) -> Any:
        """Return the match that a mutation of a match answers with."""
        result = await self.wish(mutation, **given)
        assert result["__typename"] == "MatchChanged", result
        return result["match"]

    async def refused(self, mutation: str, **given: Any) -> str:
        """Return the code with which a mutation of a match is refused."""
        result = await self.wish(mutation, **given)
        assert result["__typename"] == "RequestRefused", result
        assert result["message"].endswith(".")
        return str(result["code"])

    async def wish(self, mutation: str, **given: Any) -> Any:
        """Return what a mutation of a match answers."""
        own = ("createMatch", "joinMatch", "addBot", "removeBot", "handToBot", "advanceClock", "passCaptaincy")
        kind = f"{mutation[0].upper()}{mutation[1:]}Input" if mutation in own else "MatchIdInput"
        query = f"mutation($input: {kind}!) {{ {mutation}(input: $input) {CHANGE} }}{MATCH}"
        return (await self.ask(query, input=given))[mutation]

    async def play(self, match: Any, move: Any, **given: Any) -> Any:
        """Return what `play` answers in the match's present decision."""
        sent = {"matchId": match["id"], "decision": match["decision"]["id"], "move": move} | given
        return (await self.ask(PLAY, input=sent))["play"]

    async def see(self, match_id: str) -> Any:
        """Return the match as this person sees it."""
        seen = await self.ask("query($id: ID!) { match(by: {id: $id}) { ...Standing } }" + MATCH, id=match_id)
        return seen["match"]

    async def opened_socket(self) -> ClientConnection:
        """Open a socket and say who is asking."""
        url = f"ws://127.0.0.1:{self.port}/graphql"
        protocol = Subprotocol("graphql-transport-ws")
        socket = await connect(url, subprotocols=[protocol], ping_interval=None, compression=None)
        authorized = {"authorization": f"Bearer {self.token}"} if self.token else {}
        payload = authorized | ({"acceptLanguage": self.language} if self.language is not None else {})
        try:
            await socket.send(json.dumps({"type": "connection_init", "payload": payload or None}))
            assert json.loads(await socket.recv()) == {"type": "connection_ack"}
        except BaseException:
            socket.transport.abort()
            raise
        return socket

    @asynccontextmanager
    async def following(self, query: str = UPDATES, **variables: Any) -> AsyncIterator[AsyncIterator[Any]]:
        """Subscribe, and yield what comes: the data of each payload, or an error's code as text."""
        socket = await self.opened_socket()
        try:
            async with socket:
                start = {"id": "1", "type": "subscribe", "payload": {"query": query, "variables": variables}}
                await socket.send(json.dumps(start))
                yield _payloads(socket)
        finally:
            socket.transport.abort()  # for who is cancelled while the two sides say goodbye


async def _payloads(socket: ClientConnection) -> AsyncIterator[Any]:
    while True:
        async with asyncio.timeout(PATIENCE):
            message = json.loads(await socket.recv())
        if message["type"] == "next":
            yield next(iter(message["payload"]["data"].values()))
        elif message["type"] == "error":
            yield message["payload"][0]["extensions"]["code"]
            return
        elif message["type"] == "complete":
            return


class Server:
    """A running server."""

    def __init__(self, port: int, http: httpx.AsyncClient, parlour: Parlour) -> None:
        self.port = port
        self.parlour = parlour
        self.http = http
        self.stranger = Person(port, http)

    async def person(self, name: str) -> Person:
        """Create a player."""
        answer = "{ ... on PlayerCreated { token player { id } } }"
        query = f"mutation($n: String!) {{ createPlayer(input: {{name: $n}}) {answer} }}"
        created = (await self.stranger.ask(query, n=name))["createPlayer"]
        return Person(self.port, self.http, created["token"], created["player"]["id"])

    async def match(self, *people: Person, **given: Any) -> Any:
        """Return a running match of these people, as the first of them sees it."""
        options = given.pop("options", {"twenty": {}})
        match = await people[0].change("createMatch", options=options, **given)
        code = match["code"]
        for person in people[1:]:
            await person.change("joinMatch", by={"code": code})
        return await people[0].change("startMatch", matchId=match["id"])


@asynccontextmanager
async def running(**settings: Any) -> AsyncIterator[Server]:
    """Run a server in test mode on a free port."""
    given = Settings.model_validate({"store": "memory", "test_mode": True, "bot_pause": 0.0} | settings)
    app = Parlour(given)
    config = uvicorn.Config(app, port=0, log_config=None, lifespan="on")
    config.ws_per_message_deflate = False
    config.load()
    server = uvicorn.Server(config)
    server.lifespan = config.lifespan_class(config)
    await server.startup()
    assert not server.lifespan.should_exit
    port = server.servers[0].sockets[0].getsockname()[1]
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as http:
        try:
            yield Server(port, http, app)
        finally:
            await app.drain()
            await asyncio.wait_for(server.shutdown(), PATIENCE)
