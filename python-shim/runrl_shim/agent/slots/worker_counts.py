"""What became of the workers of a module: counted where it happens, which is rare, and asked for rarely."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, deque
from time import monotonic

from runrl_shim.agent.limits import usage
from runrl_shim.agent.slots.slot import State
from runrl_shim.wire import protocol as wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from runrl_shim.agent.slots.pools import SlotTable
    from runrl_shim.agent.slots.slot import Slot
    from runrl_shim.wire.protocol import (
        WorkersMessageFromAgent,
        WorkersMessageFromAgentEndedItem,
        WorkersMessageFromAgentWorkersItem,
    )

_KILLED_FOR = {
    wire.STATUS_TIMEOUT: "timeout",
    wire.STATUS_MEMORY: "memory",
    wire.STATUS_CANCELLED: "cancelled",
    wire.STATUS_CRASHED: "crashed",
}
_ENDED = 20  # workers whose end is told one by one


class ForkTimes:
    """How long the zygote took for each slot, in buckets that end with `DURATION_BOUNDS`, and one for the rest."""

    def __init__(self) -> None:
        self.counts = [0] * (len(wire.DURATION_BOUNDS) + 1)
        self.seconds = 0.0

    def add(self, seconds: float) -> None:
        """A slot was made."""
        self.counts[bisect_left(wire.DURATION_BOUNDS, seconds)] += 1
        self.seconds += seconds


class WorkerCounts:
    """Why workers were replaced, and which were last."""

    def __init__(self) -> None:
        self.restarts: Counter[str] = Counter()
        self.ended: deque[tuple[str, float, float, int]] = deque(maxlen=_ENDED)  # reason, end, age, calls

    def worker_ended(self, slot: Slot, *, busy: bool) -> None:
        """The slot's init says that its worker has ended, and forks the next one or ends the slot."""
        if not slot.killed and not slot.is_counted:
            slot.is_counted = True
            self._count(slot, "retired" if slot.state is State.ENDING else "crashed" if busy else "idle")

    def slot_gone(self, slot: Slot, *, busy: bool) -> None:
        """Everything in the slot is dead."""
        is_episode = getattr(slot, "episode", None) is not None
        if slot.is_counted:
            return
        if slot.state is State.STARTING:
            self._count(slot, "start")
        elif slot.killed:
            if slot.verdict is not None:
                self._count(slot, _KILLED_FOR.get(slot.verdict.status, "replaced"))
            elif not is_episode:  # the end of an episode is no restart
                self._count(slot, "replaced")
        elif slot.state is not State.ENDING:
            self._count(slot, "crashed" if busy or is_episode else "idle")

    def _count(self, slot: Slot, reason: str) -> None:
        self.restarts[reason] += 1
        now = monotonic()
        self.ended.append((reason, now, now - slot.since, slot.served + slot.position))


def workers_message(
    keeper: SlotTable[Any], counts: WorkerCounts, times: ForkTimes, request: int, limit: int
) -> WorkersMessageFromAgent:
    """What the host is told of a module's workers: single ones up to a limit, as /proc has to be read for each."""

    def order(slot: Slot) -> tuple[bool, float]:
        busy = keeper.owner.is_busy(slot)
        return not busy, slot.started if busy else -slot.started  # at rest: what has just served before spares

    slots = sorted(keeper.slots.values(), key=order)
    now = monotonic()
    ended: list[WorkersMessageFromAgentEndedItem] = [
        {"reason": reason, "ago_ms": (now - end) * 1e3, "age_ms": age * 1e3, "calls": calls}
        for reason, end, age, calls in reversed(counts.ended)
    ]
    return {
        "type": "workers",
        "request": request,
        "states": Counter(slot.state.value for slot in keeper.slots.values()),
        "restarts": counts.restarts,
        "forks": times.counts,
        "fork_seconds": times.seconds,
        "workers": [_worker(keeper, slot, now) for slot in slots[:limit]],
        "ended": ended[:limit],
    }


def _worker(keeper: SlotTable[Any], slot: Slot, now: float) -> WorkersMessageFromAgentWorkersItem:
    processes = slot.processes()
    is_busy = keeper.owner.is_busy(slot)
    return {
        "pid": processes[0].pid if processes else None,
        "state": State.BUSY.value if is_busy else slot.state.value,
        "age_ms": (now - slot.since) * 1e3,
        "calls": slot.served + slot.position,
        "restarts": slot.restarts,
        "rss_bytes": usage.resident(processes) if processes else None,
        "running_ms": (now - slot.started) * 1e3 if is_busy and slot.started else None,
    }
