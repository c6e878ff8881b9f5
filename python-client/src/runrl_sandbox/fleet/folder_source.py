"""Hosts that announce themselves in a shared folder: `runrl-sandbox serve --join FOLDER`, for Slurm and the like."""

from __future__ import annotations

import json
import os
import threading
import time
import zlib
from dataclasses import dataclass
from pathlib import Path

from ..connection import check_address
from .table import HostEntry, Table

_LOOK_SECONDS = 0.5
_LONGEST_WAIT = 5.0
#: A host writes its file each second. Clocks of machines differ, so ages are by the clock of the file system.
_SILENT_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class FolderSource:
    """The hosts whose files are there, and were written a short time ago."""

    folder: str

    def read(self, since: int, stop: threading.Event) -> Table:
        """As `Source.read`."""
        until = time.monotonic() + _LONGEST_WAIT
        while True:
            hosts = self._hosts()
            # The content is its version: clients need no memory of former tables.
            version = zlib.crc32(repr(hosts).encode())
            if version != since or time.monotonic() > until or stop.wait(_LOOK_SECONDS):
                return Table(version, hosts)

    def _hosts(self) -> tuple[HostEntry, ...]:
        files = [entry for entry in os.scandir(self.folder) if entry.name.endswith(".json")]
        written = {entry.path: entry.stat().st_mtime for entry in files}
        # The newest of all is the clock. With one host alone nothing says how old it is; then a session finds out.
        newest = max(written.values(), default=0.0)
        alive = [path for path, when in written.items() if newest - when < _SILENT_SECONDS]
        return tuple(sorted((entry for path in alive if (entry := _entry(Path(path)))), key=lambda entry: entry.id))


def _entry(path: Path) -> HostEntry | None:
    """None for a file that is no host's, or is gone by now."""
    try:
        host = json.loads(path.read_bytes())
        address = check_address(host["address"])
        return HostEntry(path.stem, address, str(host["generation"]), bool(host.get("draining")))
    except (OSError, ValueError, KeyError, TypeError):
        return None
