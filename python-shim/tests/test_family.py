"""Members of a family beside each other, on plain forks: who waits for whom, and what is told of their ends."""

from __future__ import annotations

import os
import select
import signal
from collections.abc import Callable, Iterator

import pytest
from runrl_shim.inside.confinement import confine
from runrl_shim.inside.slots.family import Family
from runrl_shim.wire.protocol import MEMBER_STATUS

WITHIN = 60.0  # seconds


class Told:
    """A first process that steps back at once, and what it tells on its status pipe."""

    def __init__(self, member: Callable[[Family], None]) -> None:
        self.status, inside = os.pipe()
        self.words, says = os.pipe()
        self.first = os.fork()
        if self.first == 0:
            os.close(self.status)
            confine.adopt_orphans()  # as PID 1 of a namespace does anyway
            confine.die_with_parent()
            try:
                family = Family(inside, confined=False)
                family.step_back()
                os.dup2(says, 100)  # closed in the first process, as everything that the episode had open
                os.close(says)
                member(family)
            finally:
                os._exit(9)
        os.close(inside)
        os.close(says)

    def next_end(self) -> tuple[int, int]:
        """Number and exit code of the member whose end is told next."""
        assert select.select([self.status], [], [], WITHIN)[0], "nobody told of an end"
        number, code, _cpu, _rss = MEMBER_STATUS.unpack(os.read(self.status, MEMBER_STATUS.size))
        return number, code

    def word(self) -> bytes:
        """What a member has written to descriptor 100; empty when nobody holds that any more."""
        assert select.select([self.words], [], [], WITHIN)[0], "nobody said anything"
        return os.read(self.words, 100)

    def wait(self) -> int:
        """Waits for the first process."""
        poll = select.poll()
        pidfd = os.pidfd_open(self.first)
        poll.register(pidfd, select.POLLIN)
        ended = poll.poll(WITHIN * 1e3)
        os.close(pidfd)
        assert ended, "the first process still waits"
        _, status = os.waitpid(self.first, 0)
        self.first = 0
        return os.waitstatus_to_exitcode(status)

    def close(self) -> None:
        if self.first:
            os.kill(self.first, signal.SIGKILL)
            os.waitpid(self.first, 0)
        os.close(self.status)
        os.close(self.words)


@pytest.fixture
def told() -> Iterator[Callable[[Callable[[Family], None]], Told]]:
    made: list[Told] = []

    def make(member: Callable[[Family], None]) -> Told:
        made.append(Told(member))
        return made[-1]

    yield make
    for each in made:
        each.close()


def test_who_steps_back_goes_on_in_a_child_and_tells_how_that_ended(told: Callable[..., Told]) -> None:
    def member(family: Family) -> None:
        assert not family.is_first
        os.write(100, f"{os.getpid()} {os.getppid() == family.first} {os.getsid(0) == os.getpid()}".encode())
        os._exit(3)

    family = told(member)
    number, is_child, leads = family.word().split()
    assert (is_child, leads) == (b"True", b"True")
    assert family.next_end() == (int(number), 3)
    assert family.wait() == 0


def test_a_copy_is_a_child_of_the_first_process_and_outlives_its_original(told: Callable[..., Told]) -> None:
    def member(family: Family) -> None:
        heard, says = os.pipe()
        if not family.add_copy():
            os.read(heard, 1)  # as an episode waits: till then the copy is of its session, and would end with it
            os._exit(1)
        os.write(says, b"1")
        while _has_siblings():  # until the original has ended
            select.select([], [], [], 0.001)
        os.write(100, f"{os.getpid()} {os.getppid() == family.first}".encode())
        os._exit(2)

    family = told(member)
    assert family.next_end()[1] == 1
    number, is_child = family.word().split()
    assert is_child == b"True"
    assert family.next_end() == (int(number), 2)
    assert family.wait() == 0


def _has_siblings() -> bool:
    with open(f"/proc/{os.getppid()}/task/{os.getppid()}/children") as file:
        return len(file.read().split()) > 1


def test_what_a_member_leaves_in_its_session_is_killed_before_its_end_is_told(told: Callable[..., Told]) -> None:
    def member(_family: Family) -> None:
        child = os.fork()
        if child == 0:
            while True:
                signal.pause()
        os.write(100, str(child).encode())
        os._exit(0)

    family = told(member)
    left = int(family.word())
    family.next_end()
    assert not os.path.exists(f"/proc/{left}")


def test_what_one_member_leaves_is_not_taken_from_another(told: Callable[..., Told]) -> None:
    def member(family: Family) -> None:
        if family.add_copy():
            os.write(100, b"copy")
            while True:
                signal.pause()
        os.read(_gate[0], 1)
        os._exit(0)

    _gate = os.pipe()
    family = told(member)
    assert family.word() == b"copy"
    os.write(_gate[1], b"1")
    family.next_end()
    assert not select.select([family.words], [], [], 0)[0], "the copy is gone, too"
    for end in _gate:
        os.close(end)


def test_the_first_process_holds_nothing_that_the_episode_had_open(told: Callable[..., Told]) -> None:
    def member(_family: Family) -> None:
        os.write(100, b"here")
        os.close(100)
        while True:
            signal.pause()

    family = told(member)
    assert family.word() == b"here"
    assert family.word() == b""


def test_the_death_of_the_first_process_is_that_of_its_members(told: Callable[..., Told]) -> None:
    def member(family: Family) -> None:
        family.add_copy()
        os.write(100, b".")
        while True:
            signal.pause()

    family = told(member)
    said = family.word()
    while len(said) < 2:
        said += family.word()
    os.kill(family.first, signal.SIGKILL)
    assert family.word() == b""


def test_signals_of_the_episode_are_not_for_the_first_process(told: Callable[..., Told]) -> None:
    def member(family: Family) -> None:
        while _catches(family.first, signal.SIGUSR1):  # until it has stepped back
            select.select([], [], [], 0.001)
        os.write(100, b"forgotten")
        os._exit(0)

    signal.signal(signal.SIGUSR1, lambda *_: None)
    try:
        assert told(member).word() == b"forgotten"
    finally:
        signal.signal(signal.SIGUSR1, signal.SIG_DFL)


def _catches(pid: int, number: int) -> bool:
    with open(f"/proc/{pid}/status") as file:
        caught = file.read().split("SigCgt:\t")[1].split()[0]
    return bool(int(caught, 16) >> (number - 1) & 1)
