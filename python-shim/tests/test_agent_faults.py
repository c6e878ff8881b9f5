"""The agent when the zygote does not answer, when workers die without a call, and what it leaves for the host."""

from __future__ import annotations

import mmap
import os
import signal
from collections.abc import Callable
from time import monotonic

import pytest
from runrl_shim.agent.calls.pool import Pool
from runrl_shim.agent.calls.shared_pool import SharedPool
from runrl_shim.agent.ledger import Ledger
from runrl_shim.agent.loop import Loop
from runrl_shim.agent.overdue import Overdue
from runrl_shim.agent.slots.batch import Batch
from runrl_shim.wire import protocol as wire
from test_agent_pool import Stage, call_frames, stage  # noqa: F401


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("runrl_shim.agent.slots.fork_requests.WAKE_AFTER", 0.05)
    monkeypatch.setattr("runrl_shim.agent.slots.fork_requests.ANSWER_WITHIN", 0.2)


def test_a_zygote_that_does_not_answer_is_told_to_go_on(impatient: None, stage: Callable[..., Stage]) -> None:  # noqa: F811
    theatre = stage(Pool, concurrency=1)
    theatre.pool.submit(call_frames(1))
    theatre.turn(lambda: theatre.signals == [signal.SIGCONT])
    theatre.bear()
    assert theatre.busy().receive() == [1]
    assert theatre.given_up == []


@pytest.mark.parametrize("kind", [Pool, SharedPool])
def test_what_runs_is_finished_before_a_stuck_zygote_is_given_up(
    kind: type,
    impatient: None,
    stage: Callable[..., Stage],  # noqa: F811
) -> None:
    theatre = stage(kind, concurrency=2)
    theatre.pool.submit(call_frames(1))
    if kind is Pool:
        theatre.bear()
    worker = theatre.busy()
    assert worker.receive() == [1]
    theatre.pool.submit(call_frames(2))
    if kind is SharedPool:
        assert worker.receive() == [2]
        theatre.pool.keeper.add_slots(2)
    theatre.turn(lambda: theatre.pool.keeper.draining)
    theatre.pool.submit(call_frames(3))
    theatre.turn()
    assert theatre.given_up == []
    worker.answer(1)
    if kind is SharedPool:
        worker.answer(2)
    theatre.turn(lambda: theatre.given_up)
    theatre.turn()
    assert theatre.given_up == ["the zygote did not answer for 0.2 s"]
    assert theatre.pool.lose("x") == ([2, 3] if kind is Pool else [3])
    assert (1, "ok") in theatre.results


def test_few_forks_are_asked_for_at_a_time(stage: Callable[..., Stage]) -> None:  # noqa: F811
    theatre = stage(Pool, concurrency=100)
    for call in range(1, 101):
        theatre.pool.submit(call_frames(call))
    assert len(theatre.unborn) == 32
    theatre.bear()
    theatre.turn(lambda: len(theatre.workers) == 100)
    assert max(len(theatre.unborn), len(theatre.pool.keeper.slots)) <= 100


@pytest.mark.parametrize("kind", [Pool, SharedPool])
def test_workers_that_die_without_a_call_do_not_spin(kind: type, stage: Callable[..., Stage]) -> None:  # noqa: F811
    theatre = stage(kind, concurrency=1, spares=1)
    deaths = 0
    while not theatre.given_up:
        theatre.turn()
        theatre.bear()
        for slot in list(theatre.pool.keeper.slots.values()):
            theatre.workers[slot.number].tell(-9)
            deaths += 1
        assert deaths < 60
    assert "21 workers in a row died without a call" in theatre.given_up[0]


def test_one_timer_for_many_things() -> None:
    loop, late = Loop(), []
    overdue = Overdue(loop, 0.02, late.append)
    for thing in range(1_000):
        overdue.begin(thing)
        if thing % 2:
            overdue.done(thing)
    overdue.begin(0)  # anew: it is the last one now
    assert len(loop._timers) == 1
    assert len(overdue) == 500
    deadline = monotonic() + 60
    while len(late) < 500:
        assert monotonic() < deadline
        loop.at(monotonic(), loop.stop)
        loop._stopped = False
        loop.run(lambda: 0.0)
    assert late == [*range(2, 1_000, 2), 0]
    assert loop._timers == []


def test_the_ledger_can_be_read_from_outside() -> None:
    ledger = Ledger()
    ledger.hand_over(Batch.parse(call_frames(1, 2, wire.LEDGER_ENTRIES + 2, 2**32 - 1)).calls)
    fd = os.open(f"/proc/self/fd/{ledger.descriptor}", os.O_RDONLY)
    table = memoryview(mmap.mmap(fd, 4 * wire.LEDGER_ENTRIES, prot=mmap.PROT_READ)).cast("I")
    assert list(table[:4]) == [0, 1, wire.LEDGER_ENTRIES + 2, 0]
    assert table[wire.LEDGER_ENTRIES - 1] == 2**32 - 1
    os.close(fd)
    os.close(ledger.descriptor)


def test_slow_calls_leave_no_timers_behind(stage: Callable[..., Stage]) -> None:  # noqa: F811
    theatre = stage(Pool, steal_after=0.004)
    for call in range(1, 31):
        theatre.pool.submit(call_frames(call))
        if theatre.unborn:
            theatre.bear()
        theatre.turn(lambda: theatre.pool.busy)
        worker = theatre.busy()
        assert worker.receive() == [call]
        begun = monotonic()
        theatre.turn(lambda begun=begun: monotonic() > begun + 0.008)
        worker.answer(call)
        theatre.turn(lambda call=call: (call, "ok") in theatre.results)
    assert len(theatre.loop._timers) < 8
