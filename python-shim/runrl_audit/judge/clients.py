"""Redirects HTTP clients that people install: `httpx`, `httpx2` (of which `openai` uses either, by its version),
`requests`, `urllib3` and `aiohttp`.
"""

from __future__ import annotations

import asyncio
import importlib
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from runrl_audit.judge.link import Judge

_DONE: set[str] = set()


def redirect(judge: Judge, clients: list[str]) -> None:
    """Redirects those named, which are imported, and those that are loaded already; once each."""
    for name, patch in _PATCHES.items():
        if name in _DONE or (name not in clients and name not in sys.modules):
            continue
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        _DONE.add(name)
        patch(judge, module)


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


def _requests(judge: Judge, requests: Any) -> None:
    def send(self: Any, request: Any, **options: Any) -> Any:
        from io import BytesIO

        given = options.get("timeout")
        timeout = given[1] if isinstance(given, tuple) else given
        body = request.body or b""
        try:
            status, headers, content = judge.ask(
                request.method,
                request.url,
                dict(request.headers),
                body.encode() if isinstance(body, str) else bytes(body),
                timeout,
            )
        except TimeoutError as error:
            raise requests.exceptions.ReadTimeout("timed out", request=request) from error
        except OSError as error:
            raise requests.exceptions.ConnectionError(str(error), request=request) from error
        # What a session was told to try again is an error in the end.
        if self.max_retries.raise_on_status and self.max_retries.is_retry(request.method, status):
            raise requests.exceptions.RetryError(f"too many {status} error responses", request=request)
        response = requests.Response()
        response.status_code = status
        response.headers.update(_plain(headers))
        response.url, response.request, response.connection = request.url, request, self
        response.encoding = "utf-8"
        response.raw = BytesIO(content)
        return response

    requests.adapters.HTTPAdapter.send = send


def _urllib3(judge: Judge, urllib3: Any) -> None:
    """Only those who use it by itself: `requests` does not get here."""
    errors, retry = urllib3.exceptions, urllib3.Retry

    def answer(method: str, url: str, body: Any, headers: Any, timeout: Any, retries: Any) -> Any:
        from io import BytesIO

        retries = retry.from_int(retries)
        # Of both kinds at once one is counted from the start, which is never made here.
        seconds = getattr(timeout, "total", timeout)
        if seconds is None:
            seconds = timeout.read_timeout if hasattr(timeout, "total") else None
        data = body or b""
        try:
            status, found, content = judge.ask(
                method,
                url,
                dict(headers or {}),
                data.encode() if isinstance(data, str) else bytes(data),
                seconds if isinstance(seconds, (int, float)) else None,
            )
        except OSError as error:
            reason = (
                errors.ReadTimeoutError(None, url, "timed out")
                if isinstance(error, TimeoutError)
                else errors.ProtocolError("Connection aborted.", error)
            )
            if retries.total is False:
                raise reason from error
            raise errors.MaxRetryError(None, url, reason) from error
        if retries.raise_on_status and retries.is_retry(method, status):
            raise errors.MaxRetryError(None, url, errors.ResponseError(f"too many {status} error responses"))
        return urllib3.HTTPResponse(BytesIO(content), _plain(found), status, preload_content=True)

    def manager_urlopen(self: Any, method: str, url: str, redirect: bool = True, **options: Any) -> Any:
        given = {**self.connection_pool_kw, **{name: value for name, value in options.items() if value is not None}}
        wanted = (given.get(name) for name in ("body", "headers", "timeout", "retries"))
        return answer(method, url, *wanted)

    def pool_urlopen(
        self: Any, method: str, url: str, body: Any = None, headers: Any = None, retries: Any = None, **options: Any
    ) -> Any:
        chosen = self.retries if retries is None else retries
        return answer(method, url, body, headers, options.get("timeout", self.timeout), chosen)

    urllib3.PoolManager.urlopen = manager_urlopen
    urllib3.HTTPConnectionPool.urlopen = pool_urlopen


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
    "requests": _requests,
    "urllib3": _urllib3,
    "aiohttp": _aiohttp,
}
