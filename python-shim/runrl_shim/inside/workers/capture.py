"""What a call prints, kept up to a limit: replaces `sys.stdout` and `sys.stderr` before the module is imported.

Only Python-level output passes here. What C code and child processes write to descriptors 1 and 2 goes
through pipes to the agent (see `slot.py`), which adds it to the same call.
"""

from __future__ import annotations

import io
import os
import sys

# Not `threading`: what that does after each fork costs 0.4 ms and 370 KiB, where the user's file needs it not.
from _thread import get_ident
from fcntl import ioctl
from termios import FIONREAD


class CapturedStream(io.TextIOBase):
    """A text stream that keeps the first `limit` characters of each call and drops the rest.

    Everything written by a thread belongs to the call that the thread runs; a thread that runs no call
    writes into the sink of the main thread.
    """

    def __init__(self, name: str, descriptor: int) -> None:
        self.name = name
        self.limit = 1 << 16
        self._descriptor = descriptor
        self.written = False
        self._parts: list[str] = []
        self._room = self.limit
        self._dropped = 0
        self._threads: dict[int, CapturedStream] = {}
        self.buffer = _CapturedBytes(self)

    encoding = "utf-8"
    errors = "backslashreplace"

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return False

    def fileno(self) -> int:
        return self._descriptor

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        sink = self._threads.get(get_ident(), self) if self._threads else self
        sink.written = True
        size = len(text)
        if size <= sink._room:
            sink._parts.append(text)
            sink._room -= size
        else:
            sink._parts.append(text[: sink._room])
            sink._dropped += size - sink._room
            sink._room = 0
        return size

    def let_through(self, *, on: bool) -> None:
        """While on, keeps nothing and writes to the descriptor at once, for a process that may not live to tell."""
        if on:
            self.write = self._write_through  # type: ignore[method-assign]
        else:
            self.__dict__.pop("write", None)

    def _write_through(self, text: str) -> int:
        data = text.encode("utf-8", "backslashreplace")
        while data:
            data = data[os.write(self._descriptor, data) :]
        return len(text)

    def take(self) -> str:
        """What was written since the last call, with a word about what was dropped."""
        if not self.written:
            return ""
        self.written = False
        text = "".join(self._parts)
        if self._dropped:
            text += f"\n[truncated: {self._dropped} more characters]"
        self._parts = []
        self._room = self.limit
        self._dropped = 0
        return text

    def split_thread(self) -> CapturedStream:
        """Gives the calling thread a sink of its own (calls that run side by side in one worker)."""
        sink = CapturedStream(self.name, self._descriptor)
        sink.limit = sink._room = self.limit
        self._threads[get_ident()] = sink
        return sink


class _CapturedBytes(io.RawIOBase):
    """`sys.stdout.buffer`: bytes written there are decoded into the text stream."""

    def __init__(self, text: CapturedStream) -> None:
        self._text = text

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._text.fileno()

    def write(self, data: bytes) -> int:  # type: ignore[override]
        self._text.write(bytes(data).decode("utf-8", "backslashreplace"))
        return len(data)


def install(limit: int) -> tuple[CapturedStream, CapturedStream]:
    """Replaces `sys.stdout` and `sys.stderr`; `limit` is characters kept per call and stream."""
    streams = (CapturedStream("<stdout>", 1), CapturedStream("<stderr>", 2))
    for stream in streams:
        stream.limit = stream._room = limit
    sys.stdout, sys.stderr = streams
    return streams


_counter = bytearray(4)
_NOTHING = bytes(4)


def output_waits() -> bool:
    """Whether C code or a child process wrote to descriptor 1 or 2 and the agent has not read it yet."""
    try:
        ioctl(1, FIONREAD, _counter)
        if _counter != _NOTHING:
            return True
        ioctl(2, FIONREAD, _counter)
        return _counter != _NOTHING
    except OSError:
        return False  # closed by the call
