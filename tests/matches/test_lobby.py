"""Creating, joining, starting, handing over, playing again."""

from typing import Any

import pytest

from server.games.engine import replace
from server.matches.host import Host
from server.matches.lobby import Lobby
from server.matches.match import Refusal, Refused
from server.matches.records import BotLevel, RunOut, Spectators, Status, Visibility
from server.store.memory import MemoryStore
from tests.matches.tables import ANN, BOB, CAT, TWENTY, Timepiece, mover, started, wish


async def refusal(work: Any) -> Refusal:
    """Return the code of a refusal."""
    with pytest.raises(Refused) as refused:
        await work
    return refused.value.code


async def test_the_creator_is_host_and_sits_in_seat_0(host: Host) -> None:
    match = await Lobby(host).create(ANN, wish())

    assert match.host == ANN.id
    assert [(seated.name, seated.player) for seated in match.seats] == [("Ann", ANN.id)]
    assert (match.status, match.setup.capacity) == (Status.OPEN, 4)


async def test_a_creator_need_not_play(host: Host) -> None:
    assert (await Lobby(host).create(ANN, wish(joins=False))).seats == ()


async def test_all_3_a_seed_has_256_bits_and_is_new_each_time(host: Host) -> None:
    seeds = {(await Lobby(host).create(ANN, wish())).setup.seed for _ in range(50)}

    assert len(seeds) == 50
    assert {len(seed) for seed in seeds} == {64}


async def test_the_same_request_gives_the_same_match(host: Host, store: MemoryStore) -> None:
    first = await Lobby(host).create(ANN, wish(), request="secret")
    again = await Lobby(host).create(ANN, wish(), request="secret")
    other = await Lobby(host).create(ANN, wish(), request="other")

    assert first.setup.id == again.setup.id != other.setup.id
    assert len(await store.unfinished()) == 2


@pytest.mark.parametrize(
    "other",
    [
        {"seats": 3},
        {"visibility": Visibility.PRIVATE},
        {"spectators": Spectators.NONE},
        {"options": TWENTY.rules.Options(target=100)},
        {"starts_when_full": True},
        {"seed": "another"},
        {"event": "evt_1"},
    ],
)
async def test_a_request_used_for_another_match_is_refused(
    host: Host, store: MemoryStore, other: dict[str, Any]
) -> None:
    lobby = Lobby(host, is_test=True)
    first = await lobby.create(ANN, wish(), request="secret")

    assert await refusal(lobby.create(ANN, replace(wish(), **other), request="secret")) is Refusal.BAD_REQUEST
    assert await store.unfinished() == [first.setup.id]
    assert (await lobby.create(ANN, wish(), request="secret")).setup == first.setup


async def test_a_code_in_use_is_drawn_again(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = iter(["AAAAAA", "AAAAAA", "BBBBBB"])
    monkeypatch.setattr("server.matches.ids.code", lambda: next(codes))

    first, second = [await Lobby(host).create(ANN, wish()) for _ in range(2)]

    assert (first.setup.code, second.setup.code) == ("AAAAAA", "BBBBBB")


@pytest.mark.parametrize(
    ("changes", "code", "path"),
    [
        ({"seats": 1}, Refusal.BAD_OPTION, ("seats",)),
        ({"seats": 5}, Refusal.BAD_OPTION, ("seats",)),
        ({"deck": "tarot"}, Refusal.DECK_NOT_FOUND, ("deck",)),
        ({"seed": ""}, Refusal.BAD_OPTION, ("test", "seed")),
        ({"seed": "x" * 201}, Refusal.BAD_OPTION, ("test", "seed")),
        ({"deck_order": ("1X",)}, Refusal.BAD_OPTION, ("test", "deckOrder")),
        ({"deck_order": ("AS", "AS")}, Refusal.BAD_OPTION, ("test", "deckOrder")),
    ],
)
async def test_a_wish_that_cannot_be_granted_names_its_field(
    host: Host, store: MemoryStore, changes: dict[str, Any], code: Refusal, path: tuple[str, ...]
) -> None:
    with pytest.raises(Refused) as refused:
        await Lobby(host, is_test=True).create(ANN, wish(**changes))

    assert (refused.value.code, refused.value.path) == (code, path)
    assert await store.unfinished() == []


async def test_options_are_checked_by_the_game(host: Host) -> None:
    bad = replace(wish(), options=replace(TWENTY.rules.Options(), target=10))

    with pytest.raises(Refused) as refused:
        await Lobby(host).create(ANN, bad)

    assert (refused.value.code, refused.value.path) == (Refusal.BAD_OPTION, ("options", "twenty", "target"))


async def test_chance_can_only_be_settled_in_test_mode(host: Host) -> None:
    lobby = Lobby(host)

    assert await refusal(lobby.create(ANN, wish(seed="seed"))) is Refusal.TEST_MODE_OFF
    assert await refusal(lobby.create(ANN, wish(deck_order=("AS",)))) is Refusal.TEST_MODE_OFF
    match = await lobby.create(ANN, wish())
    assert await refusal(lobby.advance_clock(match.setup.id, ANN, 60)) is Refusal.TEST_MODE_OFF


async def test_a_stacked_deck_is_dealt_in_its_order(host: Host) -> None:
    order = tuple(f"{rank}{suit}" for suit in "CDHS" for rank in ("K", "Q"))
    first = await started(host, ANN, BOB, deck_order=order)
    second = await started(host, ANN, BOB, deck_order=order)

    assert first.state == second.state


async def test_joining_again_keeps_the_seat(host: Host) -> None:
    match = await Lobby(host).create(ANN, wish())
    await Lobby(host).join(match.setup.id, BOB)
    again = await Lobby(host).join(match.setup.id, BOB)

    assert [seated.name for seated in again.seats] == ["Ann", "Bob"]
    assert again.ply == 1


async def test_bots_have_names_that_nobody_at_the_table_has(host: Host) -> None:
    match = await Lobby(host).create(ANN, wish(joins=False))
    for _ in range(4):
        match = await Lobby(host).add_bot(match.setup.id, ANN, BotLevel.EASY)

    assert len({seated.name for seated in match.seats}) == 4


async def test_what_is_the_hosts_is_refused_to_others(host: Host) -> None:
    lobby = Lobby(host)
    match = await lobby.create(ANN, wish())
    await lobby.join(match.setup.id, BOB)
    before = await lobby.add_bot(match.setup.id, ANN, BotLevel.EASY)

    for work in (
        lobby.add_bot(match.setup.id, BOB, BotLevel.EASY),
        lobby.remove_bot(match.setup.id, BOB, 2),
        lobby.start(match.setup.id, BOB),
        lobby.close(match.setup.id, BOB),
    ):
        assert await refusal(work) is Refusal.NOT_HOST
    assert await host.match(match.setup.id) == before


async def test_a_running_match_is_resigned_not_closed(host: Host) -> None:
    match = await started(host, ANN, BOB)

    assert await refusal(Lobby(host).close(match.setup.id, ANN)) is Refusal.MATCH_STARTED


async def test_all_5_anothers_seat_can_be_handed_over_only_while_they_are_away(host: Host, clock: Timepiece) -> None:
    lobby = Lobby(host, is_test=True)
    match = await started(host, ANN, BOB)
    late = mover(match)
    other = ANN if match.seats[late].player == BOB.id else BOB

    assert await refusal(lobby.hand_to_bot(match.setup.id, other, late, BotLevel.EASY)) is Refusal.PLAYER_NOT_AWAY
    await lobby.advance_clock(match.setup.id, ANN, 60)
    handed = await lobby.hand_to_bot(match.setup.id, other, late, BotLevel.EASY)

    assert handed.seats[late].bot is BotLevel.EASY


async def test_only_those_who_sit_can_hand_over_resign_or_take_back(host: Host) -> None:
    match = await started(host, ANN, BOB)
    lobby = Lobby(host)

    for work in (
        lobby.hand_to_bot(match.setup.id, CAT, None, BotLevel.EASY),
        lobby.resign(match.setup.id, CAT),
        lobby.take_back(match.setup.id, CAT),
        lobby.rematch(match.setup.id, CAT),
    ):
        assert await refusal(work) is Refusal.NOT_SEATED


async def test_advancing_the_clock_runs_it_out_before_the_answer(host: Host, store: MemoryStore) -> None:
    match = await started(host, ANN, BOB)
    lobby = Lobby(host, is_test=True)

    early = await lobby.advance_clock(match.setup.id, ANN, 59)
    late = await lobby.advance_clock(match.setup.id, ANN, 1)

    assert (early.decision, early.ply) == (match.decision, match.ply + 1)
    assert isinstance((await store.plies(match.setup.id))[-1].change, RunOut)
    assert late.ply == match.ply + 3


async def test_a_clock_is_moved_forward_by_those_at_the_table(host: Host) -> None:
    match = await started(host, ANN, BOB)
    lobby = Lobby(host, is_test=True)

    assert await refusal(lobby.advance_clock(match.setup.id, ANN, 0)) is Refusal.BAD_REQUEST
    assert await refusal(lobby.advance_clock(match.setup.id, CAT, 5)) is Refusal.NOT_SEATED


async def test_a_rematch_has_the_same_options_and_bots_and_is_by_invitation(host: Host) -> None:
    lobby = Lobby(host)
    match = await lobby.create(ANN, wish(seats=3))
    await lobby.join(match.setup.id, BOB)
    await lobby.add_bot(match.setup.id, ANN, BotLevel.HARD)
    await lobby.start(match.setup.id, ANN)
    await lobby.resign(match.setup.id, ANN)
    await lobby.resign(match.setup.id, BOB)

    new = await lobby.rematch(match.setup.id, BOB)

    assert [(seated.player, seated.bot) for seated in new.seats] == [(BOB.id, None), (None, BotLevel.HARD)]
    assert (new.setup.capacity, new.setup.visibility) == (3, Visibility.PRIVATE)
    assert new.setup.rematch_of == match.setup.id
    assert new.setup.seed != match.setup.seed
    assert (await lobby.rematch(match.setup.id, ANN)).setup.id == new.setup.id


async def test_after_a_rematch_was_closed_the_next_call_makes_another(host: Host) -> None:
    lobby = Lobby(host)
    match = await started(host, ANN, BOB)
    await lobby.resign(match.setup.id, ANN)
    first = await lobby.rematch(match.setup.id, ANN)
    await lobby.close(first.setup.id, ANN)

    second = await lobby.rematch(match.setup.id, BOB)

    assert second.setup.id != first.setup.id
    assert [seated.player for seated in second.seats] == [BOB.id]


async def test_a_match_that_was_given_up_has_no_rematch(host: Host) -> None:
    match = await Lobby(host).create(ANN, wish())
    await Lobby(host).close(match.setup.id, ANN)

    assert await refusal(Lobby(host).rematch(match.setup.id, ANN)) is Refusal.MATCH_OVER


async def test_a_match_that_runs_has_no_rematch(host: Host) -> None:
    match = await started(host, ANN, BOB)

    assert await refusal(Lobby(host).rematch(match.setup.id, ANN)) is Refusal.BAD_REQUEST
    assert await refusal(Lobby(host).rematch("mat_unknown", ANN)) is Refusal.MATCH_NOT_FOUND
