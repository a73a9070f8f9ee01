"""What a server tells Prometheus about itself."""

import re
from time import perf_counter

import pytest
from prometheus_client.parser import text_string_to_metric_families

from server import metrics
from server.matches.match import Refusal
from tests.api.parlour import Server

DRAW = {"twenty": {"draw": True}}
MOST_PER_MOVE = 50e-6
"""Seconds; ten times what is allowed, as other work may share the machine with this test."""


@pytest.fixture(autouse=True)
def _from_nothing() -> None:
    """Forget what other tests have counted in this process."""
    for one in metrics.ALL:
        one.clear()


async def told(server: Server) -> dict[str, float]:
    """Return every sample by its name and labels, as text."""
    answer = await server.http.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=")
    families = text_string_to_metric_families(answer.text)
    return {
        f"{sample.name}{dict(sorted(sample.labels.items())) or ''}": sample.value
        for family in families
        for sample in family.samples
    }


async def test_moves_refusals_errors_and_latencies_are_told(server: Server) -> None:
    ann, bob = await server.person("Ann"), await server.person("Bob")
    match = await server.match(ann, bob)
    mover, other = (ann, bob) if match["legalMoves"] else (bob, ann)
    await mover.play(match, DRAW)
    await other.play(match, DRAW)
    await server.stranger.fail("{ nope }")

    now = await told(server)

    assert now["parlour_moves_total{'by': 'player', 'game': 'TWENTY'}"] == 1
    assert now["parlour_refusals_total{'code': 'STALE'}"] == 1
    assert now["parlour_errors_total{'code': 'GRAPHQL_VALIDATION_FAILED'}"] == 1
    assert now["parlour_play_seconds_count"] == 1
    assert now["parlour_write_seconds_count"] == match["ply"] + 1 == now["parlour_write_seconds_bucket{'le': '+Inf'}"]
    assert now["parlour_matches{'status': 'RUNNING'}"] == 1
    assert now["parlour_store_reachable"] == 1


async def test_subscribers_sockets_and_ends_of_streams_are_told(server: Server) -> None:
    ann, bob = await server.person("Ann"), await server.person("Bob")
    match = await server.match(ann, bob)

    async with ann.following(id=match["id"]) as stream:
        await anext(stream)
        during = await told(server)
        await server.parlour.drain()
    after = await told(server)

    assert (during["parlour_subscribers"], during["parlour_sockets"]) == (1, 1)
    assert (after["parlour_subscribers"], after["parlour_sockets"]) == (0, 0)
    assert after["parlour_stream_ends_total{'reason': 'SERVER_STOPPING'}"] == 1


async def test_documents_looked_up_are_told_as_known_or_new(server: Server) -> None:
    for _ in range(3):
        await server.stranger.ask("{ __typename }")

    now = await told(server)

    assert now["parlour_documents_total{'found': 'new'}"] == 1
    assert now["parlour_documents_total{'found': 'known'}"] == 2


async def test_labels_take_values_of_closed_lists_only(server: Server) -> None:
    """So no client can make the server remember ever more of them."""
    ann = await server.person("Ann")
    for number in range(20):
        await ann.refused("joinMatch", by={"id": f"mat_{number}"})
        await ann.fail(f"{{ nope{number} }}")

    assert set(metrics.REFUSALS.counts) == {(Refusal.MATCH_NOT_FOUND,)}
    assert set(metrics.ERRORS.counts) == {("GRAPHQL_VALIDATION_FAILED",)}


async def test_metrics_name_no_match_and_no_player(server: Server) -> None:
    ann, bob = await server.person("Ann"), await server.person("Bob")
    match = await server.match(ann, bob)

    text = (await server.http.get("/metrics")).text

    assert not re.search(r"mat_|plr_|Ann|Bob", text)
    assert match["code"] not in text


def test_a_spread_counts_up_to_each_bound() -> None:
    spread = metrics.Spread("sizes", "Sizes.", (1, 2, 5))
    for size in (1, 2, 2, 7):
        spread.add(size)

    samples = {(sample.name, sample.labels.get("le")): sample.value for sample in spread.family().samples}

    assert samples == {
        ("sizes_bucket", "1.0"): 1,
        ("sizes_bucket", "2.0"): 3,
        ("sizes_bucket", "5.0"): 3,
        ("sizes_bucket", "+Inf"): 4,
        ("sizes_count", None): 4,
        ("sizes_sum", None): 12,
    }


def test_what_is_counted_for_a_move_costs_next_to_nothing() -> None:
    def counted() -> None:
        metrics.PLAY.add(perf_counter() - perf_counter())
        metrics.WRITE.add(perf_counter() - perf_counter())
        metrics.GROUP.add(1)
        metrics.MOVES.add("TWENTY", "player")

    def seconds() -> float:
        begun = perf_counter()
        for _ in range(1000):
            counted()
        return (perf_counter() - begun) / 1000

    assert min(seconds() for _ in range(5)) < MOST_PER_MOVE
