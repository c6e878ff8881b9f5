"""Steps of our own that the zygote has an episode's worker take before it is forked: see `EpisodeWorker.prepare`."""

from __future__ import annotations

import _socket
import json
import os

from runrl_shim.wire import protocol as wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Protocol

    from runrl_shim.inside.loading.environment import LoadedEnvironment
    from runrl_shim.inside.tampering.watch import Watched
    from runrl_shim.inside.workers.capture import CapturedStream

    class Worker(Protocol):
        """What is needed of one that serves an episode."""

        loaded: LoadedEnvironment
        link: _socket.socket
        fd: int
        pid: int
        watched: Watched
        stdout: CapturedStream
        stderr: CapturedStream

        draws: bool
        over: bool
        shared_memory: list[tuple[int, int, str]]

        def begin(self) -> None: ...

        def announce(self) -> None: ...

        def read_request(self) -> bytes: ...

        def serve_request(self, request: bytes) -> int: ...

        def serve(self) -> None: ...


_TURNS = 24  # Python makes bytecode of what runs for the eighth time, and changes that for some time more
_MOST = 1 << 16  # bytes of an answer
_CHANGED = ("fd", "place", "pid", "cpu", "current", "fresh", "traced", "tampered", "patched", "over", "instance")


class _Stand:
    """In the place of the environment's class."""

    def setup(self, **_fields: Any) -> str:
        return "observation"

    def step(self, _action: str) -> dict[str, Any]:
        return {"observation": "observation", "reward": 1.0, "done": True}


def rehearse(worker: Worker) -> None:
    """Has it set up and step episodes of ours, whose answers nobody hears.

    What that leaves is as before, but that code and caches of the interpreter are warm.
    """
    before = {name: vars(worker)[name] for name in _CHANGED}
    here, there = _socket.socketpair()
    worker.link = here
    try:
        with worker.loaded.replaced(_Stand) as row:
            _take_turns(worker, here.fileno(), there, row)
    except Exception:  # the import has replaced what serving needs: each episode will say so
        pass
    finally:
        here.close()
        there.close()
        del worker.link
    vars(worker).update(before)
    worker.watched.on = False
    worker.watched.evidence = None
    for stream in (worker.stdout, worker.stderr):
        stream.take()


def _take_turns(worker: Worker, link: int, there: _socket.socket, row: dict[str, Any]) -> None:
    worker.fd, worker.pid = link, os.getpid()
    leaves_nothing = not worker.draws and not worker.shared_memory
    for _ in range(_TURNS):
        worker.over = False
        if leaves_nothing:
            worker.begin()
        worker.announce()
        there.send(_request(wire.EPISODE_START, row))
        worker.serve_request(worker.read_request())  # not `serve`, which waits for word where the import has printed
        there.send(_request(wire.EPISODE_STEP, "action"))
        worker.serve()
        there.recv(_MOST)


def _request(op: int, given: object) -> bytes:
    body = json.dumps(given).encode()
    frame = wire.EPISODE_FRAME.pack(wire.EPISODE_FRAME.size + len(body), 0, 0, op, 0, 0) + body
    return wire.BATCH_HEADER.pack(len(frame), 1) + frame
