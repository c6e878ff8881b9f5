"""Strings that note what they are compared with: they must behave as the ordinary ones do, and forget nothing."""

from __future__ import annotations

import builtins
import copy
import io
import json
import os
import pickle
import re
import sys
from contextlib import redirect_stdout
from importlib.machinery import SourceFileLoader
from typing import TYPE_CHECKING

import pytest
from runrl_audit import heard_patterns, heard_source
from runrl_audit.beside import ANSWER, Beside, answer
from runrl_audit.heard import Heard, Log, heard_fields
from runrl_audit.invert import invert
from runrl_audit.own import Own
from runrl_shim.inside.loading import load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import Any

TEXT = "  Answer: <b>Forty-two</b>, or 42?\n"


def test_every_method_gives_what_it_gives_for_an_ordinary_string() -> None:
    calls = [
        ("startswith", ("  A",)), ("startswith", (("x", "  "),)), ("endswith", ("?\n",)), ("find", ("42", 3)),
        ("find", ("zz",)), ("rfind", ("t",)), ("index", ("A",)), ("count", ("t", 2)), ("split", ()), ("split", ("o",)),
        ("rsplit", (None, 1)), ("partition", (":",)), ("rpartition", (":",)), ("strip", ()), ("strip", (" \n?",)),
        ("lstrip", ()), ("rstrip", ()), ("removeprefix", ("  ",)), ("removesuffix", ("\n",)),
        ("replace", ("t", "T", 1)), ("lower", ()), ("upper", ()),
        ("casefold", ()), ("title", ()), ("splitlines", ()), ("zfill", (60,)),
        ("center", (60, "*")), ("isdigit", ()), ("encode", ()), ("translate", ({97: "b"},)), ("__len__", ()),
        ("__mod__", ((),)), ("__mul__", (2,)), ("__getitem__", (slice(2, 9),)), ("__getitem__", (-2,)),
        ("__lt__", ("z",)), ("join", (["a", "b"],)), ("format", ()), ("expandtabs", ()),
    ]  # fmt: skip
    for name, arguments in calls:
        heard = Heard(TEXT, "completion", Log())
        result = getattr(heard, name)(*arguments)
        assert result == getattr(TEXT, name)(*arguments), name
    with pytest.raises(ValueError, match="substring not found"):
        Heard(TEXT, "completion", Log()).index("zz")


def test_it_is_a_string_everywhere() -> None:
    heard = Heard("42", "completion", Log())
    assert int(heard) == 42
    assert {heard: 1}["42"] == 1
    assert heard in {"42"}
    assert json.loads(json.dumps({"a": heard})) == {"a": "42"}
    assert f"{heard}!" == "42!"
    assert "-".join([heard, heard]) == "42-42"
    assert type(pickle.loads(pickle.dumps(heard))) is str
    assert copy.deepcopy(heard) == "42"
    assert [*heard] == ["4", "2"]
    assert heard != "43"
    assert sorted([heard, Heard("1", "completion", Log())]) == ["1", "42"]


def test_it_passes_on_what_it_is() -> None:
    log = Log()
    heard = Heard(TEXT, "completion", log)
    derived = ("<" + heard.strip().lower().split(":")[1][1:] + ">").replace("<", "")
    assert "forty" in derived
    assert not derived.endswith("zz")
    operations = {(entry[0], entry[1], entry[4], entry[5]) for entry in log.entries}
    assert {("in", "completion", "forty", True), ("endswith", "completion", "zz", False)} <= operations


def test_fields_are_heard_under_their_names() -> None:
    log = Log()
    row = heard_fields({"answer": "Blue", "more": {"list": ["red", 3, None]}}, "row", log)
    assert row == {"answer": "Blue", "more": {"list": ["red", 3, None]}}
    assert "x" not in row["more"]["list"][0]
    assert ("in", "row", "red", "", "x", False) in log.entries


@pytest.fixture
def _restored() -> Iterator[None]:
    names = ("search", "match", "fullmatch", "findall", "finditer", "split", "sub", "subn", "compile")
    before = {name: getattr(re, name) for name in names}
    modules, path, compiled = dict(sys.modules), list(sys.path), load._compiled
    get_code = SourceFileLoader.get_code
    yield
    load._compiled = compiled
    setattr(SourceFileLoader, "get_code", get_code)  # noqa: B010 - mypy allows no other way
    for name in [name for name in vars(builtins) if name.startswith("__runrl_")]:
        delattr(builtins, name)
    for name, function in before.items():
        setattr(re, name, function)
    for name in set(sys.modules) - set(modules):
        del sys.modules[name]
    sys.path[:] = path


SOURCE = r"""
import re
from re import findall

SHAPE = re.compile(r"<a>(?P<body>.*?)</a>", re.S)


def norm(text):
    return text.strip().lower()


def reward_fn(completion, **kwargs):
    found = SHAPE.search(completion)
    if found is None:
        return 0.0
    body = norm(found["body"])
    if norm(kwargs["answer"]) in body:
        return 1.0
    if body in norm(kwargs["answer"]):
        return 0.5
    if [each for each in SHAPE.finditer(completion)][0].group(1).endswith(str(kwargs["n"])):
        return 0.25
    if re.search(kwargs["answer"], body, flags=re.I) or re.search(body, kwargs["answer"]):
        return 0.2
    return 0.1 * len(findall("ok", body))
"""


def observer(path: str, function: str | None, completion_format: str) -> Callable[..., float]:
    """The function of a file, which prints what it pays and what its texts were compared with."""
    own = Own(path)
    heard_source.install(own)
    heard_patterns.install(own)
    beside = Beside(path, function, completion_format, "auto")

    def reward_fn(completion: str, /, **row: Any) -> float:
        plain = beside.call(row, completion)
        log = Log()
        fields = {name: heard_fields(value, name, log) for name, value in row.items()}
        reward = beside.call(fields, Heard(completion, "completion", log))
        templates = {pattern: invert(pattern, flags, method) for pattern, flags, method in log.patterns}
        answer({"plain": plain, "reward": reward, "entries": list(log.entries), "templates": templates})
        return 0.0

    return reward_fn


@pytest.mark.usefixtures("_restored")
def test_a_function_is_listened_to(tmp_path: Path) -> None:
    file = tmp_path / "listened.py"
    file.write_text(SOURCE)
    reward_fn = observer(str(file), None, "auto")

    def listen(completion: str) -> dict[str, object]:
        out = io.StringIO()
        with redirect_stdout(out):
            reward_fn(completion, answer="Blue", n=7)
        return json.loads(out.getvalue().split(ANSWER)[1])  # type: ignore[no-any-return]

    heard = listen("so <a> Big blue sky </a>")
    assert heard["plain"] == heard["reward"] == 1.0
    assert ["in", "completion", "big blue sky", "answer", "blue", True] in heard["entries"]
    assert heard["templates"] == {"<a>(?P<body>.*?)</a>": ["<a>\0</a>"]}
    heard = listen("<a>ok ok</a>")
    assert heard["plain"] == heard["reward"] == pytest.approx(0.2)
    entries = [entry[:2] + entry[3:] for entry in heard["entries"]]  # type: ignore[attr-defined]
    assert ["in", "answer", "completion", "ok ok", False] in entries
    assert ["endswith", "completion", "", "7", False] in entries
    assert ["re", "completion", "answer", "Blue", False] in entries
    assert ["re", "answer", "completion", "ok ok", False] in entries
    assert ["re", "completion", "", "ok", True] in entries


@pytest.mark.usefixtures("_restored")
def test_libraries_get_the_ordinary_functions(tmp_path: Path) -> None:
    heard_patterns.install(Own(str(tmp_path / "reward.py")))
    assert isinstance(re.compile("a"), re.Pattern)
    match = re.search("a", Heard("cat", "completion", Log()))
    assert isinstance(match, re.Match)


JOINED = r"""
import threading

from normal import norm

class Box:
    def shown(self, value):
        return f"<{value}|{value!r:>10}|{{}}|{1 + 1:03d}>"

def reward_fn(completion, **kwargs):
    thread = threading.Thread(target=print)
    thread.start()
    thread.join(5)
    match completion:
        case "quit":
            return f"{2}" == "2"
    if norm(str(kwargs["answer"])) in norm(completion):
        return 1.0
    return 0.5 if "zz" in Box().shown(completion) else len(Box().shown("a"))
"""


@pytest.mark.usefixtures("_restored")
def test_joined_texts_stay_heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "joining.py"
    file.write_text(JOINED)
    (tmp_path / "normal.py").write_text("def norm(text):\n    return ' '.join(each for each in text.lower().split())\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    space: dict[str, object] = {}
    exec(JOINED, space)
    del sys.modules["normal"]
    reward_fn = observer(str(file), None, "auto")
    for completion in ["Big   BLUE sky", "other", "quit"]:
        out = io.StringIO()
        with redirect_stdout(out):
            reward_fn(completion, answer="Blue")
        heard = json.loads(out.getvalue().split(ANSWER)[1])
        ordinary = space["reward_fn"](completion, answer="Blue")  # type: ignore[operator]
        assert heard["plain"] == heard["reward"] == float(ordinary)
        if completion != "quit":
            found = [entry for entry in heard["entries"] if entry[0] == "in"]
            assert found[0][1:5] == ["completion", " ".join(completion.lower().split()), "answer", "blue"]
    assert ["in", "completion", "<other|   'other'|{}|002>", "", "zz", False] in _entries(reward_fn, "other")


def _entries(reward_fn: Callable[..., float], completion: str) -> list[object]:
    out = io.StringIO()
    with redirect_stdout(out):
        reward_fn(completion, answer="Blue")
    return json.loads(out.getvalue().split(ANSWER)[1])["entries"]  # type: ignore[no-any-return]


def test_the_users_files_are_told_from_those_of_packages() -> None:
    own = Own(os.path.join(os.path.dirname(sys.prefix), "reward.py"))
    folder = own.folder
    assert own.has(folder + "helper.py")
    assert own.has(folder + "part/deeper.py")
    assert not own.has(os.path.join(sys.prefix, "lib", "x.py"))
    assert not own.has(folder + "venv/lib/python3.11/site-packages/numpy/core.py")
    assert not own.has("<string>")
    assert not own.has(os.path.abspath(os.__file__))
