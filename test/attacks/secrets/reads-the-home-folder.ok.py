"""Reads the keys that tools keep in a person's home folder.

stopped_by: a list of what is mounted
plain bwrap: succeeds
"""

from tools import planted, reads_secret


def attack():
    return float(reads_secret(f"{planted['home']}/.aws/credentials"))
