"""Names and tokens."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import pytest

from server.matches import ids
from server.matches.match import Refusal, Refused
from server.matches.players import TOKEN_SECONDS, Players, Unauthenticated, checked_name
from server.matches.revocation import Revoked
from server.matches.store import Claim, Player, Token
from server.store.memory import MemoryStore
from server.store.mongo_stats import NAMED_AT_ONCE
from tests.matches.tables import Timepiece


@pytest.fixture
def players(store: MemoryStore, clock: Timepiece) -> Players:
    """Players on the test's store."""
    return Players(store, clock)


@pytest.mark.parametrize("name", ["A", "Ann", "  Ann  ", "Zoë", "明美", "नमस्ते", "مريم", "👩‍🚀", "x" * 40, "O'Neil-7!"])
def test_a_name_can_be_in_any_script_and_is_trimmed(name: str) -> None:
    assert checked_name(name) == name.strip()


def test_a_name_is_composed() -> None:
    assert checked_name("Zoe\u0308") == "Zoë"


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "\u200b",
        "\u200d\u200d",
        "\u3164",
        "\u2800 \u115f",
        "x" * 41,
        "a\nb",
        "a\x00b",
        "a\u202eb",
        "a\u2066b",
        "a\u2028b",
        "a\ud800b",
    ],
)
def test_a_name_that_cannot_be_shown_is_refused(name: str) -> None:
    with pytest.raises(Refused) as refused:
        checked_name(name)

    assert refused.value.code is Refusal.BAD_NAME


async def test_a_token_is_recognised_and_never_kept(players: Players, store: MemoryStore) -> None:
    """Attack: timing of a check; a token is looked up by its hash, so that time tells nothing of it."""
    player, token = await players.create("Ann")

    assert await players.recognise(token) == player
    assert token not in repr(vars(store))
    assert len(token) >= 43


REQUEST = "8b1d2f0c-5a43-4e6f-9d17-c02b7e9a3f58"


async def test_s21_the_same_request_makes_one_player_also_at_two_servers_at_once(
    store: MemoryStore, clock: Timepiece
) -> None:
    here, there = Players(store, clock), Players(store, clock)

    made = await asyncio.gather(*(at.create_once("Ann", REQUEST) for at in (here, there, here)))

    assert len({player for player, _ in made}) == 1
    assert len({token for _, token in made}) == 3
    assert [await here.recognise(token) for _, token in made] == [player for player, _ in made]
    assert len(store._players) == 1
    assert REQUEST not in repr(vars(store))


async def test_s21_another_request_makes_another_player(players: Players) -> None:
    one, _ = await players.create_once("Ann", REQUEST)
    two, _ = await players.create_once("Ann", REQUEST[::-1])
    assert one.id != two.id


async def test_s21_a_request_is_finished_that_was_cut_off_before_there_was_a_player(
    players: Players, store: MemoryStore, clock: Timepiece
) -> None:
    await store.claim(Claim(ids.request_hash(REQUEST), "plr_cut_off", "Ann", clock()))

    player, token = await players.create_once("Ann", REQUEST)

    assert (player.id, await players.recognise(token)) == ("plr_cut_off", player)


@pytest.mark.parametrize(
    "guessable", ["", "1", REQUEST[:31], "0" * 36, "1234567" * 6, "é" * 40, REQUEST + "x" * 65, "sign-up"]
)
async def test_s21_a_request_id_that_others_could_guess_or_use_is_refused(
    players: Players, store: MemoryStore, guessable: str
) -> None:
    with pytest.raises(Refused, match="nobody can guess") as refused:
        await players.create_once("Ann", guessable)

    assert (refused.value.code, refused.value.path) == (Refusal.BAD_REQUEST, ("requestId",))
    assert (store._players, store._claims) == ({}, {})


async def test_s21_a_request_id_gives_no_token_to_who_does_not_know_the_name_or_comes_late(
    players: Players, store: MemoryStore, clock: Timepiece
) -> None:
    ann, _ = await players.create_once("Ann", REQUEST)

    with pytest.raises(Refused, match="another name"):
        await players.create_once("Bob", REQUEST)
    clock.pass_by(301)
    with pytest.raises(Refused, match="too long ago"):
        await players.create_once("Ann", REQUEST)
    assert (list(store._players), len(store._tokens)) == ([ann.id], 1)


async def test_s21_a_player_renamed_meanwhile_keeps_the_new_name(players: Players) -> None:
    ann, _ = await players.create_once("Ann", REQUEST)
    await players.rename(ann, "Anna")

    assert (await players.create_once("Ann", REQUEST))[0].name == "Anna"


async def test_s21_a_request_gives_no_token_to_a_player_whose_tokens_have_been_revoked(players: Players) -> None:
    ann, token = await players.create_once("Ann", REQUEST)
    await players.revoke(ann, token, everywhere=True)

    other, _ = await players.create_once("Ann", REQUEST)

    assert other.id != ann.id


class Adding(MemoryStore):
    """A store that adds a token only after `meanwhile` has been done, once."""

    def __init__(self) -> None:
        super().__init__()
        self.meanwhile: Callable[[], Awaitable[object]] | None = None

    async def add_player(self, player: Player, token: Token) -> None:
        """Do what happens meanwhile, then add."""
        meanwhile, self.meanwhile = self.meanwhile, None
        if meanwhile is not None:
            await meanwhile()
        await super().add_player(player, token)


@pytest.mark.parametrize("everywhere", [False, True])
async def test_s21_a_retry_under_way_gives_no_token_to_a_player_whose_tokens_are_revoked_meanwhile(
    clock: Timepiece, everywhere: bool
) -> None:
    store = Adding()
    here, there = Players(store, clock), Players(store, clock)
    ann, token = await here.create_once("Ann", REQUEST)
    store.meanwhile = lambda: there.revoke(ann, token, everywhere)

    with pytest.raises(Refused, match="have been revoked") as refused:
        await here.create_once("Ann", REQUEST)

    assert (refused.value.code, refused.value.path) == (Refusal.BAD_REQUEST, ("requestId",))
    assert [token.revoked_at for token in store._tokens.values()] == [clock(), clock()]
    assert (await here.create_once("Ann", REQUEST))[0].id != ann.id


async def test_s21_a_first_request_that_a_retry_overtook_gives_no_token_after_a_revocation(clock: Timepiece) -> None:
    store = Adding()
    players = Players(store, clock)

    async def overtake() -> None:
        await players.revoke(*await players.create_once("Ann", REQUEST), everywhere=True)

    store.meanwhile = overtake
    with pytest.raises(Refused, match="have been revoked"):
        await players.create_once("Ann", REQUEST)

    assert [token.revoked_at for token in store._tokens.values()] == [clock(), clock()]


def test_s21_a_request_id_is_no_token() -> None:
    assert ids.request_hash(REQUEST) != ids.token_hash(REQUEST)


async def test_an_unknown_and_a_revoked_token_are_told_apart(players: Players) -> None:
    player, token = await players.create("Ann")
    await players.revoke(player, token, everywhere=False)

    with pytest.raises(Unauthenticated, match="revoked"):
        await players.recognise(token)
    with pytest.raises(Unauthenticated, match="not known"):
        await players.recognise(ids.token())


async def test_revoking_everywhere_revokes_every_token(players: Players, store: MemoryStore) -> None:
    player, token = await players.create("Ann")
    other, others_token = await players.create("Bob")

    assert await players.revoke(player, token, everywhere=True) == 1
    assert await players.revoke(player, token, everywhere=True) == 0
    assert await players.recognise(others_token) == other


async def test_a_token_revoked_at_another_server_stops_working_within_seconds(
    store: MemoryStore, clock: Timepiece
) -> None:
    here, there = Players(store, clock), Players(store, clock)
    player, token = await here.create("Ann")
    await here.recognise(token)

    await there.revoke(player, token, everywhere=False)
    here._seen.clear()

    assert TOKEN_SECONDS == 5
    with pytest.raises(Unauthenticated):
        await here.recognise(token)


async def test_a_token_that_is_held_tells_of_its_revocation(players: Players) -> None:
    player, token = await players.create("Ann")
    revocation = await players.hold(token)
    told: list[str] = []
    with revocation.telling(lambda: told.append("early")):
        await players.look_again()
        assert (revocation.has_come, told) == (False, [])
        await players.revoke(player, token, everywhere=False)
        with revocation.telling(lambda: told.append("late")):
            assert told == ["early", "late"]

    with pytest.raises(Revoked):
        revocation.check()
    with pytest.raises(Unauthenticated):
        await players.hold(token)


async def test_many_held_tokens_are_looked_up_together(
    store: MemoryStore, clock: Timepiece, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.matches.players.LOOKED_UP_AT_ONCE", 2)
    here, there = Players(store, clock), Players(store, clock)
    made = [await here.create(name) for name in ("Ann", "Bob", "Cat", "Dan", "Eve")]
    held = [await here.hold(token) for _, token in made]

    for player, token in (made[0], made[3]):
        await there.revoke(player, token, everywhere=False)
    await here.look_again()

    assert [revocation.has_come for revocation in held] == [True, False, False, True, False]
    with pytest.raises(Unauthenticated):  # at once, not when the memory of it has run out
        await here.recognise(made[0][1])


class Looking(MemoryStore):
    """A store that notes how many tokens are looked up in one go."""

    def __init__(self) -> None:
        super().__init__()
        self.looked_up: list[int] = []

    async def valid_tokens(self, hashes: Sequence[str]) -> set[str]:
        """Note, and look them up."""
        self.looked_up.append(len(hashes))
        return await super().valid_tokens(hashes)


async def test_no_more_tokens_are_looked_up_in_one_go_than_the_embedded_database_finds_quickly(
    clock: Timepiece,
) -> None:
    store = Looking()
    players = Players(store, clock)
    held = [await players.hold((await players.create(f"Ann {number}"))[1]) for number in range(2 * NAMED_AT_ONCE + 1)]

    await players.look_again()

    assert store.looked_up == [NAMED_AT_ONCE, NAMED_AT_ONCE, 1]
    assert not any(revocation.has_come for revocation in held)


async def test_nothing_is_kept_of_a_token_that_is_held_no_more(players: Players) -> None:
    _, token = await players.create("Ann")
    revocation = await players.hold(token)
    assert list(players._held.values()) == [revocation]

    del revocation

    assert list(players._held) == []


class Reading(MemoryStore):
    """A store whose reading of a token can be held up after it has read."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()

    async def token(self, hash: str) -> Token | None:
        """Return what was read before the gate opened."""
        found = await super().token(hash)
        await self.gate.wait()
        return found


async def test_a_token_revoked_while_it_is_being_looked_up_is_not_remembered_as_good(clock: Timepiece) -> None:
    store = Reading()
    players = Players(store, clock)
    player, token = await players.create("Ann")
    asking = asyncio.create_task(players.recognise(token))
    await asyncio.sleep(0)
    await players.revoke(player, token, everywhere=False)
    store.gate.set()
    await asking

    with pytest.raises(Unauthenticated):
        await players.recognise(token)


@pytest.mark.parametrize("everywhere", [False, True])
async def test_a_token_revoked_while_it_begins_to_be_held_is_not_held(clock: Timepiece, everywhere: bool) -> None:
    store = Reading()
    players = Players(store, clock)
    player, token = await players.create("Ann")
    holding = asyncio.create_task(players.hold(token))
    await asyncio.sleep(0)
    assert len(players._held) == 1
    await players.revoke(player, token, everywhere)
    store.gate.set()

    with pytest.raises(Unauthenticated, match="revoked"):
        await holding


async def test_a_token_is_held_though_another_one_is_revoked_meanwhile(clock: Timepiece) -> None:
    store = Reading()
    players = Players(store, clock)
    _, token = await players.create("Ann")
    other, others_token = await players.create("Bob")
    holding = asyncio.create_task(players.hold(token))
    await asyncio.sleep(0)
    await players.revoke(other, others_token, everywhere=True)
    store.gate.set()

    revocation = await holding
    assert (revocation.has_come, list(players._held.values())) == (False, [revocation])


async def test_a_new_name_is_kept(players: Players) -> None:
    player, token = await players.create("Ann")
    await players.rename(player, " Anna ")

    assert (await players.recognise(token)).name == "Anna"
    found = await players.find(player.id)
    assert found is not None
    assert found.name == "Anna"


async def test_a_bad_name_changes_nothing(players: Players) -> None:
    player, token = await players.create("Ann")
    with pytest.raises(Refused):
        await players.rename(player, "")

    assert (await players.recognise(token)).name == "Ann"


def test_ids_and_codes_are_unguessable_and_readable() -> None:
    """Attack: id enumeration."""
    assert len({ids.match_id() for _ in range(1000)}) == 1000
    assert all(set(ids.code()) <= set(ids.CODE_LETTERS) and len(ids.code()) == 6 for _ in range(100))
    assert not set("ILO01") & set(ids.CODE_LETTERS)
    assert ids.derived_match_id("a", "b") == ids.derived_match_id("a", "b") != ids.derived_match_id("ab", "")


async def test_players_are_found_together_whether_seen_before_or_not(players: Players) -> None:
    ann, _ = await players.create("Ann")
    bob, _ = await players.create("Bob")
    assert await players.find(ann.id) == ann

    for _ in range(2):
        assert await players.find_all([ann.id, bob.id, "plr_none"]) == {ann.id: ann, bob.id: bob}
    assert await players.find_all([]) == {}
