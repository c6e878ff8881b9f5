"""The watch sees what completion code does while the watch itself works."""

from __future__ import annotations

import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

COMPLETION = """
import gc, sys
frames = []
class Last:
    def __del__(self):
        frames.append(INSIDE() and sys._getframe())
for number in range(1, 200):
    gc.set_threshold(0)
    last = Last()
    last.itself = last
    del last
    gc.set_threshold(number, 10, 10)
    compile("1 + x", "other", "eval")
"""

# Its own process: an audit hook stays for good.
RUN = """
import json, sys
sys.path.insert(0, sys.argv[1])
from runrl_shim.inside.tampering import evidence, watch
evidence.prepare("/module/reward.py")
watch.install()
found = []
watched = watch.Watched(lambda trace: None, lambda call, item: found.append(item[0]))
watched.begin(0, json.dumps(sys.argv[2]).encode(), 0)
watch.start(watched)
names = {"INSIDE": lambda: bool(watch._inside)}
exec(sys.argv[2], names)
watched.on = False
print(any(names["frames"]), *found)
"""


def test_a_finalizer_that_takes_a_frame_inside_of_the_hook_is_seen() -> None:
    command = [sys.executable, "-I", "-B", "-c", RUN, ROOT, COMPLETION]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == ("True completion_executed frame_walk\n", "")


KEPT = """
import sys
def kept(): return sys._getframe()
"""

LATER = """
for kept in (True, False):
    found.clear()
    watched.begin(0, json.dumps(sys.argv[2]).encode(), 0)
    exec(sys.argv[2], names)
    function = names.pop("kept")
    if not kept:
        del function
    watched.begin(1, b'"other"', 0)
    print(*found, watched.evidence is not None)
    if kept:
        function()
    watched.on = False
    print(*found)
"""


def test_code_that_a_call_left_is_known_in_the_next_as_long_as_it_is_held() -> None:
    run = RUN.partition('names = {"INSIDE"')[0] + "names = {}\n" + LATER
    command = [sys.executable, "-I", "-B", "-c", run, ROOT, KEPT]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    told = [
        "completion_executed True",
        "completion_executed frame_walk",
        "completion_executed False",
        "completion_executed",
    ]
    assert (done.stdout.splitlines(), done.stderr) == (told, "")
