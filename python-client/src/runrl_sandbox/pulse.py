"""Whether the server is still heard, and when it is to hear something. Times are seconds of the monotonic clock."""

from __future__ import annotations

_LOADING_PING_SECONDS = 0.25


class Pulse:
    """Of one session."""

    def __init__(self) -> None:
        #: Seconds; before the first `welcome` says another.
        self.heartbeat = 2.0
        self.heard_at = self.sent_at = 0.0

    def begin(self, now: float) -> None:
        """There is a new connection, or a new `hello` on it."""
        self.heard_at = self.sent_at = now

    @property
    def lost_at(self) -> float:
        """When it is taken to be gone, if nothing comes."""
        return self.heard_at + 3 * self.heartbeat

    def ping_at(self, loading: bool) -> float:
        """When it is asked, if nothing else is sent. :param loading: it is asked often whether it has loaded"""
        return self.sent_at + (min(self.heartbeat, _LOADING_PING_SECONDS) if loading else self.heartbeat)
