"""Hard limits by cgroup v1, where folders of its trees were given to the agent. See `cgroups.py`.

There is a tree for each controller, and a cgroup with children may hold processes: nothing has to be rearranged. But
the kernel ends one process at a time, and `watch_usage.py` then the others.
"""

from __future__ import annotations

import contextlib
import os
import signal

from runrl_shim.agent.limits import cgroups
from runrl_shim.agent.limits.cgroups import NoCgroup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

_NEARLY = 4 << 20  # bytes: the kernel charges many pages at a time
_CONTROLLERS = ("memory", "pids")


class LegacyCgroup:
    """The cgroups of one module, one in each tree, with one leaf in each for each slot."""

    def __init__(self, homes: dict[str, str], folders: dict[str, str]) -> None:
        self.homes = homes
        self.folders = folders

    @property
    def folder(self) -> str:
        """Where memory is limited."""
        return self.folders["memory"]

    @classmethod
    def make(cls, module_memory: int | None, homes: dict[str, str] | None = None) -> LegacyCgroup:
        """Makes the module's cgroups below the agent's own.

        Args:
            module_memory: bytes of all slots together.
            homes: the folder of the agent's own cgroup by controller; found by default.

        Raises:
            NoCgroup: none can be made.
        """
        homes = homes or {name: _own(name) for name in _CONTROLLERS}
        for home in homes.values():
            if not _is_given(home):
                raise NoCgroup(f"{home} is not delegated to this process")
        made = cls(homes, {})
        try:
            for name, home in homes.items():
                cgroups.sweep(home)
                made.folders[name] = cgroups.new_folder(home)
                os.mkdir(f"{made.folders[name]}/sandbox")
            if module_memory is not None:
                _limit_memory(made.folder, module_memory)
            # Tried, not trusted: a leaf with all limits, and a process in it and back.
            made.add_slot(0, cgroups.NOTHING_ELSE, 1)
            made.move(0, os.getpid())
            made.leave()
            made.remove_slot(0)
        except OSError as error:
            made.remove()
            raise NoCgroup(f"{error.filename or homes['memory']}: {error.strerror}") from None
        return made

    def enter(self) -> None:
        """Moves the agent to where the sandbox belongs, so that whatever it starts is born there."""
        for folder in self.folders.values():
            cgroups.write(f"{folder}/sandbox", "cgroup.procs", str(os.getpid()))

    def leave(self) -> None:
        """Moves the agent back."""
        for home in self.homes.values():
            cgroups.write(home, "cgroup.procs", str(os.getpid()))

    def add_slot(self, number: int, memory: int, processes: int) -> None:
        """Makes the leaves of a slot."""
        for name in self.folders:
            os.mkdir(self._slot(number, name))
        _limit_memory(self._slot(number), memory + cgroups.SLOT_ROOM)
        cgroups.write(self._slot(number, "pids"), "pids.max", str(processes + 1))  # the init counts too

    def move(self, number: int, pid: int) -> None:
        """Moves a slot's init into its leaves. Raises OSError when it is gone."""
        for name in self.folders:
            cgroups.write(self._slot(number, name), "cgroup.procs", str(pid))

    def ran_out_of_memory(self, number: int) -> Literal["slot", "module"] | None:
        """At whose limit the kernel killed a process of the slot; None when it did not."""
        if not cgroups.counts(self._slot(number), "memory.oom_control").get("oom_kill"):
            return None
        with contextlib.suppress(OSError, ValueError):
            if self.peak_memory(number) < int(cgroups.read(self._slot(number), "memory.limit_in_bytes")) - _NEARLY:
                return "module"
        return "slot"

    def peak_memory(self, number: int) -> int:
        """The most that the slot took since it was made, in bytes."""
        with contextlib.suppress(OSError, ValueError):
            return int(cgroups.read(self._slot(number), "memory.max_usage_in_bytes"))
        return 0

    def remove_slot(self, number: int) -> None:
        """Removes the leaves of a slot whose processes are dead. (Where some are not, they go with the module's.)"""
        for name in self.folders:
            with contextlib.suppress(OSError):
                os.rmdir(self._slot(number, name))

    def remove(self) -> None:
        """Kills what is left in the module's cgroups, and removes them."""
        for folder in self.folders.values():
            with contextlib.suppress(OSError):
                for leaf in sorted(os.listdir(folder)):
                    _kill(f"{folder}/{leaf}")
            cgroups.kill_and_remove(folder)

    def _slot(self, number: int, controller: str = "memory") -> str:
        return f"{self.folders[controller]}/slot-{number}"


def _limit_memory(folder: str, size: int) -> None:
    cgroups.write(folder, "memory.limit_in_bytes", str(size))
    with contextlib.suppress(FileNotFoundError):  # a kernel without swap, or that does not count it
        cgroups.write(folder, "memory.memsw.limit_in_bytes", str(size))


def _kill(folder: str) -> None:
    with contextlib.suppress(NotADirectoryError):
        for pid in cgroups.read(folder, "cgroup.procs").split():
            with contextlib.suppress(OSError):
                os.kill(int(pid), signal.SIGKILL)


def _is_given(folder: str) -> bool:
    """Root may write everywhere: that alone gives it nothing."""
    try:
        owner = os.stat(folder).st_uid
    except OSError:
        return False
    return (owner == os.geteuid() != 0) or cgroups.is_delegated(folder)


def _own(controller: str) -> str:
    """The folder of the cgroup that this process is in."""
    path = root = mounted = None
    with contextlib.suppress(OSError), open("/proc/self/cgroup") as file:
        for line in file:
            _, names, path_there = line.rstrip("\n").split(":", 2)
            if controller in names.split(","):
                path = path_there
    with contextlib.suppress(OSError), open("/proc/self/mountinfo") as file:
        for line in file:
            before, _, after = line.rstrip("\n").partition(" - ")
            kind, _, options = after.split(" ", 2)
            if kind == "cgroup" and controller in options.split(","):
                root, mounted = before.split()[3:5]
    if path is None or root is None or mounted is None:
        raise NoCgroup(f"cgroup v1 has no controller {controller} here")
    inside = path[len(root.rstrip("/")) :] if path.startswith(root) else ""
    return f"{mounted}{inside}".rstrip("/")
