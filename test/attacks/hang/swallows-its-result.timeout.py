"""Lets its worker's result vanish and looks as if it were done.

stopped_by: a call without a result runs until its deadline
plain bwrap: stopped
outcome at namespaces: timeout or crashed
"""

import os

from tools import channel, forever, worker


def attack():
    found = worker()
    if found is not None:
        found.write = lambda _frame: None
    else:
        os.close(channel())
        forever()
    return 1.0
