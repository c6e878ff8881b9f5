"""Writes what looks like many stacks of other people's code, with what terminals obey in it, then hangs.

stopped_by: text from inside is data: cut, made visible, read in linear time
plain bwrap: stopped
"""

import os

from tools import forever


def attack():
    thread = "Current thread 0x0000000000000001 (most recent call first):\n"
    line = '  File "/host/trainer.py\x1b]0;owned\x07", line 1 in <module>\n'
    os.write(2, (thread + line * 20).encode() * 20 + b"Thread 0x" * 3000)
    forever()
