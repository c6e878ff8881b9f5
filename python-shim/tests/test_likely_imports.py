"""What the zygote imports once where calls execute programs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

SHIM = Path(__file__).parents[1]

IMPORTS = """
import sys
sys.path.insert(0, sys.argv[1])
before, path = {*sys.modules}, [*sys.path]
from runrl_shim.inside.reuse.likely_imports import import_likely
before = {*sys.modules}
import_likely()
assert sys.path == path
print(len(sys.modules) - len(before), "threading" in sys.modules, sys.modules.get("statistics"))
"""


def run(program: str, *arguments: str) -> list[str]:
    """What a program prints, line by line, in an interpreter that has imported nothing else."""
    command = [sys.executable, "-S", "-c", f"import sys; sys.path.insert(0, {str(SHIM)!r})\n{program}", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def test_likely_imports_are_those_of_the_standard_library(tmp_path: Path) -> None:
    (line,) = run(IMPORTS, str(tmp_path))
    assert re.match(r"\d\d False <module 'statistics' from '[^']*/statistics\.py'>", line)
    assert str(tmp_path) not in line


def test_nothing_is_imported_ahead_where_a_file_has_the_name_of_one(tmp_path: Path) -> None:
    (tmp_path / "fractions.py").write_text("raise SystemExit('must not be executed')")
    assert run(IMPORTS, str(tmp_path)) == ["0 False None"]
