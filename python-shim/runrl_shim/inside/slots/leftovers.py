"""What a worker could change for the next one of its slot, looked at by the slot's init when a worker has ended.

Both have the same /tmp, the same System V objects, the same network, and the same open socket and pipes: their flags
and options belong to the open file, not to the process. And a process of the same user may change limits, priorities
and processors of the init, which the next worker inherits.
"""

from __future__ import annotations

import ctypes
import os
import resource
import select
from fcntl import F_GETFL, fcntl

from runrl_shim.inside.confinement.confine import libc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_LIMITS = (
    resource.RLIMIT_AS,
    resource.RLIMIT_CPU,
    resource.RLIMIT_DATA,
    resource.RLIMIT_FSIZE,
    resource.RLIMIT_NOFILE,
    resource.RLIMIT_NPROC,
    resource.RLIMIT_STACK,
)
_F_GETPIPE_SZ = 1032
_SOL_SOCKET = 1
_SO_SNDBUF, _SO_RCVTIMEO, _SO_SNDTIMEO = 7, 20, 21
_MSG_DONTWAIT, _MSG_NOSIGNAL = 0x40, 0x4000
_SHM_INFO, _SEM_INFO = 14, 19
_SEMAPHORES = 7  # place of the number of sets in what SEM_INFO fills in
_IOPRIO_GET = {"x86_64": 252, "aarch64": 31}.get(os.uname().machine)
_IOPRIO_WHO_PROCESS = 1


_getsockopt, _send, _shmctl, _semctl = libc.getsockopt, libc.send, libc.shmctl, libc.semctl


def _changed_at(path: str) -> int | None:
    try:
        return os.lstat(path).st_ctime_ns  # nobody can set it
    except OSError:
        return None


def _traffic() -> bytes:
    """What has passed through the one interface there is: a port stays taken for a minute after its connection.

    What sent nothing leaves nothing, and nothing is sent that is not counted, whatever code and family it is.
    """
    descriptor = os.open("/proc/net/dev", os.O_RDONLY | os.O_CLOEXEC)  # `open` would touch 40 pages more
    try:
        return os.read(descriptor, 4096)
    finally:
        os.close(descriptor)


class SlotState:
    """What must be as it was before a slot gets its next worker.

    Args:
        folders: the slot's writable folders, and files that were there at its start.
        sockets: the socket that every worker of the slot reads calls from, and others that they share.
        own_tmp: whether /tmp as a whole is the slot's own.
        own_network: whether its network namespace is.
    """

    def __init__(self, folders: Sequence[str], sockets: Sequence[int], *, own_tmp: bool, own_network: bool) -> None:
        self.folders = folders
        self.own_tmp = own_tmp
        self.own_network = own_network
        self.socket = sockets[0]
        self.poll = select.poll()
        for each in sockets:
            self.poll.register(each, select.POLLIN | select.POLLRDHUP)
        self._counts = (ctypes.c_int * 64)()
        self._value = ctypes.create_string_buffer(16)
        self._size = ctypes.c_uint32()
        self.at_start = self._now()

    def is_as_it_was(self) -> bool:
        """Whether a next worker finds what the first one found."""
        return self._now() == self.at_start

    def _now(self) -> list[object]:
        seen: list[object] = []
        if self.own_tmp:
            tmp = os.statvfs("/tmp")
            seen.append(tmp.f_files - tmp.f_ffree)
        # The change time of a folder moves with everything that is made, renamed or removed in it and with its mode.
        seen += [_changed_at(path) for path in self.folders]
        seen += [os.getpriority(os.PRIO_PROCESS, 0), os.sched_getscheduler(0), os.sched_getaffinity(0)]
        seen += [resource.getrlimit(kind) for kind in _LIMITS]
        if _IOPRIO_GET is not None:
            seen.append(libc.syscall(_IOPRIO_GET, _IOPRIO_WHO_PROCESS, 0))
        seen += self._system_v_objects()
        if self.own_network:
            seen.append(_traffic())
        # Who may open them by their names in /proc.
        seen += [os.fstat(each).st_mode for each in (self.socket, 1, 2)]
        # Nothing is sent. It fails where nothing can be any more, of which `poll` does not tell.
        seen.append(_send(self.socket, None, 0, _MSG_DONTWAIT | _MSG_NOSIGNAL))
        # Whom a socket signals (O_ASYNC) is not asked: it does not signal without that flag.
        seen += [fcntl(self.socket, F_GETFL), fcntl(1, F_GETFL), fcntl(2, F_GETFL)]
        seen += [fcntl(1, _F_GETPIPE_SZ), fcntl(2, _F_GETPIPE_SZ)]
        seen += [self._option(_SO_SNDBUF), self._option(_SO_RCVTIMEO), self._option(_SO_SNDTIMEO)]
        # Unread words were for the worker that is dead; the end of the file means that it shut the socket down.
        seen.append(self.poll.poll(0))
        return seen

    def _option(self, option: int) -> bytes:
        # Not with a `socket` object: the module may have set a default time-out for those.
        self._size.value = len(self._value)  # the kernel writes there how much it gave
        _getsockopt(self.socket, _SOL_SOCKET, option, self._value, ctypes.byref(self._size))
        return self._value.raw

    def _system_v_objects(self) -> tuple[int, int]:
        """How many segments and sets of semaphores there are in the slot's IPC namespace (queues cannot be made)."""
        counts = self._counts
        _shmctl(0, _SHM_INFO, counts)
        segments = counts[0]
        _semctl(0, 0, _SEM_INFO, counts)
        return segments, counts[_SEMAPHORES]
