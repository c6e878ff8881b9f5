"""Loads the user's file and finds the reward function in it."""

from __future__ import annotations

import os
import sys

from runrl_shim.inside.calling.reward_candidate import LoadedReward
from runrl_shim.inside.calling.shapes import load_shape
from runrl_shim.inside.loading.find_function import find_function
from runrl_shim.inside.results.load_error import LoadError, import_failure, line_of_file, syntax_failure
from runrl_shim.inside.results.trace import prepare
from runrl_shim.inside.source import sources

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import CodeType, ModuleType

__all__ = ["LoadError", "LoadedReward", "load_module", "load_reward"]


def load_reward(
    path: str, function: str | None = None, completion_format: str = "auto", columns: str = "auto"
) -> LoadedReward:
    """Executes a reward file and decides how its function is called.

    Args:
        path: The Python file.
        function: Name of the function. Default: `reward_fn`, else `reward_func`.
        completion_format: What its first parameter gets: `str`, `messages`, or `auto` (decided by its
            annotation, else by how the source reads it, else `str`).
        columns: What a batched function gets for a field of the row: `list` (of one), `value`, or `auto`.

    Raises:
        LoadError: for everything that is wrong with the file.
    """
    module = load_module(path)
    file = os.path.abspath(path)
    name, found = find_function(module, file, function)
    return load_shape(found, name, file, completion_format, columns)


def load_module(path: str) -> ModuleType:
    """Executes a Python file as a module of its own, with its folder first on the import path.

    The module is in `sys.modules` while it is executed (dataclasses and pickle look there), under the file's
    stem, or as `user_<stem>` where that name is taken or is not an identifier.

    Raises:
        LoadError: the file cannot be read or parsed, or raised anything at all, `SystemExit` included.
    """
    from importlib.machinery import SourceFileLoader
    from importlib.util import module_from_spec, spec_from_file_location

    file = os.path.abspath(path)
    prepare(file)
    code = _compiled(_source_of(file), file)
    name = _module_name(file)
    _add_to_path(os.path.dirname(file), as_first=name == _stem(file))
    spec = spec_from_file_location(name, file, loader=SourceFileLoader(name, file))
    assert spec is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        exec(code, module.__dict__)
    except BaseException as error:
        sys.modules.pop(name, None)
        raise import_failure(error, file) from error
    return sys.modules.get(name, module)  # a module may put something else in its place


def _stem(file: str) -> str:
    return os.path.splitext(os.path.basename(file))[0]


def _module_name(file: str) -> str:
    stem = _stem(file)
    loaded = sys.modules.get(stem)
    taken = stem in sys.stdlib_module_names or getattr(loaded, "__file__", loaded) not in (None, file)
    if stem.isidentifier() and not taken:
        return stem
    return "user_" + "".join(letter if letter.isalnum() else "_" for letter in stem)


def prepare_import_path(entries: Sequence[str]) -> None:
    """Makes `sys.path` what the user's interpreter would have, with these entries of it."""
    import site

    site.main()
    # Before site-packages, as Python itself orders them.
    first = next((index for index, entry in enumerate(sys.path) if entry.endswith("-packages")), len(sys.path))
    # `runrl`, which rewards import to run code, lies beside this package: no installed one may be taken for it.
    package = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    sys.path[first:first] = [*(entry for entry in entries if entry not in sys.path), os.path.dirname(package)]


def _add_to_path(folder: str, *, as_first: bool) -> None:
    """Puts the folder on the import path: last if the file would be found there instead of a standard module."""
    if folder in sys.path:
        sys.path.remove(folder)
    sys.path.insert(0 if as_first else len(sys.path), folder)


def _source_of(file: str) -> bytes:
    try:
        return sources.read(file)
    except OSError as error:
        raise LoadError(type(error).__name__, f"cannot be read: {error.strerror}", file) from error


def _compiled(source: bytes, file: str) -> CodeType:
    try:
        # From bytes, so that Python finds the encoding. Not from a cached `.pyc`: those go by time and size,
        # and a file that was just changed may have both unchanged.
        return compile(source, file, "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        raise _source_failure(error, source, file) from error
    except (RecursionError, MemoryError, OverflowError) as error:
        raise LoadError(type(error).__name__, f"Python cannot compile it: {error}", file) from error


def _source_failure(error: SyntaxError | ValueError, source: bytes, file: str) -> LoadError:
    """Tells what is wrong with the bytes of a file where that is the reason, else with its syntax."""
    nul = source.find(b"\0")
    if nul >= 0:
        utf_16 = source.startswith((b"\xff\xfe", b"\xfe\xff"))
        message = "the file is UTF-16, not UTF-8" if utf_16 else "the file contains a NUL byte; it is not text"
        return _byte_failure("SyntaxError", message, source, nul, file, "save the file as UTF-8")
    declared = any(b"coding" in line and line.lstrip().startswith(b"#") for line in source.splitlines()[:2])
    if not declared:
        try:
            source.decode("utf-8")
        except UnicodeDecodeError as problem:
            message = f"byte 0x{source[problem.start]:02x} is not valid UTF-8 ({problem.reason})"
            declare = "save the file as UTF-8, or declare its encoding in the first line: # -*- coding: latin-1 -*-"
            return _byte_failure("UnicodeDecodeError", message, source, problem.start, file, declare)
    if isinstance(error, SyntaxError):
        return syntax_failure(_exact(error, source), file)
    return LoadError(type(error).__name__, str(error), file)


def _exact(error: SyntaxError, source: bytes) -> SyntaxError:
    """Returns the error with its whole line: of a file that it can open, Python reads only 1,000 bytes of it."""
    try:
        compile(source, "<not a file>", "exec", dont_inherit=True)
    except SyntaxError as exact:
        return exact
    return error


def _byte_failure(kind: str, message: str, source: bytes, position: int, file: str, help_text: str) -> LoadError:
    line = source.count(b"\n", 0, position) + 1
    before = source[source.rfind(b"\n", 0, position) + 1 : position]
    return LoadError(
        kind,
        message,
        file,
        line=line,
        column=len(before.decode("utf-8", "replace")) + 1,
        source_line=line_of_file(file, line),
        help_text=help_text,
    )
