"""Helpers that the source of a function calls: those of its file, and those that it has from other local files."""

from __future__ import annotations

from types import FunctionType, ModuleType

from runrl_shim.inside.source import sources
from runrl_shim.inside.source.source_tree import kind_of, source_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from runrl_shim.inside.source.source_tree import Source


class HelperFile:
    """A file, and what its functions know by name.

    Attributes:
        source: One of its functions, with the file's tree.
    """

    def __init__(self, source: Source, names: dict[str, Any]) -> None:
        self.source = source
        self._names = names
        self._functions = source.functions()

    def helper(self, called: Any) -> tuple[HelperFile, Any] | None:
        """Returns the function that a node names, with its file; None for what is no Python of the user's."""
        if kind_of(called) == "Name" and called.id in self._functions:
            return self, self._functions[called.id]
        value = self._value(called)
        if type(value) is not FunctionType or value.__code__.co_filename not in sources.local_files():
            return None
        source = source_of(value.__code__)
        return None if source is None else (HelperFile(source, value.__globals__), source.function)

    def _value(self, node: Any) -> object:
        if kind_of(node) == "Name":
            return self._names.get(node.id)
        if kind_of(node) != "Attribute":
            return None
        module = self._value(node.value)
        return module.__dict__.get(node.attr) if type(module) is ModuleType else None
