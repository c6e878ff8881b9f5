"""The canary: makes a worker's confinement for real and tries what must fail, before anything is trusted to it."""

from __future__ import annotations

import os
import socket

from runrl_shim.inside.confinement import confine, landlock, namespaces, seccomp
from runrl_shim.inside.confinement.steps import Steps
from runrl_shim.inside.slots.place import remove_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from runrl_shim.wire.protocol import ModuleSpecLandlock

    Promises = Mapping[str, Callable[[], bool]]

_CANARY_TMP_BYTES = 1 << 20
_CANARY_FOLDER = "canary"


def try_namespaces(filters: Sequence[str]) -> None:
    """The zygote's stand-in for a probe: prints `confined` when the confinement holds."""
    confine.lower_capabilities()
    prove_namespaces(namespaces.PidNamespaces(), seccomp.read_filters(filters))
    os.write(1, b"confined\n")


def try_landlock(spec: ModuleSpecLandlock, filters: Sequence[str]) -> None:
    """The same for a confinement without namespaces."""
    prove_landlock(spec, seccomp.read_filters(filters))
    os.write(1, b"confined\n")


def prove_namespaces(
    pids: namespaces.PidNamespaces,
    filters: Sequence[seccomp.Filter],
    tmp_binds: Sequence[str] = (),
    *,
    own_network: bool = True,
) -> None:
    """Confines a process as every worker will be, and has it try what must fail.

    Raises:
        RuntimeError: something succeeded; what, is on stderr.
    """

    def confine_like_a_worker() -> None:
        steps = Steps()
        proc = namespaces.private_mounts(steps, _CANARY_TMP_BYTES, tmp_binds, own_network=own_network)
        namespaces.user_namespace(steps, proc)
        steps.call("close", proc)
        confine.no_capabilities(steps)
        seccomp.filtered(steps, filters)
        steps.carry_out()

    pid = pids.fork()
    if pid == 0:
        os._exit(_attempt_everything(confine_like_a_worker, {**_PROMISES, **_OF_NAMESPACES}))
    _expect_success(pid)


def prove_landlock(spec: ModuleSpecLandlock, filters: Sequence[seccomp.Filter]) -> None:
    """The same for workers that have no namespaces of their own.

    Raises:
        RuntimeError: something succeeded; what, is on stderr.
    """
    folder = os.path.join(spec["tmp"], _CANARY_FOLDER)
    os.makedirs(folder, mode=0o700, exist_ok=True)
    rules = landlock.worker_rules(spec, folder)

    def confine_like_a_worker() -> None:
        seccomp.load_filters(filters)
        rules.put_on()

    listener, name = _abstract_listener()
    pid = os.fork()
    if pid == 0:
        promises = {**_PROMISES, **_OF_LANDLOCK, "no abstract socket of another": lambda: refused(_dial, name)}
        if not spec["tcp"]:
            promises["no datagrams"] = lambda: refused(socket.socketpair, socket.AF_UNIX, socket.SOCK_DGRAM)
        os._exit(_attempt_everything(confine_like_a_worker, promises))
    if listener is not None:
        listener.close()
    rules.close()
    _expect_success(pid)
    remove_folder(spec["tmp"], _CANARY_FOLDER)


def _beside() -> str:
    """The folder that holds those of all slots, and that in which the module is loaded."""
    return os.path.dirname(os.environ["TMPDIR"])


def _abstract_listener() -> tuple[socket.socket | None, bytes]:
    try:
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    except PermissionError:
        return None, b""  # no sockets at all
    listener.bind("")  # the kernel picks a name
    listener.listen()
    return listener, listener.getsockname()


def _expect_success(pid: int) -> None:
    _, status = os.waitpid(pid, 0)
    if status != 0:
        raise RuntimeError("the sandbox does not hold what it promises")


def _attempt_everything(confine_it: Callable[[], None], promises: Promises) -> int:
    try:
        confine_it()
    except OSError as error:
        os.write(2, f"{error.strerror}\n".encode())
        return 1
    problems = [name for name, holds in promises.items() if not holds()]
    problems += [f"{name} is refused" for name in seccomp.find_holes()]
    if problems:
        os.write(2, f"the sandbox does not hold: {', '.join(problems)}\n".encode())
    return 1 if problems else 0


def refused(attempt: Callable[..., object], *arguments: object) -> bool:
    """Whether an attempt fails with an error of the system."""
    try:
        attempt(*arguments)
    except OSError:
        return True
    return False


def connect() -> None:
    """Fails where there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.connect(("192.0.2.1", 9))  # TEST-NET-1: no packet leaves, but without a network there is no route


def _dial(name: bytes) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
        sock.connect(name)


def _keeps_its_mode() -> bool:
    own = os.open(os.path.join(_beside(), _CANARY_FOLDER), os.O_RDONLY | os.O_CLOEXEC)
    return refused(os.fchmod, own, 0o700)


def no_capabilities() -> bool:
    """Whether this process has none, not even ones that it could raise."""
    return confine.capabilities() == (0, 0, 0)


_PROMISES: Promises = {
    "a uid that is not root": lambda: os.getuid() != 0 and os.geteuid() != 0,
    "no capabilities": no_capabilities,
    "none of the machine's files": lambda: refused(lambda: os.close(os.open("/etc/shadow", os.O_RDONLY))),
    "a read-only root": lambda: refused(os.mkdir, "/canary"),
    "no network": lambda: refused(connect),
    "a /proc that cannot be written": lambda: refused(os.open, "/proc/self/oom_score_adj", os.O_WRONLY),
}
_OF_NAMESPACES: Promises = {
    "an own pid namespace": lambda: os.getpid() == 1,
    "a /proc of its own": lambda: {name for name in os.listdir("/proc") if name.isdigit()} == {"1"},
    "a /tmp of its own": lambda: os.statvfs("/tmp").f_blocks * os.statvfs("/tmp").f_frsize == _CANARY_TMP_BYTES,
    "no file of the machine by name": lambda: not os.path.exists("/etc/shadow"),
}
_OF_LANDLOCK: Promises = {
    "no signal to another process": lambda: refused(os.kill, os.getppid(), 0),
    "no look into another process": lambda: refused(lambda: os.close(os.open(f"/proc/{os.getppid()}/environ", 0))),
    "nothing written beside its folder": lambda: refused(os.mkdir, os.path.join(_beside(), "beside")),
    "nothing written where the module was loaded": lambda: refused(os.mkdir, os.path.join(os.environ["TMPDIR"], "x")),
    "no mode of a file changed by name": lambda: refused(os.chmod, os.environ["TMPDIR"], 0o700),
    "no mode of a file changed by descriptor": _keeps_its_mode,
    "no look at what others open": lambda: confine.libc.inotify_add_watch(confine.libc.inotify_init(), b"/", 0x20) < 0,
    "no shared memory": lambda: refused(os.mkdir, "/dev/shm/canary"),
}
