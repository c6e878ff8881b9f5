"""Copies of episodes in the agent's pool: families of them, with episodes that the test plays."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from time import monotonic

from played_episodes import WITHIN, Scene, branch, close, is_dead, step
from runrl_shim.wire import protocol as wire

# --- copies ------------------------------------------------------------------------------------------------


def test_a_copy_is_an_episode_beside_its_original(scene: Callable[..., Scene]) -> None:
    it = scene()
    original = it.begin(1, 1)
    copy = it.begin_copy(2, original, 1, 5)
    it.ask(step(3, 5), step(4, 1))
    assert copy.receive() == (3, wire.EPISODE_STEP)
    assert original.receive() == (4, wire.EPISODE_STEP)
    copy.answer(3)
    original.answer(4)
    it.turn(lambda: len(it.results) == 4)
    assert {status for _, status in it.results} == {"ok"}


def test_a_family_ends_with_its_last_member(scene: Callable[..., Scene]) -> None:
    it = scene()
    original = it.begin(1, 1)
    copy = it.begin_copy(2, original, 1, 5)
    it.ask(close(3, 1))
    it.turn(lambda: is_dead(original.member))
    original.tell_end(original.member, -9)
    it.turn(lambda: len(it.results) == 3)
    assert not is_dead(copy.member)
    it.ask(close(4, 5))
    it.turn(lambda: is_dead(copy.member))
    copy.tell_end(copy.member, -9)
    it.turn(lambda: len(it.results) == 4)
    assert original.home.pid == 0  # it was buried before the answer
    assert it.pool.families.families == {}


def test_the_first_process_tells_how_a_member_has_ended(scene: Callable[..., Scene]) -> None:
    it = scene()
    original = it.begin(1, 1)
    it.begin_copy(2, original, 1, 5)
    it.ask(step(3, 1))
    began = monotonic()
    original.die(code=3)
    it.turn(lambda: len(it.results) == 3)
    assert monotonic() - began < WITHIN
    assert "the step ended its interpreter with exit code 3" in it.told(3)


def test_the_death_of_the_first_process_is_that_of_all(scene: Callable[..., Scene]) -> None:
    it = scene()
    original = it.begin(1, 1)
    it.begin_copy(2, original, 1, 5)
    it.ask(step(3, 1))
    os.kill(original.home.pid, signal.SIGKILL)
    it.turn(lambda: not it.pool.keeper.slots)
    it.ask(step(4, 5))
    assert it.results[2:] == [(3, "crashed"), (4, "crashed")]
    assert it.pool.families.families == {}


def test_an_episode_that_cannot_be_copied_goes_on(scene: Callable[..., Scene]) -> None:
    it = scene()
    played = it.begin(1, 1)
    it.ask(branch(2, 1, 5))
    played.receive()
    played.answer(2, wire.STATUS_INVALID)
    it.turn(lambda: len(it.results) == 2)
    it.ask(step(3, 1), step(4, 5))
    assert played.receive() == (3, wire.EPISODE_STEP)
    assert it.results[2:] == [(4, "invalid")]
    assert len(it.pool.keeper.slots) == 1


def test_a_copy_that_has_not_come_to_life_is_none(scene: Callable[..., Scene]) -> None:
    it = scene()
    played = it.begin(1, 1)
    it.ask(branch(2, 1, 5))
    played.receive()
    played.answer(2)
    it.turn(lambda: len(it.results) == 2)
    assert it.results[1] == (2, "invalid")
    assert "CannotBranch" in it.told(2)
    it.ask(step(3, 1))
    assert played.receive() == (3, wire.EPISODE_STEP)


def test_a_copy_that_its_original_denies_is_ended(scene: Callable[..., Scene]) -> None:
    it = scene()
    original = it.begin(1, 1)
    it.ask(branch(2, 1, 5))
    original.receive()
    original.become_member()
    it.copies.append(original.take_copy())
    it.copies[0].become_member()
    original.answer(2, wire.STATUS_INVALID)
    it.turn(lambda: is_dead(it.copies[0].member))
    it.copies[0].tell_end(it.copies[0].member, -9)
    it.turn(lambda: len(it.pool.keeper.slots) == 1)


def test_a_copy_may_be_heard_before_its_original(scene: Callable[..., Scene]) -> None:
    it = scene()
    original = it.begin(1, 1)
    it.ask(branch(2, 1, 5))
    original.receive()
    it.copies.append(original.take_copy())
    it.copies[0].become_member()
    it.turn(lambda: any(slot.says for slot in it.pool.keeper.slots.values()))
    original.become_member()
    original.answer(2)
    it.turn(lambda: len(it.results) == 2)
    assert it.results[1] == (2, "ok")
    assert it.pool.episodes.keys() == {1, 5}


def test_the_death_of_an_original_while_it_is_copied_ends_the_copy(scene: Callable[..., Scene]) -> None:
    it = scene()
    original = it.begin(1, 1)
    it.ask(branch(2, 1, 5))
    original.receive()
    original.become_member()
    it.copies.append(original.take_copy())
    it.copies[0].become_member()
    it.turn(lambda: len(next(iter(it.pool.families.families.values())).numbers) == 1)
    original.die()
    it.turn(lambda: is_dead(it.copies[0].member))
    it.copies[0].tell_end(it.copies[0].member, -9)
    it.turn(lambda: not it.pool.families.families)
    assert it.results[1:] == [(2, "crashed")]


def test_there_are_no_more_copies_than_descriptors_for_them(scene: Callable[..., Scene]) -> None:
    it = scene()
    it.pool.keeper.requests.most_slots = 1
    played = it.begin(1, 1)
    it.ask(branch(2, 1, 5))
    assert it.results[1] == (2, "invalid")
    assert "CannotBranch" in it.told(2)
    it.ask(step(3, 1))
    assert played.receive() == (3, wire.EPISODE_STEP)


def test_cpu_time_counts_from_the_step_back(scene: Callable[..., Scene]) -> None:
    it = scene()
    original = it.begin(1, 1)
    (slot,) = it.pool.keeper.slots.values()
    slot.cpu_ns = 10**9
    it.begin_copy(2, original, 1, 5)
    assert slot.cpu_ns == 0
