"""What the agent asks the kernel for itself: who may look at it, and that nothing it started goes on without it."""

from __future__ import annotations

import contextlib
import os
import signal

_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4
_PR_SET_CHILD_SUBREAPER = 36


def hide_memory() -> None:
    """Keeps processes of the same user out of this one's memory and descriptors: below it may run some."""
    _prctl(_PR_SET_DUMPABLE, 0)


def outlive_nothing() -> None:
    """Arranges that whatever happens to this process or its parent, nothing that it started goes on without them."""
    # Someone may have stopped this process: it must see the end of its standard input all the same.
    _prctl(_PR_SET_PDEATHSIG, signal.SIGCONT)
    # The kernel forgets what a launcher asked for (to die with its parent) for the moment in which it gives up root:
    # one that is stopped just then is found here.
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def kill_orphans() -> None:
    """Kills what has become a child of this process because those above it are dead, until there is none."""
    while True:
        with open(f"/proc/self/task/{os.getpid()}/children") as file:
            orphans = [int(pid) for pid in file.read().split()]
        if not orphans:
            return
        for pid in orphans:
            with contextlib.suppress(ProcessLookupError, ChildProcessError):
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)


def _prctl(option: int, value: int) -> None:
    # Loaded late: that takes a millisecond, in which bubblewrap starts.
    import ctypes

    if ctypes.CDLL(None, use_errno=True).prctl(option, ctypes.c_ulong(value), 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), f"prctl({option}, {value})")
