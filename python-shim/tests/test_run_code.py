"""`run_code` without a sandbox, as in people's own tests: test/run-code/checks.py, and that nothing is left."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def _command_line(process: str) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes().decode("utf-8", "replace")
    except OSError:
        return ""  # it ended meanwhile


def _checks() -> ModuleType:
    specification = importlib.util.spec_from_file_location("run_code_checks", ROOT / "test" / "run-code" / "checks.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


CHECKS: dict[str, Any] = _checks().CHECKS


@pytest.fixture(autouse=True)
def _own_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    yield
    assert os.listdir(tmp_path) == []
    lines = [_command_line(name) for name in os.listdir("/proc") if name.isdigit()]
    assert [line for line in lines if str(tmp_path) in line] == []


@pytest.mark.parametrize(
    "name", [name for name in CHECKS if not name.startswith(("confined", "landlock", "namespaces", "says", "limits"))]
)
def test_holds_unconfined(name: str) -> None:
    CHECKS[name]()


def test_works_in_plain_python_and_says_that_it_is_unconfined(tmp_path: Path) -> None:
    script = tmp_path / "test.py"
    script.write_text(
        "from runrl import run_code\nresult = run_code('print(6 * 7)')\nprint(result.stdout, result.confined)"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python-shim"), "TMPDIR": str(tmp_path)}
    command = [sys.executable, str(script)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["42", "False"]
    script.unlink()


def test_never_falls_back_inside_a_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    from runrl import RunCodeError, run_code
    from runrl_shim.inside.ways_out import code_link

    reading, writing = os.pipe()
    monkeypatch.setattr(code_link, "descriptor", reading)
    with pytest.raises(RunCodeError, match="cannot be reached"):
        run_code("pass")
    os.close(reading)
    os.close(writing)


_FAMILY = """
import os, sys
from runrl._subprocess import descendants, kill_descendants
there, here = os.pipe()
for _ in range(3):
    if os.fork() == 0:
        for _ in range(3):
            if os.fork() == 0:
                os.write(here, b".")
                sys.stdin.read()
        sys.stdin.read()
said = 0
while said < 9:
    said += len(os.read(there, 9))
print(len(descendants(os.getpid())), len(descendants(os.getpid(), 2)), len(descendants(os.getpid(), 4)))
kill_descendants()
print(len(descendants(os.getpid())))
"""


def test_descendants_are_looked_for_until_there_are_enough() -> None:
    # Processes that are made without end are made faster than they can be found.
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python-shim")}
    command = [sys.executable, "-c", _FAMILY]
    with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        assert program.stdout.read() == b"12 3 6\n0\n"
