"""Facts and entries made by hand, for tests of what is counted and kept."""

from datetime import UTC, datetime, timedelta
from typing import Any

from server.matches.records import BotLevel, Status
from server.stats.records import Entry, MatchFacts, SeatFacts, StoredRow

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)


def ending(match: str, event: str | None = None, seq: int = 0, **changes: Any) -> Entry:
    """Return the ending of a match, not yet numbered."""
    return Entry(seq, match, event, NOON, **changes)


def seat(number: int, player: str, place: int | None, points: int = 0, **changes: Any) -> SeatFacts:
    """Return a seat of a person, or of the bot "bot:HARD"."""
    level = BotLevel(player.removeprefix("bot:")) if player.startswith("bot:") else None
    given: dict[str, Any] = {
        "seat": number,
        "players": () if level else (player,),
        "name": player.title(),
        "bot": level,
        "minded": 0,
        "place": place,
        "points": points,
        "has_resigned": False,
        "decisions": (),
        "timeouts": 0,
        "first_decision": None,
    }
    return SeatFacts(**(given | changes))


def facts(seq: int, *seats: SeatFacts, **changes: Any) -> MatchFacts:
    """Return the facts of a finished match of Twenty, a minute after the one before."""
    at = NOON + timedelta(minutes=seq)
    given: dict[str, Any] = {
        "match": f"mat_{seq}",
        "seq": seq,
        "game": "TWENTY",
        "event": None,
        "deck": "standard",
        "options": "{}",
        "rules_version": 1,
        "is_test": False,
        "rematch_of": None,
        "created_at": at,
        "started_at": at,
        "ended_at": at + timedelta(seconds=30),
        "duration": 30,
        "plies": 10,
        "status": Status.FINISHED,
        "reason": "TARGET_REACHED",
        "has_scored": True,
        "lead_changes": 1,
        "largest_lead": 20,
        "seats": seats or (seat(0, "ann", 1, 5), seat(1, "bob", 2, 60)),
        "questions": (),
    }
    return MatchFacts(**(given | changes))


def row(board: str, key: str, seq: int, body: str = "{}") -> StoredRow:
    """Return a row as stored."""
    return StoredRow(board, key, seq, body)
