"""What confines a run at level `landlock`: Landlock, filters of system calls, limits. No namespaces.

Three layers of Landlock are stacked. The keeper's holds it and all below it to the interpreter, /proc, and the folder
of runs, without the module's files. A program has one more without installed packages, and one that is its own: without
/proc, with the one folder of its run to write to, and with a border that no signal of it crosses.
"""

from __future__ import annotations

import contextlib
import os
import resource
import signal

from runrl._subprocess import descendants, kill_descendants

from runrl_shim.inside import canary
from runrl_shim.inside.confinement import confine, landlock
from runrl_shim.inside.confinement import seccomp as filters_
from runrl_shim.inside.runs.code_namespaces import OPEN_FILES, TOO_MUCH
from runrl_shim.inside.runs.code_root import package_folders
from runrl_shim.inside.slots.place import remove_folder
from runrl_shim.kernel.held import Gauge, Process

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from runrl import _wire

    from runrl_shim.inside.runs.code_settings import CodeSettings
    from runrl_shim.wire.protocol import ModuleSpec

_FOLDER = "runs"
_RUN = "run-"


class Held:
    """See `runrl._supervise.Confinement`. Made by the keeper, before it is confined.

    Raises:
        OSError: the folder of runs cannot be made.
    """

    level = "landlock"

    def __init__(self, settings: CodeSettings, spec: ModuleSpec) -> None:
        assert spec["landlock"] is not None
        self.filters = settings.filters
        self.file_size = spec["file_size"]
        self.most_memory = settings.memory
        self.parent = spec["landlock"]["tmp"]
        self.tmp = self.folder = os.path.join(self.parent, _FOLDER)
        self.roots = settings.roots
        self.hidden = settings.hidden
        self.problem: str | None = None
        self.limit_processes = settings.processes
        self.most_processes = 0
        os.mkdir(self.tmp, 0o700)

    def shut_keeper(self) -> None:
        """Holds the keeper, and all below it, to what runs need. Raises OSError."""
        rules = landlock.Rules(tcp=False)
        try:
            self._open(rules, self.hidden)
        except ClashError as error:
            self.problem = error.strerror  # there will be no runs, and a code zygote that can be loaded says why
            self._open(rules, [])
        rules.read(["/proc"])
        rules.devices()
        rules.own(self.tmp)
        rules.put_on()
        rules.close()
        if self.problem is None:
            self.without_packages = landlock.Rules(tcp=False)
            self._open(self.without_packages, [*self.hidden, *package_folders(self.roots)])
            self.without_packages.read(landlock.HARMLESS)
            self.without_packages.devices()
            self.without_packages.own(self.tmp)

    def _open(self, rules: landlock.Rules, closed: Sequence[str]) -> None:
        whole, listed = openings(self.roots, closed)
        rules.read(whole)
        rules.list(listed)

    def settle(self) -> None:
        """What is done once, in the code zygote: proves that the layers hold. Raises OSError."""
        if self.problem is not None:
            raise OSError(0, self.problem)
        confine.adopt_orphans()
        confine.hide_memory(hidden=True)
        self._try_out()
        self.hidden = []

    def _try_out(self) -> None:
        """Has a process put everything on and try what must fail."""
        problems, says = os.pipe2(os.O_CLOEXEC)
        pid = os.fork()
        if pid == 0:
            try:
                self._make_folder()
                self._confine_program(packages=True)  # the weaker way
                tried: dict[str, Callable[[], bool]] = {
                    **{f"{path} hidden": lambda path=path: _closed(path) for path in self.hidden},  # type: ignore[misc]
                    **_PROMISES,
                    "nothing written beside its folder": self._beside_is_closed,
                }
                found = [name for name, holds in tried.items() if not holds()]
                found += [f"{name} refused" for name in filters_.find_holes()]
                os.write(says, ", ".join(found).encode()[:4096])
                os._exit(1 if found else 0)
            except BaseException as error:
                os.write(says, repr(error).encode()[:4096])
            finally:
                os._exit(70)
        os.close(says)
        with open(problems, "rb") as file:
            text = file.read().decode("utf-8", "replace")
        _, status = os.waitpid(pid, 0)
        remove_folder(self.tmp, f"{_RUN}{pid}")
        if status != 0:
            raise OSError(0, f"this does not hold: {text}")

    def _beside_is_closed(self) -> bool:
        return canary.refused(lambda: os.mkdir(os.path.join(self.tmp, "beside")))

    def fork(self) -> int:
        """Forks a supervisor."""
        return os.fork()

    def _make_folder(self) -> None:
        self.folder = os.path.join(self.tmp, f"{_RUN}{os.getpid()}")
        os.mkdir(self.folder, 0o700)
        self.rules = landlock.Rules(tcp=False)
        self.rules.read([*self.roots, *landlock.HARMLESS])
        self.rules.devices()
        self.rules.own(self.folder)

    def prepare(self) -> None:
        """What can be done before there is a request, in the supervisor."""
        import sys

        confine.die_first_without_memory()
        confine.adopt_orphans()
        self._make_folder()
        sys.path[0] = os.path.join(self.folder, "work")
        os.environ["HOME"] = os.environ["TMPDIR"] = self.folder

    def seal(self, request: _wire.Request) -> None:
        """The supervisor keeps the keeper's layer: it has to see and end the processes of the run."""
        request.memory = min(request.memory, self.most_memory)
        self.most_processes = min(request.processes, self.limit_processes)
        self.gauge = Gauge(Process(os.getpid()).anonymous)

    def enter(self, request: _wire.Request) -> None:
        """Confines the program for good, and limits it."""
        confine.die_with_parent()
        confine.limit_worker(confine.private_memory() + request.memory, OPEN_FILES, self.file_size)
        seconds = int(request.timeout) + 2
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        self._confine_program(packages=request.packages)
        problems = [name for name, holds in _PROMISES.items() if not holds()]
        if problems or not self._beside_is_closed():
            raise OSError(0, f"this does not hold: {problems}")
        confine.hide_memory(hidden=False)

    def _confine_program(self, *, packages: bool) -> None:
        if not packages:
            self.without_packages.put_on()
        self.rules.put_on()
        filters_.load_filters(self.filters)

    def kill_all(self) -> None:
        """The run's process group, which none of it can leave, is dead already. Waits for all, and takes the rest."""
        kill_descendants()

    def memory(self) -> int:
        """What all processes hold. A run with too many of them is ended here."""
        found = descendants(os.getpid(), self.most_processes + 1)
        tasks = 0
        for pid in found if len(found) <= self.most_processes else ():
            with contextlib.suppress(OSError):  # it ended meanwhile
                tasks += os.stat(f"/proc/{pid}/task").st_nlink - 2
        if max(tasks, len(found)) > self.most_processes:
            # Its group, which none of it can leave: one call of the kernel, that a fork is before or after.
            for pid in found:
                with contextlib.suppress(OSError):
                    if (group := os.getpgid(pid)) != os.getpgrp():
                        os.killpg(group, signal.SIGKILL)
                        break
            return 0  # it is killed for that
        total = self.gauge.look(found)
        return TOO_MUCH if self.gauge.unseen else total

    def clear(self, supervisor: int, others: set[int]) -> None:
        """Ends what a supervisor that died has left to the code zygote, and removes the folder of its run."""
        own = os.getpgrp()
        while strays := _children() - others:
            for pid in strays:
                try:
                    group = os.getpgid(pid)
                    if group != own:
                        os.killpg(group, signal.SIGKILL)
                    os.kill(pid, signal.SIGKILL)
                    os.waitpid(pid, 0)
                except (ProcessLookupError, ChildProcessError):
                    pass
        remove_folder(self.tmp, f"{_RUN}{supervisor}")

    def remove_folders(self) -> None:
        """Removes those of all runs, when all are dead."""
        for name in os.listdir(self.tmp):
            remove_folder(self.tmp, name)


def _children() -> set[int]:
    with open(f"/proc/self/task/{os.getpid()}/children") as file:
        return set(map(int, file.read().split()))


class ClashError(OSError):
    """What shall be hidden cannot be hidden without the interpreter."""


def openings(roots: Iterable[str], closed: Iterable[str]) -> tuple[list[str], list[str]]:
    """What Landlock has to permit so that `roots` can be read and nothing at or below `closed`: it can only permit.

    Returns:
        Files and folders to be read as a whole, and folders of which only the names in them, and below, can be listed.
        Something that is made later beside what is closed is not among them.

    Raises:
        ClashError: a root is closed itself.
    """
    shut = {os.path.realpath(path) for path in closed}
    whole: list[str] = []
    listed: list[str] = []
    waiting = [os.path.realpath(root) for root in roots if os.path.lexists(root)]
    for path in waiting:
        if path in shut:
            raise ClashError(0, f"{path} holds the reward file and the interpreter: put the file somewhere else")
    while waiting:
        path = waiting.pop()
        if path in shut:
            continue
        if not any(each.startswith(f"{path}/") for each in shut):
            whole.append(path)
            continue
        listed.append(path)
        with os.scandir(path) as entries:
            # What a link leads to is permitted where it lies, or not at all.
            waiting += [entry.path for entry in entries if not entry.is_symlink()]
    return whole, listed


def _closed(path: str) -> bool:
    """Whether nothing of a file or folder can be read, or it is not there."""

    def read() -> None:
        if not os.path.isdir(path):
            return os.close(os.open(path, os.O_RDONLY))
        for folder, _, names in os.walk(path):
            for name in names:
                if os.path.isfile(os.path.join(folder, name)):
                    return os.close(os.open(os.path.join(folder, name), os.O_RDONLY))
        raise OSError

    return canary.refused(read)


_PROMISES: dict[str, Callable[[], bool]] = {
    "a uid that is not root": lambda: os.getuid() != 0,
    "no capabilities": canary.no_capabilities,
    "no signal to another process": lambda: canary.refused(os.kill, os.getppid(), 0),
    "no /proc": lambda: canary.refused(os.listdir, "/proc"),
    "no network": lambda: canary.refused(canary.connect),
    "no session of its own": lambda: canary.refused(os.setpgid, 0, 0),
}
