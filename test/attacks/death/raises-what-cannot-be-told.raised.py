"""Raises an exception that fails at everything one could ask of it.

stopped_by: exceptions are told by a function that trusts none of them
plain bwrap: stopped
"""


class Unspeakable(BaseException):
    def __getattribute__(self, name):
        raise RuntimeError(name)

    def __str__(self):
        raise RuntimeError

    __repr__ = __str__


def attack():
    raise Unspeakable
