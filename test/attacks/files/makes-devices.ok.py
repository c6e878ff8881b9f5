"""Makes the devices of memory and disks anew.

stopped_by: no capabilities, and nothing that honours devices
plain bwrap: stopped
"""

import os
import stat

from tools import own_folder


def attack():
    for number in (os.makedev(1, 1), os.makedev(8, 0), os.makedev(254, 0), os.makedev(10, 232)):
        for kind in (stat.S_IFCHR, stat.S_IFBLK):
            try:
                os.mknod(f"{own_folder()}/device", kind | 0o666, number)
                return 1.0
            except OSError:
                continue
    return 0.0
