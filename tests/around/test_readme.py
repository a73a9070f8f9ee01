"""The README's examples run as they stand there, against a real server."""

import asyncio
import json
import os
import re
import shutil
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.api.parlour import Server, running

ROOT = Path(__file__).parents[2]
EXAMPLE = re.compile(r"<!-- example: (\S+) -->\n```\w+\n(.*?)```", re.DOTALL)
EXAMPLES = dict(EXAMPLE.findall((ROOT / "README.md").read_text()))
PATIENCE = 60.0


@pytest.fixture
async def plain() -> AsyncIterator[Server]:
    """A server that is not in test mode, with bots that do not dawdle."""
    async with running(test_mode=False) as server:
        yield server


async def output(folder: Path, server: Server, *command: str) -> str:
    """Return what a program prints last, run as somebody would who has just copied it."""
    addresses = {"URL": f"http://127.0.0.1:{server.port}/graphql", "PARLOUR": f"ws://127.0.0.1:{server.port}/graphql"}
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=folder,
        env=os.environ | addresses,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(PATIENCE):
            printed, complaints = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode == 0, complaints.decode()
    return printed.decode().strip().splitlines()[-1]


def written(folder: Path, name: str) -> str:
    """Write an example into a file."""
    (folder / name).write_text(EXAMPLES[name])
    return name


def needs(program: str) -> pytest.MarkDecorator:
    """Mark a test that a machine without `program` reports as not run; CI has to have it."""
    is_missing = shutil.which(program) is None and not os.environ.get("CI")
    return pytest.mark.skipif(is_missing, reason=f"{program} is not on this machine")


@needs("jq")
async def test_a_whole_match_by_curl(tmp_path: Path, plain: Server) -> None:
    standings = json.loads(await output(tmp_path, plain, "bash", "-eu", written(tmp_path, "match.sh")))

    assert {row["seat"]["name"] for row in standings} == {"Ada", "Juniper"}
    assert sorted(row["place"] for row in standings) in ([1, 2], [1, 1])


async def test_the_bot_in_python(tmp_path: Path, plain: Server) -> None:
    printed = await output(tmp_path, plain, sys.executable, written(tmp_path, "bot.py"))

    assert printed.count("'place'") == 2
    assert "Robo" in printed
    assert len(EXAMPLES["bot.py"].strip().splitlines()) <= 25 + 4  # the blank lines are for reading


async def test_the_bot_in_javascript(tmp_path: Path, plain: Server) -> None:
    (tmp_path / "node_modules").symlink_to(ROOT / "client" / "node_modules")
    printed = await output(tmp_path, plain, "node", "--experimental-websocket", written(tmp_path, "bot.mjs"))

    assert {row["seat"]["name"] for row in json.loads(printed)} == {"Robo", "Juniper"}


@pytest.mark.parametrize("name", ["bot.py", "bot.mjs"])
def test_the_bots_are_short(name: str) -> None:
    lines = [line for line in EXAMPLES[name].splitlines() if line.strip()]

    assert len(lines) <= 25


def test_every_file_the_readme_names_is_there() -> None:
    text = (ROOT / "README.md").read_text()
    names = re.findall(r"`((?:server|client|decks|tests)/[\w/.]*)`", text) + re.findall(r"\]\(([\w/.-]+)\)", text)

    assert [name for name in names if not (ROOT / name).exists()] == []


def test_the_readme_names_every_setting() -> None:
    from server.settings import Settings

    text = (ROOT / "README.md").read_text()
    named = {"host", "port", "mongodb_url", "mongodb_database", "data_dir", "allowed_origins", "log_level", "test_mode"}
    named |= {"rate_limit", "cost_limit", "address_share", "wrong_codes", "new_players"}
    named |= {"sockets", "sockets_per_address", "sockets_per_account"}

    assert named <= set(Settings.model_fields)
    assert all(name.upper() in text for name in named)
