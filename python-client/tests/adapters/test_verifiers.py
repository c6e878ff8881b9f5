"""Reward functions for verifiers: what its rubrics and tasks ask of one, with stand-ins for their states and traces."""

from __future__ import annotations

import asyncio
import inspect
import pickle
from collections.abc import Awaitable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest
from runrl_sandbox import Sandbox
from runrl_sandbox.adapters import servers
from runrl_sandbox.adapters.verifiers import CallFailed, rubric_function, task_reward
from runrl_sandbox.errors import UnknownModule

T = TypeVar("T")
#: Parameters by which a rubric of v0 takes a function for one of whole groups.
GROUPS = {"states", "prompts", "completions", "answers", "tasks", "infos"}


def run(awaitable: Awaitable[T]) -> T:
    async def awaited() -> T:
        return await awaitable

    return asyncio.run(awaited())


class Message:
    """As those of verifiers: an object, not a dict."""

    def __init__(self, role: str, content: str) -> None:
        self.role, self.content = role, content

    def model_dump(self, mode: str, exclude_none: bool) -> dict[str, str]:
        assert (mode, exclude_none) == ("json", True)
        return {"role": self.role, "content": self.content}


class Trace:
    """What a reward of v1 uses of one."""

    def __init__(self, reply: str) -> None:
        self.last_reply = reply
        self.metrics: dict[str, float] = {}

    def record_metrics(self, values: dict[str, float]) -> None:
        self.metrics.update(values)


def test_functions_are_what_verifiers_looks_for(served: str) -> None:
    rubric = rubric_function(served, name="right", on_failure=0)
    task = task_reward(served, name="right")
    for function in (rubric, task):
        assert inspect.iscoroutinefunction(function)  # others would run on the event loop
        assert function.__name__ == "right"
        assert not GROUPS & {*inspect.signature(function).parameters}
    assert inspect.signature(rubric).return_annotation not in (list, "list")
    assert [*inspect.signature(task).parameters] == ["task", "trace"]  # works without a runtime, too


def test_a_rubric_gets_numbers_and_the_state_the_truth(served: str) -> None:
    function = rubric_function(served, on_failure=-1.0, on_timeout=-2.0)
    for reply, number, status, reward in [
        ("abc", 3.0, "ok", 3.0),
        ("hang", -2.0, "timeout", None),
        ("raise", -1.0, "raised", None),
        ("zero", -1.0, "invalid", None),
    ]:
        state: dict[str, Any] = {}
        said = [Message("assistant", reply)]
        assert run(function(completion=said, prompt=[Message("user", "?")], answer="4", info={}, state=state)) == number
        found = state["sandbox"]["reward"]
        assert (found["status"], found["reward"]) == (status, reward)
        assert (found["error"] is None) == (status == "ok")


def test_a_rubric_passes_the_row(served: str) -> None:
    state: dict[str, Any] = {}
    given = {"parser": object(), "task": None, "level": 3, "socket": object()}
    run(
        rubric_function(served, on_failure=0)(
            completion="abc", prompt=[Message("user", "?")], answer="4", info={"a": 1.0}, state=state, **given
        )
    )
    assert eval(state["sandbox"]["reward"]["info"]["row"]) == {
        "task": None,
        "level": 3,
        "prompt": [{"role": "user", "content": "?"}],
        "answer": "4",
        "info": {"a": 1.0},
    }


def test_a_rubric_function_needs_numbers_and_never_raises(
    environment: None, reward_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A rubric takes 0.0 for whatever is raised.
    with pytest.raises(ValueError, match=r"A rubric needs a number .* `on_failure=0.0`"):
        rubric_function(reward_file)
    monkeypatch.setattr(servers, "RECONNECT_TIMEOUT", 1.0)
    with Sandbox.spawn(reward_file) as server:
        function = rubric_function(server.address, on_failure=-1.0, on_lost=-5.0)
        assert run(function(completion="abc")) == 3.0
    state: dict[str, Any] = {}
    assert run(function(completion="abc", state=state)) == -5.0
    assert state["sandbox"]["reward"]["status"] == "lost"


def test_a_task_that_fails_has_an_error_and_no_reward(served: str) -> None:
    function = task_reward(served, info={"length": 0.0})
    trace = Trace("abc")
    assert run(function(task={"answer": "4"}, trace=trace)) == 3.0
    assert trace.metrics == {"reward_failed": 0.0, "length": 3.0}
    trace = Trace("raise")
    with pytest.raises(CallFailed, match="ended as `raised`: ValueError: on purpose") as caught:
        run(function(task={"answer": "4"}, trace=trace))
    assert trace.metrics == {"reward_failed": 1.0, "length": 0.0}
    assert caught.value.outcome.status == "raised"
    copy = pickle.loads(pickle.dumps(caught.value))
    assert str(copy) == str(caught.value)


def test_a_task_can_have_numbers_for_failures(served: str) -> None:
    function = task_reward(served, on_timeout=-2.0, on_error=-1.0)
    task = SimpleNamespace(data={"value": 8.0})  # as a method of a task it gets the task itself
    assert [run(function(task=task, trace=Trace(reply))) for reply in ["a", "hang", "exit"]] == [8.0, -2.0, -1.0]


def test_a_wrong_setting_is_no_reward_of_a_task(served: str) -> None:
    function = task_reward(served, module="another", on_lost=0.0)
    with pytest.raises(UnknownModule):
        run(function(task={"answer": "4"}, trace=Trace("abc")))


def test_a_field_of_the_data_may_be_called_data(served: str) -> None:
    class Data:
        data = "a field"

        def model_dump(self, mode: str, exclude_none: bool) -> dict[str, Any]:
            return {"data": self.data, "value": 9.0}

    assert run(task_reward(served)(task=Data(), trace=Trace("a"))) == 9.0


def test_metrics_are_numbers(served: str) -> None:
    with pytest.raises(ValueError, match="metrics of verifiers are numbers"):
        task_reward(served, info={"row": ""})
