"""Is branched, and makes two copies where it was asked for one: the second is nobody's, and goes on.

stopped_by: it ends with the family
plays: attack branch look close close
"""

import os

from tools import forever, worker


class Attack:
    def attack(self):
        mine = worker()
        add_copy = mine.family.add_copy

        def twice():
            if add_copy():
                return True
            if add_copy():
                forever()
            return False

        mine.family.add_copy = twice
        return 0.0

    def look(self):
        return float(os.getpid() == 1)
