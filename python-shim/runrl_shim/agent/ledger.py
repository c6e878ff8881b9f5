"""Which calls were handed to a worker, kept where the host can still read it when this process is dead.

A killed agent can tell nothing. Calls that it had only queued never began, and the host gives them to the next agent;
those that a worker had been given may have run, and are lost. What was stored here before the kill stays.
"""

from __future__ import annotations

import mmap
import os

from runrl_shim.wire import protocol as wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Ledger:
    """A table in shared memory: at `call % LEDGER_ENTRIES` the number of the call that was handed over last.

    The host never has two calls under way that share a place.

    Attributes:
        descriptor: of the memory; -1 where there is none (a tiny RLIMIT_FSIZE): the host then takes all for begun.
    """

    def __init__(self) -> None:
        self.descriptor = os.memfd_create("runrl-ledger", os.MFD_CLOEXEC)
        size = 4 * wire.LEDGER_ENTRIES
        try:
            os.ftruncate(self.descriptor, size)
            self._entries = memoryview(mmap.mmap(self.descriptor, size)).cast("I")
        except OSError:
            os.close(self.descriptor)
            self.descriptor = -1
            self._entries = memoryview(bytearray(size)).cast("I")

    def hand_over(self, calls: Sequence[tuple[int, int, int]]) -> None:
        """To be called before a worker can see the first byte of these calls."""
        entries, mask = self._entries, wire.LEDGER_ENTRIES - 1
        for call, _, _ in calls:
            entries[call & mask] = call
