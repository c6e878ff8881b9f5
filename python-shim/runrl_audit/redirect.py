"""Loads a reward file so that whatever it asks over HTTP, under any host, is asked of the fake judge of `check`.

A module that `check` makes (src/check/judge/module.ts) calls `load_redirected` and is replaced by the file. Sandboxed
modules have one way out, the proxy that the environment names; here every connection leads through it to the judge,
without TLS, so that hard-coded addresses and keys need no change. Waiting between retries is cut short.
"""

from __future__ import annotations

import asyncio
import http.client
import os
import socket
import time

from runrl_audit.judge import clients as redirect_clients
from runrl_audit.judge.link import Judge
from runrl_audit.stand_in import stand_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

_LONGEST_SLEEP = 0.01
_NEVER = 3600.0
_SILENT = "x-runrl-silent"


def load_redirected(name: str, path: str, port: int, environment: Mapping[str, str], clients: list[str]) -> None:
    """Puts the file at `path` in the place of the module `name`, with its requests redirected.

    Args:
        name: Of the module that calls.
        path: The reward file.
        port: Of the judge, on localhost.
        environment: Variables that the file gets: addresses and keys, which it would otherwise miss.
        clients: HTTP clients that the file uses, and that are to be redirected before it is imported.
    """
    os.environ.update(environment)
    judge = Judge(port)
    os.environ["NO_PROXY"] = os.environ["no_proxy"] = "*"  # the judge is the only way there is
    _redirect_stdlib(judge)
    _cut_sleeps_short()  # before clients are imported, which may take `sleep` by its name
    redirect_clients.redirect(judge, clients)
    stand_in(name, path)
    redirect_clients.redirect(judge, [])


def load_with(name: str, path: str, environment: Mapping[str, str]) -> None:
    """Puts the file at `path` in the place of the module `name`, with variables that it misses.

    Clients that are made at import demand a key then, though nothing is asked yet.
    """
    for variable, value in environment.items():
        os.environ.setdefault(variable, value)
    stand_in(name, path)


def _redirect_stdlib(judge: Judge) -> None:
    """`urllib.request` and most small clients are made of `http.client`."""

    def connect(self: Any) -> None:
        timeout = self.timeout
        self.sock = judge.connect(socket.getdefaulttimeout() if timeout is _DEFAULT else timeout)

    made: Callable[..., http.client.HTTPResponse] = http.client.HTTPConnection.getresponse

    def getresponse(self: Any) -> http.client.HTTPResponse:
        timeout = self.sock.gettimeout() if self.sock else None
        response = made(self)
        if response.getheader(_SILENT) is not None:
            be_silent(timeout)
        return response

    for each in (http.client.HTTPConnection, http.client.HTTPSConnection):
        each.connect = connect  # type: ignore[method-assign]
        each.getresponse = getresponse  # type: ignore[method-assign]


_DEFAULT = getattr(socket, "_GLOBAL_DEFAULT_TIMEOUT", None)


def be_silent(timeout: float | None) -> None:
    """What a client with this timeout sees of a judge that never answers, without the wait.

    Raises:
        TimeoutError: the client has a timeout.
    """
    if timeout is None:
        _SLEEP(_NEVER)
    raise TimeoutError("timed out")


_SLEEP = time.sleep


def _cut_sleeps_short() -> None:
    """Between retries clients wait for seconds; the check has none to spare."""
    later = asyncio.sleep

    def sleep(seconds: float, /) -> None:
        _SLEEP(min(max(seconds, 0.0), _LONGEST_SLEEP))

    async def sleep_async(delay: float, result: Any = None) -> Any:
        return await later(min(delay, _LONGEST_SLEEP), result)

    setattr(time, "sleep", sleep)  # noqa: B010
    setattr(asyncio, "sleep", sleep_async)  # noqa: B010
