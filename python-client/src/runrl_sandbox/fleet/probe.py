"""One look whether a host's port can be reached from here: ZeroMQ tries for ever, and does not say why in vain."""

from __future__ import annotations

import errno
import os
import socket
import time

import zmq

from ..link import Sockets

_SECONDS = 3.0


class Probe:
    """A TCP connection that is closed at once. What came of it is in `trouble` when it is `over`."""

    def __init__(self, sockets: Sockets, address: str) -> None:
        """:param address: as ZeroMQ has it; names are not looked at, as asking for one may take long"""
        self.over = False
        self.trouble: str | None = None
        self._sockets, self._until = sockets, time.monotonic() + _SECONDS
        host, _, port = address.removeprefix("tcp://").rpartition(":")
        try:
            ((family, kind, _, _, where), *_) = socket.getaddrinfo(
                host.strip("[]"), int(port), type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST
            )
        except (OSError, ValueError):
            self.over = True
            return
        self._socket = socket.socket(family, kind)
        self._socket.setblocking(False)
        code = self._socket.connect_ex(where)
        self._sockets.add(self._socket.fileno(), self._connected, zmq.POLLOUT)
        if code not in (0, errno.EINPROGRESS):
            self._end(os.strerror(code))

    def look(self, now: float) -> None:
        """Ends it, if it takes too long."""
        if not self.over and now > self._until:
            self._end(f"no connection within {_SECONDS:g} s; is the port open between these two machines?")

    def close(self) -> None:
        """Ends it without a result."""
        if not self.over:
            self.over = True
            self._sockets.remove(self._socket.fileno())
            self._socket.close()

    def _connected(self) -> None:
        code = self._socket.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
        self._end(os.strerror(code) if code else None)

    def _end(self, why: str | None) -> None:
        here = self._socket.getsockname()[0]
        accepts = f"accepts connections from {here}, and says nothing"
        self.trouble = accepts if why is None else f"cannot be reached from {here}: {why}"
        self.close()
