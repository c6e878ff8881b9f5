"""Adapters over the hosts of a fleet: the same calls, in this process and in one that gets a pickle."""

from __future__ import annotations

import asyncio
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from observing import until
from runrl_sandbox import Sandbox
from runrl_sandbox.adapters import servers
from runrl_sandbox.adapters.scorer import Scorer
from runrl_sandbox.adapters.trl import RewardFunction, reward_function
from runrl_sandbox.fleet import Fleet, FleetSandbox

SOURCE = str(Path(__file__).parents[2] / "src")
BATCH = [str(number) * (number + 1) for number in range(40)]
LENGTHS = [float(len(completion)) for completion in BATCH]


@pytest.fixture(scope="module")
def hosts(environment: None, reward_file: Path) -> Iterator[list[str]]:
    """Addresses of two hosts."""
    with Sandbox.spawn(reward_file) as one, Sandbox.spawn(reward_file) as other:
        for host in (one, other):
            host.score("x")
        yield [one.address, other.address]


def score(function: RewardFunction, step: int, **columns: Any) -> list[float | None]:
    state = SimpleNamespace(global_step=step)
    return function(prompts=["a prompt"] * len(BATCH), completions=BATCH, trainer_state=state, **columns)


def test_trl_scores_on_all_hosts_with_the_training_step(hosts: list[str]) -> None:
    function, metrics = reward_function(Fleet.static(hosts), name="length"), dict[str, float]()
    fleet = servers.sandbox_of(function._settings)
    assert isinstance(fleet, FleetSandbox)
    for step in range(20):  # a step is audited when the next one has begun
        assert score(function, step, value=LENGTHS, log_metric=metrics.__setitem__) == LENGTHS
    assert metrics.keys() >= {"length/failed", "length/unearned", "length/alarms"}
    until(lambda: all(load.call_ms is not None for load in fleet.hosts().values()), "both hosts had calls")
    until(lambda: fleet.audits, "their audits are heard of")
    assert fleet.audits["reward"].step > 0


def test_a_pickle_has_the_same_hosts(hosts: list[str], tmp_path: Path) -> None:
    packed = tmp_path / "function.pickle"
    packed.write_bytes(pickle.dumps(reward_function(Fleet.static(hosts))))
    code = f"""
import pickle, sys
sys.path.insert(0, {SOURCE!r})
function = pickle.load(open({str(packed)!r}, "rb"))
print(function(prompts=["q", "q"], completions=["a", "bcd"]))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout == "[1.0, 3.0]\n"


def test_equal_fleets_share_a_connection(hosts: list[str]) -> None:
    one, same, other = (
        servers.server_settings(fleet) for fleet in (Fleet.static(hosts), Fleet.static(hosts), Fleet.static(hosts[:1]))
    )
    assert servers.sandbox_of(one) is servers.sandbox_of(same)
    assert servers.sandbox_of(one) is not servers.sandbox_of(other)


def test_a_scorer_awaits_them(hosts: list[str]) -> None:
    scorer = Scorer(Fleet.static(hosts), on_failure=0.0)

    async def both() -> list[float]:
        return [scored.number() for scored in await scorer.score_group(["a", "bcd"])]

    assert asyncio.run(both()) == [1.0, 3.0]
    assert scorer.score("ab").number() == 2.0


def test_hosts_have_their_own_flags_and_modules_their_names(hosts: list[str], reward_file: Path) -> None:
    fleet = Fleet.static(hosts)
    with pytest.raises(ValueError, match=r"`timeout`: options are for a server that is started here"):
        reward_function(fleet, timeout=5)
    with pytest.raises(ValueError, match=r"`on_alarm`: options are for a server"):
        reward_function(fleet, on_alarm="mail me")
    assert reward_function(fleet).__name__ == "reward"
    assert reward_function(fleet, module="maths").__name__ == "maths"
    assert reward_function(fleet.with_code(reward_file)).__name__ == "reward"
