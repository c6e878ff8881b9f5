"""Bytes of the protocol, against examples that the server is checked against too."""

from __future__ import annotations

import json
import math
import pickle
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any

import pytest
from runrl_sandbox import Outcome
from runrl_sandbox._layouts import CALL_TEXT
from runrl_sandbox.outcome import new_outcome
from runrl_sandbox.wire import (
    WireError,
    call_frame,
    outcome_of,
    pack_header,
    split_outcomes,
    step_outcome_of,
    unpack_header,
    without_text,
)

VECTORS = json.loads((Path(__file__).parents[2] / "test/vectors/serving.json").read_text())


def value_of(written: Any) -> Any:
    """A vector's value: bytes are written as `{"bytes": hex}`."""
    if isinstance(written, dict):
        if list(written) == ["bytes"]:
            return bytes.fromhex(written["bytes"])
        return {key: value_of(value) for key, value in written.items()}
    if isinstance(written, list):
        return [value_of(one) for one in written]
    return written


def examples(kind: str) -> Any:
    return pytest.mark.parametrize("example", VECTORS[kind], ids=[example["name"] for example in VECTORS[kind]])


@examples("from_client")
def test_headers_are_written_as_the_server_reads_them(example: dict[str, Any]) -> None:
    value = value_of(example["value"])
    assert unpack_header(pack_header(value)) == value == unpack_header(bytes.fromhex(example["hex"]))


@examples("from_server")
def test_headers_of_the_server_are_read(example: dict[str, Any]) -> None:
    assert unpack_header(bytes.fromhex(example["hex"])) == value_of(example["value"])


@examples("call_frames")
def test_call_frames_are_those_of_the_server(example: dict[str, Any]) -> None:
    if example["completion_is_row"]:
        pytest.skip("this client sends the completion itself")
    row, completion = example["row"].encode(), example["completion"].encode()
    flags = CALL_TEXT if example.get("completion_is_text") else 0
    frame = call_frame(example["call"], row, completion, example["seed"], flags)
    assert frame.hex() == example["hex"]
    as_json = json.dumps(example["completion"]).encode() if flags else completion
    assert without_text(frame) == call_frame(example["call"], row, as_json, example["seed"])


@examples("outcome_frames")
def test_outcome_frames_are_read(example: dict[str, Any]) -> None:
    (raw,) = split_outcomes(bytes.fromhex(example["hex"]))
    assert raw[0] == example["call"]
    outcome = outcome_of(raw, "namespaces")
    step, fields = step_outcome_of(raw, "namespaces")
    for one in (outcome, step):
        assert one.status == example["status"]
        assert one.reward == example["reward"]
        assert one.fresh == example["fresh"]
        for name in ("duration_ms", "queue_ms", "cpu_ms", "max_rss_bytes"):
            assert getattr(one, name) == example[name]
    assert step.done == example["done"]
    given = json.loads(example["json"]) if example["json"] else {}
    assert fields == given
    for name in ("stack", "stdout", "stderr", "warnings"):
        assert getattr(outcome, name) == given.get(name, getattr(type(outcome)("ok"), name))
    assert list(outcome.info) == list(given.get("info", {}))
    assert all(isinstance(value, (float, str)) for value in outcome.info.values())


def test_several_frames_are_told_apart() -> None:
    block = b"".join(bytes.fromhex(example["hex"]) for example in VECTORS["outcome_frames"])
    assert [raw[0] for raw in split_outcomes(block)] == [example["call"] for example in VECTORS["outcome_frames"]]


@pytest.mark.parametrize("change", [lambda block: block[:-1], lambda block: block + b"\0", lambda block: bytes(54)])
def test_frames_that_are_not_whole_are_refused(change: Any) -> None:
    block = bytes.fromhex(VECTORS["outcome_frames"][-1]["hex"])
    with pytest.raises(WireError):
        list(split_outcomes(change(block)))


@pytest.mark.parametrize("data", [b"", b"\xc1", b"\x80", b"\x01", b"\x81\xa4type\x01"])
def test_a_header_that_is_none_is_refused(data: bytes) -> None:
    with pytest.raises(WireError):
        unpack_header(data)


def test_info_that_json_cannot_hold_is_not_a_number() -> None:
    raw = (1, 0, 1, 1.0, 0.0, 0.0, 0.0, 0, b'{"info":{"a":null,"b":1,"c":"text"}}')
    info = outcome_of(raw, "none").info
    assert math.isnan(float(info["a"]))
    assert (info["b"], info["c"]) == (1.0, "text")


def test_integers_that_a_float_does_not_hold_keep_their_digits() -> None:
    text = b'{"reward":9223372036854775809,"info":{"big":-9007199254740993,"float":9.223372036854776e+18,"small":3}}'
    outcome = outcome_of((1, 0, 1, 2.0**63, 0.0, 0.0, 0.0, 0, text), "namespaces")
    assert repr(outcome.reward) == "9223372036854775809"
    assert repr(outcome.info) == "{'big': -9007199254740993, 'float': 9.223372036854776e+18, 'small': 3.0}"


def test_an_outcome_made_quickly_is_one_like_any_other() -> None:
    made = new_outcome("ok", 1.5, 1.0, 2.0, 3.0, 4, True, "landlock")
    assert made == Outcome("ok", 1.5, {}, 1.0, 2.0, 3.0, 4, fresh=True, level="landlock")
    assert type(made) is Outcome
    assert pickle.loads(pickle.dumps(made)) == made
    with pytest.raises(FrozenInstanceError):
        made.reward = 2.0  # type: ignore[misc]
