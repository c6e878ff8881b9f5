"""Requests of a fleet, and those among them that wait for a host."""

from __future__ import annotations

import time
from collections import deque
from itertools import chain
from typing import TYPE_CHECKING

from ..code import Code, is_missing
from ..errors import Refused, Unavailable
from ..request import Request
from ..waits import what_it_waits_for

if TYPE_CHECKING:
    from .host import Host

#: Refusals that say something of the host and nothing of the request: it did not run.
_ELSEWHERE = frozenset({"draining", "busy", "not-ready", "credits", "replaced", "hello-needed"})


def is_for_now(refusal: Refused, request: Request, code: Code | None) -> bool:
    """Whether a request that was refused is asked again, there or elsewhere, where a client brings `code`."""
    return refusal.kind in _ELSEWHERE or is_missing(code, refusal, request)


class Work:
    """A request, and where it is."""

    __slots__ = ("attempt", "avoid", "host", "refusal", "refused_at", "request", "sent", "since")

    def __init__(self, request: Request, now: float) -> None:
        self.request = request
        #: What hosts are asked: the same, until that is another number or episode than the client knows.
        self.sent = request
        #: When it was asked for; seconds of the monotonic clock.
        self.since = now
        #: When a host first refused it, and why the latest did.
        self.refused_at: float | None = None
        self.refusal: Refused | None = None
        #: The host that has it; None while it waits.
        self.host: Host | None = None
        #: One that lost or refused it.
        self.avoid: str | None = None
        self.attempt = 1

    def waits_for(self, why_none: str | None) -> str:
        """
        In words. May be called by all threads.

        :param why_none: why no host takes work; None where one does
        """
        if (host := self.host) is not None:
            return f"host {host.entry.id}: {what_it_waits_for(host.session, self.sent.number)}"
        if why_none is not None:
            return f"no host of the fleet takes work. {why_none}"
        if self.refusal is not None:
            return f"hosts of the fleet refuse it: {self.refusal}"
        return "all hosts of the fleet have as much as they can take"

    def given_up(self, before: float) -> Unavailable | None:
        """Why it fails, when hosts have refused it since a moment of the monotonic clock, or longer."""
        if self.refused_at is None or self.refused_at > before:
            return None
        seconds = time.monotonic() - self.refused_at
        return Unavailable(f"Hosts of the fleet refuse this request, for {seconds:.0f} s now: {self.refusal}")


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

    def postpone(self, work: Work, host: str, refusal: Refused) -> None:
        """For a while: this host refused it for now."""
        work.avoid, work.refusal = host, refusal
        if work.refused_at is None:
            work.refused_at = time.monotonic()
        self._later.append(work)

    def postponed(self) -> list[Work]:
        """What was postponed, the latest first; it is not any more."""
        later, self._later = self._later, []
        return later[::-1]

    def __bool__(self) -> bool:
        return bool(self.calls or self.starts or self._later)

    def since_before(self, moment: float) -> list[Work]:
        """What was asked for before a moment of the monotonic clock."""
        return [work for work in chain(self.calls, self.starts, self._later) if work.since < moment]

    def _line_of(self, work: Work) -> deque[Work]:
        return self.calls if work.request.kind == "score" else self.starts
