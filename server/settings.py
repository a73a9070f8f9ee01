"""What the environment settles, read once at the start into one frozen record."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

ROOT = Path(__file__).resolve().parent.parent


def _listed(given: object) -> object:
    return tuple(part.strip() for part in given.split(",") if part.strip()) if isinstance(given, str) else given


class Settings(BaseSettings):
    """Every setting with its default; a variable of the same name in upper case changes it."""

    model_config = SettingsConfigDict(frozen=True, env_file=None, extra="ignore", populate_by_name=True)

    host: str = "127.0.0.1"
    """The address to listen on."""
    port: int = Field(8000, ge=0, le=65535)
    """The port to listen on."""
    mongodb_url: str | None = None
    """A MongoDB replica set to use; without it the embedded database is started."""
    mongodb_database: str = "parlour"
    data_dir: Path = ROOT / "data"
    """Where the embedded database keeps its files and its log."""
    database_port: int = Field(0, ge=0, le=65535)
    """The embedded database's port; 0 picks a free one."""
    store: str = Field("mongo", pattern="^(mongo|memory)$")
    """"memory" keeps everything in this process, for measurements: nothing survives it."""
    allowed_origins: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_listed)] = ()
    """Origins of other sites that may use the API from a browser, with commas between; "*" allows all."""
    graphql_status: Literal["audit", "draft-2026-08"] = "audit"
    """Which HTTP statuses refused GraphQL requests get: those of the npm audits, or of the draft of August 2026."""
    log_level: str = Field("INFO", pattern="^(DEBUG|INFO|WARNING|ERROR)$")
    test_mode: bool = Field(False, validation_alias="PARLOUR_TEST_MODE")
    """Lets creators set seeds and deck orders, and clocks be moved."""
    bot_pause: float = Field(0.8, ge=0, le=60)
    """Seconds a bot thinks."""
    rate_limit: int = Field(6_000, ge=0, le=1_000_000)
    """Requests a minute of an account, over HTTP and sockets together. As for every limit here, 0 is no limit."""
    cost_limit: int = Field(6_000_000, ge=0, le=100_000_000)
    """Points of cost a minute of an account; a move costs about 1,000."""
    request_seconds: float = Field(20.0, gt=0, le=3_600)
    """Seconds in which the head of a request must have come, and then its body, and in which a client must take some of
    an answer."""
    keep_alive_seconds: float = Field(180.0, gt=0, le=3_600)
    """Seconds for which a connection is kept after an answer. It should be longer than clients and proxies keep theirs
    (60 s nginx, 90 s Go, 120 s Caddy): who asks just when the server closes gets no answer."""
    address_share: int = Field(4, ge=1, le=20)
    """How many accounts' requests and cost an address may have. This machine itself has no limits as an address."""
    wrong_codes: int = Field(30, ge=0)
    """Wrong join codes a minute of an account, and of an address."""
    new_players: int = Field(200, ge=0)
    """Players an hour that an address, or an account, may create."""
    sockets: int = Field(5_000, ge=0)
    """Sockets open at the same time, and as many connections of HTTP besides; so it is for an address."""
    sockets_per_address: int = Field(100, ge=0)
    sockets_per_account: int = Field(20, ge=0)
    client_dir: Path = ROOT / "client" / "dist"
    decks_dir: Path = ROOT / "decks"
