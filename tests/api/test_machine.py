"""Random matches through the API, with all that goes wrong between a client and a server, against a simple model.

Moves are repeated, sent twice at once, sent too late, by the wrong people and with wrong tokens; who follows the match
loses the connection and comes back. The model knows no game: only the plies that were acknowledged.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any, NamedTuple

import httpx
import orjson
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from server.api.schema import build
from server.games.registry import GAMES, Game
from tests.api.fuzzing import MOMENT, Deadline
from tests.api.parlour import Server
from tests.api.test_bot_matches import options_of
from tests.api.threaded import served

SCHEMA: Any = build()._schema
AT_ONCE = 4
"""Matches of a round: a search stops between rounds."""
STEPS = 40

SEEN = """query($id: ID!) { match(by: {id: $id}) { ply status decision { id seats { index } } seats { name hasResigned }
  legalMoves { freeText textPath input } log(first: 100) { totalCount nodes { number events { __typename } } } } }"""
PLAY = """mutation($input: PlayInput!) { play(input: $input) { __typename
  ... on MovePlayed { ply duplicate events { __typename } match { ply } }
  ... on MoveRefused { code current { ply } } } }"""
CREATE = """mutation($input: CreateMatchInput!) {
  createMatch(input: $input) { ... on MatchChanged { match { id } } } }"""
JOIN = """mutation($id: ID!) { joinMatch(input: {by: {id: $id}}) { ... on MatchChanged { match { ply } } } }"""
START = """mutation($id: ID!) { startMatch(input: {matchId: $id}) { ... on MatchChanged { match { ply } } } }"""
RESIGN = """mutation($id: ID!) { resign(input: {matchId: $id}) { ... on MatchChanged { match { ply } } } }"""
FOLLOW = """subscription($id: ID!, $after: Int) { matchUpdates(matchId: $id, after: $after) {
  ply events { __typename } match { ply } } }"""

Events = list[str]


class Sent(NamedTuple):
    """A move that was acknowledged, and what was told of it."""

    seat: int
    given: dict[str, Any]
    ply: int
    events: Events


class Account(NamedTuple):
    """A player, or a stranger."""

    name: str
    token: str | None


class Place(NamedTuple):
    """A server, and people who play on it."""

    port: int
    people: list[Account]


async def settled(server: Server) -> Place:
    people = [await server.person(name) for name in ("Ann", "Bob", "Cat", "Dan", "Eve")]
    names = ("Ann", "Bob", "Cat", "Dan", "Eve")
    return Place(server.port, [Account(name, person.token) for name, person in zip(names, people, strict=True)])


@pytest.fixture(scope="module")
def place() -> Iterator[Place]:
    with served(settled) as started:
        yield started


def without_clocks(game: Game) -> dict[str, Any]:
    """Return the options with every clock off, so that nothing happens by itself."""
    fields = SCHEMA.get_type(game.schema.OptionsInput.__name__).fields
    clocks = {name: 0 for name in fields if name.endswith("Seconds")}
    return dict.fromkeys(options_of(game), clocks)


def names_of(events: list[Any]) -> Events:
    return [event["__typename"] for event in events]


class Matches(RuleBasedStateMachine):
    """One match, the plies acknowledged so far, and how far each of its followers has come."""

    place: Place

    def __init__(self) -> None:
        super().__init__()
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{self.place.port}", timeout=20.0)
        self.moves: list[Sent] = []
        self.plies: list[Events] = []
        self.followed: dict[int, int] = {}
        self.move_ids = count()

    def teardown(self) -> None:
        self.http.close()

    # Talking to the server

    def send(self, account: Account, query: str, **variables: Any) -> Any:
        headers = {"Authorization": f"Bearer {account.token}"} if account.token else {}
        answer = self.http.post("/graphql", json={"query": query, "variables": variables}, headers=headers)
        assert answer.status_code < 500, answer.text
        found = answer.json()
        assert "INTERNAL_SERVER_ERROR" not in [error["extensions"]["code"] for error in found.get("errors", ())], found
        return found

    def ask(self, account: Account, query: str, **variables: Any) -> Any:
        found = self.send(account, query, **variables)
        assert "errors" not in found, found
        return next(iter(found["data"].values()))

    def see(self, account: Account) -> Any:
        return self.ask(account, SEEN, id=self.id)

    def play(self, account: Account, given: dict[str, Any]) -> Any:
        return self.ask(account, PLAY, input=given)

    def refused(self, account: Account, given: dict[str, Any]) -> str:
        """Return the code of a refusal, which shows the match as the model has it."""
        answer = self.play(account, given)
        assert answer["__typename"] == "MoveRefused", answer
        assert answer["current"] == {"ply": len(self.plies)}
        return str(answer["code"])

    # The match

    @initialize(game=st.sampled_from(GAMES), more=st.integers(0, 1), seed=st.integers(0, 10**6))
    def begin(self, game: Game, more: int, seed: int) -> None:
        seats = min(game.rules.SEATS.start + more, 4)
        self.players = self.place.people[:seats]
        given = {"options": without_clocks(game), "seats": seats, "test": {"seed": str(seed)}}
        self.id = self.ask(self.players[0], CREATE, input=given)["match"]["id"]
        for player in self.players[1:]:
            self.ask(player, JOIN, id=self.id)
        self.ask(self.players[0], START, id=self.id)
        self.plies = [names_of(ply["events"]) for ply in self.see(self.players[0])["log"]["nodes"]]
        assert len(self.plies) == seats

    @property
    def standing(self) -> Any:
        return self.see(self.players[0])

    @property
    def is_running(self) -> bool:
        return bool(self.standing["status"] == "RUNNING")

    def drawn(self, choice: st.DataObject) -> tuple[int, dict[str, Any]]:
        """Return a seat that is to move and one of the moves it is offered."""
        decision = self.standing["decision"]
        seat = choice.draw(st.sampled_from([seat["index"] for seat in decision["seats"]]))
        offered = choice.draw(st.sampled_from(self.see(self.players[seat])["legalMoves"]))
        if offered["freeText"]:
            inside = offered["input"]
            for key in offered["textPath"][:-1]:
                inside = inside[key]
            inside[offered["textPath"][-1]] = choice.draw(st.text(max_size=20).filter(lambda text: text.isprintable()))
        given = {"matchId": self.id, "decision": decision["id"], "move": offered["input"]}
        return seat, given | {"moveId": f"{self.id} {next(self.move_ids)}"}

    def acknowledged(self, seat: int, given: dict[str, Any], answer: Any) -> None:
        """Note a move that the server says it has played."""
        assert answer["__typename"] == "MovePlayed", (given, answer)
        events = names_of(answer["events"])
        self.plies.append(events)
        self.moves.append(Sent(seat, given, len(self.plies), events))
        assert (answer["ply"], answer["match"]) == (len(self.plies), {"ply": len(self.plies)})

    @precondition(lambda self: self.is_running)
    @rule(choice=st.data())
    def move(self, choice: st.DataObject) -> None:
        seat, given = self.drawn(choice)
        answer = self.play(self.players[seat], given)
        assert answer.get("duplicate") is False, answer
        self.acknowledged(seat, given, answer)

    @precondition(lambda self: self.is_running)
    @rule(choice=st.data())
    def move_twice_at_once(self, choice: st.DataObject) -> None:
        seat, given = self.drawn(choice)
        with ThreadPoolExecutor(2) as both:
            answers = list(both.map(lambda _: self.play(self.players[seat], given), range(2)))
        assert sorted(answer.get("duplicate", "refused") for answer in answers) == [False, True], answers
        assert answers[0] | {"duplicate": True} == answers[1] | {"duplicate": True}
        self.acknowledged(seat, given, answers[0])

    @precondition(lambda self: self.moves)
    @rule(choice=st.data())
    def send_again(self, choice: st.DataObject) -> None:
        sent = choice.draw(st.sampled_from(self.moves))
        answer = self.play(self.players[sent.seat], sent.given)
        told = (answer["duplicate"], answer["ply"], names_of(answer["events"]), answer["match"])
        assert told == (True, sent.ply, sent.events, {"ply": len(self.plies)})

    @precondition(lambda self: self.moves)
    @rule(choice=st.data())
    def send_something_else_under_the_same_id(self, choice: st.DataObject) -> None:
        sent = choice.draw(st.sampled_from(self.moves))
        other = next((each for each in self.moves if each.given["move"] != sent.given["move"]), None)
        if other is not None:
            given = sent.given | {"move": other.given["move"]}
            assert self.refused(self.players[sent.seat], given) == "MOVE_ID_REUSED"

    @precondition(lambda self: self.is_running)
    @rule(choice=st.data(), late=st.integers(1, 3))
    def move_too_late(self, choice: st.DataObject, late: int) -> None:
        seat, given = self.drawn(choice)
        given["decision"] -= late
        assert self.refused(self.players[seat], given) == "STALE"

    @precondition(lambda self: self.is_running)
    @rule(choice=st.data())
    def move_for_somebody_else(self, choice: st.DataObject) -> None:
        _, given = self.drawn(choice)
        to_move = [seat["index"] for seat in self.standing["decision"]["seats"]]
        for seat in range(len(self.players)):
            if seat not in to_move:
                assert self.refused(self.players[seat], given) == "NOT_YOUR_TURN"
        assert self.refused(self.place.people[-1], given) == "NOT_SEATED"

    @precondition(lambda self: self.is_running)
    @rule(choice=st.data(), token=st.sampled_from([None, "prl_wrong", "x y"]))
    def move_with_a_wrong_token(self, choice: st.DataObject, token: str | None) -> None:
        _, given = self.drawn(choice)
        found = self.send(Account("Nobody", token), PLAY, input=given)
        assert [error["extensions"]["code"] for error in found["errors"]] == ["UNAUTHENTICATED"]

    @precondition(lambda self: self.moves and not self.is_running)
    @rule()
    def move_after_the_end(self) -> None:
        sent = self.moves[-1]
        given = sent.given | {"moveId": f"{self.id} {next(self.move_ids)}"}
        assert self.refused(self.players[sent.seat], given) == "MATCH_OVER"

    @precondition(lambda self: len(self.moves) > STEPS // 3 and self.is_running)
    @rule(choice=st.data())
    def resign(self, choice: st.DataObject) -> None:
        seats = [seat for seat, seated in enumerate(self.standing["seats"]) if not seated["hasResigned"]]
        player = self.players[choice.draw(st.sampled_from(seats))]
        assert self.ask(player, RESIGN, id=self.id) == {"match": {"ply": len(self.plies) + 1}}
        self.plies.append(names_of(self.standing["log"]["nodes"][-1]["events"]))

    # Following it

    @rule(who=st.integers(0, 4))
    def come_back(self, who: int) -> None:
        """Follow the match from the last ply that one has, and lose the connection at the newest."""
        account, known = self.place.people[who], self.followed.get(who, 0)
        if known == len(self.plies):
            return
        url = f"ws://127.0.0.1:{self.place.port}/graphql"
        with connect(url, subprotocols=[Subprotocol("graphql-transport-ws")], compression=None) as socket:
            payload = {"authorization": f"Bearer {account.token}"}
            socket.send(orjson.dumps({"type": "connection_init", "payload": payload}).decode())
            assert orjson.loads(socket.recv()) == {"type": "connection_ack"}
            asked = {"query": FOLLOW, "variables": {"id": self.id, "after": known}}
            socket.send(orjson.dumps({"id": "1", "type": "subscribe", "payload": asked}).decode())
            for number in range(known + 1, len(self.plies) + 1):
                update = orjson.loads(socket.recv(timeout=20.0))["payload"]["data"]["matchUpdates"]
                told = (update["ply"], names_of(update["events"]), update["match"])
                assert told == (number, self.plies[number - 1], {"ply": number})
        self.followed[who] = len(self.plies)

    @invariant()
    def the_match_is_what_was_acknowledged(self) -> None:
        if self.plies:
            seen = self.standing
            log = [(ply["number"], names_of(ply["events"])) for ply in seen["log"]["nodes"]]
            assert (seen["ply"], seen["log"]["totalCount"]) == (len(self.plies), len(self.plies))
            assert log == list(enumerate(self.plies[:100], start=1))
            assert [seated["name"] for seated in seen["seats"]] == [player.name for player in self.players]


def test_random_matches_go_as_a_simple_model_says(place: Place) -> None:
    Matches.place = place
    time = Deadline(MOMENT)
    for number in count():
        run = settings(
            max_examples=AT_ONCE,
            stateful_step_count=STEPS,
            deadline=None,
            database=None,
            derandomize=number == 0,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        run_state_machine_as_test(Matches, settings=run)
        if time.is_over:
            break
