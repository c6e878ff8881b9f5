"""Adds 20 MB of text and a list 100,000 deep to its result.

stopped_by: info is cut where it is made
plain bwrap: stopped
"""

import tools


def attack():
    nested = []
    for _ in range(100_000):
        nested = [nested]
    tools.notes.update(text="x" * 20_000_000, nested=nested)
    return 0.0
