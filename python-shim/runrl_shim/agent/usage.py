"""What the processes of a slot use, read from outside: nothing that runs in there can change it.

Everything of a slot descends from its init. Numbers of processes may be gone, or stand for others, by the time they are
read; a process that vanishes counts nothing.
"""

from __future__ import annotations

import contextlib
import os
from time import clock_gettime_ns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_PAGE = os.sysconf("SC_PAGE_SIZE")
_TICK_NS = 1_000_000_000 // os.sysconf("SC_CLK_TCK")
_MOST_PROCESSES = 1024  # a limit of processes keeps a slot below it, where there is one
_MOST_EXACT = 16  # processes whose page tables are walked at a time: that takes milliseconds where they are large
_MOST_DESCRIPTORS = 1024


class Process:
    """A process as `/proc/PID/stat` tells of it."""

    __slots__ = ("children_ns", "folder", "pid", "resident", "threads")

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
        self.resident = int(fields[21]) * _PAGE


def _stat(folder: str) -> list[bytes]:
    """The fields of a process or thread behind its name: the first is its state."""
    with open(f"{folder}/stat", "rb") as file:
        return file.read().rsplit(b") ", 1)[1].split()


def pid_of(pidfd: int | None) -> int:
    """The number that a process has for us; -1 when it is dead."""
    with contextlib.suppress(OSError), open(f"/proc/self/fdinfo/{pidfd}") as file:
        for line in file:
            if line.startswith("Pid:"):
                return int(line.split()[1])
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
            # The clock of another process: nanoseconds, where /proc counts ticks of 10 ms.
            total += clock_gettime_ns((~process.pid << 3) | 2) + process.children_ns
    return total


def peak_memory(processes: Sequence[Process]) -> int:
    """The highest resident memory that any of these processes has had, in bytes."""
    return max((_status_bytes(process.folder, "VmHWM:") for process in processes), default=0)


def resident_memory(pid: int) -> int:
    """Resident memory of one process, in bytes."""
    with contextlib.suppress(OSError, IndexError):
        return Process(pid).resident
    return 0


def most_memory(processes: Sequence[Process], shared: int) -> int:
    """More than these processes take together, cheaply.

    Args:
        shared: bytes that each of them may share with all others, counted once.
    """
    return shared + sum(max(0, process.resident - shared) for process in processes)


def memory(processes: Sequence[Process], shared: int, in_files: int) -> int:
    """Bytes that these processes take together: pages that several share are counted once.

    Page tables are walked of the largest only; of the others, what they may have beyond `shared`.

    Args:
        in_files: bytes of files in memory, which may be mapped too.
    """
    largest = sorted(processes, key=lambda process: process.resident, reverse=True)
    own = mapped = 0
    for process in largest[:_MOST_EXACT]:
        try:
            anonymous, files = _proportional(process.folder)
        except OSError:
            anonymous, files = max(0, process.resident - shared), 0
        own += anonymous
        mapped += files
    own += sum(max(0, process.resident - shared) for process in largest[_MOST_EXACT:])
    return own + max(mapped, in_files)


def _proportional(folder: str) -> tuple[int, int]:
    anonymous = files = 0
    with open(f"{folder}/smaps_rollup", "rb") as file:
        for line in file:
            if line.startswith((b"Pss_Anon:", b"SwapPss:")):
                anonymous += int(line.split()[1]) << 10
            elif line.startswith(b"Pss_Shmem:"):
                files += int(line.split()[1]) << 10
    return anonymous, files


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
            tmp = os.statvfs(path)
            return (tmp.f_blocks - tmp.f_bfree) * tmp.f_frsize
    return 0


def nameless_memory(processes: Sequence[Process]) -> int:
    """Bytes of files without a name that these processes hold open (memfd_create)."""
    sizes: dict[int, int] = {}
    for process in processes[:_MOST_EXACT]:
        with contextlib.suppress(OSError):
            for name in os.listdir(f"{process.folder}/fd")[:_MOST_DESCRIPTORS]:
                path = f"{process.folder}/fd/{name}"
                with contextlib.suppress(OSError):
                    if os.readlink(path).startswith("/memfd:"):
                        seen = os.stat(path)
                        sizes[seen.st_ino] = seen.st_blocks * 512
    return sum(sizes.values())


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
