"""Writes whole finished matches into a database, thousands a second: for filling one, not for a server's own matches.

Nobody else may be entering matches into the ledger meanwhile: the numbers are given by the caller.
"""

import asyncio
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from motor.motor_asyncio import AsyncIOMotorCollection

from server.matches.records import Match, Ply
from server.matches.store import Player
from server.stats.records import Entry, MatchFacts
from server.store.codec import Document, creation_id
from server.store.documents import player_fields
from server.store.mongo import MongoStore, reaching
from server.store.mongo_stats import entry_document, facts_document

GROUP = 2000


class Bulk:
    """One database that is being filled."""

    def __init__(self, store: MongoStore) -> None:
        self._codec = store.codec
        self._database = store.database

    async def begin(self, at: datetime) -> None:
        """Note that matches have been created since then at least: where lists begin."""
        with reaching():
            await self._database["marks"].update_one({"_id": "began", "at": {"$gt": at}}, {"$set": {"at": at}})

    async def add_players(self, players: Iterable[Player]) -> None:
        """Keep players, who have no token."""
        fields = (player_fields(player) for player in players)
        await self._insert("players", [{"_id": given.pop("id"), **given} for given in fields])

    async def add_matches(self, matches: Sequence[tuple[Match, Match, Sequence[Ply]]]) -> None:
        """Keep matches as created and as ended, with their logs; they count as entered in the ledger already."""
        created = [self._codec.match_document(match) | {"_id": creation_id(match)} for match, _, _ in matches]
        ended = [self._codec.match_document(match) for _, match, _ in matches]
        for document in ended:
            document.pop("owed", None)
        plies = [self._codec.ply_document(ply, match.setup.game) for match, _, log in matches for ply in log]
        await asyncio.gather(
            self._insert("creations", created), self._insert("matches", ended), self._insert("plies", plies)
        )

    async def add_results(self, entries: Sequence[Entry], facts: Sequence[MatchFacts]) -> None:
        """Keep endings under the numbers they have, and the facts of their matches."""
        await self._insert("facts", [facts_document(one) for one in facts])
        await self._insert("ledger", [entry_document(entry) for entry in entries])

    async def _insert(self, name: str, documents: Sequence[Document]) -> None:
        collection: AsyncIOMotorCollection[Any] = self._database[name]
        for start in range(0, len(documents), GROUP):
            with reaching():
                await collection.insert_many(documents[start : start + GROUP], ordered=False)
