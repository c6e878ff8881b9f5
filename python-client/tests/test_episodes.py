"""Episodes at a real server."""

from __future__ import annotations

import copy
import gc
import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from observing import PATIENCE, Program
from runrl_sandbox import CannotBranch, Closed, EpisodeEnded, NotSendable, Sandbox, UnknownEpisode, WaitTimeout


@pytest.fixture
def sandbox(environment_server: Sandbox) -> Iterator[Sandbox]:
    with Sandbox(environment_server.address) as own:
        yield own


def test_an_episode_is_played_to_its_end(sandbox: Sandbox) -> None:
    with sandbox.episode({"start": 4}, seed=1) as episode:
        assert (episode.observation, episode.ended, episode.done) == ("at 4", None, False)
        step = episode.step("2")
        assert (step.observation, step.reward, step.done, step.steps, step.total) == ("at 6", 2.0, False, 1, 2.0)
        last = episode.step("4")
        assert (last.observation, last.reward, last.done, last.steps, last.total) == ("at 10", 4.0, True, 2, 6.0)
        assert (episode.ended, episode.done, episode.outcome) == ("done", True, last)
        with pytest.raises(EpisodeEnded):
            episode.step("1")


def test_copies_of_an_episode_go_on_for_themselves(sandbox: Sandbox) -> None:
    with sandbox.episode(start=1) as episode:
        episode.step("1")
        copies = episode.branch(3)
        assert [one.observation for one in copies] == ["at 2"] * 3
        assert [one.step(str(index)).observation for index, one in enumerate(copies)] == ["at 2", "at 3", "at 4"]
        assert episode.step("5").observation == "at 7"
        for one in copies:
            one.close()


def test_what_keeps_an_episode_from_being_copied_is_said(sandbox: Sandbox) -> None:
    with sandbox.episode() as episode:
        episode.step("thread")
        with pytest.raises(CannotBranch, match="thread"):
            episode.branch(1)
        assert episode.step("1").ok
        with pytest.raises(ValueError, match="from 1 to 10000"):
            episode.branch(0)


def test_a_setup_that_fails_is_an_outcome(sandbox: Sandbox) -> None:
    with sandbox.episode(start=-1) as episode:
        assert (episode.outcome.status, episode.ended, episode.id) == ("raised", "failed", None)
        with pytest.raises(EpisodeEnded, match="ValueError: below zero"):
            episode.step("1")


def test_a_step_that_fails_is_an_outcome_and_the_end(sandbox: Sandbox) -> None:
    with sandbox.episode() as episode:
        step = episode.step("no number")
        assert (step.status, step.reward, step.ended) == ("raised", None, "failed")
        with pytest.raises(EpisodeEnded):
            episode.step("1")


def test_a_row_or_an_action_that_cannot_be_sent_is_an_error(sandbox: Sandbox) -> None:
    with pytest.raises(NotSendable, match="`start` is a set"):
        sandbox.episode(start={1})
    with sandbox.episode() as episode, pytest.raises(TypeError, match="action to be text"):
        episode.step(1)  # type: ignore[arg-type]


def test_a_closed_episode_takes_no_step(sandbox: Sandbox) -> None:
    episode = sandbox.episode()
    episode.close()
    episode.close()
    assert episode.ended == "closed"
    with pytest.raises(EpisodeEnded, match="was closed"):
        episode.step("1")


def test_waiting_for_a_step_ends_with_its_timeout(sandbox: Sandbox) -> None:
    before = time.monotonic()
    with sandbox.episode() as episode, pytest.raises(WaitTimeout):
        episode.step("sleep", timeout=0.2)
    assert time.monotonic() - before < 100


def test_an_episode_that_is_dropped_gives_its_place_to_another(environment: None, modules: Path) -> None:
    with Sandbox.spawn(modules / "counting.py", kind="environment", max_episodes=2) as sandbox:
        for _ in range(3):
            both = [sandbox.episode(timeout=PATIENCE) for _ in range(2)]
            assert all(episode.step("1", timeout=PATIENCE).ok for episode in both)
            del both
            gc.collect()


def test_episodes_are_of_their_process(sandbox: Sandbox) -> None:
    with sandbox.episode() as episode, pytest.raises(TypeError, match="cannot be pickled"):
        copy.copy(episode)
    program = Program(
        """
import os, sys
from runrl_sandbox import *
sandbox = Sandbox(sys.argv[1])
with sandbox.episode(start=1) as episode:
    child = os.fork()
    if child == 0:
        try:
            episode.step("1")
        except UnknownEpisode as error:
            print(error, flush=True)
        with sandbox.episode(start=7) as other:
            print(other.observation, flush=True)
        sys.exit(0)
    assert os.waitpid(child, 0)[1] == 0
    print(episode.step("1").observation)
""",
        sandbox.address,
    )
    out, err, code = program.end()
    assert (out.splitlines()[1:], code) == (["at 7", "at 2"], 0), err
    assert "another process" in out


def test_many_threads_play_at_once(sandbox: Sandbox) -> None:
    totals: list[float | None] = []

    def play() -> None:
        with sandbox.episode() as episode:
            while not episode.done:
                episode.step("1")
            totals.append(episode.outcome.total)

    players = [threading.Thread(target=play) for _ in range(8)]
    for player in players:
        player.start()
    for player in players:
        player.join(PATIENCE)
    assert totals == [10.0] * 8


def test_episodes_end_with_the_sandbox(environment_server: Sandbox) -> None:
    sandbox = Sandbox(environment_server.address)
    episode = sandbox.episode()
    sandbox.close()
    with pytest.raises(Closed):
        episode.step("1")
    episode.close()
    with Sandbox(environment_server.address) as other:
        stranger = other.episode()
        name, stranger._name = stranger._name, episode.id
        with pytest.raises((UnknownEpisode, EpisodeEnded)):
            stranger.step("1")
        stranger._name = name
        stranger.close()


def test_the_training_step_reaches_the_figures(environment: None, modules: Path, tmp_path: Path) -> None:
    with (
        Sandbox.spawn(modules / "counting.py", kind="environment", data=tmp_path) as sandbox,
        sandbox.episode(start=8, step=12, seed=1) as episode,
    ):
        assert episode.step("2").done
    rows = [json.loads(line) for line in (tmp_path / "steps.jsonl").read_text().splitlines()]
    latest = {row["step"]: row["calls"] for row in rows if "step" in row}
    assert latest == {12: 1}
