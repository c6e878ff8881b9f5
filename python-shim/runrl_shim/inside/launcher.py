"""The launcher: first process inside the sandbox. Gives up root, makes the namespaces, becomes the zygote.

Started as `python -s -S -B launcher.py FD FILE`, where FD is the control socket; or as `launcher.py canary JSON`, to
try the confinement out without a module.
"""

from __future__ import annotations

import faulthandler
import json
import os
import select
import signal
import socket
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import NoReturn, TypedDict

    from runrl_shim.wire.protocol import ModuleSpec, ModuleSpecLandlock, ModuleSpecSeccomp

    class CanarySpec(TypedDict):
        landlock: ModuleSpecLandlock | None
        lend: list[str]
        seccomp: ModuleSpecSeccomp


_PAUSE_MS = 100


def main() -> None:
    # The script's own folder comes first on the import path by default: the package's goes last instead.
    package_folder = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    sys.path[0] = package_folder
    if sys.argv[1] == "canary":
        _try_out(json.loads(sys.argv[2]))
    from runrl_shim.inside.zygote import run_zygote
    from runrl_shim.wire.packets import receive_packet

    control = socket.socket(fileno=int(sys.argv[1]))
    packet = receive_packet(control)
    if packet is None:
        sys.exit(0)
    spec: ModuleSpec = packet[0]  # type: ignore[assignment]
    sys.path.append(sys.path.pop(0))
    if spec["confined"]:
        from runrl_shim.inside.ways_out import code_link

        listener, path = code_link.listen("/tmp")  # as root still, where the host is: /tmp is root's then
        links = [code_link.open_link(path, read_only=False)] if os.getuid() == 0 else []
        _make_namespaces(spec["lend"], shared_network=not spec["own_network"])
        _open_way_out(spec, control)
        link = links[0] if links else code_link.open_link(path, read_only=True)
        _end_without(control)

        def zygote() -> NoReturn:
            listener.close()
            code_link.descriptor = link
            run_zygote(control, spec)

        def code_zygote() -> NoReturn:
            from runrl_shim.inside.runs.code_settings import CodeSettings
            from runrl_shim.inside.runs.code_zygote import run_code_zygote

            settings = CodeSettings(spec)
            spec.clear()  # type: ignore[attr-defined]
            run_code_zygote(listener, settings)

        _as_first_process(zygote, listener, code_zygote)
    if spec["landlock"] is not None:
        _put_landlock_on(spec["landlock"], spec["lend"], spec["seccomp"]["before_import"], (spec, control))
    else:
        from runrl_shim.inside.confinement import confine

        confine.die_with_parent()
    _end_without(control)
    run_zygote(control, spec)


def _try_out(spec: CanarySpec) -> NoReturn:
    """Confines itself as for a module, lets the canary try what must fail, and ends."""
    from runrl_shim.inside import canary

    if spec["landlock"] is None:
        _make_namespaces(spec["lend"])
        _as_first_process(lambda: canary.try_namespaces(spec["seccomp"]["slot"]))
    _put_landlock_on(spec["landlock"], spec["lend"], spec["seccomp"]["before_import"])
    canary.try_landlock(spec["landlock"], spec["seccomp"]["slot"])
    sys.exit(0)


def _make_namespaces(lend: Sequence[str], *, shared_network: bool = False) -> None:
    from runrl_shim.inside.confinement import confine, namespaces

    _leave_root(lend, own_proc=True)
    namespaces.enter_user_namespace(shared_network=shared_network)
    # Asked for again: the kernel forgets it when credentials change. Without it, the death of bubblewrap during
    # a long import would leave all this running.
    confine.die_with_parent()


def _open_way_out(spec: ModuleSpec, control: socket.socket) -> None:
    if spec["way_out"]:
        from runrl_shim.inside.ways_out.way_out import open_way_out

        open_way_out(control)


def _put_landlock_on(
    spec: ModuleSpecLandlock,
    lend: Sequence[str],
    filters: Sequence[str],
    module: tuple[ModuleSpec, socket.socket] | None = None,
) -> None:
    """All that can be had without namespaces for each slot: no capability is left when this returns.

    Args:
        module: and the control socket: has a guard left behind, where there is no pid namespace with whose first
            process all would end, and a keeper started for its runs, outside of what this process is confined to.
    """
    from runrl_shim.inside.confinement import confine, landlock, namespaces, seccomp
    from runrl_shim.wire.signals import DUMP_SIGNAL

    landlock.demand()
    # While it can still be made anywhere, for the user that it will belong to.
    os.mkdir(spec["tmp"], 0o700)
    if os.getuid() == 0:
        os.chown(spec["tmp"], confine.SANDBOX_UID, confine.SANDBOX_UID)
    _leave_root(lend, own_proc=spec["own_users"])
    if module is not None:
        from runrl_shim.inside.runs.code_keeper import start_keeper

        if not spec["own_users"]:
            from runrl_shim.inside.slots.guard import leave_guard_behind

            confine.drop_capabilities()
            leave_guard_behind(module[1])
        start_keeper(module[0])
    if spec["own_users"]:
        namespaces.own_user_namespace_and_network()
        if module is not None:
            _open_way_out(*module)
    confine.die_with_parent()
    confine.drop_capabilities()
    os.environ["TMPDIR"] = os.environ["HOME"] = landlock.load_folder(spec)
    os.mkdir(os.environ["HOME"], 0o700)  # for the import; workers can read what that leaves there
    programs = seccomp.read_filters(filters)
    rules = landlock.module_rules(spec)
    rules.put_on()
    rules.close()  # or every worker would hold it
    faulthandler.register(DUMP_SIGNAL, chain=False)  # while it can be had
    seccomp.load_filters(programs)


def _leave_root(lend: Sequence[str], *, own_proc: bool) -> None:
    from runrl_shim.inside.confinement import confine, namespaces

    if os.getuid() == 0:
        if own_proc:
            # Mounted here and whole, not by bubblewrap, so that each worker may mount one of its own later.
            namespaces.mount_proc()
        if lend:
            from runrl_shim.inside.confinement.lend import lend_to_sandbox_user

            for path in lend:
                lend_to_sandbox_user(path)
        confine.leave_root()
        _demand_python()
    confine.leave_keyring()


def _demand_python() -> None:
    """Names the folder that keeps the user of modules from Python, or what is installed in it, which root could read.

    Raises:
        RuntimeError: there is one.
    """
    for path in (os.path.dirname(sys.executable), *sys.path):
        try:
            os.stat(os.path.join(path, "."))
        except PermissionError:
            above = path
            while not os.access(os.path.dirname(above), os.X_OK):
                above = os.path.dirname(above)
            raise RuntimeError(f"{path} cannot be read by the user of modules: {above} is closed to it") from None
        except OSError:
            pass  # it does not exist


def _end_without(control: socket.socket) -> None:
    """Ends when the agent has died before the kernel was asked for it (the parent of a first process is not seen)."""
    poll = select.poll()
    poll.register(control, 0)
    if poll.poll(0):
        os._exit(0)


def _as_first_process(
    run: Callable[[], object],
    listener: socket.socket | None = None,
    run_code_zygote: Callable[[], NoReturn] | None = None,
) -> NoReturn:
    """Runs as PID 1 of the new pid namespace, and waits for it: when it ends, everything in it has ended.

    Meanwhile it forks the code zygote into the same namespace when somebody connects to the listener. This process
    is the right one for it: it has the interpreter, the rights, and nothing of the module.
    """
    from runrl_shim.inside.confinement import confine, namespaces

    pid = os.fork()
    if pid == 0:
        confine.die_with_parent()
        namespaces.mount_proc()
        run()
        os._exit(0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    keep = listener.fileno() if listener is not None else 3
    os.closerange(3, keep)
    os.closerange(keep + (listener is not None), 128)
    if listener is not None and run_code_zygote is not None:
        _fork_when_asked(pid, listener, run_code_zygote)
    _, status = os.waitpid(pid, 0)
    code = os.waitstatus_to_exitcode(status)
    os._exit(
        code if code >= 0 else 128 - code
    )  # as shells tell of a signal: the first of a namespace cannot die of one


def _fork_when_asked(zygote: int, listener: socket.socket, run_code_zygote: Callable[[], NoReturn]) -> None:
    """Keeps a code zygote from the first connection on. Returns when the zygote has ended."""
    from runrl_shim.inside.confinement import confine

    zygote_ended = os.pidfd_open(zygote)
    while True:
        poll = select.poll()
        poll.register(zygote_ended, select.POLLIN)
        poll.register(listener, select.POLLIN)
        if any(descriptor == zygote_ended for descriptor, _ in poll.poll()):
            return
        try:
            pid = os.fork()
        except OSError:
            pid = -1  # the namespace is ending, or there are too many processes: those who wait are told in time
        if pid == 0:
            confine.die_with_parent()
            os.close(zygote_ended)
            run_code_zygote()
        poll.unregister(listener)
        if pid > 0:
            code_zygote_ended = os.pidfd_open(pid)
            poll.register(code_zygote_ended, select.POLLIN)
            ready = poll.poll()
            # It has to be reaped here before the zygote, which is PID 1, can end.
            if not any(descriptor == code_zygote_ended for descriptor, _ in ready):
                os.waitpid(pid, 0)
                return
            os.waitpid(pid, 0)
            os.close(code_zygote_ended)
        poll.poll(_PAUSE_MS)  # never in a circle without a breath


if __name__ == "__main__":  # multiprocessing imports this file again in each process that it spawns
    main()
