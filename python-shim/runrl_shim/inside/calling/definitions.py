"""What a loaded module defines, and in which lines of its file."""

from __future__ import annotations

from runrl_shim.inside.calling.signature import layers_of
from runrl_shim.inside.results.load_error import lines_of_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from types import ModuleType
    from typing import Any

_MAX_LISTED = 10


def own_definitions(module: ModuleType) -> dict[str, Any]:
    """Returns the functions and classes that the module itself defines, but for those with a leading underscore."""
    return {
        key: value
        for key, value in module.__dict__.items()
        if getattr(value, "__module__", None) == module.__name__ and callable(value) and not key.startswith("_")
    }


def is_environment(value: type) -> bool:
    """Returns whether a class has both methods of an environment."""
    return callable(getattr(value, "setup", None)) and callable(getattr(value, "step", None))


def nearest(word: str, candidates: list[str], part: str) -> str | None:
    """Returns the candidate that was meant by `word`: the only one, one like it, or one with `part` in its name."""
    from difflib import get_close_matches

    if len(candidates) == 1:
        return candidates[0]
    close = get_close_matches(word, candidates, n=1, cutoff=0.5)
    with_part = [candidate for candidate in candidates if part in candidate.lower()]
    return next(iter(close or with_part), None)


def listed(file: str, definitions: dict[str, Any]) -> str:
    """Returns the names of definitions with their lines, the first ten of them."""
    names = [f"`{name}` (line {line_of_definition(file, value, name)})" for name, value in definitions.items()]
    more = f" and {len(names) - _MAX_LISTED} more" if len(names) > _MAX_LISTED else ""
    return f"{', '.join(names[:_MAX_LISTED])}{more}"


def line_of_definition(file: str, value: object, name: str) -> int:
    """Returns the line (from 1) of the file that defines a function, class or variable; 1 if it cannot be told."""
    lines = lines_of_file(file)
    defines = (f"def {name}", f"async def {name}")
    for layer in () if isinstance(value, type) else layers_of(value)[-1:]:
        code = layer.__code__
        if code.co_filename == file:
            # The code begins at the first decorator; the `def` is what people look for.
            first = code.co_firstlineno
            after = [number for number in range(first, len(lines) + 1) if _starts(lines[number - 1], defines)]
            return after[0] if after else first
    binds = (*defines, f"class {name}", f"{name} =", f"{name}=", f"{name}:")
    bound = [number for number, line in enumerate(lines, 1) if _starts(line, binds) or _imports(line, name)]
    return bound[-1] if bound else 1


def _starts(line: str, beginnings: Collection[str]) -> bool:
    """Whether the line begins with one of them: `class Env`, but not `class EnvBase`."""
    text = line.lstrip()
    for beginning in beginnings:
        if text.startswith(beginning):
            after = text[len(beginning) : len(beginning) + 1]
            if beginning[-1] in "=:" or not (after.isalnum() or after == "_"):
                return True
    return False


def _imports(line: str, name: str) -> bool:
    return line.startswith(("from ", "import ")) and name in line
