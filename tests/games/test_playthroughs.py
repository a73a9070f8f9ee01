"""Whole matches of every game, as each viewer saw them, in text files: a change in the rules shows up as a diff.

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
from server.games.simulation import Played, Ply, play_match
from server.games.wording import ENGLISH
from tests.games.hooks import MOST_PLIES, Playthrough, deck_of, variants_of

FOLDER = Path(__file__).parent / "playthroughs"
SKILLS = (1.0, 0.2, 0.6)
HEAD = """\
# {name}: a match between bots, seed "{seed}". Written by `make playthroughs`.
# After each ply: what a spectator sees, and for every seat only what it sees differently.
"""
LONG = 300
"""A line longer than this is written out only when it has changed."""
MOVES_SHOWN = 20


PLAYTHROUGHS = {name: (game, which) for game in GAMES for name, which in variants_of(game).PLAYTHROUGHS.items()}


def test_every_game_plays_as_its_playthroughs_say() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(PLAYTHROUGHS)
    assert {game for game, _ in PLAYTHROUGHS.values()} == set(GAMES)


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_a_match_goes_as_its_playthrough_says(name: str) -> None:
    assert playthrough(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def playthrough(name: str) -> str:
    game, which = PLAYTHROUGHS[name]
    played = match_of(game, which)
    lines = [line for ply in played.plies for line in described(game, which.seats, ply)]
    outcome = f"outcome {shown(played.outcome)}"
    return "\n".join([HEAD.format(name=game.name, seed=which.seed), *abridged(lines), outcome]) + "\n"


def match_of(game: Game, which: Playthrough) -> Played:
    skills = [SKILLS[seat % len(SKILLS)] for seat in range(which.seats)]
    return play_match(game, which.options, which.seats, deck_of(game), which.seed, skills, MOST_PLIES)


def abridged(lines: list[str]) -> Iterator[str]:
    """Yield the lines, with "as before" in place of a long value that is the same as at its last mention."""
    last: dict[str, str] = {}
    for line in lines:
        name = line.partition(": ")[0]
        yield f"{name}: as before" if len(line) > LONG and last.get(name) == line else line
        last[name] = line


def described(game: Game, seats: int, ply: Ply) -> Iterator[str]:
    yield f"== ply {ply.number}"
    if ply.seat is not None:
        yield f"seat {ply.seat}: {game.schema.label(ply.move, ENGLISH)} {json.dumps(game.schema.said(ply.move))}"
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
        more = [f"{len(legal) - MOVES_SHOWN} moves more"] if len(legal) > MOVES_SHOWN else []
        yield f"  seat {seat} may: " + " | ".join([*(offered(game, move) for move in legal[:MOVES_SHOWN]), *more])


def offered(game: Game, move: Any) -> str:
    return f"write {type(move.move).__name__}" if isinstance(move, Open) else game.schema.label(move, ENGLISH)


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
            return shown_fields(
                {field.name: getattr(value, field.name) for field in dataclasses.fields(value) if field.init}
            )
        case _:
            return str(value)


def shown_fields(values: dict[str, Any]) -> str:
    if "id" in values:
        return "/".join(map(shown, values.values()))
    return "(" + " ".join(f"{name}={shown(value)}" for name, value in values.items()) + ")"


def write_all() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in PLAYTHROUGHS:
        (FOLDER / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")


if __name__ == "__main__":
    write_all()
