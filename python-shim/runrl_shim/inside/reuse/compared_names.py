"""Names of namespaces, with what they stood for after the import, and names that were not there to hide others."""

from __future__ import annotations

# Names of this module, not looked up anew: what is executed may replace the builtin ones.
from builtins import any, callable, frozenset, len, map, type, zip  # noqa: A004, UP029
from operator import is_not, itemgetter
from types import FunctionType

from runrl_shim.inside.reuse.module_code import mro_of, space_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

METHODS = (FunctionType, staticmethod, classmethod, property)
MISSING = object()


class Names:
    """Some names of one namespace, with what they stood for."""

    __slots__ = ("label", "names", "space", "values")

    def __init__(self, label: str, space: Any, names: Iterable[str]) -> None:
        self.label = label
        self.space = space
        self.names = [name for name in names if name in space]
        self.values = [space[name] for name in self.names]

    def quick(self) -> tuple[Callable[[Any], Any], Any, list[Any]]:
        """What it takes to compare them all in C; an `itemgetter` of one name would give no tuple."""
        names = self.names if len(self.names) > 1 else self.names * 2
        return itemgetter(*names), self.space, [*self.values, *self.values][: len(names)]

    def changed(self) -> list[tuple[str, Any]]:
        space = self.space
        now = [space.get(name, MISSING) for name in self.names]
        if not any(map(is_not, now, self.values)):
            return []
        return [(name, new) for name, new, old in zip(self.names, now, self.values, strict=True) if new is not old]


class Hideable:
    """Names that a namespace does not have, and that would hide what its code or its objects find elsewhere."""

    __slots__ = ("_behind", "_message", "names", "space")

    def __init__(self, space: Any, names: frozenset[str], message: str, behind: Iterable[Any] = ()) -> None:
        self.space = space
        self.names = names
        self._message = message
        self._behind = behind

    def changes(self) -> list[tuple[str, Any]]:
        """Messages about names that are there now, and what they stand for."""
        return [
            (self._message.format(name), self.space[name])
            for name in self.space.keys() & self.names
            # Protocols and the like copy a method of a base when they are first used.
            if not any(space.get(name) is self.space[name] for space in self._behind)
        ]


def hideable_methods(kind: type, label: str, besides: Iterable[str]) -> Hideable:
    """The methods that a class inherits."""
    space, behind = space_of(kind), [space_of(base) for base in mro_of(kind)[1:]]
    names = frozenset().union(*map(_methods_in, mro_of(kind)[1:])) - space.keys() - {*besides}
    return Hideable(space, names, f"a new `{label}{{}}` hides the method of a base", behind)


def _methods_in(kind: type) -> frozenset[str]:
    return frozenset([name for name, each in space_of(kind).items() if type(each) in METHODS or callable(each)])
