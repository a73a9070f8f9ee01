"""One whole match of every game, as each viewer saw it, in a text file: a change in the rules shows up as a diff.

`python -m tests.games.test_playthroughs` (`make playthroughs`) writes the files anew.
"""

import dataclasses
import json
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.games.engine import Open
from server.games.registry import GAMES, Game
from server.games.simulation import Ply, play_match
from tests.games.hooks import MOST_PLIES, deck_of, variants_of

FOLDER = Path(__file__).parent / "playthroughs"
SKILLS = (1.0, 0.2, 0.6)
HEAD = """\
# {name}: a match between bots, seed "playthrough". Written by `make playthroughs`.
# After each ply: what a spectator sees, and for every seat only what it sees differently.
"""


def test_every_game_plays_as_its_playthrough_says() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == {game.key for game in GAMES}


@pytest.mark.parametrize("game", GAMES, ids=[game.key for game in GAMES])
def test_a_match_goes_as_its_playthrough_says(game: Game) -> None:
    assert playthrough(game) == (FOLDER / f"{game.key}.txt").read_text(encoding="utf-8")


def playthrough(game: Game) -> str:
    variants = variants_of(game)
    seats = variants.PLAYTHROUGH_SEATS
    skills = [SKILLS[seat % len(SKILLS)] for seat in range(seats)]
    played = play_match(game, variants.PLAYTHROUGH_OPTIONS, seats, deck_of(game), "playthrough", skills, MOST_PLIES)
    lines = [HEAD.format(name=game.name)]
    for ply in played.plies:
        lines += described(game, seats, ply)
    lines.append(f"outcome {shown(played.outcome)}")
    return "\n".join(lines) + "\n"


def described(game: Game, seats: int, ply: Ply) -> Iterator[str]:
    yield f"== ply {ply.number}"
    if ply.seat is not None:
        yield f"seat {ply.seat}: {game.schema.label(ply.move)} {json.dumps(game.schema.said(ply.move))}"
    for happened in ply.events:
        event = game.schema.event(happened)
        yield f"* {type(event).__name__} {shown(event)}"

    public = fields_of(game.schema.view(ply.state, None))
    yield from (f"  {name}: {value}" for name, value in public.items())
    for seat in range(seats):
        yield from seen_by(game, ply.state, seat, public)
    if (timer := game.rules.timer(ply.state)) is not None:
        yield f"  clock: {timer.key}, {timer.seconds} s"
    yield ""


def seen_by(game: Game, state: Any, seat: int, public: dict[str, str]) -> Iterator[str]:
    own = fields_of(game.schema.view(state, seat))
    yield from (f"  seat {seat} {name}: {value}" for name, value in own.items() if value != public[name])
    if legal := game.rules.legal_moves(state, seat):
        yield f"  seat {seat} may: " + " | ".join(offered(game, move) for move in legal)


def offered(game: Game, move: Any) -> str:
    return f"write {type(move.move).__name__}" if isinstance(move, Open) else game.schema.label(move)


def fields_of(view: Any) -> dict[str, str]:
    return {field.name: shown(getattr(view, field.name)) for field in dataclasses.fields(view)}


def shown(value: Any) -> str:
    """Return a value in short: lists in brackets, objects as (name=value ...), those with an id as its/fields/alone."""
    match value:
        case list() | tuple():
            return "[" + ", ".join(map(shown, value)) + "]"
        case Enum():
            return value.name
        case msgspec.Struct():
            return shown_fields({name: getattr(value, name) for name in value.__struct_fields__})
        case _ if dataclasses.is_dataclass(value):
            return shown_fields({field.name: getattr(value, field.name) for field in dataclasses.fields(value)})
        case _:
            return str(value)


def shown_fields(values: dict[str, Any]) -> str:
    if "id" in values:
        return "/".join(map(shown, values.values()))
    return "(" + " ".join(f"{name}={shown(value)}" for name, value in values.items()) + ")"


def write_all() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game in GAMES:
        (FOLDER / f"{game.key}.txt").write_text(playthrough(game), encoding="utf-8")


if __name__ == "__main__":
    write_all()
