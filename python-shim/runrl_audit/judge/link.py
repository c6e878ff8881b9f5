"""The way from the user's interpreter to the judge that `check` puts in the place of a real one."""

from __future__ import annotations

import http.client
import os
import socket
import urllib.parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_MOST_HEAD = 1 << 16
_OWN_HEADERS = {"host", "content-length", "transfer-encoding", "connection", "accept-encoding"}


class Judge:
    """Where the judge listens, as the sandbox reaches it."""

    def __init__(self, port: int) -> None:
        """`port` is the one that `allowNet` opens on localhost."""
        self.port = port
        proxy = urllib.parse.urlsplit(os.environ.get("HTTP_PROXY") or os.environ.get("http_proxy") or "")
        self.proxy = (proxy.hostname or "127.0.0.1", proxy.port or port)
        self.has_proxy = proxy.port is not None

    def connect(self, timeout: float | None) -> socket.socket:
        """A connection to the judge, whatever host was asked for.

        Raises:
            OSError: the proxy cannot be reached, or refuses.
        """
        made = socket.create_connection(self.proxy, timeout if isinstance(timeout, (int, float)) else None)
        if not self.has_proxy:
            return made
        made.sendall(f"CONNECT localhost:{self.port} HTTP/1.1\r\n\r\n".encode())
        head = b""
        while not head.endswith(b"\r\n\r\n") and len(head) < _MOST_HEAD:
            byte = made.recv(1)
            if not byte:
                break
            head += byte
        if b" 200" not in head.split(b"\r\n", 1)[0]:
            made.close()
            raise ConnectionRefusedError("the way to the judge is closed")
        return made

    def ask(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes, timeout: float | None
    ) -> tuple[int, dict[str, str], bytes]:
        """Sends a request of any client, and returns status, headers and body of the answer.

        Raises:
            TimeoutError: the judge is silent, and the client has a timeout; without one this never returns.
        """
        parts = urllib.parse.urlsplit(url)
        connection = http.client.HTTPConnection("localhost", self.port, timeout=timeout)
        try:
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            passed = {key: value for key, value in headers.items() if key.lower() not in _OWN_HEADERS}
            connection.request(method, path, body, passed)
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            connection.close()
