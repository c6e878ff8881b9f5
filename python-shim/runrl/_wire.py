"""The bytes between a caller of `run_code` and the process that supervises the run. Stdlib only.

Caller to supervisor: length of the header (4 bytes), header (JSON), code, stdin, files.
Supervisor to caller: `S` when the program starts; then `A`, length, header (JSON), stdout, stderr, files, or `K` when
the supervisor died of what the program did to it. `E`, length, and a text in place of these words: the sandbox failed.
Nobody says anything else: a caller that hangs up has the run killed.
"""

from __future__ import annotations

import json
import socket
import struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

MAX_HEADER = 4 << 20
LENGTH_BYTES = 4
MAX_REQUEST = 64 << 20
MAX_OUTPUT = 16 << 20
MAX_FILE = 64 << 20
MAX_PROCESSES = 4096
STARTED = b"S"
ANSWERED = b"A"
KILLED = b"K"
FAILED = b"E"

_LENGTH = struct.Struct("<I")


class Gone(Exception):
    """The other side hung up."""


def pack(header: dict[str, Any]) -> bytes:
    """A header with its length before it."""
    data = json.dumps(header).encode()
    return _LENGTH.pack(len(data)) + data


def length_of(data: bytes) -> int:
    """The length that stands before a header.

    Raises:
        ValueError: it is larger than any header.
    """
    (length,) = _LENGTH.unpack(data)
    if length > MAX_HEADER:
        raise ValueError(f"a header of {length} bytes")
    return int(length)


def receive(connection: socket.socket, size: int) -> bytes:
    """Exactly that many bytes.

    Raises:
        Gone: the other side hung up before.
    """
    parts = []
    while size:
        data = connection.recv(min(size, 1 << 20))
        if not data:
            raise Gone
        parts.append(data)
        size -= len(data)
    return b"".join(parts)


class Request:
    """One run, as the supervisor knows it."""

    def __init__(self, header: dict[str, Any], code: bytes, stdin: bytes, files: list[tuple[str, bytes]]) -> None:
        self.code = code
        self.stdin = stdin
        self.files = files
        self.arguments: list[str] = header["arguments"]
        self.outputs: list[str] = header["outputs"]
        self.timeout: float = header["timeout"]
        self.memory: int = header["memory"]
        self.processes: int = header["processes"]
        self.output_limit: int = header["output_limit"]
        self.file_limit: int = header["file_limit"]
        self.packages: bool = header["packages"]
        # The caller has checked them; but whoever calls may be a completion that somebody executed in a worker.
        limits = (self.memory, self.processes, self.output_limit, self.file_limit)
        largest = (1 << 50, MAX_PROCESSES, MAX_OUTPUT, MAX_FILE)
        if not all(type(value) is int and 0 < value <= most for value, most in zip(limits, largest, strict=True)):
            raise ValueError("a limit is not positive, or too large")
        if type(self.timeout) is not float or not 0 < self.timeout < 1e9:
            raise ValueError("the timeout is not positive, or too large")


def receive_request(connection: socket.socket) -> Request:
    """Reads a whole request.

    Raises:
        Gone: the caller hung up.
        ValueError: the request is not one.
    """
    header = json.loads(receive(connection, length_of(receive(connection, LENGTH_BYTES))))
    sizes = [header["code"], header["stdin"], *(size for _, size in header["files"])]
    if any(size < 0 for size in sizes) or sum(sizes) > MAX_REQUEST:
        raise ValueError(f"a request of {sum(sizes)} bytes")
    code, stdin, *contents = [receive(connection, size) for size in sizes]
    names = [checked_name(name) for name, _ in header["files"]]
    header["outputs"] = [checked_name(name) for name in header["outputs"]]
    return Request(header, code, stdin, list(zip(names, contents, strict=True)))


def checked_name(name: str) -> str:
    """The name of a file below the working folder, as it is.

    Raises:
        ValueError: it points elsewhere, or is none.
    """
    parts = name.split("/")
    if "\0" in name or any(part in ("", ".", "..") for part in parts):
        raise ValueError(f"{name!r} is no plain relative path: absolute paths, empty parts, . and .. are refused")
    try:
        encoded = name.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{name!r} cannot be written as UTF-8") from None
    if len(encoded) > 1024 or any(len(part.encode()) > 255 for part in parts):
        raise ValueError(f"the file name {name[:40]!r}… is too long")
    return name


def send_all(connection: socket.socket, parts: Sequence[bytes]) -> None:
    """Sends them one after the other.

    Raises:
        OSError: the other side hung up, or takes nothing for longer than the socket's timeout.
    """
    if sum(map(len, parts)) <= 1 << 16:
        parts = [b"".join(parts)]  # one wake-up for all of it
    for part in parts:
        connection.sendall(part)


def failure(text: str) -> bytes:
    """The supervisor's last word when the sandbox itself failed."""
    data = text.encode("utf-8", "backslashreplace")[:MAX_HEADER]
    return FAILED + _LENGTH.pack(len(data)) + data
