"""Messages and frames ↔ bytes, as docs/serving-protocol.md has them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

import msgpack

from ._layouts import CALL, CALL_SEEDED, CALL_TEXT, OUTCOME, OUTCOME_DONE, OUTCOME_FRESH, OUTCOME_HAS_REWARD, STATUSES
from .outcome import Evidence, Level, Outcome, OutcomeError, StepOutcome, new_outcome
from .to_json import to_json

#: Integers on the wire are not negative and at most this.
LARGEST: Final = 2**53 - 1

_pack = msgpack.Packer(use_bin_type=True).pack


class WireError(Exception):
    """The server sent what is no message of this protocol."""


def pack_header(header: dict[str, Any]) -> bytes:
    """The first frame of a message."""
    packed: bytes = _pack(header)
    return packed


def unpack_header(data: bytes) -> dict[str, Any]:
    """The first frame of a message, read. Raises WireError."""
    try:
        header = msgpack.unpackb(data, raw=False, strict_map_key=True)
    except Exception as error:
        raise WireError(f"a header is not valid msgpack: {error}") from error
    if not isinstance(header, dict) or not isinstance(header.get("type"), str):
        raise WireError("a header has no `type`")
    return header


def call_frame(call: int, row: bytes, completion: bytes, seed: int | None, flags: int = 0) -> bytes:
    """
    One call of a `score` message.

    :param completion: its JSON; with `CALL_TEXT` in `flags` its text
    """
    size = CALL.size + len(row) + len(completion)
    if seed is not None:
        flags |= CALL_SEEDED
    return b"".join((CALL.pack(size, call, flags, seed or 0, len(row)), row, completion))


def without_text(frame: bytes) -> bytes:
    """The same call with its completion as JSON, for servers that take no other."""
    _, call, flags, seed, row_size = CALL.unpack_from(frame)
    if not flags & CALL_TEXT:
        return frame
    end = CALL.size + row_size
    completion = to_json(frame[end:].decode(), "completion")
    return call_frame(call, frame[CALL.size : end], completion, seed if flags & CALL_SEEDED else None)


def renumbered(frame: bytes, call: int) -> bytes:
    """The same call under another number."""
    return frame[:4] + call.to_bytes(8, "little") + frame[12:]


#: What an outcome frame holds: its call, and what the frame's bytes are made of.
RawOutcome = tuple[int, int, int, float, float, float, float, int, bytes]


def split_outcomes(block: bytes) -> Iterator[RawOutcome]:
    """
    The frames of an `outcomes` message: call, status, flags, reward, three durations, bytes of memory, JSON text.

    :raises WireError: the block is not made of whole frames
    """
    at, end, header = 0, len(block), OUTCOME.size
    while at < end:
        if end - at < header:
            raise WireError("an outcome frame ends too early")
        fields = OUTCOME.unpack_from(block, at)
        size = fields[0]
        if size < header or at + size > end:
            raise WireError("an outcome frame has a wrong size")
        yield (*fields[1:], block[at + header : at + size])
        at += size


def outcome_of(raw: RawOutcome, level: Level) -> Outcome:
    """The outcome of a `score` call."""
    _, status, flags, reward, duration, queue, cpu, memory, text = raw
    outcome = new_outcome(
        STATUSES[status],
        reward if flags & OUTCOME_HAS_REWARD else None,
        duration,
        queue,
        cpu,
        memory,
        flags & OUTCOME_FRESH != 0,
        level,
    )
    return _with_fields(outcome, json.loads(text)) if text else outcome


def step_outcome_of(raw: RawOutcome, level: Level) -> tuple[StepOutcome, dict[str, Any]]:
    """The outcome of `start`, `step`, `branch` or `close`, and the fields of its JSON text."""
    _, status, flags, reward, duration, queue, cpu, memory, text = raw
    fields: dict[str, Any] = json.loads(text) if text else {}
    outcome = StepOutcome(
        STATUSES[status],
        reward if flags & OUTCOME_HAS_REWARD else None,
        {},
        duration,
        queue,
        cpu,
        memory,
        fresh=bool(flags & OUTCOME_FRESH),
        level=level,
        observation=fields.get("observation"),
        done=bool(flags & OUTCOME_DONE),
        steps=fields.get("steps", 0),
        total=fields.get("return", 0.0),
        ended=fields.get("ended"),
    )
    return _with_fields(outcome, fields), fields


def _with_fields(outcome: Any, fields: dict[str, Any]) -> Any:
    """Sets what the JSON text has. The outcome is new: nobody has seen it yet, so it may still be changed."""
    put = object.__setattr__
    if (reward := fields.get("reward")) is not None:  # an integer that the header, a float, does not hold
        put(outcome, "reward", reward)
    if (info := fields.get("info")) is not None:
        put(outcome, "info", {key: _info_value(value) for key, value in info.items()})
    if (error := fields.get("error")) is not None:
        put(outcome, "error", OutcomeError(error["type"], error["message"], error.get("traceback")))
    for name in ("stack", "stdout", "stderr", "warnings"):
        if (value := fields.get(name)) is not None:
            put(outcome, name, value)
    if (evidence := fields.get("evidence")) is not None:
        items = [Evidence(one["kind"], one["message"], one.get("where"), one.get("source")) for one in evidence]
        put(outcome, "evidence", items)
    return outcome


def _info_value(value: float | str | None) -> float | str:
    if isinstance(value, str):
        return value
    # JSON has no NaN: null stands for it.
    if value is None:
        return float("nan")
    # Only integers that a float does not hold are written with all their digits.
    return value if isinstance(value, int) and abs(value) >= 2**53 else float(value)
