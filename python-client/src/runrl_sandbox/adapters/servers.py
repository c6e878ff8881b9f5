"""
Which server or fleet an adapter asks, and one connection to it per process.

Trainers pickle reward functions, fork, and call from many threads; so what is passed around is where the server is, and
each process connects when it first needs to.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..aio import AsyncSandbox
from ..connection import check_address
from ..fleet import Fleet
from ..sandbox import Sandbox

log = logging.getLogger("runrl_sandbox")

#: What an adapter may be given: an address, a Python file, or many hosts.
Server = str | os.PathLike[str] | Fleet

#: Seconds that a server may be away, as while it is started anew, before calls go unanswered.
RECONNECT_TIMEOUT = 120.0


@dataclass(frozen=True)
class ServerSettings:
    """Where the reward function runs. Picklable, a fleet with its code and token; nothing is connected."""

    #: Address of `runrl-sandbox serve --zmq`, absolute path of a Python file to start a server for, or text of a fleet.
    server: str
    #: What the server's `--token-file` names, on this machine. Its text is never pickled nor logged.
    token_file: str | None = None
    #: Module for calls, where the server has several.
    module: str | None = None
    #: Flags for a server that is started here, as Python names them.
    options: Mapping[str, Any] = field(default_factory=dict)
    #: The hosts, where it is a fleet.
    fleet: Fleet | None = None

    @property
    def is_address(self) -> bool:
        """Whether there are servers already; else it is a file."""
        return self.fleet is not None or "://" in self.server

    @property
    def name(self) -> str:
        """What to call the rewards: the module, or the file without its ending."""
        code = None if self.fleet is None else self.fleet.code
        return self.module or (code.name if code else "reward" if self.is_address else Path(self.server).stem)

    def _key(self) -> str:
        return json.dumps([self.server, self.token_file, self.options], sort_keys=True, default=str)


def server_settings(
    server: Server,
    token_file: str | os.PathLike[str] | None = None,
    module: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> ServerSettings:
    """
    Checks what a user has written, where it is written and not when the first reward is due.

    :param server: an address, a Python file, or a `Fleet`
    :param options: flags of `runrl-sandbox serve` for a file; others take none
    :raises ValueError: it is none of them, or options have nobody to go to
    """
    fleet = server if isinstance(server, Fleet) else None
    text = repr(server) if isinstance(server, Fleet) else os.fspath(server)
    if not isinstance(text, str) or text == "":
        raise ValueError(f"expected `server` to be an address such as `ipc:///path`, or a Python file; got {server!r}")
    if fleet is None and "://" in text:
        check_address(text)
    if fleet is not None or "://" in text:
        if options:
            names = ", ".join(f"`{name}`" for name in options)
            raise ValueError(f"{names}: options are for a server that is started here; give them to that at `{text}`")
    else:
        text = os.path.abspath(text)
        if not os.path.isfile(text):
            raise ValueError(f"expected `server` to be an address such as `ipc:///path`, or a file; no file `{text}`")
        if token_file is not None:
            raise ValueError("`token_file` is for a server with an address; one that is started here needs none")
    secret = None if token_file is None else os.path.abspath(os.fspath(token_file))
    return ServerSettings(text, secret, module, dict(options or {}), fleet)


_lock = threading.Lock()
_sandboxes: dict[str, Sandbox] = {}
_async_sandboxes: dict[str, AsyncSandbox] = {}


def _after_fork() -> None:
    # The lock may be held by a thread that is not in the child. Sandboxes see to themselves.
    global _lock
    _lock = threading.Lock()


os.register_at_fork(after_in_child=_after_fork)


def sandbox_of(settings: ServerSettings) -> Sandbox:
    """
    This process's connection, shared by all that ask for the same. It ends with the process, and a server that was
    started for it, too.

    :raises NotStarted: a server was to be started and did not become ready
    """
    key = settings._key()
    with _lock:
        sandbox = _sandboxes.get(key)
        if sandbox is None:
            if settings.fleet is not None:
                sandbox = settings.fleet.sandbox(token=_token(settings), reconnect_timeout=RECONNECT_TIMEOUT)
            elif settings.is_address:
                sandbox = Sandbox(settings.server, token=_token(settings), reconnect_timeout=RECONNECT_TIMEOUT)
            else:
                _warn_of_ranks(settings)
                sandbox = Sandbox.spawn(settings.server, **settings.options)
            _sandboxes[key] = sandbox
        return sandbox


async def async_sandbox_of(settings: ServerSettings) -> AsyncSandbox:
    """As `sandbox_of`, for asyncio. A server that has to be started is the same one."""
    key = settings._key()
    sandbox = _async_sandboxes.get(key)
    if sandbox is None and settings.fleet is not None:
        with _lock:
            sandbox = settings.fleet.async_sandbox(token=_token(settings), reconnect_timeout=RECONNECT_TIMEOUT)
            sandbox = _async_sandboxes.setdefault(key, sandbox)
    if sandbox is None:
        # Starting a server takes seconds, which an event loop has not.
        twin = await asyncio.to_thread(sandbox_of, settings)
        token = _token(settings)
        with _lock:
            sandbox = _async_sandboxes.get(key)
            if sandbox is None:
                sandbox = AsyncSandbox.__new__(AsyncSandbox)
                # Of a server that was started here it knows, as its twin does, when there will never be one again.
                sandbox._setup(twin.address, token, None, RECONNECT_TIMEOUT, twin._connection.server)
                _async_sandboxes[key] = sandbox
    return sandbox


def close_all() -> None:
    """Ends this process's connections, and the servers that were started for them. Later calls begin anew."""
    with _lock:
        sandboxes = [*_sandboxes.values()]
        loops = [*_async_sandboxes.values()]
        _sandboxes.clear()
        _async_sandboxes.clear()
    for loop in loops:
        loop._connection.close()
    for sandbox in sandboxes:
        sandbox.close()


def _token(settings: ServerSettings) -> str | None:
    if settings.token_file is None:
        return None
    return Path(settings.token_file).read_text(encoding="utf-8").strip()


def _warn_of_ranks(settings: ServerSettings) -> None:
    ranks = os.environ.get("LOCAL_WORLD_SIZE") or os.environ.get("WORLD_SIZE") or "1"
    if ranks.isdecimal() and int(ranks) > 1:
        log.warning(
            "This is one of %s ranks, and each starts a server of its own for %s, with workers for all CPUs. "
            "Start one for all, `runrl-sandbox serve --reward %s --zmq ipc:///path`, and give its address instead.",
            ranks,
            settings.server,
            settings.server,
        )
