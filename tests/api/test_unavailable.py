"""While the database is away, clients are told that they may send the same thing again, and nothing of our insides."""

from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Close
from websockets.protocol import State

from server.matches.store import StoreUnavailable
from server.store.memory import MemoryStore
from tests.api.parlour import PLAY, Server

AWAY = {
    "message": "The database cannot be reached at present, so it is unknown whether this was done. "
    "Send it again in a moment: a move with the same moveId is never played twice.",
    "extensions": {"code": "INTERNAL_SERVER_ERROR", "retry": True},
}


async def away(*_: Any) -> Any:
    raise StoreUnavailable("The database cannot be reached: 10.0.0.7:27017: connection refused.")


def told(answer: Any) -> Any:
    (error,) = answer["errors"]
    return {"message": error["message"], "extensions": error["extensions"]}


async def test_a_move_that_cannot_be_saved_can_be_sent_again(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = await server.person("Ann"), await server.person("Bob")
    match = await server.match(ann, bob)
    mover = ann if match["legalMoves"] else bob
    move = {"matchId": match["id"], "decision": match["decision"]["id"], "moveId": "once"}
    sent = move | {"move": {"twenty": {"draw": True}}}

    with monkeypatch.context() as database:
        database.setattr(MemoryStore, "append", away)
        refused = (await mover.send(PLAY, input=sent)).json()
    played = (await mover.ask(PLAY, input=sent))["play"]

    assert told(refused) == AWAY
    assert refused["data"] == {"play": None}
    assert (played["__typename"], played["ply"], played["duplicate"]) == ("MovePlayed", match["ply"] + 1, False)


async def test_a_player_who_cannot_be_recognised_for_now_can_ask_again(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await server.person("Ann")

    with monkeypatch.context() as database:
        database.setattr(MemoryStore, "token", away)
        refused = await ann.send("{ viewer { player { name } } }")

    assert (refused.status_code, refused.headers["retry-after"], told(refused.json())) == (503, "1", AWAY)
    assert await ann.ask("{ viewer { player { name } } }") == {"viewer": {"player": {"name": "Ann"}}}


async def test_1013_a_socket_that_cannot_be_let_in_for_now_may_come_back(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await server.person("Ann")

    with monkeypatch.context() as database:
        database.setattr(MemoryStore, "token", away)
        with pytest.raises(ConnectionClosed) as closed:
            await ann.opened_socket()

    assert closed.value.rcvd == Close(1013, "The database cannot be reached at present; try again in a moment.")
    async with await ann.opened_socket() as socket:
        assert socket.state is State.OPEN


async def test_a_match_that_cannot_be_followed_for_now_can_be_asked_for_again(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MemoryStore, "match", away)

    async with server.stranger.following(id="mat_unknown") as updates:
        assert await anext(updates) == "INTERNAL_SERVER_ERROR"


async def test_a_server_without_its_database_is_not_ready(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (await server.http.get("/readyz")).status_code == 200
    monkeypatch.setattr(MemoryStore, "ping", away)

    answer = await server.http.get("/readyz")

    assert (answer.status_code, answer.json()["status"]) == (503, "unavailable")
