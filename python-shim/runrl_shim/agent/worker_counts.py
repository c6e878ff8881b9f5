"""What became of the workers of a module, in numbers: counted where it happens, which is rare, and asked for rarely."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter

from runrl_shim.agent.slot import State
from runrl_shim.wire import protocol as wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runrl_shim.agent.keeper import SlotKeeper
    from runrl_shim.agent.slot import Slot
    from runrl_shim.wire.protocol import WorkersMessageFromAgent

_KILLED_FOR = {
    wire.STATUS_TIMEOUT: "timeout",
    wire.STATUS_MEMORY: "memory",
    wire.STATUS_CANCELLED: "cancelled",
    wire.STATUS_CRASHED: "crashed",
}


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
    """Why workers were replaced."""

    def __init__(self) -> None:
        self.restarts: Counter[str] = Counter()

    def worker_ended(self, slot: Slot, *, busy: bool) -> None:
        """The slot's init says that its worker has ended, and forks the next one or ends the slot."""
        if not slot.killed and not slot.is_counted:
            slot.is_counted = True
            self.restarts["retired" if slot.state is State.ENDING else "crashed" if busy else "idle"] += 1

    def slot_gone(self, slot: Slot, *, busy: bool) -> None:
        """Everything in the slot is dead."""
        is_episode = getattr(slot, "episode", None) is not None
        if slot.is_counted:
            return
        if slot.state is State.STARTING:
            self.restarts["start"] += 1
        elif slot.killed:
            if slot.verdict is not None:
                self.restarts[_KILLED_FOR.get(slot.verdict.status, "replaced")] += 1
            elif not is_episode:  # the end of an episode is no restart
                self.restarts["replaced"] += 1
        elif slot.state is not State.ENDING:
            self.restarts["crashed" if busy or is_episode else "idle"] += 1


def workers_message(pool: SlotKeeper, request: int) -> WorkersMessageFromAgent:
    """What the host is told of a pool's workers."""
    return {
        "type": "workers",
        "request": request,
        "states": Counter(slot.state.value for slot in pool.slots.values()),
        "restarts": pool.counts.restarts,
        "forks": pool.requests.times.counts,
        "fork_seconds": pool.requests.times.seconds,
    }
