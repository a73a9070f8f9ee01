"""A short soak, by the same code as `make soak`."""

from pathlib import Path

import pytest

from tests.faults.soak import MOST_GROWTH, soak, told

pytestmark = pytest.mark.faults

SECONDS = 20.0


async def test_all_is_kept_and_memory_stays_flat_in_a_short_soak(tmp_path: Path) -> None:
    soaked = await soak(tmp_path, SECONDS)
    told(soaked)

    assert soaked.moves >= 100
    assert soaked.drops >= 10
    assert soaked.restarts >= 3
    assert soaked.growth < MOST_GROWTH
