"""Namespaces and mounts: what the zygote and each slot see of the machine.

Linux only, stdlib only. Every step raises OSError when it fails (see `confine.py`).
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import socket
import struct

from runrl_shim.inside.confinement.confine import check, libc, set_capabilities

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, TypeAlias

    from runrl_shim.wire.protocol import ModuleSpec

    #: A function that gives 0, or None and raises itself; its arguments; what it does.
    _Step: TypeAlias = tuple[Callable[..., Any], tuple[Any, ...], str]

_CLONE_NEWNS = 0x00020000
_CLONE_NEWUTS = 0x04000000
_CLONE_NEWIPC = 0x08000000
_CLONE_NEWUSER = 0x10000000
_CLONE_NEWPID = 0x20000000
_CLONE_NEWNET = 0x40000000
_SIOCSIFFLAGS, _IFF_UP = 0x8914, 1
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


# By these names: see `confine.py`.
_call_unshare, _call_setns = libc.unshare, libc.setns
_open, _write_to, _close, _getuid, _getgid = os.open, os.write, os.close, os.getuid, os.getgid
_TO_WRITE, _TO_LOOK = os.O_WRONLY | os.O_CLOEXEC, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC


def _mount(source: str, target: str, kind: str | None, flags: int, data: str = "") -> None:
    _take([_mount_step(source, target, kind, flags, data)])


def _mount_step(source: str, target: str, kind: str | None, flags: int, data: str = "") -> _Step:
    name = kind.encode() if kind else None
    arguments = (source.encode(), target.encode(), name, ctypes.c_ulong(flags), data.encode())
    return libc.mount, arguments, f"mount {target}"


def _unshare(flags: int) -> None:
    if _call_unshare(flags) != 0:
        check(-1, f"unshare({flags:#x})")


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


def own_user_namespace(proc: int) -> None:
    """Enters a further user namespace: limits on processes and keyrings count per user namespace.

    The last step before the capabilities go: mounts and pids belong to the namespace around it, so what the new
    one gives is power over nothing.

    Args:
        proc: what `PrivateMounts` returned.
    """
    _map_own_ids(_CLONE_NEWUSER, proc)
    for name, limit in _USER_LIMITS:
        try:
            _write(name, limit, proc)
        except FileNotFoundError:  # a kernel without inotify
            pass


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


def _map_own_ids(namespaces: int, proc: int | None = None) -> None:
    uid, gid = _getuid(), _getgid()
    _unshare(namespaces)
    for name, text in (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")):
        _write(f"self/{name}", text, proc)


def _write(name: str, text: str, proc: int | None) -> None:
    """Writes a file of /proc, or of the /proc that the descriptor stands for."""
    path = name if proc is not None else f"/proc/{name}"
    descriptor = _open(path, _TO_WRITE, dir_fd=proc)
    try:
        _write_to(descriptor, text.encode())
    finally:
        _close(descriptor)


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
                check(_call_setns(self.home, _CLONE_NEWPID), "setns")
                raise
            if pid != 0:
                check(_call_setns(self.home, _CLONE_NEWPID), "setns")
                set_capabilities(raised=False)  # the child needs them for its mounts, and then gives them up for good
            return pid
        except BaseException:
            set_capabilities(raised=False)
            raise


class PrivateMounts:
    """Own mount, IPC and network namespaces with an own /tmp (which holds /dev/shm), terminals, and an own /proc.

    /proc is read-only: through it a process could change how likely the kernel is to kill it when memory runs out
    (oom_score_adj), and the weight of its whole session (autogroup), which later workers of the slot would inherit.

    Made before the fork that enters it: what is done in a fork for the first time costs it memory.

    Args:
        tmp_size: size of /tmp in bytes.
        binds: read-only mounts below /tmp, bound again because the new /tmp hides them.
        own_network: whether to make a network namespace; otherwise the slot shares that of its module.
        terminals: whether there is a /dev/pts, which gets terminals of its own.
    """

    def __init__(
        self, tmp_size: int, binds: Sequence[str], *, own_network: bool = True, terminals: bool = True
    ) -> None:
        # A network of its own too: through loopback and abstract sockets, whose names libraries choose by their pid,
        # calls of one module could reach each other's servers.
        flags = _CLONE_NEWNS | _CLONE_NEWIPC | (_CLONE_NEWNET if own_network else 0)
        self._own_network = own_network
        self._steps: list[_Step] = [(libc.unshare, (flags,), "unshare")]
        if own_network:
            self._steps.append((_raise_loopback, (), ""))
        self._steps += [
            (mount_own_tmp, (tmp_size, binds), "") if binds else _tmp_step(tmp_size),
            (libc.mkdir, (b"/tmp/.shm", 0o777), "mkdir /tmp/.shm"),
            (libc.chmod, (b"/tmp/.shm", 0o1777), "chmod /tmp/.shm"),
            _mount_step("/tmp/.shm", "/dev/shm", None, _MS_BIND),
        ]
        if terminals:
            options = f"newinstance,ptmxmode=0666,mode=600,max={_TERMINALS}"
            self._steps.append(_mount_step("devpts", "/dev/pts", "devpts", _MS_NOSUID | _MS_NOEXEC, options))
        self._steps.append(_mount_step("proc", "/proc", "proc", _PROC_FLAGS))
        read_only = _MS_REMOUNT | _MS_BIND | _MS_RDONLY | _PROC_FLAGS
        self._last_steps: list[_Step] = [
            _mount_step("/proc", "/proc", None, _MS_BIND | _MS_REC),
            _mount_step("none", "/proc", None, read_only),
        ]

    def enter(self) -> int:
        """Enters them.

        Returns:
            A descriptor of the writable /proc below the one that is shown, for `own_user_namespace`. Close it before
            any user code runs.
        """
        set_capabilities(raised=True)
        _take(self._steps)
        proc = _open("/proc", _TO_LOOK)
        if self._own_network:
            _set_up_tcp(_TCP_BUFFERS, proc)
        _take(self._last_steps)
        return proc


def of_slot(spec: ModuleSpec) -> PrivateMounts:
    """Those of every slot of a module."""
    return PrivateMounts(spec["tmp_size"], spec["tmp_binds"], own_network=spec["own_network"])


def _take(steps: Sequence[_Step]) -> None:
    for function, arguments, what in steps:
        if function(*arguments):
            check(-1, what)


def _tmp_step(size: int) -> _Step:
    return _mount_step("tmpfs", "/tmp", "tmpfs", _MS_NOSUID | _MS_NODEV, f"size={size},nr_inodes=65536,mode=1777")


def mount_own_tmp(size: int, binds: Sequence[str]) -> None:
    """Mounts an empty /tmp of so many bytes, in the mount namespace that is the caller's own, with these in it."""
    # Opened in the new mount namespace (a bind from another one is refused), before the new /tmp hides them.
    sources = [(path, os.open(path, os.O_PATH | os.O_CLOEXEC), os.path.isdir(path)) for path in binds]
    _take([_tmp_step(size)])
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
        fcntl.ioctl(any_socket, _SIOCSIFFLAGS, struct.pack("16sH22x", b"lo", _IFF_UP))


def _set_up_tcp(settings: Sequence[tuple[str, str]], proc: int | None = None) -> None:
    for name, value in settings:
        _write(f"sys/net/ipv4/{name}", value, proc)
