"""The module's Python files as the zygote read them, for the next start of it. What they hold is not looked at."""

from __future__ import annotations

import json
import os
import stat

_MOST_BYTES = 96 * 2**20  # of JSON: a letter beyond ASCII takes six


def add(known: dict[str, str], descriptor: int) -> dict[str, str]:
    """Adds what is new to what is known, which stays as it is. Returns all that came.

    The module's import may have sent it, too: so it is a file of a bounded size, which no read of ours waits for.

    Raises:
        ValueError: it is something else.
    """
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode) or found.st_size > _MOST_BYTES:
            raise ValueError("no files of a module")
        data = os.pread(descriptor, found.st_size, 0)
    finally:
        os.close(descriptor)
    try:
        files: dict[str, str] = json.loads(data)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    if not isinstance(files, dict):
        raise ValueError("no files of a module")
    if sum(map(len, files)) + sum(map(len, files.values())) + sum(map(len, known.values())) > _MOST_BYTES:
        raise ValueError("too many files of a module")
    for path, text in files.items():
        if not os.path.isabs(path) or not isinstance(text, str):
            raise ValueError("no file of a module")
        path.encode()  # and so it can be told
        text.encode("latin-1")
        known.setdefault(path, text)
    return files
