"""Silences the audit hook and tells the worker that nothing has happened.

stopped_by: what was said is in the kernel before the act
plain bwrap: stopped
how: executed
"""

import sys

from tools import worker


def attack():
    found = worker()
    if found is not None:
        found.traced = False
        found._must_retire = lambda: False
        watch = sys.modules[type(found).__module__].watch
        watch._report = None
        type(found)._run = lambda *_: 1.0
    return 0.0
