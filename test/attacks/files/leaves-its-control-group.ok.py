"""Moves itself to a control group without limits, changes one, or makes one that runs a program.

stopped_by: no control groups in sight; without mounts, no rule to write there
plain bwrap: stopped
"""

import os

TREES = ("memory", "pids", "cpu", "freezer", "systemd", "unified")
# Whoever may open them for writing may set them.
SETTINGS = (
    *("cgroup.clone_children", "cgroup.event_control", "cgroup.freeze", "cgroup.kill", "cgroup.subtree_control"),
    *("freezer.state", "memory.force_empty", "memory.limit_in_bytes", "memory.max", "memory.oom.group"),
    *("memory.oom_control", "memory.swap.max", "notify_on_release", "pids.max", "release_agent"),
)


def groups():
    """Its own, and those that they are in: where the trees are mounted, and from below /proc."""
    own = {"/"}
    try:
        with open("/proc/self/cgroup") as file:
            own |= {line.rstrip("\n").split(":", 2)[2] for line in file}
    except OSError:
        pass
    own |= {os.path.dirname(path) for path in own}
    for root in ("/sys/fs/cgroup", "/proc/1/root/sys/fs/cgroup", "/tmp"):
        try:
            trees = [*os.listdir(root), ""]
        except OSError:
            trees = [*TREES, ""]
        yield from (os.path.normpath(f"{root}/{tree}/{path}") for tree in trees for path in own)


def moves_to(group):
    for name in ("cgroup.procs", "cgroup.threads", "tasks"):
        try:
            with open(f"{group}/{name}", "r+") as file:
                file.write(str(os.getpid()))
            return True
        except OSError:
            continue
    return False


def can_set(group):
    for name in SETTINGS:
        try:
            os.close(os.open(f"{group}/{name}", os.O_WRONLY))
            return True
        except OSError:
            continue
    return False


def makes_one_in(group):
    if group.startswith("/tmp"):
        return False
    try:
        os.mkdir(f"{group}/of-the-attack")
    except OSError:
        return False
    os.rmdir(f"{group}/of-the-attack")
    return True


def attack():
    return float(any(moves_to(each) or can_set(each) or makes_one_in(each) for each in groups()))
