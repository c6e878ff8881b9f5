"""Golden bytes of the serving protocol, read as docs/serving-protocol.md says. test/server/zmq-wire.test.ts reads the
same file from the server's side."""

from __future__ import annotations

import json
import math
import re
import struct
from pathlib import Path
from typing import Any

import msgpack
import pytest

ROOT = Path(__file__).parents[2]
VECTORS = json.loads((ROOT / "test/vectors/serving.json").read_text())
PAGE = (ROOT / "docs/serving-protocol.md").read_text()

CALL = struct.Struct("<IQBqI")
OUTCOME = struct.Struct("<IQBBddddQ")


def named(name: str) -> list[Any]:
    return [pytest.param(vector, id=vector["name"]) for vector in VECTORS[name]]


def plain(value: Any) -> Any:
    """`{"bytes": hex}` stands for bytes."""
    if isinstance(value, dict):
        return bytes.fromhex(value["bytes"]) if set(value) == {"bytes"} else {k: plain(v) for k, v in value.items()}
    return [plain(each) for each in value] if isinstance(value, list) else value


def statuses() -> dict[int, str]:
    (row,) = [line for line in PAGE.splitlines() if line.startswith("| `status` | u8 |")]
    return {int(code): name for name, code in re.findall(r"`(\w+)` (\d)", row)}


def test_the_page_has_these_layouts() -> None:
    assert f"`{CALL.format}`, outcome frame `{OUTCOME.format}`" in PAGE


@pytest.mark.parametrize("vector", [*named("from_client"), *named("from_server")])
def test_headers(vector: dict[str, Any]) -> None:
    data = bytes.fromhex(vector["hex"])
    assert msgpack.unpackb(data) == plain(vector["value"])


@pytest.mark.parametrize("vector", named("from_client"))
def test_headers_of_clients_are_what_msgpack_writes(vector: dict[str, Any]) -> None:
    assert msgpack.packb(plain(vector["value"])).hex() == vector["hex"]


@pytest.mark.parametrize("vector", named("call_frames"))
def test_call_frames(vector: dict[str, Any]) -> None:
    row, completion = vector["row"].encode(), vector["completion"].encode()
    flags = (1 if vector["completion_is_row"] else 0) | (0 if vector["seed"] is None else 2)
    flags |= 4 if vector.get("completion_is_text") else 0
    size = CALL.size + len(row) + len(completion)
    header = CALL.pack(size, vector["call"], flags, vector["seed"] or 0, len(row))
    assert (header + row + completion).hex() == vector["hex"]


@pytest.mark.parametrize("vector", named("outcome_frames"))
def test_outcome_frames(vector: dict[str, Any]) -> None:
    data = bytes.fromhex(vector["hex"])
    size, call, status, flags, reward, duration, queue, cpu, rss = OUTCOME.unpack_from(data)
    assert size == len(data)
    assert (call, statuses()[status]) == (vector["call"], vector["status"])
    assert (bool(flags & 1), bool(flags & 2), bool(flags & 4)) == (
        vector["reward"] is not None,
        vector["fresh"],
        vector["done"],
    )
    expected = vector["reward"] or 0.0
    assert reward == expected
    if vector["reward"] is not None:
        assert math.copysign(1, reward) == math.copysign(1, vector["reward"])
    assert (duration, queue, cpu, rss) == tuple(
        vector[name] for name in ("duration_ms", "queue_ms", "cpu_ms", "max_rss_bytes")
    )
    assert data[OUTCOME.size :].decode() == vector["json"]
    if vector["json"]:
        assert isinstance(json.loads(vector["json"]), dict)
