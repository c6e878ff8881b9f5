"""Unmaps the code that it runs.

stopped_by: its process is its own
plain bwrap: stopped
"""

from tools import libc


def attack():
    with open("/proc/self/maps") as file:
        spans = [line.split()[0].split("-") for line in file if "r-xp" in line]
    for low, high in spans:
        libc.munmap(int(low, 16), int(high, 16) - int(low, 16))
    return 1.0
