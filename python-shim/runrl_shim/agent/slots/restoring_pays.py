"""Whether it pays to restore workers of a module, counted over all of its slots.

An init stops preparing workers by itself when that does not pay (`inside/restore/restoring.py`). But where calls end
slots, as those do that leave files, each new init would begin anew. So the agent counts, too, and a slot that is made
while it does not pay only forks.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runrl_shim.agent.slots.slot import Slot

_COSTS = 32  # calls of a restored worker that make up for preparing it, as for inits
_MOST_LOST = 4 * _COSTS
_MOST_GAINED = 8 * _COSTS
_FORGIVEN = 1 / 16  # of a call, with each worker that was forked: so it is tried again now and then


class RestoringPays:
    """Counted in calls of restored workers."""

    def __init__(self) -> None:
        self._gained = 0.0

    @property
    def pays(self) -> bool:
        """Whether a slot that is made now may restore its workers."""
        return self._gained > -_MOST_LOST

    def heard(self, slot: Slot, times: int, holds: int) -> None:
        """An init has prepared a worker, which holds so many bytes. With none: it is no more, or was tried in vain.

        Args:
            times: how often a worker was restored that is no more.
        """
        if holds:
            slot.held_since = slot.restarts
        if bool(holds) or not slot.holds:
            self._gained -= _COSTS
        self._gained = min(_MOST_GAINED, self._gained + times)
        slot.holds = holds

    def worker_ended(self, peak: int) -> None:
        """An init says that its worker has ended; one that was restored has no peak of memory."""
        if peak and self._gained < 0:
            self._gained += _FORGIVEN

    def slot_gone(self, slot: Slot) -> None:
        """Its init can say no more of a worker that it restored."""
        if slot.holds:
            self.heard(slot, slot.restarts - slot.held_since + slot.served + slot.position, 0)
