"""What every worker is, whether it serves calls (`call_worker.py`) or an episode (`episode_worker.py`).

Frames in and out are described in src/protocol/messages.ts.
"""

from __future__ import annotations

import builtins
import faulthandler
import gc
import os
import sys
from contextlib import nullcontext, suppress
from fcntl import F_DUPFD_CLOEXEC, fcntl
from functools import partial
from time import monotonic_ns, process_time_ns

from runrl_shim.inside.held.shared_memory import take_own_copies
from runrl_shim.inside.restore.restorable import Restorable
from runrl_shim.inside.results import limits
from runrl_shim.inside.reuse.traces import DESCRIPTOR_FLOOR
from runrl_shim.inside.reuse.versions import SameValues
from runrl_shim.inside.tampering import evidence, watch
from runrl_shim.inside.tampering.telling import place_of, tell
from runrl_shim.inside.workers.awaits import run_and_tell
from runrl_shim.inside.workers.capture import output_waits
from runrl_shim.inside.workers.evaluate import out_of_memory, set_aside_memory
from runrl_shim.inside.workers.generators import reseed
from runrl_shim.inside.workers.measure import Meter
from runrl_shim.wire import protocol as wire
from runrl_shim.wire.frames import result_frame
from runrl_shim.wire.signals import DUMP_SIGNAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Coroutine
    from typing import Any, NoReturn

    from runrl_shim.inside.loading.module import Module
    from runrl_shim.inside.reuse.traces import Traces
    from runrl_shim.wire.protocol import ModuleSpec

_WRITE_CHUNK = 1 << 20
# Completions that are executed like to replace builtins, and some rewards do it themselves.
_length, _read, _write = len, os.read, os.write
# A call that took longer than this asks before the next one: the agent may have given the rest to others.
_ASK_AFTER_NS = 5_000_000
# A shorter call cannot have touched enough memory to matter, nor have waited for a child.
_MEASURE_AFTER_NS = 100_000
_MOST_PATCHES = 3  # that are named
REPLACED = "the worker was replaced: what the call changed would have stayed for the calls after it"


class Worker:
    """One process that runs the user's code, on its main thread, and answers for it.

    Made by the process that forks it, wherever the module is imported there; then it enters its slot.
    """

    def __init__(self, spec: ModuleSpec, module: Module) -> None:
        self.spec = spec
        self.loaded, (self.stdout, self.stderr) = module.in_worker()
        self.fd = self.dump = -1
        self.place: object = (0, 0)  # device and inode of `fd`
        self.pid = 0
        self.fresh = True
        self.traced = False
        self.tampered = self.patched = False
        self.keeps = spec["reuse"] in ("always", "shared")
        self.lock: Any = nullcontext()
        self.current = 0
        self.loop: Any = None
        self.cpu = 0
        self.account: memoryview[int] | list[int] = [0]
        self.traces: Traces | None = None  # under `auto`
        self.watched = self.watch_thread()
        self.shared_memory = [] if self.keeps or spec["import_in_worker"] else module.shared_memory
        self.fingerprint = module.take_fingerprint()
        self.executions = 0
        self.builtins = SameValues(builtins.__dict__)
        self.left_builtins = False
        self.restorable = Restorable()
        set_aside_memory()

    # --- life --------------------------------------------------------------------------------------------

    def enter(self, socket_fd: int, account: memoryview[int] | None = None) -> None:
        """Takes the slot's descriptors, and has this process report its crashes and be watched.

        `account` is the page that the agent reads; without it, nobody does.
        """
        self.fd = socket_fd
        self.place = place_of(socket_fd)
        if account is not None:
            self.account = account
        self.dump = dump = fcntl(2, F_DUPFD_CLOEXEC, DESCRIPTOR_FLOOR)
        faulthandler.enable(file=dump, all_threads=True)
        with suppress(OSError):  # what the module has unregistered at import cannot be restored, and does no harm
            faulthandler.register(DUMP_SIGNAL, file=dump, all_threads=True, chain=False)
        gc.enable()
        watch.start(self.watched)
        self.fingerprint.accept()  # only our own modules were set here; to look would copy the pages of all it holds

    def begin(self) -> None:
        """Right after the fork: randomness, and what counts as unchanged."""
        self.pid = os.getpid()
        reseed(None)
        take_own_copies(self.shared_memory)
        self.rehearse()
        self.meter = Meter()
        self.account[0] = process_time_ns()

    def rehearse(self) -> None:
        """Does, while nobody waits, what copies the pages that every call touches."""

    def announce(self) -> None:
        """Tells the agent that the module is imported (only where each worker imports it itself)."""
        self.write(result_frame(0, wire.WORKER_READY))

    def read(self, size: int) -> bytes:
        """Reads exactly that much; ends the process when the agent has closed the socket."""
        data = _read(self.fd, size) if size else b""
        if _length(data) == size:
            return data
        parts, missing = [data], size - _length(data)
        while missing:
            data = _read(self.fd, missing)
            if not data:
                os._exit(0)  # the agent closed the socket: nobody is waiting for anything any more
            parts.append(data)
            missing -= _length(data)
        return b"".join(parts)

    def read_some(self, most: int) -> bytes:
        """Reads what is there; ends the process when the agent has closed the socket."""
        data = os.read(self.fd, most)
        if not data:
            os._exit(0)
        return data

    def write(self, frame: bytes) -> None:
        """Writes all of a frame."""
        # Without `len`, which a completion that was executed may have replaced.
        rest = frame[_write(self.fd, frame) :]
        while rest:
            rest = rest[_write(self.fd, rest[:_WRITE_CHUNK]) :]

    # --- answers -----------------------------------------------------------------------------------------

    def answer(
        self,
        call: int,
        status: int,
        flags: int,
        reward: float | None,
        tail: dict[str, Any] | None,
        started: int,
        *,
        last: bool,
    ) -> int:
        """Writes the result of what has just ended, with what it used and printed.

        Args:
            flags: those that the caller knows of; what the worker's own state says is added.
            started: nanoseconds on CLOCK_MONOTONIC.
            last: whether no further call of the batch waits.

        Returns:
            All flags of the result.
        """
        duration = monotonic_ns() - started
        traced = self.restorable.is_traced  # and so has asked the kernel for nothing, which would cost it that
        if not traced and os.getpid() != self.pid:
            os._exit(0)  # the call forked and this is the child: it must not answer for its parent
        # From the end of the call before: reading the clock twice costs more than what lies between.
        cpu, peak = 0, self.meter.resting  # of one that is traced, the init measures both
        if not traced:
            cpu_before, self.cpu = self.restorable.cpu_before() or self.cpu, process_time_ns()
            cpu = self.cpu - cpu_before
        if duration > _MEASURE_AFTER_NS and not traced:
            peak, children = self.meter.measure(duration)
            cpu += children

        watched = self.watched
        if self.keeps or watched.evidence is not None:
            self.look_for_patches(watched)
        if self.fresh:
            flags |= wire.RESULT_FRESH
            self.fresh = False
        if status == wire.STATUS_MEMORY or self._must_retire(peak):
            flags |= wire.RESULT_RETIRES
        elif not last and duration > _ASK_AFTER_NS:
            flags |= wire.RESULT_WAITS
        if not traced and output_waits():
            flags |= wire.RESULT_WAITS
        if sys.stdout is not self.stdout or sys.stderr is not self.stderr:
            sys.stdout, sys.stderr = self.stdout, self.stderr
        if (self.tampered or self.left_builtins) and self.keeps:
            tail = tail or {}
            tail["warnings"] = [*tail.get("warnings", ()), REPLACED]
        if watched.blocked is not None:
            tail = watched.blocked.added_to(tail, watched.call, ok=status == wire.STATUS_OK)
        if self.stdout.written or self.stderr.written:
            tail = tail or {}
            for name, stream in (("stdout", self.stdout), ("stderr", self.stderr)):
                if stream.written:
                    tail[name] = stream.take()
        frame = result_frame(call, status, flags, reward, started, duration, cpu, peak, tail)
        if _length(frame) > self.spec["max_result"]:
            frame = limits.fitting(frame, tail or {}, self.spec["max_result"])
        self.current = 0
        self.write(frame)
        return flags

    def answer_without_memory(self) -> None:
        """Answers the call, if there is one, for which memory ran out outside of the user's code."""
        call, self.current = self.current, 0
        if call:
            status, _, tail = out_of_memory()
            self.write(result_frame(call, status, wire.RESULT_RETIRES, None, monotonic_ns(), 0, 0, 0, tail))

    def wait_for(self, coroutine: Coroutine[Any, Any, object], seconds: float) -> object:
        """Runs a coroutine, which may take `seconds`, to its end; what it has started beside itself is cancelled."""
        import asyncio

        if self.loop is None:
            # For the worker's life: clients of the module bind themselves to it.
            traces = self.traces if self.traces is not None and self.traces.is_clean() else None
            self.loop = asyncio.new_event_loop()
            asyncio.set_event_loop(self.loop)
            if traces is not None:
                traces.accept()
        try:
            return run_and_tell(self.loop, coroutine, seconds, self.dump)
        finally:
            left = asyncio.all_tasks(self.loop)
            if left:
                for task in left:
                    task.cancel()
                self.traced = True  # something the call started would go on into the next one

    # --- traces ------------------------------------------------------------------------------------------

    def watch_thread(self) -> watch.Watched:
        """What watches the calls of one thread; only `auto` must hear of traces."""
        return watch.Watched(self._report_trace if self.spec["reuse"] == "auto" else None, partial(tell, self))

    def _report_trace(self, act: str) -> None:
        if not self.restorable.forgets_all:
            self.write(result_frame(self.current, wire.WORKER_TRACE, 0, None, 0, 0, 0, 0, {"warnings": [act]}))
        self.traced = True

    def look_for_patches(self, watched: watch.Watched) -> None:
        """After a call: whether what makes the rewards is still what was imported."""
        executions = evidence.executions[0]
        nothing_new = executions == self.executions and not (self.patched or watched.knows_code())
        if nothing_new and (not self.keeps or self.fingerprint.is_as_it_was()):
            return
        try:
            changes = self.fingerprint.changes()[:_MOST_PATCHES]
        except Exception:
            changes = [("patched", "something that is needed to look for patches was replaced", None)]
        for kind, message, value in changes:
            source = watched.evidence.source_of(value) if watched.evidence is not None else None
            tell(self, watched.call, (kind, message, None, source))
            self.patched = True  # and so is every later call that this worker has already begun
        self.executions = executions

    def _must_retire(self, peak: int) -> bool:
        mode = self.spec["reuse"]
        if mode == "never" or self.tampered:
            return True
        if peak - self.meter.at_start > self.spec["memory"] // 2:
            return True  # growth would make a later call fail for what an earlier one kept
        if self.restorable.was_let_go():
            return True
        if self.traces is not None:
            if self.traced or not (self.restorable.is_traced or self.traces.is_clean()):
                return True
            # Last: whatever way a call found to change what makes the rewards, the next call must not meet it.
            if not self.fingerprint.is_as_it_was(with_core=False):  # which `builtins` looks at
                return True
        # With `shared` other calls run now: what one of them replaces for its own time is not left behind.
        # Whether the call left other builtins than it found: nobody takes `sum` for the state of a module.
        self.left_builtins = mode != "shared" and self.builtins.changed()
        return self.left_builtins


def end_failed(worker: Worker | None, error: BaseException, what: str) -> NoReturn:
    """Ends the process after a failure outside of the user's code; `what` is a call or a step."""
    try:
        if worker is not None and isinstance(error, MemoryError):
            worker.answer_without_memory()
        os.write(2, f"runrl-sandbox: a worker failed outside of any {what}: {error!r}\n".encode())
    finally:
        os._exit(70)
