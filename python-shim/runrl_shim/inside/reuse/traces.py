"""What a call could have left behind in its worker without an audit event: threads, descriptors, signals, timers."""

from __future__ import annotations

import os
import sys
from fcntl import F_DUPFD_CLOEXEC, fcntl

DESCRIPTOR_FLOOR = 100  # where ours begin, so that calls are given the numbers below

# Kept here: what is executed may replace them. `signal.getsignal` makes enums of what it returns, a microsecond each.
_stat, _dup, _close = os.fstat, os.dup, os.close
_get_handler = sys.modules["_signal"].getsignal
_get_timer = sys.modules["_signal"].getitimer
_TIMERS = (0, 1, 2)  # real, virtual, profiling
_WATCHED_SIGNALS = (1, 2, 3, 10, 12, 13, 14, 15, 17)  # HUP INT QUIT USR1 USR2 PIPE ALRM TERM CHLD


class Traces:
    """The traces in this process. Made after the fork, by the process that is looked at."""

    def __init__(self) -> None:
        folder = os.open("/proc/self/task", os.O_PATH | os.O_CLOEXEC)
        self._threads = fcntl(folder, F_DUPFD_CLOEXEC, DESCRIPTOR_FLOOR)
        os.close(folder)
        self._baseline = self._now()

    def is_clean(self) -> bool:
        """Whether all is as it was when this was made, or `accept` called."""
        return self._now() == self._baseline

    def accept(self) -> None:
        """What is there now belongs to the worker."""
        self._baseline = self._now()

    def _now(self) -> tuple[object, ...]:
        """Threads are those that the kernel knows.

        Python counts those of its own only, once they have begun to run, and before 3.12 has no audit event for them.
        """
        try:
            threads = _stat(self._threads).st_nlink
            lowest_free = _dup(0)
            _close(lowest_free)
        except OSError:
            return (object(),)  # equal to no other: after a call that closed or used up its descriptors
        return (threads, lowest_free, *map(_get_handler, _WATCHED_SIGNALS), *map(_get_timer, _TIMERS))
