"""Who may ask for which statistics: operators all, players what they were part of, strangers nothing."""

from typing import Any

import pytest

from server.games.engine import replace
from tests.api.counted import count, keep_up, operator
from tests.api.parlour import Person, Server
from tests.api.test_stats_questions import LIVES, answer, asked, quiz
from tests.stats.made import facts, seat

MATCH_STATS = "query($p: ID) { matchStats(filter: {player: $p}) { matches } }"
LEADERBOARD = "query($e: ID) { leaderboard(game: TWENTY, event: $e) { nodes { player { name } } } }"
QUESTIONS = "{ questionStats(game: TRIVIAL_PURSUIT) { nodes { question text rightAnswer } } }"
PAIR = "query($ids: [ID!]!) { headToHead(players: $ids) { played } }"
STATS = """query($id: ID!) { player(id: $id) { stats(game: TWENTY) {
  played points rating { mu } ratingHistory { totalCount } } } }"""
EVENTS = "{ events { nodes { name } } }"
EVENT = "query($e: ID!) { event(by: {id: $e}) { name code } }"


async def three(server: Server) -> tuple[Person, Person, Person]:
    """Return Ann, who has met Bob twice and Cat once, Bob, and Cat, who has never met Bob."""
    ann, bob, cat = [await server.person(name) for name in ("Ann", "Bob", "Cat")]
    await count(
        server,
        facts(1, seat(0, ann.id, 1, 5), seat(1, bob.id, 2, 60), event="evt_1"),
        facts(2, seat(0, ann.id, 2, 50), seat(1, bob.id, 1, 7)),
        facts(3, seat(0, ann.id, 1, 0), seat(1, cat.id, 2, 80)),
    )
    return ann, bob, cat


async def test_match_stats_of_others_are_for_operators(server: Server) -> None:
    ann, bob, _ = await three(server)

    assert await server.stranger.fail(MATCH_STATS) == "UNAUTHENTICATED"
    assert await ann.fail(MATCH_STATS) == "FORBIDDEN"
    assert await ann.fail(MATCH_STATS, p=bob.id) == "FORBIDDEN"
    assert (await ann.ask(MATCH_STATS, p=ann.id))["matchStats"] == [{"matches": 3}]
    assert (await (await operator(server)).ask(MATCH_STATS, p=bob.id))["matchStats"] == [{"matches": 2}]


async def test_others_stats_are_those_of_shared_matches_without_ratings(server: Server) -> None:
    ann, bob, cat = await three(server)
    olga = await operator(server)

    def seen(answer: Any) -> Any:
        return answer["player"]["stats"]

    assert await server.stranger.fail(STATS, id=ann.id) == "UNAUTHENTICATED"
    assert seen(await bob.ask(STATS, id=ann.id)) == {
        **{"played": 2, "points": 55, "rating": None, "ratingHistory": None}
    }
    assert seen(await bob.ask(STATS, id=cat.id)) is None
    assert seen(await cat.ask(STATS, id=ann.id))["points"] == 0
    whole = seen(await ann.ask(STATS, id=ann.id))
    assert (whole["played"], whole["points"], whole["ratingHistory"]) == (3, 55, {"totalCount": 3})
    assert seen(await olga.ask(STATS, id=ann.id)) == whole


async def test_shared_matches_are_counted_over_all_time_only(server: Server) -> None:
    ann, bob, _ = await three(server)
    query = "query($id: ID!) { player(id: $id) { stats(game: TWENTY, window: {year: 2026}) { played } } }"

    assert await bob.fail(query, id=ann.id) == "BAD_USER_INPUT"


async def test_a_pair_is_for_the_two_of_them_and_operators(server: Server) -> None:
    ann, bob, cat = await three(server)

    assert await server.stranger.fail(PAIR, ids=[ann.id, bob.id]) == "UNAUTHENTICATED"
    assert await cat.fail(PAIR, ids=[ann.id, bob.id]) == "FORBIDDEN"
    for person in (ann, bob, await operator(server)):
        assert (await person.ask(PAIR, ids=[ann.id, bob.id]))["headToHead"] == [{"played": 2}]


async def test_a_leaderboard_is_for_operators_and_of_an_event_for_those_who_played_in_it(server: Server) -> None:
    ann, bob, cat = await three(server)

    assert await server.stranger.fail(LEADERBOARD) == "UNAUTHENTICATED"
    assert await ann.fail(LEADERBOARD) == "FORBIDDEN"
    assert await cat.fail(LEADERBOARD, e="evt_1") == "FORBIDDEN"
    assert await ann.fail(LEADERBOARD, e="evt_2") == "FORBIDDEN"
    for person in (ann, bob):
        found = (await person.ask(LEADERBOARD, e="evt_1"))["leaderboard"]["nodes"]
        assert [row["player"]["name"] for row in found] == ["Ann", "Bob"]
    assert len((await (await operator(server)).ask(LEADERBOARD))["leaderboard"]["nodes"]) == 3


@pytest.mark.parametrize("event", ["*", "evt_1|all|people", "*|all", "|", ""])
async def test_no_event_is_another_name_for_all_of_them(server: Server, event: str) -> None:
    ann, bob, _ = await three(server)
    olga = await operator(server)

    assert await ann.fail(LEADERBOARD, e=event) == "FORBIDDEN"
    assert (await olga.ask(LEADERBOARD, e=event))["leaderboard"]["nodes"] == []
    assert (await ann.ask(PAIR.replace("players: $ids", f'players: $ids, event: "{event}"'), ids=[ann.id, bob.id])) == {
        "headToHead": []
    }
    stats = STATS.replace("game: TWENTY", f'game: TWENTY, event: "{event}"')
    assert stats != STATS
    assert (await olga.ask(stats, id=ann.id))["player"]["stats"] is None


@pytest.mark.parametrize("query", [QUESTIONS, EVENTS, EVENT.replace("$e: ID!", '$e: ID! = "evt_1"')])
async def test_questions_and_events_are_for_operators(server: Server, query: str) -> None:
    ann = await server.person("Ann")

    assert await server.stranger.fail(query) == "UNAUTHENTICATED"
    assert await ann.fail(query) == "FORBIDDEN"
    assert set(await (await operator(server)).ask(query)) <= {"questionStats", "events", "event"}


async def test_a_running_match_is_in_no_statistic(server: Server) -> None:
    ann, bob, olga = await server.person("Ann"), await server.person("Bob"), await operator(server)
    match = await server.match(ann, bob, test={"seed": "canary-seed"})
    everything = """query($p: ID, $ids: [ID!]!, $id: ID!) {
      matchStats(filter: {player: $p, isTest: null}) { matches }
      leaderboard(game: TWENTY, isTest: true) { nodes { played } }
      headToHead(players: $ids, isTest: true) { played }
      player(id: $id) { stats(game: TWENTY, isTest: true) { played } }
      match(by: {id: "MATCH"}) { counted { plies } corrections { reason } } }""".replace("MATCH", match["id"])
    await keep_up(server)

    answer = await olga.send(everything, p=ann.id, ids=[ann.id, bob.id], id=ann.id)

    assert answer.json()["data"] == {
        "matchStats": [],
        "leaderboard": {"nodes": []},
        "headToHead": [],
        "player": {"stats": None},
        "match": {"counted": None, "corrections": []},
    }
    assert "canary-seed" not in answer.text


async def test_what_depends_on_who_asks_is_not_shared_by_followers_who_see_alike(server: Server) -> None:
    """Spectators share an update's payload; an operator among them is told more, whoever asks first."""
    ann, bob, cat, olga = *(await three(server)), await operator(server)
    match = await server.match(ann, bob)
    query = """subscription($id: ID!) { matchUpdates(matchId: $id) {
      match { host { stats(game: TWENTY) { played } } } } }"""

    async with olga.following(query, id=match["id"]) as first, cat.following(query, id=match["id"]) as second:
        seen = [(await anext(stream))["match"]["host"]["stats"] for stream in (first, second)]

    assert seen == [{"played": 3}, {"played": 1}]


async def test_a_counted_match_is_for_those_who_had_a_seat_and_operators(server: Server) -> None:
    ann, bob, cat, olga = *(await three(server)), await operator(server)
    match = await server.match(ann, bob)
    await ann.change("resign", matchId=match["id"])
    await keep_up(server)
    query = "query($id: ID!) { match(by: {id: $id}) { counted { countedAs seats { name } } } }"

    for person in (ann, bob, olga):
        counted = (await person.ask(query, id=match["id"]))["match"]["counted"]
        assert counted == {"countedAs": "ABANDONED", "seats": [{"name": "Ann"}, {"name": "Bob"}]}
    for person in (cat, server.stranger):
        assert (await person.ask(query, id=match["id"]))["match"]["counted"] is None


async def test_what_was_asked_is_told_in_words_to_operators_alone(server: Server) -> None:
    """A player has the same answers of their match, without the question in words."""
    ann, bob, olga = await server.person("Ann"), await server.person("Bob"), await operator(server)
    match = await server.match(ann, bob)
    await ann.change("resign", matchId=match["id"])
    wrong = answer(1, 0, "Oslo", "WRONG", False)
    asked_of_ann = quiz(1, ann.id, bob.id, asked("tp-001#BLUE", wrong), deck="trivial-pursuit-en")
    await keep_up(server)
    await server.parlour.running.statistics.store.keep_facts([replace(asked_of_ann, match=match["id"])])
    query = """query($id: ID!) { match(by: {id: $id}) { counted {
      answers { text question questionText rightAnswer } } } }"""

    seen = [(await person.ask(query, id=match["id"]))["match"]["counted"]["answers"] for person in (ann, bob, olga)]

    hidden = {"text": "Oslo", "question": "tp-001#BLUE", "questionText": None, "rightAnswer": None}
    told = hidden | {"questionText": LIVES, "rightAnswer": "Amsterdam"}
    assert seen == [[hidden], [hidden], [told]]


@pytest.mark.parametrize(
    ("game", "kind", "deck", "card", "secrets"),
    [
        (
            "twentyQuestions",
            "TWENTY_QUESTIONS",
            "twenty-questions-en",
            "tq-person-01",
            ("tq-person-01", "Cleopatra", "Macedonia"),
        ),
        ("trivialPursuit", "TRIVIAL_PURSUIT", "trivial-pursuit-en", "tp-001", ("tp-001", LIVES, "Amsterdam")),
        ("smartyParty", "SMARTY_PARTY", "smarty-party-en", "sp-001", ("sp-001", "Planets", "Neptune")),
        ("thatsAQuestion", "THATS_A_QUESTION", "thats-a-question-en", "food-01", ("food-01", "chef", "fresh bread")),
    ],
)
async def test_the_cards_of_a_running_match_are_told_in_no_answer(
    server: Server, game: str, kind: str, deck: str, card: str, secrets: tuple[str, ...]
) -> None:
    ann, bob, cat, olga = *[await server.person(name) for name in ("Ann", "Bob", "Cat")], await operator(server)
    test = {"seed": "s", "deckOrder": [card]}
    match = await server.match(ann, bob, cat, options={game: {}}, deck=deck, seats=3, test=test)
    assert match["status"] == "RUNNING"
    await keep_up(server)
    query = """query($id: ID!, $game: GameKind!, $deck: ID!) {
      match(by: {id: $id}) { counted { answers { question questionText rightAnswer } } }
      questionStats(game: $game, deck: $deck, isTest: true) { nodes { question text rightAnswer } } }"""

    told = await olga.send(query, id=match["id"], game=kind, deck=deck)
    exported = await olga.http.get("/exports/questions?is_test=true", headers=olga.headers)

    assert told.json()["data"] == {"match": {"counted": None}, "questionStats": {"nodes": []}}
    assert [secret for secret in secrets if secret in told.text + exported.text] == []
    assert len(exported.text.splitlines()) == 1
