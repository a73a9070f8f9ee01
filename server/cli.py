"""The commands, from serve to demo. Each is a few lines over what the server is made of."""

import asyncio
import gc
import gzip
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated, Any, TextIO, TypeVar, cast

import msgspec
import structlog
import typer
import uvicorn
from pydantic import ValidationError
from rich.console import Console
from rich.table import Table as Rows

from server import decks
from server.demo import DemoFailed, fill
from server.filling import Filling, Wish
from server.games.engine import BadOption
from server.games.registry import GAMES, Game
from server.games.simulation import play_match
from server.matches.host import utc_now
from server.matches.live import Decks, table_of
from server.matches.match import Refused, seed_hash
from server.matches.players import Players
from server.matches.replay import faults
from server.matches.store import Store, StoreUnavailable
from server.settings import Settings
from server.stats.exports import PARAMETERS, BadWish, Exports, file_name, wish
from server.stats.exports import Wish as Export
from server.stats.keeper import Keeper, ask_for_rebuild, enter_forgotten
from server.stats.sheets import Format
from server.stats.tables import Table
from server.stats.texts import QuestionTexts
from server.store.embedded import EmbeddedDatabaseError
from server.store.mongo import MongoStore
from server.store.mongo_stats import MongoStats

app = typer.Typer(help="Parlour: a GraphQL game server for tabletop party games.", no_args_is_help=True)
console = Console(soft_wrap=True)
Result = TypeVar("Result")

MAX_PLIES = 20_000
QUIET = ("pymongo", "uvicorn", "websockets", "asyncio")
"""Loggers that would write down, below WARNING, what is sent and stored: moves, seeds, hands, addresses."""
FINISH_SECONDS = 2
"""How long requests may take to finish when the server stops, after its sockets have been closed."""
COLLECTED_AFTER = (10_000, 10, 10)
"""Objects, and rounds, after which the garbage collector looks through each generation."""
REBUILD_POLL_SECONDS = 0.2


def _fail(message: str) -> typer.Exit:
    """Print why a command cannot go on, and return what ends it."""
    Console(stderr=True).print(message, style="bold red", highlight=False, markup=False, soft_wrap=True)
    return typer.Exit(1)


def _settings() -> Settings:
    """Read the environment, or say which variable is wrong and why."""
    try:
        return Settings()
    except ValidationError as wrong:
        told = (f"{str(e['loc'][0]).upper()} cannot be {e['input']!r}: {e['msg']}." for e in wrong.errors())
        raise _fail("\n".join(told)) from wrong


class Forgiving:
    """A file to log to; what cannot be written, as on a full disk, must not stop what is logged."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, text: str) -> None:
        """Write if possible."""
        with suppress(OSError, ValueError):
            self._file.write(text)

    def flush(self) -> None:
        """Flush if possible."""
        with suppress(OSError, ValueError):
            self._file.flush()


def _configure_logs(level: str) -> None:
    """Write every log as a line of JSON on standard error; see `QUIET` for what is never let through."""
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    ends: list[structlog.typing.Processor] = [
        structlog.processors.format_exc_info,
        structlog.processors.JSONRenderer(),
    ]
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level)),
        processors=[*shared, *ends],
        logger_factory=structlog.PrintLoggerFactory(cast(TextIO, Forgiving(sys.stderr))),
        cache_logger_on_first_use=True,
    )
    of_libraries = logging.StreamHandler(sys.stderr)
    stripped = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    of_libraries.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared, structlog.stdlib.ExtraAdder()], processors=[stripped, *ends]
        )
    )
    logging.basicConfig(level=level, handlers=[of_libraries], force=True)
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)


def _run(
    work: Coroutine[Any, Any, Result], loop_factory: Callable[[], asyncio.AbstractEventLoop] | None = None
) -> Result:
    try:
        with asyncio.Runner(loop_factory=loop_factory) as runner:
            return runner.run(work)
    except (EmbeddedDatabaseError, StoreUnavailable, Refused) as problem:
        raise _fail(str(problem)) from problem


def _open_more_files() -> None:
    """Let this process have as many connections as the system grants it: many give a process 1,024 unless it asks."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _listening(settings: Settings) -> socket.socket:
    """Take the server's address before anything is started, so that a taken port is said at once and plainly."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
        listener.listen()
    except OSError as taken:
        message = f"Cannot listen on {settings.host}:{settings.port}: {taken.strerror}. Set PORT to another port."
        raise _fail(message) from taken
    return listener


class Server(uvicorn.Server):
    """Says where it is once it answers, and goodbye to sockets before it closes connections."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take SIGTERM and Ctrl-C as the wish to stop, and nothing more: uvicorn's own raises them again at the end."""
        wishes = (signal.SIGTERM, signal.SIGINT)
        before = {wish: signal.signal(wish, self.handle_exit) for wish in wishes}
        try:
            yield
        finally:
            for wish, taken in before.items():
                signal.signal(wish, taken)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and print the address."""
        await super().startup(sockets)
        if self.started and sockets:
            host, port = sockets[0].getsockname()[:2]
            console.print(f"Parlour is at http://{host}:{port} (schema explorer: /explorer/)", highlight=False)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Drain, then stop."""
        await self.config.app.drain()  # type: ignore[union-attr]  # a Parlour
        await super().shutdown(sockets)


@app.command()
def serve() -> None:
    """Serve the API and the client until SIGTERM or Ctrl-C. Environment variables are the settings (see the README)."""
    from server.api.heads import short_heads
    from server.api.places import PlaceLimits
    from server.app import Parlour

    settings = _settings()
    _configure_logs(settings.log_level)
    _open_more_files()
    listener = _listening(settings)
    limits = PlaceLimits(settings.sockets, settings.sockets_per_address)
    config = uvicorn.Config(
        Parlour(settings),
        http=short_heads(settings.request_seconds, settings.keep_alive_seconds, limits=limits),
        ws_max_size=65_536,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=FINISH_SECONDS,
        lifespan="off",
    )
    _run(_serve(config, listener), config.get_loop_factory())
    _leave()


def _leave() -> None:
    """End the process now: a thread of the database's driver may still wait, for 20 s, for one that does not answer."""
    with suppress(OSError):
        logging.shutdown()
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(0)


async def _serve(config: uvicorn.Config, listener: socket.socket) -> None:
    """Serve until told to stop. The lifespan is entered here, as uvicorn would print a trace where a sentence does."""
    server = Server(config)
    with server.capture_signals():
        async with config.app.lifespan():  # type: ignore[union-attr]  # a Parlour
            _spare_the_collector()
            await server.serve(sockets=[listener])


def _spare_the_collector() -> None:
    """Keep what lasts as long as the server, decks and schema above all, out of the garbage collector's rounds.

    Going through it took 150 to 250 ms at a time, in which nobody was answered, and a fifth of all CPU under load.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED_AFTER)


@app.command()
def simulate(
    game: Annotated[str, typer.Argument(help="The game, for example twenty.")] = "twenty",
    matches: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many matches.")] = 200,
    skills: Annotated[str, typer.Option(help="One skill from 0 to 1 a seat, with commas.")] = "1.0,0.2",
    seed: Annotated[str, typer.Option(help="The first match's seed is SEED-0, and so on.")] = "simulation",
    store: Annotated[bool, typer.Option("--store", help="Write finished matches into the database instead.")] = False,
    seats: Annotated[int, typer.Option(help="With --store: how many play each match.")] = 3,
    options: Annotated[str, typer.Option(help="With --store: the matches' options as JSON.")] = "{}",
    distinct: Annotated[int, typer.Option(min=1, help="With --store: matches really played, then told again.")] = 200,
    players: Annotated[int, typer.Option(min=8, help="With --store: how many people play.")] = 2000,
    days: Annotated[int, typer.Option(min=1, help="With --store: over how many days, up to now.")] = 365,
    logs: Annotated[
        bool,
        typer.Option(help="With --store: write the plies too, most of the database. Needed to rebuild statistics."),
    ] = True,
) -> None:
    """Play matches between bots without a server; say who wins how often, and how fast the rules are.

    With --store, fill the database with so many finished matches: logs, results and statistics. Stop the server first.
    """
    played = _game_named(game)
    if store:
        _fill_store(played, matches, seed, seats, options, distinct, players, days, logs)
        return
    strengths = _strengths(skills, played)
    deck = decks.load(_settings().decks_dir)[played.key][0]
    known = played.bot.knowledge((deck,))
    wins, plies, began = [0.0] * len(strengths), 0, time.perf_counter()
    for number in range(matches):
        turned = number % len(strengths)
        order = strengths[turned:] + strengths[:turned]
        options, name = played.rules.Options(), f"{seed}-{number}"
        result = play_match(played, options, len(order), deck, name, order, MAX_PLIES, known)
        plies += len(result.plies)
        if result.outcome is None:
            raise _fail(f"The match with seed {name} did not end within {MAX_PLIES} plies.")
        winners = [seat for seat, place in enumerate(result.outcome.places) if place == 1]
        for seat in winners:
            wins[(seat + turned) % len(order)] += 1 / len(winners)
    seconds = time.perf_counter() - began
    rows = Rows("skill", "won", "share", title=f"{played.name}: {matches} matches")
    for skill, won in zip(strengths, wins, strict=True):
        rows.add_row(f"{skill:.1f}", f"{won:.1f}", f"{won / matches:.1%}")
    console.print(rows)
    console.print(f"{plies} plies in {seconds:.1f} s: {plies / seconds:,.0f} plies/s with bots choosing")


def _fill_store(
    played: Game, matches: int, seed: str, seats: int, options: str, distinct: int, players: int, days: int, logs: bool
) -> None:
    settings = _settings()
    _configure_logs("WARNING")
    if seats not in played.rules.SEATS:
        raise _fail(f"{played.name} is for {played.rules.SEATS.start} to {played.rules.SEATS[-1]} players.")
    try:
        chosen = msgspec.json.decode(options, type=played.rules.Options)
        played.rules.check_options(chosen)
    except (msgspec.MsgspecError, BadOption) as bad:
        raise _fail(f"The options {options} cannot be played with: {bad}") from bad
    deck = decks.load(settings.decks_dir)[played.key][0]
    wish = Wish(played, deck, chosen, seats, matches, seed, distinct, players, days, logs)
    for line in _run(_filled(settings, wish)):
        console.print(line, highlight=False)


async def _filled(settings: Settings, wish: Wish) -> list[str]:
    from server.app import opened_store

    async with opened_store(settings) as store:
        if not isinstance(store, MongoStore):
            raise StoreUnavailable("Nothing survives in memory: fill a database.")
        kept = MongoStats(store)
        await kept.open()
        filling = Filling(store, kept, wish)
        began = time.perf_counter()
        plies = await filling.fill()
        wrote = time.perf_counter()
        await filling.fold()
        folded = time.perf_counter()
    return [
        f"{wish.matches} matches of {wish.game.name}, {plies} plies, written in {wrote - began:.1f} s",
        f"Boards folded in {folded - wrote:.1f} s",
    ]


def _strengths(skills: str, played: Game) -> list[float]:
    try:
        strengths = [float(skill) for skill in skills.split(",")]
    except ValueError:
        strengths = []
    if len(strengths) not in played.rules.SEATS or not all(0 <= skill <= 1 for skill in strengths):
        seats = played.rules.SEATS
        raise _fail(f"{played.name} needs {seats.start} to {seats[-1]} skills from 0 to 1, with commas between.")
    return strengths


def _game_named(name: str) -> Game:
    found = next((played for played in GAMES if name.lower() in (played.key, played.kind.lower())), None)
    if found is None:
        raise _fail(f"There is no game {name}. There are: {', '.join(played.key for played in GAMES)}.")
    return found


@app.command()
def replay(matches: Annotated[list[str], typer.Argument(help="The matches' ids, mat_…")]) -> None:
    """Play matches again from their logs; check the seed's hash, every ply's events and state, and the outcome."""
    settings = _settings()
    _configure_logs("WARNING")
    found = _run(_replayed_all(settings, matches))
    if found:
        raise _fail("\n".join(found))


async def _replayed_all(settings: Settings, match_ids: list[str]) -> list[str]:
    from server.app import opened_store

    known = decks.load(settings.decks_dir)
    async with opened_store(settings, shares=True) as store:
        return [f"{id}: {fault}" for id in match_ids for fault in await _replayed(store, known, id)]


async def _replayed(store: Store, known: Decks, match_id: str) -> list[str]:
    created, kept = await store.created(match_id), await store.match(match_id)
    if created is None or kept is None:
        return ["There is no such match."]
    plies = await store.plies(match_id)
    table = table_of(created.setup, known)
    found = faults(created, plies, kept, table)
    if not found:
        console.print(f"{match_id}: {len(plies)} plies replayed: every event and state as recorded.", highlight=False)
        console.print(f"Seed hash {seed_hash(created.setup.seed)}", highlight=False)
        console.print(f"Outcome {kept.outcome}" if kept.outcome else f"The match is {kept.status}.", highlight=False)
    return found


@app.command("rebuild-stats")
def rebuild_stats() -> None:
    """Derive all statistics from the logs again. Readers have the old ones until the new ones are complete."""
    settings = _settings()
    _configure_logs("WARNING")
    console.print(_run(_rebuilt(settings)), highlight=False)


async def _rebuilt(settings: Settings) -> str:
    from server.app import decks_in, opened_store, statistics_of

    async with opened_store(settings, shares=True) as store:
        kept = await statistics_of(store)
        keeper = Keeper(store, kept, decks_in(settings.decks_dir), f"rebuild-{os.getpid()}", utc_now)
        began = time.perf_counter()
        entered = await enter_forgotten(store, kept)
        wanted = await ask_for_rebuild(kept)
        while (progress := await kept.progress()).current.generation < wanted:
            await keeper.keep_up()
            await asyncio.sleep(REBUILD_POLL_SECONDS)
        await keeper.stop()
        seconds = time.perf_counter() - began
    return f"{progress.current.folded} endings and corrections counted again in {seconds:.1f} s; {entered} were new."


def _parameter(name: str) -> Any:
    return typer.Option(help=PARAMETERS[name])


@app.command()
def export(
    table: Annotated[Table, typer.Argument(help="What to export.")],
    format: Annotated[Format, typer.Option(help="CSV for spreadsheets, NDJSON for programs.")] = Format.CSV,
    output: Annotated[
        Path | None,
        typer.Option(help="The file to write, compressed if it ends in .gz; by default named after the snapshot."),
    ] = None,
    game: Annotated[str | None, _parameter("game")] = None,
    event: Annotated[str | None, _parameter("event")] = None,
    deck: Annotated[str | None, _parameter("deck")] = None,
    seats: Annotated[str | None, _parameter("seats")] = None,
    player: Annotated[str | None, _parameter("player")] = None,
    status: Annotated[str | None, _parameter("status")] = None,
    first_day: Annotated[str | None, _parameter("first_day")] = None,
    last_day: Annotated[str | None, _parameter("last_day")] = None,
    has_bots: Annotated[str | None, _parameter("has_bots")] = None,
    is_test: Annotated[str | None, _parameter("is_test")] = None,
    at: Annotated[str | None, _parameter("at")] = None,
    after: Annotated[str | None, _parameter("after")] = None,
) -> None:
    """Write a table of what has been counted: matches, results, plies or questions, the same as /exports/ serves."""
    parameters = {
        "game": game,
        "event": event,
        "deck": deck,
        "seats": seats,
        "player": player,
        "status": status,
        "first_day": first_day,
        "last_day": last_day,
        "has_bots": has_bots,
        "is_test": is_test,
        "at": at,
        "after": after,
    }
    settings = _settings()
    _configure_logs("WARNING")
    try:
        asked = wish(table, format, {name: text for name, text in parameters.items() if text is not None})
        console.print(_run(_exported(settings, asked, output)), highlight=False)
    except (BadWish, OSError) as problem:
        raise _fail(str(problem)) from problem


async def _exported(settings: Settings, asked: Export, output: Path | None) -> str:
    from server.app import decks_in, opened_store, statistics_of

    async with opened_store(settings, shares=True) as store:
        exports = Exports(store, await statistics_of(store), QuestionTexts(decks_in(settings.decks_dir)))
        at = await exports.snapshot(asked)
        path = output or Path(file_name(asked, at))
        partial = path.with_name(f"{path.name}.part")
        with gzip.open(partial, "wb") if path.suffix == ".gz" else partial.open("wb") as file:
            async for piece in exports.text(asked, at):
                file.write(piece.encode())
        partial.replace(path)
    return f"{path}: {asked.table} as counted up to {at}"


@app.command()
def token(
    operator: Annotated[str, typer.Option(help="Create an operator of this name.")],
) -> None:
    """Create an operator, and print the token. It is shown this once."""
    settings = _settings()
    _configure_logs("WARNING")
    console.print(_run(_operator(settings, operator)), highlight=False)


async def _operator(settings: Settings, name: str) -> str:
    from server.app import opened_store

    async with opened_store(settings, shares=True) as store:
        _, text = await Players(store, utc_now).create(name, is_operator=True)
        return text


@app.command()
def demo(
    url: Annotated[str | None, typer.Option(help="The running server; by default where HOST and PORT say.")] = None,
    matches: Annotated[int, typer.Option(min=1, max=200, help="How many bot matches.")] = 6,
) -> None:
    """Fill a running server with matches between bots, so that the lobby and the replays show life."""
    settings = _settings()
    url = url or f"http://{settings.host}:{settings.port}"
    try:
        for line in fill(url, matches):
            console.print(line, highlight=False)
    except DemoFailed as refused:
        raise _fail(str(refused)) from refused
    except OSError as problem:
        raise _fail(f"Cannot reach {url}: {problem}. Start it with `make run`.") from problem
