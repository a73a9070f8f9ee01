"""Players and their bearer tokens."""

from collections.abc import Callable, Collection
from datetime import datetime

from cachetools import TTLCache

from server.games.engine import replace
from server.matches import ids
from server.matches.match import Refusal, Refused
from server.matches.store import Player, Store, Token
from server.matches.texts import has_controls, is_visible, trimmed

NAME_LENGTH = 40
LONGEST_GIVEN = 1_000
"""Characters that are looked at, spaces around the name included."""
TOKEN_SECONDS = 5
"""How long a token already seen is trusted without asking the store: another server's revocation takes that long."""
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
        raise Refused(Refusal.BAD_NAME, "A name cannot contain control characters.")
    if not is_visible(kept):
        raise Refused(Refusal.BAD_NAME, "A name needs at least one visible character.")
    if len(kept) > NAME_LENGTH:
        raise _too_long(kept)
    return kept


def _too_long(name: str) -> Refused:
    return Refused(
        Refusal.BAD_NAME,
        "A name has at most {most} characters; this one has {count}.",
        most=NAME_LENGTH,
        count=len(name),
    )


class Players:
    """Creates and recognises players."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now
        self._seen: TTLCache[str, Player] = TTLCache(maxsize=10_000, ttl=TOKEN_SECONDS)
        self._found: TTLCache[str, Player] = TTLCache(maxsize=10_000, ttl=NAME_SECONDS)
        self.on_revoked: Callable[[str], None] = lambda player: None
        """Told of every player of whom a token was revoked here; other servers find out by asking the store."""

    async def create(self, name: str, is_operator: bool = False) -> tuple[Player, str]:
        """Return a new player and the text of a first token, which is shown this once."""
        player = Player(ids.player_id(), checked_name(name), self._now(), is_operator)
        text = ids.token()
        await self._store.add_player(player, Token(ids.token_hash(text), player.id, self._now()))
        return player, text

    async def recognise(self, text: str) -> Player:
        """Return the player a token belongs to; raise `Unauthenticated` otherwise."""
        hashed = ids.token_hash(text)
        if (seen := self._seen.get(hashed)) is not None:
            return seen
        token = await self._store.token(hashed)
        if token is None:
            raise Unauthenticated("This token is not known here. Create a player to get one.")
        if token.revoked_at is not None:
            raise Unauthenticated("This token has been revoked.")
        player = await self._store.player(token.player)
        if player is None:
            raise Unauthenticated("This token's player no longer exists.")
        self._seen[hashed] = player
        return player

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
        """Revoke this token, or every token of the player; return how many were valid until now."""
        if everywhere:
            count = await self._store.revoke_all(player.id, self._now())
        else:
            count = await self._store.revoke(ids.token_hash(text), self._now())
        self._seen.clear()
        self.on_revoked(player.id)
        return count
