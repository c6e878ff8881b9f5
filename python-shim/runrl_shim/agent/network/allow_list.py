"""Which hosts may be reached: names as they were asked for, and every address that a name turns out to be.

A name on the list opens public addresses only. An address that means this machine, its neighbours or its cloud
(loopback, private, link-local, metadata …) must be on the list itself, as an address, a network or `localhost`.
"""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from runrl_shim.wire.protocol import AgentSpecAllowNetItem

    Address: TypeAlias = IPv4Address | IPv6Address
    Network: TypeAlias = IPv4Network | IPv6Network

LOCALHOST: list[Address] = [IPv4Address("127.0.0.1"), IPv6Address("::1")]

# Not `ipaddress.is_private` and its like: what they mean changed between versions of Python.
_SPECIAL_V4 = {
    IPv4Network("0.0.0.0/8"): "unspecified",
    IPv4Network("10.0.0.0/8"): "private",
    IPv4Network("100.64.0.0/10"): "private",
    IPv4Network("127.0.0.0/8"): "loopback",
    IPv4Network("169.254.0.0/16"): "link-local",
    IPv4Network("172.16.0.0/12"): "private",
    IPv4Network("192.0.0.0/24"): "reserved",
    IPv4Network("192.0.2.0/24"): "reserved",
    IPv4Network("192.88.99.0/24"): "reserved",
    IPv4Network("192.168.0.0/16"): "private",
    IPv4Network("198.18.0.0/15"): "reserved",
    IPv4Network("198.51.100.0/24"): "reserved",
    IPv4Network("203.0.113.0/24"): "reserved",
    IPv4Network("224.0.0.0/4"): "multicast",
    IPv4Network("240.0.0.0/4"): "reserved",
}
_GLOBAL_V6 = IPv6Network("2000::/3")  # everything else is something special
_SPECIAL_V6 = {
    IPv6Network("2001::/23"): "reserved",
    IPv6Network("2001:db8::/32"): "reserved",
    IPv6Network("2002::/16"): "reserved",  # 6to4: an IPv4 address in disguise
    IPv6Network("3fff::/20"): "reserved",
    IPv6Network("::/128"): "unspecified",
    IPv6Network("::1/128"): "loopback",
    IPv6Network("fc00::/7"): "unique-local",
    IPv6Network("fe80::/10"): "link-local",
    IPv6Network("ff00::/8"): "multicast",
}
_NAT64 = IPv6Network("64:ff9b::/96")
# Give credentials of the machine to whoever asks: opened by their own address only, by no network that holds it.
_METADATA = frozenset(
    map(
        ip_address,
        (
            "169.254.169.254",
            "169.254.170.2",
            "169.254.170.23",
            "100.100.100.200",
            "168.63.129.16",
            "192.0.0.192",
            "fd00:ec2::254",
            "fd00:ec2::23",
            "fd20:ce::254",
        ),
    )
)

_LABEL = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
_NAME = re.compile(rf"{_LABEL}(?:\.{_LABEL})*")
_NUMBER = re.compile(r"(?:0x[0-9a-f]*|[0-9]+)")
_AUTHORITY = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9._-]+))(?::([0-9]{1,5}))?", re.ASCII)


class Refused(Exception):
    """Not on the list. The text says what to add, for the person who reads the client's exception."""


def normal(address: Address) -> Address:
    """The IPv4 address in an IPv6 one that only wraps it (`::ffff:10.0.0.1`), else the address itself."""
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address


def special(address: Address) -> str | None:
    """Why an address is not simply one of the internet: `loopback`, `private`, `metadata` …; None when it is."""
    address = normal(address)
    if address in _METADATA:
        return "metadata"
    if isinstance(address, IPv4Address):
        return next((why for network, why in _SPECIAL_V4.items() if address in network), None)
    if address in _NAT64:
        return special(IPv4Address(address.packed[-4:]))
    found = next((why for network, why in _SPECIAL_V6.items() if address in network), None)
    return found if found is not None or address in _GLOBAL_V6 else "reserved"


def parse_authority(text: str, default_port: int | None) -> tuple[str | Address, int] | None:
    """Reads `host:port` in the one form that is not doubtful; None for everything else.

    Refused on purpose: user names, odd characters, a port out of range, and the numbers that C libraries take for
    addresses (`127.1`, `0x7f.0.0.1`, `017700000001`).
    """
    match = _AUTHORITY.fullmatch(text)
    if match is None:
        return None
    bracketed, plain, digits = match.groups()
    if digits is None and default_port is None:
        return None
    port = int(digits) if digits is not None else default_port or 0
    if not 0 < port < 65536:
        return None
    host = parse_host(bracketed, in_brackets=True) if bracketed is not None else parse_host(plain)
    return None if host is None else (host, port)


def parse_host(text: str, *, in_brackets: bool = False) -> str | Address | None:
    """A name in small letters without its final dot, or an address; None when it is neither."""
    if in_brackets:
        try:
            return normal(IPv6Address(text))
        except ValueError:
            return None
    try:
        return IPv4Address(text)
    except ValueError:
        pass
    name = text.lower()
    name = name[:-1] if name.endswith(".") else name
    if len(name) > 253 or _NAME.fullmatch(name) is None or _NUMBER.fullmatch(name.rpartition(".")[2]):
        return None
    return name


def authority(host: str | Address, port: int) -> str:
    """`host:port`, as it is written in `--allow-net`."""
    return f"[{host}]:{port}" if isinstance(host, IPv6Address) else f"{host}:{port}"


class AllowList:
    """What `--allow-net` opens.

    Args:
        entries: host (a name, `*.name`, an address, a network or `localhost`) and ports, checked by the host.
    """

    def __init__(self, entries: Sequence[AgentSpecAllowNetItem]) -> None:
        self._names: list[tuple[str, frozenset[int]]] = []
        self._networks: list[tuple[Network, frozenset[int]]] = []
        for entry in entries:
            ports = frozenset(entry["ports"])
            host = entry["host"]
            if host == "localhost":
                self._names.append((host, ports))
                self._networks.extend((ip_network(address), ports) for address in LOCALHOST)
            elif ":" in host or "/" in host or _NUMBER.fullmatch(host.rpartition(".")[2]):
                self._networks.append((ip_network(host, strict=False), ports))
            else:
                self._names.append((host, ports))

    def check_target(self, host: str | Address, port: int) -> None:
        """Refuses what was not named. Nothing is resolved for a name that is not on the list.

        Raises:
            Refused: with what to add to the command line.
        """
        if not isinstance(host, str):
            self.check_address(host, port)
        elif not any(port in ports and _covers(name, host) for name, ports in self._names):
            raise Refused(_hint(authority(host, port), host, port))

    def check_address(self, address: Address, port: int, name: str | None = None) -> None:
        """Refuses an address that nobody may reach, or that must be named and was not.

        Args:
            name: the allowed name that was resolved to it, if it came about that way.
        """
        address = normal(address)
        why = special(address)
        for network, ports in self._networks:
            if port in ports and address in network and (why is None or _names_it(network, why)):
                return
        if name is not None and why is None:
            return
        what = authority(address, port) if name is None else f"{name}:{port} is {address} ({why}), which"
        raise Refused(_hint(what, address, port))


def _covers(allowed: str, name: str) -> bool:
    return name.endswith(allowed[1:]) and len(name) >= len(allowed) if allowed.startswith("*.") else name == allowed


def _names_it(network: Network, why: str) -> bool:
    """Whether a network opens what is special in it: not `0.0.0.0/0`, by which people mean the internet."""
    if network.num_addresses == 1:
        return True
    listed = _SPECIAL_V4 if isinstance(network, IPv4Network) else _SPECIAL_V6
    return why != "metadata" and any(network.subnet_of(each) for each in listed)  # type: ignore[arg-type]


def _hint(what: str, host: str | Address, port: int) -> str:
    entry = str(host) if port in (80, 443) else authority(host, port)
    return f"{what} is not allowed: add --allow-net {entry}"
