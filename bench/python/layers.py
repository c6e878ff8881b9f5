"""Time from the fork of a slot to the end of its confinement, with one layer after the other: JSON on stdout.

Started as root or not, on a machine that has the level `namespaces`: `python layers.py SHIM FILTER...`.
"""

from __future__ import annotations

import json
import os
import sys
from time import perf_counter

sys.path.insert(0, sys.argv[1])

from runrl_shim.inside.confinement import confine, namespaces, seccomp

ROUNDS = 40
TMP_BYTES = 64 << 20

LAYERS = {
    "fork, own pids": lambda: None,
    "mounts, ipc": lambda: namespaces.private_mounts(TMP_BYTES, (), own_network=False),
    "network": lambda: namespaces.private_mounts(TMP_BYTES, ()),
    "users, no capabilities": lambda: (namespaces.own_user_namespace(), confine.drop_capabilities()),
    "seccomp": lambda: seccomp.load_filters(filters),
}


def as_zygote() -> None:
    """Becomes what a zygote is, in a namespace of its own."""
    confine.die_with_parent()
    namespaces.mount_proc()
    confine.lower_capabilities()
    pids = namespaces.PidNamespaces()
    found: dict[str, list[float]] = {name: [] for name in LAYERS}
    for _ in range(ROUNDS):
        for name in LAYERS:
            found[name].append(slot_with(pids, name))
    print(json.dumps({name: sorted(times)[len(times) // 2] for name, times in found.items()}), flush=True)


def slot_with(pids: namespaces.PidNamespaces, last: str) -> float:
    """Seconds until a slot has this layer and those before it."""
    names = list(LAYERS)[: list(LAYERS).index(last) + 1]
    if "network" in names:
        names.remove("mounts, ipc")  # made with it
    read, write = os.pipe()
    started = perf_counter()
    pid = pids.fork()
    if pid == 0:
        for name in names:
            LAYERS[name]()
        os.write(write, b"x")
        os._exit(0)
    os.read(read, 1)
    seconds = perf_counter() - started
    os.waitpid(pid, 0)
    os.close(read)
    os.close(write)
    return seconds


filters = seccomp.read_filters(sys.argv[2:])
if os.getuid() == 0:
    confine.leave_root()
namespaces.enter_user_namespace()
child = os.fork()
if child == 0:
    as_zygote()
    os._exit(0)
os.waitpid(child, 0)
