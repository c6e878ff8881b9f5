"""One host of a fleet as this process sees it: a session with it, and what it told of itself."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

from ..audit import Audits
from ..code import Code
from ..errors import Refused
from ..io_thread import make_session
from ..link import Link, Sockets
from ..listener import Listener
from ..request import Request
from .probe import Probe
from .routing import Load
from .table import HostEntry
from .versions import Versions

log = logging.getLogger("runrl_sandbox")

#: Seconds in which one that can be reached has said something.
_PROBE_AFTER = 0.3
#: Seconds without a host, after which its work goes to another. Its heartbeat is waited for before that.
_PATIENCE = 3.0


class Host(Listener):
    """Listens to its session."""

    has_others = True
    longest_heartbeat = 1.0

    def __init__(
        self,
        entry: HostEntry,
        sockets: Sockets,
        token: str | None,
        code: Code | None,
        audits: Audits,
        changed: Callable[[], None],
    ) -> None:
        """:param changed: called when it became ready, drains, or was lost"""
        self.entry, self.code = entry, code
        self.load = Load()
        self.modules: Versions = ()
        self.level: str | None = None
        #: Why it does not take this client, where it says so.
        self.refusal: str | None = None
        #: Why it loads for now.
        self._trouble: str | None = None
        self._takes_work = False
        self._audits, self._changed, self._sockets = audits, changed, sockets
        self._since = time.monotonic()
        self._probe: Probe | None = None
        self.session = make_session(token, _PATIENCE, self)
        self.link = Link(sockets, entry.address, self.session)

    @property
    def ready(self) -> bool:
        """Whether it takes new work."""
        return self._takes_work and not self.entry.draining

    @property
    def state(self) -> str:
        """In words, for messages."""
        if self.refusal is not None:
            return self.refusal
        if self.ready or self.entry.draining:
            return "drains" if self.entry.draining else "takes work"
        if self.session.open:
            return self._trouble or "loads"
        found = None if self._probe is None else self._probe.trouble
        return found or "cannot be reached, or its name is not known here"

    def is_unheard(self, now: float) -> bool:
        """Whether it has yet to say something. After a while it is found out, once, whether it can."""
        if self.session.open or self.refusal is not None or self.link.closing:
            self.end_probe()
            return False
        if self._probe is None and now - self._since > _PROBE_AFTER:
            self._probe = Probe(self._sockets, self.entry.address)
        if self._probe is None:
            return True
        self._probe.look(now)
        if self._probe.trouble is not None:
            log.warning("host %s at %s %s", self.entry.id, self.entry.address, self._probe.trouble)
        return not self._probe.over

    def end_probe(self) -> None:
        """Nobody waits for what it would find out."""
        if self._probe is not None:
            self._probe.close()

    def is_another(self, entry: HostEntry | None) -> bool:
        """Whether this is not, or no longer, the host of an entry."""
        return entry is None or (entry.address, entry.generation) != (self.entry.address, self.entry.generation)

    def ask(self, requests: list[Request], now: float) -> None:
        """Sends requests, under numbers that it has not had before: the server may still know one that it lost."""
        self.session.ask(requests, now)
        self.link.due = now

    def cancel(self, number: int, now: float) -> None:
        """Ends a request."""
        self.session.cancel([number])
        self.link.due = now

    def leave(self, now: float) -> None:
        """It is no longer in the table. What it has is answered `Closed` when its session has ended."""
        self.link.close(now)
        self._audits.forget(self.entry.id)

    # What a session tells its listener.

    def welcomed(self, header: dict[str, Any]) -> None:
        """It takes work, with the modules that it names; while it loads, it says so again when it has."""
        self.refusal = None
        self._trouble = next((module["trouble"] for module in header["modules"] if module.get("trouble")), None)
        self.load.slots = max((module.get("concurrency") or 1 for module in header["modules"]), default=1)
        self.modules = tuple(sorted((module["name"], module.get("version") or "") for module in header["modules"]))
        self.level = header["level"]
        self._audits.welcomed(header, self.entry.id)
        self._tell(header["state"] == "ready")

    def audited(self, header: dict[str, Any]) -> None:
        """It has audited a training step."""
        self._audits.audited(header, self.entry.id)

    def refused(self, error: Refused) -> None:
        """It does not take this client."""
        self.refusal = str(error)

    def draining(self) -> None:
        """It takes nothing new."""
        self._tell(False)

    def lost(self) -> None:
        """It cannot be reached for now."""
        self._tell(False)

    def _tell(self, takes_work: bool) -> None:
        self._takes_work = takes_work
        self._changed()
