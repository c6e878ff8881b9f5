"""Fixtures for tests of the client: the command as it is installed, modules, and proof that nothing is left."""

from __future__ import annotations

import gc
import shlex
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from observing import ROOT, children, descriptors, folders, threads, until
from runrl_sandbox import Sandbox

# In the background of a shell Ctrl-C is ignored, by whatever is started there as well: tests that press it would wait
# for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

REWARD = """
import os, time

def reward_fn(completion, **kwargs):
    if completion.startswith("sleep"):
        time.sleep(float(completion.split()[1]))
    if completion == "crash":
        os._exit(3)
    if completion == "raise":
        raise ValueError("on purpose")
    if completion == "info":
        return 1.5, {"length": 4, "text": "words", "row": repr(kwargs)}
    if completion == "exact":
        return kwargs["value"], {"value": kwargs["value"], "next": kwargs["value"] + 1, "row": repr(kwargs)}
    return float(kwargs.get("value", len(completion)))
"""

ENVIRONMENT = """
import threading, time

class Counting:
    def setup(self, start=0, **kwargs):
        self.count = start
        if start < 0:
            raise ValueError("below zero")
        return f"at {self.count}"

    def step(self, action):
        if action == "sleep":
            time.sleep(300)
        if action == "thread":
            threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
            action = "0"
        self.count += int(action)
        return {"observation": f"at {self.count}", "reward": float(action), "done": self.count >= 10}
"""


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    """No thread, no process, no descriptor and no folder outlives a test."""
    before = (
        threads(),
        children(),
        set(descriptors()),
        folders(),
    )
    yield
    if not (threads() <= before[0] and set(descriptors()) <= before[2]):
        gc.collect()
    until(lambda: threads() <= before[0], "threads end")
    until(lambda: children() <= before[1], "processes end")
    until(lambda: set(descriptors()) <= before[2], "descriptors are closed")
    left = folders() - before[3]
    assert not left


@pytest.fixture
def address() -> Iterator[str]:
    """Where nobody listens yet. Paths of sockets are short, those of tests are not."""
    with tempfile.TemporaryDirectory(prefix="rc-") as folder:
        yield f"ipc://{folder}/s"


@pytest.fixture(scope="session")
def command() -> str:
    """How the server of this repository is started."""
    subprocess.run(["bash", str(ROOT / "scripts/build.sh"), "--if-needed"], check=True, cwd=ROOT)
    return shlex.join(["node", str(ROOT / "dist/cli/main.js")])


@pytest.fixture(scope="session")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `reward.py` and `counting.py`."""
    folder = tmp_path_factory.mktemp("modules")
    (folder / "reward.py").write_text(REWARD)
    (folder / "counting.py").write_text(ENVIRONMENT)
    return folder


@pytest.fixture(scope="session")
def environment(command: str) -> Iterator[None]:
    """`Sandbox.spawn` finds the server."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RUNRL_SANDBOX_COMMAND", command)
        yield


@pytest.fixture(scope="session")
def shared(environment: None, modules: Path) -> Iterator[Sandbox]:
    """A reward server for tests that leave it as it was."""
    with Sandbox.spawn(modules / "reward.py", timeout=600) as sandbox:
        sandbox.score("x")  # its thread is there before tests look what they leave
        yield sandbox


@pytest.fixture
def sandbox(shared: Sandbox) -> Iterator[Sandbox]:
    """A connection of its own to the shared server."""
    with Sandbox(shared.address) as own:
        yield own


@pytest.fixture(scope="session")
def environment_server(environment: None, modules: Path) -> Iterator[Sandbox]:
    """An environment server for tests that leave it as it was."""
    with Sandbox.spawn(modules / "counting.py", kind="environment", timeout=600) as sandbox:
        sandbox.episode().close()
        yield sandbox
