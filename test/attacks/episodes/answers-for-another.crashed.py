"""A forged result for a request that is another episode's, or comes later.

stopped_by: an episode is believed only for the request that it was given
"""

import os

from tools import channel, forever, frame


class Attack:
    def attack(self):
        for ahead in (1, 2, 3):
            os.write(channel(), frame(1.0, ahead=ahead))
        forever()
