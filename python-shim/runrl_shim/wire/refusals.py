"""What a worker asks the proxy of `--allow-net` after a call, and what it is told. Stdlib only."""

from __future__ import annotations

#: No request that a client would send: it names no target.
QUESTION = b"GET refusals HTTP/1.1\r\n\r\n"


def write_answer(refusals: list[str]) -> bytes:
    """The texts of refusals, which hold no line ends."""
    return "\n".join(refusals).encode()


def read_answer(answer: bytes) -> list[str]:
    """The texts again."""
    return answer.decode().splitlines()
