"""Is branched, and its copy says again that it is a process, a child of its own: the deadline would miss it.

stopped_by: a member says once which process it is
plays: branch attack
"""

import os

from tools import channel, forever, says_that_it_is


class Attack:
    def attack(self):
        child = os.fork()
        if child == 0:
            forever()
        os.write(channel(), says_that_it_is(child))
        forever()
