"""Kills what a worker, a slot or a module has left behind: every descendant of the calling process.

Where there is a namespace, or a Landlock layer that lets a process signal its descendants only, one system call kills
all of them, and no fork outruns it. Else they are looked for, one generation after the other.
"""

from __future__ import annotations

import os
import signal

from runrl_shim.inside.workers.measure import cpu_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection


def kill_all_in_reach() -> int:
    """For a process that can signal nothing but its descendants, and adopts all of them.

    Never without such a border: everything of the same user would be killed.

    Returns:
        The CPU nanoseconds that they had used.
    """
    cpu_ns = 0
    while True:
        try:
            pid, _, used = os.wait3(os.WNOHANG)
        except ChildProcessError:
            return cpu_ns
        if pid == 0:  # somebody is left
            os.kill(-1, signal.SIGKILL)
            _, _, used = os.wait3(0)
        cpu_ns += cpu_of(used)


def reap_strays(known: Collection[int]) -> int:
    """Kills and reaps every child but the known ones, again and again until there is none.

    All that are there are killed before the first is waited for: while this process runs, they do not.

    Returns:
        The CPU nanoseconds that they had used.
    """
    cpu_ns = 0
    while True:
        with open(f"/proc/self/task/{os.getpid()}/children") as file:
            strays = [pid for pid in map(int, file.read().split()) if pid not in known]
        if not strays:
            return cpu_ns
        for pid in strays:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            except PermissionError:
                known = {*known, pid}  # of a keeper of runs that was killed: the agent will end it
        for pid in set(strays).difference(known):
            try:
                cpu_ns += cpu_of(os.wait4(pid, 0)[2])
            except ChildProcessError:
                pass
