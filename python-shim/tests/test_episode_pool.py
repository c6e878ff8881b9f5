"""The agent's pool of episodes, with episodes that the test plays: orders of events, and words that are lies."""

from __future__ import annotations

import os
import signal
import socket
import tempfile
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any

import pytest
from played_episodes import WITHIN, PlayedEpisode, Scene, branch, close, start, step
from runrl_shim.agent import ends
from runrl_shim.agent.slot import State
from runrl_shim.wire import protocol as wire
from runrl_shim.wire.frames import DUMP_SIGNAL, result_frame


@pytest.fixture
def scene() -> Iterator[Callable[..., Scene]]:
    scenes: list[Scene] = []
    before = signal.signal(DUMP_SIGNAL, signal.SIG_IGN)  # inherited by what stands for an episode
    descriptors = len(os.listdir("/proc/self/fd"))

    def make(**spec: Any) -> Scene:
        scenes.append(Scene(**spec))
        scenes[-1].pool.dispatch()
        scenes[-1].bear()
        return scenes[-1]

    yield make
    for each in scenes:
        if not each.is_over:
            expect_books_in_order(each)
        each.close()
        assert (each.pool.slots, each.pool.families) == ({}, {})
    assert len(os.listdir("/proc/self/fd")) == descriptors
    signal.signal(DUMP_SIGNAL, before)


def expect_books_in_order(it: Scene) -> None:
    """What is counted twice agrees, whatever has happened."""
    pool = it.pool
    if not pool.slots:
        assert (pool.busy, pool.unassigned, pool.episodes, pool.turns) == (0, set(), {}, {})
    busy = [slot for slot in pool.slots.values() if slot.state is State.BUSY]
    assert pool.busy == len(busy)
    running = {slot.request.call for slot in pool.slots.values() if slot.request is not None}
    waiting = {request.call for request in (*pool.starts.values(), *pool.turns.values())}
    assert set(pool.asked) == running | waiting or pool.draining


def is_dead(pid: int) -> bool:
    """Whether a process that nobody may have waited for yet runs no more."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(") ", 1)[1][0] in "ZX"
    except OSError:
        return True


# --- starts and turns --------------------------------------------------------------------------------------


def test_an_episode_is_set_up_stepped_and_ended(scene: Callable[..., Scene]) -> None:
    it = scene()
    played = it.begin(1, 7)
    it.ask(step(2, 7))
    assert played.receive() == (2, wire.EPISODE_STEP)
    played.answer(2)
    it.turn(lambda: len(it.results) == 2)
    it.ask(close(3, 7))
    it.turn(lambda: len(it.results) == 3)
    assert it.results == [(1, "ok"), (2, "ok"), (3, "ok")]
    assert it.pool.slots == {}


def test_no_more_requests_run_at_a_time_than_may(scene: Callable[..., Scene]) -> None:
    it = scene(concurrency=1)
    one, two = it.begin(1, 1), it.begin(2, 2)
    it.ask(step(3, 1), step(4, 2))
    assert one.receive() == (3, wire.EPISODE_STEP)
    assert not two.has_mail()
    one.answer(3)
    it.turn(two.has_mail)
    assert two.receive() == (4, wire.EPISODE_STEP)


def test_a_start_is_not_kept_waiting_by_steps_that_came_later(scene: Callable[..., Scene]) -> None:
    it = scene(concurrency=1, spares=1)
    one, two = it.begin(1, 1), it.begin(2, 2)
    it.ask(step(3, 1), start(4, 3), step(5, 2))
    it.bear()
    one.receive()
    one.answer(3)
    it.turn(lambda: (3, "ok") in it.results)
    assert it.busy().receive() == (4, wire.EPISODE_START)
    assert not two.has_mail()


def test_a_second_request_of_one_episode_is_refused(scene: Callable[..., Scene]) -> None:
    it = scene()
    played = it.begin(1, 1)
    it.ask(step(2, 1), step(3, 1))
    assert it.results[1:] == [(3, "invalid")]
    assert "EpisodeBusy" in it.told(3)
    played.receive()
    it.ask(step(4, 1))
    assert it.results[2:] == [(4, "invalid")]
    played.answer(2)
    it.turn(lambda: (2, "ok") in it.results)


def test_a_number_that_is_taken_is_refused(scene: Callable[..., Scene]) -> None:
    it = scene()
    it.begin(1, 1)
    it.ask(start(2, 1), branch(3, 1, 1))
    assert it.results[1:] == [(2, "invalid"), (3, "invalid")]
    assert len(it.pool.slots) == 1


def test_an_unknown_episode_is_over_and_its_end_is_answered_at_once(scene: Callable[..., Scene]) -> None:
    it = scene()
    it.ask(step(1, 9), branch(2, 9, 10), close(3, 9))
    assert it.results == [(1, "invalid"), (2, "invalid"), (3, "ok")]
    assert "EpisodeOver" in it.told(1)


@pytest.mark.parametrize(
    ("status", "flags"),
    [(wire.STATUS_RAISED, 0), (wire.STATUS_INVALID, 0), (wire.STATUS_OK, wire.RESULT_DONE)],
    ids=["raised", "invalid", "done"],
)
def test_an_episode_that_is_over_for_the_host_is_ended_whatever_its_worker_says_of_itself(
    scene: Callable[..., Scene], status: int, flags: int
) -> None:
    it = scene()
    played = it.begin(1, 1)
    it.ask(step(2, 1))
    played.receive()
    played.answer(2, status, flags)
    it.turn(lambda: not it.pool.slots)
    it.ask(step(3, 1))
    assert "EpisodeOver" in it.told(3)


# --- deadlines and deaths ----------------------------------------------------------------------------------


def test_a_step_past_its_deadline_is_killed_with_its_episode(scene: Callable[..., Scene]) -> None:
    it = scene(timeout_ms=100.0)
    it.begin(1, 1)
    it.ask(step(2, 1))
    it.turn(lambda: len(it.results) == 2)
    assert it.results[1] == (2, "timeout")
    assert "the step had blocked" in it.told(2)
    assert it.pool.slots == {}
    assert it.pool.busy == 0


def test_a_setup_has_a_deadline_of_its_own(scene: Callable[..., Scene]) -> None:
    it = scene(timeout_ms=60_000.0, setup_timeout_ms=100.0)
    it.ask(start(1, 1))
    it.bear()
    it.turn(lambda: it.results)
    assert it.results == [(1, "timeout")]


def test_the_death_of_an_episode_in_a_step_is_told_as_one_of_the_step(scene: Callable[..., Scene]) -> None:
    it = scene()
    played = it.begin(1, 1)
    it.ask(step(2, 1))
    os.kill(played.pid, signal.SIGKILL)
    it.turn(lambda: len(it.results) == 2)
    assert it.results[1] == (2, "crashed")
    assert "the step's interpreter was killed by SIGKILL" in it.told(2)
    assert it.pool.busy == 0


def test_a_death_between_requests_is_told_with_the_next(scene: Callable[..., Scene]) -> None:
    it = scene()
    played = it.begin(1, 1)
    os.write(played.stderr, b"last words")
    os.kill(played.pid, signal.SIGKILL)
    it.turn(lambda: not it.pool.slots)
    assert len(it.results) == 1
    it.ask(step(2, 1))
    assert it.results[1] == (2, "crashed")
    assert "the episode's interpreter was killed by SIGKILL" in it.told(2)
    assert "last words" in it.told(2)
    it.ask(step(3, 1))
    assert it.results[2] == (3, "invalid")


def test_deaths_that_nobody_asks_about_are_not_kept_for_ever(
    scene: Callable[..., Scene], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("runrl_shim.agent.episode_pool._MOST_DEATHS", 2)
    it = scene()
    for number in (1, 2, 3):
        os.kill(it.begin(number, number).pid, signal.SIGKILL)
        it.turn(lambda: not it.pool.slots)
    assert sorted(it.pool.deaths) == [2, 3]


def test_a_spare_that_breaks_the_protocol_costs_no_start(scene: Callable[..., Scene]) -> None:
    it = scene(spares=1)
    (spare,) = it.first.values()
    spare.socket.sendall(b"\xff" * 100)
    it.turn(lambda: next(iter(it.pool.slots.values())).killed)
    it.ask(start(1, 1))
    it.turn(lambda: it.unborn)
    it.bear()
    played = it.busy()
    assert played is not spare
    played.receive()
    played.answer(1)
    it.turn(lambda: it.results)
    assert it.results == [(1, "ok")]


def test_an_episode_that_rests_and_speaks_is_ended_and_the_next_request_is_told(scene: Callable[..., Scene]) -> None:
    it = scene()
    played = it.begin(1, 1)
    played.answer(99)
    it.turn(lambda: next(iter(it.pool.slots.values()), None) is None)
    it.ask(step(2, 1))
    assert "ForgedResult" in it.told(2)


# --- cancel and close --------------------------------------------------------------------------------------


def test_a_start_that_waits_is_cancelled_and_never_begun(scene: Callable[..., Scene]) -> None:
    it = scene()
    it.ask(start(1, 1))
    it.pool.cancel(1)
    assert it.results == [(1, "cancelled")]
    it.bear()
    assert not any(played.has_mail() for played in it.first.values())


def test_a_step_that_waits_is_cancelled_with_its_episode(scene: Callable[..., Scene]) -> None:
    it = scene(concurrency=1)
    one = it.begin(1, 1)
    it.begin(2, 2)
    it.ask(step(3, 1), step(4, 2))
    it.pool.cancel(4)
    assert it.results[2:] == [(4, "cancelled")]
    assert "the caller cancelled the step" in it.told(4)
    it.turn(lambda: len(it.pool.slots) == 1)
    one.receive()
    one.answer(3)
    it.turn(lambda: len(it.results) == 4)
    assert it.results[3] == (3, "ok")


@pytest.mark.parametrize("op", ["start", "step", "branch"])
def test_what_runs_is_cancelled_with_its_episode(scene: Callable[..., Scene], op: str) -> None:
    it = scene()
    if op == "start":
        it.ask(start(2, 1))
        it.bear()
    else:
        it.begin(1, 1)
        it.ask(step(2, 1) if op == "step" else branch(2, 1, 5))
    it.pool.cancel(2)
    it.pool.cancel(2)
    it.turn(lambda: (2, "cancelled") in it.results)
    assert [call for call, _ in it.results].count(2) == 1
    assert (it.pool.busy, it.pool.slots, it.pool.episodes) == (0, {}, {})


def test_a_call_that_is_unknown_cannot_be_cancelled(scene: Callable[..., Scene]) -> None:
    it = scene()
    it.begin(1, 1)
    it.pool.cancel(1)
    it.pool.cancel(77)
    it.ask(step(2, 1))
    assert it.busy().receive() == (2, wire.EPISODE_STEP)


def test_the_end_of_an_episode_that_has_not_begun(scene: Callable[..., Scene]) -> None:
    it = scene()
    it.ask(start(1, 1), close(2, 1))
    assert it.results == [(1, "cancelled"), (2, "ok")]


def test_the_end_of_an_episode_in_a_step(scene: Callable[..., Scene]) -> None:
    it = scene()
    it.begin(1, 1)
    it.ask(step(2, 1), close(3, 1))
    it.turn(lambda: len(it.results) == 3)
    assert it.results[1:] == [(2, "cancelled"), (3, "ok")]
    assert it.pool.busy == 0


def test_the_end_of_an_episode_whose_step_waits(scene: Callable[..., Scene]) -> None:
    it = scene(concurrency=1)
    it.begin(1, 1)
    it.begin(2, 2)
    it.ask(step(3, 1), step(4, 2), close(5, 2))
    it.turn(lambda: len(it.results) == 4)
    assert it.results[2:] == [(4, "cancelled"), (5, "ok")]


def test_an_end_is_answered_when_nothing_is_left(scene: Callable[..., Scene]) -> None:
    it = scene()
    it.begin(1, 1)
    it.answers_reaps = False
    it.ask(close(2, 1))
    it.turn(lambda: it.unburied)
    assert len(it.results) == 1
    it.answers_reaps = True
    it.turn(lambda: len(it.results) == 2)


def test_episodes_end_in_waves_whoever_ends_them(scene: Callable[..., Scene], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ends, "_AT_ONCE", 2)
    it = scene(concurrency=10)
    played = [it.begin(number, number) for number in range(1, 7)]
    it.answers_reaps = False
    it.ask(*(step(10 + number, number) for number in (1, 2)))
    it.pool.cancel(11)
    it.pool.cancel(12)
    it.ask(*(close(20 + number, number) for number in range(3, 7)))
    it.turn(lambda: len(it.unburied) == 2)
    assert sum(is_dead(each.pid) for each in played) == 2
    it.answers_reaps = True
    it.turn(lambda: len(it.results) == 6 + 2 + 4)
    assert it.pool.slots == {}


def test_a_zygote_that_buries_nobody_is_given_up(scene: Callable[..., Scene], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ends, "ANSWER_WITHIN", 0.2)
    monkeypatch.setattr(ends, "WAKE_AFTER", 0.05)
    it = scene()
    it.begin(1, 1)
    it.answers_reaps = False
    it.ask(close(2, 1))
    it.turn(lambda: it.given_up)
    assert "did not bury" in it.given_up[0]
    assert it.signals == [signal.SIGCONT]
    it.answers_reaps = True
    it.turn()


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
    assert it.pool.families == {}


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
    it.turn(lambda: not it.pool.slots)
    it.ask(step(4, 5))
    assert it.results[2:] == [(3, "crashed"), (4, "crashed")]
    assert it.pool.families == {}


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
    assert len(it.pool.slots) == 1


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
    it.turn(lambda: len(it.pool.slots) == 1)


def test_a_copy_may_be_heard_before_its_original(scene: Callable[..., Scene]) -> None:
    it = scene()
    original = it.begin(1, 1)
    it.ask(branch(2, 1, 5))
    original.receive()
    it.copies.append(original.take_copy())
    it.copies[0].become_member()
    it.turn(lambda: any(slot.handed for slot in it.pool.slots.values()))
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
    it.turn(lambda: len(next(iter(it.pool.families.values())).numbers) == 1)
    original.die()
    it.turn(lambda: is_dead(it.copies[0].member))
    it.copies[0].tell_end(it.copies[0].member, -9)
    it.turn(lambda: not it.pool.families)
    assert it.results[1:] == [(2, "crashed")]


def test_there_are_no_more_copies_than_descriptors_for_them(scene: Callable[..., Scene]) -> None:
    it = scene()
    it.pool.requests.most_slots = 1
    played = it.begin(1, 1)
    it.ask(branch(2, 1, 5))
    assert it.results[1] == (2, "invalid")
    assert "CannotBranch" in it.told(2)
    it.ask(step(3, 1))
    assert played.receive() == (3, wire.EPISODE_STEP)


def test_cpu_time_counts_from_the_step_back(scene: Callable[..., Scene]) -> None:
    it = scene()
    original = it.begin(1, 1)
    (slot,) = it.pool.slots.values()
    slot.cpu_ns = 10**9
    it.begin_copy(2, original, 1, 5)
    assert slot.cpu_ns == 0


# --- lies --------------------------------------------------------------------------------------------------


def _of_the_agent(_played: PlayedEpisode) -> list[int]:
    return [os.pidfd_open(os.getpid())]


def _of_another(_played: PlayedEpisode) -> list[int]:
    return [os.pidfd_open(os.getppid())]


def _of_a_file(_played: PlayedEpisode) -> list[int]:
    with tempfile.TemporaryFile() as file:
        return [os.dup(file.fileno())]


def _nothing(_played: PlayedEpisode) -> list[int]:
    return []


def _of_itself(played: PlayedEpisode) -> list[int]:
    return [os.pidfd_open(played.pid)]


def _of_two_members(played: PlayedEpisode) -> list[int]:
    return [os.pidfd_open(played.fork_member()) for _ in range(2)]


def _of_many(played: PlayedEpisode) -> list[int]:
    return [os.pidfd_open(played.pid) for _ in range(8)]


@pytest.mark.parametrize(
    "lie", [_of_the_agent, _of_another, _of_a_file, _nothing, _of_itself, _of_two_members, _of_many]
)
def test_what_is_handed_over_is_a_member_or_the_end_of_the_episode(
    scene: Callable[..., Scene], lie: Callable[[PlayedEpisode], list[int]]
) -> None:
    it = scene()
    played = it.begin(1, 1)
    descriptors = len(os.listdir("/proc/self/fd"))
    it.ask(step(2, 1))
    handed = lie(played)
    played.introduce(*handed)
    for descriptor in handed:
        os.close(descriptor)
    it.turn(lambda: len(it.results) == 2)
    assert it.results[1] == (2, "crashed")
    assert it.pool.slots == {}
    assert len(os.listdir("/proc/self/fd")) < descriptors


def test_a_member_is_believed_once(scene: Callable[..., Scene]) -> None:
    """Another one's pidfd would leave its own process to itself."""
    it = scene()
    original = it.begin(1, 1)
    copy = it.begin_copy(2, original, 1, 5)
    it.ask(branch(3, 5, 6))
    copy.receive()
    it.copies.append(copy.take_copy())
    pidfd = os.pidfd_open(original.member)
    it.copies[1].introduce(pidfd)
    os.close(pidfd)
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
        if not it.pool.slots:
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
    it.turn(lambda: not it.pool.slots)


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
    (family,) = it.pool.families.values()
    for number in range(50):
        played.tell_end(1000 + number, 0)
    played.tell_end(0, 0)
    it.turn(lambda: not it.pool._on_status(next(iter(it.pool.slots.values()))))
    assert family.ended == {}
    it.ask(step(2, 1))
    assert played.receive() == (2, wire.EPISODE_STEP)


# --- the end of the sandbox --------------------------------------------------------------------------------


def test_the_end_of_the_sandbox_answers_everything_once(scene: Callable[..., Scene]) -> None:
    it = scene(concurrency=2)
    for number in (1, 2, 3):
        it.begin(number, number)
    it.answers_reaps = False
    it.ask(close(10, 3))
    it.ask(step(11, 1), start(12, 7), start(13, 8))
    it.ask(step(14, 2))
    unstarted = it.lose("the sandbox died")
    assert unstarted == [12, 13]
    assert sorted(it.results[3:]) == [(10, "ok"), (11, "lost"), (14, "lost")]


def test_a_sandbox_that_is_given_up_begins_nothing_more(scene: Callable[..., Scene]) -> None:
    it = scene()
    played = it.begin(1, 1)
    it.ask(step(2, 1))
    it.pool._give_way("the zygote is silent")
    it.ask(start(3, 3))
    assert not it.unborn
    played.receive()
    played.answer(2)
    it.turn(lambda: it.given_up)
    assert it.lose("gone") == [3]
    assert it.results == [(1, "ok"), (2, "ok")]


def test_the_agent_ends_with_every_kind_of_episode(
    scene: Callable[..., Scene], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ends, "_AT_ONCE", 2)
    it = scene(spares=1)
    original = it.begin(1, 1)
    it.begin_copy(2, original, 1, 5)
    for number in (2, 3, 4):
        it.begin(number + 10, number)
    it.ask(step(20, 2), branch(21, 3, 30), start(22, 9))
    pids = [each.pid for each in it.first.values() if each.pid] + [original.member, it.copies[0].member]
    it.close()
    assert all(map(is_dead, pids))


def test_the_end_does_not_wait_for_a_zygote_that_is_dead(
    scene: Callable[..., Scene], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ends, "_AT_ONCE", 1)
    it = scene()
    played = [it.begin(number, number) for number in (1, 2, 3)]
    pids = [each.pid for each in played]
    asked = []

    def nobody_answers(numbers: list[int], _within: float) -> bool:
        asked.append(numbers)
        return False

    it.reap_and_wait = nobody_answers  # type: ignore[method-assign]
    it.close()
    assert len(asked) == 1
    assert all(map(is_dead, pids))
