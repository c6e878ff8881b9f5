"""The bundled examples score what their READMEs say, on Python alone (the sandbox is tested elsewhere)."""

from __future__ import annotations

import collections
import gzip
import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from runrl_shim.inside.loading.load import load_reward
from runrl_shim.inside.results.result import normalise

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"

pytestmark = pytest.mark.usefixtures("clean_imports")


def content(file: Path) -> bytes:
    """What is in a file, or in the compressed one beside it."""
    return file.read_bytes() if file.exists() else gzip.decompress(Path(f"{file}.gz").read_bytes())


def read(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in content(file).decode().splitlines()]


def scorer(
    name: str, data: Path | None = None
) -> tuple[list[dict[str, Any]], Callable[[dict[str, Any]], tuple[Any, ...]]]:
    """The completions of an example, and a function that scores one of them."""
    folder = data or EXAMPLES / name
    prompts = {row["id"]: row for row in read(folder / "prompts.jsonl")}
    reward = load_reward(str(EXAMPLES / name / "reward.py"))
    return read(folder / "completions.jsonl"), lambda row: normalise(reward.call(prompts[row["id"]], row["completion"]))


def test_gsm8k_agrees_with_every_published_label() -> None:
    completions, score = scorer("gsm8k", ROOT / "test" / "data" / "gsm8k")
    right: collections.Counter[str] = collections.Counter()
    for row in completions:
        status, reward, _, warnings, _ = score(row)
        assert (status, reward, warnings) == ("ok", float(row["is_correct"]), []), row
        right[row["model"]] += row["is_correct"]
    assert len(completions) == 5276
    assert right == {
        "6b_finetuning": 286,
        "6b_verification": 515,
        "175b_finetuning": 458,
        "175b_verification": 742,
    }


def test_gsm8k_ships_the_first_100_problems_unchanged() -> None:
    for name, count in (("prompts.jsonl", 100), ("completions.jsonl", 400)):
        whole = content(ROOT / "test" / "data" / "gsm8k" / name).splitlines(keepends=True)
        assert (EXAMPLES / "gsm8k" / name).read_bytes() == b"".join(whole[:count])


@pytest.mark.parametrize(
    ("completion", "reward"),
    [
        ("A: 18", 1.0),
        ("A: 18.0", 1.0),
        ("A: $18.", 1.0),
        ("A: 0018", 1.0),
        ("A: 17\nA: 18", 1.0),
        ("A: 18\nA: 17", 0.0),
        ("A: 18 eggs", 0.0),
        ("A: 18.000000000000000000001", 0.0),
        ("A: 1,8", 0.0),
        ("A: NaN", 0.0),
        ("A:", 0.0),
        ("18", 0.0),
        ("", 0.0),
        ("A: " + "9" * 100_000, 0.0),
    ],
)
def test_gsm8k_reads_one_exact_number(completion: str, reward: float) -> None:
    _, score = scorer("gsm8k")
    assert score({"id": "gsm8k-test-0000", "completion": completion})[:2] == ("ok", reward)


def test_humaneval_passes_reference_completions_without_a_sandbox_too() -> None:
    completions, score = scorer("humaneval")  # few of them: each call of a test starts an interpreter here
    results = [score(row) for row in completions[1:164:40]]
    assert results == [("ok", 1.0, {"failure": "none"}, [], None)] * 5


@pytest.mark.parametrize(
    ("line", "failure"),
    [
        ("    return None\n", "AssertionError"),
        ("    return type('E', (), {'__eq__': lambda *_: True})()\n", "TypeError: the function returned E, which"),
        ("    raise SystemExit(0)\n", "ok"),
        ("    undefined\n", "NameError: name 'undefined' is not defined"),
        ("  return (\n", "IndentationError"),
        ("    return (\n", "SyntaxError"),
    ],
)
def test_humaneval_names_the_failure_of_others(line: str, failure: str) -> None:
    completions, score = scorer("humaneval")
    status, reward, info, _, _ = score({**completions[0], "completion": line + completions[0]["completion"]})
    assert (status, reward) == ("ok", 0.0)
    assert str(info["failure"]).startswith(failure)


def test_countdown_scores_as_its_generator_worked_out() -> None:
    completions, score = scorer("countdown")
    hanging = [index for index, row in enumerate(completions) if row["expected_reward"] is None]
    assert (hanging, completions[100]["completion"]) == ([100], "<answer>19**44**35</answer>")
    for row in completions[:100] + completions[101:]:
        assert score(row)[:2] == ("ok", row["expected_reward"]), row


def test_countdown_files_are_what_the_generator_writes() -> None:
    specification = importlib.util.spec_from_file_location("countdown_generate", EXAMPLES / "countdown" / "generate.py")
    assert specification is not None
    assert specification.loader is not None
    generate = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(generate)
    for name, text in zip(("prompts.jsonl", "completions.jsonl"), generate.files(), strict=True):
        assert (EXAMPLES / "countdown" / name).read_text(encoding="utf-8") == text
