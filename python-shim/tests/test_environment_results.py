"""What `setup` and `step` may return, and what is told about everything else."""

from __future__ import annotations

import collections
import enum
import json
from typing import Any

import pytest
from runrl_shim.inside.results.step_result import StepResult, normalise_setup, normalise_step

MESSAGES = [{"role": "tool", "content": [{"type": "text", "text": "é"}], "tool_call_id": 18.0}]


class Loud(str):
    __slots__ = ()

    def __str__(self) -> str:
        raise RuntimeError("called")

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("called")

    __hash__ = str.__hash__


class EvilDict(dict[str, Any]):
    def __getitem__(self, *_: object) -> Any:
        raise RuntimeError("called")

    get = items = keys = __iter__ = __contains__ = __len__ = __getitem__  # type: ignore[assignment]


class EvilList(list[Any]):
    def __iter__(self) -> Any:
        raise RuntimeError("called")

    __getitem__ = __len__ = __iter__


class EvilTuple(tuple[Any, ...]):
    __slots__ = ()

    def __iter__(self) -> Any:
        raise RuntimeError("called")

    __getitem__ = __len__ = __iter__


class Key(str, enum.Enum):
    DONE = "done"


def numpy_like(item: object) -> Any:
    """A scalar of an array library, as far as its type tells."""
    return type("bool_", (), {"__module__": "numpy", "item": lambda self: item, "shape": ()})()


def step(**fields: Any) -> StepResult:
    return normalise_step({"observation": "seen", "reward": 0.5, "done": False, **fields})


def problem(result: StepResult) -> str:
    """The message of an invalid result, of which nothing else is set."""
    assert result.kind == "invalid"
    assert (result.observation, result.observation_json, result.reward, result.done) == (None, None, None, False)
    assert (result.info, result.warnings) == ({}, [])
    assert result.problem is not None
    assert len(result.problem[1]) < 500
    return result.problem[1]


# --- observations --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "seen", "\ud800", "x" * 10**6, Loud("loud")], ids=lambda text: repr(text[:5]))
def test_text_is_an_observation(text: str) -> None:
    for result in (normalise_setup(text), step(observation=text)):
        assert (result.kind, result.observation_json) == ("ok", None)
        assert type(result.observation) is str
        assert result.observation.encode("utf-8", "replace") == str.__str__(text).encode("utf-8", "replace")


@pytest.mark.parametrize("messages", [[], MESSAGES, [collections.OrderedDict(MESSAGES[0])]], ids=["0", "1", "ordered"])
def test_messages_are_passed_through_as_they_are(messages: list[Any]) -> None:
    for result in (normalise_setup(messages), step(observation=messages)):
        assert (result.kind, result.observation) == ("ok", None)
        assert result.observation_json is not None
        assert json.loads(result.observation_json) == messages
        assert result.observation_json.isascii()
    assert "18.0" in (normalise_setup(MESSAGES).observation_json or "")


def test_setup_may_return_nothing() -> None:
    result = normalise_setup(None)
    assert (result.kind, result.observation, result.observation_json, result.reward) == ("ok", None, None, None)


def test_the_last_step_needs_no_observation() -> None:
    assert step(observation=None, done=True).kind == "ok"
    assert normalise_step({"reward": 1.0, "done": True}).kind == "ok"
    assert normalise_step((None, 1.0, False, True, {})).done is True


def circular() -> list[Any]:
    message: dict[str, Any] = {"role": "user", "content": None}
    message["content"] = message
    return [message]


OBSERVATIONS = {
    "a number": (3, "the int 3; expected"),
    "bytes": (b"x", "the bytes b'x'"),
    "a bool": (True, "the bool True"),
    "one message": ({"role": "user", "content": "x"}, "A single message goes into a list"),
    "a tuple": (("x", {}), "Return the observation alone"),
    "texts": (["a", "b"], "whose item 0 ('a') is no message"),
    "a message without content": ([MESSAGES[0], {"role": "user"}], "whose item 1 ({'role': 'user'}) is no message"),
    "a role that is none": ([{"role": 1, "content": "x"}], "is no message"),
    "a set in it": ([{"role": "user", "content": {1}}], "cannot be written as JSON (Object of type set is not"),
    "NaN in it": ([{"role": "user", "content": float("nan")}], "cannot be written as JSON (Out of range"),
    "a key that is none": ([{"role": "user", "content": {(1, 2): 3}}], "cannot be written as JSON (keys must be"),
    "a circle": (circular(), "cannot be written as JSON (Circular reference"),
    "an evil list": (EvilList(MESSAGES), "cannot be written as JSON (RuntimeError)"),
    "an evil dict": ([EvilDict(MESSAGES[0])], "cannot be written as JSON (RuntimeError)"),
}


@pytest.mark.parametrize(("value", "said"), OBSERVATIONS.values(), ids=OBSERVATIONS.keys())
def test_what_is_no_observation_is_told(value: object, said: str) -> None:
    for result, subject in (
        (normalise_setup(value), "`setup` returned "),
        (step(observation=value), "the observation is "),
    ):
        message = problem(result)
        assert message.startswith(subject)
        assert said in message
        assert "a str or a list of messages {role, content}" in message


def test_very_deep_messages_are_invalid() -> None:
    content: Any = "x"
    for _ in range(200_000):
        content = [content]
    assert "cannot be written as JSON" in problem(normalise_setup([{"role": "user", "content": content}]))


def test_memory_that_runs_out_is_not_called_invalid(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_value: object) -> str:
        raise MemoryError

    monkeypatch.setattr("runrl_shim.inside.results.step_result._to_json", fail)
    with pytest.raises(MemoryError):
        normalise_setup(MESSAGES)


def test_a_coroutine_is_closed_and_told() -> None:
    async def observe() -> str:
        return "x"

    for normalise in (normalise_setup, normalise_step):
        assert "`await` it" in problem(normalise(observe()))


# --- reward, done, info --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reward", "number"), [(1, 1.0), (True, 1.0), (-0.5, -0.5), (numpy_like(2), 2.0)])
def test_numbers_are_rewards(reward: object, number: float) -> None:
    result = step(reward=reward)
    assert (result.kind, result.reward, type(result.reward)) == ("ok", number, float)


REWARDS = {
    "None": (None, "the reward is None; expected a finite number. Give 0.0 where a step earns nothing."),
    "NaN": (float("nan"), "the reward is nan, which is not finite; expected a finite number."),
    "text": ("1", "the reward is the str '1'; expected a finite number. Convert it with `float(...)`."),
    "a tuple": ((1.0, {}), "the reward is a tuple of 2: (1.0, {}); expected a finite number."),
}


@pytest.mark.parametrize(("reward", "said"), REWARDS.values(), ids=REWARDS.keys())
def test_what_is_no_reward_is_told(reward: object, said: str) -> None:
    assert problem(step(reward=reward)) == said
    assert problem(normalise_step(("x", reward, False, {}))) == said


@pytest.mark.parametrize(("done", "is_done"), [(0, False), (1, True), (numpy_like(True), True), (False, False)])
def test_done_is_a_truth(done: object, is_done: bool) -> None:
    assert step(done=done).done is is_done


@pytest.mark.parametrize("done", [None, "False", 2, 1.0, [], numpy_like("x")], ids=repr)
def test_what_is_no_truth_is_told(done: object) -> None:
    message = problem(step(done=done))
    assert message.startswith("`done` is ")
    assert message.endswith("; expected True or False.")


@pytest.mark.parametrize("ends", [(True, False), (False, True), (True, True)])
def test_either_of_terminated_and_truncated_ends_it(ends: tuple[bool, bool]) -> None:
    assert normalise_step(("x", 0.0, *ends, {})).done is True
    fields = {"observation": "x", "reward": 0.0, "terminated": ends[0], "truncated": ends[1]}
    assert normalise_step(fields).done is True
    assert normalise_step({**fields, "done": False}).done is False


def test_truncated_is_looked_at_in_any_case() -> None:
    assert "`truncated` is the str 'no'" in problem(normalise_step(("x", 0.0, True, "no", {})))


@pytest.mark.parametrize("name", ["info", "reward_info_dict"])
def test_info_is_kept_as_that_of_rewards(name: str) -> None:
    result = step(**{name: {"a": 1, "b": "two", "c": [3]}})
    assert result.info == {"a": 1.0, "b": "two"}
    assert result.warnings == ["info['c'] was dropped: a list of 1: [3]; expected a finite float or a str"]


def test_reward_info_dict_goes_first_and_none_is_no_info() -> None:
    assert step(info={"a": 1}, reward_info_dict={"b": 2}).info == {"b": 2.0}
    assert step(info={"a": 1}, reward_info_dict=None).info == {"a": 1.0}
    assert normalise_step(("x", 0.0, False, None)).warnings == []


def test_info_that_is_no_dict_is_told() -> None:
    assert "the info is the str 'x'; expected a dict" in problem(step(info="x"))


# --- the whole -----------------------------------------------------------------------------------------------

STEPS = {
    "None": (None, "`step` returned None; expected a dict with `observation`, `reward` and `done`"),
    "text": ("x", "`step` returned the str 'x'; expected"),
    "a list": (["x", 0.0, False, {}], "A tuple is written with round brackets."),
    "two": (("x", 1.0), "`step` returned a tuple of 2: ('x', 1.0); expected"),
    "three": (("x", 1.0, True), "or a tuple (observation, reward, done, info) or (observation, reward, terminated,"),
    "nothing": ({}, "a dict without `observation` and `reward` and `done` (its keys: none)"),
    "no done": ({"observation": "x", "reward": 1}, "a dict without `done` (its keys: `observation`, `reward`)"),
    "no reward": ({"observation": "x", "done": True}, "a dict without `reward` (its keys: `observation`, `done`)"),
    "no observation": ({"reward": 1, "done": False}, "the observation is missing or None, and the episode goes on"),
    "an object": (object(), "`step` returned an object object; expected"),
}


@pytest.mark.parametrize(("value", "said"), STEPS.values(), ids=STEPS.keys())
def test_what_is_no_result_is_told(value: object, said: str) -> None:
    result = normalise_step(value)
    assert said in problem(result)
    assert result.problem is not None
    assert result.problem[0] == "InvalidStep"


def test_an_invalid_setup_is_named_so() -> None:
    assert normalise_setup(1).problem == (
        "InvalidSetup",
        "`setup` returned the int 1; expected None, or the first observation: "
        "a str or a list of messages {role, content}.",
    )


def test_subclasses_are_read_without_their_methods() -> None:
    fields = {"observation": Loud("x"), "reward": 1.0, "done": True, "info": EvilDict(a=1)}
    loud_keys = {Loud(name): value for name, value in fields.items()}
    for value in (EvilDict(fields), EvilTuple(fields.values()), loud_keys):
        result = normalise_step(value)
        assert (result.kind, result.observation, result.done, result.info) == ("ok", "x", True, {"a": 1.0})


def test_a_named_tuple_is_a_tuple_and_an_enum_of_str_a_key() -> None:
    graded = collections.namedtuple("graded", "observation reward done info")
    assert normalise_step(graded("x", 1, True, {})).reward == 1.0
    assert normalise_step({"observation": "x", "reward": 1, Key.DONE: True}).done is True
