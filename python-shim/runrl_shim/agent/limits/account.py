"""A page of memory that the agent shares with one slot: how much CPU its worker had used when its batch began.

Without it nobody outside could tell what a call used that was killed or crashed, because a worker serves many. The
worker's user can write there: what is read is a claim about the worker's own calls, as their results are. The agent
reads the file and does not map it: who holds the other end could cut it off, and memory that is gone ends the process.
"""

from __future__ import annotations

import os

from runrl_shim.wire import protocol as wire
from runrl_shim.wire.packets import in_memory

_SIZE = os.sysconf("SC_PAGE_SIZE")


class Account:
    """One page; the worker writes the first eight bytes, the agent reads them."""

    def __init__(self) -> None:
        self.descriptor = in_memory(bytes(_SIZE))

    def say_forks(self) -> None:
        """Tells the init of a slot, which is still to be made, that none of its workers is to be restored."""
        os.pwrite(self.descriptor, b"\1", 8 * wire.ACCOUNT_FORKS)

    def cpu_ns(self) -> int:
        """CPU nanoseconds that the slot's worker and its children had used when the batch began."""
        return int.from_bytes(os.pread(self.descriptor, 8, 0), "little", signed=True)

    def close(self) -> None:
        """Gives the page back."""
        os.close(self.descriptor)
