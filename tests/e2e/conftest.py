"""One Chromium and one server for the session; a new browser context for everybody who comes."""

import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import httpx
import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from tests.e2e.guests import PATIENCE, Guest
from tests.faults.processes import ROOT, Program

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESK: dict[str, Any] = {"viewport": {"width": 1000, "height": 700}, "reduced_motion": "reduce"}
Invite = Callable[..., Awaitable[Guest]]

expect.set_options(timeout=PATIENCE * 1000)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of Chromium. A machine without it reports the tests as not run; CI has to have it."""
    path = shutil.which("chromium")
    if path is None and os.environ.get("CI"):
        pytest.fail("chromium is not on this machine, and CI has to run the browser tests.")
    if path is None:
        pytest.skip("chromium is not on this machine")
    return path


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser(chromium: str) -> AsyncIterator[Browser]:
    """The browser of everybody."""
    async with async_playwright() as playwright:
        launched = await playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield launched
        await launched.close()


@pytest.fixture(scope="session")
def client() -> None:
    """The built client, which a server serves at its root."""
    if not (ROOT / "client" / "dist" / "index.html").is_file():
        pytest.fail("The client is not built: client/dist is missing. Run make setup.")


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def server(tmp_path_factory: pytest.TempPathFactory, client: None) -> AsyncIterator[Program]:
    """A server that keeps matches in memory, with bots that do not dawdle."""
    program = Program(tmp_path_factory.mktemp("server") / "server.log", STORE="memory", BOT_PAUSE=0)
    try:
        program.launch()
        await program.ready()
        yield program
    finally:
        program.end()


@pytest_asyncio.fixture(loop_scope="session")
async def invite(browser: Browser, server: Program) -> AsyncIterator[Invite]:
    """Return a guest who has chosen a name, or a stranger: `await invite("Ada", at=server, viewport=...)`."""
    async with AsyncExitStack() as stack:

        async def invited(name: str | None, at: Program = server, **context: Any) -> Guest:
            address = f"http://127.0.0.1:{at.port}"
            http = await stack.enter_async_context(httpx.AsyncClient(base_url=address, timeout=PATIENCE))
            opened = await browser.new_context(**DESK | context)
            stack.push_async_callback(opened.close)
            guest = Guest(await opened.new_page(), address, http)
            if name is not None:
                await guest.arrive(name)
            return guest

        yield invited
