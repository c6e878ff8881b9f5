"""A module that a client brings to a server, with the files that it needs: the session's part of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgpack

from .command import Kind
from .errors import Refused, refused
from .listener import Listener
from .messages import Messages
from .request import Request

#: Between two questions whether it is loaded.
_AGAIN_SECONDS = 0.25
_REFUSED_SECONDS = 2.0
#: Where it cannot be loaded, which may have had to do with the server.
_FAILED_SECONDS = 30.0


@dataclass(frozen=True)
class Code:
    """What travels. It may be pickled, with all files."""

    kind: Kind
    name: str
    #: SHA-256 of names and contents.
    hash: str
    #: Path of the module's own file.
    main: str
    files: dict[str, bytes]

    @property
    def module(self) -> str:
        """What servers call this version of the module."""
        return f"{self.name}@{self.hash[:16]}"

    @property
    def offer(self) -> dict[str, Any]:
        """The fields that say what it is."""
        return {"kind": self.kind, "name": self.name, "hash": self.hash}

    @cached_property
    def packed(self) -> bytes:
        """Its files as a block."""
        block: bytes = msgpack.packb(self.files, use_bin_type=True)
        return block


def is_missing(code: Code | None, error: Refused, request: Request) -> bool:
    """Whether a server refused a request because it no longer has the module that it was given."""
    return code is not None and error.kind == "unknown-module" and request.module == code.module


class Placing:
    """Whether the server of a session has the module already. Nothing is asked of it before."""

    def __init__(self, messages: Messages, listener: Listener) -> None:
        self._code, self._messages, self._listener = listener.code, messages, listener
        self._welcome: dict[str, Any] | None = None
        self._offered = 0
        #: When to offer it.
        self.due = math.inf

    def welcomed(self, welcome: dict[str, Any]) -> None:
        """The session is open."""
        if self._code is None:
            self._listener.welcomed(welcome)
        else:
            self._welcome, self.due = welcome, 0.0

    def tick(self, now: float) -> bool:
        """Offers it, when that is due. Returns whether requests have to wait for it."""
        if self._code is not None and now >= self.due:
            self.due = math.inf
            self._offered = self._messages.put({"type": "offer", **self._code.offer})
        return self._welcome is not None

    def answered(self, told: dict[str, Any], now: float) -> None:
        """What the server says of the offer."""
        code = self._code
        if code is None or self._welcome is None or told.get("hash") != code.hash:
            return
        if told["state"] == "ready":
            welcome, self._welcome = self._welcome, None
            self._listener.welcomed({**welcome, "state": "ready", "modules": [told["module"]]})
        elif told["state"] == "failed":
            text = f"`{code.main}` cannot be loaded there: {told.get('error')}"
            self._listener.refused(refused("module-failed", text))
            self.due = now + _FAILED_SECONDS
        elif told["state"] == "wanted":
            self._offered = self._messages.put({"type": "code", "main": code.main, **code.offer}, code.packed)
            self.due = now + _AGAIN_SECONDS
        else:
            self.due = now + _AGAIN_SECONDS

    def refused(self, about: int | None, error: Refused, now: float) -> bool:
        """An error. Returns whether it was about the offer: it is made again after a while."""
        if about is None or about != self._offered:
            return False
        self._listener.refused(error)
        self.due = now + _REFUSED_SECONDS
        return True
