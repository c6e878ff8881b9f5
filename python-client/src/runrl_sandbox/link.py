"""The connection to one server, made anew when it breaks, and the session that outlives it. Used by one thread."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

import zmq

from .session import Session

log = logging.getLogger("runrl_sandbox")

#: Between two connections, so that a server that hangs up at once is not asked all the time.
_REST_BETWEEN_CONNECTIONS = 0.1
_REST_AFTER_NONSENSE = 10.0
_BYE_SECONDS = 1.0
#: Messages that are read before their answers are handed out.
_MOST_MESSAGES = 64


class Sockets:
    """What one thread waits for: each with what is called when something is to be read, or written."""

    def __init__(self) -> None:
        self.context = zmq.Context()
        self._poller = zmq.Poller()
        self._handlers: dict[zmq.Socket[bytes] | int, Callable[[], None]] = {}

    def add(self, socket: zmq.Socket[bytes] | int, handler: Callable[[], None], what: int = zmq.POLLIN) -> None:
        """A socket of ZeroMQ, or a descriptor."""
        self._poller.register(socket, what)
        self._handlers[socket] = handler

    def remove(self, socket: zmq.Socket[bytes] | int) -> None:
        """It is waited for no more."""
        self._poller.unregister(socket)
        del self._handlers[socket]

    def wait(self, seconds: float) -> None:
        """Calls the handlers of all that are ready. Waits until there is one, so many seconds at most."""
        for socket, _ in self._poller.poll(max(0, int(seconds * 1000) + 1) if seconds > 0 else 0):
            self._handlers[socket]()


class Link:
    """What is asked of its session goes to the server at the next `turn`."""

    def __init__(
        self, sockets: Sockets, address: str, session: Session, server_end: Callable[[], str | None] | None = None
    ) -> None:
        """:param server_end: says why there will never be a server again, where it can be known"""
        self.session = session
        #: When `turn` has something to do again, if nothing comes; seconds of the monotonic clock.
        self.due = 0.0
        #: Whether it was closed; and whether it has ended since.
        self.closing = self.over = False
        self._sockets, self._address, self._server_end = sockets, address, server_end
        self._socket: zmq.Socket[bytes] | None = None
        self._monitor: zmq.Socket[bytes] | None = None
        self._connected_at = -1.0
        self._bye_until = 0.0
        self._connect()

    def close(self, now: float) -> None:
        """Says that this is the end. What is unanswered stays so, and is the caller's."""
        if not self.closing:
            self.session.say_bye()
            self.closing, self._bye_until, self.due = True, now + _BYE_SECONDS, now

    def turn(self, now: float) -> None:
        """Does what is due, and sends what is to be sent."""
        session = self.session
        if self.closing:
            self.over = session.heard_bye or not session.said_bye or session.broken or now > self._bye_until
            if self.over:
                return
        else:
            session.tick(now, None if session.open or self._server_end is None else self._server_end())
            if session.broken and now - self._connected_at >= _REST_BETWEEN_CONNECTIONS:
                self._connect()
        for frames in session.messages.take():
            assert self._socket is not None
            self._socket.send_multipart(frames, zmq.NOBLOCK)
        rest = self._bye_until - now if self.closing else session.rest(now)
        self.due = now + (min(rest, _REST_BETWEEN_CONNECTIONS) if session.broken else rest)

    def _receive(self) -> None:
        assert self._socket is not None
        self.due = 0.0
        now = time.monotonic()
        for _ in range(_MOST_MESSAGES):
            try:
                frames = self._socket.recv_multipart(zmq.NOBLOCK)
            except zmq.Again:
                return
            self.session.receive(frames, now)

    def _ended(self) -> None:
        """Only ends of connections are told."""
        assert self._monitor is not None
        while self._monitor.poll(0):
            self._monitor.recv_multipart()
        self.session.broken = True
        self.due = 0.0

    def _connect(self) -> None:
        """A new connection: nothing of the former can come late."""
        self.disconnect()
        socket = self._sockets.context.socket(zmq.DEALER)
        for option, value in (
            (zmq.LINGER, 0),
            # Credits bound what is under way.
            (zmq.SNDHWM, 0),
            (zmq.RCVHWM, 0),
            (zmq.IPV6, 1),
            (zmq.RECONNECT_IVL, 50),
            (zmq.RECONNECT_IVL_MAX, 1000),
            (zmq.TCP_KEEPALIVE, 1),
        ):
            socket.setsockopt(option, value)
        self._monitor = socket.get_monitor_socket(zmq.EVENT_DISCONNECTED | zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL)
        self._monitor.setsockopt(zmq.LINGER, 0)
        self._sockets.add(socket, self._receive)
        self._sockets.add(self._monitor, self._ended)
        self._socket = socket
        self._connected_at = time.monotonic()
        self.session.connected(self._connected_at)
        try:
            socket.connect(self._address)
        except zmq.ZMQError as error:  # nothing of that form can be connected to: it is as nobody there
            log.error("`%s` is no address to connect to: %s", self._address, error)
            self._connected_at += _REST_AFTER_NONSENSE
            self.session.broken = True

    def disconnect(self) -> None:
        """Ends the connection."""
        if self._socket is None or self._monitor is None:
            return
        self._sockets.remove(self._socket)
        self._sockets.remove(self._monitor)
        self._socket.disable_monitor()
        self._monitor.close()
        self._socket.close()
        self._socket = self._monitor = None
