"""Asks for every other identity, and runs programs that give one.

stopped_by: no capabilities, no_new_privs, one mapped user
plain bwrap: stopped
"""

import glob
import os
import stat


def attack():
    for attempt in (
        lambda: os.setuid(0),
        lambda: os.setresuid(0, 0, 0),
        lambda: os.setresgid(0, 0, 0),
        lambda: os.setgroups([0]),
        lambda: os.setuid(1),
    ):
        try:
            attempt()
            return 1.0
        except OSError:
            continue
    for path in glob.glob("/usr/bin/*") + glob.glob("/bin/*"):
        try:
            if os.stat(path).st_mode & stat.S_ISUID and (child := os.fork()) == 0:
                os.setpgid(0, 0)
                os.execv(path, [path, "--help"])
        except OSError:
            continue
        else:
            if os.stat(path).st_mode & stat.S_ISUID:
                try:
                    with open(f"/proc/{child}/status") as file:
                        ids = next(line for line in file if line.startswith("Uid")).split()[1:]
                except (OSError, StopIteration):
                    ids = []
                os.kill(child, 9)
                os.waitpid(child, 0)
                if "0" in ids:
                    return 1.0
    return 0.0
