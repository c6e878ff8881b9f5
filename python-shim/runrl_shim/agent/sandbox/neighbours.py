"""Modules that a file could not import because they lie above its folder, where the sandbox sees nothing."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

_UP = 4  # folders


def with_help(failure: Mapping[str, Any], file: str) -> str:
    """The text of a load that failed, with what to do: about a missing module, where it is if that is known.

    Args:
        failure: as the zygote sent it: `message`, and maybe `help` and `missing`, the name of a module.
    """
    message, help_text, missing = failure["message"], failure.get("help", ""), failure.get("missing")
    folder = None if missing is None else _root_of(str(missing), file)
    if folder is not None:
        help_text = f"  = help: `{missing}` is in {folder}: --root {folder} (root) lets the module import it"
    return f"{message}\n{help_text}".rstrip()


def _root_of(name: str, file: str) -> str | None:
    folder = os.path.dirname(file)
    for _ in range(_UP):
        folder = os.path.dirname(folder)
        if any(os.path.exists(os.path.join(folder, entry)) for entry in (name, f"{name}.py")):
            return folder
    return None
