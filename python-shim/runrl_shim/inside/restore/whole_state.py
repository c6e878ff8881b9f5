"""All of a worker that a call could change, compared after each restoration: for tests, as it takes long.

Set `RUNRL_CHECK_RESTORED` in the module's environment (`--env`), and a slot ends where something is not as it was.
"""

from __future__ import annotations

import ctypes
import os
from hashlib import blake2b

from runrl_shim.inside.restore.memory_copy import common
from runrl_shim.inside.restore.restorable import STATE_BYTES, layout_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runrl_shim.inside.restore.tracing import Traced
    from runrl_shim.inside.restore.written_pages import Pages


_RSEQ_BYTES = 32  # where the kernel says on which processor the process runs


class WholeState:
    """What a worker was when this was made.

    Args:
        state: where the init writes into the worker, which is not looked at.
    """

    def __init__(self, traced: Traced, pages: Pages, state: int) -> None:
        self._traced, self._pages, self._state = traced, pages, state
        self._before = self._look()

    def _look(self) -> dict[str, bytes]:
        """Hashes of mappings, pages that are there or protected, registers, and the bytes of private memory."""
        layout = layout_of(str(self._traced.pid))
        readable = [(start, end) for start, end, rights, *_ in layout if rights[0] == "r"]
        found = {
            "mappings": repr([mapping[:6] for mapping in layout]).encode(),
            "registers": self._traced.all_registers(),
            "pages that are there": self._pages.present(),
            "pages that are not protected": self._pages.written(),
        }
        kernels = self._traced.abort_word() - 8
        for start, end in common(self._pages.own_regions(), readable):
            memory = ctypes.create_string_buffer(end - start)
            self._traced.read_into(ctypes.addressof(memory), start, end - start)
            for at, size in ((self._state, STATE_BYTES), (kernels, _RSEQ_BYTES)):
                if start <= at < end:
                    ctypes.memset(ctypes.addressof(memory) + at - start, 0, size)
            found[f"memory at {start:#x}"] = memory.raw
        return {what: blake2b(value).digest() for what, value in found.items()}

    def changes(self) -> list[str]:
        """What is not as it was."""
        before, now = self._before, self._look()
        return [what for what in {**before, **now} if before.get(what) != now.get(what)]

    def end_if_changed(self) -> None:
        """Ends the process, a slot's init, if something is not as it was."""
        if changes := self.changes():
            os.write(2, f"runrl-sandbox: a worker was not restored: {', '.join(changes)}\n".encode())
            os._exit(70)
