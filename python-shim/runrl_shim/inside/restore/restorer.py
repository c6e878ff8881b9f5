"""Restores a worker after a call, instead of replacing it by a fork: its memory and its registers.

Nothing else can have changed. Between two restorations the worker is traced so that none of its system calls is carried
out: the init reads the calls from the socket and writes the results to it in the worker's stead. At the first other
system call, and at the first signal, the init tells the agent that the worker leaves a trace, lets it go on by itself,
and replaces it by a fork when it has ended.

What was written is known from the kernel (`written_pages.py`), and what it was from a copy that only the init has
(`memory_copy.py`).
"""

from __future__ import annotations

import os
import select
import time
from signal import SIGCHLD, SIGKILL, sigtimedwait

from runrl_shim.inside.restore import tracing
from runrl_shim.inside.restore.memory_copy import MemoryCopy, NotRestorable
from runrl_shim.inside.restore.passage import Passage
from runrl_shim.inside.restore.restorable import (
    CHANCE_AT,
    CHANCE_BYTES,
    CPU_AT,
    LET_GO,
    NOTED_WORD,
    STATE_WORD,
    STOP,
    TRACED,
)
from runrl_shim.inside.restore.tracing import AT_SYSTEM_CALL, DI, DX, ORIGINAL_AX, SI, Traced
from runrl_shim.inside.restore.written_pages import Pages
from runrl_shim.wire import protocol as wire
from runrl_shim.wire.frames import result_frame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from resource import struct_rusage

_READ, _WRITE = 0, 1
_HELD_FOR = 0.005  # seconds
_MOST_CPU_NS = 250_000_000  # of all calls: a limit that a call sets for itself counts what was used before


class Ended(Exception):
    """The worker has ended: `status` and `used` as `os.wait4` gives them."""

    def __init__(self, status: int, used: struct_rusage) -> None:
        super().__init__()
        self.status, self.used = status, used


class Restorer:
    """One worker that can be restored, as its init holds it; made when it has stopped for the first time.

    Args:
        pid: the worker, which has called `Restorable.offer`.
        socket_fd: where calls come from and results go to.
        account: the page that worker, init and agent share.
        tell: says on the status pipe that another worker has taken over.
        always: whether each call gets a restored worker, which `tell` then announces as if it were a new one. Else
            it is restored after calls that left a trace, and the agent need not know.
    """

    def __init__(
        self, pid: int, socket_fd: int, account: memoryview[int], tell: Callable[[], None], *, always: bool
    ) -> None:
        self.pid = pid
        self.restored = 0  # how often
        self._socket = socket_fd
        self._account = account
        self._tell = tell
        self._always = always
        self._clock = ~pid << 3 | 2  # that of its CPU time: clock_getcpuclockid(3)
        self._state = account[STATE_WORD]
        self._noted = account[NOTED_WORD]
        self._bytes = account.cast("B")
        self._nothing = bytes(len(self._bytes))
        self.stopped_at = 0
        self._traced = Traced(pid)
        self._passage = Passage(socket_fd)
        self._pages: Pages | None = None
        self._memory = self._alive = -1
        self._began = 0  # CPU nanoseconds that it had used before its first call

    def begin(self, most: int) -> None:
        """Copies its memory, of so many bytes at most, where it reads its first call.

        Raises:
            Ended: it has.
            NotRestorable, OSError: it cannot be restored.
        """
        self._traced.hold()
        self._alive = os.pidfd_open(self.pid)
        self._memory = os.open(f"/proc/{self.pid}/statm", os.O_RDONLY | os.O_CLOEXEC)
        self._pages = Pages(self.pid, self._noted)
        self._something = select.poll()
        self._something.register(self._socket, select.POLLIN)
        self._something.register(self._alive, select.POLLIN)
        self._traced.run()
        stopped_at, self.stopped_at = self._wait(), 0  # with its filters on
        if stopped_at != STOP:
            raise NotRestorable("a signal before its first call")
        self._traced.go_on()
        if self._wait() != AT_SYSTEM_CALL:
            raise NotRestorable("a signal before its first call")
        self._traced.save_registers()
        registers = self._traced.registers
        if registers[ORIGINAL_AX] != _READ or registers[DI] != self._socket:
            raise NotRestorable("it does not read calls")
        self.copy = MemoryCopy(self._traced, self._pages, most)
        self._began = time.clock_gettime_ns(self._clock)
        self._restore_rest()

    def serve(self) -> None:
        """Serves calls until one does more than compute. Then the worker goes on by itself.

        Raises:
            Ended: the worker ended, and has not answered its call if there was one.
        """
        try:
            while self._serve_batch():
                pass
        except (OSError, NotRestorable):
            os.kill(self.pid, SIGKILL)  # it may not be as it was: nothing is ever asked of it again
            while True:
                self._wait()

    def give_up(self) -> None:
        """Leaves the worker to itself before its first call, or ends it where that is refused, too."""
        try:
            self._let_go(0, tells=False)
        except OSError:
            os.kill(self.pid, SIGKILL)

    def close(self) -> None:
        """Gives back what it takes, and forgets what it has seen."""
        if self._pages is not None:
            self._pages.close()
        for descriptor in (self._memory, self._alive):
            if descriptor >= 0:
                os.close(descriptor)
        self._traced.forget()
        self._passage.close()

    def _serve_batch(self) -> bool:
        """Serves what comes next; the worker has stopped where it reads. False: it was let go."""
        if self._alive in dict(self._something.poll()):
            while True:
                self._wait()  # it has ended, and was given nothing
        passage, traced, registers = self._passage, self._traced, self._traced.registers
        size, calls = passage.read_batch()
        began = time.clock_gettime_ns(self._clock)
        self._account[0] = began
        if not size:
            return self._let_go(began, tells=False)  # it reads that itself, and ends
        if self._give(size, began):
            return False
        left_trace = self._always
        while True:
            stopped_at = self._wait()
            if stopped_at != AT_SYSTEM_CALL:
                return self._let_go(began, tells=calls > 0)
            traced.read_registers()
            number, is_ours = registers[ORIGINAL_AX], registers[DI] == self._socket
            if number == _READ and is_ours and not calls:
                return True
            size = registers[DX]
            seen = passage.take(traced, registers[SI], size) if number == _WRITE and is_ours and calls else None
            if seen is None:
                return self._let_go(began, tells=calls > 0)
            status, flags = seen
            if status == wire.WORKER_TRACE:
                left_trace = True  # the agent need not hear of it: no other call will meet it
            elif status >= wire.WORKER_READY:
                passage.hold(size)
            else:
                calls -= 1
                now = time.clock_gettime_ns(self._clock)
                self._measure(now - began, flags)
                began = now
                if left_trace or flags & wire.RESULT_RETIRES:
                    self._restore(size)
                    return True
                passage.send(size)
            traced.answer(size)

    def _give(self, size: int, began: int) -> bool:
        """Has the worker read all of a batch. Signals wait for it: half of one could not be read by itself.

        Returns:
            Whether it was let go: it had to ask the kernel for memory.
        """
        registers, given, waiting, leaves = self._traced.registers, 0, [], False
        while True:
            part = min(size - given, registers[DX])
            self._passage.give(self._traced, given, registers[SI], part)
            given += part
            if given == size:
                break
            self._traced.answer(part)
            while True:
                while (stopped_at := self._wait()) != AT_SYSTEM_CALL:
                    waiting.append(stopped_at)
                    self._traced.go_on()
                self._traced.read_registers()
                if registers[ORIGINAL_AX] == _READ and registers[DI] == self._socket:
                    break
                if not leaves:
                    self._tell_trace()
                leaves = True
                waiting += self._traced.carry_out(self._wait)
        for signal in waiting:
            os.kill(self.pid, signal)
        if leaves:
            self._free(began)
            self._traced.answer_and_let_go(part)
        else:
            self._traced.answer(part)
        return leaves

    def _measure(self, cpu_ns: int, flags: int) -> None:
        """Says in a result what its call has used. Memory only grows until the worker is restored."""
        resident = int(os.pread(self._memory, 64, 0).split()[1]) * tracing.PAGE
        if self.restored and flags & wire.RESULT_FRESH:
            self._passage.flag(add=wire.RESULT_RESTORED)
        self._passage.measure(cpu_ns, resident)

    def _restore(self, size: int) -> None:
        """Sends the result of a call that left a trace, and removes all of it."""
        passage, spoilt = self._passage, self._passage.spoils
        try:
            assert self._pages is not None
            if time.clock_gettime_ns(self._clock) > self._began + _MOST_CPU_NS:
                raise NotRestorable("the CPU time of its calls")
            pieces = self.copy.to_write(self._pages.written())
        except (OSError, NotRestorable):
            passage.flag(add=wire.RESULT_RETIRES)
            passage.send(size)
            raise
        if spoilt:
            passage.flag(add=wire.RESULT_RETIRES)  # the agent believes this worker no more: it gets another one
        elif not self._always:
            passage.flag(remove=wire.RESULT_RETIRES | wire.RESULT_WAITS)
        passage.spoils = False
        passage.send(size)
        self._traced.copy_many(pieces, into=True)
        self._traced.restore_registers()
        self._restore_rest()
        self._pages.protect_written()
        self.restored += 1
        if self._always or spoilt:
            self._tell()

    def _restore_rest(self) -> None:
        self._bytes[:] = self._nothing
        self._account[0] = time.clock_gettime_ns(self._clock)
        self._traced.write(
            self._state, bytes([TRACED, self._always]).ljust(CHANCE_AT, b"\0") + os.urandom(CHANCE_BYTES)
        )

    def _let_go(self, began: int, *, tells: bool) -> bool:
        """The worker is one like any other from now on, and told so; the agent knows before it can do anything."""
        self._passage.send(0)
        if tells:
            self._tell_trace()
        self._free(began)
        self._traced.let_go(self.stopped_at)
        return False

    def _tell_trace(self) -> None:
        if not self._always:
            os.write(self._socket, _TRACE)

    def _free(self, began: int) -> None:
        self._traced.write(self._state, bytes([LET_GO]).ljust(CPU_AT, b"\0") + began.to_bytes(8, "little"))

    def _wait(self) -> int:
        """The signal that it has stopped at."""
        options = os.WNOHANG if self._passage.held else 0
        pid, status, used = os.wait4(self.pid, options)
        while not pid:  # what was held back must not be lost with this slot, which may be ended any time
            if sigtimedwait((SIGCHLD,), _HELD_FOR) is None:
                self._passage.send(0)
                options = 0
            pid, status, used = os.wait4(self.pid, options)
        if not os.WIFSTOPPED(status):
            self._passage.send(0)
            raise Ended(status, used)
        self.stopped_at = stopped_at = os.WSTOPSIG(status)
        return stopped_at


_TRACE = result_frame(0, wire.WORKER_TRACE, tail={"warnings": ["asked the kernel for something"]})
