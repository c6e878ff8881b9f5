"""The published shapes: how a file is recognised as one, and what its function is called with."""

from __future__ import annotations

import asyncio
import timeit
from collections.abc import Callable
from typing import Any

import pytest
from runrl_shim.inside.loading.load import LoadedReward
from runrl_shim.inside.results.result import normalise

Load = Callable[..., LoadedReward]

MESSAGES = [{"role": "assistant", "content": "four"}]
PROMPT = [{"role": "user", "content": "2 + 2?"}]
ROW = {"prompt": PROMPT, "expected": 4, "difficulty": "easy"}
SEEN = "def reward_fn({0}):\n    return dict(locals())\n"


def seen(load: Load, parameters: str, completion: Any = "four", row: dict[str, Any] = ROW, **options: Any) -> Any:
    """What a function with these parameters sees."""
    return load(SEEN.format(parameters), **options).call(row, completion)


# --- a completion as a string (R4) --------------------------------------------------------------------------


def test_a_string_and_every_field(load: Load) -> None:
    assert seen(load, "completion: str, **kwargs") == {"completion": "four", "kwargs": ROW}


@pytest.mark.parametrize("name", ["completion", "text", "response", "answer", "x"])
def test_the_first_parameter_may_have_any_name(load: Load, name: str) -> None:
    assert seen(load, f"{name}, **kwargs")[name] == "four"


def test_without_kwargs_only_the_fields_that_it_names(load: Load) -> None:
    assert seen(load, "completion, expected, seed=7") == {"completion": "four", "expected": 4, "seed": 7}


def test_the_prompt_is_a_field_like_others(load: Load) -> None:
    assert seen(load, "completion, prompt") == {"completion": "four", "prompt": PROMPT}


def test_keyword_only_fields_are_filled(load: Load) -> None:
    assert seen(load, "completion, *, expected") == {"completion": "four", "expected": 4}


def test_positional_only_completion_leaves_its_name_to_the_fields(load: Load) -> None:
    row = {"completion": "of the row"}
    assert seen(load, "completion, /, **kwargs", row=row) == {"completion": "four", "kwargs": row}


def test_star_args_get_the_completion(load: Load) -> None:
    assert seen(load, "*args, **kwargs") == {"args": ("four",), "kwargs": ROW}


def test_kwargs_alone_get_the_completion_by_name(load: Load) -> None:
    assert seen(load, "**kwargs") == {"kwargs": {**ROW, "completion": "four"}}


def test_a_keyword_only_completion_is_filled(load: Load) -> None:
    assert seen(load, "*, completion, expected=None") == {"completion": "four", "expected": 4}


def test_a_function_that_takes_only_the_completion(load: Load) -> None:
    assert seen(load, "completion") == {"completion": "four"}


def test_the_row_is_not_changed(load: Load) -> None:
    row = {"expected": 4}
    load("def reward_fn(completion, **kwargs):\n    kwargs.clear()\n").call(row, "four")
    assert row == {"expected": 4}


def test_a_string_function_gets_the_last_assistant_message_of_messages(load: Load) -> None:
    messages = [
        {"role": "assistant", "content": "first"},
        {"role": "assistant", "content": "last"},
        {"role": "tool", "content": "output"},
    ]
    assert seen(load, "completion: str", messages) == {"completion": "last"}


def test_parts_of_a_message_are_joined(load: Load) -> None:
    parts = [{"type": "text", "text": "fo"}, {"type": "image_url"}, {"type": "text", "text": "ur"}]
    assert seen(load, "completion: str", [{"role": "assistant", "content": parts}]) == {"completion": "four"}


@pytest.mark.parametrize("messages", [[], [{"role": "user", "content": "x"}], [{"role": "assistant", "content": None}]])
def test_messages_without_an_assistant_text_are_an_error(load: Load, messages: list[Any]) -> None:
    with pytest.raises(TypeError, match="no assistant message with text"):
        seen(load, "completion: str", messages)


# --- a completion as a list of messages (R3) ----------------------------------------------------------------


@pytest.mark.parametrize(
    "annotation",
    [
        "list",
        "list[dict]",
        "List[Dict[str, str]]",
        "typing.List",
        "Sequence[dict]",
        "collections.abc.Sequence",
        "Optional[list]",
        "list[dict] | None",
        "'list[dict]'",
        "'NotImported[list]' and list",
        "Messages",
        "Annotated[list, 'messages']",
        "'List[OnlyForTypeCheckers]'",
    ],
)
@pytest.mark.parametrize("postponed", [False, True])
def test_an_annotation_of_a_list_means_messages(load: Load, annotation: str, postponed: bool) -> None:
    source = f"""
{"from __future__ import annotations" if postponed else ""}
import collections.abc, typing
from typing import Annotated, Dict, List, Optional, Sequence
Messages = list[dict]
def reward_fn(completion: {annotation}, **kwargs):
    return completion
"""
    assert load(source).call(ROW, "four") == MESSAGES


@pytest.mark.parametrize("annotation", ["str", "'str'", "Optional[str]", "str | None", "Annotated[str, 1]", "Text"])
def test_an_annotation_of_a_string_means_a_string_whatever_the_source_reads(load: Load, annotation: str) -> None:
    source = f"""
from typing import Annotated, NewType, Optional
Text = NewType("Text", str)
def reward_fn(completion: {annotation}, **kwargs):
    return completion if isinstance(completion, str) else completion[0]["content"] + "!"
"""
    assert load(source).call(ROW, "four") == "four"


BODIES = {
    "first element": "completion[0]['content']",
    "last element": "completion[-1]['content']",
    "computed index": "completion[len(completion) - 1]['content']",
    "get": "completion[0].get('content')",
    "slice": "completion[-1:][0]['content']",
    "loop": "[m['content'] for m in completion][0]",
    "enumerate": "[m['content'] for i, m in enumerate(completion)][0]",
    "role of a generator": "next(m['content'] for m in completion if m['role'] == 'assistant')",
    "reversed": "[m['content'] for m in reversed(completion)][0]",
    "default": "(completion or [])[0]['content']",
    "conditional": "(completion if completion else [])[0]['content']",
    "next": "next(iter(completion))['content']",
    "map": "list(map(text_of, completion))[0]",
    "lambda": "max(completion, key=lambda m: len(m['content']))['content']",
    "helper with the list": "last_text(completion)",
    "helper with the message": "text_of(completion[0])",
    "helper by keyword": "last_text(messages=completion)",
    "helper of a helper": "last_stripped(completion)",
    "walrus": "(m := completion[0])['content']",
    "guarded": "completion[0]['content'] if isinstance(completion, list) else completion",
    "recursive helper": "search(completion, 3)",
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES.keys())
def test_a_source_that_reads_messages_gets_messages(load: Load, body: str) -> None:
    source = f"""
def text_of(message):
    return message["content"]
def last_text(messages):
    return text_of(messages[-1])
def last_stripped(messages):
    return last_text(messages).strip()
def search(messages, depth):
    return search(messages, depth - 1) if depth else messages[0]["content"]
def reward_fn(completion, **kwargs):
    return {body}
"""
    reward = load(source)
    assert reward.call(ROW, "four") == "four"
    assert "a list of messages (line " in reward.shape


STATEMENTS = {
    "renamed": "messages = completion\n    return messages[0]['content']",
    "renamed message": "message = completion[0]\n    return message['content']",
    "unpacked": "(message,) = completion\n    return message['content']",
    "loop": "for message in completion:\n        return message['content']",
    "loop with index": "for i, message in enumerate(completion):\n        return message['content']",
    "inner function": "def text():\n        return completion[0]['content']\n    return text()",
    "read into its own name": "completion = completion[0]['content']\n    return completion",
    "try": "try:\n        return completion[0]['content']\n    except TypeError:\n        return 'was a string'",
}


@pytest.mark.parametrize("body", STATEMENTS.values(), ids=STATEMENTS.keys())
def test_statements_that_read_messages_get_messages(load: Load, body: str) -> None:
    assert load(f"def reward_fn(completion, **kwargs):\n    {body}\n").call(ROW, "four") == "four"


NO_MESSAGES = {
    "characters": "completion[0] + completion[1:]",
    "parsed json": "json.loads(completion)[0]['content']",
    "its own name for parsed json": "parsed(completion)",
    "a field of the row": "kwargs['prompt'][0]['content'] and completion",
    "only a comment": "completion  # not completion[0]['content']",
    "a parameter of an inner function": "(lambda completion: completion[0]['content'])(kwargs['prompt'])",
    "a hidden name": "[completion for completion in kwargs['prompt'] if completion['content']] and 'x'",
}


@pytest.mark.parametrize("body", NO_MESSAGES.values(), ids=NO_MESSAGES.keys())
def test_a_source_that_does_not_read_messages_gets_a_string(load: Load, body: str) -> None:
    source = f"""
import json
def parsed(completion):
    completion = json.loads(completion)
    return completion[0]["content"]
def reward_fn(completion, **kwargs):
    return {body}
"""
    assert "the completion as a string" in load(source).shape


def test_messages_are_handed_on_as_they_are(load: Load) -> None:
    messages = [{"role": "assistant", "content": "a", "tool_calls": []}, {"role": "tool", "content": "b"}]
    assert seen(load, "completion: list", messages)["completion"] is messages


@pytest.mark.parametrize(("asked", "got"), [("str", "four"), ("messages", MESSAGES)])
@pytest.mark.parametrize("annotation", ["", ": str", ": list"])
def test_the_format_that_was_asked_for_counts_most(load: Load, asked: str, got: Any, annotation: str) -> None:
    assert seen(load, f"completion{annotation}", completion_format=asked)["completion"] == got


def test_the_method_of_a_callable_object_is_searched(load: Load) -> None:
    source = """
class Judge:
    def __call__(self, completion, **kwargs):
        return completion[0]["content"]
reward_fn = Judge()
"""
    assert load(source).call(ROW, "four") == "four"


def test_a_decorated_function_is_searched(load: Load) -> None:
    source = """
import functools
def logged(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)
    return wrapper
@logged
def reward_fn(completion, expected):
    return completion[0]["content"], expected
"""
    assert load(source).call(ROW, "four") == ("four", 4)


# --- prompt and response by name (R2) -----------------------------------------------------------------------


def test_prompt_and_response_by_name(load: Load) -> None:
    assert seen(load, "prompt, response, expected=None") == {"prompt": PROMPT, "response": "four", "expected": 4}


def test_prompt_and_completion_by_name(load: Load) -> None:
    assert seen(load, "prompt, completion") == {"prompt": PROMPT, "completion": "four"}


def test_response_before_prompt(load: Load) -> None:
    assert seen(load, "response, prompt") == {"prompt": PROMPT, "response": "four"}


def test_the_prompt_may_be_called_messages_in_the_row(load: Load) -> None:
    assert seen(load, "prompt, response", row={"messages": PROMPT})["prompt"] == PROMPT


def test_a_row_without_a_prompt_is_told(load: Load) -> None:
    with pytest.raises(TypeError, match="neither a field `prompt` nor `messages`"):
        seen(load, "prompt, response", row={})


def test_the_other_fields_go_to_kwargs(load: Load) -> None:
    assert seen(load, "prompt, response, **kwargs")["kwargs"] == {"expected": 4, "difficulty": "easy"}


# --- batched (R1) -------------------------------------------------------------------------------------------


def test_lists_of_one(load: Load) -> None:
    source = "def reward_func(prompts, completions, **kwargs):\n    return [dict(locals())]\n"
    assert load(source).call(ROW, "four") == {
        "prompts": [PROMPT],
        "completions": ["four"],
        "kwargs": {"expected": [4], "difficulty": ["easy"]},
    }


def test_messages_are_put_into_a_batch_as_they_are(load: Load) -> None:
    source = (
        "def reward_func(prompts, completions):\n    return [each[0]['content'] and each for each in completions]\n"
    )
    assert load(source).call(ROW, MESSAGES) is MESSAGES


@pytest.mark.parametrize(
    ("annotation", "got"), [("list[str]", "four"), ("'list[list[dict]]'", MESSAGES), ("list", "four")]
)
def test_an_annotation_tells_what_a_batch_holds(load: Load, annotation: str, got: Any) -> None:
    source = f"def reward_func(prompts, completions: {annotation}):\n    return completions\n"
    assert load(source).call(ROW, "four") == got


def test_a_batch_of_strings_where_that_was_asked_for(load: Load) -> None:
    source = "def reward_func(prompts, completions):\n    return completions\n"
    assert load(source, completion_format="str").call(ROW, "four") == "four"


def test_a_batched_function_without_prompts(load: Load) -> None:
    assert load("def reward_func(completions, **kwargs):\n    return [1.0]\n").call(ROW, "four") == 1.0


def test_columns_of_a_batched_function_are_warned_about(load: Load) -> None:
    reward = load("def reward_func(prompts, completions, expected, **kwargs):\n    return [float(expected)]\n")
    assert reward.call(ROW, "four") == 4.0
    assert (
        "gets the value of the row's `expected` because line 2 reads it as one (`float(expected)`)"
        in reward.warnings[0]
    )
    assert "--columns list" in reward.warnings[0]


@pytest.mark.parametrize("returned", ["[]", "[1.0, 2.0]", "1.0", "None", "(1.0, {})", "{0: 1.0}", "'1'"])
def test_what_is_not_a_list_of_one_is_invalid(load: Load, returned: str) -> None:
    value = load(f"def reward_func(prompts, completions):\n    return {returned}\n").call(ROW, "four")
    status, reward, _, _, error = normalise(value)
    assert (status, reward) == ("invalid", None)
    assert error is not None
    assert "expected a list with one number" in error[1]


@pytest.mark.parametrize("returned", ["[0.5]", "(0.5,)"])
def test_a_sequence_of_one_is_its_reward(load: Load, returned: str) -> None:
    value = load(f"def reward_func(prompts, completions):\n    return {returned}\n").call(ROW, "four")
    assert normalise(value)[:2] == ("ok", 0.5)


# --- async --------------------------------------------------------------------------------------------------

ASYNC = {
    "function": "async def reward_fn(completion, **kwargs):\n    await asyncio.sleep(0)\n    return 1.0",
    "callable object": """
class Judge:
    async def __call__(self, completion, **kwargs):
        return 1.0
reward_fn = Judge()""",
    "partial": """
async def judge(completion, strict, **kwargs):
    return float(strict)
reward_fn = functools.partial(judge, strict=True)""",
    "method": """
class Judge:
    async def grade(self, completion):
        return 1.0
reward_fn = Judge().grade""",
    "decorated by an ordinary function": """
def logged(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)
    return wrapper
@logged
async def reward_fn(completion, expected):
    return 1.0""",
    "batched": "async def reward_func(prompts, completions, **kwargs):\n    return [1.0]",
    "prompt and response": "async def reward_fn(prompt, response):\n    return 1.0",
}


@pytest.mark.parametrize("source", ASYNC.values(), ids=ASYNC.keys())
def test_an_async_function_gives_an_awaitable(load: Load, source: str) -> None:
    reward = load(f"import asyncio, functools\n{source}\n")
    assert reward.is_async
    assert reward.shape.startswith("async, ")
    assert asyncio.run(reward.call(ROW, "four")) == 1.0


def test_an_ordinary_function_is_not_async(load: Load) -> None:
    assert not load("def reward_fn(completion): return 1.0").is_async


def test_an_async_batch_of_two_is_invalid(load: Load) -> None:
    reward = load("async def reward_func(prompts, completions):\n    return [1.0, 2.0]\n")
    assert normalise(asyncio.run(reward.call(ROW, "four")))[0] == "invalid"


# --- other callables ----------------------------------------------------------------------------------------


def test_a_partial_keeps_what_it_was_given(load: Load) -> None:
    source = """
import functools
def judge(rubric, completion, expected):
    return rubric, completion, expected
reward_fn = functools.partial(judge, "strict")
"""
    assert load(source).call(ROW, "four") == ("strict", "four", 4)


def test_a_lambda(load: Load) -> None:
    assert load("reward_fn = lambda completion, **kwargs: completion[0]['content']\n").call(ROW, "four") == "four"


def test_a_cached_function(load: Load) -> None:
    source = "import functools\n@functools.lru_cache\ndef reward_fn(completion, expected):\n    return expected\n"
    assert load(source).call(ROW, "four") == 4


def test_a_static_method_object(load: Load) -> None:
    assert load("@staticmethod\ndef reward_fn(completion, expected):\n    return expected\n").call(ROW, "f") == 4


def test_a_function_imported_from_a_helper(load: Load, tmp_path: Any) -> None:
    (tmp_path / "grading_helper.py").write_text(
        "def reward_fn(completion, **kw):\n    return completion[0]['content']\n"
    )
    assert load("from grading_helper import reward_fn\n").call(ROW, "four") == "four"


# --- rows that do not fit -----------------------------------------------------------------------------------


def test_a_missing_required_field_names_it_and_the_fields_of_the_row(load: Load) -> None:
    with pytest.raises(TypeError) as raised:
        seen(load, "completion, expected, rubric, **kwargs")
    assert str(raised.value) == (
        "reward_fn (reward.py, line 1) requires `rubric`, which the row does not have; its fields: "
        "`prompt`, `expected`, `difficulty`"
    )
    assert raised.value.__suppress_context__


@pytest.mark.parametrize(
    ("parameters", "field"),
    [
        ("completion, **kwargs", "completion"),
        ("completion", "completion"),
        ("text, **kwargs", "text"),
        ("prompt, response", "response"),
        ("**kwargs", "completion"),
    ],
)
def test_a_field_with_the_name_of_the_completions_parameter_is_told(load: Load, parameters: str, field: str) -> None:
    with pytest.raises(TypeError, match=f"the row has a field `{field}`, and reward_fn .* rename the field"):
        seen(load, parameters, row={**ROW, field: "x"})


def test_a_missing_required_field_of_a_batched_function_is_named_too(load: Load) -> None:
    with pytest.raises(TypeError, match="requires `rubric`, which the row does not have"):
        load("def reward_func(prompts, completions, rubric): return [1.0]\n").call(ROW, "four")


@pytest.mark.parametrize("parameters", ["completion, judge", "prompt, response, judge"])
def test_what_a_decorator_fills_is_not_missing(load: Load, parameters: str) -> None:
    source = f"""
import functools
def with_judge(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, judge=float, **kwargs)
    return wrapper
@with_judge
def reward_fn({parameters}):
    return judge("0.5") + (None if FAIL else 0)
FAIL = False
"""
    assert load(source).call(ROW, "four") == 0.5
    with pytest.raises(TypeError, match="unsupported operand"):
        load(source.replace("FAIL = False", "FAIL = True")).call(ROW, "four")


def test_a_type_error_of_the_function_itself_is_left_alone(load: Load) -> None:
    reward = load("def reward_fn(completion, **kwargs):\n    return completion + 1\n")
    with pytest.raises(TypeError, match="can only concatenate str"):
        reward.call(ROW, "four")


@pytest.mark.parametrize(
    ("parameters", "names", "reserved"),
    [
        ("completion, expected=1, **kwargs", ("completion", "expected", "kwargs"), ("completion",)),
        ("prompt, response", ("prompt", "response"), ("response",)),
        ("prompts, completions", ("prompts", "completions"), ("prompts", "completions")),
        ("completion, /, *, expected", ("completion", "expected"), ()),
    ],
)
def test_parameters_and_reserved_names_are_told(
    load: Load, parameters: str, names: tuple[str, ...], reserved: tuple[str, ...]
) -> None:
    reward = load(SEEN.format(parameters))
    assert (reward.parameters, reward.reserved) == (names, reserved)


@pytest.mark.parametrize(
    ("parameters", "shape"),
    [
        ("completion, **kwargs", "called with the completion as a string and every field of the row by name"),
        ("completion: list, a, b=1", "called with the completion as a list of messages and, by name, `a`, `b`"),
        ("completion", "called with the completion as a string"),
        (
            "prompt, response, a",
            "called with the prompt as `prompt`, the completion as a string as `response` and, by name, `a`",
        ),
        (
            "prompts, completions, **kwargs",
            "called with lists of one prompt and one completion (a string) "
            "and every other field of the row by name, as a list of one",
        ),
    ],
)
def test_the_shape_is_said_in_words(load: Load, parameters: str, shape: str) -> None:
    assert load(SEEN.format(parameters)).shape == shape


def test_calling_costs_next_to_nothing(load: Load) -> None:
    reward = load("def reward_fn(completion, **kwargs):\n    return 1.0\n")
    direct = load("def reward_fn(completion, **kwargs):\n    return 1.0\n", name="direct.py")
    assert direct is not reward
    scope = {"call": reward.call, "row": ROW, "plain": lambda completion, **kwargs: 1.0}
    through = min(timeit.repeat("call(row, 'four')", globals=scope, number=5_000, repeat=9))
    straight = min(timeit.repeat("plain('four', **row)", globals=scope, number=5_000, repeat=9))
    assert (through - straight) / 5_000 < 2e-6  # measured: 0.05 µs; a slow, busy machine may take more
