"""How many hosts a fleet should have. Nothing here knows Ray, threads or clocks."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HostLoad:
    """What a host says of itself."""

    #: What runs and waits, for each slot: above 1 work waits.
    saturation: float = 0.0
    #: Episodes that live there.
    episodes: int = 0


@dataclass(frozen=True, slots=True)
class Autoscale:
    """Bounds of the number of hosts, and what each of them should have to do."""

    #: Hosts at least.
    least: int = 1
    #: Hosts at most.
    most: int = 16
    #: What runs and waits for each slot, where there are as many hosts as there should be.
    target: float = 0.7
    #: Seconds that fewer hosts must have been enough before one ends: steps of a training run come in waves.
    quiet: float = 300.0

    def __post_init__(self) -> None:
        if not 0 < self.target <= 1:
            raise ValueError(f"expected `target` to be above 0 and at most 1, got {self.target!r}")
        if not 1 <= self.least <= self.most:
            raise ValueError(f"expected 1 <= `least` <= `most`, got {self.least!r} and {self.most!r}")


class Scaler:
    """Decides, again and again."""

    def __init__(self, settings: Autoscale) -> None:
        self.settings = settings
        #: Hosts that there should be.
        self.wanted = settings.least
        self._fewer_since: float | None = None
        self._most_needed = 0

    def look(self, now: float, loads: Mapping[str, HostLoad]) -> int:
        """
        How many hosts there should be. More at once; fewer when that was enough for a while.

        :param loads: of the hosts that take work
        """
        settings = self.settings
        work = sum(load.saturation for load in loads.values())
        needed = min(settings.most, max(settings.least, math.ceil(work / settings.target - 1e-9)))
        if needed >= self.wanted:
            self.wanted, self._fewer_since = needed, None
            return self.wanted
        if self._fewer_since is None:
            self._fewer_since, self._most_needed = now, needed
        self._most_needed = max(self._most_needed, needed)
        if now - self._fewer_since >= settings.quiet:
            self.wanted, self._fewer_since = self._most_needed, None
        return self.wanted

    def surplus(self, loads: Mapping[str, HostLoad]) -> list[str]:
        """Hosts that are to end: those with the fewest episodes, and of these the least busy."""
        extra = len(loads) - self.wanted
        by_work = sorted(loads, key=lambda name: (loads[name].episodes, loads[name].saturation, name))
        return by_work[: max(0, extra)]
