"""Events, results as they happen, and corrections, through the API."""

from typing import Any

import pytest

from tests.api.counted import count, keep_up, operator
from tests.api.parlour import Person, Server
from tests.api.test_stats_questions import answer, asked, quiz
from tests.stats.made import facts, seat

CREATE = """mutation($name: String!) { createEvent(input: {name: $name}) { __typename
  ... on EventCreated { event { id name code createdBy { id } } } ... on RequestRefused { code } } }"""
CORRECT = """mutation($input: CorrectResultInput!) { correctResult(input: $input) { __typename
  ... on ResultCorrected { correction { id sequence reason kind answer isRight places points operator { id } } }
  ... on RequestRefused { code message path } } }"""
UPDATES = """subscription($event: ID!, $after: Int) { eventUpdates(event: $event, after: $after) { sequence
  match { id event { name code } } correction { reason } counted { countedAs seats { place points } } } }"""
CORRECTIONS = """query($id: ID!) { match(by: {id: $id}) { event { name code } status
  corrections { reason kind operator { id } } counted { countedAs } } }"""


async def made(person: Person, name: str = "League night") -> Any:
    return (await person.ask(CREATE, name=name))["createEvent"]


async def correct(person: Person, match: str, correction: Any, reason: str = "Seen wrongly.", **given: Any) -> Any:
    sent = {"matchId": match, "reason": reason, "correction": correction} | given
    return (await person.ask(CORRECT, input=sent))["correctResult"]


async def ended(server: Server, code: str) -> tuple[Any, Person, Person]:
    """Return a match of an event that its first player has given up, and its players."""
    ann, bob = await server.person("Ann"), await server.person("Bob")
    match = await server.match(ann, bob, eventCode=code)
    await ann.change("resign", matchId=match["id"])
    await keep_up(server)
    return match, ann, bob


async def test_operators_make_events_and_find_them(server: Server) -> None:
    olga, ann = await operator(server), await server.person("Ann")
    created = await made(olga)
    event = created["event"]
    later = (await made(olga, "Cup"))["event"]

    assert (created["__typename"], event["name"], event["createdBy"]) == (
        "EventCreated",
        "League night",
        {"id": olga.id},
    )
    assert len(event["code"]) == 6
    assert (await made(ann))["code"] == "NOT_ALLOWED"
    assert (await made(olga, " "))["code"] == "BAD_NAME"
    assert await server.stranger.fail(CREATE, name="x") == "UNAUTHENTICATED"
    by_code = "query($c: String!) { event(by: {code: $c}) { id } }"
    assert (await olga.ask(by_code, c=event["code"].lower()))["event"] == {"id": event["id"]}
    assert (await olga.ask(by_code, c="NONE"))["event"] is None
    node = "query($id: ID!) { node(id: $id) { ... on Event { name } } }"
    assert (await olga.ask(node, id=event["id"]))["node"] == {"name": "League night"}
    assert (await ann.ask(node, id=event["id"]))["node"] is None
    page = (
        "query($after: String) { events(first: 1, after: $after) { totalCount nodes { name } pageInfo { endCursor } } }"
    )
    first = (await olga.ask(page))["events"]
    second = (await olga.ask(page, after=first["pageInfo"]["endCursor"]))["events"]
    assert (first["totalCount"], {first["nodes"][0]["name"], second["nodes"][0]["name"]}) == (
        2,
        {"League night", later["name"]},
    )


async def test_a_match_carries_the_label_of_the_event_whose_code_its_creator_has(server: Server) -> None:
    olga, ann = await operator(server), await server.person("Ann")
    event = (await made(olga))["event"]

    match = await ann.change("createMatch", options={"twenty": {}}, eventCode=f" {event['code'].lower()} ")
    wrong = await ann.refused("createMatch", options={"twenty": {}}, eventCode="WRONG")

    assert wrong == "WRONG_CODE"
    seen = [(await person.ask(CORRECTIONS, id=match["id"]))["match"]["event"] for person in (ann, olga)]
    assert seen == [{"name": "League night", "code": None}, {"name": "League night", "code": event["code"]}]


async def test_event_updates_tell_what_ends_and_is_corrected_and_resume(server: Server) -> None:
    olga = await operator(server)
    event = (await made(olga))["event"]
    async with olga.following(UPDATES, event=event["id"], after=0) as stream:
        match, _, _ = await ended(server, event["code"])
        first = await anext(stream)
        await count(server, facts(2, event="evt_other"))
        assert (await correct(olga, match["id"], {"void": True}))["__typename"] == "ResultCorrected"
        await keep_up(server)
        second = await anext(stream)
    async with olga.following(UPDATES, event=event["id"], after=first["sequence"]) as stream:
        again = await anext(stream)

    assert first == {
        **{"sequence": 1, "match": {"id": match["id"], "event": {"name": "League night", "code": event["code"]}}},
        **{"correction": None, "counted": {"countedAs": "ABANDONED", "seats": first["counted"]["seats"]}},
    }
    assert (second["sequence"], second["correction"]) == (3, {"reason": "Seen wrongly."})
    assert second["counted"]["countedAs"] == "VOID"
    assert again == second


async def test_s26_a_counted_answer_has_a_verdict_or_none_where_nothing_is_judged(server: Server) -> None:
    olga = await operator(server)
    event = (await made(olga))["event"]["id"]
    verdicts = ["EXACT", "ALIAS", "NEAR", "WRONG", "NONE", ""]  # NONE: time ran out; "": nothing is judged
    given = [answer(number, 0, "x", verdict, False) for number, verdict in enumerate(verdicts, start=1)]
    await count(server, quiz(1, "plr_1", "plr_2", asked("tp-1#blue", *given), event=event))
    query = "subscription($event: ID!) { eventUpdates(event: $event, after: 0) { counted { answers { verdict } } } }"

    async with olga.following(query, event=event) as stream:
        update = await anext(stream)

    assert [one["verdict"] for one in update["counted"]["answers"]] == [*verdicts[:4], None, None]


async def test_event_updates_are_for_operators_and_of_events_that_there_are(server: Server) -> None:
    olga, ann = await operator(server), await server.person("Ann")
    event = (await made(olga))["event"]["id"]
    wrong: list[tuple[Person, dict[str, Any], str]] = [
        (server.stranger, {"event": event}, "UNAUTHENTICATED"),
        (ann, {"event": event}, "FORBIDDEN"),
        (olga, {"event": "evt_none"}, "BAD_USER_INPUT"),
        (olga, {"event": event, "after": -1}, "BAD_USER_INPUT"),
    ]
    for person, given, code in wrong:
        async with person.following(UPDATES, **given) as stream:
            assert await anext(stream) == code


async def test_a_voided_match_counts_for_nothing_and_says_who_did_it_and_why(server: Server) -> None:
    olga, ann, bob = await operator(server), await server.person("Ann"), await server.person("Bob")
    one, other = (
        facts(1, seat(0, ann.id, 1, 5), seat(1, bob.id, 2, 60)),
        facts(2, seat(0, ann.id, 2, 30), seat(1, bob.id, 1, 3)),
    )
    await count(server, one, other)
    board = "{ leaderboard(game: TWENTY, orderBy: WINS) { nodes { player { name } won played } } }"
    played = "{ matchStats { matches finished void } }"

    result = await correct(olga, "mat_2", {"void": True}, requestId="r1")
    again = await correct(olga, "mat_2", {"void": True}, requestId="r1")
    await keep_up(server)

    assert result["correction"] == again["correction"]
    assert result["correction"]["sequence"] == 3
    assert (await olga.ask(board))["leaderboard"]["nodes"] == [
        {"player": {"name": "Ann"}, "won": 1, "played": 1},
        {"player": {"name": "Bob"}, "won": 0, "played": 1},
    ]
    assert (await olga.ask(played))["matchStats"] == [{"matches": 2, "finished": 1, "void": 1}]


async def test_corrections_stay_visible_with_the_match_whose_log_is_as_it_was(server: Server) -> None:
    olga = await operator(server)
    event = (await made(olga))["event"]
    match, ann, _ = await ended(server, event["code"])
    log = "query($id: ID!) { match(by: {id: $id}) { seed log { totalCount nodes { number at } } outcome { reason } } }"
    before = await ann.ask(log, id=match["id"])

    await correct(olga, match["id"], {"void": True})
    await keep_up(server)

    for person in (ann, server.stranger):
        seen = (await person.ask(CORRECTIONS, id=match["id"]))["match"]
        assert seen["corrections"] == [{"reason": "Seen wrongly.", "kind": "VOID", "operator": {"id": olga.id}}]
    assert (await ann.ask(CORRECTIONS, id=match["id"]))["match"]["counted"] == {"countedAs": "VOID"}
    assert await ann.ask(log, id=match["id"]) == before


async def test_what_is_counted_of_a_match_is_not_for_strangers_who_look_through_a_players_eyes(server: Server) -> None:
    olga = await operator(server)
    event = (await made(olga))["event"]
    match, ann, _ = await ended(server, event["code"])
    query = """query($id: ID!, $ply: Int!) { match(by: {id: $id}) { ply counted { sequence }
      atPly(ply: $ply, seat: 0) { viewerSeat counted { sequence } } } }"""
    last = (await ann.see(match["id"]))["ply"]

    for person, is_counted in ((server.stranger, False), (await server.person("Cat"), False), (ann, True)):
        seen = (await person.ask(query, id=match["id"], ply=last))["match"]
        assert seen["atPly"] == {"viewerSeat": 0, "counted": None}
        assert (seen["counted"] is not None) == is_counted


async def test_an_answer_places_and_points_are_ruled_otherwise(server: Server) -> None:
    olga, ann, bob = await operator(server), await server.person("Ann"), await server.person("Bob")
    wrong = asked("tp-1#blue", answer(1, 0, "Roma", "WRONG", False))
    await count(server, quiz(1, bob.id, ann.id, wrong))
    ruling = {"answer": 1, "isRight": True, "places": [2, 1], "points": [5, 6]}

    result = await correct(olga, "mat_1", {"rerule": ruling})
    await keep_up(server)

    made = result["correction"]
    assert (made["kind"], made["operator"], made["answer"], made["isRight"]) == ("RERULE", {"id": olga.id}, 1, True)
    assert (made["places"], made["points"]) == ([2, 1], [5, 6])
    stats = """query($id: ID!) { player(id: $id) { stats(game: TRIVIAL_PURSUIT) { won points
      accuracy { kind category answers right rate } byKind: accuracy(by: KIND) { kind category right } } } }"""
    assert (await bob.ask(stats, id=bob.id))["player"]["stats"] == {
        **{"won": 0, "points": 5},
        "accuracy": [{"kind": "QUESTION", "category": "BLUE", "answers": 1, "right": 1, "rate": 1.0}],
        "byKind": [{"kind": "QUESTION", "category": None, "right": 1}],
    }
    assert (await ann.ask(stats, id=ann.id))["player"]["stats"]["won"] == 1
    row = '{ questionStats(game: TRIVIAL_PURSUIT, deck: "trivia") { nodes { right overruledToRight } } }'
    assert (await olga.ask(row))["questionStats"]["nodes"] == [{"right": 1, "overruledToRight": 1}]


@pytest.mark.parametrize(
    ("match", "correction", "reason", "code"),
    [
        ("mat_none", {"void": True}, "x", "MATCH_NOT_FOUND"),
        ("mat_1", {"void": False}, "x", "BAD_REQUEST"),
        ("mat_1", {"void": True}, " ", "BAD_REQUEST"),
        ("mat_1", {"void": True}, "\u200b\u2063", "BAD_REQUEST"),
        ("mat_1", {"void": True}, "x" * 501, "BAD_REQUEST"),
        ("mat_1", {"rerule": {}}, "x", "BAD_REQUEST"),
        ("mat_1", {"rerule": {"answer": 9, "isRight": True}}, "x", "BAD_REQUEST"),
        ("mat_1", {"rerule": {"places": [1, 3]}}, "x", "BAD_REQUEST"),
        ("mat_1", {"rerule": {"points": [1]}}, "x", "BAD_REQUEST"),
    ],
)
async def test_a_correction_that_cannot_be_is_refused_and_changes_nothing(
    server: Server, match: str, correction: Any, reason: str, code: str
) -> None:
    olga = await operator(server)
    await count(server, facts(1))

    refused = await correct(olga, match, correction, reason)

    assert (refused["__typename"], refused["code"]) == ("RequestRefused", code)
    assert await server.parlour.running.statistics.store.last_entry() == 1


async def test_only_operators_correct(server: Server) -> None:
    ann = await server.person("Ann")
    await count(server, facts(1, seat(0, ann.id, 2, 9), seat(1, "plr_b", 1, 1)))

    assert (await correct(ann, "mat_1", {"void": True}))["code"] == "NOT_ALLOWED"
    assert await server.parlour.running.statistics.store.last_entry() == 1
