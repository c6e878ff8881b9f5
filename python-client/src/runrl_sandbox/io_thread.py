"""The thread that owns the socket. Others hand it requests, and are woken in bulk with the answers."""

from __future__ import annotations

import contextlib
import itertools
import logging
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

import zmq

from .errors import Closed, SandboxError, Unavailable
from .listener import Listener
from .request import Answer, Request, Sink
from .session import Session

log = logging.getLogger("runrl_sandbox")

#: Between two connections, so that a server that hangs up at once is not asked all the time.
_REST_BETWEEN_CONNECTIONS = 0.1
_BYE_SECONDS = 1.0
#: Messages that are read before their answers are handed out.
_MOST_MESSAGES = 64


class IoThread:
    """A session with one server, served by a thread of this process. Not to be used after a fork."""

    def __init__(
        self,
        address: str,
        token: str | None,
        patience: float,
        server_end: Callable[[], str | None] | None = None,
        listener: Listener | None = None,
    ) -> None:
        """:param server_end: says why there will never be a server again, where it can be known"""
        self._address = address
        self._server_end = server_end
        self._session = Session(
            token, f"{Path(sys.argv[0] or 'python').name}:{os.getpid()}"[:64], patience, listener or Listener()
        )
        self._numbers = itertools.count(1)
        # Reentrant: garbage collection may end an episode in the middle of anything.
        self._lock = threading.RLock()
        self._incoming: deque[list[Request] | list[int]] = deque()
        self._closing = False
        self._awake = False
        self._wake_out, self._wake_in = os.pipe()
        os.set_blocking(self._wake_out, False)
        os.set_blocking(self._wake_in, False)
        self._context = zmq.Context()
        self._poller = zmq.Poller()
        self._poller.register(self._wake_out, zmq.POLLIN)
        self._socket: zmq.Socket[bytes] | None = None
        self._monitor: zmq.Socket[bytes] | None = None
        self._connected_at = -1.0
        self._thread = threading.Thread(target=self._run, name="runrl-sandbox", daemon=True)
        self._thread.start()

    # For all threads.

    def number(self) -> int:
        """A number for a new request."""
        return next(self._numbers)

    def ask(self, requests: list[Request]) -> None:
        """Sends requests, in their order. Each is answered once. Raises Closed."""
        self._put(requests)

    def cancel(self, numbers: list[int]) -> None:
        """Ends requests; those that are over are left alone."""
        with contextlib.suppress(Closed):
            self._put(numbers)

    def close(self) -> None:
        """Ends everything: what is unanswered gets `Closed`. Waits for the thread, a second or so at most."""
        with self._lock:
            if not self._closing:
                self._closing = True
                self._wake()
        if self._thread is not threading.current_thread():
            self._thread.join(_BYE_SECONDS + 5)

    def abandon(self) -> None:
        """In a forked child: the thread is not there, and its socket is the parent's. Nobody is to wait for it."""
        self._lock = threading.RLock()  # a thread of the parent may have held it
        self._closing = True
        for end in (self._wake_out, self._wake_in):
            with contextlib.suppress(OSError):
                os.close(end)
        error = Unavailable("This process was forked while it waited: the answer goes to its parent. Ask again")
        waiting = list(self._session.unanswered.values())
        for work in self._incoming:
            waiting.extend(one for one in work if isinstance(one, Request))
        for request in waiting:
            request.sink.deliver_after_fork([(request.tag, error)])

    def _put(self, work: list[Request] | list[int]) -> None:
        if not work:
            return
        with self._lock:
            if self._closing:
                raise Closed("The sandbox is closed")
            self._incoming.append(work)
            if not self._awake:
                self._wake()

    def _wake(self) -> None:
        self._awake = True
        with contextlib.suppress(BlockingIOError):
            os.write(self._wake_in, b"!")

    # The thread.

    def _run(self) -> None:
        error: SandboxError = Closed("The sandbox was closed")
        try:
            self._serve()
        except Exception as unexpected:
            log.exception("the thread of runrl_sandbox ended")
            error = SandboxError(f"A fault of runrl_sandbox itself: {unexpected!r}")
        finally:
            with self._lock:
                self._closing = True
                self._take_work()
            self._session.listener.lost()
            self._session.fail_all(error)
            self._tell()
            self._disconnect()
            self._poller.unregister(self._wake_out)
            os.close(self._wake_out)
            os.close(self._wake_in)
            self._context.term()

    def _serve(self) -> None:
        session = self._session
        self._connect()
        bye_until: float | None = None
        while True:
            self._take_work()
            now = time.monotonic()
            if self._closing and bye_until is None:
                session.say_bye()
                bye_until = now + _BYE_SECONDS
            if bye_until is None:
                session.tick(now, None if session.open or self._server_end is None else self._server_end())
            elif session.heard_bye or not session.said_bye or now > bye_until:
                return
            if session.broken and now - self._connected_at >= _REST_BETWEEN_CONNECTIONS:
                self._connect()
            self._send()
            self._tell()
            rest = session.rest(now) if bye_until is None else bye_until - now
            if session.broken:
                rest = min(rest, _REST_BETWEEN_CONNECTIONS)
            self._wait(rest)

    def _wait(self, seconds: float) -> None:
        ready = dict(self._poller.poll(max(0, int(seconds * 1000) + 1)))
        if self._wake_out in ready:
            with contextlib.suppress(BlockingIOError):
                os.read(self._wake_out, 4096)
        if self._socket in ready:
            self._receive()
        if self._monitor in ready:
            assert self._monitor is not None
            while self._monitor.poll(0):
                self._monitor.recv_multipart()
            # Only ends of connections are told.
            self._session.broken = True

    def _take_work(self) -> None:
        # First this, then the work: what is put afterwards wakes again.
        self._awake = False
        now = time.monotonic()
        while self._incoming:
            work = self._incoming.popleft()
            if isinstance(work[0], Request):
                self._session.ask(work, now)
            else:
                self._session.cancel(work)

    def _receive(self) -> None:
        assert self._socket is not None
        now = time.monotonic()
        for _ in range(_MOST_MESSAGES):
            try:
                frames = self._socket.recv_multipart(zmq.NOBLOCK)
            except zmq.Again:
                return
            self._session.receive(frames, now)

    def _send(self) -> None:
        for frames in self._session.messages.take():
            assert self._socket is not None
            self._socket.send_multipart(frames, zmq.NOBLOCK)

    def _tell(self) -> None:
        if self._session.answered:
            answered, self._session.answered = self._session.answered, []
            hand_out(answered)

    def _connect(self) -> None:
        """A new connection: nothing of the former can come late."""
        self._disconnect()
        socket = self._context.socket(zmq.DEALER)
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
        self._poller.register(socket, zmq.POLLIN)
        self._poller.register(self._monitor, zmq.POLLIN)
        self._socket = socket
        socket.connect(self._address)
        self._connected_at = time.monotonic()
        self._session.connected(self._connected_at)

    def _disconnect(self) -> None:
        if self._socket is None or self._monitor is None:
            return
        self._poller.unregister(self._socket)
        self._poller.unregister(self._monitor)
        self._socket.disable_monitor()
        self._monitor.close()
        self._socket.close()
        self._socket = self._monitor = None


def hand_out(answered: list[tuple[Request, Answer]]) -> None:
    """Gives answers to whoever waits for them, each sink its own at once."""
    by_sink: dict[int, tuple[Sink, list[tuple[Any, Answer]]]] = {}
    for request, answer in answered:
        sink = request.sink
        entry = by_sink.get(id(sink))
        if entry is None:
            entry = by_sink[id(sink)] = (sink, [])
        entry[1].append((request.tag, answer))
    for sink, answers in by_sink.values():
        sink.deliver(answers)
