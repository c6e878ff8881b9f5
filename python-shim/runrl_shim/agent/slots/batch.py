"""Calls that one worker gets at once. The agent finds where each begins and ends, and decodes nothing else."""

from __future__ import annotations

from struct import Struct

from runrl_shim.wire import protocol as wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_SIZE_AND_CALL = Struct("<II").unpack_from  # the first two fields of a call frame


class Batch:
    """Calls that one worker gets at once: one block of frames, with where each begins and ends."""

    __slots__ = ("block", "calls")

    def __init__(self, block: bytes | memoryview, calls: Sequence[tuple[int, int, int]]) -> None:
        self.block = block
        self.calls = calls  # (call, begin, end)

    @classmethod
    def parse(cls, block: bytes) -> Batch:
        """Finds the frames of a block.

        Raises:
            ValueError: the block is not made of whole frames.
        """
        calls = []
        offset = 0
        while offset < len(block):
            size, call = _SIZE_AND_CALL(block, offset) if len(block) - offset >= wire.CALL_FRAME.size else (0, 0)
            if size < wire.CALL_FRAME.size or offset + size > len(block):
                raise ValueError(f"a call frame of {size} bytes")
            calls.append((call, offset, offset + size))
            offset += size
        return cls(block, calls)

    def rest(self, position: int) -> Batch | None:
        """The calls from `position` on."""
        calls = self.calls[position:]
        return Batch(self.block, calls) if calls else None

    def singles(self) -> list[Batch]:
        """One batch per call."""
        return [Batch(self.block, [call]) for call in self.calls]

    def holds(self, call: int, position: int = 0) -> bool:
        """Whether the call is among those from `position` on."""
        return any(entry[0] == call for entry in self.calls[position:])

    def without(self, call: int) -> Batch | None:
        """The same without one call."""
        calls = [entry for entry in self.calls if entry[0] != call]
        return Batch(self.block, calls) if calls else None

    def payload(self) -> list[bytes | memoryview]:
        """The bytes to send: header and frames."""
        view = memoryview(self.block)
        first, last = self.calls[0][1], self.calls[-1][2]
        if sum(end - begin for _, begin, end in self.calls) == last - first:
            frames: list[bytes | memoryview] = [view[first:last]]
        else:
            frames = [view[begin:end] for _, begin, end in self.calls]
        size = sum(end - begin for _, begin, end in self.calls)
        return [wire.BATCH_HEADER.pack(size, len(self.calls)), *frames]
