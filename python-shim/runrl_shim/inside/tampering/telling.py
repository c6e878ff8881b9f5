"""How an item of evidence gets from the process that sees the act to the agent, who keeps it whatever happens next."""

from __future__ import annotations

import os

from runrl_shim.wire import protocol as wire
from runrl_shim.wire.evidence import TAMPERING
from runrl_shim.wire.frames import result_frame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from typing import Any, Protocol

    from runrl_shim.inside.tampering.watch import Item

    class Worker(Protocol):
        """What is needed of one."""

        pid: int
        fd: int
        place: object
        tampered: bool
        spec: Any
        restorable: Any
        lock: AbstractContextManager[Any]

        def write(self, frame: bytes) -> None: ...


_getpid, _fstat = os.getpid, os.fstat  # what is executed may replace them


def tell(worker: Worker, call: int, item: Item) -> None:
    """Hands an item to the agent, before the act."""
    if not worker.restorable.is_traced and _getpid() != worker.pid:
        _tell_from_fork(worker, call, item)
        return
    with worker.lock:
        worker.write(_frame(call, item))
    if item[0] in TAMPERING:
        worker.tampered = True


def _tell_from_fork(worker: Worker, call: int, item: Item) -> None:
    """A fork of the worker has its memory: what makes the number worthless there does so here.

    No more than that is told, because there may be any number of forks. Each frame is one piece for the kernel, so that
    none is torn apart by what the worker writes.
    """
    if item[0] not in TAMPERING or worker.spec["reuse"] == "shared":
        return  # whose threads may have held the lock, and so hold it for ever here
    try:
        if place_of(worker.fd) == worker.place:  # else the fork has closed it, and the number is another file's
            worker.write(_frame(call, item))
    except OSError:
        pass


def place_of(descriptor: int) -> tuple[int, int]:
    """What tells an open file from another one of the same number: its device and inode."""
    seen = _fstat(descriptor)
    return seen.st_dev, seen.st_ino


def _frame(call: int, item: Item) -> bytes:
    tail = {"evidence": [dict(zip(("kind", "message", "where", "source"), item, strict=True))]}
    return result_frame(call, wire.WORKER_EVIDENCE, 0, None, 0, 0, 0, 0, tail)
