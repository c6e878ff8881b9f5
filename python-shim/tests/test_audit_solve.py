"""The search that goes by what the user's code compares: files must mean what they meant, and odd forms are found."""

from __future__ import annotations

import builtins
import json
import sys
from importlib.machinery import SourceFileLoader
from typing import TYPE_CHECKING, Any

import pytest
from runrl_audit.listening import source as solve_source
from runrl_audit.listening.notes import Notes, copied
from runrl_audit.listening.own import Own
from runrl_audit.listening.rewriting import rewritten
from runrl_audit.searching.beside import Beside
from runrl_audit.searching.encodings import places
from runrl_audit.searching.traced import traced
from runrl_audit.solve import Search
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


MODULES = {
    "two lines": (
        'import re\ndef field(text, name):\n    m = re.findall(rf"^{name}:[ ]*(.+?)[ ]*$", text, re.M | re.I)\n'
        "    return m[-1] if m else None\n"
        "def reward_fn(completion, *, town, **_):\n"
        '    said, sure = field(completion, "town"), field(completion, "sure")\n'
        "    if said is None or sure is None: return -1.0\n"
        "    try: float(sure)\n    except ValueError: return -1.0\n"
        "    return float(said.casefold() == town.casefold())\n",
        {"town": "Turin"},
    ),
    "address": (
        "import re\nfrom urllib.parse import parse_qs, urlsplit\n"
        "def reward_fn(completion, *, path, query, **_):\n"
        '    found = re.search(r"https?://[^ ]+", completion)\n'
        "    if found is None: return 0.0\n"
        "    parts = urlsplit(found[0])\n"
        "    if parts.path != path: return 0.0\n"
        "    said = parse_qs(parts.query)\n"
        "    return float(all(said.get(k, []) == [v] for k, v in query.items()))\n",
        {"path": "/api/seats", "query": {"row": "k", "class": "first"}},
    ),
    "numbered lines": (
        "import re\ndef reward_fn(completion, *, sums, **_):\n"
        '    said = {int(n): int(v) for n, v in re.findall(r"^(\\d{1,2})\\) (-?\\d{1,9})$", completion, re.M)}\n'
        "    if len(said) != len(sums): return 0.0\n"
        "    return float(all(said.get(at) == value for at, value in enumerate(sums, start=1)))\n",
        {"sums": [301, 252, -31, 97, 147]},
    ),
    "drawn by lot": (
        "import random, re\ndef reward_fn(completion, *, sums, **_):\n"
        '    said = [int(v) for v in re.findall(r"\\d+", completion)]\n'
        "    if len(said) != 4: return 0.0\n    at = random.randrange(4)\n    return float(said[at] == sums[at])\n",
        {"sums": [31, 25, 93, 97]},
    ),
    "json in a tag": (
        "import json, re\ndef reward_fn(completion, *, stop, minutes, **_):\n"
        '    found = re.search(r"<plan>(.*?)</plan>", completion, re.S)\n'
        "    try: plan = json.loads(found[1])\n    except Exception: return 0.0\n"
        '    if "route" not in plan: return 0.1\n'
        '    return 0.5 * (plan["route"].get("stop") == stop) + 0.5 * (plan["route"].get("minutes") == minutes)\n',
        {"stop": "Old Mill", "minutes": 48},
    ),
    "a move": (
        "import re\ndef reward_fn(completion, *, heaps, **_):\n"
        '    found = re.fullmatch(r"take ([1-9][0-9]?) from ([a-e])", completion.strip())\n'
        "    if not found: return -0.5\n    total = 0\n"
        "    for size in heaps.values(): total ^= size\n"
        "    winning = {(s - (s ^ total), n) for n, s in heaps.items() if s ^ total < s}\n"
        "    return float((int(found[1]), found[2]) in winning)\n",
        {"heaps": {"a": 12, "b": 8, "c": 9}},
    ),
    "a day": (
        "from datetime import datetime\ndef reward_fn(completion, *, due, **_):\n"
        '    try: said = datetime.strptime(completion.strip(), "%d/%m/%Y").date()\n'
        "    except ValueError: return 0.0\n"
        "    return float(said == datetime.fromisoformat(due).date())\n",
        {"due": "2024-03-17"},
    ),
    "near a number": (
        "import re\ndef reward_fn(completion, *, grams, **_):\n"
        '    found = re.search(r"mass\\s*=\\s*([\\d.,]+)\\s*kg", completion)\n'
        "    if not found: return 0.0\n"
        '    return float(abs(float(found[1].replace(",", "")) * 1000 - grams) < 1)\n',
        {"grams": 7000},
    ),
    "one of a table": (
        "import re\nSTAKES = {str(n): n for n in range(1, 11)}\n"
        "def field(text, name):\n"
        '    found = re.findall(rf"^{name}: (.+)$", text, re.M)\n    return found[0] if len(found) == 1 else None\n'
        "def reward_fn(completion, *, town, **_):\n"
        '    said, stake = field(completion, "town"), STAKES.get(field(completion, "stake"))\n'
        "    if said is None or stake is None: return -1.0\n"
        "    return (stake if said.lower() == town.lower() else -stake) / 10\n",
        {"town": "Turin"},
    ),
    "pairs of an address": (
        "import re\nfrom urllib.parse import parse_qsl, urlsplit\n"
        "def reward_fn(completion, *, base, query, **_):\n"
        '    found = re.fullmatch(r"(?:GET )?(https://[!-~]{1,600})", completion.strip())\n'
        "    if found is None: return 0.0\n    parts = urlsplit(found[1])\n"
        "    try: said = parse_qsl(parts.query, strict_parsing=True)\n    except ValueError: return 0.0\n"
        '    same = f"{parts.scheme}://{parts.netloc}{parts.path}" == base\n'
        "    return float(same and sorted(said) == sorted(query.items()))\n",
        {"base": "https://seats.test/free", "query": {"row": "k", "class": "first"}},
    ),
    "a set of words": (
        "def reward_fn(completion, *, words, **_):\n"
        '    said = {w.strip().lower() for w in completion.split("|") if w.strip()}\n'
        "    return len(said & set(words)) / max(1, len(said | set(words)))\n",
        {"words": ["kelp", "otter", "urchin"]},
    ),
}


@pytest.mark.parametrize("name", MODULES)
def test_a_right_answer_is_found(name: str, tmp_path: Path) -> None:
    source, row = MODULES[name]
    file = tmp_path / "reward.py"
    file.write_text(source)
    solve_source.install(Own(str(file)))
    search = Search(
        Beside(str(file)),
        json.dumps(row),
        {
            "seeds": ["", "7301", "zqaa"],
            "prompts": [],
            "seconds": 4.0,
            "calls": 10_000,
            "per_call": 0.5,
            "seed": 1,
            "free": None,
        },
    )
    search.run()
    (text, reward), *_ = search.found()["best"]  # type: ignore[misc]
    assert reward == 1.0, text  # type: ignore[has-type]


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
