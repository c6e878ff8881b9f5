"""What a server of one's own writes on stderr: kept to say why it ended, or in a file that is asked for."""

from __future__ import annotations

import os
import tempfile
from typing import IO

_MOST_BYTES = 16_384


class ServerLog:
    """A file that a server writes to, and what it has written so far."""

    def __init__(self, path: str | os.PathLike[str] | None) -> None:
        """:param path: file that it is added to; without, it has no name, and is gone with the server"""
        self.file: IO[bytes] = tempfile.TemporaryFile() if path is None else open(path, "ab+", buffering=0)  # noqa: SIM115
        self._start = self.file.seek(0, os.SEEK_END)

    def for_people(self) -> str:
        """What it wrote for people; of its log, a JSON object per line, only errors."""
        # By position: the server shares the file's own.
        size = os.fstat(self.file.fileno()).st_size
        begin = max(self._start, size - _MOST_BYTES)
        lines = os.pread(self.file.fileno(), size - begin, begin).decode(errors="replace").splitlines()
        return "\n".join(line for line in lines if not line.startswith('{"time"') or '"level":"error"' in line).strip()
