"""Two states that differ only in what a viewer may not know give that viewer the same bytes (ALL-1, promise 1).

A match is played on a server; then its state is exchanged for one that the viewer cannot tell from it, and everything
is asked and followed again: every field of the schema, through every way that leads to the match, statistics, exports,
and refused moves. And a move is made in both states, while the viewer listens: the messages are the same, in the same
order, and as many.
"""

import json
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime
from random import Random
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection

from server.games.engine import Seat, replace
from server.games.registry import GAMES, Game
from server.matches.feed import Update
from server.matches.host import Host
from server.matches.match import Refused, step
from server.matches.records import Match, Play, Ply, Status
from server.matches.talk import Suggestion
from server.stats.sheets import Format
from server.stats.tables import Table
from tests.api.counted import keep_up, operator
from tests.api.everything import everything_asked, everything_followed, everything_said, left_out, prepare, unlimited
from tests.api.fuzzing import FUZZ_SECONDS
from tests.api.parlour import Person, Server, running
from tests.api.test_bot_matches import options_of
from tests.api.test_stats_events import made
from tests.games.hooks import filler, variants_of
from tests.games.test_laws import closed_moves, wrong_moves

pytestmark = pytest.mark.usefixtures("read_before")
__all__ = ["unlimited"]

SEATS = 3
NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)
PLIES = 150 if FUZZ_SECONDS else 60
LOOKED_AT_EVERY = 5 if FUZZ_SECONDS else 25
"""How many plies lie between two states that are looked at."""

ROOTS = (("match",), ("viewer", "nodes"), ("matches", "node"))
ASKED = [everything_asked(*roots) for roots in (*ROOTS, left_out(*sum(ROOTS, ())))]
FOLLOWED = {root: everything_followed(root) for root in ("matchUpdates", "teamTalk", "openMatches", "eventUpdates")}
PLAYED = everything_said("play")
EXPORTS = [f"/exports/{table}?is_test=any&format={format}" for table in Table for format in Format]
OF_THE_MOMENT = ("date", "x-request-id")
"""Headers that no two answers share."""


@pytest.fixture
def read_before(unlimited: None) -> None:
    """Let the server know the largest documents before the match begins."""
    prepare(*ASKED, *FOLLOWED.values(), PLAYED)


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
HEARD_EVERY = 1 if FUZZ_SECONDS else 3
"""How many plies lie between two of which the messages are compared."""
MOVES_HEARD = 2 if FUZZ_SECONDS else 1
"""How many moves are made for each viewer in each of the states."""
MOST_COMPARED = 200 if FUZZ_SECONDS else 12


class World:
    """A running match, its players by seat and then the others of their teams, and people without a seat."""

    def __init__(self, server: Server, game: Game, people: list[Person], others: list[Person], match: Any) -> None:
        self.host: Host = server.parlour.running.host
        self.game = game
        self.people = people
        self.id = match["id"]
        self.event = match["event"]["id"]
        self.operator = others[1]
        self.rng = Random(game.key)
        seated = [(number % SEATS, person) for number, person in enumerate(people)]
        self.viewers: list[tuple[Seat | None, Person]] = [*seated, *((None, person) for person in others)]

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
        await self.play(seat, move)

    async def play(self, seat: Seat, move: Any) -> None:
        """Let a seat make a move."""
        await self.host.play(self.id, self.people[seat].id, self.match.decision, move, None)

    @contextmanager
    def instead(self, match: Match, update: Update) -> Iterator[None]:
        """Let the match stand otherwise for a while, in memory, in the store and in what subscribers are sent."""
        with self.as_before():
            self.live.match = self.host.store._matches[self.id] = match  # type: ignore[attr-defined]
            if update.ply.number == self.live.recent[-1].ply.number:
                self.live.recent.pop()
            self.live.recent.append(update)
            yield

    @contextmanager
    def as_before(self) -> Iterator[None]:
        """Take back in the end whatever happens in the match, in memory and in the store."""
        live, store = self.live, self.host.store
        was, recent = live.match, tuple(live.recent)
        stored, log = store._matches[self.id], dict(store._logs[self.id])  # type: ignore[attr-defined]
        said = dict(self.host.talk._said)
        try:
            yield
        finally:
            self.host._dirty.pop(self.id, None)
            live.match, store._matches[self.id], store._logs[self.id] = was, stored, log  # type: ignore[attr-defined]
            self.host.talk._said = said
            live.recent.clear()
            live.recent.extend(recent)

    def whisper(self, seats: Iterable[Seat]) -> None:
        """Let something be said in these teams."""
        for seat in seats:
            for member in self.match.seats[seat].members:
                said = Suggestion(
                    self.id, seat, self.match.decision, member.player, member.name, f"From {seat}", NOON, "test"
                )
                self.host._hear_suggestion(self.live, said)

    def others_teams(self, viewer: Seat | None) -> Iterator[Seat]:
        """Yield the seats in which the viewer is not."""
        return (seat for seat in range(len(self.match.seats)) if seat != viewer)

    def secret_moves(self) -> Iterator[tuple[Seat, list[Any]]]:
        """Yield the secret moves of each seat whose move will not be the last that is waited for."""
        to_move = self.game.rules.to_move(self.match.state)
        for seat in sorted(to_move) if len(to_move) > 1 else ():
            moves = closed_moves(self.game, self.match.state, seat)
            secret = [move for move in moves if type(move).__name__ in SECRET_MOVES[self.game.kind]]
            if len(secret) > 1:
                yield seat, secret

    def moves_alike(self, here: Match, there: Match, viewer: Seat | None) -> Iterator[tuple[Seat, Any]]:
        """Yield others' moves that can be made in both states of the match, and make nothing known in either."""
        for seat in sorted(self.game.rules.to_move(here.state) - {viewer}):
            possible = closed_moves(self.game, there.state, seat)
            for move in closed_moves(self.game, here.state, seat):
                if move in possible and not any(self.reveals(match, seat, move) for match in (here, there)):
                    yield seat, move

    def reveals(self, match: Match, seat: Seat, move: Any) -> bool:
        """Tell whether a move makes secrets known, or ends the match."""
        after, events = step(match, Play(seat, match.decision, move, None), NOON, self.live.table)
        return after.ended_at is not None or any(isinstance(each, variants_of(self.game).REVEALING) for each in events)

    def after(self, seat: Seat, move: Any) -> tuple[Match, Update]:
        """Return the match after a move, and its update; nothing of it is kept."""
        change = Play(seat, self.match.decision, move, None)
        match, events = step(self.match, change, NOON, self.live.table)
        return match, Update(match, Ply(self.id, match.ply, NOON, change, events, "test"))

    def standing(self, state: Any) -> tuple[Match, Update]:
        """Return the match with another state, and the update that brought it there."""
        match = replace(self.match, state=state)
        return match, Update(match, self.live.recent[-1].ply)

    async def told(self, person: Person, refused: list[dict[str, Any]]) -> list[str]:
        """Return the raw answers to everything somebody can ask and follow, and to moves they are refused."""
        answers = [whole(await person.send(document, **self.given)) for document in ASKED]
        answers += [whole(await person.send(PLAYED, input=said)) for said in refused]
        exports = EXPORTS if person is self.operator else EXPORTS[:1]
        answers += [whole(await person.http.get(export, headers=person.headers)) for export in exports]
        async with await person.opened_socket() as socket:
            return answers + await self.followed(socket)

    @property
    def given(self) -> dict[str, Any]:
        """What documents take for variables."""
        one, other = self.people[0].id, self.people[1].id
        named = {"id": self.id, "event": self.event, "ids": [self.id, one, self.event, "nobody"], "player": one}
        return named | {"pair": [one, other], "kind": self.game.kind, "ply": 1, "seat": 1}

    async def followed(self, socket: ClientConnection) -> list[str]:
        """Follow everything, and return the messages that come at once."""
        messages = []
        for root, document in FOLLOWED.items():
            after = 0 if root == "eventUpdates" else self.match.ply - 1
            payload = {"query": document, "variables": self.given | {"after": after}}
            await socket.send(json.dumps({"id": root, "type": "subscribe", "payload": payload}))
            messages.append(await socket.recv(decode=True))
        return messages + await read_so_far(socket)

    async def heard(self, person: Person, seat: Seat, move: Any, whispers: Iterable[Seat] = ()) -> list[str]:
        """Return every message, in order, that somebody is sent while a seat makes a move, which is then taken back.

        Before it, in some teams something is said.
        """
        async with await person.opened_socket() as socket:
            await self.followed(socket)
            with self.as_before():
                self.whisper(whispers)
                await self.play(seat, move)
                return [await socket.recv(decode=True), *await read_so_far(socket)]

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


def whole(answer: httpx.Response) -> str:
    """Return an answer as it came: status, headers and body."""
    headers = [f"{name}: {value}" for name, value in answer.headers.multi_items() if name not in OF_THE_MOMENT]
    return "\n".join([str(answer.status_code), *headers, answer.text])


async def read_so_far(socket: ClientConnection) -> list[str]:
    """Return what a socket has been sent before the answer to a ping."""
    await socket.send('{"type":"ping"}')
    messages = []
    while (message := await socket.recv(decode=True)) != '{"type":"pong"}':
        messages.append(message)
    return messages


@asynccontextmanager
async def world(game: Game, options: dict[str, Any] | None = None, team_size: int = 1) -> AsyncIterator[World]:
    """Run a match of three on a server whose time stands still, so that only states can differ.

    The same people have ended another match of the same event; a third one can be joined.
    """
    async with running(rate_limit=0, cost_limit=0) as server:
        host = server.parlour.running.host
        host.now = lambda: NOON
        people = [await server.person(f"Player {number}") for number in range(SEATS * team_size)]
        others = [await server.person("Guest"), await operator(server), server.stranger]
        event = (await made(others[1]))["event"]
        chosen = {"options": {key: options or {} for key in options_of(game)}, "seats": SEATS, "teamSize": team_size}
        await ended_before(server, people, chosen | {"eventCode": event["code"]})
        await others[0].change("createMatch", **chosen)
        match = await server.match(*people, **chosen, eventCode=event["code"], test={"seed": game.key})
        host._clock.stop()
        yield World(server, game, people, others, match | {"event": event})


async def ended_before(server: Server, people: list[Person], given: dict[str, Any]) -> None:
    """Let people play a match to its end, as far as statistics care."""
    match = await server.match(*people, **given)
    for captain in people[:SEATS]:
        if (await captain.see(match["id"]))["status"] == Status.RUNNING:
            await captain.change("resign", matchId=match["id"])
    await keep_up(server)


async def moments(table: World, every: int = LOOKED_AT_EVERY) -> AsyncIterator[None]:
    """Play, and stop every few plies."""
    while table.match.ended_at is None and table.match.ply < PLIES:
        await table.play_on()
        if table.match.ply % every == 0 and table.match.ended_at is None:
            yield


TABLES = [*((game, 1) for game in GAMES), *((game, 2) for game in GAMES if game.people_in_teams is not None)]
at_all_tables = pytest.mark.parametrize(
    ("game", "team_size"), TABLES, ids=[f"{game.key}-{team_size}" for game, team_size in TABLES]
)


@at_all_tables
async def test_all_1_what_a_viewer_may_not_know_changes_no_byte_of_any_answer(game: Game, team_size: int) -> None:
    """TP-16: what other teams say to each other, and whether anything at all, is among it."""
    looked = different = 0
    async with world(game, team_size=team_size) as table:
        async for _ in moments(table):
            state = table.match.state
            for viewer, person in table.viewers:
                refused = table.refused(viewer)
                told = await table.told(person, refused)
                variant = next(variants_of(game).hidden_variants(state, viewer, Random(table.match.ply)))
                with table.instead(*table.standing(variant)):
                    table.whisper(table.others_teams(viewer))
                    assert await table.told(person, refused) == told, (viewer, state)
                looked += 1
                different += variant != state
    assert different > looked // 2 > 4


@at_all_tables
async def test_all_1_what_a_viewer_may_not_know_changes_no_message_of_a_move(game: Game, team_size: int) -> None:
    """Nor their order, nor their number."""
    heard = different = 0
    async with world(game, team_size=team_size) as table:
        async for _ in moments(table, HEARD_EVERY):
            here = table.match
            for viewer, person in table.viewers:
                variant = next(variants_of(game).hidden_variants(here.state, viewer, Random(here.ply)))
                there = table.standing(variant)
                for seat, move in list(table.moves_alike(here, there[0], viewer))[:MOVES_HEARD]:
                    told = await table.heard(person, seat, move)
                    with table.instead(*there):
                        told_there = await table.heard(person, seat, move, table.others_teams(viewer))
                    assert told_there == told, (viewer, here.state, move)
                    heard += 1
                    different += variant != here.state
    assert different > heard // 2 > 4


@pytest.mark.parametrize("kind", SECRET_MOVES)
async def test_all_1_which_secret_move_was_made_changes_no_byte_of_what_others_are_told(kind: str) -> None:
    compared = 0
    async with world(GAME_OF[kind], SETTLED_BY_PEOPLE.get(kind, {})) as table:
        while table.match.ended_at is None and table.match.ply < 4 * PLIES:
            await table.play_on()
            for seat, secret in table.secret_moves():
                first, other = secret[:2]
                for viewer, person in table.viewers:
                    if viewer != seat:
                        with table.instead(*table.after(seat, first)):
                            told = await table.told(person, [])
                        with table.instead(*table.after(seat, other)):
                            assert await table.told(person, []) == told, (viewer, secret)
                        assert await table.heard(person, seat, first) == await table.heard(person, seat, other)
                        compared += 1
                break
            if compared > MOST_COMPARED:
                break
    assert compared > 2
