"""The slots that the zygote was asked for and has not made yet: a few at a time, and it has to answer."""

from __future__ import annotations

import contextlib
import resource
import signal
from time import monotonic

from runrl_shim.agent.overdue import Overdue
from runrl_shim.agent.slots.worker_counts import ForkTimes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from runrl_shim.agent.loop import Loop
    from runrl_shim.agent.sandbox.process import SandboxProcess

# More would fill the zygote's socket when it does not read, and only so many descriptors may be on their way.
_AT_ONCE = 32
WAKE_AFTER = 2.0  # seconds without an answer after which a zygote that was stopped is told to go on
ANSWER_WITHIN = 10.0  # and after which it is given up
_SLOT_DESCRIPTORS = 6
_OWN_DESCRIPTORS = 48  # of the agent, and of a slot that is being made


class ForkRequests:
    """Asks the zygote for slots.

    Args:
        give_up: called with the reason when it does not answer.
    """

    def __init__(self, loop: Loop, process: SandboxProcess, give_up: Callable[[str], None]) -> None:
        self._process = process
        self._begun: dict[int, float] = {}
        self.times = ForkTimes()
        message = f"the zygote did not answer for {ANSWER_WITHIN:g} s"
        self._unanswered = Overdue(loop, ANSWER_WITHIN, lambda _: give_up(message))
        self._sleepy = Overdue(loop, WAKE_AFTER, lambda _: process.signal_zygote(signal.SIGCONT))
        open_files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)  # Node.js has raised it as far as it goes
        self.most_slots = max(2, (open_files - _OWN_DESCRIPTORS) // _SLOT_DESCRIPTORS)

    def may_begin(self, slots: int) -> bool:
        """Whether the zygote keeps up and descriptors are left for one slot more than these."""
        return slots < self.most_slots and len(self._unanswered) < _AT_ONCE

    def begin(self, number: int, descriptors: Sequence[int]) -> None:
        """Asks for a slot that holds these descriptors."""
        self._begun[number] = monotonic()
        self._unanswered.begin(number)
        self._sleepy.begin(number)
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # its end is about to be seen
            self._process.request_slot(number, descriptors)

    def done(self, number: int) -> bool:
        """The zygote has answered. Whether further slots can be asked for that had to wait."""
        begun = self._begun.pop(number, None)
        if begun is not None:
            self.times.add(monotonic() - begun)
        was_full = len(self._unanswered) >= _AT_ONCE
        self._unanswered.done(number)
        self._sleepy.done(number)
        return was_full
