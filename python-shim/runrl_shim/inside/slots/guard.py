"""The guard of a module that has no pid namespace: it ends when the zygote or the agent does, and everything with it.

It runs nothing of the module, is out of reach for whatever does, and can itself signal nothing but its descendants:
so one `kill(-1)` ends all that calls have left, however they forked.
"""

from __future__ import annotations

import os
import select
import signal

from runrl_shim.inside.confinement import confine, landlock
from runrl_shim.inside.slots.strays import kill_all_in_reach

TYPE_CHECKING = False
if TYPE_CHECKING:
    import socket
    from typing import NoReturn


def leave_guard_behind(control: socket.socket) -> None:
    """Forks: the caller's process becomes the guard, and the child returns from here, to be the zygote."""
    _prove_border()
    confine.adopt_orphans()
    guard = os.getpid()
    pid = os.fork()
    if pid == 0:
        confine.die_with_parent()
        if os.getppid() != guard:
            os._exit(0)
        landlock.reach_descendants_only(guard)
        return
    _guard(pid, control)


def _prove_border() -> None:
    """Tries to signal a process beyond the border: one that has ended, which makes no difference."""
    witness = os.fork()
    if witness == 0:
        os._exit(0)
    try:
        landlock.reach_descendants_only(witness)
    finally:
        os.waitpid(witness, 0)


def _guard(zygote: int, control: socket.socket) -> NoReturn:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # The agent's death must not be its own. Should somebody have stopped it, it goes on then.
    confine.hear_of_parents_end(signal.SIGCONT)
    confine.hide_memory(hidden=True)
    ended = os.pidfd_open(zygote)
    poll = select.poll()
    poll.register(ended, select.POLLIN)
    poll.register(control, 0)  # that the agent is gone
    poll.poll()
    code = 0
    if any(descriptor == ended for descriptor, _ in poll.poll(0)):
        code = os.waitstatus_to_exitcode(os.waitpid(zygote, 0)[1])
    kill_all_in_reach()
    os._exit(code if code >= 0 else 128 - code)  # as shells tell of a signal
