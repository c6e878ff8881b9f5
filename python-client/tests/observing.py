"""What tests of the client look at: programs of their own, and what this process has open and has started."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[2]
#: Tests wait for events; this is when they give up.
PATIENCE = 60.0


def children() -> set[int]:
    """Processes that this one has started and not waited for."""
    found: set[int] = set()
    for task in Path("/proc/self/task").iterdir():
        try:
            found.update(int(pid) for pid in (task / "children").read_text().split())
        except OSError:
            pass  # the thread has just ended
    return found


def descriptors() -> dict[str, str]:
    found = {}
    for entry in os.listdir("/proc/self/fd"):
        try:
            found[entry] = os.readlink(f"/proc/self/fd/{entry}")
        except OSError:
            pass  # that of the listing
    return found


def until(condition: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
    """Waits until something is so."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        time.sleep(0.01)


def threads() -> set[threading.Thread]:
    return {thread for thread in threading.enumerate() if thread.name == "runrl-sandbox"}


def folders() -> set[Path]:
    """Of sockets of servers that this process has started."""
    return set(Path(tempfile.gettempdir()).glob(f"runrl-py-{os.getpid()}-*"))


def is_alive(pid: int) -> bool:
    """Whether there is such a process, and it has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


# One write for each line: where Python is unbuffered (-u, PYTHONUNBUFFERED), each argument of print is a
# write of its own, and the words of two processes that speak at once stand among each other.
LINE_BY_LINE = "import sys; sys.stdout.reconfigure(line_buffering=True, write_through=False)\n"


class Program:
    """A Python program of its own, that says things on stdout."""

    def __init__(self, text: str, *arguments: str) -> None:
        path = os.pathsep.join([str(ROOT / "python-client/src"), os.environ.get("PYTHONPATH", "")])
        self._process = subprocess.Popen(
            # Python 3.12 and newer warn of each fork beside threads; that is what is tested.
            [sys.executable, "-W", "ignore:This process:DeprecationWarning", "-c", LINE_BY_LINE + text, *arguments],
            env={**os.environ, "PYTHONPATH": path},
            start_new_session=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.pid = self._process.pid

    def line(self) -> str:
        """The next line that it says."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, self.end()[1]
        return line.strip()

    def signal(self, number: int) -> None:
        """Sends it a signal."""
        self._process.send_signal(number)

    def interrupt_at_terminal(self) -> None:
        """Ctrl-C reaches all processes of the group."""
        os.killpg(self.pid, signal.SIGINT)

    def end(self) -> tuple[str, str, int]:
        """What it said, on stdout and stderr, and its exit code; waits for its end."""
        try:
            out, err = self._process.communicate(timeout=PATIENCE)
        finally:
            self._process.kill()
        return out, err, self._process.returncode
