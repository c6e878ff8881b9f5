"""Hangs under a thousand frames with long names, so that its stack is long to read.

stopped_by: the stack is cut, and read in linear time
plain bwrap: stopped
"""

from tools import forever


def attack():
    name = "f" * 200
    names = {"forever": forever}
    exec(f"def {name}(depth):\n    return forever() if depth == 0 else {name}(depth - 1)", names)
    return names[name](800)
