"""Puts a reward file in the place of the module of ours that was loaded instead of it."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType


def stand_in(name: str, path: str) -> ModuleType:
    """Imports the file at `path`, and puts it in the place of the module `name`, which calls this.

    The file is imported as it would be by itself: under its own name, with its folder first on the import path.

    Raises:
        Exception: whatever the file raises.
    """
    from importlib.machinery import SourceFileLoader
    from importlib.util import module_from_spec, spec_from_file_location

    stem = os.path.splitext(os.path.basename(path))[0]
    own = stem if stem.isidentifier() and stem not in sys.modules and stem not in sys.stdlib_module_names else name
    folder = os.path.dirname(path)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    spec = spec_from_file_location(own, path, loader=SourceFileLoader(own, path))
    assert spec is not None
    module = module_from_spec(spec)
    sys.modules[own] = module
    with open(path, "rb") as file:
        code = compile(file.read(), path, "exec", dont_inherit=True)
    exec(code, module.__dict__)
    loaded: ModuleType = sys.modules.get(own, module)
    sys.modules[own] = sys.modules[name] = loaded
    return loaded
