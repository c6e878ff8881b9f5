"""Forks episodes in a row: nothing of Python runs between two forks, which both processes would pay for."""

from __future__ import annotations

import ctypes
import os

from runrl_shim.inside.confinement.namespaces import fork_inside
from runrl_shim.inside.confinement.tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from runrl_shim.inside.confinement.tables import Cell
    from runrl_shim.inside.slots.entering import Entering

_NONE = -1
_NOT_YET = 0


class EpisodeRow:
    """As many forks as may be asked for at once.

    Args:
        home: see `namespaces.PidNamespaces`.
        fork: see `bare_fork.parts_of_fork`, as for `needed`.
        needed: what a child calls.
        enterings: what each of them begins with.
        descriptors: see `Entering.as_worker`.
    """

    def __init__(
        self,
        home: int,
        fork: Any,
        needed: Sequence[Callable[[], object]],
        enterings: Sequence[Entering],
        descriptors: Sequence[Cell],
    ) -> None:
        self._needed = needed
        self._enterings = enterings
        self._descriptors = descriptors
        self._table = Table()
        self._first = 0
        self._forks = [fork_inside(self._table, home, fork, each.steps.first) for each in enterings]
        self._table.write_down()

    def fork(self, handed: Sequence[Sequence[int]]) -> list[int | OSError] | int:
        """Forks a slot for each of these, which are closed here.

        Returns:
            Their numbers, or why there is none. In a child what it has begun with gave: see `Steps.go_on`.

        Raises:
            RuntimeError: this process could not take back what forking needs.
        """
        if not handed:
            return []
        descriptors = [descriptor for each in handed for descriptor in each]
        for index, cell in enumerate(self._descriptors):
            cell.set(descriptors[index] if index < len(descriptors) else _NONE)
        self._first = first = len(self._enterings) - len(handed)
        for _, unshared, pid, _, _ in self._forks:
            unshared.set(0)
            pid.set(_NOT_YET)
        for entering, own in zip(self._enterings[first:], handed, strict=True):
            for cell, descriptor in zip(entering.handed, own, strict=True):
                cell.set(descriptor)
        given = self._table.carry_out(first * len(self._forks[0]))
        if given <= 0:
            for each in self._needed:
                each()
            return given
        number = ctypes.get_errno()
        for descriptor in descriptors:
            os.close(descriptor)
        return [_number_of(each, number) for each in self._forks[first:]]

    def own_entering(self) -> Entering:
        """In a child: that of its place in the row. Behind it, nothing was tried yet."""
        before = sum(pid.get() != _NOT_YET or unshared.get() < 0 for _, unshared, pid, _, _ in self._forks)
        return self._enterings[self._first + before]


def _number_of(results: Sequence[Cell], number: int) -> int | OSError:
    _, unshared, pid, back, lowered = (cell.get() for cell in results)
    if back < 0 or lowered < 0:
        raise RuntimeError(f"the zygote cannot fork any more: {os.strerror(-min(back, lowered))}")
    if unshared < 0:
        return OSError(-unshared, f"unshare: {os.strerror(-unshared)}")
    return pid if pid > 0 else OSError(number, os.strerror(number))
