"""What the kernel is asked to do: identity, namespaces, mounts, capabilities, limits.

Linux only, stdlib only. Every step raises OSError when it fails: a layer that cannot be set up must stop
the sandbox, never weaken it.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import resource
import socket
import struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

SANDBOX_UID = 65534

_CLONE_NEWNS = 0x00020000
_CLONE_NEWIPC = 0x08000000
_CLONE_NEWUSER = 0x10000000
_CLONE_NEWPID = 0x20000000
_CLONE_NEWNET = 0x40000000

_SIOCSIFFLAGS, _IFF_UP = 0x8914, 1

_MS_RDONLY, _MS_NOSUID, _MS_NODEV, _MS_NOEXEC = 1, 2, 4, 8
_MS_REMOUNT, _MS_BIND, _MS_REC = 32, 4096, 16384

_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4
_PR_CAPBSET_DROP = 24
_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_NO_NEW_PRIVS = 38

_CAPABILITY_VERSION_3 = 0x20080522
_LAST_CAPABILITY = 63
_SIGKILL = 9
_KEYCTL_JOIN_SESSION_KEYRING = 1

libc = ctypes.CDLL(None, use_errno=True)


def check(result: int, what: str) -> None:
    """Raises OSError with the C library's errno when a call did not return 0."""
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def _prctl(option: int, value: int) -> None:
    check(libc.prctl(option, ctypes.c_ulong(value), 0, 0, 0), f"prctl({option}, {value})")


def _mount(source: str, target: str, kind: str | None, flags: int, data: str = "") -> None:
    result = libc.mount(
        source.encode(), target.encode(), kind.encode() if kind else None, ctypes.c_ulong(flags), data.encode()
    )
    check(result, f"mount {target}")


def _unshare(flags: int) -> None:
    check(libc.unshare(flags), f"unshare({flags:#x})")


# --- identity --------------------------------------------------------------------------------------------


def leave_root() -> None:
    """Gives up real uid 0 for good: user code must never run as the kernel's root, in any namespace."""
    for capability in range(_LAST_CAPABILITY + 1):
        if libc.prctl(_PR_CAPBSET_DROP, ctypes.c_ulong(capability), 0, 0, 0) != 0:
            break  # past the last capability that this kernel knows
    os.setgroups([])
    os.setresgid(SANDBOX_UID, SANDBOX_UID, SANDBOX_UID)
    os.setresuid(SANDBOX_UID, SANDBOX_UID, SANDBOX_UID)
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)
    _prctl(_PR_SET_DUMPABLE, 1)  # a uid change clears it, and /proc/self/uid_map would belong to root


def leave_keyring() -> None:
    """Joins a new, empty session keyring: the inherited one holds keys of the person who started all this."""
    keyctl = {"x86_64": 250, "aarch64": 219}.get(os.uname().machine)
    if keyctl is None:
        raise OSError(f"no number for keyctl on {os.uname().machine}")
    if libc.syscall(keyctl, _KEYCTL_JOIN_SESSION_KEYRING, None) < 0 and ctypes.get_errno() != errno.ENOSYS:
        check(-1, "keyctl")


def mount_proc() -> None:
    """Mounts /proc of the pid namespace that the caller is in."""
    _mount("proc", "/proc", "proc", _MS_NOSUID | _MS_NODEV | _MS_NOEXEC)


# --- namespaces ------------------------------------------------------------------------------------------


def unshare_user() -> None:
    """Enters an own user namespace, without a mapping yet."""
    _unshare(_CLONE_NEWUSER)


def enter_user_namespace() -> None:
    """Enters own user, pid (for children) and mount namespaces, mapped to the same ids.

    All in one call: `setns` back to a pid namespace works only if it belongs to one's own user namespace.
    """
    _map_own_ids(_CLONE_NEWUSER | _CLONE_NEWPID | _CLONE_NEWNS)


def own_user_namespace() -> None:
    """Enters a user namespace for one slot: limits on processes and keyrings count per user namespace.

    The last step before the capabilities go: mounts and pids belong to the namespace around it, so what the new
    one gives is power over nothing.
    """
    _map_own_ids(_CLONE_NEWUSER)


def _map_own_ids(namespaces: int) -> None:
    uid, gid = os.getuid(), os.getgid()
    _unshare(namespaces)
    for name, text in (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")):
        descriptor = os.open(f"/proc/self/{name}", os.O_WRONLY | os.O_CLOEXEC)
        try:
            os.write(descriptor, text.encode())
        finally:
            os.close(descriptor)


class PidNamespaces:
    """Forks children that are PID 1 of a pid namespace of their own."""

    def __init__(self) -> None:
        self.home = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)

    def fork(self) -> int:
        """Like `os.fork`. The caller's own later forks stay in the caller's namespace."""
        _set_capabilities(raised=True)
        try:
            _unshare(_CLONE_NEWPID)
            try:
                pid = os.fork()
            except BaseException:
                check(libc.setns(self.home, _CLONE_NEWPID), "setns")
                raise
            if pid != 0:
                check(libc.setns(self.home, _CLONE_NEWPID), "setns")
            return pid
        finally:
            # In the child too: it raises them again for its mounts and then gives them up for good.
            _set_capabilities(raised=False)


def private_mounts(tmp_size: int, binds: Sequence[str], *, own_network: bool = True) -> None:
    """Own mount, IPC and network namespaces with an own /tmp (which holds /dev/shm), terminals, and an own /proc.

    Args:
        tmp_size: size of /tmp in bytes.
        binds: read-only mounts below /tmp, bound again because the new /tmp hides them.
        own_network: whether to make a network namespace; otherwise the slot shares that of its module.
    """
    _set_capabilities(raised=True)
    # A network of its own too: through loopback and abstract sockets, whose names libraries choose by their pid,
    # calls of one module could reach each other's servers.
    _unshare(_CLONE_NEWNS | _CLONE_NEWIPC | (_CLONE_NEWNET if own_network else 0))
    if own_network:
        _raise_loopback()
    # Opened in the new mount namespace (a bind from another one is refused), before the new /tmp hides them.
    sources = [(path, os.open(path, os.O_PATH | os.O_CLOEXEC), os.path.isdir(path)) for path in binds]
    _mount("tmpfs", "/tmp", "tmpfs", _MS_NOSUID | _MS_NODEV, f"size={tmp_size},nr_inodes=65536,mode=1777")
    for path, source, is_folder in sources:
        os.makedirs(path if is_folder else os.path.dirname(path), exist_ok=True)
        if not is_folder:
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC))
        _mount(f"/proc/self/fd/{source}", path, None, _MS_BIND | _MS_REC)
        _mount("none", path, None, _MS_REMOUNT | _MS_BIND | _MS_RDONLY | _MS_NOSUID | _MS_NODEV)
        os.close(source)
    os.mkdir("/tmp/.shm")
    os.chmod("/tmp/.shm", 0o1777)
    _mount("/tmp/.shm", "/dev/shm", None, _MS_BIND)
    _mount("devpts", "/dev/pts", "devpts", _MS_NOSUID | _MS_NOEXEC, "newinstance,ptmxmode=0666,mode=600")
    mount_proc()


def _raise_loopback() -> None:
    """Has 127.0.0.1 answer in a new network namespace."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, _SIOCSIFFLAGS, struct.pack("16sH22x", b"lo", _IFF_UP))


# --- capabilities and limits -----------------------------------------------------------------------------


def _set_capabilities(*, raised: bool, keep: bool = True) -> None:
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    permitted = _permitted if keep else 0
    effective = permitted if raised else 0
    low = 0xFFFFFFFF
    data = (ctypes.c_uint32 * 6)(effective & low, permitted & low, 0, effective >> 32, permitted >> 32, 0)
    check(libc.capset(header, data), "capset")


def capabilities() -> tuple[int, int, int]:
    """Bits of the effective, permitted and inheritable capabilities of this process."""
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    data = (ctypes.c_uint32 * 6)()
    check(libc.capget(header, data), "capget")
    return data[0] | data[3] << 32, data[1] | data[4] << 32, data[2] | data[5] << 32


_permitted = 0


def lower_capabilities() -> None:
    """Keeps the user namespace's capabilities, which forking needs, but out of effect while user code runs."""
    global _permitted
    _permitted = capabilities()[1]
    _set_capabilities(raised=False)


def drop_capabilities() -> None:
    """Gives up every capability for good."""
    _set_capabilities(raised=False, keep=False)
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)


def hide_memory(*, hidden: bool) -> None:
    """Whether other processes of the same user may ptrace this one and read its memory and descriptors."""
    _prctl(_PR_SET_DUMPABLE, 0 if hidden else 1)


def die_with_parent() -> None:
    """Asks the kernel to kill this process when its parent (thread) ends."""
    _prctl(_PR_SET_PDEATHSIG, _SIGKILL)


def adopt_orphans() -> None:
    """Makes orphaned descendants children of this process, as PID 1 of a namespace has it anyway."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def die_first_without_memory() -> None:
    """Has the kernel, when the machine runs out of memory, kill this process and its children before any other.

    No promise rests on it: a process may take it back, and where it cannot be written nothing else is weaker.
    """
    try:
        with open("/proc/self/oom_score_adj", "w") as file:
            file.write("1000")
    except OSError:
        pass


def limit_worker(memory: int, files: int, file_size: int | None) -> None:
    """Sets the limits of a slot: bytes of private writable memory (RLIMIT_DATA), open files, bytes of one file."""
    _limit(resource.RLIMIT_DATA, memory)
    _limit(resource.RLIMIT_NOFILE, files)
    _limit(resource.RLIMIT_CORE, 0)
    if file_size is not None:
        _limit(resource.RLIMIT_FSIZE, file_size)
        _limit(resource.RLIMIT_MSGQUEUE, 0)  # POSIX queues would outlive the worker, where nobody can see them


def limit_processes(count: int) -> None:
    """Limits the processes and threads of the caller's user namespace, which is a slot's own.

    For workers only: a slot's init must be able to fork whatever they do. Never without namespaces, where it
    would count all processes of the person's account.
    """
    _limit(resource.RLIMIT_NPROC, count)


def _limit(kind: int, value: int) -> None:
    _, hard = resource.getrlimit(kind)
    limit = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (limit, limit))


def thread_count() -> int:
    """Threads of this process, those of C libraries included."""
    return os.stat("/proc/self/task").st_nlink - 2


def private_memory() -> int:
    """Bytes of private writable memory of this process: what RLIMIT_DATA counts."""
    with open("/proc/self/status") as file:
        for line in file:
            if line.startswith("VmData:"):
                return int(line.split()[1]) * 1024
    return 0
