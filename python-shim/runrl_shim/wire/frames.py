"""Result frames, made by workers and by the agent alike. Stdlib only."""

from __future__ import annotations

import json

from runrl_shim.wire import protocol as wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

_length = len  # completions that are executed like to replace the builtin one

# Plain ASCII: lone surrogates travel as escapes. Not-a-number never does: JSON has no word for it.
_encode = json.JSONEncoder(ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode


def result_frame(
    call: int,
    status: int,
    flags: int = 0,
    reward: float | None = None,
    started_ns: int = 0,
    duration_ns: int = 0,
    cpu_ns: int = 0,
    max_rss: int = 0,
    tail: Mapping[str, Any] | None = None,
) -> bytes:
    """One result as it goes on the wire. Times are nanoseconds, `started_ns` on CLOCK_MONOTONIC, memory bytes."""
    text = _encode(tail).encode() if tail else b""
    header = wire.RESULT_FRAME.pack(
        wire.RESULT_FRAME.size + _length(text),
        call,
        status,
        flags,
        reward or 0.0,
        started_ns,
        duration_ns,
        cpu_ns,
        max_rss,
    )
    return header + text


def with_output(frame: bytes, stdout: str, stderr: str) -> bytes:
    """The same result with more output attached (what did not pass through Python's own streams).

    A tail that is no JSON object is the worker's doing and left as it is: the host sees it too.
    """
    _, *fields = wire.RESULT_FRAME.unpack_from(frame)
    try:
        tail = json.loads(frame[wire.RESULT_FRAME.size :] or b"{}")
        for name, text in (("stdout", stdout), ("stderr", stderr)):
            if text:
                tail[name] = tail.get(name, "") + text
        call, status, flags, reward, started, duration, cpu, max_rss = fields
        return result_frame(call, status, flags, reward, started, duration, cpu, max_rss, tail)
    except (ValueError, TypeError, AttributeError, RecursionError):
        return frame
