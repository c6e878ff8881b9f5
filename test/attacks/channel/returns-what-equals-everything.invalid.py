"""Returns an object that is equal to, and larger than, everything.

stopped_by: results are checked by type, never compared
plain bwrap: stopped
"""


class Everything:
    def __eq__(self, other):
        return True

    __lt__ = __gt__ = __le__ = __ge__ = __eq__

    def __hash__(self):
        return 0

    def __float__(self):
        return 0.5


def attack():
    return Everything()
