"""Whether workers of a slot are restored after a call, or replaced: its init decides before it forks one.

To prepare a worker for it takes tens of milliseconds and pays after some calls. So it begins when calls have cost the
slot some workers, and ends for good when workers had to be replaced all the same before it paid.
"""

from __future__ import annotations

import os
from signal import SIGCONT, SIGSTOP

from runrl_shim.inside.confinement.confine import own_memory
from runrl_shim.inside.confinement.seccomp import load_filters, permitting
from runrl_shim.inside.restore.memory_copy import NotRestorable
from runrl_shim.inside.restore.rehearsal import rehearsal
from runrl_shim.inside.restore.restorable import OWN_ROOM, SLACK, with_room
from runrl_shim.inside.restore.restorer import Restorer
from runrl_shim.inside.restore.tracing import TRACER_CALLS, Ended
from runrl_shim.wire.protocol import ACCOUNT_FORKS, SLOT_HOLDS, SLOT_STATUS
from runrl_shim.wire.signals import DUMP_SIGNAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from resource import struct_rusage

    from runrl_shim.inside.confinement.seccomp import Filter
    from runrl_shim.inside.workers.call_worker import CallWorker
    from runrl_shim.wire.protocol import ModuleSpec

_KERNEL = (6, 10)  # 6.7 to 6.9 may take a page that is swapped out for one that was not written
_AFTER = 2  # workers that were replaced
_PAYS_AFTER = 32  # calls of one worker: to prepare it costs as much as so many forks more than restorations
_MOST_LOST = 2 * _PAYS_AFTER  # calls that a slot's workers may fall short of that together
_MOST_GAINED = 4 * _PAYS_AFTER  # of former ones; calls change in training


class Restoring:
    """The decision, and what follows from it.

    Args:
        filters: those that every worker gets.
        account: descriptor of the slot's account page, in which nobody has written but the agent.
        runs_code: whether calls execute code.
    """

    def __init__(self, spec: ModuleSpec, filters: Sequence[Filter], account: int, *, runs_code: bool) -> None:
        self._filters = filters
        self._always = spec["reuse"] == "never"
        self._most = min(spec["most_copied"], spec["memory"] // 4)
        self._on = (
            spec["confined"]
            and spec["landlock"] is None
            and spec["kind"] == "reward"
            and (spec["reuse"] == "never" or (spec["reuse"] == "auto" and runs_code))
            and not spec["import_in_worker"]
            and not spec["in_cgroup"]  # which would count the copy, and what is made ready, as the call's
            and not os.pread(account, 1, 8 * ACCOUNT_FORKS)[0]
            and why_not_here() is None
            and own_memory() < self._most
        )
        self._rehearsal = rehearsal(runs_code=runs_code) if self._on else b""
        self._workers = self._gained = 0
        self.slack = SLACK + OWN_ROOM if self._on else 0

    def of_init(self) -> Sequence[Filter]:
        """The filters of the slot's init, which has to trace its worker as long as any is restored."""
        return permitting(self._filters, TRACER_CALLS) if self._on else self._filters

    def decide(self) -> None:
        """Called before each fork."""
        self._workers += 1
        if self._on and self._gained <= -_MOST_LOST:
            self._on = False
            load_filters(self._filters)

    def serve(self, worker: CallWorker, account: memoryview[int]) -> None:
        """Serves calls, in a worker that can be restored if it is time for that. Puts on the filters that it lacks."""
        if self._on and self._workers > _AFTER:
            with_room(_offer_and_serve.__code__, globals())(worker, account, self._filters)
            return
        if self._on:
            load_filters(self._filters)
        worker.serve()

    def wait(
        self, pid: int, socket_fd: int, account: memoryview[int], proc: int, tell: Callable[[bytes], None], ended: bytes
    ) -> tuple[int, struct_rusage]:
        """Waits for the end of a worker, and restores it until then if it can be.

        Args:
            proc: see `HeldWorker`.
            tell: writes on the status pipe.
            ended: how the one before it ended. It is told once this one can be given calls, whose time begins then:
                to prepare it may take longer than they may.
        """
        untold = [ended]

        def is_ready() -> None:
            if untold:
                tell(untold.pop())

        prepares = self._on and self._workers > _AFTER
        if not prepares:
            is_ready()
        _, status, used = os.wait4(pid, os.WUNTRACED if prepares else 0)
        if os.WIFSTOPPED(status) and os.WSTOPSIG(status) != SIGSTOP:
            times, end, was_asked = serve_restored(
                pid,
                socket_fd,
                account,
                tell,
                is_ready,
                self._rehearsal,
                always=self._always,
                most=self._most,
                proc=proc,
            )
            if times >= _PAYS_AFTER or not was_asked:  # which says nothing of what calls do
                self._gained = min(_MOST_GAINED, self._gained + times - _PAYS_AFTER)
            _, status, used = os.wait4(pid, 0) if end is None else (pid, end.status, end.used)
            tell(SLOT_STATUS.pack(times, SLOT_HOLDS, 0, 0))
        elif prepares:
            is_ready()
            self._gained -= _PAYS_AFTER
            tell(SLOT_STATUS.pack(0, SLOT_HOLDS, 0, 0))
            if os.WIFSTOPPED(status):
                os.kill(pid, SIGCONT)
                _, status, used = os.wait4(pid, 0)
        return status, used


def why_not_here() -> str | None:
    """Why no worker can be restored on this machine, as far as its name tells."""
    machine = os.uname()
    version = tuple(int("".join(filter(str.isdigit, part)) or 0) for part in machine.release.split(".")[:2])
    if machine.machine != "x86_64":
        return f"the processor is {machine.machine}, not x86_64"
    return None if version >= _KERNEL else f"Linux is {machine.release}, not 6.10 or later"


def serve_restored(
    pid: int,
    socket_fd: int,
    account: memoryview[int],
    tell: Callable[[bytes], None],
    is_ready: Callable[[], None],
    rehearsed: bytes,
    *,
    always: bool,
    most: int,
    proc: int = -1,
) -> tuple[int, Ended | None, bool]:
    """Restores a worker that has stopped for it, as long as it can be; see `Restorer` and `Restoring.wait`.

    Returns:
        How often, its end if it has ended, and whether it was let go for its stack, not for what its call did.
    """
    restorer = Restorer(pid, socket_fd, account, tell, rehearsed, always=always, proc=proc)
    end = None
    try:
        try:
            restorer.begin(most)
        except (OSError, NotRestorable):
            restorer.give_up()
        else:
            restorer.serve(is_ready)
    except Ended as ended:
        end = Ended(ended.status, ended.used)  # without the frames that lead to what was seen
    finally:
        is_ready()
        restorer.close()
    return restorer.restored, end, restorer.stopped_at == DUMP_SIGNAL


def _offer_and_serve(worker: CallWorker, account: memoryview[int], filters: Sequence[Filter]) -> None:
    worker.restorable.offer(filters, account)
    worker.serve()
