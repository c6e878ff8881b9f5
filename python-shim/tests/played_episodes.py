"""Episodes that the test plays: a zygote and workers for the agent's pool of episodes, with real processes behind."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable
from time import monotonic
from typing import Any

from runrl_shim.agent.episodes.episode_pool import EpisodePool
from runrl_shim.agent.loop import Loop
from runrl_shim.agent.slots.slot import State
from runrl_shim.inside.confinement.confine import die_with_parent
from runrl_shim.wire import protocol as wire
from runrl_shim.wire.frames import result_frame

OF_A_COPY = 3  # descriptors beside a request for a copy: its socket and its outputs
WITHIN = 60.0  # seconds; nothing here takes longer unless it is broken


def start(call: int, episode: int) -> bytes:
    """A request for a new episode."""
    return _frame(call, episode, wire.EPISODE_START, b"{}")


def step(call: int, episode: int) -> bytes:
    """A request for a step."""
    return _frame(call, episode, wire.EPISODE_STEP, b'"go"')


def branch(call: int, episode: int, copy: int) -> bytes:
    """A request for a copy."""
    return _frame(call, episode, wire.EPISODE_BRANCH, copy.to_bytes(4, "little"))


def close(call: int, episode: int) -> bytes:
    """A request for the end of an episode."""
    return _frame(call, episode, wire.EPISODE_CLOSE, b"")


def _frame(call: int, episode: int, op: int, body: bytes) -> bytes:
    return wire.EPISODE_FRAME.pack(wire.EPISODE_FRAME.size + len(body), call, episode, op, 0, 0) + body


class PlayedEpisode:
    """What one episode holds inside: its socket and outputs, and a process that can be killed.

    A first process forks members when it is told to through a pipe, as one that has stepped back would.
    """

    def __init__(self, fds: list[int], status: int = -1) -> None:
        self.socket = socket.socket(fileno=fds[0])
        self.socket.settimeout(WITHIN)
        self.stdout, self.stderr = fds[1:]
        self.status = status
        self.handed: list[int] = []
        self.pid = 0
        self.orders = -1
        self.home = self  # the episode that its family began as
        self.member = 0  # number of its process, once that is a member of a family

    def be_first(self) -> None:
        """Starts the process that stands for the first one of a family."""
        orders, self.orders = os.pipe()
        answers, told = os.pipe()
        self.answers = answers
        self.pid = os.fork()
        if self.pid == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_IGN)
            os.close(self.orders)
            while os.read(orders, 1):
                if os.fork() == 0:
                    die_with_parent()  # as with a pid namespace
                    os.write(told, os.getpid().to_bytes(4, "little"))
                    while True:
                        signal.pause()
            os._exit(0)
        os.close(orders)
        os.close(told)

    def fork_member(self) -> int:
        """Has the first process fork. Returns the number of its child."""
        os.write(self.orders, b"f")
        return int.from_bytes(os.read(self.answers, 4), "little")

    def ready(self) -> None:
        self.socket.sendall(result_frame(0, wire.WORKER_READY))

    def introduce(self, number: int) -> None:
        """Says which process of the family it is."""
        self.socket.sendall(result_frame(number, wire.WORKER_BRANCHED))

    def has_mail(self) -> bool:
        self.socket.setblocking(False)
        try:
            return bool(self.socket.recv(1, socket.MSG_PEEK))
        except BlockingIOError:
            return False
        finally:
            self.socket.settimeout(WITHIN)

    def receive(self) -> tuple[int, int]:
        """Call and operation of the request that was sent; descriptors beside it are in `handed`."""
        header, handed, _, _ = socket.recv_fds(self.socket, wire.BATCH_HEADER.size, 8)
        self.handed += handed
        size, _ = wire.BATCH_HEADER.unpack(header)
        _, call, _, op, *_ = wire.EPISODE_FRAME.unpack_from(self.socket.recv(size))
        return call, op

    def answer(self, call: int, status: int = wire.STATUS_OK, flags: int = 0) -> None:
        self.socket.sendall(result_frame(call, status, flags))

    def become_member(self) -> None:
        """It goes on in a child of the first process, or begins there."""
        self.member = self.home.fork_member()
        self.introduce(self.member)

    def take_copy(self) -> PlayedEpisode:
        """Whoever got the descriptors that came with the request: a copy that has not said anything."""
        # Those of earlier requests that nobody took are closed with this one.
        copy = PlayedEpisode(self.handed[-OF_A_COPY:])
        del self.handed[-OF_A_COPY:]
        copy.home = self.home
        return copy

    def tell_end(self, pid: int, code: int) -> None:
        """As the first process of a family tells how a member has ended."""
        os.write(self.home.status, wire.MEMBER_STATUS.pack(pid, code, 5_000_000, 1 << 20))

    def die(self, code: int = -signal.SIGKILL) -> None:
        """Its process ends, and the first one says how."""
        os.kill(self.member, signal.SIGKILL)
        self.tell_end(self.member, code)

    def reap(self) -> int:
        """Waits for its first process, which was killed. Returns how it ended."""
        pid, self.pid = self.pid, 0
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

    def close(self) -> None:
        self.socket.close()
        for descriptor in (self.stdout, self.stderr, self.status, *self.handed):
            if descriptor >= 0:
                os.close(descriptor)
        if self.orders >= 0:  # a first process: it is this one's child
            os.close(self.orders)
            os.close(self.answers)
            if self.pid:
                os.kill(self.pid, signal.SIGKILL)
                self.reap()


class Scene:
    """A pool of episodes on a real loop; the scene is its zygote."""

    def __init__(self, **spec: Any) -> None:
        self.loop = Loop()
        self.cgroup = None
        self.zygote = None
        self.first: dict[int, PlayedEpisode] = {}  # by the number of the slot that it began as
        self.copies: list[PlayedEpisode] = []
        self.unborn: list[int] = []
        self.unburied: list[int] = []
        self.given_up: list[str] = []
        self.blocks: list[bytes] = []
        self.signals: list[int] = []
        self.answers_reaps = True
        self.is_over = self.is_closed = False
        sizes = {"output_limit": 1000, "max_result": 1000, "memory": 1 << 30, "processes": 256, "landlock": None}
        confinement = {"confined": False, "way_out": False}
        module = {"reuse": "auto", "import_in_worker": False, "kind": "environment", **sizes, **confinement}
        limits = {"timeout_ms": 60_000.0, "setup_timeout_ms": 60_000.0, "load_timeout_ms": 60_000.0}
        limits |= {"cpu_time_ms": None, "module_memory": None}
        full = {"concurrency": 4, "spares": 0, **limits, "module": module}
        self.pool = EpisodePool(self.loop, full | spec, self, self.blocks.append, self.given_up.append)

    # --- as the process that holds the zygote ------------------------------------------------------------

    def request_slot(self, number: int, fds: list[int]) -> None:
        inside, status, stdout, stderr = (os.dup(descriptor) for descriptor in fds)
        self.first[number] = PlayedEpisode([inside, stdout, stderr], status)
        self.unborn.append(number)

    def signal_zygote(self, number: int) -> None:
        self.signals.append(number)

    def reap(self, numbers: list[int]) -> None:
        self.unburied += numbers

    def reap_and_wait(self, numbers: list[int], within: float) -> bool:
        for number in numbers:
            self.first[number].reap()
        return True

    # --- what the test does ------------------------------------------------------------------------------

    def bear(self) -> None:
        """Lets every slot that was asked for come into being, until no further one is wanted."""
        while self.unborn:
            number = self.unborn.pop(0)
            episode = self.first[number]
            episode.be_first()
            self.pool.keeper.on_forked(number, os.pidfd_open(episode.pid))
            episode.ready()
            self.turn()

    def turn(self, until: Callable[[], object] = lambda: True) -> None:
        """Runs the loop until the condition holds, at least for one round; the zygote reaps meanwhile."""
        deadline = monotonic() + WITHIN
        while True:
            self.loop.at(monotonic() + 0.002, lambda: None)
            self.loop._stopped = False
            self.loop.run(self._once)
            while self.unburied and self.answers_reaps:
                number = self.unburied.pop(0)
                self.pool.keeper.life.on_slot_ended(number, self.first[number].reap())
            if until():
                return
            assert monotonic() < deadline, self.results

    def _once(self) -> float:
        self.loop.stop()
        return 0.0

    def ask(self, *frames: bytes) -> None:
        self.pool.submit(b"".join(frames))

    def begin(self, call: int, episode: int) -> PlayedEpisode:
        """An episode that is set up."""
        self.ask(start(call, episode))
        self.bear()
        played = self.busy()
        assert played.receive() == (call, wire.EPISODE_START)
        played.answer(call)
        self.turn(lambda: (call, "ok") in self.results)
        return played

    def begin_copy(self, call: int, original: PlayedEpisode, episode: int, copy: int) -> PlayedEpisode:
        """A copy of an episode that was the first process of its family, or is a member already."""
        self.ask(branch(call, episode, copy))
        assert original.receive() == (call, wire.EPISODE_BRANCH)
        if not original.member:
            original.become_member()
        made = original.take_copy()
        made.become_member()
        self.copies.append(made)
        original.answer(call)
        self.turn(lambda: call in dict(self.results))
        return made

    def busy(self) -> PlayedEpisode:
        """The one episode that has been sent something."""
        (played,) = [each for each in (*self.first.values(), *self.copies) if each.has_mail()]
        return played

    @property
    def frames(self) -> list[tuple[int, str, bytes]]:
        told, block, offset = [], b"".join(self.blocks), 0
        while offset < len(block):
            size, call, status, *_ = wire.RESULT_FRAME.unpack_from(block, offset)
            told.append((call, wire.STATUS_NAMES[status], block[offset + wire.RESULT_FRAME.size : offset + size]))
            offset += size
        return told

    @property
    def results(self) -> list[tuple[int, str]]:
        """Call and status of everything that the host was told."""
        return [(call, status) for call, status, _ in self.frames]

    def told(self, call: int) -> str:
        """What came with an answer beside its numbers."""
        (text,) = [tail.decode() for number, _, tail in self.frames if number == call]
        return text

    def lose(self, message: str) -> list[int]:
        """The sandbox is gone. Returns the requests that had not begun."""
        self.is_over = True
        return self.pool.lose(message)

    def close(self) -> None:
        if not self.is_closed:
            self.is_over = self.is_closed = True
            self.pool.keeper.close()
            self.loop._epoll.close()
            for played in (*self.first.values(), *self.copies):
                played.close()


def expect_books_in_order(it: Scene) -> None:
    """What is counted twice agrees, whatever has happened."""
    pool = it.pool
    if not pool.keeper.slots:
        assert (pool.busy, pool.families.unassigned, pool.episodes, pool.requests.turns) == (0, set(), {}, {})
    busy = [slot for slot in pool.keeper.slots.values() if slot.state is State.BUSY]
    assert pool.busy == len(busy)
    running = {slot.request.call for slot in pool.keeper.slots.values() if slot.request is not None}
    waiting = {request.call for request in (*pool.requests.starts.values(), *pool.requests.turns.values())}
    assert set(pool.requests.asked) == running | waiting or pool.keeper.draining


def is_dead(pid: int) -> bool:
    """Whether a process that nobody may have waited for yet runs no more."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(") ", 1)[1][0] in "ZX"
    except OSError:
        return True
