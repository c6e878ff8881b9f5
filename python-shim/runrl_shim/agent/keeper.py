"""Keeps the slots of one module: has them forked, watches their descriptors, and clears away the dead."""

from __future__ import annotations

import os
import signal
from functools import partial
from time import monotonic

from runrl_shim.agent import verdicts
from runrl_shim.agent.call_pool import CallPool
from runrl_shim.agent.fork_requests import ForkRequests
from runrl_shim.agent.overdue import Overdue
from runrl_shim.agent.results import largest_result
from runrl_shim.agent.slot import Slot, State
from runrl_shim.agent.usage import pid_of
from runrl_shim.agent.watch_usage import UsageWatch
from runrl_shim.agent.worker_counts import WorkerCounts
from runrl_shim.wire import protocol as wire
from runrl_shim.wire.signals import END_SIGNAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from runrl_shim.agent.loop import Loop
    from runrl_shim.agent.process import SandboxProcess
    from runrl_shim.wire.protocol import AgentSpec

_FAILED_STARTS = 3
_START_WITHIN = 10.0  # seconds for everything but the import
_IDLE_DEATHS = 20
_WORD_WITHIN = 0.25  # seconds in which the zygote tells of an init that has ended, or ends itself
_ENDS_WITHIN = 0.5  # seconds that an init has to end its slot


class SlotKeeper(CallPool):
    """What every pool does with slots; what a worker's words mean is for the pools to say.

    Args:
        emit: takes result frames.
        give_up: called when no slot can be made.
    """

    def __init__(
        self,
        loop: Loop,
        spec: AgentSpec,
        process: SandboxProcess,
        emit: Callable[[bytes], None],
        give_up: Callable[[str], None],
    ) -> None:
        self.loop = loop
        self.process = process
        self.emit = emit
        self.give_up = give_up
        self.timeout = spec["timeout_ms"] / 1e3
        self.concurrency = spec["concurrency"]
        self.import_in_worker = spec["module"]["import_in_worker"]
        self.load_timeout = spec["load_timeout_ms"] / 1e3
        self.output_limit = spec["module"]["output_limit"]
        self.memory = spec["module"]["memory"]
        self.processes = spec["module"]["processes"]
        # Without namespaces, the death of an init is not that of its slot: it ends everything itself.
        self.inits_end = spec["module"]["landlock"] is not None
        self.max_result = largest_result(spec["module"])
        self.slots: dict[int, Slot] = {}
        self.next_slot = self.failed_starts = self.idle_deaths = 0  # deaths in a row, of workers that had no call
        self.watch = UsageWatch(self, spec)
        self.hand_over: Callable[[Sequence[tuple[int, int, int]]], None] = lambda calls: None  # see ledger.py
        self.draining = ""  # why no further call is begun: the sandbox is given up when those that run are done
        self._gave_up = False
        self._starting = Overdue(loop, self.load_timeout + _START_WITHIN, lambda slot: self.kill(slot, None))
        self.requests = ForkRequests(loop, process, self._give_way)
        self.counts = WorkerCounts()

    # --- life of a slot ----------------------------------------------------------------------------------

    def add_slots(self, wanted: int) -> None:
        """Has the zygote fork slots until there are so many, a few at a time."""
        while len(self.slots) < wanted and self.requests.may_begin(len(self.slots)):
            slot = self.new_slot(self.next_slot)
            self.next_slot += 1
            self._starting.begin(slot)
            self.requests.begin(slot.number, slot.inside)
            slot.close_inside()
            self.listen_to(slot)
            self.loop.on_readable(slot.status, partial(self._on_status, slot))

    def new_slot(self, number: int) -> Slot:
        """What stands for a slot of this pool."""
        return Slot(number, self.output_limit)

    def listen_to(self, slot: Slot) -> None:
        """The slot is one of the pool from now on."""
        self.slots[slot.number] = slot
        self.loop.on_readable(slot.socket.fileno(), lambda: self.on_results(slot))
        self.loop.on_readable(slot.stdout, lambda: self._on_raw(slot, "stdout"))
        self.loop.on_readable(slot.stderr, lambda: self._on_raw(slot, "stderr"))

    def on_forked(self, number: int, pidfd: int) -> None:
        """The zygote has forked a slot."""
        slot = self.slots[number]
        slot.pidfd = pidfd
        self.loop.on_readable(pidfd, lambda: self.on_init_ended(slot))
        cgroup = self.process.cgroup
        if cgroup is not None:
            try:
                cgroup.add_slot(number, self.memory, self.processes)
                cgroup.move(number, pid_of(pidfd))
                slot.socket.send(b"\n")  # its init waits for it
            except OSError:
                self.kill(slot, None)  # never without its limits
        if slot.killed:
            slot.signal(signal.SIGKILL)  # it was given up before it could be signalled
        self._answered(number)

    def on_fork_failed(self, number: int, message: str) -> None:
        """The zygote could not fork."""
        self._answered(number)
        self.remove(self.slots[number])
        self._count_failure(message)

    def on_slot_ended(self, number: int, code: int) -> None:
        """The zygote has reaped a slot's init; the pidfd tells the same, this adds the exit code."""
        slot = self.slots.get(number)
        if slot is not None:
            slot.exit_code = code
            self.on_dead(slot)

    def flush(self, slot: Slot) -> None:
        """Sends what waits for room in the slot's socket, now and whenever there is some."""
        again = None if slot.flush() else lambda: self.flush(slot)
        self.loop.on_writable(slot.socket.fileno(), again)

    def kill(self, slot: Slot, verdict: verdicts.Verdict | None) -> None:
        """Kills everything in the slot; the outcome is made when the kernel says that it is gone."""
        if not slot.killed:
            slot.give_up(verdict)
            self.signal_end(slot)

    def signal_end(self, slot: Slot) -> None:
        """Has everything in the slot ended."""
        if self.inits_end:
            slot.signal(END_SIGNAL)
            self.loop.at(monotonic() + _ENDS_WITHIN, lambda: slot.signal(signal.SIGKILL))
        else:
            slot.signal(signal.SIGKILL)

    def kill_unfinished(self, slot: Slot, verdict: verdicts.Verdict) -> None:
        """Kills the slot for what its call uses, unless that has finished meanwhile."""
        started = slot.started
        self.on_results(slot)
        if slot.state is not State.DEAD and slot.started == started:
            self.kill(slot, verdict)

    def close(self) -> None:
        """Kills every slot and gives the descriptors back."""
        self.watch.close()
        for slot in [*self.slots.values()]:
            slot.signal(signal.SIGKILL)
            self.remove(slot)

    def _count_failure(self, message: str) -> None:
        self.failed_starts += 1
        if self.failed_starts >= _FAILED_STARTS:
            self.give_up(message)
        else:
            self.dispatch()

    def _answered(self, number: int) -> None:
        if self.requests.done(number):
            self.dispatch()

    def _give_way(self, reason: str) -> None:
        """Calls that run need no zygote and go on; those that wait go to the next sandbox."""
        self.draining = self.draining or reason
        self.dispatch()

    def drain(self, busy: int) -> None:
        """Gives the sandbox up, as `draining` says, as soon as no call runs."""
        if not busy and not self._gave_up:
            self._gave_up = True
            self.loop.at(monotonic(), lambda: self.give_up(self.draining))

    def count_idle_death(self, slot: Slot, code: int) -> None:
        """A worker ended while it had nothing to do. When each of them does, nothing can be served."""
        self.idle_deaths += 1
        if self.idle_deaths > _IDLE_DEATHS:
            how = verdicts.ended(code).message.replace("the call", "a worker that had no call yet")
            slot.read_raw("stderr")
            said = slot.take_raw(with_dump=False)[1].strip()[-500:]
            self.draining = f"{self.idle_deaths} workers in a row died without a call: {how}" + (said and f": {said}")
            self.dispatch()

    def remove(self, slot: Slot) -> None:
        """Forgets the slot and gives its descriptors back."""
        self._starting.done(slot)
        self.slots.pop(slot.number, None)
        for descriptor in (slot.socket.fileno(), *slot.pipes, slot.pidfd):
            if descriptor is not None:
                self.loop.forget(descriptor)
        slot.close()
        if self.process.cgroup is not None:
            self.process.cgroup.remove_slot(slot.number)

    def end_of(self, slot: Slot) -> tuple[verdicts.Verdict | None, int, int]:
        """Why the slot is gone, and CPU nanoseconds and peak bytes of the call that it ran, as far as known."""
        if slot.killed:
            return (slot.verdict, *slot.usage_at_kill)
        cgroup = self.process.cgroup
        whose = None if cgroup is None else cgroup.ran_out_of_memory(slot.group)
        cpu_ns = self.watch.last_cpu(slot)
        if cgroup is None or whose is None:
            return verdicts.SLOT_DIED, cpu_ns, 0
        return verdicts.out_of_memory(whose, self.memory), cpu_ns, cgroup.peak_memory(slot.group)

    def _on_status(self, slot: Slot) -> None:
        self.on_results(slot)  # what the worker finished before it ended
        if slot.state is State.DEAD:
            return
        try:
            data = os.read(slot.status, wire.SLOT_STATUS.size)
        except BlockingIOError:
            return
        if len(data) < wire.SLOT_STATUS.size:
            self.loop.forget(slot.status)
            return
        if not slot.born:
            slot.born = True
            if not self.import_in_worker:
                self.on_serving(slot)
        elif slot.state is State.STARTING:
            slot.exit_code = wire.SLOT_STATUS.unpack(data)[0]
            self.kill(slot, None)  # its worker died while it imported the module
        else:
            self.counts.worker_ended(slot, busy=self.is_busy(slot))
            self.on_worker_ended(slot, *wire.SLOT_STATUS.unpack(data))

    def on_serving(self, slot: Slot) -> None:
        """The slot's worker can serve."""
        self.failed_starts = 0
        self._starting.done(slot)
        self.on_ready(slot)

    def on_next_worker(self, slot: Slot) -> None:
        """The slot's init has forked its next worker."""
        if not self.import_in_worker:
            return self.on_ready(slot)
        slot.state = State.STARTING
        return self._starting.begin(slot)

    def on_imported(self, slot: Slot) -> None:
        """A worker that imports the module itself says that it has."""
        if slot.state is State.STARTING:
            slot.own_threads = slot.threads()
            self.on_serving(slot)

    def on_init_ended(self, slot: Slot) -> None:
        """A death that nobody here has caused is the call's own, if the zygote is alive to tell of it."""
        if slot.killed:
            self.on_dead(slot)
        elif slot.pidfd is not None:
            self.loop.forget(slot.pidfd)
            self.withdraw(slot)
            self.loop.at(monotonic() + _WORD_WITHIN, lambda: self.on_dead(slot))

    def withdraw(self, slot: Slot) -> None:
        """Its init has ended: no call may begin in it, though it is not known yet how."""

    def on_dead(self, slot: Slot) -> None:
        """Everything in the slot is dead: tells what became of its call, and clears it away."""
        if slot.state is State.DEAD:
            return
        if not slot.killed:
            self._on_status(slot)
        self.counts.slot_gone(slot, busy=self.is_busy(slot))
        self.on_slot_gone(slot)
        failed_to_start = slot.state is State.STARTING
        slot.read_raw("stderr")
        message = slot.take_raw(with_dump=False)[1].strip() or "a worker did not start: no word from it"
        self.remove(slot)
        if failed_to_start:
            self._count_failure(message)
        else:
            self.dispatch()

    def _on_raw(self, slot: Slot, name: str) -> None:
        # A call that ends with output unread waits until it was read. So what is there before the results are taken
        # is of the call that runs after them, or was taken with its result; what comes meanwhile may be of the next.
        size, reads = slot.raw_size(name), slot.raw_reads
        if not slot.killed:
            self.on_results(slot)
        if slot.state is State.DEAD:
            return
        if size and slot.raw_reads == reads:
            slot.read_raw(name, size)
        elif slot.raw_hung_up(name):
            self.loop.forget(slot.stdout if name == "stdout" else slot.stderr)
        self.on_raw_output(slot)
