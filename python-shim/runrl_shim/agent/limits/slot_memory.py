"""What a slot holds in memory: cheaply where that is enough, and as exactly as the kernel can tell where it is not."""

from __future__ import annotations

import contextlib

from runrl_shim.agent.limits.buffers import MemoryWithBuffers
from runrl_shim.agent.limits.usage import folder_memory
from runrl_shim.kernel.held import PAGE, Gauge, Process

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_MOST_WALKED = 8 << 30  # bytes whose page tables are walked at a time, which takes 10 ms for each GiB
_EMPTY_TABLES = 50  # times as long as a byte takes one of tables, used or not


def base_of(zygote: int) -> int:
    """Bytes that the zygote holds after the import, and every process that is forked from it may share."""
    try:
        return Process(zygote).anonymous
    except (OSError, IndexError):
        return 0


class SlotMemory:
    """Look by look, in whatever thread, but one at a time.

    Args:
        base: see `base_of`; counted once.
        holds: bytes that a worker which can be restored has for itself before its first call. What is beyond the base
            of them was made ready for calls, and does not count.
    """

    def __init__(self, base: int, holds: int = 0) -> None:
        self.gauge = Gauge(base, MemoryWithBuffers)
        self._ready = max(0, holds - base)
        self._exact = 0
        self._at_exact: dict[int, Process] | None = None
        self._in_files = 0

    @property
    def unseen(self) -> str:
        """Why it cannot be told what the slot holds; empty where it can."""
        return self.gauge.unseen

    def look(self, init: int, pids: Sequence[int], limit: int) -> int:
        """Bytes that these processes and the files of their slot take; or more than that, but below the limit."""
        most = self.gauge.base + self.gauge.look(pids) - self._ready
        in_files = self.gauge.shared_bytes + folder_memory(init)
        most += in_files - self.gauge.shared_bytes
        if most <= limit or self.unseen:
            return most
        if self._at_exact is not None:
            most = min(most, self._exact + max(0, in_files - self._in_files) + self._grown(self._at_exact))
            if most <= limit:
                return most
        self._exact = in_files + self._walk() - self._ready
        self._at_exact, self._in_files = dict(self.gauge.processes), in_files
        return self._exact

    def _grown(self, before: dict[int, Process]) -> int:
        """No less than what they have taken since: what is new is mapped or, where it is a copy, has cost a fault."""
        grown = 0
        for pid, now in self.gauge.processes.items():
            then = before.get(pid)
            if then is None:
                grown += now.anonymous + now.tables
            else:
                grown += max(0, now.anonymous - then.anonymous) + max(0, now.tables - then.tables)
                grown += (now.faults - then.faults) * PAGE
        return grown

    def _walk(self) -> int:
        """Counts shared pages once; of the smallest processes, where all are too many, what they may have."""
        held = walked = 0
        for process in sorted(self.gauge.processes.values(), key=lambda each: each.anonymous, reverse=True):
            most = process.most(self.gauge.base)
            walked += process.anonymous + process.tables * _EMPTY_TABLES
            if walked < _MOST_WALKED:
                with contextlib.suppress(OSError):
                    most = process.tables + _proportional(process.folder)
            held += most
        return held


def _proportional(folder: str) -> int:
    with open(f"{folder}/smaps_rollup", "rb") as file:
        return sum(int(line.split()[1]) << 10 for line in file if line.startswith((b"Pss_Anon:", b"SwapPss:")))
