"""How episodes end: a wave at a time.

Each end gives the kernel a compiled filter and namespaces to clear away; thousands in one instant have locked up
Linux 6.18. So whoever ends episodes comes through here: the host, deadlines, limits, and the end of the agent itself.
"""

from __future__ import annotations

import contextlib
import select
import signal
from collections import deque
from time import monotonic

from runrl_shim.agent.overdue import Overdue
from runrl_shim.agent.slots.fork_requests import ANSWER_WITHIN, WAKE_AFTER
from runrl_shim.agent.slots.slot import State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from typing import TypeVar

    from runrl_shim.agent.episodes.live_slot import Family, LiveSlot
    from runrl_shim.agent.loop import Loop
    from runrl_shim.agent.sandbox.process import SandboxProcess

    _T = TypeVar("_T")

_AT_ONCE = 64
_WAVE_WITHIN = 2.0  # seconds for one wave of those that end with the agent
_ALL_WITHIN = 10.0  # and for all of them: what is left then ends with the sandbox


class Ends:
    """Ends under way. One counts from its signal until nothing of the process, or of its whole family, is left."""

    def __init__(self) -> None:
        self._waiting: deque[LiveSlot] = deque()
        self._under_way: set[LiveSlot | Family] = set()

    def begin(self, slot: LiveSlot) -> None:
        """Ends an episode in its turn."""
        self._waiting.append(slot)
        self._next()

    def follow(self, family: Family) -> None:
        """The last member of a family is gone: its first process is ended now, and its slot with it."""
        self._under_way.add(family)

    def done(self, ended: LiveSlot | Family) -> None:
        """Nothing of it is left."""
        self._under_way.discard(ended)
        self._next()

    def stop(self) -> None:
        """Nobody else is ended."""
        self._waiting.clear()

    def _next(self) -> None:
        while self._waiting and len(self._under_way) < _AT_ONCE:
            slot = self._waiting.popleft()
            if slot.state is not State.DEAD:
                self._under_way.add(slot)
                slot.signal(signal.SIGKILL)


class Reaper:
    """Has the zygote reap first processes that are dead: so many at a time, so that neither ever waits for the other.

    Args:
        give_up: called with the reason when it does not answer.
    """

    def __init__(self, loop: Loop, process: SandboxProcess, give_up: Callable[[str], None]) -> None:
        self._process = process
        message = f"the zygote did not reap an episode for {ANSWER_WITHIN:g} s"
        self._unanswered = Overdue(loop, ANSWER_WITHIN, lambda _: give_up(message))
        self._sleepy = Overdue(loop, WAKE_AFTER, lambda _: process.signal_zygote(signal.SIGCONT))
        self._waiting: deque[Family] = deque()

    def begin(self, family: Family) -> None:
        """Once for each family: the zygote knows it no longer when it has answered."""
        if not family.is_reaped:
            family.is_reaped = True
            self._waiting.append(family)
            self._next()

    def done(self, number: int) -> None:
        """The zygote has answered."""
        self._unanswered.done(number)
        self._sleepy.done(number)
        self._next()

    def _next(self) -> None:
        numbers = []
        while self._waiting and len(self._unanswered) < _AT_ONCE:
            number = self._waiting.popleft().number
            self._unanswered.begin(number)
            self._sleepy.begin(number)
            numbers.append(number)
        if numbers:
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # its end is about to be seen
                self._process.reap(numbers)


def end_all(process: SandboxProcess, slots: Collection[LiveSlot], families: Collection[Family]) -> None:
    """Ends all, when the agent does: members first, then the first processes, which the zygote reaps.

    It gives up after ten seconds, and at once where nothing is left of the zygote, whose end is that of all.
    """
    until = monotonic() + _ALL_WITHIN
    alone = {slot.family: slot.pidfd for slot in slots if slot.pidfd is not None and slot.family.first is None}
    members = [slot.pidfd for slot in slots if slot.pidfd is not None and slot.family.first is not None]
    for wave in _waves(members):
        _kill_and_wait(wave, until)
    firsts = [(family, family.first if family.first is not None else alone.get(family)) for family in families]
    zygote_answers = True
    for found in _waves([(family, first) for family, first in firsts if first is not None]):
        _kill_and_wait([first for _, first in found], until)
        unburied = [family.number for family, _ in found if not family.is_reaped]
        zygote_answers = zygote_answers and process.reap_and_wait(unburied, min(_WAVE_WITHIN, until - monotonic()))


def _waves(all_of_them: Sequence[_T]) -> list[Sequence[_T]]:
    return [all_of_them[start : start + _AT_ONCE] for start in range(0, len(all_of_them), _AT_ONCE)]


def _kill_and_wait(pidfds: Sequence[int], until: float) -> None:
    until = min(until, monotonic() + _WAVE_WITHIN)
    for pidfd in pidfds:
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(pidfd, signal.SIGKILL)
    for pidfd in pidfds:
        poll = select.poll()
        poll.register(pidfd, select.POLLIN)
        poll.poll(max(0.0, until - monotonic()) * 1e3)
