"""The zygote's fork: when it goes without Python's hooks, and that what a fork needs happens all the same."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

_PATH = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def run(text: str) -> str:
    """Runs it in an interpreter of its own: hooks cannot be taken away again."""
    head = "import os\nfrom runrl_shim.inside.slots.bare_fork import cheapest_fork\n"
    done = subprocess.run(
        [sys.executable, "-c", head + text], env={"PYTHONPATH": _PATH}, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


_FORKS = """
heard, says = os.pipe()
if fork() == 0:
    os.write(says, repr({}).encode())
    os._exit(0)
os.wait()
told = os.read(heard, 1000).decode()
"""


def test_random_draws_anew_in_each_fork() -> None:
    text = "import random\nfork = cheapest_fork()\nassert fork is not os.fork\nseen = set()\nfor _ in range(3):"
    text += _FORKS.format("random.random()").replace("\n", "\n    ") + "\n    seen.add(told)\nprint(len(seen))"
    assert run(text) == "3"


def test_what_random_drew_ahead_is_forgotten() -> None:
    text = "import random\nrandom.gauss(0, 1)\nfork = cheapest_fork()\nassert fork is not os.fork\n"
    assert run(text + _FORKS.format("random._inst.gauss_next") + "print(told)") == "None"


def test_the_thread_knows_its_number_in_the_fork() -> None:
    text = "import threading\nfork = cheapest_fork()\nassert fork is not os.fork\n"
    text += _FORKS.format("threading.main_thread().native_id == os.getpid()") + "print(told)"
    assert run(text) == "True"


def test_asyncio_forgets_its_event_loop_in_the_fork() -> None:
    """Python 3.12 registers such a function; here it stands for itself, so that every version is tested."""
    text = "def hook(): os.write(1, b'called')\nhook.__module__ = 'asyncio.events'\n"
    text += "os.register_at_fork(after_in_child=hook)\nfork = cheapest_fork()\nassert fork is not os.fork\n"
    assert run(text + "if fork() == 0: os._exit(0)\nos.wait()") == "called"


@pytest.mark.parametrize("library", ["logging", "concurrent.futures.thread", "asyncio", "multiprocessing"])
def test_hooks_of_the_standard_library_are_needless(library: str) -> None:
    assert run(f"import {library}\nprint(cheapest_fork() is os.fork)") == "False"


@pytest.mark.parametrize("when", ["before", "after_in_parent", "after_in_child"])
def test_a_hook_of_anybody_else_is_called(when: str) -> None:
    text = f"def hook(): os.write(1, b'called')\nos.register_at_fork({when}=hook)\nfork = cheapest_fork()\n"
    assert run(text + "if fork() == 0: os._exit(0)\nos.wait()") == "called"


def test_a_process_with_threads_forks_as_python_does() -> None:
    text = "import threading\nend = threading.Event()\nthreading.Thread(target=end.wait).start()\n"
    assert run(text + "print(cheapest_fork() is os.fork)\nend.set()") == "True"


def test_a_fork_that_fails_raises() -> None:
    text = "import resource\nfork = cheapest_fork()\nresource.setrlimit(resource.RLIMIT_NPROC, (0, 0))\n"
    text += "os.setuid(os.getuid() or 65534)\n"
    assert run(text + "try: fork()\nexcept OSError as error: print(error.errno == 11)") == "True"
