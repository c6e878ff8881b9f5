# requirements: ray.txt
"""A fleet in a real Ray cluster on this machine: a node is lost, one joins, the registry and a host are killed."""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import os
import re
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import ray
from ray.cluster_utils import Cluster
from runrl_sandbox import Unavailable
from runrl_sandbox.fleet import Autoscale, Fleet, FleetSandbox, ray_fleet, ray_scaling

PATIENCE = 60.0
CLONE_NEWNET = 0x40000000
SIOCSIFFLAGS = 0x8914
IFF_UP = 1
REWARD = """
import time
from lengths import length

def reward_fn(completion, **kwargs):
    if completion.startswith("sleep"):
        time.sleep(float(completion.split()[1]))
    return float(length(completion))
"""


def until(condition: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, f"not within {PATIENCE:g} s: {what}"
        time.sleep(0.05)


def wait_for_hosts(sandbox: FleetSandbox, count: int) -> None:
    until(lambda: sum(load.usable for load in sandbox.hosts().values()) == count, f"{count} hosts are ready")


def servers() -> set[int]:
    """The `serve`s of this run: their tokens are in its temporary folder."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if f"--token-file={tempfile.gettempdir()}/" in (process / "cmdline").read_bytes().decode():
                found.add(int(process.name))
    return found


def with_all_below(pids: set[int]) -> set[int]:
    """Processes, with their children, and those of these."""
    parents: dict[int, int] = {}
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            with contextlib.suppress(OSError):
                parents[int(process.name)] = int((process / "stat").read_text().rpartition(")")[2].split()[1])
    found, more = set(pids), set(pids)
    while more:
        more = {pid for pid, parent in parents.items() if parent in more} - found
        found |= more
    return found


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


DRIVER = """
import sys, time, ray
from runrl_sandbox.fleet import Fleet
ray.init(address=sys.argv[1], log_to_driver=False)
with Fleet.ray(sys.argv[2], cpus_per_host=1).sandbox() as sandbox:
    assert sandbox.score("four").reward == 4.0
    print("scored", flush=True)
    time.sleep(600)
"""


class Ours:
    """What the hosts that run now have on this machine: processes and files."""

    def __init__(self) -> None:
        self._processes = with_all_below(servers()) | guards()
        assert list(Path(tempfile.gettempdir()).iterdir()) != []

    def must_end(self, how: str) -> None:
        begun = time.monotonic()
        until(lambda: not any(map(is_alive, self._processes)) and not servers() | guards(), "all processes end")
        until(lambda: not list(Path(tempfile.gettempdir()).iterdir()), "no file is left")
        count, seconds = len(self._processes), time.monotonic() - begun
        print(f"  {how}: of {count} processes and their files nothing is left after {seconds:.1f} s")


def guards() -> set[int]:
    """Who removes the folder of a host whose actor was killed."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if f"\0{tempfile.gettempdir()}/runrl-host-" in (process / "cmdline").read_bytes().decode():
                found.add(int(process.name))
    return found


def play_killed_driver(address: str, reward: Path) -> None:
    """Nobody closes anything: Ray kills the actors, and the servers see the end of their stdin."""
    driver = subprocess.Popen([sys.executable, "-c", DRIVER, address, str(reward)], stdout=subprocess.PIPE)
    assert driver.stdout is not None
    assert driver.stdout.readline() == b"scored\n"
    ours = Ours()
    driver.kill()
    driver.wait()
    driver.stdout.close()
    ours.must_end("the driver is killed")


@ray.remote(num_cpus=0)
def score_elsewhere(fleet: Fleet) -> float | None:
    with fleet.sandbox() as sandbox:
        return sandbox.score("four").reward


def play(cluster: Cluster, fleet: Fleet, sandbox: FleetSandbox) -> None:
    second, third = (cluster.add_node(num_cpus=1) for _ in range(2))
    wait_for_hosts(sandbox, 3)
    calls = [("x" * (index % 9), {}) for index in range(2000)]
    assert [outcome.reward for outcome in sandbox.map(calls)] == [float(index % 9) for index in range(2000)]
    print("  three hosts: ok")

    futures = [sandbox.submit("sleep 0.02") for _ in range(1000)]
    futures[0].result()
    cluster.remove_node(second, allow_graceful=False)
    cluster.add_node(num_cpus=1)
    cluster.remove_node(third, allow_graceful=False)
    outcomes = [future.result() for future in futures]
    assert {outcome.status for outcome in outcomes} == {"ok"}
    again = sum(outcome.attempt == 2 for outcome in outcomes)
    print(f"  two nodes are lost and one joins under load: every call has its outcome, {again} at their second attempt")

    assert ray.get(score_elsewhere.remote(fleet)) == 4.0
    wait_for_hosts(sandbox, 2)
    print("  the node that joined has a host; another actor uses the fleet")

    ray.kill(ray.get_actor(fleet.source.name, fleet.source.namespace), no_restart=False)  # type: ignore[attr-defined]
    assert [outcome.reward for outcome in sandbox.map(calls)] == [float(index % 9) for index in range(2000)]
    wait_for_hosts(sandbox, 2)
    print("  the registry is killed: calls go on, and it knows all hosts again")

    os.kill(min(servers()), 9)
    assert {outcome.status for outcome in sandbox.map([("sleep 0.01", {})] * 300)} == {"ok"}
    wait_for_hosts(sandbox, 2)
    print("  a host is killed: its actor starts it anew")


def play_scaling(reward: Path) -> None:
    """Two nodes are there. What is asked of Ray's autoscaler is noted; it has none here to ask."""
    asked: list[int] = []
    ray_scaling.sdk.request_resources = lambda bundles: asked.append(len(bundles))
    scale = Autoscale(least=1, most=2, target=0.7, quiet=1.0)
    with Fleet.ray(reward, cpus_per_host=1, autoscale=scale) as fleet, fleet.sandbox() as sandbox:
        until(lambda: asked == [1], "one node is asked for")
        wait_for_hosts(sandbox, 1)
        futures = [sandbox.submit("sleep 0.05") for _ in range(400)]
        until(lambda: 2 in asked, "there is work, and two are asked for")
        wait_for_hosts(sandbox, 2)
        outcomes = [future.result() for future in futures]
        assert {(outcome.status, outcome.attempt) for outcome in outcomes} == {("ok", 1)}
        until(lambda: asked[-1] == 1, "it is quiet, and one is enough")
        wait_for_hosts(sandbox, 1)
        assert sandbox.score("four").reward == 4.0
    assert asked == [1, 2, 1, 0]
    print("  hosts are asked for as there is work, and end by draining")


def play_other_versions(reward: Path) -> None:
    """Nodes with another Python and Ray than the driver. One cluster has no two here: the driver says otherwise."""
    here = ray_fleet.Programs.of_this()
    ray_fleet.Programs.of_this = lambda: ray_fleet.Programs("3.7", "1.0.0")  # type: ignore[method-assign]
    said = ""
    with Fleet.ray(reward, cpus_per_host=1) as fleet, fleet.sandbox(reconnect_timeout=10.0) as sandbox:
        try:
            sandbox.score("four")
        except Unavailable as error:
            said = str(error)
    ray_fleet.Programs.of_this = lambda: here  # type: ignore[method-assign]
    assert f"it runs Python {here.python} (" in said, said
    assert f"and Ray {here.ray}, the driver Python 3.7 and Ray 1.0.0" in said, said
    print("  a node with another Python than the driver has no host, and the error names both")


def play_incomplete_nodes(cluster: Cluster, reward: Path) -> None:
    """Nodes without Node.js, and without bubblewrap where the user wants it."""
    path = reward.parent / "bin"
    path.mkdir()
    for name in ("sh", "cat", "rm"):
        (path / name).symlink_to(shutil.which(name) or name)
    command = os.environ["RUNRL_SANDBOX_COMMAND"]
    hidden = "".join(
        f"mount --bind /dev/null {file}; " for file in ("/usr/bin/bwrap", "/bin/bwrap") if Path(file).exists()
    )
    nodes = [
        cluster.add_node(num_cpus=1, env_vars=variables)
        for variables in (
            {"PATH": str(path), "RUNRL_SANDBOX_COMMAND": ""},
            {"PATH": str(path)},
            {"RUNRL_SANDBOX_COMMAND": f"unshare -m sh -c '{hidden}exec \"$@\"' sh {command}"},
        )
    ]
    refused: tuple[str, ...] = ()

    def is_said() -> bool:
        nonlocal refused
        with contextlib.suppress(OSError):
            refused = fleet.source.read(-1, threading.Event()).refused
        return len(refused) == len(nodes)

    with Fleet.ray(reward, cpus_per_host=1, sandbox="namespaces") as fleet:
        until(is_said, "all nodes say why they have no host")
        with fleet.sandbox() as sandbox:
            assert sandbox.score("four").reward == 4.0
        for node in nodes:
            cluster.remove_node(node)
        reasons = refused
        until(lambda: not is_said() and refused == (), "nodes that are gone are not named any more")
    for why in reasons:
        assert re.match(r"The node at [\d.]+ has no host: ", why), why
    for reason in (
        "There is no command `runrl-sandbox`, and no `npx`",
        "`node` cannot be started",
        "install bubblewrap",
    ):
        assert any(reason in why for why in reasons), reasons
    print("  nodes without Node.js or bubblewrap: they have no host, and say what is missing")


def loopback_only() -> None:
    """Ray listens on the machine's address; in a network of its own that is the loopback. Needs root."""
    if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), "a network namespace needs root")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", IFF_UP))


def main() -> None:
    loopback_only()
    os.environ["RAY_TMPDIR"] = tempfile.gettempdir()
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory(prefix="r-") as ours:
        # What hosts make is made there, on all nodes.
        os.environ["TMPDIR"] = tempfile.tempdir = ours
        reward = Path(folder, "reward.py")
        reward.write_text(REWARD)
        Path(folder, "lengths.py").write_text("length = len\n")
        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
        ray.init(address=cluster.address, log_to_driver=False)
        try:
            with Fleet.ray(reward, cpus_per_host=1, http="127.0.0.1:0") as fleet, fleet.sandbox() as sandbox:
                play(cluster, fleet, sandbox)
                left = Ours()
            left.must_end("the fleet is closed")
            play_other_versions(reward)
            play_incomplete_nodes(cluster, reward)
            play_scaling(reward)
            play_killed_driver(cluster.address, reward)
            # A driver that ends without closing: Ray kills the actors, and the servers see the end of their stdin.
            hosts = Fleet.ray(reward, cpus_per_host=1)
            with hosts.sandbox() as sandbox:
                assert sandbox.score("four").reward == 4.0
            left = Ours()
            del hosts
        finally:
            ray.shutdown()
        left.must_end("the job ends")
        cluster.shutdown()


if __name__ == "__main__":
    main()
