"""The /tmp of a module while it loads: private and writable. What it leaves there is in the /tmp of each slot.

Libraries keep caches below HOME or TMPDIR and will not be imported without (matplotlib, and what is built on it).
"""

from __future__ import annotations

import contextlib
import os
import stat

from runrl_shim.inside.confinement import confine, namespaces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    #: Path, mode, and what it holds: bytes of a file, the target of a link, None of a folder.
    Entry = tuple[str, int, "bytes | str | None"]

_TMP = "/tmp"


class LoadTmp:
    """Mounted by the zygote, for itself alone, before the module is imported.

    Args:
        size: in bytes, as that of a slot.
        binds: mounts below /tmp that stay visible.

    Attributes:
        entries: what the import has left, folders before what is in them.
    """

    def __init__(self, size: int, binds: Sequence[str]) -> None:
        self.entries: list[Entry] = []
        self._binds = binds
        confine.raise_capabilities()
        namespaces.unshare_mounts()
        namespaces.mount_own_tmp(size, binds)
        confine.keep_capabilities()

    def take(self) -> None:
        """Notes what is there, and gives the memory back: slots have a /tmp of their own."""
        confine.raise_capabilities()  # to read also what the import has closed to everybody
        self._note_all()
        working = None
        with contextlib.suppress(OSError):  # its folder is gone
            working = os.getcwd()
        namespaces.detach(_TMP)
        confine.keep_capabilities()
        if working is not None:
            with contextlib.suppress(OSError):  # it was one of those that have just gone
                os.chdir(working)  # the same one, where it is a mount below /tmp

    def _note_all(self) -> None:
        folders = [_TMP]
        for folder in folders:
            for entry in sorted(os.scandir(folder), key=lambda each: each.name):
                if entry.path in self._binds:
                    continue
                found = entry.stat(follow_symlinks=False)
                if stat.S_ISDIR(found.st_mode):
                    folders.append(entry.path)
                if not any(bind.startswith(entry.path + os.sep) for bind in self._binds):
                    self._note(entry.path, found.st_mode)

    def _note(self, path: str, mode: int) -> None:
        if stat.S_ISDIR(mode):
            self.entries.append((path, stat.S_IMODE(mode), None))
        elif stat.S_ISLNK(mode):
            self.entries.append((path, 0, os.readlink(path)))
        elif stat.S_ISREG(mode):
            with open(path, "rb") as file:
                self.entries.append((path, stat.S_IMODE(mode), file.read()))

    def restore(self) -> None:
        """Writes all of it into the /tmp of a slot."""
        for path, mode, held in self.entries:
            if held is None:
                os.mkdir(path)
                os.chmod(path, 0o700)  # whatever mask the import has set: a slot has no capability any more
            elif isinstance(held, str):
                os.symlink(held, path)
            else:
                descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
                with open(descriptor, "wb") as file:
                    file.write(held)
                os.chmod(path, mode)
        for path, mode, held in reversed(self.entries):
            if held is None:
                os.chmod(path, mode)
