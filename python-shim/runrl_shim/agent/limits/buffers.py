"""What sockets and pipes of other processes hold: memory that is no process's."""

from __future__ import annotations

import fcntl
import os
import socket
import struct

from runrl_shim.kernel.held import SharedMemory

_PIDFD_GETFD = 438
_F_GETPIPE_SZ = 1032
_SO_MEMINFO = 55
_MOST_SENT = 253  # descriptors of one message
_HOLDS = 4096  # bytes of what is told of a descriptor
_MEMINFO = struct.Struct("9I")  # received, limit, being sent, limit, forward, queued, options, backlog, drops


class MemoryWithBuffers(SharedMemory):
    """Asks each socket and pipe, by a descriptor of it that is borrowed for a moment."""

    def add_sent(self, folder: str, descriptor: int) -> int:
        """Looks at the descriptors of the first message: whoever keeps more is not waiting for a receiver."""
        try:
            borrowed = _borrow(int(folder.rpartition("/")[2]), descriptor)
        except OSError:
            return 0
        with socket.socket(fileno=borrowed) as source:
            try:
                _, sent, _, _ = socket.recv_fds(source, 1, _MOST_SENT, socket.MSG_PEEK | socket.MSG_DONTWAIT)
            except OSError:
                return 0
        seen = 0
        for each in sent:
            seen += self._add_own(each)
            os.close(each)
        return seen

    def _add_own(self, descriptor: int) -> bool:
        """Counts what a descriptor of this process holds. False: it holds further ones."""
        with open(f"/proc/self/fdinfo/{descriptor}", "rb") as file:
            told = file.read(_HOLDS)
        if b"scm_fds:\t0" not in told and b"scm_fds:" in told:
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
    with socket.socket(fileno=os.dup(descriptor)) as borrowed:
        said = borrowed.getsockopt(socket.SOL_SOCKET, _SO_MEMINFO, _MEMINFO.size)
    received, _, sent, _, forward, queued, options, backlog, _ = _MEMINFO.unpack(said)
    held: int = received + max(sent, queued) + forward + options + backlog
    return held


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
