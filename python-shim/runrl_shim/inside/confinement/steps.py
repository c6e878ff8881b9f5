"""Steps by which a process is confined: tables of system calls, and what only Python can do."""

from __future__ import annotations

from runrl_shim.inside.confinement.tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runrl_shim.inside.confinement.tables import Argument, Cell


class Steps:
    """What is to be done, in this order: system calls, and what only Python can do."""

    def __init__(self) -> None:
        self.first = self._last = Table()
        self._further: list[Table | Callable[[], object]] = []

    def call(
        self, name: str, first: Argument | Cell = 0, *further: Argument, may_fail: bool = False, what: str = ""
    ) -> Cell:
        """Adds a system call: see `Table.call`."""
        return self._last.call(name, first, *further, skips=int(may_fail), what=what)

    def then(self, function: Callable[[], object]) -> None:
        """Adds a function."""
        self._last = Table()
        self._further += [function, self._last]

    def write_down(self) -> None:
        """See `Table.write_down`."""
        for part in (self.first, *self._further):
            if isinstance(part, Table):
                part.write_down()

    def carry_out(self) -> None:
        """Does it all.

        Raises:
            OSError: a step failed that must not.
        """
        self.go_on(self.first.carry_out())

    def go_on(self, given: int) -> None:
        """Does what is left after the first table has given this. Raises OSError as `carry_out`."""
        if given:
            self.first.refuse(given)
        for part in self._further:
            if not isinstance(part, Table):
                part()
            elif given := part.carry_out():
                part.refuse(given)

    @property
    def is_one_table(self) -> bool:
        """Whether nothing is left after the first one."""
        return not self._further
