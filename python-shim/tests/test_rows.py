"""What calls of one row share of it: nothing that one of them can change."""

from __future__ import annotations

import json

import pytest
from runrl_shim.inside.workers import rows as module
from runrl_shim.inside.workers.rows import Rows


@pytest.mark.parametrize("row", [{}, {"answer": "42", "n": 1, "none": None}, {"tests": [[1, 2]], "by": {"name": []}}])
def test_each_call_has_a_row_of_its_own(row: dict[str, object]) -> None:
    rows, text = Rows(), json.dumps(row).encode()
    for _ in range(5):
        read = rows.read(text)
        assert read == row
        for value in read.values():
            if isinstance(value, list):
                value.append("left")
            elif isinstance(value, dict):
                value["left"] = 1
        read["left"] = 1


def test_a_flat_row_is_read_twice_and_others_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    real = module.from_json
    monkeypatch.setattr(module, "from_json", lambda text: read.append(text) or real(text))
    rows = Rows()
    for text in [b'{"a": 1}'] * 8 + [b'{"b": 1}'] + [b'{"a": [1]}'] * 4 + [b'{"a": "' + b"x" * 70_000 + b'"}'] * 3:
        rows.read(text)
    assert [text[:8] for text in read] == ['{"a": 1}'] * 2 + ['{"b": 1}'] + ['{"a": [1'] * 4 + ['{"a": "x'] * 3
