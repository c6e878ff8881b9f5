"""What a sandbox keeps of its server or fleet: its I/O, made on first use, in each process its own."""

from __future__ import annotations

import os
import re
import threading
import weakref
from collections.abc import Callable

from .errors import Closed
from .request import Io
from .server import OwnServer

#: A socket's path may have so many bytes.
_LONGEST_IPC = 107


def check_address(address: str) -> str:
    """:raises ValueError: it is none that `serve --zmq` prints"""
    if not isinstance(address, str):
        raise ValueError(f"expected an address such as `ipc:///path` or `tcp://host:port`, got {address!r}")
    if re.fullmatch(r"tcp://(\[[0-9a-fA-F:.%\w]+\]|[^\s:/\[\]*]+):[1-9]\d{0,4}", address):
        return address
    if address.startswith("ipc://") and len(address) > len("ipc://") and not address.endswith("*"):
        if len(os.fsencode(address)) - len("ipc://") <= _LONGEST_IPC:
            return address
        raise ValueError(
            f"the path in `{address}` has more than {_LONGEST_IPC} bytes; a socket's path cannot be longer"
        )
    http = "; this client does not use HTTP: start the server with `--zmq`" if address.startswith("http") else ""
    raise ValueError(f"expected an address such as `ipc:///path` or `tcp://host:port`, got `{address}`{http}")


class Connection:
    """Makes the I/O when it is needed. It ends with `close()`, with this object, or with the process."""

    def __init__(self, make: Callable[[], Io], server: OwnServer | None) -> None:
        self._make = make
        self._held = _Held(server)
        self._lock = threading.RLock()
        self._end = weakref.finalize(self, self._held.end)
        _all.add(self)

    @property
    def server(self) -> OwnServer | None:
        """The server that was started for this connection, by this process."""
        return self._held.server

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return not self._end.alive

    def io(self) -> Io:
        """
        The session, begun if it has to be.

        :raises Closed: after `close()`
        """
        io = self._held.io
        if io is None or self.closed:
            with self._lock:
                if self.closed:
                    raise Closed("The sandbox is closed")
                io = self._held.io
                if io is None:
                    io = self._held.io = self._make()
        return io

    def close(self) -> None:
        """Ends the session, and the server, if it was started for this."""
        with self._lock:
            self._end()

    def after_fork(self) -> None:
        """In the child: the thread and the server are the parent's."""
        self._lock = threading.RLock()
        io, self._held.io, self._held.server = self._held.io, None, None
        if io is not None:
            _of_parents.append(io)
            io.abandon()


class _Held:
    """What has to be ended, apart from the connection, so that garbage collection can end it."""

    def __init__(self, server: OwnServer | None) -> None:
        self.io: Io | None = None
        self.server = server

    def end(self) -> None:
        try:
            if self.io is not None:
                self.io.close()
        finally:
            if self.server is not None:
                self.server.stop()


_all: weakref.WeakSet[Connection] = weakref.WeakSet()
#: Never collected: what belongs to it in ZeroMQ must not be touched in a child.
_of_parents: list[Io] = []


def _after_fork() -> None:
    for connection in list(_all):
        connection.after_fork()


os.register_at_fork(after_in_child=_after_fork)
