"""Which resting episodes are looked at closely: those whose processes have run since the last look."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from runrl_shim.agent.limits import usage
from runrl_shim.agent.limits.watch_resting import _LEFT_OUT, RestingWatch
from runrl_shim.agent.slots.slot import State


class Episode:
    """A process that does what it is told, in the place of a slot."""

    def __init__(self) -> None:
        self.state, self.killed = State.READY, False
        heard, self.tells = os.pipe()
        self.hears, says = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self.tells)
            while os.read(heard, 1):
                os.write(says, b"x")
            os._exit(0)
        self.pidfd = os.pidfd_open(self.pid)
        os.close(heard)
        os.close(says)

    def processes(self) -> list[usage.Process]:
        return usage.process_and_below(self.pid)

    def step(self) -> None:
        """It runs, and waits again when this returns."""
        os.write(self.tells, b"x")
        os.read(self.hears, 1)
        while self._state() != "S":
            pass

    def _state(self) -> str:
        with open(f"/proc/{self.pid}/stat") as file:
            return file.read().rsplit(") ", 1)[1][0]

    def end(self) -> None:
        os.close(self.tells)
        os.waitpid(self.pid, 0)
        os.close(self.hears)
        os.close(self.pidfd)


@pytest.fixture
def episode() -> Iterator[Episode]:
    one = Episode()
    one.step()
    yield one
    one.end()


def watching(episode: Episode, **module: object) -> tuple[Callable[[], None], list[int]]:
    """One round of the watch, and what was found by each look so far."""
    looks: list[int] = []

    def look(work: Callable[[], int], then: Callable[[int], None]) -> None:
        looks.append(work())
        then(looks[-1])

    loop = SimpleNamespace(at=lambda when, call: None)
    inspector = SimpleNamespace(look=look)
    keeper: Any = SimpleNamespace(
        loop=loop, watch=SimpleNamespace(inspector=inspector), process=SimpleNamespace(zygote=episode.pidfd)
    )
    spec: Any = {"module": {"memory": 1 << 40, "landlock": None, "way_out": False, "confined": True, **module}}
    episodes: Any = {0: episode}
    return RestingWatch(keeper, episodes, spec)._round, looks


def test_who_has_not_run_is_not_looked_at_again(episode: Episode) -> None:
    round_, looks = watching(episode)
    for _ in range(3):
        round_()
    assert len(looks) == 1
    episode.step()
    for _ in range(3):
        round_()
    assert len(looks) == 2


def test_it_is_looked_at_now_and_then_all_the_same(episode: Episode) -> None:
    round_, looks = watching(episode)
    for _ in range(1 + _LEFT_OUT + 1):
        round_()
    assert len(looks) == 2


@pytest.mark.parametrize("module", [{"way_out": True}, {"confined": False}])
def test_who_may_receive_from_outside_is_always_looked_at(episode: Episode, module: dict[str, object]) -> None:
    round_, looks = watching(episode, **module)
    for _ in range(3):
        round_()
    assert len(looks) == 3


def test_a_clock_that_cannot_be_read_says_nothing(episode: Episode, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(usage, "clocks", lambda processes: None)
    round_, looks = watching(episode)
    for _ in range(3):
        round_()
    assert len(looks) == 3
