"""A cap over all hosts, with real servers: it is never exceeded, and without leases nothing begins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from observing import PATIENCE, until
from runrl_sandbox import Refused, Sandbox, Unavailable
from runrl_sandbox.fleet import Fleet
from test_fleet import start, wait_for_hosts

__all__ = ["start"]

pytestmark = pytest.mark.full

CAP = 3
JUDGE = """
import time

def reward_fn(completion, **kwargs):
    begun = time.monotonic()
    time.sleep(0.02)
    return 1.0, {"begun": begun, "ended": time.monotonic()}
"""


def most_at_once(spans: list[tuple[float, float]]) -> int:
    """Of spans of time, how many had one moment in common."""
    changes = sorted([(begun, 1) for begun, _ in spans] + [(ended, -1) for _, ended in spans])
    most = now = 0
    for _, change in changes:
        now += change
        most = max(most, now)
    return most


def test_the_cap_holds_when_a_host_is_lost_and_calls_stop_without_leases(start: Any, tmp_path: Path) -> None:
    file = tmp_path / "judge.py"
    file.write_text(JUDGE)
    keeper = start("--grant-leases", file=None)
    flags = [f"--fleet-cap=judge={CAP}", f"--leases={keeper.address}", "--timeout=500ms"]
    hosts = [start(*flags, file=file, concurrency=4) for _ in range(3)]
    with Fleet.static(host.address for host in hosts).sandbox(reconnect_timeout=60) as sandbox:
        wait_for_hosts(sandbox, 3)
        futures = [sandbox.submit("x") for _ in range(1500)]
        until(lambda: sum(future.done() for future in futures) > 300, "calls run")
        hosts[0].kill()
        outcomes = [future.result(timeout=120) for future in futures]
        assert {outcome.status for outcome in outcomes} == {"ok"}
        spans = [(float(one.info["begun"]), float(one.info["ended"])) for one in outcomes]
        assert most_at_once(spans) == CAP
        keeper.kill()
    with Fleet.static([hosts[1].address]).sandbox(reconnect_timeout=8) as sandbox:
        until(lambda: "no lease of the fleet's cap of 3" in why_not(sandbox), "the lease is over, and a call says so")
    with Sandbox(hosts[1].address, reconnect_timeout=2) as sandbox:
        assert "no lease of the fleet's cap of 3" in why_not(sandbox)


def why_not(sandbox: Sandbox) -> str:
    """Why a call fails; empty while it does not."""
    try:
        sandbox.score("x", timeout=PATIENCE)
    except (Unavailable, Refused) as error:
        return str(error)
    return ""
