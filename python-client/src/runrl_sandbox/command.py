"""The command line of a server of one's own: which program, and options of Python as its flags."""

from __future__ import annotations

import importlib.util
import math
import os
import shlex
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from ._units import DURATIONS, SIZES
from .errors import NotStarted

Kind = Literal["reward", "environment"]


def find_command() -> list[str]:
    """
    How `runrl-sandbox` is started: `RUNRL_SANDBOX_COMMAND` (split as a shell does), else the program that was installed
    with this package (`pip install "runrl-sandbox[server]"`), else what is on PATH, else by npx.

    :raises NotStarted: none of them is there
    """
    if given := os.environ.get("RUNRL_SANDBOX_COMMAND"):
        return shlex.split(given)
    installed = importlib.util.find_spec("runrl_sandbox_server")
    if installed is not None and installed.origin is not None:
        return [sys.executable, os.path.join(os.path.dirname(installed.origin), "__main__.py")]
    if found := shutil.which("runrl-sandbox"):
        return [found]
    if npx := shutil.which("npx"):
        # Never installs something of that name by itself: npm would ask, and here nobody answers.
        return [npx, "--no-install", "runrl-sandbox"]
    raise NotStarted(
        'There is no command `runrl-sandbox`, and no `npx`. `pip install "runrl-sandbox[server]"` installs it with all '
        "that it needs. Or say how it is started: RUNRL_SANDBOX_COMMAND='node /path/to/runrl-sandbox/dist/cli/main.js'"
    )


def serve_arguments(
    files: str | os.PathLike[str] | Mapping[str, str | os.PathLike[str]], kind: Kind, options: Mapping[str, Any]
) -> list[str]:
    """
    The flags of `serve` for these modules and options. Those of `runrl-sandbox serve --help` are written as Python
    names them: `on_timeout=0` is `--on-timeout 0`, `watch=True` is `--watch`, a list repeats the flag, None leaves it
    out.

    :raises ValueError: `kind` is neither
    """
    check_kind(kind)
    named = files.items() if isinstance(files, Mapping) else [(None, files)]
    arguments = ["serve"]
    for name, file in named:
        arguments.append(f"--{kind}={os.fspath(file) if name is None else f'{name}={os.fspath(file)}'}")
    for option, value in options.items():
        arguments.extend(_flag(option, value))
    return arguments


def check_kind(kind: str) -> None:
    """:raises ValueError: it is none"""
    if kind not in ("reward", "environment"):
        raise ValueError(f'expected `kind` to be "reward" or "environment", got {kind!r}')


def _flag(option: str, value: Any) -> Iterable[str]:
    flag = f"--{option.replace('_', '-')}"
    if option == "restore" and isinstance(value, bool):
        value = "always" if value else "never"
    if value is None or value is False:
        return []
    if value is True:
        return [flag]
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [f"{flag}={_text(option, one)}" for one in value]
    return [f"{flag}={_text(option, value)}"]


def _text(option: str, value: Any) -> str:
    if isinstance(value, os.PathLike):
        return os.fsdecode(value)
    if isinstance(value, (int, float)) and option in DURATIONS:
        if not math.isfinite(value) or value <= 0:
            raise ValueError(f"expected `{option}` to be a positive number of seconds, got {value!r}")
        return f"{value * 1000:.3f}".rstrip("0").rstrip(".") + "ms"
    if isinstance(value, int) and option in SIZES:
        return f"{value}B"
    return str(value)
