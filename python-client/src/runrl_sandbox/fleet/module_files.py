"""A module with the files of its folder, as bytes that travel to hosts."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

#: Of all files together. More is data, and belongs where all hosts can read it.
MOST_BYTES = 64 * 2**20


@dataclass(frozen=True, slots=True)
class ModuleFiles:
    """The files of one folder, by their paths in it."""

    #: The module's own.
    main: str
    files: Mapping[str, bytes]

    @classmethod
    def read(cls, module: str | os.PathLike[str]) -> ModuleFiles:
        """
        The module's file, and all of its folder but hidden ones and caches.

        :raises OSError: one cannot be read
        :raises ValueError: they are too large
        """
        path = Path(module).resolve(strict=True)
        if not path.is_file():
            raise IsADirectoryError(f"expected a Python file, got the folder {path}")
        files: dict[str, bytes] = {}
        size = 0
        for file in _below(path.parent):
            size += file.stat().st_size
            if size > MOST_BYTES:
                raise ValueError(
                    f"the files beside {path} have more than {MOST_BYTES >> 20} MiB, up to {file}: put the module into "
                    "a folder of its own, and data where every host can read them (`mount=`)"
                )
            files[str(file.relative_to(path.parent))] = file.read_bytes()
        return cls(path.name, files)

    @property
    def hash(self) -> str:
        """SHA-256 of names and contents."""
        digest = hashlib.sha256()
        for name, content in sorted(self.files.items()):
            digest.update(f"{len(name)} {name} {len(content)} ".encode() + content)
        return digest.hexdigest()

    @property
    def name(self) -> str:
        """Of the module: that of its file."""
        return self.main.removesuffix(".py")

    def write(self, folder: Path) -> Path:
        """Writes them below a folder. Returns the path of the module's file."""
        for name, content in self.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
        return folder / self.main


def _below(folder: Path) -> Iterator[Path]:
    for at, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__pycache__")))
        for name in sorted(names):
            if not name.startswith(".") and (path := Path(at, name)).is_file():
                yield path
