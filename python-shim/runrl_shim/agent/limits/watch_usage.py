"""Watches what slow calls use: memory of all their processes together, and CPU time.

Only slots whose call has been running for a while are looked at, all in one round every 50 ms: a fast call costs
nothing, and one that waits next to nothing. Memory is looked at by the inspector's thread, of slots that have used CPU
since: nobody fills memory without. A slot that it has begun with and not seen through by the next round is stopped
until it has. So this is soft: whoever allocates faster than it looks is stopped by RLIMIT_DATA, for each process, or by
a cgroup.
"""

from __future__ import annotations

import contextlib
import os
import signal
from functools import partial
from time import monotonic

from runrl_shim.agent.limits import usage
from runrl_shim.agent.limits.inspector import Inspector
from runrl_shim.agent.limits.slot_memory import SlotMemory, base_of
from runrl_shim.agent.outcomes import verdicts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from runrl_shim.agent.slots.pools import SlotTable
    from runrl_shim.agent.slots.slot import Slot
    from runrl_shim.wire.protocol import AgentSpec

_EVERY = 0.050  # seconds
_SOONEST = 0.010  # seconds between looks at one whose memory grows so fast that it would be over its limit before
_REST = 10  # times as long as the round took, at least
_LONGEST_REST = 1.0
_ANY = 1 << 62  # bytes: no limit
_IDLE_NS = 1_000_000  # CPU nanoseconds in which nobody fills much memory
_STACK_WITHIN = 0.050
_CPUS = sorted(os.sched_getaffinity(0))
_CROWD = 8 * len(_CPUS)  # processes and threads


class _Sighting:
    """What is known of the call that a slot runs."""

    __slots__ = (
        "cpu",
        "cpu_at_start",
        "inspected",
        "memory",
        "look_began",
        "over",
        "pending",
        "started",
        "stopped",
        "used",
    )

    def __init__(self, started: float, cpu_at_start: int, memory: SlotMemory) -> None:
        self.started = started
        self.cpu = 0
        self.cpu_at_start = cpu_at_start
        self.memory = memory
        self.inspected: tuple[int, list[int]] = (-_IDLE_NS, [])  # CPU time and processes when memory was looked at
        self.pending = False  # whether the inspector was asked
        self.look_began: float | None = None  # when it came to this one
        self.used = (0, started)  # bytes, and when they were counted
        self.stopped = False
        self.over = False

    def inspect(self, init: int, pids: list[int], limit: int) -> int:
        """Looks at memory, in the inspector's thread."""
        self.look_began = monotonic()
        return self.memory.look(init, pids, limit)


class UsageWatch:
    """One timer for all slots of a module, which runs only while a call runs long enough to be looked at."""

    def __init__(self, keeper: SlotTable[Any], spec: AgentSpec) -> None:
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
        self.cgroup = keeper.process.cgroup
        # A cgroup counts memory exactly, but not what the machine has one amount of for each user (watches of epoll).
        self.limit = self.memory if self.cgroup is None else _ANY
        self.base: int | None = None
        self.inspector = Inspector(keeper.loop)
        self.adding_up = False

    def close(self) -> None:
        """Ends the thread."""
        self.seen.clear()
        self.inspector.close()

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
        if self.base is None:
            self.base = base_of(usage.pid_of(self.keeper.process.zygote))
        for slot in [slot for slot in self.seen if slot.killed or not self.keeper.owner.is_busy(slot)]:
            del self.seen[slot]
        for slot in list(self.seen):
            self._look(slot, began, self.base)
        if self.module_memory is not None and self.seen and not self.adding_up:
            self._look_at_all(self.module_memory, self.base)
        self.ticking = bool(self.seen)
        if self.ticking:
            now = monotonic()
            self.keeper.loop.at(now + min(max(_EVERY, _REST * (now - began)), _LONGEST_REST), self._round)

    def _look(self, slot: Slot, now: float, base: int) -> None:
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
            sighting = self.seen[slot] = _Sighting(slot.started, cpu_at_start, SlotMemory(base, slot.holds))
        self._keep_to_one_cpu(slot, processes, cpu - sighting.cpu_at_start - sighting.cpu)
        sighting.cpu = max(0, cpu - sighting.cpu_at_start)
        if self.cpu_time_ns is not None and sighting.cpu > self.cpu_time_ns:
            self._over_cpu(slot, sighting, sighting.cpu)
            return
        if self.cgroup is not None:
            whose = self.cgroup.ran_out_of_memory(slot.group)
            if whose is not None:  # where the kernel ends one process at a time, the others go on
                self.keeper.kill_unfinished(slot, verdicts.out_of_memory(whose, self.memory))
                return
        pids = [process.pid for process in processes]
        if sighting.pending:
            # Whoever waits behind a slow look of another is not to blame for it.
            if sighting.look_began is not None and now > sighting.look_began + _EVERY / 2:
                sighting.stopped = True
                _signal(pids, signal.SIGSTOP)
            return
        moved = abs(cpu - sighting.inspected[0]) >= _IDLE_NS or pids != sighting.inspected[1]
        if moved or sighting.memory.gauge.is_doubtful:
            sighting.inspected = (cpu, pids)
            sighting.pending = True
            look = partial(sighting.inspect, usage.pid_of(slot.pidfd), pids, self.limit)
            self.inspector.look(look, partial(self._on_inspected, slot, sighting, base))

    def _on_inspected(self, slot: Slot, sighting: _Sighting, base: int, used: int) -> None:
        now, sighting.pending, sighting.look_began = monotonic(), False, None
        if self._is_still_there(slot, sighting):
            if sighting.memory.unseen:
                self.keeper.kill_unfinished(slot, verdicts.unseen(sighting.memory.unseen))
            elif used > self.limit:
                count = len(sighting.inspected[1])
                self.keeper.kill_unfinished(slot, verdicts.memory(used, self.memory, count))
        if slot.killed:
            return
        if sighting.stopped:
            sighting.stopped = False
            _signal([process.pid for process in slot.processes()], signal.SIGCONT)
        (before, then), sighting.used = sighting.used, (used, now)
        left = (self.limit - used) * (now - then) / max(1, used - before)  # seconds, if it goes on so
        if left < _EVERY:
            self.keeper.loop.at(now + max(_SOONEST, left), lambda: self._look_again(slot, sighting, base))

    def _look_again(self, slot: Slot, sighting: _Sighting, base: int) -> None:
        if self._is_still_there(slot, sighting) and not sighting.pending:
            self._look(slot, monotonic(), base)

    def _is_still_there(self, slot: Slot, sighting: _Sighting) -> bool:
        return not slot.killed and self.keeper.owner.is_busy(slot) and slot.started == sighting.started

    def _keep_to_one_cpu(self, slot: Slot, processes: list[usage.Process], cpu_ns: int) -> None:
        """A crowd that takes all CPUs gets one: fairness between sessions ends where each of a crowd has its own."""
        crowd = sum(process.threads for process in processes)
        if crowd > _CROWD and len(_CPUS) > 1 and cpu_ns > int(_EVERY * 1e9):
            usage.keep_to(processes, _CPUS[slot.number % len(_CPUS)])

    def _look_at_all(self, limit: int, base: int) -> None:
        """All slots together, those that rest included; over the limit, the largest are ended, as many as needed."""
        found = [
            (slot, usage.pid_of(slot.pidfd), [process.pid for process in slot.processes()])
            for slot in self.keeper.slots.values()
            if not slot.killed
        ]

        def look() -> list[tuple[Slot, int]]:
            held = [(SlotMemory(base), *each) for each in found]
            most = base + sum(memory.look(init, pids, _ANY) - base for memory, _, init, pids in held)
            return [] if most <= limit else [(slot, memory.look(init, pids, -1)) for memory, slot, init, pids in held]

        self.adding_up = True
        self.inspector.look(look, partial(self._on_added_up, limit))

    def _on_added_up(self, limit: int, sizes: list[tuple[Slot, int]]) -> None:
        self.adding_up = False
        total = left = sum(size for _, size in sizes)
        for slot, size in sorted(sizes, key=lambda each: each[1], reverse=True):
            if left <= limit:
                break
            left -= size
            if not slot.killed:
                self.keeper.kill_unfinished(slot, verdicts.module_memory(total, limit, size))

    def _over_cpu(self, slot: Slot, sighting: _Sighting, used: int) -> None:
        """Asks for the stack, and kills when there was time for it."""
        if sighting.over or self.cpu_time_ns is None:
            return
        sighting.over = True
        started, verdict = slot.started, verdicts.cpu_time(used / 1e9, self.cpu_time_ns / 1e9)
        if not slot.dump_asked:
            slot.ask_for_dump()

        def kill() -> None:
            if not slot.killed and self.keeper.owner.is_busy(slot) and slot.started == started:
                self.keeper.kill_unfinished(slot, verdict)

        self.keeper.loop.at(monotonic() + _STACK_WITHIN, kill)


def _signal(pids: list[int], number: int) -> None:
    for pid in pids:
        with contextlib.suppress(OSError):  # it ended meanwhile
            os.kill(pid, number)
