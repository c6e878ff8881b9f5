"""The root folder of runs: the interpreter and the system's libraries, and nothing else. Built once, read-only."""

from __future__ import annotations

import glob
import os

from runrl_shim.inside.confinement import confine, namespaces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}
_NEW = "/tmp"  # where the new root is made
_NOTHING = "/.nothing"
# No terminals: they would be those of the module, and of all runs.
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
_DEVICE_LINKS = {"fd": "/proc/self/fd", "stdin": "fd/0", "stdout": "fd/1", "stderr": "fd/2"}


def build_root(roots: Sequence[str], hidden: Sequence[str]) -> None:
    """Enters an own mount namespace with a new root that holds `roots`, without what lies at `hidden` below them.

    Raises:
        OSError: the kernel refuses, or something of `hidden` cannot be hidden without hiding the interpreter.
    """
    shown = [path for path in dict.fromkeys([*roots, *_DEVICES]) if os.path.lexists(path)]
    covered = set(_below(hidden, shown))
    clash = covered.intersection(os.path.realpath(path) for path in shown)
    if clash:
        raise OSError(0, f"{clash.pop()} holds the reward file and the interpreter: put the file somewhere else")
    namespaces.unshare_mounts()
    # Opened before the new root covers /tmp, where some of them may be.
    sources = {path: (os.readlink(path) if os.path.islink(path) else _open(path)) for path in shown}
    namespaces.mount_tmpfs(_NEW, "size=1m,mode=755")
    os.mkdir(_NEW + _NOTHING)
    for path in sorted({*shown, *covered}):
        target = _NEW + path
        os.makedirs(os.path.dirname(target), exist_ok=True)
        source = sources.get(path)
        if isinstance(source, str):
            os.symlink(source, target)
        elif source is not None:
            _make_target(target, folder=os.path.isdir(f"/proc/self/fd/{source}"))
            namespaces.bind(f"/proc/self/fd/{source}", target)
            os.close(source)
        elif os.path.isdir(target):
            namespaces.mount_tmpfs(target, "size=64k,mode=755")  # of its own: interpreters may lie below
        elif os.path.lexists(target):
            namespaces.bind("/dev/null", target)
    for name, where in _DEVICE_LINKS.items():
        os.symlink(where, f"{_NEW}/dev/{name}")
    for folder in ("proc", "tmp", "dev/shm"):
        os.makedirs(f"{_NEW}/{folder}", exist_ok=True)
    namespaces.mount_proc(f"{_NEW}/proc")
    os.chdir(_NEW)
    confine.check(confine.libc.syscall(_PIVOT_ROOT[os.uname().machine], b".", b"."), "pivot_root")
    namespaces.detach(".")
    os.chdir("/")
    for path in ["/", *(path for path in covered if os.path.isdir(path))]:
        namespaces.make_read_only(path)


def _below(hidden: Sequence[str], shown: Sequence[str]) -> Iterator[str]:
    """Each path of `hidden` that lies at or below a shown one, by every name that it has there."""
    for path in hidden:
        for root in shown:
            if path == root or path.startswith(f"{root}/"):
                for other in shown:
                    if os.path.isdir(other) and os.path.samefile(other, root):
                        yield os.path.normpath(other + path[len(root) :])


def _open(path: str) -> int:
    return os.open(path, os.O_PATH | os.O_CLOEXEC)


def _make_target(path: str, *, folder: bool) -> None:
    if os.path.lexists(path):
        return
    if folder:
        os.mkdir(path)
    else:
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC))


def package_folders(roots: Sequence[str]) -> list[str]:
    """The folders in which installed packages lie."""
    found = {
        os.path.realpath(folder)
        for root in roots
        for between in ("", "lib/", "lib64/", "local/lib/")
        for kind in ("site-packages", "dist-packages")
        for folder in glob.glob(f"{glob.escape(root)}/{between}python3*/{kind}")
    }
    return sorted(found)


def show_nothing(folder: str) -> None:
    """Covers a folder by an empty one."""
    namespaces.bind(_NOTHING, folder)
