"""What must be done within a fixed time: one timer, however many things are under way."""

from __future__ import annotations

from time import monotonic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from typing import Any

    from runrl_shim.agent.loop import Loop


class Overdue:
    """Calls back for each thing that was begun and not done `within` seconds later, once.

    A timer of its own for each would keep it in memory until then, also when it was done at once.
    """

    def __init__(self, loop: Loop, within: float, callback: Callable[[Any], None]) -> None:
        self._loop = loop
        self._within = within
        self._callback = callback
        self._due: dict[Hashable, float] = {}  # in the order of their times, because all take equally long
        self._planned = False

    def __len__(self) -> int:
        return len(self._due)

    def begin(self, thing: Hashable) -> None:
        """The time of this thing starts now (anew, if it had started)."""
        self._due.pop(thing, None)
        self._due[thing] = monotonic() + self._within
        self._plan()

    def done(self, thing: Hashable) -> None:
        """It was done in time, or nobody waits for it any more."""
        self._due.pop(thing, None)

    def _plan(self) -> None:
        if self._due and not self._planned:
            self._planned = True
            self._loop.at(next(iter(self._due.values())), self._look)

    def _look(self) -> None:
        self._planned = False
        now = monotonic()
        late = []
        for thing, due in self._due.items():
            if due > now:
                break
            late.append(thing)
        for thing in late:
            if self._due.pop(thing, None) is not None:
                self._callback(thing)
        self._plan()
