"""The agent's end of the ZeroMQ channel to the host: a DEALER that speaks msgpack envelopes."""

from __future__ import annotations

import contextlib
import glob
import os
import socket
from time import monotonic, sleep

import msgpack
import zmq

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeGuard

    from runrl_shim.wire.protocol import AgentMessage, HostMessage

_FIELDS: dict[Any, dict[str, type]] = {
    "calls": {"count": int},
    "requests": {"count": int},
    "cancel": {"calls": list},
    "running": {"request": int, "limit": int},
    "workers": {"request": int, "limit": int},
    "close": {},
}
_POLLIN = int(zmq.POLLIN)  # to calculate with the constant itself takes five times as long
_HOST_ENDS_WITHIN = 5.0  # seconds


class HostLink:
    """Sends never block: the host reads everything, and its death ends the agent."""

    def __init__(self, endpoint: str, name: str) -> None:
        self._path = endpoint.removeprefix("ipc://")
        self._context = zmq.Context(io_threads=1)
        self._socket = self._context.socket(zmq.DEALER)
        self._socket.setsockopt(zmq.ROUTING_ID, name.encode())
        self._socket.setsockopt(zmq.SNDHWM, 0)
        self._socket.setsockopt(zmq.RCVHWM, 0)
        self._socket.setsockopt(zmq.LINGER, 1000)
        self._socket.connect(endpoint)
        self.descriptor = int(self._socket.getsockopt(zmq.FD))

    def send(self, message: AgentMessage, block: bytes | None = None) -> None:
        """Sends an envelope and, where it announces one, a block of frames."""
        envelope = msgpack.packb(message, use_bin_type=True, unicode_errors="surrogatepass")
        self._socket.send_multipart([envelope] if block is None else [envelope, block], copy=True)

    def receive(self) -> tuple[HostMessage, bytes] | None:
        """The next message, or None when there is none.

        The descriptor is edge-triggered: after each round, and after each send, receive until None.

        Raises:
            ValueError: what came is no message.
        """
        if not int(self._socket.getsockopt(zmq.EVENTS)) & _POLLIN:
            return None
        frames: list[bytes] = self._socket.recv_multipart(zmq.NOBLOCK)
        message = msgpack.unpackb(frames[0], raw=False, unicode_errors="surrogatepass")
        if not _is_message(message):
            raise ValueError(f"{message!r:.200}")
        return message, frames[1] if len(frames) > 1 else b""

    def close(self, *, host_is_gone: bool = False) -> None:
        """Gives what was sent a second to leave, then closes; or removes what a host that died has left."""
        if host_is_gone:
            self._socket.setsockopt(zmq.LINGER, 0)
        self._socket.close()
        self._context.term()
        if host_is_gone:
            _remove_endpoint(self._path)


def _is_message(message: Any) -> TypeGuard[HostMessage]:
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        return False
    fields = _FIELDS.get(message["type"])
    return (
        fields is not None
        and message.keys() == {"type", *fields}
        and all(isinstance(message[name], kind) for name, kind in fields.items())
        and all(isinstance(call, int) for call in message.get("calls", ()))
    )


def _remove_endpoint(path: str) -> None:
    """Removes the host's socket and its folder, as soon as nobody listens there any more."""
    deadline = monotonic() + _HOST_ENDS_WITHIN
    while monotonic() < deadline:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
            try:
                probe.connect(path)
            except OSError:
                break
        sleep(0.005)  # its end of our standard input is closed, but it still has others to close
    else:
        return
    folder = os.path.dirname(path)
    owner = folder.rpartition("-")[0]
    with contextlib.suppress(OSError):  # another agent of this host did it
        os.unlink(path)
        os.rmdir(folder)
    # What else the host has left the next start finds by its owner (src/python/folder-owner.ts).
    if not glob.glob(f"{glob.escape(owner)}-*"):
        with contextlib.suppress(OSError):
            os.unlink(owner)
