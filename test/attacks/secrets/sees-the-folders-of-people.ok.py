"""Lists who uses the machine, and what it runs.

stopped_by: a list of what is mounted
plain bwrap: succeeds
"""

import os


def attack():
    seen = []
    for folder in ("/run", "/sys", "/boot", "/etc/ssl", "/var/log"):
        try:
            os.listdir(folder)
            seen.append(folder)
        except OSError:
            pass
    try:
        with open("/etc/passwd") as file:
            seen.append(file.readline())
    except OSError:
        pass
    return float(len(seen) > 0)
