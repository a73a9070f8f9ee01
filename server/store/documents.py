"""The collections and their indexes, as Beanie documents. Accounts and heartbeats are read and written through them;
matches and plies, the hot paths, through their collections with the codec.

Never `save()` or `set()` (findAndModify reads the whole collection on the embedded database), and flat filters only.
"""

from datetime import datetime, timedelta
from typing import Any, NamedTuple

from beanie import Document as BeanieDocument
from beanie import init_beanie
from motor.motor_asyncio import AsyncIOMotorDatabase
from pydantic import ConfigDict
from pymongo import ASCENDING, IndexModel

from server.matches.store import Claim, Player, Token
from server.store.codec import Document

TALK_KEPT = timedelta(hours=1)
CLAIMS_KEPT = timedelta(hours=1)


class Documents(NamedTuple):
    """One store's document classes."""

    matches: type[BeanieDocument]
    creations: type[BeanieDocument]
    plies: type[BeanieDocument]
    players: type[BeanieDocument]
    tokens: type[BeanieDocument]
    servers: type[BeanieDocument]
    talk: type[BeanieDocument]
    claims: type[BeanieDocument]


async def documents_in(database: AsyncIOMotorDatabase[Document]) -> Documents:
    """Make the collections' indexes and return their classes, made anew: Beanie binds a class to one database."""

    class MatchDocument(BeanieDocument):
        """The envelope of a match and its state at ply `ply`."""

        model_config = ConfigDict(extra="allow")

        id: str  # type: ignore[assignment]  # Beanie's own default is an ObjectId
        key: str
        """Creation time and id: what lists are ordered by."""
        lobby: list[str]
        """The public lists the match stands in."""
        players: list[str]
        setup: dict[str, Any]
        status: str
        ply: int
        owed: bool | None = None
        """Set by a checkpoint after the end, until the match is known to be in the ledger of endings."""

        class Settings:
            name = "matches"
            indexes = (
                IndexModel([("setup.code", ASCENDING)], unique=True),
                IndexModel([("lobby", ASCENDING), ("key", ASCENDING)]),
                IndexModel([("players", ASCENDING), ("key", ASCENDING)]),
                IndexModel([("status", ASCENDING), ("key", ASCENDING)]),
                IndexModel([("key", ASCENDING)]),
                IndexModel([("owed", ASCENDING)], sparse=True),
            )

    class CreationDocument(BeanieDocument):
        """A match at ply 0; never changes."""

        model_config = ConfigDict(extra="allow")

        id: str  # type: ignore[assignment]  # Beanie's own default is an ObjectId

        class Settings:
            name = "creations"

    class PlyDocument(BeanieDocument):
        """One line of a match's log. No index but that on `_id`: another one would double the cost of an insert."""

        model_config = ConfigDict(extra="allow")

        id: str  # type: ignore[assignment]  # Beanie's own default is an ObjectId
        match: str
        number: int
        game: str
        at: datetime
        origin: str

        class Settings:
            name = "plies"

    class PlayerDocument(BeanieDocument):
        """A person's account."""

        id: str  # type: ignore[assignment]  # Beanie's own default is an ObjectId
        name: str
        created_at: datetime
        is_operator: bool

        class Settings:
            name = "players"

    class TokenDocument(BeanieDocument):
        """A bearer token; its id is the hash."""

        id: str  # type: ignore[assignment]  # Beanie's own default is an ObjectId
        player: str
        created_at: datetime
        revoked_at: datetime | None

        class Settings:
            name = "tokens"
            indexes = (IndexModel([("player", ASCENDING)]),)

    class ServerDocument(BeanieDocument):
        """When a server was last known to run."""

        id: str  # type: ignore[assignment]  # Beanie's own default is an ObjectId
        at: datetime

        class Settings:
            name = "servers"

    class SuggestionDocument(BeanieDocument):
        """The last suggestion made in a team, for the other servers to hear: each one replaces the one before."""

        model_config = ConfigDict(extra="allow")

        id: str  # type: ignore[assignment]  # Beanie's own default is an ObjectId
        at: datetime
        origin: str

        class Settings:
            name = "talk"
            indexes = (IndexModel([("at", ASCENDING)], expireAfterSeconds=int(TALK_KEPT.total_seconds())),)

    class ClaimDocument(BeanieDocument):
        """What a request to create a player has made; its id is the hash of the request's."""

        id: str  # type: ignore[assignment]  # Beanie's own default is an ObjectId
        player: str
        name: str
        at: datetime

        class Settings:
            name = "claims"
            indexes = (
                IndexModel([("at", ASCENDING)], expireAfterSeconds=int(CLAIMS_KEPT.total_seconds())),
                IndexModel([("player", ASCENDING)]),
            )

    documents = Documents(
        MatchDocument,
        CreationDocument,
        PlyDocument,
        PlayerDocument,
        TokenDocument,
        ServerDocument,
        SuggestionDocument,
        ClaimDocument,
    )
    await init_beanie(database, document_models=list(documents))
    return documents


def player_fields(player: Player) -> dict[str, Any]:
    """Return what a player's document is made with."""
    return {"id": player.id, "name": player.name, "created_at": player.created_at, "is_operator": player.is_operator}


def player_of(document: Any) -> Player:
    """Return the player of a document."""
    return Player(document.id, document.name, document.created_at, document.is_operator)


def token_fields(token: Token) -> dict[str, Any]:
    """Return what a token's document is made with."""
    fields = {"player": token.player, "created_at": token.created_at, "revoked_at": token.revoked_at}
    return {"id": token.hash, **fields}


def token_of(document: Any) -> Token:
    """Return the token of a document."""
    return Token(document.id, document.player, document.created_at, document.revoked_at)


def claim_fields(claim: Claim) -> dict[str, Any]:
    """Return what a claim's document is made with."""
    return {"id": claim.hash, "player": claim.player, "name": claim.name, "at": claim.at}


def claim_of(document: Any) -> Claim:
    """Return the claim of a document."""
    return Claim(document.id, document.player, document.name, document.at)
