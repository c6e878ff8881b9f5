"""What the sync and the async sandbox have in common: an address, options, a connection per process."""

from __future__ import annotations

import numbers
import os
import weakref
from collections.abc import Mapping
from typing import Any

from .audit import AlarmCallback, Audit, Audits
from .command import Kind, find_command, serve_arguments
from .connection import Connection, check_address
from .folder import make_folder
from .io_thread import ServerIo
from .server import OwnServer

#: Seconds.
RECONNECT_TIMEOUT = 30.0
START_TIMEOUT = 120.0
Files = str | os.PathLike[str] | Mapping[str, str | os.PathLike[str]]


class SandboxBase:
    """A server, as one that sends it work sees it."""

    def __init__(
        self,
        address: str,
        *,
        token: str | None = None,
        module: str | None = None,
        reconnect_timeout: float = RECONNECT_TIMEOUT,
        on_alarm: AlarmCallback | None = None,
    ) -> None:
        """
        Nothing is connected yet: that is done on first use, in each process anew.

        :param address: where `runrl-sandbox serve --zmq` listens: `ipc:///path` or `tcp://host:port`
        :param token: what is in the server's `--token-file`, where it has one
        :param module: name of the module for calls that name none; not needed when the server has one of the kind
        :param reconnect_timeout: seconds that no server may answer before what waits fails as `Unavailable`
        :param on_alarm: called with an alarm of the audit, on a thread of its own; copies of a sandbox have none
        :raises ValueError: it is no such address
        :raises TypeError: `on_alarm` cannot be called
        """
        if not (isinstance(reconnect_timeout, numbers.Real) and reconnect_timeout > 0):
            raise ValueError(f"expected `reconnect_timeout` to be a positive number, got {reconnect_timeout!r}")
        self._setup(check_address(address), token, module, reconnect_timeout, None, on_alarm)

    def _setup(
        self,
        address: str,
        token: str | None,
        module: str | None,
        patience: float,
        server: OwnServer | None,
        on_alarm: AlarmCallback | None = None,
    ) -> None:
        self.address = address
        self._token = token
        self._module = module
        self._patience = patience
        # Not the server itself: it would never be collected, and so not end.
        end = None if server is None else weakref.WeakMethod(server.why_it_ended)
        server_end = None if end is None else lambda: None if (why := end()) is None else why()
        self._audits = audits = Audits()
        if on_alarm is not None:
            audits.call(on_alarm)
        self._connection = Connection(lambda: ServerIo(address, token, patience, server_end, audits), server)

    @property
    def audits(self) -> dict[str, Audit]:
        """
        What the audit says, by module: of those whose calls had a `step`. Empty before anything was asked. Hosts of a
        fleet audit the calls that each was given: shares are of all their calls, `level` is the mean of theirs, and `e`
        that of the host nearest to an alarm.
        """
        return self._audits.latest

    @property
    def closed(self) -> bool:
        """Whether `close()` was called."""
        return self._connection.closed

    def __repr__(self) -> str:
        state = ", closed" if self.closed else ""
        return f"{type(self).__name__}({self.address!r}{state})"

    def __reduce__(self) -> tuple[Any, ...]:
        # Where to, not what is connected: another process makes its own connection.
        return _restore, (type(self), self.address, self._token, self._module, self._patience)


def _restore(
    kind: type[SandboxBase], address: str, token: str | None, module: str | None, patience: float
) -> SandboxBase:
    sandbox = kind.__new__(kind)
    sandbox._setup(address, token, module, patience, None)
    return sandbox


def start_server(
    files: Files,
    kind: Kind,
    start_timeout: float,
    log_file: str | os.PathLike[str] | None,
    options: Mapping[str, Any],
) -> OwnServer:
    """
    Starts a server whose socket only this user reaches.

    :raises NotStarted: it did not become ready; what it said is in the message
    """
    command = find_command()
    level = {"log_level": "warn"} if log_file is None else {}
    arguments = serve_arguments(files, kind, {**level, **options})
    folder = make_folder()
    return OwnServer(
        [*command, *arguments, f"--zmq=ipc://{folder}/s", "--end-with-stdin", "--json"], start_timeout, folder, log_file
    )
