"""Keeps what calls write to descriptors 1 and 2, up to a limit, and finds the stack that follows it."""

from __future__ import annotations

import contextlib
import os
import select
import sys
from fcntl import ioctl
from termios import FIONREAD

from runrl_shim.agent.outcomes.stacks import split_dump

_TAIL = 1 << 16  # bytes: all that a pipe holds when a stack is asked for, or the stack itself
_PIPE_HOLDS = 1 << 20  # at most; whoever writes without end must not keep the agent for himself


class RawOutput:
    """What came through one pipe: the first part of it and, because a stack comes last, the end."""

    __slots__ = ("dropped", "head", "limit", "tail")

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.clear()

    def __bool__(self) -> bool:
        return bool(self.head or self.dropped)

    def clear(self) -> None:
        """Begins anew."""
        self.head = b""
        self.tail = b""
        self.dropped = 0  # bytes that are not in `head`

    def add(self, data: bytes) -> None:
        """Takes what was read."""
        room = self.limit - len(self.head)
        self.head += data[:room]
        if len(data) > room:
            self.dropped += len(data) - room
            self.tail = (self.tail + data[room:])[-_TAIL:]

    def text(self) -> str:
        """The first part, with a word about what was dropped."""
        return self._text(len(self.head) + self.dropped)

    def split(self) -> tuple[str, str]:
        """The text, and the stack at the end of it."""
        if not self.dropped:
            return split_dump(self.head.decode("utf-8", "backslashreplace"))
        # The stack may begin in the first part and end beyond it.
        joined = self.head[-_TAIL:] + self.tail if self.dropped == len(self.tail) else self.tail
        dump = split_dump(joined.decode("utf-8", "backslashreplace"))[1]
        return self._text(len(self.head) + self.dropped - len(dump.encode())), dump

    def _text(self, size: int) -> str:
        """The first `size` bytes of all, as far as they were kept."""
        text = self.head[: max(0, size)].decode("utf-8", "backslashreplace")
        return text if size <= self.limit else f"{text}\n[truncated: {size - self.limit} more bytes]"

    def cut_dump(self) -> None:
        """Forgets the stack at the end."""
        size = len(self.head) + self.dropped - len(self.split()[1].encode())
        self.head = self.head[: max(0, size)]
        self.dropped = max(0, size - len(self.head))
        self.tail = b""


class RawPipes:
    """The pipes that a worker's descriptors 1 and 2 lead to, and what came through them since its last result."""

    def __init__(self, stdout: int, stderr: int, output_limit: int) -> None:
        self.stdout = stdout
        self.stderr = stderr
        for descriptor in (stdout, stderr):
            os.set_blocking(descriptor, False)
        self.raw = {"stdout": RawOutput(output_limit), "stderr": RawOutput(output_limit)}
        self.raw_reads = 0
        self.dump_asked = False
        self.dumps_expected = 0

    def drain_raw(self) -> None:
        """Throws away what a worker that is dead has written to descriptors 1 and 2 since its last result."""
        for name, output in self.raw.items():
            self.read_raw(name)
            output.clear()

    def raw_size(self, name: str) -> int:
        """Bytes that were written to descriptor 1 or 2 and not read yet."""
        size = bytearray(4)
        ioctl(self._raw_pipe(name), FIONREAD, size)
        return int.from_bytes(size, sys.byteorder)

    def raw_hung_up(self, name: str) -> bool:
        """Whether everything was read and nobody is left to write more."""
        poll = select.poll()
        poll.register(self._raw_pipe(name), 0)
        return bool(poll.poll(0)) and not self.raw_size(name)

    def read_raw(self, name: str, size: int = _PIPE_HOLDS) -> None:
        """Reads at most so much of what was written to descriptor 1 or 2."""
        self.raw_reads += 1
        descriptor = self._raw_pipe(name)
        with contextlib.suppress(BlockingIOError):
            while size > 0 and (data := os.read(descriptor, min(size, 65_536))):
                size -= len(data)
                self.raw[name].add(data)

    def _raw_pipe(self, name: str) -> int:
        return self.stdout if name == "stdout" else self.stderr

    @property
    def has_raw(self) -> bool:
        """Whether there is raw output that no result has taken yet."""
        return bool(self.raw["stdout"] or self.raw["stderr"])

    def dump_text(self) -> str:
        """The stack as far as it has come."""
        return self.raw["stderr"].split()[1]

    def forget_dump(self) -> None:
        """Drops the stack from the raw output: the call goes on."""
        self.raw["stderr"].cut_dump()
        self.dump_asked = False
        self.dumps_expected -= 1

    def take_raw(self, *, with_dump: bool) -> tuple[str, str, str]:
        """The raw output since the last call: stdout, stderr, and the stack that stderr ends with, if it may."""
        stdout = self.raw["stdout"].text()
        stderr, dump = self.raw["stderr"].split() if with_dump else (self.raw["stderr"].text(), "")
        for output in self.raw.values():
            output.clear()
        return stdout, stderr, dump
