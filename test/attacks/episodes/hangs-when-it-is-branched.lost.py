"""Never answers when it is to be branched, and keeps what it was handed for the copy.

stopped_by: a branch has the deadline of a step
plays: attack branch
"""

from tools import forever, worker


class Attack:
    def attack(self):
        worker().family.add_copy = forever
        return 0.0
