"""The examples of docs/python-client.md and docs/adapters.md run, and print what stands below them."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from observing import PATIENCE, ROOT

TEXT = "".join((ROOT / "docs" / name).read_text() for name in ("python-client.md", "adapters.md"))
EXAMPLES = re.findall(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == TEXT.count("```python") == 4


@pytest.mark.usefixtures("environment")
@pytest.mark.parametrize(("code", "printed"), EXAMPLES)
def test_examples_print_what_is_said(code: str, printed: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(ROOT / "python-client/src")},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (ended.stdout, ended.stderr) == (printed, "")
