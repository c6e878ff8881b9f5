"""Reads the result frames of a worker, which is not trusted: how far they are whole, in order and plain."""

from __future__ import annotations

from struct import Struct

from runrl_shim.agent.outcomes.stacks import after_dump
from runrl_shim.wire import protocol as wire
from runrl_shim.wire.frames import with_output

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runrl_shim.agent.slots.slot import Slot
    from runrl_shim.wire.protocol import ModuleSpec

RESULT_HEAD = Struct("<IIBBdqqq").unpack_from  # as far as cpu_ns
ATTENTION = wire.RESULT_WAITS | wire.RESULT_RETIRES
# Statuses that a worker may not give: limits, losses and callers are not its to speak for.
NOT_ITS_OWN = bytes(
    status not in (wire.STATUS_OK, wire.STATUS_RAISED, wire.STATUS_INVALID, wire.STATUS_MEMORY) for status in range(256)
)

_ROOM = 64 * 1024


def largest_result(module: ModuleSpec) -> int:
    """Bytes of a frame that a worker can have made: escapes in JSON take up to twelve bytes for a character."""
    return _ROOM + module["max_result"] + 2 * 12 * module["output_limit"]


def walk_plain_results(slot: Slot, data: bytes) -> int:
    """The fast path: counts results that need nothing but forwarding. Returns where it stopped."""
    if slot.batch is None or slot.is_special:
        return 0
    calls, position, offset, end = slot.batch.calls, slot.position, 0, len(data) - wire.RESULT_FRAME.size
    forgets = 0
    while offset <= end and position < len(calls):
        size, call, status, flags, _reward, _started, _duration, cpu_ns = RESULT_HEAD(data, offset)
        if call != calls[position][0] or NOT_ITS_OWN[status] or flags & ATTENTION:
            break
        if size < wire.RESULT_FRAME.size or offset + size > len(data):
            break
        slot.cpu_ns += cpu_ns
        forgets = flags & wire.RESULT_FORGETS
        position += 1
        offset += size
    if offset:
        slot.position = position
        slot.fresh = forgets != 0
    return offset


def completed(slot: Slot, frame: bytes, flags: int) -> bytes:
    """A result that is not the plain one, as the host gets it: with what was written past Python's streams."""
    if flags & ATTENTION:  # otherwise what is there now is of a later call
        slot.read_raw("stdout")
        slot.read_raw("stderr")
    if not slot.has_raw:
        return frame
    stdout, stderr, dump = slot.take_raw(with_dump=slot.dumps_expected > 0)
    slot.dumps_expected -= bool(dump)
    stderr += after_dump(dump)
    return with_output(frame, stdout, stderr) if stdout or stderr else frame
