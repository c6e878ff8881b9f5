"""Requests of a fleet, and those among them that wait for a host."""

from __future__ import annotations

from collections import deque
from itertools import chain
from typing import TYPE_CHECKING

from ..request import Request

if TYPE_CHECKING:
    from .host import Host


class Work:
    """A request, and where it is."""

    __slots__ = ("attempt", "avoid", "host", "request", "since", "there")

    def __init__(self, request: Request, now: float) -> None:
        self.request = request
        self.since = now
        #: The host that has it; None while it waits.
        self.host: Host | None = None
        #: Its number there.
        self.there = 0
        #: One that lost or refused it.
        self.avoid: str | None = None
        self.attempt = 1


class Waiting:
    """Calls and starts of episodes that no host has, in their order."""

    def __init__(self) -> None:
        self.calls: deque[Work] = deque()
        self.starts: deque[Work] = deque()
        self._later: list[Work] = []

    def add(self, work: Work) -> None:
        """Behind all others of its kind."""
        self._line_of(work).append(work)

    def put_back(self, work: Work) -> None:
        """Before all others of its kind."""
        self._line_of(work).appendleft(work)

    def postpone(self, work: Work) -> None:
        """For a while: its host refused it for now."""
        self._later.append(work)

    def postponed(self) -> list[Work]:
        """What was postponed; it is not any more."""
        later, self._later = self._later, []
        return later

    def since_before(self, moment: float) -> list[Work]:
        """What was asked for before a moment of the monotonic clock."""
        return [work for work in chain(self.calls, self.starts, self._later) if work.since < moment]

    def _line_of(self, work: Work) -> deque[Work]:
        return self.calls if work.request.kind == "score" else self.starts
