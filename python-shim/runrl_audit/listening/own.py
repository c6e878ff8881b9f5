"""Which files are the user's: those below the folder of the reward file that are of no installation."""

from __future__ import annotations

import os
import sys


class Own:
    """Tells the user's files from those of Python and of packages, which may lie below the same folder.

    Args:
        file: The reward file.
    """

    def __init__(self, file: str) -> None:
        self.folder = os.path.dirname(os.path.abspath(file)).rstrip(os.sep) + os.sep
        installed = {sys.prefix, sys.base_prefix, os.path.dirname(os.__file__)}
        self._installed = tuple(os.path.abspath(path) + os.sep for path in installed)
        self._known: dict[str, bool] = {}

    def has(self, path: str) -> bool:
        """Tells whether a file is the user's."""
        known = self._known.get(path)
        if known is None:
            inside = path.startswith(self.folder) and "-packages" + os.sep not in path
            # An installation may hold the folder, too: a venv in which the file was put.
            other = any(path.startswith(root) and not self.folder.startswith(root) for root in self._installed)
            known = self._known[path] = inside and not other
        return known
