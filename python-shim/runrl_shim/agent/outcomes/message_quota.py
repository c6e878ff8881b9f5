"""What a worker says beside results: how much of it."""

from __future__ import annotations

_MAX_WORDS = 256  # between two results: whoever sends words without end must not keep the agent for himself


class Words:
    """Counts what a worker says beside results."""

    __slots__ = ("_call", "_count")

    def __init__(self) -> None:
        self._call: int | None = None
        self._count = 0

    def too_many(self, call: int | None) -> bool:
        """One more, while this call ran. Whether it is one too many."""
        if call != self._call:
            self._call, self._count = call, 0
        self._count += 1
        return self._count > _MAX_WORDS
