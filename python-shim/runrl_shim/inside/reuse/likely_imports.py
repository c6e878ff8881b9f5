"""Imports once what model-written programs like to import, so that not every call pays for it."""

from __future__ import annotations

import os
import sys
from importlib.machinery import PathFinder

# Of the standard library, and harmless: none starts anything, opens anything or keeps what it is given. None imports
# `threading`, which every fork would pay for, nor a library as large as OpenSSL (`hashlib`).
# fmt: off
_LIKELY = (
    "abc", "array", "bisect", "calendar", "cmath", "collections", "contextlib", "copy", "dataclasses", "datetime",
    "decimal", "enum", "fractions", "functools", "heapq", "io", "itertools", "json", "math", "numbers", "operator",
    "random", "re", "statistics", "string", "struct", "textwrap", "time", "types", "typing", "unicodedata",
)
# fmt: on
_STANDARD = os.path.dirname(os.__file__)


def import_likely() -> None:
    """Imports them from the standard library only; all or none, as a file of the user's may have the name of one."""
    before, path = {*sys.modules}, sys.path[:]
    try:
        sys.path[:] = [entry for entry in path if entry.startswith(_STANDARD) and "-packages" not in entry]
        for name in _LIKELY:
            __import__(name)
        standard = {name: _origin(name) for name in sys.modules.keys() - before}
        sys.path[:] = path
        agreed = all(_origin(name) == origin for name, origin in standard.items())
    except ImportError:  # a Python that was built without it
        agreed = False
    finally:
        sys.path[:] = path
    if not agreed:
        for name in sys.modules.keys() - before:
            del sys.modules[name]


def _origin(name: str) -> str | None:
    """Where an import of it would come from now; None for what is built in, or part of a package."""
    spec = PathFinder.find_spec(name) if name not in sys.builtin_module_names and "." not in name else None
    return None if spec is None else spec.origin
