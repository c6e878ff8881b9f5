"""Catches whatever is thrown at it, and goes on.

stopped_by: the agent's deadline: it is no exception
plain bwrap: stopped
"""


def attack():
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
