"""Applies a regular expression to a text and says how long that took: whether it explodes is seen, not guessed.

It runs in the sandbox as any reward file, in the user's interpreter, and a deadline ends it: nothing else could.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
import warnings

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from runrl_audit.patterns.explode import applied, suspect


def reward_fn(completion: str, *, pattern: str, flags: str, method: str, screen: bool = False) -> float:
    """Returns the seconds of CPU time that one use of the pattern takes.

    Args:
        completion: The text.
        pattern: The regular expression.
        flags: Names of flags: `IGNORECASE|DOTALL`.
        method: As the source applies it: `search`, `findall`, `sub`.
        screen: Look for a text on which it explodes instead, and print it as JSON (null: none is known).
    """
    value = 0
    for name in flags.split("|"):
        value |= getattr(re, name) if name else 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        compiled = re.compile(pattern, value)
        if screen:
            print(json.dumps(suspect(pattern, value, method)))
            return 0.0
    apply = applied(compiled, method)
    start = time.thread_time()
    apply(completion)
    return time.thread_time() - start
