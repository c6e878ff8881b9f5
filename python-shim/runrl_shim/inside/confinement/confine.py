"""What the kernel is asked to do: identity, namespaces, mounts, capabilities, limits.

Linux only, stdlib only. Every step raises OSError when it fails: a layer that cannot be set up must stop
the sandbox, never weaken it.
"""

from __future__ import annotations

import ctypes
import errno
import os
import resource

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runrl_shim.inside.confinement.steps import Steps

SANDBOX_UID = 65534
AT_CWD = -100  # in the place of a folder's descriptor: paths count from the working directory


_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4
_PR_SET_NAME = 15
_PR_CAPBSET_DROP = 24
_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_NO_NEW_PRIVS = 38

_CAPABILITY_VERSION_3 = 0x20080522
_LAST_CAPABILITY = 63
_SIGKILL = 9
_PENDING_SIGNALS = 1024
# Runtimes reserve tens of GiB. Page tables for so many addresses take 512 MiB.
_FURTHER_ADDRESSES = 256 << 30
_KEYCTL_JOIN_SESSION_KEYRING = 1
_KEYCTL_UNKNOWN = 0x7FFFFFFF

libc = ctypes.CDLL(None, use_errno=True)
# By these names, here and below: a fork of the zygote that asks for an attribute copies the memory of its name, of what
# holds it, and of what Python notes about it.
_call_prctl, _call_capset = libc.prctl, libc.capset
_open, _write, _close = os.open, os.write, os.close
_NUMBERS = [ctypes.c_ulong(number) for number in range(65)]  # as the kernel takes switches and signals
_getrlimit, _setrlimit = resource.getrlimit, resource.setrlimit
_PROCESSES, _NO_LIMIT = resource.RLIMIT_NPROC, resource.RLIM_INFINITY
_call_sigprocmask = libc.sigprocmask
_SIG_SETMASK = 2  # of every architecture that there are filters for
_no_signals = (ctypes.c_ulong * 16)()  # a `sigset_t`
_NO_SIGNALS = ctypes.byref(_no_signals)
_SIGSET_BYTES = 8  # as the kernel has it
_ADJUSTMENT, _TO_WRITE = "/proc/self/oom_score_adj", os.O_WRONLY | os.O_CLOEXEC


def check(result: int, what: str) -> None:
    """Raises OSError with the C library's errno when a call did not return 0."""
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def _prctl(option: int, value: int) -> None:
    if _call_prctl(option, _NUMBERS[value], 0, 0, 0) != 0:
        check(-1, f"prctl({option}, {value})")


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
    """Joins a new, empty session keyring: the inherited one holds keys of the person who started all this.

    Where the kernel has none, or a filter around this process refuses all of `keyctl` to it and its children (that of
    Docker does), there is no keyring to be reached, and so none to leave.
    """
    keyctl = {"x86_64": 250, "aarch64": 219}.get(os.uname().machine)
    if keyctl is None:
        raise OSError(f"no number for keyctl on {os.uname().machine}")
    if libc.syscall(keyctl, _KEYCTL_JOIN_SESSION_KEYRING, None) >= 0:
        return
    refusal = ctypes.get_errno()
    # The kernel's own answer to an operation that it does not know is another.
    filtered = libc.syscall(keyctl, _KEYCTL_UNKNOWN) < 0 and ctypes.get_errno() == errno.EPERM
    if refusal != errno.ENOSYS and not (refusal == errno.EPERM and filtered):
        raise OSError(refusal, f"keyctl: {os.strerror(refusal)}")


# --- capabilities and limits -----------------------------------------------------------------------------


# Made once, types and all: every fork of the zygote sets them, and a fork costs by the memory that it touches.
_Sets = ctypes.c_uint32 * 6
_header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
_none = _Sets()
_raised = _lowered = _none


def _sets(effective: int, permitted: int) -> ctypes.Array[ctypes.c_uint32]:
    low = 0xFFFFFFFF
    return _Sets(effective & low, permitted & low, 0, effective >> 32, permitted >> 32, 0)


def set_capabilities(*, raised: bool, keep: bool = True) -> None:
    """Puts the permitted capabilities in effect or out of it; without `keep` all are given up."""
    data = _none if not keep else _raised if raised else _lowered
    if _call_capset(_header, data) != 0:
        check(-1, "capset")


def capabilities() -> tuple[int, int, int]:
    """Bits of the effective, permitted and inheritable capabilities of this process."""
    data = _Sets()
    check(libc.capget(_header, data), "capget")
    return data[0] | data[3] << 32, data[1] | data[4] << 32, data[2] | data[5] << 32


def lower_capabilities() -> None:
    """Keeps the user namespace's capabilities, which forking needs, but out of effect while user code runs."""
    global _raised, _lowered
    permitted = capabilities()[1]
    _raised, _lowered = _sets(permitted, permitted), _sets(0, permitted)
    set_capabilities(raised=False)


def raise_capabilities() -> None:
    """Puts into effect what `lower_capabilities` kept, for mounts."""
    set_capabilities(raised=True)


def keep_capabilities() -> None:
    """Takes them out of effect again, still to be raised."""
    set_capabilities(raised=False)


def raised_capabilities() -> tuple[ctypes.Array[ctypes.c_uint32], ctypes.Array[ctypes.c_uint32]]:
    """Arguments of `capset` that put in effect what `lower_capabilities` kept."""
    return _header, _raised


def lowered_capabilities() -> tuple[ctypes.Array[ctypes.c_uint32], ctypes.Array[ctypes.c_uint32]]:
    """Those that take it out of effect again."""
    return _header, _lowered


def drop_capabilities() -> None:
    """Gives up every capability for good."""
    set_capabilities(raised=False, keep=False)
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)


def hear_all_signals() -> None:
    """Blocks no signal any more. That of Python would make a set of those that were blocked, which takes ten pages."""
    if _call_sigprocmask(_SIG_SETMASK, _NO_SIGNALS, None) != 0:
        check(-1, "sigprocmask")


def hide_memory(*, hidden: bool) -> None:
    """Whether other processes of the same user may ptrace this one and read its memory and descriptors."""
    _prctl(_PR_SET_DUMPABLE, 0 if hidden else 1)


def set_name(name: str) -> None:
    """What whoever looks at `ps` sees of this process; at most 15 characters."""
    check(libc.prctl(_PR_SET_NAME, name.encode(), 0, 0, 0), "prctl(PR_SET_NAME)")


def die_with_parent() -> None:
    """Asks the kernel to kill this process when its parent (thread) ends."""
    hear_of_parents_end(_SIGKILL)


def hear_of_parents_end(number: int) -> None:
    """Has the kernel send this signal when the parent (thread) ends."""
    _prctl(_PR_SET_PDEATHSIG, number)


def adopt_orphans() -> None:
    """Makes orphaned descendants children of this process, as PID 1 of a namespace has it anyway."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def first_to_die(steps: Steps) -> None:
    """Adds what `die_first_without_memory` does."""
    file = steps.call("openat", AT_CWD, _ADJUSTMENT.encode(), _TO_WRITE, may_fail=True)
    steps.call("write", file, b"1000", 4, may_fail=True)
    steps.call("close", file, may_fail=True)


def no_capabilities(steps: Steps) -> None:
    """Adds what `drop_capabilities` does."""
    steps.call("capset", _header, _none)
    steps.call("prctl", _PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)


def worker_limits(steps: Steps, processes: int) -> None:
    """Adds what `hear_all_signals`, `limit_processes` and `hide_memory(hidden=False)` do."""
    steps.call("rt_sigprocmask", _SIG_SETMASK, _no_signals, 0, _SIGSET_BYTES)
    limit = _limit_of(_PROCESSES, processes)
    steps.call("prlimit64", 0, _PROCESSES, (ctypes.c_uint64 * 2)(limit, limit), 0)
    steps.call("prctl", _PR_SET_DUMPABLE, 1, 0, 0, 0)


def die_first_without_memory() -> None:
    """Has the kernel, when the machine runs out of memory, kill this process and its children before any other.

    What confines the process next makes /proc read-only, so that it cannot be taken back. Where it cannot be written in
    the first place, nothing else is weaker.
    """
    try:
        descriptor = _open(_ADJUSTMENT, _TO_WRITE)  # the builtin one would touch 40 pages more
    except OSError:
        return
    try:
        _write(descriptor, b"1000")
    except OSError:
        pass
    finally:
        _close(descriptor)


def limit_worker(memory: int, files: int, file_size: int | None) -> None:
    """Sets the limits of a slot: bytes of private writable memory (RLIMIT_DATA), open files, bytes of one file."""
    _limit(resource.RLIMIT_DATA, memory)
    _limit(resource.RLIMIT_AS, _addresses() + _FURTHER_ADDRESSES)
    _limit(resource.RLIMIT_NOFILE, files)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_SIGPENDING, _PENDING_SIGNALS)  # counted for the whole account where there is no namespace
    if file_size is not None:
        _limit(resource.RLIMIT_FSIZE, file_size)
        _limit(resource.RLIMIT_MSGQUEUE, 0)  # POSIX queues would outlive the worker, where nobody can see them


def limit_processes(count: int) -> None:
    """Limits the processes and threads of the caller's user namespace, which is a slot's own.

    For workers only: a slot's init must be able to fork whatever they do. Never without namespaces, where it
    would count all processes of the person's account.
    """
    _limit(_PROCESSES, count)


def _limit(kind: int, value: int) -> None:
    limit = _limit_of(kind, value)
    _setrlimit(kind, (limit, limit))


def _limit_of(kind: int, value: int) -> int:
    _, hard = _getrlimit(kind)
    return value if hard == _NO_LIMIT else min(value, hard)


def _addresses() -> int:
    """Bytes of addresses that this process has mapped; none where /proc cannot be read."""
    try:
        descriptor = os.open("/proc/self/statm", os.O_RDONLY | os.O_CLOEXEC)  # `open` would touch 25 pages more
    except OSError:
        return 0
    try:
        return int(os.read(descriptor, 256).split()[0]) * resource.getpagesize()
    finally:
        os.close(descriptor)


def thread_count() -> int:
    """Threads of this process, those of C libraries included."""
    return os.stat("/proc/self/task").st_nlink - 2


def private_memory() -> int:
    """Bytes of private writable memory of this process: what RLIMIT_DATA counts."""
    return _status("VmData:")


def own_memory() -> int:
    """Bytes that this process has written and not given back; it may share them with its forks."""
    return _status("RssAnon:")


def _status(field: str) -> int:
    with open("/proc/self/status") as file:
        for line in file:
            if line.startswith(field):
                return int(line.split()[1]) * 1024
    return 0
