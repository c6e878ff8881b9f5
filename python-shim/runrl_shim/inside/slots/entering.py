"""How a slot of its own namespaces is entered: noted down by the zygote, carried out in its forks."""

from __future__ import annotations

import os

from runrl_shim.inside.confinement import confine, namespaces, seccomp
from runrl_shim.inside.confinement.steps import Steps
from runrl_shim.inside.confinement.tables import Cell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from runrl_shim.inside.workers.measure import Noted
    from runrl_shim.wire.protocol import ModuleSpec

HANDED = 4  # descriptors that the agent hands over with each slot: socket, status, standard output and error


class Entering:
    """Takes a fresh fork of the zygote to where it has what a slot has, and no capability.

    Args:
        unwanted: descriptors of the zygote that a slot must not keep.

    Attributes:
        steps: to be written down before the first fork.
        handed: the descriptors that the next slot gets; to be set.
        proc: see `namespaces.private_mounts`.
    """

    def __init__(self, spec: ModuleSpec, unwanted: Sequence[int]) -> None:
        self.steps = steps = Steps()
        self.handed = [Cell() for _ in range(HANDED)]
        for descriptor in unwanted:
            steps.call("close", descriptor)
        for cell, target in zip(self.handed[2:], (1, 2), strict=True):
            steps.call("dup3", cell, target, 0)
            steps.call("close", cell)
        # A session of its own: the kernel's scheduler (autogroup) shares CPU out fairly between sessions.
        steps.call("setsid")
        confine.first_to_die(steps)
        own_network = spec["own_network"]
        self.proc = namespaces.private_mounts(steps, spec["tmp_size"], spec["tmp_binds"], own_network=own_network)
        namespaces.user_namespace(steps, self.proc)
        confine.no_capabilities(steps)

    def as_worker(
        self, processes: int, filters: Sequence[seccomp.Filter], numbers: Sequence[int], of_row: Sequence[Cell]
    ) -> None:
        """Adds what makes a worker of it at once, behind its filters.

        Args:
            numbers: those that its socket and its status pipe get, which objects know already.
            of_row: the descriptors of all slots that are made in a row.
        """
        self.steps.call("close", self.proc)
        for cell, number in zip(self.handed, numbers, strict=False):
            self.steps.call("dup3", cell, number, os.O_CLOEXEC)
        for cell in of_row:
            self.steps.call("close", cell, may_fail=True)  # closed already, or the row is shorter
        confine.worker_limits(self.steps, processes)
        seccomp.filtered(self.steps, filters)

    def note(self, noted: Noted, link: int, dump: int) -> None:
        """Adds what the worker needs to know of itself, and its copy of standard error."""
        self.steps.call("dup3", 2, dump, os.O_CLOEXEC)
        self.steps.call("fstat", link, noted.stat)
        self.steps.call("getrusage", 0, noted.usage)
