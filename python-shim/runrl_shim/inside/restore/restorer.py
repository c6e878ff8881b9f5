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
from signal import SIGKILL

from runrl_shim.inside.restore import tracing
from runrl_shim.inside.restore.held_worker import HeldWorker
from runrl_shim.inside.restore.memory_copy import MemoryCopy, NotRestorable
from runrl_shim.inside.restore.own_copy import OwnCopy
from runrl_shim.inside.restore.rehearsal import rehearse
from runrl_shim.inside.restore.restorable import state_of_let_go, state_of_traced
from runrl_shim.inside.restore.tracing import AT_SYSTEM_CALL, READ, WRITE
from runrl_shim.wire import protocol as wire
from runrl_shim.wire.frames import result_frame
from runrl_shim.wire.protocol import SLOT_HOLDS, SLOT_STATUS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runrl_shim.inside.restore.tracing import Asked
    from runrl_shim.inside.restore.whole_state import WholeState

REPLACED = SLOT_STATUS.pack(0, True, 0, 0)  # by a worker that has served nothing
_MOST_CPU_NS = 250_000_000  # of all calls: a limit that a call sets for itself counts what was used before


class Restorer(HeldWorker):
    """One worker that can be restored.

    Args:
        pid, socket_fd, account, proc: see `HeldWorker`.
        tell: writes on the status pipe.
        rehearsal: a call of ours (`rehearsal.py`).
        always: whether each call gets a restored worker, which `tell` then announces as if it were a new one. Else
            it is restored after calls that left a trace, and the agent need not know.
    """

    def __init__(
        self,
        pid: int,
        socket_fd: int,
        account: memoryview[int],
        tell: Callable[[bytes], None],
        rehearsal: bytes,
        *,
        always: bool,
        proc: int = -1,
    ) -> None:
        super().__init__(pid, socket_fd, account, proc)
        self.restored = 0  # how often
        self._account = account
        self._tell = tell
        self._rehearsal = rehearsal
        self._always = always
        self._bytes = account.cast("B")
        self._nothing = bytes(len(self._bytes))
        self._whole: WholeState | None = None
        self._own: OwnCopy
        self._began = 0  # CPU nanoseconds that it had used before its first call
        self._rested = 0  # the same, if it has been restored since

    def begin(self, most: int) -> None:
        """Copies its memory, of so many bytes at most, where it reads its first call. Raises what `hold` does."""
        self.copy = MemoryCopy(self._traced, self.hold(), most)
        self._restore_rest()

    def serve(self, is_ready: Callable[[], None]) -> None:
        """Serves calls until one does more than compute. Then the worker goes on by itself.

        Args:
            is_ready: called when it can be given calls.

        Raises:
            Ended: the worker ended, and has not answered its call if there was one.
        """
        try:
            goes_on = self._rehearse()
            is_ready()
            if goes_on:
                self._tell(SLOT_STATUS.pack(0, SLOT_HOLDS, 0, self.holds()))
            while goes_on:
                goes_on = self._serve_batch()
        except (OSError, NotRestorable):
            self.end()  # it may not be as it was: nothing is ever asked of it again

    def give_up(self) -> None:
        """Leaves the worker to itself before its first call, or ends it where that is refused, too."""
        try:
            self._let_go(0, tells=False)
        except OSError:
            os.kill(self.pid, SIGKILL)

    def _rehearse(self) -> bool:
        """Learns what every call writes, by one of ours. False: the worker was let go, as if it had served none."""
        traced = self._traced
        traced.write(self._state, state_of_traced(forgets_all=self._always, rehearses=True))
        rehearse(traced, self._passage, self._rehearsal, self._wait)
        assert self._pages is not None
        try:
            if self.stopped_at != AT_SYSTEM_CALL:
                raise NotRestorable("a signal in the rehearsal")
            self.copy.rest(self._pages.written())
        except NotRestorable:
            self.copy.bring_all_back(traced)
            traced.restore_registers()
            self.stopped_at = AT_SYSTEM_CALL
            return self._let_go(0, tells=False)
        if not traced.restore_registers():
            raise NotRestorable("a register that cannot be set")
        self._own = OwnCopy(traced, self._pages, self._room, self.copy.always, self._wait)
        self.copy.bring_also(self._own.outside)
        self._began = self._cpu()
        self.forget_peak()
        self._restore_rest()
        if "RUNRL_CHECK_RESTORED" in os.environ:
            from runrl_shim.inside.restore.whole_state import WholeState

            self._whole = WholeState(traced, self._pages, self._state)
        return True

    def _serve_batch(self) -> bool:
        """Serves what comes next; the worker has stopped where it reads. False: it was let go."""
        if self._alive in dict(self._something.poll()):
            while True:
                self._wait()  # it has ended, and was given nothing
        passage, traced = self._passage, self._traced
        size, calls = passage.read_batch()
        asked = self._reads if self._rested else traced.asks()
        began, self._rested = self._rested or self._cpu(), 0
        self._account[0] = began
        if not size:
            return self._let_go(began, tells=False)  # it reads that itself, and ends
        if self._give(size, began, asked):
            return False
        left_trace = self._always
        while True:
            stopped_at = self._wait()
            if stopped_at != AT_SYSTEM_CALL:
                return self._let_go(began, tells=calls > 0)
            number, descriptor, at, size = traced.asks()
            wants = number if descriptor == self._socket else -1
            if wants == READ and not calls:
                return True
            seen = passage.take(traced, at, size) if wants == WRITE and calls else None
            if seen is None:
                return self._let_go(began, tells=calls > 0)
            status, flags = seen
            if status == wire.WORKER_TRACE:
                left_trace = True  # the agent need not hear of it: no other call will meet it
            elif status >= wire.WORKER_READY:
                passage.hold(size)
            else:
                calls -= 1
                now = self._cpu()
                self._measure(now - began, flags)
                began = now
                if left_trace or flags & wire.RESULT_RETIRES:
                    self._restore(size, now)
                    return True
                passage.send(size)
            traced.answer(size)

    def _give(self, size: int, began: int, asked: Asked) -> bool:
        """Has the worker read all of a batch. Signals wait for it: half of one could not be read by itself.

        Returns:
            Whether it was let go: it had to ask the kernel for memory.
        """
        self._traced.write(self._state, state_of_traced(forgets_all=self._always))
        given, waiting, leaves = 0, [], False
        while True:
            part = min(size - given, asked[3])
            self._passage.give(self._traced, given, asked[2], part)
            given += part
            if given == size:
                break
            self._traced.answer(part)
            while True:
                while (stopped_at := self._wait()) != AT_SYSTEM_CALL:
                    waiting.append(stopped_at)
                    self._traced.go_on()
                asked = self._traced.asks()
                if asked[:2] == (READ, self._socket):
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

    def _restore(self, size: int, cpu: int) -> None:
        """Sends the result of a call, and removes all that it left. `cpu`: nanoseconds that the worker has used."""
        passage, spoilt = self._passage, self._passage.spoils
        try:
            assert self._pages is not None
            if cpu > self._began + _MOST_CPU_NS:
                raise NotRestorable("the CPU time of its calls")
            beyond = self.copy.beyond(self._pages.written())
            if not self._traced.restore_registers():
                raise NotRestorable("a register that cannot be set")
        except (OSError, NotRestorable):
            passage.flag(add=wire.RESULT_RETIRES)
            passage.send(size)
            raise
        if spoilt:
            passage.flag(add=wire.RESULT_RETIRES)  # the agent believes this worker no more: it gets another one
        elif not self._always:
            passage.flag(add=wire.RESULT_FORGETS, remove=wire.RESULT_RETIRES | wire.RESULT_WAITS)
        passage.spoils = False
        passage.send(size)
        self._traced.copy_many(beyond.pieces, into=True)
        self._own.bring_back(self._wait, beyond.made)
        if beyond.made:
            self.forget_peak()
        self._restore_rest()
        self._pages.protect(beyond.pages)
        if self._whole is not None:
            self._whole.end_if_changed()
        self.restored += 1
        if self._always or spoilt:
            self._tell(REPLACED)

    def _restore_rest(self) -> None:
        self._bytes[:] = self._nothing
        self._account[0] = self._rested = self._cpu()

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
        self._traced.write(self._state, state_of_let_go(began))


_TRACE = result_frame(0, wire.WORKER_TRACE, tail={"warnings": ["asked the kernel for something"]})
