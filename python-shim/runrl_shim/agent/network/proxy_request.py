"""Reads what a client asks of the proxy, strictly: what two programs could read in two ways is refused."""

from __future__ import annotations

import re

from runrl_shim.agent.network.allow_list import authority, parse_authority

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runrl_shim.agent.network.allow_list import Address

_TOKEN = r"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
_REQUEST_LINE = re.compile(rf"({_TOKEN}) ([\x21-\x7e]+) HTTP/1\.([01])")
_HEADER = re.compile(rf"({_TOKEN}):[ \t]*([\x20-\x7e\t\x80-\xff]*)")
_DIGITS = re.compile(r"[0-9]{1,18}")
_HOP_BY_HOP = frozenset(
    ("connection", "proxy-connection", "proxy-authorization", "keep-alive", "te", "upgrade", "host", "trailer")
)
_CHUNKED = -1


class Malformed(Exception):
    """Not a request that this proxy serves. The text becomes the reason of a 400."""


class ProxyRequest:
    """One request: where to, and for plain HTTP what to send there.

    Attributes:
        host: name or address.
        head: what goes to the server first; empty for CONNECT.
        body_size: bytes of body behind the head; CHUNKED; None for CONNECT, where everything behind it is passed on.
    """

    CHUNKED = _CHUNKED

    def __init__(self, data: bytes) -> None:
        """Reads a head that ends with an empty line.

        Raises:
            Malformed: it is not one that this proxy serves.
        """
        if b"\0" in data or b"\n" in data.replace(b"\r\n", b"") or b"\r" in data.replace(b"\r\n", b""):
            raise Malformed("malformed request: a control character")
        first, *lines = data[:-4].decode("latin-1").split("\r\n")
        match = _REQUEST_LINE.fullmatch(first)
        if match is None:
            raise Malformed("malformed request line")
        method, target, minor = match.groups()
        headers = [_header(line) for line in lines]
        self.head = b""
        self.body_size: int | None = None
        if method == "CONNECT":
            self.host, self.port = _parse(target, None)
            return
        scheme, separator, rest = target.partition("://")
        if scheme.lower() != "http" or not separator:
            raise Malformed("this is a proxy: it takes CONNECT host:port and http:// addresses")
        place = re.split(r"[/?#]", rest, maxsplit=1)[0]
        self.host, self.port = _parse(place, 80)
        path = rest[len(place) :].partition("#")[0]
        self.body_size = _body_size(headers, minor)
        self.head = self._rewritten(method, path if path.startswith("/") else f"/{path}", minor, headers)

    def _rewritten(self, method: str, path: str, minor: str, headers: list[tuple[str, str]]) -> bytes:
        """The request as the server gets it: for that host, whatever the Host header said, and no second one."""
        named = {name.strip().lower() for key, value in headers if key == "connection" for name in value.split(",")}
        # What says how long the body is stays, even if a client calls it hop-by-hop.
        dropped = (_HOP_BY_HOP | named) - {"content-length", "transfer-encoding"}
        host = authority(self.host, self.port)
        lines = [
            f"{method} {path} HTTP/1.{minor}",
            f"Host: {host.removesuffix(':80')}",
            *(f"{key}: {value}" for key, value in headers if key not in dropped),
            "Connection: close",
        ]
        return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def _parse(text: str, default_port: int | None) -> tuple[str | Address, int]:
    parsed = parse_authority(text, default_port)
    if parsed is None:
        raise Malformed("not a host and port that this proxy takes: a name or a plain address, a port from 1 to 65535")
    return parsed


def _header(line: str) -> tuple[str, str]:
    match = _HEADER.fullmatch(line)
    if match is None:
        raise Malformed("malformed header")
    return match[1].lower(), match[2].rstrip(" \t")


def _body_size(headers: list[tuple[str, str]], minor: str) -> int:
    codings = [value.lower() for key, value in headers if key == "transfer-encoding"]
    sizes = {value for key, value in headers if key == "content-length"}
    if codings:
        if sizes or codings != ["chunked"] or minor == "0":
            raise Malformed("malformed request: the size of its body is doubtful")
        return _CHUNKED
    if len(sizes) > 1 or not all(_DIGITS.fullmatch(size) for size in sizes):
        raise Malformed("malformed request: the size of its body is doubtful")
    return int(sizes.pop()) if sizes else 0


def chunk_size(line: bytes) -> int:
    """Size of the chunk that this line (with its end) announces.

    Raises:
        Malformed: it announces none.
    """
    match = re.fullmatch(rb"([0-9A-Fa-f]{1,15})(?:[ \t]*;[\x20-\x7e\t]*)?\r\n", line)
    if match is None:
        raise Malformed("malformed chunk")
    return int(match[1], 16)
