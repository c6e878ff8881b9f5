"""Folders of servers: they go with a process, or are swept away by the next."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import tempfile
from pathlib import Path

import pytest
from observing import Program, is_alive, until
from runrl_sandbox.folder import FolderOfProcess, make_folder


def test_a_folder_goes_with_its_process() -> None:
    program = Program(
        "import sys, time\nfrom runrl_sandbox.folder import FolderOfProcess\n"
        "folder = FolderOfProcess('of-process-')\n(folder.path / 'file').write_text('x')\nprint(folder.path)\n"
        "time.sleep(600)"
    )
    folder = Path(program.line())
    # The shell forks what becomes `cat`, which for a moment is called as the shell is.
    until(lambda: len(processes_with(folder)) == 1, "one process waits")
    guards = processes_with(folder)
    program.signal(signal.SIGKILL)
    program.end()
    until(lambda: not folder.exists(), "it is removed")
    until(lambda: not any(map(is_alive, guards)), "who did it ends")
    own = FolderOfProcess("of-process-")
    guards = processes_with(own.path)
    own.remove()
    assert not own.path.exists()
    until(lambda: not any(map(is_alive, guards)), "nobody waits for its end")


def processes_with(folder: Path) -> list[int]:
    """That have its path on their command lines."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if str(folder).encode() in (process / "cmdline").read_bytes().split(b"\0"):
                found.append(int(process.name))
    return found


def test_folders_that_killed_programs_left_are_swept_away(monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory(prefix="rc-") as folder:
        monkeypatch.setattr("tempfile.tempdir", folder)
        dead = subprocess.Popen(["true"])
        dead.wait()
        left, new = Path(folder, f"runrl-py-{dead.pid}-a"), Path(folder, f"runrl-py-{dead.pid}-b")
        left.mkdir()
        new.mkdir()
        os.utime(left, (0, 0))
        made = Path(make_folder())
        assert sorted(Path(folder).iterdir()) == sorted([new, made])
