# requirements: ray.txt
"""A fleet in a real Ray cluster on this machine: a node is lost, one joins, the registry and a host are killed."""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import os
import socket
import struct
import subprocess
import sys
import tempfile
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


def servers() -> set[str]:
    """Command lines of `serve` that run now and have this run's mark."""
    found = set()
    for process in Path("/proc").iterdir():
        try:
            line = (process / "cmdline").read_bytes().decode()
        except OSError:
            continue
        if "--token-file=" in line and "runrl-host-" in line:
            found.add(f"{process.name} {line}")
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


def play_killed_driver(address: str, reward: Path) -> None:
    """Nobody closes anything: Ray kills the actors, and the servers see the end of their stdin."""
    driver = subprocess.Popen([sys.executable, "-c", DRIVER, address, str(reward)], stdout=subprocess.PIPE)
    assert driver.stdout is not None
    assert driver.stdout.readline() == b"scored\n"
    processes = with_all_below({int(line.split()[0]) for line in servers()})
    driver.kill()
    driver.wait()
    driver.stdout.close()
    killed = time.monotonic()
    until(lambda: not any(map(is_alive, processes)), "all processes of its hosts end")
    print(f"  the driver is killed: none of {len(processes)} processes is left after {time.monotonic() - killed:.1f} s")


@ray.remote(num_cpus=0)
def score_elsewhere(fleet: Fleet) -> float | None:
    with fleet.sandbox() as sandbox:
        return sandbox.score("four").reward


def play(cluster: Cluster, fleet: Fleet, sandbox: FleetSandbox) -> None:
    second = cluster.add_node(num_cpus=1)
    wait_for_hosts(sandbox, 2)
    calls = [("x" * (index % 9), {}) for index in range(2000)]
    assert [outcome.reward for outcome in sandbox.map(calls)] == [float(index % 9) for index in range(2000)]
    print("  two hosts: ok")

    outcomes = sandbox.map([("sleep 0.01", {})] * 500)
    first = next(outcomes)
    cluster.remove_node(second, allow_graceful=False)
    assert {outcome.status for outcome in [first, *outcomes]} == {"ok"}
    print("  a node is lost: every call has its outcome")

    assert ray.get(score_elsewhere.remote(fleet)) == 4.0
    cluster.add_node(num_cpus=1)
    wait_for_hosts(sandbox, 2)
    print("  a node joins: it gets a host; another actor uses the fleet")

    ray.kill(ray.get_actor(fleet.source.name, fleet.source.namespace), no_restart=False)  # type: ignore[attr-defined]
    assert [outcome.reward for outcome in sandbox.map(calls)] == [float(index % 9) for index in range(2000)]
    wait_for_hosts(sandbox, 2)
    print("  the registry is killed: calls go on, and it knows all hosts again")

    os.kill(int(min(servers()).split()[0]), 9)
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


def loopback_only() -> None:
    """Ray listens on the machine's address; in a network of its own that is the loopback. Needs root."""
    if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), "a network namespace needs root")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", IFF_UP))


def main() -> None:
    loopback_only()
    before = servers()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "reward.py").write_text(REWARD)
        Path(folder, "lengths.py").write_text("length = len\n")
        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
        ray.init(address=cluster.address, log_to_driver=False)
        try:
            hosts = Fleet.ray(Path(folder, "reward.py"), cpus_per_host=1, http="127.0.0.1:0")
            with hosts as fleet, fleet.sandbox() as sandbox:
                play(cluster, fleet, sandbox)
            until(lambda: servers() == before, "all hosts end with the fleet")
            play_other_versions(Path(folder, "reward.py"))
            play_scaling(Path(folder, "reward.py"))
            until(lambda: servers() == before, "all hosts end with the fleet")
            play_killed_driver(cluster.address, Path(folder, "reward.py"))
            until(lambda: servers() == before, "all hosts end with the job")
            # A driver that ends without closing: Ray kills the actors, and the servers see the end of their stdin.
            hosts = Fleet.ray(Path(folder, "reward.py"), cpus_per_host=1)
            until(lambda: len(servers()) > len(before), "a host is there")
            del hosts
        finally:
            ray.shutdown()
        until(lambda: servers() == before, "all hosts end with the job")
        print("  the job ends: nothing is left")
        cluster.shutdown()


if __name__ == "__main__":
    main()
