"""A worker that is restored is, byte for byte, what it was; what asks the kernel for anything is let go."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
SCRIPT = [sys.executable, str(HERE / "restored_worker.py")]
NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]


def serve(*calls: str) -> dict:
    done = subprocess.run(
        [*SCRIPT, *calls],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(HERE.parent)},
        check=False,
    )
    if "cannot be restored here" in done.stderr:
        pytest.skip("the kernel cannot tell which pages were written, or refuses to")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


WRITES = {
    "a global": ("globals_ = restorable.offer.__globals__; value = globals_.get('left'); globals_['left'] = 1", "None"),
    "an object": ("value = kept[7]; kept[7] = 9", "0"),
    "a builtin": ("import builtins; value = len([1]); builtins.len = lambda _: 5", "1"),
    "much memory": ("value = len(kept); kept.extend(bytes(3_000_000)); more = [str(n) for n in range(20_000)]", "1000"),
    "a text": ("a = ctypes.c_char.from_address(id(math.__name__) + 48); value = a.value; a.value = b'X'", "b'm'"),
    "a library": ("e = ctypes.c_int.in_dll(ctypes.pythonapi, 'Py_VerboseFlag'); value = e.value; e.value = 1", "0"),
    "rounding": ("value = libm.fegetround(); libm.fesetround(0x400)", "0"),
    "the page that is shared": ("value = account[5]; account[5] = 7", "0"),
    "deep recursion": ("value = kept[3]; kept[3] = 1\nexec('def f(n): return n and f(n-1)\\nf(800)', {})", "0"),
}


@pytest.mark.parametrize("name", WRITES)
def test_what_a_call_writes_is_gone(name: str) -> None:
    code, value = WRITES[name]
    seen = serve(*[code] * 5)
    assert [each["value"] for each in seen["answers"]] == [value] * 5
    assert seen["restored"] == 5
    assert seen["differing"] == [0] * 5


def test_no_two_calls_draw_the_same() -> None:
    seen = serve(*["value = restorable.chance()"] * 4)
    assert len({each["value"] for each in seen["answers"]}) == 4


ASKS = {
    "a question": "value = os.getpid() > 0",
    "a file": "os.close(os.open('/dev/null', os.O_RDONLY)); value = True",
    "a further descriptor": "os.dup(fd); value = True",
    "writing elsewhere": "os.write(2, b''); value = True",
    "the socket itself": "os.write(fd, b'x' * 10); value = True",
    "memory": "import mmap; mmap.mmap(-1, 4096); value = True",
    "a timer": "import signal; signal.setitimer(signal.ITIMER_REAL, 100); value = True",
    "a fork": "pid = os.fork()\nif pid == 0: os._exit(0)\nos.waitpid(pid, 0); value = True",
    "a signal": "import signal; signal.raise_signal(signal.SIGWINCH); value = True",
}


@pytest.mark.parametrize("name", ASKS)
def test_whoever_asks_the_kernel_is_let_go_and_serves_no_further_call(name: str) -> None:
    seen = serve("value = 1", ASKS[name], "value = 3")
    answers = [(each["value"], each["traced"]) for each in seen["answers"]]
    assert answers == [("1", "True"), ("True", "False")]
    assert (seen["restored"], seen["code"]) == (1, 0)


def test_a_crash_is_that_of_the_worker() -> None:
    seen = serve("value = 1", "ctypes.string_at(8)")
    assert (len(seen["answers"]), seen["restored"], seen["code"]) == (1, 1, -11)


def test_a_stack_that_has_grown_ends_the_worker_after_its_answer() -> None:
    grows = "ctypes.memset(stack() - (2 << 20), 1, 1); value = 2"
    seen = serve("value = 1", grows, "value = 3")
    assert [each["value"] for each in seen["answers"]] == ["1", "2"]
    assert (seen["restored"], seen["code"]) == (1, -9)
