"""A page of memory that the agent shares with one slot: how much CPU its worker had used when its batch began.

Without it nobody outside could tell what a call used that was killed or crashed, because a worker serves many. The
worker's user can write there: what is read is a claim about the worker's own calls, as their results are.
"""

from __future__ import annotations

import mmap
import os
import tempfile


class Account:
    """One page; the worker writes the first eight bytes, the agent reads them.

    Read as a file and not as memory: whoever holds the other end could cut it off, and reading memory that is gone
    ends the process.
    """

    def __init__(self) -> None:
        self.inside = _memory_file()
        os.truncate(self.inside, mmap.PAGESIZE)

    def cpu_ns(self) -> int:
        """CPU nanoseconds that the slot's worker and its children had used when the batch began."""
        return int.from_bytes(os.pread(self.inside, 8, 0), "little", signed=True)

    def close(self) -> None:
        """Gives it back."""
        os.close(self.inside)


def _memory_file() -> int:
    if not hasattr(os, "memfd_create"):  # an interpreter that was built for an older C library
        with tempfile.TemporaryFile() as file:
            return os.dup(file.fileno())
    return os.memfd_create("runrl-account", os.MFD_CLOEXEC)
