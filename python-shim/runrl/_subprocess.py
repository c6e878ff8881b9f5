"""A run without a sandbox: `python -I -S -B _subprocess.py FD FOLDER`, where FD is the connection to the caller.

For people's own tests of their reward code. The program is a child of a fresh interpreter, with limits, in an own
session and a folder of its own, and all its descendants are killed at the end. Nothing else keeps it from anything.
"""

from __future__ import annotations

import ctypes
import math
import os
import resource
import signal
import socket
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runrl import _wire as wire

_PR_SET_CHILD_SUBREAPER = 36
_OPEN_FILES = 256
_MAX_FILE = 64 << 20  # bytes


class Unconfined:
    """Limits, and that is all."""

    level = "none"

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def seal(self, request: wire.Request) -> None:
        """Makes orphaned descendants children of this process, so that they can be found."""
        if ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "prctl")

    def enter(self, request: wire.Request) -> None:
        """Sets the limits of the program."""
        limit(resource.RLIMIT_DATA, private_memory() + request.memory)
        limit(resource.RLIMIT_FSIZE, _MAX_FILE)
        limit(resource.RLIMIT_NOFILE, _OPEN_FILES)
        limit(resource.RLIMIT_CORE, 0)
        limit(resource.RLIMIT_CPU, int(request.timeout) + 2)

    def kill_all(self) -> None:
        """All descendants: orphans are children of this process."""
        kill_descendants()

    def memory(self) -> int:
        """Not watched here."""
        return 0


def descendants(pid: int, enough: float = math.inf) -> set[int]:
    """Children of a process, and theirs. Looks for no more once it has found so many: they may be made faster."""
    found: set[int] = set()
    waiting = [pid]
    while waiting and len(found) < enough:
        parent = waiting.pop()
        try:
            for task in os.listdir(f"/proc/{parent}/task"):
                with open(f"/proc/{parent}/task/{task}/children") as file:
                    children = [int(word) for word in file.read().split()]
                waiting += [child for child in children if child not in found]
                found.update(children)
        except OSError:
            continue  # it ended meanwhile
    return found


def kill_descendants() -> None:
    """Kills and reaps all of this process. Stops them first, so that none can fork while others are killed."""
    while found := descendants(os.getpid()):
        stopped: set[int] = set()
        while more := found - stopped:
            for pid in more:
                _send(pid, signal.SIGSTOP)
            stopped |= more
            found = descendants(os.getpid())
        for pid in stopped:
            _send(pid, signal.SIGKILL)
        try:
            while True:
                os.waitpid(-1, 0)
        except ChildProcessError:
            continue


def _send(pid: int, number: int) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def limit(kind: int, value: int) -> None:
    """Lowers a limit for good."""
    _, hard = resource.getrlimit(kind)
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (value, value))


def private_memory() -> int:
    """Bytes of private writable memory of this process: what RLIMIT_DATA counts."""
    with open("/proc/self/status") as file:
        for line in file:
            if line.startswith("VmData:"):
                return int(line.split()[1]) * 1024
    return 0


def main() -> None:
    """Serves the one run, and leaves nothing of it."""
    import shutil

    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    from runrl._program import prepare_interpreter
    from runrl._supervise import supervise

    folder = sys.argv[2]
    prepare_interpreter(folder)
    try:
        with socket.socket(fileno=int(sys.argv[1])) as connection:
            supervise(connection, Unconfined(folder))
    finally:
        os.chdir("/")
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
