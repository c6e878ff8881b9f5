"""Has classes of a test compiled as those of the user's file are: what they compare can then be listened to."""

from __future__ import annotations

import inspect
import sys
from textwrap import dedent
from typing import TypeVar

from runrl_audit.listening.rewriting import rewritten
from runrl_audit.listening.source import Rewrite, functions

Made = TypeVar("Made", bound=type)


def heard(made: Made) -> Made:
    """Returns the same class, rewritten."""
    source = dedent(inspect.getsource(made)).replace("@heard\n", "", 1)
    code = rewritten(source.encode(), f"<{made.__name__}>", Rewrite)
    assert code is not None
    space = {**vars(sys.modules[made.__module__]), **functions()}
    exec(code, space)
    return space[made.__name__]  # type: ignore[no-any-return]
