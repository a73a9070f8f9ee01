"""Nobody learns more than their view (ALL-1): canaries in decks, found in the raw bytes of every answer anybody gets.

Whole matches are played through the API while every seat, a spectator with the join code and one without, a stranger
and an operator ask for everything there is, follow everything that can be followed, and send what is refused. Exports,
metrics, pages, headers and the log are searched as well.
"""

import asyncio
import json
import logging
import sys
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import httpx
import pytest
import structlog
from websockets.asyncio.client import ClientConnection

from server import cli
from server.games.registry import game
from server.matches.records import Match
from server.settings import ROOT
from server.stats import tables
from server.stats.sheets import Format
from tests.api.canaries import (
    SAID_ALOUD,
    Canaries,
    brought_up,
    decks_of_canaries,
    found_in,
    known_later,
    known_now,
    logged,
    right_text,
)
from tests.api.counted import keep_up, operator
from tests.api.everything import everything_asked, everything_followed, everything_said, left_out, prepare, unlimited
from tests.api.fuzzing import FUZZ_SECONDS
from tests.api.parlour import Person, Server, running
from tests.api.test_stats_events import made

pytestmark = pytest.mark.usefixtures("read_before")
__all__ = ["unlimited"]

SEED = "zqseedsseedszq"
PATIENCE = 30.0
MOST_PLIES = 400 if FUZZ_SECONDS else 24
"""After these the players resign one by one."""
ASKED_EVERY = 16
"""How many plies lie between two times that everybody asks for everything."""
DRAINED_EVERY = 3
RIGHT = 0.6
"""How often a free text is right."""

ASKED_OF_A_MATCH = everything_asked("match")
ELSEWHERE = (("viewer", "nodes"), ("matches", "node"))
ASKED_ELSEWHERE = [everything_asked(*roots) for roots in (*ELSEWHERE, left_out("match", *sum(ELSEWHERE, ())))]
ASKED_IN_CIRCLES = everything_asked("match", matches=2, is_shared=True)
ASKED_BY_CODE = ASKED_OF_A_MATCH.replace("by: {id: $id}", "by: {code: $code}").replace("$id: ID!", "$code: String!")
FOLLOWED = everything_followed("matchUpdates")
FOLLOWED_BY_NAME = {
    "updates": FOLLOWED,
    "lobby": everything_followed("openMatches"),
    "talk": everything_followed("teamTalk"),
    "event": everything_followed("eventUpdates"),
}
PLAYED = everything_said("play")
RESIGNED = everything_said("resign")


@pytest.fixture
def read_before(unlimited: None) -> None:
    """Let the server know the largest documents before the match begins."""
    prepare(ASKED_OF_A_MATCH, *ASKED_ELSEWHERE, ASKED_IN_CIRCLES, ASKED_BY_CODE)
    prepare(*FOLLOWED_BY_NAME.values(), PLAYED, RESIGNED)


CLIENTS_OWN = ("httpx", "httpcore")
"""Loggers of those who ask in these tests, in the same process."""


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Iterator[StringIO]:
    """What the server logs at DEBUG, set up as `serve` does it."""
    written, root = StringIO(), logging.getLogger()
    handlers, level = root.handlers[:], root.level
    levels = {name: logging.getLogger(name).level for name in (*cli.QUIET, *CLIENTS_OWN)}
    monkeypatch.setattr(sys, "stderr", written)
    cli._configure_logs("DEBUG")
    structlog.configure(cache_logger_on_first_use=False)
    for name in CLIENTS_OWN:
        logging.getLogger(name).setLevel(logging.WARNING)
    yield written
    structlog.reset_defaults()
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, before in levels.items():
        logging.getLogger(name).setLevel(before)


PING = '{"type":"ping"}'
PAGES = ("/healthz", "/readyz", "/metrics", "/", "/explorer/", "/nowhere", "/graphql?query={viewer{player{name}}}")
EXPORTS = [f"/exports/{table}?is_test=any&format={format}" for table in tables.Table for format in Format]
SUGGEST = "mutation($input: SuggestInput!) { suggest(input: $input) { __typename } }"
BAD_DOCUMENTS = (
    "{ match(by: {id: $id}) { view { hands } } }",
    "query($id: ID!) { match(by: {id: $id}) { ply(of: 1) status { x } } }",
    "query($id: ID!) { match(by: {id: $id}) { log(first: 0) { nodes { number } } } }",
    'query($id: ID!) { match(by: {id: $id}) { log(after: "x") { nodes { number } } } }',
    "mutation($id: ID!) { play(input: {matchId: $id, decision: 0, move: {}}) { __typename } }",
    'query($id: Int!) { match(by: {id: $id, code: "x"}) { id } }',
)
WRONG_MOVES: tuple[dict[str, Any], ...] = (
    {"twenty": {"makeCount": []}},
    {"trivialPursuit": {"moveTo": "X"}},
    {"smartyParty": {"chooseStart": 8}},
    {"twentyQuestions": {"chooseClue": 0}},
    {"thatsAQuestion": {"ask": {"kind": "RED", "cardA": "x", "cardB": "y", "answerer": 1}}},
    {"twenty": {}},
)


class Scenario(NamedTuple):
    """A match to be played under many eyes."""

    name: str
    options: dict[str, Any]
    seats: int
    visibility: str
    spectators: str
    team_size: int = 1


SCENARIOS = (
    Scenario("twenty", {"twenty": {"target": 50}}, 3, "PUBLIC", "OPEN"),
    Scenario("thats-a-question", {"thatsAQuestion": {}}, 3, "PUBLIC", "BY_CODE"),
    Scenario("twenty-questions", {"twentyQuestions": {"judging": "READER"}}, 4, "PRIVATE", "OPEN"),
    Scenario("smarty-party", {"smartyParty": {"judging": "TABLE", "track": 15}}, 4, "PUBLIC", "NONE"),
    Scenario("smarty-party-memory-aid", {"smartyParty": {"memoryAid": True, "track": 15}}, 3, "PUBLIC", "OPEN"),
    Scenario("trivial-pursuit", {"trivialPursuit": {"wedges": 4, "judging": "READER"}}, 3, "PRIVATE", "OPEN"),
    Scenario("teams", {"trivialPursuit": {"judging": "TABLE"}}, 2, "PRIVATE", "BY_CODE", team_size=2),
)


class Eyes:
    """Somebody who looks at the match, what they may know of it by now, and what they read of it."""

    def __init__(self, name: str, person: Person, seat: int | None = None, code: str | None = None) -> None:
        self.name = name
        self.person = person
        self.seat = seat
        self.code = code
        self.may_watch = False
        self.known: set[str] = set()
        self.read: set[str] = set()
        self.hidden: set[str] = set()
        """What is no canary, and may stand in no answer either: tokens, codes, private matches."""
        self.sockets: dict[str, ClientConnection] = {}
        self.answers = 0

    async def ask(self, path: str) -> httpx.Response:
        """Send a GET request."""
        return await self.person.http.get(path, headers=self.person.headers)

    def hear(self, answer: httpx.Response, shown_now: set[str] | None) -> str:
        """Check an answer with its headers, and return its body."""
        self.check(lines_of(answer.headers.multi_items()), None)
        self.check(answer.text, shown_now)
        return answer.text

    def check(self, text: str, shown_now: set[str] | None) -> None:
        """Prove that a raw answer holds nothing that this person may not know, and in views only what is current."""
        self.answers += 1
        leaked = found_in(text) - self.known
        assert not leaked, (self.name, leaked, text)
        self.read |= found_in(text)
        assert not [secret for secret in self.hidden if secret in text], (self.name, text)
        if shown_now is not None:
            late = found_in(json.dumps(without_history(json.loads(text)))) - shown_now
            assert not late, (self.name, late, text)


def lines_of(headers: Iterable[tuple[str, str]]) -> str:
    """Return headers as they are sent, but for the digest of the client's own key (RFC 6455, 4.2.2): chance."""
    return "\r\n".join(f"{name}: {value}" for name, value in headers if name.lower() != "sec-websocket-accept")


def without_history(value: Any) -> Any:
    """Return an answer without what tells of the past: the log, and the events of a ply."""
    if isinstance(value, list):
        return [without_history(each) for each in value]
    if isinstance(value, dict):
        kept = {key: each for key, each in value.items() if not key.endswith(("log", "events", "teamTalk"))}
        return {key: without_history(each) for key, each in kept.items()}
    return value


class Table:
    """A match on a server, the people around it, and the players' moves."""

    def __init__(self, server: Server, scenario: Scenario, match_id: str, code: str, event: str, rng: Random) -> None:
        self.server = server
        self.event = event
        self.scenario = scenario
        self.id = match_id
        self.code = code
        self.rng = rng
        self.fresh = Canaries("said")
        self.players: defaultdict[int, list[Eyes]] = defaultdict(list)
        self.eyes: list[Eyes] = []
        self.suggested: set[str] = set()
        """Team talk, for the team's eyes only, also after the end."""
        self.move_ids: set[str] = set()
        """What moves were sent under: nobody's business but the sender's, until operators take the log home."""
        self.states: list[Any] = [None]
        """By ply."""

    @property
    def match(self) -> Match:
        """The match as this process has it."""
        return self.server.parlour.running.host._lives[self.id].match

    @property
    def kind(self) -> str:
        return self.match.setup.game

    def learn(self) -> None:
        """Let everybody know what the plies since the last time have told them."""
        for update in tuple(self.server.parlour.running.host._lives[self.id].recent):
            if update.ply.number == len(self.states):
                before, state = self.states[-1], update.match.state
                self.states.append(state)
                told = brought_up(self.kind, before, state)
                for eyes in self.eyes:
                    if eyes.may_watch:
                        eyes.known |= known_now(self.kind, state, eyes.seat) | told
                if update.match.ended_at is not None:
                    self.lay_open()

    def lay_open(self) -> None:
        """Let all who may watch know what anybody knew, and the seed (ALL-3), but for what teams said to each other."""
        for eyes in self.eyes:
            if eyes.may_watch:
                eyes.known |= {SEED}.union(*(each.known for each in self.eyes)) - self.suggested

    def now(self, eyes: Eyes) -> set[str] | None:
        """Return what the person's view may hold at present; None once everything is open to all who may watch."""
        if not eyes.may_watch:
            return set()
        return None if self.match.ended_at is not None else known_now(self.kind, self.match.state, eyes.seat)

    def overhear(self, text: str) -> None:
        """Let everybody who watches know what has been said aloud."""
        for eyes in self.eyes:
            if eyes.may_watch:
                eyes.known |= found_in(text)

    # Playing

    async def play_once(self) -> None:
        """Make a move drawn from what the API offers to somebody who is to move."""
        seat = self.rng.choice(sorted(self.to_move))
        captain = self.captain(seat)
        offered = (await captain.person.ask("query($id: ID!) { match(by: {id: $id}) { decision { id } legalMoves "
                                            "{ freeText textPath input } } }", id=self.id))["match"]  # fmt: skip
        move = self.filled_in(self.rng.choice(offered["legalMoves"]), captain)
        await self.refuse(captain, offered, move)
        state = self.match.state
        answer = await self.say(captain, move, offered["decision"]["id"])
        self.learn()
        if self.kind == "TWENTY" and self.match.state.finished != state.finished:
            self.overhear(json.dumps(move))
        captain.hear(answer, self.now(captain))
        await self.hear_updates()

    @property
    def to_move(self) -> list[int]:
        """The seats that the match waits for."""
        return sorted(game(self.kind).rules.to_move(self.match.state))

    def captain(self, seat: int) -> Eyes:
        return next(eyes for eyes in self.players[seat] if eyes.person.id == self.match.seats[seat].player)

    def filled_in(self, offered: Any, captain: Eyes) -> Any:
        """Return a move that is offered, with a text for what is to be said."""
        if not offered["freeText"]:
            return offered["input"]
        is_right = self.rng.random() < RIGHT
        text = right_text(self.kind, self.match.state, self.rng) if is_right else self.fresh()
        captain.known |= found_in(text)
        if self.kind in SAID_ALOUD:
            self.overhear(text)
        place = offered["input"]
        for key in offered["textPath"][:-1]:
            place = place[key]
        place[offered["textPath"][-1]] = text
        return offered["input"]

    async def say(self, eyes: Eyes, move: Any, decision: int) -> httpx.Response:
        """Send a move under an id that nobody is told, and return the answer as it came."""
        self.move_ids.add(move_id := self.fresh())
        given = {"matchId": self.id, "decision": decision, "move": move, "moveId": move_id}
        return await eyes.person.send(PLAYED, input=given)

    async def refuse(self, captain: Eyes, offered: Any, move: Any) -> None:
        """Let some try the move who may not make it, and its maker try it too early, or another move."""
        decision = offered["decision"]["id"]
        for eyes in self.rng.sample(self.eyes, 2):
            if eyes.seat not in self.to_move or eyes.person.id != self.match.seats[eyes.seat].player:
                sent = json.dumps(move)
                if found_in(sent) <= eyes.known:
                    eyes.hear(await self.say(eyes, move, decision), self.now(eyes))
        captain.hear(await self.say(captain, move, decision - 1), self.now(captain))
        text = captain.hear(await self.say(captain, self.rng.choice(WRONG_MOVES), decision), self.now(captain))
        assert "MovePlayed" not in text, text

    async def end(self) -> None:
        """Let seat after seat resign."""
        for seat in sorted(self.players):
            if self.match.ended_at is None:
                captain = self.captain(seat)
                answer = await captain.person.send(RESIGNED, input={"matchId": self.id})
                self.learn()
                captain.hear(answer, self.now(captain))

    async def ask_for_a_rematch(self) -> None:
        """Let the first player offer a rematch, which is private: its code is for those who join it."""
        offered = await self.eyes[0].person.change("rematch", matchId=self.id)
        code = await self.eyes[0].person.ask("query($id: ID!) { match(by: {id: $id}) { code } }", id=offered["id"])
        for eyes in self.eyes[1:]:
            eyes.hidden.add(code["match"]["code"])

    # Looking

    def given(self, code: str | None, **more: Any) -> dict[str, Any]:
        """Return what documents take for variables."""
        player, other = (self.players[seat][0].person.id for seat in (0, 1))
        named = {"id": self.id, "ids": [self.id, player, self.event], "player": player, "pair": [player, other]}
        return named | {"event": self.event, "kind": self.kind, "code": code, "after": 0, "ply": 1, "seat": 0} | more

    async def ask_everything(self) -> None:
        """Let everybody ask for everything, in every way there is, and wrongly too."""
        for eyes in self.eyes:
            given = self.given(self.code, ply=self.match.ply, seat=self.rng.randrange(2))
            now = self.now(eyes)
            for document in (ASKED_OF_A_MATCH, *ASKED_ELSEWHERE, ASKED_IN_CIRCLES, *BAD_DOCUMENTS):
                eyes.hear(await eyes.person.send(document, **given), now)
            if eyes.code is not None:
                eyes.hear(await eyes.person.send(ASKED_BY_CODE, **given), now)

    async def ask_elsewhere(self) -> None:
        """Let everybody ask for what is no GraphQL: it says nothing of a match that runs, and metrics never do."""
        for eyes in self.eyes:
            for page in PAGES:
                self.check_silence(eyes.hear(await eyes.ask(page), None))
            for export in EXPORTS:
                answer = await eyes.ask(export)
                assert answer.status_code == self.export_status(eyes), (eyes.name, export, answer.text)
                text = eyes.hear(answer, None)
                if self.match.ended_at is None or eyes.name != "operator":
                    self.check_silence(text)

    def check_silence(self, text: str) -> None:
        """Prove that a text tells nothing of this match or the people at it."""
        assert not found_in(text), text
        named = (self.id, self.code, *(eyes.person.id for eyes in self.eyes if eyes.person.id))
        assert not [name for name in named if name in text], text

    def export_status(self, eyes: Eyes) -> int:
        """Return the status with which somebody is answered who asks for an export."""
        if eyes.name == "operator":
            return 200
        return 403 if eyes.person.token else 401

    async def take_the_log_home(self) -> None:
        """Let the ended match be counted, so that operators can export what was said in it, and under which ids."""
        await keep_up(self.server)
        olga = next(eyes for eyes in self.eyes if eyes.name == "operator")
        olga.check(counted := await said_by(olga.sockets["event"]), None)
        assert self.id in counted
        olga.known |= self.move_ids.union(*(logged(self.kind, state) for state in self.states))
        for export in EXPORTS:
            text = (await olga.ask(export)).text
            assert self.id in text or "questions" in export, export

    def check_log(self, text: str) -> None:
        """Prove that what the server has logged is lines of JSON that name the match, and that they hold no secret."""
        secrets = {self.code, *(eyes.person.token for eyes in self.eyes if eyes.person.token)}
        lines = text.splitlines()
        assert {type(json.loads(line)) for line in lines} == {dict}
        assert any(self.id in line for line in lines)
        for line in lines:
            assert not found_in(line), line
            assert not [secret for secret in secrets if secret in line], line

    async def follow(self, stack: AsyncExitStack, eyes: Eyes) -> None:
        """Subscribe to everything; who may not watch is told so, and nothing else."""
        for name, document in FOLLOWED_BY_NAME.items():
            socket = await stack.enter_async_context(await eyes.person.opened_socket())
            payload = {"query": document, "variables": self.given(eyes.code)}
            await socket.send(json.dumps({"id": "1", "type": "subscribe", "payload": payload}))
            assert socket.response is not None
            eyes.check(lines_of(socket.response.headers.raw_items()), None)
            eyes.sockets[name] = socket
        if not eyes.may_watch:
            socket = eyes.sockets.pop("updates")
            last = ""
            while json.loads(text := await said_by(socket))["type"] == "next":  # the lobby is for all
                eyes.check(last := text, None)
            assert json.loads(text) == {"id": "1", "type": "complete"}
            assert json.loads(last)["payload"]["data"]["matchUpdates"]["end"]["reason"] == "SEAT_LOST"

    async def hear_updates(self) -> None:
        """Read everybody's updates up to the present ply."""
        for eyes in self.eyes:
            if (socket := eyes.sockets.get("updates")) is not None:
                ply = 0
                while ply < self.match.ply:
                    text = await said_by(socket)
                    ply = json.loads(text)["payload"]["data"]["matchUpdates"]["ply"]
                    eyes.check(text, self.now(eyes) if ply == self.match.ply else None)

    async def follow_again(self) -> None:
        """Let everybody read the match from its first ply, as who has lost the connection does."""
        for eyes in self.eyes:
            if eyes.may_watch:
                async with await eyes.person.opened_socket() as socket:
                    payload = {"query": FOLLOWED, "variables": self.given(eyes.code)}
                    await socket.send(json.dumps({"id": "1", "type": "subscribe", "payload": payload}))
                    for state in self.states[1:-1]:
                        eyes.check(await said_by(socket), known_later(self.kind, state, eyes.seat))
                    eyes.check(await said_by(socket), self.now(eyes))

    async def suggest(self) -> None:
        """Let every member of a team suggest something, which only their team may read (TP-16)."""
        for seat, team in self.players.items():
            for eyes in team:
                text = self.fresh()
                self.suggested.add(text)
                for mate in team:
                    mate.known.add(text)
                answer = await eyes.person.send(SUGGEST, input={"matchId": self.id, "text": text})
                assert answer.json()["data"]["suggest"]["__typename"] == "Suggested", (seat, answer.text)

    async def drain(self) -> None:
        """Read what the lobby, team talk and the event have sent so far."""
        for eyes in self.eyes:
            for name in ("lobby", "talk", "event"):
                for text in await read_so_far(eyes.sockets[name]):
                    eyes.check(text, None)


async def said_by(socket: ClientConnection) -> str:
    """Return the next message that is no ping; a ping is answered."""
    async with asyncio.timeout(PATIENCE):
        while (text := await socket.recv(decode=True)) == PING:
            await socket.send(json.dumps({"type": "pong"}))
    return text


async def read_so_far(socket: ClientConnection) -> list[str]:
    """Return what a socket has been sent before the answer to a ping."""
    await socket.send(json.dumps({"type": "ping"}))
    texts = []
    while json.loads(text := await said_by(socket))["type"] != "pong":
        texts.append(text)
    return texts


@asynccontextmanager
async def laid(server: Server, scenario: Scenario) -> AsyncIterator[Table]:
    """Seat the players, let everybody else come to watch, and begin."""
    server.parlour.running.host._clock.arm = lambda *_: None  # type: ignore[method-assign]  # however slow all this is
    people = [await server.person(f"Player {number}") for number in range(scenario.seats * scenario.team_size)]
    fresh = Canaries(scenario.name)
    olga = await operator(server)
    event = (await made(olga))["event"]
    created = await people[0].change(
        "createMatch",
        options=scenario.options,
        seats=scenario.seats,
        teamSize=scenario.team_size,
        visibility=scenario.visibility,
        spectators=scenario.spectators,
        requestId=fresh(),
        eventCode=event["code"],
        test={"seed": SEED},
    )
    table = Table(server, scenario, created["id"], created["code"], event["id"], Random(scenario.name))
    for number, person in enumerate(people):
        if number:
            await person.change("joinMatch", by={"code": table.code}, seat=number % scenario.seats)
        eyes = Eyes(f"player {number}", person, number % scenario.seats, table.code)
        table.players[number % scenario.seats].append(eyes)
        table.eyes.append(eyes)
    table.eyes += [
        Eyes("spectator with the code", await server.person("Guest"), None, table.code),
        Eyes("spectator", await server.person("Passer-by")),
        Eyes("stranger", server.stranger),
        Eyes("operator", olga),
    ]
    code, *elsewhere = await private_match(server)
    tokens = {eyes.person.token for eyes in table.eyes if eyes.person.token}
    for eyes in table.eyes:
        eyes.may_watch = may_watch(scenario, eyes)
        eyes.hidden = tokens | {code} | (set() if eyes.name == "operator" else {*elsewhere, event["code"]})
        if eyes.code is None and (scenario.visibility == "PRIVATE" or scenario.spectators == "BY_CODE"):
            eyes.hidden |= {table.code}
    async with AsyncExitStack() as stack:
        await people[0].change("startMatch", matchId=table.id)
        table.learn()
        for eyes in table.eyes:
            await table.follow(stack, eyes)
        await table.hear_updates()
        yield table


async def private_match(server: Server) -> tuple[str, str, str]:
    """Create a private match of somebody else's; return its code, and what only operators may learn of it."""
    zoe = await server.person("Zoe")
    match = await zoe.change("createMatch", options={"twenty": {}}, visibility="PRIVATE")
    return match["code"], match["id"], zoe.id


def may_watch(scenario: Scenario, eyes: Eyes) -> bool:
    """Tell whether somebody may see the match: its spectator policy, and operators always."""
    is_let_in = scenario.spectators == "OPEN" or (scenario.spectators == "BY_CODE" and eyes.code is not None)
    return eyes.seat is not None or eyes.name == "operator" or is_let_in


def test_the_digest_of_a_clients_own_key_is_no_playing_card() -> None:
    sent = (("Upgrade", "websocket"), ("Sec-WebSocket-Accept", "8D+lJWSjw7CeBWkPhmE70XyWwsg="))
    assert not found_in(lines_of(sent))
    assert found_in(lines_of((*sent, ("X-Hand", "8D")))) == {"8D"}


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[scenario.name for scenario in SCENARIOS])
async def test_all_1_nobody_reads_a_canary_before_their_view_may_show_it(
    scenario: Scenario, tmp_path: Path, log: StringIO
) -> None:
    settings = {"decks_dir": decks_of_canaries(tmp_path), "client_dir": ROOT / "client"}
    async with running(**settings) as server, laid(server, scenario) as table:
        while table.match.ended_at is None and table.match.ply < MOST_PLIES:
            if table.match.ply % ASKED_EVERY == 0:
                if scenario.team_size > 1:
                    await table.suggest()
                await table.ask_everything()
                await table.ask_elsewhere()
            if table.match.ply % DRAINED_EVERY == 0:
                await table.drain()
            await table.play_once()
        await table.follow_again()
        await table.end()
        await table.ask_for_a_rematch()
        await table.hear_updates()
        await table.take_the_log_home()
        await table.drain()
        await table.ask_everything()
        await table.ask_elsewhere()

        for eyes in table.eyes:
            assert (SEED in eyes.read) is eyes.may_watch
            assert bool(eyes.read - {SEED}) is eyes.may_watch
        table.check_log(log.getvalue())
