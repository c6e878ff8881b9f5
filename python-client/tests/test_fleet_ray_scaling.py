"""How nodes of a Ray cluster are asked for and given back, with a stand-in for Ray: its registry is away at times."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from runrl_sandbox.fleet.autoscale import Autoscale, HostLoad


class RayError(Exception):
    """Ray's."""


class Registry:
    """Answers with `told`, or is away."""

    def __init__(self) -> None:
        self.told: dict[str, HostLoad] | None = {}
        self.loads = SimpleNamespace(remote=lambda: self)


def answer_of(asked: Registry) -> dict[str, HostLoad]:
    if asked.told is None:
        raise RayError("the actor died")
    return asked.told


@pytest.fixture
def scaling(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The module `ray_scaling`."""
    ray, autoscaler = ModuleType("ray"), ModuleType("ray.autoscaler")
    vars(ray).update(
        get=answer_of,
        wait=lambda asked, timeout: ([one for one in asked if isinstance(one, Registry)], []),
        exceptions=SimpleNamespace(RayError=RayError),
    )
    vars(autoscaler)["sdk"] = SimpleNamespace(request_resources=lambda bundles: None)
    monkeypatch.setitem(sys.modules, "ray", ray)
    monkeypatch.setitem(sys.modules, "ray.autoscaler", autoscaler)
    name = "runrl_sandbox.fleet.ray_scaling"
    monkeypatch.delitem(sys.modules, name, raising=False)
    yield importlib.import_module(name)
    sys.modules.pop(name, None)


def test_a_registry_that_is_started_anew_changes_nothing(scaling: Any) -> None:
    registry = Registry()
    actors = {node: SimpleNamespace(drain=SimpleNamespace(remote=lambda: None)) for node in "abc"}
    looks = scaling.RayScaling(Autoscale(least=2, most=3), 1)
    registry.told = {node: HostLoad() for node in "abc"}
    assert looks.look(registry, actors) == {"a"}, "two are enough"
    registry.told = None
    assert looks.look(registry, actors) == {"a"}
    registry.told = {}
    assert looks.look(registry, actors) == {"a"}, "it has yet to hear of them"
    registry.told = {node: HostLoad(1.0) for node in "bc"}
    assert looks.look(registry, actors) == set(), "there is work for three"
