"""Statistics through the API, against numbers worked out by hand."""

from typing import Any, NamedTuple

import pytest
from openskill.models import PlackettLuce

from server.matches.records import Status
from server.stats.records import MatchFacts
from tests.api.counted import count, operator
from tests.api.parlour import Person, Server
from tests.stats.made import facts, seat

SPREAD = "{ count mean p50 p95 least most }"


class Night(NamedTuple):
    """Ann, Bob and Cat, and an operator who asks what they played."""

    ann: Person
    bob: Person
    cat: Person
    olga: Person

    def matches(self) -> list[MatchFacts]:
        """Return four matches of Twenty, where fewer points are better; the third was given up, the last is a test."""
        ann, bob, cat = self.ann.id, self.bob.id, self.cat.id
        return [
            facts(
                1,
                seat(0, ann, 1, 5, decisions=((10, 1), (30, 1)), tallies=(("draws", 2),)),
                seat(1, bob, 2, 60, decisions=((20, 2),), timeouts=1),
            ),
            facts(
                2,
                seat(0, bob, 1, 10, decisions=((40, 1),)),
                seat(1, ann, 2, 40, decisions=((50, 1),), tallies=(("draws", 5),)),
                seat(2, cat, 3, 90),
                event="evt_1",
                duration=90,
                plies=21,
                lead_changes=3,
                largest_lead=50,
            ),
            facts(
                3,
                seat(0, ann, None, 0),
                seat(1, cat, None, 0),
                status=Status.ABANDONED,
                reason="IDLE",
                has_scored=False,
                duration=60,
                plies=2,
            ),
            facts(4, seat(0, ann, 1, 1), seat(1, bob, 2, 99), is_test=True),
        ]


@pytest.fixture
async def night(server: Server) -> Night:
    """Three players, an operator, and four matches that the server has counted."""
    ann, bob, cat = [await server.person(name) for name in ("Ann", "Bob", "Cat")]
    found = Night(ann, bob, cat, await operator(server))
    await count(server, *found.matches())
    return found


async def stats_of(person: Person, id: str, asked: str, **given: Any) -> Any:
    query = "query($id: ID!, $event: ID, $window: TimeWindow, $isTest: Boolean! = false) { player(id: $id)"
    query += f" {{ stats(game: TWENTY, event: $event, window: $window, isTest: $isTest) {{ {asked} }} }} }}"
    return (await person.ask(query, id=id, **given))["player"]["stats"]


# Matches


async def test_match_stats_count_what_has_ended_and_leave_tests_out(night: Night) -> None:
    query = f"""{{ matchStats {{ game day seats matches finished abandoned void timeouts durationSeconds {SPREAD}
      plies {SPREAD} decisionSeconds {SPREAD} points {SPREAD} places {SPREAD} leadChanges {SPREAD}
      largestLead {SPREAD} }} }}"""
    (found,) = (await night.olga.ask(query))["matchStats"]

    assert found == {
        "game": None,
        "day": None,
        "seats": None,
        **{"matches": 3, "finished": 2, "abandoned": 1, "void": 0, "timeouts": 1},
        "durationSeconds": {"count": 3, "mean": 60.0, "p50": 60.0, "p95": 90.0, "least": 30.0, "most": 90.0},
        "plies": {"count": 3, "mean": 11.0, "p50": 10.0, "p95": 21.0, "least": 2.0, "most": 21.0},
        "decisionSeconds": {
            "count": 6,
            "mean": pytest.approx(17 / 6),
            "p50": 2.0,
            "p95": 5.0,
            "least": 1.0,
            "most": 5.0,
        },
        "points": {"count": 5, "mean": 41.0, "p50": 40.0, "p95": 90.0, "least": 5.0, "most": 90.0},
        "places": {"count": 5, "mean": 1.8, "p50": 2.0, "p95": 3.0, "least": 1.0, "most": 3.0},
        "leadChanges": {"count": 2, "mean": 2.0, "p50": 1.0, "p95": 3.0, "least": 1.0, "most": 3.0},
        "largestLead": {"count": 2, "mean": 35.0, "p50": 20.0, "p95": 50.0, "least": 20.0, "most": 50.0},
    }


@pytest.mark.parametrize(
    ("filter", "matches"),
    [
        ({}, 3),
        ({"game": "TWENTY"}, 3),
        ({"game": "TRIVIAL_PURSUIT"}, 0),
        ({"event": "evt_1"}, 1),
        ({"event": "evt_2"}, 0),
        ({"deck": "standard", "seats": 2}, 2),
        ({"deck": "other"}, 0),
        ({"status": "ABANDONED"}, 1),
        ({"firstDay": "2026-11-29", "lastDay": "2026-11-29"}, 3),
        ({"firstDay": "2026-11-30"}, 0),
        ({"lastDay": "2026-11-28"}, 0),
        ({"hasBots": True}, 0),
        ({"hasBots": False}, 3),
        ({"isTest": True}, 1),
        ({"isTest": None}, 4),
        ({"player": "CAT"}, 2),
    ],
)
async def test_match_stats_are_filtered(night: Night, filter: dict[str, Any], matches: int) -> None:
    given = {name: night.cat.id if value == "CAT" else value for name, value in filter.items()}
    query = "query($filter: MatchStatsFilter) { matchStats(filter: $filter) { matches } }"

    found = (await night.olga.ask(query, filter=given))["matchStats"]

    assert sum(group["matches"] for group in found) == matches


async def test_match_stats_of_a_player_are_their_own_points_places_and_times(night: Night) -> None:
    query = f"""query($id: ID!) {{ matchStats(filter: {{player: $id}}) {{ matches points {SPREAD}
      decisionSeconds {{ histogram(buckets: 2) {{ least below count }} }} }} }}"""
    (found,) = (await night.ann.ask(query, id=night.ann.id))["matchStats"]

    assert found["matches"] == 3
    assert found["points"] == {"count": 2, "mean": 22.5, "p50": 5.0, "p95": 40.0, "least": 5.0, "most": 40.0}
    assert found["decisionSeconds"]["histogram"] == [
        {"least": 1.0, "below": 3.1, "count": 2},
        {"least": 3.1, "below": 5.2, "count": 1},
    ]


async def test_match_stats_are_grouped_in_order(night: Night) -> None:
    query = (
        "{ matchStats(groupBy: [SEATS, GAME, DAY, DECK, EVENT]) { day game event { id } deck { id } seats matches } }"
    )
    found = (await night.olga.ask(query))["matchStats"]

    same = {"day": "2026-11-29", "game": "TWENTY", "deck": None, "event": None}
    assert found == [{**same, "seats": 2, "matches": 2}, {**same, "seats": 3, "matches": 1}]


async def test_a_day_that_is_none_is_a_malformed_request(night: Night) -> None:
    query = "query($day: Date) { matchStats(filter: {firstDay: $day}) { matches } }"
    assert await night.olga.fail(query, day="yesterday") == "BAD_USER_INPUT"


# Players


async def test_a_players_stats_are_summed_over_their_matches(night: Night) -> None:
    asked = """game played won winRate abandoned resigned places { value count } averagePlace points averagePoints
      mostPoints leastPoints timeouts streak longestStreak form tallies { name value }
      bySeat { seat played won averagePlace } accuracy { right } decisionSeconds { count mean }"""

    assert await stats_of(night.ann, night.ann.id, asked) == {
        **{"game": "TWENTY", "played": 2, "won": 1, "winRate": 0.5, "abandoned": 1, "resigned": 0},
        "places": [{"value": 1, "count": 1}, {"value": 2, "count": 1}],
        **{"averagePlace": 1.5, "points": 45, "averagePoints": 22.5, "mostPoints": 40, "leastPoints": 5},
        **{"timeouts": 0, "streak": -1, "longestStreak": 1, "form": [1, 2]},
        "tallies": [{"name": "draws", "value": 7}],
        "bySeat": [
            {"seat": 0, "played": 1, "won": 1, "averagePlace": 1.0},
            {"seat": 1, "played": 1, "won": 0, "averagePlace": 2.0},
        ],
        "accuracy": [],
        "decisionSeconds": {"count": 3, "mean": 3.0},
    }


@pytest.mark.parametrize(
    ("given", "played"),
    [
        ({"event": "evt_1"}, 1),
        ({"window": {"year": 2026}}, 2),
        ({"window": {"year": 2026, "month": 11}}, 2),
        ({"window": {"year": 2026, "week": 48}}, 2),
        ({"event": "evt_1", "window": {"year": 2026, "week": 48}}, 1),
        ({"isTest": True}, 1),
    ],
)
async def test_a_players_stats_are_narrowed(night: Night, given: dict[str, Any], played: int) -> None:
    assert await stats_of(night.ann, night.ann.id, "played", **given) == {"played": played}
    elsewhere = {"window": {"year": 2025}}
    assert await stats_of(night.ann, night.ann.id, "played", **(given | elsewhere)) is None


@pytest.mark.parametrize("window", [{"year": 2026, "month": 13}, {"year": 2026, "month": 1, "week": 1}, {"year": 0}])
async def test_a_window_that_is_none_is_refused(night: Night, window: dict[str, int]) -> None:
    query = "query($id: ID!, $w: TimeWindow) { player(id: $id) { stats(game: TWENTY, window: $w) { played } } }"
    assert await night.ann.fail(query, id=night.ann.id, w=window) == "BAD_USER_INPUT"


async def test_ratings_are_openskills_match_after_match(night: Night) -> None:
    model = PlackettLuce()
    (ann,), (bob,) = model.rate([[model.rating()], [model.rating()]], ranks=[1.0, 2.0])
    first = ann
    _, (ann,), _ = model.rate([[bob], [ann], [model.rating()]], ranks=[1.0, 2.0, 3.0])
    asked = """rating { mu sigma ordinal } ratingHistory(first: 1) { totalCount pageInfo { hasNextPage endCursor }
      nodes { match { id } sequence rating { mu sigma } } }"""

    found = await stats_of(night.ann, night.ann.id, asked)

    assert found["rating"] == {"mu": ann.mu, "sigma": ann.sigma, "ordinal": ann.mu - 3 * ann.sigma}
    history = found["ratingHistory"]
    assert (history["totalCount"], history["pageInfo"]["hasNextPage"]) == (2, True)
    assert history["nodes"] == [{"match": None, "sequence": 1, "rating": {"mu": first.mu, "sigma": first.sigma}}]
    rest = f'ratingHistory(after: "{history["pageInfo"]["endCursor"]}") {{ nodes {{ sequence rating {{ mu }} }} }}'
    page = (await stats_of(night.ann, night.ann.id, rest))["ratingHistory"]
    assert page["nodes"] == [{"sequence": 2, "rating": {"mu": ann.mu}}]


async def test_head_to_head_counts_the_matches_that_both_played(night: Night) -> None:
    query = """query($ids: [ID!]!, $event: ID) { headToHead(players: $ids, event: $event) { game event { id } played
      level sides { player { name } ahead stats { played won points rating { mu } } } } }"""

    (found,) = (await night.bob.ask(query, ids=[night.bob.id, night.ann.id]))["headToHead"]
    (of_event,) = (await night.bob.ask(query, ids=[night.ann.id, night.bob.id], event="evt_1"))["headToHead"]

    assert found == {
        **{"game": "TWENTY", "event": None, "played": 2, "level": 0},
        "sides": [
            {"player": {"name": "Bob"}, "ahead": 1, "stats": {"played": 2, "won": 1, "points": 70, "rating": None}},
            {"player": {"name": "Ann"}, "ahead": 1, "stats": {"played": 2, "won": 1, "points": 45, "rating": None}},
        ],
    }
    assert (of_event["played"], [side["ahead"] for side in of_event["sides"]]) == (1, [0, 1])


@pytest.mark.parametrize("ids", [[], ["plr_1"], ["plr_1", "plr_1"], ["plr_1", "plr_2", "plr_3"]])
async def test_head_to_head_is_between_two(night: Night, ids: list[str]) -> None:
    assert await night.olga.fail("query($ids: [ID!]!) { headToHead(players: $ids) { played } }", ids=ids) == (
        "BAD_USER_INPUT"
    )


# Leaderboards

BOARD = """query($order: LeaderboardOrder!, $min: Int! = 1, $event: ID, $first: Int, $after: String, $last: Int,
  $before: String) { leaderboard(game: TWENTY, orderBy: $order, minMatches: $min, event: $event, first: $first,
  after: $after, last: $last, before: $before) { totalCount pageInfo { hasNextPage hasPreviousPage startCursor
  endCursor } nodes { rank player { name } played won winRate averagePlace averagePoints rating { ordinal } } } }"""


async def board(person: Person, order: str, **given: Any) -> list[tuple[int, str]]:
    found = (await person.ask(BOARD, order=order, **given))["leaderboard"]["nodes"]
    return [(row["rank"], row["player"]["name"]) for row in found]


async def test_leaderboards_are_sorted_and_ties_share_a_rank(night: Night) -> None:
    wins = await board(night.olga, "WINS")

    assert sorted(wins) == [(1, "Ann"), (1, "Bob"), (3, "Cat")]
    assert wins[2] == (3, "Cat")
    assert await board(night.olga, "AVERAGE_PLACE") == wins
    assert await board(night.olga, "WIN_RATE") == wins
    assert await board(night.olga, "POINTS") == [(1, "Ann"), (2, "Bob"), (3, "Cat")]
    assert await board(night.olga, "RATING") == [(1, "Ann"), (2, "Bob"), (3, "Cat")]
    assert sorted(await board(night.olga, "WINS", min=2)) == [(1, "Ann"), (1, "Bob")]
    assert await board(night.olga, "WINS", event="evt_1") in (
        [(1, "Bob"), (2, "Ann"), (2, "Cat")],
        [(1, "Bob"), (2, "Cat"), (2, "Ann")],
    )


async def test_leaderboards_are_read_page_by_page_from_both_ends(night: Night) -> None:
    first = (await night.olga.ask(BOARD, order="POINTS", first=2))["leaderboard"]
    rest = (await night.olga.ask(BOARD, order="POINTS", first=2, after=first["pageInfo"]["endCursor"]))["leaderboard"]
    before = rest["pageInfo"]["startCursor"]
    back = (await night.olga.ask(BOARD, order="POINTS", last=1, before=before))["leaderboard"]

    assert (first["totalCount"], len(first["nodes"]), first["pageInfo"]["hasNextPage"]) == (3, 2, True)
    assert [(row["rank"], row["player"]["name"]) for row in rest["nodes"]] == [(3, "Cat")]
    assert (rest["pageInfo"]["hasNextPage"], rest["pageInfo"]["hasPreviousPage"]) == (False, True)
    assert [(row["rank"], row["player"]["name"]) for row in back["nodes"]] == [(2, "Bob")]


@pytest.mark.parametrize("cursor", ["", "x", "V0lOUyAxLjAgcGxyXzE", "UE9JTlRTIHggcGxyXzE"])
async def test_cursors_of_another_order_or_of_nobody_are_refused(night: Night, cursor: str) -> None:
    assert await night.olga.fail(BOARD, order="POINTS", after=cursor) == "BAD_USER_INPUT"


async def test_bots_have_leaderboards_of_their_own(server: Server) -> None:
    olga, ann = await operator(server), await server.person("Ann")
    await count(server, facts(1, seat(0, "bot:HARD", 1, 3), seat(1, ann.id, 2, 9), seat(2, "bot:EASY", 3, 80)))
    query = "query($bots: Boolean!) { leaderboard(game: TWENTY, bots: $bots) { nodes { bot player { name } } } }"

    bots = (await olga.ask(query, bots=True))["leaderboard"]["nodes"]
    people = (await olga.ask(query, bots=False))["leaderboard"]["nodes"]

    assert bots == [{"bot": "HARD", "player": None}, {"bot": "EASY", "player": None}]
    assert people == [{"bot": None, "player": {"name": "Ann"}}]


@pytest.mark.parametrize("minimum", [0, 101])
async def test_a_minimum_out_of_range_is_refused(night: Night, minimum: int) -> None:
    questions = "query($min: Int!) { questionStats(game: TRIVIAL_PURSUIT, minShown: $min) { totalCount } }"

    assert await night.olga.fail(BOARD, order="WINS", min=minimum) == "BAD_USER_INPUT"
    assert await night.olga.fail(questions, min=minimum) == "BAD_USER_INPUT"


async def test_a_deck_is_told_as_long_as_the_server_has_it(server: Server) -> None:
    olga = await operator(server)
    known = server.parlour.running.host.decks["twenty"][0].id
    await count(server, facts(1, deck=known), facts(2, deck="long gone"))

    found = (await olga.ask("{ matchStats(groupBy: DECK) { deck { id } matches } }"))["matchStats"]

    assert found == [{"deck": None, "matches": 1}, {"deck": {"id": known}, "matches": 1}]
