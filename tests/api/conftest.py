"""A running server for tests of the schema."""

from collections.abc import AsyncIterator

import pytest

from tests.api.parlour import Server, running


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    """A server in test mode, on a store in memory."""
    async with running() as started:
        yield started
