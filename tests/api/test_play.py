"""Moves through the API: played once, refused with a reason, retried safely."""

import asyncio
from typing import Any

import pytest

from tests.api.parlour import PLAY, Person, Server

DRAW = {"twenty": {"draw": True}}


async def at_table(server: Server, **given: Any) -> tuple[Any, Person, Person]:
    """Return a running match as seen by who is to move, who is to move, and who waits."""
    ann, bob = await server.person("Ann"), await server.person("Bob")
    match = await server.match(ann, bob, test={"seed": "seed"}, **given)
    turn = match["decision"]["seats"][0]["index"]
    mover, waiting = (ann, bob) if turn == 0 else (bob, ann)
    return await mover.see(match["id"]), mover, waiting


async def test_a_move_answers_with_the_match_after_it(server: Server) -> None:
    match, mover, waiting = await at_table(server)

    played = await mover.play(match, DRAW)

    assert played["__typename"] == "MovePlayed"
    assert (played["ply"], played["duplicate"]) == (match["ply"] + 1, False)
    assert played["events"] == [{"__typename": "TwentyCardDrawn"}]
    assert len(played["match"]["view"]["hand"]) == 8
    assert played["match"] == await mover.see(match["id"])
    assert (await waiting.see(match["id"]))["decision"]["id"] == played["ply"]


async def test_legal_moves_can_be_sent_back_unchanged_to_the_end(server: Server) -> None:
    ann, bob = await server.person("Ann"), await server.person("Bob")
    match = await server.match(ann, bob, options={"twenty": {"target": 50}}, test={"seed": "whole match"})
    people = {0: ann, 1: bob}
    plies = match["ply"]
    while match["status"] == "RUNNING":
        mover = people[match["decision"]["seats"][0]["index"]]
        seen = await mover.see(match["id"])
        played = await mover.play(seen, seen["legalMoves"][-1]["input"])
        assert played["__typename"] == "MovePlayed", played
        match, plies = played["match"], plies + 1

    assert match["ply"] == plies
    assert match["outcome"]["reason"] == "TARGET_REACHED"
    assert match["outcome"]["standings"][0]["place"] == 1
    assert match["decision"] is None
    assert match["legalMoves"] == []


async def test_all_2_a_refusal_says_why_names_the_rule_and_shows_the_match(server: Server) -> None:
    """Fault of peers 10: a refused move is answered, with the match as it stands."""
    match, mover, waiting = await at_table(server)

    too_early = await waiting.play(match, DRAW)
    unfit = await mover.play(match, {"twenty": {"makeCount": ["XX"]}})

    assert (too_early["code"], too_early["rule"]) == ("NOT_YOUR_TURN", "ALL-2")
    assert (unfit["code"], unfit["rule"]) == ("ILLEGAL_MOVE", "TW-9")
    assert unfit["message"].endswith(".")
    assert unfit["current"] == {"ply": match["ply"], "decision": {"id": match["decision"]["id"]}}
    assert await mover.see(match["id"]) == match


async def test_an_old_decision_is_stale(server: Server) -> None:
    """Faults of peers 11, 13 and 17: a move names the decision it answers, and a stale client is told."""
    match, mover, waiting = await at_table(server)
    await mover.play(match, DRAW)

    stale = await waiting.play(match, DRAW)

    assert (stale["code"], stale["current"]["ply"]) == ("STALE", match["ply"] + 1)


async def test_s21_the_same_move_id_gives_the_first_result_again(server: Server) -> None:
    """Fault of peers 12: a retry gives the first result."""
    match, mover, _ = await at_table(server)
    first, again = [await mover.play(match, DRAW, moveId="m1") for _ in range(2)]

    assert (first["duplicate"], again["duplicate"]) == (False, True)
    assert (again["ply"], again["events"]) == (first["ply"], first["events"])
    assert again["match"] == first["match"]


async def test_a_double_click_plays_once(server: Server) -> None:
    """Fault of peers 13."""
    match, mover, _ = await at_table(server)
    results = await asyncio.gather(*(mover.play(match, DRAW, moveId="m1") for _ in range(10)))

    assert sorted(result["duplicate"] for result in results) == [False] + [True] * 9
    assert (await mover.see(match["id"]))["ply"] == match["ply"] + 1


@pytest.mark.parametrize(
    ("given", "code", "path"),
    [
        ({"moveId": ""}, "BAD_REQUEST", ["moveId"]),
        ({"moveId": "x" * 101}, "BAD_REQUEST", ["moveId"]),
        ({"matchId": "mat_unknown"}, "MATCH_NOT_FOUND", ["matchId"]),
        ({"move": {"twenty": {"draw": False}}}, "ILLEGAL_MOVE", None),
        ({"decision": -5}, "STALE", None),
    ],
)
async def test_bad_input_is_refused_with_its_field(
    server: Server, given: dict[str, Any], code: str, path: list[str] | None
) -> None:
    match, mover, _ = await at_table(server)

    refused = await mover.play(match, given.pop("move", DRAW), **given)

    assert (refused["code"], refused["path"]) == (code, path)
    assert await mover.see(match["id"]) == match


@pytest.mark.parametrize("move", [{}, {"twenty": {}}, {"twenty": {"draw": True, "pass": True}}, {"chess": {}}, None])
async def test_a_move_that_is_none_is_a_malformed_request(server: Server, move: Any) -> None:
    match, mover, _ = await at_table(server)
    sent = {"matchId": match["id"], "decision": match["decision"]["id"], "move": move}

    assert await mover.fail(PLAY, input=sent) == "BAD_USER_INPUT"
    assert await mover.see(match["id"]) == match


async def test_a_stranger_cannot_play(server: Server) -> None:
    match, _, _ = await at_table(server)
    sent = {"matchId": match["id"], "decision": match["decision"]["id"], "move": DRAW}

    assert await server.stranger.fail(PLAY, input=sent) == "UNAUTHENTICATED"


async def test_somebody_without_a_seat_cannot_play(server: Server) -> None:
    match, _, _ = await at_table(server)
    cat = await server.person("Cat")

    assert (await cat.play(match, DRAW))["code"] == "NOT_SEATED"


async def test_all_3_the_same_seed_and_moves_give_the_same_match_event_for_event(server: Server) -> None:
    logs = []
    for _ in range(2):
        match, mover, waiting = await at_table(server, options={"twenty": {"target": 50}})
        for _ in range(12):
            seen = await mover.see(match["id"])
            match = (await mover.play(seen, seen["legalMoves"][-1]["input"]))["match"]
            mover, waiting = waiting, mover
        log = """query($id: ID!) { match(by: {id: $id}) { log(first: 100) { nodes { number events { __typename
          ... on TwentyHandDealt { dealer starter } ... on TwentyCardDrawn { seat drawPileSize }
          ... on TwentyCountMade { seat count cards { id } } } } } } }"""
        logs.append((await mover.ask(log, id=match["id"]))["match"])

    assert logs[0] == logs[1]


async def test_a_fixed_deck_order_is_dealt(server: Server) -> None:
    order = ["KS", "KH", "KD", "KC", "QS", "QH", "QD", "AS", "AH", "AD", "AC", "2S", "2H", "2D"]
    ann, bob = await server.person("Ann"), await server.person("Bob")
    match = await server.match(ann, bob, test={"seed": "s", "deckOrder": order})

    assert [card["id"] for card in (await ann.see(match["id"]))["view"]["hand"]] == order[:7]
    assert [card["id"] for card in (await bob.see(match["id"]))["view"]["hand"]] == order[7:]


async def test_advancing_the_clock_plays_the_time_out(server: Server) -> None:
    match, mover, waiting = await at_table(server)

    after = await waiting.change("advanceClock", matchId=match["id"], seconds=60)

    assert after["decision"]["id"] == after["ply"] == match["ply"] + 2
    assert [seat["isAway"] for seat in after["seats"]].count(True) == 1
    assert len((await mover.see(match["id"]))["view"]["hand"]) == 8
