"""What importing a module has begun that a fork would not have, or would share."""

from __future__ import annotations

import os
import socket

from runrl_shim.inside import code_link, confine


def obstacle_to_forking(file: str, line: int | None) -> tuple[str, int | None] | None:
    """Why this process cannot be forked any more, and our own port where that is a connection.

    Args:
        file: the module.
        line: of it, that started threads, where that is known.
    """
    where = os.path.basename(file) + (f":{line}" if line else "")
    if confine.thread_count() > 1:
        names = {_read(f"/proc/self/task/{task}/comm") for task in os.listdir("/proc/self/task")}
        return f"{where}: importing the module started threads ({', '.join(sorted(names))})", None
    processes = children_of_import()
    if processes:
        names = {_read(f"/proc/{pid}/comm") for pid in processes}
        return f"{where}: importing the module started processes ({', '.join(sorted(names))})", None
    for descriptor in map(int, os.listdir("/proc/self/fd")):
        ends = _internet_ends(descriptor)
        if ends is not None:
            peer, port = ends
            return f"{where}: importing the module opened a connection to {peer}", port
    return None


def children_of_import() -> list[int]:
    """Processes that importing the module has started, and that still run."""
    with open(f"/proc/self/task/{os.getpid()}/children") as file:
        started = [pid for pid in map(int, file.read().split()) if pid not in code_link.keepers]
    ended = os.WEXITED | os.WNOHANG | os.WNOWAIT
    return [pid for pid in started if os.waitid(os.P_PID, pid, ended) is None]


def _read(path: str) -> str:
    try:
        with open(path) as file:
            return file.read().strip()
    except OSError:
        return "?"


def _internet_ends(descriptor: int) -> tuple[str, int] | None:
    """The other end of a connection, and our own port."""
    try:
        if not os.readlink(f"/proc/self/fd/{descriptor}").startswith("socket:"):
            return None
        with socket.socket(fileno=os.dup(descriptor)) as duplicate:
            if duplicate.family not in (socket.AF_INET, socket.AF_INET6):
                return None
            return "{}:{}".format(*duplicate.getpeername()[:2]), duplicate.getsockname()[1]
    except OSError:
        return None
