"""The means of the other tests: a process that is stopped does nothing more."""

import os
import subprocess
import sys
import time
from contextlib import suppress

import pytest

from tests.faults.processes import frozen

pytestmark = pytest.mark.faults

TALKS = """
import os, threading, time

def talk():
    while True:
        os.write(1, b"x")
        time.sleep(0.0005)

for _ in range(20):
    threading.Thread(target=talk).start()
"""
TIMES = 20


def test_a_frozen_process_does_nothing_more_from_the_first_moment() -> None:
    with subprocess.Popen([sys.executable, "-c", TALKS], stdout=subprocess.PIPE) as talker:
        assert talker.stdout is not None
        said = talker.stdout.fileno()
        try:
            for _ in range(TIMES):
                os.set_blocking(said, True)
                assert os.read(said, 1)
                os.set_blocking(said, False)
                with frozen(talker.pid):
                    with suppress(BlockingIOError):
                        os.read(said, 1_000_000)
                    time.sleep(0.02)
                    with pytest.raises(BlockingIOError):
                        os.read(said, 1)
        finally:
            talker.kill()
