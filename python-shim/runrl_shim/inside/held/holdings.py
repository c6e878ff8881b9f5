"""What a module holds after its import that a fork would not have, or would share with all other workers.

One listing, each kind with a treatment:

- threads, child processes, connections, sockets, pipes, event loops: each worker imports the module itself;
- child processes also: each call gets a fresh worker, since what a child remembers is nobody's memory here;
- memory that is mapped as shared, files that are open for writing: each worker gets a copy (`shared_memory.py`,
  `own_files.py`);
- database connections and interpreters: each call gets a fresh worker (`text_runners.py`).
"""

from __future__ import annotations

import os
import socket
import stat

from runrl_shim.inside.confinement import confine
from runrl_shim.inside.ways_out import code_link

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from types import FrameType

    #: A descriptor and what it leads to.
    Open = tuple[int, int, int]

_THREADS = frozenset({"_thread.start_new_thread", "_thread.start_joinable_thread"})
#: What Python tells when it is made. Of pipes, eventfds and the like it tells nothing.
_MADE_BY = {
    **dict.fromkeys(_THREADS, "threads"),
    **dict.fromkeys(("subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn", "os.system"), "processes"),
    **dict.fromkeys(("socket.connect", "socket.__new__"), "sockets"),
}


class ImportLines:
    """Finds the lines of the user's file whose import made what cannot be forked.

    Attributes:
        events: what it must be told of.
        lines: by what was made, the first of them.
    """

    events = frozenset({*_MADE_BY, "import", "exec"})

    def __init__(self, file: str) -> None:
        self.file = file
        self.lines: dict[str, int] = {}

    def see(self, event: str, frame: FrameType | None) -> None:
        """Called at each of these events. C code makes no event of its own: whether it has made threads shows later."""
        made = _MADE_BY.get(event) or ("threads" if confine.thread_count() > 1 else None)
        while made is not None and made not in self.lines and frame is not None:
            if frame.f_code.co_filename == self.file:
                self.lines[made] = frame.f_lineno
            frame = frame.f_back


def open_things() -> set[Open]:
    """All descriptors of this process with what they lead to: a number may stand for something else later."""
    found = set()
    for number in map(int, os.listdir("/proc/self/fd")):
        try:
            seen = os.fstat(number)
            found.add((number, seen.st_dev, seen.st_ino))
        except OSError:
            continue  # the one that listed the folder
    return found


class Holdings:
    """What keeps this process from being forked after the import, if anything does.

    Args:
        lines: of the user's file.
        before: what was open before the import.
        shares: whether descriptors may be shared by all workers (`allowSharedState`).

    Attributes:
        obstacle: in words; None where nothing does.
        port: our own, where that is a connection.
        children: whether there are child processes.
    """

    def __init__(self, lines: ImportLines, before: Collection[Open], *, shares: bool) -> None:
        self._lines = lines
        self.port: int | None = None
        self.obstacle: str | None = None
        self.children = children_of_import()
        if confine.thread_count() > 1:
            tasks = os.listdir("/proc/self/task")
            self._say("threads", f"started threads ({_names(f'self/task/{task}' for task in tasks)})")
        elif self.children:
            self._say("processes", f"started processes ({_names(map(str, self.children))})")
        else:
            ours = {code_link.descriptor, *code_link.shared()}
            made = sorted(number for number, *seen in open_things().difference(before) if number not in ours)
            for look in (self._connection, *(() if shares else (self._channel,))):
                if self.obstacle is None:
                    any(map(look, made))

    def _say(self, kind: str, what: str) -> None:
        line = self._lines.lines.get(kind)
        where = os.path.basename(self._lines.file) + (f":{line}" if line else "")
        self.obstacle = f"{where}: importing the module {what}"

    def _connection(self, descriptor: int) -> bool:
        ends = _internet_ends(descriptor)
        if ends is None:
            return False
        peer, self.port = ends
        self._say("sockets", f"opened a connection to {peer}")
        return True

    def _channel(self, descriptor: int) -> bool:
        """What a fork shares, so that workers could write to each other, or take what was meant for another."""
        try:
            mode = os.fstat(descriptor).st_mode
            target = os.readlink(f"/proc/self/fd/{descriptor}")
        except OSError:
            return False
        if stat.S_ISSOCK(mode):
            self._say("sockets", f"opened a socket (descriptor {descriptor})")
        elif stat.S_ISFIFO(mode):
            self._say("pipes", f"opened a pipe (descriptor {descriptor})")
        elif target.startswith("anon_inode:"):
            self._say("descriptors", f"opened {target.partition(':')[2].strip('[]')} (descriptor {descriptor})")
        return self.obstacle is not None


def children_of_import() -> list[int]:
    """Processes that importing the module has started, and that still run."""
    with open(f"/proc/self/task/{os.getpid()}/children") as file:
        started = [pid for pid in map(int, file.read().split()) if pid not in code_link.keepers]
    ended = os.WEXITED | os.WNOHANG | os.WNOWAIT
    return [pid for pid in started if os.waitid(os.P_PID, pid, ended) is None]


def _names(processes: Iterable[str]) -> str:
    return ", ".join(sorted({_read(f"/proc/{each}/comm") for each in processes}))


def _read(path: str) -> str:
    try:
        with open(path) as file:
            return file.read().strip()
    except OSError:
        return "?"


def _internet_ends(descriptor: int) -> tuple[str, int] | None:
    """The other end of a connection, and our own port."""
    try:
        if not os.readlink(f"/proc/self/fd/{descriptor}").startswith("socket:"):
            return None
        with socket.socket(fileno=os.dup(descriptor)) as duplicate:
            if duplicate.family not in (socket.AF_INET, socket.AF_INET6):
                return None
            return "{}:{}".format(*duplicate.getpeername()[:2]), duplicate.getsockname()[1]
    except OSError:
        return None
