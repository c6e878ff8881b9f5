"""Outcomes that the agent decides on because the worker no longer can: killed, crashed, cancelled, lost."""

from __future__ import annotations

import signal
from time import monotonic

from runrl_shim.wire import protocol as wire
from runrl_shim.wire.frames import result_frame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal


_MOST = 2**63 - 1  # of what a frame can hold


class Verdict:
    """A status with the words for it. `{it}` in them is what ran: the call, the step, the episode."""

    __slots__ = ("_fields", "_words", "status", "type")

    def __init__(self, status: int, kind: str, words: str, **fields: object) -> None:
        self.status = status
        self.type = kind
        self._words = words
        self._fields = fields

    def message(self, it: str) -> str:
        """The sentence about `it`, such as `the step`."""
        return self._words.format(it=it, **self._fields)


CANCELLED = Verdict(wire.STATUS_CANCELLED, "Cancelled", "the caller cancelled {it}")
BROKE_PROTOCOL = Verdict(
    wire.STATUS_CRASHED, "ForgedResult", "the worker answered for another call, or with bytes that are no result"
)
EPISODE_OVER = Verdict(wire.STATUS_INVALID, "EpisodeOver", "the episode has ended, or was never there")
EPISODE_BUSY = Verdict(wire.STATUS_INVALID, "EpisodeBusy", "the episode has not answered what it was asked before")
EPISODE_KNOWN = Verdict(wire.STATUS_INVALID, "EpisodeKnown", "there is an episode of this number already")
COPY_DIED = Verdict(wire.STATUS_INVALID, "CannotBranch", "the copy ended while it was made")
NO_DESCRIPTORS = Verdict(
    wire.STATUS_INVALID,
    "CannotBranch",
    "there are as many live episodes as this process has descriptors for (ulimit -n)",
)
SLOT_DIED = Verdict(
    wire.STATUS_CRASHED, "WorkerDied", "everything in the worker's namespace was killed from within or by the kernel"
)


def timeout(seconds: float) -> Verdict:
    """The call was killed at its deadline."""
    return Verdict(wire.STATUS_TIMEOUT, "Timeout", "still running after {time}, killed", time=_seconds(seconds))


def memory(used: int, limit: int, processes: int) -> Verdict:
    """The call's processes took more memory together than it may have; all sizes are bytes."""
    held = "one process" if processes == 1 else f"{processes} processes"
    words = "{it} used {used} in {held}, more than its limit of {limit}: raise --memory (memory)"
    return Verdict(wire.STATUS_MEMORY, "MemoryLimit", words, used=_size(used), held=held, limit=_size(limit))


def unseen(why: str) -> Verdict:
    """What the call holds cannot be told: it counts as more than its limit."""
    words = "{why}: what cannot be counted counts as more than the limit of memory, where no cgroup keeps it"
    return Verdict(wire.STATUS_MEMORY, "MemoryLimit", words, why=why)


def module_memory(used: int, limit: int, own: int) -> Verdict:
    """The module's workers took more memory together than they may have, this one the most of them."""
    words = (
        "all workers of the module used {used} together, more than their limit of {limit}, and this one {own}, the"
        " most: raise --module-memory (moduleMemory) or lower --concurrency"
    )
    sizes = {"used": _size(used), "limit": _size(limit), "own": _size(own)}
    return Verdict(wire.STATUS_MEMORY, "MemoryLimit", words, **sizes)


def out_of_memory(whose: Literal["slot", "module"], limit: int) -> Verdict:
    """The kernel ended everything in the slot's cgroup, at its own limit or that of the module."""
    words = (
        "{it} needed more memory than its limit of {limit}: raise --memory (memory)"
        if whose == "slot"
        else "all workers together reached their limit: raise --module-memory (moduleMemory) or lower --concurrency"
    )
    return Verdict(wire.STATUS_MEMORY, "MemoryLimit", words, limit=_size(limit))


def processes(limit: int) -> Verdict:
    """The call had more processes and threads than it may have."""
    words = "more than its limit of {limit} processes and threads, killed: raise --processes (processes)"
    return Verdict(wire.STATUS_CRASHED, "ProcessLimit", words, limit=limit)


def cpu_time(used: float, limit: float) -> Verdict:
    """The call used more CPU time than it may; seconds."""
    words = "used {used:.3g} s of CPU, more than its limit of {limit:g} s, killed: raise --cpu-time (cpuTime)"
    return Verdict(wire.STATUS_TIMEOUT, "CpuTime", words, used=used, limit=limit)


def lost(message: str) -> Verdict:
    """The sandbox died under the call."""
    return Verdict(wire.STATUS_LOST, "SandboxDied", "{message}", message=message)


def ended(code: int) -> Verdict:
    """The worker ended without a result."""
    if code >= 0:
        words = "{it} ended its interpreter with exit code {code} and gave no result (os._exit?)"
        return Verdict(wire.STATUS_CRASHED, "ExitWithoutResult", words, code=code)
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    hint = " (from itself, or from the kernel when memory ran out)" if name == "SIGKILL" else ""
    return Verdict(wire.STATUS_CRASHED, name, "{it}'s interpreter was killed by {name}{hint}", name=name, hint=hint)


def _seconds(seconds: float) -> str:
    return f"{seconds * 1e3:g} ms" if seconds < 1 else f"{seconds:g} s"


def _size(size: int) -> str:
    return f"{size / 2**30:.4g} GiB" if size >= 2**30 else f"{size / 2**20:.4g} MiB"


def result(
    call: int,
    verdict: Verdict,
    *,
    started: float,
    fresh: bool = False,
    cpu_ns: int = 0,
    max_rss: int = 0,
    stack: str | None = None,
    stdout: str = "",
    stderr: str = "",
    what: str = "call",
) -> bytes:
    """The frame of a call that ran. `started` is seconds of `time.monotonic`.

    What a worker says of its CPU time is in `cpu_ns`, so it may be any number: it must never end the agent.

    Args:
        what: the word for what ran.
    """
    error = {"type": verdict.type, "message": verdict.message(f"the {what}"), "traceback": None}
    tail: dict[str, Any] = {"error": error}
    if verdict.status == wire.STATUS_TIMEOUT and stack is None:
        stack = f"unavailable: the {what} had blocked the signal that asks for its stack, or did not answer in time"
    for name, text in (("stack", stack), ("stdout", stdout), ("stderr", stderr)):
        if text:
            tail[name] = text
    return result_frame(
        call,
        verdict.status,
        wire.RESULT_FRESH if fresh else 0,
        None,
        int(started * 1e9),
        int((monotonic() - started) * 1e9),
        min(max(0, cpu_ns), _MOST),
        max_rss,
        tail,
    )


def unstarted(call: int, verdict: Verdict, what: str = "call") -> bytes:
    """The frame of a call that never ran."""
    return result(call, verdict, started=monotonic(), what=what)
