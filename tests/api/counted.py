"""Ended matches made by hand, counted by a running server, and an operator who asks about them."""

from server.games.engine import replace
from server.stats.keeper import Keeper
from server.stats.records import Entry, MatchFacts
from tests.api.parlour import Person, Server


async def operator(server: Server, name: str = "Olga") -> Person:
    """Return an operator."""
    player, token = await server.parlour.running.players.create(name, is_operator=True)
    return Person(server.port, server.http, token, player.id)


async def count(server: Server, *matches: MatchFacts) -> None:
    """Let the server count matches; they are numbered as they come."""
    store = server.parlour.running.statistics.store
    for facts in matches:
        seq = await store.last_entry() + 1
        await store.keep_facts([replace(facts, seq=seq)])
        assert (await store.enter(Entry(0, facts.match, facts.event, facts.ended_at))).seq == seq
    await keep_up(server)


async def keep_up(server: Server) -> None:
    """Return when everything that has ended and been corrected is counted."""
    running = server.parlour.running
    keeper = Keeper(
        running.host.store, running.statistics.store, running.host.decks, running.host.origin, running.host.now
    )
    for match in running.host.store.ended():  # type: ignore[attr-defined]  # a MemoryStore
        keeper.ended(match)
    await keeper.keep_up()
