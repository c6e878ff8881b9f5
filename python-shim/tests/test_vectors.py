"""Golden bytes of the wire. test/protocol/vectors.test.ts reads the same files: both sides agree on every value."""

from __future__ import annotations

import hashlib
import json
import struct
from pathlib import Path
from typing import Any

import msgpack
import pytest
from runrl_shim.agent.host_link import HostLink
from runrl_shim.agent.slots.batch import Batch
from runrl_shim.inside.tampering.matching import said_in
from runrl_shim.wire import protocol as wire
from runrl_shim.wire.frames import result_frame

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "src/protocol/schema.json"


def vectors(name: str) -> Any:
    return json.loads((ROOT / "test/vectors" / f"{name}.json").read_text())


def named(name: str) -> list[Any]:
    return [pytest.param(vector, id=vector["name"]) for vector in vectors(name)]


ENVELOPES = vectors("envelopes")


class FakeSocket:
    """Keeps what is sent, and gives what is to be received."""

    def __init__(self, *frames: bytes) -> None:
        self.frames = list(frames)

    def send_multipart(self, frames: list[bytes], copy: bool) -> None:
        assert copy
        self.frames = frames

    def getsockopt(self, option: int) -> int:
        return 1 if self.frames else 0

    def recv_multipart(self, flags: int) -> list[bytes]:
        frames, self.frames = self.frames, []
        return frames


def link_to(socket: FakeSocket) -> HostLink:
    link = HostLink.__new__(HostLink)
    link._socket = socket  # type: ignore[assignment]
    return link


def same(value: Any, other: Any) -> bool:
    """Equal to the type: 1.0 is not 1."""
    return repr(value) == repr(other)


@pytest.mark.parametrize("vector", named("call-frames"))
def test_call_frames(vector: Any) -> None:
    data = bytes.fromhex(vector["hex"])
    row, completion = vector["row"].encode(), vector["completion"].encode()
    size, call, flags, seed, row_size = wire.CALL_FRAME.unpack_from(data)
    assert (size, call) == (len(data), vector["call"])
    assert bool(flags & wire.CALL_COMPLETION_ROW) == vector["completion_is_row"]
    assert (seed if flags & wire.CALL_SEEDED else None) == vector["seed"]
    texts = data[wire.CALL_FRAME.size :]
    assert (texts[:row_size], texts[row_size:]) == (row, completion)
    json.loads(row)
    assert bool(flags & wire.CALL_COMPLETION_TEXT) == vector.get("completion_is_text", False)
    said = said_in(completion, flags)
    assert said == vector["completion"] if flags & wire.CALL_COMPLETION_TEXT else type(said) in (str, list)
    assert wire.CALL_FRAME.pack(len(data), vector["call"], flags, vector["seed"] or 0, len(row)) + texts == data


def test_call_frames_stand_one_behind_the_other() -> None:
    frames = [bytes.fromhex(vector["hex"]) for vector in vectors("call-frames")]
    batch = Batch.parse(b"".join(frames))
    assert [call for call, _, _ in batch.calls] == [vector["call"] for vector in vectors("call-frames")]
    assert [batch.block[begin:end] for _, begin, end in batch.calls] == frames


@pytest.mark.parametrize("vector", named("episode-frames"))
def test_episode_frames(vector: Any) -> None:
    data = bytes.fromhex(vector["hex"])
    size, call, episode, op, flags, seed = wire.EPISODE_FRAME.unpack_from(data)
    ops = {
        "start": wire.EPISODE_START,
        "step": wire.EPISODE_STEP,
        "branch": wire.EPISODE_BRANCH,
        "close": wire.EPISODE_CLOSE,
    }
    assert (size, call, episode, op) == (len(data), vector["call"], vector["episode"], ops[vector["op"]])
    assert (seed if flags & wire.EPISODE_SEEDED else None) == vector["seed"]
    assert bool(flags & wire.EPISODE_SAME_RANDOM) == vector["same_random"]
    body = data[wire.EPISODE_FRAME.size :]
    assert body == (struct.pack("<I", vector["copy"]) if vector["copy"] else (vector["body"] or "").encode())


@pytest.mark.parametrize("vector", named("result-frames"))
def test_result_frames(vector: Any) -> None:
    data = bytes.fromhex(vector["hex"])
    size, call, status, flags, reward, started, duration, cpu, max_rss = wire.RESULT_FRAME.unpack_from(data)
    assert (size, call, wire.STATUS_NAMES[status], flags) == (
        len(data),
        vector["call"],
        vector["status"],
        vector["flags"],
    )
    assert same(reward if flags & wire.RESULT_HAS_REWARD else None, vector["reward"])
    assert bool(flags & wire.RESULT_FRESH) == vector["fresh"]
    times = (vector["started_ns"], vector["duration_ns"], vector["cpu_ns"])
    assert (started, duration, cpu, max_rss) == (*times, vector["max_rss"])
    assert same(json.loads(data[wire.RESULT_FRAME.size :] or b"{}"), vector["tail"])
    again = result_frame(call, status, flags, vector["reward"], *times, vector["max_rss"], vector["tail"])
    assert again == data


@pytest.mark.parametrize("vector", named("batch-headers"))
def test_batch_headers(vector: Any) -> None:
    data = bytes.fromhex(vector["hex"])
    assert wire.BATCH_HEADER.unpack(data) == (vector["bytes"], vector["calls"])
    assert wire.BATCH_HEADER.pack(vector["bytes"], vector["calls"]) == data


def test_words_to_a_worker() -> None:
    calls = {vector["name"]: vector["calls"] for vector in vectors("batch-headers")}
    assert (calls["go on"], calls["drop the rest"]) == (wire.BATCH_GO, wire.BATCH_STOP)


@pytest.mark.parametrize("vector", named("slot-status"))
def test_slot_status(vector: Any) -> None:
    data = bytes.fromhex(vector["hex"])
    fields = (vector["exit_code"], vector["clean"], vector["cpu_ns"], vector["max_rss"])
    assert wire.SLOT_STATUS.unpack(data) == fields
    assert wire.SLOT_STATUS.pack(*fields) == data


@pytest.mark.parametrize("vector", [pytest.param(each, id=each["name"]) for each in ENVELOPES["from_host"]])
def test_envelopes_from_the_host(vector: Any) -> None:
    link = link_to(FakeSocket(bytes.fromhex(vector["hex"]), b"block"))
    received = link.receive()
    assert received is not None
    message, block = received
    assert same(message, vector["value"])
    assert block == b"block"
    assert link.receive() is None


@pytest.mark.parametrize("vector", [pytest.param(each, id=each["name"]) for each in ENVELOPES["from_agent"]])
def test_envelopes_from_the_agent(vector: Any) -> None:
    socket = FakeSocket()
    link_to(socket).send(vector["value"], b"block")
    envelope, block = socket.frames
    assert block == b"block"
    for data in (envelope, bytes.fromhex(vector["hex"])):
        assert same(msgpack.unpackb(data), vector["value"])


def test_schema() -> None:
    text = SCHEMA.read_text()
    assert hashlib.sha256(text.rstrip("\n").encode()).hexdigest()[:16] == wire.SCHEMA_HASH
    schema = json.loads(text)
    assert schema["version"] == wire.PROTOCOL_VERSION
    assert tuple(schema["constants"]["STATUS_CODES"]) == wire.STATUS_NAMES
    assert list(schema["constants"]["STATUS_CODES"].values()) == list(range(len(wire.STATUS_NAMES)))
    for name, layout in schema["layouts"].items():
        struct_of_it: struct.Struct = getattr(wire, name)
        assert (struct_of_it.format, struct_of_it.size) == (layout["format"], layout["size"])
