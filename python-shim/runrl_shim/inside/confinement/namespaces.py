"""Namespaces and mounts: what the zygote and each slot see of the machine.

Linux only, stdlib only. Every step raises OSError when it fails (see `confine.py`).
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import socket
import struct
from functools import partial

from runrl_shim.inside.confinement.confine import (
    AT_CWD,
    check,
    libc,
    lowered_capabilities,
    raised_capabilities,
    set_capabilities,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from runrl_shim.inside.confinement.steps import Steps
    from runrl_shim.inside.confinement.tables import Cell, Table

_CLONE_NEWNS = 0x00020000
_CLONE_NEWUTS = 0x04000000
_CLONE_NEWIPC = 0x08000000
_CLONE_NEWUSER = 0x10000000
_CLONE_NEWPID = 0x20000000
_CLONE_NEWNET = 0x40000000
_SIOCSIFFLAGS, _IFF_UP = 0x8914, 1
_LOOPBACK_UP = struct.pack("16sH22x", b"lo", _IFF_UP)
_MS_RDONLY, _MS_NOSUID, _MS_NODEV, _MS_NOEXEC = 1, 2, 4, 8
_PROC_FLAGS = _MS_NOSUID | _MS_NODEV | _MS_NOEXEC
_MNT_DETACH = 2
_HOST_NAME = b"sandbox"
_MS_REMOUNT, _MS_BIND, _MS_REC = 32, 4096, 16384
# The kernel counts inotify by user in every namespace above too: without limits of its own, one slot could use up those
# of the host's user. So it is with the memory for TCP, of which there is one amount for the machine.
_USER_LIMITS = (("sys/user/max_inotify_instances", "16"), ("sys/user/max_inotify_watches", "4096"))
# Bytes of one socket: least, usual, most.
_TCP_BUFFERS = tuple((f"tcp_{name}", "4096 16384 65536") for name in ("rmem", "wmem"))
# What closed connections would leave for later calls where slots share a network: ports that stay taken for a minute,
# or as long as an end that nobody holds tries to reach one that lets no packet in, and what was learnt of routes.
_LEAVES_NOTHING = (("tcp_max_tw_buckets", "0"), ("tcp_orphan_retries", "1"), ("tcp_no_metrics_save", "1"))
_TERMINALS = 64  # of the machine's 3,072 that are not kept for itself
_TO_WRITE, _TO_LOOK = os.O_WRONLY | os.O_CLOEXEC, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC


def _mount(source: str, target: str, kind: str | None, flags: int, data: str = "") -> None:
    name = kind.encode() if kind else None
    check(libc.mount(source.encode(), target.encode(), name, ctypes.c_ulong(flags), data.encode()), f"mount {target}")


def _unshare(flags: int) -> None:
    check(libc.unshare(flags), f"unshare({flags:#x})")


def mount_proc(target: str = "/proc") -> None:
    """Mounts /proc of the pid namespace that the caller is in."""
    _mount("proc", target, "proc", _PROC_FLAGS)


def mount_tmpfs(target: str, options: str) -> None:
    """Mounts an empty file system in memory."""
    _mount("tmpfs", target, "tmpfs", _MS_NOSUID | _MS_NODEV, options)


def bind(source: str, target: str) -> None:
    """Shows a file or folder, with all that is mounted in it, at another place."""
    _mount(source, target, None, _MS_BIND | _MS_REC)


def make_read_only(target: str) -> None:
    """Makes one mount read-only, for everybody in it and for good."""
    # What the machine's mount forbids cannot be permitted in a user namespace: to leave it out would fail.
    kept = os.statvfs(target).f_flag & os.ST_NOEXEC
    _mount("none", target, None, _MS_REMOUNT | _MS_BIND | _MS_RDONLY | _MS_NOSUID | _MS_NODEV | kept)


def detach(target: str) -> None:
    """Takes a mount out of the tree; what is open in it stays as it was mounted."""
    check(libc.umount2(target.encode(), ctypes.c_int(_MNT_DETACH)), f"umount {target}")


# --- namespaces ------------------------------------------------------------------------------------------


def unshare_user() -> None:
    """Enters an own user namespace, without a mapping yet."""
    _unshare(_CLONE_NEWUSER)


def enter_user_namespace(*, shared_network: bool = False) -> None:
    """Enters own user, pid (for children), mount and UTS namespaces, mapped to the same ids.

    All in one call: `setns` back to a pid namespace works only if it belongs to one's own user namespace.

    Args:
        shared_network: also a network namespace, in which slots will be that get none of their own.
    """
    network = _CLONE_NEWNET if shared_network else 0
    _map_own_ids(_CLONE_NEWUSER | _CLONE_NEWPID | _CLONE_NEWNS | _CLONE_NEWUTS | network)
    _hide_host_name()
    if shared_network:
        _raise_loopback()
        _set_up_tcp((*_TCP_BUFFERS, *_LEAVES_NOTHING))


def own_user_namespace_and_network() -> None:
    """The same with a network for all slots, and a UTS namespace, whose name is not the machine's."""
    _map_own_ids(_CLONE_NEWUSER | _CLONE_NEWUTS | _CLONE_NEWNET)
    _hide_host_name()
    _raise_loopback()
    _set_up_tcp((*_TCP_BUFFERS, *_LEAVES_NOTHING))


def _hide_host_name() -> None:
    """No promise rests on it: Podman's filter refuses it, and then the name is that of the container."""
    libc.sethostname(_HOST_NAME, len(_HOST_NAME))


def unshare_mounts() -> None:
    """Enters an own mount namespace."""
    _unshare(_CLONE_NEWNS)


def leave_network() -> None:
    """Enters own net and uts namespaces: without so much as a loopback interface that is up."""
    _unshare(_CLONE_NEWNET | _CLONE_NEWUTS)


def _map_own_ids(namespaces: int) -> None:
    ids = _own_ids()
    _unshare(namespaces)
    for name, text in ids:
        _write(f"self/{name}", text)


def _own_ids() -> tuple[tuple[str, str], ...]:
    uid, gid = os.getuid(), os.getgid()
    return ("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")


def _write(name: str, text: str) -> None:
    """Writes a file of /proc."""
    with open(f"/proc/{name}", "wb", buffering=0) as file:
        file.write(text.encode())


class PidNamespaces:
    """Forks children that are PID 1 of a pid namespace of their own."""

    def __init__(self) -> None:
        self.home = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)

    def fork(self, fork: Callable[[], int] = os.fork) -> int:
        """Like the given `fork`. The caller's own later forks stay in the caller's namespace."""
        set_capabilities(raised=True)
        try:
            _unshare(_CLONE_NEWPID)
            try:
                pid = fork()
            except BaseException:
                check(libc.setns(self.home, _CLONE_NEWPID), "setns")
                raise
            if pid != 0:
                check(libc.setns(self.home, _CLONE_NEWPID), "setns")
                set_capabilities(raised=False)  # the child needs them for its mounts, and then gives them up for good
            return pid
        except BaseException:
            set_capabilities(raised=False)
            raise


def fork_inside(table: Table, home: int, fork: Any, child: Table) -> tuple[Cell, ...]:
    """Adds what `PidNamespaces.fork` does. The child goes on with the table `child`.

    Returns:
        What each call gives. The third is the child's number, and the last two must not fail.
    """
    return (
        table.call("capset", *raised_capabilities(), skips=1),
        table.call("unshare", _CLONE_NEWPID, skips=2),
        table.fork(fork, child),
        table.call("setns", home, _CLONE_NEWPID, skips=1),
        table.call("capset", *lowered_capabilities(), skips=1),
    )


def private_mounts(
    steps: Steps, tmp_size: int, binds: Sequence[str], *, own_network: bool = True, terminals: bool = True
) -> Cell:
    """Adds what enters own mount, IPC and network namespaces: an own /tmp (with /dev/shm in it), terminals and /proc.

    /proc is read-only: through it a process could change how likely the kernel is to kill it when memory runs out
    (oom_score_adj), and the weight of its whole session (autogroup), which later workers of the slot would inherit.

    Args:
        tmp_size: size of /tmp in bytes.
        binds: read-only mounts below /tmp, bound again because the new /tmp hides them.
        own_network: whether to make a network namespace; otherwise the slot shares that of its module.
        terminals: whether there is a /dev/pts, which gets terminals of its own.

    Returns:
        A descriptor of the writable /proc below the one that is shown, for `user_namespace`. To be closed before any
        user code runs.
    """
    steps.call("capset", *raised_capabilities())
    # A network of its own too: through loopback and abstract sockets, whose names libraries choose by their pid,
    # calls of one module could reach each other's servers.
    steps.call("unshare", _CLONE_NEWNS | _CLONE_NEWIPC | (_CLONE_NEWNET if own_network else 0))
    if own_network:  # 127.0.0.1 answers
        datagrams = steps.call("socket", socket.AF_INET, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC, 0)
        steps.call("ioctl", datagrams, _SIOCSIFFLAGS, _LOOPBACK_UP)
        steps.call("close", datagrams)
    if binds:
        steps.then(partial(mount_own_tmp, tmp_size, binds))
    else:
        _add_mount(steps, "tmpfs", "/tmp", "tmpfs", _MS_NOSUID | _MS_NODEV, _tmp_options(tmp_size))
    steps.call("mkdirat", AT_CWD, b"/tmp/.shm", 0o777)
    steps.call("fchmodat", AT_CWD, b"/tmp/.shm", 0o1777)
    _add_mount(steps, "/tmp/.shm", "/dev/shm", None, _MS_BIND)
    if terminals:
        options = f"newinstance,ptmxmode=0666,mode=600,max={_TERMINALS}"
        _add_mount(steps, "devpts", "/dev/pts", "devpts", _MS_NOSUID | _MS_NOEXEC, options)
    _add_mount(steps, "proc", "/proc", "proc", _PROC_FLAGS)
    proc = steps.call("openat", AT_CWD, b"/proc", _TO_LOOK)
    if own_network:
        for name, value in _TCP_BUFFERS:
            _add_write(steps, f"sys/net/ipv4/{name}", value, proc)
    _add_mount(steps, "/proc", "/proc", None, _MS_BIND | _MS_REC)
    _add_mount(steps, "none", "/proc", None, _MS_REMOUNT | _MS_BIND | _MS_RDONLY | _PROC_FLAGS)
    return proc


def user_namespace(steps: Steps, proc: Cell) -> None:
    """Adds what enters a further user namespace: limits on processes and keyrings count per user namespace.

    The last step before the capabilities go: mounts and pids belong to the namespace around it, so what the new
    one gives is power over nothing.

    Args:
        proc: what `private_mounts` returned.
    """
    # In these words the host knows a kernel that forbids it: see `probe.ts`.
    steps.call("unshare", _CLONE_NEWUSER, what=f"unshare({_CLONE_NEWUSER:#x})")
    for name, text in _own_ids():
        _add_write(steps, f"self/{name}", text, proc)
    for name, limit in _USER_LIMITS:
        if os.path.exists(f"/proc/{name}"):  # else a kernel without inotify
            _add_write(steps, name, limit, proc)


def _add_mount(steps: Steps, source: str, target: str, kind: str | None, flags: int, data: str = "") -> None:
    named = kind.encode() if kind else 0
    steps.call("mount", source.encode(), target.encode(), named, flags, data.encode(), what=f"mount {target}")


def _add_write(steps: Steps, name: str, text: str, proc: Cell) -> None:
    """Has a file of the /proc that the descriptor stands for written."""
    file = steps.call("openat", proc, name.encode(), _TO_WRITE, what=f"open {name}")
    steps.call("write", file, text.encode(), len(text), what=f"write {name}")
    steps.call("close", file)


def _tmp_options(size: int) -> str:
    return f"size={size},nr_inodes=65536,mode=1777"


def mount_own_tmp(size: int, binds: Sequence[str]) -> None:
    """Mounts an empty /tmp of so many bytes, in the mount namespace that is the caller's own, with these in it."""
    # Opened in the new mount namespace (a bind from another one is refused), before the new /tmp hides them.
    sources = [(path, os.open(path, os.O_PATH | os.O_CLOEXEC), os.path.isdir(path)) for path in binds]
    mount_tmpfs("/tmp", _tmp_options(size))
    for path, source, is_folder in sources:
        os.makedirs(path if is_folder else os.path.dirname(path), exist_ok=True)
        if not is_folder:
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC))
        _mount(f"/proc/self/fd/{source}", path, None, _MS_BIND | _MS_REC)
        make_read_only(path)
        os.close(source)


def _raise_loopback() -> None:
    """Has 127.0.0.1 answer in a new network namespace."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, _SIOCSIFFLAGS, _LOOPBACK_UP)


def _set_up_tcp(settings: Sequence[tuple[str, str]]) -> None:
    for name, value in settings:
        _write(f"sys/net/ipv4/{name}", value)
