"""The hosts of a fleet: those of the table, and those that have left it, until their sessions have ended."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator

from ..link import Link
from .host import Host
from .routing import Router
from .table import HostEntry, Table
from .versions import Agreement

log = logging.getLogger("runrl_sandbox")


class Members:
    """Used by the I/O thread; `why_none` by all."""

    def __init__(self, make: Callable[[HostEntry], Host], links: list[Link]) -> None:
        """:param links: of all of them; kept here"""
        #: Of the table, by their names; the router has the same.
        self.hosts: dict[str, Host] = {}
        self.router = Router()
        #: Whether one became ready, drains, or was lost, since `judge`.
        self.is_changed = False
        self._make, self._links = make, links
        self._leaving: list[Host] = []
        #: Those that have yet to say something.
        self._unheard: list[Host] = []
        #: Why machines have no host.
        self._refused: tuple[str, ...] = ()
        self._agreement = Agreement()

    def __iter__(self) -> Iterator[Host]:
        return iter([*self.hosts.values(), *self._leaving])

    def follow(self, table: Table, now: float) -> None:
        """These are the hosts now."""
        for why in set(table.refused).difference(self._refused):
            log.error("%s", why)
        self._refused = table.refused
        wanted = {entry.id: entry for entry in table.hosts}
        for name, host in list(self.hosts.items()):
            if host.is_another(wanted.get(name)):
                del self.hosts[name], self.router.hosts[name]
                host.leave(now)  # what it has goes to another host then
                self._leaving.append(host)
        for name, entry in wanted.items():
            if name in self.hosts:
                self.hosts[name].entry = entry
            else:
                host = self.hosts[name] = self._make(entry)
                self.router.hosts[name] = host.load
                self._links.append(host.link)
                self._unheard.append(host)

    def leaving_at_last(self) -> list[Host]:
        """Those whose sessions have ended."""
        return [host for host in self._leaving if host.link.over]

    def forget(self, host: Host) -> None:
        """One whose session has ended, and that has nothing any more."""
        host.link.disconnect()
        self._links.remove(host.link)
        self._leaving.remove(host)

    def judge(self) -> None:
        """Which hosts get work."""
        self.is_changed = False
        ready = {name: host for name, host in self.hosts.items() if host.ready}
        odd = self._agreement.odd({name: host.modules for name, host in ready.items()})
        self._agreement.look_at_levels({name: host.level for name, host in ready.items()})
        for name, host in self.hosts.items():
            host.load.usable = name in ready and name not in odd
        self.router.refresh()

    @property
    def take_work(self) -> bool:
        """Whether any does."""
        return any(host.load.usable for host in list(self.hosts.values()))

    def why_none(self, trouble: str | None) -> str:
        """
        Why nobody takes work, host by host.

        :param trouble: why the table cannot be read
        """
        found = [*(f"{host.entry.address}: {host.state}" for host in list(self.hosts.values())), *self._refused]
        if found:
            return "; ".join(found)
        return "The table of hosts is empty" if trouble is None else f"The table of hosts cannot be read: {trouble}"

    def has_unheard(self, now: float) -> bool:
        """Finds out why some say nothing. Returns whether some have yet to say something."""
        self._unheard = [host for host in self._unheard if host.is_unheard(now)]
        return bool(self._unheard)

    def end_probes(self) -> None:
        """Nobody waits for what they would find out."""
        for host in self._unheard:
            host.end_probe()
