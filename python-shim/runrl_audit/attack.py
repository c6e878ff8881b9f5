"""What `check --attacker` loads into a sandbox of its own: runs a program that a model wrote.

The program is hostile. It gets what stands in `given` and nothing else, and whatever it does, its texts are only
completions that are tried. They are read by src/check/attacker/programs.ts.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

#: Begins the line that holds the answer: the program may print, too.
_ANSWER = "\x1erunrl-audit "
_LONGEST = 20_000


def reward_fn(completion: str, name: str, given: list[str], **_: Any) -> float:
    """Calls a function of the program `completion`.

    Args:
        completion: Source of the program.
        name: Name of the function.
        given: What it is called with, one after the other, as JSON.
    """
    out = sys.stdout
    with contextlib.redirect_stdout(io.StringIO()):
        texts, error = run(completion, name, given)
    out.write("\n" + _ANSWER + json.dumps({"texts": texts, "error": error}) + "\n")
    out.flush()
    return 0.0


def run(source: str, name: str, given: list[str]) -> tuple[list[str | None], str | None]:
    """Returns the texts, None where it gave none, and the first that went wrong."""
    texts: list[str | None] = []
    error: str | None = None
    space: dict[str, Any] = {"__name__": name}
    try:
        exec(compile(source, f"{name}.py", "exec"), space)
        function = space[name]
        for each in given:
            try:
                texts.append(_text(function(json.loads(each))))
            except Exception as failure:
                texts.append(None)
                error = error or _said(failure)
    except BaseException as failure:
        error = error or _said(failure)
    return texts + [None] * (len(given) - len(texts)), error


def _text(value: object) -> str:
    if type(value) is not str:
        raise TypeError(f"it must return a str, and returned {type(value).__name__}")
    # What no file could hold no model says.
    return value[:_LONGEST].encode("utf-8", "replace").decode()


def _said(failure: BaseException) -> str:
    return f"{type(failure).__name__}: {failure}"[:_LONGEST]
