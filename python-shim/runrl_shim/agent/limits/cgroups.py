"""Hard limits by cgroup v2, where a part of its tree may be written: found out by trying, never required.

    own cgroup (or `runrl-host` in it, where the processes that were in it have been moved)
     └ runrl-PID-N          one for the module: memory of all its slots
        ├ sandbox           bubblewrap, launcher, zygote
        └ slot-N            one for each slot: memory, no swap, processes; killed as a whole

A cgroup with controllers for its children may hold no processes of its own. So what runs in ours is moved into a leaf,
but only where systemd says that the cgroup was delegated to us, or where it is the root of a container's own namespace
of cgroups; anything else is left as it is.
"""

from __future__ import annotations

import contextlib
import os
from time import monotonic, sleep

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal

_NEEDED = ("memory", "pids")
_PREFIX = "runrl-"
_HOST = "runrl-host"
SLOT_ROOM = 16 << 20  # bytes: page tables, the init
_ENDS_WITHIN = 2.0  # seconds
NOTHING_ELSE = 1 << 20
_FIRST_NAMESPACE = 0xEFFFFFFB  # the number that the kernel gives to the machine's own namespace of cgroups


class NoCgroup(Exception):
    """No cgroup is available; the message says why."""


class ModuleCgroup:
    """The cgroup of one module, with one leaf for each slot."""

    def __init__(self, folder: str, home: str) -> None:
        self.folder = folder
        self.home = home  # where the agent itself belongs

    @classmethod
    def make(cls, module_memory: int | None, root: str | None = None, own: str | None = None) -> ModuleCgroup:
        """Makes the module's cgroup below the agent's own.

        Args:
            module_memory: bytes of all slots together.
            root: where cgroup v2 is mounted; found by default.
            own: path of the own cgroup in it, with a slash first; found by default.

        Raises:
            NoCgroup: none can be made.
        """
        root = root or _mounted()
        own = own or _own()
        home = root + own.rstrip("/")
        base = os.path.dirname(home) if os.path.basename(home) == _HOST else home
        try:
            home = _enable(base, home, is_namespace=base == root.rstrip("/") and _in_namespace())
            sweep(base)
            folder = new_folder(base)
            made = cls(folder, home)
            try:
                write(folder, "cgroup.subtree_control", " ".join(f"+{name}" for name in _NEEDED))
                if module_memory is not None:
                    made._limit_memory(folder, module_memory)
                os.mkdir(f"{folder}/sandbox")
                # Tried, not trusted: a leaf with all limits, and a process in it and back.
                made.add_slot(0, NOTHING_ELSE, 1)
                made._enter(f"{folder}/slot-0")
                made.leave()
                made.remove_slot(0)
            except BaseException:
                made.remove()
                raise
        except OSError as error:
            raise NoCgroup(f"{error.filename or base}: {error.strerror}") from None
        return made

    def _limit_memory(self, folder: str, size: int) -> None:
        write(folder, "memory.max", str(size))
        with contextlib.suppress(OSError):  # a kernel without swap has no such file
            write(folder, "memory.swap.max", "0")

    # --- the agent and the sandbox -----------------------------------------------------------------------

    def _enter(self, folder: str) -> None:
        write(folder, "cgroup.procs", str(os.getpid()))

    def enter(self) -> None:
        """Moves the agent to where the sandbox belongs, so that whatever it starts is born there."""
        self._enter(f"{self.folder}/sandbox")

    def leave(self) -> None:
        """Moves the agent back."""
        self._enter(self.home)

    # --- slots -------------------------------------------------------------------------------------------

    def add_slot(self, number: int, memory: int, processes: int) -> None:
        """Makes the leaf of a slot."""
        folder = self._slot(number)
        os.mkdir(folder)
        self._limit_memory(folder, memory + SLOT_ROOM)
        write(folder, "memory.oom.group", "1")
        write(folder, "pids.max", str(processes + 1))  # the init counts too

    def move(self, number: int, pid: int) -> None:
        """Moves a slot's init into its leaf. Raises OSError when it is gone."""
        write(self._slot(number), "cgroup.procs", str(pid))

    def ran_out_of_memory(self, number: int) -> Literal["slot", "module"] | None:
        """Whose limit the kernel killed the slot for; None when it did not."""
        events = counts(self._slot(number), "memory.events")
        if not events.get("oom_kill"):
            return None
        return "slot" if events.get("oom") else "module"

    def peak_memory(self, number: int) -> int:
        """The most that the slot took since it was made, in bytes; 0 where the kernel does not say (before 5.19)."""
        with contextlib.suppress(OSError, ValueError):
            return int(read(self._slot(number), "memory.peak"))
        return 0

    def remove_slot(self, number: int) -> None:
        """Removes the leaf of a slot whose processes are dead. (Where some are not, it goes with the module's.)"""
        with contextlib.suppress(OSError):
            os.rmdir(self._slot(number))

    def _slot(self, number: int) -> str:
        return f"{self.folder}/slot-{number}"

    # --- the end -----------------------------------------------------------------------------------------

    def remove(self) -> None:
        """Kills what is left in the module's cgroup, and removes it."""
        kill_and_remove(self.folder)


def _mounted() -> str:
    with contextlib.suppress(OSError), open("/proc/self/mountinfo") as file:
        for line in file:
            before, _, after = line.partition(" - ")
            if after.startswith("cgroup2 "):
                return before.split()[4]
    raise NoCgroup("cgroup v2 is not mounted")


def _own() -> str:
    with contextlib.suppress(OSError), open("/proc/self/cgroup") as file:
        for line in file:
            if line.startswith("0::/"):
                return line[3:].rstrip("\n")
    raise NoCgroup("this process is in no cgroup v2")


def _enable(base: str, home: str, *, is_namespace: bool) -> str:
    """Has `base` hand the controllers on to its children. Returns where the agent belongs from now on."""
    there = read(base, "cgroup.controllers").split()
    missing = [name for name in _NEEDED if name not in there]
    if missing:
        raise NoCgroup(f"{base} has no controller {' and '.join(missing)}")
    enabled = read(base, "cgroup.subtree_control").split()
    if all(name in enabled for name in _NEEDED):
        return home
    words = " ".join(f"+{name}" for name in _NEEDED)
    try:
        write(base, "cgroup.subtree_control", words)
    except OSError as error:
        if not (is_namespace or is_delegated(base)) or home != base:
            raise NoCgroup(f"{base} is not delegated to this process ({error.strerror})") from None
        home = f"{base}/{_HOST}"
        os.makedirs(home, exist_ok=True)
        for pid in read(base, "cgroup.procs").split():
            with contextlib.suppress(ProcessLookupError):
                write(home, "cgroup.procs", pid)
        write(base, "cgroup.subtree_control", words)
    return home


def _in_namespace() -> bool:
    """Whether what this process sees as the root of the tree is that of a container, and so the container's own."""
    try:
        return os.stat("/proc/self/ns/cgroup").st_ino != _FIRST_NAMESPACE
    except OSError:
        return False


def is_delegated(folder: str) -> bool:
    """Whether systemd has given the cgroup away (`Delegate=yes`): nobody else moves processes in it then."""
    for name in ("user.delegate", "trusted.delegate"):
        with contextlib.suppress(OSError):
            if os.getxattr(folder, name) == b"1":
                return True
    return False


def new_folder(base: str) -> str:
    """Makes a cgroup of this process's below another."""
    number = 0
    while True:
        folder = f"{base}/{_PREFIX}{os.getpid()}-{number}"
        try:
            os.mkdir(folder)
            return folder
        except FileExistsError:
            number += 1


def sweep(base: str) -> None:
    """Removes the cgroups of agents that were killed and could not do it themselves."""
    for name in os.listdir(base):
        pid = name.removeprefix(_PREFIX).split("-")[0]
        if name.startswith(_PREFIX) and pid.isdigit() and not os.path.exists(f"/proc/{pid}"):
            with contextlib.suppress(OSError):
                if counts(f"{base}/{name}", "cgroup.events").get("populated") == 0:
                    kill_and_remove(f"{base}/{name}")


def kill_and_remove(folder: str) -> None:
    """Kills what is in the leaves of a cgroup, where the kernel knows how to, and removes all of it."""
    with contextlib.suppress(OSError):
        write(folder, "cgroup.kill", "1")  # Linux 5.14; they are killed one by one as well
    leaves: Sequence[str] = ()
    with contextlib.suppress(OSError):
        leaves = [entry.path for entry in os.scandir(folder) if entry.is_dir()]
    for path in (*leaves, folder):
        _remove(path)


def _remove(folder: str) -> None:
    """Removes a leaf; what was killed in it needs a moment to be gone."""
    deadline = monotonic() + _ENDS_WITHIN
    while True:
        try:
            os.rmdir(folder)
            return
        except FileNotFoundError:
            return
        except OSError:
            if monotonic() > deadline:
                return  # the next agent sweeps it away
            sleep(0.002)


def read(folder: str, name: str) -> str:
    """What a file of a cgroup says. Raises OSError."""
    with open(f"{folder}/{name}") as file:
        return file.read()


def write(folder: str, name: str, text: str) -> None:
    """Sets what a file of a cgroup says. Raises OSError."""
    descriptor = os.open(f"{folder}/{name}", os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)


def counts(folder: str, name: str) -> dict[str, int]:
    """Numbers by name, as a file of a cgroup lists them; empty where there is none."""
    with contextlib.suppress(OSError, ValueError):
        return {key: int(value) for key, value in (line.split() for line in read(folder, name).splitlines())}
    return {}
