"""The worker that serves calls, one after the other, until something retires it.

The hot path is `serve`: about one `read` per batch and one `write` per result; results are written one by one so that a
kill loses none that is finished, and the agent reads many of them at once.
"""

from __future__ import annotations

from time import monotonic_ns, process_time_ns

from runrl_shim.inside.restore.rehearsal import rehearsed
from runrl_shim.inside.reuse.traces import Traces
from runrl_shim.inside.workers.evaluate import evaluate
from runrl_shim.inside.workers.generators import reseed
from runrl_shim.inside.workers.rows import Rows, read_once
from runrl_shim.inside.workers.worker import Worker
from runrl_shim.wire import protocol as wire
from runrl_shim.wire.frames import result_frame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from runrl_shim.inside.loading.load import LoadedReward


_AT_ONCE = 64 * 1024  # bytes


class CallWorker(Worker):
    """One process serving calls of one loaded reward function."""

    loaded: LoadedReward
    read_row = staticmethod(read_once)

    def rehearse(self) -> None:
        """Notes what counts as unchanged, and evaluates a call of nothing.

        Without that the first call would copy the pages that every call touches.
        """
        if self.spec["reuse"] == "auto":
            self.traces = Traces()
            self.read_row = Rows().read
        evaluate(lambda _row, _completion: 0.0, b"{}", b'""', 0, None, self.watched)
        result_frame(0, wire.STATUS_OK)

    def serve(self) -> None:
        """Serves until the worker retires; ends the process when the agent closes the socket."""
        while True:
            if self.restorable.is_traced:
                calls, block = self._read_traced()
                if self.restorable.rehearses:
                    vars(self)["_run"] = rehearsed  # until it is restored
            else:
                size, calls = wire.BATCH_HEADER.unpack(self.read(wire.BATCH_HEADER.size))
                block = self.read(size)
                self.cpu = process_time_ns()
                self.account[0] = self.cpu + self.meter.children_ns
            offset = 0
            for position in range(calls):
                flags = self._serve_one(block, offset, last=position == calls - 1)
                if flags & wire.RESULT_RETIRES:
                    return
                if flags & wire.RESULT_WAITS:
                    _, word = wire.BATCH_HEADER.unpack(self.read(wire.BATCH_HEADER.size))
                    if word == wire.BATCH_STOP:
                        break
                offset += int.from_bytes(block[offset : offset + 4], "little")

    def _read_traced(self) -> tuple[int, bytes]:
        """The same in as few stops as can be. What this process draws by chance would be what it drew before."""
        start = self.read_some(_AT_ONCE)
        size, calls = wire.BATCH_HEADER.unpack_from(start)
        block = start[wire.BATCH_HEADER.size :]
        block += self.read(size - len(block))
        if self.fresh:
            reseed(self.restorable.chance())
        return calls, block

    def _serve_one(self, block: bytes, offset: int, *, last: bool) -> int:
        size, call, call_flags, seed, row_size = wire.CALL_FRAME.unpack_from(block, offset)
        body = offset + wire.CALL_FRAME.size
        self.current = call
        completion = block[body + row_size : offset + size]
        watched = self.watched
        started = monotonic_ns()
        watched.begin(call, completion, call_flags)
        status, reward, tail = evaluate(
            self._run,
            block[body : body + row_size],
            completion,
            call_flags,
            seed if call_flags & wire.CALL_SEEDED else None,
            watched,
            self.read_row,
        )
        flags = 0 if reward is None else wire.RESULT_HAS_REWARD
        return self.answer(call, status, flags, reward, tail, started, last=last)

    def _run(self, row: dict[str, Any], completion: object) -> object:
        value = self.loaded.call(row, completion)
        if self.loaded.is_async:
            value = self.wait_for(value, self.spec["timeout_ms"] / 1e3)
        return value
