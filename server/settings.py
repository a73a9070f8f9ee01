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
    client_dir: Path = ROOT / "client" / "dist"
    decks_dir: Path = ROOT / "decks"
