"""A reward server for tests of the adapters, and an end of the connections that they make."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from runrl_sandbox import Sandbox
from runrl_sandbox.adapters import servers

#: Seconds. Room for machines that are slow to start a call.
DEADLINE = 1

REWARD = """
import os, time

def reward_fn(completion, **kwargs):
    if completion == "hang":
        while True:
            time.sleep(60)
    if completion == "raise":
        raise ValueError("on purpose")
    if completion == "zero":
        return "0"  # no number
    if completion == "exit":
        os._exit(3)
    info = {"length": float(len(completion)), "row": repr(kwargs)}
    if completion == "more":
        info["more"] = 2.0
    return float(kwargs.get("value", len(completion))), info
"""


@pytest.fixture(scope="session")
def reward_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A module whose calls can hang, raise, crash, and return no number."""
    path = tmp_path_factory.mktemp("adapters") / "reward.py"
    path.write_text(REWARD)
    return path


@pytest.fixture(scope="session")
def served(environment: None, reward_file: Path) -> Iterator[str]:
    """Address of a server for it."""
    with Sandbox.spawn(reward_file, timeout=DEADLINE) as sandbox:
        sandbox.score("x")
        yield sandbox.address


@pytest.fixture(autouse=True)
def disconnected(nothing_left: None) -> Iterator[None]:
    """Connections of the adapters live as long as the process; here, as long as the test."""
    yield
    servers.close_all()
