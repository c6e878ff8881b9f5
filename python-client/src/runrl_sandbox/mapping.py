"""The order of `map`, without waiting: which calls to send when, and which answers may be given out."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from .calls import CallLike
from .errors import SandboxError
from .outcome import Outcome
from .request import Answer, Request

#: So many calls are under way, or answered and not yet taken, at most.
MAX_IN_FLIGHT = 2048
_MOST_AT_ONCE = 256
#: An iterator that takes longer for a call is not waited for with calls that could be sent.
_QUICK_SECONDS = 0.001

Result = Outcome | SandboxError
#: Makes a request of a call, with its index as the tag. Raises what makes it impossible.
MakeRequest = Callable[[CallLike, int], Request]


class CallMap:
    """One `map`. `pull` gives requests to send, `put` takes answers, `ready` what may be given out."""

    def __init__(self, make: MakeRequest, ordered: bool, max_in_flight: int) -> None:
        if not isinstance(max_in_flight, int) or max_in_flight < 1:
            raise ValueError(f"expected `max_in_flight` to be a whole number from 1 on, got {max_in_flight!r}")
        self._make = make
        self._ordered = ordered
        self._most = max_in_flight
        self._pulled = self._given = 0
        self._chunk = 1
        self._last_was_quick = True
        self._exhausted = False
        self._by_index: dict[int, Result] = {}
        self._done: deque[Result] = deque()
        self.unanswered: dict[int, Request] = {}

    def wants(self) -> int:
        """How many calls may be pulled now."""
        if self._exhausted:
            return 0
        return min(self._chunk, self._most - (self._pulled - self._given))

    def pull(self, calls: Iterator[CallLike]) -> list[Request]:
        """Takes calls from an iterator, as many as `wants()`, fewer when it is slow."""
        requests: list[Request] = []
        for _ in range(self.wants()):
            before = time.monotonic()
            try:
                call = next(calls)
            except StopIteration:
                self._exhausted = True
                break
            slow = time.monotonic() - before > _QUICK_SECONDS
            self.add(call, requests)
            if slow:
                self._chunk = 1
                return requests
        self._chunk = min(2 * self._chunk, _MOST_AT_ONCE)
        return requests

    def exhaust(self) -> None:
        """There are no more calls."""
        self._exhausted = True

    def add(self, call: CallLike, requests: list[Request]) -> None:
        """Takes one call: a request more, or an error at its place."""
        index = self._pulled
        self._pulled += 1
        try:
            request = self._make(call, index)
        except SandboxError as error:
            self.put([(index, error)])
            return
        self.unanswered[index] = request
        requests.append(request)

    def put(self, answers: list[tuple[Any, Answer]]) -> None:
        """Takes answers, with their indexes."""
        for index, answer in answers:
            self.unanswered.pop(index, None)
            assert not isinstance(answer, tuple)
            if self._ordered:
                self._by_index[index] = answer
            else:
                self._done.append(answer)

    def ready(self) -> Iterator[Result]:
        """Answers that may be given out now."""
        if self._ordered:
            while (result := self._by_index.pop(self._given, None)) is not None:
                self._given += 1
                yield result
        else:
            while self._done:
                self._given += 1
                yield self._done.popleft()

    @property
    def finished(self) -> bool:
        """Whether everything was given out."""
        return self._exhausted and self._given == self._pulled
