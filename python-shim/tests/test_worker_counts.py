"""What is told of workers: why they were replaced, and how long the zygote took."""

from __future__ import annotations

from time import monotonic
from typing import Any

import pytest
from runrl_shim.agent.outcomes import verdicts
from runrl_shim.agent.slots.slot import State
from runrl_shim.agent.slots.worker_counts import ForkTimes, WorkerCounts
from runrl_shim.wire import protocol as wire


class Slot:
    """As far as the counts look at one."""

    is_counted = False
    killed = False
    verdict: verdicts.Verdict | None = None
    since = 0.0
    served = position = 0

    def __init__(self, state: State, **fields: Any) -> None:
        self.state = state
        self.__dict__.update(fields)


def counted(*, ended: bool, busy: bool = False, slot: Slot) -> dict[str, int]:
    counts = WorkerCounts()
    if ended:
        counts.worker_ended(slot, busy=busy)  # type: ignore[arg-type]
    counts.slot_gone(slot, busy=busy)  # type: ignore[arg-type]
    return dict(counts.restarts)


@pytest.mark.parametrize(
    ("slot", "busy", "reason"),
    [
        (Slot(State.BUSY, killed=True, verdict=verdicts.timeout(1.0)), True, "timeout"),
        (Slot(State.BUSY, killed=True, verdict=verdicts.memory(2, 1, 1)), True, "memory"),
        (Slot(State.BUSY, killed=True, verdict=verdicts.CANCELLED), True, "cancelled"),
        (Slot(State.BUSY, killed=True, verdict=verdicts.BROKE_PROTOCOL), True, "crashed"),
        (Slot(State.READY, killed=True), False, "replaced"),
        (Slot(State.BUSY), True, "crashed"),
        (Slot(State.READY), False, "idle"),
        (Slot(State.STARTING, killed=True), False, "start"),
        (Slot(State.READY, episode=3), False, "crashed"),
    ],
)
def test_a_slot_that_is_gone_is_counted_once_by_its_reason(slot: Slot, busy: bool, reason: str) -> None:
    assert counted(ended=False, busy=busy, slot=slot) == {reason: 1}


@pytest.mark.parametrize(
    ("state", "busy", "reason"),
    [(State.ENDING, False, "retired"), (State.BUSY, True, "crashed"), (State.READY, False, "idle")],
)
def test_a_worker_whose_slot_ends_after_it_is_counted_once(state: State, busy: bool, reason: str) -> None:
    assert counted(ended=True, busy=busy, slot=Slot(state)) == {reason: 1}


def test_the_latest_ends_are_told_with_age_and_calls() -> None:
    counts = WorkerCounts()
    for number in range(30):
        counts.worker_ended(Slot(State.ENDING, since=monotonic() - 5, served=number, position=2), busy=False)  # type: ignore[arg-type]
    assert [(reason, calls) for reason, _, _, calls in counts.ended] == [("retired", n + 2) for n in range(10, 30)]
    assert all(5 <= age < 60 for _, _, age, _ in counts.ended)


def test_a_worker_that_is_killed_is_counted_with_its_slot() -> None:
    slot = Slot(State.BUSY, killed=True, verdict=verdicts.timeout(1.0))
    assert counted(ended=True, busy=True, slot=slot) == {"timeout": 1}


def test_the_end_of_an_episode_is_no_restart() -> None:
    assert counted(ended=False, slot=Slot(State.ENDING, killed=True, episode=3)) == {}


def test_times_are_counted_in_the_bucket_that_ends_with_them_or_above() -> None:
    times = ForkTimes()
    for seconds in (0.0001, wire.DURATION_BOUNDS[1], 0.0011, 1000.0):
        times.add(seconds)
    assert [times.counts[0], times.counts[1], times.counts[2], times.counts[-1]] == [1, 1, 1, 1]
    assert sum(times.counts) == 4
    assert times.seconds == pytest.approx(1000.0022)
