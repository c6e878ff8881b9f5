"""What the proxy of `--allow-net` refused to a call, asked of the proxy itself: clients wrap it, rewards swallow it.

The proxy sees connections, not calls. So a socket that is about to connect to it is first given an address of the
loopback network that says which call it belongs to. What does not pass Python's own sockets (a program that the call
starts) keeps the common address, and its refusals are in the log alone.
"""

from __future__ import annotations

import _socket

from runrl_shim.wire.refusals import QUESTION, read_answer

_IP_BIND_ADDRESS_NO_PORT = 24  # the port is chosen as without an address, when the socket connects
_CALLS = 1 << 23  # of 127.128.0.0/9
_ANSWERS_WITHIN = 0.5  # seconds; the proxy is on this machine
_ANSWER_BYTES = 1 << 14

_proxy = ("", 0)  # there is none
_kind, _connect, _bind = _socket.socket, _socket.socket.connect, _socket.socket.bind
_set_option = _socket.socket.setsockopt


def prepare(url: str) -> None:
    """Remembers where the proxy is; without that nothing is done here."""
    global _proxy
    host, _, port = url.rpartition("/")[2].partition(":")
    _proxy = (host, int(port))


def is_proxy(address: object) -> bool:
    """Whether a connection to this address is one to the proxy."""
    # Nothing is asked of an object of the completion's, nor of its class: nobody would see what it does.
    if type(address) is not tuple or len(address) != 2:
        return False
    host, port = address
    return type(host) is str and type(port) is int and (host, port) == _proxy


def give_address(socket: _socket.socket, call: int) -> None:
    """Lets the proxy see whose connection this is, unless it has an address already."""
    try:
        _set_option(socket, _socket.IPPROTO_IP, _IP_BIND_ADDRESS_NO_PORT, 1)
        _bind(socket, (_address(call), 0))
    except OSError:
        pass  # it has one, or is of another family


def refused(call: int) -> list[str]:
    """What was refused to a call's connections since this was last asked. Never raises OSError."""
    socket = _kind(_socket.AF_INET, _socket.SOCK_STREAM)
    try:
        socket.settimeout(_ANSWERS_WITHIN)
        give_address(socket, call)
        _connect(socket, _proxy)
        socket.send(QUESTION)
        answer = b""
        while (data := socket.recv(_ANSWER_BYTES)) and len(answer) < _ANSWER_BYTES:
            answer += data
        return read_answer(answer)
    except (OSError, ValueError):
        return []  # it is being started again
    finally:
        socket.close()


def _address(call: int) -> str:
    number = call % _CALLS
    return f"127.{128 + (number >> 16)}.{number >> 8 & 255}.{number & 255}"
