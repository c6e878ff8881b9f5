"""Raises an exception whose text takes for ever to make.

stopped_by: the clock runs until the result is there
plain bwrap: stopped
"""

from tools import forever


class Endless(Exception):
    def __str__(self):
        forever()
        return ""


def attack():
    raise Endless
