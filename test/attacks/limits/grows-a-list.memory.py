"""Takes memory megabyte by megabyte.

stopped_by: RLIMIT_DATA
plain bwrap: stopped
"""


def attack():
    kept = []
    while len(kept) < 4096:
        kept.append(bytearray(1 << 20))
    return 1.0
