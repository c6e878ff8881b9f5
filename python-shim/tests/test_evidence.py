"""Evidence without any sandbox: how texts are compared, what a fingerprint holds, what the agent keeps."""

from __future__ import annotations

import base64
import builtins
import json
import math
import random
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from types import ModuleType
from typing import Any
from unittest import mock

import pytest
from runrl_shim.agent.outcomes.evidence import Evidence
from runrl_shim.inside.reuse import fingerprint as fingerprint_module
from runrl_shim.inside.reuse import versions
from runrl_shim.inside.reuse.fingerprint import Fingerprint
from runrl_shim.inside.reuse.versions import SameValues
from runrl_shim.inside.tampering.matching import RUN, Matcher, texts_of
from runrl_shim.wire import protocol as wire
from runrl_shim.wire.evidence import KINDS, MAX_ITEMS, NOTED, TAMPERING
from runrl_shim.wire.frames import result_frame

ROOT = Path(__file__).parents[2]
CODE = "def solve(numbers):\n    total = sum(number * number for number in numbers)\n    return total % 1_000_007\n"


@pytest.mark.parametrize(
    ("completion", "source"),
    [
        (CODE, CODE),
        (f"Here it is:\n```python\n{CODE}```\nDone.", CODE),
        (CODE, "from typing import *\n" + CODE + "\ncheck(solve)"),
        (CODE.replace("\n", "\r\n"), "def wrapper():\n" + textwrap.indent(CODE, "        ")),
        ("x" * 100_000 + CODE + "y" * 100_000, "z" * 3_000 + CODE + "w" * 3_000),
        ("<answer>2*(3+4)</answer>", "2*(3+4)"),
        ("result = 42", "import math\nresult = 42\n" + "#" * 500),
        ("answer: \\boxed{alpha(1) + beta(2)}", "float(alpha(1) + beta(2))"),
        ("𝛼 = 1; 𝛽 = 2; 𝛾 = 𝛼 + 𝛽; print(𝛾)", "if True:\n 𝛼 = 1; 𝛽 = 2; 𝛾 = 𝛼 + 𝛽; print(𝛾)"),
    ],
)
def test_source_that_comes_from_the_completion(completion: str, source: str) -> None:
    assert Matcher([completion]).shares(source.encode())


@pytest.mark.parametrize(
    ("completion", "source"),
    [
        (CODE, "lambda _cls, answer, why: _tuple_new(_cls, (answer, why))"),
        (base64.b64encode(CODE.encode()).decode(), CODE),
        (f"<answer>{CODE[:23]}</answer>", "import unittest\n" * 40),
        ("", "x = 1"),
        ("1", "x = 1"),
        ("The answer is 42.", "float(answer_of(row))"),
        ("a lone \ud800", "b = 2"),
    ],
)
def test_source_that_does_not(completion: str, source: str) -> None:
    assert not Matcher([completion]).shares(source.encode())


def test_a_run_of_24_is_found_wherever_it_stands() -> None:
    rng = random.Random(7)
    for _ in range(300):
        run = rng.randbytes(RUN).hex()[:RUN].encode()
        text = rng.randbytes(rng.randrange(60, 3_000)).hex()
        source = rng.randbytes(rng.randrange(60, 3_000)).hex().encode()
        at, place = rng.randrange(len(text)), rng.randrange(len(source))
        matcher = Matcher([text[:at] + run.decode() + text[at:]])
        assert matcher.shares(source[:place] + run + source[place:])
        assert not matcher.shares(source[:place] + run[: RUN // 2] + b"!" + run[RUN // 2 :] + source[place:])


@pytest.mark.parametrize("kind", ["random", "alike", "one letter", "half runs"])
def test_two_megabytes_are_compared_within_bounds(kind: str) -> None:
    rng = random.Random(1)
    text = {
        "random": rng.randbytes(1 << 19).hex(),
        "alike": "".join(f"v{number} = {number}\n" for number in range(80_000)),
        "one letter": "a" * (1 << 20),
        "half runs": "".join(f"{number:012d}!" for number in range(80_000)),
    }[kind]
    source = {
        "random": rng.randbytes(1 << 19).hex(),
        "alike": "".join(f"w{number} = {number}\n" for number in range(80_000)),
        "one letter": "ab" * (1 << 19),
        "half runs": "".join(f"{number:012d}?" for number in range(80_000)),
    }[kind].encode()
    begin = process_time()
    matcher = Matcher([text])
    for _ in range(50):
        matcher.shares(source)
    assert process_time() - begin < 10  # without bounds: minutes


def test_texts_of_messages() -> None:
    messages = [
        {"role": "user", "content": "one"},
        {"role": "assistant", "content": [{"type": "text", "text": "two"}], "tool_calls": [{"arguments": "three"}]},
    ]
    assert {"one", "two", "three"} <= set(texts_of(messages))
    assert texts_of("text") == ["text"]
    assert texts_of(None) == []


# --- the fingerprint -----------------------------------------------------------------------------------------

MODULE = """
import functools, json, math, typing
from math import isclose
class Named(typing.Protocol):
    def name(self): ...
class Player(Named):
    pass
def made():
    pick = len
    def choose():
        nonlocal pick
        pick = max
        return pick
    return choose
choose = made()
TOLERANCE = 1e-6
CACHE = {}
CLIENT = None
COUNT = 0
def compare(a, b, *, strict=True):
    return isclose(a, b) and math.floor(a) == math.floor(b) and len(json.dumps(a)) > 0
@functools.lru_cache
def slow(a):
    return compare(a, a)
class Judge:
    def judge(self, text):
        self.verdict = text
        math.patched_by_the_module_itself = text
        return compare(1, 1)
def model():
    global model, COUNT, CLIENT
    COUNT += 1
    CLIENT = object()
    model = lambda: 1
    CACHE["a"] = 1
    return 1
"""


@pytest.fixture
def module(tmp_path: Path) -> Iterator[ModuleType]:
    file = tmp_path / "judged.py"
    file.write_text(MODULE)
    made = ModuleType("judged")
    made.__file__ = str(file)
    sys.modules["judged"] = made
    exec(compile(MODULE, str(file), "exec"), made.__dict__)
    yield made
    del sys.modules["judged"]


class AlwaysEqual:
    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0

    def __call__(self, *_: object, **__: object) -> bool:
        return True


def set_default(module: Any) -> None:
    module.compare.__kwdefaults__["strict"] = False


def replace_code(module: Any) -> None:
    module.compare.__code__ = (lambda a, b, *, strict=True: True).__code__


def delete_function(module: Any) -> None:
    del module.compare


@pytest.mark.parametrize(
    ("patch", "named", "is_quick"),
    [
        (lambda module: setattr(module, "compare", AlwaysEqual()), "judged.py: compare", True),
        (lambda module: setattr(module, "slow", lambda a: True), "judged.py: slow", True),
        (lambda module: setattr(module, "Judge", AlwaysEqual), "judged.py: Judge", True),
        (lambda module: setattr(module, "TOLERANCE", 1.0), "judged.py: TOLERANCE", True),
        (lambda module: setattr(module, "isclose", AlwaysEqual()), "judged.py: isclose", True),
        (lambda module: setattr(module, "math", AlwaysEqual()), "judged.py: math", True),
        (delete_function, "judged.py: compare", True),
        (lambda module: setattr(module.Judge, "judge", AlwaysEqual()), "judged.Judge.judge", False),
        (set_default, "judged.compare", False),
        (replace_code, "judged.compare", False),
    ],
)
def test_a_patch_is_found(module: ModuleType, patch: Any, named: str, is_quick: bool) -> None:
    fingerprint = Fingerprint(str(module.__file__))
    assert fingerprint.is_as_it_was()
    assert all(fingerprint.is_as_it_was(with_core=False) for _ in range(3))  # by what it was, then by versions
    assert fingerprint.changes() == []
    patch(module)
    assert fingerprint.is_as_it_was() is not is_quick
    assert all(fingerprint.is_as_it_was(with_core=False) is not is_quick for _ in range(3))
    assert named in " ".join(message for _, message, _ in fingerprint.changes())


@pytest.mark.parametrize("has_versions", [True, False])
def test_what_did_not_move_is_not_read_again(
    module: Any, monkeypatch: pytest.MonkeyPatch, *, has_versions: bool
) -> None:
    monkeypatch.setattr(versions, "_work", lambda: has_versions)
    fingerprint = Fingerprint(str(module.__file__))
    fingerprint.hears_of_functions = True
    moved = list(fingerprint.versions.moved(fingerprint.versions.now()))
    assert (moved == []) is has_versions
    # Only the flag of the audit hook leads to functions …
    code, module.compare.__code__ = module.compare.__code__, (lambda a, b, *, strict=True: True).__code__
    assert (fingerprint.changes() == []) is has_versions
    monkeypatch.setattr(fingerprint_module, "functions_set", True)
    assert "judged.compare" in str(fingerprint.changes())
    monkeypatch.setattr(fingerprint_module, "functions_set", False)
    module.compare.__code__ = code
    assert fingerprint.changes() == []
    # … or a dict of keyword defaults that moved. What was found once is found again.
    set_default(module)
    module.TOLERANCE = 1.0
    for _ in range(2):
        told = str(fingerprint.changes())
        assert "judged.compare" in told
        assert "TOLERANCE" in told


@pytest.mark.parametrize(
    ("space", "name", "is_quick"),
    [
        (builtins, "len", True),
        (math, "floor", True),
        (math, "isclose", False),
        (json, "dumps", True),
        (builtins, "bin", False),
    ],
)
def test_a_patch_of_a_library_is_found(
    module: ModuleType, monkeypatch: pytest.MonkeyPatch, space: Any, name: str, is_quick: bool
) -> None:
    fingerprint = Fingerprint(str(module.__file__))
    original = getattr(space, name)
    with monkeypatch.context() as patched:
        patched.setattr(space, name, lambda *values, **settings: original(*values, **settings))
        quick, changes = fingerprint.is_as_it_was(), fingerprint.changes()
    assert quick is not (is_quick or name == "isclose")
    assert f"`{space.__name__}.{name}`" in " ".join(message for _, message, _ in changes)
    assert {kind for kind, _, _ in changes} == {"patched"}


def test_what_the_module_does_itself_is_no_patch(module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    fingerprint = Fingerprint(str(module.__file__))
    module.model()
    module.slow(1.0)
    module.choose()
    module.Player()  # which takes `__init__` from a base into its own namespace
    module.Judge().judge("good")
    monkeypatch.setattr(builtins, "input", lambda: "fed by the grader")
    assert fingerprint.is_as_it_was()
    assert fingerprint.changes() == []
    del math.patched_by_the_module_itself  # type: ignore[attr-defined]


def test_what_is_set_to_none_is_told_once_and_makes_nothing_worthless(module: Any) -> None:
    fingerprint = Fingerprint(str(module.__file__))
    original, math.floor = math.floor, None  # type: ignore[assignment]
    try:
        assert [kind for kind, _, _ in fingerprint.changes()] == ["disabled"]
        assert fingerprint.changes() == []
        assert fingerprint.is_as_it_was()
    finally:
        math.floor = original


ENVIRONMENT = """
import abc
import games
class Guess(games.Game, abc.ABC):
    def step(self, action):
        global helper
        helper = action
        return action, 1.0, True, {}
def helper(): pass
"""


@pytest.mark.parametrize(
    ("patch", "named", "is_quick"),
    [
        (lambda module: setattr(module, "Guess", AlwaysEqual), "guess.py: Guess", True),
        (lambda module: setattr(module.Guess, "step", AlwaysEqual()), "guess.Guess.step", False),
        (lambda module: setattr(module.games.Game, "setup", AlwaysEqual()), "games.Game.setup", False),
        (lambda module: module.Guess().step("x"), "", False),
    ],
    ids=["class", "method", "method of a base that it does not name", "nothing but its own state"],
)
def test_a_patch_of_an_environment_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, patch: Any, named: str, is_quick: bool
) -> None:
    for name, source in (("games", "class Game:\n    def setup(self): pass\n"), ("guess", ENVIRONMENT)):
        made = ModuleType(name)
        monkeypatch.setitem(sys.modules, name, made)
        exec(compile(source, str(tmp_path / f"{name}.py"), "exec"), made.__dict__)
    made.__file__ = str(tmp_path / "guess.py")  # of the user's, and `games` of nobody's
    fingerprint = Fingerprint(made.__file__)
    patch(made)
    assert fingerprint.is_as_it_was() is not is_quick
    told = " ".join(message for _, message, _ in fingerprint.changes())
    assert named in told
    assert bool(told) is bool(named)


# --- what the agent keeps ------------------------------------------------------------------------------------


def word(kind: str = "process", source: str | None = None, message: str = "did it") -> bytes:
    item = {"kind": kind, "message": message, "where": None, "source": source}
    return result_frame(1, wire.WORKER_EVIDENCE, tail={"evidence": [item]})


def unpacked(frame: bytes) -> tuple[int, int, float, Any]:
    _, _, status, flags, reward, *_ = wire.RESULT_FRAME.unpack_from(frame)
    return status, flags, reward, json.loads(frame[wire.RESULT_FRAME.size :])


def test_an_ok_result_with_a_tampering_act_is_tampered_and_keeps_its_number() -> None:
    evidence = Evidence()
    assert evidence.add(word("completion_executed", "x = 1"))
    assert evidence.add(word("frame_walk"))
    status, flags, reward, tail = unpacked(
        evidence.attach(result_frame(1, wire.STATUS_OK, wire.RESULT_HAS_REWARD, 0.5, tail={"info": {"a": 1.0}}))
    )
    assert (status, flags, reward) == (wire.STATUS_TAMPERED, wire.RESULT_HAS_REWARD, 0.5)
    assert [item["kind"] for item in tail["evidence"]] == ["completion_executed", "frame_walk"]
    assert tail["info"] == {"a": 1.0}
    assert tail["error"]["type"] == "frame_walk"


@pytest.mark.parametrize("kind", sorted(NOTED))
def test_other_evidence_leaves_the_status(kind: str) -> None:
    evidence = Evidence()
    assert evidence.add(word(kind))
    assert unpacked(evidence.attach(result_frame(1, wire.STATUS_OK, wire.RESULT_HAS_REWARD, 1.0)))[0] == wire.STATUS_OK


@pytest.mark.parametrize("status", [wire.STATUS_RAISED, wire.STATUS_TIMEOUT, wire.STATUS_LOST])
def test_a_failure_stays_one(status: int) -> None:
    evidence = Evidence()
    assert evidence.add(word("patched"))
    assert unpacked(evidence.attach(result_frame(1, status)))[0] == status


def test_what_decides_is_never_crowded_out() -> None:
    evidence = Evidence()
    for number in range(20):
        assert evidence.add(word(message=str(number)))
    assert evidence.add(word("patched"))
    assert len(evidence.items) == MAX_ITEMS
    assert evidence.items[-1]["kind"] == "patched"


@pytest.mark.parametrize("tail", [b"not JSON", b"[1]", b'{"info": NaN}', b'"x"', b"[" * 100_000, b'{"a":"\\ud800'])
def test_a_forged_result_loses_no_evidence(tail: bytes) -> None:
    evidence = Evidence()
    assert evidence.add(word("patched"))
    header = bytearray(result_frame(1, wire.STATUS_OK, wire.RESULT_HAS_REWARD, 1.0))
    header[:4] = (len(header) + len(tail)).to_bytes(4, "little")
    status, flags, _, told = unpacked(evidence.attach(bytes(header) + tail))
    assert (status, flags & wire.RESULT_HAS_REWARD) == (wire.STATUS_CRASHED, 0)
    assert [item["kind"] for item in told["evidence"]] == ["patched"]


def test_words_of_any_bytes_are_kept_whole_or_refused() -> None:
    rng = random.Random(3)
    for _ in range(3_000):
        data = bytearray(word(rng.choice(sorted(KINDS)), "x" * rng.randrange(4_000), "m" * rng.randrange(600)))
        for _ in range(rng.randrange(8)):
            data[rng.randrange(wire.RESULT_FRAME.size, len(data))] = rng.randrange(256)
        evidence = Evidence()
        if evidence.add(bytes(data)):
            (item,) = evidence.items
            assert item["kind"] in KINDS
            assert len(item["message"]) <= 300
            assert len(item["source"] or "") <= 2_000
            assert unpacked(evidence.attach(result_frame(1, wire.STATUS_OK, wire.RESULT_HAS_REWARD, 1.0)))[3][
                "evidence"
            ]
        else:
            assert evidence.items == []


def test_a_flood_breaks_the_protocol() -> None:
    evidence = Evidence()
    assert not all(evidence.add(word()) for _ in range(1_000))


def test_the_kinds_are_those_of_the_schema() -> None:
    schema = json.loads((ROOT / "src/protocol/schema.json").read_text())
    kind = schema["messages"]["ResultTail"]["properties"]["evidence"]["items"]["properties"]["kind"]
    assert set(kind["enum"]) == KINDS
    assert not TAMPERING & NOTED
    headings = [line for line in (ROOT / "docs/evidence.md").read_text().splitlines() if line.startswith("### `")]
    assert [heading.strip("#` ") for heading in headings] == kind["enum"]


def test_the_same_values_are_told_by_versions_and_by_what_they_are() -> None:
    space: dict[str, object] = {"len": len, "state": 1}
    values = SameValues(space)
    assert not values.changed()
    space["len"] = max
    assert values.changed()
    assert values.changed()  # told each time
    space["len"] = len
    assert not values.changed()
    space["len"] = mock.ANY  # equal to everything
    assert values.changed()
    space["len"] = len
    space["sum"] = sum
    assert values.changed()
