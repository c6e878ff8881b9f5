"""A slot: a small init process (PID 1 of its own pid namespace) that keeps one worker alive in it.

The init is a fork of the zygote, runs no user code, holds no capability and answers to nobody inside. It forks
the worker, waits for it, kills whatever the worker left, says on the status pipe how it ended, and forks the
next one. Killing the init kills everything in its namespace: the kernel sees to it.
"""

from __future__ import annotations

import os
import signal
import sys
from functools import partial

from runrl_shim.inside.confinement import confine, landlock
from runrl_shim.inside.confinement.confine import (
    die_first_without_memory,
    hear_all_signals,
    hide_memory,
    limit_processes,
)
from runrl_shim.inside.confinement.seccomp import load_filters
from runrl_shim.inside.held.own_files import open_again
from runrl_shim.inside.restore.restorer import REPLACED
from runrl_shim.inside.restore.restoring import Restoring
from runrl_shim.inside.slots.leftovers import SlotState
from runrl_shim.inside.slots.place import Place
from runrl_shim.inside.slots.strays import kill_all_in_reach, reap_strays
from runrl_shim.inside.ways_out import code_link
from runrl_shim.inside.ways_out.code_link import enter_slot as enter_link
from runrl_shim.inside.workers.call_worker import CallWorker
from runrl_shim.inside.workers.evaluate import MEMORY_RESERVE
from runrl_shim.inside.workers.measure import cpu_of, hold_reset, map_account
from runrl_shim.inside.workers.worker import end_failed
from runrl_shim.wire.protocol import SLOT_STATUS
from runrl_shim.wire.signals import ASK_SIGNAL, DUMP_SIGNAL, END_SIGNAL, catches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, NoReturn

    from runrl_shim.inside.confinement import seccomp
    from runrl_shim.inside.held.load_tmp import LoadTmp
    from runrl_shim.inside.loading.module import Module
    from runrl_shim.inside.slots.entering import Entering
    from runrl_shim.wire.protocol import ModuleSpec


_RESTING = 2 * 1024  # processes: an agent has up to a thousand episodes, each with a first process beside it


# The functions of `signal` make enums of what they take and give, which touches 120 KiB of memory in each fork.
_signal: Any = sys.modules["_signal"]
# By these names: see `confine.py`.
_set_handler = _signal.signal
_SIGINT, _SIGCHLD, _ON_SIGINT = _signal.SIGINT, _signal.SIGCHLD, _signal.default_int_handler


class SlotDescriptors:
    """The descriptors that the agent hands over with a new slot."""

    __slots__ = ("account", "socket", "status", "stderr", "stdout")

    def __init__(self, socket_fd: int, status: int, stdout: int, stderr: int, account: int = -1) -> None:
        self.socket = socket_fd
        self.status = status
        self.stdout = stdout
        self.stderr = stderr
        self.account = account


def run_slot(
    spec: ModuleSpec,
    module: Module,
    fds: SlotDescriptors,
    filters: Sequence[seccomp.Filter],
    entering: Entering | None,
) -> NoReturn:
    """Runs the slot's init for good. Called in a fresh fork of the zygote.

    Args:
        filters: see `seccomp.read_filters`.
        entering: where it has namespaces.
    """
    try:
        restoring = Restoring(spec, filters, fds.account, runs_code=module.runs_code)
        proc = enter_slot(spec, fds, restoring.of_init(), module.tmp, entering)
        hide_memory(hidden=True)
        _keep_workers(spec, module, fds, proc, restoring)
    except BaseException as error:
        fail(error)


def enter_slot(
    spec: ModuleSpec,
    fds: SlotDescriptors,
    filters: Sequence[seccomp.Filter],
    tmp: LoadTmp | None,
    entering: Entering | None,
) -> int:
    """Confines this process, a fresh fork of the zygote, and all that it will fork.

    Returns:
        A descriptor of a /proc that can be written, to be closed before any user code runs; -1 where there is none.
    """
    proc = -1
    if entering is not None:
        for cell, descriptor in zip(entering.handed, (fds.socket, fds.status, fds.stdout, fds.stderr), strict=True):
            cell.set(descriptor)
        entering.steps.carry_out()
        if tmp is not None:
            tmp.restore()
        proc = entering.proc.get()
    else:
        enter_link()
        for descriptor, target in ((fds.stdout, 1), (fds.stderr, 2)):
            os.dup2(descriptor, target)
            os.close(descriptor)
        os.setsid()  # see `Entering`
        die_first_without_memory()
        confine.die_with_parent()
        confine.adopt_orphans()
        if spec["landlock"] is not None:
            landlock.reach_descendants_only(os.getppid())
            signal.signal(END_SIGNAL, _end)
    load_filters(filters)
    if spec["in_cgroup"]:
        join_cgroup(fds.socket)
    return proc


def join_cgroup(socket_fd: int) -> None:
    """Waits for the agent's word that this process is in its cgroup: what it forks will be too."""
    os.read(socket_fd, 1)


def limit_slot(spec: ModuleSpec, further: int = 0) -> None:
    """Sets the limits of the slot, for this process and all that it will fork; `further` bytes of memory are ours."""
    file_size = None if spec["landlock"] is None and not spec["confined"] else spec["file_size"]
    confine.limit_worker(spec["memory"] + MEMORY_RESERVE + further, spec["open_files"], file_size)


def fail(error: BaseException) -> NoReturn:
    """Nothing is served from a slot that could not be confined: it ends, and the agent reads why."""
    os.write(2, f"runrl-sandbox: a slot could not be set up: {error!r}\n".encode())
    os._exit(70)


def _end(_signal: int, _frame: object) -> NoReturn:
    kill_all_in_reach()
    os._exit(0)


def _keep_workers(spec: ModuleSpec, module: Module, fds: SlotDescriptors, proc: int, restoring: Restoring) -> NoReturn:
    current = 0
    place = Place(spec, module.tmp)

    def forward_dump(_signal: int, _frame: object) -> None:
        if current and catches(current, DUMP_SIGNAL):  # no longer, if the call has become another program
            os.kill(current, DUMP_SIGNAL)

    signal.signal(ASK_SIGNAL, forward_dump)
    # None else: it would run handlers that are its workers', or the module's.
    signal.pthread_sigmask(signal.SIG_SETMASK, signal.valid_signals() - {ASK_SIGNAL, END_SIGNAL})
    # All that can be done once is done here: a fork costs by the memory that it touches.
    account = map_account(fds.account)
    worker = None
    if not spec["import_in_worker"]:
        worker = CallWorker(spec, module)
        worker.enter(fds.socket, account)
    limit_slot(spec, restoring.slack)
    has_border = spec["confined"] or spec["landlock"] is not None
    sockets = [fds.socket, *code_link.shared()]
    owns = {"own_tmp": spec["confined"], "own_network": spec["confined"] and spec["own_network"]}
    state = SlotState(place.folders, sockets, **owns) if place.folders else None
    ended = REPLACED  # the first one says that the slot is confined and has its worker
    while True:
        account[0] = 0
        restoring.decide()
        current = os.fork()
        if current == 0:
            _run_worker(spec, module, fds, place, worker, account, proc, restoring)
        status, used = restoring.wait(current, fds.socket, account, proc, partial(_tell, fds.status), ended)
        current = 0
        before = max(0, account[0])  # the worker can write anything there
        left_ns = kill_all_in_reach() if has_border else reap_strays(())
        cpu_ns = max(0, cpu_of(used) - before + left_ns)
        # What the worker left or changed ends the slot: the next worker must not find it.
        clean = state is None or state.is_as_it_was()
        ended = SLOT_STATUS.pack(os.waitstatus_to_exitcode(status), clean, cpu_ns, used.ru_maxrss * 1024)
        if not clean:
            _tell(fds.status, ended)
            os._exit(0)


def _tell(status_fd: int, ended: bytes) -> None:
    try:
        os.write(status_fd, ended)
    except BrokenPipeError:
        os._exit(0)  # the agent has given the slot up


def processes_of(spec: ModuleSpec) -> int:
    """How many processes a slot may have. The init counts too, and under `shared` the threads that serve."""
    return spec["processes"] + 1 + (spec["threads"] if spec["reuse"] == "shared" else 0)


def hear_interrupts() -> None:
    """As every Python has it at the start."""
    _set_handler(_SIGINT, _ON_SIGINT)


def take_over(spec: ModuleSpec, module: Module) -> None:
    """What the module had of signals and files, for the process that runs the user's code."""
    if module.on_childs_end is not None:
        _set_handler(_SIGCHLD, module.on_childs_end)
    if module.files:
        copies = spec["confined"] or spec["landlock"] is not None
        open_again(module.files, copies=copies, own_tmp=module.tmp is not None)


def become_worker(spec: ModuleSpec, module: Module, place: Place) -> None:
    """What the process that runs the user's code gets and loses, before any of that code."""
    hear_interrupts()
    take_over(spec, module)
    hear_all_signals()
    processes = processes_of(spec)
    if spec["confined"]:
        limit_processes(processes)
    else:
        confine.die_with_parent()
        signal.signal(END_SIGNAL, signal.SIG_DFL)
        if spec["landlock"] is not None and spec["landlock"]["own_users"]:
            resting = _RESTING if spec["kind"] == "environment" else 0
            limit_processes(processes * (spec["threads"] + 2) + resting)  # of all slots together
        place.enter()
    hide_memory(hidden=False)


def _run_worker(
    spec: ModuleSpec,
    module: Module,
    fds: SlotDescriptors,
    place: Place,
    worker: CallWorker | None,
    account: memoryview[int],
    proc: int,
    restoring: Restoring,
) -> NoReturn:
    try:
        os.close(fds.status)
        become_worker(spec, module, place)
        if spec["reuse"] == "never" and proc >= 0:
            os.close(proc)  # with one call, there is no earlier peak to forget
        else:
            hold_reset(proc)
        if worker is None:
            worker = CallWorker(spec, module)
            worker.enter(fds.socket, account)
            worker.announce()
        worker.begin()
        if spec["reuse"] == "shared":
            from runrl_shim.inside.workers.shared import serve_shared

            serve_shared(worker, spec["threads"])
        else:
            restoring.serve(worker, account)
    except BaseException as error:
        end_failed(worker, error, "call")
    os._exit(0)
