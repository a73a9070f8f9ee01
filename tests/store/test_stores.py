"""What every store does: one suite for the memory and for MongoDB."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any, cast

import pytest
from pymongo import MongoClient

from server.games.engine import replace
from server.matches.records import Match, Ply, Seated, Status, Visibility
from server.matches.store import Claim, CodeTaken, Key, MatchQuery, PlyTaken, Store, Token
from server.store.memory import MemoryStore
from server.store.mongo import MongoStore
from tests.store import toy

DEADLINE = 10.0
ANY = MatchQuery(public_only=False)
PAIR = ("srv_one", "srv_two")


@pytest.fixture(params=["memory", "mongo"])
async def store(request: pytest.FixtureRequest) -> AsyncIterator[Store]:
    if request.param == "memory":
        memory = MemoryStore()
        await memory.open()
        yield memory
        return
    url, database = request.getfixturevalue("mongo_url"), request.getfixturevalue("mongo_database")
    with MongoClient[dict[str, Any]](url) as client:
        client[database]["marks"].insert_one({"_id": "began", "at": toy.NOON - timedelta(days=20)})
    mongo = MongoStore(url, database, toy.rules_of, retry_for=5.0)
    await mongo.open()
    yield mongo
    await mongo.close()


async def taken(plies: AsyncIterator[Ply], count: int) -> list[Ply]:
    """Return the next plies of a watch."""
    async with asyncio.timeout(DEADLINE):
        return [await anext(plies) for _ in range(count)]


def key(match: Match) -> Key:
    return Key(match.setup.created_at, match.setup.id)


def ids(matches: list[Match]) -> list[str]:
    return [match.setup.id for match in matches]


# Matches


async def test_a_match_is_kept_as_it_was_created(store: Store) -> None:
    assert await store.add_match(toy.new_match()) is True
    assert await store.match("mat_0001") == toy.new_match()
    assert await store.created("mat_0001") == toy.new_match()
    assert await store.match_id("CODE0001") == "mat_0001"


async def test_unknown_matches_are_not_there(store: Store) -> None:
    assert await store.match("mat_0001") is None
    assert await store.created("mat_0001") is None
    assert await store.match_id("CODE0001") is None
    assert await store.plies("mat_0001") == []


async def test_a_known_id_is_not_added_again(store: Store) -> None:
    await store.add_match(toy.new_match())

    assert await store.add_match(toy.new_match(code="OTHER", seed="other")) is False
    assert await store.match("mat_0001") == toy.new_match()
    assert await store.created("mat_0001") == toy.new_match()
    assert await store.match_id("OTHER") is None


async def test_a_code_belongs_to_one_match(store: Store) -> None:
    await store.add_match(toy.new_match(1))

    with pytest.raises(CodeTaken):
        await store.add_match(toy.new_match(2, code="CODE0001"))

    assert await store.match("mat_0002") is None
    assert await store.add_match(toy.new_match(2)) is True


async def test_of_many_attempts_to_create_one_match_one_wins(store: Store) -> None:
    attempts = [toy.new_match(code=f"TRY{n}", seed=f"seed {n}") for n in range(8)]

    added = await asyncio.gather(*(store.add_match(attempt) for attempt in attempts))

    assert sorted(added) == [False] * 7 + [True]
    winner = attempts[added.index(True)]
    assert await store.match("mat_0001") == winner
    assert await store.created("mat_0001") == winner


async def test_a_checkpoint_replaces_an_older_one(store: Store) -> None:
    await store.add_match(toy.new_match())

    await store.checkpoint(toy.running_match(ply=7))

    assert await store.match("mat_0001") == toy.running_match(ply=7)
    assert await store.created("mat_0001") == toy.new_match()


async def test_a_checkpoint_never_goes_back(store: Store) -> None:
    await store.add_match(toy.new_match())
    await store.checkpoint(toy.running_match(ply=7))

    await store.checkpoint(toy.running_match(ply=6))
    await store.checkpoint(toy.running_match(ply=7, status=Status.FINISHED))

    assert await store.match("mat_0001") == toy.running_match(ply=7)


async def test_checkpoints_of_several_matches_are_kept_each_by_its_own_ply(store: Store) -> None:
    for number in (1, 2, 3):
        await store.add_match(toy.new_match(number))
    await store.checkpoint(toy.running_match(2, ply=9))

    await store.checkpoint(*(toy.running_match(number, ply=7) for number in (1, 2, 3, 4)))

    kept = [await store.match(f"mat_000{number}") for number in (1, 2, 3, 4)]
    assert [match and match.ply for match in kept] == [7, 9, 7, None]


async def test_a_checkpoint_of_an_unknown_match_keeps_nothing(store: Store) -> None:
    await store.checkpoint(toy.running_match())

    assert await store.match("mat_0001") is None


async def test_unfinished_matches_are_those_open_or_running(store: Store) -> None:
    for number, status in enumerate(Status, start=1):
        await store.add_match(toy.new_match(number))
        await store.checkpoint(toy.running_match(number, status=status))

    assert sorted(await store.unfinished()) == ["mat_0001", "mat_0002"]


# The log


async def test_plies_come_back_in_order(store: Store) -> None:
    await store.add_match(toy.new_match())
    plies = list(toy.all_plies())

    await asyncio.gather(*(store.append(ply) for ply in reversed(plies)))

    assert await store.plies("mat_0001") == plies


async def test_a_log_is_read_in_parts(store: Store) -> None:
    await store.add_match(toy.new_match())
    plies = [toy.play(number) for number in range(1, 101)]
    await asyncio.gather(*(store.append(ply) for ply in plies))

    assert await store.plies("mat_0001") == plies
    assert await store.plies("mat_0001", after=60) == plies[60:]
    assert await store.plies("mat_0001", after=10, limit=70) == plies[10:80]
    assert await store.plies("mat_0001", after=95, limit=70) == plies[95:]
    assert await store.plies("mat_0001", after=100) == []
    assert await store.plies("mat_0001", limit=0) == []
    assert await store.plies_before("mat_0001", before=91, limit=50) == plies[40:90]
    assert await store.plies_before("mat_0001", before=4, limit=50) == plies[:3]
    assert await store.plies_before("mat_0001", before=1, limit=50) == []
    assert await store.plies_before("mat_0001", before=101, limit=2) == plies[98:]


async def test_a_hole_in_a_log_hides_nothing_after_it(store: Store) -> None:
    await store.add_match(toy.new_match())
    for number in (1, 2, 4, 31, 50):
        await store.append(toy.play(number))

    assert [ply.number for ply in await store.plies("mat_0001")] == [1, 2, 4, 31, 50]


async def test_logs_do_not_mix(store: Store) -> None:
    for number in (1, 2):
        await store.add_match(toy.new_match(number))
    await asyncio.gather(store.append(toy.play(1, match=1)), store.append(toy.play(1, match=2)))

    assert await store.plies("mat_0001") == [toy.play(1, match=1)]
    assert await store.plies("mat_0002") == [toy.play(1, match=2)]


async def test_a_number_is_written_once(store: Store) -> None:
    await store.add_match(toy.new_match())
    await store.append(toy.play(1, text="first"))

    with pytest.raises(PlyTaken):
        await store.append(toy.play(1, text="second", origin="srv_two"))

    assert await store.plies("mat_0001") == [toy.play(1, text="first")]


async def test_of_two_plies_of_one_number_in_one_group_one_is_refused(store: Store) -> None:
    for number in (1, 2):
        await store.add_match(toy.new_match(number))
    group = [toy.play(1, text="first"), toy.play(1, match=2), toy.play(1, text="second")]

    results = await asyncio.gather(*(store.append(ply) for ply in group), return_exceptions=True)

    assert [type(result) for result in results] == [type(None), type(None), PlyTaken]
    assert await store.plies("mat_0001") == [toy.play(1, text="first")]
    assert await store.plies("mat_0002") == [toy.play(1, match=2)]


async def test_a_log_needs_a_match(store: Store) -> None:
    with pytest.raises(LookupError, match="There is no match mat_0001"):
        await store.append(toy.play(1))

    assert await store.plies("mat_0001") == []


# Watching


async def test_a_watch_yields_every_ply_written_since_the_store_was_opened(store: Store) -> None:
    await store.add_match(toy.new_match())
    plies = [toy.play(number) for number in range(1, 6)]
    for ply in plies[:3]:
        await store.append(ply)

    async with aclosing(cast(Any, store.watch())) as watch:
        before = await taken(watch, 3)
        for ply in plies[3:]:
            await store.append(ply)
        assert before + await taken(watch, 2) == plies


async def test_a_watch_leaves_out_the_plies_of_one_server(store: Store) -> None:
    await store.add_match(toy.new_match())
    plies = [toy.play(number, origin="srv_one" if number % 2 else "srv_two") for number in range(1, 7)]
    for ply in plies:
        await store.append(ply)

    async with aclosing(cast(Any, store.watch(besides="srv_one"))) as watch:
        assert await taken(watch, 3) == plies[1::2]


async def test_two_watches_both_yield_all(store: Store) -> None:
    await store.add_match(toy.new_match())

    async with aclosing(cast(Any, store.watch())) as one, aclosing(cast(Any, store.watch())) as other:
        coming = asyncio.gather(taken(one, 20), taken(other, 20))
        await asyncio.sleep(0)
        plies = [toy.play(number) for number in range(1, 21)]
        for ply in plies:
            await store.append(ply)
        assert list(await coming) == [plies, plies]


# Team talk


async def test_tp_16_suggestions_reach_the_other_servers(store: Store) -> None:
    said = [toy.suggestion(f"answer {number}", origin, seat) for number in range(3) for seat, origin in enumerate(PAIR)]
    everything, others = store.passed_on(), store.passed_on(besides="srv_one")
    heard = [asyncio.ensure_future(anext(everything)), asyncio.ensure_future(anext(others))]
    await asyncio.sleep(0)
    for suggestion in said:
        await store.pass_on(suggestion)

    async with asyncio.timeout(DEADLINE):
        first, foreign = await asyncio.gather(*heard)
        assert [first] + [await anext(everything) for _ in said[1:]] == said
        assert [foreign] + [await anext(others) for _ in said[3::2]] == said[1::2]


# Lists


def listed() -> list[Match]:
    """Return 24 matches over a month: some of one instant, of four states, every fifth private, two players."""
    matches = []
    for number in range(1, 25):
        days = timedelta(days=number // 2 * 2, seconds=number // 2)
        status = list(Status)[number % 4]
        visibility = Visibility.PRIVATE if number % 5 == 0 else Visibility.PUBLIC
        match = toy.running_match(number, status=status, visibility=visibility, created_at=toy.NOON - days)
        matches.append(replace(match, seats=(Seated("P", f"plr_{number % 2}"),)))
    return matches


async def keep(store: Store, matches: list[Match]) -> None:
    for match in matches:
        await store.add_match(replace(toy.new_match(), setup=match.setup))
        await store.checkpoint(match)


QUERIES = [
    ANY,
    MatchQuery(),
    MatchQuery(status=Status.OPEN),
    MatchQuery(status=Status.FINISHED, public_only=False),
    MatchQuery(game="TOY", status=Status.RUNNING),
    MatchQuery(game="TOY"),
    MatchQuery(game="CHESS"),
    MatchQuery(player="plr_1"),
    MatchQuery(player="plr_1", status=Status.RUNNING, game="TOY", public_only=False),
]


def fits(match: Match, query: MatchQuery) -> bool:
    wanted = (query.game or "TOY", query.status or match.status, query.player or match.seats[0].player)
    is_visible = match.setup.visibility is Visibility.PUBLIC or not query.public_only
    return is_visible and (match.setup.game, match.status, match.seats[0].player) == wanted


async def test_pages_of_every_size_make_up_the_list_in_both_directions(store: Store) -> None:
    matches = listed()
    await keep(store, matches)
    for query in QUERIES:
        for newest_first in (True, False):
            wanted = [match for match in matches if fits(match, query)]
            wanted.sort(key=lambda match: (match.setup.created_at, match.setup.id), reverse=newest_first)

            assert await store.count(query) == len(wanted)
            for size in (3, 100):
                forwards = await pages_forwards(store, query, newest_first, size)
                backwards = await pages_backwards(store, query, newest_first, size)
                assert ids(forwards) == ids(wanted)
                assert ids(backwards) == ids(wanted)
                assert forwards == wanted


async def pages_forwards(store: Store, query: MatchQuery, newest_first: bool, size: int) -> list[Match]:
    found: list[Match] = []
    after = None
    while page := await store.page(query, newest_first, after, None, size, last=False):
        assert len(page) <= size
        found += page
        after = key(page[-1])
    return found


async def pages_backwards(store: Store, query: MatchQuery, newest_first: bool, size: int) -> list[Match]:
    found: list[Match] = []
    before = None
    while page := await store.page(query, newest_first, None, before, size, last=True):
        assert len(page) <= size
        found = page + found
        before = key(page[0])
    return found


async def test_a_page_lies_between_two_keys(store: Store) -> None:
    matches = [toy.new_match(number, created_at=toy.NOON + timedelta(minutes=number)) for number in range(1, 11)]
    for match in matches:
        await store.add_match(match)
    after, before = key(matches[1]), key(matches[7])

    assert ids(await store.page(ANY, False, after, before, 3, False)) == ["mat_0003", "mat_0004", "mat_0005"]
    assert ids(await store.page(ANY, False, after, before, 3, True)) == ["mat_0005", "mat_0006", "mat_0007"]
    assert ids(await store.page(ANY, True, before, after, 3, False)) == ["mat_0007", "mat_0006", "mat_0005"]
    assert ids(await store.page(ANY, True, before, after, 3, True)) == ["mat_0005", "mat_0004", "mat_0003"]
    assert await store.page(ANY, True, before, after, 0, False) == []


async def test_a_list_follows_a_match_as_it_goes_on(store: Store) -> None:
    await store.add_match(toy.new_match())
    assert await store.count(MatchQuery(status=Status.OPEN)) == 1

    await store.checkpoint(toy.running_match())

    assert await store.count(MatchQuery(status=Status.OPEN)) == 0
    assert await store.page(MatchQuery(status=Status.RUNNING, game="TOY"), True, None, None, 5, False) == [
        toy.running_match()
    ]
    assert await store.count(MatchQuery(player="plr_bob")) == 1


# Players, tokens, heartbeats


async def test_a_player_is_kept_with_a_token(store: Store) -> None:
    await store.add_player(toy.player("ann"), toy.token("aa", "ann"))

    assert await store.player("plr_ann") == toy.player("ann")
    assert await store.token("aa") == toy.token("aa", "ann")
    assert await store.player("plr_bob") is None
    assert await store.token("bb") is None


async def test_players_are_found_together(store: Store) -> None:
    for name in ("ann", "bob"):
        await store.add_player(toy.player(name), toy.token(name, name))

    assert await store.players(["plr_bob", "plr_nobody", "plr_ann", "plr_bob"]) == {
        "plr_ann": toy.player("ann"),
        "plr_bob": toy.player("bob"),
    }
    assert await store.players([]) == {}


async def test_a_player_is_renamed(store: Store) -> None:
    operator = replace(toy.player("ann"), is_operator=True)
    await store.add_player(operator, toy.token("aa", "ann"))

    await store.rename("plr_ann", "Anna")
    await store.rename("plr_nobody", "Nobody")

    assert await store.player("plr_ann") == replace(operator, name="Anna")
    assert await store.player("plr_nobody") is None


async def test_of_many_claims_at_once_the_first_is_kept(store: Store) -> None:
    at = datetime.now(UTC).replace(microsecond=0)  # old ones may be forgotten at any moment
    claims = [Claim("c1", f"plr_{name}", name, at) for name in ("ann", "bob", "cat")]

    kept = await asyncio.gather(*(store.claim(claim) for claim in claims))

    assert len(set(kept)) == 1
    assert kept[0] in claims
    assert await store.claim(replace(claims[0], hash="c2")) == replace(claims[0], hash="c2")

    assert await store.has_claim("c1", kept[0].player)

    await store.drop_claims(kept[0].player)
    assert [await store.has_claim(hash, kept[0].player) for hash in ("c1", "c9")] == [False, False]
    later = Claim("c1", "plr_dan", "dan", at)
    assert await store.claim(later) == later
    assert not await store.has_claim("c1", kept[0].player)


async def test_a_player_added_again_stays_as_they_are_and_has_one_more_token(store: Store) -> None:
    await store.add_player(toy.player("ann"), toy.token("aa", "ann"))
    await store.rename("plr_ann", "Anna")

    await store.add_player(toy.player("ann"), toy.token("a2", "ann"))

    assert await store.player("plr_ann") == replace(toy.player("ann"), name="Anna")
    assert await store.valid_tokens(["aa", "a2"]) == {"aa", "a2"}


async def test_a_token_is_revoked_once(store: Store) -> None:
    await store.add_player(toy.player("ann"), toy.token("aa", "ann"))
    later = toy.NOON + timedelta(hours=1)

    assert await store.revoke("aa", toy.NOON) == 1
    assert await store.revoke("aa", later) == 0
    assert await store.revoke("bb", later) == 0
    assert await store.token("aa") == Token("aa", "plr_ann", toy.NOON, revoked_at=toy.NOON)


async def test_valid_tokens_are_told_from_revoked_and_unknown_ones(store: Store) -> None:
    await store.add_player(toy.player("ann"), toy.token("aa", "ann"))
    await store.add_token(toy.token("a2", "ann"))
    await store.revoke("a2", toy.NOON)

    assert await store.valid_tokens(["aa", "a2", "a3"]) == {"aa"}
    assert await store.valid_tokens([]) == set()


async def test_all_tokens_of_one_player_are_revoked(store: Store) -> None:
    for name in ("ann", "bob"):
        await store.add_player(toy.player(name), toy.token(name, name))
    for hash in ("a2", "a3"):
        await store.add_token(toy.token(hash, "ann"))
    await store.revoke("a3", toy.NOON)

    assert await store.revoke_all("plr_ann", toy.NOON + timedelta(hours=1)) == 2
    assert await store.revoke_all("plr_ann", toy.NOON + timedelta(hours=2)) == 0
    assert await store.token("a2") == Token("a2", "plr_ann", toy.NOON, revoked_at=toy.NOON + timedelta(hours=1))
    assert await store.token("a3") == Token("a3", "plr_ann", toy.NOON, revoked_at=toy.NOON)
    assert await store.token("bob") == toy.token("bob", "bob")


async def test_of_many_revocations_at_once_one_counts(store: Store) -> None:
    await store.add_player(toy.player("ann"), toy.token("aa", "ann"))

    counts = await asyncio.gather(*(store.revoke("aa", toy.NOON) for _ in range(8)))

    assert sorted(counts) == [0] * 7 + [1]


async def test_the_last_beat_is_the_latest_of_any_server(store: Store) -> None:
    assert await store.last_beat() is None
    beats = [toy.NOON + timedelta(seconds=seconds) for seconds in (0, 5, 3)]

    for server, at in zip(("one", "two", "one"), beats, strict=True):
        await store.beat(server, at)

    assert await store.last_beat() == beats[1]
    assert all(earlier != later for earlier, later in pairwise(beats))


async def test_a_store_answers_a_ping(store: Store) -> None:
    assert await store.ping() is None  # type: ignore[func-returns-value]  # that it returns at all
