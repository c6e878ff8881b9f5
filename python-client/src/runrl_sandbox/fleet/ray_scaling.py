"""Asks Ray's autoscaler for nodes, and gives those back whose hosts have little to do, when these have finished."""

from __future__ import annotations

import logging
import re
import time
import urllib.request
from typing import Any

import ray
from ray.autoscaler import sdk

from .autoscale import Autoscale, HostLoad, Scaler

log = logging.getLogger("runrl_sandbox")

_ANSWER_SECONDS = 2.0


class RayScaling:
    """What is asked of Ray. It is a hint that stays until another one is given."""

    def __init__(self, settings: Autoscale, cpus: int) -> None:
        """:param cpus: of one host"""
        self._scaler = Scaler(settings)
        self._cpus = cpus
        self._asked = 0
        self._draining: dict[str, Any] = {}
        #: Nodes whose hosts have ended because there was too little to do.
        self._given_back: set[str] = set()

    def look(self, registry: Any, actors: dict[str, Any]) -> set[str]:
        """
        Does what is due.

        :param actors: of the hosts, by node; those that have finished are taken out
        :returns: nodes that should have no host
        """
        try:
            ready, _ = ray.wait([asked := registry.loads.remote()], timeout=_ANSWER_SECONDS)
            told: dict[str, HostLoad] | None = ray.get(asked) if ready else None
        except ray.exceptions.RayError:  # the registry is being started anew
            told = None
        if told is None:
            return self._given_back
        # A registry that was started anew does not know all of them yet.
        hosts = actors.keys() - self._draining.keys()
        loads = {name: load for name, load in told.items() if name in hosts}
        wanted = self._scaler.look(time.monotonic(), loads)
        if wanted != self._asked:
            log.info("the fleet has %d hosts, and asks for %d", len(loads), wanted)
            self._asked = wanted
            sdk.request_resources(bundles=[{"CPU": self._cpus}] * wanted)
        if wanted > len(hosts):
            self._given_back.clear()
        for name in self._scaler.surplus(loads) if wanted < len(loads) else []:
            self._given_back.add(name)
            self._draining[name] = actors[name].drain.remote()
        self._end_drained(actors)
        return self._given_back

    def _end_drained(self, actors: dict[str, Any]) -> None:
        for name, drained in list(self._draining.items()):
            if ray.wait([drained], timeout=0)[0]:
                del self._draining[name]
                if (actor := actors.pop(name, None)) is not None:
                    ray.kill(actor)

    def close(self) -> None:
        """Asks for nothing any more."""
        sdk.request_resources(bundles=[])


def read_load(url: str | None, token: str) -> HostLoad | None:
    """What a server says of itself; None when it does not."""
    if url is None:
        return None
    request = urllib.request.Request(f"{url}/metrics", headers={"Authorization": f"Bearer {token}"})
    try:
        with urllib.request.urlopen(request, timeout=_ANSWER_SECONDS) as answer:
            text = answer.read().decode()
    except (OSError, ValueError):
        return None

    def value(name: str) -> float:
        found = re.search(rf"^runrl_sandbox_{name}(?:{{.*}})? (\S+)$", text, re.MULTILINE)
        return 0.0 if found is None else float(found[1])

    return HostLoad(value("saturation_ratio"), int(value("episodes_active")))
