"""Whether code is being imported from a file that was there before all calls, by Python's own loaders."""

from __future__ import annotations

import os
import sys

# Names of this module, not looked up anew: what is executed may replace the builtin ones.
from builtins import frozenset, id, type  # noqa: A004
from zipimport import zipimporter

from runrl_shim.inside.source.sources import local_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any

_access, _normal = os.access, os.path.normpath
_OURS = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_bootstrap = sys.modules["_frozen_importlib"].__dict__
_bootstrap_external = sys.modules["_frozen_importlib_external"].__dict__

_LOADS = frozenset({"create_module", "exec_module", "get_code"})
# By identity: a class may have a class of the completion's, which would be asked for its hash.
_FILE_LOADERS = frozenset(
    {
        id(_bootstrap_external["ExtensionFileLoader"]),
        id(_bootstrap_external["SourceFileLoader"]),
        id(_bootstrap_external["SourcelessFileLoader"]),
        id(zipimporter),
    }
)


def is_import(frame: FrameType | None) -> bool:
    """Whether Python's own loaders import a file below that no call can have written: its code is the user's.

    Whatever runs inside such an import came from one of those files. A loader of another class may take its source
    from anywhere, so what it loads counts as text. A frame is known by the identity of its globals, which code that
    was not compiled or executed here before (an act itself) cannot forge.
    """
    while frame is not None:
        names = frame.f_globals
        # Those of `_bootstrap` load built-in and frozen modules only.
        is_loader = (names is _bootstrap or names is _bootstrap_external) and frame.f_code.co_name in _LOADS
        if is_loader and (names is _bootstrap or _is_fixed(frame.f_locals.get("self"))):
            return True
        frame = frame.f_back
    return False


_roots: tuple[str, ...] = ()


def remember_roots() -> None:
    """Where installed libraries lie, before anything can change the list."""
    global _roots
    _roots = (_OURS, *(os.path.join(path, "") for path in sys.path if path.endswith(("-packages", "-dynload", ".zip"))))
    _roots = (*_roots, os.path.join(os.path.dirname(os.__file__), ""))


def _is_fixed(loader: Any) -> bool:
    """Whether a loader reads a file that was there before all calls: as root nearly every file can be written to."""
    kind = type(loader)
    if id(kind) not in _FILE_LOADERS:
        return False
    path = loader.archive if kind is zipimporter else loader.path
    if type(path) is not str:
        return False
    return not _access(path, os.W_OK) or _normal(path).startswith(_roots) or path in local_files()
