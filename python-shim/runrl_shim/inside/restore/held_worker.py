"""A worker that its slot's init traces: what is needed of it, from its first stop until it is let go or has ended."""

from __future__ import annotations

import os
import select
import time
from contextlib import suppress
from signal import SIGCHLD, SIGKILL, sigtimedwait

from runrl_shim.inside.restore import tracing
from runrl_shim.inside.restore.memory_copy import NotRestorable
from runrl_shim.inside.restore.passage import Passage
from runrl_shim.inside.restore.restorable import NOTED_WORD, ROOM_WORD, STATE_WORD, STOP
from runrl_shim.inside.restore.tracing import AT_SYSTEM_CALL, READ, Ended, Traced
from runrl_shim.inside.restore.written_pages import Pages

_HELD_FOR = 0.005  # seconds


class HeldWorker:
    """Made when the worker has stopped for the first time.

    Args:
        pid: the worker, which has called `Restorable.offer`.
        socket_fd: where calls come from and results go to.
        account: the page that worker, init and agent share.
        proc: a descriptor of a /proc that can be written; -1: the one that is shown.
    """

    def __init__(self, pid: int, socket_fd: int, account: memoryview[int], proc: int) -> None:
        self.pid = pid
        self._proc = proc
        self.stopped_at = 0
        self._socket = socket_fd
        self._clock = ~pid << 3 | 2  # that of its CPU time: clock_getcpuclockid(3)
        self._state = account[STATE_WORD]
        self._noted = account[NOTED_WORD]
        self._room = account[ROOM_WORD]
        self._traced = Traced(pid)
        self._passage = Passage(socket_fd)
        self._pages: Pages | None = None
        self._reads = -1, 0, 0, 0  # see `Traced.asks`
        self._memory = self._alive = self._peak = -1

    def hold(self) -> Pages:
        """Has it go on to where it reads its first call, with its filters on.

        Raises:
            Ended: it has.
            NotRestorable, OSError: it cannot be restored.
        """
        self._traced.hold()
        self._alive = os.pidfd_open(self.pid)
        self._memory = os.open(f"/proc/{self.pid}/statm", os.O_RDONLY | os.O_CLOEXEC)
        shown = {"dir_fd": self._proc} if self._proc >= 0 else {}
        self._peak = os.open(f"{'' if shown else '/proc/'}{self.pid}/clear_refs", os.O_WRONLY | os.O_CLOEXEC, **shown)
        self._pages = pages = Pages(self.pid, self._noted)
        self._something = select.poll()
        self._something.register(self._socket, select.POLLIN)
        self._something.register(self._alive, select.POLLIN)
        self._traced.run()
        stopped_at, self.stopped_at = self._wait(), 0
        if stopped_at != STOP:
            raise NotRestorable("a signal before its first call")
        self._traced.go_on()
        if self._wait() != AT_SYSTEM_CALL:
            raise NotRestorable("a signal before its first call")
        self._traced.save_registers()
        self._reads = self._traced.asks()
        if self._reads[:2] != (READ, self._socket):
            raise NotRestorable("it does not read calls")
        return pages

    def forget_peak(self) -> None:
        """Has the kernel forget the most memory that it has had: the next call would be told, or measured, by it."""
        with suppress(OSError):  # it has ended; whoever waits for it is told
            os.write(self._peak, b"5")

    def holds(self) -> int:
        """Bytes that it has for itself."""
        _, resident, shared, *_ = os.pread(self._memory, 64, 0).split()
        return (int(resident) - int(shared)) * tracing.PAGE

    def end(self) -> None:
        """Ends it. Raises Ended."""
        os.kill(self.pid, SIGKILL)
        while True:
            self._wait()

    def close(self) -> None:
        """Gives back what it takes, and forgets what it has seen."""
        if self._pages is not None:
            self._pages.close()
        for descriptor in (self._memory, self._alive, self._peak):
            if descriptor >= 0:
                os.close(descriptor)
        self._traced.forget()
        self._passage.close()

    def _cpu(self) -> int:
        """CPU nanoseconds that it has used."""
        return time.clock_gettime_ns(self._clock)

    def _wait(self) -> int:
        """The signal that it has stopped at."""
        pid = options = 0
        while not pid:
            if self._passage.held:  # it must not be lost with this slot, which may be ended any time
                options = os.WNOHANG
                if sigtimedwait((SIGCHLD,), _HELD_FOR) is None:
                    self._passage.send(0)
                    options = 0
            pid, status, used = os.wait4(self.pid, options)
        if not os.WIFSTOPPED(status):
            self._passage.send(0)
            raise Ended(status, used)
        self.stopped_at = stopped_at = os.WSTOPSIG(status)
        return stopped_at
