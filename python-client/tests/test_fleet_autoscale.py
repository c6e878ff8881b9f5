"""How many hosts a fleet should have, in virtual time."""

from __future__ import annotations

import pytest
from runrl_sandbox.fleet.autoscale import Autoscale, HostLoad, Scaler


def loads(*saturations: float) -> dict[str, HostLoad]:
    return {f"host {at}": HostLoad(saturation) for at, saturation in enumerate(saturations)}


def test_more_at_once_and_fewer_when_that_was_enough_for_a_while() -> None:
    scaler = Scaler(Autoscale(least=1, most=8, target=0.7, quiet=60))
    assert scaler.look(0, loads(0.5)) == 1
    assert scaler.look(1, loads(2.1)) == 3
    assert scaler.look(2, loads(0.7, 0.7, 0.7)) == 3
    assert scaler.look(3, loads(30.0, 9.0, 9.0)) == 8
    assert scaler.look(10, loads(0.1, 0.0, 0.0)) == 8
    assert scaler.look(40, loads(1.4, 0.0, 0.0)) == 8
    assert scaler.look(69, loads(0.1, 0.0, 0.0)) == 8
    assert scaler.look(70, loads(0.1, 0.0, 0.0)) == 2, "what was needed meanwhile"
    assert scaler.look(71, loads(5.6)) == 8
    assert scaler.look(72, loads(0.0)) == 8
    assert scaler.look(100, loads(5.6)) == 8
    assert scaler.look(140, loads(0.0)) == 8, "a wave begins the wait anew"


def test_hosts_end_that_have_the_fewest_episodes() -> None:
    scaler = Scaler(Autoscale(least=1))
    three = {"a": HostLoad(0.0, 2), "b": HostLoad(0.5, 0), "c": HostLoad(0.1, 0)}
    assert scaler.surplus(three) == ["c", "b"]
    assert scaler.surplus({"a": HostLoad()}) == []


@pytest.mark.parametrize("settings", [{"target": 0}, {"target": 2}, {"least": 0}, {"least": 3, "most": 2}])
def test_settings_are_looked_at(settings: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="expected"):
        Autoscale(**settings)  # type: ignore[arg-type]
