"""Whatever episodes or the host write: the agent stays, and every request gets exactly one answer."""

from __future__ import annotations

import os
import signal
import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from time import monotonic

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from played_episodes import PlayedEpisode, Scene, branch, close, start, step
from runrl_shim.agent.episodes.episode_requests import parse
from runrl_shim.wire import protocol as wire
from runrl_shim.wire.signals import DUMP_SIGNAL
from test_agent_fuzz import forged, quick, sizes, writes

WITHIN = 60.0
EPISODES = st.integers(1, 3)


words = st.builds(
    forged,
    st.one_of(st.none(), sizes),
    st.integers(0, 12),
    st.sampled_from([0, 1, 2, 4, 5, 128, 129, 130, 131, 200]),
    st.integers(0, 255),
    st.sampled_from([b"", b"{}", b"[["]),
)
# What one that holds the socket of an episode can do.
acts = st.one_of(
    st.tuples(st.just("write"), st.one_of(writes, words)),
    st.tuples(st.just("name"), st.sampled_from([b"first", b"agent", b"nobody", b"no process", b"member", b"many"])),
    st.tuples(st.just("status"), st.binary(max_size=60)),
    st.tuples(st.sampled_from(["shut", "die", "answer", "answer", "copy"]), st.just(b"")),
)
# What a host that is out of its mind can ask.
asked = st.one_of(
    st.tuples(st.just("start"), EPISODES, EPISODES),
    st.tuples(st.just("step"), EPISODES, EPISODES),
    st.tuples(st.just("branch"), EPISODES, st.integers(1, 6)),
    st.tuples(st.just("close"), st.integers(1, 6), EPISODES),
    st.tuples(st.just("cancel"), st.integers(1, 12), EPISODES),
)


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    before = signal.signal(DUMP_SIGNAL, signal.SIG_IGN)
    descriptors = len(os.listdir("/proc/self/fd"))
    yield
    assert len(os.listdir("/proc/self/fd")) <= descriptors
    signal.signal(DUMP_SIGNAL, before)


class Stage(Scene):
    """A scene in which requests are counted, and each episode plays what it is told to."""

    def __init__(self) -> None:
        super().__init__(concurrency=2, spares=1, timeout_ms=300.0, setup_timeout_ms=300.0)
        self.calls: list[int] = []
        self.pool.dispatch()
        self.bear()

    def request(self, kind: str, episode: int, other: int) -> None:
        call = len(self.calls) + 1
        if kind == "cancel":
            self.pool.cancel(episode)
            return
        self.calls.append(call)
        frames = {"start": start, "step": step, "close": close}
        self.ask(branch(call, episode, other) if kind == "branch" else frames[kind](call, episode))

    def act(self, kind: str, data: bytes) -> None:
        for played in [*self.first.values(), *self.copies]:
            with suppress(OSError):
                self._act(played, kind, data)

    def _act(self, played: PlayedEpisode, kind: str, data: bytes) -> None:
        played.socket.setblocking(False)
        if kind == "write":
            played.socket.send(data)
        elif kind == "status" and played.status >= 0:
            os.write(played.status, data)
        elif kind == "shut":
            played.socket.shutdown(socket.SHUT_RDWR)
        elif kind == "die" and played.orders >= 0 and played.pid:
            os.kill(played.pid, signal.SIGKILL)
        elif kind == "name":
            self._name(played, data)
        elif kind in ("answer", "copy") and played.has_mail():
            call, op = played.receive()
            if op == wire.EPISODE_BRANCH and played.handed and kind == "copy" and played.home.pid:
                if not played.member:
                    played.become_member()
                copy = played.take_copy()
                self.copies.append(copy)  # before it says anything: the agent may not listen any more
                copy.become_member()
            played.answer(call)

    def _name(self, played: PlayedEpisode, data: bytes) -> None:
        if not played.home.pid:
            return
        number = {b"agent": os.getpid(), b"nobody": 0, b"no process": 0xFFFFFFFF}.get(data, played.home.pid)
        number = played.home.fork_member() if data == b"member" else number
        for _ in range(6 if data == b"many" else 1):
            played.introduce(number)

    def expect_one_answer_each(self) -> None:
        """Deadlines end what is never answered."""
        until = monotonic() + WITHIN
        while len(self.results) < len(self.calls):
            assert monotonic() < until, (self.calls, self.results)
            self.bear()
            self.turn()
        assert Counter(call for call, _ in self.results) == Counter(self.calls)
        self.pool.lose("the end")
        assert Counter(call for call, _ in self.results) == Counter(self.calls)
        assert self.given_up == []


@quick
@given(st.lists(acts, max_size=8), st.booleans())
@example([("answer", b""), ("name", b"agent")], False)
@example([("answer", b""), ("copy", b""), ("name", b"member")], True)
@example([("answer", b""), ("answer", b""), ("name", b"member"), ("copy", b"")], True)
def test_hostile_episodes_never_end_the_agent(script: list[tuple[str, bytes]], branches: bool) -> None:
    it = Stage()
    try:
        it.request("start", 1, 0)
        it.request("start", 2, 0)
        it.bear()
        for number, act in enumerate(script):
            it.act(*act)
            it.turn()
            it.request("branch" if branches else "step", 1 + number % 2, 10 + number)
            it.bear()
        it.request("close", 1, 0)
        it.expect_one_answer_each()
    finally:
        it.close()


@quick
@given(st.lists(st.one_of(asked, st.just("answer"), st.just("copy"), st.just("die")), max_size=14))
@example([("start", 1, 1), ("step", 1, 1), ("start", 1, 1), ("cancel", 1, 1), "answer", ("close", 1, 1)])
@example([("start", 1, 1), "answer", ("branch", 1, 2), ("start", 2, 1), "copy", ("close", 2, 1), ("close", 1, 1)])
def test_a_host_that_asks_anything_gets_one_answer_each(script: list[str | tuple[str, int, int]]) -> None:
    it = Stage()
    try:
        for each in script:
            if isinstance(each, str):
                it.act(each, b"")
            else:
                it.request(*each)
            it.bear()
            it.turn()
        it.expect_one_answer_each()
    finally:
        it.close()


@quick
@given(st.one_of(st.binary(max_size=200), st.binary(max_size=60).map(lambda data: start(1, 1) + data)))
@example(wire.EPISODE_FRAME.pack(wire.EPISODE_FRAME.size, 1, 1, wire.EPISODE_BRANCH, 0, 0))
def test_a_block_is_made_of_whole_frames_or_a_value_error(block: bytes) -> None:
    try:
        requests = parse(block)
    except ValueError:
        return
    assert b"".join(request.frame for request in requests) == block
