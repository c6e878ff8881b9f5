"""The agent's pool of episodes, with episodes that the test plays: orders of events, and words that are lies."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable

import pytest
from played_episodes import Scene, branch, close, is_dead, start, step
from runrl_shim.agent.episodes import kill_waves
from runrl_shim.wire import protocol as wire

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
    assert it.pool.keeper.slots == {}


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


def test_no_episode_begins_before_the_zygote_has_told_of_its_process(scene: Callable[..., Scene]) -> None:
    it = scene()
    it.ask(start(1, 7))
    number = it.unborn.pop(0)
    played = it.first[number]
    played.be_first()
    played.ready()  # it is faster than the zygote
    it.turn()
    assert not played.has_mail()
    it.pool.keeper.on_forked(number, os.pidfd_open(played.pid))
    assert played.receive() == (1, wire.EPISODE_START)
    played.answer(1)
    it.turn(lambda: (1, "ok") in it.results)
    it.begin_copy(2, played, 7, 8)  # which needs the process
    assert (2, "ok") in it.results


def test_no_episode_begins_in_a_process_that_has_ended(scene: Callable[..., Scene]) -> None:
    it = scene(spares=2)
    it.pool.dispatch()
    it.bear()
    it.answers_reaps = False  # nor has the zygote told how
    dead = it.pool.ready[-1]  # which the next one would be given
    os.kill(it.first[dead.number].pid, signal.SIGKILL)
    it.turn(lambda: dead not in it.pool.ready)
    it.ask(start(1, 7))
    played = it.busy()
    assert played is not it.first[dead.number]
    assert played.receive() == (1, wire.EPISODE_START)
    it.answers_reaps = True
    it.turn(lambda: dead.number not in it.pool.keeper.slots)


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
    assert len(it.pool.keeper.slots) == 1


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
    it.turn(lambda: not it.pool.keeper.slots)
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
    assert it.pool.keeper.slots == {}
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
    it.turn(lambda: not it.pool.keeper.slots)
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
    monkeypatch.setattr("runrl_shim.agent.episodes.waiting_requests._MOST_DEATHS", 2)
    it = scene()
    for number in (1, 2, 3):
        os.kill(it.begin(number, number).pid, signal.SIGKILL)
        it.turn(lambda: not it.pool.keeper.slots)
    assert sorted(it.pool.deaths) == [2, 3]


def test_a_spare_that_breaks_the_protocol_costs_no_start(scene: Callable[..., Scene]) -> None:
    it = scene(spares=1)
    (spare,) = it.first.values()
    spare.socket.sendall(b"\xff" * 100)
    it.turn(lambda: next(iter(it.pool.keeper.slots.values())).killed)
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
    it.turn(lambda: next(iter(it.pool.keeper.slots.values()), None) is None)
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
    it.turn(lambda: len(it.pool.keeper.slots) == 1)
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
    assert (it.pool.busy, it.pool.keeper.slots, it.pool.episodes) == (0, {}, {})


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
    monkeypatch.setattr(kill_waves, "_AT_ONCE", 2)
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
    assert it.pool.keeper.slots == {}


def test_a_zygote_that_buries_nobody_is_given_up(scene: Callable[..., Scene], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kill_waves, "ANSWER_WITHIN", 0.2)
    monkeypatch.setattr(kill_waves, "WAKE_AFTER", 0.05)
    it = scene()
    it.begin(1, 1)
    it.answers_reaps = False
    it.ask(close(2, 1))
    it.turn(lambda: it.given_up)
    assert "did not reap" in it.given_up[0]
    assert it.signals == [signal.SIGCONT]
    it.answers_reaps = True
    it.turn()


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
    it.pool.keeper.give_way("the zygote is silent")
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
    monkeypatch.setattr(kill_waves, "_AT_ONCE", 2)
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
    monkeypatch.setattr(kill_waves, "_AT_ONCE", 1)
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
