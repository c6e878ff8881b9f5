"""One host of a fleet as this process sees it: a session with it, and what it told of itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..code import Code
from ..errors import Refused
from ..io_thread import IoThread
from ..listener import Listener
from ..request import Answer, Request
from ..wire import renumbered
from .table import HostEntry
from .versions import Versions

if TYPE_CHECKING:
    from .io import FleetIo

#: Seconds without a host, after which its work goes to another. Its heartbeat is waited for before that.
_PATIENCE = 3.0


class Host(Listener):
    """Listens to a session and takes the answers of its requests: their tags are the fleet's numbers."""

    has_others = True
    longest_heartbeat = 1.0

    def __init__(self, fleet: FleetIo, entry: HostEntry, token: str | None, code: Code | None = None) -> None:
        self.entry, self.code = entry, code
        #: Calls that it runs at the same time.
        self.slots = 1
        self.modules: Versions = ()
        #: Why it does not take this client, where it says so.
        self.refusal: str | None = None
        self._takes_work = False
        self._fleet = fleet
        self.io = IoThread(entry.address, token, _PATIENCE, None, self)

    @property
    def ready(self) -> bool:
        """Whether it takes new work."""
        return self._takes_work and not self.entry.draining

    @property
    def state(self) -> str:
        """In words, for messages."""
        if self.refusal is not None:
            return self.refusal
        return "takes work" if self.ready else "drains" if self.entry.draining else "cannot be reached, or loads"

    def is_another(self, entry: HostEntry | None) -> bool:
        """Whether this is not, or no longer, the host of an entry."""
        return entry is None or (entry.address, entry.generation) != (self.entry.address, self.entry.generation)

    def give(self, requests: list[Request]) -> list[int]:
        """
        Sends requests, each under a new number: the server runs none twice, and may still know one that it lost.

        :returns: the numbers, for `io.cancel`
        :raises Closed: the session has ended
        """
        numbers = [self.io.number() for _ in requests]
        self.io.ask(
            [
                Request(
                    number,
                    one.kind,
                    renumbered(one.body, number) if one.kind == "score" else one.body,
                    self,
                    one.number,
                    one.module,
                    one.step,
                    one.fields,
                )
                for number, one in zip(numbers, requests, strict=True)
            ]
        )
        return numbers

    # What a session tells its listener.

    def welcomed(self, header: dict[str, Any]) -> None:
        """It takes work, with the modules that it names; while it loads, it says so again when it has."""
        self.refusal = None
        self.slots = max((module.get("concurrency") or 1 for module in header["modules"]), default=1)
        self.modules = tuple(sorted((module["name"], module.get("version") or "") for module in header["modules"]))
        self._tell(header["state"] == "ready")

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
        self._fleet.host_changed(self)

    # What a session tells its sink.

    def deliver(self, answers: list[tuple[Any, Answer]]) -> None:
        """Answers, by the fleet's numbers."""
        self._fleet.host_answered(self, answers)

    def deliver_after_fork(self, answers: list[tuple[Any, Answer]]) -> None:
        """The fleet itself knows what is unanswered."""


def in_words(hosts: Mapping[str, Host], trouble: str | None) -> str:
    """
    Why nobody takes work.

    :param trouble: why the table of hosts cannot be read
    """
    if hosts:
        return "; ".join(f"{host.entry.address}: {host.state}" for host in hosts.values())
    return "The table of hosts is empty" if trouble is None else f"The table of hosts cannot be read: {trouble}"
