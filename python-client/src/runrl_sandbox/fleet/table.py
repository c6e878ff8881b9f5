"""Which hosts there are: a versioned table, and the sources that keep one."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from ..connection import check_address


@dataclass(frozen=True, slots=True)
class HostEntry:
    """One `runrl-sandbox serve`."""

    #: Its name in the fleet, the same when it is started anew.
    id: str
    #: Where it listens: `tcp://host:port`, or `ipc:///path`.
    address: str
    #: Which start of the host this is. After another one nothing of what it had is left.
    generation: str = ""
    #: It finishes what it has, and is given nothing new.
    draining: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """All hosts of a fleet at one moment."""

    #: Another number for other hosts.
    version: int
    #: In any order.
    hosts: tuple[HostEntry, ...]
    #: Which machines have none, and why, in words.
    refused: tuple[str, ...] = ()


class Source(Protocol):
    """Where a table comes from. It is pickled with the client: each process asks for itself."""

    def read(self, since: int, stop: threading.Event) -> Table:
        """
        The table. Waits, some seconds at most, while it is still the one of version `since`.

        :param since: the version that is known; -1 for none
        :param stop: set when nobody waits any more
        :raises OSError: it cannot be read now; the hosts that are known stay
        """
        ...


@dataclass(frozen=True, slots=True)
class StaticSource:
    """Hosts that never change."""

    #: In the order of their addresses as given.
    hosts: tuple[HostEntry, ...]

    @classmethod
    def of(cls, addresses: Iterable[str]) -> StaticSource:
        """:raises ValueError: no address is given, one is malformed, or one is given twice"""
        if isinstance(addresses, str):
            raise ValueError(f"expected a list of addresses, got one text: write `[{addresses!r}]`")
        found = [check_address(address) for address in addresses]
        if not found:
            raise ValueError("expected at least one address of a host")
        twice = {address for address in found if found.count(address) > 1}
        if twice:
            raise ValueError(f"expected each host once, got `{min(twice)}` more often")
        return cls(tuple(HostEntry(address, address) for address in found))

    def read(self, since: int, stop: threading.Event) -> Table:
        """The hosts that were given."""
        if since != -1:
            stop.wait(60.0)
        return Table(0, self.hosts)
