"""A small schema, and a real server around the transports, for their tests."""

import asyncio
import enum
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Annotated, Any

import strawberry
import uvicorn
from graphql import GraphQLError
from starlette.applications import Starlette
from starlette.responses import StreamingResponse
from starlette.routing import Route, WebSocketRoute

from server.api.documents import Documents
from server.api.errors import ApiError
from server.api.heads import DEFAULT_CONNECTIONS, MOST_WAITING, short_heads
from server.api.http import GraphQLHTTP
from server.api.places import PlaceLimits
from server.api.socket import SocketLimits
from server.api.websocket import GraphQLWebSocket
from server.matches.revocation import Revocation

PATIENCE = 10.0
"""Seconds any awaited condition may take."""

PIECE = 65_536
LARGE = 256 * PIECE
"""Bytes of an answer that no system keeps for a client that does not read."""


@strawberry.enum
class Colour(enum.Enum):
    RED = "red"
    GREEN = "green"


@strawberry.interface
class Animal:
    name: str


@strawberry.type
class Dog(Animal):
    barks: int

    @strawberry.field
    def friends(self, first: int | None = None, last: int | None = None) -> "DogConnection":
        return DogConnection(nodes=[self] * (first or last or 1))


@strawberry.type
class Cat(Animal):
    lives: int


@strawberry.type
class DogConnection:
    nodes: list[Dog]


Pet = Annotated[Dog | Cat, strawberry.union("Pet")]


@strawberry.input(one_of=True)
class PetBy:
    id: strawberry.Maybe[int]
    name: strawberry.Maybe[str]


@strawberry.input
class PetFilter:
    age: int = 3
    colour: Colour = Colour.RED
    nickname: strawberry.Maybe[str]


@dataclass
class World:
    """What the toy's resolvers see and count; it is their `info.context`."""

    user: str = "nobody"
    resolved: int = 0
    opened: int = 0
    closed: int = 0
    pulled: int = 0
    feeds: set["asyncio.Queue[Tick]"] = field(default_factory=set)
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    revocation: Revocation = field(default_factory=Revocation)

    def publish(self, tick: "Tick") -> None:
        for feed in self.feeds:
            feed.put_nowait(tick)


Info = strawberry.Info[World, None]


@strawberry.type
class Tick:
    number: int
    padding: str = ""
    shared_payloads: strawberry.Private[dict[object, object] | None] = None

    @strawberry.field
    def seen(self, info: Info) -> int:
        info.context.resolved += 1
        return self.number

    @strawberry.field
    async def awaited(self, info: Info) -> int:
        await info.context.gate.wait()
        info.context.resolved += 1
        return self.number

    @strawberry.field
    def broken(self) -> int:
        raise RuntimeError("the secret of a tick")


@strawberry.type
class Query:
    @strawberry.field
    async def hello(self, info: Info) -> str:
        return f"hello {info.context.user}"

    @strawberry.field
    def asked(self, info: Info, n: int = 0) -> str:
        return f"{info.context.user} {n} {info.variable_values} {info.input_extensions}"

    @strawberry.field
    async def pet(self, by: PetBy) -> Pet | None:
        if by.id is not None:
            return Dog(name=f"dog {by.id.value}", barks=2)
        return Cat(name=by.name.value, lives=9) if by.name else None

    @strawberry.field
    def animals(self) -> list[Animal]:
        return [Dog(name="Rex", barks=1), Cat(name="Tom", lives=9)]

    @strawberry.field
    def dogs(self, first: int | None = None, last: int | None = None) -> DogConnection:
        return DogConnection(nodes=[Dog(name="Rex", barks=1)] * (first or last or 1))

    @strawberry.field
    def filtered(self, filter: PetFilter) -> str:
        return f"{filter.age} {filter.colour.name}"

    @strawberry.field
    def broken(self) -> str | None:
        raise RuntimeError("the secret of a query")

    @strawberry.field
    async def forbidden(self) -> str | None:
        raise ApiError("FORBIDDEN", "Not for you.", rule="R-1")

    @strawberry.field
    def nothing(self) -> int:
        return None  # type: ignore[return-value]  # the fault under test

    @strawberry.field
    def impolite(self) -> str | None:
        raise GraphQLError("the secret of a GraphQLError")

    @strawberry.field
    def unwritable(self) -> strawberry.scalars.JSON:
        return 2**70  # type: ignore[return-value]  # a JSON scalar is any value


@strawberry.type
class Mutation:
    @strawberry.mutation
    async def rename(self, info: Info, name: str) -> str:
        info.context.user = name
        return name

    @strawberry.mutation
    async def slow(self, info: Info) -> str:
        info.context.opened += 1
        await info.context.gate.wait()
        info.context.closed += 1
        return "done"


@strawberry.type
class Subscription:
    @strawberry.subscription
    async def ticks(self, info: Info, label: str = "") -> AsyncGenerator[Tick, None]:
        """Live ticks, as the test publishes them."""
        world = info.context
        feed: asyncio.Queue[Tick] = asyncio.Queue()
        world.feeds.add(feed)
        world.opened += 1
        try:
            while True:
                yield await feed.get()
        finally:
            world.feeds.discard(feed)
            world.closed += 1

    @strawberry.subscription
    async def count(self, info: Info, to: int, padding: int = 0) -> AsyncGenerator[Tick, None]:
        """Ticks 1 to `to`, yielded without ever waiting."""
        info.context.opened += 1
        try:
            for number in range(1, to + 1):
                info.context.pulled += 1
                yield Tick(number=number, padding="x" * padding)
        finally:
            info.context.closed += 1

    @strawberry.subscription
    async def refused(self, after: int = 0) -> AsyncGenerator[Tick, None]:
        """`after` ticks and then an ApiError."""
        for number in range(1, after + 1):
            yield Tick(number=number)
        raise ApiError("FORBIDDEN", "Not for you.")

    @strawberry.subscription
    async def breaking(self) -> AsyncGenerator[Tick, None]:
        yield Tick(number=1)
        raise RuntimeError("the secret of a source")

    @strawberry.subscription
    async def stubborn(self, info: Info) -> AsyncGenerator[Tick, None]:
        """One tick, and another when it is told to stop."""
        yield Tick(number=1)
        try:
            await info.context.gate.wait()
        except asyncio.CancelledError:
            info.context.closed += 1
            yield Tick(number=2)


schema = strawberry.Schema(Query, Mutation, Subscription, types=[Dog, Cat])


def documents(**settings: Any) -> Documents:
    return Documents(schema, **settings)


@dataclass
class Toy:
    """A running server."""

    port: int
    world: World
    sockets: GraphQLWebSocket
    connections: set[Any]
    """Those that the server has open."""
    tasks: set[Any]
    """What it is about to answer."""

    @property
    def websocket_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/graphql"

    @property
    def http_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/graphql"


def application(world: World, sockets: GraphQLWebSocket | None = None, **settings: Any) -> Starlette:
    async def context_for(_connection: object) -> World:
        return world

    async def pieces() -> AsyncIterator[bytes]:
        world.opened += 1
        try:
            for _ in range(LARGE // PIECE):
                yield b"x" * PIECE
        finally:
            world.closed += 1

    async def large(_request: object) -> StreamingResponse:
        return StreamingResponse(pieces(), headers={"content-length": str(LARGE)})

    routes: list[Any] = [Route("/graphql", GraphQLHTTP(documents(), context_for, **settings)), Route("/large", large)]
    if sockets is not None:
        routes.append(WebSocketRoute("/graphql", sockets))
    return Starlette(routes=routes)


async def world_of(world: World, payload: dict[str, Any] | None) -> World:
    """What a socket's resolvers see; the token in the payload decides."""
    match (payload or {}).get("token"):
        case "wrong":
            raise ApiError("UNAUTHENTICATED", "This token is not known.")
        case "fault":
            raise RuntimeError("the secret of a context")
        case str(name):
            world.user = name
    return world


@asynccontextmanager
async def toy_server(
    limits: SocketLimits | None = None,
    allowed_origins: tuple[str, ...] = (),
    head_seconds: float = PATIENCE,
    idle_seconds: float = 10 * PATIENCE,
    most_waiting: int = MOST_WAITING,
    connections: PlaceLimits = DEFAULT_CONNECTIONS,
    **settings: Any,
) -> AsyncIterator[Toy]:
    world = World()
    sockets = GraphQLWebSocket(
        documents(),
        lambda _connection, payload: world_of(world, payload),
        allowed_origins,
        limits or SocketLimits(),
        revocation_of=lambda of: of.revocation,
    )
    app = application(world, sockets, **settings)
    heads = short_heads(head_seconds, idle_seconds, most_waiting, connections)
    config = uvicorn.Config(app, http=heads, port=0, log_config=None, lifespan="off")
    config.ws_per_message_deflate = False
    config.load()
    server = uvicorn.Server(config)
    server.lifespan = config.lifespan_class(config)
    await server.startup()  # without its main loop, which would take a tenth of a second to stop
    try:
        port, state = server.servers[0].sockets[0].getsockname()[1], server.server_state
        yield Toy(port, world, sockets, state.connections, state.tasks)
    finally:
        await asyncio.wait_for(server.shutdown(), PATIENCE)


async def eventually(condition: Callable[[], object]) -> None:
    """Wait until `condition()` is true, for PATIENCE seconds at most."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110  (any condition, not only one that has an event)
            await asyncio.sleep(0.005)
