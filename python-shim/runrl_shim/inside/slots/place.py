"""The files of one slot: what its workers may write to."""

from __future__ import annotations

import os
import sys

from runrl_shim.inside.confinement import landlock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runrl_shim.inside.held.load_tmp import LoadTmp
    from runrl_shim.wire.protocol import ModuleSpec


class Place:
    """Where a slot's workers write: its own /tmp in a mount namespace, or a folder of its own under Landlock.

    Made by the slot's init. Without any confinement it is nothing and nowhere.

    Attributes:
        folders: those that workers can write to, and what the import left in them; empty without confinement.
    """

    def __init__(self, spec: ModuleSpec, tmp: LoadTmp | None) -> None:
        self._folder: str | None = None
        self._rules: landlock.Rules | None = None
        self.folders: list[str] = []
        if spec["confined"]:
            self.folders = [*_folders_of_own_tmp(spec), *(path for path, _, _ in (tmp.entries if tmp else ()))]
        elif spec["landlock"] is not None:
            # Nobody can list or watch the outer one, nor guess the name in it: so no other slot can name what is in
            # there, to look at it (Landlock hides no names) or to connect to a socket.
            outer = os.path.join(spec["landlock"]["tmp"], slot_folder(os.getpid()))
            os.mkdir(outer, 0o300)
            self._folder = os.path.join(outer, os.urandom(8).hex())
            os.mkdir(self._folder, 0o700)
            self._rules = landlock.worker_rules(spec["landlock"], self._folder)
            self.folders = [self._folder]

    def enter(self) -> None:
        """Called in each new worker: from here on nothing else can be written, whatever it does."""
        if self._rules is None or self._folder is None:
            return
        os.environ["TMPDIR"] = os.environ["HOME"] = self._folder
        tempfile = sys.modules.get("tempfile")
        if tempfile is not None:
            tempfile.__dict__["tempdir"] = self._folder
        self._rules.put_on()
        # A later worker of the slot will put on the same rules: nobody may add to them.
        self._rules.close()


def slot_folder(pid: int) -> str:
    """Name of the folder of the slot whose init has this pid."""
    return f"slot-{pid}"


def _folders_of_own_tmp(spec: ModuleSpec) -> list[str]:
    """The folders of the slot's own /tmp: those above the mounts in it are the worker's user's too."""
    folders = {"/tmp", "/tmp/.shm"}
    for path in spec["tmp_binds"]:
        while path != "/tmp":
            path = os.path.dirname(path)
            folders.add(path)
    return sorted(folders)


def remove_folder(parent: str, name: str) -> None:
    """Removes a folder and all that is in it, however deep, without following a link.

    For folders of which every user is dead. Folders in it are moved up before they are emptied, so that neither
    the longest path of the system nor the recursion limit is ever met.
    """
    try:
        root = os.open(parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        waiting, moved = [name], 0
        while waiting:
            current = waiting.pop()
            try:
                os.chmod(current, 0o700, dir_fd=root)
                folder = os.open(current, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=root)
            except FileNotFoundError:
                continue
            try:
                for entry in list(os.scandir(folder)):
                    if entry.is_dir(follow_symlinks=False):
                        moved += 1
                        os.chmod(entry.name, 0o700, dir_fd=folder)
                        waiting.append(f"{name}.{moved}")
                        os.rename(entry.name, waiting[-1], src_dir_fd=folder, dst_dir_fd=root)
                    else:
                        os.unlink(entry.name, dir_fd=folder)
            finally:
                os.close(folder)
            os.rmdir(current, dir_fd=root)
    finally:
        os.close(root)
