"""What processes hold in memory, counted so that it cannot be hidden.

Resident memory alone is not enough: pages of shared mappings stay when they are unmapped or advised away, files without
a name stay while a descriptor is open, and page tables count as nobody's pages. What cannot be looked at is said to be
so: whoever asks takes it for too much.
"""

from __future__ import annotations

import os
import re
from time import clock_gettime_ns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeAlias

    Key: TypeAlias = tuple[bytes, int]  # a kind of object, and its number

_OWN = re.compile(rb"^(?:RssAnon|VmSwap):\s+(\d+) kB", re.MULTILINE)
_TABLES = re.compile(rb"^(?:VmPTE|HugetlbPages):\s+(\d+) kB", re.MULTILINE)  # which are in no other count
# Mappings that several processes may share and that no file on disk backs, with the number of what they show. The
# numbers of System V segments are not those of files.
_SHARED = re.compile(rb"^(\w+)-(\w+) \S+ \S+ \S+ (\d+) +(/memfd:|/dev/zero|/SYSV)", re.MULTILINE)
PAGE = os.sysconf("SC_PAGE_SIZE")
_KINDS = (b"/memfd:", b"/dev/zero", b"/SYSV")
_MOST_BYTES = 1 << 20  # of a list of mappings, of which honest processes have a tenth
# Of all processes of a look together: it is as long as they make it, and others wait for theirs.
_MOST_LISTED = 1 << 25  # bytes of lists of mappings
_MOST_DESCRIPTORS = 1 << 14
_MOST_IN_FLIGHT = 256  # that are not known
_MOST_ASKED = 1 << 12  # shared mappings, and sockets and pipes; what more there is counts as what it may hold
_MOST_ENTRIES = 1 << 16  # of epoll, of whose the user of the machine may have millions, and locks of parts of files
_ENTRY_LINE, _ENTRY_BYTES = 96, 192  # bytes of what is told of one, and of what it takes
IN_FLIGHT = re.compile(rb"^scm_fds:\s+([1-9]\d*)", re.MULTILINE)
_MAPPING_BYTES = 256  # of the kernel's, for each; forks copy them without touching a page
_FILE_BYTES = 1024  # without content, as file systems in memory count; its attributes are paid for with further ones
_FEW_BUFFERS = 48  # sockets and pipes, which hold some MiB at most
# A process hides what it holds until it has begun, which on a busy machine takes longer than two looks are apart.
_BEGINS_NS = 10_000_000  # CPU time
_MOST_PER_NS = 8  # bytes that a process can fill, twice what the fastest way (fallocate of a memfd) was measured to
_PIPE_BYTES, _SOCKET_BYTES = 64 << 10, 256 << 10  # what one holds unless it was made larger


class Process:
    """What one process has for itself; pages that it shares with those that it was forked from may be among it.

    Raises:
        OSError: it is gone.
    """

    __slots__ = ("anonymous", "faults", "folder", "tables")

    def __init__(self, pid: int) -> None:
        self.folder = f"/proc/{pid}"
        fields = self._stat()
        if fields[0] == b"Z":
            # Where the first thread has ended, nothing is told but of another one.
            tasks = os.listdir(f"{self.folder}/task")
            self.folder = next((f"/proc/{task}" for task in tasks if task != str(pid)), self.folder)
            fields = self._stat()
        self.faults = int(fields[7])
        with open(f"{self.folder}/status", "rb") as file:
            text = file.read()
        self.tables = sum(map(int, _TABLES.findall(text))) << 10
        self.anonymous = sum(map(int, _OWN.findall(text))) << 10

    def _stat(self) -> list[bytes]:
        with open(f"{self.folder}/stat", "rb") as file:
            return file.read().rsplit(b") ", 1)[1].split()

    def most(self, base: int) -> int:
        """No less than what it takes beyond the `base` bytes that it may share with whatever it was forked from.

        Each of those that it has changed, and so copied, cost it a fault.
        """
        return self.tables + max(0, self.anonymous - base) + min(base, self.faults * PAGE)


def _has_memory(folder: str) -> bool:
    """Whether a process has not ended. Until it is waited for, the kernel shows what it held to root alone."""
    try:
        return b"\nVmRSS:" in _read(f"{folder}/status", _MOST_BYTES)
    except OSError:
        return False


def _cpu_ns(pid: int) -> int:
    """CPU time of another process: the number of its clock is made of its own (man 3 clock_getcpuclockid)."""
    try:
        return clock_gettime_ns((~pid << 3) | 2)
    except OSError:
        return 0  # it ended meanwhile


class SharedMemory:
    """Shared memory and files without a name, of as many processes as are added, each object counted once.

    The size of an object is what the kernel says, where it lets us ask (root of the machine). Elsewhere what is mapped
    of it counts, touched or not: pages are there although none of them may be mapped at the moment.

    Args:
        before: what was seen of the same processes the last time.
    """

    def __init__(self, before: SharedMemory | None = None) -> None:
        self.sizes: dict[Key, int] = {}
        self.unseen: dict[str, str] = {}  # folders of processes that could not be looked at, and why
        self._before = {} if before is None else before.sizes
        self._exact = True
        self._entries = 0
        self._has_files: bool = before is not None and before._has_files  # without a name, now or earlier
        self._in_flight: dict[str, tuple[str, int, int]] = {}  # by socket: a holder, its number there, how many
        self._listed = 0  # bytes of lists of mappings
        self._descriptors = 0
        self._asked = 0  # shared mappings
        self._buffers: dict[str, tuple[str, int]] = {}  # a holder of each, and its number there

    def add(self, folder: str) -> None:
        """Counts what a process maps and holds open. One that is gone holds nothing."""
        try:
            self._add_mapped(folder)
            self._add_open(folder)
        except PermissionError:
            if _has_memory(folder):
                self._add_hidden(folder)
        except OSError:
            pass  # it ended meanwhile

    def _add_hidden(self, folder: str) -> None:
        """What it can have filled since it was forked; one that has long begun hides on purpose."""
        ran = _cpu_ns(int(folder.rpartition("/")[2]))
        self._note((folder.encode(), -2), ran * _MOST_PER_NS)
        if ran > _BEGINS_NS:
            self.unseen[folder] = "a process hides what it holds (PR_SET_DUMPABLE)"

    def _add_mapped(self, folder: str) -> None:
        most = min(_MOST_BYTES, _MOST_LISTED - self._listed)
        text = _read(f"{folder}/maps", most)
        self._listed += len(text)
        self._note((folder.encode(), -1), text.count(b"\n") * _MAPPING_BYTES)
        if len(text) > most:
            self.unseen[folder] = "its processes have more mappings than can be looked at"
        if not any(kind in text for kind in _KINDS):
            return
        mapped: dict[Key, int] = {}
        for low, high, inode, kind in _SHARED.findall(text):
            start, end = int(low, 16), int(high, 16)
            key = (kind, int(inode))
            mapped[key] = mapped.get(key, 0) + end - start
            if self._exact and kind != b"/SYSV" and self._asked < _MOST_ASKED:
                self._asked += 1
                try:
                    self._note(key, os.stat(f"{folder}/map_files/{start:x}-{end:x}").st_blocks * 512)
                    del mapped[key]
                except PermissionError:
                    self._exact = False
                except OSError:
                    pass  # it was unmapped meanwhile
        for key, size in mapped.items():
            # Pages of which the mapping was cut off are there still.
            self._note(key, max(size, self._before.get(key, 0)) if key[0] == b"/dev/zero" else size)

    def _add_open(self, folder: str) -> None:
        names = os.listdir(f"{folder}/fd")
        self._descriptors += len(names)
        if self._descriptors > _MOST_DESCRIPTORS:
            self.unseen[folder] = f"its processes have more than {_MOST_DESCRIPTORS:,} descriptors open"
            return
        for name in names:
            path = f"{folder}/fd/{name}"
            try:
                target = os.readlink(path)
                self._add_told(folder, name, target)
                if target.startswith("/memfd:"):
                    self._has_files = True
                    seen = os.stat(path)
                    self._note((b"/memfd:", seen.st_ino), seen.st_blocks * 512)
                elif target.startswith(("socket:", "pipe:")):
                    self._buffers[target] = (folder, int(name))
            except FileNotFoundError:
                continue  # it was closed meanwhile

    def _add_told(self, folder: str, name: str, target: str) -> None:
        """What hangs on a descriptor and is bounded by nothing: locks, and what epoll watches, closed or not."""
        told = _read(f"{folder}/fdinfo/{name}", _ENTRY_LINE * (_MOST_ENTRIES - self._entries))
        entries = told.count(b"\ntfd:") + told.count(b"\nlock:")
        if entries:
            self._entries += entries
            if self._entries > _MOST_ENTRIES:
                self.unseen[folder] = f"its processes have more than {_MOST_ENTRIES:,} file locks and watches of epoll"
            self._note((f"{folder} {name}".encode(), 0), entries * _ENTRY_BYTES)
        held = IN_FLIGHT.search(told)
        if held is not None:
            self._in_flight[target] = folder, int(name), int(held[1])

    def count_buffers(self) -> None:
        """Counts what is in flight, and what sockets and pipes may hold, where there are so many that it matters.

        Descriptors that cannot be looked at count as too much where they may be files without a name: the `forkserver`
        of multiprocessing leaves pipes at a listening socket until it has started.
        """
        for folder, descriptor, count in self._in_flight.values():
            if self.add_sent(folder, descriptor) < count and (self._has_files or count > _MOST_IN_FLIGHT):
                self.unseen[folder] = "its processes keep descriptors on their way, which may hold anything"
        if len(self._buffers) <= _FEW_BUFFERS:
            return
        for index, (target, (folder, descriptor)) in enumerate(self._buffers.items()):
            kind, _, inode = target.partition(":")
            ask = self.buffer if index < _MOST_ASKED else self.most_in_buffer
            self._note((kind.encode(), int(inode.strip("[]"))), ask(folder, descriptor, is_pipe=kind == "pipe"))

    def add_sent(self, _folder: str, _descriptor: int) -> int:
        """Counts what descriptors hold that were sent and not yet received. Returns how many could be looked at."""
        return 0

    def buffer(self, folder: str, descriptor: int, *, is_pipe: bool) -> int:
        """Bytes that a socket or a pipe of another process holds."""
        return self.most_in_buffer(folder, descriptor, is_pipe=is_pipe)

    def most_in_buffer(self, _folder: str, _descriptor: int, *, is_pipe: bool) -> int:
        """Bytes that it may hold."""
        return _PIPE_BYTES if is_pipe else _SOCKET_BYTES

    def _note(self, key: Key, size: int) -> None:
        self.sizes[key] = max(size, self.sizes.get(key, 0))


def in_files(path: str) -> int:
    """Bytes that the files of a file system in memory take, with their names and attributes."""
    seen = os.statvfs(path)
    return (seen.f_blocks - seen.f_bfree) * seen.f_frsize + (seen.f_files - seen.f_ffree) * _FILE_BYTES


def _read(path: str, most: int) -> bytes:
    """A file of /proc, but no more than a little over so many bytes, for which `read` would make room first."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        parts = []
        while most >= 0 and (part := os.read(descriptor, 1 << 16)):
            parts.append(part)
            most -= len(part)
        return b"".join(parts)
    finally:
        os.close(descriptor)


class Gauge:
    """What the processes of a call or a run hold together, look by look.

    Args:
        base: bytes that each may share with what all of them were forked from.
        counts: what counts shared memory.
    """

    def __init__(self, base: int, counts: type[SharedMemory] = SharedMemory) -> None:
        self.base = base
        self.processes: dict[int, Process] = {}
        self.shared_bytes = 0
        self.unseen = ""  # why it cannot be told what they hold
        self.is_doubtful = False  # whether that is to be looked at once more
        self._counts = counts
        self._shared = counts()

    def look(self, pids: Iterable[int]) -> int:
        """No less than the bytes that they hold beyond the base: pages that forks share count for each."""
        self.processes.clear()
        before = self._shared
        self._shared = shared = self._counts(before)
        for pid in pids:
            try:
                self.processes[pid] = process = Process(pid)
            except (OSError, IndexError):
                continue  # it ended meanwhile
            shared.add(process.folder)
        shared.count_buffers()
        # One that was only just forked may not be open yet to whoever looks.
        self.is_doubtful = bool(shared.unseen)
        self.unseen = next((why for folder, why in shared.unseen.items() if folder in before.unseen), "")
        self.shared_bytes = sum(shared.sizes.values())
        return self.shared_bytes + sum(process.most(self.base) for process in self.processes.values())
