"""A server that cannot start says why in a sentence, shows no trace of its insides, and exits with 1."""

import os
import socket
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest

from server.store.embedded import free_port
from tests.api.parlour import Person
from tests.faults.conftest import Clients, NewProgram
from tests.faults.processes import answered, ran

pytestmark = pytest.mark.faults


def told(ended: subprocess.CompletedProcess[str]) -> str:
    """Return what a server that did not start has said."""
    assert ended.returncode == 1
    assert ended.stdout == ""
    return ended.stderr


def test_a_taken_port(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]

        said = told(ran("serve", PORT=port, DATA_DIR=tmp_path))

    assert said == f"Cannot listen on 127.0.0.1:{port}: Address already in use. Set PORT to another port.\n"
    assert list(tmp_path.iterdir()) == []


def test_a_data_folder_that_cannot_be_written(tmp_path: Path) -> None:
    folder = tmp_path / "file"
    folder.write_text("")

    assert told(ran("serve", PORT=0, DATA_DIR=folder)) == (
        f"The data folder {folder} cannot be written to (Not a directory). "
        "Make it writable, or set DATA_DIR to another folder.\n"
    )


async def test_a_data_folder_in_use_by_another_server(tmp_path: Path, program: NewProgram) -> None:
    server = program(DATA_DIR=tmp_path / "data")
    server.launch()
    await server.ready()

    said = told(ran("serve", PORT=free_port(), DATA_DIR=tmp_path / "data"))

    assert said.startswith(
        f"The data folder {tmp_path / 'data'} is in use by another server (process {server.process.pid}). "
        "To share its database, set MONGODB_URL='mongodb://127.0.0.1:"
    )
    assert said.endswith("for this server; else set DATA_DIR to another folder.\n")
    assert await server.ended() == 0


async def test_operators_commands_work_beside_a_running_server(
    tmp_path: Path, program: NewProgram, clients: Clients
) -> None:
    """A token, statistics and exports are of the server that runs on the folder, and it goes on."""
    server, folder = program(DATA_DIR=tmp_path / "data"), tmp_path / "data"
    server.launch()
    await server.ready()
    ann = await clients.person(server, "Ann")

    made = ran("token", "--operator", "Olga", DATA_DIR=folder)
    assert (made.returncode, made.stderr) == (0, "")
    olga = Person(server.port, ann.http, made.stdout.strip())
    assert await answered(olga, "{ viewer { player { name } } events(first: 1) { totalCount } }") == {
        "viewer": {"player": {"name": "Olga"}},
        "events": {"totalCount": 0},
    }
    for command in (("rebuild-stats",), ("export", "matches", "--output", str(tmp_path / "matches.csv"))):
        assert ran(*command, DATA_DIR=folder).returncode == 0
    assert (tmp_path / "matches.csv").read_text().startswith("seq,")
    assert await server.ended() == 0


def test_an_embedded_database_that_is_not_installed(tmp_path: Path) -> None:
    """The interpreter is called by another path, beside which there is no database program."""
    python = tmp_path / "python"
    python.symlink_to(Path(sys.executable).resolve())
    packages = sysconfig.get_path("purelib")

    said = told(ran("serve", python=python, PORT=0, DATA_DIR=tmp_path, PATH=str(tmp_path), PYTHONPATH=packages))

    assert said == (
        "The embedded database is not installed. Install it with: pip install '.[embedded]' — "
        "or set MONGODB_URL to a MongoDB replica set.\n"
    )


def test_a_database_that_is_not_there() -> None:
    url = f"mongodb://127.0.0.1:{free_port()}/?serverSelectionTimeoutMS=500"

    said = told(ran("serve", PORT=0, MONGODB_URL=url))

    assert said.startswith("The database cannot be reached: 127.0.0.1:")
    assert said.endswith("Connection refused.\n")


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("PORT", "abc", "PORT cannot be 'abc': Input should be a valid integer, unable to parse string as an integer."),
        ("PORT", "65536", "PORT cannot be '65536': Input should be less than or equal to 65535."),
        ("BOT_PAUSE", "-1", "BOT_PAUSE cannot be '-1': Input should be greater than or equal to 0."),
        (
            "PARLOUR_TEST_MODE",
            "perhaps",
            "PARLOUR_TEST_MODE cannot be 'perhaps': Input should be a valid boolean, unable to interpret input.",
        ),
    ],
)
def test_a_setting_that_makes_no_sense(name: str, value: str, said: str) -> None:
    wrong: dict[str, Any] = {name: value}

    assert told(ran("serve", **wrong)) == said + "\n"


def test_every_setting_that_makes_no_sense_is_named() -> None:
    said = told(ran("serve", PORT="abc", BOT_PAUSE="slow"))

    assert [line.split()[0] for line in said.splitlines()] == ["PORT", "BOT_PAUSE"]


def test_the_database_program_is_found_beside_the_interpreter() -> None:
    """So the tests above prove what they say: with the usual interpreter it is there."""
    assert os.access(Path(sys.executable).with_name("secantusd-py"), os.X_OK)
