"""Control messages between agent and zygote: one JSON object per SEQPACKET packet, descriptors beside it.

Stdlib only: runs in the agent and in the user's own interpreter.
"""

from __future__ import annotations

import array
import errno
import json
import os
import socket
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

_CONTROL_BYTES = 192 * 1024
_ROOM = socket.CMSG_LEN(8 * array.array("i").itemsize)
_TRIES, _BETWEEN_TRIES = 300, 0.01  # seconds
_SCM_PIDFD = 4  # of whoever asks for it by SO_PASSPIDFD


def in_memory(data: bytes) -> int:
    """Returns the descriptor of a file without a name that holds the data: for what is too large for a packet."""
    if hasattr(os, "memfd_create"):
        descriptor = os.memfd_create("runrl-packet", os.MFD_CLOEXEC)
    else:  # an interpreter that was built for an older C library
        import tempfile

        with tempfile.TemporaryFile() as file:
            descriptor = os.dup(file.fileno())
    with open(descriptor, "wb", closefd=False) as writer:
        writer.write(data)
    return descriptor


def send_packet(sock: socket.socket, message: Mapping[str, Any], fds: Sequence[int] = ()) -> None:
    """Sends one message; the descriptors are duplicated into the receiver.

    The kernel lets so many descriptors of one user be on their way. Whoever uses that up is ended soon, so it is tried
    again for some seconds.
    """
    data = json.dumps(message).encode()
    if len(data) > _CONTROL_BYTES:
        raise ValueError(f"a control message of {len(data)} bytes; at most {_CONTROL_BYTES}")
    if not fds:
        sock.send(data)
        return
    for left in range(_TRIES, -1, -1):
        try:
            socket.send_fds(sock, [data], list(fds))
            return
        except OSError as error:
            if error.errno != errno.ETOOMANYREFS or not left:
                raise
        time.sleep(_BETWEEN_TRIES)


def receive_packet(
    sock: socket.socket, flags: int = 0, most: int = _CONTROL_BYTES
) -> tuple[dict[str, Any], list[int]] | None:
    """Receives one message and its descriptors; None when the other side is gone.

    Args:
        flags: of `recv`; with MSG_DONTWAIT it raises BlockingIOError when there is no message.
        most: bytes that a message may have here.
    """
    try:
        data, handed = receive_with_fds(sock, most, flags)
    except ConnectionResetError:
        return None
    if not data:
        return None
    message: dict[str, Any] = json.loads(data)
    return message, handed


def receive_with_fds(sock: socket.socket, most: int, flags: int, room: int = _ROOM) -> tuple[bytes, list[int]]:
    """Receives a message and its descriptors: `socket.recv_fds` takes flags and passes none on.

    Args:
        most: bytes that the message may have here.
        flags: of `recv`.
        room: bytes for control messages.
    """
    data, ancillary, _flags, _address = sock.recvmsg(most, room, flags)
    handed: list[int] = []
    for level, kind, content in ancillary:
        numbers = array.array("i", content[: len(content) // 4 * 4])
        if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
            handed += numbers
        elif level == socket.SOL_SOCKET and kind == _SCM_PIDFD:
            for each in numbers:
                os.close(each)
    return data, handed
