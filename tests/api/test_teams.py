"""TP-16 through the API: a whole match of teams, what each member may do, and that nobody overhears a team."""

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from random import Random
from typing import Any, NamedTuple

import pytest

from server.api.schema import build, schema_hash
from server.api.viewer import Context, Services, Statistics
from server.games.registry import game
from server.matches.host import Host
from server.matches.lobby import Lobby, Wish
from server.matches.players import Players
from server.matches.records import Match
from server.matches.store import Player
from server.settings import Settings
from server.stats.following import Following
from server.stats.operators import Operators
from server.stats.readings import Readings
from server.stats.texts import QuestionTexts
from server.store.memory import MemoryStore
from server.store.memory_stats import MemoryStats
from tests.api.parlour import Person, Server
from tests.matches.tables import DECKS, NOON, Timepiece

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")
"""By the order of joining: Ann, Cat and Eve are in seat 0, Bob, Dan and Fay in seat 1."""
OPTIONS = {"trivialPursuit": {"wedges": 4, "judging": "READER"}}
ROLL = {"trivialPursuit": {"roll": True}}
TEAMS = """query($id: ID!) { match(by: {id: $id}) {
  id ply status teamSize capacity viewerSeat teamTalk { name text player { id } }
  seats { index name player { id } captain { id } members { name isCaptain isAway player { id } } }
  decision { id kind seats { index } } legalMoves { freeText input } outcome { reason }
  view { ... on TrivialPursuitView { turn tokens { wedges } question { answer reader question { text } } } } } }"""
SUGGEST = """mutation($id: ID!, $text: String!) { suggest(input: {matchId: $id, text: $text}) { __typename
  ... on Suggested { suggestion { name text player { id } } match { ply teamTalk { text } } }
  ... on RequestRefused { code message path current { teamTalk { text } } } } }"""
TALK = "subscription($id: ID!) { teamTalk(matchId: $id) { name text } }"


async def table(server: Server, **given: Any) -> tuple[Any, list[Person]]:
    """Return a running match of two teams of three, and its six players in the order in which they joined."""
    people = [await server.person(name) for name in NAMES]
    match = await server.match(*people, options=OPTIONS, seats=2, teamSize=3, **given)
    return match, people


async def seen(person: Person, match: Any) -> Any:
    """Return the match as this person sees it."""
    return (await person.ask(TEAMS, id=match["id"]))["match"]


async def suggest(person: Person, match: Any, text: str) -> Any:
    """Return what `suggest` answers."""
    return (await person.ask(SUGGEST, id=match["id"], text=text))["suggest"]


async def talk(person: Person, match: Any) -> list[str] | None:
    """Return the team talk that this person can read."""
    said = (await seen(person, match))["teamTalk"]
    return None if said is None else [suggestion["text"] for suggestion in said]


# Who is in which team


async def test_tp_16_seats_list_their_members_and_captain(server: Server) -> None:
    match, people = await table(server)
    ann, bob, cat, dan, eve, fay = (person.id for person in people)

    looked = await seen(server.stranger, match)

    assert (looked["teamSize"], looked["capacity"], looked["viewerSeat"]) == (3, 2, None)
    assert [(seat["player"]["id"], seat["captain"]["id"]) for seat in looked["seats"]] == [(ann, ann), (bob, bob)]
    assert looked["seats"][0]["members"] == [
        {"name": "Ann", "isCaptain": True, "isAway": False, "player": {"id": ann}},
        {"name": "Cat", "isCaptain": False, "isAway": False, "player": {"id": cat}},
        {"name": "Eve", "isCaptain": False, "isAway": False, "player": {"id": eve}},
    ]
    assert [member["player"]["id"] for member in looked["seats"][1]["members"]] == [bob, dan, fay]


async def test_a_seat_for_one_player_has_that_member_and_no_captain(server: Server) -> None:
    ann, bob = await server.person("Ann"), await server.person("Bob")
    match = await ann.change("createMatch", options={"twenty": {}})
    await bob.change("joinMatch", by={"id": match["id"]})
    await ann.change("addBot", matchId=match["id"])

    looked = await seen(ann, match)

    assert looked["teamSize"] == 1
    assert [(seat["captain"], [member["name"] for member in seat["members"]]) for seat in looked["seats"]] == [
        (None, ["Ann"]),
        (None, ["Bob"]),
        (None, []),
    ]
    assert looked["teamTalk"] is None


async def test_tp_16_which_games_have_teams_is_told(server: Server) -> None:
    games = (await server.stranger.ask("{ games { kind maxSeats maxPeople } }"))["games"]

    assert {played["kind"]: played["maxPeople"] for played in games if played["maxPeople"] != played["maxSeats"]} == {
        "TRIVIAL_PURSUIT": 24
    }


async def test_tp_16_players_choose_their_team(server: Server) -> None:
    ann, bob, cat, dan = [await server.person(name) for name in NAMES[:4]]
    match = await ann.change("createMatch", options=OPTIONS, seats=2, teamSize=2)
    by = {"id": match["id"]}

    await bob.change("joinMatch", by=by, seat=0)
    assert await cat.refused("joinMatch", by=by, seat=0) == "MATCH_FULL"
    assert await cat.refused("joinMatch", by=by, seat=2) == "BAD_REQUEST"
    await cat.change("joinMatch", by=by, seat=1)
    assert await bob.refused("joinMatch", by=by, seat=1) == "ALREADY_SEATED"
    joined = await dan.change("joinMatch", by=by)

    assert (joined["viewerSeat"], joined["ply"]) == (1, 3)
    members = [[member["name"] for member in seat["members"]] for seat in (await seen(dan, match))["seats"]]
    assert members == [["Ann", "Bob"], ["Cat", "Dan"]]


async def test_tp_16_a_wish_for_too_large_teams_names_the_field(server: Server) -> None:
    ann = await server.person("Ann")

    for given in ({"options": OPTIONS, "seats": 6, "teamSize": 5}, {"options": {"twenty": {}}, "teamSize": 2}):
        refused = await ann.wish("createMatch", **given)
        assert (refused["code"], refused["path"]) == ("BAD_OPTION", ["teamSize"])


# What members may do


async def test_tp_16_members_see_what_their_captain_sees_and_only_the_captain_moves(server: Server) -> None:
    match, people = await table(server)
    ann, _, cat, _, eve, _ = people
    before = await seen(ann, match)

    for member in (cat, eve):
        assert await seen(member, match) == before
        refused = await member.play(match, ROLL)
        assert (refused["code"], refused["rule"]) == ("NOT_CAPTAIN", "TP-16")
        assert refused["message"] == "Only the captain of your team can do this."
    assert before["legalMoves"] == [{"freeText": False, "input": ROLL}]
    assert await seen(ann, match) == before
    assert (await ann.play(match, ROLL))["ply"] == match["ply"] + 1


async def test_tp_16_captaincy_is_passed_on_and_only_by_the_captain(server: Server) -> None:
    match, (ann, bob, cat, _, eve, _) = await table(server)

    assert await cat.refused("passCaptaincy", matchId=match["id"], to=eve.id) == "NOT_CAPTAIN"
    assert await ann.refused("passCaptaincy", matchId=match["id"], to=bob.id) == "BAD_REQUEST"
    assert await server.stranger.fail(
        "mutation($id: ID!) { passCaptaincy(input: {matchId: $id}) { __typename } }", id=match["id"]
    ) == ("UNAUTHENTICATED")
    await ann.change("passCaptaincy", matchId=match["id"], to=eve.id)
    assert await ann.refused("resign", matchId=match["id"]) == "NOT_CAPTAIN"
    assert await ann.refused("handToBot", matchId=match["id"]) == "NOT_CAPTAIN"
    await eve.change("passCaptaincy", matchId=match["id"])

    assert (await seen(cat, match))["seats"][0]["captain"]["id"] == ann.id
    assert (await ann.play(match, ROLL))["__typename"] == "MovePlayed"


async def test_tp_16_the_next_member_plays_when_the_captains_clock_has_run_out(server: Server) -> None:
    match, (ann, bob, cat, dan, eve, fay) = await table(server)
    async with eve.following(id=match["id"], after=match["ply"]) as stream:
        late = await ann.change("advanceClock", matchId=match["id"], seconds=60)
        await anext(stream)
        update = await anext(stream)

    events = [event["__typename"] for event in update["events"]]
    assert events[:3] == ["TimeRanOut", "CaptainChanged", "CaptainChanged"]
    looked = await seen(ann, match)
    assert [seat["captain"]["id"] for seat in looked["seats"]] == [cat.id, dan.id]
    assert [member["isAway"] for member in looked["seats"][0]["members"]] == [True, False, False]
    turn = looked["decision"]["seats"][0]["index"]
    captain, former = ((cat, ann), (dan, bob))[turn]
    assert (await former.play(late, looked_move(looked, await seen(captain, match))))["code"] == "NOT_CAPTAIN"
    assert (await former.change("takeBack", matchId=match["id"]))["viewerSeat"] == turn
    assert (await seen(fay, match))["seats"][turn]["captain"]["id"] == captain.id
    assert (await captain.play(late, looked_move(looked, await seen(captain, match))))["__typename"] == "MovePlayed"


def looked_move(looked: Any, of_captain: Any) -> Any:
    """Return a move that the seat to move can make."""
    return (looked["legalMoves"] or of_captain["legalMoves"])[0]["input"]


async def test_tp_16_a_running_team_is_left_to_the_others(server: Server) -> None:
    match, (ann, _, cat, *_) = await table(server, spectators="NONE")

    left = await ann.change("leaveMatch", matchId=match["id"])

    assert (left["viewerSeat"], left["ply"]) == (None, match["ply"] + 1)
    looked = await seen(cat, match)
    assert [member["name"] for member in looked["seats"][0]["members"]] == ["Cat", "Eve"]
    assert looked["seats"][0]["captain"]["id"] == cat.id
    assert (await cat.play(match, ROLL))["__typename"] == "MovePlayed"
    assert await ann.refused("joinMatch", by={"id": match["id"]}) == "MATCH_STARTED"
    assert (await seen(ann, match))["legalMoves"] == []


# Team talk


async def test_tp_16_a_team_reads_its_own_suggestions_and_nobody_else_does(server: Server) -> None:
    match, (ann, bob, cat, dan, eve, fay) = await table(server)

    answer = await suggest(cat, match, "  Paris ")
    await suggest(dan, match, "Rome")

    assert answer == {
        "__typename": "Suggested",
        "suggestion": {"name": "Cat", "text": "Paris", "player": {"id": cat.id}},
        "match": {"ply": match["ply"], "teamTalk": [{"text": "Paris"}]},
    }
    assert [await talk(person, match) for person in (ann, cat, eve)] == [["Paris"]] * 3
    assert [await talk(person, match) for person in (bob, dan, fay)] == [["Rome"]] * 3
    outsider = await server.person("Gus")
    assert [await talk(person, match) for person in (outsider, server.stranger)] == [None, None]


async def test_tp_16_talk_is_gone_with_what_it_was_for_and_shows_in_no_replay(server: Server) -> None:
    match, (ann, bob, cat, *_) = await table(server)
    await suggest(cat, match, "roll")
    await ann.play(match, ROLL)
    assert await talk(cat, match) == ["roll"]

    await bob.play(match, ROLL)

    assert await talk(cat, match) == []
    await suggest(cat, match, "go north")
    await ann.change("resign", matchId=match["id"])
    query = """query($id: ID!, $seat: Int, $ply: Int!) { match(by: {id: $id}) { atPly(ply: $ply, seat: $seat) {
      viewerSeat teamTalk { text } } } }"""
    for person, seat in ((cat, 0), (bob, 0), (server.stranger, 0), (server.stranger, None)):
        then = await person.ask(query, id=match["id"], seat=seat, ply=match["ply"])
        assert then == {"match": {"atPly": {"viewerSeat": seat, "teamTalk": None}}}
    assert await talk(cat, match) == []


@pytest.mark.parametrize("text", ["", "   ", "x" * 61, "a\nb"])
async def test_tp_16_a_suggestion_that_cannot_be_shown_is_refused_as_data(server: Server, text: str) -> None:
    match, (_, _, cat, *_) = await table(server)

    refused = await suggest(cat, match, text)

    assert (refused["code"], refused["path"]) == ("BAD_REQUEST", ["text"])
    assert refused["current"] == {"teamTalk": []}


async def test_tp_16_who_is_in_no_team_suggests_nothing(server: Server) -> None:
    match, people = await table(server)
    gus = await server.person("Gus")
    twenty = await server.match(gus, people[0])

    assert (await suggest(gus, match, "Paris"))["code"] == "NOT_SEATED"
    assert (await suggest(gus, twenty, "draw"))["code"] == "NOT_ALLOWED"
    assert (await suggest(gus, {"id": "mat_unknown"}, "Paris"))["code"] == "MATCH_NOT_FOUND"
    assert await server.stranger.fail(SUGGEST, id=match["id"], text="Paris") == "UNAUTHENTICATED"
    assert [await talk(person, match) for person in people] == [[]] * 6


async def test_tp_16_the_team_follows_its_talk(server: Server) -> None:
    match, (ann, bob, cat, dan, eve, _) = await table(server)
    await suggest(cat, match, "one")
    async with eve.following(TALK, id=match["id"]) as ours, dan.following(TALK, id=match["id"]) as theirs:
        heard = [await anext(ours)]
        await suggest(ann, match, "two")
        heard.append(await anext(ours))
        await ann.play(match, ROLL)
        await bob.play(match, ROLL)
        heard.append(await anext(ours))
        await suggest(bob, match, "three")
        assert [await anext(theirs), await anext(theirs)] == [[], [{"name": "Bob", "text": "three"}]]
        await ann.change("resign", matchId=match["id"])
        assert [said async for said in ours] == []

    assert heard == [
        [{"name": "Cat", "text": "one"}],
        [{"name": "Cat", "text": "one"}, {"name": "Ann", "text": "two"}],
        [],
    ]


async def test_tp_16_nobody_follows_the_talk_of_others(server: Server) -> None:
    match, _ = await table(server)
    gus = await server.person("Gus")

    for person, id, code in (
        (gus, match["id"], "FORBIDDEN"),
        (gus, "mat_unknown", "BAD_USER_INPUT"),
        (server.stranger, match["id"], "UNAUTHENTICATED"),
    ):
        async with person.following(TALK, id=id) as stream:
            assert await anext(stream) == code


async def test_tp_16_no_update_of_the_match_is_sent_for_a_suggestion(server: Server) -> None:
    match, (ann, bob, cat, *_) = await table(server)
    async with (
        bob.following(id=match["id"], after=match["ply"]) as theirs,
        server.stranger.following(id=match["id"], after=match["ply"]) as watched,
        cat.following(id=match["id"], after=match["ply"]) as ours,
    ):
        for number in range(5):
            await suggest(cat, match, f"answer {number}")
        played = await ann.play(match, ROLL)
        updates = [await anext(stream) for stream in (theirs, watched, ours)]

    assert [update["ply"] for update in updates] == [match["ply"] + 1] * 3
    assert played["ply"] == match["ply"] + 1


# Two states


EVERYTHING = """query($id: ID!, $seat: Int) {
  match(by: {id: $id}) { ...All atPly(ply: 4, seat: $seat) { ...All } }
  viewer { matches { totalCount nodes { ...All } } }
  matches(first: 10) { totalCount nodes { ...All } }
  node(id: $id) { id ... on Match { ...All } } serverInfo { time } }
fragment All on Match {
  id code ply status createdAt startedAt endedAt seedHash teamSize viewerSeat mayWatch
  seats { index name bot isAway hasResigned isToMove player { id name } captain { id }
    members { name isAway isCaptain player { id } } }
  decision { id kind deadline secondsLeft seats { index } }
  legalMoves { label freeText maxLength textPath input }
  teamTalk { text }
  view { ... on TrivialPursuitView { turn turnNumber roll question { answer reader question { text } }
    tokens { space { id } wedges locked turns tallies { asked right } } } }
  log(first: 100) { totalCount nodes { number at events { __typename } } }
  outcome { reason } }"""
FOLLOWED = """subscription($id: ID!) { matchUpdates(matchId: $id, after: 0) { ply at events { __typename }
  match { ply teamTalk { text } decision { id deadline secondsLeft } legalMoves { label input }
    view { ... on TrivialPursuitView { turn roll question { answer question { text } } } } } } }"""
MOVES = 10
SCHEMA = build()
PLAYERS = tuple(Player(f"plr_{name.lower()}", name, NOON) for name in (*NAMES, "Gus"))
OPERATOR = Player("plr_operator", "Olga", NOON, is_operator=True)


class World(NamedTuple):
    """A match of two teams on a server whose time goes by only between plies, and everybody's eyes."""

    host: Host
    clock: Timepiece
    match: Match
    services: Services

    def eyes(self, player: Player | None) -> Context:
        return Context(self.services, player)

    async def ask(self, query: str, player: Player | None, **variables: Any) -> str:
        """Return an answer as text."""
        answer = await SCHEMA.execute(query, {"id": self.match.setup.id, **variables}, self.eyes(player))
        assert answer.errors is None
        return json.dumps(answer.data)

    async def updates(self, player: Player | None) -> list[str]:
        """Return every update of the match until now, as text."""
        found = await SCHEMA.subscribe(FOLLOWED, {"id": self.match.setup.id}, self.eyes(player))
        assert isinstance(found, AsyncIterator)
        async with aclosing(found) as stream:
            return [json.dumps((await anext(stream)).data) for _ in range(self.host.known(self.match).ply)]


async def world(monkeypatch: pytest.MonkeyPatch) -> World:
    """Return a new world; all worlds are alike."""
    monkeypatch.setattr("server.matches.ids.code", lambda: "TEAMS2")
    clock = Timepiece()
    store = MemoryStore()
    host = Host(store, DECKS, "test", now=clock)
    lobby, players = Lobby(host, True), Players(host.store, host.now)
    settings = Settings.model_validate({"store": "memory", "test_mode": True})
    pursuit = game("TRIVIAL_PURSUIT")
    wish = Wish(pursuit.kind, pursuit.rules.Options(), seats=2, team_size=3, seed="two states", starts_when_full=True)
    match = await lobby.create(PLAYERS[0], wish, request="the same in every world")
    for player in PLAYERS[1:6]:
        match = await lobby.join(match.setup.id, player)
    kept = MemoryStats(store)
    statistics = Statistics(
        kept, Readings(kept), Following(kept), Operators(kept, host.now, lambda: None), QuestionTexts({})
    )
    return World(host, clock, match, Services(host, lobby, players, settings, schema_hash(), statistics))


async def transcript(world: World, suggests: bool, viewers: Sequence[Player | None]) -> list[str]:
    """Play some moves, seat 0 talking a lot or not at all, and return all that the viewers are told meanwhile."""
    told: list[str] = []
    rng = Random("moves")
    for number in range(MOVES):
        match = world.host.known(world.match)
        if suggests:
            for member in PLAYERS[0:6:2]:
                await world.host.suggest(match.setup.id, member.id, f"canary {number}")
        told += [await world.ask(EVERYTHING, viewer, seat=0) for viewer in viewers]
        await move(world, match, rng)
        world.clock.pass_by(1.5)
    return told + [update for viewer in viewers for update in await world.updates(viewer)]


async def move(world: World, match: Match, rng: Random) -> None:
    """Let a captain make a move drawn by lot."""
    rules = game("TRIVIAL_PURSUIT").rules
    seat = min(rules.to_move(match.state))
    drawn = rng.choice(rules.legal_moves(match.state, seat))
    captain = match.seats[seat].player
    assert captain is not None
    await world.host.play(match.setup.id, captain, match.decision, getattr(drawn, "move", drawn), None)


async def test_tp_16_suggestions_made_or_not_give_everybody_else_the_same_answers_byte_for_byte(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    viewers = (*PLAYERS[1:6:2], PLAYERS[6], None, OPERATOR)
    talking, silent = await world(monkeypatch), await world(monkeypatch)

    heard = await transcript(talking, True, viewers)
    not_heard = await transcript(silent, False, viewers)

    assert len(heard) == len(viewers) * (MOVES + talking.host.known(talking.match).ply)
    assert heard == not_heard
    assert not any("canary" in text for text in heard)
    assert talking.host.known(talking.match) == silent.host.known(silent.match)
    kept = [await one.host.store.plies(one.match.setup.id) for one in (talking, silent)]
    assert kept[0] == kept[1]


async def test_tp_16_the_two_states_differ_for_the_team_that_talks(monkeypatch: pytest.MonkeyPatch) -> None:
    talking, silent = await world(monkeypatch), await world(monkeypatch)

    assert await transcript(talking, True, PLAYERS[:1]) != await transcript(silent, False, PLAYERS[:1])


# A whole match


async def test_tp_16_two_teams_of_three_play_a_whole_match(server: Server) -> None:
    match, people = await table(server, test={"seed": "a match of teams"})
    rng = Random("teams")
    captains = set()

    while match["status"] == "RUNNING":
        seat = rng.choice(match["decision"]["seats"])["index"]
        looked = await seen(people[seat], match)
        captain = next(person for person in people if person.id == looked["seats"][seat]["captain"]["id"])
        mate = rng.choice([person for person in people[seat::2] if person is not captain])
        if rng.random() < 0.1:
            assert (await suggest(mate, match, "that one"))["__typename"] == "Suggested"
            assert (await mate.play(looked, best(looked, rng)))["code"] == "NOT_CAPTAIN"
        if rng.random() < 0.1:
            await captain.change("passCaptaincy", matchId=match["id"], to=mate.id)
            captain = mate
        captains.add(captain.id)
        match = (await captain.play(looked, best(looked, rng)))["match"]

    assert match["outcome"]["reason"] == "WON"
    assert captains == {person.id for person in people}
    for person in people:
        over = await seen(person, match)
        assert (over["status"], over["legalMoves"]) == ("FINISHED", [])


def best(looked: Any, rng: Random) -> Any:
    """Return a move that brings a match on: to a headquarters or the hub, a yes to every answer, else any."""
    moves = [offered["input"]["trivialPursuit"] for offered in looked["legalMoves"]]
    if "answer" in moves[0]:
        return {"trivialPursuit": {"answer": "No idea"}}
    if "rule" in moves[0]:
        return {"trivialPursuit": {"rule": True}}
    wanted = [move for move in moves if move.get("moveTo") in ("HUB", "R0", "R7", "R14", "R21", "R28", "R35")]
    return {"trivialPursuit": rng.choice(wanted or moves)}
