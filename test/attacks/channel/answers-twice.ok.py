"""Answers its call twice, the second time in the hope that it counts for the next.

stopped_by: results are believed in the order of the calls, one for each
plain bwrap: stopped
how: executed
"""

import os

from tools import channel, frame


def attack():
    os.write(channel(), frame(0.5) + frame(1.0, ahead=1))
    return 0.5
