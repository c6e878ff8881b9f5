"""Watches what slow calls use: memory of all their processes together, and CPU time.

Only slots whose call has been running for a while are looked at, all in one round every 50 ms: a fast call costs
nothing. A round that took long is followed by a longer rest, so that many slow calls, or one with many processes,
cannot keep the agent from its deadlines. So this is soft: whoever allocates faster than it looks is stopped by
RLIMIT_DATA, for each process, or by a cgroup, where there is one.
"""

from __future__ import annotations

import os
from time import monotonic

from runrl_shim.agent import usage, verdicts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runrl_shim.agent.keeper import SlotKeeper
    from runrl_shim.agent.slot import Slot
    from runrl_shim.wire.protocol import AgentSpec

_EVERY = 0.050  # seconds
_REST = 20  # times as long as the round took, at least
_LONGEST_REST = 1.0
_THOROUGH = 5  # each so many looks at a slot, descriptors are looked at too
_STACK_WITHIN = 0.050
_CPUS = sorted(os.sched_getaffinity(0))
_CROWD = 8 * len(_CPUS)  # processes and threads


class _Sighting:
    """What is known of the call that a slot runs."""

    __slots__ = ("cpu", "cpu_at_start", "looks", "over", "started")

    def __init__(self, started: float, cpu_at_start: int) -> None:
        self.started = started
        self.cpu = 0
        self.cpu_at_start = cpu_at_start
        self.looks = 0
        self.over = False


class UsageWatch:
    """One timer for all slots of a module, which runs only while a call does that is worth it."""

    def __init__(self, keeper: SlotKeeper, spec: AgentSpec) -> None:
        self.keeper = keeper
        self.memory = spec["module"]["memory"]
        self.module_memory = spec["module_memory"]
        module = spec["module"]
        # Where slots have no namespaces, no limit of the kernel counts the processes of one. The init is not counted.
        self.processes = None if module["landlock"] is None else module["processes"] + module["threads"]
        cpu_time = spec["cpu_time_ms"]
        self.cpu_time_ns = None if cpu_time is None else int(cpu_time * 1e6)
        self.seen: dict[Slot, _Sighting | None] = {}
        self.ticking = False
        self.shared: int | None = None

    def add(self, slot: Slot) -> None:
        """The slot's call turns out to be slow."""
        if slot not in self.seen:
            self.seen[slot] = None
        if not self.ticking:
            self.ticking = True
            self.keeper.loop.at(monotonic() + _EVERY, self._round)

    def last_cpu(self, slot: Slot) -> int:
        """CPU nanoseconds of the slot's call when it was last looked at; 0 when it never was."""
        sighting = self.seen.get(slot)
        return sighting.cpu if sighting is not None and sighting.started == slot.started else 0

    def _round(self) -> None:
        began = monotonic()
        if self.shared is None:
            self.shared = usage.resident_memory(usage.pid_of(self.keeper.process.zygote))
        for slot in [slot for slot in self.seen if slot.killed or not self.keeper.is_busy(slot)]:
            del self.seen[slot]
        for slot in list(self.seen):
            self._look(slot, began)
        if self.module_memory is not None and self.seen:
            self._look_at_all(self.module_memory)
        self.ticking = bool(self.seen)
        if self.ticking:
            now = monotonic()
            self.keeper.loop.at(now + min(max(_EVERY, _REST * (now - began)), _LONGEST_REST), self._round)

    def _look(self, slot: Slot, now: float) -> None:
        processes = slot.processes()
        if not processes:
            return
        if self.processes is not None and sum(process.threads for process in processes) > self.processes:
            self.keeper.kill_unfinished(slot, verdicts.processes(self.processes))
            return
        sighting = self.seen[slot]
        cpu = usage.cpu_ns(processes)
        if sighting is None or sighting.started != slot.started:
            # The account is the worker's word: no more is believed than can be.
            least = cpu - int((now - slot.started + _EVERY) * 1e9) * len(_CPUS)
            cpu_at_start = min(cpu, max(least, slot.account.cpu_ns() + slot.cpu_ns))
            sighting = self.seen[slot] = _Sighting(slot.started, cpu_at_start)
        sighting.looks += 1
        self._keep_to_one_cpu(slot, processes, cpu - sighting.cpu_at_start - sighting.cpu)
        sighting.cpu = max(0, cpu - sighting.cpu_at_start)
        if self.cpu_time_ns is not None and sighting.cpu > self.cpu_time_ns:
            self._over_cpu(slot, sighting, sighting.cpu)
            return
        shared = self.shared or 0
        in_files = usage.folder_memory(usage.pid_of(slot.pidfd))
        if sighting.looks % _THOROUGH == 0:
            in_files += usage.nameless_memory(processes)
        if usage.most_memory(processes, shared) + in_files <= self.memory:
            return
        used = usage.memory(processes, shared, in_files)
        if used > self.memory:
            self.keeper.kill_unfinished(slot, verdicts.memory(used, self.memory, len(processes)))

    def _keep_to_one_cpu(self, slot: Slot, processes: list[usage.Process], cpu_ns: int) -> None:
        """A crowd that takes all CPUs gets one: fairness between sessions ends where each of a crowd has its own."""
        crowd = sum(process.threads for process in processes)
        if crowd > _CROWD and len(_CPUS) > 1 and cpu_ns > int(_EVERY * 1e9):
            usage.keep_to(processes, _CPUS[slot.number % len(_CPUS)])

    def _look_at_all(self, limit: int) -> None:
        """All slots together, those that rest included; over the limit, the largest are ended, as many as needed."""
        shared = self.shared or 0
        slots = [(slot, usage.pid_of(slot.pidfd)) for slot in self.keeper.slots.values() if not slot.killed]
        found = [(slot, init, slot.processes()) for slot, init in slots]
        most = sum(
            usage.most_memory(processes, shared) - shared + usage.folder_memory(init) for _, init, processes in found
        )
        if most + shared <= limit:
            return
        sizes = {slot: usage.memory(processes, shared, usage.folder_memory(init)) for slot, init, processes in found}
        total = sum(sizes.values())
        left = total
        for slot in sorted(sizes, key=lambda slot: sizes[slot], reverse=True):
            if left <= limit:
                break
            left -= sizes[slot]
            self.keeper.kill_unfinished(slot, verdicts.module_memory(total, limit, sizes[slot]))

    def _over_cpu(self, slot: Slot, sighting: _Sighting, used: int) -> None:
        """Asks for the stack, and kills when there was time for it."""
        if sighting.over or self.cpu_time_ns is None:
            return
        sighting.over = True
        started, verdict = slot.started, verdicts.cpu_time(used / 1e9, self.cpu_time_ns / 1e9)
        if not slot.dump_asked:
            slot.ask_for_dump()

        def kill() -> None:
            if not slot.killed and self.keeper.is_busy(slot) and slot.started == started:
                self.keeper.kill_unfinished(slot, verdict)

        self.keeper.loop.at(monotonic() + _STACK_WITHIN, kill)
