"""Tables of functions: which are compared after code of a completion ran, and which are the state of the module."""

from __future__ import annotations

import copy
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest
from runrl_shim.inside.reuse.fingerprint import Fingerprint

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MODULE = """
import copy, functools, math
@functools.singledispatch
def shown(value): return str(value)
@shown.register
def _(value: float): return f"{value:.3f}"
REGISTERED, CLASSES, INNER = {}, {"a": {"b": math.isclose}}, [min, max]
def registers(name):
    def register(function):
        REGISTERED[name] = function
        return function
    return register
@registers("exact")
def exact(a, b): return a == b
class Judge:
    METHODS = {"close": math.isclose}
    def judge(self, name, a): return self.METHODS[name](a, a)
def remembers():
    seen = {"first": math.floor}
    def remember(name, function):
        seen[name] = function
        return seen
    return remember
remember = remembers()
EXECUTED, WRITTEN, HANDED, RENAMED = {"sqrt": math.sqrt}, {"f": math.floor}, {"f": math.floor}, {"f": math.floor}
POOL = [math.floor]
def reward_fn(completion):
    exec(completion, EXECUTED)
    WRITTEN["f"] = math.ceil
    POOL.append(math.ceil)
    judges = RENAMED
    judges["f"] = math.ceil
    change(HANDED)
    remember("first", math.ceil)
    copied = copy.deepcopy([shown(1.0)])
    return REGISTERED["exact"](1, 2), CLASSES["a"]["b"](1, 1), [each(copied) for each in INNER]
def change(table):
    table.update(f=math.ceil)
"""


@pytest.fixture
def module(tmp_path: Path) -> Iterator[Any]:
    file = tmp_path / "judged.py"
    file.write_text(MODULE)
    made = ModuleType("judged")
    made.__file__ = str(file)
    sys.modules["judged"] = made
    exec(compile(MODULE, str(file), "exec"), made.__dict__)
    before = dict(copy._deepcopy_dispatch)  # type: ignore[attr-defined]
    yield made
    copy._deepcopy_dispatch.clear()  # type: ignore[attr-defined]
    copy._deepcopy_dispatch.update(before)  # type: ignore[attr-defined]
    del sys.modules["judged"]


@pytest.mark.parametrize(
    ("patch", "named"),
    [
        (lambda module: module.shown.register(float, max), "`float`"),
        (lambda module: module.shown.register(int, max), "`int`"),
        (lambda module: module.REGISTERED.update(exact=max), "judged.REGISTERED"),
        (lambda module: module.CLASSES["a"].clear(), "judged.CLASSES"),
        (lambda module: module.INNER.insert(0, max), "judged.INNER"),
        (lambda module: module.INNER.append(len), "judged.INNER"),
        (lambda module: module.Judge.METHODS.update(close=max), "Judge.METHODS"),
        (lambda _: copy._deepcopy_dispatch.update({list: max}), "copy._deepcopy_dispatch"),  # type: ignore[attr-defined]
        (lambda module: setattr(module.REGISTERED["exact"], "__code__", (lambda a, b: 1).__code__), "judged.exact"),
    ],
)
def test_a_function_that_is_replaced_in_a_table_is_found(module: Any, patch: Any, named: str) -> None:
    fingerprint = Fingerprint(module.__file__)
    assert fingerprint.changes() == []
    patch(module)
    changes = fingerprint.changes()
    assert {kind for kind, _, _ in changes} == {"patched"}
    assert named in " ".join(message for _, message, _ in changes)


def test_what_functions_change_themselves_is_their_state(module: Any) -> None:
    fingerprint = Fingerprint(module.__file__)
    module.reward_fn("def sqrt(x): return 1\ndef other(): pass")
    assert module.EXECUTED["sqrt"](4) == module.WRITTEN["f"](1.5) - 1
    assert fingerprint.changes() == []


def test_new_texts_and_new_classes_are_no_patch(module: Any) -> None:
    fingerprint = Fingerprint(module.__file__)
    module.REGISTERED["another"] = max
    late = type("Late", (), {"__module__": "imported_later"})
    module.shown.register(late, max)
    copy._deepcopy_dispatch[late] = max  # type: ignore[attr-defined]
    assert fingerprint.changes() == []


def test_a_registry_that_functions_register_in_is_their_state(module: Any, tmp_path: Path) -> None:
    source = MODULE + "\ndef learn(kind):\n    shown.register(kind, max)\n"
    (tmp_path / "judged.py").write_text(source)
    exec(compile(source, module.__file__, "exec"), module.__dict__)
    fingerprint = Fingerprint(module.__file__)
    module.learn(int)
    assert fingerprint.changes() == []
