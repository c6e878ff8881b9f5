"""Installs a tracer, a profiler and an audit hook that see and change what the next call does.

stopped_by: a worker that executed something serves no further call
plain bwrap: stopped
how: executed
"""

import sys
import threading


def attack():
    def spy(*_):
        sys.modules["tools"].notes["heard"] = "yes"
        return spy

    threading.setprofile(spy)
    sys.addaudithook(spy)
    sys.settrace(spy)
    return 0.0


def check():
    return float("heard" in sys.modules["tools"].notes)
