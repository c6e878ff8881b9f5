"""The clients of a fleet: those of one server, over all its hosts."""

from __future__ import annotations

from typing import Any

from ..aio import AsyncSandbox
from ..audit import AlarmCallback, Audits
from ..base import RECONNECT_TIMEOUT, SandboxBase
from ..code import Code
from ..connection import Connection
from ..sandbox import Sandbox
from .io import FleetIo
from .routing import Load
from .table import Source


class _FleetClient(SandboxBase):
    """What both have in common. Pickled, it is a client of the same fleet in another process."""

    _source: Source
    _replay: bool
    _code: Code | None

    def hosts(self) -> dict[str, Load]:
        """What this client knows of each host, by its name."""
        io = self._connection.io()
        assert isinstance(io, FleetIo)
        return io.hosts()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self), self._source, self._token, self._module, self._patience, self._replay, self._code)


class FleetSandbox(_FleetClient, Sandbox):
    """`Sandbox` over all hosts of a fleet. Made by `Fleet.sandbox()`."""


class AsyncFleetSandbox(_FleetClient, AsyncSandbox):
    """`AsyncSandbox` over all hosts of a fleet. Made by `Fleet.async_sandbox()`."""


def _restore(
    kind: type[_FleetClient],
    source: Source,
    token: str | None,
    module: str | None,
    patience: float,
    replay: bool,
    code: Code | None,
) -> Any:
    sandbox = kind.__new__(kind)
    sandbox.address = repr(source)
    sandbox._source, sandbox._replay, sandbox._code = source, replay, code
    sandbox._token, sandbox._module, sandbox._patience = token, module, patience
    sandbox._audits = audits = Audits()
    sandbox._connection = Connection(lambda: FleetIo(source, token, patience, replay, code, audits), None)
    return sandbox


def make(
    kind: type[Any],
    source: Source,
    token: str | None,
    module: str | None,
    patience: float,
    replay: bool,
    code: Code | None,
    on_alarm: AlarmCallback | None,
) -> Any:
    """
    A client of the hosts of a source.

    :raises ValueError: `patience` is not positive
    :raises TypeError: `on_alarm` cannot be called
    """
    if not patience > 0:
        raise ValueError(f"expected `reconnect_timeout` to be a positive number, got {patience!r}")
    module = module or (None if code is None else code.module)
    sandbox = _restore(kind, source, token, module, patience, replay, code)
    if on_alarm is not None:
        sandbox._audits.call(on_alarm)
    return sandbox


__all__ = ["RECONNECT_TIMEOUT", "AsyncFleetSandbox", "FleetSandbox", "make"]
