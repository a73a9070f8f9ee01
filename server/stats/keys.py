"""How boards and their rows are called. Pure.

A board is what is read together; its name says what is counted in it, the parts divided by "|".
"""

from datetime import datetime

RowId = tuple[str, str]
"""Board and key."""
EVERY_EVENT = "*"
ALL_TIME = "all"
UNKNOWN = "?"
"""Stands for what is asked for under a name that nothing can have."""


LISTED = ("cells", "standings", "questions")
"""Kinds of boards that are read as a whole; of the others, single rows are read."""


def is_listed(board: str) -> bool:
    """Tell whether a board is read as a whole."""
    return board.partition("|")[0] in LISTED


def is_rating(board: str) -> bool:
    """Tell whether a board's rows are ratings."""
    return board.startswith("ratings|")


def realm(is_test: bool) -> str:
    """Return in which world a match counts: boards of test matches are their own."""
    return "test" if is_test else "live"


def _named(name: str) -> str:
    """Return an id, as a client may have given it, as a part of a board's name: it never means anything else there."""
    return UNKNOWN if name == EVERY_EVENT or "|" in name else name


def _event(event: str | None) -> str:
    return EVERY_EVENT if event is None else _named(event)


def standings(
    game: str, event: str | None = None, window: str = ALL_TIME, tests: bool = False, bots: bool = False
) -> str:
    """Return the board of everybody's standing in a game; rows are named after the player."""
    return f"standings|{realm(tests)}|{game}|{_event(event)}|{window}|{'bots' if bots else 'people'}"


def cells(month: str | None = None) -> str:
    """Return the board of a month's cells, "2026-11", one for each day; None for the cells of all days together."""
    return f"cells|{month or ALL_TIME}"


def questions(game: str, deck: str, event: str | None = None, tests: bool = False, bots: bool = False) -> str:
    """Return the board of a deck's questions; rows are named by kind and id (`question_key`)."""
    return f"questions|{realm(tests)}|{game}|{_named(deck)}|{_event(event)}|{'bots' if bots else 'people'}"


def question_key(kind: str, question: str) -> str:
    """Return the name of a question's row."""
    return f"{kind}|{question}"


def pair(one: str, other: str, tests: bool = False) -> str:
    """Return the board of two players; rows are named by game and event (`pair_key`)."""
    first, second = sorted((_named(one), _named(other)))
    return f"pairs|{realm(tests)}|{first}|{second}"


def pair_key(game: str, event: str | None = None) -> str:
    """Return the name of a pair's row."""
    return f"{game}|{_event(event)}"


def ratings(game: str, tests: bool = False) -> str:
    """Return the board of ratings in a game; rows are named after the player."""
    return f"ratings|{realm(tests)}|{game}"


def history(game: str, player: str, tests: bool = False) -> str:
    """Return the board of a player's rating history; rows are named by their place in it (`history_key`)."""
    return f"history|{realm(tests)}|{game}|{_named(player)}"


def history_key(chunk: int) -> str:
    """Return the name of a stretch of a rating history, so that they sort."""
    return f"{chunk:06d}"


def windows(at: datetime) -> tuple[str, ...]:
    """Return the windows of time an instant (UTC) falls in: all, year, month and ISO week, "2026-W48"."""
    week = at.isocalendar()
    return (ALL_TIME, f"{at:%Y}", f"{at:%Y-%m}", f"{week.year}-W{week.week:02d}")
