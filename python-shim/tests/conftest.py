"""Fixtures for tests that load the files of users, and for those that play episodes."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from played_episodes import Scene, expect_books_in_order
from runrl_shim.inside.loading.load import LoadedReward, LoadError, load_reward
from runrl_shim.wire.signals import DUMP_SIGNAL


@pytest.fixture
def clean_imports() -> Iterator[None]:
    """Forgets what a test imported, and what it put on the import path."""
    path, modules = list(sys.path), set(sys.modules)
    yield
    sys.path[:] = path
    for name in set(sys.modules) - modules:
        del sys.modules[name]


@pytest.fixture
def load(tmp_path: Path, clean_imports: None) -> Callable[..., LoadedReward]:
    """Writes a reward file and loads it."""

    def write_and_load(
        source: str | bytes,
        function: str | None = None,
        completion_format: str = "auto",
        name: str = "reward.py",
        **options: str,
    ) -> LoadedReward:
        file = tmp_path / name
        file.write_bytes(source.encode() if isinstance(source, str) else source)
        return load_reward(str(file), function, completion_format, **options)

    return write_and_load


@pytest.fixture
def load_error(load: Callable[..., LoadedReward]) -> Callable[..., LoadError]:
    """Writes a reward file that cannot be loaded, and gives the error."""

    def error_of(source: str | bytes, function: str | None = None, name: str = "reward.py") -> LoadError:
        with pytest.raises(LoadError) as raised:
            load(source, function, name=name)
        return raised.value

    return error_of


@pytest.fixture
def scene() -> Iterator[Callable[..., Scene]]:
    scenes: list[Scene] = []
    before = signal.signal(DUMP_SIGNAL, signal.SIG_IGN)  # inherited by what stands for an episode
    gc.collect()  # what tests before have not given back yet is not to be counted
    descriptors = len(os.listdir("/proc/self/fd"))

    def make(**spec: Any) -> Scene:
        scenes.append(Scene(**spec))
        scenes[-1].pool.dispatch()
        scenes[-1].bear()
        return scenes[-1]

    yield make
    for each in scenes:
        if not each.is_over:
            expect_books_in_order(each)
        each.close()
        assert (each.pool.keeper.slots, each.pool.families.families) == ({}, {})
    assert len(os.listdir("/proc/self/fd")) == descriptors
    signal.signal(DUMP_SIGNAL, before)
