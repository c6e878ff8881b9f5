"""The module's Python files as they were when it was loaded: whatever is imported of them later is the same.

Local is each Python file that belongs neither to the interpreter, nor to an installed package, nor to us. The module's
file and those that its `import` statements name are read before it is executed, others when they are first imported.
Where the text imports by a name that it computes, all files below the module's folder are read. Who forks a worker,
imports in it, or starts the sandbox again, finds the bytes here and not on disk. Stdlib only.
"""

from __future__ import annotations

import io
import json
import linecache
import os
import re
import sys
from importlib import machinery
from importlib.util import decode_source, spec_from_file_location

from runrl_shim.wire.packets import in_memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from types import ModuleType
    from typing import Any

#: Bytes of all files together; what comes after is read from disk whenever it is imported.
MOST_BYTES = 32 * 2**20
_MOST_FILES = 300  # that imports in texts lead to, or that a folder has
_MOST_ENTRIES = 20_000  # of a folder, with all below it

# Also in strings and comments: a file too many does no harm. `from x import (a, b)` may go over several lines.
_LIST = r"((?:[^\n#;\\]|\\\n)+)"
_IMPORT = re.compile(
    rf"(?:^|[:;])[ \t]*(?:import[ \t]+{_LIST}|from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+(?:\(([^)]*)\)|{_LIST}))",
    re.MULTILINE,
)
_COMPUTED = re.compile(r"\b(?:import_module|__import__|spec_from_file_location|iter_modules|walk_packages)\b")
_OURS = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))), "")
_STANDARD = os.path.join(os.path.dirname(os.path.abspath(os.__file__)), "")

_given: dict[str, bytes] = {}  # as an earlier start of the module read them
_used: dict[str, bytes] = {}  # what this one has taken or read
_folders: set[str] = set()  # that lead to them
_told = 0  # of those used
_main = ""
# Where files are that the module may have made itself, and what in there is none of those.
_private: tuple[str, tuple[str, ...]] = (os.devnull, ())


def read(path: str) -> bytes:
    """Returns the bytes of a file as they were when the module was loaded. Raises OSError."""
    source = _used.get(path)
    if source is not None:
        return source
    source = _given.get(path)
    if source is None:
        with open(path, "rb") as file:
            source = file.read()
    is_ours_to_keep = path == _main or (_main and _is_local(path))
    if is_ours_to_keep and sum(map(len, _used.values())) + len(source) <= MOST_BYTES:
        _keep(path, source)
    return source


def is_known(path: str) -> bool:
    """Whether the file is one of the module's, on disk or not."""
    return path in _used or path in _given or os.path.isfile(path)


def local_files() -> Collection[str]:
    """Returns the paths of the files that were read so far."""
    return _used.keys()


def take(file: str, given: dict[str, str], private: str = "", shown: Iterable[str] = ()) -> None:
    """Reads the module's file and what its text imports, and has imports served from that.

    Args:
        file: the module.
        given: what an earlier start of it read, as Latin-1 texts by path.
        private: a folder in which the module may make files: those are none of the machine's, and are not kept.
        shown: what is in there and of the machine all the same.
    """
    global _main, _private
    _main = file
    beside = (os.path.dirname(file), *shown)
    _private = (os.path.join(private or os.devnull, ""), tuple(os.path.join(path, "") for path in beside))
    for path, text in given.items():
        if not _is_ours(path):  # no module says what our files hold
            _given[path] = text.encode("latin-1")
            _add_folders(path)
    loader: Any = machinery.SourceFileLoader
    loader.get_data, loader.path_stats = _reader(loader.get_data), _stats(loader.path_stats)
    sys.path_hooks.insert(0, _finder_for)
    _follow(file)
    for folder in _folders:
        sys.path_importer_cache.pop(folder, None)


def untold() -> int | None:
    """Returns a descriptor of what was read since it was last asked, as JSON; None where that is nothing."""
    global _told
    new = list(_used.items())[_told:]
    _told = len(_used)
    if not new:
        return None
    data = json.dumps({path: source.decode("latin-1") for path, source in new}).encode()
    return in_memory(data)


def _keep(path: str, source: bytes) -> None:
    _used[path] = source
    _add_folders(path)
    # Tracebacks show the lines that ran. Without a time: it is not compared with the file.
    try:
        lines = io.StringIO(decode_source(source)).readlines()
    except (SyntaxError, UnicodeError):
        return
    linecache.cache[path] = (len(source), None, lines, path)


def _add_folders(path: str) -> None:
    folder = os.path.dirname(path)
    while folder not in _folders:
        _folders.add(folder)
        folder = os.path.dirname(folder)


def _is_ours(path: str) -> bool:
    return path.startswith(_OURS) or os.sep + "runrl_audit" + os.sep in path


def _is_local(path: str) -> bool:
    return (
        path.endswith(".py")
        and os.path.isabs(path)
        and "-packages" + os.sep not in path
        and not _is_ours(path)
        and not path.startswith(_STANDARD)
        and (not path.startswith(_private[0]) or path.startswith(_private[1]))
    )


# --- imports ---------------------------------------------------------------------------------------------


def _reader(read_from_disk: Any) -> Any:
    def get_data(self: Any, path: str) -> bytes:
        return read(path) if path in _given or path in _used or _is_local(path) else read_from_disk(self, path)

    return get_data


def _stats(stats_on_disk: Any) -> Any:
    def path_stats(self: Any, path: str) -> Any:
        if path in _given or path in _used or _is_local(path):
            raise OSError("a compiled file beside it may be of another version")  # importlib takes the source then
        return stats_on_disk(self, path)

    return path_stats


class _Finder(machinery.FileFinder):
    """Finds what was read, whether or not it is still on disk; everything else as ever."""

    def find_spec(self, fullname: str, target: ModuleType | None = None) -> machinery.ModuleSpec | None:
        base = os.path.join(self.path, fullname.rpartition(".")[2])
        for path, folders in ((os.path.join(base, "__init__.py"), [base]), (f"{base}.py", None)):
            if path in _used or path in _given:
                return spec_from_file_location(fullname, path, submodule_search_locations=folders)
        found = super().find_spec(fullname, target)
        if found is None and base in _folders:
            found = machinery.ModuleSpec(fullname, None, is_package=True)
            found.submodule_search_locations = [base]
        return found


def _finder_for(folder: str) -> _Finder:
    if folder not in _folders:
        raise ImportError(folder)
    return _Finder(
        folder,
        (machinery.ExtensionFileLoader, machinery.EXTENSION_SUFFIXES),
        (machinery.SourceFileLoader, machinery.SOURCE_SUFFIXES),
        (machinery.SourcelessFileLoader, machinery.BYTECODE_SUFFIXES),
    )


# --- what texts import -----------------------------------------------------------------------------------


def _follow(file: str) -> None:
    """Reads the file, what it imports, what that imports, and so on."""
    root = os.path.dirname(file)
    roots = [root, *(entry for entry in sys.path if entry != root and _is_local(os.path.join(entry, "x.py")))]
    queue = [file]
    for path in queue:
        try:
            text = read(path).decode("utf-8", "replace")
        except OSError:
            continue  # whoever imports it says why
        found = [each for name, bases in _imports(text, roots, path) for each in _files_of(name, bases)]
        if _COMPUTED.search(text) and path.startswith(root + os.sep):
            found += _files_below(root)
        queue += [each for each in dict.fromkeys(found) if each not in queue][: _MOST_FILES - len(queue)]


def _imports(text: str, roots: list[str], path: str) -> Iterator[tuple[str, list[str]]]:
    """The names that a text imports, and the folders in which they are looked for."""
    for plain, dots, name, bracketed, bare in _IMPORT.findall(text):
        bases = roots
        if dots:
            bases = [os.path.normpath(os.path.join(os.path.dirname(path), *[".."] * (len(dots) - 1)))]
        if plain:
            yield from ((each, bases) for each in _names(plain))
            continue
        yield name, bases
        yield from ((f"{name}.{each}".lstrip("."), bases) for each in _names(bracketed or bare))


def _names(listed: str) -> list[str]:
    parts = re.sub(r"#.*|\\", " ", listed).split(",")
    words = [part.split()[0] for part in parts if part.split()]
    return [word for word in words if word.replace(".", "").isidentifier()]


def _files_of(name: str, bases: list[str]) -> Iterator[str]:
    """The files of a module and of the packages around it, in the first folder that has any."""
    steps = name.split(".") if name else []
    for base in bases:
        found = []
        here = base
        if not steps:
            found.append(os.path.join(base, "__init__.py"))
        for step in steps:
            here = os.path.join(here, step)
            found += [os.path.join(here, "__init__.py"), f"{here}.py"]
        found = [path for path in found if is_known(path) and not _is_extension(path)]
        if found:
            yield from found
            return


def _is_extension(path: str) -> bool:
    return any(os.path.isfile(path[: -len(".py")] + suffix) for suffix in machinery.EXTENSION_SUFFIXES)


def _files_below(root: str) -> list[str]:
    found = [path for path in _given if path.startswith(root + os.sep)]
    entries = 0
    for folder, folders, files in os.walk(root):
        entries += len(folders) + len(files)
        if entries > _MOST_ENTRIES or len(found) > _MOST_FILES:
            break
        folders[:] = sorted(
            each
            for each in folders
            if each.isidentifier() and not os.path.exists(os.path.join(folder, each, "pyvenv.cfg"))
        )
        found += [os.path.join(folder, each) for each in sorted(files) if each.endswith(".py") and each.isprintable()]
    return found
