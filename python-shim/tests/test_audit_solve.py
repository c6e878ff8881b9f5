"""What listens to the comparisons of the user's code: files must mean what they meant."""

from __future__ import annotations

import builtins
import json
import sys
from importlib.machinery import SourceFileLoader
from typing import TYPE_CHECKING, Any

import pytest
from runrl_audit.listening import source as solve_source
from runrl_audit.listening.notes import Notes, copied
from runrl_audit.listening.rewriting import Own, rewritten
from runrl_audit.searching.beside import Beside, traced
from runrl_audit.searching.encodings import places
from runrl_shim.inside.loading import load

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(autouse=True)
def _as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(load, "_compiled", load._compiled)
    monkeypatch.setattr(SourceFileLoader, "get_code", SourceFileLoader.get_code)
    modules = dict(sys.modules)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield
    solve_source.listen(None)
    # Files of other tests have the same names.
    for name in set(sys.modules) - set(modules):
        del sys.modules[name]
    for name in [name for name in vars(builtins) if name.startswith("__runrl_solve_")]:
        delattr(builtins, name)


FILE = """
from __future__ import annotations
import dataclasses, math, re, typing

@dataclasses.dataclass
class Point:
    x: dict[str, int]
    y: int = 3 if 2 < 3 else 4

class Box:
    __kind = "b"
    def same(self, other: list[int]) -> tuple[int, ...]:
        return (self.__kind == other, self.__kind in "abc")

calls = []
def said(value):
    calls.append(value)
    return value

def kind(value):
    match value:
        case {"a": 1}: return "one"
        case [x, y] if x == y: return "alike"
        case "text": return "text"
    return "none"

def total():
    lines = []
    lines.append(said(1) < said(3) < said(2) < said(9))
    lines.append(list(calls))
    lines.append([n for n in range(9) if (half := n // 2) == 2 and half in {2}])
    lines.append(Box().same([1]))
    lines.append([kind(each) for each in ({"a": 1}, [4, 4], "text", 7)])
    lines.append(typing.get_type_hints(Point)["x"] == dict[str, int])
    lines.append({1, 2} - {2} == {1} and {1, 2} & {2} == {2} and 7 - 2 == 5 and 6 ^ 3 == 5)
    lines.append([re.search("b+", "abb")[0], [m.start() for m in re.finditer("b", "abb")], re.findall("b", "abb")])
    lines.append([re.compile("B", re.I).match("b").end(), re.search("B", "b", re.I) is None])
    lines.append([{"a": 1}.get("b", 5), {"a": 1}["a"], "abc"["abc".find("c")], len("four"), int("7"), float("1.5")])
    for broken in (lambda: {}["k"], lambda: int("x"), lambda: 1 < "a", lambda: [][0], lambda: len(3)):
        try:
            broken()
        except Exception as error:
            lines.append([type(error).__name__, str(error)])
    lines.append([math.isclose(1, 1.0), "ab".startswith(("x", "a")), 3 not in [3], None == 0, math.nan == math.nan])
    return lines
"""


@pytest.mark.parametrize("noted", [False, True])
def test_a_file_means_what_it_meant(noted: bool, tmp_path: Path) -> None:
    path = str(tmp_path / "reward.py")
    solve_source.install(Own(path))
    results = []
    for code in (compile(FILE, path, "exec", dont_inherit=True), rewritten(FILE.encode(), path, solve_source.Rewrite)):
        assert code is not None
        names: dict[str, Any] = {"__name__": "reward_file"}
        module = type(sys)("reward_file")
        names = vars(module)
        sys.modules["reward_file"] = module
        exec(code, names)
        solve_source.listen(Notes() if noted else None)
        results.append(names["total"]())
        solve_source.listen(None)
    assert results[0] == results[1]


def test_operands_are_copied_and_bounded() -> None:
    assert copied({"b": (1, 2), "a": {3}}) == {"b": [1, 2], "a": [3]}
    assert [type(copied(each)).__name__ for each in (list(range(999)), "x" * 9_999, object())] == ["Unknown"] * 3


def test_a_value_is_found_in_the_ways_in_which_it_is_written() -> None:
    text = "It costs 1,204.50 on 2024-03-01, see a%20b and Yes"
    for value, shown in [(1204.5, "1,204.50"), ("a b", "a%20b"), (True, "Yes")]:
        start, end, _ = next(places(text, value))
        assert text[start:end] == shown


def test_what_a_text_is_compared_with_is_told(tmp_path: Path) -> None:
    file = tmp_path / "reward.py"
    file.write_text(
        "import re\n\n"
        "def reward_fn(completion, answer, **kwargs):\n"
        "    found = re.search(r'is (\\d+)', completion)\n"
        "    return float(found is not None and found.group(1) == str(answer))\n"
    )
    solve_source.install(Own(str(file)))
    told = traced(Beside(str(file)), json.dumps({"answer": 42}), ["it is 7", "no", "x" * 500], 1.0)
    assert told[0] == [r"re.search('is (\\d+)', 'it is 7') matches", "'7' == '42' is False"]
    assert told[1] == [r"re.search('is (\\d+)', 'no') does not match"]
    assert len(told[2][0]) < 200
