"""Variables that the module looks for in vain: the machine may have them, and the sandbox hides all but those of --env.

Which ones the machine has is not known in here, and not said in here: the host is told the names that were looked for.
"""

from __future__ import annotations

import os
import sys

from runrl_shim.inside.source import sources

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

#: Audit event of a variable that the user's own code looked for.
EVENT = "runrl.unset"
_MOST_NAMES = 64
_LONGEST = 200

_looked_for: dict[str, None] = {}  # by whomever, in this process and in those that it was forked from
_at_import: dict[str, None] | None = {}
_audit, _getframe = sys.audit, sys._getframe
_LIBRARY = (os.__dict__, sys.modules["_collections_abc"].__dict__)  # the way from a lookup to here


class _Variables(dict[bytes, bytes]):
    """What `os.environ` looks into. Only what is not there costs anything."""

    def __missing__(self, key: bytes) -> NoReturn:
        _note(key)
        raise KeyError(key)


def watch() -> None:
    """From now on lookups are noted."""
    environ: Any = os.environ
    environ._data = os.environb._data = _Variables(environ._data)  # type: ignore[attr-defined]


def take_at_import() -> list[str]:
    """The names that the user's own code looked for until now; later ones belong to calls."""
    global _at_import
    names, _at_import = list(_at_import or ()), None
    return names


def named_in(message: str) -> str | None:
    """A variable that was looked for and that this message of an exception names."""
    return next((name for name in _looked_for if len(name) > 2 and name in message), None)


def _note(key: bytes) -> None:
    name = key.decode("utf-8", "replace")
    if not name.isidentifier() or len(name) > _LONGEST:
        return
    if len(_looked_for) < _MOST_NAMES:
        _looked_for[name] = None
    frame = _getframe(2)
    while frame.f_back is not None and any(frame.f_globals is names for names in _LIBRARY):
        frame = frame.f_back
    if frame.f_code.co_filename not in sources.local_files():
        return  # libraries look for a hundred, few of which anybody has meant to set
    if _at_import is not None and len(_at_import) < _MOST_NAMES:
        _at_import[name] = None
    _audit(EVENT, name)
