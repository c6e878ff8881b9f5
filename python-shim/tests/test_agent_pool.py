"""The agent's pool, with workers that the test plays: the orders of events that a real machine shows now and then."""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any

import pytest
from runrl_shim.agent.calls.pool import Pool
from runrl_shim.agent.calls.shared_pool import SharedPool
from runrl_shim.agent.loop import Loop
from runrl_shim.wire import protocol as wire
from runrl_shim.wire.frames import result_frame
from runrl_shim.wire.signals import ASK_SIGNAL

WITHIN = 60.0  # seconds; nothing here takes longer unless it is broken


def call_frames(*calls: int) -> bytes:
    """A block of calls."""
    size = wire.CALL_FRAME.size + 4
    return b"".join(wire.CALL_FRAME.pack(size, call, 0, 0, 2) + b'{}""' for call in calls)


class PlayedWorker:
    """The inside of a slot: what a slot's init and its worker would hold."""

    def __init__(self, fds: list[int]) -> None:
        self.socket = socket.socket(fileno=fds[0])
        self.socket.settimeout(WITHIN)
        self.status, self.stdout, self.stderr, account = fds[1:]
        os.close(account)
        self.step = 0
        self.init = os.fork()  # stands for everything in the slot: killed when the slot is
        if self.init == 0:
            while True:
                signal.pause()

    def say_born(self) -> None:
        self.tell(0)

    def tell(self, exit_code: int, *, clean: bool = True) -> None:
        """How a worker ended; the next one has been forked."""
        os.write(self.status, wire.SLOT_STATUS.pack(exit_code, clean, 0, 0))

    def receive(self) -> list[int]:
        """The calls of the batch that was sent, or the word that was (`[]` with it in `word`)."""
        header = self._read(wire.BATCH_HEADER.size)
        size, self.word = wire.BATCH_HEADER.unpack(header)
        block, calls, offset = self._read(size), [], 0
        while offset < size:
            length, call, *_ = wire.CALL_FRAME.unpack_from(block, offset)
            calls.append(call)
            offset += length
        return calls

    def has_mail(self) -> bool:
        self.socket.setblocking(False)
        try:
            return bool(self.socket.recv(1, socket.MSG_PEEK))
        except BlockingIOError:
            return False
        finally:
            self.socket.settimeout(WITHIN)

    def answer(self, call: int, status: int = wire.STATUS_OK, flags: int = wire.RESULT_HAS_REWARD) -> None:
        self.socket.sendall(result_frame(call, status, flags, float(call)))

    def close(self) -> None:
        self.socket.close()
        for descriptor in (self.status, self.stdout, self.stderr):
            os.close(descriptor)
        os.kill(self.init, signal.SIGKILL)
        os.waitpid(self.init, 0)

    def _read(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            data += self.socket.recv(size - len(data))
        return data


class Stage:
    """A pool on a real loop, with played workers and the results it gave."""

    def __init__(self, kind: type, **spec: Any) -> None:
        self.loop = Loop()
        self.cgroup = None
        self.zygote = None
        self.workers: dict[int, PlayedWorker] = {}
        self.unborn: list[int] = []
        self.given_up: list[str] = []
        self.blocks: list[bytes] = []
        self.signals: list[int] = []
        sizes = {"output_limit": 1000, "max_result": 1000, "memory": 1 << 30, "processes": 256, "landlock": None}
        module = {"reuse": "always", "import_in_worker": False, **sizes}  # auto counts the threads of a process
        limits = {"timeout_ms": 60_000.0, "load_timeout_ms": 60_000.0, "cpu_time_ms": None, "module_memory": None}
        full = {"concurrency": 1, "spares": 0, **limits, "module": module}
        self.pool = kind(self.loop, full | spec, self, self.blocks.append, self.given_up.append)

    def request_slot(self, number: int, fds: list[int]) -> None:
        """What the real process would hand to the zygote."""
        self.workers[number] = PlayedWorker([os.dup(descriptor) for descriptor in fds])
        self.unborn.append(number)

    def signal_zygote(self, number: int) -> None:
        """What the real process would send to the zygote."""
        self.signals.append(number)

    def bear(self) -> None:
        """Lets every slot that was asked for come into being."""
        while self.unborn:
            number = self.unborn.pop(0)
            self.pool.keeper.on_forked(number, os.pidfd_open(self.workers[number].init))
            self.workers[number].say_born()
        self.turn()

    def turn(self, until: Callable[[], object] = lambda: True) -> None:
        """Runs the loop until the condition holds, at least for one round."""
        deadline = monotonic() + WITHIN
        while True:
            self.loop.at(monotonic() + 0.002, lambda: None)
            self.loop._stopped = False
            self.loop.run(self._once)
            if until():
                return
            assert monotonic() < deadline

    def _once(self) -> float:
        self.loop.stop()
        return 0.0

    @property
    def results(self) -> list[tuple[int, str]]:
        """Call and status of everything that the host was told."""
        told, block, offset = [], b"".join(self.blocks), 0
        while offset < len(block):
            size, call, status, *_ = wire.RESULT_FRAME.unpack_from(block, offset)
            told.append((call, wire.STATUS_NAMES[status]))
            offset += size
        return told

    def tail(self, call: int) -> Any:
        """What came with the result of a call beside its numbers."""
        block, offset = b"".join(self.blocks), 0
        while offset < len(block):
            size, number, *_ = wire.RESULT_FRAME.unpack_from(block, offset)
            if number == call:
                return json.loads(block[offset + wire.RESULT_FRAME.size : offset + size] or b"{}")
            offset += size
        raise KeyError(call)

    def busy(self) -> PlayedWorker:
        """The one worker that has been sent something."""
        (worker,) = [worker for worker in self.workers.values() if worker.has_mail()]
        return worker

    def close(self) -> None:
        self.pool.keeper.close()
        for worker in self.workers.values():
            worker.close()


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Stage]]:
    stages: list[Stage] = []
    before = signal.signal(ASK_SIGNAL, signal.SIG_IGN)  # inherited by what stands for a slot

    def make(kind: type = Pool, *, steal_after: float = 60.0, **spec: Any) -> Stage:
        # Whoever plays a worker may be slow: a call gives up the rest of its batch only where that is the test.
        monkeypatch.setattr("runrl_shim.agent.calls.deadlines.STEAL_AFTER", steal_after)
        stages.append(Stage(kind, **spec))
        stages[-1].pool.dispatch()
        stages[-1].bear()
        return stages[-1]

    yield make
    for each in stages:
        each.close()
    signal.signal(ASK_SIGNAL, before)


@pytest.fixture
def stood_still(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """One number: for how many seconds the agent did nothing."""
    seconds = [0.0]
    for name, module in list(sys.modules.items()):
        if name.startswith("runrl_shim.agent.") and hasattr(module, "monotonic"):
            monkeypatch.setattr(module, "monotonic", lambda: monotonic() + seconds[0])
    return seconds


def test_a_batch_is_answered_in_order(stage: Callable[..., Stage]) -> None:
    it = stage()
    it.pool.submit(call_frames(1, 2, 3))
    it.bear()
    worker = it.busy()
    assert worker.receive() == [1, 2, 3]
    for call in (1, 2, 3):
        worker.answer(call)
    it.turn(lambda: len(it.results) == 3)
    assert it.results == [(1, "ok"), (2, "ok"), (3, "ok")]


def test_slots_are_asked_for_as_the_zygote_makes_them(
    stage: Callable[..., Stage], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("runrl_shim.agent.slots.fork_requests._AT_ONCE", 3)
    it = stage(concurrency=10)
    for call in range(1, 11):
        it.pool.submit(call_frames(call))
    asked = []
    while it.unborn:
        asked.append(len(it.unborn))
        it.bear()
    assert max(asked) == 3
    assert len(it.pool.keeper.slots) == 10


def test_there_are_no_more_slots_than_descriptors_for_them(stage: Callable[..., Stage]) -> None:
    it = stage(concurrency=10)
    it.pool.keeper.requests.most_slots = 4
    for call in range(1, 11):
        it.pool.submit(call_frames(call))
    it.bear()
    assert len(it.pool.keeper.slots) == 4
    while len(it.results) < 10:
        for worker in it.workers.values():
            if worker.has_mail():
                (call,) = worker.receive()
                worker.answer(call)
        it.turn()
    assert sorted(it.results) == [(call, "ok") for call in range(1, 11)]


def test_a_result_may_come_in_pieces(stage: Callable[..., Stage]) -> None:
    it = stage()
    it.pool.submit(call_frames(1, 2))
    it.bear()
    worker = it.busy()
    worker.receive()
    data = result_frame(1, wire.STATUS_OK, 1, 1.0, tail={"stdout": "x"}) + result_frame(2, wire.STATUS_OK, 1, 2.0)
    for byte in data:
        worker.socket.sendall(bytes([byte]))
        it.turn()
    assert it.results == [(1, "ok"), (2, "ok")]


def test_a_call_in_a_batch_that_is_cancelled_is_never_begun(stage: Callable[..., Stage]) -> None:
    """Also where another worker is free: it gets the rest of the batch, without the call."""
    it = stage(spares=2, concurrency=2)
    it.pool.submit(call_frames(1, 2, 3))
    it.bear()
    worker = it.busy()
    assert worker.receive() == [1, 2, 3]
    it.pool.cancel(2)
    assert it.results == [(2, "cancelled")]
    assert it.busy().receive() == [3]


def test_a_running_call_that_is_cancelled_is_killed_and_the_rest_goes_to_another(stage: Callable[..., Stage]) -> None:
    it = stage(spares=1)
    it.pool.submit(call_frames(1, 2))
    it.bear()
    it.busy().receive()
    it.pool.cancel(1)
    it.turn(lambda: it.results)
    assert it.results == [(1, "cancelled")]
    it.bear()
    assert it.busy().receive() == [2]


def test_a_call_that_is_unknown_cannot_be_cancelled(stage: Callable[..., Stage]) -> None:
    it = stage()
    it.pool.cancel(77)
    assert it.results == []


def test_the_rest_of_a_batch_goes_to_others_when_a_call_is_slow(stage: Callable[..., Stage]) -> None:
    it = stage(spares=1, concurrency=2, steal_after=0.3)
    it.pool.submit(call_frames(1, 2, 3))
    it.bear()
    slow = it.busy()
    slow.receive()
    it.turn(lambda: any(worker.has_mail() for worker in it.workers.values()))
    other = it.busy()
    assert other.receive() == [2, 3]
    slow.answer(1, flags=wire.RESULT_HAS_REWARD | wire.RESULT_WAITS)
    it.turn(lambda: it.results)
    assert slow.receive() == []
    assert slow.word == wire.BATCH_STOP
    other.answer(2)
    other.answer(3)
    it.turn(lambda: len(it.results) == 3)
    assert it.results == [(1, "ok"), (2, "ok"), (3, "ok")]


def test_a_worker_that_began_a_stolen_call_is_not_believed(stage: Callable[..., Stage]) -> None:
    it = stage(spares=1, concurrency=2, steal_after=0.3)
    it.pool.submit(call_frames(1, 2))
    it.bear()
    slow = it.busy()
    slow.receive()
    it.turn(lambda: any(worker.has_mail() for worker in it.workers.values()))
    other = it.busy()
    assert other.receive() == [2]
    slow.answer(1)  # it did not ask before the next one
    slow.answer(2)
    it.turn(lambda: it.results)
    other.answer(2, wire.STATUS_INVALID, 0)
    it.turn(lambda: len(it.results) == 2)
    assert it.results == [(1, "ok"), (2, "invalid")]


def test_after_a_trace_only_the_result_of_that_call_is_believed(stage: Callable[..., Stage]) -> None:
    it = stage(spares=1)
    it.pool.submit(call_frames(1, 2, 3))
    it.bear()
    worker = it.busy()
    worker.receive()
    worker.socket.sendall(
        result_frame(1, wire.STATUS_OK, 1, 1.0)
        + result_frame(2, wire.WORKER_TRACE, tail={"warnings": ["exec"]})
        + result_frame(2, wire.STATUS_OK, 1, 2.0)
        + result_frame(3, wire.STATUS_OK, 1, 3.0)
    )
    it.turn(lambda: len(it.results) == 2)
    it.bear()
    assert it.results == [(1, "ok"), (2, "ok")]
    next_worker = it.busy()
    assert next_worker is not worker
    assert next_worker.receive() == [3]


def test_a_slot_whose_worker_means_to_go_on_but_is_not_believed_ends_at_once(stage: Callable[..., Stage]) -> None:
    # An init that restores workers says so of it, too, where a call has worded its evidence in another way.
    it = stage(spares=1)
    it.pool.submit(call_frames(1))
    it.bear()
    worker = it.busy()
    worker.receive()
    tail = {"evidence": [{"kind": "patched", "message": "m", "where": None, "source": None}]}
    worker.socket.sendall(
        result_frame(1, wire.WORKER_EVIDENCE, tail=tail)
        + result_frame(1, wire.STATUS_OK, wire.RESULT_HAS_REWARD | wire.RESULT_FORGETS, 1.0)
    )
    it.turn(lambda: it.results)
    assert it.results == [(1, "tampered")]
    assert [slot.killed for slot in it.pool.keeper.slots.values() if slot.served or slot.restarts == 0].count(True) == 1


@pytest.mark.parametrize(
    "data",
    [
        result_frame(2, wire.STATUS_OK, 1, 2.0),
        result_frame(99, wire.STATUS_OK, 1, 2.0),
        result_frame(1, wire.STATUS_TAMPERED),
        result_frame(1, wire.STATUS_LOST),
        wire.RESULT_FRAME.pack(3, 1, 0, 1, 1.0, 0, 0, 0, 0),
        wire.RESULT_FRAME.pack(0xFFFFFFFF, 1, 0, 1, 1.0, 0, 0, 0, 0),
        b"\xff" * 1000,
    ],
    ids=["next call", "unknown call", "tampered", "lost", "too small", "too large", "garbage"],
)
def test_bytes_that_are_no_result_of_the_call_cost_that_call_alone(stage: Callable[..., Stage], data: bytes) -> None:
    it = stage(spares=1)
    it.pool.submit(call_frames(1, 2))
    it.bear()
    worker = it.busy()
    worker.receive()
    worker.socket.sendall(data)
    it.turn(lambda: it.results)
    assert it.results == [(1, "crashed")]
    it.bear()
    assert it.busy().receive() == [2]


def test_a_worker_that_ends_in_a_call_gives_the_rest_back(stage: Callable[..., Stage]) -> None:
    it = stage()
    it.pool.submit(call_frames(1, 2, 3))
    it.bear()
    worker = it.busy()
    worker.receive()
    worker.answer(1)
    worker.tell(3)
    it.turn(lambda: len(it.results) == 2)
    assert it.results == [(1, "ok"), (2, "crashed")]
    assert worker.receive() == [3]  # by the next worker of the same slot


def test_no_call_begins_in_a_slot_whose_init_has_ended(stage: Callable[..., Stage]) -> None:
    it = stage(spares=2)
    dead = it.pool.ready[-1]  # which the next call would be given
    os.kill(it.workers[dead.number].init, signal.SIGKILL)
    it.turn(lambda: dead not in it.pool.ready)
    assert dead.number in it.pool.keeper.slots  # how it ended is not told yet
    it.pool.submit(call_frames(1))
    it.busy().answer(*it.busy().receive())
    it.turn(lambda: it.results)
    assert it.results == [(1, "ok")]
    it.turn(lambda: dead.number not in it.pool.keeper.slots)
    assert it.pool.keeper.idle_deaths == 1


def test_a_worker_that_ends_while_it_is_idle_harms_no_call(stage: Callable[..., Stage]) -> None:
    it = stage(spares=1)
    (worker,) = it.workers.values()
    worker.tell(1)
    it.turn()
    it.pool.submit(call_frames(1))
    it.bear()
    assert it.busy().receive() == [1]
    assert it.results == []


def test_a_worker_that_has_served_is_asked_before_a_fresh_one(stage: Callable[..., Stage]) -> None:
    it = stage(spares=1, concurrency=1)
    it.pool.submit(call_frames(1))
    worker = it.busy()
    worker.receive()
    worker.answer(1)
    it.turn(lambda: it.results)
    it.bear()  # the spare that was asked for while the call ran
    assert len(it.workers) == 2
    it.pool.submit(call_frames(2))
    it.turn()
    assert it.busy() is worker  # under `always` it is the one that counts


def test_a_slot_that_is_not_clean_is_not_used_again(stage: Callable[..., Stage]) -> None:
    it = stage(spares=1)
    it.pool.submit(call_frames(1))
    it.bear()
    worker = it.busy()
    worker.receive()
    worker.answer(1, flags=wire.RESULT_HAS_REWARD | wire.RESULT_RETIRES)
    it.turn(lambda: it.results)
    worker.tell(0, clean=False)
    it.turn()
    it.pool.submit(call_frames(2))
    it.bear()
    assert not worker.has_mail()
    assert it.busy().receive() == [2]


def test_a_slot_that_dies_as_a_whole(stage: Callable[..., Stage]) -> None:
    it = stage(spares=1)
    it.pool.submit(call_frames(1, 2))
    it.bear()
    worker = it.busy()
    worker.receive()
    os.kill(worker.init, signal.SIGKILL)
    it.turn(lambda: it.results)
    assert it.results == [(1, "crashed")]
    it.bear()
    assert it.busy().receive() == [2]


def test_a_call_past_its_deadline_is_killed_and_a_result_that_came_in_time_counts(stage: Callable[..., Stage]) -> None:
    it = stage(timeout_ms=3_000.0, spares=1)
    it.pool.submit(call_frames(1, 2))
    it.bear()
    worker = it.busy()
    worker.receive()
    it.turn(lambda: it.results)
    assert it.results == [(1, "timeout")]
    it.bear()
    worker = it.busy()
    assert worker.receive() == [2]
    worker.answer(2)
    it.turn(lambda: len(it.results) == 2)
    assert it.results[1] == (2, "ok")


@pytest.mark.parametrize("kind", [Pool, SharedPool])
def test_a_call_has_its_last_moment_also_where_all_stood_still_until_its_deadline(
    stage: Callable[..., Stage], stood_still: list[float], kind: type
) -> None:
    it = stage(kind, timeout_ms=20_000.0)
    it.pool.submit(call_frames(1))
    it.bear()
    worker = it.busy()
    assert worker.receive() == [1]
    stood_still[0] += 60.0
    it.turn()
    assert it.results == []
    worker.answer(1)  # it had almost finished
    it.turn(lambda: it.results)
    assert it.results == [(1, "ok")]
    it.pool.submit(call_frames(2))
    assert it.busy().receive() == [2]
    stood_still[0] += 60.0
    it.turn()
    assert len(it.results) == 1
    stood_still[0] += 1.0  # and nothing came
    it.turn(lambda: len(it.results) == 2)
    assert it.results[1] == (2, "timeout")


def test_the_end_of_the_sandbox_tells_what_ran_and_gives_back_what_did_not(stage: Callable[..., Stage]) -> None:
    it = stage(concurrency=2)
    it.pool.submit(call_frames(1, 2, 3))
    it.pool.submit(call_frames(4, 5))
    it.pool.submit(call_frames(6))
    it.bear()
    busy = [worker for worker in it.workers.values() if worker.has_mail()]
    batches = sorted(worker.receive() for worker in busy)
    assert batches == [[1, 2, 3], [4, 5]]
    unstarted = it.pool.lose("the sandbox died")
    assert sorted(it.results) == [(1, "lost"), (4, "lost")]
    assert sorted(unstarted) == [2, 3, 5, 6]


def test_slots_that_never_come_to_life_end_in_giving_up(stage: Callable[..., Stage]) -> None:
    it = stage()
    it.pool.submit(call_frames(1))
    it.turn()
    while not it.given_up:
        assert it.unborn, "no further slot was tried, and nobody was told"
        number = it.unborn.pop(0)
        it.pool.keeper.on_fork_failed(number, "no more processes")
        it.turn()
    assert "no more processes" in it.given_up[0]
    assert len(it.workers) == 3


def test_whoever_writes_without_end_does_not_keep_the_agent(stage: Callable[..., Stage]) -> None:
    it = stage(spares=1)
    (slot,) = it.pool.keeper.slots.values()
    endless = os.open("/dev/zero", os.O_RDONLY)
    slot.stdout, own = endless, slot.stdout
    signal.alarm(int(WITHIN))  # ends the test where the reading does not end
    slot.read_raw("stdout")
    signal.alarm(0)
    slot.stdout = own
    os.close(endless)
    stdout, _, _ = slot.take_raw(with_dump=False)
    assert stdout.startswith("\0" * 1000 + "\n[truncated: ")


@pytest.mark.parametrize("read_early", [False, True])
def test_raw_output_stays_with_its_call(stage: Callable[..., Stage], read_early: bool) -> None:
    it = stage()
    it.pool.submit(call_frames(1, 2, 3))
    it.bear()
    worker = it.busy()
    worker.receive()
    if read_early:
        # The agent looks at the pipe; before it has taken the results, calls 1 and 2 end and the third writes.
        (slot,) = it.pool.keeper.slots.values()
        taken = it.pool.on_results

        def late(slot: Any) -> None:
            taken(slot)
            if worker.step == 0:
                worker.step = 1
                worker.answer(1)
                worker.answer(2)
                os.write(worker.stdout, b"of the third")

        it.pool.on_results = late
        worker.step = 0
        it.pool.keeper._on_raw(slot, "stdout")
        it.pool.on_results = taken
    else:
        worker.answer(1)
        worker.answer(2)
        os.write(worker.stdout, b"of the third")
    it.turn(lambda: len(it.results) == 2)
    worker.answer(3, flags=wire.RESULT_HAS_REWARD | wire.RESULT_WAITS)
    it.turn(lambda: len(it.results) == 3)
    tails = [it.tail(call) for call in (1, 2, 3)]
    assert tails == [{}, {}, {"stdout": "of the third"}]


def test_shared_a_crash_ends_the_calls_that_run_and_none_of_those_that_wait(stage: Callable[..., Stage]) -> None:
    it = stage(SharedPool, concurrency=2)
    it.pool.submit(call_frames(1, 2, 3))
    it.bear()
    worker = it.busy()
    assert [worker.receive(), worker.receive()] == [[1], [2]]
    worker.answer(1)
    it.turn(lambda: it.results)  # the third is on its way now, and the worker does not read it any more
    worker.tell(-11)
    it.turn(lambda: len(it.results) == 3)
    assert sorted(it.results) == [(1, "ok"), (2, "crashed"), (3, "crashed")]
    it.pool.submit(call_frames(4))
    it.turn(lambda: it.unborn)
    it.bear()
    (fresh,) = [each for each in it.workers.values() if each is not worker]
    assert fresh.receive() == [4]


def test_shared_a_cancelled_call_is_told_at_once_and_its_result_is_dropped(stage: Callable[..., Stage]) -> None:
    it = stage(SharedPool, concurrency=2)
    it.pool.submit(call_frames(1, 2))
    it.bear()
    worker = it.busy()
    worker.receive()
    it.pool.cancel(1)
    assert it.results == [(1, "cancelled")]
    worker.answer(1)
    worker.answer(2)
    it.turn(lambda: len(it.results) == 2)
    assert it.results == [(1, "cancelled"), (2, "ok")]


def test_shared_the_stack_of_a_call_that_was_in_time_is_no_other_calls(
    stage: Callable[..., Stage], stood_still: list[float]
) -> None:
    it = stage(SharedPool)
    it.pool.submit(call_frames(1))
    it.bear()
    worker = it.busy()
    assert worker.receive() == [1]
    stood_still[0] += 59.95
    it.turn(lambda: it.pool.slot.dump_asked)
    os.write(worker.stderr, b'Thread 0x1 (most recent call first):\n  File "reward.py", line 3 in was_in_time\n')
    worker.answer(1)
    it.turn(lambda: it.results)
    it.pool.submit(call_frames(2))
    assert worker.receive() == [2]
    worker.tell(-9)
    it.turn(lambda: len(it.results) == 2)
    assert it.results == [(1, "ok"), (2, "crashed")]
    assert "stack" not in it.tail(2)
