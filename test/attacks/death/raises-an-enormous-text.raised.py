"""Raises an exception with 20 MB of text in it.

stopped_by: texts are cut where they are made
plain bwrap: stopped
"""


def attack():
    raise ValueError("x" * 20_000_000)
