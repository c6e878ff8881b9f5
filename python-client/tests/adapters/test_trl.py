"""The reward function for TRL: what TRL asks of one, and what it does with answers."""

from __future__ import annotations

import inspect
import logging
import multiprocessing
import os
import pickle
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from runrl_sandbox import NotStarted, Sandbox, Unavailable
from runrl_sandbox.adapters import servers
from runrl_sandbox.adapters.failures import CallsFailed
from runrl_sandbox.adapters.trl import reward_function

SOURCE = str(Path(__file__).parents[2] / "src")


class Logs:
    """What TRL gives a reward function to log with."""

    def __init__(self) -> None:
        self.metrics: dict[str, float] = {}
        self.extras: dict[str, list[Any]] = {}

    def arguments(self, step: int = 0) -> dict[str, Any]:
        return {
            "trainer_state": SimpleNamespace(global_step=step),
            "log_metric": self.metrics.__setitem__,
            "log_extra": self.extras.__setitem__,
            "environments": [object()],
        }


def score(function: Any, completions: list[Any], **columns: Any) -> list[float | None]:
    ids = [[1, 2]] * len(completions)
    rewards: list[float | None] = function(
        prompts=["a prompt"] * len(completions), completions=completions, completion_ids=ids, **columns
    )
    return rewards


def test_it_is_what_trainers_look_for(served: str, reward_file: Path) -> None:
    function = reward_function(served, name="length")
    assert function.__name__ == "length"
    assert not inspect.iscoroutinefunction(function)
    assert not inspect.iscoroutinefunction(function.__call__)
    assert [*inspect.signature(function).parameters][:2] == ["prompts", "completions"]  # axolotl wants two
    assert reward_function(served).__name__ == "reward"
    assert reward_function(served, module="maths").__name__ == "maths"
    assert reward_function(reward_file).__name__ == "reward"


def test_columns_become_rows_and_what_is_of_trl_stays(served: str) -> None:
    logs = Logs()
    function = reward_function(served, info={"row": ""})
    assert score(function, ["a", "b"], value=[18.0, 2**60], tags=[["x"], []], **logs.arguments()) == [18.0, 2.0**60]
    rows = logs.extras["reward/row"]
    assert eval(rows[0]) == {"prompt": "a prompt", "value": 18.0, "tags": ["x"]}
    assert eval(rows[1]) == {"prompt": "a prompt", "value": 2**60, "tags": []}
    assert isinstance(eval(rows[0])["value"], float)
    assert isinstance(eval(rows[1])["value"], int)


def test_the_training_step_goes_with_the_calls(served: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    real = Sandbox.score_many

    def score_many(self: Sandbox, calls: Any, **options: Any) -> list[Any]:
        seen.append((options["step"], options["module"]))
        return real(self, calls, **options)

    monkeypatch.setattr(Sandbox, "score_many", score_many)
    function = reward_function(served, module="reward")
    assert score(function, ["a"], **Logs().arguments(step=17)) == [1.0]
    assert score(function, ["a"]) == [1.0]
    assert seen == [(17, "reward"), (None, "reward")]


def test_token_ids_are_passed_on_request(served: str) -> None:
    logs = Logs()
    score(reward_function(served, info={"row": ""}, completion_ids=True), ["a"], **logs.arguments())
    assert eval(logs.extras["reward/row"][0])["completion_ids"] == [1, 2]


def test_conversational_completions_are_scored_by_their_text(served: str) -> None:
    said = [
        [{"role": "assistant", "content": "four"}],
        [
            {"role": "assistant", "content": None, "tool_calls": [{"type": "function"}]},
            {"role": "tool", "content": "an answer"},
            {"role": "assistant", "content": "seven"},
        ],
    ]
    prompts = [[{"role": "user", "content": "?"}]] * 2
    assert reward_function(served)(prompts=prompts, completions=said, completion_ids=[[], []]) == [4.0, 5.0]


def test_there_are_as_many_rewards_as_prompts(served: str) -> None:
    function = reward_function(served)
    assert score(function, []) == []
    assert score(function, ["abc"] * 70) == [3.0] * 70
    with pytest.raises(ValueError, match="`answer` has 1 values, and there are 2 prompts"):
        score(function, ["a", "b"], answer=[1])
    with pytest.raises(ValueError, match="`completions` has 1 values"):
        function(prompts=["a", "b"], completions=["a"])


def test_failures_have_no_reward_and_spare_the_others(served: str) -> None:
    completions = ["hang", "a", "raise", "bb", "zero", "exit", "ccc"]
    assert score(reward_function(served), completions) == [None, 1.0, None, 2.0, None, None, 3.0]


def test_numbers_for_failures_are_chosen_by_kind(served: str) -> None:
    function = reward_function(served, on_timeout=-2, on_error=-1.5)
    assert score(function, ["hang", "raise", "zero", "exit", "a"]) == [-2.0, -1.5, -1.5, -1.5, 1.0]
    for wrong in [True, "0", float("nan"), float("inf")]:
        with pytest.raises(ValueError, match="expected `on_timeout` to be a finite number"):
            reward_function(served, on_timeout=wrong)  # type: ignore[arg-type]


def test_the_same_keys_are_logged_whatever_happens(served: str) -> None:
    function = reward_function(served, info={"length": -1.0, "more": 0.0, "row": "none"})
    metrics = ["reward/failed", "reward/timeout", "reward/lost", "reward/length", "reward/more"]
    for completions, values in [
        (["aa", "bbbb"], [0.0, 0.0, 0.0, 3.0, 0.0]),
        (["aa", "more"], [0.0, 0.0, 0.0, 3.0, 2.0]),
        (["aa", "raise"], [0.5, 0.0, 0.0, 2.0, 0.0]),
        (["hang", "raise"], [1.0, 0.5, 0.0, -1.0, 0.0]),
    ]:
        logs = Logs()
        score(function, completions, **logs.arguments())
        audited = {"reward/unearned": 0.0, "reward/alarms": 0.0}
        assert logs.metrics == {**dict(zip(metrics, values, strict=True)), **audited}
        assert [*logs.extras] == ["reward/status", "reward/error", "reward/row"]
        assert [len(column) for column in logs.extras.values()] == [2, 2, 2]
    errors = logs.extras.pop("reward/error")
    assert logs.extras == {"reward/status": ["timeout", "raised"], "reward/row": ["none", "none"]}
    assert re.match(r"Timeout: .*reward\.py:\d\)$", errors[0])
    assert re.match(r"ValueError: on purpose \(.*reward\.py:9\)$", errors[1])


def test_what_failed_is_told_once_for_each_cause(served: str, caplog: pytest.LogCaptureFixture) -> None:
    function = reward_function(served)
    for _ in range(3):
        assert score(function, ["raise", "a", "zero"]) == [None, 1.0, None]
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == 2
    assert re.match(r"reward: 1 of 3 calls failed: ValueError: on purpose \(.*reward\.py:9\)", said[0])
    assert "InvalidReward" in said[1]
    assert score(function, ["raise"] * 3) == [None] * 3  # it has worked before


def test_training_does_not_begin_with_a_function_that_always_fails(served: str) -> None:
    with pytest.raises(CallsFailed, match=r"all 3 calls of the first batch failed: ValueError: on purpose \(.*:9\)\n"):
        score(reward_function(served), ["raise"] * 3)
    assert score(reward_function(served, keep_going=True), ["raise"] * 3) == [None] * 3
    assert score(reward_function(served, on_error=-1), ["raise"] * 3) == [-1.0] * 3
    assert score(reward_function(served), ["raise", "zero"]) == [None] * 2  # two reasons


def test_it_warns_when_a_hanging_completion_is_worth_more_than_its_sibling(
    served: str, caplog: pytest.LogCaptureFixture
) -> None:
    def warnings(function: Any, prompts: list[str], values: list[float]) -> list[str]:
        caplog.clear()
        function(prompts=prompts, completions=["hang", "a", "hang", "a"], value=values)
        return [said for record in caplog.records if "learn" in (said := record.getMessage())]

    same = ["p", "p", "q", "q"]
    function = reward_function(served, on_timeout=0.0)
    assert warnings(function, same, [0.0, 0.0, 0.0, 1.0]) == []
    assert warnings(function, ["p", "q", "r", "s"], [-1.0] * 4) == []  # another prompt is no sibling
    (said,) = warnings(function, same, [-1.0] * 4)
    assert "`timeout` scores 0" in said
    assert "was scored -1" in said
    assert "`on_timeout`" in said
    assert warnings(function, same, [-1.0] * 4) == []  # said once
    assert warnings(reward_function(served), same, [-1.0] * 4) == []


def test_what_cannot_be_sent_is_left_out_and_said_once(served: str, caplog: pytest.LogCaptureFixture) -> None:
    logs = Logs()
    function = reward_function(served, info={"row": ""})
    for _ in range(2):
        score(function, ["a", "b"], image_of_test=[object(), object()], value=[1, 2], **logs.arguments())
    assert [eval(row) for row in logs.extras["reward/row"]] == [
        {"prompt": "a prompt", "value": 1},
        {"prompt": "a prompt", "value": 2},
    ]
    (record,) = caplog.records
    assert "`image_of_test`" in record.getMessage()


def test_settings_are_checked_where_they_are_written(served: str, tmp_path: Path) -> None:
    for arguments, options, message in [
        ([tmp_path / "none.py"], {}, "no file"),
        ([""], {}, "expected `server`"),
        (["http://127.0.0.1:8000"], {}, "this client does not use HTTP"),
        ([served], {"timeout": 5}, "`timeout`: options are for a server that is started here"),
        ([served], {"info": ["length"]}, "expected `info` to be a mapping"),
        ([served], {"info": {"length": None}}, r"expected `info\['length'\]` to be a number, or text"),
        ([served], {"info": {"status": ""}}, "cannot have the key `status`"),
    ]:
        with pytest.raises(ValueError, match=message):
            reward_function(*arguments, **options)  # type: ignore[arg-type]


def _in_child(function: Any, answers: Any) -> None:
    answers.put((os.getpid(), score(function, ["abc", "raise"])))


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_it_works_after_a_fork(served: str) -> None:
    function = reward_function(served)
    assert score(function, ["a"]) == [1.0]  # connected before
    context = multiprocessing.get_context("fork")
    answers = context.SimpleQueue()
    child = context.Process(target=_in_child, args=(function, answers))
    child.start()
    pid, rewards = answers.get()
    child.join()
    assert (pid, rewards, child.exitcode) == (child.pid, [3.0, None], 0)
    assert score(function, ["ab"]) == [2.0]
    answers.close()
    child.close()


@pytest.mark.usefixtures("environment")
def test_it_works_in_a_process_that_is_handed_a_pickle(served: str, reward_file: Path, tmp_path: Path) -> None:
    program = """
import pickle, sys
for name in sys.argv[1:]:
    with open(name, "rb") as file:
        function = pickle.load(file)
    print(function(prompts=["p"] * 2, completions=["abc", "raise"], completion_ids=[[], []]))
"""
    names = []
    for number, server in enumerate([served, reward_file]):
        function = reward_function(server)
        assert score(function, ["a"]) == [1.0]
        path = tmp_path / f"{number}.pickle"
        path.write_bytes(pickle.dumps(function))
        names.append(str(path))
    environ = {**os.environ, "PYTHONPATH": SOURCE}
    ended = subprocess.run([sys.executable, "-c", program, *names], env=environ, capture_output=True, text=True)
    assert (ended.stdout, ended.returncode) == ("[3.0, None]\n" * 2, 0), ended.stderr


def test_a_copy_is_the_same_function_and_holds_no_secret(served: str, tmp_path: Path) -> None:
    token = tmp_path / "token"
    token.write_text("a secret\n")
    packed = pickle.dumps(reward_function(served, token_file=token))
    assert b"a secret" not in packed
    copy = pickle.loads(pickle.dumps(reward_function(served, name="mine", on_error=-1.0)))
    assert copy.__name__ == "mine"
    assert score(copy, ["abc", "raise"]) == [3.0, -1.0]


def test_training_does_not_go_on_without_a_server(
    environment: None, reward_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "RECONNECT_TIMEOUT", 1.0)
    with Sandbox.spawn(reward_file) as sandbox:
        function = reward_function(sandbox.address, on_lost=0.0)
        assert score(function, ["abc"]) == [3.0]
    with pytest.raises(Unavailable):
        score(function, ["abc", "a"])


def test_a_wrong_option_of_a_server_is_said(environment: None, reward_file: Path) -> None:
    with pytest.raises(NotStarted, match="timeot"):
        score(reward_function(reward_file, timeot=5), ["a"])


def test_a_server_for_a_file_is_shared_and_ends_with_the_process(environment: None, reward_file: Path) -> None:
    program = """
import os, sys
from runrl_sandbox.adapters import servers, trl
one = trl.reward_function("reward.py", timeout=30, on_error=-1.0)
other = trl.reward_function("reward.py", timeout=30)
os.chdir("/")
print(one(prompts=["p"] * 2, completions=["abc", "raise"]), other(prompts=["p"], completions=["ab"]))
(sandbox,) = servers._sandboxes.values()
print("server", sandbox._connection.server.ready["pid"])
"""
    ranks = {"WORLD_SIZE": "4", "PYTHONPATH": SOURCE}
    ended = subprocess.run(
        [sys.executable, "-c", program],
        cwd=reward_file.parent,
        env={**os.environ, **ranks},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ended.stdout.startswith("[3.0, -1.0] [2.0]\n")
    match = re.search(r"server (\d+)", ended.stdout)
    assert match is not None
    assert not Path(f"/proc/{match[1]}").exists()
    assert "one of 4 ranks" in ended.stderr  # each would start its own


def test_nothing_of_trl_is_imported() -> None:
    program = "import runrl_sandbox.adapters.trl, sys; sys.exit('trl' in sys.modules or 'torch' in sys.modules)"
    subprocess.run([sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": SOURCE}, check=True)


def test_unanswered_calls_of_a_batch_are_lost_samples(
    served: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    real = Sandbox.score_many

    def one_refused(self: Sandbox, calls: Any, **options: Any) -> list[Any]:
        return [Unavailable("gone"), *real(self, [*calls][1:], **options)]

    monkeypatch.setattr(Sandbox, "score_many", one_refused)
    logs = Logs()
    assert score(reward_function(served), ["a", "bb"], **logs.arguments()) == [None, 2.0]
    assert score(reward_function(served, on_lost=-3.0), ["a", "bb"]) == [-3.0, 2.0]
    assert logs.metrics["reward/lost"] == 0.5
    assert "1 of 2 calls went unanswered; the first: gone" in caplog.text
