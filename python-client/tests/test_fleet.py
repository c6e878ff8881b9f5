"""A fleet of real servers on one machine: what becomes of calls and episodes when hosts go and come."""

from __future__ import annotations

import contextlib
import json
import shlex
import signal
import subprocess
from collections.abc import Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from observing import Program, until
from runrl_sandbox import Closed, Unavailable, UnknownEpisode, WaitTimeout
from runrl_sandbox.fleet import Fleet, FleetSandbox, HostEntry, StaticSource, Table

QUICK = [(str(index), {"value": index}) for index in range(300)]
SLOW = [("sleep 0.02", {})] * 200


class Host:
    """A `serve` of its own. It ends with its stdin, however the test ends."""

    def __init__(
        self,
        command: str,
        file: Path | None,
        *flags: str,
        kind: str = "reward",
        ip: str = "127.0.0.1",
        concurrency: int = 1,
    ) -> None:
        listen = [] if any(flag.startswith("--zmq") for flag in flags) else [f"--zmq=tcp://{ip}:0"]
        module = [] if file is None else [f"--{kind}={file}"]
        words = ["serve", *module, *listen, *flags, "--json", "--end-with-stdin", "--log-level=error"]
        self._process = subprocess.Popen(
            [*shlex.split(command), *words, f"--concurrency={concurrency}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self._process.stdout is not None
        self.ready: dict[str, Any] = json.loads(self._process.stdout.readline())
        self.address: str = self.ready["zmq"][0]

    def send(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    def kill(self) -> None:
        """Ends it as a lost machine ends."""
        self._process.kill()
        self._process.wait()

    def end(self) -> None:
        with contextlib.suppress(OSError):
            self._process.send_signal(signal.SIGCONT)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


@pytest.fixture
def start(command: str, modules: Path) -> Iterator[Any]:
    with contextlib.ExitStack() as hosts:

        def begin(
            *flags: str,
            file: Path | None = modules / "reward.py",
            kind: str = "reward",
            ip: str = "127.0.0.1",
            concurrency: int = 1,
        ) -> Host:
            host = Host(command, file, *flags, kind=kind, ip=ip, concurrency=concurrency)
            hosts.callback(host.end)
            return host

        yield begin


@pytest.fixture
def start_many(command: str, modules: Path) -> Iterator[Any]:
    """Starts hosts that a test may end."""
    with contextlib.ExitStack() as hosts:

        def begin(count: int, file: Path = modules / "reward.py", kind: str = "reward") -> list[Host]:
            return start_together(hosts, command, file, kind, count)

        yield begin


@pytest.fixture(scope="module")
def trio(command: str, modules: Path) -> Iterator[list[str]]:
    """Addresses of three reward hosts, for tests that leave them as they are."""
    with contextlib.ExitStack() as hosts:
        yield [host.address for host in start_together(hosts, command, modules / "reward.py", "reward", 3)]


def start_together(hosts: contextlib.ExitStack, command: str, file: Path, kind: str, count: int) -> list[Host]:
    """Several at once: most of a start is waiting."""
    with ThreadPoolExecutor(count) as pool:
        begun = [pool.submit(Host, command, file, kind=kind, ip=f"127.0.0.{number + 2}") for number in range(count)]
        started = [one.result() for one in begun]
    for host in started:
        hosts.callback(host.end)
    return started


def wait_for_hosts(sandbox: FleetSandbox, count: int) -> None:
    until(lambda: sum(load.usable for load in sandbox.hosts().values()) == count, f"{count} hosts are ready")


def values(outcomes: Any) -> list[Any]:
    return [outcome.reward for outcome in outcomes]


def test_calls_are_spread_over_all_hosts_and_come_back_in_order(trio: list[str]) -> None:
    with Fleet.static(trio).sandbox() as sandbox:
        wait_for_hosts(sandbox, 3)
        assert values(sandbox.map(QUICK)) == list(range(300))
        assert {load.in_flight for load in sandbox.hosts().values()} == {0}
        assert all(load.call_ms is not None for load in sandbox.hosts().values())
        future = sandbox.submit("sleep 60")
        assert future.cancel()
        with pytest.raises(CancelledError):
            future.result(timeout=60)


def test_calls_of_a_killed_host_are_asked_for_once_more_elsewhere(start_many: Any) -> None:
    lost, other = start_many(2)
    with Fleet.static([lost.address, other.address]).sandbox() as sandbox:
        wait_for_hosts(sandbox, 2)
        outcomes = sandbox.map(SLOW)
        first = next(outcomes)
        lost.kill()
        all_of_them = [first, *outcomes]
    assert [outcome.status for outcome in all_of_them] == ["ok"] * len(SLOW)
    attempts = {outcome.attempt for outcome in all_of_them}
    assert attempts == {1, 2}


def test_a_call_that_ends_its_worker_is_not_asked_for_again(trio: list[str]) -> None:
    with Fleet.static(trio).sandbox() as sandbox:
        outcomes = [sandbox.score("crash"), sandbox.score("raise")]
    assert [(outcome.status, outcome.attempt) for outcome in outcomes] == [("crashed", 1), ("raised", 1)]


@pytest.mark.full
def test_a_call_that_two_hosts_were_lost_with_fails(start_many: Any) -> None:
    hosts = start_many(2)
    with Fleet.static(host.address for host in hosts).sandbox() as sandbox:
        wait_for_hosts(sandbox, 2)
        future = sandbox.submit("sleep 600")

        def busy() -> list[int]:
            loads = sandbox.hosts()
            return [index for index, host in enumerate(hosts) if loads[host.address].in_flight]

        until(lambda: len(busy()) == 1, "a host has the call")
        (one,) = busy()
        hosts[one].kill()
        until(lambda: busy() == [1 - one], "the other has it")
        hosts[1 - one].kill()
        with pytest.raises(Unavailable, match="2 hosts were lost"):
            future.result(timeout=60)


@pytest.mark.full
def test_a_stopped_host_is_found_and_its_late_answers_are_dropped(start_many: Any) -> None:
    stopped, other = start_many(2)
    with Fleet.static([stopped.address, other.address]).sandbox() as sandbox:
        wait_for_hosts(sandbox, 2)
        outcomes = sandbox.map(SLOW)
        first = next(outcomes)
        stopped.send(signal.SIGSTOP)
        all_of_them = [first, *outcomes]
        assert [outcome.status for outcome in all_of_them] == ["ok"] * len(SLOW)
        stopped.send(signal.SIGCONT)
        wait_for_hosts(sandbox, 2)
        assert values(sandbox.map(QUICK)) == list(range(300))


@pytest.mark.full
def test_a_draining_host_finishes_what_it_has_and_gets_nothing_new(start_many: Any) -> None:
    draining, other = start_many(2)
    with Fleet.static([draining.address, other.address]).sandbox() as sandbox:
        wait_for_hosts(sandbox, 2)
        outcomes = sandbox.map(SLOW)
        first = next(outcomes)
        draining.send(signal.SIGTERM)
        all_of_them = [first, *outcomes]
    assert {(outcome.status, outcome.attempt) for outcome in all_of_them} == {("ok", 1)}


@pytest.mark.full
def test_hosts_come_and_go_in_a_shared_folder(start: Any, tmp_path: Path) -> None:
    folder = tmp_path / "hosts"
    one = start(f"--join={folder}")
    (folder / "notes.json").write_text("{}")  # no host
    with Fleet.file(folder).sandbox() as sandbox:
        wait_for_hosts(sandbox, 1)
        two = start(f"--join={folder}")
        wait_for_hosts(sandbox, 2)
        one.end()
        until(lambda: len(sandbox.hosts()) == 1, "the host that ended is forgotten")
        assert values(sandbox.map(QUICK)) == list(range(300))
        two.end()
    assert [path.name for path in folder.iterdir()] == ["notes.json"]


def test_hosts_with_another_version_of_the_file_get_nothing(trio: list[str], start: Any, tmp_path: Path) -> None:
    other_version = tmp_path / "reward.py"
    other_version.write_text("def reward_fn(completion, **kwargs):\n    return -1.0\n")
    odd = start(file=other_version).address
    with Fleet.static([*trio[:2], odd]).sandbox() as sandbox:
        until(lambda: all(load.slots for load in sandbox.hosts().values()), "hosts are known")
        # The version of whoever answers first is the one that counts.
        ours = set(trio[:2])
        until(lambda: usable(sandbox) in (ours, {odd}), "hosts of one version are used")
        assert {value == -1.0 for value in values(sandbox.map(QUICK))} == {usable(sandbox) == {odd}}


def usable(sandbox: Any) -> set[str]:
    return {address for address, load in sandbox.hosts().items() if load.usable}


def test_episodes_are_spread_stay_on_their_host_and_are_lost_with_it(start_many: Any, modules: Path) -> None:
    hosts = start_many(2, modules / "counting.py", "environment")
    with Fleet.static(host.address for host in hosts).sandbox() as sandbox:
        wait_for_hosts(sandbox, 2)
        episodes = [sandbox.episode(start=index) for index in range(4)]
        assert [load.episodes for load in sandbox.hosts().values()] == [2, 2]
        assert [episode.step("1").observation for episode in episodes] == ["at 1", "at 2", "at 3", "at 4"]
        (copy,) = episodes[0].branch(1)
        assert (copy.step("5").observation, episodes[0].step("1").observation) == ("at 6", "at 2")
        copy.close()
        hosts[0].kill()
        steps = [episode.step("1") for episode in episodes]
        assert sorted(step.status for step in steps) == ["lost", "lost", "ok", "ok"]
        lost = next(episode for episode in episodes if episode.outcome.status == "lost")
        assert lost.ended == "failed"
        assert lost.outcome.error is not None
        assert lost.outcome.error.type == "HostLost"
        with pytest.raises(UnknownEpisode):
            lost.step("1")
        for episode in episodes:
            episode.close()
        assert [load.episodes for load in sandbox.hosts().values() if load.usable] == [0]


@pytest.mark.full
def test_a_lost_episode_is_played_again_where_it_may_be(start_many: Any, modules: Path) -> None:
    hosts = {host.address: host for host in start_many(2, modules / "counting.py", "environment")}
    with Fleet.static(hosts).sandbox(replay=True) as sandbox:
        wait_for_hosts(sandbox, 2)
        episode = sandbox.episode(start=1)
        assert [episode.step("1").observation for _ in range(3)] == ["at 2", "at 3", "at 4"]
        (name,) = [name for name, load in sandbox.hosts().items() if load.episodes]
        hosts[name].kill()
        step = episode.step("2")
        assert (step.status, step.observation, step.steps) == ("ok", "at 6", 4)
        episode.close()


CHANGING = """
import os

class Changing:
    def setup(self, **kwargs):
        return "begun"

    def step(self, action):
        return {"observation": os.urandom(8).hex(), "reward": 0.0, "done": False}
"""


@pytest.mark.full
def test_an_episode_that_shows_something_else_when_it_is_played_again_is_lost(start_many: Any, tmp_path: Path) -> None:
    file = tmp_path / "changing.py"
    file.write_text(CHANGING)
    hosts = {host.address: host for host in start_many(2, file, "environment")}
    with Fleet.static(hosts).sandbox(replay=True) as sandbox:
        wait_for_hosts(sandbox, 2)
        episode = sandbox.episode()
        episode.step("on")
        (name,) = [name for name, load in sandbox.hosts().items() if load.episodes]
        hosts[name].kill()
        step = episode.step("on")
        assert step.status == "lost"
        assert step.error is not None
        assert "step 1 showed something else" in step.error.message


@pytest.mark.full
def test_what_was_given_up_before_a_host_came_does_no_harm(start: Any, tmp_path: Path, modules: Path) -> None:
    folder = tmp_path / "hosts"
    folder.mkdir()
    with Fleet.file(folder).sandbox(reconnect_timeout=0.5) as sandbox:
        with pytest.raises(Unavailable):
            sandbox.score("x")  # failed, and still in the queue
        assert sandbox.submit("x").cancel()
        with pytest.raises(WaitTimeout):
            sandbox.episode(module="counting", timeout=0.1)
        start(f"--join={folder}", f"--environment={modules / 'counting.py'}")
        wait_for_hosts(sandbox, 1)
        assert values(sandbox.map(QUICK, module="reward")) == list(range(300))
        (load,) = sandbox.hosts().values()
        assert (load.in_flight, load.episodes) == (0, 0)


@pytest.mark.full
def test_a_call_of_a_host_that_was_away_for_a_while_is_run_anew_there(start: Any) -> None:
    host = start()
    with Fleet.static([host.address]).sandbox() as sandbox:
        wait_for_hosts(sandbox, 1)
        future = sandbox.submit("sleep 0.5")
        until(lambda: any(load.in_flight for load in sandbox.hosts().values()), "the host has the call")
        host.send(signal.SIGSTOP)
        until(lambda: not any(load.in_flight for load in sandbox.hosts().values()), "the host is given up")
        host.send(signal.SIGCONT)
        outcome = future.result(timeout=60)
        assert (outcome.status, outcome.attempt) == ("ok", 2)


def test_close_answers_what_waits(trio: list[str]) -> None:
    sandbox = Fleet.static(trio[:1]).sandbox()
    future = sandbox.submit("sleep 600")
    until(lambda: any(load.in_flight for load in sandbox.hosts().values()), "a host has the call")
    sandbox.close()
    with pytest.raises(Closed):
        future.result(timeout=60)
    with pytest.raises(Closed):
        sandbox.score("x")


def test_a_client_may_be_pickled_and_used_after_a_fork(trio: list[str]) -> None:
    said = Program(
        """
import os, pickle, sys
from runrl_sandbox.fleet import Fleet
sandbox = Fleet.static([sys.argv[1]]).sandbox()
assert sandbox.score("four").reward == 4.0
child = os.fork()
assert sandbox.score("four").reward == 4.0
if child == 0:
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
copy = pickle.loads(pickle.dumps(sandbox))
assert copy.score("three").reward == 5.0
print("well")
copy.close()
sandbox.close()
""",
        trio[0],
    ).end()
    assert said == ("well\n", "", 0)


def test_a_table_that_cannot_be_read_for_a_while_changes_nothing(trio: list[str]) -> None:
    with Fleet(_Failing(trio[0])).sandbox(reconnect_timeout=1.0) as sandbox:
        follower = sandbox._connection.io()._follower  # type: ignore[attr-defined]
        until(lambda: follower.trouble == "the registry is away", "the table was read in vain")
        assert values(sandbox.map(QUICK)) == list(range(300))


class _Failing(StaticSource):
    """Answers once."""

    def __init__(self, address: str) -> None:
        super().__init__((HostEntry(address, address),))

    def read(self, since: int, stop: Any) -> Table:
        if since != -1:
            raise OSError("the registry is away")
        return super().read(since, stop)


@pytest.mark.parametrize(
    ("addresses", "message"),
    [
        ([], "at least one"),
        (["http://10.0.0.5:80"], "does not use HTTP"),
        ("tcp://10.0.0.5:1", r"write `\['tcp://10.0.0.5:1'\]`"),
        (["tcp://10.0.0.5:1", "tcp://10.0.0.5:1"], "more often"),
    ],
)
def test_addresses_are_looked_at(addresses: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Fleet.static(addresses)
