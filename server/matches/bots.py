"""Bots take the seats that wait for them. They see their seat's view and nothing else, also after a restart."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import structlog

from server.games.engine import Open, Rules, Seat
from server.games.registry import GAMES, game
from server.matches.live import Decks
from server.matches.match import seats_to_move
from server.matches.records import BotLevel, Match

log = structlog.get_logger(__name__)

SKILL = {BotLevel.EASY: 0.2, BotLevel.NORMAL: 0.6, BotLevel.HARD: 1.0}
NAMES = (
    "Juniper", "Basil", "Clementine", "Otto", "Marigold", "Fennel", "Saffron", "Hazel",
    "Rowan", "Poppy", "Sorrel", "Linden", "Olive", "Clover", "Alder", "Tansy",
)  # fmt: skip

Ask = Callable[[str, Seat, int, BotLevel], Awaitable[None]]
"""Plays for (match id, seat, decision, level)."""


def free_name(taken: frozenset[str]) -> str:
    """Return a bot's name that nobody at the table has."""
    numbered = (f"{name} {number}" for number in range(2, 100) for name in NAMES)
    return next(name for name in (*NAMES, *numbered) if name not in taken)


class Bots:
    """Whose bot must act follows from the match alone; this only remembers who is thinking."""

    def __init__(self, ask: Ask, pause: float, decks: Decks) -> None:
        self._ask = ask
        self._pause = pause
        self._knowledge = {played.key: played.bot.knowledge(decks.get(played.key, ())) for played in GAMES}
        self._thinking: dict[tuple[str, Seat], asyncio.TimerHandle] = {}
        self._playing: set[asyncio.Future[None]] = set()

    def attend(self, match: Match, rules: Rules, grace: float) -> None:
        """Let every bot that is to move think for a moment, then play."""
        waited = seats_to_move(match, rules)
        for seat, seated in enumerate(match.seats):
            self._disturb(match.setup.id, seat)
            if seat in waited and seated.bot is not None:
                self._think(match, seat, seated.bot, self._pause + grace)

    def _think(self, match: Match, seat: Seat, level: BotLevel, seconds: float) -> None:
        key = (match.setup.id, seat)
        loop = asyncio.get_running_loop()
        self._thinking[key] = loop.call_later(seconds, self._play, key, match.decision, level)

    def _play(self, key: tuple[str, Seat], decision: int, level: BotLevel) -> None:
        del self._thinking[key]
        playing = asyncio.ensure_future(self._ask(*key, decision, level))
        self._playing.add(playing)
        playing.add_done_callback(self._playing.discard)

    def _disturb(self, match_id: str, seat: Seat) -> None:
        if (thinking := self._thinking.pop((match_id, seat), None)) is not None:
            thinking.cancel()

    def forget(self, match_id: str) -> None:
        """Nobody of this match has to act any more."""
        for key in [key for key in self._thinking if key[0] == match_id]:
            self._disturb(*key)

    def stop(self) -> None:
        """Let every bot go."""
        for key in tuple(self._thinking):
            self._disturb(*key)
        for playing in tuple(self._playing):
            playing.cancel()

    def move(self, match: Match, rules: Rules, seat: Seat, decision: int, level: BotLevel) -> Any | None:
        """Return the bot's move, None when it is no longer asked or lets the others go first."""
        is_asked = match.decision == decision and match.seats[seat].bot == level
        if not is_asked or seat not in seats_to_move(match, rules):
            return None
        played = game(match.setup.game)
        known = self._knowledge[played.key]
        view = played.seen_by_bot(match.state, seat)
        rng = Random(f"bot:{match.setup.seed}:{match.step}:{seat}")
        legal = rules.legal_moves(match.state, seat)
        try:
            return played.bot.choose(view, seat, legal, rng, SKILL[level], known)
        except Exception:
            log.exception("bot failed, the first legal move is made for it", match=match.setup.id, seat=seat)
            return next((move for move in legal if not isinstance(move, Open)), None)
