"""A server of its own for outside clients, and the programs that talk to it."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.processes import Program

HERE = Path(__file__).parent
SCHEMA = HERE.parents[1] / "schema.graphql"
ARIADNE = HERE / "ariadne"
PATIENCE = 120.0


@pytest.fixture(scope="session")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a server in test mode, on a store in memory."""
    program = Program(tmp_path_factory.mktemp("clients") / "server.log", STORE="memory", BOT_PAUSE=0)
    try:
        program.launch()
        asyncio.run(program.ready())
        yield program.port
    finally:
        program.end()


def printed(*command: object, folder: Path = HERE) -> str:
    """Run a program of somebody else's to its end in a folder and return what it printed."""
    assert (HERE / "node_modules").is_dir(), "Run make setup."
    ran = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env=os.environ | {"NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def node(script: str, *arguments: object) -> str:
    """Run a script of this folder by Node and return what it printed."""
    return printed("node", HERE / script, *arguments)


def python(script: str, *arguments: object) -> str:
    """Run a script of this folder by this Python and return what it printed."""
    return printed(sys.executable, HERE / script, *arguments)
