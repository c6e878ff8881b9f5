"""Hosts that have another version of the modules are left out; different levels of the sandbox are told."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping

log = logging.getLogger("runrl_sandbox")

#: Hash of each module's files, by the module's name.
Versions = tuple[tuple[str, str], ...]


class Agreement:
    """The version that counts: the most frequent when it is first looked at, until no host has it any more."""

    def __init__(self) -> None:
        self._version: Versions | None = None
        self._told: set[str] = set()
        self._told_levels = False

    def look_at_levels(self, levels: Mapping[str, str | None]) -> None:
        """
        Warns once when hosts confine calls at different levels: the same call may end in other ways on each.

        :param levels: of the hosts that take work, by the name of the host
        """
        hosts: dict[str, list[str]] = {}
        for name, level in sorted(levels.items()):
            if level is not None:
                hosts.setdefault(level, []).append(name)
        if len(hosts) > 1 and not self._told_levels:
            self._told_levels = True
            found = "; ".join(f"{level} on {', '.join(names)}" for level, names in sorted(hosts.items()))
            log.warning("the hosts of this fleet have different levels of the sandbox: %s", found)

    def odd(self, versions: Mapping[str, Versions]) -> set[str]:
        """
        The hosts whose modules are others than those that count. Each is logged once.

        :param versions: of the hosts that have told theirs, by the name of the host
        """
        if self._version not in versions.values():
            most = Counter(versions.values()).most_common(1)
            self._version = most[0][0] if most else None
        found = {name for name, version in versions.items() if version != self._version}
        for name in found - self._told:
            log.error(
                "host %s serves %s, the others %s: it gets no work until they agree",
                name,
                _text(versions[name]),
                _text(self._version or ()),
            )
        self._told = found
        return found


def _text(versions: Versions) -> str:
    return ", ".join(f"{name} {version[:12] or '(no version)'}" for name, version in versions) or "no module"
