"""What calls of one row share of it: nothing that one of them can change."""

from __future__ import annotations

import json
from typing import Any

import pytest
from runrl_shim.inside.tampering.matching import said_in
from runrl_shim.inside.workers import rows as module
from runrl_shim.inside.workers.rows import Rows
from runrl_shim.wire.protocol import CALL_COMPLETION_ROW, CALL_COMPLETION_TEXT

MESSAGES = [{"role": "user", "content": "How much is it? " * 20, "parts": [["a", 1.0], {"b": None}]}, {"role": "x"}]


@pytest.mark.parametrize(
    "row",
    [{}, {"answer": "42" * 20, "n": 1, "none": None}, {"tests": [[1, 2]], "by": {"name": []}}, {"prompt": MESSAGES}],
)
def test_each_call_has_a_row_of_its_own(row: dict[str, object]) -> None:
    rows, text = Rows(), json.dumps(row).encode()
    for _ in range(5):
        read = rows.read(text)
        assert read == row
        leave_something(read)


def leave_something(value: Any) -> None:
    """In each list and dict in it, however deep."""
    for each in [*value.values()] if isinstance(value, dict) else [*value] if isinstance(value, list) else ():
        leave_something(each)
    if isinstance(value, dict):
        value["left"] = 1
    elif isinstance(value, list):
        value.append("left")


def test_a_row_is_read_twice_where_a_copy_costs_less(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    real = module.from_json
    monkeypatch.setattr(module, "from_json", lambda text: read.append(text) or real(text))
    rows = Rows()
    long, deep = b'"' + b"x" * 400 + b'"', b"[" * 40 + b"]" * 40
    for text in (b"%b", b"[%b]"):
        for _ in range(8):
            rows.read(b'{"a": ' + text % long + b"}")
    assert len(read) == 4
    for text in (
        b'{"many": [1, 2, 3, 4, 5, 6]}',
        b'{"deep": [' + long + b", " + deep + b"]}",
        b'{"a": "%b"}' % (b"x" * 70_000),
    ):
        read.clear()
        for _ in range(4):
            rows.read(text)
        assert len(read) == 4


def test_a_row_that_is_not_worth_keeping_is_looked_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    real = module._values
    monkeypatch.setattr(module, "_values", lambda value, most, depth: looked.append(most) or real(value, most, depth))
    rows, text = Rows(), json.dumps({"grid": [[1, 2], [3]] * 1000}).encode()
    for _ in range(8):
        rows.read(text)
    assert 0 < len(looked) < 1000  # of 5,001 values: no further than where that is sure
    before = len(looked)
    rows.read(text)
    assert len(looked) == before


def test_a_row_that_was_kept_is_forgotten_with_the_next() -> None:
    rows = Rows()
    for row in [{"a": "x" * 100}] * 3 + [{"a": "y" * 100}] * 3 + [{"a": "x" * 100}] * 2:
        assert rows.read(json.dumps(row).encode()) == row


def test_completions_come_in_three_forms() -> None:
    text = 'said "so",\n\x00 ü 😀'
    assert said_in(text.encode(), CALL_COMPLETION_TEXT) == text
    assert said_in(json.dumps(text).encode(), 0) == text
    assert said_in(json.dumps({"completion": text}).encode(), CALL_COMPLETION_ROW) == text
    with pytest.raises(UnicodeDecodeError):
        said_in(b"\xff", CALL_COMPLETION_TEXT)
