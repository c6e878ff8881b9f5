"""Restores a worker after a call, instead of replacing it by a fork: its memory and its registers.

Nothing else can have changed. Between two restorations the worker is traced so that none of its system calls is carried
out: the init reads the calls from the socket and writes the results to it in the worker's stead. At the first other
system call, and at the first signal, the init tells the agent that the worker leaves a trace, lets it go on by itself,
and replaces it by a fork when it has ended.

What was written is known from the kernel (`tracing.Pages`), and what it was from a copy that only the init has
(`memory_copy.py`).
"""

from __future__ import annotations

import os
import time
from signal import SIGCHLD, SIGKILL, sigtimedwait
from struct import Struct

from runrl_shim.inside import tracing
from runrl_shim.inside.memory_copy import MemoryCopy, NotRestorable
from runrl_shim.inside.restorable import (
    CHANCE_AT,
    CHANCE_BYTES,
    CPU_AT,
    LET_GO,
    NOTED_WORD,
    STATE_WORD,
    STOP,
    TRACED,
    writable_ranges,
)
from runrl_shim.inside.tracing import AT_SYSTEM_CALL, DI, DX, ORIGINAL_AX, SI, Pages, Traced, descriptor_of
from runrl_shim.wire import protocol as wire
from runrl_shim.wire.frames import result_frame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from resource import struct_rusage

_READ, _WRITE = 0, 1
_MOST_FRAME = 1 << 20
_PROTECT_AFTER = 4  # times as many written pages as the first call left: then begin to count anew
_WORDS = Struct("<IIBB")  # size, call, status, flags
_MEASURED = Struct("<qQ")  # CPU time and peak memory in a result
_MEASURED_AT = wire.RESULT_FRAME.size - _MEASURED.size
_FLAGS_AT = 9
_HELD_FOR = 0.005  # seconds


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
        most: bytes of its memory.
        always: whether each call gets a restored worker, which `tell` then announces as if it were a new one. Else
            it is restored after calls that left a trace, and the agent need not know.

    Raises:
        Ended: it has.
        NotRestorable, OSError: it cannot be restored, and is still traced.
    """

    def __init__(
        self, pid: int, socket_fd: int, account: memoryview[int], tell: Callable[[], None], *, always: bool, most: int
    ) -> None:
        self.pid = pid
        self.restored = 0  # how often
        self._socket = socket_fd
        self._account = account
        self._tell = tell
        self._always = self._all = always
        self._clock = ~pid << 3 | 2  # that of its CPU time: clock_getcpuclockid(3)
        self._state = account[STATE_WORD]
        self._bytes = account.cast("B")
        self._nothing = bytes(len(self._bytes))
        self._first = 0  # bytes that the first call wrote to
        self._stopped_at = 0
        self._held = b""  # words of the call that runs
        self._traced = Traced(pid)
        try:
            self._begin(account[NOTED_WORD], most)
        except (OSError, NotRestorable):
            self._let_go(0, tells=False)
            raise

    def _begin(self, noted: int, most: int) -> None:
        self._pages = Pages(self.pid, descriptor_of(self.pid, noted))
        self._memory = os.open(f"/proc/{self.pid}/statm", os.O_RDONLY | os.O_CLOEXEC)
        self._traced.run()
        stopped_at, self._stopped_at = self._wait(), 0  # with its filters on
        if stopped_at != STOP:
            raise NotRestorable("a signal before its first call")
        self._traced.go_on()
        if self._wait() != AT_SYSTEM_CALL:
            raise NotRestorable("a signal before its first call")
        self._traced.save_registers()
        registers = self._traced.registers
        if registers[ORIGINAL_AX] != _READ or registers[DI] != self._socket:
            raise NotRestorable("it does not read calls")
        self.copy = MemoryCopy(self._traced, self._pages, writable_ranges(str(self.pid)), most)
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

    def close(self) -> None:
        """Gives back what it takes."""
        self._pages.close()
        os.close(self._memory)

    def _serve_batch(self) -> bool:
        """Serves what comes next; the worker has stopped where it reads. False: it was let go."""
        batch = self._read_batch()
        traced, registers = self._traced, self._traced.registers
        began = time.clock_gettime_ns(self._clock)
        self._account[0] = began
        if not batch:
            return self._let_go(began, tells=False)  # it reads that itself, and ends
        self._give(batch)
        _, calls = wire.BATCH_HEADER.unpack_from(batch)
        left_trace = self._all
        while True:
            stopped_at = self._wait()
            if stopped_at != AT_SYSTEM_CALL:
                return self._let_go(began, tells=calls > 0)
            traced.read_registers()
            number, is_ours = registers[ORIGINAL_AX], registers[DI] == self._socket
            if number == _READ and is_ours and not calls:
                return True
            frame = self._frame() if number == _WRITE and is_ours and calls else b""
            if not frame:
                return self._let_go(began, tells=calls > 0)
            _, _, status, flags = _WORDS.unpack_from(frame)
            if status == wire.WORKER_TRACE:
                # The agent need not hear of it: no other call will meet it. And this is what calls of the module do.
                left_trace = self._all = True
            elif status >= wire.WORKER_READY:
                self._held += frame
            else:
                calls -= 1
                now = time.clock_gettime_ns(self._clock)
                frame, began = self._measured(frame, now - began), now
                if left_trace or flags & wire.RESULT_RETIRES:
                    self._restore(frame)
                    return True
                self._send(frame)
            traced.answer(len(frame))

    def _read_batch(self) -> bytes:
        """Reads a whole batch; nothing when the agent has closed the socket."""
        batch, size = b"", wire.BATCH_HEADER.size
        while len(batch) < size:
            part = os.read(self._socket, size - len(batch))
            if not part:
                return b""
            batch += part
            if len(batch) == wire.BATCH_HEADER.size:
                size += int.from_bytes(batch[:4], "little")
        return batch

    def _give(self, batch: bytes) -> None:
        """Has the worker read all of a batch. Signals wait for it: half of one could not be read by itself."""
        registers, given, waiting = self._traced.registers, 0, []
        while True:
            part = batch[given : given + registers[DX]]
            self._traced.write(registers[SI], part)
            given += len(part)
            if given == len(batch):
                break
            self._traced.answer(len(part))
            while (stopped_at := self._wait()) != AT_SYSTEM_CALL:
                waiting.append(stopped_at)
                self._traced.go_on()
            self._traced.read_registers()
            if registers[ORIGINAL_AX] != _READ or registers[DI] != self._socket:
                raise NotRestorable("it does not read all of its calls")
        for signal in waiting:
            os.kill(self.pid, signal)
        self._traced.answer(len(part))

    def _frame(self) -> bytes:
        """What the worker is about to write, if it is one whole frame."""
        size = self._traced.registers[DX]
        if not wire.RESULT_FRAME.size <= size <= _MOST_FRAME:
            return b""
        frame = self._traced.read(self._traced.registers[SI], size)
        return frame if int.from_bytes(frame[:4], "little") == size else b""

    def _measured(self, frame: bytes, cpu_ns: int) -> bytes:
        """A result with what its call has used. Memory only grows until the worker is restored."""
        resident = int(os.pread(self._memory, 64, 0).split()[1]) * tracing.PAGE
        if self.restored and frame[_FLAGS_AT] & wire.RESULT_FRESH:
            frame = _with_flags(frame, add=wire.RESULT_RESTORED)
        return frame[:_MEASURED_AT] + _MEASURED.pack(cpu_ns, resident) + frame[wire.RESULT_FRAME.size :]

    def _send(self, frame: bytes) -> None:
        """Sends a frame, and those before it that were held back: each time that it hears something costs the agent."""
        data, self._held = self._held + frame, b""
        while data:
            data = data[os.write(self._socket, data) :]

    def _restore(self, frame: bytes) -> None:
        """Sends the result of a call that left a trace, and removes all of it."""
        try:
            pieces = self.copy.to_write(self._pages.written())
        except NotRestorable:
            self._send(_with_flags(frame, add=wire.RESULT_RETIRES))
            raise
        if not self._always:
            frame = _with_flags(frame, remove=wire.RESULT_RETIRES | wire.RESULT_WAITS)
        self._send(frame)
        self._traced.copy_many(pieces, into=True)
        self._traced.restore_registers()
        self._restore_rest()
        self._first = self._first or pieces.size
        if pieces.size > _PROTECT_AFTER * self._first:
            self._pages.protect_written()
        self.restored += 1
        if self._always:
            self._tell()

    def _restore_rest(self) -> None:
        self._bytes[:] = self._nothing
        self._account[0] = time.clock_gettime_ns(self._clock)
        self._traced.write(self._state, bytes([TRACED, self._all]).ljust(CHANCE_AT, b"\0") + os.urandom(CHANCE_BYTES))

    def _let_go(self, began: int, *, tells: bool) -> bool:
        """The worker is one like any other from now on, and told so; the agent knows before it can do anything."""
        self._send(b"")
        if tells and not self._always:
            self._send(result_frame(0, wire.WORKER_TRACE, tail={"warnings": ["asked the kernel for something"]}))
        self._traced.write(self._state, bytes([LET_GO]).ljust(CPU_AT, b"\0") + began.to_bytes(8, "little"))
        self._traced.let_go(self._stopped_at)
        return False

    def _wait(self) -> int:
        """The signal that it has stopped at."""
        options = os.WNOHANG if self._held else 0
        pid, status, used = os.wait4(self.pid, options)
        while not pid:  # what was held back must not be lost with this slot, which may be ended any time
            if sigtimedwait((SIGCHLD,), _HELD_FOR) is None:
                self._send(b"")
                options = 0
            pid, status, used = os.wait4(self.pid, options)
        if not os.WIFSTOPPED(status):
            self._send(b"")
            raise Ended(status, used)
        self._stopped_at = stopped_at = os.WSTOPSIG(status)
        return stopped_at


def _with_flags(frame: bytes, *, add: int = 0, remove: int = 0) -> bytes:
    return frame[:_FLAGS_AT] + bytes([(frame[_FLAGS_AT] | add) & ~remove]) + frame[_FLAGS_AT + 1 :]


def serve_restored(
    pid: int, socket_fd: int, account: memoryview[int], tell: Callable[[], None], *, always: bool, most: int
) -> tuple[int, Ended | None]:
    """Restores a worker that has stopped for it, as long as it can be; see `Restorer`.

    Returns:
        How often, and how it has ended if it has.
    """
    restorer = None
    try:
        restorer = Restorer(pid, socket_fd, account, tell, always=always, most=most)
        restorer.serve()
    except Ended as end:
        return restorer.restored if restorer else 0, end
    except (OSError, NotRestorable):
        return 0, None
    finally:
        if restorer is not None:
            restorer.close()
    return restorer.restored, None
