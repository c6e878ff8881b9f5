"""What the processes of a slot use, read from outside: nothing that runs in there can change it.

Everything of a slot descends from its init. Numbers of processes may be gone, or stand for others, by the time they are
read; a process that vanishes counts nothing.
"""

from __future__ import annotations

import contextlib
import os
from time import clock_gettime_ns

from runrl_shim.kernel.held import in_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_TICK_NS = 1_000_000_000 // os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")
_FEW = 1024  # bytes
_MOST_PROCESSES = 1024  # a limit of processes keeps a slot below it, where there is one


class Process:
    """A process as `/proc/PID/stat` tells of it."""

    __slots__ = ("children_ns", "folder", "pid", "threads")

    def __init__(self, pid: int) -> None:
        """Raises OSError when there is none of that number."""
        self.folder = f"/proc/{pid}"
        fields = _stat(self.folder)
        if fields[0] == b"Z" and int(fields[17]) > 1:
            # Its first thread has ended, and with it all that is told of the process: another one can be asked.
            tasks = os.listdir(f"{self.folder}/task")
            self.folder += next((f"/task/{task}" for task in tasks if task != str(pid)), "")
            fields = _stat(self.folder)
        self.pid = pid
        self.children_ns = (int(fields[13]) + int(fields[14])) * _TICK_NS  # those that it has waited for
        self.threads = int(fields[17])


def _stat(folder: str) -> list[bytes]:
    """The fields of a process or thread behind its name: the first is its state."""
    with open(f"{folder}/stat", "rb") as file:
        return file.read().rsplit(b") ", 1)[1].split()


def pid_of(pidfd: int | None) -> int:
    """The number that a process has for us; -1 when it is dead."""
    with contextlib.suppress(OSError):
        descriptor = os.open(f"/proc/self/fdinfo/{pidfd}", os.O_RDONLY | os.O_CLOEXEC)
        try:
            _, found, rest = os.read(descriptor, _FEW).partition(b"\nPid:")
        finally:
            os.close(descriptor)
        if found:
            return int(rest.split(None, 1)[0])
    return -1


def processes_below(init: int) -> list[Process]:
    """All descendants of a slot's init, the worker first (its oldest child)."""
    found: list[Process] = []
    waiting = children_of(init, 1)
    while waiting and len(found) < _MOST_PROCESSES:
        with contextlib.suppress(OSError, IndexError):
            process = Process(waiting.pop(0))
            found.append(process)
            waiting += children_of(process.pid, process.threads)
    return found


def process_and_below(pid: int) -> list[Process]:
    """A process and all its descendants; empty when it is dead."""
    try:
        return [Process(pid), *processes_below(pid)]
    except (OSError, IndexError):
        return []


def children_of(pid: int, threads: int = 1) -> list[int]:
    """The processes that a process has forked or adopted, the oldest first."""
    tasks: Iterable[object] = (pid,)
    with contextlib.suppress(OSError):
        if threads > 1:  # a child belongs to the thread that forked it
            tasks = os.listdir(f"/proc/{pid}/task")
    children: list[int] = []
    for task in tasks:
        with contextlib.suppress(OSError), open(f"/proc/{pid}/task/{task}/children", "rb") as file:
            children += map(int, file.read().split())
    return children


def cpu_ns(processes: Sequence[Process]) -> int:
    """CPU time of these processes and of the children that they have waited for."""
    total = 0
    for process in processes:
        with contextlib.suppress(OSError):
            total += _clock(process.pid) + process.children_ns
    return total


def clocks(pids: Iterable[int]) -> dict[int, int] | None:
    """CPU nanoseconds of each process, by its number: they stand still while it does. None when one cannot be told."""
    try:
        return {pid: _clock(pid) for pid in pids}
    except OSError:
        return None


def _clock(pid: int) -> int:
    """The clock of another process: nanoseconds, where /proc counts ticks of 10 ms."""
    return clock_gettime_ns((~pid << 3) | 2)


def peak_memory(processes: Sequence[Process]) -> int:
    """The highest resident memory that any of these processes has had, in bytes."""
    return max((_status_bytes(process.folder, "VmHWM:") for process in processes), default=0)


def resident(processes: Sequence[Process]) -> int:
    """Resident memory of these processes together, in bytes; what they share with others is in it."""
    pages = 0
    for process in processes:
        with contextlib.suppress(OSError, IndexError), open(f"{process.folder}/statm", "rb") as file:
            pages += int(file.read().split()[1])
    return pages * _PAGE


def keep_to(processes: Sequence[Process], cpu: int) -> None:
    """Has all threads of these processes, and what they start from now on, run on one CPU."""
    for process in processes:
        tasks: Sequence[object] = (process.pid,)
        with contextlib.suppress(OSError):
            if process.threads > 1:
                tasks = os.listdir(f"/proc/{process.pid}/task")
        for task in tasks:
            with contextlib.suppress(OSError):
                os.sched_setaffinity(int(str(task)), (cpu,))


def folder_memory(init: int) -> int:
    """Bytes of files in a slot's /tmp (and /dev/shm, which is in it), where it has one of its own."""
    with contextlib.suppress(OSError):
        path = os.path.join(f"/proc/{init}/root", "tmp")
        if os.stat(path).st_dev != os.stat("/tmp").st_dev:
            return in_files(path)
    return 0


def _status_bytes(folder: str, name: str) -> int:
    with contextlib.suppress(OSError), open(f"{folder}/status") as file:
        for line in file:
            if line.startswith(name):
                return int(line.split()[1]) << 10
    return 0


def of_all(processes: Sequence[Process], cpu_before: int) -> tuple[int, int]:
    """What a slot's processes have used: CPU nanoseconds beyond `cpu_before`, and peak memory in bytes.

    Of all of them, those that it has waited for included; memory is that of the largest. Zero when all are gone.
    """
    if not processes:
        return 0, 0
    return max(0, cpu_ns(processes) - cpu_before), peak_memory(processes)
