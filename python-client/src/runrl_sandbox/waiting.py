"""Where answers are waited for, without an event loop: an inbox for those who wait, futures for those who do not."""

from __future__ import annotations

import logging
import math
import numbers
import queue
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, InvalidStateError
from typing import Any

from .calls import CallLike
from .errors import SandboxError, WaitTimeout
from .mapping import CallMap, Result
from .outcome import Outcome
from .request import Answer, Io, Request

#: A signal that comes between Python's last look for signals and its wait for the lock does not end the wait: CPython
#: sees it when the wait ends. So no wait is longer than this.
_LONGEST_WAIT_SECONDS = 1.0


class Inbox:
    """Answers in the order in which they come, with their tags."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[list[tuple[Any, Answer]]] = queue.SimpleQueue()

    def deliver(self, answers: list[tuple[Any, Answer]]) -> None:
        """Called by the I/O thread."""
        self._queue.put(answers)

    deliver_after_fork = deliver

    def get(self, timeout: float | None = None) -> list[tuple[Any, Answer]]:
        """
        Waits for some. Ctrl-C works meanwhile.

        :raises queue.Empty: after `timeout` seconds
        """
        deadline = math.inf if timeout is None else time.monotonic() + timeout
        while True:
            left = deadline - time.monotonic()
            try:
                return self._queue.get(timeout=max(0.0, min(left, _LONGEST_WAIT_SECONDS)))
            except queue.Empty:
                if left <= _LONGEST_WAIT_SECONDS:
                    raise

    def get_nowait(self) -> list[tuple[Any, Answer]]:
        """Those that are there. Raises queue.Empty when none is."""
        return self._queue.get_nowait()


def check_timeout(timeout: float | None) -> None:
    """:raises ValueError: neither None nor a positive number of seconds"""
    if timeout is not None and not (isinstance(timeout, numbers.Real) and timeout > 0):
        raise ValueError(f"expected `timeout` to be a positive number of seconds, got {timeout!r}")


def waited_too_long(io: Io, request: Request, timeout: float | None) -> WaitTimeout:
    """Ends a request whose answer did not come in time. Returns what is to be raised."""
    why = io.waits_for(request.number)
    io.cancel([request.number])
    return WaitTimeout(f"No answer within {timeout:g} s (`timeout`), and the request was cancelled: {why}")


def wait_for(io: Io, request: Request, inbox: Inbox, timeout: float | None) -> Answer:
    """
    Asks, and waits for the answer. Who does not wait to the end, by Ctrl-C too, ends the request.

    :raises SandboxError: what was answered instead of an outcome
    """
    check_timeout(timeout)
    try:
        io.ask([request])
        ((_, answer),) = inbox.get(timeout)
    except queue.Empty:
        raise waited_too_long(io, request, timeout) from None
    except BaseException:
        io.cancel([request.number])
        raise
    if isinstance(answer, SandboxError):
        raise answer
    return answer


def run_map(
    io: Io, inbox: Inbox, plan: CallMap, calls: Iterator[CallLike], return_exceptions: bool
) -> Iterator[Result]:
    """Gives out what a `map` comes to. Whoever stops early ends the calls that still run."""
    try:
        while not plan.finished:
            if plan.wants() > 0 and (requests := plan.pull(calls)):
                io.ask(requests)
            try:
                while True:
                    plan.put(inbox.get_nowait())
            except queue.Empty:
                pass
            gave = False
            for result in plan.ready():
                if isinstance(result, SandboxError) and not return_exceptions:
                    raise result
                gave = True
                yield result
            if not gave and plan.wants() <= 0 and not plan.finished:
                plan.put(inbox.get())
    finally:
        if plan.unanswered:
            io.cancel([request.number for request in plan.unanswered.values()])


class CallFuture(Future[Outcome]):
    """
    The future of one call. `cancel()` also ends the call where it runs; that works until there is an outcome.
    """

    def __init__(self, io: Io, number: int, owner: object) -> None:
        super().__init__()
        self._io = io
        self._number = number
        #: Whoever drops the sandbox and keeps the future still gets its result.
        self._owner: object | None = owner
        self._first = threading.Lock()

    def cancel(self) -> bool:
        """Ends the call, if there is no outcome yet. `result()` raises CancelledError then."""
        if not super().cancel():
            return False
        if self._first.acquire(blocking=False):
            self.set_running_or_notify_cancel()
            self._io.cancel([self._number])
            self._owner = None
        return True

    def settle(self, answer: Answer) -> None:
        """Called by the I/O thread."""
        try:
            if isinstance(answer, SandboxError):
                self.set_exception(answer)
            elif isinstance(answer, Outcome):
                self.set_result(answer)
        except InvalidStateError:
            pass  # it was cancelled
        self._owner = None

    def renew_lock(self) -> None:
        """In a forked child: the lock may be held by a thread that is not there."""
        self._condition = threading.Condition()


class _Futures:
    """The sink of all futures: their own tags."""

    def deliver(self, answers: list[tuple[Any, Answer]]) -> None:
        for future, answer in answers:
            try:
                future.settle(answer)
            except Exception:
                logging.getLogger("runrl_sandbox").exception("a future could not be settled")

    def deliver_after_fork(self, answers: list[tuple[Any, Answer]]) -> None:
        for future, _ in answers:
            future.renew_lock()
        self.deliver(answers)


FUTURES = _Futures()
