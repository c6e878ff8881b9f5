"""The thread that owns the sockets. Others hand it requests, and are woken in bulk with the answers."""

from __future__ import annotations

import contextlib
import itertools
import logging
import os
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from .errors import Closed, SandboxError, Unavailable
from .link import Link, Sockets
from .listener import Listener
from .request import Answer, Request, Sink
from .session import Session
from .waits import what_it_waits_for

log = logging.getLogger("runrl_sandbox")

_END_SECONDS = 6.0
#: Seconds between two turns, at most.
LONGEST_WAIT = 60.0


class IoThread(ABC):
    """
    Sessions with servers, served by a thread of this process. Not to be used after a fork.

    What begins with `_on`, and all that it calls, runs on the thread alone.
    """

    def __init__(self) -> None:
        self._numbers = itertools.count(1)
        # Reentrant: garbage collection may end an episode in the middle of anything.
        self._lock = threading.RLock()
        self._incoming: deque[tuple[Callable[[Any, float], None], Any]] = deque()
        self._closing = False
        self._awake = False
        self._wake_out, self._wake_in = os.pipe()
        os.set_blocking(self._wake_out, False)
        os.set_blocking(self._wake_in, False)
        self._sockets = Sockets()
        self._sockets.add(self._wake_out, self._on_wake)
        self._links: list[Link] = []
        self._thread = threading.Thread(target=self._run, name="runrl-sandbox", daemon=True)

    # For all threads.

    def number(self) -> int:
        """A number for a new request."""
        return next(self._numbers)

    def ask(self, requests: list[Request]) -> None:
        """Sends requests, in their order. Each is answered once. Raises Closed."""
        if requests:
            self._put(self._on_asked, requests)

    def cancel(self, numbers: list[int]) -> None:
        """Ends requests; those that are over are left alone."""
        with contextlib.suppress(Closed):
            self._put(self._on_cancelled, numbers)

    @abstractmethod
    def waits_for(self, number: int) -> str:
        """What a request that has no answer waits for, in words."""

    def close(self) -> None:
        """Ends everything: what is unanswered gets `Closed`. Waits for the thread, a second or so at most."""
        with self._lock:
            if not self._closing:
                self._closing = True
                self._wake()
        if self._thread is not threading.current_thread():
            self._thread.join(_END_SECONDS)

    def abandon(self) -> None:
        """In a forked child: the thread is not there, and its sockets are the parent's. Nobody is to wait for it."""
        self._lock = threading.RLock()  # a thread of the parent may have held it
        self._closing = True
        for end in (self._wake_out, self._wake_in):
            with contextlib.suppress(OSError):
                os.close(end)
        error = Unavailable("This process was forked while it waited: the answer goes to its parent. Ask again")
        waiting = list(self._unanswered())
        for handler, work in self._incoming:
            if handler == self._on_asked:
                waiting.extend(work)
        for request in waiting:
            request.sink.deliver_after_fork([(request.tag, error)])

    def _put(self, handler: Callable[[Any, float], None], work: Any) -> None:
        """Has the thread call a handler with some work and the time."""
        with self._lock:
            if self._closing:
                raise Closed("The sandbox is closed")
            self._incoming.append((handler, work))
            if not self._awake:
                self._wake()

    def _wake(self) -> None:
        self._awake = True
        with contextlib.suppress(BlockingIOError):
            os.write(self._wake_in, b"!")

    # What each kind does with it.

    @abstractmethod
    def _on_asked(self, requests: list[Request], now: float) -> None:
        """Takes on requests."""

    @abstractmethod
    def _on_cancelled(self, numbers: list[int], now: float) -> None:
        """Ends requests."""

    @abstractmethod
    def _on_turn(self, now: float) -> float:
        """Hands out what was answered. Returns when it is called again at the latest."""

    @abstractmethod
    def _on_end(self, error: SandboxError, now: float) -> None:
        """Answers everything with an error."""

    @abstractmethod
    def _unanswered(self) -> Iterable[Request]:
        """All that were taken on and not answered."""

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
                self._take_work(time.monotonic())
            self._on_end(error, time.monotonic())
            for link in self._links:
                link.disconnect()
            self._sockets.remove(self._wake_out)
            os.close(self._wake_out)
            os.close(self._wake_in)
            self._sockets.context.term()

    def _serve(self) -> None:
        while True:
            now = time.monotonic()
            if self._closing:
                for link in self._links:
                    link.close(now)
            self._take_work(now)
            due = self._on_turn(now)
            for link in self._links:
                if link.due <= now:
                    link.turn(now)
                if link.session.answered or link.over:
                    due = now
                elif link.due < due:
                    due = link.due
            if self._closing and all(link.over for link in self._links):
                return
            self._sockets.wait(due - now)

    def _on_wake(self) -> None:
        with contextlib.suppress(BlockingIOError):
            os.read(self._wake_out, 4096)

    def _take_work(self, now: float) -> None:
        # First this, then the work: what is put afterwards wakes again.
        self._awake = False
        while self._incoming:
            handler, work = self._incoming.popleft()
            handler(work, now)


class ServerIo(IoThread):
    """A session with one server."""

    def __init__(
        self,
        address: str,
        token: str | None,
        patience: float,
        server_end: Callable[[], str | None] | None = None,
        listener: Listener | None = None,
    ) -> None:
        """:param server_end: says why there will never be a server again, where it can be known"""
        super().__init__()
        self._session = make_session(token, patience, listener or Listener())
        self._link = Link(self._sockets, address, self._session, server_end)
        self._links.append(self._link)
        self._thread.start()

    def waits_for(self, number: int) -> str:
        """As of `IoThread`."""
        return what_it_waits_for(self._session, number)

    def _on_asked(self, requests: list[Request], now: float) -> None:
        self._session.ask(requests, now)
        self._link.due = now

    def _on_cancelled(self, numbers: list[int], now: float) -> None:
        self._session.cancel(numbers)
        self._link.due = now

    def _on_turn(self, now: float) -> float:
        if self._session.answered:
            answered, self._session.answered = self._session.answered, []
            hand_out(answered)
        return now + LONGEST_WAIT

    def _on_end(self, error: SandboxError, now: float) -> None:
        self._session.listener.lost()
        self._session.fail_all(error)
        hand_out(self._session.answered)

    def _unanswered(self) -> Iterable[Request]:
        return self._session.unanswered.values()


def make_session(token: str | None, patience: float, listener: Listener) -> Session:
    """A session under the name of this program."""
    return Session(token, f"{Path(sys.argv[0] or 'python').name}:{os.getpid()}"[:64], patience, listener)


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
