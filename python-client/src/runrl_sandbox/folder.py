"""Folders that nobody else may enter, and that go with their server."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

_NAME = re.compile(r"runrl-py-(\d+)-")
#: Paths of sockets are short: below a temporary folder with a longer path there may be no place.
_LONGEST = 60
#: A folder is not swept away while its server may still be starting.
_SWEEP_SECONDS = 600.0


def make_folder() -> str:
    """A new folder, and an end of those that processes left that were killed."""
    parent = tempfile.gettempdir()
    if len(os.fsencode(parent)) > _LONGEST:
        parent = "/tmp"
    _sweep(Path(parent))
    return tempfile.mkdtemp(prefix=f"runrl-py-{os.getpid()}-", dir=parent)


#: Outlives the process, and whatever ends all children of it. Of what runs in the background stdin is not the pipe.
_GUARD = 'exec 3<&0; (cat <&3; rm -rf -- "$1") >/dev/null 2>&1 &'


class FolderOfProcess:
    """A folder that goes with this process, however it ends. A shell waits for the end of a pipe."""

    def __init__(self, prefix: str) -> None:
        self.path = Path(tempfile.mkdtemp(prefix=prefix))
        try:
            guard = subprocess.Popen(
                ["sh", "-c", _GUARD, "sh", self.path], stdin=subprocess.PIPE, start_new_session=True
            )
        except OSError:
            self.path.rmdir()
            raise
        guard.wait()
        assert guard.stdin is not None
        self._pipe = guard.stdin

    def remove(self) -> None:
        """Removes it now. Idempotent."""
        shutil.rmtree(self.path, ignore_errors=True)
        self._pipe.close()


def _sweep(parent: Path) -> None:
    for folder in parent.glob("runrl-py-*"):
        match = _NAME.match(folder.name)
        try:
            if match and not _is_alive(int(match[1])) and folder.stat().st_mtime < time.time() - _SWEEP_SECONDS:
                folder.rmdir()  # fails where there still is a socket
        except OSError:
            pass


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True
