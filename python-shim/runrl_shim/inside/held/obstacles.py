"""What keeps an episode from being copied by a fork: all that a fork would lose, or leave shared with the original."""

from __future__ import annotations

import os
import signal
import stat
import sys
from fcntl import F_GETFL, fcntl
from resource import RLIMIT_NOFILE, getrlimit

from runrl_shim.inside.confinement import confine
from runrl_shim.inside.held.shared_memory import shared_mappings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

_TIMERS = (0, 1, 2)  # real, virtual, profiling
_MOST_NAMED = 3


class Obstacles:
    """Knows what every episode of the module has, which is no obstacle: made right after the import.

    Attributes:
        files: descriptors of files that are only read, found by the last look; a copy opens them again.
    """

    def __init__(self) -> None:
        self._descriptors = {(descriptor, seen.st_dev, seen.st_ino) for descriptor, seen in _descriptors()}
        self._memory = {name for _, _, name in shared_mappings()}
        self.files: list[int] = []

    def find(self, ours: Collection[int], folders: Sequence[str]) -> str | None:
        """Why this process cannot be copied now, in words for the person who wrote the environment; None: it can.

        Args:
            ours: descriptors of the worker itself.
            folders: writable ones, which a copy would share with the original.
        """
        return (
            _threads()
            or _children()
            or self._open_things(ours)
            or self._shared_memory()
            or _files_in(folders)
            or _running_timer()
        )

    def _open_things(self, ours: Collection[int]) -> str | None:
        self.files = []
        for descriptor, seen in _descriptors():
            if descriptor in ours or (descriptor, seen.st_dev, seen.st_ino) in self._descriptors:
                continue
            problem = self._open_thing(descriptor, seen.st_mode)
            if problem is not None:
                return f"it has {problem} (descriptor {descriptor}): close it before the branch"
        return None

    def _open_thing(self, descriptor: int, kind: int) -> str | None:
        if stat.S_ISSOCK(kind):
            return "a socket open"
        if stat.S_ISFIFO(kind):
            return "a pipe open"
        if stat.S_ISDIR(kind) or stat.S_ISCHR(kind):
            return None
        try:
            target = os.readlink(f"/proc/self/fd/{descriptor}")
        except OSError:  # there is no /proc to look into: it could not be opened again either
            return "a file open"
        if not stat.S_ISREG(kind):
            return f"{target} open"
        if fcntl(descriptor, F_GETFL) & os.O_ACCMODE != os.O_RDONLY:
            return f"the file {target} open for writing"
        self.files.append(descriptor)
        return None

    def _shared_memory(self) -> str | None:
        new = [name for _, _, name in shared_mappings() if name not in self._memory]
        return f"it has memory that a copy would share ({new[0]})" if new else None


def _threads() -> str | None:
    count = confine.thread_count() - 1
    if count <= 0:
        return None
    threading = sys.modules.get("threading")
    names = [] if threading is None else [thread.name for thread in threading.enumerate()[1 : 1 + _MOST_NAMED]]
    return f"it has {count} thread{'s' if count > 1 else ''} running{_named(names)}, which a fork does not copy"


def _children() -> str | None:
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return None
    try:
        with open(f"/proc/self/task/{os.getpid()}/children") as file:
            children = [pid for pid in file.read().split() if _state(pid) != "Z"]
    except OSError:
        return "it has a child process"
    names = [_name(pid) for pid in children[:_MOST_NAMED]]
    return f"it has {len(children)} child process{'es' if len(children) > 1 else ''}{_named(names)}" if names else None


def _files_in(folders: Sequence[str]) -> str | None:
    for folder in filter(os.path.isdir, folders):
        try:
            names = os.listdir(folder)
        except OSError as error:  # closed by the import, or by a step
            return f"{folder}, which a copy would share, cannot be looked into ({error.strerror})"
        for name in names:
            path = os.path.join(folder, name)
            if path not in folders and not os.path.ismount(path):
                return f"it has written {path}, which a copy would share: keep the state in memory, or remove the file"
    return None


def _running_timer() -> str | None:
    running = any(signal.getitimer(timer)[0] for timer in _TIMERS)
    return "it has a timer running (signal.setitimer, signal.alarm), which a fork does not copy" if running else None


def _descriptors() -> list[tuple[int, os.stat_result]]:
    """Each open descriptor with what it leads to: the number alone may stand for something else later."""
    found = []
    try:
        numbers = [int(name) for name in os.listdir("/proc/self/fd")]
    except OSError:
        numbers = list(range(getrlimit(RLIMIT_NOFILE)[0]))
    for number in numbers:
        try:
            found.append((number, os.fstat(number)))
        except OSError:
            continue  # the one that listed the folder
    return found


def _state(pid: str) -> str:
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return file.read().rsplit(b") ", 1)[1][:1].decode()
    except OSError:
        return "Z"


def _name(pid: str) -> str:
    try:
        with open(f"/proc/{pid}/comm") as file:
            return file.read().strip()
    except OSError:
        return "?"


def _named(names: Sequence[str]) -> str:
    return f" ({', '.join(names)})" if names else ""
