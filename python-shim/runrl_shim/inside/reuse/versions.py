"""Which of some dicts were changed, from eight bytes of each: reading what they hold would copy the pages it is on.

Python 3.8 to 3.13 give a dict a new version, unique in the process, with every change of it. Elsewhere (3.14 has none)
nothing is said to be unchanged.
"""

from __future__ import annotations

import gc

# Names of this module, not looked up anew: what is executed may replace the builtin ones.
from builtins import any, enumerate, issubclass, len, map, range, type  # noqa: A004, UP029
from ctypes import c_uint64
from operator import is_not
from types import MappingProxyType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

_OFFSET = 24  # behind reference count, type and length
_SIZE = 8


class DictVersions:
    """The versions of dicts, or of the namespaces of classes, when it was made or they were last accepted."""

    def __init__(self, spaces: Iterable[Any]) -> None:
        dicts = [gc.get_referents(each)[0] if type(each) is MappingProxyType else each for each in spaces]
        self._dicts = dicts  # held: their addresses are read
        self._all = range(len(dicts))
        works = _work() and all(issubclass(type(each), dict) for each in dicts)
        self._versions = [c_uint64.from_address(id(each) + _OFFSET) for each in dicts] if works else []
        self._before = self.now()

    def now(self) -> bytes:
        """What the versions are, to be accepted or compared."""
        return b"".join(self._versions)

    def moved(self, now: bytes) -> Iterable[int]:
        """The positions of those that may hold something else than when they were accepted."""
        before = self._before
        if not before:
            return self._all
        if now == before:
            return ()
        starts = enumerate(range(0, len(before), _SIZE))
        return [index for index, at in starts if now[at : at + _SIZE] != before[at : at + _SIZE]]

    def accept(self, now: bytes) -> None:
        """What they held at the time of `now` counts as unchanged."""
        self._before = now


class SameValues:
    """Whether a dict holds the values that it held when this was made."""

    def __init__(self, space: dict[str, Any]) -> None:
        self._now = space.values()
        self._before = [*self._now]
        self._versions = DictVersions([space])

    def changed(self) -> bool:
        """Whether one was added, removed or replaced."""
        version = self._versions.now()
        if not self._versions.moved(version):
            return False
        now, before = [*self._now], self._before
        # By identity: what is compared may claim to be equal to everything.
        if len(now) != len(before) or any(map(is_not, now, before)):
            return True
        self._versions.accept(version)
        return False


def _work() -> bool:
    """Whether what lies at the offset changes with the dict, and with nothing else."""

    class Kind:
        pass

    plain: dict[str, Any] = {"a": 1, "b": 2}
    of_class = gc.get_referents(Kind.__dict__)[0]
    seen = []
    for each, changes in (
        (plain, (lambda: plain.update(a=2), lambda: plain.pop("b"), lambda: plain.update(c=3), plain.clear)),
        (of_class, (lambda: setattr(Kind, "a", 1), lambda: setattr(Kind, "a", 2), lambda: delattr(Kind, "a"))),
    ):
        version = c_uint64.from_address(id(each) + _OFFSET)
        seen.append(version.value)
        for change in changes:
            change()
            seen.append(version.value)
            each.get("a")
            if version.value != seen[-1]:
                return False
    return len({*seen}) == len(seen)
