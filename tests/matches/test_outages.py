"""Time in which nobody could play is given back."""

from datetime import timedelta

from server.matches.outages import Outages
from server.matches.records import MoveClock
from server.matches.store import StoreUnavailable
from server.store.memory import MemoryStore
from tests.matches.conftest import StartHost
from tests.matches.tables import ANN, BOB, NOON, Timepiece, host_on, started


async def test_all_4_the_time_no_server_ran_is_credited_to_every_running_deadline(
    start_host: StartHost, store: MemoryStore, clock: Timepiece
) -> None:
    one = await start_host("one")
    match = await started(one, ANN, BOB)
    await store.beat("one", clock())
    await one.stop()
    clock.pass_by(3600)

    two = host_on(store, clock, "two")
    outages = Outages(two)
    await outages.start()
    await outages.stop()

    credited = two.known(match)
    assert credited.deadline == NOON + timedelta(seconds=3600 + 60)
    assert credited.decision == match.decision
    await two.stop()


async def test_two_servers_starting_together_credit_an_outage_once(
    start_host: StartHost, store: MemoryStore, clock: Timepiece
) -> None:
    one = await start_host("one")
    match = await started(one, ANN, BOB)
    await store.beat("one", clock())
    await one.stop()
    clock.pass_by(100)

    hosts = [host_on(store, clock, origin) for origin in ("two", "three")]
    for host in hosts:
        await host._required(match.setup.id)
    for host in hosts:
        await Outages(host)._credit_silence(clock())
        clock.pass_by(1)

    credits = [ply for ply in await store.plies(match.setup.id) if isinstance(ply.change, MoveClock)]
    assert [ply.change.seconds for ply in credits if isinstance(ply.change, MoveClock)] == [100.0]


async def test_what_one_server_has_slept_through_while_another_ran_is_not_credited(
    start_host: StartHost, store: MemoryStore, clock: Timepiece
) -> None:
    one, _ = await start_host("one"), await start_host("two")
    match = await started(one, ANN, BOB)
    outages = Outages(one)
    await outages.beat()
    clock.pass_by(30)
    await store.beat("two", clock())

    await outages.beat()

    assert one.known(match).deadline == match.deadline


async def test_no_clock_of_a_server_that_slept_runs_out_before_the_credit(
    start_host: StartHost, store: MemoryStore, clock: Timepiece
) -> None:
    host = await start_host()
    outages = Outages(host)
    await outages.beat()
    match = await started(host, ANN, BOB)
    clock.pass_by(61)

    await host._time_up(match.setup.id)
    await outages.beat()

    assert [type(ply.change) for ply in await store.plies(match.setup.id, after=match.ply)] == [MoveClock]


async def test_a_short_silence_is_no_outage(start_host: StartHost, store: MemoryStore, clock: Timepiece) -> None:
    one = await start_host("one")
    match = await started(one, ANN, BOB)
    await store.beat("one", clock())
    clock.pass_by(3)

    two = host_on(store, clock, "two")
    outages = Outages(two)
    await outages.start()
    await outages.stop()

    assert (await store.plies(match.setup.id))[-1].number == match.ply
    await two.stop()


class Fading(MemoryStore):
    """A store that can be away."""

    is_away = False

    async def beat(self, server: str, at: object) -> None:
        if self.is_away:
            raise StoreUnavailable("The database is away.")
        await super().beat(server, at)  # type: ignore[arg-type]  # an instant


async def test_the_time_the_store_was_away_is_credited_too(start_host: StartHost, clock: Timepiece) -> None:
    fading = Fading()
    host = await start_host(on=fading)
    outages = Outages(host)
    await outages.start()
    match = await started(host, ANN, BOB)
    fading.is_away = True
    clock.pass_by(30)
    fading.is_away = False

    await outages.beat()

    assert host.known(match).deadline == NOON + timedelta(seconds=90)
    assert host.is_reachable
    await outages.stop()
