"""What the agent's pool believes of episodes that lie, with episodes that the test plays."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable

import pytest
from played_episodes import PlayedEpisode, Scene, branch, is_dead, step
from runrl_shim.wire import protocol as wire
from runrl_shim.wire.frames import result_frame

# --- lies --------------------------------------------------------------------------------------------------


def _the_agent(_played: PlayedEpisode) -> list[int]:
    return [os.getpid()]


def _another(_played: PlayedEpisode) -> list[int]:
    return [os.getppid()]


def _nobody(_played: PlayedEpisode) -> list[int]:
    return [0]


def _no_process(_played: PlayedEpisode) -> list[int]:
    return [0xFFFFFFFF]


def _the_first(played: PlayedEpisode) -> list[int]:
    return [played.pid]


def _two_members(played: PlayedEpisode) -> list[int]:
    return [played.fork_member() for _ in range(2)]


@pytest.mark.parametrize("lie", [_the_agent, _another, _nobody, _no_process, _the_first, _two_members])
def test_who_an_episode_says_it_is_is_a_member_or_the_end_of_the_episode(
    scene: Callable[..., Scene], lie: Callable[[PlayedEpisode], list[int]]
) -> None:
    it = scene()
    played = it.begin(1, 1)
    descriptors = len(os.listdir("/proc/self/fd"))
    it.ask(step(2, 1))
    for number in lie(played):
        played.introduce(number)
    it.turn(lambda: len(it.results) == 2)
    assert it.results[1] == (2, "crashed")
    assert it.pool.keeper.slots == {}
    assert len(os.listdir("/proc/self/fd")) < descriptors


def test_a_member_is_believed_once(scene: Callable[..., Scene]) -> None:
    """Another one's number would leave its own process to itself."""
    it = scene()
    original = it.begin(1, 1)
    copy = it.begin_copy(2, original, 1, 5)
    it.ask(branch(3, 5, 6))
    copy.receive()
    it.copies.append(copy.take_copy())
    it.copies[1].introduce(original.member)
    copy.answer(3)
    it.turn(lambda: len(it.results) == 3)
    assert it.results[2] == (3, "invalid")
    assert not is_dead(original.member)


def test_descriptors_without_a_word_are_not_kept(scene: Callable[..., Scene]) -> None:
    it = scene()
    played = it.begin(1, 1)
    it.ask(step(2, 1))
    before = len(os.listdir("/proc/self/fd"))
    word = result_frame(2, wire.WORKER_EVIDENCE, tail={"stdout": "x" * 500})
    for byte in word[:300]:
        socket.send_fds(played.socket, [bytes([byte])], [0, 1])
        it.turn()
        if not it.pool.keeper.slots:
            break
    assert len(os.listdir("/proc/self/fd")) <= before + 1


def test_words_without_end_are_the_end(scene: Callable[..., Scene]) -> None:
    it = scene()
    played = it.begin(1, 1)
    it.ask(step(2, 1))
    for _ in range(300):
        played.ready()
    it.turn(lambda: len(it.results) == 2)
    assert it.results[1] == (2, "crashed")


def test_the_start_of_a_long_frame_is_not_kept_of_one_that_rests(scene: Callable[..., Scene]) -> None:
    it = scene()
    played = it.begin(1, 1)
    played.socket.sendall(wire.RESULT_FRAME.pack(60_000, 2, 0, 0, 0.0, 0, 0, 0, 0) + b" " * 100)
    it.turn(lambda: not it.pool.keeper.slots)


@pytest.mark.parametrize("whose", [1, 99])
def test_an_answer_for_another_request_ends_the_episode_that_gave_it(scene: Callable[..., Scene], whose: int) -> None:
    it = scene()
    it.begin(1, 1)
    two = it.begin(2, 2)
    it.ask(step(3, 1), step(4, 2))
    two.answer(3 if whose == 1 else whose)
    it.turn(lambda: (4, "crashed") in it.results)
    assert 3 not in dict(it.results)


def test_ends_that_are_told_of_others_are_not_kept(scene: Callable[..., Scene]) -> None:
    """A family's first process tells of every orphan; before it steps back the episode itself can write there."""
    it = scene()
    played = it.begin(1, 1)
    (family,) = it.pool.families.families.values()
    for number in range(50):
        played.tell_end(1000 + number, 0)
    played.tell_end(0, 0)
    it.turn(lambda: not it.pool.families.on_status(next(iter(it.pool.keeper.slots.values()))))
    assert family.ended == {}
    it.ask(step(2, 1))
    assert played.receive() == (2, wire.EPISODE_STEP)
