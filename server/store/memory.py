"""The store in this process's memory: for tests and measurements. Several hosts may share one; nothing survives it."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from datetime import datetime

from server.games.engine import replace
from server.matches.match import seat_of
from server.matches.records import Match, Ply, Status, Visibility
from server.matches.store import Claim, CodeTaken, Key, MatchQuery, Player, PlyTaken, Token
from server.matches.talk import Suggestion


class MemoryStore:
    """The `Store` protocol on plain dicts.

    `watch()` yields every ply written since the last `open()`, whenever it is called.
    """

    def __init__(self) -> None:
        self._created: dict[str, Match] = {}
        self._matches: dict[str, Match] = {}
        self._codes: dict[str, str] = {}
        self._logs: defaultdict[str, dict[int, Ply]] = defaultdict(dict)
        self._written: list[Ply] = []
        """Every ply in the order written."""
        self._watched_from = 0
        self._news = asyncio.Event()
        self._hearers: list[asyncio.Queue[Suggestion]] = []
        self._players: dict[str, Player] = {}
        self._tokens: dict[str, Token] = {}
        self._claims: dict[str, Claim] = {}
        self._beats: dict[str, datetime] = {}

    async def open(self) -> None:
        """Note from where `watch` yields."""
        self._watched_from = len(self._written)

    async def close(self) -> None:
        """Do nothing: another host may share this store."""

    async def ping(self) -> None:
        """Return: memory always answers."""

    # Matches

    async def add_match(self, match: Match) -> bool:
        """Keep a new match (ply 0). False when its id is known already; raise `CodeTaken` when its code is."""
        if match.setup.id in self._matches:
            return False
        if match.setup.code in self._codes:
            raise CodeTaken(f"The code {match.setup.code} is in use.")
        self._codes[match.setup.code] = match.setup.id
        self._created[match.setup.id] = self._matches[match.setup.id] = match
        return True

    async def match(self, id: str) -> Match | None:
        """Return the match as last checkpointed."""
        return self._matches.get(id)

    async def created(self, id: str) -> Match | None:
        """Return the match as it was created, at ply 0."""
        return self._created.get(id)

    async def match_id(self, code: str) -> str | None:
        """Return the id of the match with this join code."""
        return self._codes.get(code)

    async def checkpoint(self, *matches: Match) -> None:
        """Keep later states of matches; an older one than is kept changes nothing."""
        for match in matches:
            kept = self._matches.get(match.setup.id)
            if kept is not None and kept.ply < match.ply:
                self._matches[match.setup.id] = match

    def ended(self) -> list[Match]:
        """Return the matches that have ended after their start, as checkpointed."""
        return [match for match in self._matches.values() if match.started_at and match.ended_at]

    async def unfinished(self) -> list[str]:
        """Return the ids of matches that are open or running."""
        return [id for id, match in self._matches.items() if match.status in (Status.OPEN, Status.RUNNING)]

    # The log

    async def append(self, ply: Ply) -> None:
        """Write one ply; raise `PlyTaken` when that number exists, LookupError when the match does not."""
        if ply.match not in self._matches:
            raise LookupError(f"There is no match {ply.match}.")
        if ply.number in self._logs[ply.match]:
            raise PlyTaken(f"{ply.match}:{ply.number} has been written by another server.")
        self._logs[ply.match][ply.number] = ply
        self._written.append(ply)
        self._news.set()
        self._news = asyncio.Event()

    async def plies(self, match: str, after: int = 0, limit: int | None = None) -> list[Ply]:
        """Return the plies numbered above `after`, in order."""
        return self._log(match, after + 1, None)[:limit]

    async def plies_before(self, match: str, before: int, limit: int) -> list[Ply]:
        """Return up to `limit` plies numbered below `before`, in order, nearest to `before`."""
        return self._log(match, max(1, before - limit), before)

    def _log(self, match: str, first: int, end: int | None) -> list[Ply]:
        log = self._logs.get(match, {})
        return [log[number] for number in sorted(log) if number >= first and (end is None or number < end)]

    def watch(self, besides: str | None = None) -> AsyncIterator[Ply]:
        """Yield plies as servers write them, except those of origin `besides`."""
        return self._watch(self._watched_from, besides)

    async def _watch(self, place: int, besides: str | None) -> AsyncIterator[Ply]:
        while True:
            news = self._news
            while place < len(self._written):
                ply = self._written[place]
                place += 1
                if besides is None or ply.origin != besides:
                    yield ply
            await news.wait()

    # Team talk

    async def pass_on(self, suggestion: Suggestion) -> None:
        """Let the other servers hear a suggestion."""
        for heard in self._hearers:
            heard.put_nowait(suggestion)

    async def passed_on(self, besides: str | None = None) -> AsyncIterator[Suggestion]:
        """Yield suggestions as servers pass them on, except those of origin `besides`."""
        heard: asyncio.Queue[Suggestion] = asyncio.Queue()
        self._hearers.append(heard)
        try:
            while True:
                suggestion = await heard.get()
                if besides is None or suggestion.origin != besides:
                    yield suggestion
        finally:
            self._hearers.remove(heard)

    # Lists

    async def page(
        self, query: MatchQuery, newest_first: bool, after: Key | None, before: Key | None, limit: int, last: bool
    ) -> list[Match]:
        """Return up to `limit` matches between two keys in the order asked for: the first ones, or the last ones."""
        lower, upper = (before, after) if newest_first else (after, before)
        found = [match for match in self._found(query) if _is_between(_key(match), lower, upper)]
        found.sort(key=_key, reverse=newest_first)
        return found[max(0, len(found) - limit) :] if last else found[:limit]

    async def count(self, query: MatchQuery) -> int:
        """Return how many matches a query finds."""
        return len(self._found(query))

    def _found(self, query: MatchQuery) -> list[Match]:
        return [match for match in self._matches.values() if _fits(match, query)]

    # Players, tokens, heartbeats

    async def claim(self, claim: Claim) -> Claim:
        """Keep a claim, unless there is one of that hash; return the one that is kept."""
        return self._claims.setdefault(claim.hash, claim)

    async def has_claim(self, hash: str, player: str) -> bool:
        """Tell whether a claim of that hash, which made this player, is still kept."""
        return hash in self._claims and self._claims[hash].player == player

    async def drop_claims(self, player: str) -> None:
        """Forget the claims of a player."""
        self._claims = {hash: claim for hash, claim in self._claims.items() if claim.player != player}

    async def add_player(self, player: Player, token: Token) -> None:
        """Keep a new player with a first token; who is known already has one more then, and stays as they are."""
        self._players.setdefault(player.id, player)
        await self.add_token(token)

    async def player(self, id: str) -> Player | None:
        """Return a player."""
        return self._players.get(id)

    async def players(self, ids: Sequence[str]) -> dict[str, Player]:
        """Return the players known among `ids`."""
        return {id: self._players[id] for id in ids if id in self._players}

    async def rename(self, id: str, name: str) -> None:
        """Change a player's name; matches begun keep the old one."""
        if id in self._players:
            self._players[id] = replace(self._players[id], name=name)

    async def add_token(self, token: Token) -> None:
        """Keep a further token of a player."""
        self._tokens[token.hash] = token

    async def token(self, hash: str) -> Token | None:
        """Return a token by its hash, revoked ones too."""
        return self._tokens.get(hash)

    async def valid_tokens(self, hashes: Sequence[str]) -> set[str]:
        """Return those hashes that are a token's which is not revoked."""
        return {hash for hash in hashes if hash in self._tokens and self._tokens[hash].revoked_at is None}

    async def revoke(self, hash: str, at: datetime) -> int:
        """Revoke one token; return how many were valid until now."""
        return self._revoke([hash] if hash in self._tokens else [], at)

    async def revoke_all(self, player: str, at: datetime) -> int:
        """Revoke every token of a player; return how many were valid until now."""
        return self._revoke([hash for hash, token in self._tokens.items() if token.player == player], at)

    def _revoke(self, hashes: list[str], at: datetime) -> int:
        valid = [hash for hash in hashes if self._tokens[hash].revoked_at is None]
        for hash in valid:
            self._tokens[hash] = replace(self._tokens[hash], revoked_at=at)
        return len(valid)

    async def beat(self, server: str, at: datetime) -> None:
        """Note that this server runs."""
        self._beats[server] = at

    async def last_beat(self) -> datetime | None:
        """Return when any server was last known to run."""
        return max(self._beats.values(), default=None)


def _key(match: Match) -> tuple[datetime, str]:
    return match.setup.created_at, match.setup.id


def _is_between(key: tuple[datetime, str], lower: Key | None, upper: Key | None) -> bool:
    is_above = lower is None or key > (lower.created_at, lower.id)
    is_below = upper is None or key < (upper.created_at, upper.id)
    return is_above and is_below


def _fits(match: Match, query: MatchQuery) -> bool:
    return (
        (query.game is None or match.setup.game == query.game)
        and (query.status is None or match.status is query.status)
        and (query.player is None or seat_of(match, query.player) is not None)
        and (match.setup.visibility is Visibility.PUBLIC or not query.public_only)
    )
