"""A program of its own: becomes the command it is given, which the kernel ends when the process that started it ends.

    python -I leash.py <process id of the starter> <command> [argument ...]

This cannot be done between fork and exec in the server, which has threads. Only Linux can; elsewhere the command just
runs. Nothing of the server or of a package is imported here.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def main(starter: int, command: list[str]) -> None:
    """Replace this process by the command, unless the starter has ended already."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != starter:
        sys.exit(f"The process {starter} that started this one has ended.")
    os.execv(command[0], command)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
