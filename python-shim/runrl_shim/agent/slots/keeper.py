"""Keeps the slots of one module: has them forked, watches their descriptors, and clears away the dead."""

from __future__ import annotations

import signal
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Generic, TypeVar

from runrl_shim.agent.limits.usage import pid_of
from runrl_shim.agent.limits.watch_usage import UsageWatch
from runrl_shim.agent.outcomes import verdicts
from runrl_shim.agent.overdue import Overdue
from runrl_shim.agent.slots.fork_requests import ForkRequests
from runrl_shim.agent.slots.slot import Slot, State
from runrl_shim.agent.slots.worker_counts import WorkerCounts

if TYPE_CHECKING:
    from collections.abc import Callable

    from runrl_shim.agent.loop import Loop
    from runrl_shim.agent.sandbox.process import SandboxProcess
    from runrl_shim.agent.slots.pools import Life, SlotOwner
    from runrl_shim.wire.protocol import AgentSpec

S = TypeVar("S", bound=Slot)

_FAILED_STARTS = 3
_START_WITHIN = 10.0  # seconds for everything but the import
_IDLE_DEATHS = 20


class SlotKeeper(Generic[S]):
    """What every pool does with slots; what a worker's words mean is for the pools to say.

    Args:
        owner: the pool.
        give_up: called when no slot can be made.

    Attributes:
        life: knows how processes of these slots begin and end; whoever makes a keeper sets it.
    """

    life: Life[S]

    def __init__(
        self,
        loop: Loop,
        spec: AgentSpec,
        process: SandboxProcess,
        owner: SlotOwner[S],
        give_up: Callable[[str], None],
    ) -> None:
        self.loop = loop
        self.process = process
        self.owner = owner
        self.give_up = give_up
        self.import_in_worker = spec["module"]["import_in_worker"]
        self.output_limit = spec["module"]["output_limit"]
        self.memory = spec["module"]["memory"]
        self.processes = spec["module"]["processes"]
        # Without namespaces, the death of an init is not that of its slot: it ends everything itself.
        self.inits_end = spec["module"]["landlock"] is not None
        self.slots: dict[int, S] = {}
        self.next_slot = self.failed_starts = self.idle_deaths = 0  # deaths in a row, of workers that had no call
        self.draining = ""  # why no further call is begun: the sandbox is given up when those that run are done
        self.has_given_up = False
        load_timeout = spec["load_timeout_ms"] / 1e3
        self._starting = Overdue(loop, load_timeout + _START_WITHIN, lambda slot: self.kill(slot, None))
        self.requests = ForkRequests(loop, process, self.give_way)
        self.counts = WorkerCounts()
        self.watch = UsageWatch(self, spec)

    # --- beginnings --------------------------------------------------------------------------------------

    def add_slots(self, wanted: int) -> None:
        """Has the zygote fork slots until there are so many, a few at a time."""
        while len(self.slots) < wanted and self.requests.may_begin(len(self.slots)):
            slot = self.life.new_slot(self.next_number())
            self._starting.begin(slot)
            self.requests.begin(slot.number, slot.inside)
            slot.close_inside()
            self.listen_to(slot)
            self.loop.on_readable(slot.status, partial(self.life.on_status, slot))

    def next_number(self) -> int:
        """The number of a slot that is made now."""
        self.next_slot += 1
        return self.next_slot - 1

    def listen_to(self, slot: S) -> None:
        """The slot is one of the pool from now on."""
        self.slots[slot.number] = slot
        self.loop.on_readable(slot.socket.fileno(), partial(self.owner.on_results, slot))
        self.loop.on_readable(slot.stdout, partial(self._on_raw, slot, "stdout"))
        self.loop.on_readable(slot.stderr, partial(self._on_raw, slot, "stderr"))

    def on_forked(self, number: int, pidfd: int) -> None:
        """The zygote has forked a slot."""
        slot = self.slots[number]
        slot.pidfd = pidfd
        self.loop.on_readable(pidfd, partial(self.life.on_init_ended, slot))
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
        if number in self.slots:
            self.life.on_forked(slot)

    def on_fork_failed(self, number: int, message: str) -> None:
        """The zygote could not fork."""
        self.life.on_fork_failed(number)
        self._answered(number)
        self.remove(self.slots[number])
        self._count_failure(message)

    def on_serving(self, slot: S) -> None:
        """The slot's worker can serve."""
        self.failed_starts = 0
        self._starting.done(slot)
        self.owner.on_ready(slot)

    def on_next_worker(self, slot: S) -> None:
        """The slot's init has forked its next worker."""
        if not self.import_in_worker:
            return self.owner.on_ready(slot)
        slot.state = State.STARTING
        return self._starting.begin(slot)

    def on_imported(self, slot: S) -> None:
        """A worker that imports the module itself says that it has."""
        if slot.state is State.STARTING:
            slot.own_threads = slot.threads()
            self.on_serving(slot)

    def flush(self, slot: S) -> None:
        """Sends what waits for room in the slot's socket, now and whenever there is some."""
        again = None if slot.flush() else lambda: self.flush(slot)
        self.loop.on_writable(slot.socket.fileno(), again)

    def _answered(self, number: int) -> None:
        if self.requests.done(number):
            self.owner.dispatch()

    # --- ends --------------------------------------------------------------------------------------------

    def kill(self, slot: S, verdict: verdicts.Verdict | None) -> None:
        """Kills everything in the slot; the outcome is made when the kernel says that it is gone."""
        if not slot.killed:
            slot.give_up(verdict)
            self.life.begin_end(slot)

    def kill_unfinished(self, slot: S, verdict: verdicts.Verdict) -> None:
        """Kills the slot for what its call uses, unless that has finished meanwhile."""
        started = slot.started
        self.owner.on_results(slot)
        if slot.state is not State.DEAD and slot.started == started:
            self.kill(slot, verdict)

    def on_dead(self, slot: S) -> None:
        """Everything in the slot is dead: tells what became of its call, and clears it away."""
        if slot.state is State.DEAD:
            return
        self.life.hear_out(slot)
        self.counts.slot_gone(slot, busy=self.owner.is_busy(slot))
        self.owner.on_slot_gone(slot)
        failed_to_start = slot.state is State.STARTING
        slot.read_raw("stderr")
        message = slot.take_raw(with_dump=False)[1].strip() or "a worker did not start: no word from it"
        self.remove(slot)
        if failed_to_start:
            self._count_failure(message)
        else:
            self.owner.dispatch()

    def end_of(self, slot: S) -> tuple[verdicts.Verdict | None, int, int]:
        """Why the slot is gone, and CPU nanoseconds and peak bytes of the call that it ran, as far as known."""
        if slot.killed:
            return (slot.verdict, *slot.usage_at_kill)
        cgroup = self.process.cgroup
        whose = None if cgroup is None else cgroup.ran_out_of_memory(slot.group)
        cpu_ns = self.watch.last_cpu(slot)
        if cgroup is not None and whose is not None:
            return verdicts.out_of_memory(whose, self.memory), cpu_ns, cgroup.peak_memory(slot.group)
        code, used_ns, peak = self.life.used(slot)
        return verdicts.SLOT_DIED if code is None else verdicts.ended(code), max(cpu_ns, used_ns), peak

    def remove(self, slot: S) -> None:
        """Forgets the slot and gives its descriptors back."""
        self._starting.done(slot)
        self.slots.pop(slot.number, None)
        for descriptor in (slot.socket.fileno(), *slot.pipes, slot.pidfd):
            if descriptor is not None:
                self.loop.forget(descriptor)
        slot.close()
        self.life.forget(slot)

    def close(self) -> None:
        """Kills every slot and gives the descriptors back."""
        self.watch.close()
        self.life.close()

    # --- when it cannot go on ----------------------------------------------------------------------------

    def _count_failure(self, message: str) -> None:
        self.failed_starts += 1
        if self.failed_starts >= _FAILED_STARTS:
            self.give_up(message)
        else:
            self.owner.dispatch()

    def count_idle_death(self, slot: S, code: int) -> None:
        """A worker ended while it had nothing to do. When each of them does, nothing can be served."""
        self.idle_deaths += 1
        if self.idle_deaths > _IDLE_DEATHS:
            how = verdicts.ended(code).message("a worker that had no call yet")
            slot.read_raw("stderr")
            said = slot.take_raw(with_dump=False)[1].strip()[-500:]
            self.draining = f"{self.idle_deaths} workers in a row died without a call: {how}" + (said and f": {said}")
            self.owner.dispatch()

    def give_way(self, reason: str) -> None:
        """Calls that run need no zygote and go on; those that wait go to the next sandbox."""
        self.draining = self.draining or reason
        self.owner.dispatch()

    def drain(self, busy: int) -> None:
        """Gives the sandbox up, as `draining` says, as soon as no call runs."""
        if not busy and not self.has_given_up:
            self.has_given_up = True
            self.loop.at(monotonic(), lambda: self.give_up(self.draining))

    def _on_raw(self, slot: S, name: str) -> None:
        # A call that ends with output unread waits until it was read. So what is there before the results are taken
        # is of the call that runs after them, or was taken with its result; what comes meanwhile may be of the next.
        size, reads = slot.raw_size(name), slot.raw_reads
        if not slot.killed:
            self.owner.on_results(slot)
        if slot.state is State.DEAD:
            return
        if size and slot.raw_reads == reads:
            slot.read_raw(name, size)
        elif slot.raw_hung_up(name):
            self.loop.forget(slot.stdout if name == "stdout" else slot.stderr)
        self.owner.on_raw_output(slot)
