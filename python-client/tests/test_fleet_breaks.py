"""Further rows of "When something breaks" in docs/fleet.md, with real servers; the others are in test_fleet.py."""

from __future__ import annotations

import re
import signal
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from observing import until
from runrl_sandbox.fleet import Fleet
from test_fleet import Host, start, start_many, wait_for_hosts
from test_fleet_chaos import Proxy

__all__ = ["start", "start_many"]

pytestmark = pytest.mark.full


def test_a_call_that_times_out_is_not_tried_again(start: Any) -> None:
    hosts = [start("--timeout=300ms") for _ in range(2)]
    with Fleet.static(host.address for host in hosts).sandbox() as sandbox:
        outcome = sandbox.score("sleep 60")
    assert (outcome.status, outcome.attempt) == ("timeout", 1)


def test_a_host_that_is_started_anew_is_asked_once_more_and_has_no_episodes(start: Any, modules: Path) -> None:
    flags = [f"--environment={modules / 'counting.py'}"]
    first = start(*flags)
    with Fleet.static([first.address]).sandbox() as sandbox:
        wait_for_hosts(sandbox, 1)
        episodes = [sandbox.episode(module="counting") for _ in range(2)]
        future = sandbox.submit("sleep 0.5", module="reward")
        until(lambda: sandbox.hosts()[first.address].in_flight == 1, "the host has the call")
        first.kill()
        start(*flags, f"--zmq={first.address}")
        outcome = future.result(timeout=60)
        assert (outcome.status, outcome.attempt) == ("ok", 2)
        assert episodes[0].step("1").status == "lost"
        episodes[1].close()
        assert sandbox.hosts()[first.address].episodes == 0


TIRED = """
import os, time

def reward_fn(completion, **kwargs):
    time.sleep(float(os.environ["TAKES"]))
    return 1.0, {"takes": os.environ["TAKES"]}
"""


def test_a_slow_host_gets_little_and_keeps_nobody_waiting(
    start: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "tired.py"
    file.write_text(TIRED)
    monkeypatch.setenv("TAKES", "0.3")
    slow = start("--env=TAKES", file=file)
    monkeypatch.setenv("TAKES", "0.003")
    other = start("--env=TAKES", file=file)
    with Fleet.static([slow.address, other.address]).sandbox() as sandbox:
        wait_for_hosts(sandbox, 2)
        outcomes, most = [], 0
        for outcome in sandbox.map([("x", {})] * 600, ordered=False):
            outcomes.append(outcome)
            most = max(most, sandbox.hosts()[slow.address].in_flight)
    assert {(outcome.status, outcome.attempt) for outcome in outcomes} == {("ok", 1)}
    # What it runs, and one more: all others wait in the client, and the other host takes them.
    assert most == 2
    of_slow = sum(outcome.info["takes"] == "0.3" for outcome in outcomes)
    assert 0 < of_slow < len(outcomes) / 5


def clients_of(host: Host) -> int:
    """Sessions that a host knows."""
    text = urllib.request.urlopen(f"{host.ready['url']}/metrics").read().decode()
    found = re.search(r"^runrl_sandbox_clients(?:{.*})? (\d+)$", text, re.MULTILINE)
    assert found is not None
    return int(found[1])


def test_a_host_that_forgot_the_client_answers_it_also_when_its_first_word_gets_lost(start: Any) -> None:
    host = start("--client-grace=100ms", "--http=127.0.0.1:0")
    proxy = Proxy("127.0.0.2", int(host.address.rpartition(":")[2]))
    try:
        with Fleet.static([proxy.address]).sandbox() as sandbox:
            wait_for_hosts(sandbox, 1)
            assert [outcome.reward for outcome in sandbox.map([("four", {})] * 3)] == [4.0] * 3
            lost = sandbox.submit("sleep 1")
            until(lambda: sandbox.hosts()[proxy.address].in_flight == 1, "the host has the call")
            proxy.cut(silent=True)
            until(lambda: clients_of(host) == 0, "the host could not tell its outcome, and has forgotten the client")
            proxy.cut(mute_after=b"hello")
            until(lambda: clients_of(host) == 1, "the client is heard, and does not hear that it is new there")
            proxy.cut()
            assert sandbox.score("four", timeout=60).reward == 4.0
            assert lost.result(60).attempt == 2
    finally:
        proxy.close()


def test_an_episode_of_a_stopped_host_is_lost(start_many: Any, modules: Path) -> None:
    (host,) = start_many(1, modules / "counting.py", "environment")
    with Fleet.static([host.address]).sandbox() as sandbox:
        wait_for_hosts(sandbox, 1)
        episode = sandbox.episode()
        host.send(signal.SIGSTOP)
        assert episode.step("1").status == "lost"


def test_an_episode_of_a_draining_host_is_finished_and_new_ones_go_elsewhere(start_many: Any, modules: Path) -> None:
    hosts = {host.address: host for host in start_many(2, modules / "counting.py", "environment")}
    with Fleet.static(hosts).sandbox() as sandbox:
        wait_for_hosts(sandbox, 2)
        episode = sandbox.episode()
        (drains,) = [name for name, load in sandbox.hosts().items() if load.episodes]
        hosts[drains].send(signal.SIGTERM)
        wait_for_hosts(sandbox, 1)
        others = [sandbox.episode() for _ in range(3)]
        assert sandbox.hosts()[drains].episodes == 1
        assert [episode.step("5").observation for _ in range(2)] == ["at 5", "at 10"]
        assert episode.ended == "done"
        for other in others:
            other.close()
