"""`reuse: shared`: one worker, many threads, one set of globals, for modules whose state must be shared.

The main thread only reads; each call runs on a thread of its own, so a reward function that needs the main
thread (SIGALRM) does not fit this mode. The agent sends no more calls at a time than there are threads.
"""

from __future__ import annotations

import os
import threading
from queue import SimpleQueue
from time import monotonic_ns, thread_time_ns

from runrl_shim.inside.results import limits
from runrl_shim.inside.tampering import watch
from runrl_shim.inside.workers.awaits import run_and_tell
from runrl_shim.inside.workers.evaluate import evaluate
from runrl_shim.inside.workers.measure import peak_memory
from runrl_shim.inside.workers.worker import REPLACED
from runrl_shim.wire import protocol as wire
from runrl_shim.wire.frames import result_frame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

    from runrl_shim.inside.workers.call_worker import CallWorker


def serve_shared(worker: CallWorker, threads: int) -> NoReturn:
    """Serves calls on `threads` threads until the agent closes the socket."""
    calls: SimpleQueue[bytes] = SimpleQueue()
    worker.lock = threading.Lock()
    for _ in range(threads):
        threading.Thread(target=_serve, args=(worker, calls), daemon=True).start()
    while True:
        size, _ = wire.BATCH_HEADER.unpack(worker.read(wire.BATCH_HEADER.size))
        calls.put(worker.read(size))


def _serve(worker: CallWorker, calls: SimpleQueue[bytes]) -> None:
    streams = {"stdout": worker.stdout.split_thread(), "stderr": worker.stderr.split_thread()}
    run = _runner(worker)
    watched = worker.watch_thread()
    watch.start_thread(watched)
    while True:
        frame = calls.get()
        _, call, call_flags, seed, row_size = wire.CALL_FRAME.unpack_from(frame)
        body = wire.CALL_FRAME.size
        completion = frame[body + row_size :]
        started, cpu = monotonic_ns(), thread_time_ns()
        watched.begin(call, completion, call_flags)
        status, reward, tail = evaluate(
            run,
            frame[body : body + row_size],
            completion,
            call_flags,
            seed if call_flags & wire.CALL_SEEDED else None,
            watched,
        )
        duration, cpu = monotonic_ns() - started, thread_time_ns() - cpu
        if os.getpid() != worker.pid:
            os._exit(0)  # the call forked and this is the child
        worker.look_for_patches(watched)
        if worker.tampered:
            tail = {**(tail or {}), "warnings": [*(tail or {}).get("warnings", ()), REPLACED]}
        if watched.blocked is not None:
            tail = watched.blocked.added_to(tail, call, ok=status == wire.STATUS_OK)
        for name, stream in streams.items():
            text = stream.take()
            if text:
                tail = tail or {}
                tail[name] = text
        flags = 0 if reward is None else wire.RESULT_HAS_REWARD
        result = result_frame(call, status, flags, reward, started, duration, cpu, peak_memory(), tail)
        result = limits.fitting(result, tail or {}, worker.spec["max_result"])
        with worker.lock:
            worker.write(result)


def _runner(worker: CallWorker) -> Any:
    if not worker.loaded.is_async:
        return worker.loaded.call
    import asyncio

    loop = asyncio.new_event_loop()
    seconds = worker.spec["timeout_ms"] / 1e3
    return lambda row, completion: run_and_tell(loop, worker.loaded.call(row, completion), seconds, worker.dump)
