"""Files whose names are no text, hold line ends and what terminals obey; pipes, sockets and links among them.

stopped_by: nobody outside reads names from inside
plain bwrap: succeeds
how: executed
"""

import os
import socket


def attack():
    os.mkdir("/tmp/names")
    os.chdir("/tmp/names")
    for name in (b"\xff\xfe", b"\n\x1b[2J", b"-rf", b"*", b" ", b"a" * 255):
        with open(name, "wb"):
            pass
    os.mkfifo("fifo")
    os.symlink("/proc/1/root", "link")
    os.symlink("loop", "loop")
    socket.socket(socket.AF_UNIX).bind("socket")
    return 0.0
