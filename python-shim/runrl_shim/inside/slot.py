"""A slot: a small init process (PID 1 of its own pid namespace) that keeps one worker alive in it.

The init is a fork of the zygote, runs no user code, holds no capability and answers to nobody inside. It forks
the worker, waits for it, kills whatever the worker left, says on the status pipe how it ended, and forks the
next one. Killing the init kills everything in its namespace: the kernel sees to it.
"""

from __future__ import annotations

import os
import signal

from runrl_shim.inside import confine, seccomp
from runrl_shim.inside.evaluate import MEMORY_RESERVE
from runrl_shim.inside.place import Place
from runrl_shim.inside.worker import Worker
from runrl_shim.wire.frames import ASK_SIGNAL, DUMP_SIGNAL, OUT_OF_MEMORY
from runrl_shim.wire.protocol import SLOT_STATUS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

    from runrl_shim.inside.module import Module
    from runrl_shim.wire.protocol import ModuleSpec

_SPARE_PROCESSES = 128
_OPEN_FILES = 512


class SlotDescriptors:
    """The descriptors that the agent hands over with a new slot."""

    def __init__(self, socket_fd: int, status: int, stdout: int, stderr: int) -> None:
        self.socket = socket_fd
        self.status = status
        self.stdout = stdout
        self.stderr = stderr


def run_slot(spec: ModuleSpec, module: Module, fds: SlotDescriptors, filters: Sequence[bytes]) -> NoReturn:
    """Runs the slot's init for good. Called in a fresh fork of the zygote. `filters`: see `seccomp.read_filters`."""
    try:
        for descriptor, target in ((fds.stdout, 1), (fds.stderr, 2)):
            os.dup2(descriptor, target)
            os.close(descriptor)
        # A session of its own: where the kernel groups by session, each slot gets the same share of the processors.
        os.setsid()
        if spec["confined"]:
            confine.private_mounts(spec["tmp_size"], spec["tmp_binds"])
            confine.own_user_namespace()
            confine.drop_capabilities()
        else:
            confine.die_with_parent()
            confine.adopt_orphans()
        seccomp.load_filters(filters)
        confine.hide_memory(hidden=True)
        _keep_workers(spec, module, fds)
    except BaseException as error:
        # Nothing is served from a slot that could not be confined: it ends, and the agent reads why.
        os.write(2, f"runrl-sandbox: a slot could not be set up: {error!r}\n".encode())
        os._exit(70)


def _keep_workers(spec: ModuleSpec, module: Module, fds: SlotDescriptors) -> NoReturn:
    current = 0
    place = Place(spec)

    def forward_dump(_signal: int, _frame: object) -> None:
        if current:
            os.kill(current, DUMP_SIGNAL)

    signal.signal(ASK_SIGNAL, forward_dump)
    # The kernel keeps from PID 1 every signal without a handler; Python has one for this.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # All that can be done once is done here: a fork costs by the memory that it touches.
    worker = None if spec["import_in_worker"] else Worker(spec, *module.in_worker(), fds.socket)
    confine.limit_worker(spec["memory"] + MEMORY_RESERVE, _OPEN_FILES, spec["tmp_size"] if spec["confined"] else None)
    at_start = place.state()
    ended = SLOT_STATUS.pack(0, True, 0, 0)  # the first one says that the slot is confined and has its worker
    while True:
        current = os.fork()
        if current == 0:
            _run_worker(spec, module, fds, place, worker)
        _tell(fds.status, ended)  # only now, so that the next worker is there when the agent hears it
        _, status, usage = os.wait4(current, 0)
        current = 0
        _kill_the_rest(confined=spec["confined"])
        # What the worker left or changed ends the slot: the next worker must not find it.
        clean = place.state() == at_start
        cpu_ns = int((usage.ru_utime + usage.ru_stime) * 1e9)
        ended = SLOT_STATUS.pack(os.waitstatus_to_exitcode(status), clean, cpu_ns, usage.ru_maxrss * 1024)
        if not clean:
            _tell(fds.status, ended)
            os._exit(0)


def _tell(status_fd: int, ended: bytes) -> None:
    try:
        os.write(status_fd, ended)
    except BrokenPipeError:
        os._exit(0)  # the agent has given the slot up


def _run_worker(
    spec: ModuleSpec, module: Module, fds: SlotDescriptors, place: Place, worker: Worker | None
) -> NoReturn:
    try:
        os.close(fds.status)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if spec["confined"]:
            confine.limit_processes(4 * spec["threads"] + _SPARE_PROCESSES)
        else:
            confine.die_with_parent()
            if spec["landlock"] is not None and spec["landlock"]["own_users"]:
                confine.limit_processes(4 * spec["threads"] + _SPARE_PROCESSES)
            place.enter()
        confine.hide_memory(hidden=False)
        if worker is None:
            worker = Worker(spec, *module.in_worker(), fds.socket)
            worker.announce()
        worker.begin()
        if spec["reuse"] == "shared":
            from runrl_shim.inside.shared import serve_shared

            serve_shared(worker, spec["threads"])
        else:
            worker.serve()
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    except BaseException as error:
        os.write(2, f"runrl-sandbox: a worker failed outside of any call: {error!r}\n".encode())
        os._exit(70)
    os._exit(0)


def _kill_the_rest(*, confined: bool) -> None:
    """Kills and reaps what the worker left."""
    if not confined:
        reap_strays(set())
        return
    while True:
        try:
            os.kill(-1, signal.SIGKILL)  # in a pid namespace: everything but this process
        except ProcessLookupError:
            return
        try:
            while True:
                os.waitpid(-1, 0)
        except ChildProcessError:
            continue


def reap_strays(known: set[int]) -> None:
    """Kills and reaps every child but the known ones, again and again until there is none (no namespaces)."""
    while True:
        with open(f"/proc/self/task/{os.getpid()}/children") as file:
            strays = [pid for pid in map(int, file.read().split()) if pid not in known]
        if not strays:
            return
        for pid in strays:
            try:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
            except (ProcessLookupError, ChildProcessError):
                pass
