"""Two states that differ only in what a viewer may not know give that viewer the same bytes (ALL-1, promise 1).

A match is played on a server; then its state is exchanged for one that the viewer cannot tell from it, and everything
is asked and followed again: every field of the schema, through every way that leads to the match, and refused moves.
"""

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest

from server.games.engine import Seat, replace
from server.games.registry import GAMES, Game
from server.matches.feed import Update
from server.matches.host import Host
from server.matches.match import Refused, step
from server.matches.records import Match, Play, Ply
from tests.api.everything import everything_asked, everything_followed, everything_said, prepare, unlimited
from tests.api.fuzzing import FUZZ_SECONDS
from tests.api.parlour import Person, Server, running
from tests.api.test_bot_matches import options_of
from tests.games.hooks import filler, variants_of
from tests.games.test_laws import closed_moves, wrong_moves

pytestmark = pytest.mark.usefixtures("read_before")
__all__ = ["unlimited"]

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)
PLIES = 150 if FUZZ_SECONDS else 60
LOOKED_AT_EVERY = 2 if FUZZ_SECONDS else 14
"""How many plies lie between two states that are looked at."""

ASKED = [everything_asked("match"), everything_asked("viewer", "nodes"), everything_asked("matches", "node")]
FOLLOWED = everything_followed("matchUpdates")
PLAYED = everything_said("play")


@pytest.fixture
def read_before(unlimited: None) -> None:
    """Let the server know the largest documents before the match begins."""
    prepare(*ASKED, FOLLOWED, PLAYED)


SECRET_MOVES = {
    "THATS_A_QUESTION": ("Answer", "Guess"),
    "TWENTY_QUESTIONS": ("PlayFreeGuess", "DeclineFreeGuess", "Rule"),
    "SMARTY_PARTY": ("Rule",),
    "TRIVIAL_PURSUIT": ("VoteCategory", "Rule"),
}
"""Moves of which others learn that they were made, and not which, as long as further seats have to make theirs."""

SETTLED_BY_PEOPLE = {
    "TWENTY_QUESTIONS": {"judging": "TABLE"},
    "SMARTY_PARTY": {"judging": "TABLE"},
    "TRIVIAL_PURSUIT": {"judging": "TABLE"},
}
GAME_OF = {game.kind: game for game in GAMES}
MOST_COMPARED = 200 if FUZZ_SECONDS else 12


class World:
    """A running match, its players by seat, and somebody without a seat and without a name."""

    def __init__(self, server: Server, game: Game, people: list[Person], match_id: str) -> None:
        self.host: Host = server.parlour.running.host
        self.game = game
        self.people = people
        self.id = match_id
        self.rng = Random(game.key)
        self.viewers: list[tuple[Seat | None, Person]] = [*enumerate(people), (None, server.stranger)]

    @property
    def live(self) -> Any:
        return self.host._lives[self.id]

    @property
    def match(self) -> Match:
        match: Match = self.live.match
        return match

    async def play_on(self) -> None:
        """Let a seat that is to move make a move."""
        seat = self.rng.choice(sorted(self.game.rules.to_move(self.match.state)))
        move = self.rng.choice(self.game.rules.legal_moves(self.match.state, seat))
        if hasattr(move, "max_length"):
            move = filler(self.game)(self.match.state, move, self.rng)
        await self.host.play(self.id, self.people[seat].id, self.match.decision, move, None)

    @contextmanager
    def instead(self, match: Match, update: Update) -> Iterator[None]:
        """Let the match stand otherwise for a while, in memory, in the store and in what subscribers are sent."""
        live, kept = self.live, self.host.store._matches  # type: ignore[attr-defined]
        was, stored, recent = live.match, kept[self.id], tuple(live.recent)
        live.match = kept[self.id] = match
        if update.ply.number == live.recent[-1].ply.number:
            live.recent.pop()
        live.recent.append(update)
        try:
            yield
        finally:
            live.match, kept[self.id] = was, stored
            live.recent.clear()
            live.recent.extend(recent)

    def secret_moves(self) -> Iterator[tuple[Seat, list[Any]]]:
        """Yield the secret moves of each seat whose move will not be the last that is waited for."""
        to_move = self.game.rules.to_move(self.match.state)
        for seat in sorted(to_move) if len(to_move) > 1 else ():
            moves = closed_moves(self.game, self.match.state, seat)
            secret = [move for move in moves if type(move).__name__ in SECRET_MOVES[self.game.kind]]
            if len(secret) > 1:
                yield seat, secret

    def after(self, seat: Seat, move: Any) -> tuple[Match, Update]:
        """Return the match after a move, and its update; nothing of it is kept."""
        change = Play(seat, self.match.decision, move, None)
        match, events = step(self.match, change, NOON, self.live.table)
        return match, Update(match, Ply(self.id, match.ply, NOON, change, events, "test"))

    def standing(self, state: Any) -> tuple[Match, Update]:
        """Return the match with another state, and the update that brought it there."""
        match = replace(self.match, state=state)
        return match, Update(match, self.live.recent[-1].ply)

    async def told(self, person: Person, refused: list[dict[str, Any]]) -> list[bytes]:
        """Return the raw answers to everything somebody can ask and follow, and to moves they are refused."""
        given = {
            "id": self.id,
            "ids": [self.id, self.people[0].id, "nobody"],
            "player": self.people[0].id,
            "kind": self.game.kind,
            "ply": 1,
            "seat": 1,
        }
        answers = [(await person.send(document, **given)).content for document in ASKED]
        answers += [(await person.send(PLAYED, input=said)).content for said in refused]
        async with await person.opened_socket() as socket:
            payload = {"query": FOLLOWED, "variables": given | {"after": self.match.ply - 1}}
            await socket.send(json.dumps({"id": "1", "type": "subscribe", "payload": payload}))
            answers.append((await socket.recv(decode=True)).encode())
        return answers

    def refused(self, viewer: Seat | None) -> list[dict[str, Any]]:
        """Return moves that the viewer is refused: wrong ones, one of an earlier decision, one of another seat."""
        match, rng = self.match, Random(f"{self.match.ply} {viewer}")
        wrong = [move for move in wrong_moves(self.game) if self.is_refused(viewer, move)]
        said = [self.sent(move, match.decision) for move in rng.sample(wrong, min(4, len(wrong)))]
        said.append(self.sent(wrong[0], match.decision - 1))
        if viewer not in (to_move := self.game.rules.to_move(match.state)):
            said.append(self.sent(closed_moves(self.game, match.state, min(to_move))[0], match.decision))
        return said

    def is_refused(self, viewer: Seat | None, move: Any) -> bool:
        """Tell whether the viewer cannot make a move."""
        if viewer is None:
            return True
        try:
            step(self.match, Play(viewer, self.match.decision, move, None), NOON, self.live.table)
        except Refused:
            return True
        return False

    def sent(self, move: Any, decision: int) -> dict[str, Any]:
        first, *others = self.game.kind.lower().split("_")
        key = first + "".join(other.capitalize() for other in others)
        return {"matchId": self.id, "decision": decision, "move": {key: self.game.schema.said(move)}}


@asynccontextmanager
async def world(game: Game, options: dict[str, Any] | None = None) -> AsyncIterator[World]:
    """Run a match of three on a server whose time stands still, so that only states can differ."""
    async with running(rate_limit=0, cost_limit=0) as server:
        host = server.parlour.running.host
        host.now = lambda: NOON
        people = [await server.person(f"Player {number}") for number in range(3)]
        chosen = {key: options or {} for key in options_of(game)}
        match = await server.match(*people, options=chosen, seats=3, test={"seed": game.key})
        host._clock.stop()
        yield World(server, game, people, match["id"])


async def moments(table: World) -> AsyncIterator[None]:
    """Play, and stop every few plies."""
    while table.match.ended_at is None and table.match.ply < PLIES:
        await table.play_on()
        if table.match.ply % LOOKED_AT_EVERY == 0 and table.match.ended_at is None:
            yield


@pytest.mark.parametrize("game", GAMES, ids=[game.key for game in GAMES])
async def test_all_1_what_a_viewer_may_not_know_changes_no_byte_of_any_answer(game: Game) -> None:
    looked = different = 0
    async with world(game) as table:
        async for _ in moments(table):
            state = table.match.state
            for viewer, person in table.viewers:
                refused = table.refused(viewer)
                told = await table.told(person, refused)
                variant = next(variants_of(game).hidden_variants(state, viewer, Random(table.match.ply)))
                with table.instead(*table.standing(variant)):
                    assert await table.told(person, refused) == told, (viewer, state)
                looked += 1
                different += variant != state
    assert different > looked // 2 > 4


@pytest.mark.parametrize("kind", SECRET_MOVES)
async def test_all_1_which_secret_move_was_made_changes_no_byte_of_what_others_are_told(kind: str) -> None:
    compared = 0
    async with world(GAME_OF[kind], SETTLED_BY_PEOPLE.get(kind, {})) as table:
        while table.match.ended_at is None and table.match.ply < 4 * PLIES:
            await table.play_on()
            for seat, made in table.secret_moves():
                (first, *others) = [table.after(seat, move) for move in made]
                for viewer, person in table.viewers:
                    if viewer != seat:
                        with table.instead(*first):
                            told = await table.told(person, [])
                        for other in others[:1]:
                            with table.instead(*other):
                                assert await table.told(person, []) == told, (viewer, made)
                            compared += 1
                break
            if compared > MOST_COMPARED:
                break
    assert compared > 2
