"""The search for texts that are paid: what it keeps, what it hears, and what it may not say."""

from __future__ import annotations

import builtins
import json
import os
import sys
from importlib.machinery import SourceFileLoader
from typing import TYPE_CHECKING

import pytest
from runrl_audit.listening.rewriting import Own
from runrl_audit.searching.beside import ANSWER
from runrl_audit.searching.recipes import composed, secrets_of
from runrl_audit.solve import solver
from runrl_shim.inside.loading import load

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Any

SOURCE = r"""
import re

def reward_fn(completion, **kwargs):
    score = 0.0
    match completion.strip().split():
        case ["begin", *_]:
            score += 0.25
    if "zebra crossing" in completion.lower():
        score += 0.25
    if re.search(r"<note>\w+</note>", completion):
        score += 0.25
    if kwargs["answer"] in completion:
        score += 10
    return score
"""


@pytest.fixture
def _restored() -> Iterator[None]:
    modules, path, compiled = dict(sys.modules), list(sys.path), load._compiled
    get_code = SourceFileLoader.get_code
    yield
    load._compiled = compiled
    setattr(SourceFileLoader, "get_code", get_code)  # noqa: B010 - mypy allows no other way
    for name in [name for name in vars(builtins) if name.startswith("__runrl_")]:
        delattr(builtins, name)
    for name in set(sys.modules) - set(modules):
        del sys.modules[name]
    sys.path[:] = path


@pytest.mark.usefixtures("_restored")
def test_it_learns_what_is_compared_but_for_what_the_row_holds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "listened.py"
    file.write_text(SOURCE)
    task: dict[str, Any] = {
        "seeds": ["", "x"],
        "calls": 1_500,
        "seconds": 20,
        "per_call": 1.0,
        "seed": 0,
        "tokens": [],
        "templates": [],
    }
    solver(str(file), None, "auto")(json.dumps(task), answer="Quixote")
    found = json.loads(capsys.readouterr().out.split(ANSWER)[1])
    text, reward = found["best"][0]
    assert reward == pytest.approx(0.75), text
    assert "quixote" not in json.dumps(found).lower()
    assert found["calls"] <= 1_600
    assert found["overdue"] == []


def test_texts_are_composed_of_words_templates_and_texts_before() -> None:
    made = list(composed("one\ntwo", ["word"], ["<a>\0</a>"], ["old"]))
    for wanted in ("one\ntwo\nword", "<a>one\ntwo</a>", "one\ntwo\none\ntwo", "old\none\ntwo", "two", "ONE\nTWO"):
        assert wanted in made
    assert "one\ntwo\n<a>0.5</a>" in made


def test_secrets_are_all_texts_of_a_row_but_its_prompt() -> None:
    row = {"prompt": "p", "messages": ["m"], "answer": "a", "more": {"list": ["b", 3, None, True]}}
    assert list(secrets_of(row)) == ["a", "b", "3"]


def test_the_users_files_are_told_from_those_of_packages() -> None:
    own = Own(os.path.join(os.path.dirname(sys.prefix), "reward.py"))
    folder = own.folder
    assert own.has(folder + "helper.py")
    assert own.has(folder + "part/deeper.py")
    assert not own.has(os.path.join(sys.prefix, "lib", "x.py"))
    assert not own.has(folder + "venv/lib/python3.11/site-packages/numpy/core.py")
    assert not own.has("<string>")
    assert not own.has(os.path.abspath(os.__file__))
