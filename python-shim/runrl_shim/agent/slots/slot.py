"""One slot as the agent sees it: a worker's socket, its pipes, the batch it runs, and its deadline.

Results come off the socket in the order of the calls. Nothing is believed after a word that the worker is
about to leave a trace, except the result of that call; and nothing of the next worker before the slot's init
has said, on the status pipe that only it holds, that everything of the old one is dead.
"""

from __future__ import annotations

import contextlib
import enum
import os
import signal
import socket
import weakref
from time import monotonic

from runrl_shim.agent.limits import usage
from runrl_shim.agent.limits.account import Account
from runrl_shim.agent.outcomes.evidence import Evidence
from runrl_shim.agent.outcomes.message_quota import ControlMessageQuota
from runrl_shim.agent.outcomes.raw_output import RawPipes
from runrl_shim.agent.slots.batch import Batch
from runrl_shim.wire import protocol as wire
from runrl_shim.wire.signals import ASK_SIGNAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runrl_shim.agent.limits.usage import Process
    from runrl_shim.agent.outcomes.verdicts import Verdict


class State(enum.Enum):
    STARTING = "starting"  # the zygote was asked for it
    READY = "ready"
    BUSY = "busy"
    ENDING = "ending"  # its worker retires; the init will tell
    DEAD = "dead"


class Slot(RawPipes):
    """Descriptors and bookkeeping of one slot; what happens to it is decided in `pool.py`."""

    read_bytes = 1 << 18  # at a time

    def __init__(self, number: int, output_limit: int) -> None:
        self.number = number
        self.group = number  # whose cgroup its processes are in
        self.state = State.STARTING
        self.socket, self._inside_socket = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        for end in (self.socket, self._inside_socket):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
        # It is of the host's network for ever. A worker could give it one of the names there that others wait for.
        self._inside_socket.bind("")
        self.socket.setblocking(False)
        self.status, self._inside_status = self._open_status()
        stdout, self._inside_stdout = os.pipe2(os.O_CLOEXEC)
        stderr, self._inside_stderr = os.pipe2(os.O_CLOEXEC)
        super().__init__(stdout, stderr, output_limit)
        self.account = self._open_account()
        self.pidfd: int | None = None
        self.timeout = 0.0  # seconds that the call which runs may take

        self.batch: Batch | None = None
        self.position = 0
        self.started = 0.0  # of the call that runs, on time.monotonic
        self.nearly_due = 0.0  # when `deadlines` saw that it is nearly due; of a former call, if before `started`
        self.stolen = False
        self.looks: list[float] = []  # times at which `deadlines` looks at it: the next one last
        self.here = weakref.ref(self)
        self.unsent: list[memoryview] = []
        self.exit_code: int | None = None
        self.killed = False
        self.verdict: Verdict | None = None
        self.usage_at_kill = (0, 0)
        self.onlookers: list[Callable[[str | None], None]] = []  # who waits for the stack of the running call
        self.born = False  # its init has said that it is confined
        self.holds = 0  # bytes that its worker, if it can be restored, has for itself before its first call
        self.held_since = 0  # how often its worker had been replaced when that one was made
        self._worker = 0  # its number, once it was needed
        self.restarts = -1  # workers that were in it before this one
        self.reset()

    def reset(self) -> None:
        """A new worker has taken over."""
        self.partial = bytearray()
        self.wanted = 0
        self.control_messages = ControlMessageQuota()
        self.believes = True
        self.traced_at = -1
        self.evidence: Evidence | None = None  # of the call that runs
        self.fresh = True
        self.is_counted = False  # its worker's end: see worker_counts.py
        self.cpu_ns = 0
        self.dump_asked = False
        self.own_threads = 1  # of a worker at rest
        self._worker = self.position = self.served = 0  # calls of this worker, before those of its batch
        self.since = monotonic()
        self.restarts += 1

    def _open_status(self) -> tuple[int, int]:
        status, inside = os.pipe2(os.O_CLOEXEC)
        os.set_blocking(status, False)
        return status, inside

    def _open_account(self) -> Account:
        return Account()

    # --- descriptors -------------------------------------------------------------------------------------

    @property
    def inside(self) -> list[int]:
        """The ends that go to the zygote: socket, status, stdout, stderr, account."""
        pipes = (self._inside_status, self._inside_stdout, self._inside_stderr)
        return [self._inside_socket.fileno(), *pipes, self.account.descriptor]

    @property
    def pipes(self) -> tuple[int, ...]:
        """The ends of pipes that are closed with the slot."""
        return self.status, self.stdout, self.stderr

    def close_inside(self) -> None:
        """Closes our copies of the ends that were handed over, so that an end of file can be seen."""
        self._inside_socket.close()
        for descriptor in (self._inside_status, self._inside_stdout, self._inside_stderr):
            os.close(descriptor)

    def close(self) -> None:
        """Gives every descriptor back."""
        self.state = State.DEAD
        self.socket.close()
        self.account.close()
        for descriptor in self.pipes:
            os.close(descriptor)
        if self.pidfd is not None:
            os.close(self.pidfd)
            self.pidfd = None

    def signal(self, number: int) -> None:
        """Signals the slot's init; SIGKILL ends everything in its namespace."""
        if self.pidfd is not None:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self.pidfd, number)

    def give_up(self, verdict: Verdict | None) -> None:
        """Nothing of it is believed any more, and its end is under way."""
        if self.state is State.BUSY:  # what one that rests has used is nobody's to know
            self.usage_at_kill = self.usage()
        self.killed, self.verdict = True, verdict
        self.believes, self.traced_at = False, -1

    # --- sending -----------------------------------------------------------------------------------------

    def begin(self, batch: Batch) -> None:
        """Hands a batch over. Part of it may still wait for room in the socket (`unsent`)."""
        self.take(batch)
        self.unsent.extend(memoryview(part) for part in batch.payload())
        self.flush()

    def take(self, batch: Batch) -> None:
        """The batch is that of this slot from now on."""
        self.batch = batch
        self.served += self.position
        self.position = 0
        self.cpu_ns = 0
        self.stolen = False
        self.state = State.BUSY
        self.started = monotonic()

    def answer(self, word: int) -> None:
        """Answers a worker that waits: go on, or drop the rest of the batch."""
        self.unsent.append(memoryview(wire.BATCH_HEADER.pack(0, word)))
        self.flush()

    def flush(self) -> bool:
        """Sends what waits. True when nothing is left."""
        try:
            while self.unsent:
                sent = self.socket.sendmsg(self.unsent[:64])
                while sent and self.unsent:
                    part = self.unsent[0]
                    if sent < len(part):
                        self.unsent[0] = part[sent:]
                        break
                    sent -= len(part)
                    del self.unsent[0]
        except BlockingIOError:
            return False
        except (BrokenPipeError, ConnectionResetError):
            self.unsent.clear()  # the status pipe or the zygote will say why
        return True

    # --- receiving ---------------------------------------------------------------------------------------

    def receive(self) -> bytes | None:
        """What the worker has sent, with the start of a frame that came before; None at the end of file."""
        try:
            data = self.socket.recv(self.read_bytes)
        except BlockingIOError:
            return b""
        except ConnectionResetError:
            return None
        if not data:
            return None
        return self.whole(data)

    def whole(self, data: bytes) -> bytes:
        """What was received, behind the start of a frame that came before; empty while a frame is not there whole."""
        if not self.partial:
            return data
        self.partial += data
        if len(self.partial) < self.wanted:
            return b""
        data = bytes(self.partial)
        self.partial = bytearray()
        return data

    def keep(self, rest: bytes) -> None:
        """Keeps the start of a frame until all of it is there: a long one that comes in drips costs no more."""
        self.partial = bytearray(rest)
        whole = int.from_bytes(rest[:4], "little") if len(rest) >= wire.RESULT_FRAME.size else 0
        self.wanted = max(wire.RESULT_FRAME.size, whole)

    def drain_socket(self) -> None:
        """Throws away what a worker that is dead or no longer believed has sent."""
        self.partial = bytearray()
        with contextlib.suppress(BlockingIOError, ConnectionResetError):
            while self.socket.recv(self.read_bytes):
                pass

    @property
    def is_special(self) -> bool:
        """Whether its next result needs more than to be passed on."""
        return self.stolen or not self.believes or self.evidence is not None or self.has_raw

    def ask_for_dump(self) -> None:
        """Asks the worker for its stack; it comes through the error pipe, or not at all."""
        self.dump_asked = True
        self.dumps_expected += 1
        self.signal(ASK_SIGNAL)

    # --- the call that runs ------------------------------------------------------------------------------

    @property
    def current_call(self) -> int | None:
        """The call that runs now."""
        if self.state is not State.BUSY or self.batch is None or self.position >= len(self.batch.calls):
            return None
        return self.batch.calls[self.position][0]

    def may_answer(self, call: int) -> bool:
        """Whether a result for this call is believed: in order, and none after the one that left a trace."""
        return call == self.current_call and (self.believes or self.position == self.traced_at)

    def note_evidence(self, call: int, word: bytes) -> bool:
        """Keeps evidence of the call that runs. False: the word is none, or speaks of another call."""
        if call != self.current_call or not (self.believes or self.position == self.traced_at):
            return False
        self.evidence = self.evidence or Evidence()
        if not self.evidence.add(word):
            return False
        if self.evidence.tampering is not None and self.believes:
            self.believes = False  # from the next call on
            self.traced_at = self.position
        return True

    def with_evidence(self, frame: bytes) -> bytes:
        """The result of the call that ends, with its evidence."""
        evidence, self.evidence = self.evidence, None
        return frame if evidence is None else evidence.attach(frame)

    def usage(self) -> tuple[int, int]:
        """CPU nanoseconds that the call which runs has used, and peak memory in bytes, read from outside."""
        return usage.of_all(self.processes(), max(0, self.account.cpu_ns() + self.cpu_ns))

    def has_company(self) -> bool:
        """Whether its worker has threads that it had not when it began, whatever it says of that itself."""
        return not 0 < self.threads() <= self.own_threads

    def threads(self) -> int:
        """How many threads its worker has, as the kernel counts them. 0: it cannot be told."""
        try:
            if self._worker == 0:
                self._worker = usage.children_of(usage.pid_of(self.pidfd))[0]
            # By name: a descriptor for each slot is too much where few may be open.
            return os.stat(f"/proc/{self._worker}/task").st_nlink - 2
        except (OSError, IndexError):
            return 0

    def processes(self) -> list[Process]:
        """Everything that runs in the slot, the worker first."""
        return usage.processes_below(usage.pid_of(self.pidfd))
