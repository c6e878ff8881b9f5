"""Says that a child of its own is the episode, and sleeps: the deadline would end the child alone.

stopped_by: with the last member of a family everything of it ends; where it is no first process it is not believed
outcome at strict: crashed
outcome at landlock: crashed
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
