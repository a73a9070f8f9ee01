"""The commands: serve, simulate, replay, token, demo. Each is a few lines over what the server is made of."""

import asyncio
import logging
import socket
import sys
import time
from collections.abc import Coroutine
from typing import Annotated, Any, TypeVar

import structlog
import typer
import uvicorn
from rich.console import Console
from rich.table import Table as Rows

from server import decks
from server.demo import DemoFailed, fill
from server.games.registry import GAMES, Game
from server.games.simulation import play_match
from server.matches.host import utc_now
from server.matches.live import table_of
from server.matches.match import Refused, seed_hash
from server.matches.players import Players
from server.matches.replay import faults
from server.matches.store import StoreUnavailable
from server.settings import Settings
from server.store.embedded import EmbeddedDatabaseError

app = typer.Typer(help="Parlour: a GraphQL game server for tabletop party games.", no_args_is_help=True)
console = Console()
Result = TypeVar("Result")

MAX_PLIES = 20_000


def _fail(message: str) -> typer.Exit:
    """Print why a command cannot go on, and return what ends it."""
    Console(stderr=True).print(message, style="bold red", highlight=False)
    return typer.Exit(1)


def _configure_logs(level: str) -> None:
    logging.basicConfig(level=level, format="%(message)s", stream=sys.stderr)
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level)),
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def _run(work: Coroutine[Any, Any, Result]) -> Result:
    try:
        return asyncio.run(work)
    except (EmbeddedDatabaseError, StoreUnavailable, Refused) as problem:
        raise _fail(str(problem)) from problem


def _listening(settings: Settings) -> socket.socket:
    """Take the server's address before anything is started, so that a taken port is said at once and plainly."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as taken:
        message = f"Cannot listen on {settings.host}:{settings.port}: {taken.strerror}. Set PORT to another port."
        raise _fail(message) from taken
    return listener


class Server(uvicorn.Server):
    """Says where it is once it answers, and goodbye to sockets before it closes connections."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and print the address."""
        await super().startup(sockets)
        if self.started and sockets:
            host, port = sockets[0].getsockname()[:2]
            console.print(f"Parlour is at http://{host}:{port} (schema explorer: /explorer/)", highlight=False)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Drain, then stop."""
        await self.config.app.state.parlour.drain()  # type: ignore[union-attr]  # Starlette's application
        await super().shutdown(sockets)


@app.command()
def serve() -> None:
    """Serve the API and the client until SIGTERM or Ctrl-C. Environment variables are the settings (see the README)."""
    from server.app import application

    settings = Settings()
    _configure_logs(settings.log_level)
    listener = _listening(settings)
    config = uvicorn.Config(
        application(settings),
        ws_max_size=65_536,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=5,
        lifespan="on",
    )
    server = Server(config)
    server.run(sockets=[listener])
    if not server.started:
        raise typer.Exit(1)


@app.command()
def simulate(
    game: Annotated[str, typer.Argument(help="The game, for example twenty.")] = "twenty",
    matches: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many matches.")] = 200,
    skills: Annotated[str, typer.Option(help="One skill from 0 to 1 a seat, with commas.")] = "1.0,0.2",
    seed: Annotated[str, typer.Option(help="The first match's seed is SEED-0, and so on.")] = "simulation",
) -> None:
    """Play matches between bots without a server; say who wins how often, and how fast the rules are."""
    played = _game_named(game)
    strengths = [float(skill) for skill in skills.split(",")]
    deck = decks.load(Settings().decks_dir)[played.key][0]
    wins, plies, began = [0.0] * len(strengths), 0, time.perf_counter()
    for number in range(matches):
        turned = number % len(strengths)
        order = strengths[turned:] + strengths[:turned]
        result = play_match(played, played.rules.Options(), len(order), deck, f"{seed}-{number}", order, MAX_PLIES)
        plies += len(result.plies)
        if result.outcome is None:
            raise _fail(f"The match with seed {seed}-{number} did not end within {MAX_PLIES} plies.")
        winners = [seat for seat, place in enumerate(result.outcome.places) if place == 1]
        for seat in winners:
            wins[(seat + turned) % len(order)] += 1 / len(winners)
    seconds = time.perf_counter() - began
    rows = Rows("skill", "won", "share", title=f"{played.name}: {matches} matches")
    for skill, won in zip(strengths, wins, strict=True):
        rows.add_row(f"{skill:.1f}", f"{won:.1f}", f"{won / matches:.1%}")
    console.print(rows)
    console.print(f"{plies} plies in {seconds:.1f} s: {plies / seconds:,.0f} plies/s with bots choosing")


def _game_named(name: str) -> Game:
    found = next((played for played in GAMES if name.lower() in (played.key, played.kind.lower())), None)
    if found is None:
        raise _fail(f"There is no game {name}. There are: {', '.join(played.key for played in GAMES)}.")
    return found


@app.command()
def replay(match: Annotated[str, typer.Argument(help="The match's id, mat_…")]) -> None:
    """Play a match again from its log; check the seed's hash, every ply's events and state, and the outcome."""
    settings = Settings()
    _configure_logs("WARNING")
    found = _run(_replayed(settings, match))
    if found:
        raise _fail("\n".join(found))


async def _replayed(settings: Settings, match_id: str) -> list[str]:
    from server.app import opened_store

    async with opened_store(settings) as store:
        created, kept = await store.created(match_id), await store.match(match_id)
        if created is None or kept is None:
            return [f"There is no match {match_id}."]
        plies = await store.plies(match_id)
        table = table_of(created.setup, decks.load(settings.decks_dir))
    found = faults(created, plies, kept, table)
    if not found:
        console.print(f"{len(plies)} plies replayed: every event and state as recorded.", highlight=False)
        console.print(f"Seed hash {seed_hash(created.setup.seed)}", highlight=False)
        console.print(f"Outcome {kept.outcome}" if kept.outcome else f"The match is {kept.status}.", highlight=False)
    return found


@app.command()
def token(
    operator: Annotated[str, typer.Option(help="Create an operator of this name.")],
) -> None:
    """Create an operator, and print the token. It is shown this once."""
    settings = Settings()
    _configure_logs("WARNING")
    console.print(_run(_operator(settings, operator)), highlight=False)


async def _operator(settings: Settings, name: str) -> str:
    from server.app import opened_store

    async with opened_store(settings) as store:
        _, text = await Players(store, utc_now).create(name, is_operator=True)
        return text


@app.command()
def demo(
    url: Annotated[str, typer.Option(help="The running server.")] = "http://127.0.0.1:8000",
    matches: Annotated[int, typer.Option(min=1, max=200, help="How many bot matches.")] = 6,
) -> None:
    """Fill a running server with matches between bots, so that the lobby and the replays show life."""
    try:
        for line in fill(url, matches):
            console.print(line, highlight=False)
    except DemoFailed as refused:
        raise _fail(str(refused)) from refused
    except OSError as problem:
        raise _fail(f"Cannot reach {url}: {problem}. Start it with `make run`.") from problem
