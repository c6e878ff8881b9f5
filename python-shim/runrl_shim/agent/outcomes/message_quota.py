"""How many control messages a worker may send beside its results."""

from __future__ import annotations

_MOST = 256  # between two results: a worker that sends them without end must not keep the agent from the others


class ControlMessageQuota:
    """Counts the control messages of one worker."""

    __slots__ = ("_call", "_count")

    def __init__(self) -> None:
        self._call: int | None = None
        self._count = 0

    def exceeded(self, call: int | None) -> bool:
        """Counts one more, sent while this call ran. Returns whether that is too many."""
        if call != self._call:
            self._call, self._count = call, 0
        self._count += 1
        return self._count > _MOST
