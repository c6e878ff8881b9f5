"""What passes through an init between the agent and a worker that is traced; nothing of it stays there.

The init forks the next worker, which is a copy of it: what other calls were given must not lie about in there. So their
bytes never become objects of Python, and the memory that they pass through is given back before that fork.
"""

from __future__ import annotations

import ctypes
import os
from mmap import MAP_ANONYMOUS, MAP_PRIVATE, mmap
from struct import Struct

from runrl_shim.wire import protocol as wire
from runrl_shim.wire.evidence import TAMPERING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runrl_shim.inside.restore.tracing import Traced

_MOST_FRAME = 1 << 20
_MOST_HELD = 1 << 16  # bytes of words that wait for their result
_WORDS = Struct("<IIBB")  # size, call, status, flags
_FLAGS_AT = 9
_MEASURED = Struct("<qQ")  # CPU time and peak memory in a result
_MEASURED_AT = wire.RESULT_FRAME.size - _MEASURED.size
_SPOILS = [f'"kind":"{kind}"'.encode() for kind in sorted(TAMPERING)]


class Passage:
    """The way between the socket of a slot and its worker.

    Args:
        socket_fd: where batches come from and frames go to.
    """

    def __init__(self, socket_fd: int) -> None:
        self._socket = socket_fd
        self.held = 0  # bytes of words of the call that runs, which were not sent yet
        self.spoils = False  # whether one of them costs the worker, as the agent sees it
        self._make(_MOST_HELD + _MOST_FRAME)

    def _make(self, size: int) -> None:
        self._size = size
        self._bytes = mmap(-1, size, MAP_PRIVATE | MAP_ANONYMOUS)
        self._view = memoryview(self._bytes)
        self._at = ctypes.addressof(ctypes.c_char.from_buffer(self._bytes))

    def close(self) -> None:
        """Gives the memory back to the kernel."""
        self._view.release()
        self._bytes.close()

    # --- batches -----------------------------------------------------------------------------------------

    def read_batch(self) -> tuple[int, int]:
        """Reads a whole batch: its bytes and its calls. None when the agent has closed the socket."""
        have, size = 0, wire.BATCH_HEADER.size
        while have < size:
            part = os.readv(self._socket, [self._view[have:size]])
            if not part:
                return 0, 0
            have += part
            if have == wire.BATCH_HEADER.size:
                body, calls = wire.BATCH_HEADER.unpack_from(self._view)
                size += body
                if size > self._size:
                    self.close()
                    self._make(size)
                    wire.BATCH_HEADER.pack_into(self._view, 0, body, calls)
        return size, calls

    def put(self, batch: bytes) -> None:
        """A batch that the init makes up."""
        self._view[: len(batch)] = batch

    def give(self, traced: Traced, start: int, address: int, size: int) -> None:
        """Copies a part of the batch into the worker."""
        traced.write_from(self._at + start, address, size)

    # --- frames ------------------------------------------------------------------------------------------

    def take(self, traced: Traced, address: int, size: int) -> tuple[int, int] | None:
        """Copies what the worker is about to write behind what is held: status and flags, if it is one whole frame."""
        if not wire.RESULT_FRAME.size <= size <= _MOST_FRAME:
            return None
        traced.read_into(self._at + self.held, address, size)
        said, _, status, flags = _WORDS.unpack_from(self._view, self.held)
        return (status, flags) if said == size else None

    def measure(self, cpu_ns: int, resident: int) -> None:
        """Says in the frame what its call has used."""
        _MEASURED.pack_into(self._view, self.held + _MEASURED_AT, cpu_ns, resident)

    def flag(self, *, add: int = 0, remove: int = 0) -> None:
        """Changes the flags of the frame."""
        at = self.held + _FLAGS_AT
        self._view[at] = (self._view[at] | add) & ~remove

    def hold(self, size: int) -> None:
        """Keeps a word back until the result: each time that it hears something costs the agent."""
        end = self.held + size
        self.spoils = self.spoils or any(self._bytes.find(kind, self.held, end) >= 0 for kind in _SPOILS)
        self.held = end
        if end > _MOST_HELD:
            self.send(0)

    def send(self, size: int) -> None:
        """Sends what is held, and the frame of this size behind it."""
        sent, end, self.held = 0, self.held + size, 0
        while sent < end:
            sent += os.write(self._socket, self._view[sent:end])
