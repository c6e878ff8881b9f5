"""Redirects HTTP clients that people install: `httpx`, `httpx2` (of which `openai` uses either, by its version),
`requests`, `urllib3` and `aiohttp`.
"""

from __future__ import annotations

import asyncio
import importlib
import sys
from contextlib import suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    import socket
    from collections.abc import Callable
    from typing import Any

    from runrl_audit.judge.link import Judge

_DONE: set[str] = set()


def redirect(judge: Judge, clients: list[str]) -> None:
    """Redirects those named, which are imported, and those that are loaded already; once each."""
    for name in clients:
        with suppress(ImportError):
            importlib.import_module(name)
    for name, patch in _PATCHES.items():
        if name in sys.modules and name not in _DONE:
            _DONE.add(name)
            patch(judge, sys.modules[name])


def _httpx(judge: Judge, httpx: Any) -> None:
    """Both generations of it: they have the same names."""

    def ask(request: Any) -> Any:
        timeout = (request.extensions.get("timeout") or {}).get("read")
        try:
            status, headers, body = judge.ask(
                request.method, str(request.url), dict(request.headers), request.content, timeout
            )
        except TimeoutError as error:
            raise httpx.ReadTimeout("timed out", request=request) from error
        except OSError as error:
            raise httpx.ConnectError(str(error), request=request) from error
        return httpx.Response(status, headers=_plain(headers), content=body, request=request)

    def handle_request(self: Any, request: Any) -> Any:
        request.read()
        return ask(request)

    async def handle_async_request(self: Any, request: Any) -> Any:
        await request.aread()
        return await asyncio.to_thread(ask, request)

    httpx.HTTPTransport.handle_request = handle_request
    httpx.AsyncHTTPTransport.handle_async_request = handle_async_request


def _urllib3(judge: Judge, urllib3: Any) -> None:
    """And `requests`, which is made of it: all else that they do, retries and timeouts among it, is as it was."""

    def create_connection(_address: object, timeout: Any = None, *_: object, **__: object) -> socket.socket:
        return judge.connect(timeout)

    https = urllib3.connection.HTTPSConnection
    urllib3.util.connection.create_connection = create_connection
    https.connect, https.is_verified = urllib3.connection.HTTPConnection.connect, True


def _aiohttp(judge: Judge, aiohttp: Any) -> None:
    """Its answers are not made by hand: the request itself is sent to the judge, through the proxy."""
    sent: Callable[..., Any] = aiohttp.ClientSession._request

    async def request(self: Any, method: str, url: Any, **options: Any) -> Any:
        from urllib.parse import urlsplit

        parts = urlsplit(str(url))
        target = f"http://localhost:{judge.port}{parts.path or '/'}"
        if judge.has_proxy:
            options["proxy"] = f"http://{judge.proxy[0]}:{judge.proxy[1]}"
        options.pop("ssl", None)
        answer = await sent(self, method, target, **options)
        if "x-runrl-silent" in answer.headers:
            raise asyncio.TimeoutError
        return answer

    aiohttp.ClientSession._request = request


def _plain(headers: dict[str, str]) -> dict[str, str]:
    """Without what speaks of the connection that the answer came by."""
    return {key: value for key, value in headers.items() if key.lower() not in ("connection", "transfer-encoding")}


_PATCHES: dict[str, Callable[[Judge, Any], None]] = {
    "httpx": _httpx,
    "httpx2": _httpx,
    "urllib3": _urllib3,
    "aiohttp": _aiohttp,
}
