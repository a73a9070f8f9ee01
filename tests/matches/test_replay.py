"""A log is checked against the rules, ply for ply."""

from collections.abc import Callable

import pytest

from server.games.engine import replace
from server.matches.host import Host
from server.matches.lobby import Lobby
from server.matches.records import BotLevel, Match, Ply, Status
from server.matches.replay import faults
from server.store.memory import MemoryStore
from tests.matches.tables import ANN, TABLE, wish
from tests.matches.test_host import is_finished, until

Log = tuple[Match, list[Ply], Match]


@pytest.fixture
async def log(host: Host, store: MemoryStore) -> Log:
    """A finished match between bots: as created, its plies, as kept."""
    lobby = Lobby(host, is_test=True)
    match = await lobby.create(ANN, wish(seats=2, seed="seed", joins=False, starts_when_full=True))
    for level in (BotLevel.EASY, BotLevel.HARD):
        match = await lobby.add_bot(match.setup.id, ANN, level)
    await until(is_finished, host, match)
    created = await store.created(match.setup.id)
    assert created is not None
    return created, await store.plies(match.setup.id), host.known(match)


async def test_a_true_log_has_no_faults(log: Log) -> None:
    created, plies, kept = log

    assert kept.status is Status.FINISHED
    assert faults(created, plies, kept, TABLE) == []


@pytest.mark.parametrize(
    ("tamper", "fault"),
    [
        (lambda plies: [*plies[:9], replace(plies[9], events=()), *plies[10:]], "Ply 10: other events follow"),
        (lambda plies: [*plies[:9], replace(plies[9], digest="0" * 16), *plies[10:]], "Ply 10: another state follows"),
        (lambda plies: [*plies[:9], *plies[10:]], "Ply 11: "),
        (lambda plies: plies[:-1], "The log ends at ply"),
    ],
)
async def test_a_log_that_was_tampered_with_says_where(
    log: Log, tamper: Callable[[list[Ply]], list[Ply]], fault: str
) -> None:
    created, plies, kept = log

    assert any(found.startswith(fault) for found in faults(created, tamper(plies), kept, TABLE))


async def test_all_3_another_seed_is_noticed(log: Log) -> None:
    created, plies, kept = log
    reseeded = replace(kept, setup=replace(kept.setup, seed="another"))

    assert "The seed is not the one whose hash was published." in faults(created, plies, reseeded, TABLE)


async def test_another_outcome_than_the_logs_is_noticed(log: Log) -> None:
    created, plies, kept = log
    assert kept.outcome is not None
    changed = replace(kept, outcome=replace(kept.outcome, places=kept.outcome.places[::-1]))

    assert any("differs from what its log makes of it" in found for found in faults(created, plies, changed, TABLE))
