"""What becomes of the values of callers."""

from __future__ import annotations

import collections
import datetime
import json
import math
import os
import subprocess
import sys
import types
from decimal import Decimal
from typing import Any

import pytest
from runrl_sandbox import NotSendable
from runrl_sandbox.to_json import row_to_json, to_json


class Scalar:
    """Looks as scalars of numpy and tensors of torch do."""

    def __init__(self, value: object) -> None:
        self._value = value

    def tolist(self) -> object:
        return self._value


def test_text_is_what_json_dumps_writes() -> None:
    for code in [*range(0x300), 0x2028, 0xD800, 0xFFFF, 0x1F600]:
        for text in (chr(code), f'\\"\n{chr(code)}\n\\\\"'):
            assert to_json(text, "value") == json.dumps(text).encode()


@pytest.mark.parametrize(
    "value",
    [18.0, 18, -0.0, 2**70, 1e-320, 0.1, "é\ud800\x00", [], {}, None, True, [[1], {"a": [None]}]],
    ids=repr,
)
def test_values_come_back_as_they_were(value: object) -> None:
    back = json.loads(to_json(value, "value"))
    assert back == value
    assert type(back) is type(value)
    assert repr(back) == repr(value)


class Text(str):
    __slots__ = ()


@pytest.mark.parametrize(
    "value",
    [
        "",
        'ä€😀\ud800\x00\x7f"\\/\n',
        Text("x"),
        {"a": [1, 2.5, None, True], "b": {"c": "d"}},
        {1: 2, None: 3},
        [10**40, -0.0],
    ],
)
def test_text_is_that_of_json_dumps(value: object) -> None:
    assert to_json(value, "").decode() == json.dumps(value, separators=(",", ":"))


def test_not_a_number_is_written_as_python_writes_it() -> None:
    text = to_json([math.nan, math.inf, -math.inf], "value")
    assert text == b"[NaN,Infinity,-Infinity]"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Scalar(1.5), 1.5),
        ({"a": Scalar([1, 2])}, {"a": [1, 2]}),
        ((1, 2), [1, 2]),
        (types.MappingProxyType({"a": 1}), {"a": 1}),
        (collections.UserList([1]), [1]),
        (Scalar(Scalar(True)), True),
    ],
)
def test_scalars_arrays_and_rows_of_libraries_are_converted(value: object, expected: object) -> None:
    assert json.loads(to_json(value, "value")) == expected


def test_scalars_of_numpy_keep_their_value() -> None:
    numpy = pytest.importorskip("numpy")
    row = {"a": numpy.float32(0.1), "b": numpy.int64(2**60), "c": numpy.bool_(True), "d": numpy.arange(3)}
    assert json.loads(row_to_json(row, {})) == {"a": float(numpy.float32(0.1)), "b": 2**60, "c": True, "d": [0, 1, 2]}


CIRCULAR: dict[str, Any] = {"fine": 1}
CIRCULAR["again"] = [CIRCULAR]
DEEP: Any = []
for _ in range(100_000):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ({"fine": 1, "seen": {1, 2}}, "`seen` is a set, which cannot be written as JSON; send `sorted(…)` of it"),
        ({"tests": [{"in": b"x"}]}, "`tests[0]['in']` is a bytes"),
        ({"when": datetime.datetime(2026, 1, 1)}, "`when` is a datetime.datetime"),
        ({"price": Decimal("1.5")}, "`price` is a decimal.Decimal"),
        ({"f": len}, "`f` is a builtin_function_or_method"),
        ({"grid": {(0, 1): 2}}, "`grid` has a key (0, 1) of type tuple"),
        ({"view": memoryview(b"ab")}, "`view` is a memoryview"),
        ({"scalar": Scalar(1j)}, "`scalar`"),
        (CIRCULAR, "holds itself"),
        ({"fine": 1, "deep": DEEP}, "`deep` is nested too deeply"),
        ({3: 1}, "a field 3; names of fields must be text"),
        ([("a", 1)], "must be a dict of the fields by name, not a list"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_json_cannot_hold_is_named(row: Any, says: str) -> None:
    with pytest.raises(NotSendable) as raised:
        row_to_json(row, {})
    assert says in str(raised.value)
    assert isinstance(raised.value, TypeError)


def test_what_holds_itself_is_named_however_deep_python_may_call() -> None:
    program = (
        "import sys; from runrl_sandbox.to_json import to_json; sys.setrecursionlimit(10**8)\n"
        "value = []; value.append(value)\n"
        "try: to_json(value, 'value')\n"
        "except Exception as error: print(error)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert (ended.returncode, "holds itself" in ended.stdout) == (0, True), ended


def test_a_row_and_fields_are_joined_and_may_not_collide() -> None:
    assert json.loads(row_to_json({"a": 1}, {"b": 2})) == {"a": 1, "b": 2}
    with pytest.raises(NotSendable, match="`a` is given twice"):
        row_to_json({"a": 1}, {"a": 2})
