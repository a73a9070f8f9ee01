"""The composition root: settings, store, host, schema, and the application with its lifespan."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

from prometheus_client import CONTENT_TYPE_LATEST, GC_COLLECTOR, PROCESS_COLLECTOR, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from starlette.applications import Starlette
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from server import decks
from server.api.budgets import Budgets, Caller, address_in
from server.api.documents import Documents
from server.api.errors import ApiError
from server.api.exports import AT_HEADER, CORRECTED_HEADER, ExportEndpoint
from server.api.http import GraphQLHTTP
from server.api.language import voice_for, voices
from server.api.places import PlaceLimits
from server.api.schema import LIMITS, build, schema_hash
from server.api.viewer import Context, Services, Statistics, held, recognised
from server.api.websocket import GraphQLWebSocket
from server.games.registry import game
from server.matches.host import Host
from server.matches.live import Decks
from server.matches.lobby import Lobby
from server.matches.outages import Outages
from server.matches.players import Players
from server.matches.records import Status
from server.matches.revocation import Revocation
from server.matches.store import Store, StoreUnavailable
from server.metrics import Measured
from server.settings import Settings
from server.stats.following import Following
from server.stats.keeper import Keeper
from server.stats.operators import Operators
from server.stats.readings import Readings
from server.stats.store import StatsStore
from server.stats.texts import QuestionTexts
from server.store.embedded import EmbeddedDatabase, FolderInUse
from server.store.memory import MemoryStore
from server.store.memory_stats import MemoryStats
from server.store.mongo import MongoStore
from server.store.mongo_stats import MongoStats

GRAPHQL = "/graphql"
PAGE_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self' ws: wss:; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
SOCKET_COST = 500
"""Points that opening a socket costs."""

READY_WITHIN = 2.0
"""Seconds in which a database that is ready answers."""


def rules_of(kind: str) -> Any:
    """Return the rules of a game's kind."""
    return game(kind).rules


@cache
def decks_in(folder: Path) -> Decks:
    """Return the decks in a folder, which are read once for as long as the process lives."""
    return decks.load(folder)


@asynccontextmanager
async def opened_store(settings: Settings, shares: bool = False) -> AsyncIterator[Store]:
    """Open the store that the settings name, with the embedded database started for it when they name none.

    `shares`: take the database of a server that runs on the same folder, as a command does that works beside it.
    """
    async with AsyncExitStack() as stack:
        store: Store
        if settings.store == "memory":
            store = MemoryStore()
        elif settings.mongodb_url is not None:
            store = MongoStore(settings.mongodb_url, settings.mongodb_database, rules_of)
        else:
            try:
                database = EmbeddedDatabase(settings.data_dir, settings.database_port)
                address = (await stack.enter_async_context(database)).url
            except FolderInUse as running:
                if not shares:
                    raise
                address = running.url
            store = MongoStore(address, settings.mongodb_database, rules_of)
        await store.open()
        stack.push_async_callback(store.close)
        yield store


async def statistics_of(store: Store) -> StatsStore:
    """Return the statistics kept beside the matches of an open store."""
    if isinstance(store, MongoStore):
        kept = MongoStats(store)
        await kept.open()
        return kept
    if isinstance(store, MemoryStore):
        return MemoryStats(store)
    raise TypeError(f"There are no statistics beside a {type(store).__name__}.")


@asynccontextmanager
async def services(settings: Settings, store: Store) -> AsyncIterator[Services]:
    """Run a host on an open store for as long as the context lasts."""
    host = Host(store, decks_in(settings.decks_dir), secrets.token_hex(6), bot_pause=settings.bot_pause)
    outages = Outages(host)
    kept = await statistics_of(store)
    keeper = Keeper(store, kept, host.decks, host.origin, host.now)
    following = Following(kept)
    players = Players(store, host.now)
    host.on_ended = keeper.ended
    await outages.start()
    try:
        await host.start()
        keeper.start()
        following.start()
        players.start()
        yield Services(
            host,
            Lobby(host, settings.test_mode),
            players,
            settings,
            schema_hash(),
            Statistics(
                kept, Readings(kept), following, Operators(kept, host.now, keeper.wake), QuestionTexts(host.decks)
            ),
        )
    finally:
        await players.stop()
        await following.stop()
        await host.stop()
        await keeper.stop()
        await outages.stop()


class Parlour:
    """The server as an ASGI application. GraphQL goes straight to its endpoint, everything else through Starlette."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._services: Services | None = None
        self._is_stopping = False
        voices()  # reads the catalogues, so that a bad one shows now
        documents = self.documents = Documents(build(), LIMITS)
        self._budgets = Budgets(settings)
        places = PlaceLimits(settings.sockets, settings.sockets_per_address, settings.sockets_per_account)
        self.sockets = GraphQLWebSocket(
            documents,
            self._socket_context,
            settings.allowed_origins,
            places=places,
            caller_of=_caller_of,
            revocation_of=_revocation_of,
        )
        requests = GraphQLHTTP(
            documents,
            self._request_context,
            caller_of=_caller_of,
            body_seconds=settings.request_seconds,
            status_map=settings.graphql_status,
        )
        self._requests = _open_to(settings.allowed_origins, requests)
        self._registry = CollectorRegistry(auto_describe=False)
        for collector in (PROCESS_COLLECTOR, GC_COLLECTOR, Measured(), Standing(self)):
            self._registry.register(collector)
        self._site = Starlette(routes=self._routes(), lifespan=self.lifespan)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, serve one socket, or start and stop."""
        if scope["type"] == "lifespan" or scope["path"] != GRAPHQL:
            await self._site(scope, receive, send)
        elif scope["type"] == "websocket":
            await self.sockets(scope, receive, send)
        else:
            await self._requests(scope, receive, send)

    @asynccontextmanager
    async def lifespan(self, _: object = None) -> AsyncIterator[None]:
        """Open the store and run the host between the server's start and stop."""
        async with opened_store(self._settings) as store, services(self._settings, store) as running:
            self._services = running
            yield
            self._services = None

    async def drain(self) -> None:
        """End every subscription and socket, with what each has to be told; call it before connections are closed."""
        self._is_stopping = True
        self.running.host.wind_up()
        self.running.statistics.following.close()
        await self.sockets.close_all(1001, "The server is stopping.")

    @property
    def running(self) -> Services:
        """The services of the running server."""
        if self._services is None:
            raise RuntimeError("The server has not started.")
        return self._services

    async def _request_context(self, connection: HTTPConnection) -> Context:
        given = connection.headers.get("authorization")
        return await held(await self._context(connection, given, _accepted(connection)))

    async def _socket_context(self, connection: HTTPConnection, payload: dict[str, Any] | None) -> Context:
        authorization = _sent(payload, "authorization")
        accepted = _sent(payload, "acceptlanguage")
        context = await self._context(
            connection,
            connection.headers.get("authorization") if authorization is None else authorization,
            _accepted(connection) if accepted is None else accepted,
        )
        context.caller.pay(SOCKET_COST)
        return await held(context)

    async def _context(self, connection: HTTPConnection, authorization: str | None, accepted: str) -> Context:
        address = address_in(connection.scope)
        stranger = self._budgets.caller(None, address)
        stranger.refuse_spent()
        try:
            player, token = await recognised(self.running.players, authorization)
        except ApiError:
            stranger.pay_for_refusal()
            raise
        if player is None:
            return Context(self.running, caller=stranger, say=voice_for(accepted))
        caller = self._budgets.caller(player.id, address)
        caller.refuse_spent()
        return Context(self.running, player, token, caller, voice_for(accepted))

    async def health(self, _: Request) -> Response:
        """Answer that the process runs."""
        return JSONResponse({"status": "ok"})

    async def readiness(self, _: Request) -> Response:
        """Answer whether moves can be acknowledged: the database takes a durable write."""
        if self._is_stopping:
            return _unavailable("The server is stopping.")
        try:
            async with asyncio.timeout(READY_WITHIN):
                await self.running.host.store.ping()
        except StoreUnavailable as unavailable:
            return _unavailable(str(unavailable))
        except TimeoutError:
            return _unavailable(f"The database does not answer within {READY_WITHIN:g} seconds.")
        return JSONResponse({"status": "ready"})

    async def metrics(self, _: Request) -> Response:
        """Answer with Prometheus metrics."""
        return Response(generate_latest(self._registry), media_type=CONTENT_TYPE_LATEST)

    def _routes(self) -> list[Route | Mount]:
        found: list[Route | Mount] = [
            Route("/healthz", self.health),
            Route("/readyz", self.readiness),
            Route("/metrics", self.metrics),
            Mount("/exports", _open_to(self._settings.allowed_origins, self._exports())),
        ]
        if self._settings.client_dir.is_dir():
            found.append(Mount("/", Pages(directory=self._settings.client_dir, html=True)))
        return found

    def _exports(self) -> Starlette:
        return Starlette(routes=[Route("/{table}", ExportEndpoint(self._request_context).answer, methods=["GET"])])


class Standing:
    """How a server stands at the moment somebody asks for its metrics."""

    def __init__(self, parlour: Parlour) -> None:
        self._parlour = parlour

    def collect(self) -> Iterator[Metric]:
        """Yield what can be read off the server."""
        host, documents = self._parlour.running.host, self._parlour.documents
        yield _gauge("parlour_store_reachable", "Whether the database has answered lately: 1 or 0.", host.is_reachable)
        yield _gauge("parlour_subscribers", "Streams of updates that are followed.", host.feed.subscribers)
        yield _gauge("parlour_sockets", "Open WebSockets.", len(self._parlour.sockets.sockets))
        yield _gauge(
            "parlour_checkpoints_waiting", "Matches with a checkpoint to be written.", host.waiting_checkpoints
        )
        matches = GaugeMetricFamily("parlour_matches", "Matches in memory, by where they stand.", labels=["status"])
        found = host.in_memory
        for status in Status:
            matches.add_metric([status], found[status])
        yield matches
        looked_up = CounterMetricFamily("parlour_documents", "GraphQL documents looked up.", labels=["found"])
        looked_up.add_metric(["known"], documents.hits)
        looked_up.add_metric(["new"], documents.misses)
        yield looked_up


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(name, text, value=value)


class Pages(StaticFiles):
    """The static client, whose pages load nothing from anywhere else."""

    def file_response(self, *args: Any, **given: Any) -> Response:
        """Return a file with the headers that keep a page to itself."""
        response = super().file_response(*args, **given)
        response.headers.update(PAGE_HEADERS)
        return response


def _caller_of(context: Context) -> Caller:
    return context.caller


def _revocation_of(context: Context) -> Revocation:
    return context.revocation


def _sent(payload: dict[str, Any] | None, name: str) -> str | None:
    """Return a text in the payload of connection_init; capitals in its name do not matter."""
    sent = next((value for key, value in (payload or {}).items() if key.lower() == name), None)
    return sent if isinstance(sent, str) else None


def _accepted(connection: HTTPConnection) -> str:
    return ", ".join(connection.headers.getlist("accept-language"))


def _unavailable(reason: str) -> Response:
    return JSONResponse({"status": "unavailable", "reason": reason}, status_code=503)


def _open_to(origins: tuple[str, ...], endpoint: ASGIApp) -> ASGIApp:
    """Let pages of these origins use an endpoint from a browser."""
    if not origins:
        return endpoint
    return CORSMiddleware(
        endpoint,
        allow_origins=origins,
        allow_methods=["GET", "POST"],
        allow_headers=["Authorization", "Content-Type"],
        expose_headers=["Content-Disposition", AT_HEADER, CORRECTED_HEADER],
    )
