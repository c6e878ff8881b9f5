"""A slot with an episode in it, as the agent sees it, and the family that it makes with its copies."""

from __future__ import annotations

import contextlib
import os
import socket

from runrl_shim.agent.limits import usage
from runrl_shim.agent.limits.account import Account
from runrl_shim.agent.slots.slot import Slot
from runrl_shim.wire.signals import DUMP_SIGNAL, catches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runrl_shim.agent.episodes.episode_requests import Request
    from runrl_shim.agent.slots.batch import Batch


class Family:
    """An episode and its copies: they share a pid namespace, and end for good together.

    Attributes:
        number: of the slot that it began as, by which the zygote knows it.
        status: pipe on which its first process tells how members end.
        first: pidfd of its first process, once that only waits; None while it is the episode itself.
        numbers: members that are processes beside it, by their number in the namespace.
        ended: how some of these have ended: exit code, CPU nanoseconds, peak bytes.
        waiting: requests that are answered when nothing of the family is left.
        is_reaped: the zygote was asked to reap the first process.
    """

    def __init__(self, number: int, status: int) -> None:
        self.number = number
        self.status = status
        self.first: int | None = None
        self.members: set[LiveSlot] = set()
        self.numbers: dict[int, LiveSlot] = {}
        self.ended: dict[int, tuple[int, int, int]] = {}
        self.waiting: list[int] = []
        self.is_reaped = self.is_gone = False


class LiveSlot(Slot):
    """Descriptors and bookkeeping of one episode.

    Args:
        family: that of the episode which this one is a copy of; None for one that the zygote forks.

    Attributes:
        episode: the host's number; None: a spare.
        request: what it was asked and has not answered.
        copying: the copy that is being made of it.
        closing: the request that waits for its end.
        says: which process of the family its worker says it is, by the number there; 0: it has not said, or was heard.
        number_inside: of its process in the family's namespace; 0: it is the first.
        used: CPU nanoseconds and peak bytes of its process, once that has ended and they were told.
    """

    def __init__(self, number: int, output_limit: int, family: Family | None = None) -> None:
        self.is_copy = family is not None
        super().__init__(number, output_limit)
        self.family = Family(number, self.status) if family is None else family
        self.family.members.add(self)
        self.group = self.family.number
        self.episode: int | None = None
        self.request: Request | None = None
        self.copying: LiveSlot | None = None
        self.closing: int | None = None
        self.says = 0
        self.number_inside = 0
        self.used = (0, 0)
        self.has_ended = False

    read_bytes = 1 << 16

    @property
    def is_special(self) -> bool:
        """What an episode answers is always looked at: it may be its last answer."""
        return True

    def _open_status(self) -> tuple[int, int]:
        return (-1, -1) if self.is_copy else super()._open_status()

    def _open_account(self) -> Account:
        return _Spent()

    # --- descriptors -------------------------------------------------------------------------------------

    @property
    def inside(self) -> list[int]:
        """The ends that go to the zygote, or, of a copy, to its original: socket, status (not of copies), outputs."""
        status = [] if self.is_copy else [self._inside_status]
        return [self._inside_socket.fileno(), *status, self._inside_stdout, self._inside_stderr]

    def close_inside(self) -> None:
        """Closes our copies of the ends that were handed over."""
        descriptors = self.inside[1:]
        self._inside_socket.close()
        for descriptor in descriptors:
            os.close(descriptor)

    @property
    def pipes(self) -> tuple[int, ...]:
        """The status pipe is the family's."""
        return self.stdout, self.stderr

    def ask_for_dump(self) -> None:
        """Asks the worker for its stack, without an init between."""
        self.dump_asked = True
        self.dumps_expected += 1
        if catches(usage.pid_of(self.pidfd), DUMP_SIGNAL):
            self.signal(DUMP_SIGNAL)

    def processes(self) -> list[usage.Process]:
        """Everything that runs for this episode: there is no init to leave out, except where it has stepped back.

        What a member leaves behind becomes a child of the first process, and counts as long as there is one member.
        """
        family = self.family
        if family.first is not None and len(family.members) == 1:
            return usage.processes_below(usage.pid_of(family.first))
        return usage.process_and_below(usage.pid_of(self.pidfd))

    # --- sending -----------------------------------------------------------------------------------------

    def take(self, batch: Batch) -> None:
        """Each request is one of its calls."""
        super().take(batch)
        self.served += 1

    def begin_copy(self, batch: Batch, copy: LiveSlot) -> None:
        """Asks the episode for a copy of itself; the descriptors of that go with the first byte."""
        self.take(batch)
        data = b"".join(batch.payload())
        with contextlib.suppress(OSError):  # its end is about to be seen, or the deadline comes: it reads nothing
            sent = socket.send_fds(self.socket, [data], copy.inside)
            self.unsent.extend([memoryview(data)[sent:]] if sent < len(data) else [])
        copy.close_inside()


class _Spent(Account):
    """An episode has no page of its own: what it had used is what its results said, and the slot adds these up."""

    def __init__(self) -> None:
        self.descriptor = -1

    def cpu_ns(self) -> int:
        return 0

    def close(self) -> None:
        """There is nothing to give back."""


def open_member(number: int, first: int) -> int | None:
    """A pidfd of the member of a family that has this number in its own namespace; None: there is none.

    Args:
        number: what a process says of itself, which is not trusted.
        first: pidfd of the family's first process, of which every member is a child.
    """
    parent = usage.pid_of(first)
    for pid in reversed(usage.children_of(parent)):  # the newest last
        if _number_inside(pid, parent) != number:
            continue
        with contextlib.suppress(OSError):
            pidfd = os.pidfd_open(pid)
            # Looked at again: the number may have come to stand for another process in between.
            if usage.pid_of(pidfd) == pid and _number_inside(pid, parent) == number and usage.pid_of(first) == parent:
                return pidfd
            os.close(pidfd)
    return None


def _number_inside(pid: int, parent: int) -> int:
    """The number that a child of `parent` has in its own namespace; 0 when it is none."""
    with contextlib.suppress(OSError, ValueError, KeyError), open(f"/proc/{pid}/status") as file:
        lines = dict(line.split(":", 1) for line in file if line.startswith(("Tgid:", "PPid:", "NSpid:")))
        if int(lines["PPid"]) == parent and int(lines["Tgid"]) == pid:  # a process, and no thread of one
            return int(lines["NSpid"].split()[-1])
    return 0
