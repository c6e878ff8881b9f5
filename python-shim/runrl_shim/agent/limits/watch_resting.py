"""Watches the memory of episodes that rest between steps, where no request brings them to `watch_usage.py`.

An episode may leave threads and processes running. So many episodes are looked at each second, in turn, that a thousand
cost a few milliseconds of it; what one uses meanwhile is bounded by RLIMIT_DATA for each process, or by a cgroup.
Where nothing has run since the last look, it holds what it held then, but for what others have sent it: most of these
looks are left out, all of them are not.
"""

from __future__ import annotations

from collections import deque
from functools import partial
from time import monotonic
from weakref import WeakKeyDictionary

from runrl_shim.agent.limits import usage
from runrl_shim.agent.limits.slot_memory import SlotMemory, base_of
from runrl_shim.agent.outcomes import verdicts
from runrl_shim.agent.slots.slot import State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runrl_shim.agent.episodes.live_slot import LiveSlot
    from runrl_shim.agent.slots.keeper import SlotKeeper
    from runrl_shim.wire.protocol import AgentSpec

_EVERY = 1.0  # seconds
_AT_ONCE = 64  # episodes
_LEFT_OUT = 15  # looks in a row


class _Unchanged:
    """Whether any process of an episode has run since it was looked at."""

    __slots__ = ("clocks", "left_out")

    def __init__(self) -> None:
        self.clocks: dict[int, int] | None = None
        self.left_out = 0

    def may_leave_out(self) -> bool:
        """Whether a look would find what the last one found: nobody has run, and so nobody has forked either."""
        if self.clocks is None or self.left_out >= _LEFT_OUT or usage.clocks(self.clocks) != self.clocks:
            return False
        self.left_out += 1
        return True

    def looks(self, clocks: dict[int, int] | None) -> None:
        """There is a look. `clocks`: of its processes before it; None: they do not tell."""
        self.clocks, self.left_out = clocks, 0


class RestingWatch:
    """One timer for all episodes of a module, which runs while there is one."""

    def __init__(self, keeper: SlotKeeper[LiveSlot], episodes: dict[int, LiveSlot], spec: AgentSpec) -> None:
        self.keeper = keeper
        self.episodes = episodes
        self.memory = spec["module"]["memory"]
        # Counted by the kernel where there are namespaces.
        self.processes = None if spec["module"]["landlock"] is None else spec["module"]["processes"]
        # What arrives from outside takes memory, too, and none of the episode's time.
        self.receives = spec["module"]["way_out"] or not spec["module"]["confined"]
        self.waiting: deque[LiveSlot] = deque()
        self.ticking = False
        self.base: int | None = None
        self.pending: set[LiveSlot] = set()
        self.memories: WeakKeyDictionary[LiveSlot, SlotMemory] = WeakKeyDictionary()
        self.unchanged: WeakKeyDictionary[LiveSlot, _Unchanged] = WeakKeyDictionary()

    def begin(self) -> None:
        """There is an episode."""
        if not self.ticking:
            self.ticking = True
            self.keeper.loop.at(monotonic() + _EVERY, self._round)

    def _round(self) -> None:
        if self.base is None:
            self.base = base_of(usage.pid_of(self.keeper.process.zygote))
        if not self.waiting:
            self.waiting.extend(self.episodes.values())
        for _ in range(min(_AT_ONCE, len(self.waiting))):
            slot = self.waiting.popleft()
            if slot.state is State.READY and not slot.killed:
                self._look(slot, self.base)
        self.ticking = False
        if self.episodes:
            self.begin()
        else:
            self.waiting.clear()

    def _look(self, slot: LiveSlot, base: int) -> None:
        unchanged = self.unchanged.setdefault(slot, _Unchanged())
        if unchanged.may_leave_out():
            return
        processes = slot.processes()
        if self.processes is not None and sum(process.threads for process in processes) > self.processes:
            self.keeper.kill(slot, verdicts.processes(self.processes))
            return
        if slot in self.pending:
            return  # it is a long look
        # Before the look: what runs meanwhile is seen by the next one.
        pids = [process.pid for process in processes]
        clocks = None if self.receives or not pids else usage.clocks(pids)
        # One that was forked between the list and the clocks is in neither.
        is_whole = clocks is not None and [process.pid for process in slot.processes()] == pids
        unchanged.looks(clocks if is_whole else None)
        self.pending.add(slot)
        memory = self.memories.setdefault(slot, SlotMemory(base))
        look = partial(memory.look, usage.pid_of(slot.pidfd), pids, self.memory)
        self.keeper.watch.inspector.look(look, partial(self._on_inspected, slot, len(pids)))

    def _on_inspected(self, slot: LiveSlot, processes: int, used: int) -> None:
        self.pending.discard(slot)
        memory = self.memories[slot]
        if slot.state is not State.READY or slot.killed:
            return
        if memory.unseen:
            self.keeper.kill(slot, verdicts.unseen(memory.unseen))
        elif used > self.memory:
            self.keeper.kill(slot, verdicts.memory(used, self.memory, processes))
