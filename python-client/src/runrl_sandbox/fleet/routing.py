"""
Which host gets what. Nothing here knows time, threads or sockets, so a simulation can run it for thousands of clients.

Calls go to the better of two random hosts: close to the best choice with many clients that do not know of each other,
and no host is rushed by all of them when it returns (Mitzenmacher, "The Power of Two Choices in Randomized Load
Balancing", 2001). Episodes go to the host with the fewest, and stay there.
"""

from __future__ import annotations

import bisect
import itertools
import random
from dataclasses import dataclass

#: A host may be given so much work ahead: what waits there is lost with it, and cannot go to one that is free.
_AHEAD_MS = 50.0
_MOST_IN_FLIGHT = 1024
#: Quick calls are given in such shares of what may be under way. A choice costs more than to send one, and smaller
#: batches cost hosts more: with 8, calls that do nothing take three of them a sixth more CPU.
_SHARES = 4
#: How much of a new duration counts in the running mean.
_SHARE = 0.1


@dataclass(slots=True)
class Load:
    """What one client knows of a host's work."""

    #: Calls that it runs at the same time.
    slots: int = 1
    #: Whether it may be given something new.
    usable: bool = False
    #: Calls of this client that it has.
    in_flight: int = 0
    #: Episodes of this client that live there.
    episodes: int = 0
    #: Running mean of a call's duration, in milliseconds; None before the first.
    call_ms: float | None = None

    @property
    def window(self) -> int:
        """Calls that it may have at the same time: those that run, and what keeps it busy until more can arrive."""
        ahead = 1.0 if self.call_ms is None else _AHEAD_MS / max(self.call_ms, 0.01)
        return min(_MOST_IN_FLIGHT, int(self.slots * (1.0 + max(1.0, ahead))))

    @property
    def room(self) -> int:
        """Further calls that it may be given now."""
        return self.window - self.in_flight if self.usable else 0

    def note(self, duration_ms: float) -> None:
        """A call ended there, after `duration_ms` milliseconds."""
        self.call_ms = duration_ms if self.call_ms is None else self.call_ms + _SHARE * (duration_ms - self.call_ms)


class Router:
    """Chooses hosts by their load."""

    def __init__(self, seed: int | None = None) -> None:
        """:param seed: the same choices again; without, other ones in each process"""
        self.hosts: dict[str, Load] = {}
        self._random = random.Random(seed)
        self._usable: list[tuple[str, Load]] = []
        #: Sums of their slots: a host is chosen as often as it is large.
        self._sums: list[int] = []

    def refresh(self) -> None:
        """To be called when hosts, their slots or whether they are usable have changed."""
        self._usable = [(name, load) for name, load in self.hosts.items() if load.usable]
        self._sums = list(itertools.accumulate(load.slots for _, load in self._usable))

    def for_calls(self, avoid: str | None = None) -> tuple[str, int] | None:
        """
        A host for calls, and how many of them it should be given before the next is chosen; None while all are full.

        :param avoid: a host that is chosen only where there is no other
        """
        if not self._usable:
            return None
        two = [self._by_chance(), self._by_chance()]
        fit = [(name, load) for name, load in two if load.room > 0 and name != avoid]
        if not fit:
            fit = [(name, load) for name, load in self._usable if load.room > 0]
            fit = [(name, load) for name, load in fit if name != avoid] or fit
        if not fit:
            return None
        name, load = min(fit, key=lambda each: each[1].in_flight / each[1].slots)
        return name, min(load.room, max(1, load.slots - load.in_flight, load.window // _SHARES))

    def for_episode(self) -> str | None:
        """The usable host with the fewest episodes for its size, by chance where several have; None: there is none."""
        found = [(load.episodes / load.slots, self._random.random(), name) for name, load in self._usable]
        return min(found)[2] if found else None

    def _by_chance(self) -> tuple[str, Load]:
        return self._usable[bisect.bisect(self._sums, self._random.random() * self._sums[-1])]
