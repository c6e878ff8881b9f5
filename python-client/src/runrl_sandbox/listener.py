"""Whoever is told what becomes of a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .errors import Refused

if TYPE_CHECKING:
    from .code import Code


class Listener:
    """Is told on the I/O thread: must not block, nor raise. This one alone does nothing with it."""

    #: Whether there are other servers. What was sent to one that is gone, or is refused for now, is then answered so,
    #: and not asked again of the same one.
    has_others = False
    #: A module that the server is given, before anything is asked of it.
    code: Code | None = None
    #: Seconds. After three a silent server is taken to be gone.
    longest_heartbeat = float("inf")

    def welcomed(self, header: dict[str, Any]) -> None:
        """The server takes work, or will when it has loaded."""

    def refused(self, error: Refused) -> None:
        """The server does not take this client. Where there are others, it is asked again and again."""

    def audited(self, header: dict[str, Any]) -> None:
        """The server has audited a training step."""

    def draining(self) -> None:
        """The server takes nothing new."""

    def lost(self) -> None:
        """The server is gone, or cannot be reached for now."""
