"""Nobody learns more than their view: ALL-1, on the raw bytes of every answer."""

import hashlib
import re
from typing import Any

import pytest

from tests.api.parlour import MATCH, UPDATES, Person, Server

DRAW = {"twenty": {"draw": True}}
CARD = re.compile(r"\b(?:10|[2-9AJQK])[CDHS]\b")
EVERYTHING = (
    """query($id: ID!, $ids: [ID!]!) {
  match(by: {id: $id}) { ...Standing atPly(ply: 2) { ...Standing } log(first: 100) { totalCount nodes { number events {
    __typename ... on TwentyCountMade { cards { id } } } } } }
  nodes(ids: $ids) { ...Standing }
  matches(first: 10) { nodes { ...Standing } }
}"""
    + MATCH
)


async def cards_seen(person: Person, match_id: str) -> set[str]:
    """Return every card that stands anywhere in what this person gets to read."""
    return set(CARD.findall((await person.send(EVERYTHING, id=match_id, ids=[match_id])).text))


async def hand(person: Person, match_id: str) -> set[str]:
    """Return the cards a person holds."""
    return {card["id"] for card in (await person.see(match_id))["view"]["hand"]}


async def test_all_1_s16_only_ones_own_hand_is_in_any_answer(server: Server) -> None:
    """Faults of peers 1, 3 and 5. Attack: hidden answers by node(id), by nested paths and as somebody else."""
    ann, bob, cat = [await server.person(name) for name in ("Ann", "Bob", "Cat")]
    match = await server.match(ann, bob)
    for _ in range(6):
        mover = (ann, bob)[match["decision"]["seats"][0]["index"]]
        match = (await mover.play(match, DRAW))["match"]
        for person in (ann, bob):
            assert await cards_seen(person, match["id"]) == await hand(person, match["id"])
        for person in (cat, server.stranger):
            assert await cards_seen(person, match["id"]) == set()


async def test_all_1_refusals_are_the_same_whatever_the_others_hold(server: Server) -> None:
    """Fault of peers 7: refusals tell nothing."""
    ann, bob = await server.person("Ann"), await server.person("Bob")
    match = await server.match(ann, bob)
    theirs = await hand(ann, match["id"]), await hand(bob, match["id"])
    mover = match["decision"]["seats"][0]["index"]
    asker, others = (ann, bob)[mover], theirs[1 - mover]
    seen = await asker.see(match["id"])
    nowhere = {f"{rank}{suit}" for rank in "23456789" for suit in "CDHS"} - theirs[0] - theirs[1]

    answers = {
        str({**(await asker.play(seen, {"twenty": {"makeCount": [card]}})), "message": ""})
        for card in (*others, *nowhere)
    }

    assert len(answers) == 1


async def test_all_1_updates_carry_ones_own_hand_only(server: Server) -> None:
    """Faults of peers 1, 4 and 6: a subscriber sees by its own token, from the first event on."""
    ann, bob = await server.person("Ann"), await server.person("Bob")
    match = await server.match(ann, bob)
    for person, allowed in ((ann, await hand(ann, match["id"])), (server.stranger, set())):
        async with person.following(UPDATES, id=match["id"], after=0) as stream:
            texts = [str(await anext(stream)) for _ in range(match["ply"])]
        assert set(CARD.findall("".join(texts))) == allowed


async def test_all_1_who_finds_a_public_match_is_not_told_the_code_to_watch_it_by(server: Server) -> None:
    """It can be joined by its id: the code is for those who are to watch."""
    ann, bob, cat = [await server.person(name) for name in ("Ann", "Bob", "Cat")]
    match = await ann.change("createMatch", options={"twenty": {}}, spectators="BY_CODE")
    found = await cat.send(EVERYTHING, id=match["id"], ids=[match["id"]])
    joined = await bob.change("joinMatch", by={"id": match["id"]})
    await ann.change("startMatch", matchId=match["id"])

    assert match["code"] == joined["code"]
    assert match["id"] in found.text
    for person in (cat, server.stranger):
        for text in (found.text, (await person.send(EVERYTHING, id=match["id"], ids=[match["id"]])).text):
            assert match["code"] not in text
        assert not (await person.see(match["id"]))["mayWatch"]


async def test_all_3_the_seed_is_public_only_after_the_end_and_fits_its_hash(server: Server) -> None:
    """Fault of peers 1: the seed goes to nobody before the end."""
    ann, bob = await server.person("Ann"), await server.person("Bob")
    match = await server.match(ann, bob, test={"seed": "canary-seed"})
    for person in (ann, bob, server.stranger):
        assert "canary-seed" not in (await person.send(EVERYTHING, id=match["id"], ids=[match["id"]])).text

    over = await ann.change("resign", matchId=match["id"])

    assert over["seed"] == "canary-seed"
    assert over["seedHash"] == match["seedHash"]
    assert over["seedHash"] == hashlib.sha256(b"canary-seed").hexdigest()


@pytest.mark.parametrize("policy", ["NONE", "BY_CODE"])
async def test_all_3_the_seed_which_tells_all_hands_is_for_those_who_may_watch(server: Server, policy: str) -> None:
    ann, bob, cat = [await server.person(name) for name in ("Ann", "Bob", "Cat")]
    match = await server.match(ann, bob, spectators=policy, test={"seed": "canary-seed"})
    await ann.change("resign", matchId=match["id"])
    by_id = "query($id: ID!) { match(by: {id: $id}) { mayWatch seed seedHash outcome { reason } } }"
    by_code = "query($code: String!) { match(by: {code: $code}) { mayWatch seed } }"

    for person in (cat, server.stranger):
        found = (await person.ask(by_id, id=match["id"]))["match"]
        assert (found["mayWatch"], found["seed"]) == (False, None)
        assert found["seedHash"] == match["seedHash"]
        assert "canary-seed" not in (await person.send(EVERYTHING, id=match["id"], ids=[match["id"]])).text
    assert (await bob.ask(by_id, id=match["id"]))["match"]["seed"] == "canary-seed"
    of_code = (await cat.ask(by_code, code=match["code"]))["match"]
    assert of_code == {"mayWatch": policy == "BY_CODE", "seed": "canary-seed" if policy == "BY_CODE" else None}


async def test_a_finished_match_is_replayed_step_by_step_through_any_eyes(server: Server) -> None:
    ann, bob = await server.person("Ann"), await server.person("Bob")
    match = await server.match(ann, bob)
    dealt: dict[int, Any] = {seat: await hand(person, match["id"]) for seat, person in enumerate((ann, bob))}
    query = """query($id: ID!, $ply: Int!, $seat: Int) {
      match(by: {id: $id}) { atPly(ply: $ply, seat: $seat) { ...Standing } } }"""
    running = await ann.ask(query + MATCH, id=match["id"], ply=match["ply"], seat=1)
    await ann.change("resign", matchId=match["id"])

    assert running == {"match": {"atPly": None}}
    for seat in (0, 1):
        then = (await server.stranger.ask(query + MATCH, id=match["id"], ply=match["ply"], seat=seat))["match"]["atPly"]
        assert {card["id"] for card in then["view"]["hand"]} == dealt[seat]
        assert then["status"] == "RUNNING"
        assert then["legalMoves"] == []
    for wrong in ({"ply": -1}, {"ply": 99}, {"ply": 1, "seat": 7}):
        answer = await server.stranger.ask(query + MATCH, id=match["id"], **wrong)
        assert answer == {"match": {"atPly": None}}
