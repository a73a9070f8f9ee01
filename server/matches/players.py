"""Players and their bearer tokens."""

import asyncio
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from weakref import WeakValueDictionary

from cachetools import TTLCache

from server.games.engine import replace
from server.matches import ids
from server.matches.background import kept_going
from server.matches.match import Refusal, Refused
from server.matches.revocation import Revocation
from server.matches.store import Claim, Player, Store, Token
from server.matches.texts import has_controls, is_visible, trimmed

NAME_LENGTH = 40
LONGEST_GIVEN = 1_000
"""Characters that are looked at, spaces around the name included."""
SHORTEST_SECRET, LONGEST_SECRET, FEWEST_CHARACTERS = 32, 100, 8
"""Of a request's id that answers with a token: any random UUID will do, and no counter or constant."""
RETRIED_WITHIN = timedelta(minutes=5)
"""How long the same request gives the same player; a retry does not come later."""
TOKEN_SECONDS = 5
"""How long a token already seen is trusted without asking the store: another server's revocation takes that long."""
LOOK_SECONDS = 5.0
"""How often the tokens of open sockets are looked up again, all of them together: another server may revoke one."""
LOOKED_UP_AT_ONCE = 20
"""Tokens named in one command: the embedded database takes longer for each, the more there are."""
NAME_SECONDS = 30
"""How long a name already looked up is shown: every update of a match names its players."""


class Unauthenticated(Exception):
    """The token is unknown or revoked: says which."""


def checked_name(name: str) -> str:
    """Return a name as it is kept: trimmed, composed (NFC). Raise `Refused` (BAD_NAME) for one that cannot be shown."""
    if len(name) > LONGEST_GIVEN:
        raise _too_long(name)
    kept = trimmed(name)
    if has_controls(kept):
        raise Refused(Refusal.BAD_NAME, "A name cannot contain control characters.", path=("name",))
    if not is_visible(kept):
        raise Refused(Refusal.BAD_NAME, "A name needs at least one visible character.", path=("name",))
    if len(kept) > NAME_LENGTH:
        raise _too_long(kept)
    return kept


def _too_long(name: str) -> Refused:
    return Refused(
        Refusal.BAD_NAME,
        "A name has at most {most} characters; this one has {count}.",
        path=("name",),
        most=NAME_LENGTH,
        count=len(name),
    )


def _is_unguessable(secret: str) -> bool:
    """Tell whether a text could be random; one that is has a good many different characters."""
    return SHORTEST_SECRET <= len(secret) <= LONGEST_SECRET and len(set(secret)) >= FEWEST_CHARACTERS


class Players:
    """Creates and recognises players."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now
        self._seen: TTLCache[str, Player] = TTLCache(maxsize=10_000, ttl=TOKEN_SECONDS)
        self._found: TTLCache[str, Player] = TTLCache(maxsize=10_000, ttl=NAME_SECONDS)
        self._held: WeakValueDictionary[str, Revocation] = WeakValueDictionary()
        """By hash, what becomes of the tokens that something rests on for longer than a request."""
        self._revocations = 0
        self._looking: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Look, until `stop`, whether other servers have revoked tokens that are held here."""
        self._looking = asyncio.create_task(kept_going("looking for revoked tokens", self._look))

    async def stop(self) -> None:
        """Look no more."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    async def _look(self) -> None:
        await asyncio.sleep(LOOK_SECONDS)
        await self.look_again()

    async def look_again(self) -> None:
        """Let go of the tokens held here that no longer work."""
        held = list(self._held)
        for first in range(0, len(held), LOOKED_UP_AT_ONCE):
            some = held[first : first + LOOKED_UP_AT_ONCE]
            valid = await self._store.valid_tokens(some)
            for hashed in some:
                if hashed not in valid:
                    self._let_go(hashed)

    def _let_go(self, hashed: str) -> None:
        self._seen.pop(hashed, None)
        if (revocation := self._held.pop(hashed, None)) is not None:
            revocation.come()

    async def create(self, name: str, is_operator: bool = False) -> tuple[Player, str]:
        """Return a new player and the text of a first token, which is shown this once."""
        return await self._keep(Player(ids.player_id(), checked_name(name), self._now(), is_operator))

    async def create_once(self, name: str, request_id: str) -> tuple[Player, str]:
        """Return a new player, or the one that the same request has made shortly before, and the text of a token.

        Whoever knows a request's id gets a token from it, for as long as a retry may take and no longer; so it must be
        nothing that somebody else could guess or use as well. Raise `Refused`.
        """
        if not _is_unguessable(request_id):
            raise Refused(
                Refusal.BAD_REQUEST,
                "A requestId of createPlayer has {least} to {most} characters, and nobody can guess it: a random UUID.",
                path=("requestId",),
                least=SHORTEST_SECRET,
                most=LONGEST_SECRET,
            )
        mine = Claim(ids.request_hash(request_id), ids.player_id(), checked_name(name), self._now())
        claim = await self._store.claim(mine)
        if claim.name != mine.name:
            raise Refused(Refusal.BAD_REQUEST, "This requestId was used for another name.", path=("requestId",))
        if mine.at - claim.at > RETRIED_WITHIN:
            raise Refused(
                Refusal.BAD_REQUEST, "This requestId was used too long ago. Take a new one.", path=("requestId",)
            )
        player, text = await self._keep(Player(claim.player, claim.name, claim.at))
        if not await self._store.has_claim(claim.hash, player.id):  # `revoke` may have passed before there was a token
            await self._store.revoke(ids.token_hash(text), self._now())
            raise Refused(
                Refusal.BAD_REQUEST,
                "The tokens of the player that this requestId has made have been revoked. Take a new one.",
                path=("requestId",),
            )
        return (await self._store.player(player.id) or player), text

    async def _keep(self, player: Player) -> tuple[Player, str]:
        text = ids.token()
        await self._store.add_player(player, Token(ids.token_hash(text), player.id, self._now()))
        return player, text

    async def recognise(self, text: str) -> Player:
        """Return the player a token belongs to; raise `Unauthenticated` otherwise."""
        hashed = ids.token_hash(text)
        if (seen := self._seen.get(hashed)) is not None:
            return seen
        revocations = self._revocations
        token = await self._store.token(hashed)
        if token is None:
            raise Unauthenticated("This token is not known here. Create a player to get one.")
        if token.revoked_at is not None:
            raise Unauthenticated("This token has been revoked.")
        player = await self._store.player(token.player)
        if player is None:
            raise Unauthenticated("This token's player no longer exists.")
        if revocations == self._revocations:  # none was made while this was read
            self._seen[hashed] = player
        return player

    async def hold(self, text: str) -> Revocation:
        """Return what tells of a token's revocation for as long as it is kept; raise `Unauthenticated`."""
        hashed = ids.token_hash(text)
        revocation = self._held.get(hashed)
        if revocation is None:
            revocation = self._held[hashed] = Revocation()
        while True:
            revocations = self._revocations
            revocation.player = (await self.recognise(text)).id
            if revocations == self._revocations:  # else one of them may not have known yet whose token this is
                return revocation

    async def find(self, id: str) -> Player | None:
        """Return a player by id, under a name that may be half a minute old."""
        if (known := self._found.get(id)) is not None:
            return known
        found = await self._store.player(id)
        if found is not None:
            self._found[id] = found
        return found

    async def find_all(self, ids: Collection[str]) -> dict[str, Player]:
        """Return the players known among `ids`, looked up together, under names that may be half a minute old."""
        found = {id: known for id in ids if (known := self._found.get(id)) is not None}
        if missing := [id for id in ids if id not in found]:
            new = await self._store.players(missing)
            self._found.update(new)
            found |= new
        return found

    async def rename(self, player: Player, name: str) -> Player:
        """Return the player under a new name; matches already joined keep the old one."""
        renamed = replace(player, name=checked_name(name))
        await self._store.rename(player.id, renamed.name)
        self._seen.clear()
        self._found[player.id] = renamed
        return renamed

    async def revoke(self, player: Player, text: str, everywhere: bool) -> int:
        """Revoke this token, or every token of the player; return how many were valid until now.

        A request that made the player gives no further token either.
        """
        hashed = ids.token_hash(text)
        await self._store.drop_claims(player.id)
        try:
            if everywhere:
                count = await self._store.revoke_all(player.id, self._now())
            else:
                count = await self._store.revoke(hashed, self._now())
        finally:
            self._revocations += 1
            self._seen.clear()
        gone = [hash for hash, held in self._held.items() if held.player == player.id] if everywhere else [hashed]
        for hash in gone:
            self._let_go(hash)
        return count
