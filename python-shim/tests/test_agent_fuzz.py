"""Whatever a worker or the host writes: the agent stays, every call ends once, honest calls get their own answer."""

from __future__ import annotations

import json
import os
import select
import signal
import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from time import monotonic
from typing import Any

import msgpack
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from runrl_shim.agent import host_link
from runrl_shim.agent.calls.pool import Pool
from runrl_shim.agent.calls.shared_pool import SharedPool
from runrl_shim.agent.loop import Loop
from runrl_shim.agent.slots.batch import Batch
from runrl_shim.agent.slots.slot import Slot
from runrl_shim.wire import protocol as wire
from runrl_shim.wire.frames import result_frame
from runrl_shim.wire.signals import ASK_SIGNAL
from test_agent_pool import call_frames

WITHIN = 60.0
TIMEOUT_MS = 120.0
CALLS = (1, 2, 3, 4)
# Each forks processes, or waits for deadlines. `npm test` tries a third of them.
FULL = "RUNRL_TESTS_FULL" in os.environ
quick = settings(max_examples=60 if FULL else 20, deadline=None, suppress_health_check=list(HealthCheck))

# --- a hostile worker --------------------------------------------------------------------------------------

sizes = st.one_of(st.sampled_from([0, 1, 45, 46, 47, 2**26, 2**26 + 1, 2**31, 2**32 - 1]), st.integers(0, 2**32 - 1))
calls = st.one_of(st.sampled_from([*CALLS, 0, 5, 2**32 - 1]), st.integers(0, 2**32 - 1))
statuses = st.one_of(st.integers(0, 10), st.sampled_from([128, 129]), st.integers(0, 255))


def forged(size: int | None, call: int, status: int, flags: int, tail: bytes) -> bytes:
    length = wire.RESULT_FRAME.size + len(tail) if size is None else size
    return wire.RESULT_FRAME.pack(length, call, status, flags, 777.0, 0, 0, 0, 0) + tail


frames = st.builds(
    forged,
    st.one_of(st.none(), sizes),
    calls,
    statuses,
    st.integers(0, 255),
    st.sampled_from([b"", b"{}", b"[[", b"\xff"]),
)
writes = st.one_of(
    st.binary(max_size=120),
    frames,
    st.lists(frames, max_size=300).map(b"".join),
    frames.map(lambda frame: frame[:-1]),
)
acts = st.lists(
    st.one_of(
        st.tuples(st.just("socket"), writes),
        st.tuples(st.just("drip"), frames),
        st.tuples(st.sampled_from(["stdout", "stderr"]), st.binary(max_size=3_000)),
        st.tuples(
            st.just("stderr"), st.just(b'Current thread 0x1 (most recent call first):\n  File "x", line 1 in f\n' * 50)
        ),
        st.tuples(st.sampled_from(["shut", "die", "wait"]), st.just(b"")),
    ),
    max_size=8,
)


class Played:
    """The inside of a slot: a child that can be killed stands for its processes."""

    def __init__(self, fds: list[int], script: list[tuple[str, bytes]] | None) -> None:
        self.socket = socket.socket(fileno=fds[0])
        self.status, *self.pipes = fds[1:]
        for descriptor in (self.socket.fileno(), *fds[1:]):
            os.set_blocking(descriptor, False)
        self.script = script
        self.received = b""
        self.init = os.fork()
        if self.init == 0:
            signal.signal(ASK_SIGNAL, signal.SIG_IGN)
            while True:
                signal.pause()

    def play(self) -> None:
        with suppress(BlockingIOError, ConnectionResetError):
            while data := self.socket.recv(1 << 16):
                self.received += data
        if self.script is None:
            self._answer()
        elif self.received and self.script:  # it has a call now
            self._act(*self.script.pop(0))

    def _answer(self) -> None:
        while len(self.received) >= wire.BATCH_HEADER.size:
            size, _ = wire.BATCH_HEADER.unpack_from(self.received)
            if len(self.received) < wire.BATCH_HEADER.size + size:
                return
            block = self.received[wire.BATCH_HEADER.size : wire.BATCH_HEADER.size + size]
            self.received = self.received[wire.BATCH_HEADER.size + size :]
            for call, _, _ in Batch.parse(block).calls:
                self._write(result_frame(call, wire.STATUS_OK, wire.RESULT_HAS_REWARD, float(call)))

    def _act(self, kind: str, data: bytes) -> None:
        if kind == "socket":
            self._write(data)
        elif kind == "drip":
            self._write(data[:1])
            if len(data) > 1 and self.script is not None:
                self.script.insert(0, ("drip", data[1:]))
        elif kind in ("stdout", "stderr"):
            with suppress(BlockingIOError, BrokenPipeError):
                os.write(self.pipes[kind == "stderr"], data)
        elif kind == "shut":
            with suppress(OSError):
                self.socket.shutdown(socket.SHUT_RDWR)
        elif kind == "die":
            self.kill()

    def _write(self, data: bytes) -> None:
        with suppress(BlockingIOError, BrokenPipeError, ConnectionResetError):
            self.socket.send(data)

    def kill(self) -> None:
        if self.init:
            os.kill(self.init, signal.SIGKILL)
            os.waitpid(self.init, 0)
            self.init = 0

    def close(self) -> None:
        self.kill()
        self.socket.close()
        for descriptor in (self.status, *self.pipes):
            os.close(descriptor)


class Theatre:
    """A pool whose first worker is hostile and whose others are honest."""

    def __init__(self, kind: type, script: list[tuple[str, bytes]], **module: Any) -> None:
        self.loop = Loop()
        self.players: list[Played] = []
        self.script: list[tuple[str, bytes]] | None = script
        self.blocks: list[bytes] = []
        self.gone: list[str] = []
        self.was_held_up = False  # the machine was busy: whoever plays a worker may have been too late
        self.cgroup = self.zygote = None
        sizes = {"output_limit": 1000, "max_result": 1000, "memory": 1 << 30, "processes": 256, "landlock": None}
        settings_of = {"reuse": "always", "import_in_worker": False, **sizes, **module}
        limits = {"concurrency": 1, "spares": 0, "timeout_ms": TIMEOUT_MS, "load_timeout_ms": 60_000.0}
        limits |= {"cpu_time_ms": None, "module_memory": None}
        self.pool = kind(self.loop, limits | {"module": settings_of}, self, self.blocks.append, self.gone.append)

    def request_slot(self, number: int, fds: list[int]) -> None:
        player = Played([os.dup(descriptor) for descriptor in fds], self.script)
        self.script = None
        self.players.append(player)
        os.write(player.status, wire.SLOT_STATUS.pack(0, 1, 0, 0))
        pidfd = os.pidfd_open(player.init)
        self.loop.at(0.0, lambda: self.pool.keeper.on_forked(number, pidfd))

    def signal_zygote(self, number: int) -> None: ...

    def run(self) -> list[tuple[int, int, float]]:
        """Runs until every call has ended: call, status and reward of each result."""
        last = monotonic()
        deadline = last + WITHIN
        while len({call for call, _, _ in self.results()}) < len(CALLS):
            assert monotonic() < deadline, f"no end: {self.results()}"
            for player in list(self.players):
                player.play()
            self.loop.at(monotonic() + 0.001, self.loop.stop)
            self.loop._stopped = False
            self.loop.run(lambda: 0.0)
            self.was_held_up |= monotonic() - last > TIMEOUT_MS / 4e3
            last = monotonic()
        return self.results()

    def results(self) -> list[tuple[int, int, float]]:
        found, block, offset = [], b"".join(self.blocks), 0
        while offset < len(block):
            size, call, status, _, reward, *_ = wire.RESULT_FRAME.unpack_from(block, offset)
            found.append((call, status, reward))
            offset += size
        assert offset == len(block)
        return found

    def close(self) -> None:
        self.pool.keeper.close()
        self.loop._epoll.close()
        for player in self.players:
            player.close()


@pytest.fixture(autouse=True)
def played_workers_end_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody here ends a worker that retires: the pool would give each a second for it."""
    monkeypatch.setattr("runrl_shim.agent.calls.deadlines._END_WITHIN", 0.01)


@pytest.fixture(autouse=True)
def no_descriptor_is_left() -> Iterator[None]:
    before = len(os.listdir("/proc/self/fd"))
    yield
    assert len(os.listdir("/proc/self/fd")) <= before


def expect_fair(theatre: Theatre, served_by_hostile: int) -> None:
    results = theatre.run()
    assert Counter(call for call, _, _ in results) == Counter(CALLS)
    for call, status, reward in results:
        if call > served_by_hostile and not (status == wire.STATUS_TIMEOUT and theatre.was_held_up):
            assert (status, reward) == (wire.STATUS_OK, float(call))
        else:
            assert status <= wire.STATUS_LOST
    assert theatre.gone == []


@quick
@given(acts)
@example([("socket", forged(2**32 - 1, 1, 0, 1, b""))])
@example([("socket", forged(None, 1, 129, 0, b"")), ("socket", forged(None, 2, 0, 1, b""))])
@example([("socket", forged(None, 1, 129, 0, b"") * 2_000)])
def test_a_hostile_worker_spoils_its_own_call_only(script: list[tuple[str, bytes]]) -> None:
    theatre = Theatre(Pool, list(script), reuse="never")
    try:
        theatre.pool.submit(call_frames(*CALLS))
        expect_fair(theatre, 1)
    finally:
        theatre.close()


@pytest.mark.full
@quick
@given(acts)
def test_a_hostile_worker_with_a_batch_answers_at_most_for_its_batch(script: list[tuple[str, bytes]]) -> None:
    theatre = Theatre(Pool, list(script))
    try:
        theatre.pool.submit(call_frames(1, 2))
        theatre.pool.submit(call_frames(3, 4))
        # What comes in order is believed of a worker: calls 3 and 4 are not its own until it has done 1 and 2.
        results = theatre.run()
        assert Counter(call for call, _, _ in results) == Counter(CALLS)
        for call, status, reward in results:
            assert status <= wire.STATUS_LOST
            assert reward in (0.0, 777.0, float(call))
    finally:
        theatre.close()


@pytest.mark.full
@quick
@given(acts)
def test_a_hostile_shared_worker(script: list[tuple[str, bytes]]) -> None:
    theatre = Theatre(SharedPool, list(script), reuse="shared")
    try:
        theatre.pool.submit(call_frames(*CALLS))
        results = theatre.run()
        assert Counter(call for call, _, _ in results) == Counter(CALLS)
        assert all(reward in (0.0, 777.0, float(call)) for call, _, reward in results)
    finally:
        theatre.close()


def test_a_long_frame_in_drips_costs_linear_time() -> None:
    slot = Slot(0, 1000)
    inside = socket.socket(fileno=os.dup(slot.inside[0]))
    slot.close_inside()
    frame = forged(None, 1, 0, 1, b" " * (8 << 20))
    inside.setblocking(False)
    copied, sent, whole = 0, 0, b""
    while not whole:
        with suppress(BlockingIOError):
            sent += inside.send(frame[sent : sent + 4096])
        data = slot.receive() or b""
        copied += len(data)
        if len(data) == len(frame):
            whole = data
        elif data:
            slot.keep(data)
    assert whole == frame
    assert copied < 3 * len(frame)
    slot.close()
    inside.close()


# --- a host that is out of its mind ------------------------------------------------------------------------

messages = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(2**63), 2**64 - 1),
        st.floats(),
        st.text(max_size=9),
        st.binary(max_size=9),
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=7), inner, max_size=4)),
    max_leaves=12,
)
envelopes = st.one_of(
    st.binary(max_size=60),
    messages.map(msgpack.packb),
    st.builds(
        lambda kind, field, value: msgpack.packb({"type": kind, field: value}),
        st.one_of(st.sampled_from(["calls", "cancel", "running", "workers", "close"]), messages),
        st.sampled_from(["count", "calls", "request", "limit", "x"]),
        messages,
    ),
    st.just(b"\x91" * 5_000),
    st.just(b"\xdd\xff\xff\xff\xff"),
)


class Socket:
    """What the link asks of a ZeroMQ socket."""

    def __init__(self, parts: list[bytes]) -> None:
        self.parts = parts

    def getsockopt(self, _option: int) -> int:
        return select.POLLIN

    def recv_multipart(self, _flags: int) -> list[bytes]:
        return self.parts


@settings(max_examples=1_000 if FULL else 200, deadline=None)
@given(envelopes)
def test_an_envelope_is_a_message_or_a_value_error(envelope: bytes) -> None:
    link = host_link.HostLink.__new__(host_link.HostLink)
    link._socket = Socket([envelope])  # type: ignore[assignment]
    try:
        received = link.receive()
    except ValueError:
        return
    assert received is not None
    message, _ = received
    assert message["type"] in ("calls", "cancel", "running", "workers", "close")


@settings(max_examples=1_000 if FULL else 200, deadline=None)
@given(st.one_of(st.binary(max_size=200), st.binary(max_size=60).map(lambda data: call_frames(1, 2) + data)))
def test_a_block_is_made_of_whole_frames_or_a_value_error(block: bytes) -> None:
    try:
        batch = Batch.parse(block)
    except ValueError:
        return
    assert sum(end - begin for _, begin, end in batch.calls) == len(block)


@quick
@given(st.lists(st.tuples(st.sampled_from(["cancel", "running"]), st.integers(0, 2**32)), max_size=10))
def test_questions_about_calls_that_nobody_knows_are_answered(asked: list[tuple[str, int]]) -> None:
    theatre = Theatre(Pool, [])
    theatre.script = None
    answers: list[Any] = []
    try:
        for kind, number in asked:
            if kind == "cancel":
                theatre.pool.cancel(number + 5)
            else:
                theatre.pool.running(number, answers.append)
        theatre.pool.submit(call_frames(*CALLS))
        assert Counter(call for call, _, _ in theatre.run()) == Counter(CALLS)
        assert len(answers) == sum(kind == "running" for kind, _ in asked)
        assert json.dumps(answers)
    finally:
        theatre.close()
