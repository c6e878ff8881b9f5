"""Silences the audit hook and tells the worker that nothing has happened.

stopped_by: what was said is in the kernel before the act
plain bwrap: stopped
how: executed
"""

from tools import worker


def attack():
    found = worker()
    if found is not None:
        found.traced = False
        found._must_retire = found.look_for_patches = lambda *_: False
        found._report_trace = found._tell = lambda *_: None
        for name in ("report", "_report", "tell", "_tell"):
            if hasattr(found.watched, name):
                setattr(found.watched, name, lambda *_: None)
        type(found)._run = lambda *_: 1.0
    return 0.0
