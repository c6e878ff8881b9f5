"""The clock of the pool: when a slow call gives up the rest of its batch, is asked for its stack, is killed."""

from __future__ import annotations

from time import monotonic

from runrl_shim.agent.outcomes import verdicts
from runrl_shim.agent.outcomes.stacks import is_complete
from runrl_shim.agent.slots.peek import end_peek
from runrl_shim.agent.slots.slot import Slot, State
from runrl_shim.wire.signals import stack_asked_before

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from runrl_shim.agent.slots.keeper import SlotKeeper

STEAL_AFTER = 0.020  # a call that runs longer gives the rest of its batch to other workers
DUMP_GRACE = 0.005  # this long after its deadline a worker that has not told its stack is killed without one
_END_WITHIN = 1.0  # a worker that retires must be gone by then


class Deadlines:
    """A few timers per slot, moved on lazily: a call that ends in time leaves no timer behind.

    A call starts, for the agent, when the result before it came in, or when its batch was sent to an idle
    worker: the worker's own word for it is never needed, and time in a queue never counts.

    Args:
        steal: gives the calls that wait behind a slow one to other workers; None: none ever waits behind one.
    """

    def __init__(self, keeper: SlotKeeper[Any], steal: Callable[[Slot], None] | None = None) -> None:
        self.keeper = keeper
        self.steal = steal

    def begin(self, slot: Slot, timeout: float) -> None:
        """The slot has been given a batch, each call of which may take `timeout` seconds."""
        slot.timeout = timeout
        self.watch(slot, slot.started + min(STEAL_AFTER, timeout - stack_asked_before(timeout)))

    def watch(self, slot: Slot, when: float) -> None:
        """Looks at the slot at `when`, unless that is planned for earlier already: the look then plans the next."""
        if not slot.looks or when < slot.looks[-1]:
            slot.looks.append(when)
            here = slot.here  # a slot that is gone need not be kept until the deadline of its last call
            self.keeper.loop.at(when, lambda: self._on_timer(here()))

    def end(self, slot: Slot) -> None:
        """The slot's worker, or the slot, is about to end by itself: it has a second."""
        slot.started = monotonic()
        self.watch(slot, slot.started + _END_WITHIN)

    def _on_timer(self, slot: Slot | None) -> None:
        if slot is not None:
            slot.looks.pop()
            self.check(slot)

    def on_raw_output(self, slot: Slot) -> None:
        """Something of a stack may have come."""
        if slot.onlookers and is_complete(slot.dump_text()):
            end_peek(slot)
        elif slot.dump_asked:
            self.check(slot)

    def check(self, slot: Slot) -> None:
        """Does for the slot what is due."""
        if slot.killed:
            return
        now = monotonic()
        if slot.state is State.ENDING:
            if now >= slot.started + _END_WITHIN:
                self.keeper.kill(slot, None)
            else:
                self.watch(slot, slot.started + _END_WITHIN)
        elif slot.state is State.BUSY:
            self._check_call(slot, now)

    def _check_call(self, slot: Slot, now: float) -> None:
        dump_before = stack_asked_before(slot.timeout)
        if now >= slot.started + STEAL_AFTER:
            if self.steal is not None:
                self.steal(slot)
            self.keeper.watch.add(slot)
        if now >= slot.started + slot.timeout - dump_before and slot.nearly_due < slot.started:
            slot.nearly_due = now
            if not slot.dump_asked:
                slot.ask_for_dump()
        deadline = _deadline(slot)
        if now >= deadline + DUMP_GRACE or (now >= deadline and is_complete(slot.dump_text())):
            self.keeper.owner.on_results(slot)  # it may have finished just now
            if slot.state is not State.BUSY or slot.killed:
                return
            deadline = _deadline(slot)
            if deadline <= now:
                self.keeper.kill(slot, verdicts.timeout(slot.timeout))
                return
        stages = (slot.started + STEAL_AFTER, deadline - dump_before, deadline, deadline + DUMP_GRACE)
        self.watch(slot, min((stage for stage in stages if stage > now), default=now))


def _deadline(slot: Slot) -> float:
    """When the call that runs is killed.

    Whoever sees only now that a call is nearly due stood still, and with the whole machine the worker did too: it is
    left the same moment as always, to write its stack, or to finish.
    """
    deadline = slot.started + slot.timeout
    return (
        deadline
        if slot.nearly_due < slot.started
        else max(deadline, slot.nearly_due + stack_asked_before(slot.timeout))
    )
