"""What sockets and pipes of other processes hold: memory that is no process's."""

from __future__ import annotations

import fcntl
import os
import socket
import struct

from runrl_shim.kernel.held import IN_FLIGHT, SharedMemory
from runrl_shim.wire.packets import receive_with_fds

_PIDFD_GETFD = 438
_F_GETPIPE_SZ = 1032
_SO_MEMINFO = 55
_ROOM = socket.CMSG_SPACE(253 * 4) + 256  # for all descriptors that one message can have, and what else may be told
_HOLDS = 4096  # bytes of what is told of a descriptor
_MEMINFO = struct.Struct("9I")  # received, limit, being sent, limit, forward, queued, options, backlog, drops


class MemoryWithBuffers(SharedMemory):
    """Asks each socket and pipe, by a descriptor of it that is borrowed for a moment."""

    def add_sent(self, folder: str, descriptor: int) -> int:
        """Looks at the descriptors of the first message: whoever keeps more is not waiting for a receiver."""
        held: list[int] = []
        try:
            with _socket_of(_borrow(int(folder.rpartition("/")[2]), descriptor)) as source:
                flags = socket.MSG_PEEK | socket.MSG_DONTWAIT | socket.MSG_CMSG_CLOEXEC
                _, held = receive_with_fds(source, 1, flags, _ROOM)
            return sum(map(self._add_own, held))
        except OSError:
            return 0
        finally:
            for each in held:
                os.close(each)

    def _add_own(self, descriptor: int) -> bool:
        """Counts what a descriptor of this process holds. False: it holds further ones."""
        with open(f"/proc/self/fdinfo/{descriptor}", "rb") as file:
            told = file.read(_HOLDS)
        if IN_FLIGHT.search(told) is not None:
            return False
        if os.readlink(f"/proc/self/fd/{descriptor}").startswith("/memfd:"):
            found = os.fstat(descriptor)
            self._note((b"/memfd:", found.st_ino), found.st_blocks * 512)
        return b"tfd:" not in told and b"lock:" not in told

    def buffer(self, folder: str, descriptor: int, *, is_pipe: bool) -> int:
        """Bytes that it holds; where it cannot be borrowed, what it may hold."""
        try:
            borrowed = _borrow(int(folder.rpartition("/")[2]), descriptor)
            try:
                return _pipe(borrowed) if is_pipe else _socket(borrowed)
            finally:
                os.close(borrowed)
        except OSError:
            return super().buffer(folder, descriptor, is_pipe=is_pipe)


def _pipe(descriptor: int) -> int:
    return fcntl.fcntl(descriptor, _F_GETPIPE_SZ)


def _socket(descriptor: int) -> int:
    with _socket_of(os.dup(descriptor)) as borrowed:
        said = borrowed.getsockopt(socket.SOL_SOCKET, _SO_MEMINFO, _MEMINFO.size)
    received, _, sent, _, forward, queued, options, backlog, _ = _MEMINFO.unpack(said)
    held: int = received + max(sent, queued) + forward + options + backlog
    return held


def _socket_of(descriptor: int) -> socket.socket:
    """Takes the descriptor. Another process may have made it something else meanwhile."""
    try:
        return socket.socket(fileno=descriptor)
    except OSError:
        os.close(descriptor)
        raise


def _borrow(pid: int, descriptor: int) -> int:
    # Loaded late: it takes a millisecond of the agent's start, and few calls have so many descriptors.
    import ctypes

    process = os.pidfd_open(pid)
    try:
        borrowed = int(ctypes.CDLL(None, use_errno=True).syscall(_PIDFD_GETFD, process, descriptor, 0))
    finally:
        os.close(process)
    if borrowed < 0:
        raise OSError(ctypes.get_errno(), "pidfd_getfd")
    return borrowed
