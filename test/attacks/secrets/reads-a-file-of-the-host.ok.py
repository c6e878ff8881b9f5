"""Reads a file of the host by its full path.

stopped_by: a list of what is mounted
plain bwrap: succeeds
"""

from tools import planted, reads_secret


def attack():
    return float(reads_secret(f"{planted['folder']}/tokens"))
