"""Objects whose references are not counted any more."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

_PATH = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_TEXT = """
import gc, sys
from runrl_shim.inside.slots.immortal import keep_for_ever

def function(argument): return f"{argument} of the function"
class Ends:
    def __del__(self): print("ended")
held = [Ends()]
keep_for_ever()
before = sys.getrefcount(function), sys.getrefcount(function.__code__)
more = [function, function.__code__] * 9
print(before == (sys.getrefcount(function), sys.getrefcount(function.__code__)))
del more, function
gc.collect()
held.clear()
"""


def run() -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", _TEXT], env={"PYTHONPATH": _PATH}, capture_output=True, text=True, check=True
    )
    return done.stdout.split()


@pytest.mark.skipif(sys.version_info < (3, 12), reason="this Python counts all references")
def test_references_to_code_are_not_counted() -> None:
    assert run()[0] == "True"


def test_objects_that_do_something_at_their_end_still_end() -> None:
    assert run()[1:] == ["ended"]
