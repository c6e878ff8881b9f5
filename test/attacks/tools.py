"""What attacks share: system calls by number, what was planted for them to find, and ways to look."""

import ctypes
import errno
import gc
import hashlib
import mmap
import os
import re
import socket
import struct
import sys
import time
from collections.abc import Callable

_NAMES = {
    # name: (x86_64, aarch64)
    "add_key": (248, 217),
    "bpf": (321, 280),
    "capset": (126, 91),
    "clone3": (435, 435),
    "execveat": (322, 281),
    "fanotify_init": (300, 262),
    "finit_module": (313, 273),
    "fsopen": (430, 430),
    "getdents64": (217, 61),
    "init_module": (175, 105),
    "io_uring_register": (427, 427),
    "io_uring_setup": (425, 425),
    "ioprio_get": (252, 31),
    "ioprio_set": (251, 30),
    "kcmp": (312, 272),
    "kexec_load": (246, 104),
    "keyctl": (250, 219),
    "memfd_create": (319, 279),
    "migrate_pages": (256, 238),
    "mount": (165, 40),
    "mount_setattr": (442, 442),
    "move_pages": (279, 239),
    "mq_open": (240, 180),
    "mq_timedreceive": (243, 183),
    "mq_timedsend": (242, 182),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "open_tree": (428, 428),
    "perf_event_open": (298, 241),
    "personality": (135, 92),
    "pidfd_getfd": (438, 438),
    "pivot_root": (155, 41),
    "prlimit64": (302, 261),
    "process_madvise": (440, 440),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "ptrace": (101, 117),
    "quotactl": (179, 60),
    "reboot": (169, 142),
    "request_key": (249, 218),
    "sched_setattr": (314, 274),
    "seccomp": (317, 277),
    "setdomainname": (171, 162),
    "sethostname": (170, 161),
    "setns": (308, 268),
    "settimeofday": (164, 170),
    "swapon": (167, 224),
    "syslog": (103, 116),
    "timer_create": (222, 107),
    "timer_settime": (223, 110),
    "umount2": (166, 39),
    "unshare": (272, 97),
    "userfaultfd": (323, 282),
    "acct": (163, 89),
    "vhangup": (153, 58),
    "chroot": (161, 51),
    "iopl": (172, -1),
}
_COLUMN = {"x86_64": 0, "aarch64": 1}[os.uname().machine]
_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long
_syscall = _libc.syscall
_shm_info, _sem_info, _msg_info = _libc.shmctl, _libc.semctl, _libc.msgctl
# Looked up now, so that calling them later is no event for an audit hook.
libc = _libc
for _name in (
    "shmget",
    "shmat",
    "msgget",
    "msgsnd",
    "semget",
    "prctl",
    "ioctl",
    "mmap",
    "munmap",
    "setitimer",
    "kill",
    "getpid",
    "fork",
    "read",
    "write",
    "abort",
):
    getattr(_libc, _name)
_libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
_libc.mmap.restype = _libc.shmat.restype = ctypes.c_void_p
_libc.shmat.argtypes = [ctypes.c_int, ctypes.c_void_p, ctypes.c_int]
_libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]

PROCESSORS = len(os.sched_getaffinity(0))
PRIORITY = os.getpriority(os.PRIO_PROCESS, 0)  # the suite may have been started with `nice`
_RESULT = struct.Struct("<IIBBdqqqQ")

SHARED: mmap.mmap  # of the driver of rewards
KEPT = -1

planted: dict = {}  # what the runner has prepared: names, ports and paths of the host's, digests of its secrets
notes: dict[str, str] = {}  # for the report
lacks = False  # whether the kernel did not have what an attack needs
plain_channel = -1  # where results go under plain-bwrap.py


def syscall(name: str, *arguments: object) -> int:
    """The result of a system call, or minus its errno."""
    global lacks
    number = _NAMES[name][_COLUMN]
    words = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    result = _syscall(ctypes.c_long(number), *words) if number >= 0 else -1
    if result != -1:
        return int(result)
    code = ctypes.get_errno() if number >= 0 else errno.ENOSYS
    lacks = lacks or code == errno.ENOSYS
    return -code


def succeeds(name: str, *arguments: object) -> float:
    """1.0 when the system call did what it was asked to."""
    result = syscall(name, *arguments)
    notes["answer"] = "done" if result >= 0 else errno.errorcode.get(-result, str(result))
    return float(result >= 0)


def opens(family: int, kind: int, protocol: int = 0) -> float:
    """1.0 when such a socket can be had."""
    global lacks
    try:
        socket.socket(family, kind, protocol).close()
    except OSError as error:
        notes["answer"] = errno.errorcode.get(error.errno or 0, "?")
        lacks = lacks or error.errno in (errno.EAFNOSUPPORT, errno.EPROTONOSUPPORT, errno.ESOCKTNOSUPPORT)
        return 0.0
    return 1.0


def is_secret(data: "bytes | str") -> bool:
    """Whether one of the planted secrets is in there; attacks know only their digests."""
    text = data if isinstance(data, bytes) else data.encode()
    for match in re.findall(rb"canary-[0-9a-f]{32}", text):
        place = planted["digests"].get(hashlib.sha256(match).hexdigest())
        if place is not None:
            notes["found"] = place
            return True
    return False


def reads_secret(path: str, limit: int = 1 << 20) -> bool:
    """Whether the file can be read and holds a planted secret."""
    try:
        with open(path, "rb") as file:
            return is_secret(file.read(limit))
    except OSError:
        return False


def memory_holds_secret(process: "int | str", through: str = "mem") -> bool:
    """Whether the memory of another process can be read and holds a planted secret."""
    try:
        with open(f"/proc/{process}/maps") as maps, open(f"/proc/{process}/{through}", "rb", 0) as memory:
            for line in maps:
                span, rights = line.split()[:2]
                low, high = (int(each, 16) for each in span.split("-"))
                if not rights.startswith("rw") or high - low > 1 << 26:
                    continue
                memory.seek(low)
                try:
                    if is_secret(memory.read(high - low)):
                        return True
                except OSError:
                    continue
    except OSError:
        pass
    return False


def others() -> list[int]:
    """Every process that can be seen, but this one; by trying numbers near its own where /proc cannot be listed."""
    me = os.getpid()
    try:
        return [int(name) for name in os.listdir("/proc") if name.isdigit() and int(name) != me]
    except PermissionError:
        near = {1, os.getppid(), *planted.get("pids", ()), *range(max(1, me - 300), me + 50)}
        return sorted(pid for pid in near - {me} if os.path.exists(f"/proc/{pid}"))


def own_folder() -> str:
    """The folder that a call may write to."""
    return "/tmp" if plain_channel >= 0 else os.environ["TMPDIR"]


def writable_spans() -> list[tuple[int, int]]:
    """Where this process's own memory lies, as far as it can find out; forks of one process have the same layout."""
    try:
        with open("/proc/self/maps") as maps:
            spans = [line.split()[0].split("-") for line in maps if " rw-p " in line]
            return [(int(low, 16), int(high, 16)) for low, high in spans]
    except OSError:
        # No /proc: from where its own objects lie. Small ones are in arenas of 1 MiB, `bytes` in the heap.
        places = {id(each) & ~0xFFFFF for each in gc.get_objects()}
        return [(place, place + (1 << 20)) for place in sorted(places)]


def worker():
    """The sandbox's object that serves this call, found on the stack; None where there is none."""
    frame = sys._getframe()
    while frame is not None:
        found = frame.f_locals.get("self")
        if type(found).__name__ in ("CallWorker", "EpisodeWorker"):
            return found
        frame = frame.f_back
    return None


def channel() -> int:
    """The descriptor through which results leave."""
    found = worker()
    return plain_channel if found is None else found.fd


def frame(
    reward: float = 1.0, ahead: int = 0, status: int = 0, flags: int = 1, tail: bytes = b"", size: int = 0
) -> bytes:
    """A forged result: of this call, or of one that comes `ahead` calls later."""
    found = worker()
    if found is None:
        return b'{"call": %d, "reward": 0.5}\n' % ahead  # there is a pipe for each call: it can only be its own
    now = time.monotonic_ns()
    length = size or _RESULT.size + len(tail)
    return _RESULT.pack(length, found.current + ahead, status, flags, reward, now, 1000, 1000, 1000) + tail


def says_that_it_is(number: int) -> bytes:
    """The word of an episode which process of its family it is."""
    return _RESULT.pack(_RESULT.size, number, 131, 0, 0.0, 0, 0, 0, 0)


def system_v() -> int:
    """How many System V segments, semaphores and queues there are."""
    buffer = (ctypes.c_int * 64)()
    shm = _shm_info(0, 14, buffer)
    shm_used = buffer[0] if shm >= 0 else 0
    sem = _sem_info(0, 0, 19, buffer)
    sem_used = buffer[7] if sem >= 0 else 0
    msg = _msg_info(0, 12, buffer)
    return shm_used + sem_used + (buffer[0] if msg >= 0 else 0)


def stays_taken(take: Callable[[], object]) -> bool:
    """Whether a name or port stays in use. A check that runs at the same time may use it for a moment."""
    end = time.monotonic() + 0.4
    while True:
        try:
            take()
        except OSError:
            if time.monotonic() > end:
                return True
            time.sleep(0.01)
        else:
            return False


def forever() -> None:
    """Waits without using the processor."""
    while True:
        time.sleep(3600)


def data_file() -> str:
    """A file of the module's that calls read."""
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), "data.txt")


def table_file() -> str:
    """A file of the module's that calls open when they need it."""
    return data_file().replace("data.txt", "table.txt")


_shared = open(data_file(), "rb", 0)  # noqa: SIM115  # by the module at its import, for all of its calls


def shared_file() -> int:
    """The descriptor of that file which was opened when the module was imported."""
    return _shared.fileno()
