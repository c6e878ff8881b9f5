"""How much a search has done, as seconds that a quiet machine would need: a busy one comes to the same end.

Calls and steps are what is counted; CPU time has a say only where each of them takes long.
"""

from __future__ import annotations

import time

#: Of CPU time so much counts: as long as calls are quick their number decides.
_SLACK = 2.0


class Clock:
    """A clock that is moved by calls.

    Args:
        each: Seconds that one call stands for.
    """

    def __init__(self, each: float) -> None:
        self.each = each
        self.calls = 0
        self.begun = time.process_time()

    def tick(self) -> None:
        """One more call was made."""
        self.calls += 1

    def now(self) -> float:
        """Seconds since it was made."""
        return max(self.calls * self.each, (time.process_time() - self.begun) / _SLACK)


#: Moved by each step of an environment (`episodes.step_of`, `listen`), with the copy of the instance that it needs.
STEPS = Clock(0.0001)
