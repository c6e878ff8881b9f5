"""An episode and its copies: processes beside each other, and a first process that only waits for them.

An episode begins as the first process of its pid namespace, because an init beside it would cost as much memory as the
episode itself. PID 1 cannot be ended without all others. So before its first branch the episode forks, goes on in the
child, and the process that it was steps back: from then on it reaps, and says on the status pipe how each member ended.
Where there are no namespaces, it steps back at once: what a member leaves must be found by somebody.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import signal
import time

from runrl_shim.inside.confinement import confine
from runrl_shim.inside.workers.measure import cpu_of
from runrl_shim.wire.protocol import MEMBER_STATUS
from runrl_shim.wire.signals import DUMP_SIGNAL, END_SIGNAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

FIRST = 1  # the number of the first process of a pid namespace
_PAUSE = 0.0002  # seconds
_sleep = time.sleep
_fork, _getpid, _getppid = os.fork, os.getpid, os.getppid  # what is executed may replace them
_bare_fork = ctypes.PyDLL(None).fork  # without what Python and its modules do around a fork


class Family:
    """What this process knows of its family.

    Args:
        status: the pipe on which the first process tells how members end.
        confined: whether the family has a pid namespace of its own, whose end is that of all members.
    """

    def __init__(self, status: int, *, confined: bool) -> None:
        self.confined = confined
        self.is_first = True
        self.begin(status, _getpid())

    def begin(self, status: int, first: int) -> None:
        """Has this as its first process, and this pipe: for a family that was made before the fork."""
        self.status = status
        self.first = first

    def step_back(self) -> None:
        """Returns in a child of this process, which goes on in its place; this process only waits from now on."""
        if _fork() != 0:
            self._wait_for_all()
        self._be_member()

    def add_copy(self) -> bool:
        """Forks a member that is no child of this one. True in the copy, False in the original.

        Raises:
            OSError: the family has as many processes as it may have.
        """
        between = _bare_fork()  # it forks once more, and ends
        if between < 0:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        if between != 0:
            with contextlib.suppress(ChildProcessError):  # the environment has set SIGCHLD aside
                if os.waitpid(between, 0)[1] != 0:
                    raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
            return False
        try:
            if _fork() != 0:
                os._exit(0)
        except OSError:
            os._exit(1)
        while _getppid() != self.first:  # until the one between has ended
            _sleep(_PAUSE)
        self._be_member()
        return True

    def _be_member(self) -> None:
        if self.is_first:
            os.close(self.status)
        self.is_first = False
        os.setsid()  # by which what it leaves is found
        if not self.confined:
            confine.die_with_parent()

    def _wait_for_all(self) -> NoReturn:
        """Until no child is left. Whatever the episode had open is closed here: its ends must be seen."""
        try:
            _forget_signals()
            os.closerange(0, self.status)
            os.closerange(self.status + 1, os.sysconf("SC_OPEN_MAX"))
            while True:
                pid, status, used = os.wait4(-1, 0)
                _kill_session(pid)
                ended = MEMBER_STATUS.pack(pid, os.waitstatus_to_exitcode(status), cpu_of(used), used.ru_maxrss * 1024)
                os.write(self.status, ended)
        except BaseException:  # nobody is left, or nobody listens
            os._exit(0)


def _forget_signals() -> None:
    """The episode's handlers are not for this process. As PID 1 it then gets no signal of its members at all."""
    signal.pthread_sigmask(signal.SIG_SETMASK, signal.valid_signals() - {END_SIGNAL})
    kept = {signal.SIGKILL, signal.SIGSTOP, signal.SIGCHLD, DUMP_SIGNAL, END_SIGNAL}
    for number in signal.valid_signals() - kept:
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, 0)


def _kill_session(session: int) -> None:
    """Kills what a member has left: its orphans are children of this process, and of the member's session."""
    while True:
        with open(f"/proc/self/task/{os.getpid()}/children") as file:
            left = [pid for pid in map(int, file.read().split()) if _session_of(pid) == session]
        if not left:
            return
        for pid in left:
            os.kill(pid, signal.SIGKILL)
        for pid in left:
            os.waitpid(pid, 0)


def _session_of(pid: int) -> int:
    try:
        return os.getsid(pid)
    except ProcessLookupError:
        return -1
