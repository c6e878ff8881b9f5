"""
What the client raises. What user code does is never among it: that is an `Outcome` with its status.

SandboxError
    NotSendable        a value that JSON cannot hold; names the field. Also a TypeError
    Closed             used after `close()`. Also a RuntimeError
    NotStarted         a server of one's own did not start; has what it said. Also a RuntimeError
    Unavailable        no server answers, or it went away and did not come back. Also a ConnectionError
    WaitTimeout        longer than `timeout=`; the call was cancelled. Also a TimeoutError
    Refused            the server refused: `kind`, `detail`, `help`, `retryable`
        Unauthorized, UnknownModule, UnknownEpisode, EpisodeEnded, CannotBranch, TooLarge, Invalid, Busy, ModuleFailed
"""

from __future__ import annotations

from typing import Any

from ._codes import CLASS_OF_KIND


class SandboxError(Exception):
    """Whatever this package raises, but `ValueError` and `TypeError` for wrong arguments."""


class NotSendable(SandboxError, TypeError):
    """A value cannot be written as JSON. The message names the field."""


class Closed(SandboxError, RuntimeError):
    """The sandbox was closed before, or while, this was asked."""


class NotStarted(SandboxError, RuntimeError):
    """`Sandbox.spawn`: the server did not become ready. The message ends with what it wrote on stderr."""


class Unavailable(SandboxError, ConnectionError):
    """No server answers at the address. What was asked may have run."""


class WaitTimeout(SandboxError, TimeoutError):
    """The answer took longer than `timeout=` seconds, time in queues included. The call has been cancelled."""


class Refused(SandboxError):
    """The server refused a request, for a reason that is none of user code."""

    #: One of the kinds in docs/serve.md, such as `busy` or `unknown-module`.
    kind: str
    detail: str
    #: What to do about it, where there is something.
    help: str | None
    #: Whether the same request may succeed later.
    retryable: bool

    def __init__(self, kind: str, detail: str, help: str | None = None, retryable: bool = False) -> None:  # noqa: A002
        super().__init__(f"{detail} ({kind})" if help is None else f"{detail} ({kind})\n{help}")
        self.kind, self.detail, self.help, self.retryable = kind, detail, help, retryable

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.kind, self.detail, self.help, self.retryable)


class Unauthorized(Refused):
    """There is no token, or another one."""


class UnknownModule(Refused):
    """The server has no module of that name, or none of that kind."""


class UnknownEpisode(Refused):
    """The server has no such episode: it was closed, or the server was started anew."""


class EpisodeEnded(Refused):
    """A step of an episode that takes none any more."""


class CannotBranch(Refused):
    """Something keeps the episode from being copied: threads, sockets, children, open files."""


class TooLarge(Refused):
    """More bytes than one message may have."""


class Invalid(Refused):
    """A field is missing, wrong or unknown."""


class Busy(Refused):
    """The server's queue is full."""


class ModuleFailed(Refused):
    """The module died too often; a reload mends it."""


_CLASSES = {each.__name__: each for each in Refused.__subclasses__()}
_CLASS_OF: dict[str, type[Refused]] = {kind: _CLASSES[name] for kind, name in CLASS_OF_KIND.items()}


def refused(kind: str, detail: str, help_text: str | None = None, retryable: bool = False) -> Refused:
    """The exception for a refusal of this kind."""
    return _CLASS_OF.get(kind, Refused)(kind, detail, help_text, retryable)
