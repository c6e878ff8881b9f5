"""Reads what workers that serve one call after the other have sent, and ends the call that a worker died in."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Generic, TypeVar

from runrl_shim.agent.outcomes import verdicts
from runrl_shim.agent.outcomes.results import ATTENTION, NOT_ITS_OWN, RESULT_HEAD, largest_result, walk_plain_results
from runrl_shim.agent.outcomes.stacks import user_stack
from runrl_shim.agent.slots.slot import Slot, State
from runrl_shim.wire import protocol as wire

if TYPE_CHECKING:
    from collections.abc import Callable

    from runrl_shim.agent.slots.keeper import SlotKeeper
    from runrl_shim.agent.slots.pools import ResultTaker
    from runrl_shim.wire.protocol import ModuleSpec

S = TypeVar("S", bound=Slot)


class ResultReader(Generic[S]):
    """Passes plain results on as they are; what the others mean is for the pool to say.

    Args:
        emit: takes result frames.
        taker: the pool.
    """

    def __init__(
        self, keeper: SlotKeeper[S], module: ModuleSpec, emit: Callable[[bytes], None], taker: ResultTaker[S]
    ) -> None:
        self.one_by_one = False  # each worker serves one call: no result is plain
        self._keeper = keeper
        self._emit_frames = emit
        self._taker = taker
        self._max_result = largest_result(module)

    def read(self, slot: S) -> None:
        """Takes what has come from the worker, as far as it is whole."""
        data = slot.receive()
        if data is None:
            return self._keeper.loop.forget(slot.socket.fileno())
        position = slot.position
        begin, offset, end = 0, 0 if self.one_by_one else walk_plain_results(slot, data), len(data)
        while end - offset >= wire.RESULT_FRAME.size:
            size, call, status, flags, _reward, _started, _duration, cpu_ns = RESULT_HEAD(data, offset)
            if size < wire.RESULT_FRAME.size or size > self._max_result:
                return self._broke_protocol(slot, data[begin:offset])
            if offset + size > end:
                break
            if status >= wire.WORKER_READY:
                self._emit(data[begin:offset])
                begin = offset + size
                if not self._takes_word(slot, status, call, data[offset:begin]):
                    return self._broke_protocol(slot, b"")
            elif NOT_ITS_OWN[status] or not slot.may_answer(call):
                return self._broke_protocol(slot, data[begin:offset])
            else:
                slot.position += 1
                slot.fresh = flags & wire.RESULT_FORGETS != 0
                slot.cpu_ns += cpu_ns
                if flags & ATTENTION or slot.is_special or self.one_by_one:
                    self._emit(data[begin:offset])
                    begin = offset + size
                    self._emit(slot.with_evidence(self._taker.completed(slot, data[offset:begin], status, flags)))
                    if not self._taker.goes_on(slot, flags):
                        return None
            offset += size
        self._emit(data[begin:offset])
        if offset < end:
            slot.keep(data[offset:])
        if slot.position != position and slot.state is State.BUSY:  # words of the call that runs give it no more time
            slot.started = monotonic()  # the next call has begun at about the time the last result came
            slot.dump_asked = False
            if slot.batch is not None and slot.position >= len(slot.batch.calls):
                self._taker.on_served(slot)
        return None

    def conclude(self, slot: S, verdict: verdicts.Verdict | None, cpu_ns: int, max_rss: int, what: str) -> None:
        """Makes the result of the call that a worker or slot ended in. None: nobody is to be told."""
        call = slot.current_call
        slot.read_raw("stdout")
        slot.read_raw("stderr")
        stdout, stderr, dump = slot.take_raw(with_dump=True)
        if call is not None and verdict is not None:
            result = verdicts.result(
                call,
                verdict,
                started=slot.started,
                fresh=slot.fresh,
                cpu_ns=cpu_ns,
                max_rss=max_rss,
                stack=user_stack(dump),
                stdout=stdout,
                stderr=stderr,
                what=what,
            )
            self._emit_frames(slot.with_evidence(result))

    def lose(self, slot: S, message: str) -> None:
        """Ends the call that runs as `lost`."""
        if slot.current_call is not None:
            lost = verdicts.result(slot.current_call, verdicts.lost(message), started=slot.started)
            self._emit_frames(slot.with_evidence(lost))

    def _emit(self, frames: bytes) -> None:
        if frames:
            self._emit_frames(frames)

    def _takes_word(self, slot: S, word: int, call: int, frame: bytes) -> bool:
        """Acts on a word of a worker. False: it is none, or not one to be said now."""
        if slot.control_messages.exceeded(slot.current_call):
            return False
        if word == wire.WORKER_READY:
            self._keeper.on_imported(slot)
        elif word == wire.WORKER_EVIDENCE:
            return slot.note_evidence(call, frame)
        elif word == wire.WORKER_TRACE and slot.current_call is not None and not slot.killed:
            slot.believes = False
            slot.traced_at = slot.position
        else:
            return self._taker.takes_word(slot, word, call)
        return True

    def _broke_protocol(self, slot: S, frames: bytes) -> None:
        """The worker answered for a call that is not its own, or with bytes that are no result."""
        self._emit(frames)
        self._keeper.kill(slot, verdicts.BROKE_PROTOCOL)
