"""One version of the modules at a time: hosts that have another are left out."""

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
