"""Functions as trainers publish them get what their trainer gives: compared with a direct call by its convention."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from runrl_shim.inside.loading.load import LoadedReward, LoadError, load_module, load_reward
from runrl_shim.inside.results.result import normalise
from runrl_shim.inside.source import sources

FOLDER = Path(__file__).parent / "trainers"
pytestmark = pytest.mark.usefixtures("clean_imports")

# Answers of two characters: one taken as a list of letters is paid wrongly.
ROWS: list[dict[str, Any]] = [
    {
        "prompt": [{"role": "user", "content": f"{index} question?\n"}],
        "answer": answer,
        "ground_truth": answer,
        "label": answer,
        "task": task,
        "tests": [answer, "7"],
        "weight": 0.5 + index,
        "target": int(answer),
        "nums": [int(answer), 0],
        "data_source": "arithmetic",
        "reward_model": {"style": "rule", "ground_truth": answer},
        "extra_info": {"index": index, "split": "train"},
    }
    for index, (answer, task) in enumerate([("84", "math"), ("88", "code"), ("48", "math"), ("96", "code")])
]
COMPLETIONS = ["<a>84</a>", "<a>8</a>", "0 <a>48</a>", "96"]
STATE = SimpleNamespace(global_step=7)


def chat(text: str) -> list[dict[str, str]]:
    return [{"role": "assistant", "content": text}]


def column(name: str) -> list[Any]:
    return [row[name] for row in ROWS]


def columns() -> dict[str, list[Any]]:
    return {name: column(name) for name in ROWS[0] if name != "prompt"}


def of_trl(function: Any) -> Any:
    logs = {"log_extra": lambda name, values: None, "log_metric": lambda name, value: None}
    ids = [[1, 2] for _ in ROWS]
    completions = [chat(text) for text in COMPLETIONS]
    return function(
        prompts=column("prompt"), completions=completions, completion_ids=ids, **columns(), trainer_state=STATE, **logs
    )


def of_trl_with_texts(function: Any) -> Any:
    prompts = [prompt[0]["content"] for prompt in column("prompt")]
    return function(prompts=prompts, completions=COMPLETIONS, completion_ids=[], **columns(), trainer_state=STATE)


def of_swift(function: Any) -> Any:
    return function(COMPLETIONS, **columns(), trainer_state=STATE)


def of_verl(function: Any) -> Any:
    async def one(row: dict[str, Any], text: str) -> Any:
        truth = row["reward_model"]["ground_truth"]
        given = {"solution_str": text, "ground_truth": truth, "extra_info": row["extra_info"]}
        score = function(data_source=row["data_source"], **given)
        return await score if inspect.isawaitable(score) else score

    async def every() -> Any:
        return [await one(row, text) for row, text in zip(ROWS, COMPLETIONS, strict=True)]

    return asyncio.run(every())


def of_verl_in_batches(function: Any) -> Any:
    truths = [each["ground_truth"] for each in column("reward_model")]
    return function(
        data_sources=column("data_source"),
        solution_strs=COMPLETIONS,
        ground_truths=truths,
        extra_infos=column("extra_info"),
    )


def of_openrlhf(function: Any) -> Any:
    prompts = [prompt[0]["content"] + "\n" for prompt in column("prompt")]
    queries = [prompt + text for prompt, text in zip(prompts, COMPLETIONS, strict=True)]
    return function(queries, prompts, column("label"))


def of_values(function: Any) -> Any:
    """The published RunRL example: lists of one, and the fields as they are."""
    return [
        function(
            prompts=[row["prompt"]], completions=[chat(text)], **{key: row[key] for key in row if key != "prompt"}
        )[0]
        for row, text in zip(ROWS, COMPLETIONS, strict=True)
    ]


CONVENTIONS: dict[str, Callable[[Any], Any]] = {
    "trl_text": of_trl_with_texts,
    "trl": of_trl,
    "swift": of_swift,
    "verlbatch": of_verl_in_batches,
    "verl": of_verl,
    "openrlhf": of_openrlhf,
    "value": of_values,
}
FILES = sorted(FOLDER.glob("*.py"))


def convention_of(file: Path) -> Callable[[Any], Any]:
    return next(convention for name, convention in CONVENTIONS.items() if file.stem.startswith(f"{name}_"))


def through_us(reward: LoadedReward) -> list[Any]:
    values = [reward.call(row, text) for row, text in zip(ROWS, COMPLETIONS, strict=True)]
    return [asyncio.run(value) if inspect.isawaitable(value) else value for value in values]


def split(value: Any) -> tuple[Any, Any]:
    """A reward and its info."""
    if isinstance(value, dict):
        return value["score"], {key: each for key, each in value.items() if key != "score"}
    return value if isinstance(value, tuple) else (value, {})


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_earns_what_its_trainer_gives_it(file: Path) -> None:
    direct = convention_of(file)(load_module(str(file)).reward_fn)
    if inspect.isawaitable(direct):
        direct = asyncio.run(awaited(direct))
    if isinstance(direct, dict):
        logs = direct["extra_logs"]
        direct = [(each, {key: logs[key][i] for key in logs}) for i, each in enumerate(direct["rewards"])]
    reward = load_reward(str(file))
    assert [split(each) for each in through_us(reward)] == [split(each) for each in direct]
    assert len({repr(split(each)) for each in direct}) > 1  # it tells the rows apart
    assert reward.warnings == []


async def awaited(value: Any) -> Any:
    return await value


@pytest.mark.parametrize("file", [file for file in FILES if file.stem.startswith("trl_")], ids=lambda file: file.stem)
def test_lists_that_were_asked_for_are_what_the_source_shows(file: Path) -> None:
    shown, asked = load_reward(str(file)), load_reward(str(file), columns="list")
    assert through_us(asked) == through_us(shown)


ASKED = "def reward_func(completions, answer, **kwargs):\n    return [[answer[0], kwargs]]\n"


@pytest.mark.parametrize(("asked", "got"), [("list", ["84", {"level": [2]}]), ("value", ["8", {"level": 2}])])
def test_what_was_asked_for_counts_most(load: Callable[..., LoadedReward], asked: str, got: Any) -> None:
    reward = load(ASKED, columns=asked)
    assert reward.call({"prompt": [], "answer": "84", "level": 2}, "x") == got


# Each is the body of `def reward_func(prompts, completions, answer, mode="x", **kwargs)`.
LISTS = {
    "zip": "return [c == a for c, a in zip(completions, answer)]",
    "strict zip": "return [c == a for c, a in zip(completions, answer, strict=True)]",
    "zip in a loop": "for c, a in zip(completions, answer): return [a]",
    "enumerated zip": "return [a for i, (c, a) in enumerate(zip(completions, answer))]",
    "iteration": "return [a for a in answer]",
    "position": "return [answer[0]]",
    "position in a loop": "return [answer[i] for i in range(len(completions))]",
    "slice": "return answer[:1]",
    "length": "return [1.0] if len(answer) else []",
    "renamed": "golds = answer\n    return [golds[0]]",
    "walrus": "return [golds[0]] if (golds := answer) else []",
    "unpacked": "(gold,) = answer\n    return [gold]",
    "starred": "return [*answer]",
    "array": "return np.array(answer)",
    "map": "return list(map(float, answer))",
    "kwargs by key": "return list(zip(completions, kwargs['level']))",
    "kwargs by get": "levels = kwargs.get('level')\n    return [levels[0]]",
    "helper with the batch": "return both(completions, kwargs['level'])",
    "helper of a helper": "return outer(completions, answer)",
    "hidden name": "return [answer for answer in answer]",
    "nothing at all": "return [1.0]",
    "only printed": "print(f'{answer}')\n    return [1.0]",
    "default beside it": "return [mode == 'x' and answer[0]]",
    "lambda": "return list(map(lambda pair: pair[1], zip(completions, answer)))",
    "inner function": "def one(i):\n        return answer[i]\n    return [one(0)]",
    "element by name": "return [a['x'] for a in answer]",
}
VALUES = {
    "compared": "return [c == answer for c in completions]",
    "contained": "return [answer in c for c in completions]",
    "converted": "return [float(answer)]",
    "text method": "return [answer.strip()]",
    "field": "return [answer['x']]",
    "text": "return [f'{answer}!']",
    "helper that compares": "return [same(c, answer) for c in completions]",
    "kwargs by get": "level = kwargs.get('level', 0)\n    return [level > 1]",
    "kwargs by key": "return [int(kwargs['level'])]",
    "repeated": "return list(zip(completions, [answer] * len(completions)))",
    "iterated by letters in a helper that also compares": "return [letters(answer) == c for c in completions]",
}
UNCLEAR = {
    "both": (
        "gold = answer[0]\n    return [answer == gold]",
        "line 13 reads `answer` as a list (`answer[0]`), line 14",
    ),
    "handed to something else": ("return grade(completions, answer)", "line 13 (`grade(completions, answer)`)"),
    "kwargs handed on": ("return grade(completions, **kwargs)", "what its `**kwargs` holds"),
    "all of kwargs": ("return [v for k, v in kwargs.items()]", "what its `**kwargs` holds"),
    "only returned": ("return answer", "does not tell whether `answer` is a list"),
}
FRAME = """
import numpy as np, grading
grade = grading.grade
def both(texts, golds): return list(zip(texts, golds))
def outer(texts, golds):
    return both(texts, golds)
def same(text, gold):
    return text == gold
def letters(text):
    if text.lower() == "none": return ""
    return "".join(c for c in text if c.isalpha())
def reward_func(prompts, completions, answer, mode="x", **kwargs):
    {0}
"""


@pytest.fixture
def modules(tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text("array = list")
    (tmp_path / "grading.py").write_text("grade = None")


def decided(load: Callable[..., LoadedReward], body: str) -> LoadedReward:
    return load(FRAME.format(body))


@pytest.mark.usefixtures("modules")
@pytest.mark.parametrize("body", LISTS.values(), ids=LISTS.keys())
def test_a_source_that_reads_lists_gets_lists(load: Callable[..., LoadedReward], body: str) -> None:
    reward = decided(load, body)
    assert "as a list of one" in reward.shape
    assert reward.warnings == []


@pytest.mark.usefixtures("modules")
@pytest.mark.parametrize("body", VALUES.values(), ids=VALUES.keys())
def test_a_source_that_reads_values_gets_values(load: Callable[..., LoadedReward], body: str) -> None:
    reward = decided(load, body)
    assert "as its value" in reward.shape
    assert len(reward.warnings) == ("answer" in body)


@pytest.mark.usefixtures("modules")
@pytest.mark.parametrize(("body", "told"), UNCLEAR.values(), ids=UNCLEAR.keys())
def test_a_source_that_does_not_tell_is_refused(load: Callable[..., LoadedReward], body: str, told: str) -> None:
    with pytest.raises(LoadError) as raised:
        decided(load, body)
    assert told in raised.value.message
    assert "--columns list" in (raised.value.help or "")
    assert "--columns value" in (raised.value.help or "")
    assert raised.value.line >= 13
    for asked in ("list", "value"):
        load(FRAME.format(body), columns=asked)


# Each is the body of `def reward_func(completions, answer, **kwargs)`, and which form it gets.
ELSEWHERE = {
    "zipped in another file": ("return scoring.pairs(completions, answer)", "as a list of one"),
    "from another file": ("return pairs(completions, answer)", "as a list of one"),
    "by name": ("return pairs(texts=completions, golds=answer)", "as a list of one"),
    "in a third file": ("return through(completions, answer)", "as a list of one"),
    "kwargs handed on": ("return by_name(completions, **kwargs)", "as a list of one"),
    "compared in another file": ("return [same(c, answer) for c in completions]", "as its value"),
}


@pytest.mark.parametrize(("body", "form"), ELSEWHERE.values(), ids=ELSEWHERE.keys())
def test_helpers_of_other_local_files_are_followed(
    load: Callable[..., LoadedReward], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, form: str
) -> None:
    files = {
        "scoring.py": "def pairs(texts, golds): return list(zip(texts, golds))\n"
        "def same(text, gold): return text == gold\n"
        "def by_name(texts, answer, **kwargs): return list(zip(texts, answer))\n",
        "further.py": "import scoring\ndef through(texts, golds): return scoring.pairs(texts, golds)\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    source = (
        "import scoring\nfrom scoring import by_name, pairs, same\nfrom further import through\n"
        f"def reward_func(completions, {'' if 'kwargs' in body else 'answer, '}**kwargs):\n    {body}\n"
    )
    with pytest.raises(LoadError, match="does not tell"):  # of files that are not the user's nobody says anything
        load(source)
    monkeypatch.setattr(sources, "_used", {str(tmp_path / name): text.encode() for name, text in files.items()})
    assert form in load(source).shape


def test_each_column_is_given_as_it_is_read(load: Callable[..., LoadedReward]) -> None:
    source = """
def reward_func(completions, answer, **kwargs):
    strict = kwargs.get("mode") == "strict"
    return [(strict, gold) for _, gold in zip(completions, answer)]
"""
    assert load(source).call({"answer": "84", "mode": "strict"}, "x") == (True, "84")


def test_an_annotation_tells_where_the_use_does_not(load: Callable[..., LoadedReward]) -> None:
    source = "import json\ngrade = json.dumps\ndef reward_func(completions, answer: {}):\n    return [grade(answer)]\n"
    assert load(source.format("list[str]")).call({"answer": "84"}, "x") == '["84"]'
    assert load(source.format("str")).call({"answer": "84"}, "x") == '"84"'


def test_token_ids_are_refused_at_load(load: Callable[..., LoadedReward]) -> None:
    with pytest.raises(LoadError, match="no token ids here"):
        load("def reward_func(completion_ids, **kwargs):\n    return [float(len(ids)) for ids in completion_ids]\n")
    load("def reward_func(completions, completion_ids=None, **kwargs):\n    return [1.0]\n")


@pytest.mark.parametrize("row", [{"data_source": "x"}, {"data_source": "x", "reward_model": {"style": "rule"}}])
def test_a_row_without_a_ground_truth_is_told(row: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=r"no field `ground_truth` nor `reward_model\.ground_truth`"):
        load_reward(str(FOLDER / "verl_match.py")).call(row, "x")


def test_texts_and_infos_of_a_batch_are_what_a_reward_may_be() -> None:
    value = load_reward(str(FOLDER / "verl_dict.py")).call(ROWS[0], COMPLETIONS[0])
    assert normalise(value)[:3] == ("ok", 2.0, {"acc": 1.0, "split": "train", "of": "arithmetic"})
