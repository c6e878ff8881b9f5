"""What waits to be sent, and the credits that it is sent with."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator

from .request import BEGINS, Request
from .wire import without_text

#: So many calls in one message at most: the server reads a message at one go, others wait meanwhile.
_MOST_CALLS = 512


class _Line:
    """What is begun has credits of its own, and what goes on with an episode: so these can end while others wait."""

    def __init__(self) -> None:
        self.waiting: deque[Request] = deque()
        self.credits = 0


class Outbox:
    """Requests in their order, given out in batches that fit into a message."""

    def __init__(self) -> None:
        self._new, self._there = _Line(), _Line()
        self._bytes = 0
        #: Whether the server takes completions that are text.
        self.takes_text = True
        #: Of one message, at most.
        self.most_bytes = 0
        #: Refused for now, with when to ask again.
        self._later: list[tuple[float, Request]] = []

    def add(self, request: Request) -> None:
        """Behind what waits."""
        self._line_of(request).waiting.append(request)

    def take_unsent(self) -> list[Request]:
        """What begins something and was never sent waits here no longer."""
        waiting = self._new.waiting
        self._new.waiting = deque(request for request in waiting if request.sent)
        return [request for request in waiting if not request.sent]

    def add_later(self, when: float, request: Request) -> None:
        """Not before `when`."""
        self._later.append((when, request))

    def begin_anew(self, requests: list[Request], calls: int, credit_bytes: int, most_bytes: int) -> None:
        """After a welcome: what was sent before waits in front again."""
        self._new.credits = self._there.credits = calls
        self._bytes = credit_bytes
        self.most_bytes = min(most_bytes, credit_bytes)
        for request in reversed(requests):
            self._line_of(request).waiting.appendleft(request)

    def give_back(self, request: Request) -> None:
        """The credit that it took, if it was sent, is free again."""
        if request.message:
            request.message = 0
            self._line_of(request).credits += 1
            self._bytes += len(request.body)

    @property
    def due(self) -> float:
        """When something that was refused is to be asked again."""
        return min((when for when, _ in self._later), default=float("inf"))

    def batches(self, unanswered: Collection[int], now: float) -> Iterator[list[Request]]:
        """What may be sent now. Those that are too large come alone, and take no credit."""
        if self._later:
            for when, request in self._later:
                if when <= now:
                    self.add(request)
            self._later = [entry for entry in self._later if entry[0] > now]
        yield from self._batches(self._there, unanswered)
        yield from self._batches(self._new, unanswered)

    def is_too_large(self, request: Request) -> bool:
        """Whether no message can hold it."""
        return len(request.body) > self.most_bytes

    def _batches(self, line: _Line, unanswered: Collection[int]) -> Iterator[list[Request]]:
        batch: list[Request] = []
        batch_bytes = 0
        waiting = line.waiting
        while waiting:
            request = waiting[0]
            if request.number not in unanswered:
                waiting.popleft()
                continue
            if not self.takes_text and request.kind == "score":
                request.body = without_text(request.body)
            size = len(request.body)
            if size > self.most_bytes:
                yield [waiting.popleft()]
                continue
            if line.credits < 1 or self._bytes < size:
                break
            if batch and not (
                batch_bytes + size <= self.most_bytes and len(batch) < _MOST_CALLS and _go_together(batch[0], request)
            ):
                yield batch
                batch, batch_bytes = [], 0
            waiting.popleft()
            line.credits -= 1
            self._bytes -= size
            batch.append(request)
            batch_bytes += size
        if batch:
            yield batch

    def _line_of(self, request: Request) -> _Line:
        return self._new if request.kind in BEGINS else self._there


def _go_together(one: Request, other: Request) -> bool:
    return one.kind == other.kind == "score" and one.module == other.module and one.step == other.step
