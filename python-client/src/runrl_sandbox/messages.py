"""Messages to the server, ready to be sent: numbered, and each with what it acknowledges."""

from __future__ import annotations

from typing import Any

from ._layouts import PROTOCOL
from .request import Request
from .wire import pack_header


class Messages:
    """Those that are to be sent on the connection that there is."""

    def __init__(self) -> None:
        self._ready: list[list[bytes]] = []
        self._count = 0
        #: Of the latest `outcomes` that came, and of the latest that was acknowledged.
        self.latest = self._acknowledged = 0

    def take(self) -> list[list[bytes]]:
        """What is to be sent now."""
        ready, self._ready = self._ready, []
        return ready

    def forget(self) -> None:
        """The connection that they were for is gone."""
        self._ready = []

    def count_anew(self) -> None:
        """The session is new to the server."""
        self.latest = self._acknowledged = 0

    @property
    def waiting(self) -> bool:
        """Whether there is something to be sent."""
        return bool(self._ready)

    @property
    def unacknowledged(self) -> bool:
        """Whether outcomes came that the server does not yet know of."""
        return self._acknowledged < self.latest

    def put(self, header: dict[str, Any], block: bytes | None = None) -> int:
        """A further message. Returns its number, which an error about it gives back."""
        self._count += 1
        header["id"] = self._count
        if self._acknowledged < self.latest:
            header["ack"] = self._acknowledged = self.latest
        packed = pack_header(header)
        self._ready.append([packed] if block is None else [packed, block])
        return self._count

    def put_hello(self, session: bytes, name: str, token: str | None) -> int:
        """Says who this is, and what it has."""
        hello = {"type": "hello", "protocol": PROTOCOL, "session": session, "ack": self.latest, "name": name}
        return self.put(hello if token is None else {**hello, "token": token})

    def put_requests(self, batch: list[Request]) -> None:
        """Calls that travel together, or one request of an episode."""
        first = batch[0]
        header: dict[str, Any] = {"type": first.kind, **first.fields}
        if first.module is not None:
            header["module"] = first.module
        if first.kind == "score":
            header["count"] = len(batch)
            if first.step is not None:
                header["step"] = first.step
            block: bytes | None = b"".join([request.body for request in batch]) if len(batch) > 1 else first.body
        else:
            header["call"] = first.number
            block = first.body or None
        message = self.put(header, block)
        for request in batch:
            request.message, request.sent = message, True
