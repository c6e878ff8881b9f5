"""The canary must see what is not confined: each promise fails where nothing keeps it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

UNCONFINED = """
import os, sys
sys.path.insert(0, {root!r})
from runrl_shim.inside import canary
os.environ["TMPDIR"] = {folder!r}
os.mkdir = lambda path: None  # where it would succeed, without a trace on the machine
os._exit(canary._attempt_everything(lambda: None, {{**canary._PROMISES, **canary.{promises}}}))
"""


@pytest.mark.parametrize(
    ("promises", "broken"),
    [
        (
            "_OF_NAMESPACES",
            ["an own pid namespace", "a /proc of its own", "a /tmp of its own", "no file of the machine"],
        ),
        (
            "_OF_LANDLOCK",
            [
                "no signal to another",
                "nothing written beside its folder",
                "nothing written where the module was loaded",
                "no mode of a file changed by name",
                "changed by descriptor",
                "no look at what others open",
            ],
        ),
    ],
)
def test_sees_that_nothing_is_confined(tmp_path: Path, promises: str, broken: list[str]) -> None:
    for name in ("canary", "load"):
        (tmp_path / name).mkdir()
    code = UNCONFINED.format(root=ROOT, folder=str(tmp_path / "load"), promises=promises)
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, timeout=20, check=False)
    assert done.returncode == 1
    for name in [*broken, "unshare is refused", "io_uring_setup is refused", "an AF_VSOCK socket is refused"]:
        assert name in done.stderr
