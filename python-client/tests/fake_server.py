"""
A server that keeps the protocol as far as a test wants, to be unkind in ways that a real one is only when it breaks.
It scores a completion with the length of what came of it.
"""

from __future__ import annotations

import os
import struct
import threading
from collections.abc import Callable
from typing import Any

import msgpack
import zmq

CALL = struct.Struct("<IQBqI")
OUTCOME = struct.Struct("<IQBBddddQ")


class FakeServer:
    """Listens at `address` until `stop()`. Attributes are changed by tests, and read by its thread."""

    def __init__(self, address: str, **changes: Any) -> None:
        self.address = address
        self.id = os.urandom(16)
        self.credits = 100
        # As of a real one: what is silent for three of them on a busy machine is asked anew, which some tests count.
        self.heartbeat_ms = 2_000
        self.message_limit = 1 << 20
        self.state = "ready"
        #: Of completions, beside JSON.
        self.forms: list[str] | None = None
        self.level = "none"
        #: What a welcome says of them.
        self.modules: list[dict[str, Any]] = []
        self.audits: list[dict[str, Any]] = []
        self.forgets_sessions = False
        #: Called with each header; what it returns is sent instead of the usual answer, None for that.
        self.instead: Callable[[dict[str, Any]], list[dict[str, Any]] | None] = lambda header: None
        #: Calls that are not answered, by completion text.
        self.hangs: set[bytes] = set()
        #: Whether a message with outcomes gets lost on its way.
        self.loses: Callable[[int], bool] = lambda seq: False
        self.headers: list[dict[str, Any]] = []
        self.runs: list[int] = []
        self.sessions: dict[bytes, dict[str, Any]] = {}
        self.names: dict[bytes, bytes] = {}
        self._send: Callable[..., None] = lambda *parts: None
        self.__dict__.update(changes)
        self._stop = threading.Event()
        self._listening = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self._listening.wait(60)

    def stop(self) -> None:
        self._stop.set()
        self._thread.join(60)

    def count(self, kind: str) -> int:
        return sum(header["type"] == kind for header in self.headers)

    def _run(self) -> None:
        context = zmq.Context()
        socket = context.socket(zmq.ROUTER)
        socket.setsockopt(zmq.LINGER, 0)
        socket.bind(self.address)
        self._send = lambda *parts: socket.send_multipart(list(parts))
        self._listening.set()
        while not self._stop.is_set():
            if socket.poll(20):
                identity, first, *rest = socket.recv_multipart()
                self._on_message(identity, msgpack.unpackb(first), rest[0] if rest else b"")
        socket.close()
        context.term()

    def say(self, identity: bytes, header: dict[str, Any], block: bytes | None = None) -> None:
        self._send(identity, msgpack.packb(header), *([] if block is None else [block]))

    def _on_message(self, identity: bytes, header: dict[str, Any], block: bytes) -> None:
        self.headers.append(header)
        instead = self.instead(header)
        if instead is not None:
            for one in instead:
                self.say(identity, {"message": "said the test", **one})
            return
        if header["type"] == "hello":
            self._on_hello(identity, header)
            return
        name = self.names.get(identity)
        if name is None:
            self.say(identity, {"type": "error", "code": "hello-needed", "message": "who?", "retryable": True})
            return
        session = self.sessions[name]
        if "ack" in header:
            session["kept"] = [kept for kept in session["kept"] if kept[0] > header["ack"]]
        if header["type"] == "ping":
            self.say(identity, {"type": "pong", "seq": session["seq"], "state": self.state})
        elif header["type"] == "bye":
            self.say(identity, {"type": "bye"})
        elif header["type"] == "score":
            self._on_score(identity, session, block)

    def _on_hello(self, identity: bytes, header: dict[str, Any]) -> None:
        if self.forgets_sessions:
            self.sessions.clear()
            self.forgets_sessions = False
        resumed = header["session"] in self.sessions
        session = self.sessions.setdefault(header["session"], {"seq": 0, "kept": [], "known": {}})
        self.names[identity] = header["session"]
        welcome = {"type": "welcome", "protocol": 1, "server": self.id, "version": "0", "state": self.state}
        welcome |= {"level": self.level, "resumed": resumed, "credits": self.credits, "credit_bytes": 1 << 22}
        welcome |= {"heartbeat_ms": self.heartbeat_ms, "grace_ms": 1000, "limits": {"message": self.message_limit}}
        welcome |= {} if self.forms is None else {"forms": self.forms}
        self.say(identity, {**welcome, "modules": self.modules, "audits": self.audits})
        for seq, again, frames in session["kept"]:
            if seq > header["ack"]:
                self.say(identity, again, frames)

    def _on_score(self, identity: bytes, session: dict[str, Any], block: bytes) -> None:
        frames = []
        at = 0
        while at < len(block):
            size, call, _, _, row_size = CALL.unpack_from(block, at)
            completion = block[at + CALL.size + row_size : at + size]
            at += size
            if call in session["known"] or completion in self.hangs:
                continue
            self.runs.append(call)
            session["known"][call] = True
            frames.append(OUTCOME.pack(OUTCOME.size, call, 0, 1, float(len(completion)), 1.0, 0.0, 1.0, 1))
        if frames:
            self.tell(identity, session, frames)

    def tell(self, identity: bytes, session: dict[str, Any], frames: list[bytes]) -> None:
        session["seq"] += 1
        header = {"type": "outcomes", "seq": session["seq"], "count": len(frames), "level": "none"}
        session["kept"].append((session["seq"], header, b"".join(frames)))
        if not self.loses(session["seq"]):
            self.say(identity, header, b"".join(frames))
