"""What the import has left in /tmp, written into that of a slot."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

_PATH = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def test_it_is_restored_without_capabilities_whatever_mask_the_import_set(tmp_path: Path) -> None:
    """In a process of its own, which gives its capabilities up for good."""
    folder = tmp_path / "folder"
    text = f"""
import os
from runrl_shim.inside.confinement import confine
from runrl_shim.inside.held.load_tmp import LoadTmp
confine.drop_capabilities()
os.umask(0o777)
tmp = LoadTmp.__new__(LoadTmp)
tmp.entries = [({str(folder)!r}, 0o500, None), ({str(folder / "file")!r}, 0o400, b"held")]
tmp.restore()
"""
    done = subprocess.run([sys.executable, "-c", text], env={"PYTHONPATH": _PATH}, capture_output=True, text=True)
    assert done.stderr == ""
    assert [oct(path.stat().st_mode & 0o777) for path in (folder, folder / "file")] == ["0o500", "0o400"]
    assert (folder / "file").read_bytes() == b"held"
