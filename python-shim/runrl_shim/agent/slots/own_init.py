"""The life of a slot that serves calls: an init, and one worker after the other below it."""

from __future__ import annotations

import os
import signal
from time import monotonic

from runrl_shim.agent.slots.restoring_pays import RestoringPays
from runrl_shim.agent.slots.slot import Slot, State
from runrl_shim.wire import protocol as wire
from runrl_shim.wire.signals import END_SIGNAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runrl_shim.agent.slots.keeper import SlotKeeper

    WorkerEnded = Callable[[Slot, int, int, int, int], None]

_WORD_WITHIN = 0.25  # seconds in which the zygote tells of an init that has ended, or ends itself
_ENDS_WITHIN = 0.5  # seconds that an init has to end its slot


class OwnInit:
    """What the init of a slot tells of it, and how it is ended.

    Args:
        on_worker_ended: takes, of a worker, slot, exit code, whether it left nothing, CPU nanoseconds, peak bytes.
    """

    def __init__(self, keeper: SlotKeeper[Slot], on_worker_ended: WorkerEnded) -> None:
        self.keeper = keeper
        self.loop = keeper.loop
        self.on_worker_ended = on_worker_ended
        self.restoring = RestoringPays()

    def new_slot(self, number: int) -> Slot:
        slot = Slot(number, self.keeper.output_limit)
        if not self.restoring.pays:
            slot.account.say_forks()
        return slot

    def on_forked(self, slot: Slot) -> None:
        """Its init says by itself when it is confined."""

    def on_fork_failed(self, number: int) -> None:
        """Nothing is kept of it here."""

    def on_status(self, slot: Slot) -> None:
        keeper = self.keeper
        keeper.owner.on_results(slot)  # what the worker finished before it ended
        if slot.state is State.DEAD:
            return
        try:
            data = os.read(slot.status, wire.SLOT_STATUS.size)
        except BlockingIOError:
            return
        if len(data) < wire.SLOT_STATUS.size:
            self.loop.forget(slot.status)
            return
        status = wire.SLOT_STATUS.unpack(data)
        if status[1] == wire.SLOT_HOLDS:
            self.restoring.heard(slot, status[0], status[3])
        elif not slot.born:
            slot.born = True
            if not keeper.import_in_worker:
                keeper.on_serving(slot)
        elif slot.state is State.STARTING:
            slot.exit_code = status[0]
            keeper.kill(slot, None)  # its worker died while it imported the module
        else:
            keeper.counts.worker_ended(slot, busy=keeper.owner.is_busy(slot))
            self.restoring.worker_ended(status[3])
            self.on_worker_ended(slot, *status)

    def begin_end(self, slot: Slot) -> None:
        if self.keeper.inits_end:
            slot.signal(END_SIGNAL)
            self.loop.at(monotonic() + _ENDS_WITHIN, lambda: slot.signal(signal.SIGKILL))
        else:
            slot.signal(signal.SIGKILL)

    def on_init_ended(self, slot: Slot) -> None:
        """A death that nobody here has caused is the call's own, if the zygote is alive to tell of it."""
        if slot.killed:
            self.keeper.on_dead(slot)
        elif slot.pidfd is not None:
            self.loop.forget(slot.pidfd)
            self.keeper.owner.withdraw(slot)
            self.loop.at(monotonic() + _WORD_WITHIN, lambda: self.keeper.on_dead(slot))

    def on_slot_ended(self, number: int, code: int) -> None:
        """The pidfd tells the same, this adds the exit code."""
        slot = self.keeper.slots.get(number)
        if slot is not None:
            slot.exit_code = code
            self.keeper.on_dead(slot)

    def hear_out(self, slot: Slot) -> None:
        if not slot.killed:
            self.on_status(slot)

    def used(self, slot: Slot) -> tuple[int | None, int, int]:
        """That the init itself was killed says nothing of how its worker ended."""
        return None, 0, 0

    def forget(self, slot: Slot) -> None:
        self.restoring.slot_gone(slot)
        if self.keeper.process.cgroup is not None:
            self.keeper.process.cgroup.remove_slot(slot.number)

    def close(self) -> None:
        for slot in [*self.keeper.slots.values()]:
            slot.signal(signal.SIGKILL)
            self.keeper.remove(slot)
