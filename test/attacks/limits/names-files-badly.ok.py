"""Files whose names are no text, hold line ends and what terminals obey; pipes, sockets and links among them.

stopped_by: nobody outside reads names from inside
plain bwrap: succeeds
how: executed
"""

import os
import socket

from tools import own_folder


def attack():
    os.mkdir(f"{own_folder()}/names")
    os.chdir(f"{own_folder()}/names")
    for name in (b"\xff\xfe", b"\n\x1b[2J", b"-rf", b"*", b" ", b"a" * 255):
        with open(name, "wb"):
            pass
    os.mkfifo("fifo")
    os.symlink("/proc/1/root", "link")
    os.symlink("loop", "loop")
    try:
        socket.socket(socket.AF_UNIX).bind("socket")
    except OSError:
        pass
    return 0.0
