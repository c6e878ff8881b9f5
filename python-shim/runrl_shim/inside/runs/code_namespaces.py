"""What confines a run at level `namespaces`: namespaces and a root folder of its own. See `runrl/_supervise.py`."""

from __future__ import annotations

import os
import resource
import signal

from runrl_shim.inside import canary
from runrl_shim.inside.confinement import confine, namespaces, seccomp
from runrl_shim.inside.confinement.steps import Steps
from runrl_shim.inside.confinement.tables import Cell
from runrl_shim.inside.runs.code_root import build_root, package_folders, show_nothing
from runrl_shim.kernel.held import Gauge, Process, in_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runrl import _wire

    from runrl_shim.inside.runs.code_settings import CodeSettings

OPEN_FILES = 256
TOO_MUCH = 1 << 62  # bytes: what a program holds that cannot be looked at


class Confined:
    """Own pid, mount, net, ipc, uts and user namespaces, no capabilities, limits. See `_supervise.Confinement`.

    Everything that confines a run is in `prepare`, `seal` and `enter`: `code_landlock.py` does other things there.
    """

    level = "namespaces"
    folder = "/tmp"

    def __init__(self, settings: CodeSettings) -> None:
        self.filters = settings.filters
        self.tmp_size = settings.tmp_size
        self.most_memory = settings.memory
        self.most_processes = settings.processes
        self.binds = [root for root in settings.roots if root.startswith("/tmp/")]
        self.roots = settings.roots
        self.hidden = settings.hidden
        self.packages = package_folders(settings.roots)

    def settle(self) -> None:
        """What is done once, in the code zygote. Raises OSError."""
        confine.leave_keyring()  # the module's
        build_root(self.roots, self.hidden)
        self.hidden = []
        confine.lower_capabilities()
        self.namespaces = namespaces.PidNamespaces()
        self._preparing, self._sealing, self._proc = Steps(), Steps(), Cell()
        confine.first_to_die(self._preparing)
        own = {"own_network": False, "terminals": False}
        self._made = namespaces.private_mounts(self._preparing, self.tmp_size, self.binds, **own)
        # Processes are counted by user namespace: those of one run are none of the others' business.
        namespaces.user_namespace(self._sealing, self._proc)
        self._sealing.call("close", self._proc)
        confine.no_capabilities(self._sealing)
        seccomp.filtered(self._sealing, self.filters)
        self._preparing.write_down()
        self._sealing.write_down()

    def fork(self) -> int:
        """Forks a supervisor, as PID 1 of a new pid namespace."""
        return self.namespaces.fork()

    def clear(self, supervisor: int, others: set[int]) -> None:
        """After a supervisor has ended: with PID 1 all of the run has, and its /tmp with the mount namespace."""

    def prepare(self) -> None:
        """What can be done before there is a request. Capabilities are kept, out of effect, for `seal`."""
        self._preparing.carry_out()
        self._proc.set(self._made.get())
        namespaces.leave_network()
        confine.hide_memory(hidden=True)
        confine.keep_capabilities()

    def seal(self, request: _wire.Request) -> None:
        """Confines this process for good."""
        request.memory = min(request.memory, self.most_memory)
        request.processes = min(request.processes, self.most_processes)
        self.gauge = Gauge(Process(os.getpid()).anonymous)
        confine.hide_memory(hidden=False)  # or its own /proc would be root's
        if not request.packages:
            confine.raise_capabilities()
            for folder in self.packages:
                show_nothing(folder)
        self._sealing.carry_out()
        confine.die_with_parent()
        confine.hide_memory(hidden=True)
        _prove_confinement()

    def enter(self, request: _wire.Request) -> None:
        """Limits the program."""
        confine.limit_worker(confine.private_memory() + request.memory, OPEN_FILES, self.tmp_size)
        seconds = int(request.timeout) + 2
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        confine.limit_processes(request.processes + 1)  # its supervisor is counted too
        confine.hide_memory(hidden=False)

    def kill_all(self) -> None:
        """All but this process: it is PID 1."""
        while True:
            try:
                os.kill(-1, signal.SIGKILL)
            except ProcessLookupError:
                return
            try:
                while True:
                    os.waitpid(-1, 0)
            except ChildProcessError:
                continue

    def memory(self) -> int:
        """What all processes hold, and what lies in /tmp."""
        total = self.gauge.look(int(name) for name in os.listdir("/proc") if name.isdigit() and name != "1")
        return TOO_MUCH if self.gauge.unseen else total + in_files("/tmp")


def _prove_confinement() -> None:
    """Cheap enough to ask each time, and never to be taken for granted.

    Raises:
        OSError: something is not as it must be.
    """
    problems = [name for name, holds in _PROMISES.items() if not holds()]
    if problems:
        raise OSError(0, f"this does not hold: {', '.join(problems)}")


_PROMISES: dict[str, Callable[[], bool]] = {
    "a pid namespace of its own": lambda: os.getpid() == 1,
    "a uid that is not root": lambda: os.getuid() != 0,
    "no capabilities": canary.no_capabilities,
    "none of the module's files": lambda: not os.path.exists("/runrl"),
    "a read-only root": lambda: canary.refused(lambda: os.mkdir("/canary")),
    "no network": lambda: canary.refused(canary.connect),
    "a /proc that cannot be written": lambda: canary.refused(os.open, "/proc/self/oom_score_adj", os.O_WRONLY),
}
