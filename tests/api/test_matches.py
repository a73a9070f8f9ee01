"""From a name to a rematch, through the API."""

from typing import Any
from uuid import uuid4

import pytest

from tests.api.parlour import Person, Server, running

TWENTY: dict[str, Any] = {"twenty": {}}
LIST = """query($filter: MatchFilter, $first: Int, $after: String, $last: Int, $before: String, $order: MatchOrder) {
  matches(filter: $filter, first: $first, after: $after, last: $last, before: $before, orderBy: $order) {
    totalCount nodes { id } edges { cursor node { id } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }"""


# Players


async def test_a_player_has_a_name_and_a_token(server: Server) -> None:
    ann = await server.person("  Ann  ")
    seen = await ann.ask("{ viewer { player { id name createdAt } isOperator } }")

    assert seen["viewer"]["player"]["name"] == "Ann"
    assert seen["viewer"]["player"]["id"] == ann.id
    assert not seen["viewer"]["isOperator"]
    assert await server.stranger.ask("{ viewer { isOperator } }") == {"viewer": None}


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "a\tb", "\u202eevil"])
async def test_a_name_that_cannot_be_shown_is_refused(server: Server, name: str) -> None:
    query = "mutation($n: String!) { createPlayer(input: {name: $n}) { __typename ... on UserError { code path } } }"
    answer = (await server.stranger.ask(query, n=name))["createPlayer"]

    assert answer == {"__typename": "RequestRefused", "code": "BAD_NAME", "path": ["name"]}


async def test_s21_a_request_to_create_a_player_that_is_sent_again_makes_no_second_one(server: Server) -> None:
    query = """mutation($input: CreatePlayerInput!) { createPlayer(input: $input) { __typename
      ... on PlayerCreated { token player { id name } } ... on RequestRefused { code path message } } }"""

    async def created(name: str, request_id: str) -> Any:
        return (await server.stranger.ask(query, input={"name": name, "requestId": request_id}))["createPlayer"]

    request_id = str(uuid4())
    one, two, other = await created("Ann", request_id), await created("Ann", request_id), await created("Ann", "1")
    tokens = [made.pop("token") for made in (one, two)]

    assert one == two == {"__typename": "PlayerCreated", "player": {"id": one["player"]["id"], "name": "Ann"}}
    for token in tokens:
        viewer = await Person(server.port, server.http, token).ask("{ viewer { player { id name } } }")
        assert viewer == {"viewer": {"player": one["player"]}}
    assert (other["code"], other["path"]) == ("BAD_REQUEST", ["requestId"])
    assert (await created("Bob", request_id))["message"] == "This requestId was used for another name."


async def test_wrong_and_revoked_tokens_get_their_own_answers(server: Server) -> None:
    ann = await server.person("Ann")
    revoked = await ann.ask("mutation { revokeToken(input: {}) { ... on TokenRevoked { count } } }")
    wrong = Person(server.port, server.http, "prl_wrong")

    assert revoked == {"revokeToken": {"count": 1}}
    errors = [(await person.send("{ viewer { isOperator } }")).json()["errors"][0] for person in (ann, wrong)]
    assert [error["extensions"]["code"] for error in errors] == ["UNAUTHENTICATED"] * 2
    assert [error["message"].split(".")[0] for error in errors] == [
        "This token has been revoked",
        "This token is not known here",
    ]


async def test_a_player_can_be_renamed(server: Server) -> None:
    ann = await server.person("Ann")
    query = """mutation { renamePlayer(input: {name: "Anna"}) { ... on PlayerRenamed { player { name } } } }"""

    assert await ann.ask(query) == {"renamePlayer": {"player": {"name": "Anna"}}}
    assert (await ann.ask("query($id: ID!) { player(id: $id) { name } }", id=ann.id))["player"] == {"name": "Anna"}


# Matches


async def test_a_whole_lobby(server: Server) -> None:
    ann, bob = await server.person("Ann"), await server.person("Bob")
    match = await ann.change("createMatch", options=TWENTY, seats=3)
    assert match["status"] == "OPEN"
    assert match["host"] == {"id": ann.id}

    await bob.change("joinMatch", by={"id": match["id"]})
    await ann.change("addBot", matchId=match["id"], level="HARD")
    await ann.change("removeBot", matchId=match["id"], seat=2)
    await bob.change("leaveMatch", matchId=match["id"])
    await bob.change("joinMatch", by={"code": match["code"].lower()})
    started = await ann.change("startMatch", matchId=match["id"])

    assert started["status"] == "RUNNING"
    assert [seat["name"] for seat in started["seats"]] == ["Ann", "Bob"]
    assert started["ply"] == 6


async def test_a_token_alone_finds_a_players_matches_seat_and_role_again(server: Server) -> None:
    """Faults of peers 21 and 22: who comes back, from wherever, has the same seat, hand and rights as before."""
    ann, bob = await server.person("Ann"), await server.person("Bob")
    table = await ann.change("createMatch", options=TWENTY, seats=2)
    running = await server.match(bob, ann)
    seen = await ann.see(running["id"])
    again = Person(ann.port, ann.http)
    again.token = ann.token

    viewer = (await again.ask("{ viewer { matches(first: 10) { nodes { id status viewerSeat } } } }"))["viewer"]

    assert {match["id"]: (match["status"], match["viewerSeat"]) for match in viewer["matches"]["nodes"]} == {
        table["id"]: ("OPEN", 0),
        running["id"]: ("RUNNING", 1),
    }
    assert await again.see(running["id"]) == seen
    await bob.change("joinMatch", by={"id": table["id"]})
    assert (await again.change("startMatch", matchId=table["id"]))["status"] == "RUNNING"


async def test_every_refusal_of_a_lobby_has_its_own_code_and_changes_nothing(server: Server) -> None:
    ann, bob, cat = [await server.person(name) for name in ("Ann", "Bob", "Cat")]
    match = await ann.change("createMatch", options=TWENTY, seats=2)
    id = match["id"]

    assert await ann.refused("startMatch", matchId=id) == "TOO_FEW_SEATS"
    await bob.change("joinMatch", by={"id": id})
    before = await ann.see(id)
    assert await cat.refused("joinMatch", by={"id": id}) == "MATCH_FULL"
    assert await cat.refused("leaveMatch", matchId=id) == "NOT_SEATED"
    assert await bob.refused("startMatch", matchId=id) == "NOT_HOST"
    assert await bob.refused("addBot", matchId=id, level="EASY") == "NOT_HOST"
    assert await ann.refused("removeBot", matchId=id, seat=1) == "BAD_REQUEST"
    assert await ann.refused("resign", matchId=id) == "MATCH_NOT_STARTED"
    assert await cat.refused("joinMatch", by={"id": "mat_unknown"}) == "MATCH_NOT_FOUND"
    assert await cat.refused("joinMatch", by={"code": "ZZZZZZ"}) == "WRONG_CODE"
    assert await ann.refused("rematch", matchId=id) == "BAD_REQUEST"
    assert await ann.see(id) == before

    await ann.change("startMatch", matchId=id)
    assert await cat.refused("joinMatch", by={"id": id}) == "MATCH_STARTED"
    assert await ann.refused("closeMatch", matchId=id) == "MATCH_STARTED"
    await ann.change("resign", matchId=id)
    assert await bob.refused("resign", matchId=id) == "MATCH_OVER"


async def test_a_private_match_is_joined_by_its_code_only_and_not_listed(server: Server) -> None:
    ann, bob = await server.person("Ann"), await server.person("Bob")
    match = await ann.change("createMatch", options=TWENTY, visibility="PRIVATE")

    assert await bob.refused("joinMatch", by={"id": match["id"]}) == "WRONG_CODE"
    assert (await bob.see(match["id"]))["code"] is None
    assert (await bob.ask(LIST))["matches"]["nodes"] == []
    joined = await bob.change("joinMatch", by={"code": match["code"]})
    assert joined["code"] == match["code"]
    assert (await bob.ask(LIST, filter={"player": bob.id}))["matches"]["nodes"] == [{"id": match["id"]}]
    assert (await ann.ask(LIST, filter={"player": bob.id}))["matches"]["nodes"] == []


@pytest.mark.parametrize(
    ("given", "code", "path"),
    [
        ({"seats": 9}, "BAD_OPTION", ["seats"]),
        ({"options": {"twenty": {"target": 1}}}, "BAD_OPTION", ["options", "twenty", "target"]),
        ({"options": {"twenty": {"turnSeconds": 1}}}, "BAD_OPTION", ["options", "twenty", "turnSeconds"]),
        ({"options": {"trivialPursuit": {"wedges": 9}}}, "BAD_OPTION", ["options", "trivialPursuit", "wedges"]),
        ({"deck": "tarot"}, "DECK_NOT_FOUND", ["deck"]),
        ({"requestId": ""}, "BAD_REQUEST", ["requestId"]),
        ({"test": {"deckOrder": ["AS", "AS"]}}, "BAD_OPTION", ["test", "deckOrder"]),
    ],
)
async def test_an_impossible_match_is_refused_with_its_field(
    server: Server, given: dict[str, Any], code: str, path: list[str]
) -> None:
    ann = await server.person("Ann")
    refused = await ann.wish("createMatch", **({"options": TWENTY} | given))

    assert (refused["code"], refused["path"]) == (code, path)
    assert (await ann.ask(LIST))["matches"]["totalCount"] == 0


@pytest.mark.parametrize(
    ("mutation", "given", "code", "path"),
    [
        ("handToBot", {"seat": 9, "level": "EASY"}, "BAD_REQUEST", ["seat"]),
        ("removeBot", {"seat": 7}, "BAD_REQUEST", ["seat"]),
        ("startMatch", {"matchId": "mat_unknown"}, "MATCH_NOT_FOUND", ["matchId"]),
        ("resign", {"matchId": "mat_unknown"}, "MATCH_NOT_FOUND", ["matchId"]),
        ("rematch", {"matchId": "mat_unknown"}, "MATCH_NOT_FOUND", ["matchId"]),
    ],
)
async def test_a_change_that_cannot_be_is_refused_with_its_field(
    server: Server, mutation: str, given: dict[str, Any], code: str, path: list[str]
) -> None:
    ann = await server.person("Ann")
    match = await ann.change("createMatch", options=TWENTY)
    refused = await ann.wish(mutation, **({"matchId": match["id"]} | given))

    assert (refused["code"], refused["path"]) == (code, path)


async def test_s21_a_request_sent_twice_makes_one_match(server: Server) -> None:
    ann, bob = await server.person("Ann"), await server.person("Bob")
    first, again = [await ann.change("createMatch", options=TWENTY, requestId="r1") for _ in range(2)]
    other = await bob.change("createMatch", options=TWENTY, requestId="r1")

    assert first["id"] == again["id"] != other["id"]


async def test_a_rematch_is_linked_both_ways(server: Server) -> None:
    ann, bob = await server.person("Ann"), await server.person("Bob")
    old = await server.match(ann, bob)
    await ann.change("resign", matchId=old["id"])
    new = await bob.change("rematch", matchId=old["id"])
    joined = await ann.change("rematch", matchId=old["id"])

    assert joined["id"] == new["id"]
    assert new["rematchOf"] == {"id": old["id"]}
    assert (await ann.see(old["id"]))["rematch"] == {"id": new["id"]}
    assert [seat["name"] for seat in joined["seats"]] == ["Bob", "Ann"]


async def test_outside_test_mode_nothing_is_settled(server: Server) -> None:
    async with running(test_mode=False) as strict:
        ann = await strict.person("Ann")
        assert await ann.refused("createMatch", options=TWENTY, test={"seed": "x"}) == "TEST_MODE_OFF"
        match = await ann.change("createMatch", options=TWENTY)
        assert await ann.refused("advanceClock", matchId=match["id"], seconds=5) == "TEST_MODE_OFF"
        assert not match["isTest"]


# Lists and nodes


async def test_s6_pages_walk_a_list_in_both_directions_without_loss_while_it_grows(server: Server) -> None:
    ann = await server.person("Ann")
    made = [(await ann.change("createMatch", options=TWENTY))["id"] for _ in range(7)]

    forward: list[str] = []
    after = None
    while True:
        page = (await ann.ask(LIST, first=3, after=after))["matches"]
        forward += [node["id"] for node in page["nodes"]]
        await ann.change("createMatch", options=TWENTY)
        if not page["pageInfo"]["hasNextPage"]:
            break
        after = page["pageInfo"]["endCursor"]
    backward = (await ann.ask(LIST, last=3, before=after, order="NEWEST_FIRST"))["matches"]

    assert forward == made[::-1]
    assert [node["id"] for node in backward["nodes"]] == made[::-1][2:5]
    assert backward["pageInfo"]["hasPreviousPage"]
    assert (await ann.ask(LIST, order="OLDEST_FIRST", first=2))["matches"]["nodes"] == [{"id": id} for id in made[:2]]


@pytest.mark.parametrize(
    "given",
    [{"first": 0}, {"first": 101}, {"last": -1}, {"first": 1, "last": 1}, {"after": "nonsense"}, {"after": "é"}],
)
async def test_s8_a_page_that_cannot_be_is_a_coded_error(server: Server, given: dict[str, Any]) -> None:
    assert await server.stranger.fail(LIST, **given) == "BAD_USER_INPUT"


async def test_the_log_is_paged_from_both_ends(server: Server) -> None:
    ann, bob = await server.person("Ann"), await server.person("Bob")
    match = await server.match(ann, bob)
    query = """query($id: ID!, $first: Int, $after: String, $last: Int) { match(by: {id: $id}) {
      log(first: $first, after: $after, last: $last) { totalCount nodes { number }
        pageInfo { endCursor hasNextPage } } } }"""

    first = (await ann.ask(query, id=match["id"], first=1))["match"]["log"]
    second = (await ann.ask(query, id=match["id"], first=5, after=first["pageInfo"]["endCursor"]))["match"]["log"]
    last = (await ann.ask(query, id=match["id"], last=1))["match"]["log"]

    assert (first["totalCount"], first["nodes"], first["pageInfo"]["hasNextPage"]) == (2, [{"number": 1}], True)
    assert (second["nodes"], second["pageInfo"]["hasNextPage"]) == ([{"number": 2}], False)
    assert last["nodes"] == [{"number": 2}]


async def test_s9_any_object_is_found_by_its_id_and_none_by_another(server: Server) -> None:
    ann = await server.person("Ann")
    match = await ann.change("createMatch", options=TWENTY)
    query = "query($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }"
    ids = [match["id"], ann.id, "twenty-standard", "mat_unknown", "plr_unknown", "", "x" * 5000, ann.id]

    found = (await ann.ask(query, ids=ids))["nodes"]

    assert found == [
        {"__typename": "Match", "id": match["id"]},
        {"__typename": "Player", "id": ann.id},
        {"__typename": "Deck", "id": "twenty-standard"},
        None,
        None,
        None,
        None,
        {"__typename": "Player", "id": ann.id},
    ]
    assert await ann.fail(query, ids=["x"] * 101) == "BAD_USER_INPUT"


async def test_s28_the_server_says_what_it_is(server: Server) -> None:
    query = """{ serverInfo { version testMode limits { pageSize nameLength } } games { kind name minSeats maxSeats
      decks { id cardCount } defaultOptions { ... on TwentyOptions { target turnSeconds }
        ... on ThatsAQuestionOptions { askSeconds answerSeconds kickerSeconds firstSeat }
        ... on TwentyQuestionsOptions { firstReader judging guessSeconds }
        ... on SmartyPartyOptions { track judging memoryAid guessSeconds }
        ... on TrivialPursuitOptions { wedges moveSeconds } } }
      decks(game: TWENTY) { name language } }"""
    said = await server.stranger.ask(query)

    assert said["serverInfo"] == {"version": "0.1.0", "testMode": True, "limits": {"pageSize": 100, "nameLength": 40}}
    assert said["games"] == [
        {
            "kind": "TWENTY",
            "name": "Twenty",
            "minSeats": 2,
            "maxSeats": 4,
            "decks": [{"id": "twenty-standard", "cardCount": 52}],
            "defaultOptions": {"target": None, "turnSeconds": 60},
        },
        {
            "kind": "THATS_A_QUESTION",
            "name": "That's a Question!",
            "minSeats": 3,
            "maxSeats": 6,
            "decks": [
                {"id": "thats-a-question-en", "cardCount": 108},
                {"id": "thats-a-question-ko", "cardCount": 108},
            ],
            "defaultOptions": {"askSeconds": 90, "answerSeconds": 45, "kickerSeconds": 20, "firstSeat": None},
        },
        {
            "kind": "TWENTY_QUESTIONS",
            "name": "20 Questions",
            "minSeats": 2,
            "maxSeats": 6,
            "decks": [{"id": "twenty-questions-en", "cardCount": 158}],
            "defaultOptions": {"firstReader": None, "judging": "AUTOMATIC", "guessSeconds": 10},
        },
        {
            "kind": "SMARTY_PARTY",
            "name": "Smarty Party!",
            "minSeats": 3,
            "maxSeats": 8,
            "decks": [{"id": "smarty-party-en", "cardCount": 106}],
            "defaultOptions": {"track": 20, "judging": "READER", "memoryAid": False, "guessSeconds": 20},
        },
        {
            "kind": "TRIVIAL_PURSUIT",
            "name": "Trivial Pursuit: 20th Anniversary Edition",
            "minSeats": 2,
            "maxSeats": 6,
            "decks": [{"id": "trivial-pursuit-en", "cardCount": 212}],
            "defaultOptions": {"wedges": 6, "moveSeconds": 60},
        },
    ]
    assert said["decks"][0]["language"] == "zxx"


async def test_health_and_readiness(server: Server) -> None:
    assert (await server.http.get("/healthz")).json() == {"status": "ok"}
    assert (await server.http.get("/readyz")).json() == {"status": "ready"}
    assert (await server.http.get("/metrics")).status_code == 200
